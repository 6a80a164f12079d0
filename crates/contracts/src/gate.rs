//! The gate: does this skill help the agent that will use it? An agent does the same task several times without the skill, with the bare
//! recording, and with the skill. What is read of each try decides; what the agent says decides nothing.

use crate::Time;
use crate::agent_practice::PracticeResult;
use crate::agent_run::{AgentRunEnd, AgentRunPhase, AgentUsage, IsolationReport, short_values};
use crate::ids::{AbilityId, ClientRequestId, GateId, ProposalId};
use crate::test_policy::TestPolicy;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many tries each arm has if the request does not say. Also the fewest that a request may name, and the fewest decided tries from which an
/// arm can be compared.
pub const DEFAULT_TRIES: u32 = 5;
/// How long a try may take if the request does not say, in minutes.
pub const DEFAULT_MINUTES: u32 = 10;

/// What the agent of a try receives in addition to the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GateArm {
    /// Nothing.
    None,
    /// The recorded actions of the demonstration, in words.
    Trace,
    /// The skill.
    Skill,
}

/// Whether lanes ask for a gate before a skill is installed for the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GateSetting {
    /// They do not.
    #[default]
    Off,
    /// They say when no gate found that the skill helps, and install it.
    Warn,
    /// They refuse it until a gate found that the skill helps.
    Require,
}

/// What the setting `gate` says of an installation for the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GateNotice {
    /// The setting: `require` refuses the installation, `warn` lets it through.
    pub setting: GateSetting,
    /// What is missing and what to do, for people.
    pub message: String,
}

/// `POST /api/agents/gates`. Exactly one of `ability`, `proposal_id` and `skill` is needed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct StartGateRequest {
    /// The agent: its id or alias.
    #[garde(length(chars, min = 1, max = 60))]
    pub agent: String,
    /// The installed ability, taught or imported: its id or slug.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability: Option<String>,
    /// The draft.
    #[serde(default)]
    #[garde(skip)]
    pub proposal_id: Option<ProposalId>,
    /// Absolute path of the folder of any other skill.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 4096))]
    pub skill: Option<String>,
    /// What the agent is to do, in words that do not give the skill away. Left out: the goal of the demonstration; a skill that was not
    /// taught here needs it.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub goal: Option<String>,
    /// What must be true at the end of a try, of a skill without checkpoints that can be read: at most 8. `on_your_word` is refused.
    #[serde(default)]
    #[garde(length(max = 8), dive)]
    pub results: Vec<PracticeResult>,
    /// The values to use in every try, by the names of the inputs. At most 50, each at most 2,000 characters.
    #[serde(default)]
    #[garde(length(max = 50), custom(short_values))]
    pub inputs: BTreeMap<String, String>,
    /// Absolute path of a folder of which each try gets a copy. Left out: each begins with an empty folder.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub folder: Option<String>,
    /// Tries of each arm, 5 to 30; 5 when left out.
    #[serde(default)]
    #[garde(range(min = 5, max = 30))]
    pub tries: Option<u32>,
    /// How long one try may take, in minutes; 10 when left out.
    #[serde(default)]
    #[garde(range(min = 1, max = 120))]
    pub minutes: Option<u32>,
    /// After how many minutes no further try begins. Left out: when all tries are done.
    #[serde(default)]
    #[garde(range(min = 1, max = 10_000))]
    pub max_minutes: Option<u32>,
    /// No further try starts once the cost that the agent reports reaches this. Absent: no limit.
    #[serde(default)]
    #[garde(range(min = 0.0, max = 100_000.0))]
    pub max_cost: Option<f64>,
    /// Decides the order of the tries. Left out: a new one is drawn.
    #[serde(default)]
    #[garde(skip)]
    pub seed: Option<u32>,
    /// What the tries of this gate may touch. Left out: what was chosen for the draft or the ability, else in the settings.
    #[serde(default)]
    #[garde(dive)]
    pub test_policy: Option<TestPolicy>,
    /// Leave out the arm that is given the recorded actions. They go to the model of the agent otherwise.
    #[serde(default)]
    #[garde(skip)]
    pub without_trace: bool,
    /// Run the agent also where it cannot be isolated.
    #[serde(default)]
    #[garde(skip)]
    pub without_isolation: bool,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// `GET /api/agents/gates`: which gates to list.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct GatesQuery {
    /// Only those of this ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<AbilityId>,
    /// Only those of this draft.
    #[serde(default)]
    #[garde(skip)]
    pub proposal_id: Option<ProposalId>,
    /// Number of the page, beginning at 1. All gates when neither it nor `page_size` is given.
    #[serde(default)]
    #[garde(inner(range(min = 1)))]
    pub page: Option<u32>,
    /// Number of gates on a page, 1 to 100; 50 when only the page is given.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 100)))]
    pub page_size: Option<u32>,
}

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GateTryResult {
    /// Every effect was read.
    Passed,
    /// An effect is missing, the test policy was broken, the agent refused, or its time or its model's limit was over before it was done.
    Failed,
    /// It says nothing: an effect could not be judged, or the agent's program failed.
    Undecided,
}

