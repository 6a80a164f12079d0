//! Several changes in one transaction, each in a savepoint of its own.

use crate::StoreError;
use crate::writer::Job;
use rusqlite::{Connection, Transaction, TransactionBehavior, ffi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Changes that share a commit, at most: what one of them costs, all of them wait for.
const MAX_CHANGES: usize = 256;
/// When the first one has waited so long for the others, no further change joins.
const MAX_GATHERING: Duration = Duration::from_millis(20);

/// One change. Without a transaction it only answers the fault.
pub(crate) type Change = Box<dyn FnOnce(Result<&Transaction<'_>, &SharedError>) -> ChangeResult + Send>;

pub(crate) type Reply = Box<dyn FnOnce(Result<(), &SharedError>)>;

pub(crate) struct ChangeResult {
    /// The change is to be kept.
    pub keep: bool,
    /// Says to the caller what became of it; an error of its own goes before that of the commit.
    pub reply: Reply,
}

/// What went wrong for several callers at once. (An error of SQLite cannot be cloned.)
pub(crate) enum SharedError {
    Sqlite(ffi::Error, Option<String>),
    /// SQLite rolled everything back by itself because of another change.
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

/// Commits `first` with what else is waiting, and tells every caller. A change that comes alone waits for nobody. Answers what was
/// taken from the queue and is no change.
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
        (result.reply)(committed.as_ref().copied());
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

/// Runs one change, and takes it back when it fails or panics.
fn apply_change(transaction: &Transaction<'_>, change: Change) -> ChangeResult {
    if let Err(error) = execute(transaction, "SAVEPOINT one_change") {
        return change(Err(&error.into()));
    }
    // A panicking change must not take the writer with it; its caller sees `Closed`, because nobody is next_job to tell it anything.
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

/// Half a change must not be committed: when it cannot be taken back alone, everything is. After an error such as a full disk SQLite
/// may have done so itself.
fn roll_back_all(transaction: &Transaction<'_>, error: &rusqlite::Error) {
    if !transaction.is_autocommit() {
        tracing::error!(%error, "a change could not be taken back alone; those of the same moment are undone with it");
        if let Err(error) = execute(transaction, "ROLLBACK") {
            tracing::error!(%error, "and that failed");
        }
    }
}

fn execute(transaction: &Transaction<'_>, sql: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached(sql)?.execute([]).map(drop)
}
