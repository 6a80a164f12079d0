//! Mining: tasks that were done several times with success, and that no ability covers yet (inherited text §0.2F, §0.4).

use crate::Time;
use crate::ids::{CandidateId, LearnSessionId, ProposalId};
use crate::interpretation::ProjectScope;
use crate::session::LearnSession;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens when a task was repeated often enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MiningMode {
    /// Nothing is compared, and nothing is suggested.
    Off,
    /// A draft is built when the person asks for it.
    AskBeforeBuild,
    /// A draft is built when every gate is met, and waits for a review.
    #[default]
    BuildThenReview,
    /// As `build_then_review`; a draft that passes every test is installed privately.
    AutoInstallPrivate,
}

/// When repeated work becomes a candidate for an ability. Part of `GET` and `PUT /api/settings`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct SkillMiningSettings {
    /// What happens when a task was repeated often enough.
    #[garde(skip)]
    pub mode: MiningMode,
    /// Successful runs of a task that are needed, 1 to 50: demonstrations and rehearsals that Apprentice watched.
    #[garde(range(min = 1, max = 50))]
    pub min_successful_traces: u32,
    /// How much the steps of the runs may differ, 0 (not at all) to 1.
    #[garde(range(min = 0.0, max = 1.0))]
    pub max_variation_score: f32,
    /// Share of the results that must have been verified by reading them again, 0 to 1.
    #[garde(range(min = 0.0, max = 1.0))]
    pub min_verification_coverage_score: f32,
    /// Whether a task whose name or purpose is unclear waits for the person's answers.
    #[garde(skip)]
    pub require_user_feedback_before_build_when_ambiguous: bool,
    /// Whether runs of agents count whose results Apprentice saw itself. Reports alone never count.
    #[garde(skip)]
    pub count_agent_runs: bool,
}

impl Default for SkillMiningSettings {
    fn default() -> Self {
        Self {
            mode: MiningMode::default(),
            min_successful_traces: 3,
            max_variation_score: 0.35,
            min_verification_coverage_score: 0.6,
            require_user_feedback_before_build_when_ambiguous: true,
            count_agent_runs: false,
        }
    }
}

/// A condition for the build of a draft (§0.4F).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MiningGateKind {
    /// The task succeeded often enough.
    SuccessfulTraces,
    /// Its steps are alike.
    Variation,
    /// Its results were verified.
    VerificationCoverage,
    /// No run did, or nearly did, harm.
    Safety,
    /// Nothing that was reported as failing or hard is still open.
    Friction,
    /// It is specific enough to be used again.
    Specific,
}

/// Whether a condition is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MiningGate {
    /// The condition.
    pub kind: MiningGateKind,
    /// Whether it is met.
    pub met: bool,
    /// What was found, in words.
    pub words: String,
}

/// What a question before a build is about (§0.4G).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MiningTopic {
    /// What the skill should be called.
    Name,
    /// When to use it.
    Use,
    /// When not to use it.
    NonUse,
    /// Whether it belongs to one project.
    ProjectScope,
    /// Whether it needs approval every time.
    Approval,
}

/// A question before a build. At most five are asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MiningQuestion {
    /// What it is about.
    pub topic: MiningTopic,
    /// The question.
    pub prompt: String,
    /// Whether the build needs an answer.
    pub required: bool,
    /// Suggested answers; free text is allowed unless the topic is `project_scope` or `approval`.
    pub choices: Vec<String>,
    /// The last answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// How far a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CandidateState {
    /// A gate is not met yet.
    Collecting,
    /// Every gate is met, and a required question is open.
    AwaitingAnswers,
    /// A draft can be built.
    Ready,
    /// The person dismissed it, and it did not succeed again since.
    Dismissed,
}

/// What a person may do with a candidate now, named after its route below `/api/learn/candidates/{candidateId}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CandidateAction {
    /// Build the draft.
    Build,
    /// Answer questions.
    Answers,
    /// Dismiss it until there is new evidence.
    Dismiss,
    /// Undo the dismissal.
    Restore,
}

/// A task that was repeated with success and that no ability covers: a `WorkflowTraceCluster` (§0.2F), as a page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MiningCandidate {
    /// Identifies the candidate: the id of its first session.
    pub candidate_id: CandidateId,
    /// The task, in the person's words if they named it.
    pub title: String,
    /// The application or terminal in which it was done.
    pub app_family: String,
    /// How far it is.
    pub state: CandidateState,
    /// Why it is suggested: how often and when it was done, what varied, what was verified. One sentence each.
    pub why: Vec<String>,
    /// The conditions for a build, all of them.
    pub gates: Vec<MiningGate>,
    /// The sessions with a successful demonstration, oldest first.
    pub successful_session_ids: Vec<LearnSessionId>,
    /// Number of successful runs: demonstrations, rehearsals and, if they count, runs of agents.
    pub successful_traces: u32,
    /// Number of failed rehearsals and runs.
    pub failed_traces: u32,
    /// How much the steps differ, 0 (not at all) to 1.
    pub variation_score: f32,
    /// Share of the results that was verified by reading them again, 0 to 1. A failed run verified nothing.
    pub verification_coverage_score: f32,
    /// The known places where the task applies.
    pub project_specificity: ProjectScope,
    /// What is unclear, in words.
    pub ambiguity_flags: Vec<String>,
    /// At most five questions.
    pub questions: Vec<MiningQuestion>,
    /// What a person may do with it now.
    pub actions: Vec<CandidateAction>,
    /// When it first succeeded.
    pub created_at: Time,
    /// When it last succeeded.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/learn/candidates`, and the answer of every change of a candidate. The newest evidence comes first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MiningCandidatesResponse {
    /// The settings.
    pub settings: SkillMiningSettings,
    /// The candidates, dismissed ones last.
    pub candidates: Vec<MiningCandidate>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET` and `POST /api/learn/settings`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MiningSettingsResponse {
    /// The settings.
    pub settings: SkillMiningSettings,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// An answer before a build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct MiningAnswer {
    /// What it is about.
    #[garde(skip)]
    pub topic: MiningTopic,
    /// 1 to 240 characters.
    #[garde(length(chars, min = 1, max = 240))]
    pub text: String,
}

/// `POST /api/learn/candidates/:id/answers`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AnswerCandidateRequest {
    /// 1 to 5 answers. An answer replaces the earlier one to the same question.
    #[garde(length(min = 1, max = 5), dive)]
    pub answers: Vec<MiningAnswer>,
}

/// `POST /api/learn/candidates/:id/build`: the draft, which is tested and reviewed like any other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BuildCandidateResponse {
    /// The session of the draft.
    pub session: LearnSession,
    /// The draft.
    pub proposal_id: ProposalId,
}
