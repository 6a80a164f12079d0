//! The live event stream of a session (§0C.13, §0C.16C) and the runtime snapshot (§0C.7).

use crate::Time;
use crate::ids::{AbilityId, InterpretationId, LearnSessionId, ProposalId, ReceiptId, ValidationRunId};
use crate::proposal::InstallLane;
use crate::session::{BuildPolicy, LearningEntryMode, ObservationMode};
use crate::state::LearnSessionState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names of streamed events. The first fifteen are from §0C.13, the three about checkpoints from §0C.16C. The others are additions of this
/// project, so that a client needs no polling.
pub mod kind {
    /// A session was created.
    pub const SESSION_STARTED: &str = "learn.session.started";
    /// The observation of a session started or resumed. Payload: `{adapter_count, adapters}`.
    pub const CAPTURE_STARTED: &str = "learn.capture.started";
    /// The observation paused. Payload: `{reason}`.
    pub const CAPTURE_PAUSED: &str = "learn.capture.paused";
    /// The observation stopped.
    pub const CAPTURE_STOPPED: &str = "learn.capture.stopped";
    /// A proposal was drafted.
    pub const PROPOSAL_CREATED: &str = "learn.proposal.created";
    /// A proposal has questions that the person must answer.
    pub const QUESTIONS_REQUESTED: &str = "learn.proposal.questions_requested";
    /// The tests of a proposal started.
    pub const VALIDATION_STARTED: &str = "learn.validation.started";
    /// The tests of a proposal ended.
    pub const VALIDATION_COMPLETED: &str = "learn.validation.completed";
    /// An installation started.
    pub const INSTALL_STARTED: &str = "learn.install.started";
    /// An installation succeeded.
    pub const INSTALL_COMPLETED: &str = "learn.install.completed";
    /// An installation failed and was rolled back.
    pub const INSTALL_FAILED: &str = "learn.install.failed";
    /// The bridge file is about to be rebuilt.
    pub const BRIDGE_REBUILD_STARTED: &str = "bridge.rebuild.started";
    /// The bridge file was rebuilt.
    pub const BRIDGE_REBUILD_COMPLETED: &str = "bridge.rebuild.completed";
    /// The snapshot of available abilities was rebuilt.
    pub const ABILITY_SNAPSHOT_UPDATED: &str = "ability.snapshot.updated";
    /// An ability can be used from now on.
    pub const ABILITY_ROUTE_ENABLED: &str = "ability.route.enabled";
    /// An ability was quarantined.
    pub const ABILITY_QUARANTINED: &str = "ability.quarantined";
    /// A checkpoint was reached. Payload: a `CheckpointVerificationReceipt`.
    pub const CHECKPOINT_REACHED: &str = "checkpoint.reached";
    /// A checkpoint was skipped. Payload: a `CheckpointVerificationReceipt`.
    pub const CHECKPOINT_SKIPPED: &str = "checkpoint.skipped";
    /// A checkpoint failed. Payload: a `CheckpointVerificationReceipt`.
    pub const CHECKPOINT_FAILED: &str = "checkpoint.failed";
    /// An action was observed. Payload: an `ObservedAction`.
    pub const CAPTURE_ACTION: &str = "capture.action";
    /// A session changed, also by marks, trims and deletions. Payload: the `LearnSession`.
    pub const SESSION_CHANGED: &str = "session.changed";
    /// Skills changed in agents' folders. It belongs to no session: `session_id` is nil, `seq` is 0, and only the stream of all sessions
    /// carries it.
    pub const SKILLS_CHANGED: &str = "skills.changed";
    /// Progress of a batch operation on skills. Payload: `{operation_id, done, total, path}`. It belongs to no session, like
    /// `skills.changed`.
    pub const SKILLS_PROGRESS: &str = "skills.progress";
    /// Categories or their items changed. It belongs to no session, like `skills.changed`.
    pub const CATEGORIES_CHANGED: &str = "categories.changed";
    /// Imports of skills changed. It belongs to no session, like `skills.changed`.
    pub const IMPORTS_CHANGED: &str = "imports.changed";
    /// Abilities, their health or the reports of agents about them changed. It belongs to no session, like `skills.changed`.
    pub const ABILITIES_CHANGED: &str = "abilities.changed";
    /// Settings changed. It belongs to no session, like `skills.changed`.
    pub const SETTINGS_CHANGED: &str = "settings.changed";
    /// Something is degraded, such as a lost adapter or a skipped frame. Payload: `{code, message}`.
    pub const ERROR: &str = "error";
}

/// One streamed event. In the SSE frame `id:` is `seq`, `event:` is `event_kind` and `data:` is this object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionEvent {
    /// 1, 2, 3 ... within the session, without a gap, also over restarts.
    pub seq: u32,
    /// One of the names in `kind`.
    pub event_kind: String,
    /// The session; nil for an event that belongs to none.
    pub session_id: LearnSessionId,
    /// What the event is about; its shape depends on `event_kind`.
    pub payload: serde_json::Value,
    /// When the event was recorded.
    pub timestamp: Time,
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
