//! Records that reports of agents leave for review: frictions and repair candidates.

use crate::Time;
use crate::ids::{AbilityId, CheckpointId, DispatchId, FrictionId, LearnSessionId, ReceiptId, RepairId};
use crate::page::PageQuery;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a friction record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrictionKind {
    /// An agent skipped a checkpoint.
    CheckpointSkipped,
    /// An agent reported that something was harder than it should be.
    Reported,
    /// An agent left a note.
    Note,
}

/// A line of `<home>/system/learning/friction.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FrictionRecord {
    /// Identifies the record.
    pub friction_id: FrictionId,
    /// What the record is about.
    pub kind: FrictionKind,
    /// The ability, where the report named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The session, where the report named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The use of the ability, where the report named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch_id: Option<DispatchId>,
    /// The checkpoint that was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_id: Option<CheckpointId>,
    /// The checkpoint receipt of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// What the agent said. At most 400 characters.
    pub summary: String,
    /// The agent that reported, in its own words; at most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Whether a repair candidate still needs work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairState {
    /// The checkpoint still fails.
    Open,
    /// The checkpoint works again.
    Resolved,
}

/// What resolved a repair candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairedBy {
    /// A later revision of the ability was installed.
    NewRevision,
    /// Three later runs reached the checkpoint.
    Reached,
}

/// A line of `<home>/system/learning/repair_candidates.jsonl`: a checkpoint that agents failed to reach. At most one is open per
/// checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepairRecord {
    /// Identifies the record.
    pub repair_id: RepairId,
    /// Whether it still needs work.
    pub state: RepairState,
    /// The ability, where the reports named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The session, where the reports named no ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The checkpoint, such as `cp-01`.
    pub checkpoint_id: CheckpointId,
    /// Number of reported failures.
    pub failures: u32,
    /// Whether a failure did, or nearly did, harm.
    pub safety_critical: bool,
    /// Reason of the last failure. At most 400 characters.
    pub reason: String,
    /// Evidence of the last failure. At most 1,000 characters.
    pub evidence: String,
    /// The receipts of the newest ten failures, oldest first.
    pub receipt_ids: Vec<ReceiptId>,
    /// Runs that reached the checkpoint since its last failure.
    pub reached_since: Vec<String>,
    /// When the first failure was reported.
    pub first_failed_at: Time,
    /// When the last failure was reported.
    pub last_failed_at: Time,
    /// When it was resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Time>,
    /// What resolved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_by: Option<RepairedBy>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `?ability_id=...&page=1&page_size=50`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReportsQuery {
    /// Only records of this ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// Number of the page, beginning at 1.
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
}

impl ReportsQuery {
    /// The page that is asked for.
    pub fn page(&self) -> PageQuery {
        PageQuery { page: self.page, page_size: self.page_size }
    }
}

/// A page of friction records, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FrictionResponse {
    /// The records on this page.
    pub frictions: Vec<FrictionRecord>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A page of repair candidates: open ones first, each group newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RepairsResponse {
    /// The records on this page.
    pub repairs: Vec<RepairRecord>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
