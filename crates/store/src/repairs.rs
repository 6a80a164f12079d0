//! Table `repairs`: repair candidates, which are checkpoints that agents failed to reach. A unique index allows one open candidate per
//! ability (or session) and checkpoint.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, sortable_time, to_body, wire_name};
use apprentice_contracts::friction::RepairRecord;
use apprentice_contracts::ids::{AbilityId, CheckpointId, LearnSessionId};
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE repairs (
    repair_id     TEXT PRIMARY KEY,
    state         TEXT NOT NULL,
    ability_id    TEXT,
    session_id    TEXT,
    checkpoint_id TEXT NOT NULL,
    failed_at     TEXT NOT NULL,
    body          TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX repairs_open ON repairs (coalesce(ability_id, session_id), checkpoint_id) WHERE state = 'open';
CREATE INDEX repairs_by_ability ON repairs (ability_id, state);
";

/// Inserts or replaces a repair candidate.
pub fn put(db: &Connection, record: &RepairRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO repairs (repair_id, state, ability_id, session_id, checkpoint_id, failed_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (repair_id) DO UPDATE SET state = ?2, failed_at = ?6, body = ?7",
    )?
    .execute(params![
        record.repair_id.to_string(),
        wire_name(&record.state)?,
        record.ability_id.as_ref().map(ToString::to_string),
        record.learn_session_id.map(|id| id.to_string()),
        record.checkpoint_id.0,
        sortable_time(record.last_failed_at),
        to_body(record)?
    ])?;
    Ok(())
}

/// The open candidate of a checkpoint. `owner` is the ability, or the session when there is none.
pub fn open(db: &Connection, owner: &str, checkpoint: &CheckpointId) -> Result<Option<RepairRecord>, StoreError> {
    let sql = "SELECT body FROM repairs WHERE state = 'open' AND coalesce(ability_id, session_id) = ?1 AND checkpoint_id = ?2";
    query_one(db, sql, params![owner, checkpoint.0])
}

/// The open candidates of an ability, sorted by checkpoint.
pub fn open_of_ability(db: &Connection, id: &AbilityId) -> Result<Vec<RepairRecord>, StoreError> {
    query_all(db, "SELECT body FROM repairs WHERE ability_id = ?1 AND state = 'open' ORDER BY checkpoint_id", params![id.0])
}

/// A page of the candidates of one ability or of all: open ones first, each group newest first; and their number.
pub fn list(db: &Connection, ability: Option<&AbilityId>, page: PageQuery) -> Result<(Vec<RepairRecord>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let ability = ability.map(AbilityId::as_str);
    let of = "FROM repairs WHERE ?1 IS NULL OR ability_id = ?1";
    let total = query_count(db, &format!("SELECT count(*) {of}"), params![ability])?;
    let sql = format!("SELECT body {of} ORDER BY state, failed_at DESC, repair_id DESC LIMIT ?2 OFFSET ?3");
    Ok((query_all(db, &sql, params![ability, limit, offset])?, total))
}

/// All candidates, oldest first.
pub fn all(db: &Connection) -> Result<Vec<RepairRecord>, StoreError> {
    query_all(db, "SELECT body FROM repairs ORDER BY repair_id", [])
}

/// Replaces evidence and reason of every candidate whose last failure was reported to this session. The candidate stays.
pub fn redact_words(db: &Connection, session: LearnSessionId, instead: &str) -> Result<(), StoreError> {
    let sql = "UPDATE repairs SET body = sealed(json_set(body, '$.evidence', ?2, '$.reason', ?2))
               WHERE EXISTS (SELECT 1 FROM checkpoint_receipts WHERE checkpoint_receipts.session_id = ?1
                             AND receipt_id = json_extract(repairs.body, '$.receipt_ids[#-1]'))";
    db.execute(sql, params![session.to_string(), instead])?;
    Ok(())
}

/// Deletes the candidates of a session.
pub fn delete_of_session(db: &Connection, session: LearnSessionId) -> Result<(), StoreError> {
    db.execute("DELETE FROM repairs WHERE session_id = ?1", params![session.to_string()])?;
    Ok(())
}
