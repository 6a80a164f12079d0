//! Table `sessions`: learn sessions. A unique index enforces the one-session slot (§0C.1B).

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, sortable_time, to_body, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::history::HistoryFilter;
use apprentice_contracts::ids::{AbilityId, LearnSessionId};
use apprentice_contracts::json;
use apprentice_contracts::observation::WatchedShell;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::session::LearnSession;
use apprentice_contracts::state::LearnSessionState;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY,
    state      TEXT NOT NULL,
    holds_slot INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    ended_at   TEXT,
    purged     INTEGER NOT NULL DEFAULT 0,
    body       TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX sessions_one_slot ON sessions (holds_slot) WHERE holds_slot = 1;
CREATE INDEX sessions_by_age ON sessions (created_at DESC, session_id DESC);
";

/// A session with its internal state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// The session as clients see it.
    pub session: LearnSession,
    /// Where the watched browser opens, as requested.
    pub start_url: Option<String>,
    /// Whether the policy `private_auto_install` may install without another question.
    pub allow_private_install: bool,
    /// Counters of its observation.
    #[serde(default)]
    pub capture: Capture,
    /// When it was settled; `None` while work is pending in it (again).
    pub ended_at: Option<Time>,
    /// Whether its raw observations were deleted.
    #[serde(default)]
    pub purged: bool,
    /// The session that has its slot for as long as it shows an example for the draft of this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lent_to: Option<LearnSessionId>,
}

/// Counters of the observation of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Capture {
    /// When it first started.
    pub started_at: Option<Time>,
    /// When it stopped.
    pub stopped_at: Option<Time>,
    /// When it last entered the state `capturing`.
    pub running_since: Option<Time>,
    /// The last sequence number that was given to an action.
    pub last_seq: u32,
    /// Events outside the scope.
    pub dropped: u32,
    /// Events that could not be stored, because the disk was full for too long.
    #[serde(default)]
    pub lost: u32,
    /// Values that were masked.
    pub masked: u32,
    /// Shells with the hook that reported.
    pub shells: Vec<WatchedShell>,
}

/// Inserts or replaces a session.
pub fn put(db: &Connection, record: &SessionRecord) -> Result<(), StoreError> {
    let session = &record.session;
    db.prepare_cached(
        "INSERT INTO sessions (session_id, state, holds_slot, created_at, updated_at, ended_at, purged, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (session_id) DO UPDATE SET state = ?2, holds_slot = ?3, updated_at = ?5, ended_at = ?6, purged = ?7, body = ?8",
    )?
    .execute(params![
        session.learn_session_id.to_string(),
        session.state.as_str(),
        session.state.holds_slot() && record.lent_to.is_none(),
        sortable_time(session.created_at),
        sortable_time(session.updated_at),
        record.ended_at.map(sortable_time),
        record.purged,
        to_body(record)?,
    ])?;
    Ok(())
}

/// The session with this id.
pub fn get(db: &Connection, id: LearnSessionId) -> Result<Option<SessionRecord>, StoreError> {
    query_one(db, "SELECT body FROM sessions WHERE session_id = ?1", params![id.to_string()])
}

/// The session that holds the one-session slot.
pub fn active(db: &Connection) -> Result<Option<SessionRecord>, StoreError> {
    query_one(db, "SELECT body FROM sessions WHERE holds_slot = 1", [])
}

/// The session that lent its slot to this one.
pub fn lender(db: &Connection, to: LearnSessionId) -> Result<Option<SessionRecord>, StoreError> {
    query_one(db, "SELECT body FROM sessions WHERE json_extract(body, '$.lent_to') = ?1", params![to.to_string()])
}

/// The session that holds the slot or, if none does, the one that last changed.
pub fn latest(db: &Connection) -> Result<Option<SessionRecord>, StoreError> {
    query_one(db, "SELECT body FROM sessions ORDER BY holds_slot DESC, updated_at DESC, session_id DESC LIMIT 1", [])
}

