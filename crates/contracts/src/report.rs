//! What agents tell of their own accord while they use an ability (§0C.9B, §0C.16 "Bridge tool").
//!
//! Reporting is voluntary: a dispatch that tells nothing counts as no failure.

use crate::Time;
use crate::ability::CheckpointHealth;
use crate::checkpoint::{Checkpoint, CheckpointStatus, CheckpointVerificationReceipt};
use crate::friction::FrictionRecord;
use crate::ids::{AbilityId, LearnSessionId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `POST /api/bridge/verify-checkpoint`. One of `ability_id` and `learn_session_id` must be given.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct VerifyCheckpointRequest {
    #[garde(length(chars, min = 1, max = 80))]
    pub checkpoint_id: String,
    #[garde(skip)]
    pub status: CheckpointStatus,
    /// What was seen, in words. Secrets in it are masked before it is stored.
    #[garde(length(chars, min = 1, max = 1000))]
    pub evidence: String,
    /// Why it was skipped or failed; needed for both.
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub reason: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    /// The session whose followers hear of it.
    #[serde(default)]
    #[garde(skip)]
    pub learn_session_id: Option<LearnSessionId>,
    /// Any name of this use of the ability, the same in all its reports. Reports without it count for no health.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub dispatch_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub agent: Option<String>,
    /// The failure did, or nearly did, harm. Only with `failed`; quarantines the ability at once.
    #[serde(default)]
    #[garde(skip)]
    pub safety_critical: bool,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifyCheckpointResponse {
    /// As stored.
    pub receipt: CheckpointVerificationReceipt,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// Of the ability, with this report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_health: Option<CheckpointHealth>,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObservationKind {
    /// Something was harder than it should be.
    Friction,
    /// Something worth knowing.
    Note,
    /// How a dispatch ended.
    Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DispatchOutcome {
    Succeeded,
    Failed,
    Abandoned,
}

/// `POST /api/bridge/report-observation`. `outcome` needs `outcome`, `ability_id` and `dispatch_id`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ObservationReport {
    #[garde(skip)]
    pub kind: ObservationKind,
    /// In words. Secrets in it are masked before it is stored.
    #[garde(length(chars, min = 1, max = 400))]
    pub summary: String,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub dispatch_id: Option<String>,
    #[serde(default)]
    #[garde(skip)]
    pub outcome: Option<DispatchOutcome>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub agent: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// What the report became.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObservationReportResponse {
    /// Of `friction` and `note`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<FrictionRecord>,
    /// Of `outcome`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<DispatchRecord>,
    pub schema_version: u32,
}

/// One use of an ability by an agent, as far as it was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DispatchRecord {
    pub dispatch_id: String,
    pub ability_id: AbilityId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Absent while nobody said how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<DispatchOutcome>,
    /// What was said with the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// When it was first heard of.
    pub started_at: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Time>,
    pub last_seen: Time,
    pub schema_version: u32,
}

/// `GET /api/abilities/:id/checkpoint-reports`: what agents told of an ability, for Checkpoint Progress (§0C.9B).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityReportsResponse {
    pub ability_id: AbilityId,
    /// Of what is installed, without the observer's evidence.
    pub checkpoints: Vec<Checkpoint>,
    /// The newest 20, newest first.
    pub dispatches: Vec<DispatchRecord>,
    /// Of these dispatches, oldest first.
    pub receipts: Vec<CheckpointVerificationReceipt>,
    pub schema_version: u32,
}
