//! SQLite: one writer thread, migrations, one file per table, outbox.
//!
//! Invariant: only the writer thread holds a connection that can write, and every change is whole or not there, and is on
//! the disk when its caller hears of it. Invariant: events and stale projections are committed with the change they tell of.

pub mod abilities;
pub mod actions;
pub mod archive;
pub mod boundaries;
pub mod bounds;
pub mod categories;
pub mod checkpoint_receipts;
pub mod compaction;
pub mod dispatches;
mod error;
pub mod events;
pub mod friction;
pub mod idempotency;
pub mod imports;
pub mod intents;
pub mod interpretations;
mod migrations;
pub mod outbox;
pub mod proposals;
mod readers;
pub mod receipts;
mod repair;
pub mod repairs;
mod row;
pub mod sagas;
pub mod sessions;
pub mod settings;
pub mod statistics;
pub mod test_policies;
mod together;
pub mod validation_runs;
pub mod validation_steps;
pub mod whole;
mod writer;

pub use error::StoreError;
pub use repair::{Repair, repair};
pub use rusqlite::{Connection, Transaction};

use readers::Readers;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;
use writer::Writer;

/// The open database. Clones share it; it closes with the last one or by [`Store::close`].
#[derive(Clone)]
pub struct Store {
    writer: Arc<Writer>,
    readers: Arc<Readers>,
}

impl Store {
    /// Opens or creates the database at `path` and brings it to the newest schema. A database of a newer program is
    /// refused before anything is written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = migrations::open(path)?;
        Ok(Self { writer: Arc::new(Writer::start(connection)?), readers: Arc::new(Readers::new(path)) })
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

    /// Runs `look` over one consistent state of the database.
    pub async fn read<T, E, F>(&self, look: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.readers.run(look).await
    }

    /// Grows with every commit and with the closing, so that followers of a table know when to look again.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.writer.commits()
    }

    /// After a deletion: no byte of what was deleted is left in the database file or the write-ahead log. `Err`: it may be;
    /// ask again later.
    pub async fn forget(&self) -> Result<(), StoreError> {
        self.writer.forget().await
    }

    /// Waits for the changes under way and closes the write connection; later ones answer [`StoreError::Closed`].
    pub async fn close(&self) {
        self.readers.close();
        self.writer.close().await;
    }
}
