//! The live event stream of a session (§0C.13, §0C.16C) and the runtime snapshot (§0C.7).

mod payload;
#[cfg(test)]
mod tests;

pub use payload::*;

use crate::Time;
use crate::checkpoint::CheckpointVerificationReceipt;
use crate::ids::{AbilityId, InterpretationId, LearnSessionId, ProposalId, ReceiptId, ValidationRunId};
use crate::proposal::InstallLane;
use crate::session::{BuildPolicy, LearnSession, LearningEntryMode, ObservationMode};
use crate::state::LearnSessionState;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

macro_rules! events {
    ($($(#[$doc:meta])* $name:ident($payload:ty) = $wire:literal,)+) => {
        /// Name of a streamed event. The first fifteen are from §0C.13, the three about checkpoints from §0C.16C. The others are additions
        /// of this project, so that a client needs no polling. A kind is never removed, because stored events name it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum EventKind {
            $($(#[$doc])* #[serde(rename = $wire)] $name,)+
        }

        impl EventKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $wire,)+
                }
            }
        }

        /// What happened: the kind of an event with its payload.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "event_kind", content = "payload")]
        pub enum Event {
            $($(#[$doc])* #[serde(rename = $wire)] $name($payload),)+
        }

        impl Event {
            /// Its kind.
            pub const fn kind(&self) -> EventKind {
                match self {
                    $(Self::$name(_) => EventKind::$name,)+
                }
            }

            /// Its payload as JSON.
            pub fn payload(&self) -> serde_json::Result<serde_json::Value> {
                match self {
                    $(Self::$name(payload) => crate::json::to_value(payload),)+
                }
            }

            fn read(kind: EventKind, payload: &serde_json::Value) -> serde_json::Result<Self> {
                match kind {
                    $(EventKind::$name => crate::json::from_value::<$payload>(payload).map(Self::$name),)+
                }
            }
        }
    };
}

events! {
    /// A session was created.
    SessionStarted(SessionStarted) = "learn.session.started",
    /// The observation of a session started or resumed.
    CaptureStarted(CaptureStarted) = "learn.capture.started",
    /// The observation paused.
    CapturePaused(CapturePaused) = "learn.capture.paused",
    /// The observation stopped.
    CaptureStopped(CaptureStopped) = "learn.capture.stopped",
    /// A proposal was drafted.
    ProposalCreated(ProposalCreated) = "learn.proposal.created",
    /// A proposal has questions that the person must answer.
    QuestionsRequested(QuestionsRequested) = "learn.proposal.questions_requested",
    /// The tests of a proposal started.
    ValidationStarted(ValidationStarted) = "learn.validation.started",
    /// The tests of a proposal ended.
    ValidationCompleted(ValidationCompleted) = "learn.validation.completed",
    /// An installation started.
    InstallStarted(InstallStarted) = "learn.install.started",
    /// An installation succeeded.
    InstallCompleted(InstallCompleted) = "learn.install.completed",
    /// An installation failed and was rolled back.
    InstallFailed(InstallFailed) = "learn.install.failed",
    /// The bridge file is about to be rebuilt.
    BridgeRebuildStarted(BridgeRebuildStarted) = "bridge.rebuild.started",
    /// The bridge file was rebuilt.
    BridgeRebuildCompleted(BridgeRebuildCompleted) = "bridge.rebuild.completed",
    /// The snapshot of available abilities was rebuilt.
    AbilitySnapshotUpdated(AbilityUpdated) = "ability.snapshot.updated",
    /// An ability can be used from now on.
    AbilityRouteEnabled(AbilityUpdated) = "ability.route.enabled",
    /// An ability was quarantined.
    AbilityQuarantined(AbilityQuarantined) = "ability.quarantined",
    /// A checkpoint was reached.
    CheckpointReached(Box<CheckpointVerificationReceipt>) = "checkpoint.reached",
    /// A checkpoint was skipped.
    CheckpointSkipped(Box<CheckpointVerificationReceipt>) = "checkpoint.skipped",
    /// A checkpoint failed.
    CheckpointFailed(Box<CheckpointVerificationReceipt>) = "checkpoint.failed",
    /// An action was observed.
    CaptureAction(CapturedAction) = "capture.action",
    /// After a demonstration, sources are read again to learn what it changed.
    CaptureReadingResult(ReadingResult) = "capture.reading_result",
    /// A session changed, also by marks, trims and deletions.
    SessionChanged(Box<LearnSession>) = "session.changed",
    /// Skills changed in agents' folders. It belongs to no session: `session_id` is nil, `seq` is 0, and only the stream of all sessions carries it.
    SkillsChanged(NoPayload) = "skills.changed",
    /// Progress of a batch operation on skills. It belongs to no session, like `skills.changed`.
    SkillsProgress(SkillsProgress) = "skills.progress",
    /// Categories or their items changed. It belongs to no session, like `skills.changed`.
    CategoriesChanged(NoPayload) = "categories.changed",
    /// A call or question of a connector began or ended to wait for the person. It belongs to no session, like `skills.changed`.
    ConnectorsChanged(NoPayload) = "connectors.changed",
    /// Imports of skills changed. It belongs to no session, like `skills.changed`.
    ImportsChanged(NoPayload) = "imports.changed",
    /// Candidates for abilities changed. It belongs to no session, like `skills.changed`.
    CandidatesChanged(NoPayload) = "candidates.changed",
    /// Abilities, their health or the reports of agents about them changed. It belongs to no session, like `skills.changed`.
    AbilitiesChanged(NoPayload) = "abilities.changed",
    /// A model began or ended to write a draft. It belongs to no session, like `skills.changed`.
    AuthorChanged(NoPayload) = "author.changed",
    /// A person began or ended to show how they check a draft, or looked somewhere. It belongs to no session, like `skills.changed`.
    ShownCheckChanged(NoPayload) = "shown_check.changed",
    /// The live draft of the session that records changed. It belongs to no session, like `skills.changed`.
    LiveDraftChanged(NoPayload) = "live_draft.changed",
    /// A rehearsal saw an action. It belongs to no session, like `skills.changed`.
    RehearsalChanged(NoPayload) = "rehearsal.changed",
    /// Settings changed. It belongs to no session, like `skills.changed`.
    SettingsChanged(NoPayload) = "settings.changed",
    /// Something is degraded, such as a lost adapter or a skipped frame.
    Error(ErrorReported) = "error",
}

impl std::fmt::Display for EventKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// One streamed event. In the SSE frame `id:` is `seq`, `event:` is `event_kind` and `data:` is this object.
///
/// The payload is kept as it was stored, so that relaying an event does not change it; [`Self::event`] reads it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnSessionEvent {
    /// 1, 2, 3 ... within the session, without a gap, also over restarts.
    pub seq: u32,
    /// What happened.
    pub event_kind: EventKind,
    /// The session; nil for an event that belongs to none.
    pub session_id: LearnSessionId,
    /// What the event is about: the payload of [`Event`] for this kind.
    pub payload: serde_json::Value,
    /// When the event was recorded.
    pub timestamp: Time,
}

