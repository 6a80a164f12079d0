//! A home with a reviewed proposal and three agents' folders, for tests of the install saga.

use apprentice_contracts::Time;
use apprentice_contracts::checkpoint::{Checkpoint, EvidencePredicate};
use apprentice_contracts::error::Failure;
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_engine::core::system::SystemClock;
use apprentice_engine::core::system::SystemIds;
use apprentice_engine::install::{InstallContext, Installable, Installed, ProposalSource, TargetFolder, install};
use apprentice_store::proposals::{self, ProposalRecord};
use apprentice_store::sagas::{self, Saga};
use apprentice_store::sessions::{self, SessionRecord};
use apprentice_store::{Store, StoreError, Transaction};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use uuid::Uuid;

/// A word that only the graph and the evidence predicates hold.
pub const INTERNAL: &str = "internal-evidence-marker";

pub const AGENTS: [&str; 3] = ["one", "two", "three"];

pub struct World {
    pub folder: PathBuf,
    pub context: InstallContext,
    _temp: Option<tempfile::TempDir>,
}

impl World {
    pub fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let mut world = Self::open(temp.path());
        world._temp = Some(temp);
        world
    }

    /// Over a folder that another process may have worked on.
    pub fn open(folder: &Path) -> Self {
        Self::with_clock(folder, Arc::new(SystemClock))
    }

    pub fn with_clock(folder: &Path, clock: Arc<dyn Clock>) -> Self {
        let home = folder.join("home");
        std::fs::create_dir_all(home.join("system")).unwrap();
        let store = Store::open(&home.join("apprentice.db")).unwrap();
        let ids: Arc<dyn Ids> = Arc::new(SystemIds);
        Self {
            folder: folder.to_path_buf(),
            context: InstallContext { home, store, clock, ids, notifier: Default::default() },
            _temp: None,
        }
    }

    /// The same home, worked on by a clock that acts up.
    pub fn clocked(&self, clock: impl Clock + 'static) -> InstallContext {
        InstallContext { clock: Arc::new(clock), ..self.context.clone() }
    }

    pub fn home(&self) -> &Path {
        &self.context.home
    }

    pub fn root(&self, agent: &str) -> PathBuf {
        self.folder.join("agents").join(agent).join("skills")
    }

    pub fn places(&self) -> Vec<TargetFolder> {
        let place = |agent: &str| TargetFolder { target_id: agent.into(), label: agent.to_uppercase(), root: self.root(agent) };
        AGENTS.iter().map(|agent| place(agent)).collect()
    }

    /// A session and a proposal that are ready for review.
    pub async fn reviewed(&self, slug: &str) -> ProposalRecord {
        self.propose(slug, &ability_name(slug)).await
    }

    pub async fn propose(&self, slug: &str, title: &str) -> ProposalRecord {
        let (session, proposal) = (LearnSessionId(SystemIds.next()), ProposalId(SystemIds.next()));
        let record = proposal_record(session, proposal, slug, title);
        let stored = (session_record(session, proposal), record.clone());
        self.write(move |tx| {
            // Only one session may be at work: earlier ones rest, as a settled session does.
            tx.execute("UPDATE sessions SET holds_slot = 0, state = 'approved', body = json_set(body, '$.session.state', 'approved') WHERE holds_slot = 1", [])?;
            sessions::put(tx, &stored.0)?;
            proposals::put(tx, &stored.1)
        })
        .await;
        record
    }

    /// The proposal as a person revised it, ready for review again.
    pub async fn revised(&self, proposal: ProposalId, slug: &str, words: &str) -> ProposalRecord {
        let (slug, words) = (slug.to_owned(), words.to_owned());
        self.write(move |tx| {
            let mut record = proposals::get(tx, proposal)?.unwrap();
            record.proposal.revision += 1;
            record.proposal.proposed_skill_slug.clone_from(&slug);
            record.proposal.proposal_state = apprentice_contracts::proposal::ProposalState::ReadyForReview;
            record.draft.skill_md = skill_md(&slug, &words);
            let mut session = sessions::get(tx, record.proposal.learn_session_id.unwrap())?.unwrap();
            session.session.state = apprentice_contracts::state::LearnSessionState::ReadyForReview;
            sessions::put(tx, &session)?;
            proposals::put(tx, &record)?;
            Ok(record)
        })
        .await
    }

    pub fn order(&self, record: &ProposalRecord, lane: InstallLane) -> Installable {
        let source = ProposalSource {
            proposal: record.proposal.clone(),
            interpretation: Some(interpretation(record)),
            checkpoints: record.draft.checkpoints.clone(),
        };
        Installable::of_proposal(record.draft.skill_md.clone(), source, lane, self.places())
    }

    pub async fn install(&self, record: &ProposalRecord) -> Result<Installed, Failure> {
        install(&self.context, self.order(record, InstallLane::ExperimentalPrivate)).await
    }

    pub async fn read<T, F>(&self, look: F) -> T
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.context.store.read(look).await.unwrap()
    }

    pub async fn write<T, F>(&self, change: F) -> T
    where
        F: FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        self.context.store.write(change).await.unwrap()
    }

    pub async fn proposal(&self, id: ProposalId) -> ProposalRecord {
        self.read(move |db| proposals::get(db, id)).await.unwrap()
    }

    pub async fn session_of(&self, record: &ProposalRecord) -> SessionRecord {
        let id = record.proposal.learn_session_id.unwrap();
        self.read(move |db| sessions::get(db, id)).await.unwrap()
    }

    /// Every saga that ever was, oldest first.
    pub async fn sagas(&self) -> Vec<Saga> {
        self.read(|db| {
            let mut statement = db.prepare("SELECT saga_id FROM install_sagas ORDER BY created_at, saga_id")?;
            let ids: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            ids.iter().map(|id| Ok(sagas::get(db, id.parse().unwrap())?.unwrap())).collect()
        })
        .await
    }

    /// What is in an agent's folder: skill names to their SKILL.md.
    pub fn skills(&self, agent: &str) -> BTreeMap<String, String> {
        let Ok(entries) = std::fs::read_dir(self.root(agent)) else { return BTreeMap::new() };
        entries
            .flatten()
            .map(|entry| {
                let text = std::fs::read_to_string(entry.path().join("SKILL.md")).unwrap_or_else(|error| error.to_string());
                (entry.file_name().into_string().unwrap(), text)
            })
            .collect()
    }

    /// Every file under `home/system`, relative, with its text.
    pub fn system(&self) -> BTreeMap<String, String> {
        files(&self.home().join("system"))
    }
}

