//! Table `settings`: choices of the user and small state of the engine, one record per key.

use crate::StoreError;
use crate::codec::{query_one, to_body};
use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) const CREATE: &str = "
CREATE TABLE settings (
    key  TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
";

/// Inserts or replaces the value of a key.
pub fn put<T: Serialize>(db: &Connection, key: &str, value: &T) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO settings (key, body) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET body = ?2",
        params![key, to_body(value)?],
    )?;
    Ok(())
}

/// The value of a key.
pub fn get<T: DeserializeOwned>(db: &Connection, key: &str) -> Result<Option<T>, StoreError> {
    query_one(db, "SELECT body FROM settings WHERE key = ?1", params![key])
}

/// Deletes the value of a key.
pub fn delete(db: &Connection, key: &str) -> Result<(), StoreError> {
    db.execute("DELETE FROM settings WHERE key = ?1", params![key])?;
    Ok(())
}
