//! Several changes in one transaction, each in a savepoint of its own.

use crate::StoreError;
use crate::writer::Job;
use rusqlite::{Connection, Transaction, TransactionBehavior, ffi};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Changes that share a commit, at most: what one of them costs, all of them wait for.
const AT_MOST: usize = 256;
/// When the first one has waited so long for the others, no further change joins.
const LONG_ENOUGH: Duration = Duration::from_millis(20);

/// One change. Without a transaction it only answers the fault.
pub(crate) type Change = Box<dyn FnOnce(Result<&Transaction<'_>, &Fault>) -> Outcome + Send>;

pub(crate) type Tell = Box<dyn FnOnce(Result<(), &Fault>)>;

pub(crate) struct Outcome {
    /// The change is to be kept.
    pub stands: bool,
    /// Says to the caller what became of it; an error of its own goes before that of the commit.
    pub tell: Tell,
}

/// What went wrong for several callers at once. (An error of SQLite cannot be cloned.)
pub(crate) enum Fault {
    Sqlite(ffi::Error, Option<String>),
    /// SQLite rolled everything back by itself because of another change.
    Undone,
}

impl Fault {
    pub(crate) fn error(&self) -> StoreError {
        match self {
            Self::Sqlite(code, message) => rusqlite::Error::SqliteFailure(*code, message.clone()).into(),
            Self::Undone => StoreError::Undone,
        }
    }
}

impl From<rusqlite::Error> for Fault {
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
            (first(Err(&error.into())).tell)(Ok(()));
            return None;
        }
    };
    let (outcomes, left) = gather(&transaction, first, queue);
    let any = outcomes.iter().any(|outcome| outcome.stands);
    let fate = match (transaction.is_autocommit(), any) {
        (true, _) => Err(Fault::Undone),
        (false, true) => transaction.commit().map_err(Fault::from),
        (false, false) => transaction.rollback().map_err(Fault::from),
    };
    if any && fate.is_ok() {
        commits.send_modify(|count| *count += 1);
    }
    for outcome in outcomes {
        (outcome.tell)(fate.as_ref().copied());
    }
    left
}

fn gather(transaction: &Transaction<'_>, first: Change, queue: &mpsc::Receiver<Job>) -> (Vec<Outcome>, Option<Job>) {
    let mut outcomes = vec![apply(transaction, first)];
    let done = Instant::now();
    while outcomes.len() < AT_MOST && done.elapsed() < LONG_ENOUGH && !transaction.is_autocommit() {
        match queue.try_recv() {
            Ok(Job::Change(change)) => outcomes.push(apply(transaction, change)),
            Ok(other) => return (outcomes, Some(other)),
            Err(_) => break,
        }
    }
    (outcomes, None)
}

/// Runs one change, and takes it back when it fails or panics.
fn apply(transaction: &Transaction<'_>, change: Change) -> Outcome {
    if let Err(error) = run(transaction, "SAVEPOINT one_change") {
        return change(Err(&error.into()));
    }
    // A panicking change must not take the writer with it; its caller sees `Closed`, because nobody is left to tell it anything.
    let outcome = catch_unwind(AssertUnwindSafe(|| change(Ok(transaction)))).unwrap_or_else(|_| {
        tracing::error!("a database change panicked and was rolled back");
        Outcome { stands: false, tell: Box::new(|_| ()) }
    });
    let kept = if outcome.stands { Ok(()) } else { run(transaction, "ROLLBACK TO one_change") };
    if let Err(error) = kept.and_then(|()| run(transaction, "RELEASE one_change")) {
        give_up(transaction, &error);
    }
    outcome
}

/// Half a change must not be committed: when it cannot be taken back alone, everything is. After an error such as a full disk SQLite
/// may have done so itself.
fn give_up(transaction: &Transaction<'_>, error: &rusqlite::Error) {
    if !transaction.is_autocommit() {
        tracing::error!(%error, "a change could not be taken back alone; those of the same moment are undone with it");
        if let Err(error) = run(transaction, "ROLLBACK") {
            tracing::error!(%error, "and that failed");
        }
    }
}

fn run(transaction: &Transaction<'_>, sql: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached(sql)?.execute([]).map(drop)
}
