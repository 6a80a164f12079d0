//! A pool of read-only connections.

use crate::{StoreError, migrations};
use rusqlite::{Connection, Transaction};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, oneshot};

/// More would only wait for the disk.
const MAX_CONNECTIONS: usize = 4;

/// Reads in a transaction, delivers its result to the caller, and returns whether it succeeded.
type Read = Box<dyn FnOnce(&Transaction<'_>) -> bool + Send>;

pub(crate) struct ReadPool {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
}

impl ReadPool {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf(), idle: Arc::default(), permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }

    /// The file of the database.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `query` in a read transaction on a blocking thread.
    ///
    /// Only the closure and its result are generic: what runs on the thread is one function for all callers, because the machine code
    /// of a blocking task is large and there are hundreds of reads.
    pub(crate) async fn run<T, E, F>(&self, query: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (tell, answer) = oneshot::channel();
        let read = Box::new(move |transaction: &Transaction<'_>| {
            let result = query(transaction);
            let succeeded = result.is_ok();
            // The receiver is gone if the caller was cancelled; then nobody needs the result.
            let _ = tell.send(result);
            succeeded
        });
        self.run_blocking(read).await?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    async fn run_blocking(&self, read: Read) -> Result<(), StoreError> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let (path, idle) = (self.path.clone(), self.idle.clone());
        let work = move || {
            let _permit = permit;
            let reused = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut connection = match reused {
                Some(connection) => connection,
                None => migrations::open_to_read(&path)?,
            };
            let succeeded = {
                let transaction = connection.transaction()?;
                read(&transaction)
            };
            if succeeded {
                idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            }
            Ok(())
        };
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(StoreError::Closed))
    }

    /// Refuses further reads and closes the idle connections.
    pub(crate) fn close(&self) {
        self.permits.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
