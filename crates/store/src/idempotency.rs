//! Table `idempotency`: what was answered to a `client_request_id`, so that a repeated request is answered the same.

use crate::StoreError;
use crate::row::{json, one, time};
use apprentice_contracts::Time;
use rusqlite::{Connection, params};
use serde_json::Value;

pub(crate) const CREATE: &str = "
CREATE TABLE idempotency (
    operation  TEXT NOT NULL,
    key        TEXT NOT NULL,
    created_at TEXT NOT NULL,
    answer     TEXT NOT NULL,
    PRIMARY KEY (operation, key)
) STRICT;
";

pub fn answer(db: &Connection, operation: &str, key: &str) -> Result<Option<Value>, StoreError> {
    one(db, "SELECT answer FROM idempotency WHERE operation = ?1 AND key = ?2", params![operation, key])
}

/// The first answer stays.
pub fn remember(db: &Connection, operation: &str, key: &str, answer: &Value, at: Time) -> Result<(), StoreError> {
    db.execute(
        "INSERT OR IGNORE INTO idempotency (operation, key, created_at, answer) VALUES (?1, ?2, ?3, ?4)",
        params![operation, key, time(at), json(answer)?],
    )?;
    Ok(())
}

pub fn forget_before(db: &Connection, before: Time) -> Result<(), StoreError> {
    db.execute("DELETE FROM idempotency WHERE created_at < ?1", params![time(before)])?;
    Ok(())
}
