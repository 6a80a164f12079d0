//! Runs of an ability by an agent of this machine, while Apprentice looks at what really happened.

use crate::Time;
use crate::agent_definition::AgentDefinitionScope;
use crate::checkpoint::{CheckpointRole, CheckpointVerificationReceipt};
use crate::ids::{AbilityId, CheckpointId, ClientRequestId, LearnSessionId, ProposalId, ValidationRunId};
use crate::observation::FileChange;
use crate::test_policy::TestPolicy;
use crate::validation::OverallResult;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most entries of a transcript that are kept. Later ones are counted.
pub const MAX_ENTRIES: usize = 1_000;
/// The longest text of an entry, in characters.
pub const MAX_ENTRY: usize = 4_000;

/// Whether an agent can be run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentPresence {
    /// Its program was found. Whether the person is signed in shows when it runs.
    Found,
    /// The agent is here, and the adapter that it needs is not.
    AdapterMissing,
    /// The agent was not found.
    Missing,
}

/// An agent that Apprentice can run: it speaks the Agent Client Protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRuntime {
    /// The agent, as `apprentice agents list` names it.
    pub agent_id: String,
    /// The agent's name for people.
    pub label: String,
    /// Whether it can be run.
    pub presence: AgentPresence,
    /// Absolute path of the program that is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The package of npm that has its adapter, where it needs one. Apprentice never installs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<String>,
    /// What is missing, or cannot be isolated, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How a person signs in.
    pub sign_in: String,
    /// Whether its runs can be isolated on this machine.
    pub can_be_isolated: bool,
}

/// What builds the walls around a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IsolationKind {
    /// bubblewrap.
    Bubblewrap,
    /// Landlock, where bubblewrap is missing or does not work.
    Landlock,
    /// Nothing: the agent can do what the person can do.
    None,
}

/// What the walls around a run hold, and what they do not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct IsolationReport {
    /// What builds them.
    pub kind: IsolationKind,
    /// What they hold, in sentences.
    pub holds: Vec<String>,
    /// What they do not hold, in sentences.
    pub open: Vec<String>,
}

/// `GET /api/agents/runtimes`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRuntimesResponse {
    /// Every agent that Apprentice can run, found or not.
    pub runtimes: Vec<AgentRuntime>,
    /// How runs are isolated on this machine.
    pub isolation: IsolationReport,
}

/// `POST /api/agents/runs`: an agent does the task of an ability, or what `message` says. At most one of `ability` and `proposal_id`; without
/// them `message` is the task, and nothing is judged.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct StartAgentRunRequest {
    /// The agent: its id or alias. Left out: the one that the definition names, or is from, else the only one that is here.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 60))]
    pub agent: Option<String>,
    /// The name of an agent definition: how the agent works, and which tools it may use.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub definition: Option<String>,
    /// Absolute path of a folder of the project whose definitions come first. Left out: no project.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub project: Option<String>,
    /// The model, as the agent reports it. Absent: that of the definition, else the default of the agent.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 100))]
    pub model: Option<String>,
    /// The most calls of tools. Left out: that of the definition. The test policy may allow fewer.
    #[serde(default)]
    #[garde(range(min = 1, max = 10_000))]
    pub max_iterations: Option<u32>,
    /// The installed ability: its id or slug.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability: Option<String>,
    /// The draft.
    #[serde(default)]
    #[garde(skip)]
    pub proposal_id: Option<ProposalId>,
    /// The values to use, by the names of the inputs. At most 50, each at most 2,000 characters.
    #[serde(default)]
    #[garde(length(max = 50), custom(short_values))]
    pub inputs: BTreeMap<String, String>,
    /// Absolute path of a folder that the agent works on a copy of. Left out: it begins with an empty folder.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub folder: Option<String>,
    /// Additional instructions for the agent. At most 4,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 4000))]
    pub message: Option<String>,
    /// How long the agent may take, in minutes; 10 when left out.
    #[serde(default)]
    #[garde(range(min = 1, max = 120))]
    pub minutes: Option<u32>,
    /// Run the agent also where it cannot be isolated.
    #[serde(default)]
    #[garde(skip)]
    pub without_isolation: bool,
    /// What this run alone may touch. Left out: what was chosen for the draft or the ability, else in the settings.
    #[serde(default)]
    #[garde(dive)]
    pub test_policy: Option<TestPolicy>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

pub(crate) fn short_values(inputs: &BTreeMap<String, String>, (): &()) -> garde::Result {
    match inputs.iter().find(|(_, value)| value.chars().count() > 2_000) {
        Some((name, _)) => Err(garde::Error::new(format!("the value of {name} is longer than 2,000 characters"))),
        None => Ok(()),
    }
}

