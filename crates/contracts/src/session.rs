//! The one runtime object of learning (§0C.1), its boundaries (§0C.22) and the requests that move it (§0C.16A).

use crate::Time;
use crate::ids::{AbilityId, BoundaryId, EventId, InterpretationId, LearnSessionId, ProposalId, TraceId, ValidationRunId};
use crate::state::{LearnSessionState, PendingAbilityUiState};
use crate::test_policy::TestPolicy;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearningEntryMode {
    DemonstratingSkill,
    CoachingAgent,
    AutonomousAgentPractice,
    ImprovingExistingSkill,
    ImportSkill,
}

/// Whose actions are observed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationMode {
    #[default]
    None,
    InsideAgent,
    OutsideAgent,
    Mixed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BuildPolicy {
    AskBeforeBuild,
    #[default]
    BuildThenReview,
    PrivateAutoInstall,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearnExecutionMode {
    Strict,
    #[default]
    Guided,
    Adaptive,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearnTargetKind {
    #[default]
    NewSkill,
    ExistingSkill,
    ImportedSkill,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorMode {
    UserDriven,
    AgentDriven,
    #[default]
    Mixed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnSession {
    pub learn_session_id: LearnSessionId,
    pub entry_mode: LearningEntryMode,
    pub observation_mode: ObservationMode,
    pub build_policy: BuildPolicy,
    pub execution_mode: LearnExecutionMode,
    pub target_kind: LearnTargetKind,
    pub state: LearnSessionState,
    pub actor_mode: ActorMode,
    /// What the user wants their agents to be able to do, in their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_skill_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_app_family: Option<String>,
    #[serde(default)]
    pub target_app_whitelist: Vec<String>,
    /// What is watched, as asked for at creation.
    #[serde(default)]
    pub watch: Vec<WatchSource>,
    #[serde(default)]
    pub active_trace_ids: Vec<TraceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation_id: Option<InterpretationId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_run_id: Option<ValidationRunId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_boundary_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_boundary_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_policy_ref: Option<String>,
    /// Its raw observations are kept for longer than seven days (§0C.16D).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retain: bool,
    pub created_at: Time,
    pub updated_at: Time,
    pub schema_version: u32,
}

/// What "Watch My Actions" offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchSource {
    /// A browser window on a private profile: adapters `browser_dom` and `browser_snapshot`.
    Browser,
    /// The terminal panel and every shell that carries the hook: adapter `terminal_command`.
    Terminal,
}

/// `POST /api/learn/sessions`. Unknown fields are refused by name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CreateLearnSessionRequest {
    #[garde(skip)]
    pub entry_mode: LearningEntryMode,
    #[serde(default)]
    #[garde(skip)]
    pub observation_mode: ObservationMode,
    #[serde(default)]
    #[garde(skip)]
    pub build_policy: BuildPolicy,
    #[serde(default)]
    #[garde(skip)]
    pub execution_mode: LearnExecutionMode,
    #[serde(default)]
    #[garde(skip)]
    pub target_kind: LearnTargetKind,
    /// What the user wants their agents to be able to do.
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub goal: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub project_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub room_id: Option<String>,
    #[serde(default)]
    /// The ability to improve, with `improving_existing_skill`.
    #[garde(length(chars, max = 160))]
    pub target_skill_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 80))]
    pub target_app_family: Option<String>,
    /// Site hosts (`wiki.example.org`, `127.0.0.1:8080`), program names (`git`) or absolute folders. Empty: all of what is watched.
    #[serde(default)]
    #[garde(length(max = 64), inner(length(chars, min = 1, max = 160)))]
    pub target_app_whitelist: Vec<String>,
    #[serde(default)]
    #[garde(skip)]
    pub ask_before_build: bool,
    #[serde(default)]
    #[garde(skip)]
    pub allow_private_install: bool,
    #[serde(default)]
    #[garde(length(chars, max = 240))]
    pub requested_safe_target_ref: Option<String>,
    /// What to watch; needed when `observation_mode` is `outside_agent` or `mixed`.
    #[serde(default)]
    #[garde(length(max = 8))]
    pub watch: Vec<WatchSource>,
    /// Where the watched browser opens. `http`, `https` or `about:blank`; the word `practice` opens the bundled sample page.
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub start_url: Option<String>,
    /// Adapters that the caller insists on besides `watch` (an unavailable one answers `ADAPTER_UNAVAILABLE`).
    #[serde(default)]
    #[garde(length(max = 16))]
    pub require_adapters: Vec<crate::observation::ObservationAdapterKind>,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UiMode {
    Overlay,
    Drawer,
    RecentRun,
    Exploratory,
    Import,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CreateNextAction {
    WaitForFirstMeaningfulEvent,
    ShowRecentRunPicker,
    LaunchExploration,
    ShowSkillDeltaEditor,
    ShowImportConfigurator,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CreateLearnSessionResponse {
    pub session: LearnSession,
    pub ui_mode: UiMode,
    pub next_action: CreateNextAction,
}

/// A mark in the trace (§0C.22).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowBoundary {
    pub boundary_id: BoundaryId,
    pub learn_session_id: LearnSessionId,
    pub kind: BoundaryKind,
    pub source: BoundarySource,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Only of `mark_step`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_kind_hint: Option<StepKindHint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_event_id: Option<EventId>,
    /// Sequence number of the last captured action when the mark was set; 0 before the first.
    pub after_seq: u32,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundaryKind {
    Start,
    Pause,
    Resume,
    Stop,
    Cancel,
    TrimStart,
    TrimEnd,
    MarkGoal,
    MarkStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundarySource {
    UserClick,
    Hotkey,
    SystemInferred,
    ApiCall,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepKindHint {
    #[default]
    Action,
    Guard,
    Verification,
    Decision,
    Other,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionActionResponse {
    pub session: LearnSession,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StartSessionResponse {
    pub session: LearnSession,
    pub observation_active: bool,
    pub adapters_armed: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StopSessionResponse {
    pub session: LearnSession,
    pub captured_event_count: u32,
    pub captured_trace_ids: Vec<TraceId>,
    pub next_action: StopNextAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopNextAction {
    ReviewCaptured,
    GenerateProposal,
    Cancel,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MarkGoalRequest {
    #[garde(length(chars, min = 1, max = 400))]
    pub goal_description: String,
    #[serde(default)]
    #[garde(skip)]
    pub at_event_id: Option<EventId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MarkStepRequest {
    #[garde(length(chars, min = 1, max = 240))]
    pub step_label: String,
    #[serde(default)]
    #[garde(skip)]
    pub step_kind_hint: StepKindHint,
    #[serde(default)]
    #[garde(skip)]
    pub at_event_id: Option<EventId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TrimRequest {
    #[garde(skip)]
    pub trim_kind: TrimKind,
    /// The first (`trim_start`) or last (`trim_end`) action that stays.
    #[garde(skip)]
    pub to_event_id: EventId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrimKind {
    TrimStart,
    TrimEnd,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AnswerQuestionsRequest {
    #[garde(length(min = 1), dive)]
    pub answers: Vec<AnswerItem>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AnswerItem {
    #[garde(length(max = 80))]
    pub question_id: String,
    #[garde(length(chars, max = 2000))]
    pub answer_text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswerQuestionsResponse {
    pub session: LearnSession,
    pub remaining_questions: u32,
    pub next_action: AnswerNextAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerNextAction {
    MoreQuestions,
    GenerateProposal,
    ReadyForReview,
}

/// `POST /api/learn/sessions/:id/retain` (§0C.16D).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RetainSessionRequest {
    /// `true` keeps the raw observations until this is taken back or the session is deleted.
    #[garde(skip)]
    pub retain: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SetTestPolicyRequest {
    #[garde(dive)]
    pub test_policy: TestPolicy,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GenerateProposalResponse {
    pub session: LearnSession,
    pub proposal_id: ProposalId,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionsListResponse {
    pub sessions: Vec<LearnSession>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
}

/// `GET /api/learn/sessions/:id/detail`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionDetailResponse {
    pub session: LearnSession,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<crate::interpretation::SemanticWorkflowInterpretation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<crate::proposal::SkillBundleProposal>,
    pub boundaries: Vec<WorkflowBoundary>,
    pub captured_event_count: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_ui_state: Option<PendingAbilityUiState>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observation_scope: Option<crate::observation::ObservationScopeRuntime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_policy: Option<TestPolicy>,
    /// The rehearsal that runs now or ran last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<crate::validation::RehearsalStatus>,
    pub latest_receipts: Vec<crate::receipt::LearningReceipt>,
}