/// A page of the sessions that are not archived, newest first, and their number.
pub fn list(db: &Connection, page: PageQuery) -> Result<(Vec<SessionRecord>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let of = "FROM sessions WHERE NOT EXISTS (SELECT 1 FROM archive WHERE archive.kind = 'session' AND id = session_id)";
    let sql = format!("SELECT body {of} ORDER BY created_at DESC, session_id DESC LIMIT ?1 OFFSET ?2");
    Ok((query_all(db, &sql, params![limit, offset])?, query_count(db, &format!("SELECT count(*) {of}"), [])?))
}

const BEGUN: &str = "FROM sessions WHERE (?1 IS NULL OR json_extract(body, '$.session.ability_id') = ?1)
    AND (?2 IS NULL OR created_at >= ?2) AND (?3 IS NULL OR created_at < ?3) AND (?4 IS NULL OR EXISTS (
        SELECT 1 FROM category_items AS item WHERE category_id = ?4 AND (
            (item_kind = 'proposal' AND item_id = json_extract(sessions.body, '$.session.proposal_id'))
            OR (item_kind = 'learned_ability' AND item_id = json_extract(sessions.body, '$.session.ability_id')))))";

/// The sessions that match the filter, archived ones included, newest first. The filter's `text` and `outcome` are not applied.
pub fn history(db: &Connection, filter: &HistoryFilter) -> Result<Vec<SessionRecord>, StoreError> {
    let sql = format!("SELECT body {BEGUN} ORDER BY created_at DESC, session_id DESC");
    query_all(
        db,
        &sql,
        params![
            filter.ability_id.as_ref().map(AbilityId::as_str),
            filter.from.map(sortable_time),
            filter.to.map(sortable_time),
            category(filter)
        ],
    )
}

fn category(filter: &HistoryFilter) -> Option<String> {
    filter.category_id.map(|id| id.to_string())
}

/// A page of the same list, with the filter's `outcome` applied.
pub fn history_page(db: &Connection, page: PageQuery, filter: &HistoryFilter) -> Result<Vec<SessionRecord>, StoreError> {
    let (limit, offset) = limit_offset(page);
    let outcome = filter.outcome.map(|outcome| wire_name(&outcome)).transpose()?;
    let sql = format!(
        "SELECT body {BEGUN} AND (?5 IS NULL OR ?5 = CASE WHEN state IN ('approved', 'rejected', 'cancelled', 'quarantined')
         THEN state ELSE 'in_progress' END) ORDER BY created_at DESC, session_id DESC LIMIT ?6 OFFSET ?7"
    );
    query_all(
        db,
        &sql,
        params![
            filter.ability_id.as_ref().map(AbilityId::as_str),
            filter.from.map(sortable_time),
            filter.to.map(sortable_time),
            category(filter),
            outcome,
            limit,
            offset
        ],
    )
}

/// Number of sessions in the same list by state. The filter's `text` and `outcome` are not applied.
pub fn history_states(db: &Connection, filter: &HistoryFilter) -> Result<Vec<(LearnSessionState, u32)>, StoreError> {
    let mut statement = db.prepare_cached(&format!("SELECT json_quote(state), count(*) {BEGUN} GROUP BY state"))?;
    let mut rows = statement.query(params![
        filter.ability_id.as_ref().map(AbilityId::as_str),
        filter.from.map(sortable_time),
        filter.to.map(sortable_time),
        category(filter)
    ])?;
    let mut states = Vec::new();
    while let Some(row) = rows.next()? {
        let state = json::read(row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?)?;
        states.push((state, row.get(1)?));
    }
    Ok(states)
}

/// Sessions that were settled before `before` and still have raw observations that need not be retained. (Sessions that an older version
/// installed have no `ended_at`; `updated_at` replaces it.)
pub fn to_purge(db: &Connection, before: Time) -> Result<Vec<SessionRecord>, StoreError> {
    let sql = "SELECT body FROM sessions WHERE purged = 0 AND holds_slot = 0 AND coalesce(ended_at, updated_at) < ?1
               AND json_extract(body, '$.session.retain') IS NOT 1 AND json_extract(body, '$.lent_to') IS NULL";
    query_all(db, sql, params![sortable_time(before)])
}

/// Deletes a session with its actions, events, boundaries and test policy. Returns whether it existed.
pub fn delete(db: &Connection, id: LearnSessionId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM sessions WHERE session_id = ?1", params![id.to_string()])? > 0)
}