/// What was read of one effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateCheck {
    /// What must be true.
    pub wanted: String,
    /// Whether it is. Absent: that could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// What was read, in words. At most 400 characters, with secrets masked.
    pub evidence: String,
}

/// A try of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateTry {
    /// From 1, in the order in which they ran.
    pub number: u32,
    /// What its agent was given.
    pub arm: GateArm,
    /// How far it is.
    pub phase: AgentRunPhase,
    /// How its agent ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AgentRunEnd>,
    /// What became of it. Absent while it runs, and when it was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GateTryResult>,
    /// What was read at its end.
    pub checks: Vec<GateCheck>,
    /// Tool calls that count as actions of the policy.
    pub action_count: u32,
    /// What the agent says it used.
    pub usage: AgentUsage,
    /// When it started.
    pub started_at: Time,
    /// When its agent ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Time>,
}

/// An interval of a rate or a difference of rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateInterval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The tries of one arm together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateArmReport {
    /// Tries that have ended with a result.
    pub tries: u32,
    /// Those that did the task.
    pub passed: u32,
    /// Those that did not.
    pub failed: u32,
    /// Those that say nothing. They are in no rate.
    pub undecided: u32,
    /// The part of the decided tries that did the task, 0 to 1. Absent without a decided try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// The 95 % interval of the rate (Wilson's score interval).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<GateInterval>,
    /// Mean time of a try, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Mean of the tokens in the agent's context at the end, as the agent says, over the tries in which it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<f64>,
    /// Mean cost of a try, as the agent says, over the tries in which it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The currency of `cost`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Mean number of tool calls that count as actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<f64>,
}

/// All arms.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateArms {
    /// Without the skill.
    pub none: GateArmReport,
    /// With the recorded actions. Absent when there are none, or they were left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<GateArmReport>,
    /// With the skill.
    pub skill: GateArmReport,
}

/// The rate with the skill less the rate of another arm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateDifference {
    /// The difference, -1 to 1.
    pub difference: f64,
    /// Its 95 % interval (Newcombe's hybrid score interval, his method 10).
    pub interval: GateInterval,
}

/// What a gate found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GateVerdict {
    /// With the skill the task is done more often than without: the 95 % interval of the difference lies above 0. It is not done less often
    /// than with the bare recording.
    Helps,
    /// With the skill the task is done no more often than without.
    DoesNotHelp,
    /// Inconclusive: too few tries were decided, or chance could explain the difference.
    Unclear,
}

/// Why a gate ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GateOutcome {
    /// Every try was done.
    Completed,
    /// A limit of minutes or cost was reached. What was tried is judged.
    BudgetUsed,
    /// The agent could not be started, or wants somebody to sign in.
    AgentUnavailable,
    /// Somebody cancelled it.
    Cancelled,
    /// Apprentice was closed, or ended, in the middle.
    Interrupted,
    /// It could not go on, such as without its example folder, or because of a fault of Apprentice.
    Failed,
}

/// A gate in one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GateSummary {
    /// The gate.
    pub gate_id: GateId,
    /// The name of the skill for people.
    pub title: String,
    /// The ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The draft that was tried, or that the ability was installed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// Identifies the files that were tried: SHA-256 over the paths and contents of all files of the skill, without those that Apprentice makes
    /// for each installation. What is found holds for these files alone.
    pub skill_sha256: String,
    /// The agent's name for people.
    pub agent_label: String,
    /// What was found. Absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<GateVerdict>,
    /// Why it ended. Absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<GateOutcome>,
    /// What was found, for people. Absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// When it started.
    pub started_at: Time,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Time>,
}

/// `GET /api/agents/gates`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GatesResponse {
    /// The gates, newest first.
    pub gates: Vec<GateSummary>,
    /// How many there are on all pages.
    pub total: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A gate: its plan, its tries, and what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gate {
    /// The gate in one line. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub summary: GateSummary,
    /// The agent.
    pub agent_id: String,
    /// Its version, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    /// What the agent is asked to do.
    pub goal: String,
    /// The values of every try.
    pub inputs: BTreeMap<String, String>,
    /// What it may do.
    pub policy: TestPolicy,
    /// The walls around each try.
    pub isolation: IsolationReport,
    /// Tries of each arm.
    pub tries_per_arm: u32,
    /// How long one try may take, in minutes.
    pub minutes: u32,
    /// After how many minutes no further try begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_minutes: Option<u32>,
    /// At which cost no further try begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cost: Option<f64>,
    /// Decides the order of the tries.
    pub seed: u32,
    /// The arms of all tries, in the order in which they run.
    pub order: Vec<GateArm>,
    /// The tries so far; the last one may run.
    pub tries: Vec<GateTry>,
    /// What the tries of each arm come to so far.
    pub arms: GateArms,
    /// The skill compared with nothing. Absent while an arm has too few decided tries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against_none: Option<GateDifference>,
    /// The skill compared with the recorded actions. Absent while an arm has too few decided tries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against_trace: Option<GateDifference>,
    /// What limits this gate, in sentences.
    pub notes: Vec<String>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
