//! Table `idempotency`: what was answered to a `client_request_id`, so that a repeated request is answered the same.

use crate::StoreError;
use crate::codec::{sortable_time, to_json};
use apprentice_contracts::Time;
use rusqlite::{Connection, OptionalExtension, params};
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

/// The answers of before do not say what they answered; they are given up, which a repeated request notices at worst once.
pub(crate) const ADD_RESOURCE_AND_DIGEST: &str = "
DROP TABLE idempotency;
CREATE TABLE idempotency (
    operation  TEXT NOT NULL,
    resource   TEXT NOT NULL,
    key        TEXT NOT NULL,
    digest     TEXT NOT NULL,
    created_at TEXT NOT NULL,
    answer     TEXT NOT NULL,
    PRIMARY KEY (operation, resource, key)
) STRICT;
";

/// They are forgotten by their age.
pub(crate) const ADD_AGE_INDEX: &str = "
CREATE INDEX idempotency_by_age ON idempotency (created_at);
";

/// A request that may come twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub operation: &'static str,
    /// What the path names; empty where it names nothing.
    pub resource: String,
    /// The `client_request_id`.
    pub key: String,
    /// Of the body.
    pub digest: String,
}

/// What was answered, and the digest of the body that it answered.
pub fn get(db: &Connection, request: &Request) -> Result<Option<(String, Value)>, StoreError> {
    let sql = "SELECT digest, answer FROM idempotency WHERE operation = ?1 AND resource = ?2 AND key = ?3";
    let found: Option<(String, String)> = db
        .prepare_cached(sql)?
        .query_row(params![request.operation, request.resource, request.key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    found.map(|(digest, answer)| Ok((digest, serde_json::from_str(&answer)?))).transpose()
}

/// The first answer stays.
pub fn put(db: &Connection, request: &Request, answer: &Value, at: Time) -> Result<(), StoreError> {
    db.execute(
        "INSERT OR IGNORE INTO idempotency (operation, resource, key, digest, created_at, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![request.operation, request.resource, request.key, request.digest, sortable_time(at), to_json(answer)?],
    )?;
    Ok(())
}

pub fn delete_before(db: &Connection, before: Time) -> Result<(), StoreError> {
    db.execute("DELETE FROM idempotency WHERE created_at < ?1", params![sortable_time(before)])?;
    Ok(())
}

/// Every answer that speaks of `id`.
pub fn delete_about(db: &Connection, id: &str) -> Result<(), StoreError> {
    db.execute("DELETE FROM idempotency WHERE resource = ?1 OR instr(answer, ?1) > 0", params![id])?;
    Ok(())
}
