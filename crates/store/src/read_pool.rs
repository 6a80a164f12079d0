//! A few read-only connections, kept open between uses.

use crate::{StoreError, migrations};
use rusqlite::{Connection, Transaction};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// More would only queue at the disk.
const MAX_CONNECTIONS: usize = 4;

pub(crate) struct ReadPool {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
    permits: Arc<Semaphore>,
}

impl ReadPool {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf(), idle: Arc::default(), permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }

    pub(crate) async fn run<T, E, F>(&self, query: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| E::from(StoreError::Closed))?;
        let (path, idle) = (self.path.clone(), self.idle.clone());
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let reused = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut connection = match reused {
                Some(connection) => connection,
                None => migrations::open_to_read(&path)?,
            };
            let value = {
                let transaction = connection.transaction().map_err(StoreError::from)?;
                query(&transaction)?
            };
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            Ok(value)
        })
        .await
        .unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Nothing is read any more.
    pub(crate) fn close(&self) {
        self.permits.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
