//! Receipts: what happened, for the record (§0C.12, decisions).

use crate::Time;
use crate::ids::{AbilityId, CorrelationId, LearnSessionId, ProposalId, ReceiptId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReceiptKind {
    SessionCreated,
    ObservationArmed,
    ObservationStopped,
    ProposalCreated,
    ClarificationRequested,
    ClarificationAnswered,
    ValidationStarted,
    ValidationFinished,
    InstallRequested,
    InstallCompleted,
    BridgeRebuildCompleted,
    AbilityAvailabilityUpdated,
    AbilityActivated,
    AbilityDeactivated,
    AbilityQuarantined,
    SessionCancelled,
    SessionTimeout,
    CaptureTimeout,
    MigrationBackfill,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningReceipt {
    pub receipt_id: ReceiptId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    pub kind: ReceiptKind,
    /// At most 500 characters.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub correlation_id: CorrelationId,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnReceiptsResponse {
    pub receipts: Vec<LearningReceipt>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
}
