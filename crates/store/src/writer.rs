//! The one thread that writes. Changes that arrive while another one is being committed share the next commit, so that one flush of the
//! disk serves all of them.
//!
//! Invariant: a caller gets `Ok` only after the commit that contains its change.
//!
//! Invariant: a change that fails or panics is rolled back alone, and changes take effect in the order in which they were requested.

use crate::{StoreError, group_commit};
use group_commit::{Change, ChangeResult, SharedError};
use rusqlite::{Connection, Transaction};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use tokio::sync::{oneshot, watch};

pub(crate) enum Job {
    /// A change, which runs in a transaction.
    Change(Change),
    /// See [`Writer::vacuum`]; it runs outside of any transaction.
    Vacuum(oneshot::Sender<Result<(), StoreError>>),
}

pub(crate) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    commits: watch::Sender<u64>,
    restarts: Arc<AtomicU32>,
}

impl Writer {
    /// Starts the writer thread.
    pub(crate) fn start(mut connection: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel();
        let commits = watch::Sender::new(0);
        let counter = commits.clone();
        let restarts = Arc::<AtomicU32>::default();
        let restarted = restarts.clone();
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || keep_running(&mut connection, &queue, &counter, &restarted))
            .map_err(|error| StoreError::cannot_open(Path::new("writer thread"), &error))?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)), commits, restarts })
    }

    /// How often writing panicked outside of a change, and went on with the next job.
    pub(crate) fn restarts(&self) -> u32 {
        self.restarts.load(Ordering::Relaxed)
    }

    pub(crate) fn commits(&self) -> watch::Receiver<u64> {
        self.commits.subscribe()
    }

    /// Runs a change and waits for its commit.
    pub(crate) async fn run<T, E, F>(&self, change: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let change: Change = Box::new(move |transaction| {
            let result = match transaction {
                Ok(transaction) => change(transaction),
                Err(fault) => Err(fault.error().into()),
            };
            ChangeResult {
                keep: result.is_ok(),
                reply: Box::new(move |committed: Result<(), &SharedError>| {
                    // The receiver is gone if the caller was cancelled; then nobody needs the result.
                    let _ = reply.send(match (result, committed) {
                        (Ok(_), Err(fault)) => Err(fault.error().into()),
                        (result, _) => result,
                    });
                }),
            }
        });
        self.send(Job::Change(change))?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Rewrites the database file from its records, and truncates the write-ahead log.
    pub(crate) async fn vacuum(&self) -> Result<(), StoreError> {
        let (reply, done) = oneshot::channel();
        self.send(Job::Vacuum(reply))?;
        done.await.unwrap_or(Err(StoreError::Closed))
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(StoreError::Closed)
    }

    /// Completes the queued jobs and ends the thread.
    pub(crate) async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // The thread catches panics of changes, so there is no error to report.
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
        // Followers query once more and find the store closed.
        self.commits.send_modify(|count| *count += 1);
    }
}

/// Runs jobs until every sender is gone, also after one of them panicked. Its caller gets [`StoreError::Closed`], and its transaction is
/// rolled back.
fn keep_running(connection: &mut Connection, queue: &mpsc::Receiver<Job>, commits: &watch::Sender<u64>, restarts: &AtomicU32) {
    while catch_unwind(AssertUnwindSafe(|| run_jobs(connection, queue, commits))).is_err() {
        restarts.fetch_add(1, Ordering::Relaxed);
        tracing::error!("the writer of the database panicked and continues");
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "a transaction could not be rolled back");
        }
    }
}

/// Runs jobs until every sender is gone.
fn run_jobs(connection: &mut Connection, queue: &mpsc::Receiver<Job>, commits: &watch::Sender<u64>) {
    let mut next = queue.recv().ok();
    while let Some(job) = next {
        let next_job = match job {
            Job::Change(first) => group_commit::commit(connection, first, queue, commits),
            Job::Vacuum(reply) => {
                // The receiver is gone if the caller was cancelled.
                let _ = reply.send(vacuum_and_truncate_log(connection));
                None
            }
        };
        next = next_job.or_else(|| queue.recv().ok());
    }
}

/// `secure_delete` overwrites deleted records, but a page that was split or merged may keep a copy in its unused part. Only a rewritten
/// file has none.
fn vacuum_and_truncate_log(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("VACUUM")?;
    match connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))? {
        false => Ok(()),
        true => Err(StoreError::Busy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change_whose_answer_panics() -> Job {
        Job::Change(Box::new(|_| ChangeResult { keep: false, reply: Box::new(|_| panic!("while answering")) }))
    }

    fn insert(n: u32) -> impl FnOnce(&Transaction<'_>) -> Result<usize, StoreError> {
        move |tx| Ok(tx.execute("INSERT INTO t VALUES (?1)", [n])?)
    }

    #[tokio::test]
    async fn an_answer_that_panics_ends_neither_the_writer_nor_the_others_of_its_commit() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE t (n INTEGER)").unwrap();
        let writer = Writer::start(connection).unwrap();
        for n in 1..=3 {
            writer.send(change_whose_answer_panics()).unwrap();
            assert_eq!(writer.run(insert(n)).await.unwrap(), 1);
        }
        assert_eq!(writer.restarts(), 0);
        writer.close().await;
    }

    #[tokio::test]
    async fn a_panic_outside_of_a_commit_is_counted_and_the_next_change_is_written() {
        let connection = Connection::open_in_memory().unwrap();
        // In an open transaction no other begins, so the answer is sent outside of a commit.
        connection.execute_batch("CREATE TABLE t (n INTEGER); BEGIN").unwrap();
        let writer = Writer::start(connection).unwrap();
        writer.send(change_whose_answer_panics()).unwrap();
        assert_eq!(writer.run(insert(1)).await.unwrap(), 1);
        assert_eq!(writer.restarts(), 1);
        writer.close().await;
    }
}
