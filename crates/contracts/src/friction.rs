//! What reports of agents leave to be looked at: frictions and repair candidates.

use crate::Time;
use crate::ids::{AbilityId, FrictionId, LearnSessionId, ReceiptId, RepairId};
use crate::page::PageQuery;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrictionKind {
    /// A checkpoint was skipped.
    CheckpointSkipped,
    /// An agent said that something was harder than it should be.
    Reported,
    /// An agent noted something.
    Note,
}

/// A line of `<home>/system/learning/friction.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FrictionRecord {
    pub friction_id: FrictionId,
    pub kind: FrictionKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_id: Option<String>,
    /// The checkpoint receipt that told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// At most 400 characters.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairState {
    Open,
    Resolved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairedBy {
    /// A later revision of the ability was installed.
    NewRevision,
    /// Later runs reached the checkpoint three times.
    Reached,
}

/// A line of `<home>/system/learning/repair_candidates.jsonl`: a checkpoint that agents did not reach. One is open per checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepairRecord {
    pub repair_id: RepairId,
    pub state: RepairState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// Where no ability was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    pub checkpoint_id: String,
    /// Reports of a failure.
    pub failures: u32,
    pub safety_critical: bool,
    /// Of the last failure; at most 400 characters.
    pub reason: String,
    /// Of the last failure; at most 1,000 characters.
    pub evidence: String,
    /// The newest ten that told a failure, oldest first.
    pub receipt_ids: Vec<ReceiptId>,
    /// Runs that reached the checkpoint since it last failed.
    pub reached_since: Vec<String>,
    pub first_failed_at: Time,
    pub last_failed_at: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_by: Option<RepairedBy>,
    pub schema_version: u32,
}

/// `?ability_id=...&page=1&page_size=50`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReportsQuery {
    /// Only what is about this ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
}

impl ReportsQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { page: self.page, page_size: self.page_size }
    }
}

/// Newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FrictionResponse {
    pub frictions: Vec<FrictionRecord>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    pub schema_version: u32,
}

/// Open ones first, each group newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RepairsResponse {
    pub repairs: Vec<RepairRecord>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    pub schema_version: u32,
}
