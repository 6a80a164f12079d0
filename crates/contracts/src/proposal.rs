//! A drafted skill on its way to being installed (§0C.10A).

use crate::Time;
use crate::checkpoint::{Checkpoint, LintReport};
use crate::graph::Variable;
use crate::ids::{AbilityId, InterpretationId, LearnSessionId, ProposalId, QuestionId, SagaId, TraceId};
use crate::interpretation::SemanticWorkflowInterpretation;
use crate::validation::{ValidationRun, ValidationStepResult};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    Draft,
    AwaitingQuestions,
    Testing,
    ReadyForReview,
    InstallingPrivate,
    InstalledPrivate,
    Approved,
    Rejected,
    Cancelled,
    Quarantined,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstallLane {
    #[default]
    Pending,
    ExperimentalPrivate,
    ApprovedWorkspace,
    SharedPromoted,
    Quarantined,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillBundleProposal {
    pub proposal_id: ProposalId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation_id: Option<InterpretationId>,
    /// At least one.
    pub source_trace_ids: Vec<TraceId>,
    /// At most 160 characters.
    pub title: String,
    /// The skill's folder name: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
    pub proposed_skill_slug: String,
    /// Each at most 120 characters.
    pub trigger_phrases: Vec<String>,
    pub negative_triggers: Vec<String>,
    /// Relative to `<home>`.
    pub draft_skill_path: String,
    pub draft_manifest_path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft_graph_ref: Option<String>,
    pub proposal_state: ProposalState,
    pub install_lane: InstallLane,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary_capability_id: Option<String>,
    pub support_pack_refs: Vec<String>,
    /// The proposal that took its place in the ability; this one can only be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<ProposalId>,
    /// 1, 2, 3 ...: grows with every change of the draft.
    pub revision: u32,
    pub created_at: Time,
    pub updated_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionField {
    Name,
    GoalSummary,
    UseConditions,
    NonUseConditions,
    ProjectScope,
    PreferredSurface,
    PackageAssignment,
    SuccessCondition,
}

/// What the demonstration cannot tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningQuestion {
    pub question_id: QuestionId,
    pub proposal_id: ProposalId,
    pub field: QuestionField,
    /// At most 400 characters.
    pub prompt: String,
    pub required: bool,
    /// Offered answers; free text is always allowed.
    #[serde(default)]
    pub choices: Vec<String>,
    /// What will be used when it stays unanswered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    pub created_at: Time,
    pub schema_version: u32,
}

/// A question as the compiler asks it; becomes a [`LearningQuestion`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpenQuestion {
    pub field: QuestionField,
    pub prompt: String,
    pub required: bool,
    pub choices: Vec<String>,
    pub assumed: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningAnswer {
    pub question_id: QuestionId,
    pub proposal_id: ProposalId,
    /// At most 2,000 characters.
    pub answer: String,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct QuestionView {
    pub question_id: QuestionId,
    pub field: QuestionField,
    pub question_text: String,
    pub required: bool,
    pub choices: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    pub answered: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_text: Option<String>,
}

/// `GET /api/learn/proposals/:id/detail`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProposalDetailResponse {
    pub proposal: SkillBundleProposal,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<SemanticWorkflowInterpretation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_lint_report: Option<LintReport>,
    pub questions: Vec<QuestionView>,
    pub checkpoints: Vec<Checkpoint>,
    pub variables: Vec<Variable>,
    /// The whole file, front matter included.
    pub skill_md: String,
    /// What is installed now under this ability, for the diff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installed_skill_md: Option<String>,
    /// Whether a person edited `skill_md`; such text is kept over a new draft until they revise it.
    pub skill_md_edited: bool,
    pub validation: SkillValidationReport,
    /// Where an installation would write, and what stands in the way.
    pub targets: Vec<TargetPreview>,
    /// Approximate tokens of `skill_md` (characters / 4); at most 2,000.
    pub token_estimate: u32,
    /// What it needs besides the agent, as the latest dependency check found it; empty before the first.
    pub dependencies: Vec<Dependency>,
    pub portability: Portability,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DependencyKind {
    Program,
    Site,
    SupportPack,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DependencyState {
    Present,
    Missing,
    /// Only its use can show: no test reaches for the network.
    Unchecked,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dependency {
    pub kind: DependencyKind,
    pub name: String,
    pub state: DependencyState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How far a skill can travel; the later, the less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PortabilityGrade {
    /// To any agent as it is.
    Direct,
    /// Once something is added there.
    AdapterRequired,
    /// It names what only this machine or network has.
    LocalOnly,
    NonPortable,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Portability {
    pub grade: PortabilityGrade,
    /// Why it is not `direct`, each a sentence.
    pub reasons: Vec<String>,
}

/// Step results of the latest run of each kind, the lint report, the collision report (decisions).
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SkillValidationReport {
    pub latest_runs: Vec<ValidationRun>,
    pub steps: Vec<ValidationStepResult>,
    pub lint: LintReport,
    pub collisions: Vec<Collision>,
}

/// Another skill that a user or an agent could take for this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Collision {
    /// Folder of the other skill.
    pub path: String,
    pub name: String,
    pub kind: CollisionKind,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollisionKind {
    /// Same name in a target folder: installing is refused.
    SameName,
    /// Its description answers to the same requests.
    SimilarTrigger,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetPreview {
    pub target_id: String,
    pub label: String,
    /// Absolute folder that the skill would occupy.
    pub path: String,
    pub enabled: bool,
    pub writable: bool,
    pub occupied: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnProposalsListResponse {
    pub proposals: Vec<SkillBundleProposal>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    pub schema_version: u32,
}

/// `POST .../revise`. With `edited_fields` the change is made at once; with instructions alone the draft is compiled anew and waits.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ProposalReviseRequest {
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub revision_instructions: String,
    #[serde(default)]
    #[garde(dive)]
    pub edited_fields: EditedFields,
}

/// Only what is given changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct EditedFields {
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub title: Option<String>,
    #[serde(default)]
    #[garde(length(min = 1, max = 64), pattern("^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub proposed_skill_slug: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 600))]
    pub goal_summary: Option<String>,
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 240))))]
    pub use_conditions: Option<Vec<String>>,
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 240))))]
    pub non_use_conditions: Option<Vec<String>>,
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 120))))]
    pub trigger_phrases: Option<Vec<String>>,
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 120))))]
    pub negative_triggers: Option<Vec<String>>,
    #[serde(default)]
    #[garde(dive)]
    pub checkpoints: Option<Vec<CheckpointEdit>>,
    /// The whole file as the person wrote it. At most 64 KiB.
    #[serde(default)]
    #[garde(length(max = 65536))]
    pub skill_md: Option<String>,
}

