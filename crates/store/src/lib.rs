//! SQLite: one writer thread, append-only migrations, one file per table, the outbox.
//!
//! Invariant: only the writer thread has a connection that can write. A change is committed as a whole or not at all, and it is durable
//! before its caller gets the result.
//!
//! Invariant: events and stale projections are committed in the same transaction as the change that causes them.
//!
//! Invariant: a record that is not what was stored is never read: each has a checksum ([`seal`]).
//!
//! A table's file has its `CREATE` statement, its record type, and its reads and writes as functions of a connection. `put` inserts or
//! replaces, `add` inserts, `get` returns `None` when there is no such record. Records are stored as JSON in the column `body`; the other
//! columns are copies of fields that queries need. Every function returns [`StoreError`] when the database cannot be read or written.

#![warn(missing_docs)]

pub mod abilities;
pub mod actions;
pub mod archive;
pub mod backup;
pub mod boundaries;
pub mod categories;
pub mod checkpoint_receipts;
mod codec;
pub mod compaction;
pub mod damaged_records;
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
pub mod mcp_auth_profiles;
pub mod mcp_calls;
pub mod mcp_dispatches;
pub mod mcp_policies;
pub mod mcp_receipts;
pub mod mcp_servers;
pub mod mcp_tool_health;
pub mod mcp_tools;
mod migrations;
pub mod outbox;
pub mod proposals;
mod read_pool;
pub mod readings;
pub mod receipts;
mod recovery;
pub mod repairs;
pub mod retention;
pub mod sagas;
pub mod screens;
mod seal;
pub mod sessions;
pub mod settings;
pub mod statistics;
pub mod test_policies;
pub mod validation_runs;
pub mod validation_steps;
pub mod workflow_traces;
mod writer;

pub use error::StoreError;
pub use recovery::{Recovery, is_empty, recover};
pub use rusqlite::{Connection, Transaction};

use read_pool::ReadPool;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;
use writer::Writer;

/// The open database. Clones share it. It closes with the last clone or by [`Store::close`].
#[derive(Clone)]
pub struct Store {
    writer: Arc<Writer>,
    readers: Arc<ReadPool>,
    checked: bool,
}

/// Records that [`Store::check`] seals in one transaction.
const SEALED_AT_ONCE: usize = 200;

impl Store {
    /// Opens or creates the database at `path` and migrates it to the newest schema.
    ///
    /// Errors: [`StoreError::TooNew`] before anything is written, when a newer program wrote the database; [`StoreError::Damaged`];
    /// [`StoreError::CannotOpen`]; [`StoreError::DiskFull`].
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let small = migrations::is_small(path);
        let connection = migrations::open(path)?;
        if small {
            let unsealed = seal::look_through(&connection)?;
            let transaction = connection.unchecked_transaction()?;
            seal::add(&transaction, &unsealed)?;
            transaction.commit()?;
        }
        let (writer, readers) = (Arc::new(Writer::start(connection)?), Arc::new(ReadPool::new(path)));
        Ok(Self { writer, readers, checked: small })
    }

    /// Whether [`Store::open`] looked through the whole database, because its file is small.
    pub fn is_checked(&self) -> bool {
        self.checked
    }

    /// Looks through every page and record. Records that are not what was stored are counted (see [`damaged_records::unreadable`]); those
    /// without a checksum get one, a few at a time.
    ///
    /// Errors: [`StoreError::Damaged`].
    pub async fn check(&self) -> Result<(), StoreError> {
        let path = self.readers.path().to_path_buf();
        let unsealed = self
            .read(move |db| {
                migrations::check_pages(&path, db, "PRAGMA integrity_check(1)")?;
                seal::look_through(db)
            })
            .await?;
        let mut unsealed = unsealed.into_iter();
        loop {
            let batch: Vec<_> = unsealed.by_ref().take(SEALED_AT_ONCE).collect();
            if batch.is_empty() {
                return Ok(());
            }
            self.write(move |tx| seal::add(tx, &batch)).await?;
        }
    }

    /// Runs `change` in a transaction on the writer thread.
    ///
    /// `Err` rolls back everything that `change` did; `Ok` means that the change is durable. Changes that arrive while another one is being
    /// committed share the next commit.
    pub async fn write<T, E, F>(&self, change: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.writer.run(change).await
    }

    /// Runs `query` on one consistent snapshot of the database. At most four queries run at the same time.
    pub async fn read<T, E, F>(&self, query: F) -> Result<T, E>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.readers.run(query).await
    }

    /// A counter that grows with every commit and when the store closes, so that a follower of a table knows when to query again.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.writer.commits()
    }

    /// How often the writer thread failed unexpectedly and went on. Zero unless this program has a fault.
    pub fn writer_restarts(&self) -> u32 {
        self.writer.restarts()
    }

    /// Writes a consistent copy of the database to `to` while other work goes on. `to` must not exist or be empty.
    ///
    /// Errors: [`StoreError::DiskFull`]; any other error of SQLite. An incomplete copy may be left.
    pub async fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        let (from, to) = (self.readers.path().to_path_buf(), to.to_path_buf());
        tokio::task::spawn_blocking(move || backup::copy(&from, &to)).await.map_err(|_| StoreError::Closed)?
    }

    /// Removes every byte of deleted records from the database file and the write-ahead log. `Err`: some may be left; try again later.
    pub async fn vacuum(&self) -> Result<(), StoreError> {
        self.writer.vacuum().await
    }

    /// Waits for running changes and closes the write connection. Later calls return [`StoreError::Closed`].
    pub async fn close(&self) {
        self.readers.close();
        self.writer.close().await;
    }
}