/// `GET /api/agents/runs/{runId}`: which part of the transcript to send.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AgentRunQuery {
    /// Only entries from this number on; 0 is the first.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<u32>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentRunPhase {
    /// The agent is being started.
    Starting,
    /// The agent works.
    Working,
    /// The agent has ended, and Apprentice reads what it left.
    Checking,
    /// It has ended.
    Ended,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentRunEndKind {
    /// The agent ended its turn and reports that it is done. Its effects were judged.
    Finished,
    /// The agent did, or asked for, what the test policy forbids (`TEST_POLICY_VIOLATION`). The run failed.
    PolicyViolation,
    /// Somebody cancelled it. No verdict.
    Cancelled,
    /// The agent asks the person to sign in. No verdict.
    SignInNeeded,
    /// The agent could not be started. No verdict.
    NotStarted,
    /// The agent took too long. No verdict.
    TimedOut,
    /// The program of the agent ended. No verdict.
    Crashed,
    /// The agent sent more than a run may, or used more memory, processes or threads. No verdict.
    Flooded,
    /// The agent, or its model, refused the task. No verdict.
    Refused,
    /// The model of the agent reached a limit of its own, such as the length of its answer, before the task was done. No verdict.
    CutShort,
    /// The agent broke the protocol or refused a request. No verdict.
    Failed,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRunEnd {
    /// Why.
    pub kind: AgentRunEndKind,
    /// What happened and what to do, for people.
    pub message: String,
}

/// What an entry of a transcript is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentRunEntryKind {
    /// The agent said it.
    Message,
    /// The agent thought it.
    Thought,
    /// The agent called a tool, as it says itself.
    Tool,
    /// The agent sent a permission request, and got the answer that `status` says.
    Permission,
    /// Apprentice says it.
    Note,
}

/// An entry of a transcript. Secrets are masked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRunEntry {
    /// Its number in the run, from 0.
    pub number: u32,
    /// When it began.
    pub at: Time,
    /// What it is.
    pub kind: AgentRunEntryKind,
    /// Its text; at most 4,000 characters.
    pub text: String,
    /// Of a tool: `pending`, `in_progress`, `completed`, `failed`. Of a permission: `allowed`, `rejected`, `forbidden`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
}

/// An entry of the agent's plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentPlanEntry {
    /// What the agent means to do.
    pub content: String,
    /// `pending`, `in_progress` or `completed`.
    pub status: String,
}

/// What the agent says it used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentUsage {
    /// Tokens in its context.
    #[schemars(with = "f64")]
    pub context_used: u64,
    /// Tokens that its context can hold.
    #[schemars(with = "f64")]
    pub context_size: u64,
    /// What it cost so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The currency of `cost`, such as `USD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// A checkpoint of a run: the claim of the agent and the result that Apprentice read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRunCheckpoint {
    /// The checkpoint.
    pub checkpoint_id: CheckpointId,
    /// What is true once it is reached.
    pub goal: String,
    /// Whether it decides the run.
    pub role: CheckpointRole,
    /// What the agent reported. A claim, and no proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<CheckpointVerificationReceipt>,
    /// What Apprentice read. Absent until it was read, and when only a person can judge it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<CheckpointVerificationReceipt>,
    /// The agent said that it was reached, and Apprentice read that it was not.
    pub refuted: bool,
}

/// The agent definition of a run, as it was when the run began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRunDefinition {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub scope: AgentDefinitionScope,
    /// Its file. Absent: it is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// SHA-256 of its file.
    pub fingerprint: String,
}

/// A run of an ability, or of a message, by an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentRun {
    /// Identifies the run; also the rehearsal in which its effects are judged.
    pub run_id: ValidationRunId,
    /// The agent.
    pub agent_id: String,
    /// The agent's name for people.
    pub agent_label: String,
    /// Its version, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    /// The draft that was run, or that the ability was installed from. Absent: the task was a message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The session that taught it. Absent: the task was a message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The agent definition that it worked by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<AgentRunDefinition>,
    /// The installed ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The values that the agent was asked to use.
    pub inputs: BTreeMap<String, String>,
    /// How far it is.
    pub phase: AgentRunPhase,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AgentRunEnd>,
    /// Its result; `partial` while it runs.
    pub overall_result: OverallResult,
    /// What it may do.
    pub policy: TestPolicy,
    /// The walls around it.
    pub isolation: IsolationReport,
    /// The checkpoints, in order.
    pub checkpoints: Vec<AgentRunCheckpoint>,
    /// The agent's plan.
    pub plan: Vec<AgentPlanEntry>,
    /// The transcript, from the number that was asked for.
    pub entries: Vec<AgentRunEntry>,
    /// Number of all entries of the transcript, with those beyond [`MAX_ENTRIES`], which are not kept.
    pub entry_count: u32,
    /// Tool calls that count as actions of the policy.
    pub action_count: u32,
    /// What the agent says it used.
    pub usage: AgentUsage,
    /// What differs in its folder; at most 50.
    pub files: Vec<FileChange>,
    /// When it started.
    pub started_at: Time,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Time>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
