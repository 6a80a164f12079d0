//! Tests of a proposal (§0C.10) and the guided rehearsal.

use crate::Time;
use crate::checkpoint::{Checkpoint, CheckpointVerificationReceipt};
use crate::ids::{CheckpointId, ClientRequestId, LearnSessionId, ProposalId, ValidationRunId};
use crate::test_policy::TestPolicy;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A kind of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// The rules CKP-001 to CKP-009 and the strict skill profile.
    Lint,
    /// Whether the trigger phrases find the skill and the negative ones do not.
    Trigger,
    /// Whether the bundle is valid and the demonstration itself reaches its checkpoints.
    DryRun,
    /// Whether the installed files are still valid and can be found.
    Canary,
    /// Whether the adapters that the task needs are available.
    AdapterCheck,
    /// Whether the programs that the task uses are installed.
    DependencyCheck,
    /// A person does the task again while each checkpoint is judged.
    Rehearsal,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverallResult {
    /// Every step passed.
    Passed,
    /// At least one step failed.
    Failed,
    /// The test is still running, or a rehearsal reached only some of its checkpoints.
    Partial,
    /// The test was cancelled.
    Cancelled,
}

/// One test of a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidationRun {
    /// Identifies the test.
    pub validation_run_id: ValidationRunId,
    /// The proposal.
    pub proposal_id: ProposalId,
    /// The kind of test.
    pub run_kind: RunKind,
    /// When it started.
    pub started_at: Time,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Time>,
    /// Of a rehearsal: the name, for people, of the agent that does it. Absent: a person does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// `partial` while the test is running.
    pub overall_result: OverallResult,
    /// What was tested: the revision of the proposal (`revision:3`), or the ability (`ability:ability_add-customer`). Of a rehearsal also the
    /// SHA-256 of what it was made of (`draft:…`): the SKILL.md, the checkpoints, and the values and steps that they are judged by.
    pub result_refs: Vec<String>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The result of one step of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepResult {
    /// What the step checks is so.
    Passed,
    /// What the step checks is not so; `details` says why.
    Failed,
    /// The step does not apply.
    Skipped,
}

/// One step of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValidationStepResult {
    /// The test.
    pub validation_run_id: ValidationRunId,
    /// Identifies the step within the test, such as `program:git`.
    pub test_case_id: String,
    /// What the step checks, in words.
    pub label: String,
    /// The result.
    pub result: StepResult,
    /// Why it failed or was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST .../validate`: runs the selected kinds at once (`lint`, `trigger`, `dependency_check`, `dry_run`; empty means all four), or starts
/// a `rehearsal` alone, which `FinishRehearsalRequest` ends.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct StartValidationRunRequest {
    /// Refused: runs are named by their kind and time.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub run_label: Option<String>,
    /// The kinds to run; at most 8.
    #[serde(default)]
    #[garde(length(max = 8))]
    pub selected_tests: Vec<RunKind>,
    /// Where the watched browser opens for a rehearsal.
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub start_url: Option<String>,
    /// The values that this rehearsal is asked to use, by the names of the inputs; a list is joined with `, `. An input that is missing here
    /// gets its value from what the person does. At most 50, each at most 2,000 characters.
    #[serde(default)]
    #[garde(length(max = 50), custom(short_values))]
    pub inputs: BTreeMap<String, String>,
    /// What this rehearsal alone may touch. Left out: what was chosen for the draft or the ability, else in the settings.
    #[serde(default)]
    #[garde(dive)]
    pub test_policy: Option<TestPolicy>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

fn short_values(inputs: &BTreeMap<String, String>, (): &()) -> garde::Result {
    match inputs.iter().find(|(_, value)| value.chars().count() > 2_000) {
        Some((name, _)) => Err(garde::Error::new(format!("the value of {name} is longer than 2,000 characters"))),
        None => Ok(()),
    }
}

/// The tests that a request ran.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ValidationRunResponse {
    /// The last test of `runs`.
    pub validation_run: ValidationRun,
    /// All tests of this request, in order.
    pub runs: Vec<ValidationRun>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A page of the tests of a proposal, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ValidationRunsListResponse {
    /// The tests on this page.
    pub runs: Vec<ValidationRun>,
    /// The steps of these tests.
    pub steps: Vec<ValidationStepResult>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/learn/proposals/:id/rehearsal/finish`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FinishRehearsalRequest {
    /// End without a verdict: the result is `cancelled`.
    #[serde(default)]
    #[garde(skip)]
    pub cancel: bool,
}

/// `POST /api/learn/proposals/:id/rehearsal/mark`: the person reports what the observer cannot see.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MarkCheckpointRequest {
    /// The checkpoint.
    #[garde(length(max = 40))]
    pub checkpoint_id: CheckpointId,
    /// Whether it was reached, skipped or failed.
    #[garde(skip)]
    pub status: crate::checkpoint::CheckpointStatus,
    /// What the person saw. 1 to 1,000 characters.
    #[garde(length(chars, min = 1, max = 1000))]
    pub evidence: String,
    /// Why it was skipped or failed. At most 400 characters.
    #[serde(default)]
    #[garde(length(chars, max = 400))]
    pub reason: Option<String>,
}

/// Checkpoint Progress (§0C.9B) of a rehearsal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RehearsalStatus {
    /// The rehearsal.
    pub validation_run_id: ValidationRunId,
    /// The proposal.
    pub proposal_id: ProposalId,
    /// The session that taught the proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// Whether the rehearsal is running.
    pub running: bool,
    /// The name, for people, of the agent that does it (`GET /api/agents/runs/{runId}` has its run). Absent: a person does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Its result; `partial` while it is running.
    pub overall_result: OverallResult,
    /// Whether it is of the draft as it is now. After a change of the text, the checkpoints or the values it counts for nothing, and the draft
    /// is to be rehearsed again.
    #[serde(default)]
    pub is_of_this_version: bool,
    /// The checkpoints of the proposal, in order.
    pub checkpoints: Vec<Checkpoint>,
    /// The latest receipt of each checkpoint that has one; several when sources disagree.
    pub receipts: Vec<CheckpointVerificationReceipt>,
    /// The values that this run gave to the inputs, by the name of the input, redacted.
    pub bindings: BTreeMap<String, String>,
    /// Number of actions observed so far.
    pub observed_action_count: u32,
    /// When the rehearsal started.
    pub started_at: Time,
}
