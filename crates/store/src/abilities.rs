//! Table `abilities`: what was installed and can be used later (§0C.11A).

use crate::StoreError;
use crate::row::{json, many, one, word};
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::ids::{AbilityId, ProposalId};
use apprentice_contracts::proposal::InstallLane;
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

/// Looked for every minute.
pub(crate) const FIND_FAILING: &str = "
CREATE INDEX abilities_failing ON abilities (ability_id) WHERE json_array_length(body, '$.standing.failing') > 0;
";

/// Where its files stand is in [`crate::sagas`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbilityRecord {
    pub entry: AbilityAvailabilityEntry,
    pub proposal_id: Option<ProposalId>,
    pub created_at: Time,
    pub updated_at: Time,
    #[serde(default)]
    pub standing: Standing,
}

/// How an ability fares since it was installed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Of what is installed, without the observer's evidence. Empty in records of older versions.
    #[serde(default)]
    pub checkpoints: Vec<Checkpoint>,
    #[serde(default)]
    pub quarantine: Option<Quarantine>,
    /// Checkpoints that failed so often that the ability is degraded.
    #[serde(default)]
    pub failing: Vec<String>,
    /// In a row, since the last failure.
    #[serde(default)]
    pub good_canaries: u32,
    #[serde(default)]
    pub canary_failed: bool,
    /// The last canary found its files in no folder.
    #[serde(default)]
    pub missing: bool,
    /// Failures of before are forgiven: a new revision was installed, or the ability recovered.
    #[serde(default)]
    pub counted_from: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quarantine {
    pub reason: String,
    pub by: QuarantinedBy,
    /// Where it goes back to.
    pub lane_before: InstallLane,
    pub since: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuarantinedBy {
    /// Only a person lifts it.
    Person,
    Failures,
    Safety,
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

/// Those that are degraded by failures.
pub fn failing(db: &Connection) -> Result<Vec<AbilityId>, StoreError> {
    let sql = "SELECT ability_id FROM abilities WHERE json_array_length(body, '$.standing.failing') > 0 ORDER BY ability_id";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| row.get(0).map(AbilityId))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
