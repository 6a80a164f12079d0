//! A proposal: a drafted skill until it is installed (§0C.10A).

use crate::Time;
use crate::action::ProposalAction;
use crate::author::AuthorMark;
use crate::checkpoint::{Checkpoint, LintReport};
use crate::gate::GateNotice;
use crate::graph::{DemonstratedValue, SettledPoint, ValueAnswer, Variable};
use crate::ids::{
    AbilityId, CapabilityId, CheckpointId, ClientRequestId, InterpretationId, LearnSessionId, ProposalId, QuestionId, SagaId,
    TargetId, TraceId,
};
use crate::import::SkillCompatibilityFinding;
use crate::improvement::Weakening;
use crate::interpretation::SemanticWorkflowInterpretation;
use crate::validation::{ValidationRun, ValidationStepResult};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// State of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    /// It is being drafted, or its draft has errors to correct.
    Draft,
    /// It waits for the answers to required questions.
    AwaitingQuestions,
    /// It is being tested.
    Testing,
    /// It passed its tests and waits for a decision.
    ReadyForReview,
    /// It is being installed.
    InstallingPrivate,
    /// It is installed privately.
    InstalledPrivate,
    /// It is installed for the workspace.
    Approved,
    /// It was rejected.
    Rejected,
    /// Its session was cancelled.
    Cancelled,
    /// Its installation failed and was rolled back, or its ability was quarantined.
    Quarantined,
}

/// For whom an ability is installed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstallLane {
    /// Not installed.
    #[default]
    Pending,
    /// For the person who taught it.
    ExperimentalPrivate,
    /// For the workspace, after a person's approval.
    ApprovedWorkspace,
    /// Shared beyond the workspace.
    SharedPromoted,
    /// Not usable.
    Quarantined,
}

/// A proposal, without the text of its draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillBundleProposal {
    /// Identifies the proposal.
    pub proposal_id: ProposalId,
    /// The session that taught it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The interpretation of the demonstration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation_id: Option<InterpretationId>,
    /// The traces that it was drafted from. At least one.
    pub source_trace_ids: Vec<TraceId>,
    /// At most 160 characters.
    pub title: String,
    /// The skill's folder name: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
    pub proposed_skill_slug: String,
    /// Requests that the skill fits. Each at most 120 characters.
    pub trigger_phrases: Vec<String>,
    /// Requests that the skill does not fit. Each at most 120 characters.
    pub negative_triggers: Vec<String>,
    /// The drafted SKILL.md, relative to `<home>`.
    pub draft_skill_path: String,
    /// The drafted manifest, relative to `<home>`.
    pub draft_manifest_path: String,
    /// The workflow graph, relative to `<home>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft_graph_ref: Option<String>,
    /// State of the proposal.
    pub proposal_state: ProposalState,
    /// For whom it is installed.
    pub install_lane: InstallLane,
    /// The ability that it became, or that it improves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The capability of that ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary_capability_id: Option<CapabilityId>,
    /// Support packs that it needs.
    pub support_pack_refs: Vec<String>,
    /// The newer proposal that replaced it in the ability. A replaced proposal can only be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<ProposalId>,
    /// 1, 2, 3 ...: grows with every change of the draft.
    pub revision: u32,
    /// When the record was created.
    pub created_at: Time,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionField {
    /// The name of the task.
    Name,
    /// What the task achieves.
    GoalSummary,
    /// When to use the skill, or whether a value is always the same.
    UseConditions,
    /// When not to use the skill, or whether it may delete without asking.
    NonUseConditions,
    /// Where the task applies.
    ProjectScope,
    /// How the task is best done.
    PreferredSurface,
    /// Not produced: the support packs that it needs. A demonstration shows nothing from which to ask it.
    PackageAssignment,
    /// How to check that the task is done.
    SuccessCondition,
    /// Which of two ways is right in which case, where showings of the task part.
    Decision,
    /// What a step of a coached outline leaves open. Several questions may be about steps; each has its own prompt.
    Step,
}

