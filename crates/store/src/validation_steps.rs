//! Table `validation_steps`: the steps of each test (§0C.10).

use crate::StoreError;
use crate::codec::{query_all, query_numbered, to_body};
use apprentice_contracts::ids::ValidationRunId;
use apprentice_contracts::validation::ValidationStepResult;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE validation_steps (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id  TEXT NOT NULL REFERENCES validation_runs (run_id) ON DELETE CASCADE,
    body    TEXT NOT NULL
) STRICT;
CREATE INDEX validation_steps_by_run ON validation_steps (run_id, ordinal);
";

/// Adds a step.
pub fn add(db: &Connection, step: &ValidationStepResult) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO validation_steps (run_id, body) VALUES (?1, ?2)")?
        .execute(params![step.validation_run_id.to_string(), to_body(step)?])?;
    Ok(())
}

/// The steps of a test, in order.
pub fn of_run(db: &Connection, id: ValidationRunId) -> Result<Vec<ValidationStepResult>, StoreError> {
    query_all(db, "SELECT body FROM validation_steps WHERE run_id = ?1 ORDER BY ordinal", params![id.to_string()])
}

/// Steps after a position, oldest first, with their positions, without those of archived proposals. 0 is before the first.
pub fn after(db: &Connection, position: i64) -> Result<Vec<(i64, ValidationStepResult)>, StoreError> {
    let sql = "SELECT ordinal, body FROM validation_steps AS step WHERE ordinal > ?1
               AND NOT EXISTS (SELECT 1 FROM validation_runs AS run JOIN archive ON archive.kind = 'proposal' AND archive.id = run.proposal_id
                               WHERE run.run_id = step.run_id) ORDER BY ordinal";
    query_numbered(db, sql, params![position])
}

/// Deletes the steps of a test.
pub fn delete_of_run(db: &Connection, id: ValidationRunId) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM validation_steps WHERE run_id = ?1")?.execute(params![id.to_string()])?;
    Ok(())
}
