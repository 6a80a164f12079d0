//! Learn sessions (§0C.1), their boundaries (§0C.22) and the requests that change them (§0C.16A).

use crate::Time;
use crate::action::SessionAction;
use crate::agent_practice::PracticePlan;
use crate::graph::SettledPoint;
use crate::ids::{
    AbilityId, BoundaryId, ClientRequestId, EventId, InterpretationId, LearnSessionId, ProposalId, ReceiptId, TraceId,
    ValidationRunId,
};
use crate::state::{LearnSessionState, PendingAbilityUiState};
use crate::test_policy::{ActingTestPolicy, TestPolicy};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearningEntryMode {
    /// A person demonstrates a task.
    DemonstratingSkill,
    /// A person coaches an agent.
    CoachingAgent,
    /// An agent practises alone.
    AutonomousAgentPractice,
    /// An installed ability is improved.
    ImprovingExistingSkill,
    /// A skill is imported.
    ImportSkill,
}

/// Whose actions are observed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationMode {
    /// Nobody's.
    #[default]
    None,
    /// Those of an agent.
    InsideAgent,
    /// Those of the person.
    OutsideAgent,
    /// Those of both. Refused: one demonstration has one actor.
    Mixed,
}

/// What happens after the demonstration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BuildPolicy {
    /// The person is asked before a proposal is drafted.
    AskBeforeBuild,
    /// A proposal is drafted and waits for a review.
    #[default]
    BuildThenReview,
    /// A proposal that passes its tests is installed privately.
    PrivateAutoInstall,
}

/// How strictly an agent follows the checkpoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearnExecutionMode {
    /// In exactly this order, without another way.
    Strict,
    /// In this order, by any way.
    #[default]
    Guided,
    /// In any order and by any way.
    Adaptive,
}

/// What a session works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearnTargetKind {
    /// A new skill.
    #[default]
    NewSkill,
    /// An installed ability.
    ExistingSkill,
    /// An imported skill.
    ImportedSkill,
}

/// Who acts in a demonstration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorMode {
    /// The person.
    UserDriven,
    /// An agent.
    AgentDriven,
    /// Both.
    #[default]
    Mixed,
}

/// One teaching of one ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnSession {
    /// Identifies the session.
    pub learn_session_id: LearnSessionId,
    /// How it begins.
    pub entry_mode: LearningEntryMode,
    /// Whose actions it observes.
    pub observation_mode: ObservationMode,
    /// What happens after the demonstration.
    pub build_policy: BuildPolicy,
    /// How strictly an agent follows the checkpoints.
    pub execution_mode: LearnExecutionMode,
    /// What it works on.
    pub target_kind: LearnTargetKind,
    /// State of the session.
    pub state: LearnSessionState,
    /// Who acts in it.
    pub actor_mode: ActorMode,
    /// What the user wants their agents to be able to do, in their words. At most 400 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The project that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// The conversation that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room_id: Option<String>,
    /// The ability that it improves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_skill_id: Option<String>,
    /// The task of which it is a further showing (*Use as Example*).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example_of: Option<ExampleOf>,
    /// The application family of the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_app_family: Option<String>,
    /// Sites, programs and folders that the observation is limited to. Empty: no limit.
    #[serde(default)]
    pub target_app_whitelist: Vec<String>,
    /// The sources to observe, as requested at its creation.
    #[serde(default)]
    pub watch: Vec<WatchSource>,
    /// Its traces.
    #[serde(default)]
    pub active_trace_ids: Vec<TraceId>,
    /// The proposal that was drafted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The interpretation of the demonstration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation_id: Option<InterpretationId>,
    /// The last test of the proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_run_id: Option<ValidationRunId>,
    /// The ability that the proposal became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The boundary at which the demonstration begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_boundary_ref: Option<String>,
    /// The boundary at which the demonstration ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_boundary_ref: Option<String>,
    /// The test policy of its rehearsals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_policy_ref: Option<String>,
    /// What the person typed to coach an agent, or what a practice came to; of `coaching_agent` and `autonomous_agent_practice`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<CoachingOutline>,
    /// What an agent practises; only of `autonomous_agent_practice`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub practice: Option<PracticePlan>,
    /// Whether its raw observations are kept for longer than seven days (§0C.16D).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retain: bool,
    /// When the record was created.
    pub created_at: Time,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The task of which a session is a further showing: a draft, or an installed ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExampleOf {
    /// The draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The installed ability. What the showing settles becomes the draft of an improvement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The title of the task.
    pub title: String,
    /// Whether the draft was made with it.
    pub used: bool,
}

