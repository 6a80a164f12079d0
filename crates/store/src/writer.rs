//! The one thread that writes. Changes that arrive while another one is being committed share the next commit, so that one flush of the
//! disk serves all of them.
//!
//! Invariant: a caller gets `Ok` only after the commit that contains its change.
//!
//! Invariant: a change that fails or panics is rolled back alone, and changes take effect in the order in which they were requested.

use crate::{StoreError, group_commit};
use group_commit::{Change, ChangeResult, SharedError};
use rusqlite::{Connection, Transaction};
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
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
}

impl Writer {
    /// Starts the writer thread.
    pub(crate) fn start(mut connection: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel();
        let commits = watch::Sender::new(0);
        let counter = commits.clone();
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || run_jobs(&mut connection, &queue, &counter))
            .map_err(|error| StoreError::cannot_open(Path::new("writer thread"), &error))?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)), commits })
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
