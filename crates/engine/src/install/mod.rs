//! The install saga (§0C.13, §0C.23): materialize → project to targets → bridge → availability → events.
//!
//! Every step is idempotent and has a compensation, and the row of the saga names the next step, so that after a kill the program
//! finishes or undoes the saga. Invariant: a target folder has the whole skill or its former content. Invariant: an obstacle (a
//! foreign skill, a read-only folder, a disabled target) is found before anything is written; the error leaves the proposal as it
//! was.
//!
//! Callers hold the gate. `install_proposal` and `approve_proposal` check the state table and the lint, then call [`places`] and
//! [`install`], and deliver the projections; `Engine::open` calls [`recover`]; `proposal_detail` calls [`preview`];
//! `repair_projections` calls [`rewrite`].

mod bridge;
mod commit;
mod files;
mod imported;
mod manifest;
mod materialize;
mod plan;
mod reconcile;
mod steps;
mod targets;
mod undo_queue;

pub(crate) use bridge::{
    current as bridge, is_marked_stale, last_good as last_good_bridge, mark_stale as mark_bridge_stale, render as render_bridge,
    renewed,
};
pub(crate) use imported::{StagedImport, install_import, staged_file};
pub(crate) use reconcile::{is_kept, places as ability_places};
pub(crate) use targets::{free_name, preview_import, suggest_name};
pub use targets::{places, preview};

use crate::Answer;
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::core::notify::ChangeNotifier;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::Failure;
use apprentice_contracts::ids::{AbilityId, ImportId, SagaId, TargetId};
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::proposal::{InstallLane, SkillBundleProposal};
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_store::sagas::{Saga, SagaFile, SagaStatus};
use apprentice_store::{Store, StoreError, Transaction, proposals, sagas};
use reconcile::Reconciler;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use undo_queue::UndoQueue;

/// What the saga needs of the engine.
#[derive(Clone)]
pub struct InstallContext {
    /// `<home>`
    pub home: PathBuf,
    /// The database.
    pub store: Store,
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The source of identifiers.
    pub ids: Arc<dyn Ids>,
    /// Notifies listeners after a commit.
    pub notifier: ChangeNotifier,
}

impl InstallContext {
    pub(crate) fn of(core: &Core) -> Self {
        Self {
            home: core.options.home.clone(),
            store: core.store.clone(),
            clock: core.options.clock.clone(),
            ids: core.options.ids.clone(),
            notifier: core.notifier.clone(),
        }
    }

    async fn read<T, F>(&self, look: F) -> Answer<T>
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.store.read(look).await.map_err(Failure::from)
    }
}

/// A skill that is to be installed. The caller has checked that the state table allows it and that the lint has no error.
pub struct Installable {
    /// Name of the skill's folder.
    pub slug: String,
    /// Title that the catalogue shows.
    pub title: String,
    /// Requests that the skill answers.
    pub trigger_phrases: Vec<String>,
    /// Requests that it must not answer.
    pub negative_triggers: Vec<String>,
    /// Packs that the ability is bound to.
    pub support_pack_refs: Vec<String>,
    /// The whole SKILL.md as reviewed.
    pub skill_md: String,
    /// `experimental_private`: `installing_private` while the saga runs, then `installed_private`. `approved_workspace`,
    /// `shared_promoted`: `approved` from the start (the table has no state between).
    pub lane: InstallLane,
    /// The folders to install into.
    pub targets: Vec<TargetFolder>,
    /// Where the skill comes from.
    pub source: InstallSource,
}

/// Where an installable skill comes from.
pub enum InstallSource {
    /// A demonstration taught it.
    Proposal(Box<ProposalSource>),
    /// Somebody else wrote it.
    Import(ImportSource),
}

/// The proposal of a skill, as it is in the database when the installation begins.
pub struct ProposalSource {
    /// The proposal.
    pub proposal: SkillBundleProposal,
    /// Its meaning, as the installation confirms it.
    pub interpretation: Option<SemanticWorkflowInterpretation>,
    /// Its checkpoints.
    pub checkpoints: Vec<Checkpoint>,
}

impl Installable {
    /// The skill of a proposal.
    pub fn of_proposal(skill_md: String, source: ProposalSource, lane: InstallLane, targets: Vec<TargetFolder>) -> Self {
        let proposal = &source.proposal;
        Self {
            slug: proposal.proposed_skill_slug.clone(),
            title: proposal.title.clone(),
            trigger_phrases: proposal.trigger_phrases.clone(),
            negative_triggers: proposal.negative_triggers.clone(),
            support_pack_refs: proposal.support_pack_refs.clone(),
            skill_md,
            lane,
            targets,
            source: InstallSource::Proposal(Box::new(source)),
        }
    }

    fn proposal(&self) -> Option<&SkillBundleProposal> {
        self.taught().map(|source| &source.proposal)
    }

    fn interpretation(&self) -> Option<&SemanticWorkflowInterpretation> {
        self.taught().and_then(|source| source.interpretation.as_ref())
    }

    fn checkpoints(&self) -> &[Checkpoint] {
        self.taught().map_or(&[], |source| &source.checkpoints)
    }

    fn taught(&self) -> Option<&ProposalSource> {
        match &self.source {
            InstallSource::Proposal(source) => Some(source),
            InstallSource::Import(_) => None,
        }
    }

    fn import(&self) -> Option<&ImportSource> {
        match &self.source {
            InstallSource::Proposal(_) => None,
            InstallSource::Import(source) => Some(source),
        }
    }
}

/// The files of an import.
#[derive(Clone, Debug)]
pub struct ImportSource {
    /// The import.
    pub import_id: ImportId,
    /// Folder under `<home>`.
    pub bundle_at: String,
    /// Fingerprint of the files when they were staged.
    pub fingerprint: String,
    /// Texts that an agent gets without access to the folder.
    pub texts: BTreeMap<String, String>,
    /// All other files.
    pub others: Vec<SagaFile>,
}

