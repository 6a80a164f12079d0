//! Table `install_sagas`: running and completed installations (§0C.23). Table `placements`: the copies of abilities in target folders.
//!
//! The row of a saga contains everything it needs, the files included, so that after a kill the program can complete or undo it without any
//! other source. The last completed row of an ability is what an update is rolled back to.

use crate::codec::{query_all, query_one, wire_name};
use crate::{StoreError, codec};
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::ids::{AbilityId, CorrelationId, ImportId, LearnSessionId, ProposalId, SagaId, TargetId};
use apprentice_contracts::proposal::InstallLane;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(crate) const CREATE: &str = "
    CREATE TABLE install_sagas (
        saga_id TEXT PRIMARY KEY,
        proposal_id TEXT NOT NULL,
        ability_id TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('running', 'compensating', 'done', 'failed')),
        created_at TEXT NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX install_sagas_by_ability ON install_sagas (ability_id, status, created_at);
    CREATE INDEX install_sagas_unsettled ON install_sagas (created_at) WHERE status IN ('running', 'compensating');
    CREATE TABLE placements (
        root TEXT NOT NULL,
        slug TEXT NOT NULL,
        ability_id TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (root, slug)
    ) STRICT;
    CREATE INDEX placements_by_ability ON placements (ability_id);
";

/// Status of a saga.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SagaStatus {
    /// It is running forward; `step` is the next step.
    Running,
    /// A step failed and the saga is being rolled back; `step` is the last one that may have had an effect.
    Compensating,
    /// It is complete.
    Done,
    /// It failed and was rolled back.
    Failed,
}

/// The steps of a saga, in order. The last one is the commit that makes the ability usable; after it nothing is rolled back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SagaStep {
    /// Write the files under `<home>`.
    Materialize,
    /// Write the copies into the targets.
    Project,
    /// Rebuild the bridge file.
    Bridge,
    /// Make the ability available.
    Availability,
}

/// A file in the folder of a bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SagaFile {
    /// Path relative to the skill's folder.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256: 64 lower-case hexadecimal digits.
    pub sha256: String,
}

/// One installation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saga {
    /// Identifies the saga.
    pub saga_id: SagaId,
    /// The proposal; for an import, which has none, the id of the import.
    pub proposal_id: ProposalId,
    /// The import, when it is no proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<ImportId>,
    /// The session that taught it.
    pub learn_session_id: Option<LearnSessionId>,
    /// The ability.
    pub ability_id: AbilityId,
    /// Name of the skill's folder.
    pub slug: String,
    /// For whom it is installed.
    pub lane: InstallLane,
    /// Its status.
    pub status: SagaStatus,
    /// Its step; see [`SagaStatus`].
    pub step: SagaStep,
    /// Digest of `bundle`.
    pub fingerprint: String,
    /// The files of each copy: path in the skill's folder to text. With `bundle_at` only the files that agents may request.
    pub bundle: BTreeMap<String, String>,
    /// Folder under `<home>` with the files of each copy. They do not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle_at: Option<String>,
    /// The files in that folder that are not in `bundle`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<SagaFile>,
    /// The files under `<home>`: relative path to text.
    pub canonical: BTreeMap<String, String>,
    /// The ability after the installation.
    pub ability: AbilityAvailabilityEntry,
    /// The targets.
    pub targets: Vec<SagaTarget>,
    /// Copies under a former name; they are removed when the new ones are in place.
    #[serde(default)]
    pub retired: Vec<Placement>,
    /// Connects its receipts.
    pub correlation_id: CorrelationId,
    /// Why it failed.
    pub failure: Option<String>,
    /// When it was requested.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
    /// Set when the ability that it installed was removed: from when its history counts if the same version is installed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<RemovedHealth>,
}

/// What is kept of the health of a removed ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RemovedHealth {
    /// SHA-256 of the checkpoints that were judged.
    pub checkpoints: String,
    /// Failures before this time did not count.
    pub counted_from: Option<Time>,
    /// Checkpoints that failed so often that the ability was degraded.
    #[serde(default)]
    pub failing: Vec<String>,
}

/// One target of an installation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SagaTarget {
    /// The target.
    pub target_id: TargetId,
    /// Name of the target for people.
    pub label: String,
    /// Absolute skills folder; the copy is in `root/slug`.
    pub root: String,
    /// What was in `root/slug` before.
    pub before: Before,
    /// What was done.
    pub result: TargetResult,
    /// Why it failed or was left unchanged.
    pub note: Option<String>,
}

/// What was in a target before an installation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Before {
    /// Nothing.
    Absent,
    /// Exactly the files to install.
    Same,
    /// The files that an earlier saga installed.
    Ours {
        /// Digest of these files.
        fingerprint: String,
        /// That saga.
        saga_id: SagaId,
    },
}

/// What an installation did to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetResult {
    /// Nothing yet.
    Pending,
    /// It wrote the copy.
    Written,
    /// It restored what was there before.
    Undone,
    /// It could not restore it; `note` says why.
    Left,
}

/// One copy of an ability in a target folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Absolute skills folder.
    pub root: String,
    /// Name of the skill's folder in it.
    pub slug: String,
    /// The ability.
    pub ability_id: AbilityId,
    /// The target.
    pub target_id: TargetId,
    /// Name of the target for people.
    pub label: String,
    /// Digest of the installed files.
    pub fingerprint: String,
    /// The saga that installed it.
    pub saga_id: SagaId,
    /// Set while the copy is not, or should not be, in the folder because the ability is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
}

