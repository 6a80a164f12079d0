//! Table `boundaries`: the marks in a trace (§0C.22).

use crate::StoreError;
use crate::codec::{query_all, to_body};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::session::WorkflowBoundary;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE boundaries (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    boundary_id TEXT NOT NULL UNIQUE,
    session_id  TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX boundaries_by_session ON boundaries (session_id, ordinal);
";

/// Adds a boundary.
pub fn add(db: &Connection, boundary: &WorkflowBoundary) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO boundaries (boundary_id, session_id, body) VALUES (?1, ?2, ?3)")?.execute(params![
        boundary.boundary_id.to_string(),
        boundary.learn_session_id.to_string(),
        to_body(boundary)?
    ])?;
    Ok(())
}

/// The boundaries of a session, in the order in which they were set.
pub fn of_session(db: &Connection, id: LearnSessionId) -> Result<Vec<WorkflowBoundary>, StoreError> {
    query_all(db, "SELECT body FROM boundaries WHERE session_id = ?1 ORDER BY ordinal", params![id.to_string()])
}
