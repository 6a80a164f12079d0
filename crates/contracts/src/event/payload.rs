//! Payloads of streamed events.

use crate::error::ErrorCode;
use crate::ids::{AbilityId, EventId, OperationId, ProposalId, SagaId, ValidationRunId};
use crate::observation::{ObservationAdapterKind, ObservedAction};
use crate::proposal::InstallLane;
use crate::session::{LearningEntryMode, ObservationMode, WatchSource};
use crate::validation::{OverallResult, RunKind, ValidationRun};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The event says everything by its name; a listener reads the new state itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoPayload {}

/// Payload of `learn.session.started`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionStarted {
    /// How the session begins.
    pub entry_mode: LearningEntryMode,
    /// Whose actions it observes.
    pub observation_mode: ObservationMode,
    /// What it watches.
    pub watch: Vec<WatchSource>,
}

/// Payload of `learn.capture.started`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaptureStarted {
    /// Number of adapters that observe; absent when the observation resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter_count: Option<u32>,
    /// Kinds of these adapters; absent when the observation resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapters: Option<Vec<String>>,
    /// Whether the observation resumed after a pause; absent when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed: Option<bool>,
}

/// Why an observation paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// The person paused it.
    Asked,
    /// It ran for a long time without being stopped.
    CaptureTimeout,
    /// It could not resume, because an adapter cannot be used.
    AdapterUnavailable,
    /// The only adapter was lost, for example because the browser was closed.
    AdapterLost,
    /// The program ended while it was watching.
    ProgramEnded,
}

impl PauseReason {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::CaptureTimeout => "capture_timeout",
            Self::AdapterUnavailable => "adapter_unavailable",
            Self::AdapterLost => "adapter_lost",
            Self::ProgramEnded => "program_ended",
        }
    }
}

/// Payload of `learn.capture.paused`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CapturePaused {
    /// Why it paused.
    pub reason: PauseReason,
}

/// Why an observation stopped, other than at the end of the demonstration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The session was cancelled.
    Cancelled,
}

/// Payload of `learn.capture.stopped`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaptureStopped {
    /// Number of captured actions; absent when the session was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_event_count: Option<u32>,
    /// Absent at the end of a demonstration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<StopReason>,
}

/// Payload of `capture.reading_result`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadingResult {
    /// Number of sources that were read so far.
    pub read: u32,
    /// Number of sources to read, as far as known.
    pub of: u32,
    /// Whether the reading has ended. The draft waits for it.
    pub ended: bool,
}

/// Payload of `learn.proposal.created`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProposalCreated {
    /// The proposal.
    pub proposal_id: ProposalId,
    /// Its title.
    pub title: String,
}

/// Payload of `learn.proposal.questions_requested`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionsRequested {
    /// The proposal.
    pub proposal_id: ProposalId,
    /// Number of questions.
    pub questions: u32,
    /// Number of questions without whose answers the proposal cannot be installed.
    pub required: u32,
}

/// Payload of `learn.validation.started`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ValidationStarted {
    /// A canary of an ability.
    Canary(ValidationRun),
    /// A test of a proposal.
    Test(TestStarted),
}

/// A test of a proposal that started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestStarted {
    /// The test.
    pub validation_run_id: ValidationRunId,
    /// The proposal.
    pub proposal_id: ProposalId,
    /// The kind of test.
    pub run_kind: RunKind,
}

/// Payload of `learn.validation.completed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValidationCompleted {
    /// The test.
    pub validation_run_id: ValidationRunId,
    /// The proposal.
    pub proposal_id: ProposalId,
    /// The kind of test.
    pub run_kind: RunKind,
    /// Its result.
    pub overall_result: OverallResult,
    /// Number of steps that failed.
    pub failed_steps: u32,
}

/// Payload of `learn.install.started`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InstallStarted {
    /// The installation.
    pub saga_id: SagaId,
    /// Name of the skill's folder.
    pub slug: String,
    /// Number of folders that the skill is installed into.
    pub targets: u32,
}

/// Payload of `learn.install.completed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InstallCompleted {
    /// The installation.
    pub saga_id: SagaId,
    /// The ability.
    pub ability_id: AbilityId,
    /// Name of the skill's folder.
    pub slug: String,
}

/// Payload of `learn.install.failed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InstallFailed {
    /// The installation.
    pub saga_id: SagaId,
    /// Name of the skill's folder.
    pub slug: String,
    /// Why it failed.
    pub message: String,
    /// What could not be undone, in words.
    pub left: Vec<String>,
}

/// Payload of `bridge.rebuild.started`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BridgeRebuildStarted {
    /// The installation that made it necessary.
    pub saga_id: SagaId,
}

/// Payload of `bridge.rebuild.completed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BridgeRebuildCompleted {
    /// The ability whose entry changed.
    pub ability_id: AbilityId,
    /// The installation that made it necessary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saga_id: Option<SagaId>,
    /// Name of the installed skill's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
}

/// Payload of `ability.snapshot.updated` and `ability.route.enabled`. Only what the event is about is present.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityUpdated {
    /// The ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// Whether agents can use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usable_now: Option<bool>,
    /// For whom it is installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install_lane: Option<InstallLane>,
    /// True when it was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<bool>,
    /// The installation that changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saga_id: Option<SagaId>,
    /// Name of the installed skill's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
}

/// Payload of `ability.quarantined`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityQuarantined {
    /// The ability.
    pub ability_id: AbilityId,
    /// Why.
    pub reason: String,
}

/// Payload of `capture.action`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CapturedAction {
    /// The action.
    Observed(Box<ObservedAction>),
    /// What is left of a deleted action.
    Deleted(DeletedAction),
}

/// What is left of a deleted action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeletedAction {
    /// The action.
    pub event_id: EventId,
    /// True.
    pub deleted: bool,
}

/// Payload of `skills.progress`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillsProgress {
    /// The batch operation, as its request named it.
    pub operation_id: OperationId,
    /// Number of skills that are done.
    pub done: u32,
    /// Number of all skills.
    pub total: u32,
    /// The skill that is processed now.
    pub path: String,
}

/// Payload of `error`: something is degraded, such as a lost adapter or a skipped frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReported {
    /// What is degraded.
    pub code: ReportedCode,
    /// What happened and what to do.
    pub message: String,
    /// Facts that a client can act on; their shape depends on `code`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// The adapter that was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<ObservationAdapterKind>,
    /// Whether other adapters still observe after one was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watching_goes_on: Option<bool>,
    /// True when it happened in a rehearsal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<bool>,
    /// Number of actions of the session that could not be stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events_lost: Option<u32>,
}

impl ErrorReported {
    /// An error with nothing but a code and a message.
    pub fn new(code: impl Into<ReportedCode>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            details: None,
            adapter: None,
            watching_goes_on: None,
            rehearsal: None,
            events_lost: None,
        }
    }
}

/// The code of a streamed error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ReportedCode {
    /// A code that a failed request has, too.
    Failure(ErrorCode),
    /// A code that only streams have, such as `BROWSER_CLOSED` or `EVENTS_LOST`.
    Streamed(String),
}

impl From<ErrorCode> for ReportedCode {
    fn from(code: ErrorCode) -> Self {
        Self::Failure(code)
    }
}

impl From<&str> for ReportedCode {
    fn from(code: &str) -> Self {
        Self::Streamed(code.to_owned())
    }
}
