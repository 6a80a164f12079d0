//! The failures of the database, and what the user can do about each.

use apprentice_contracts::error::{ErrorCode, Failure};
use rusqlite::ErrorCode as SqliteCode;
use std::path::{Path, PathBuf};

/// An error of the database. Its message is written for users.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "The database {path} was written by a newer version of Apprentice (schema {found}; this program supports up to {supported}). Nothing was changed. Update this program."
    )]
    /// A newer version of the program wrote the database. Nothing was changed.
    TooNew {
        /// The database.
        path: PathBuf,
        /// Its schema version.
        found: u32,
        /// The newest schema version of this program.
        supported: u32,
    },
    /// The file is not a readable database. Nothing was changed.
    #[error("The database {path} is damaged. Nothing was changed. Run `apprentice repair database`. The fault: {reason}")]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What SQLite reported.
        reason: String,
    },
    /// The file cannot be opened.
    #[error("The database {path} cannot be opened: {reason}")]
    CannotOpen {
        /// The database.
        path: PathBuf,
        /// What the system reported.
        reason: String,
    },
    /// The disk is full. Nothing was changed.
    #[error("The disk of the database is full. Nothing was changed. Free some space, then try again.")]
    DiskFull,
    /// [`crate::Store::vacuum`] could not truncate the write-ahead log, because a reader was using it.
    #[error(
        "Deleted records could not be removed from the database file, because a reader was using it. Apprentice tries again."
    )]
    Busy,
    /// Another change in the same commit failed and rolled this one back too. Try again.
    #[error("Nothing was changed, because another change in the same commit failed. Try again.")]
    RolledBack,
    /// The store was closed, or the change panicked.
    #[error("The database is closed.")]
    Closed,
    /// A part of the file cannot be read.
    #[error("A part of the database is damaged. Close Apprentice, then run `apprentice repair database`.")]
    Corrupt,
    /// Any other error of SQLite.
    #[error("The database reported an error: {0}")]
    Sqlite(rusqlite::Error),
    /// A stored record does not fit its type.
    #[error("A stored record cannot be read: {0}. Close Apprentice, then run `apprentice repair database`.")]
    Record(#[from] serde_json::Error),
}

impl StoreError {
    /// An error of the system on a file of the database.
    pub(crate) fn cannot_open(path: &Path, error: &std::io::Error) -> Self {
        Self::CannotOpen { path: path.to_path_buf(), reason: error.to_string() }
    }

    /// The meaning of an error that occurred while the database at `path` was opened.
    pub(crate) fn at(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        // A statement of ours that SQLite cannot understand here: a definition in the file names something that does not exist
        // (SQLITE_ERROR, https://sqlite.org/rescode.html#error).
        if matches!(error, rusqlite::Error::SqlInputError { .. }) {
            return Self::Damaged { path, reason: error.to_string() };
        }
        match error.sqlite_error_code() {
            Some(SqliteCode::NotADatabase | SqliteCode::DatabaseCorrupt | SqliteCode::Unknown) => {
                Self::Damaged { path, reason: error.to_string() }
            }
            Some(SqliteCode::DiskFull) => Self::DiskFull,
            _ => Self::CannotOpen { path, reason: error.to_string() },
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(SqliteCode::DiskFull) => Self::DiskFull,
            Some(SqliteCode::DatabaseCorrupt) => Self::Corrupt,
            _ => Self::Sqlite(error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::TooNew { .. } => ErrorCode::DatabaseTooNew,
            StoreError::DiskFull => ErrorCode::DiskFull,
            StoreError::RolledBack => ErrorCode::Conflict,
            _ => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}
