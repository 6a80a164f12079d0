//! Nightly compaction of tables that only grow (§0C.16D). Table `receipt_counts`: number of learning receipts of each kind that are in the
//! archive and no longer here. Records of an active session stay.

use crate::codec::{query_all, sortable_time, to_json, wire_name};
use crate::{StoreError, retention};
use apprentice_contracts::Time;
use apprentice_contracts::ids::ReceiptId;
use apprentice_contracts::receipt::{LearningReceipt, ReceiptKind};
use rusqlite::{Connection, params};
use std::collections::BTreeMap;

pub(crate) const CREATE: &str = "
CREATE TABLE receipt_counts (
    kind  TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
";

/// Deletes checkpoint receipts, except the newest `keep` of each ability, those that decide its newest `runs` runs, and those since `since`.
/// [`crate::statistics`] stays correct, because receipts are counted when they are added. Returns the number of deleted receipts.
pub fn checkpoint_receipts(db: &Connection, keep: u32, runs: u32, since: Time) -> Result<usize, StoreError> {
    let sql = "WITH newest AS (
                   SELECT ability_id, run FROM (
                       SELECT ability_id, run, row_number() OVER (PARTITION BY ability_id ORDER BY min(ordinal) DESC) AS place
                       FROM checkpoint_receipts WHERE ability_id IS NOT NULL AND run IS NOT NULL GROUP BY ability_id, run)
                   WHERE place <= ?3),
               deciding AS (
                   SELECT max(ordinal) AS ordinal FROM checkpoint_receipts AS receipt
                   WHERE EXISTS (SELECT 1 FROM newest WHERE newest.ability_id = receipt.ability_id AND newest.run = receipt.run)
                   GROUP BY ability_id, run, checkpoint_id, by_observer)
               DELETE FROM checkpoint_receipts WHERE ordinal IN (
                   SELECT ordinal FROM (
                       SELECT ordinal, ability_id, run, session_id, created_at,
                              row_number() OVER (PARTITION BY ability_id ORDER BY ordinal DESC) AS place
                       FROM checkpoint_receipts WHERE ability_id IS NOT NULL)
                   AS placed WHERE place > ?1 AND created_at < ?2
                   AND ordinal NOT IN (SELECT ordinal FROM deciding)
                   AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.session_id = placed.session_id
                                   AND (holds_slot = 1 OR json_extract(sessions.body, '$.lent_to') IS NOT NULL)))";
    Ok(db.prepare_cached(sql)?.execute(params![keep, sortable_time(since), runs])?)
}

/// The learning receipts that leave the database, oldest first: those before `before`, and all but the newest of a kind that agents cause.
/// One that cannot be read stays.
pub fn due_receipts(db: &Connection, before: Time) -> Result<Vec<LearningReceipt>, StoreError> {
    let sql = "SELECT body FROM receipts
               WHERE (created_at < ?1 OR ordinal IN (SELECT ordinal FROM receipts WHERE kind = ?2 ORDER BY ordinal DESC LIMIT -1 OFFSET ?3))
               AND NOT EXISTS (
                   SELECT 1 FROM sessions WHERE (holds_slot = 1 OR json_extract(sessions.body, '$.lent_to') IS NOT NULL)
                   AND (sessions.session_id = receipts.session_id
                        OR json_extract(sessions.body, '$.session.proposal_id') = receipts.proposal_id))
               ORDER BY ordinal";
    let of_agents = wire_name(&ReceiptKind::ConfigurationChanged)?;
    query_all(db, sql, params![sortable_time(before), of_agents, retention::MAX_PER_ABILITY])
}

/// Deletes learning receipts, which are archived, and counts them by kind.
pub fn delete_receipts(db: &Connection, receipts: &[ReceiptId]) -> Result<(), StoreError> {
    const THESE: &str = "receipt_id IN (SELECT value FROM json_each(?1))";
    let ids = to_json(&receipts)?;
    db.prepare_cached(&format!(
        "INSERT INTO receipt_counts (kind, count) SELECT kind, count(*) FROM receipts WHERE {THESE} GROUP BY kind
         ON CONFLICT (kind) DO UPDATE SET count = count + excluded.count"
    ))?
    .execute(params![ids])?;
    db.prepare_cached(&format!("DELETE FROM receipts WHERE {THESE}"))?.execute(params![ids])?;
    Ok(())
}

/// Number of archived learning receipts by kind.
pub fn receipt_counts(db: &Connection) -> Result<BTreeMap<String, u32>, StoreError> {
    let mut statement = db.prepare_cached("SELECT kind, count FROM receipt_counts")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
