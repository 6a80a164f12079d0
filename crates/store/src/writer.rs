//! The one thread that writes. Changes that wait while another one is written share the next commit, so that the disk is waited for
//! once for all of them.
//!
//! Invariant: a caller hears `Ok` only after the commit that holds its change. Invariant: a change that fails or panics takes back
//! itself alone; changes take effect in the order in which they were asked for.

use crate::{StoreError, group_commit};
use group_commit::{Change, ChangeResult, SharedError};
use rusqlite::{Connection, Transaction};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use tokio::sync::{oneshot, watch};

pub(crate) enum Job {
    Change(Change),
    /// Outside of any transaction.
    Vacuum(oneshot::Sender<Result<(), StoreError>>),
}

pub(crate) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    commits: watch::Sender<u64>,
}

impl Writer {
    pub(crate) fn start(mut connection: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel();
        let commits = watch::Sender::new(0);
        let counter = commits.clone();
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || run_jobs(&mut connection, &queue, &counter))
            .map_err(|error| StoreError::CannotOpen { path: "writer thread".into(), reason: error.to_string() })?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)), commits })
    }

    pub(crate) fn commits(&self) -> watch::Receiver<u64> {
        self.commits.subscribe()
    }

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
                    let _caller_gone = reply.send(match (result, committed) {
                        (Ok(_), Err(fault)) => Err(fault.error().into()),
                        (result, _) => result,
                    });
                }),
            }
        });
        self.send(Job::Change(change))?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Writes the database file anew from what is still in it, and empties the write-ahead log.
    pub(crate) async fn vacuum(&self) -> Result<(), StoreError> {
        let (reply, done) = oneshot::channel();
        self.send(Job::Vacuum(reply))?;
        done.await.unwrap_or(Err(StoreError::Closed))
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(StoreError::Closed)
    }

    pub(crate) async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _joined = tokio::task::spawn_blocking(move || thread.join()).await;
        }
        // Followers look once more, and find it closed.
        self.commits.send_modify(|count| *count += 1);
    }
}

/// Until nobody can ask for anything any more.
fn run_jobs(connection: &mut Connection, queue: &mpsc::Receiver<Job>, commits: &watch::Sender<u64>) {
    let mut next = queue.recv().ok();
    while let Some(job) = next {
        let next_job = match job {
            Job::Change(first) => group_commit::commit(connection, first, queue, commits),
            Job::Vacuum(reply) => {
                let _caller_gone = reply.send(vacuum_and_truncate_log(connection));
                None
            }
        };
        next = next_job.or_else(|| queue.recv().ok());
    }
}

/// `secure_delete` overwrites what is deleted, but a page that was split or merged may keep a copy in its unused part; only a
/// file that is written anew has none.
fn vacuum_and_truncate_log(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("VACUUM")?;
    match connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))? {
        false => Ok(()),
        true => Err(StoreError::Busy),
    }
}
