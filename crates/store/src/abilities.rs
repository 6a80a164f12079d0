//! Table `abilities`: what was installed and can be used later (§0C.11A).

use crate::StoreError;
use crate::codec::{query_all, query_count, query_one, to_json, wire_name};
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
pub(crate) const ADD_FAILING_INDEX: &str = "
CREATE INDEX abilities_failing ON abilities (ability_id) WHERE json_array_length(body, '$.standing.failing') > 0;
";

/// Counts the changes, whoever makes them, and remembers for each ability the count of its last one. A deletion leaves its count under
/// no name, so that nothing is left of what was deleted.
pub(crate) const ADD_CHANGE_COUNTER: &str = "
CREATE TABLE ability_changes (
    ability_id TEXT PRIMARY KEY,
    generation INTEGER NOT NULL
) STRICT;
CREATE INDEX ability_changes_by_generation ON ability_changes (generation);
CREATE TRIGGER ability_inserted AFTER INSERT ON abilities BEGIN
    INSERT INTO ability_changes SELECT NEW.ability_id, coalesce(max(generation), 0) + 1 FROM ability_changes WHERE true
    ON CONFLICT (ability_id) DO UPDATE SET generation = excluded.generation;
END;
CREATE TRIGGER ability_updated AFTER UPDATE ON abilities BEGIN
    INSERT INTO ability_changes SELECT NEW.ability_id, coalesce(max(generation), 0) + 1 FROM ability_changes WHERE true
    ON CONFLICT (ability_id) DO UPDATE SET generation = excluded.generation;
END;
CREATE TRIGGER ability_deleted AFTER DELETE ON abilities BEGIN
    INSERT INTO ability_changes SELECT '', coalesce(max(generation), 0) + 1 FROM ability_changes WHERE true
    ON CONFLICT (ability_id) DO UPDATE SET generation = excluded.generation;
    DELETE FROM ability_changes WHERE ability_id = OLD.ability_id;
END;
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
        wire_name(&record.entry.install_lane)?,
        to_json(record)?
    ])?;
    Ok(())
}

pub fn get(db: &Connection, id: &AbilityId) -> Result<Option<AbilityRecord>, StoreError> {
    query_one(db, "SELECT body FROM abilities WHERE ability_id = ?1", params![id.0])
}

/// The one whose skill has this name; the first by id, where several have.
pub fn of_slug(db: &Connection, slug: &str) -> Result<Option<AbilityRecord>, StoreError> {
    query_one(db, "SELECT body FROM abilities WHERE slug = ?1 ORDER BY ability_id LIMIT 1", params![slug])
}

pub fn delete(db: &Connection, id: &AbilityId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM abilities WHERE ability_id = ?1", params![id.0])? > 0)
}

/// By id.
pub fn all(db: &Connection) -> Result<Vec<AbilityRecord>, StoreError> {
    query_all(db, "SELECT body FROM abilities ORDER BY ability_id", [])
}

/// Those that are degraded by failures.
pub fn failing(db: &Connection) -> Result<Vec<AbilityId>, StoreError> {
    let sql = "SELECT ability_id FROM abilities WHERE json_array_length(body, '$.standing.failing') > 0 ORDER BY ability_id";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| row.get(0).map(AbilityId))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Grows with every change of an ability; 0 before the first.
pub fn generation(db: &Connection) -> Result<i64, StoreError> {
    Ok(db.prepare_cached("SELECT coalesce(max(generation), 0) FROM ability_changes")?.query_row([], |row| row.get(0))?)
}

/// What happened after a generation.
#[derive(Debug)]
pub enum Changes {
    /// These came or changed, and none was deleted.
    Upserted(Vec<AbilityRecord>),
    /// Some were deleted.
    Deleted,
}

pub fn changed_since(db: &Connection, generation: i64) -> Result<Changes, StoreError> {
    let deleted = "SELECT count(*) FROM ability_changes WHERE ability_id = '' AND generation > ?1";
    if query_count(db, deleted, [generation])? > 0 {
        return Ok(Changes::Deleted);
    }
    let sql = "SELECT body FROM ability_changes JOIN abilities USING (ability_id) WHERE generation > ?1";
    Ok(Changes::Upserted(query_all(db, sql, [generation])?))
}

/// One after the other, without holding all of them.
pub fn for_each(db: &Connection, mut look: impl FnMut(AbilityRecord)) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached("SELECT body FROM abilities")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        look(serde_json::from_str(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?)?);
    }
    Ok(())
}
