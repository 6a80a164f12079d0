//! The names of the projections: files under `<home>/system` that show what the database says. A transaction marks one as stale by
//! its name; `projections` writes it after the commit.

use crate::Answer;
use Projection as P;
use apprentice_contracts::ids::{CapabilityId, InterpretationId, ProposalId};
use apprentice_store::archive::Archived;
use apprentice_store::{Connection, outbox};

/// One projection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Projection {
    Runtime,
    ObservationScope,
    Receipts,
    CheckpointReceipts,
    ValidationRuns,
    ValidationSteps,
    Availability,
    Catalog,
    Bridge,
    Health,
    Stats,
    Friction,
    Repairs,
    ReceiptCounts,
    Categories,
    CategoryAssignments,
    Preferences,
    Interpretation(InterpretationId),
    DraftSkill(ProposalId),
    DraftManifest(ProposalId),
    DraftGraph(ProposalId),
    SkillConfig(CapabilityId),
    Archived(Archived),
}

/// Prefix in the outbox: write the whole file again, although it only grows.
pub(crate) const WHOLE: &str = "whole:";

impl Projection {
    pub(crate) const SINGLE: [Self; 17] = [
        P::Runtime,
        P::ObservationScope,
        P::Receipts,
        P::CheckpointReceipts,
        P::ValidationRuns,
        P::ValidationSteps,
        P::Availability,
        P::Catalog,
        P::Bridge,
        P::Health,
        P::Stats,
        P::Friction,
        P::Repairs,
        P::ReceiptCounts,
        P::Categories,
        P::CategoryAssignments,
        P::Preferences,
    ];

    /// Path relative to `<home>/system` (§0C.7, §0C.8, §0C.9, §0C.9B, §0C.10, §0C.11A, §0C.12, §0.2G).
    pub(crate) fn path(&self) -> String {
        match self {
            P::Runtime => "learning/runtime/current.json".into(),
            P::ObservationScope => "learning/runtime/observation_scope_current.json".into(),
            P::Receipts => "learning/receipts.jsonl".into(),
            P::CheckpointReceipts => "learning/checkpoint_receipts.jsonl".into(),
            P::ValidationRuns => "learning/validation_runs.jsonl".into(),
            P::ValidationSteps => "learning/validation_step_results.jsonl".into(),
            P::Availability => "abilities/availability_current.json".into(),
            P::Catalog => "abilities/catalog_current.json".into(),
            P::Bridge => "capabilities/bridge_current.json".into(),
            P::Health => "capabilities/health_current.json".into(),
            P::Stats => "capabilities/stats_current.json".into(),
            P::Friction => "learning/friction.jsonl".into(),
            P::Repairs => "learning/repair_candidates.jsonl".into(),
            P::ReceiptCounts => "learning/receipt_counts.json".into(),
            P::Categories => "categories/categories_current.json".into(),
            P::CategoryAssignments => "categories/assignments.jsonl".into(),
            P::Preferences => "config/preferences_current.json".into(),
            P::Interpretation(id) => format!("learning/interpretations/{id}.json"),
            P::DraftSkill(id) => format!("learning/proposals/{id}/SKILL.md"),
            P::DraftManifest(id) => format!("learning/proposals/{id}/manifest.json"),
            P::DraftGraph(id) => format!("learning/proposals/{id}/graph.json"),
            P::SkillConfig(capability) => format!("skills/config/{capability}.json"),
            P::Archived(Archived::Session(id)) => format!("learning/archived/sessions/{id}.json"),
            P::Archived(Archived::Proposal(id)) => format!("learning/archived/proposals/{id}.json"),
        }
    }

    /// The name in the outbox that requests the whole file.
    pub(crate) fn whole(&self) -> String {
        format!("{WHOLE}{}", self.path())
    }

    pub(crate) fn from_path(path: &str) -> Option<Self> {
        if let Some(single) = Self::SINGLE.into_iter().find(|projection| projection.path() == path) {
            return Some(single);
        }
        if let Some(id) = path.strip_prefix("learning/interpretations/").and_then(|rest| rest.strip_suffix(".json")) {
            return id.parse().ok().map(P::Interpretation);
        }
        if let Some(capability) = path.strip_prefix("skills/config/").and_then(|rest| rest.strip_suffix(".json")) {
            return is_file_name(capability).then(|| P::SkillConfig(capability.into()));
        }
        if let Some(name) = path.strip_prefix("learning/archived/").and_then(|rest| rest.strip_suffix(".json")) {
            return match name.split_once('/')? {
                ("sessions", id) => id.parse().ok().map(|id| P::Archived(Archived::Session(id))),
                ("proposals", id) => id.parse().ok().map(|id| P::Archived(Archived::Proposal(id))),
                _ => None,
            };
        }
        let (id, file) = path.strip_prefix("learning/proposals/")?.split_once('/')?;
        let id = id.parse().ok()?;
        match file {
            "SKILL.md" => Some(P::DraftSkill(id)),
            "manifest.json" => Some(P::DraftManifest(id)),
            "graph.json" => Some(P::DraftGraph(id)),
            _ => None,
        }
    }

    /// The files of a draft.
    pub(crate) fn of_draft(id: ProposalId) -> [Self; 3] {
        [P::DraftSkill(id), P::DraftManifest(id), P::DraftGraph(id)]
    }
}

pub(crate) fn is_waiting(db: &Connection, projections: &[Projection]) -> Answer<bool> {
    let stale = outbox::stale(db)?;
    Ok(projections.iter().any(|projection| stale.iter().any(|stale| stale.projection == projection.path())))
}

/// Whether the text is valid as a file name.
pub(crate) fn is_file_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    !name.is_empty() && name.len() <= 200 && !name.starts_with('.') && name.bytes().all(fits)
}
