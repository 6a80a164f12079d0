//! Table `screens`: what pages showed at the actions of a demonstration. Secrets are masked before they are stored. A row goes with its action.

use crate::StoreError;
use crate::codec::{query_one, to_body};
use apprentice_contracts::ids::{EventId, LearnSessionId};
use apprentice_contracts::screen::Screen;
use rusqlite::{Connection, params};
use std::collections::HashSet;

/// Most bytes of all screens of one session.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

pub(crate) const CREATE: &str = "
CREATE TABLE screens (
    event_id   TEXT PRIMARY KEY REFERENCES observed_actions (event_id) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    body       TEXT NOT NULL
) STRICT;
CREATE INDEX screens_by_session ON screens (session_id);
";

/// Stores what a page showed at an action that is stored. Returns whether there was room for it, see [`MAX_BYTES`].
pub fn add(db: &Connection, id: LearnSessionId, event: EventId, screen: &Screen) -> Result<bool, StoreError> {
    let body = to_body(screen)?;
    let sql = "SELECT coalesce(sum(octet_length(body)), 0) FROM screens WHERE session_id = ?1";
    let stored: i64 = db.prepare_cached(sql)?.query_row(params![id.to_string()], |row| row.get(0))?;
    if stored + body.len() as i64 > MAX_BYTES as i64 {
        return Ok(false);
    }
    let sql = "INSERT INTO screens (event_id, session_id, body) VALUES (?1, ?2, ?3)";
    db.prepare_cached(sql)?.execute(params![event.to_string(), id.to_string(), body])?;
    Ok(true)
}

/// What the page showed at this action.
pub fn get(db: &Connection, event: EventId) -> Result<Option<Screen>, StoreError> {
    query_one(db, "SELECT body FROM screens WHERE event_id = ?1", params![event.to_string()])
}

/// The actions of a session of which there is a screen.
pub fn events_of_session(db: &Connection, id: LearnSessionId) -> Result<HashSet<EventId>, StoreError> {
    let mut statement = db.prepare_cached("SELECT event_id FROM screens WHERE session_id = ?1")?;
    let mut rows = statement.query(params![id.to_string()])?;
    let mut found = HashSet::new();
    while let Some(row) = rows.next()? {
        found.extend(row.get::<_, String>(0)?.parse::<EventId>());
    }
    Ok(found)
}