/// A source that a session can observe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchSource {
    /// A browser window with a private profile: adapters `browser_dom` and `browser_snapshot`.
    Browser,
    /// The terminal panel and every shell with the hook: adapter `terminal_command`.
    Terminal,
    /// Calls of connectors through the gate: adapter `mcp_receipt`.
    Connectors,
}

/// `POST /api/learn/sessions`. An unknown field is refused by its name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CreateLearnSessionRequest {
    /// How the session begins.
    #[garde(skip)]
    pub entry_mode: LearningEntryMode,
    /// Whose actions to observe; `none` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub observation_mode: ObservationMode,
    /// What happens after the demonstration; `build_then_review` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub build_policy: BuildPolicy,
    /// How strictly an agent follows the checkpoints; `guided` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub execution_mode: LearnExecutionMode,
    /// What the session works on; `new_skill` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub target_kind: LearnTargetKind,
    /// What the user wants their agents to be able to do.
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub goal: Option<String>,
    /// The project that the session belongs to: its id, another name of it, or an absolute folder in it. Its id is stored.
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub project_id: Option<String>,
    /// Refused: sessions belong to no conversation.
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub room_id: Option<String>,
    /// The ability to improve, with `improving_existing_skill`.
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub target_skill_id: Option<String>,
    /// The draft or installed ability of which the session is a further showing: a proposal id or an ability id. What is left out (goal,
    /// sources, allow-list, address) is as in the first showing.
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub example_of: Option<String>,
    /// The application family of the task.
    #[serde(default)]
    #[garde(length(chars, max = 80))]
    pub target_app_family: Option<String>,
    /// Limits the observation to site hosts (`wiki.example.org`, `127.0.0.1:8080`), program names (`git`) or absolute folders. Empty: no
    /// limit.
    #[serde(default)]
    #[garde(length(max = 64), inner(length(chars, min = 1, max = 160)))]
    pub target_app_whitelist: Vec<String>,
    /// Whether to ask before a proposal is drafted, regardless of `build_policy`.
    #[serde(default)]
    #[garde(skip)]
    pub ask_before_build: bool,
    /// Whether `private_auto_install` may install without another question.
    #[serde(default)]
    #[garde(skip)]
    pub allow_private_install: bool,
    /// Refused: what rehearsals may write to is part of the test policy (`safe_targets`).
    #[serde(default)]
    #[garde(length(chars, max = 240))]
    pub requested_safe_target_ref: Option<String>,
    /// The sources to observe; required when `observation_mode` is `outside_agent`.
    #[serde(default)]
    #[garde(length(max = 8))]
    pub watch: Vec<WatchSource>,
    /// Where the watched browser opens: `http`, `https` or `about:blank`; the word `practice` opens the bundled sample page.
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub start_url: Option<String>,
    /// More adapters that must be available. If one is not, the answer is `ADAPTER_UNAVAILABLE`.
    #[serde(default)]
    #[garde(length(max = 16))]
    pub require_adapters: Vec<crate::observation::ObservationAdapterKind>,
    /// Calls of connectors to learn from, by their receipts, at most 200. The session has ended then, and its actions are these calls in their
    /// order. Only calls that Apprentice kept (`keep_calls` of the settings) and that were answered without an error are used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[garde(length(max = 200))]
    pub from_receipts: Vec<ReceiptId>,
    /// The same for the calls of one run of an agent: the `run_id` of their receipts, or their `correlation_id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(inner(length(chars, min = 1, max = 120)))]
    pub from_run: Option<String>,
    /// The outline of the task; required with `coaching_agent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(dive)]
    pub outline: Option<CoachingOutline>,
    /// What an agent practises; required with `autonomous_agent_practice`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(dive)]
    pub practice: Option<PracticePlan>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// A task as a person outlines it. Inputs are written as `{name}` or as a quoted example. Text is data: secrets are masked before it is
/// stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CoachingOutline {
    /// 1 to 12 steps, in order, each 1 to 240 characters. `step => how to check` says how to check that it is done.
    #[garde(length(min = 1, max = 12), inner(length(chars, min = 1, max = 240)))]
    pub steps: Vec<String>,
    /// What helps, such as a rule of the house. At most 12, each at most 240 characters.
    #[serde(default)]
    #[garde(length(max = 12), inner(length(chars, min = 1, max = 240)))]
    pub hints: Vec<String>,
    /// What must not happen, and when to ask. At most 12, each at most 240 characters.
    #[serde(default)]
    #[garde(length(max = 12), inner(length(chars, min = 1, max = 240)))]
    pub limits: Vec<String>,
}

