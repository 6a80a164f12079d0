//! Installations under way and done (§0C.23), and what stands in which target folder because of them.
//!
//! A saga's row holds everything it needs (the files themselves too), so that a killed program can finish or undo it without
//! looking at anything else; and the last finished row of an ability is what an update is undone to.

use crate::codec::{query_all, query_one, wire_name};
use crate::{StoreError, codec};
use apprentice_contracts::Time;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::ids::{AbilityId, CorrelationId, ImportId, LearnSessionId, ProposalId, SagaId};
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SagaStatus {
    /// Going forward; `step` is what comes next.
    Running,
    /// Going back, because a step failed; `step` is the last one that may have had an effect.
    Compensating,
    Done,
    Failed,
}

/// In order. The last one is the commit that makes the ability usable; there is no way back behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SagaStep {
    Materialize,
    Project,
    Bridge,
    Availability,
}

/// A file that stands in the folder of a bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SagaFile {
    pub path: String,
    pub size: u64,
    /// 64 lower-case hexadecimal digits.
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saga {
    pub saga_id: SagaId,
    /// Of an import, which has none: the id of the import.
    pub proposal_id: ProposalId,
    /// The import that is installed, where it is no proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<ImportId>,
    pub learn_session_id: Option<LearnSessionId>,
    pub ability_id: AbilityId,
    pub slug: String,
    pub lane: InstallLane,
    pub status: SagaStatus,
    pub step: SagaStep,
    /// Of `bundle`.
    pub fingerprint: String,
    /// What each target gets: path in the skill's folder to text. With `bundle_at`: those of its files that an agent may ask for.
    pub bundle: BTreeMap<String, String>,
    /// Folder under `<home>` whose files are what each target gets; they do not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle_at: Option<String>,
    /// Those of its files that are not in `bundle`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<SagaFile>,
    /// What stands under `<home>`: relative path to text.
    pub canonical: BTreeMap<String, String>,
    /// The ability as it will be.
    pub ability: AbilityAvailabilityEntry,
    pub targets: Vec<SagaTarget>,
    /// Where the ability stands under a former name; taken away when the new one stands.
    #[serde(default)]
    pub retired: Vec<Placement>,
    pub correlation_id: CorrelationId,
    /// Why it failed.
    pub failure: Option<String>,
    pub created_at: Time,
    pub updated_at: Time,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SagaTarget {
    pub target_id: String,
    pub label: String,
    /// Absolute skills folder; the skill stands in `root/slug`.
    pub root: String,
    pub before: Before,
    pub result: TargetResult,
    /// Why it failed or was left alone.
    pub note: Option<String>,
}

/// What stood in the target before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Before {
    Absent,
    /// Exactly the files to be installed.
    Same,
    /// What `saga_id` installed.
    Ours {
        fingerprint: String,
        saga_id: SagaId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetResult {
    Pending,
    Written,
    Undone,
    /// It could not be undone; `note` says why.
    Left,
}

/// A skill of ours in a target folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    pub root: String,
    pub slug: String,
    pub ability_id: AbilityId,
    pub target_id: String,
    pub label: String,
    pub fingerprint: String,
    pub saga_id: SagaId,
    /// Why it does not stand there now, though it belongs there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Out>,
}

/// A skill that an agent is not to read for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Out {
    pub stage: OutStage,
    /// What keeps it from being taken out, or from being put back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutStage {
    /// It is about to be taken out.
    Going,
    /// It was taken out, and goes back when its ability is on again.
    Taken,
    /// Somebody edited it; it was left.
    Left,
}

impl Placement {
    /// The skill's own folder.
    pub fn folder(&self) -> PathBuf {
        Path::new(&self.root).join(&self.slug)
    }

    /// What stands in its folder, if anything does, is not ours.
    pub fn is_taken_out(&self) -> bool {
        self.out.as_ref().is_some_and(|out| out.stage == OutStage::Taken)
    }
}

/// Writes the saga as it is now.
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
        codec::to_json(saga)?,
    ])?;
    Ok(())
}