impl LearnSessionEvent {
    /// The event with its payload. Fails when another version of the program stored a payload of another shape.
    pub fn event(&self) -> serde_json::Result<Event> {
        Event::read(self.event_kind, &self.payload)
    }
}

/// One streamed event. In the SSE frame `id:` is `seq`, `event:` is `event_kind` and `data:` is this object.
#[derive(JsonSchema)]
#[schemars(rename = "LearnSessionEvent")]
#[expect(dead_code, reason = "only its schema is used")]
struct TypedEvent {
    /// 1, 2, 3 ... within the session, without a gap, also over restarts.
    seq: u32,
    #[serde(flatten)]
    event: Event,
    /// The session; nil for an event that belongs to none.
    session_id: LearnSessionId,
    /// When the event was recorded.
    timestamp: Time,
}

impl JsonSchema for LearnSessionEvent {
    fn schema_name() -> Cow<'static, str> {
        TypedEvent::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        TypedEvent::json_schema(generator)
    }
}

/// The most recent session and what became of it. Written to `<home>/system/learning/runtime/current.json` and returned by `GET
/// /api/learn/runtime/current`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningRuntimeSnapshot {
    /// The session.
    pub learn_session_id: LearnSessionId,
    /// How the session began.
    pub entry_mode: LearningEntryMode,
    /// Whose actions it observes.
    pub observation_mode: ObservationMode,
    /// What happens after the demonstration.
    pub build_policy: BuildPolicy,
    /// State of the session.
    pub state: LearnSessionState,
    /// Classes of data that the observation sees, such as `field_value`.
    pub observed_data_classes: Vec<String>,
    /// The last boundary that was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active_boundary_ref: Option<String>,
    /// The interpretation of the demonstration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation_id: Option<InterpretationId>,
    /// The proposal that was drafted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The last test of the proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_run_id: Option<ValidationRunId>,
    /// Where the proposal is installed, or will be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install_lane: Option<InstallLane>,
    /// The ability that the proposal became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// Whether agents can use the ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_usable_now: Option<bool>,
    /// Why agents cannot use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
    /// The newest receipts of the session, newest first.
    pub latest_receipt_ids: Vec<ReceiptId>,
    /// When the snapshot was taken.
    pub snapshot_as_of: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/learn/runtime/current`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeCurrentResponse {
    /// Null before the first session.
    pub current: Option<LearningRuntimeSnapshot>,
}