/// The part of the interface that continues after the creation of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UiMode {
    /// The banner of a running demonstration.
    Overlay,
    /// A drawer with the ability to improve.
    Drawer,
    /// The calls of a run that took place already.
    RecentRun,
    /// An exploration.
    Exploratory,
    /// Not produced: the import of a skill, which is no session.
    Import,
}

/// What the interface should do after the creation of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CreateNextAction {
    /// Wait for the first observed action.
    WaitForFirstMeaningfulEvent,
    /// Not produced: show a list of recent runs.
    ShowRecentRunPicker,
    /// Start an exploration.
    LaunchExploration,
    /// Draft a proposal: the session has ended already, because its actions are calls that took place before.
    GenerateProposal,
    /// Show an editor for the changes of an ability.
    ShowSkillDeltaEditor,
    /// Not produced: show the import of a skill, which is no session.
    ShowImportConfigurator,
}

/// A new session.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CreateLearnSessionResponse {
    /// The session, in the state `armed`.
    pub session: LearnSession,
    /// The part of the interface that continues.
    pub ui_mode: UiMode,
    /// What the interface should do.
    pub next_action: CreateNextAction,
}

/// A mark in a trace (§0C.22).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowBoundary {
    /// Identifies the boundary.
    pub boundary_id: BoundaryId,
    /// The learn session.
    pub learn_session_id: LearnSessionId,
    /// What it marks.
    pub kind: BoundaryKind,
    /// Who set it.
    pub source: BoundarySource,
    /// The words of a marked goal or step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What a marked step does; only of `mark_step`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_kind_hint: Option<StepKindHint>,
    /// The action at which it was set; absent: at the end of the trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_event_id: Option<EventId>,
    /// Sequence number of the last action before it; 0 before the first.
    pub after_seq: u32,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What a boundary marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundaryKind {
    /// The observation started.
    Start,
    /// The observation paused.
    Pause,
    /// The observation resumed.
    Resume,
    /// The observation stopped.
    Stop,
    /// The session was cancelled.
    Cancel,
    /// Earlier actions do not belong to the demonstration.
    TrimStart,
    /// Later actions do not belong to the demonstration.
    TrimEnd,
    /// The person stated what had been achieved.
    MarkGoal,
    /// The person named a step.
    MarkStep,
}

/// Who set a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundarySource {
    /// A person, by a button.
    UserClick,
    /// A person, by a key, as a program over the API says. The window does not tell its keys from its buttons.
    Hotkey,
    /// The engine.
    SystemInferred,
    /// A program, over the API.
    ApiCall,
}

/// What a marked step does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepKindHint {
    /// Changes something.
    #[default]
    Action,
    /// Checks a precondition.
    Guard,
    /// Checks a result.
    Verification,
    /// Chooses between ways.
    Decision,
    /// Something else.
    Other,
}

/// The answer of an operation that changes a session.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionActionResponse {
    /// The session after the change.
    pub session: LearnSession,
}

/// The answer to starting or resuming the observation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StartSessionResponse {
    /// The session after the change.
    pub session: LearnSession,
    /// Whether at least one adapter observes.
    pub observation_active: bool,
    /// The adapters that observe.
    pub adapters_armed: Vec<String>,
}

/// The answer to stopping the observation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StopSessionResponse {
    /// The session after the change.
    pub session: LearnSession,
    /// Number of captured actions.
    pub captured_event_count: u32,
    /// The traces of the session.
    pub captured_trace_ids: Vec<TraceId>,
    /// What the interface should do.
    pub next_action: StopNextAction,
}

/// What the interface should do after a demonstration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopNextAction {
    /// Show what was captured.
    ReviewCaptured,
    /// Draft a proposal.
    GenerateProposal,
    /// Compare it with the first showing: `use-example`.
    UseExample,
    /// Offer to cancel: nothing was captured.
    Cancel,
}

/// Marks what has been achieved so far.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MarkGoalRequest {
    /// What has been achieved, 1 to 400 characters.
    #[garde(length(chars, min = 1, max = 400))]
    pub goal_description: String,
    /// The action to mark; the last one when left out.
    #[serde(default)]
    #[garde(skip)]
    pub at_event_id: Option<EventId>,
}

