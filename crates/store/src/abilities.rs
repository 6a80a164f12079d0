//! Table `abilities`: what was installed and can be used later (§0C.11A).

use crate::StoreError;
use crate::row::{json, many, one, word};
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::ids::{AbilityId, ProposalId};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE abilities (
    ability_id TEXT PRIMARY KEY,
    slug       TEXT,
    lane       TEXT NOT NULL,
    body       TEXT NOT NULL
) STRICT;
CREATE INDEX abilities_by_slug ON abilities (slug);
";

/// Where its files stand is in [`crate::sagas`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbilityRecord {
    pub entry: AbilityAvailabilityEntry,
    pub proposal_id: Option<ProposalId>,
    pub created_at: Time,
    pub updated_at: Time,
}

/// Inserts or replaces.
pub fn put(db: &Connection, record: &AbilityRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO abilities (ability_id, slug, lane, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (ability_id) DO UPDATE SET slug = ?2, lane = ?3, body = ?4",
    )?
    .execute(params![
        record.entry.ability_id.0,
        record.entry.skill_slug,
        word(&record.entry.install_lane)?,
        json(record)?
    ])?;
    Ok(())
}

pub fn get(db: &Connection, id: &AbilityId) -> Result<Option<AbilityRecord>, StoreError> {
    one(db, "SELECT body FROM abilities WHERE ability_id = ?1", params![id.0])
}

pub fn delete(db: &Connection, id: &AbilityId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM abilities WHERE ability_id = ?1", params![id.0])? > 0)
}

/// By id.
pub fn all(db: &Connection) -> Result<Vec<AbilityRecord>, StoreError> {
    many(db, "SELECT body FROM abilities ORDER BY ability_id", [])
}
