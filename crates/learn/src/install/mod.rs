//! The install saga (§0C.13, §0C.23): materialize → project to targets → bridge → availability → events.
//!
//! Every step is idempotent and has a compensation, and the row of the saga says which step is next, so that a killed program
//! finishes or undoes what it began. Invariant: a target folder has the whole skill or what it had before. Invariant: what stands
//! in the way (a foreign skill, a read-only folder, a switched-off target) is found before anything is written, and answers as an
//! error that leaves the proposal where it was.
//!
//! Callers: `install_proposal` and `approve_proposal` check the state table and the lint, then call [`places`] and [`install`];
//! `Engine::open` calls [`recover`]; `proposal_detail` calls [`preview`].

use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::app::Settings;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::graph::Variable;
use apprentice_contracts::ids::{AbilityId, SagaId};
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::proposal::{InstallLane, SkillBundleProposal, TargetPreview};
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_skills::targets::Machine;
use apprentice_store::Store;
use std::path::PathBuf;
use std::sync::Arc;

/// What the saga works with.
#[derive(Clone)]
pub struct Context {
    /// `<home>`
    pub home: PathBuf,
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
}

/// What is to be installed. The caller has checked that the state table allows it and that the lint has no error.
pub struct Order {
    pub proposal: SkillBundleProposal,
    /// The whole SKILL.md as reviewed.
    pub skill_md: String,
    pub interpretation: Option<SemanticWorkflowInterpretation>,
    pub checkpoints: Vec<Checkpoint>,
    pub variables: Vec<Variable>,
    /// `experimental_private`: `installing_private` while it runs, then `installed_private`.
    /// `approved_workspace`, `shared_promoted`: `approved` from the start (the table knows no state between).
    pub lane: InstallLane,
    pub places: Vec<Place>,
}

/// One skills folder to write into.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub target_id: String,
    pub label: String,
    pub root: PathBuf,
}

/// What an installation answers with.
pub struct Installed {
    pub proposal: SkillBundleProposal,
    pub ability: AbilityAvailabilityEntry,
    pub ability_id: AbilityId,
    pub saga_id: SagaId,
    /// Absolute paths written into targets.
    pub files: Vec<String>,
}

/// What [`recover`] did.
#[derive(Debug, Default, PartialEq)]
pub struct Recovered {
    pub finished: u32,
    pub undone: u32,
    /// Staging folders removed.
    pub swept: usize,
}

/// The folders that a request means: its target ids, or `into`, or (neither) every enabled target.
/// Errors: `INVALID_REQUEST` for an unknown or switched-off target, or none at all; the message says what to do.
pub fn places(_machine: &Machine, _settings: &Settings, _targets: &[String], _into: Option<&str>) -> crate::Answer<Vec<Place>> {
    todo!()
}

/// Where an installation would write, and what stands in the way; one row per target that is enabled or detected.
pub async fn preview(_context: &Context, _machine: &Machine, _settings: &Settings, _proposal: &SkillBundleProposal) -> crate::Answer<Vec<TargetPreview>> {
    todo!()
}

/// Runs the whole saga. `Err` before anything was written: `SKILL_ALREADY_EXISTS`, `TARGET_NOT_WRITABLE`, `CONFLICT` (edited by
/// the user), and the proposal is as it was. `Err` later: everything was undone, the proposal is `quarantined`, and
/// `learn.install.failed` was told.
pub async fn install(_context: &Context, _order: Order) -> crate::Answer<Installed> {
    todo!()
}

/// Finishes or undoes every saga that the last run left, and removes staged folders. Called once by `Engine::open`.
pub async fn recover(_context: &Context) -> crate::Answer<Recovered> {
    todo!()
}
