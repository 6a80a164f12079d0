//! A few read-only connections, kept open between uses.

use crate::{StoreError, migrations};
use rusqlite::{Connection, Transaction};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// More would only queue at the disk.
const AT_ONCE: usize = 4;

pub(crate) struct Readers {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
    places: Arc<Semaphore>,
}

impl Readers {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf(), idle: Arc::default(), places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub(crate) async fn run<T, E, F>(&self, look: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let place = self.places.clone().acquire_owned().await.map_err(|_| E::from(StoreError::Closed))?;
        let (path, idle) = (self.path.clone(), self.idle.clone());
        tokio::task::spawn_blocking(move || {
            let _place = place;
            let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut connection = match waiting {
                Some(connection) => connection,
                None => migrations::open_to_read(&path)?,
            };
            let value = {
                let transaction = connection.transaction().map_err(StoreError::from)?;
                look(&transaction)?
            };
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            Ok(value)
        })
        .await
        .unwrap_or_else(|_| Err(StoreError::Closed.into()))
    }

    /// Nothing is read any more.
    pub(crate) fn close(&self) {
        self.places.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
