//! SQLite: one writer thread, migrations, one file per table, outbox.
//!
//! Invariant: only the writer thread holds a connection that can write, and every change is whole or not there, and is on
//! the disk when its caller hears of it. Invariant: events and stale projections are committed with the change they tell of.

pub mod abilities;
pub mod actions;
pub mod archive;
pub mod boundaries;
pub mod categories;
pub mod checkpoint_receipts;
mod codec;
pub mod compaction;
pub mod dispatches;
pub mod dump;
mod error;
pub mod events;
pub mod friction;
mod group_commit;
pub mod idempotency;
pub mod imports;
pub mod intents;
pub mod interpretations;
mod migrations;
pub mod outbox;
pub mod proposals;
mod read_pool;
pub mod receipts;
mod recovery;
pub mod repairs;
pub mod retention;
pub mod sagas;
pub mod sessions;
pub mod settings;
pub mod statistics;
pub mod test_policies;
pub mod validation_runs;
pub mod validation_steps;
mod writer;

pub use error::StoreError;
pub use recovery::{Recovery, recover};
pub use rusqlite::{Connection, Transaction};

use read_pool::ReadPool;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;
use writer::Writer;

/// The open database. Clones share it; it closes with the last one or by [`Store::close`].
#[derive(Clone)]
pub struct Store {
    writer: Arc<Writer>,
    readers: Arc<ReadPool>,
}

impl Store {
    /// Opens or creates the database at `path` and brings it to the newest schema. A database of a newer program is
    /// refused before anything is written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = migrations::open(path)?;
        Ok(Self { writer: Arc::new(Writer::start(connection)?), readers: Arc::new(ReadPool::new(path)) })
    }

    /// Runs `change` on the writer thread, whole or not at all. `Err` takes all of it back; `Ok` means it is on the disk. Changes that
    /// wait for each other share a commit.
    pub async fn write<T, E, F>(&self, change: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.writer.run(change).await
    }

    /// Runs `query` over one consistent state of the database.
    pub async fn read<T, E, F>(&self, query: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.readers.run(query).await
    }

    /// Grows with every commit and with the closing, so that followers of a table know when to query again.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.writer.commits()
    }

    /// After a deletion: no byte of what was deleted is left in the database file or the write-ahead log. `Err`: it may be;
    /// ask again later.
    pub async fn vacuum(&self) -> Result<(), StoreError> {
        self.writer.vacuum().await
    }

    /// Waits for the changes under way and closes the write connection; later ones answer [`StoreError::Closed`].
    pub async fn close(&self) {
        self.readers.close();
        self.writer.close().await;
    }
}
