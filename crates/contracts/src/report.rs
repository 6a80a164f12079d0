//! Voluntary reports of agents about their use of an ability (§0C.9B, §0C.16 "Bridge tool").
//!
//! A use without any report does not count as a failure.

use crate::Time;
use crate::ability::CheckpointHealth;
use crate::checkpoint::{Checkpoint, CheckpointStatus, CheckpointVerificationReceipt};
use crate::friction::FrictionRecord;
use crate::ids::{AbilityId, CheckpointId, ClientRequestId, DispatchId, LearnSessionId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `POST /api/bridge/verify-checkpoint`. `ability_id` or `learn_session_id` is required; both only when the session taught that ability.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct VerifyCheckpointRequest {
    /// The checkpoint, such as `cp-01`.
    #[garde(length(chars, min = 1, max = 80))]
    pub checkpoint_id: CheckpointId,
    /// Whether the checkpoint was reached, skipped or failed.
    #[garde(skip)]
    pub status: CheckpointStatus,
    /// What the agent saw, in words; 1 to 1,000 characters. Secrets are masked before it is stored.
    #[garde(length(chars, min = 1, max = 1000))]
    pub evidence: String,
    /// Why it was skipped or failed; required for both. At most 400 characters.
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub reason: Option<String>,
    /// The ability that the agent uses.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// The session whose event stream announces the report.
    #[serde(default)]
    #[garde(skip)]
    pub learn_session_id: Option<LearnSessionId>,
    /// The id of this use of the ability that `get_skill` gave out, the same in all its reports. Each checkpoint is reported once for it. A
    /// report without it does not affect the ability's health.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub dispatch_id: Option<DispatchId>,
    /// Name of the agent that reports. 1 to 80 characters.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub agent: Option<String>,
    /// The failure did, or nearly did, harm. Only with `failed`; the ability is suspended at once, and the person is asked to quarantine or
    /// keep it. It is quarantined if the observer saw that failure too, or another agent reports harm an hour or more later.
    #[serde(default)]
    #[garde(skip)]
    pub safety_critical: bool,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// The stored report and its effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifyCheckpointResponse {
    /// The stored report.
    pub receipt: CheckpointVerificationReceipt,
    /// The ability that the report is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// Health of the ability's checkpoints, including this report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_health: Option<CheckpointHealth>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What an agent reports besides checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationKind {
    /// Something was harder than it should be.
    Friction,
    /// Something worth knowing.
    Note,
    /// How a use of the ability ended.
    Outcome,
}

/// How a use of an ability ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DispatchOutcome {
    /// The task was done.
    Succeeded,
    /// The task could not be done.
    Failed,
    /// The task was given up.
    Abandoned,
}

/// `POST /api/bridge/report-observation`. The kind `outcome` requires `outcome`, `ability_id` and `dispatch_id`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ObservationReport {
    /// What the report is about.
    #[garde(skip)]
    pub kind: ObservationKind,
    /// The report in words; 1 to 400 characters. Secrets are masked before it is stored.
    #[garde(length(chars, min = 1, max = 400))]
    pub summary: String,
    /// The ability that the report is about.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// The use of the ability, as in `verify_checkpoint`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub dispatch_id: Option<DispatchId>,
    /// How the use ended; only with the kind `outcome`.
    #[serde(default)]
    #[garde(skip)]
    pub outcome: Option<DispatchOutcome>,
    /// Name of the agent that reports. 1 to 80 characters.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub agent: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// The record that the report became.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservationReportResponse {
    /// The stored record of a `friction` or `note`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<FrictionRecord>,
    /// The use of the ability, updated by an `outcome`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<DispatchRecord>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// One use of an ability by an agent, as far as it was reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DispatchRecord {
    /// The id of this use, which `get_skill` gave out.
    pub dispatch_id: DispatchId,
    /// The ability that was used.
    pub ability_id: AbilityId,
    /// The agent that reported, in its own words; at most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How it ended. Absent until the agent reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<DispatchOutcome>,
    /// What the agent said about the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// When its first report arrived.
    pub started_at: Time,
    /// When its outcome was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Time>,
    /// When its last report arrived.
    pub last_seen: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/abilities/:id/checkpoint-reports`: the reports about an ability, for Checkpoint Progress (§0C.9B).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityReportsResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// The checkpoints of the installed revision, without the observer's evidence.
    pub checkpoints: Vec<Checkpoint>,
    /// The newest 20 uses, newest first.
    pub dispatches: Vec<DispatchRecord>,
    /// The reports of these uses, oldest first.
    pub receipts: Vec<CheckpointVerificationReceipt>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
