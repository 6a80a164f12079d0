//! The live stream of a session (§0C.13, §0C.16C) and the runtime snapshot (§0C.7).

use crate::Time;
use crate::ids::{AbilityId, InterpretationId, LearnSessionId, ProposalId, ReceiptId, ValidationRunId};
use crate::proposal::InstallLane;
use crate::session::{BuildPolicy, LearningEntryMode, ObservationMode};
use crate::state::LearnSessionState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names of streamed events. The first fifteen are §0C.13; the checkpoint three are §0C.16C; `capture.action` and
/// `session.changed` are ours, so that a timeline needs no polling.
pub mod kind {
    pub const SESSION_STARTED: &str = "learn.session.started";
    pub const CAPTURE_STARTED: &str = "learn.capture.started";
    pub const CAPTURE_PAUSED: &str = "learn.capture.paused";
    pub const CAPTURE_STOPPED: &str = "learn.capture.stopped";
    pub const PROPOSAL_CREATED: &str = "learn.proposal.created";
    pub const QUESTIONS_REQUESTED: &str = "learn.proposal.questions_requested";
    pub const VALIDATION_STARTED: &str = "learn.validation.started";
    pub const VALIDATION_COMPLETED: &str = "learn.validation.completed";
    pub const INSTALL_STARTED: &str = "learn.install.started";
    pub const INSTALL_COMPLETED: &str = "learn.install.completed";
    pub const INSTALL_FAILED: &str = "learn.install.failed";
    pub const BRIDGE_REBUILD_STARTED: &str = "bridge.rebuild.started";
    pub const BRIDGE_REBUILD_COMPLETED: &str = "bridge.rebuild.completed";
    pub const ABILITY_SNAPSHOT_UPDATED: &str = "ability.snapshot.updated";
    pub const ABILITY_ROUTE_ENABLED: &str = "ability.route.enabled";
    pub const ABILITY_QUARANTINED: &str = "ability.quarantined";
    pub const CHECKPOINT_REACHED: &str = "checkpoint.reached";
    pub const CHECKPOINT_SKIPPED: &str = "checkpoint.skipped";
    pub const CHECKPOINT_FAILED: &str = "checkpoint.failed";
    /// Payload: an `ObservedAction`.
    pub const CAPTURE_ACTION: &str = "capture.action";
    /// Payload: the `LearnSession`. Also after marks, trims and deletions.
    pub const SESSION_CHANGED: &str = "session.changed";
    /// Skills changed in agents' folders. Of no session: `session_id` is nil, `seq` 0; only in the stream of all sessions.
    pub const SKILLS_CHANGED: &str = "skills.changed";
    /// How far an operation on several skills is; payload `{operation_id, done, total, path}`. Of no session.
    pub const SKILLS_PROGRESS: &str = "skills.progress";
    /// Categories changed, or what is in them. Of no session, like `skills.changed`.
    pub const CATEGORIES_CHANGED: &str = "categories.changed";
    /// Imports of skills changed. Of no session, like `skills.changed`.
    pub const IMPORTS_CHANGED: &str = "imports.changed";
    /// Abilities fare otherwise, or agents told of their use. Of no session, like `skills.changed`.
    pub const ABILITIES_CHANGED: &str = "abilities.changed";
    /// Settings changed. Of no session, like `skills.changed`.
    pub const SETTINGS_CHANGED: &str = "settings.changed";
    /// Something is degraded (an adapter was lost, a frame skipped); payload `{code, message}`.
    pub const ERROR: &str = "error";
}

/// One streamed event. `id:` of the SSE frame is `seq`; `event:` is `event_kind`; `data:` is this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnSessionEvent {
    /// 1, 2, 3 ... within the session, without a gap, over restarts too.
    pub seq: u32,
    pub event_kind: String,
    pub session_id: LearnSessionId,
    pub payload: serde_json::Value,
    pub timestamp: Time,
}

/// Stored at `<home>/system/learning/runtime/current.json` and answered by `GET /api/learn/runtime/current`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningRuntimeSnapshot {
    pub learn_session_id: LearnSessionId,
    pub entry_mode: LearningEntryMode,
    pub observation_mode: ObservationMode,
    pub build_policy: BuildPolicy,
    pub state: LearnSessionState,
    pub observed_data_classes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active_boundary_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation_id: Option<InterpretationId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_run_id: Option<ValidationRunId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install_lane: Option<InstallLane>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_usable_now: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
    pub latest_receipt_ids: Vec<ReceiptId>,
    pub snapshot_as_of: Time,
    pub schema_version: u32,
}

/// `GET /api/learn/runtime/current`: `current` is null before the first session.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeCurrentResponse {
    pub current: Option<LearningRuntimeSnapshot>,
}