/// A skills folder to install into.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetFolder {
    /// Id of the target, such as `claude-code`.
    pub target_id: TargetId,
    /// Name of the target for people.
    pub label: String,
    /// The skills folder.
    pub root: PathBuf,
}

/// The result of an installation.
#[derive(Debug)]
pub struct Installed {
    /// The proposal after the installation.
    pub proposal: SkillBundleProposal,
    /// The installed ability.
    pub ability_id: AbilityId,
    /// The saga that installed it.
    pub saga_id: SagaId,
    /// Absolute paths of the files in the targets.
    pub files: Vec<String>,
}

/// The result of [`recover`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Sagas that were finished.
    pub finished: u32,
    /// Sagas that were undone.
    pub undone: u32,
    /// Number of deleted staging folders.
    pub swept: usize,
}

/// Runs the whole saga. Errors before anything was written: `SKILL_ALREADY_EXISTS`, `TARGET_NOT_WRITABLE`, `CONFLICT` (the user
/// edited a copy); the proposal is as it was. After a later error everything was undone, the proposal is `quarantined`, and
/// `learn.install.failed` was added. Details name `target_id` and `path` if one target is at fault.
pub async fn install(context: &InstallContext, installable: Installable) -> Answer<Installed> {
    let saga = plan::begin(context, installable).await?;
    let saga_id = saga.saga_id;
    steps::forward(context, saga).await?;
    let found = context.read(move |db| sagas::get(db, saga_id)).await?;
    let saga = found.ok_or_else(|| crate::internal("reading the installation", &"its record is gone"))?;
    let proposal_id = saga.proposal_id;
    let record = context.read(move |db| proposals::get(db, proposal_id)).await?;
    let record = record.ok_or_else(|| crate::internal("reading the proposal", &"its record is gone"))?;
    Ok(Installed { proposal: record.proposal, ability_id: saga.ability_id.clone(), saga_id, files: written(&saga) })
}

fn written(saga: &Saga) -> Vec<String> {
    let folders = saga.targets.iter().map(|target| Path::new(&target.root).join(&saga.slug));
    folders.flat_map(|folder| saga.bundle.keys().map(move |path| folder.join(path).display().to_string())).collect()
}

/// Finishes or undoes every saga that the last run left, and deletes staging folders. `Engine::open` calls it once.
pub async fn recover(context: &InstallContext) -> Answer<Recovered> {
    let unsettled = context.read(|db| sagas::unsettled(db)).await?;
    let mut recovered = Recovered { swept: sweep(&unsettled).await?, ..Recovered::default() };
    for saga in unsettled {
        let id = saga.saga_id;
        let finished = match saga.status {
            SagaStatus::Compensating => steps::back(context, saga).await.map(|()| false),
            _ => steps::forward(context, saga).await.map(|()| true),
        };
        match finished {
            Ok(true) => recovered.finished += 1,
            Ok(false) => recovered.undone += 1,
            // One saga that fails must not keep the program from starting; it is tried again.
            Err(failure) => {
                tracing::warn!(%failure, saga = %id, "an installation could not be finished");
                recovered.undone += 1;
            }
        }
    }
    Ok(recovered)
}

async fn sweep(sagas: &[Saga]) -> Answer<usize> {
    let targets = sagas.iter().flat_map(|saga| &saga.targets).map(|target| &target.root);
    let retired = sagas.iter().flat_map(|saga| &saga.retired).map(|placement| &placement.root);
    let roots: BTreeSet<PathBuf> = targets.chain(retired).map(PathBuf::from).collect();
    blocking(move || roots.iter().map(|root| apprentice_skills::install::put::sweep(root)).sum()).await
}

/// Writes the canonical files of every ability again from the database. Returns their number. (The bridge is a projection.)
pub async fn rewrite(context: &InstallContext) -> Answer<u32> {
    let canonical = context.read(|db| sagas::all_canonical(db)).await?;
    let home = context.home.clone();
    let count = u32::try_from(canonical.len()).unwrap_or(u32::MAX);
    blocking(move || files::put_all(&home, &canonical)).await??;
    Ok(count)
}

/// Runs file access on a thread that may block.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    crate::core::blocking::blocking("working on files", work).await
}

/// What is installed, and whether agents' folders show it.
#[derive(Clone)]
pub(crate) struct Installs {
    core: Arc<Core>,
    catalogue: Catalogue,
    /// Installations that could not be undone yet.
    undo_queue: Arc<tokio::sync::Mutex<UndoQueue>>,
    /// Taken after the gate.
    reconciler: Arc<tokio::sync::Mutex<Reconciler>>,
}

impl Installs {
    pub(crate) fn new(core: Arc<Core>, catalogue: Catalogue) -> Self {
        Self { core, catalogue, undo_queue: Arc::default(), reconciler: Arc::default() }
    }

    /// Removes disabled abilities from agents' folders and puts enabled ones back. The caller holds the gate.
    pub(crate) async fn place_abilities(&self) -> Answer<()> {
        self.reconciler.lock().await.settle(&InstallContext::of(&self.core), || self.catalogue.changed()).await
    }

    /// Whether the folders agree with the database. It does not need the gate.
    pub(crate) async fn folders_are_settled(&self) -> Answer<bool> {
        self.reconciler.lock().await.is_settled(&InstallContext::of(&self.core)).await
    }

    /// Undoes installations whose undoing failed before. The caller holds the gate.
    pub(crate) async fn undo_stuck(&self) -> Answer<()> {
        self.undo_queue.lock().await.undo(&InstallContext::of(&self.core)).await
    }
}