impl QuestionField {
    /// Whether several questions may have this field, each with its own prompt.
    pub const fn is_asked_often(self) -> bool {
        matches!(self, Self::Decision | Self::Step)
    }
}

/// A question about something that the demonstration does not show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningQuestion {
    /// Identifies the question.
    pub question_id: QuestionId,
    /// The proposal.
    pub proposal_id: ProposalId,
    /// What it is about.
    pub field: QuestionField,
    /// The question, at most 400 characters.
    pub prompt: String,
    /// Whether the proposal needs an answer.
    pub required: bool,
    /// Suggested answers; free text is always allowed.
    #[serde(default)]
    pub choices: Vec<String>,
    /// What is used when nobody answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A question of the compiler. It becomes a `LearningQuestion` when it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpenQuestion {
    /// What it is about.
    pub field: QuestionField,
    /// The question, at most 400 characters.
    pub prompt: String,
    /// Whether the proposal needs an answer.
    pub required: bool,
    /// Suggested answers; free text is always allowed.
    pub choices: Vec<String>,
    /// What is used when nobody answers.
    pub assumed: Option<String>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningAnswer {
    /// The question.
    pub question_id: QuestionId,
    /// The proposal.
    pub proposal_id: ProposalId,
    /// At most 2,000 characters.
    pub answer: String,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A question with its answer, as a review shows it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct QuestionView {
    /// Identifies the question.
    pub question_id: QuestionId,
    /// What it is about.
    pub field: QuestionField,
    /// The question.
    pub question_text: String,
    /// Whether the proposal needs an answer.
    pub required: bool,
    /// Suggested answers; free text is always allowed.
    pub choices: Vec<String>,
    /// What is used when nobody answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// Whether it was answered.
    pub answered: bool,
    /// The last answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_text: Option<String>,
}

/// Why the rehearsals of a draft do not count for it as it is now. One that was cancelled has no result and is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unrehearsed {
    /// No rehearsal ended with a result.
    None,
    /// The draft was changed after the last one.
    Changed,
    /// The last one did not pass.
    NotPassed,
}

/// `GET /api/learn/proposals/:id/detail`: everything that a review shows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProposalDetailResponse {
    /// Whether the last rehearsal with a result passed and is of the draft as it is now. What was not rehearsed is installed only with
    /// `without_rehearsal`.
    pub rehearsed: bool,
    /// What is missing, with the code that `NOT_REHEARSED` names. Absent: nothing, it is `rehearsed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrehearsed: Option<Unrehearsed>,
    /// Whether it was taught on the bundled sample page. Installed for the person alone, into the sandbox and nowhere else, it needs no
    /// rehearsal.
    #[serde(default)]
    pub practice: bool,
    /// The proposal.
    pub proposal: SkillBundleProposal,
    /// What a person may do with it now, in the order in which the window offers it.
    #[serde(default)]
    pub actions: Vec<ProposalAction>,
    /// The interpretation of the demonstration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<SemanticWorkflowInterpretation>,
    /// What this version of an ability checks, guards or permits less strictly than the installed one. An installation needs each to be
    /// accepted (`accepted_weakenings`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weakenings: Vec<Weakening>,
    /// What the scan for dangerous content found in `skill_md`, the most serious first. An installation needs the code of each finding with
    /// `needs_acknowledgement` (`acknowledged_findings`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<SkillCompatibilityFinding>,
    /// What the setting `gate` says of an installation for the workspace. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateNotice>,
    /// The lint report of the draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_lint_report: Option<LintReport>,
    /// The questions, with their answers.
    pub questions: Vec<QuestionView>,
    /// The checkpoints, in order.
    pub checkpoints: Vec<Checkpoint>,
    /// The inputs of the task.
    pub variables: Vec<Variable>,
    /// Every demonstrated value: whether it changes, what it is called and where it comes from. At most 60, in the order of their first use.
    #[serde(default)]
    pub values: Vec<DemonstratedValue>,
    /// What further showings settled, in words.
    #[serde(default)]
    pub settled: Vec<SettledPoint>,
    /// How often the task was shown.
    #[serde(default)]
    pub showings: u32,
    /// The session in which a further showing is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example_session_id: Option<LearnSessionId>,
    /// The SKILL.md, front matter included, exactly as an installation writes it.
    pub skill_md: String,
    /// The SKILL.md that is installed now for this ability, for a diff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installed_skill_md: Option<String>,
    /// Whether a person edited `skill_md`. A new draft does not replace edited text.
    pub skill_md_edited: bool,
    /// The model that improved the draft. Absent: the rules wrote it alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<AuthorMark>,
    /// What the instructions of this very request changed, in words. Only in the answer to `revise`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revision_changes: Vec<String>,
    /// Results of the tests, the lint and the collision check.
    pub validation: SkillValidationReport,
    /// Where an installation would write, and what prevents it.
    pub targets: Vec<TargetPreview>,
    /// Approximate number of tokens of `skill_md` (characters / 4); at most 2,000 for generated text.
    pub token_estimate: u32,
    /// What the skill needs besides the agent, from the latest dependency check; empty before the first.
    pub dependencies: Vec<Dependency>,
    /// How far the skill can travel.
    pub portability: Portability,
}

