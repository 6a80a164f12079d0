//! What can go wrong with the database, and what the user is told.

use apprentice_contracts::error::{ErrorCode, Failure};
use rusqlite::ErrorCode as SqliteCode;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "The database {path} was written by a newer version of Apprentice (schema {found}; this program knows up to {supported}). Nothing was changed. Update this program."
    )]
    TooNew { path: PathBuf, found: u32, supported: u32 },
    #[error("The database {path} is damaged ({reason}). Nothing was changed. Run `apprentice repair database`.")]
    Damaged { path: PathBuf, reason: String },
    #[error("The database {path} cannot be opened: {reason}")]
    CannotOpen { path: PathBuf, reason: String },
    #[error("The disk that holds the database has no room left. Nothing was changed. Free some space, then try again.")]
    DiskFull,
    #[error("The database could not be cleared of what was deleted, because somebody was reading it. It is tried again.")]
    Busy,
    #[error("Nothing was changed, because another change of the same moment failed and took this one with it. Try again.")]
    RolledBack,
    #[error("The database is closed.")]
    Closed,
    #[error("The database refused: {0}")]
    Sqlite(rusqlite::Error),
    #[error("A stored record cannot be read: {0}")]
    Record(#[from] serde_json::Error),
}

impl StoreError {
    /// Says what an error at opening means to the user.
    pub(crate) fn at(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(SqliteCode::NotADatabase | SqliteCode::DatabaseCorrupt) => Self::Damaged { path, reason: error.to_string() },
            Some(SqliteCode::DiskFull) => Self::DiskFull,
            _ => Self::CannotOpen { path, reason: error.to_string() },
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(SqliteCode::DiskFull) => Self::DiskFull,
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