pub fn get(db: &Connection, id: SagaId) -> Result<Option<Saga>, StoreError> {
    query_one(db, "SELECT body FROM install_sagas WHERE saga_id = ?1", [id.to_string()])
}

/// Sagas that the last run left in the middle, oldest first.
pub fn unsettled(db: &Connection) -> Result<Vec<Saga>, StoreError> {
    query_all(db, "SELECT body FROM install_sagas WHERE status IN ('running', 'compensating') ORDER BY created_at, saga_id", [])
}

/// The last finished installation of an ability.
pub fn last_done(db: &Connection, ability: &AbilityId) -> Result<Option<Saga>, StoreError> {
    query_one(
        db,
        "SELECT body FROM install_sagas WHERE ability_id = ?1 AND status = 'done' ORDER BY created_at DESC, saga_id DESC LIMIT 1",
        [&ability.0],
    )
}

/// Every finished installation of an ability, newest first.
pub fn all_done(db: &Connection, ability: &AbilityId) -> Result<Vec<Saga>, StoreError> {
    let sql = "SELECT body FROM install_sagas WHERE ability_id = ?1 AND status = 'done' ORDER BY created_at DESC, saga_id DESC";
    query_all(db, sql, [&ability.0])
}

/// Makes a finished installation the last one of its ability.
pub fn renew(db: &Connection, mut saga: Saga, now: Time) -> Result<(), StoreError> {
    saga.created_at = now;
    db.prepare_cached("UPDATE install_sagas SET created_at = ?2, body = ?3 WHERE saga_id = ?1")?.execute(params![
        saga.saga_id.to_string(),
        codec::sortable_time(now),
        codec::to_json(&saga)?
    ])?;
    Ok(())
}

/// Every installation of a proposal, oldest first.
pub fn of_proposal(db: &Connection, id: ProposalId) -> Result<Vec<Saga>, StoreError> {
    query_all(db, "SELECT body FROM install_sagas WHERE proposal_id = ?1 ORDER BY created_at, saga_id", [id.to_string()])
}

pub fn delete(db: &Connection, id: SagaId) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM install_sagas WHERE saga_id = ?1")?.execute([id.to_string()])?;
    Ok(())
}

pub fn put_placement(db: &Connection, placement: &Placement) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO placements (root, slug, ability_id, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (root, slug) DO UPDATE SET ability_id = excluded.ability_id, body = excluded.body",
    )?
    .execute(params![placement.root, placement.slug, placement.ability_id.0, codec::to_json(placement)?])?;
    Ok(())
}

/// What we installed as `root/slug`.
pub fn placement(db: &Connection, root: &str, slug: &str) -> Result<Option<Placement>, StoreError> {
    query_one(db, "SELECT body FROM placements WHERE root = ?1 AND slug = ?2", [root, slug])
}

/// Forgets what stood as `root/slug`.
pub fn delete_placement(db: &Connection, root: &str, slug: &str) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM placements WHERE root = ?1 AND slug = ?2")?.execute([root, slug])?;
    Ok(())
}

/// What the last finished installation of every ability that there is keeps under `<home>`.
pub fn all_canonical(db: &Connection) -> Result<BTreeMap<String, String>, StoreError> {
    let sql = "SELECT body FROM install_sagas WHERE status = 'done' AND ability_id IN (SELECT ability_id FROM abilities)
               ORDER BY created_at, saga_id";
    let latest: BTreeMap<AbilityId, Saga> =
        query_all(db, sql, [])?.into_iter().map(|saga: Saga| (saga.ability_id.clone(), saga)).collect();
    Ok(latest.into_values().flat_map(|saga| saga.canonical).collect())
}

/// Where an ability stands.
pub fn placements(db: &Connection, ability: &AbilityId) -> Result<Vec<Placement>, StoreError> {
    query_all(db, "SELECT body FROM placements WHERE ability_id = ?1 ORDER BY root, slug", [&ability.0])
}

/// Every folder we ever installed into.
pub fn all_placements(db: &Connection) -> Result<Vec<Placement>, StoreError> {
    query_all(db, "SELECT body FROM placements ORDER BY root, slug", [])
}
