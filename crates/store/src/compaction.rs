//! Nightly compaction of tables that only grow (§0C.16D). Table `receipt_counts`: number of deleted learning receipts of each kind. Records
//! of an active session are never deleted.

use crate::StoreError;
use crate::codec::sortable_time;
use apprentice_contracts::Time;
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

/// Deletes the learning receipts before `before` and counts them by kind. Returns the number of deleted receipts.
pub fn receipts(db: &Connection, before: Time) -> Result<usize, StoreError> {
    const OLD: &str = "created_at < ?1 AND NOT EXISTS (
        SELECT 1 FROM sessions WHERE (holds_slot = 1 OR json_extract(sessions.body, '$.lent_to') IS NOT NULL)
        AND (sessions.session_id = receipts.session_id
             OR json_extract(sessions.body, '$.session.proposal_id') = receipts.proposal_id))";
    let before = sortable_time(before);
    db.prepare_cached(&format!(
        "INSERT INTO receipt_counts (kind, count) SELECT kind, count(*) FROM receipts WHERE {OLD} GROUP BY kind
         ON CONFLICT (kind) DO UPDATE SET count = count + excluded.count"
    ))?
    .execute(params![before])?;
    Ok(db.prepare_cached(&format!("DELETE FROM receipts WHERE {OLD}"))?.execute(params![before])?)
}

/// Number of deleted learning receipts by kind.
pub fn receipt_counts(db: &Connection) -> Result<BTreeMap<String, u32>, StoreError> {
    let mut statement = db.prepare_cached("SELECT kind, count FROM receipt_counts")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
