//! Limits of what agents report voluntarily, applied with every report, so that no agent can fill the disk: the oldest records of a kind
//! are deleted. Table `trimmed` counts the deleted records, so that statistics stay correct.

use crate::StoreError;
use crate::codec::{query_count, sortable_time};
use apprentice_contracts::Time;
use apprentice_contracts::ids::{AbilityId, LearnSessionId};
use rusqlite::{Connection, Params, params};

pub(crate) const CREATE: &str = "
CREATE TABLE trimmed (
    ability_id TEXT NOT NULL,
    what       TEXT NOT NULL,
    count      INTEGER NOT NULL,
    PRIMARY KEY (ability_id, what)
) STRICT;
CREATE INDEX repairs_by_session ON repairs (session_id) WHERE session_id IS NOT NULL;
";

/// Frictions (also those without an ability), dispatches and resolved repair candidates per ability; also receipts of a kind that agents
/// cause, which go into the archive every night.
pub const MAX_PER_ABILITY: u32 = 1000;
/// Configuration intents. An older intent is no longer recognised when it is repeated.
pub const MAX_INTENTS: u32 = 10_000;
/// Bytes of all configuration intents.
pub const MAX_INTENT_BYTES: u32 = 16 * 1024 * 1024;
/// Checkpoint receipts per ability or session.
pub const MAX_RECEIPTS: u32 = 2000;
/// More failed checkpoints per ability, which its health depends on although they are older.
pub const MAX_FAILURES: u32 = 500;
/// Stored answers to reports. An older report that is repeated counts as a new one.
pub const MAX_ANSWERS: u32 = 10_000;
/// Checkpoint events of agents per session. No more are added, because events are never removed from a stream.
pub const MAX_EVENTS: u32 = 1000;
/// A limit may be exceeded by this number, so that not every report deletes a record.
const SLACK: u32 = 64;

/// Number of records over the limit; `None` while the slack is not used up.
fn excess(db: &Connection, sql: &str, params: impl Params, keep: u32) -> Result<Option<u32>, StoreError> {
    let excess = query_count(db, sql, params)?.saturating_sub(keep);
    Ok((excess >= SLACK).then_some(excess))
}

/// Adds the counts that the query `rows` returns (ability, word, number) to `trimmed`.
fn count_trimmed(db: &Connection, rows: &str, params: impl Params) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO trimmed (ability_id, what, count) {rows}
         ON CONFLICT (ability_id, what) DO UPDATE SET count = count + excluded.count"
    );
    db.prepare_cached(&sql)?.execute(params)?;
    Ok(())
}

/// Trims the frictions of an ability, or those without one. Returns whether any were deleted.
pub fn trim_frictions(db: &Connection, ability: Option<&AbilityId>) -> Result<bool, StoreError> {
    let ability = ability.map(|id| &id.0);
    let Some(excess) = excess(db, "SELECT count(*) FROM friction WHERE ability_id IS ?1", params![ability], MAX_PER_ABILITY)?
    else {
        return Ok(false);
    };
    const OLD: &str = "ordinal IN (SELECT ordinal FROM friction WHERE ability_id IS ?1 ORDER BY ordinal LIMIT ?2)";
    let counted = format!(
        "SELECT ability_id, 'friction', count(*) FROM friction
         WHERE {OLD} AND ability_id IS NOT NULL AND kind <> 'note' GROUP BY ability_id"
    );
    count_trimmed(db, &counted, params![ability, excess])?;
    db.prepare_cached(&format!("DELETE FROM friction WHERE {OLD}"))?.execute(params![ability, excess])?;
    Ok(true)
}

/// Trims the dispatches of an ability.
pub fn trim_dispatches(db: &Connection, ability: &AbilityId) -> Result<(), StoreError> {
    let Some(excess) = excess(db, "SELECT count(*) FROM dispatches WHERE ability_id = ?1", params![ability.0], MAX_PER_ABILITY)?
    else {
        return Ok(());
    };
    const OLD: &str = "rowid IN (SELECT rowid FROM dispatches WHERE ability_id = ?1 ORDER BY last_seen, dispatch_id LIMIT ?2)";
    let counted = format!(
        "SELECT ability_id, 'dispatch:' || coalesce(outcome, ''), count(*) FROM dispatches WHERE {OLD} GROUP BY ability_id, outcome"
    );
    count_trimmed(db, &counted, params![ability.0, excess])?;
    db.prepare_cached(&format!("DELETE FROM dispatches WHERE {OLD}"))?.execute(params![ability.0, excess])?;
    Ok(())
}

