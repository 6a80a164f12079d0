//! Table `friction`: what agents found hard, skipped, or noted.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_numbered, sortable_time, to_body, wire_name};
use apprentice_contracts::friction::FrictionRecord;
use apprentice_contracts::ids::{AbilityId, LearnSessionId};
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE friction (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    friction_id TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL,
    ability_id  TEXT,
    session_id  TEXT,
    created_at  TEXT NOT NULL,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX friction_by_ability ON friction (ability_id, ordinal);
CREATE INDEX friction_by_session ON friction (session_id) WHERE session_id IS NOT NULL;
";

/// Adds a friction record.
pub fn add(db: &Connection, record: &FrictionRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO friction (friction_id, kind, ability_id, session_id, created_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        record.friction_id.to_string(),
        wire_name(&record.kind)?,
        record.ability_id.as_ref().map(ToString::to_string),
        record.learn_session_id.map(|id| id.to_string()),
        sortable_time(record.created_at),
        to_body(record)?
    ])?;
    Ok(())
}

/// A page of the records of one ability or of all, newest first, and their number.
pub fn list(db: &Connection, ability: Option<&AbilityId>, page: PageQuery) -> Result<(Vec<FrictionRecord>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let ability = ability.map(AbilityId::as_str);
    let of = "FROM friction WHERE ?1 IS NULL OR ability_id = ?1";
    let total = query_count(db, &format!("SELECT count(*) {of}"), params![ability])?;
    Ok((
        query_all(db, &format!("SELECT body {of} ORDER BY ordinal DESC LIMIT ?2 OFFSET ?3"), params![ability, limit, offset])?,
        total,
    ))
}

/// The records of a session, oldest first.
pub fn of_session(db: &Connection, session: LearnSessionId) -> Result<Vec<FrictionRecord>, StoreError> {
    query_all(db, "SELECT body FROM friction WHERE session_id = ?1 ORDER BY ordinal", params![session.to_string()])
}

/// Records after a position, oldest first, with their positions. 0 is before the first.
pub fn after(db: &Connection, position: i64) -> Result<Vec<(i64, FrictionRecord)>, StoreError> {
    query_numbered(db, "SELECT ordinal, body FROM friction WHERE ordinal > ?1 ORDER BY ordinal", params![position])
}

/// Deletes the records of a session.
pub fn delete_of_session(db: &Connection, session: LearnSessionId) -> Result<(), StoreError> {
    db.execute("DELETE FROM friction WHERE session_id = ?1", params![session.to_string()])?;
    Ok(())
}