/// The kind of a dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DependencyKind {
    /// A program on the machine.
    Program,
    /// A web site.
    Site,
    /// A support pack.
    SupportPack,
}

/// Whether a dependency is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DependencyState {
    /// It is.
    Present,
    /// It is not.
    Missing,
    /// Not checked, because tests do not use the network.
    Unchecked,
}

/// Something that a skill needs besides the agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dependency {
    /// The kind of dependency.
    pub kind: DependencyKind,
    /// Name of the program, site or pack.
    pub name: String,
    /// Whether it is available.
    pub state: DependencyState,
    /// What was found, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How far a skill can travel, from everywhere to nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PortabilityGrade {
    /// To any agent as it is.
    Direct,
    /// To an agent that has what the skill needs.
    AdapterRequired,
    /// Only within this machine or network.
    LocalOnly,
    /// It cannot be used elsewhere.
    NonPortable,
}

/// How far a skill can travel, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Portability {
    /// How far.
    pub grade: PortabilityGrade,
    /// Why the grade is not `direct`, one sentence each.
    pub reasons: Vec<String>,
}

/// Step results of the latest run of each kind, the lint report and the collision report (decisions).
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SkillValidationReport {
    /// The latest test of each kind.
    pub latest_runs: Vec<ValidationRun>,
    /// The steps of these tests.
    pub steps: Vec<ValidationStepResult>,
    /// The lint report of the draft.
    pub lint: LintReport,
    /// Other skills that could be confused with this one.
    pub collisions: Vec<Collision>,
}

/// Another skill that a user or an agent could confuse with this one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Collision {
    /// Folder of the other skill.
    pub path: String,
    /// Name of the other skill.
    pub name: String,
    /// What they have in common.
    pub kind: CollisionKind,
    /// What to do, in words.
    pub message: String,
}

/// What two skills have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollisionKind {
    /// The same name in a target folder: the installation is refused.
    SameName,
    /// The other skill fits the same requests.
    SimilarTrigger,
}

/// A place that an installation would write to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetPreview {
    /// The target.
    pub target_id: TargetId,
    /// Name of the target for people.
    pub label: String,
    /// Absolute folder that the skill would be written to.
    pub path: String,
    /// Whether the user enabled the target.
    pub enabled: bool,
    /// Whether an installation that names no target writes here: into every enabled target, and for the practice into the sandbox alone.
    #[serde(default)]
    pub preselected: bool,
    /// Whether the target can be written.
    pub writable: bool,
    /// Whether the folder contains another skill, or an edited copy of this one.
    pub occupied: bool,
    /// What prevents the installation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A proposal in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnProposalRow {
    /// The proposal. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub proposal: SkillBundleProposal,
    /// What a person may do with it now, in the order in which the window offers it.
    pub actions: Vec<ProposalAction>,
}

