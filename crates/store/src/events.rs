//! Table `session_events`: the event stream of each session, stored so that a client can resume it without a gap or a repetition.
//!
//! Invariant: the events of a session are numbered 1, 2, 3 ... without a gap.

use crate::StoreError;
use crate::codec::{query_all, query_count, read_record, sortable_time, to_body, to_json};
use apprentice_contracts::Time;
use apprentice_contracts::event::{EventKind, LearnSessionEvent};
use apprentice_contracts::ids::{EventId, LearnSessionId};
use rusqlite::{Connection, params};
use serde_json::Value;

pub(crate) const CREATE: &str = "
CREATE TABLE session_events (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    action_id  TEXT,
    created_at TEXT NOT NULL,
    body       TEXT NOT NULL,
    UNIQUE (session_id, seq)
) STRICT;
CREATE INDEX session_events_by_action ON session_events (action_id) WHERE action_id IS NOT NULL;
";

/// An index for `count_agent_checkpoints`, which every report of an agent needs.
pub(crate) const ADD_AGENT_INDEX: &str = "
CREATE INDEX session_events_by_agents ON session_events (session_id)
    WHERE kind >= 'checkpoint.' AND kind < 'checkpoint/' AND json_extract(body, '$.payload.source') = 'agent';
";

/// An event to append.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// The session.
    pub session_id: LearnSessionId,
    /// Its kind.
    pub kind: EventKind,
    /// What it is about: the payload of [`apprentice_contracts::event::Event`] for this kind.
    pub payload: Value,
    /// The observed action in the payload, so that deleting the action deletes the payload.
    pub action: Option<EventId>,
    /// When it happened.
    pub at: Time,
}

/// Appends an event with the next number of its session.
pub fn append(db: &Connection, event: NewEvent) -> Result<LearnSessionEvent, StoreError> {
    let seq = last_seq(db, event.session_id)? + 1;
    let stored = LearnSessionEvent {
        seq,
        event_kind: event.kind,
        session_id: event.session_id,
        payload: event.payload,
        timestamp: event.at,
    };
    db.prepare_cached(
        "INSERT INTO session_events (session_id, seq, kind, action_id, created_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        event.session_id.to_string(),
        seq,
        event.kind.as_str(),
        event.action.map(|id| id.to_string()),
        sortable_time(event.at),
        to_body(&stored)?
    ])?;
    Ok(stored)
}

/// Number of the last event of a session; 0 before the first.
pub fn last_seq(db: &Connection, id: LearnSessionId) -> Result<u32, StoreError> {
    query_count(db, "SELECT coalesce(max(seq), 0) FROM session_events WHERE session_id = ?1", params![id.to_string()])
}

/// Number of checkpoint events of agents in the stream of a session.
pub fn count_agent_checkpoints(db: &Connection, id: LearnSessionId) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM session_events INDEXED BY session_events_by_agents WHERE session_id = ?1
               AND kind >= 'checkpoint.' AND kind < 'checkpoint/' AND json_extract(body, '$.payload.source') = 'agent'";
    query_count(db, sql, params![id.to_string()])
}

/// Events of a session after `seq`, in order, at most `limit`.
pub fn after(db: &Connection, id: LearnSessionId, seq: u32, limit: u32) -> Result<Vec<LearnSessionEvent>, StoreError> {
    let sql = "SELECT body FROM session_events WHERE session_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
    query_all(db, sql, params![id.to_string(), seq, limit])
}

/// Position of the newest event of all sessions; 0 before the first.
pub fn last_position(db: &Connection) -> Result<i64, StoreError> {
    Ok(db.prepare_cached("SELECT coalesce(max(id), 0) FROM session_events")?.query_row([], |row| row.get(0))?)
}

/// Events of all sessions after a position, in order, with their positions, at most `limit`.
pub fn after_position(db: &Connection, position: i64, limit: u32) -> Result<Vec<(i64, LearnSessionEvent)>, StoreError> {
    let mut statement = db.prepare_cached("SELECT id, body FROM session_events WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let mut rows = statement.query(params![position, limit])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        events.push((row.get(0)?, read_record(row.get_ref(1)?)?));
    }
    Ok(events)
}

/// Empties the payload of every event about this action. Numbers do not change.
pub fn redact_action(db: &Connection, action: EventId) -> Result<(), StoreError> {
    let sql =
        "UPDATE session_events SET body = sealed(json_set(body, '$.payload', json(?2))), action_id = NULL WHERE action_id = ?1";
    let gone = to_json(&serde_json::json!({ "event_id": action, "deleted": true }))?;
    db.execute(sql, params![action.to_string(), gone])?;
    Ok(())
}

/// Empties the payload of every event about an action of this session. Numbers do not change.
pub fn redact_actions_of_session(db: &Connection, id: LearnSessionId) -> Result<(), StoreError> {
    let sql = "UPDATE session_events SET action_id = NULL,
               body = sealed(json_set(body, '$.payload', json_object('event_id', action_id, 'deleted', json('true'))))
               WHERE session_id = ?1 AND action_id IS NOT NULL";
    db.execute(sql, params![id.to_string()])?;
    Ok(())
}
