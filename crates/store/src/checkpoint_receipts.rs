//! Table `checkpoint_receipts`: the judgements on checkpoints. Table `checkpoint_counts`: their number, which outlasts them.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_numbered, query_one, sortable_time, to_body, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerificationReceipt, ReceiptSource};
use apprentice_contracts::ids::{AbilityId, CheckpointId, DispatchId, LearnSessionId, ValidationRunId};
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE checkpoint_receipts (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    receipt_id  TEXT NOT NULL UNIQUE,
    session_id  TEXT,
    run_id      TEXT,
    ability_id  TEXT,
    created_at  TEXT NOT NULL,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX checkpoint_receipts_by_session ON checkpoint_receipts (session_id, ordinal);
CREATE INDEX checkpoint_receipts_by_run ON checkpoint_receipts (run_id, ordinal);
CREATE INDEX checkpoint_receipts_by_ability ON checkpoint_receipts (ability_id, ordinal);
";

/// Receipts are compacted over time; their number per ability, checkpoint and status is kept.
pub(crate) const ADD_COUNTS_AND_DISPATCH_INDEX: &str = "
CREATE INDEX checkpoint_receipts_by_dispatch ON checkpoint_receipts (json_extract(body, '$.dispatch_id'), ordinal);
CREATE TABLE checkpoint_counts (
    ability_id    TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    status        TEXT NOT NULL,
    count         INTEGER NOT NULL,
    PRIMARY KEY (ability_id, checkpoint_id, status)
) STRICT;
INSERT INTO checkpoint_counts (ability_id, checkpoint_id, status, count)
    SELECT ability_id, json_extract(body, '$.checkpoint_id'), json_extract(body, '$.status'), count(*)
    FROM checkpoint_receipts WHERE ability_id IS NOT NULL GROUP BY 1, 2, 3;
";

/// A run is a test or a dispatch. Agents choose the names of dispatches, so a dispatch with the id of a test is still not that test.
pub(crate) const ADD_RUNS: &str = "
ALTER TABLE checkpoint_receipts ADD COLUMN run TEXT;
ALTER TABLE checkpoint_receipts ADD COLUMN checkpoint_id TEXT;
ALTER TABLE checkpoint_receipts ADD COLUMN by_observer INTEGER;
UPDATE checkpoint_receipts SET
    run = coalesce('test:' || run_id, 'dispatch:' || json_extract(body, '$.dispatch_id')),
    checkpoint_id = json_extract(body, '$.checkpoint_id'),
    by_observer = json_extract(body, '$.source') = 'observer';
CREATE INDEX checkpoint_receipts_of_runs
    ON checkpoint_receipts (ability_id, run, checkpoint_id, by_observer, ordinal, created_at) WHERE run IS NOT NULL;
CREATE INDEX checkpoint_failures ON checkpoint_receipts (ability_id, created_at, run)
    WHERE run IS NOT NULL AND json_extract(body, '$.status') = 'failed';
";

/// What agents report within one hour is one run, however many dispatches they name, so that a burst of reports weighs like one. In
/// `by_observer`, 2 marks a failure that an agent reported: it is kept beside the last other report of its hour.
pub(crate) const MERGE_RUNS_OF_AGENTS: &str = "
UPDATE checkpoint_receipts SET
    run = 'agents:' || substr(created_at, 1, 13),
    by_observer = CASE WHEN json_extract(body, '$.status') = 'failed' THEN 2 ELSE 0 END
WHERE run LIKE 'dispatch:%';
";

/// The run that a receipt belongs to: a test, or the hour in which agents reported.
fn run_of(receipt: &CheckpointVerificationReceipt) -> Option<String> {
    let test = receipt.validation_run_id.map(|id| format!("test:{id}"));
    let hour = || sortable_time(receipt.created_at).chars().take(13).collect::<String>();
    test.or_else(|| receipt.dispatch_id.as_ref().map(|_| format!("agents:{}", hour())))
}

/// See [`MERGE_RUNS_OF_AGENTS`].
fn by_observer(receipt: &CheckpointVerificationReceipt) -> u8 {
    match (receipt.source, receipt.status) {
        (ReceiptSource::Observer, _) => 1,
        (_, CheckpointStatus::Failed) if receipt.validation_run_id.is_none() => 2,
        _ => 0,
    }
}

/// Adds a receipt and counts it.
pub fn add(db: &Connection, receipt: &CheckpointVerificationReceipt) -> Result<(), StoreError> {
    if let Some(ability) = &receipt.ability_id {
        db.prepare_cached(
            "INSERT INTO checkpoint_counts (ability_id, checkpoint_id, status, count) VALUES (?1, ?2, ?3, 1)
             ON CONFLICT (ability_id, checkpoint_id, status) DO UPDATE SET count = count + 1",
        )?
        .execute(params![ability.0, receipt.checkpoint_id.0, wire_name(&receipt.status)?])?;
    }
    db.prepare_cached(
        "INSERT INTO checkpoint_receipts (receipt_id, session_id, run_id, ability_id, created_at, body, run, checkpoint_id, by_observer)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?
    .execute(params![
        receipt.receipt_id.to_string(),
        receipt.learn_session_id.map(|id| id.to_string()),
        receipt.validation_run_id.map(|id| id.to_string()),
        receipt.ability_id.as_ref().map(ToString::to_string),
        sortable_time(receipt.created_at),
        to_body(receipt)?,
        run_of(receipt),
        receipt.checkpoint_id.0,
        by_observer(receipt),
    ])?;
    Ok(())
}

/// A page of the receipts of a session, oldest first, and their number.
pub fn of_session(
    db: &Connection,
    id: LearnSessionId,
    page: PageQuery,
) -> Result<(Vec<CheckpointVerificationReceipt>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let id = id.to_string();
    let sql = "SELECT body FROM checkpoint_receipts WHERE session_id = ?1 ORDER BY ordinal LIMIT ?2 OFFSET ?3";
    let total = query_count(db, "SELECT count(*) FROM checkpoint_receipts WHERE session_id = ?1", params![id])?;
    Ok((query_all(db, sql, params![id, limit, offset])?, total))
}

/// The receipts of a test, oldest first.
pub fn of_run(db: &Connection, id: ValidationRunId) -> Result<Vec<CheckpointVerificationReceipt>, StoreError> {
    query_all(db, "SELECT body FROM checkpoint_receipts WHERE run_id = ?1 ORDER BY ordinal", params![id.to_string()])
}

/// The receipts of an ability, oldest first.
pub fn of_ability(db: &Connection, id: &AbilityId) -> Result<Vec<CheckpointVerificationReceipt>, StoreError> {
    query_all(db, "SELECT body FROM checkpoint_receipts WHERE ability_id = ?1 ORDER BY ordinal", params![id.0])
}

/// The last judgement on each checkpoint in some runs of an ability, separately for the observer and others.
const LATEST_IN_RUNS: &str = "SELECT body FROM checkpoint_receipts WHERE ordinal IN (
    SELECT max(ordinal) FROM checkpoint_receipts INDEXED BY checkpoint_receipts_of_runs
    WHERE ability_id = ?1 AND created_at >= ?2 AND run IN";
const PER_CHECKPOINT: &str = "GROUP BY run, checkpoint_id, by_observer) ORDER BY ordinal";

/// The last judgement on each checkpoint in the newest `runs` runs since `from`, oldest first. The first receipt of a run decides its age.
pub fn newest_runs(
    db: &Connection,
    id: &AbilityId,
    runs: u32,
    from: Option<Time>,
) -> Result<Vec<CheckpointVerificationReceipt>, StoreError> {
    let newest = "SELECT run FROM checkpoint_receipts INDEXED BY checkpoint_receipts_of_runs
        WHERE ability_id = ?1 AND run IS NOT NULL AND created_at >= ?2 GROUP BY run ORDER BY min(ordinal) DESC LIMIT ?3";
    query_all(
        db,
        &format!("{LATEST_IN_RUNS} ({newest}) {PER_CHECKPOINT}"),
        params![id.0, from.map(sortable_time).unwrap_or_default(), runs],
    )
}

/// The last judgement on each checkpoint in the runs in which a checkpoint failed since `since`, oldest first.
pub fn failed_runs(db: &Connection, id: &AbilityId, since: Time) -> Result<Vec<CheckpointVerificationReceipt>, StoreError> {
    let failed = "SELECT run FROM checkpoint_receipts INDEXED BY checkpoint_failures
        WHERE ability_id = ?1 AND created_at >= ?3 AND run IS NOT NULL AND json_extract(body, '$.status') = 'failed'";
    query_all(db, &format!("{LATEST_IN_RUNS} ({failed}) {PER_CHECKPOINT}"), params![id.0, "", sortable_time(since)])
}

/// A page of the receipts of a dispatch, oldest first, and their number.
pub fn of_dispatch(
    db: &Connection,
    dispatch: &DispatchId,
    page: PageQuery,
) -> Result<(Vec<CheckpointVerificationReceipt>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let of = "FROM checkpoint_receipts WHERE json_extract(body, '$.dispatch_id') = ?1";
    let total = query_count(db, &format!("SELECT count(*) {of}"), params![dispatch.0])?;
    Ok((
        query_all(db, &format!("SELECT body {of} ORDER BY ordinal LIMIT ?2 OFFSET ?3"), params![dispatch.0, limit, offset])?,
        total,
    ))
}

/// The verdict on a checkpoint in a dispatch.
pub fn in_dispatch(
    db: &Connection,
    dispatch: &DispatchId,
    checkpoint: &CheckpointId,
) -> Result<Option<CheckpointVerificationReceipt>, StoreError> {
    let sql = "SELECT body FROM checkpoint_receipts WHERE json_extract(body, '$.dispatch_id') = ?1 AND checkpoint_id = ?2
               ORDER BY ordinal LIMIT 1";
    query_one(db, sql, params![dispatch.0, checkpoint.0])
}

/// Whether the observer itself saw this checkpoint of an ability with this status, at or after `since`.
pub fn observed(
    db: &Connection,
    ability: &AbilityId,
    checkpoint: &CheckpointId,
    status: CheckpointStatus,
    since: Time,
) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM checkpoint_receipts WHERE ability_id = ?1 AND checkpoint_id = ?2 AND created_at >= ?3
               AND by_observer = 1 AND json_extract(body, '$.status') = ?4";
    Ok(query_count(db, sql, params![ability.0, checkpoint.0, sortable_time(since), wire_name(&status)?])? > 0)
}

/// Receipts after a position, oldest first, with their positions. 0 is before the first.
pub fn after(db: &Connection, position: i64) -> Result<Vec<(i64, CheckpointVerificationReceipt)>, StoreError> {
    query_numbered(db, "SELECT ordinal, body FROM checkpoint_receipts WHERE ordinal > ?1 ORDER BY ordinal", params![position])
}

/// Gives the receipts of a test that belong to no ability to this one, and counts them. Returns their number.
pub fn give(db: &Connection, run: ValidationRunId, ability: &AbilityId) -> Result<usize, StoreError> {
    let run = run.to_string();
    db.prepare_cached(
        "INSERT INTO checkpoint_counts (ability_id, checkpoint_id, status, count)
         SELECT ?2, checkpoint_id, json_extract(body, '$.status'), count(*) FROM checkpoint_receipts
         WHERE run_id = ?1 AND ability_id IS NULL GROUP BY 2, 3
         ON CONFLICT (ability_id, checkpoint_id, status) DO UPDATE SET count = count + excluded.count",
    )?
    .execute(params![run, ability.0])?;
    let given = db
        .prepare_cached(
            "UPDATE checkpoint_receipts SET ability_id = ?2, body = sealed(json_set(body, '$.ability_id', ?2))
             WHERE run_id = ?1 AND ability_id IS NULL",
        )?
        .execute(params![run, ability.0])?;
    Ok(given)
}

/// Replaces the evidence of every receipt of a session by `instead` and removes the reason. The status stays.
pub fn redact_words(db: &Connection, session: LearnSessionId, instead: &str) -> Result<(), StoreError> {
    let sql = "UPDATE checkpoint_receipts SET body = sealed(json_remove(json_set(body, '$.evidence', ?2), '$.reason')) WHERE session_id = ?1";
    db.execute(sql, params![session.to_string(), instead])?;
    Ok(())
}

/// Deletes the receipts of a session.
pub fn delete_of_session(db: &Connection, session: LearnSessionId) -> Result<(), StoreError> {
    db.execute("DELETE FROM checkpoint_receipts WHERE session_id = ?1", params![session.to_string()])?;
    Ok(())
}
