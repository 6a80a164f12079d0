//! Table `validation_runs`: the tests of proposals (§0C.10).

use crate::StoreError;
use crate::codec::{limit_offset, sortable_time};
use crate::codec::{query_all, query_count, query_one, to_body, wire_name};
use apprentice_contracts::ids::{ProposalId, ValidationRunId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::validation::ValidationRun;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE validation_runs (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id      TEXT NOT NULL UNIQUE,
    proposal_id TEXT NOT NULL,
    kind        TEXT NOT NULL,
    running     INTEGER NOT NULL,
    started_at  TEXT NOT NULL,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX validation_runs_by_proposal ON validation_runs (proposal_id, ordinal);
CREATE INDEX validation_runs_running ON validation_runs (running) WHERE running = 1;
";

/// Inserts or replaces a test.
pub fn put(db: &Connection, run: &ValidationRun) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO validation_runs (run_id, proposal_id, kind, running, started_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (run_id) DO UPDATE SET running = ?4, body = ?6",
    )?
    .execute(params![
        run.validation_run_id.to_string(),
        run.proposal_id.to_string(),
        wire_name(&run.run_kind)?,
        run.completed_at.is_none(),
        sortable_time(run.started_at),
        to_body(run)?
    ])?;
    Ok(())
}

/// The test with this id.
pub fn get(db: &Connection, id: ValidationRunId) -> Result<Option<ValidationRun>, StoreError> {
    query_one(db, "SELECT body FROM validation_runs WHERE run_id = ?1", params![id.to_string()])
}

/// A page of the tests of a proposal, newest first, and their number.
pub fn of_proposal(db: &Connection, id: ProposalId, page: PageQuery) -> Result<(Vec<ValidationRun>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let id = id.to_string();
    let sql = "SELECT body FROM validation_runs WHERE proposal_id = ?1 ORDER BY ordinal DESC LIMIT ?2 OFFSET ?3";
    let total = query_count(db, "SELECT count(*) FROM validation_runs WHERE proposal_id = ?1", params![id])?;
    Ok((query_all(db, sql, params![id, limit, offset])?, total))
}

/// Every test of a proposal, oldest first.
pub fn all_of_proposal(db: &Connection, id: ProposalId) -> Result<Vec<ValidationRun>, StoreError> {
    query_all(db, "SELECT body FROM validation_runs WHERE proposal_id = ?1 ORDER BY ordinal", params![id.to_string()])
}

/// Deletes a test with its steps.
pub fn delete(db: &Connection, id: ValidationRunId) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM validation_runs WHERE run_id = ?1")?.execute(params![id.to_string()])?;
    Ok(())
}

/// The newest test of each kind, in the order in which they ran.
pub fn latest_of_each_kind(db: &Connection, id: ProposalId) -> Result<Vec<ValidationRun>, StoreError> {
    let sql = "SELECT body FROM validation_runs WHERE ordinal IN
               (SELECT max(ordinal) FROM validation_runs WHERE proposal_id = ?1 GROUP BY kind) ORDER BY ordinal";
    query_all(db, sql, params![id.to_string()])
}

/// Tests of all proposals that have not ended.
pub fn running(db: &Connection) -> Result<Vec<ValidationRun>, StoreError> {
    query_all(db, "SELECT body FROM validation_runs WHERE running = 1 ORDER BY ordinal", [])
}

/// The tests of all proposals that are not archived, oldest first.
pub fn all(db: &Connection) -> Result<Vec<ValidationRun>, StoreError> {
    let sql = "SELECT body FROM validation_runs
               WHERE NOT EXISTS (SELECT 1 FROM archive WHERE archive.kind = 'proposal' AND id = proposal_id) ORDER BY ordinal";
    query_all(db, sql, [])
}
