//! Table `interpretations`: the meaning of a demonstrated workflow (§0C.9).

use crate::StoreError;
use crate::codec::{query_all, query_one, to_body};
use apprentice_contracts::ids::InterpretationId;
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE interpretations (
    interpretation_id TEXT PRIMARY KEY,
    session_id        TEXT NOT NULL,
    body              TEXT NOT NULL
) STRICT;
";

/// Inserts or replaces an interpretation.
pub fn put(db: &Connection, interpretation: &SemanticWorkflowInterpretation) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO interpretations (interpretation_id, session_id, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (interpretation_id) DO UPDATE SET body = ?3",
    )?
    .execute(params![
        interpretation.interpretation_id.to_string(),
        interpretation.learn_session_id.to_string(),
        to_body(interpretation)?
    ])?;
    Ok(())
}

/// The interpretation with this id.
pub fn get(db: &Connection, id: InterpretationId) -> Result<Option<SemanticWorkflowInterpretation>, StoreError> {
    query_one(db, "SELECT body FROM interpretations WHERE interpretation_id = ?1", params![id.to_string()])
}

/// All interpretations, sorted by id.
pub fn all(db: &Connection) -> Result<Vec<SemanticWorkflowInterpretation>, StoreError> {
    query_all(db, "SELECT body FROM interpretations ORDER BY interpretation_id", [])
}

/// Deletes an interpretation.
pub fn delete(db: &Connection, id: InterpretationId) -> Result<(), StoreError> {
    db.execute("DELETE FROM interpretations WHERE interpretation_id = ?1", params![id.to_string()])?;
    Ok(())
}
