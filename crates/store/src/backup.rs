//! A copy of the whole database in one file, taken while it is in use, and the check of such a copy.

use crate::{StoreError, migrations};
use rusqlite::Connection;
use std::path::Path;

/// Writes a consistent copy to `to`, which must not exist or be empty. Changes that are committed meanwhile are not in it. The copy has
/// no write-ahead log and no deleted records.
pub(crate) fn copy(path: &Path, to: &Path) -> Result<(), StoreError> {
    let connection = migrations::open_to_read(path)?;
    let Some(target) = to.to_str() else {
        return Err(StoreError::CannotOpen { path: to.to_path_buf(), reason: "its name is not UTF-8".into() });
    };
    connection.execute("VACUUM INTO ?1", [target])?;
    Ok(())
}

/// Reads the schema version of a copy and checks every page. It changes nothing.
///
/// Errors: [`StoreError::TooNew`], [`StoreError::Damaged`], [`StoreError::CannotOpen`].
pub fn check(path: &Path) -> Result<u32, StoreError> {
    let damaged = |reason: String| StoreError::Damaged { path: path.to_path_buf(), reason };
    let Some(version) = migrations::version_in_header(path)? else { return Err(damaged("it is no database".into())) };
    migrations::refuse_newer_version(path, version)?;
    let found = |db: Connection| db.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    let word = migrations::open_to_read(path).and_then(|db| Ok(found(db)?)).map_err(|error| damaged(error.to_string()))?;
    match (word.as_str(), version) {
        ("ok", 0) => Err(damaged("it has no tables of Apprentice".into())),
        ("ok", version) => Ok(version),
        (reason, _) => Err(damaged(reason.to_owned())),
    }
}

/// The newest schema version of this program.
pub fn latest_version() -> u32 {
    migrations::latest_version()
}