pub fn files(folder: &Path) -> BTreeMap<String, String> {
    fn walk(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{path}/"), found);
            } else {
                found.insert(path, std::fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, "", &mut found);
    found
}

pub fn ability_name(slug: &str) -> String {
    slug.replace('-', " ")
}

pub fn skill_md(slug: &str, words: &str) -> String {
    format!("---\nname: {slug}\ndescription: {words}. Use when somebody asks to {slug}.\n---\n\n# {slug}\n\n{words}\n")
}

fn proposal_record(session: LearnSessionId, proposal: ProposalId, slug: &str, title: &str) -> ProposalRecord {
    let now = now();
    let evidence = EvidencePredicate::Command { pattern: format!("git {INTERNAL}"), exit_code: 0 };
    let checkpoint = |id: &str, optional| Checkpoint {
        checkpoint_id: id.into(),
        goal: format!("The customer is listed ({id})"),
        success_condition: "The list shows the new customer.".to_owned(),
        order_hint: 1,
        optional,
        role: apprentice_contracts::checkpoint::CheckpointRole::Effect,
        evidence: Some(evidence.clone()),
    };
    let record = json!({
        "proposal": {
            "proposal_id": proposal,
            "learn_session_id": session,
            "source_trace_ids": [Uuid::nil()],
            "title": title,
            "proposed_skill_slug": slug,
            "trigger_phrases": ["add a customer"],
            "negative_triggers": ["delete a customer"],
            "draft_skill_path": format!("system/learning/proposals/{proposal}/SKILL.md"),
            "draft_manifest_path": format!("system/learning/proposals/{proposal}/manifest.json"),
            "proposal_state": "ready_for_review",
            "install_lane": "pending",
            "support_pack_refs": [],
            "revision": 1,
            "created_at": now,
            "updated_at": now,
            "schema_version": 1,
        },
        "draft": {
            "description": "d",
            "skill_md": skill_md(slug, "Add a customer"),
            "skill_md_edited": false,
            "graph": { "nodes": [{ "node_id": "n1", "kind": "step", "label": INTERNAL, "source_event_ids": [] }], "edges": [], "variables": [] },
            "checkpoints": [checkpoint("cp-01", false), checkpoint("cp-02", true)],
            "questions": [],
            "answers": [],
            "lint": { "findings": [] },
        },
    });
    serde_json::from_value(record).unwrap()
}

fn session_record(session: LearnSessionId, proposal: ProposalId) -> SessionRecord {
    let now = now();
    let record = json!({
        "session": {
            "learn_session_id": session,
            "entry_mode": "demonstrating_skill",
            "observation_mode": "outside_agent",
            "build_policy": "build_then_review",
            "execution_mode": "guided",
            "target_kind": "new_skill",
            "state": "ready_for_review",
            "actor_mode": "user_driven",
            "project_id": "shop",
            "target_app_family": "shop_software",
            "proposal_id": proposal,
            "created_at": now,
            "updated_at": now,
            "schema_version": 1,
        },
        "allow_private_install": true,
    });
    serde_json::from_value(record).unwrap()
}

fn interpretation(record: &ProposalRecord) -> SemanticWorkflowInterpretation {
    let now = now();
    serde_json::from_value(json!({
        "interpretation_id": Uuid::nil(),
        "learn_session_id": record.proposal.learn_session_id,
        "title": record.proposal.title,
        "goal_summary": "A new customer stands in the list.",
        "use_conditions": [],
        "non_use_conditions": [],
        "project_scope": "project_scoped",
        "preferred_control_surfaces": ["native_browser"],
        "success_conditions": [],
        "user_confirmed": true,
        "created_at": now,
        "schema_version": 1,
    }))
    .unwrap()
}

pub fn now() -> Time {
    SystemClock.now()
}
