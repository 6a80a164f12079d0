//! What agents report of their own accord is bounded as it comes in, so that no agent can fill the disk: the oldest of each kind goes.
//! Table `trimmed` counts what went, so that statistics stay true.

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

/// Of each ability (frictions also of none): frictions, dispatches, repairs that are resolved.
pub const MAX_PER_ABILITY: u32 = 1000;
/// Of all that were submitted. An older one is not known again.
pub const MAX_INTENTS: u32 = 10_000;
/// Of each ability or session: checkpoint receipts.
pub const MAX_RECEIPTS: u32 = 2000;
/// Of each ability: failed checkpoints that its health is judged by, although they are older than those.
pub const MAX_FAILURES: u32 = 500;
/// Of the answers to what agents report. A report that comes again after that is taken for a new one.
pub const MAX_ANSWERS: u32 = 10_000;
/// Of each session: checkpoint events of agents. Nothing takes an event out of a stream again, so there are no more than these.
pub const MAX_EVENTS: u32 = 1000;
/// So many more than are kept may stand, so that not every report deletes one.
const SLACK: u32 = 64;

/// How many are too many, once it is worth the while.
fn excess(db: &Connection, sql: &str, params: impl Params, keep: u32) -> Result<Option<u32>, StoreError> {
    let excess = query_count(db, sql, params)?.saturating_sub(keep);
    Ok((excess >= SLACK).then_some(excess))
}

/// Adds to what is counted of an ability the rows that `rows` (ability, word, number) gives.
fn count_trimmed(db: &Connection, rows: &str, params: impl Params) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO trimmed (ability_id, what, count) {rows}
         ON CONFLICT (ability_id, what) DO UPDATE SET count = count + excluded.count"
    );
    db.prepare_cached(&sql)?.execute(params)?;
    Ok(())
}

/// Answers whether any went.
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

/// Of an ability, or of a session that taught none yet.
pub fn trim_resolved_repairs(db: &Connection, owner: &str) -> Result<(), StoreError> {
    const OF: &str = "FROM repairs WHERE state = 'resolved' AND (ability_id = ?1 OR session_id = ?1)";
    let Some(excess) = excess(db, &format!("SELECT count(*) {OF}"), params![owner], MAX_PER_ABILITY)? else { return Ok(()) };
    let sql = format!("DELETE FROM repairs WHERE repair_id IN (SELECT repair_id {OF} ORDER BY failed_at, repair_id LIMIT ?2)");
    db.prepare_cached(&sql)?.execute(params![owner, excess])?;
    Ok(())
}

/// Leaves those that failed since `since` and the health of the ability is judged by. Receipts are counted as they come in, so none
/// is lost to the statistics. Answers whether any went.
pub fn trim_ability_receipts(db: &Connection, ability: &AbilityId, since: Time) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM checkpoint_receipts WHERE ability_id = ?1";
    let Some(_) = excess(db, sql, params![ability.0], MAX_RECEIPTS + MAX_FAILURES)? else { return Ok(false) };
    let sql = "DELETE FROM checkpoint_receipts WHERE ability_id = ?1
               AND ordinal NOT IN (SELECT ordinal FROM checkpoint_receipts WHERE ability_id = ?1 ORDER BY ordinal DESC LIMIT ?2)
               AND ordinal NOT IN (SELECT ordinal FROM checkpoint_receipts WHERE ability_id = ?1 AND created_at >= ?3
                                   AND json_extract(body, '$.status') = 'failed' ORDER BY ordinal DESC LIMIT ?4)
               AND NOT EXISTS (SELECT 1 FROM sessions WHERE holds_slot = 1 AND sessions.session_id = checkpoint_receipts.session_id)";
    let gone = db.prepare_cached(sql)?.execute(params![ability.0, MAX_RECEIPTS, sortable_time(since), MAX_FAILURES])?;
    Ok(gone > 0)
}

/// What agents reported to a session that taught no ability yet; what the observer saw stays. Answers whether any went.
pub fn trim_session_receipts(db: &Connection, session: LearnSessionId) -> Result<bool, StoreError> {
    const OF: &str =
        "FROM checkpoint_receipts WHERE session_id = ?1 AND ability_id IS NULL AND json_extract(body, '$.source') = 'agent'";
    let session = session.to_string();
    let Some(excess) = excess(db, &format!("SELECT count(*) {OF}"), params![session], MAX_RECEIPTS)? else { return Ok(false) };
    let sql = format!("DELETE FROM checkpoint_receipts WHERE ordinal IN (SELECT ordinal {OF} ORDER BY ordinal LIMIT ?2)");
    db.prepare_cached(&sql)?.execute(params![session, excess])?;
    Ok(true)
}

pub fn trim_intents(db: &Connection) -> Result<(), StoreError> {
    let Some(excess) = excess(db, "SELECT count(*) FROM config_intents", [], MAX_INTENTS)? else { return Ok(()) };
    let sql = "DELETE FROM config_intents WHERE ordinal IN (SELECT ordinal FROM config_intents ORDER BY ordinal LIMIT ?1)";
    db.prepare_cached(sql)?.execute(params![excess])?;
    Ok(())
}

/// Of the answers to these operations together. Called once an answer was remembered, it looks only now and then.
pub fn trim_answers(db: &Connection, operations: [&str; 2]) -> Result<(), StoreError> {
    if db.last_insert_rowid() % i64::from(SLACK) != 0 {
        return Ok(());
    }
    let sql = "DELETE FROM idempotency WHERE operation IN (?1, ?2) AND rowid NOT IN (
                   SELECT rowid FROM idempotency WHERE operation IN (?1, ?2) ORDER BY created_at DESC, rowid DESC LIMIT ?3)";
    db.prepare_cached(sql)?.execute(params![operations[0], operations[1], MAX_ANSWERS])?;
    Ok(())
}