/// A checkpoint as the person left it. Its evidence stays when `checkpoint_id` names an existing one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CheckpointEdit {
    #[garde(length(max = 40))]
    pub checkpoint_id: String,
    #[garde(length(chars, min = 1, max = 240))]
    pub goal: String,
    #[garde(length(chars, min = 1, max = 400))]
    pub success_condition: String,
    #[serde(default)]
    #[garde(skip)]
    pub optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestedLane {
    ExperimentalPrivate,
    ApprovedWorkspace,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ProposalInstallRequest {
    #[garde(skip)]
    pub install_lane: RequestedLane,
    /// Target ids; empty means every enabled target.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<String>,
    /// An absolute folder instead of targets (the command line's `--into`).
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub into: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProposalInstallResponse {
    pub proposal: SkillBundleProposal,
    pub ability_id: AbilityId,
    pub saga_id: SagaId,
    /// Absolute paths of the files written into targets.
    pub files: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalScope {
    #[default]
    ApprovedWorkspace,
    SharedPromoted,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ApproveProposalRequest {
    #[serde(default)]
    #[garde(skip)]
    pub approval_scope: ApprovalScope,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub approval_note: Option<String>,
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<String>,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RejectProposalRequest {
    #[garde(length(chars, min = 1, max = 1000))]
    pub reason: String,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
}
