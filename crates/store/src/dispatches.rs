//! Table `dispatches`: uses of abilities by agents, as far as agents reported them.

use crate::StoreError;
use crate::codec::{query_all, query_one, sortable_time, to_body, wire_name};
use apprentice_contracts::ids::{AbilityId, DispatchId};
use apprentice_contracts::report::DispatchRecord;
use rusqlite::{Connection, params};

/// The key has both ids, because one task of an agent may use several abilities.
pub(crate) const CREATE: &str = "
CREATE TABLE dispatches (
    dispatch_id TEXT NOT NULL,
    ability_id  TEXT NOT NULL,
    outcome     TEXT,
    last_seen   TEXT NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (dispatch_id, ability_id)
) STRICT;
CREATE INDEX dispatches_by_ability ON dispatches (ability_id, last_seen);
";

/// Inserts or replaces a dispatch.
pub fn put(db: &Connection, record: &DispatchRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO dispatches (dispatch_id, ability_id, outcome, last_seen, body) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (dispatch_id, ability_id) DO UPDATE SET outcome = ?3, last_seen = ?4, body = ?5",
    )?
    .execute(params![
        record.dispatch_id.0,
        record.ability_id.0,
        record.outcome.as_ref().map(wire_name).transpose()?,
        sortable_time(record.last_seen),
        to_body(record)?
    ])?;
    Ok(())
}

/// The use of an ability in a dispatch.
pub fn get(db: &Connection, id: &DispatchId, ability: &AbilityId) -> Result<Option<DispatchRecord>, StoreError> {
    query_one(db, "SELECT body FROM dispatches WHERE dispatch_id = ?1 AND ability_id = ?2", params![id.0, ability.0])
}

/// The dispatches of an ability, newest first, at most `limit`.
pub fn latest_of_ability(db: &Connection, ability: &AbilityId, limit: u32) -> Result<Vec<DispatchRecord>, StoreError> {
    let sql = "SELECT body FROM dispatches WHERE ability_id = ?1 ORDER BY last_seen DESC, dispatch_id LIMIT ?2";
    query_all(db, sql, params![ability.0, limit])
}