/// Trims the resolved repair candidates of an ability, or of a session that has taught none yet.
pub fn trim_resolved_repairs(db: &Connection, owner: &str) -> Result<(), StoreError> {
    const OF: &str = "FROM repairs WHERE state = 'resolved' AND (ability_id = ?1 OR session_id = ?1)";
    let Some(excess) = excess(db, &format!("SELECT count(*) {OF}"), params![owner], MAX_PER_ABILITY)? else { return Ok(()) };
    let sql = format!("DELETE FROM repairs WHERE repair_id IN (SELECT repair_id {OF} ORDER BY failed_at, repair_id LIMIT ?2)");
    db.prepare_cached(&sql)?.execute(params![owner, excess])?;
    Ok(())
}

/// Trims the checkpoint receipts of an ability. The newest stay, and failures since `since`, which its health depends on. The statistics do
/// not change, because receipts are counted when they are added. Returns whether any were deleted.
pub fn trim_ability_receipts(db: &Connection, ability: &AbilityId, since: Time) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM checkpoint_receipts WHERE ability_id = ?1";
    let Some(_) = excess(db, sql, params![ability.0], MAX_RECEIPTS + MAX_FAILURES)? else { return Ok(false) };
    let sql = "DELETE FROM checkpoint_receipts WHERE ability_id = ?1
               AND ordinal NOT IN (SELECT ordinal FROM checkpoint_receipts WHERE ability_id = ?1 ORDER BY ordinal DESC LIMIT ?2)
               AND ordinal NOT IN (SELECT ordinal FROM checkpoint_receipts WHERE ability_id = ?1 AND created_at >= ?3
                                   AND json_extract(body, '$.status') = 'failed' ORDER BY ordinal DESC LIMIT ?4)
               AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.session_id = checkpoint_receipts.session_id
                               AND (holds_slot = 1 OR json_extract(sessions.body, '$.lent_to') IS NOT NULL))";
    let gone = db.prepare_cached(sql)?.execute(params![ability.0, MAX_RECEIPTS, sortable_time(since), MAX_FAILURES])?;
    Ok(gone > 0)
}

/// Trims the receipts that agents reported to a session that has taught no ability yet; those of the observer stay. Returns whether any
/// were deleted.
pub fn trim_session_receipts(db: &Connection, session: LearnSessionId) -> Result<bool, StoreError> {
    const OF: &str =
        "FROM checkpoint_receipts WHERE session_id = ?1 AND ability_id IS NULL AND json_extract(body, '$.source') = 'agent'";
    let session = session.to_string();
    let Some(excess) = excess(db, &format!("SELECT count(*) {OF}"), params![session], MAX_RECEIPTS)? else { return Ok(false) };
    let sql = format!("DELETE FROM checkpoint_receipts WHERE ordinal IN (SELECT ordinal {OF} ORDER BY ordinal LIMIT ?2)");
    db.prepare_cached(&sql)?.execute(params![session, excess])?;
    Ok(true)
}

/// Trims the configuration intents, in number and in bytes.
pub fn trim_intents(db: &Connection) -> Result<(), StoreError> {
    // Only at every 64th intent, because the sum reads all of them.
    if db.last_insert_rowid() % i64::from(SLACK) == 0 {
        let sql = "DELETE FROM config_intents WHERE ordinal IN (
                       SELECT ordinal FROM (SELECT ordinal, sum(length(body)) OVER (ORDER BY ordinal DESC) AS bytes FROM config_intents)
                       WHERE bytes > ?1)";
        db.prepare_cached(sql)?.execute(params![MAX_INTENT_BYTES])?;
    }
    let Some(excess) = excess(db, "SELECT count(*) FROM config_intents", [], MAX_INTENTS)? else { return Ok(()) };
    let sql = "DELETE FROM config_intents WHERE ordinal IN (SELECT ordinal FROM config_intents ORDER BY ordinal LIMIT ?1)";
    db.prepare_cached(sql)?.execute(params![excess])?;
    Ok(())
}

/// Trims the stored answers of two operations together. Call it after an answer was stored; it only works at every 64th row.
pub fn trim_answers(db: &Connection, operations: [&str; 2]) -> Result<(), StoreError> {
    if db.last_insert_rowid() % i64::from(SLACK) != 0 {
        return Ok(());
    }
    let sql = "DELETE FROM idempotency WHERE operation IN (?1, ?2) AND rowid NOT IN (
                   SELECT rowid FROM idempotency WHERE operation IN (?1, ?2) ORDER BY created_at DESC, rowid DESC LIMIT ?3)";
    db.prepare_cached(sql)?.execute(params![operations[0], operations[1], MAX_ANSWERS])?;
    Ok(())
}
