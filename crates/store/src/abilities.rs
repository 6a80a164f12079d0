//! Table `abilities`: installed abilities (§0C.11A). Table `ability_changes`: a change counter for each ability.

use crate::StoreError;
use crate::codec::{query_all, query_count, query_one, read_record, to_body, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::ids::{AbilityId, CheckpointId, ProposalId};
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

/// An index for `failing`, which is queried every minute.
pub(crate) const ADD_FAILING_INDEX: &str = "
CREATE INDEX abilities_failing ON abilities (ability_id) WHERE json_array_length(body, '$.standing.failing') > 0;
";

/// Triggers that count every change and record for each ability the count of its last change. A deletion records its count
/// under an empty id, so that nothing of the deleted ability is left.
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

/// An ability. Where its files are is recorded in [`crate::sagas`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbilityRecord {
    /// The ability as agents and the lookup see it.
    pub entry: AbilityAvailabilityEntry,
    /// The proposal that it was installed from; `None` for an import.
    pub proposal_id: Option<ProposalId>,
    /// When it was first installed.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
    /// Its health since the installation.
    #[serde(default)]
    pub standing: Standing,
}

/// Health of an ability since it was installed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Checkpoints of the installed revision, without the observer's evidence. Empty in records of older versions.
    #[serde(default)]
    pub checkpoints: Vec<Checkpoint>,
    /// Why and since when it is quarantined.
    #[serde(default)]
    pub quarantine: Option<Quarantine>,
    /// Checkpoints that failed so often that the ability is degraded.
    #[serde(default)]
    pub failing: Vec<String>,
    /// Passed canaries in a row.
    #[serde(default)]
    pub good_canaries: u32,
    /// Whether the last canary failed.
    #[serde(default)]
    pub canary_failed: bool,
    /// Whether the last canary found its files in no folder.
    #[serde(default)]
    pub missing: bool,
    /// Failures before this time do not count: a new revision was installed, or the ability recovered.
    #[serde(default)]
    pub counted_from: Option<Time>,
    /// What an agent reported as harmful, until a person decides about it.
    #[serde(default)]
    pub reported_harm: Option<ReportedHarm>,
    /// What this machine lacked for it when it was last checked.
    #[serde(default)]
    pub obstacles: Vec<Obstacle>,
    /// Programs of its demonstration that were found on this machine since the installation, sorted.
    #[serde(default)]
    pub programs: Vec<String>,
    /// Whether it works in a browser alone and one was found on this machine since the installation.
    #[serde(default)]
    pub had_browser: bool,
    /// Whether a person chose its projects. A later version keeps them.
    #[serde(default)]
    pub projects_chosen: bool,
    /// Servers of tools that it names and that an agent of this machine had since the installation.
    #[serde(default)]
    pub connectors: Vec<String>,
}

/// Something that an ability needs and this machine lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obstacle {
    /// What is lacking.
    pub kind: ObstacleKind,
    /// The fact and the remedy, in sentences.
    pub reason: String,
}

/// What an ability lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObstacleKind {
    /// Its files are in no folder of an agent.
    FilesMissing,
    /// A program is not installed.
    ProgramMissing,
    /// It works in a browser, and there is none.
    BrowserMissing,
    /// It uses tools of a server that no agent of this machine has any more.
    ConnectorMissing,
    /// It is made for another operating system.
    OtherSystem,
}

impl ObstacleKind {
    /// The reason code of the capability health (§1.1I).
    pub fn code(self) -> &'static str {
        match self {
            Self::FilesMissing => "files_missing",
            Self::ProgramMissing => "program_missing",
            Self::BrowserMissing => "browser_missing",
            Self::ConnectorMissing => "connector_missing",
            Self::OtherSystem => "other_system",
        }
    }
}

