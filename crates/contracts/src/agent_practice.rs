//! Autonomous Agent Practice (§0C.3, §0C.4): an agent of this machine tries a task until the expected results are there, each time in a fresh folder
//! of its own. It is a learn session of the mode `autonomous_agent_practice`; its tries are what such a session captures.

use crate::Time;
use crate::agent_run::{AgentPlanEntry, AgentRunEnd, AgentRunEntry, AgentRunPhase, AgentUsage, IsolationReport};
use crate::ids::LearnSessionId;
use crate::observation::FileChange;
use crate::test_policy::TestPolicy;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many tries there are at most if the request does not say.
pub const DEFAULT_TRIES: u32 = 3;
/// How long a try may take if the request does not say, in minutes.
pub const DEFAULT_MINUTES: u32 = 10;

/// What a practice is for and what it may take; the field `practice` of `POST /api/learn/sessions`. The goal is that of the session, the test
/// policy is set with `set-test-policy`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PracticePlan {
    /// The agent that tries: its id or alias.
    #[garde(length(chars, min = 1, max = 60))]
    pub agent: String,
    /// What helps. At most 12, each at most 240 characters.
    #[serde(default)]
    #[garde(length(max = 12), inner(length(chars, min = 1, max = 240)))]
    pub hints: Vec<String>,
    /// What must not happen. At most 12, each at most 240 characters.
    #[serde(default)]
    #[garde(length(max = 12), inner(length(chars, min = 1, max = 240)))]
    pub limits: Vec<String>,
    /// What must be true at the end of a try: 1 to 8.
    #[garde(length(min = 1, max = 8), dive)]
    pub results: Vec<PracticeResult>,
    /// Absolute path of a folder of which each try gets a copy. Left out: each begins with an empty folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 1000))]
    pub folder: Option<String>,
    /// How long one try may take, in minutes; 10 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = 120))]
    pub minutes: Option<u32>,
    /// Maximum number of tries (default: 3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = 10))]
    pub tries: Option<u32>,
    /// Whether the chosen author (Settings) is asked for hints after a failed try. It is sent the goal, the results, and what failed.
    #[serde(default)]
    #[garde(skip)]
    pub use_author: bool,
    /// Run the agent also where it cannot be isolated.
    #[serde(default)]
    #[garde(skip)]
    pub without_isolation: bool,
}

/// Something that must be true at the end of a try.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PracticeResult {
    /// What kind of thing.
    #[garde(skip)]
    pub kind: PracticeResultKind,
    /// The file, relative to the folder of the try; of `file_exists` and `file_contains`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 240))]
    pub path: Option<String>,
    /// What the file must contain, each line of it within a line of the file; or, of `on_your_word`, what must be true. At most 1,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 1000))]
    pub text: Option<String>,
}

/// How a result is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PracticeResultKind {
    /// Apprentice looks whether a file is there.
    FileExists,
    /// Apprentice reads whether a file contains a text.
    FileContains,
    /// Only the person can judge it. It does not decide a try.
    OnYourWord,
}

/// `GET /api/learn/sessions/{sessionId}/practice`: which part of which transcript to send.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PracticeQuery {
    /// The try whose transcript is sent, from 1; the last one when left out. The others come without their entries.
    #[serde(default)]
    #[garde(range(min = 1, max = 10))]
    pub try_number: Option<u32>,
    /// Only entries from this number on; 0 is the first.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<u32>,
}

/// Why a practice ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PracticeOutcome {
    /// Apprentice read that every result is there.
    Succeeded,
    /// The agent finished, and no result can be read. The person decides whether it worked.
    OnYourWord,
    /// Every try was used.
    TriesUsed,
    /// Two tries in a row failed in the same way.
    NoProgress,
    /// A try broke the test policy.
    PolicyBreach,
    /// The agent could not be started, or wants somebody to sign in.
    AgentUnavailable,
    /// Somebody stopped it. What it has is kept.
    Stopped,
    /// Somebody cancelled it.
    Cancelled,
    /// Apprentice was closed, or ended, in the middle.
    Interrupted,
    /// It could not go on, such as without its example folder, or because of a fault of Apprentice.
    Failed,
}

/// What became of one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PracticeCheckStatus {
    /// Apprentice read that it is so.
    Holds,
    /// Apprentice read that it is not so.
    Fails,
    /// Only the person can judge it.
    OnYourWord,
}

/// What became of one result at the end of a try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PracticeCheck {
    /// The result.
    pub result: PracticeResult,
    /// Whether it is there.
    pub status: PracticeCheckStatus,
    /// What was read, in words. At most 400 characters, with secrets masked.
    pub evidence: String,
}

/// One try.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PracticeTry {
    /// Its number, from 1.
    pub number: u32,
    /// How far it is.
    pub phase: AgentRunPhase,
    /// How the agent ended. Absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AgentRunEnd>,
    /// Whether the agent finished and no result failed. Absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<bool>,
    /// What was read at its end, in the order of the plan. Empty before.
    pub checks: Vec<PracticeCheck>,
    /// Advice from earlier tries that the agent received.
    pub lessons: Vec<String>,
    /// Commands that the agent says it ran and that succeeded, in order. At most 50.
    pub commands: Vec<String>,
    /// Why permission requests of the agent were refused. At most 20.
    pub refusals: Vec<String>,
    /// The version of the agent, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    /// The agent's plan.
    pub plan: Vec<AgentPlanEntry>,
    /// The transcript, from the number that was asked for; empty for tries that were not asked for.
    pub entries: Vec<AgentRunEntry>,
    /// Number of all entries of the transcript.
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
}

/// A practice: `GET /api/learn/sessions/{sessionId}/practice`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentPractice {
    /// The session.
    pub learn_session_id: LearnSessionId,
    /// What it is for.
    pub plan: PracticePlan,
    /// The agent's name for people.
    pub agent_label: String,
    /// What a try may do.
    pub policy: TestPolicy,
    /// The walls around a try.
    pub isolation: IsolationReport,
    /// The tries, the first one first.
    pub tries: Vec<PracticeTry>,
    /// Advice from failed tries for the next one.
    pub lessons: Vec<String>,
    /// Number of the try from which the draft is made. Absent: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_try: Option<u32>,
    /// Why it ended. Absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<PracticeOutcome>,
    /// What happened and what to do, for people. Absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// When it started.
    pub started_at: Time,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Time>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
