//! What was reported of an installed ability, and the changes that follow from it (§0C.4 "Improving Existing Skill").

use crate::friction::{FrictionRecord, RepairRecord};
use crate::ids::{AbilityId, CheckpointId, ClientRequestId, LearnSessionId, ProposalId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a proposed change does to the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// Adds a line to the section “When it fails”: where runs failed, and why.
    WhenItFails,
    /// Adds a report of an agent to the same section, quoted.
    Note,
    /// Lets a checkpoint hold with another value, which failed runs saw instead. It weakens the check.
    AcceptOtherValue,
    /// Makes a checkpoint optional that most runs skipped. It weakens the check.
    MakeOptional,
}

/// Something that an improved version checks, guards or permits less strictly than the installed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Weakening {
    /// Identifies it; a request that accepts it names it, such as `checkpoint_optional:cp-02`.
    pub weakening_id: String,
    /// What becomes weaker, in one sentence. A person who accepts it has read this.
    pub sentence: String,
}

/// A change that follows from reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProposedChange {
    /// What it does.
    pub kind: ChangeKind,
    /// The checkpoint, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_id: Option<CheckpointId>,
    /// The new line or condition. What agents reported is quoted in it.
    pub words: String,
    /// What it rests on, such as “3 of 5 runs failed at cp-02”.
    pub evidence: String,
    /// What it weakens. `None`: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weakening: Option<Weakening>,
}

/// What was reported of an ability since its version was installed, and what follows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExperienceResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// Number of runs that reported checkpoints; at most the newest 20 count.
    pub runs: u32,
    /// The changes that the rules propose.
    pub changes: Vec<ProposedChange>,
    /// Repair candidates that are open.
    pub repairs: Vec<RepairRecord>,
    /// The newest frictions, at most 20.
    pub frictions: Vec<FrictionRecord>,
    /// Whether the ability was taught here. Then an improvement is a draft; otherwise it is a new text for the editor.
    pub taught: bool,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/abilities/:id/improve`: drafts the proposed changes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ImproveAbilityRequest {
    /// Weakenings that a person read and accepts, by `weakening_id`. A change whose weakening is not here is left out.
    #[serde(default)]
    #[garde(length(max = 40), inner(length(chars, max = 200)))]
    pub accepted_weakenings: Vec<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// The draft with the changes, or the new text of a skill that was not taught here.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ImproveAbilityResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// The session of the improvement, for an ability that was taught here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The draft, for an ability that was taught here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The whole new SKILL.md, for an ability that was not taught here. Nothing is written: save it in the editor, which keeps the former
    /// text as a version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_md: Option<String>,
    /// What was changed.
    pub applied: Vec<ProposedChange>,
    /// What was left out: its weakening was not accepted, the section has no room, or the scan of skills finds it dangerous.
    pub left_out: Vec<ProposedChange>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
