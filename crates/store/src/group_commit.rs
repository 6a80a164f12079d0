//! Group commit: several changes in one transaction, each in a savepoint of its own.

use crate::StoreError;
use crate::writer::Job;
use rusqlite::{Connection, Transaction, TransactionBehavior, ffi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Most changes that share a commit. Each of them waits for all.
const MAX_CHANGES: usize = 256;
/// No change joins after the first one has waited this long.
const MAX_GATHERING: Duration = Duration::from_millis(20);

/// One change. It gets the error instead of a transaction when there is none.
pub(crate) type Change = Box<dyn FnOnce(Result<&Transaction<'_>, &SharedError>) -> ChangeResult + Send>;

/// Sends the result of a change to its caller, once the result of the commit is known.
pub(crate) type Reply = Box<dyn FnOnce(Result<(), &SharedError>)>;

/// The result of a change before the commit.
pub(crate) struct ChangeResult {
    /// Whether to commit the change.
    pub keep: bool,
    /// Sends the result to the caller. The change's own error takes precedence over that of the commit.
    pub reply: Reply,
}

/// An error that several callers get. (SQLite's errors cannot be cloned.)
pub(crate) enum SharedError {
    /// An error of SQLite.
    Sqlite(ffi::Error, Option<String>),
    /// SQLite rolled back the transaction because of another change.
    RolledBack,
}

impl SharedError {
    pub(crate) fn error(&self) -> StoreError {
        match self {
            Self::Sqlite(code, message) => rusqlite::Error::SqliteFailure(*code, message.clone()).into(),
            Self::RolledBack => StoreError::RolledBack,
        }
    }
}

impl From<rusqlite::Error> for SharedError {
    fn from(error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::SqliteFailure(code, message) => Self::Sqlite(code, message),
            other => Self::Sqlite(ffi::Error::new(ffi::SQLITE_ERROR), Some(other.to_string())),
        }
    }
}

/// Commits `first` together with the changes that are waiting, and sends every caller its result. A single change waits for no other.
/// Returns a job from the queue that is not a change.
pub(crate) fn commit(
    connection: &mut Connection,
    first: Change,
    queue: &mpsc::Receiver<Job>,
    commits: &watch::Sender<u64>,
) -> Option<Job> {
    let transaction = match connection.transaction_with_behavior(TransactionBehavior::Immediate) {
        Ok(transaction) => transaction,
        Err(error) => {
            (first(Err(&error.into())).reply)(Ok(()));
            return None;
        }
    };
    let (results, next_job) = gather_changes(&transaction, first, queue);
    let any = results.iter().any(|result| result.keep);
    let committed = match (transaction.is_autocommit(), any) {
        (true, _) => Err(SharedError::RolledBack),
        (false, true) => transaction.commit().map_err(SharedError::from),
        (false, false) => transaction.rollback().map_err(SharedError::from),
    };
    if any && committed.is_ok() {
        commits.send_modify(|count| *count += 1);
    }
    for result in results {
        // The others of this commit must hear of it, too.
        if catch_unwind(AssertUnwindSafe(|| (result.reply)(committed.as_ref().copied()))).is_err() {
            tracing::error!("the answer to a database change panicked");
        }
    }
    next_job
}

fn gather_changes(transaction: &Transaction<'_>, first: Change, queue: &mpsc::Receiver<Job>) -> (Vec<ChangeResult>, Option<Job>) {
    let mut results = vec![apply_change(transaction, first)];
    let done = Instant::now();
    while results.len() < MAX_CHANGES && done.elapsed() < MAX_GATHERING && !transaction.is_autocommit() {
        match queue.try_recv() {
            Ok(Job::Change(change)) => results.push(apply_change(transaction, change)),
            Ok(other) => return (results, Some(other)),
            Err(_) => break,
        }
    }
    (results, None)
}

/// Runs one change, and rolls it back when it fails or panics.
fn apply_change(transaction: &Transaction<'_>, change: Change) -> ChangeResult {
    if let Err(error) = execute(transaction, "SAVEPOINT one_change") {
        return change(Err(&error.into()));
    }
    // A panicking change must not end the writer thread. Its caller gets `Closed`, because the reply channel is dropped.
    let result = catch_unwind(AssertUnwindSafe(|| change(Ok(transaction)))).unwrap_or_else(|_| {
        tracing::error!("a database change panicked and was rolled back");
        ChangeResult { keep: false, reply: Box::new(|_| ()) }
    });
    let kept = if result.keep { Ok(()) } else { execute(transaction, "ROLLBACK TO one_change") };
    if let Err(error) = kept.and_then(|()| execute(transaction, "RELEASE one_change")) {
        roll_back_all(transaction, &error);
    }
    result
}

/// Rolls back the whole transaction when one change cannot be rolled back alone, because half a change must not be committed. After an
/// error such as a full disk SQLite may already have done so.
fn roll_back_all(transaction: &Transaction<'_>, error: &rusqlite::Error) {
    if !transaction.is_autocommit() {
        tracing::error!(%error, "a change could not be rolled back alone; every change of the same commit is rolled back");
        if let Err(error) = execute(transaction, "ROLLBACK") {
            tracing::error!(%error, "the rollback of the whole commit failed");
        }
    }
}

fn execute(transaction: &Transaction<'_>, sql: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached(sql)?.execute([]).map(drop)
}
