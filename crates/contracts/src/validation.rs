//! Tests of a proposal (§0C.10) and the guided rehearsal.

use crate::Time;
use crate::checkpoint::{Checkpoint, CheckpointVerificationReceipt};
use crate::ids::{LearnSessionId, ProposalId, ValidationRunId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    Lint,
    Trigger,
    DryRun,
    Canary,
    AdapterCheck,
    DependencyCheck,
    Rehearsal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverallResult {
    Passed,
    Failed,
    Partial,
    Cancelled,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidationRun {
    pub validation_run_id: ValidationRunId,
    pub proposal_id: ProposalId,
    pub run_kind: RunKind,
    pub started_at: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Time>,
    /// `partial` while it runs.
    pub overall_result: OverallResult,
    pub result_refs: Vec<String>,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepResult {
    Passed,
    Failed,
    Skipped,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidationStepResult {
    pub validation_run_id: ValidationRunId,
    pub test_case_id: String,
    pub label: String,
    pub result: StepResult,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    pub created_at: Time,
    pub schema_version: u32,
}

/// `POST .../validate`: runs the named kinds at once (`lint`, `trigger`, `dependency_check`, `dry_run`; empty: all four),
/// or `rehearsal` alone, which begins to watch and ends with [`FinishRehearsalRequest`].
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct StartValidationRunRequest {
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub run_label: Option<String>,
    #[serde(default)]
    #[garde(length(max = 8))]
    pub selected_tests: Vec<RunKind>,
    /// Where the watched browser opens for a rehearsal.
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub start_url: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ValidationRunResponse {
    /// The last run that was made; `runs` has all of this request.
    pub validation_run: ValidationRun,
    pub runs: Vec<ValidationRun>,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ValidationRunsListResponse {
    pub runs: Vec<ValidationRun>,
    pub steps: Vec<ValidationStepResult>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    pub schema_version: u32,
}

/// `POST /api/learn/proposals/:id/rehearsal/finish`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FinishRehearsalRequest {
    /// Give up without a verdict: the run ends `cancelled`.
    #[serde(default)]
    #[garde(skip)]
    pub cancel: bool,
}

/// `POST /api/learn/proposals/:id/rehearsal/mark`: the person tells what the observer cannot see.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MarkCheckpointRequest {
    #[garde(length(max = 40))]
    pub checkpoint_id: String,
    #[garde(skip)]
    pub status: crate::checkpoint::CheckpointStatus,
    #[garde(length(chars, min = 1, max = 1000))]
    pub evidence: String,
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub reason: Option<String>,
}

/// Checkpoint Progress (§0C.9B) of a rehearsal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RehearsalStatus {
    pub validation_run_id: ValidationRunId,
    pub proposal_id: ProposalId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    pub running: bool,
    pub overall_result: OverallResult,
    pub checkpoints: Vec<Checkpoint>,
    /// The latest receipt of each checkpoint that has one; several when sources disagree.
    pub receipts: Vec<CheckpointVerificationReceipt>,
    /// Values that this run bound, redacted.
    pub bindings: BTreeMap<String, String>,
    pub observed_action_count: u32,
    pub started_at: Time,
}