/// A page of proposals, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnProposalsListResponse {
    /// The proposals on this page.
    pub proposals: Vec<LearnProposalRow>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST .../revise`. Instructions in words become the same edits that `edited_fields` make. What the rules do not understand goes to the
/// author, where one is chosen; without one it is refused, and nothing is changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ProposalReviseRequest {
    /// What to change, in words. At most 2,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub revision_instructions: String,
    /// Fields to change.
    #[serde(default)]
    #[garde(dive)]
    pub edited_fields: EditedFields,
    /// Whether the person confirms changes that weaken a check. Instructions that do are refused without it.
    #[serde(default)]
    #[garde(skip)]
    pub confirm_weaker: bool,
    /// The finding of a rehearsal, if that is the reason. It is only data and changes nothing.
    #[serde(default)]
    #[garde(length(max = 12), dive)]
    pub findings: Vec<RevisionFinding>,
}

/// A checkpoint that a rehearsal did not reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RevisionFinding {
    /// The checkpoint.
    #[garde(length(max = 40))]
    pub checkpoint_id: CheckpointId,
    /// Why it was not reached, at most 400 characters.
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub why: String,
}

/// `POST .../revise/preview`: what a revision would change. Nothing is changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RevisionPreviewResponse {
    /// What would change, one sentence each.
    pub changes: Vec<String>,
    /// Those of the changes that weaken a check. They need `confirm_weaker`.
    pub needs_confirmation: Vec<String>,
    /// What is never changed for words alone, with the reason.
    pub refused: Vec<UnclearInstruction>,
    /// What the rules do not understand, with the reason.
    pub unclear: Vec<UnclearInstruction>,
    /// What would settle the findings; each is an instruction.
    pub offers: Vec<RevisionOffer>,
    /// Who is asked to do what the rules do not understand. Absent: nobody is chosen, so it is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Why no author can be asked, with the remedy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_author: Option<String>,
    /// The kinds of instructions that the rules understand, with examples.
    pub kinds: Vec<String>,
}

/// Words of an instruction that are not acted on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnclearInstruction {
    /// The words.
    pub words: String,
    /// Why, with the remedy.
    pub why: String,
}

/// An instruction that would settle a finding of a rehearsal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RevisionOffer {
    /// The instruction, to be sent as `revision_instructions`.
    pub instruction: String,
    /// What it would change, in words.
    pub words: String,
}

/// `PUT .../values`: what the person says of demonstrated values. The demonstration is compiled again with it at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReviseValuesRequest {
    /// All answers, at most 60. They replace the earlier ones: a value that is left out is as the rules think again.
    #[garde(length(max = 60), dive)]
    pub values: Vec<ValueAnswer>,
}

/// Fields of a proposal that a person edits. Fields that are left out do not change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct EditedFields {
    /// 1 to 160 characters.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub title: Option<String>,
    /// 1 to 64 characters: lowercase letters, digits and single hyphens.
    #[serde(default)]
    #[garde(length(min = 1, max = 64), pattern("^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub proposed_skill_slug: Option<String>,
    /// At most 600 characters.
    #[serde(default)]
    #[garde(length(chars, max = 600))]
    pub goal_summary: Option<String>,
    /// At most 20, each at most 240 characters.
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 240))))]
    pub use_conditions: Option<Vec<String>>,
    /// At most 20, each at most 240 characters.
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 240))))]
    pub non_use_conditions: Option<Vec<String>>,
    /// At most 20, each at most 120 characters.
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 120))))]
    pub trigger_phrases: Option<Vec<String>>,
    /// At most 20, each at most 120 characters.
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 120))))]
    pub negative_triggers: Option<Vec<String>>,
    /// `description` of the SKILL.md: what the skill does and when to use it. 1 to 1,024 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 1024))]
    pub description: Option<String>,
    /// When to stop and ask, besides what follows from the task. At most 20, each at most 240 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(inner(length(max = 20), inner(length(chars, min = 1, max = 240))))]
    pub guards: Option<Vec<String>>,
    /// The section “When it fails”: at most 20, each at most 240 characters.
    #[serde(default)]
    #[garde(inner(length(max = 20), inner(length(chars, max = 240))))]
    pub when_it_fails: Option<Vec<String>>,
    /// All checkpoints, in order.
    #[serde(default)]
    #[garde(dive)]
    pub checkpoints: Option<Vec<CheckpointEdit>>,
    /// The whole SKILL.md, at most 64 KiB. It is kept as written; other fields no longer change it.
    #[serde(default)]
    #[garde(length(max = 65536))]
    pub skill_md: Option<String>,
}

/// An edited checkpoint. If `checkpoint_id` is an existing one, its evidence is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CheckpointEdit {
    /// The checkpoint; any other text creates a new one.
    #[garde(length(max = 40))]
    pub checkpoint_id: CheckpointId,
    /// 1 to 240 characters.
    #[garde(length(chars, min = 1, max = 240))]
    pub goal: String,
    /// 1 to 400 characters.
    #[garde(length(chars, min = 1, max = 400))]
    pub success_condition: String,
    /// Whether the task can succeed without it.
    #[serde(default)]
    #[garde(skip)]
    pub optional: bool,
}

/// The lane that an installation is requested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestedLane {
    /// For the person who taught it.
    ExperimentalPrivate,
    /// For the workspace, which is an approval.
    ApprovedWorkspace,
}

/// `POST .../install`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ProposalInstallRequest {
    /// For whom to install.
    #[garde(skip)]
    pub install_lane: RequestedLane,
    /// Target ids; empty means every enabled target.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<TargetId>,
    /// An absolute folder to install into, instead of targets (`--into` on the command line).
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub into: Option<String>,
    /// What this version of an ability checks, guards or permits less strictly than the installed one, and that the person accepts, by
    /// `weakening_id`. An installation with any other weakening is refused.
    #[serde(default)]
    #[garde(length(max = 40), inner(length(chars, max = 200)))]
    pub accepted_weakenings: Vec<String>,
    /// Codes of the serious findings of the scan that the person has read. An installation with any other serious finding is refused
    /// (`SKILL_FINDINGS_NOT_ACKNOWLEDGED`).
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Install it although the last rehearsal of this version did not pass, or there was none. Without this such an installation is refused
    /// (`NOT_REHEARSED`), except for the draft of the practice in lane `experimental_private`, into the sandbox alone.
    #[serde(default)]
    #[garde(skip)]
    pub without_rehearsal: bool,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// A completed installation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProposalInstallResponse {
    /// The proposal after the installation.
    pub proposal: SkillBundleProposal,
    /// The installed ability.
    pub ability_id: AbilityId,
    /// The installation.
    pub saga_id: SagaId,
    /// Absolute paths of the files that were written into targets.
    pub files: Vec<String>,
    /// What the setting `gate` says of this installation. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateNotice>,
}

/// How far an approval goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalScope {
    /// Install for the workspace.
    #[default]
    ApprovedWorkspace,
    /// Install for the workspace and share it.
    SharedPromoted,
}

/// `POST .../approve`: installs for the workspace.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ApproveProposalRequest {
    /// How far the approval goes; `approved_workspace` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub approval_scope: ApprovalScope,
    /// Note of the person, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub approval_note: Option<String>,
    /// Target ids; empty means every enabled target, or the folders of the private installation.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<TargetId>,
    /// What this version of an ability checks, guards or permits less strictly than the installed one, and that the person accepts, by
    /// `weakening_id`. An installation with any other weakening is refused.
    #[serde(default)]
    #[garde(length(max = 40), inner(length(chars, max = 200)))]
    pub accepted_weakenings: Vec<String>,
    /// Codes of the serious findings of the scan that the person has read. An installation with any other serious finding is refused
    /// (`SKILL_FINDINGS_NOT_ACKNOWLEDGED`).
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Install it although the last rehearsal of this version did not pass, or there was none. Without this such an installation is refused
    /// (`NOT_REHEARSED`).
    #[serde(default)]
    #[garde(skip)]
    pub without_rehearsal: bool,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// `POST .../reject`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RejectProposalRequest {
    /// Why it is rejected. 1 to 1,000 characters.
    #[garde(length(chars, min = 1, max = 1000))]
    pub reason: String,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}