/// Names a step of the demonstration.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MarkStepRequest {
    /// The name, 1 to 240 characters.
    #[garde(length(chars, min = 1, max = 240))]
    pub step_label: String,
    /// What the step does; `action` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub step_kind_hint: StepKindHint,
    /// The action to mark; the last one when left out.
    #[serde(default)]
    #[garde(skip)]
    pub at_event_id: Option<EventId>,
}

/// Removes the beginning or the end of a demonstration.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TrimRequest {
    /// Which end to remove.
    #[garde(skip)]
    pub trim_kind: TrimKind,
    /// The first (`trim_start`) or last (`trim_end`) action to keep.
    #[garde(skip)]
    pub to_event_id: EventId,
}

/// Which end of a demonstration to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrimKind {
    /// The beginning.
    TrimStart,
    /// The end.
    TrimEnd,
}

/// Answers questions of a proposal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AnswerQuestionsRequest {
    /// The answers. At least one.
    #[garde(length(min = 1), dive)]
    pub answers: Vec<AnswerItem>,
}

/// The answer to one question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AnswerItem {
    /// The question.
    #[garde(length(max = 80))]
    pub question_id: String,
    /// The answer, at most 2,000 characters.
    #[garde(length(chars, max = 2000))]
    pub answer_text: String,
}

/// The answer to answering questions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswerQuestionsResponse {
    /// The session after the change.
    pub session: LearnSession,
    /// Number of required questions that are still open.
    pub remaining_questions: u32,
    /// What the interface should do.
    pub next_action: AnswerNextAction,
}

/// What the interface should do after answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerNextAction {
    /// Ask the remaining questions.
    MoreQuestions,
    /// Draft a proposal.
    GenerateProposal,
    /// Show the review.
    ReadyForReview,
}

/// `POST /api/learn/sessions/:id/retain` (§0C.16D).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RetainSessionRequest {
    /// `true` keeps the raw observations until it is set to `false` or the session is deleted.
    #[garde(skip)]
    pub retain: bool,
}

/// Sets the limits of a session's rehearsals.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SetTestPolicyRequest {
    /// The limits. `null`: those of its ability, else of the settings.
    #[serde(deserialize_with = "crate::test_policy::explicit")]
    #[garde(dive)]
    pub test_policy: Option<TestPolicy>,
}

/// The answer to drafting a proposal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GenerateProposalResponse {
    /// The session after the change.
    pub session: LearnSession,
    /// The drafted proposal.
    pub proposal_id: ProposalId,
}

/// The answer to using a showing as an example.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UseExampleResponse {
    /// The session of the showing after the change.
    pub session: LearnSession,
    /// The draft that was made with it.
    pub proposal_id: ProposalId,
    /// What the showings settled.
    pub settled: Vec<SettledPoint>,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionRow {
    /// The session. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub session: LearnSession,
    /// What a person may do with it now, in the order in which the window offers it.
    pub actions: Vec<SessionAction>,
    /// Its state on the page Pending Abilities; absent when it is not listed there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_ui_state: Option<PendingAbilityUiState>,
}

/// A page of sessions, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionsListResponse {
    /// The sessions on this page.
    pub sessions: Vec<LearnSessionRow>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
}

/// `GET /api/learn/sessions/:id/detail`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionDetailResponse {
    /// The session.
    pub session: LearnSession,
    /// What a person may do with it now, in the order in which the window offers it.
    #[serde(default)]
    pub actions: Vec<SessionAction>,
    /// The interpretation of the demonstration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<crate::interpretation::SemanticWorkflowInterpretation>,
    /// The proposal that was drafted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<crate::proposal::SkillBundleProposal>,
    /// The marks in its trace, in the order in which they were set.
    pub boundaries: Vec<WorkflowBoundary>,
    /// Number of captured actions.
    pub captured_event_count: u32,
    /// Its state on the page Pending Abilities; absent when it is not listed there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending_ui_state: Option<PendingAbilityUiState>,
    /// Whether the result of the demonstration is being read. The draft waits for it; a second stop ends it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reading_result: bool,
    /// What is being observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observation_scope: Option<crate::observation::ObservationScopeRuntime>,
    /// The limits that were chosen for its rehearsals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_policy: Option<TestPolicy>,
    /// The limits that act in its next rehearsal or practice.
    pub acting_test_policy: ActingTestPolicy,
    /// The running or last rehearsal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<crate::validation::RehearsalStatus>,
    /// The check that the person is showing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_check: Option<crate::shown_check::ShownCheckStatus>,
    /// Its newest receipts, newest first.
    pub latest_receipts: Vec<crate::receipt::LearningReceipt>,
}