/// The removal of a copy while its ability is off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Out {
    /// How far the removal came.
    pub stage: OutStage,
    /// What prevents the removal or the restoration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How far the removal of a copy came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutStage {
    /// It is about to be removed.
    Going,
    /// It was removed, and is restored when the ability is on again.
    Taken,
    /// It was left in place, because somebody edited it.
    Left,
}

impl Placement {
    /// Absolute folder of the copy.
    pub fn folder(&self) -> PathBuf {
        Path::new(&self.root).join(&self.slug)
    }

    /// Whether the copy was removed because the ability is off. What is in its folder then, if anything, is not ours.
    pub fn is_taken_out(&self) -> bool {
        self.out.as_ref().is_some_and(|out| out.stage == OutStage::Taken)
    }
}

/// Inserts or replaces a saga.
pub fn put(db: &Connection, saga: &Saga) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO install_sagas (saga_id, proposal_id, ability_id, status, created_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (saga_id) DO UPDATE SET status = excluded.status, body = excluded.body",
    )?
    .execute(params![
        saga.saga_id.to_string(),
        saga.proposal_id.to_string(),
        saga.ability_id.0,
        wire_name(&saga.status)?,
        codec::sortable_time(saga.created_at),
        codec::to_body(saga)?,
    ])?;
    Ok(())
}

/// The saga with this id.
pub fn get(db: &Connection, id: SagaId) -> Result<Option<Saga>, StoreError> {
    query_one(db, "SELECT body FROM install_sagas WHERE saga_id = ?1", [id.to_string()])
}

/// Sagas that are neither done nor failed, oldest first: the previous process was interrupted.
pub fn unsettled(db: &Connection) -> Result<Vec<Saga>, StoreError> {
    query_all(db, "SELECT body FROM install_sagas WHERE status IN ('running', 'compensating') ORDER BY created_at, saga_id", [])
}

/// The last completed saga of an ability.
pub fn last_done(db: &Connection, ability: &AbilityId) -> Result<Option<Saga>, StoreError> {
    query_one(
        db,
        "SELECT body FROM install_sagas WHERE ability_id = ?1 AND status = 'done' ORDER BY created_at DESC, saga_id DESC LIMIT 1",
        [&ability.0],
    )
}

/// Every completed saga of an ability, newest first.
pub fn all_done(db: &Connection, ability: &AbilityId) -> Result<Vec<Saga>, StoreError> {
    let sql = "SELECT body FROM install_sagas WHERE ability_id = ?1 AND status = 'done' ORDER BY created_at DESC, saga_id DESC";
    query_all(db, sql, [&ability.0])
}

/// Makes a completed saga the newest of its ability.
pub fn renew(db: &Connection, mut saga: Saga, now: Time) -> Result<(), StoreError> {
    saga.created_at = now;
    db.prepare_cached("UPDATE install_sagas SET created_at = ?2, body = ?3 WHERE saga_id = ?1")?.execute(params![
        saga.saga_id.to_string(),
        codec::sortable_time(now),
        codec::to_body(&saga)?
    ])?;
    Ok(())
}

/// Every saga of a proposal, oldest first.
pub fn of_proposal(db: &Connection, id: ProposalId) -> Result<Vec<Saga>, StoreError> {
    query_all(db, "SELECT body FROM install_sagas WHERE proposal_id = ?1 ORDER BY created_at, saga_id", [id.to_string()])
}

/// Deletes a saga.
pub fn delete(db: &Connection, id: SagaId) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM install_sagas WHERE saga_id = ?1")?.execute([id.to_string()])?;
    Ok(())
}

/// Inserts or replaces a placement.
pub fn put_placement(db: &Connection, placement: &Placement) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO placements (root, slug, ability_id, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (root, slug) DO UPDATE SET ability_id = excluded.ability_id, body = excluded.body",
    )?
    .execute(params![placement.root, placement.slug, placement.ability_id.0, codec::to_body(placement)?])?;
    Ok(())
}

/// The placement in `root/slug`.
pub fn placement(db: &Connection, root: &str, slug: &str) -> Result<Option<Placement>, StoreError> {
    query_one(db, "SELECT body FROM placements WHERE root = ?1 AND slug = ?2", [root, slug])
}

/// Deletes the placement in `root/slug`.
pub fn delete_placement(db: &Connection, root: &str, slug: &str) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM placements WHERE root = ?1 AND slug = ?2")?.execute([root, slug])?;
    Ok(())
}

/// The files under `<home>` of the last completed saga of every existing ability.
pub fn all_canonical(db: &Connection) -> Result<BTreeMap<String, String>, StoreError> {
    let sql = "SELECT body FROM install_sagas WHERE status = 'done' AND ability_id IN (SELECT ability_id FROM abilities)
               ORDER BY created_at, saga_id";
    let latest: BTreeMap<AbilityId, Saga> =
        query_all(db, sql, [])?.into_iter().map(|saga: Saga| (saga.ability_id.clone(), saga)).collect();
    Ok(latest.into_values().flat_map(|saga| saga.canonical).collect())
}

/// The placements of an ability.
pub fn placements(db: &Connection, ability: &AbilityId) -> Result<Vec<Placement>, StoreError> {
    query_all(db, "SELECT body FROM placements WHERE ability_id = ?1 ORDER BY root, slug", [&ability.0])
}

/// Every placement.
pub fn all_placements(db: &Connection) -> Result<Vec<Placement>, StoreError> {
    query_all(db, "SELECT body FROM placements ORDER BY root, slug", [])
}