/// A failure that did, or nearly did, harm, as one agent says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportedHarm {
    /// The failed checkpoint.
    pub checkpoint_id: CheckpointId,
    /// Why it failed, in the words of the agent, redacted.
    pub reason: String,
    /// The agent, as it names itself.
    pub agent: Option<String>,
    /// When it was reported.
    pub at: Time,
}

/// Why an ability is quarantined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quarantine {
    /// The reason, in words.
    pub reason: String,
    /// What quarantined it.
    pub by: QuarantinedBy,
    /// The lane that it returns to.
    pub lane_before: InstallLane,
    /// When it was quarantined.
    pub since: Time,
}

/// What quarantined an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuarantinedBy {
    /// A person. Only a person lifts it.
    Person,
    /// Failures. Good canaries lift it once the observer saw that the failure is gone.
    Failures,
    /// A failure that did, or nearly did, harm. Only a person lifts it.
    Safety,
}

/// Inserts or replaces an ability.
pub fn put(db: &Connection, record: &AbilityRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO abilities (ability_id, slug, lane, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (ability_id) DO UPDATE SET slug = ?2, lane = ?3, body = ?4",
    )?
    .execute(params![
        record.entry.ability_id.0,
        record.entry.skill_slug,
        wire_name(&record.entry.install_lane)?,
        to_body(record)?
    ])?;
    Ok(())
}

/// The ability with this id.
pub fn get(db: &Connection, id: &AbilityId) -> Result<Option<AbilityRecord>, StoreError> {
    query_one(db, "SELECT body FROM abilities WHERE ability_id = ?1", params![id.0])
}

/// The ability whose skill has this name; the first by id when several do.
pub fn of_slug(db: &Connection, slug: &str) -> Result<Option<AbilityRecord>, StoreError> {
    query_one(db, "SELECT body FROM abilities WHERE slug = ?1 ORDER BY ability_id LIMIT 1", params![slug])
}

/// Deletes an ability. Returns whether it existed.
pub fn delete(db: &Connection, id: &AbilityId) -> Result<bool, StoreError> {
    Ok(db.execute("DELETE FROM abilities WHERE ability_id = ?1", params![id.0])? > 0)
}

/// All abilities, sorted by id.
pub fn all(db: &Connection) -> Result<Vec<AbilityRecord>, StoreError> {
    query_all(db, "SELECT body FROM abilities ORDER BY ability_id", [])
}

/// Ids of the abilities that failures degraded.
pub fn failing(db: &Connection) -> Result<Vec<AbilityId>, StoreError> {
    let sql = "SELECT ability_id FROM abilities WHERE json_array_length(body, '$.standing.failing') > 0 ORDER BY ability_id";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| row.get(0).map(AbilityId))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The change counter: it grows with every change of an ability; 0 before the first.
pub fn generation(db: &Connection) -> Result<i64, StoreError> {
    Ok(db.prepare_cached("SELECT coalesce(max(generation), 0) FROM ability_changes")?.query_row([], |row| row.get(0))?)
}

/// What changed after a generation.
#[derive(Debug)]
pub enum Changes {
    /// These were added or changed, and none was deleted.
    Upserted(Vec<AbilityRecord>),
    /// Some were deleted; read all abilities again.
    Deleted,
}

/// What changed after a generation.
pub fn changed_since(db: &Connection, generation: i64) -> Result<Changes, StoreError> {
    let deleted = "SELECT count(*) FROM ability_changes WHERE ability_id = '' AND generation > ?1";
    if query_count(db, deleted, [generation])? > 0 {
        return Ok(Changes::Deleted);
    }
    let sql = "SELECT body FROM ability_changes JOIN abilities USING (ability_id) WHERE generation > ?1";
    Ok(Changes::Upserted(query_all(db, sql, [generation])?))
}

/// Calls `look` with every ability, without holding all of them in memory.
pub fn for_each(db: &Connection, mut look: impl FnMut(AbilityRecord)) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached("SELECT body FROM abilities")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        look(read_record(row.get_ref(0)?)?);
    }
    Ok(())
}
