//! The one thread that writes.

use crate::StoreError;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use tokio::sync::{oneshot, watch};

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

pub(crate) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    commits: watch::Sender<u64>,
}

impl Writer {
    pub(crate) fn start(mut connection: Connection) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || {
                for job in queue {
                    // A panicking change must not take the writer with it; its caller sees `Closed`, its transaction is gone.
                    if catch_unwind(AssertUnwindSafe(|| job(&mut connection))).is_err() {
                        tracing::error!("a database change panicked and was rolled back");
                    }
                }
            })
            .map_err(|error| StoreError::Unreachable { path: "writer thread".into(), reason: error.to_string() })?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)), commits: watch::Sender::new(0) })
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
        let (tell, answer) = oneshot::channel();
        let commits = self.commits.clone();
        let job: Job = Box::new(move |connection| {
            let result = commit(connection, change);
            if result.is_ok() {
                commits.send_modify(|count| *count += 1);
            }
            let _gone = tell.send(result);
        });
        self.send(job)?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Writes the database file anew from what is still in it, and empties the write-ahead log.
    pub(crate) async fn forget(&self) -> Result<(), StoreError> {
        let (tell, done) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let _gone = tell.send(write_anew(connection));
        });
        self.send(job)?;
        done.await.unwrap_or(Err(StoreError::Closed))
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        match &*self.jobs.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(jobs) => jobs.send(job).map_err(|_| StoreError::Closed),
            None => Err(StoreError::Closed),
        }
    }

    pub(crate) async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _joined = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

/// `secure_delete` overwrites what is deleted, but a page that was split or merged may keep a copy in its unused part; only a
/// file that is written anew has none.
fn write_anew(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("VACUUM")?;
    match connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))? {
        false => Ok(()),
        true => Err(StoreError::Busy),
    }
}

fn commit<T, E, F>(connection: &mut Connection, change: F) -> Result<T, E>
where
    F: FnOnce(&Transaction<'_>) -> Result<T, E>,
    E: From<StoreError>,
{
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(|error| E::from(StoreError::from(error)))?;
    let value = change(&transaction)?;
    transaction.commit().map_err(|error| E::from(StoreError::from(error)))?;
    Ok(value)
}
