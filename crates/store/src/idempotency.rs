//! Table `idempotency`: answers by `client_request_id`, so that a repeated request gets the first answer.

use crate::StoreError;
use crate::codec::{read_record, sortable_time, to_body};
use apprentice_contracts::Time;
use apprentice_contracts::ids::ClientRequestId;
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

/// Older answers do not record the request that they answer. They are dropped: at worst one repeated request runs twice.
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

/// Answers are deleted by their age.
pub(crate) const ADD_AGE_INDEX: &str = "
CREATE INDEX idempotency_by_age ON idempotency (created_at);
";

/// A request that may be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Name of the operation.
    pub operation: &'static str,
    /// What the path names; empty when it names nothing.
    pub resource: String,
    /// The `client_request_id`.
    pub key: ClientRequestId,
    /// Digest of the body.
    pub digest: String,
}

/// The stored answer, and the digest of the body that it answered.
pub fn get(db: &Connection, request: &Request) -> Result<Option<(String, Value)>, StoreError> {
    let sql = "SELECT digest, answer FROM idempotency WHERE operation = ?1 AND resource = ?2 AND key = ?3";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params![request.operation, request.resource, request.key.0])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some((row.get(0)?, read_record(row.get_ref(1)?)?)))
}

/// Stores an answer. The first answer is kept.
pub fn put(db: &Connection, request: &Request, answer: &Value, at: Time) -> Result<(), StoreError> {
    db.execute(
        "INSERT OR IGNORE INTO idempotency (operation, resource, key, digest, created_at, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![request.operation, request.resource, request.key.0, request.digest, sortable_time(at), to_body(answer)?],
    )?;
    Ok(())
}

/// Deletes the answers that are older.
pub fn delete_before(db: &Connection, before: Time) -> Result<(), StoreError> {
    db.execute("DELETE FROM idempotency WHERE created_at < ?1", params![sortable_time(before)])?;
    Ok(())
}

/// Deletes every answer that mentions `id`.
pub fn delete_about(db: &Connection, id: &str) -> Result<(), StoreError> {
    db.execute("DELETE FROM idempotency WHERE resource = ?1 OR instr(answer, ?1) > 0", params![id])?;
    Ok(())
}
