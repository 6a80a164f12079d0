//! Table `workflow_traces`: what is known of settled demonstrations, for the search for repeated tasks. It is deleted with its session.

use crate::StoreError;
use crate::codec::{query_all, query_one, sortable_time, to_body};
use crate::sessions::SessionRecord;
use apprentice_contracts::Time;
use apprentice_contracts::ids::LearnSessionId;
use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) const CREATE: &str = "
CREATE TABLE workflow_traces (
    session_id TEXT PRIMARY KEY REFERENCES sessions (session_id) ON DELETE CASCADE,
    shown_at   TEXT NOT NULL,
    read_at    TEXT NOT NULL,
    body       TEXT NOT NULL
) STRICT;
CREATE INDEX workflow_traces_by_age ON workflow_traces (shown_at, session_id);
";

/// Inserts or replaces the trace of a session. `shown_at`: when its demonstration ended; `read_at`: the change of the session that it
/// reflects.
pub fn put<T: Serialize>(
    db: &Connection,
    session: LearnSessionId,
    shown_at: Time,
    read_at: Time,
    trace: &T,
) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO workflow_traces (session_id, shown_at, read_at, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (session_id) DO UPDATE SET shown_at = ?2, read_at = ?3, body = ?4",
    )?
    .execute(params![session.to_string(), sortable_time(shown_at), sortable_time(read_at), to_body(trace)?])?;
    Ok(())
}

/// Replaces the trace of a session, if there is one.
pub fn replace<T: Serialize>(db: &Connection, session: LearnSessionId, trace: &T) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE workflow_traces SET body = ?2 WHERE session_id = ?1")?
        .execute(params![session.to_string(), to_body(trace)?])?;
    Ok(())
}

/// The trace of a session.
pub fn get<T: DeserializeOwned>(db: &Connection, session: LearnSessionId) -> Result<Option<T>, StoreError> {
    query_one(db, "SELECT body FROM workflow_traces WHERE session_id = ?1", params![session.to_string()])
}

/// Every trace, the oldest demonstration first.
pub fn all<T: DeserializeOwned>(db: &Connection) -> Result<Vec<T>, StoreError> {
    query_all(db, "SELECT body FROM workflow_traces ORDER BY shown_at, session_id", [])
}

/// Settled sessions with observations whose trace is missing or older than their last change, oldest first.
pub fn due(db: &Connection) -> Result<Vec<SessionRecord>, StoreError> {
    let sql = "SELECT sessions.body FROM sessions LEFT JOIN workflow_traces USING (session_id)
               WHERE holds_slot = 0 AND purged = 0 AND coalesce(read_at, '') < sessions.updated_at
               ORDER BY created_at, session_id";
    query_all(db, sql, [])
}

/// Deletes the trace of a session.
pub fn delete(db: &Connection, session: LearnSessionId) -> Result<(), StoreError> {
    db.execute("DELETE FROM workflow_traces WHERE session_id = ?1", params![session.to_string()])?;
    Ok(())
}
