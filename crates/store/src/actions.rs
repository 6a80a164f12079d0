//! Table `observed_actions`: the raw observations of a demonstration. Secrets are masked before they are stored.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, to_body};
use apprentice_contracts::ids::{EventId, LearnSessionId};
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE observed_actions (
    event_id   TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    body       TEXT NOT NULL,
    UNIQUE (session_id, seq)
) STRICT;
";

/// Inserts an action, or replaces it when its effect was observed later.
pub fn put(db: &Connection, action: &ObservedAction) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO observed_actions (event_id, session_id, seq, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (event_id) DO UPDATE SET body = ?4",
    )?
    .execute(params![action.event_id.to_string(), action.learn_session_id.to_string(), action.seq, to_body(action)?])?;
    Ok(())
}

/// A page of the actions of a session, in order, and their number.
pub fn page_of_session(db: &Connection, id: LearnSessionId, page: PageQuery) -> Result<(Vec<ObservedAction>, u32), StoreError> {
    let ((limit, offset), id) = (limit_offset(page), id.to_string());
    let sql = "SELECT body FROM observed_actions WHERE session_id = ?1 ORDER BY seq LIMIT ?2 OFFSET ?3";
    let total = query_count(db, "SELECT count(*) FROM observed_actions WHERE session_id = ?1", params![id])?;
    Ok((query_all(db, sql, params![id, limit, offset])?, total))
}

/// The action with this id.
pub fn get(db: &Connection, id: EventId) -> Result<Option<ObservedAction>, StoreError> {
    query_one(db, "SELECT body FROM observed_actions WHERE event_id = ?1", params![id.to_string()])
}

/// The actions of a session, in order.
pub fn of_session(db: &Connection, id: LearnSessionId) -> Result<Vec<ObservedAction>, StoreError> {
    query_all(db, "SELECT body FROM observed_actions WHERE session_id = ?1 ORDER BY seq", params![id.to_string()])
}

/// Number of actions of a session.
pub fn count_of_session(db: &Connection, id: LearnSessionId) -> Result<u32, StoreError> {
    query_count(db, "SELECT count(*) FROM observed_actions WHERE session_id = ?1", params![id.to_string()])
}

/// Deletes an action. Returns whether it existed.
pub fn delete(db: &Connection, id: EventId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM observed_actions WHERE event_id = ?1", params![id.to_string()])? > 0)
}

/// Deletes the actions of a session. Returns their number.
pub fn delete_of_session(db: &Connection, id: LearnSessionId) -> Result<usize, StoreError> {
    Ok(db.execute("DELETE FROM observed_actions WHERE session_id = ?1", params![id.to_string()])?)
}
