//! What a caller may do with a session, a proposal, an ability or a skill now.
//!
//! Each response carries `actions`, in the order in which the window offers them. The tables here depend on the state only; the engine
//! removes what the record rules out, and refuses every operation that it does not offer. A running test, an adapter that is missing or
//! a folder that cannot be written may still refuse an operation that is offered; that refusal says what helps.

use crate::proposal::InstallLane;
use crate::state::LearnSessionState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An operation on a session, named after its route below `/api/learn/sessions/{sessionId}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionAction {
    /// Cancel the session.
    Cancel,
    /// Start the observation.
    Start,
    /// Mark a goal as reached.
    MarkGoal,
    /// Mark the beginning of a step.
    MarkStep,
    /// Pause the observation.
    Pause,
    /// Resume the observation.
    Resume,
    /// End the demonstration.
    Stop,
    /// Move the start or the end of the demonstration.
    Trim,
    /// Delete one observed action.
    DeleteObservedAction,
    /// Answer questions about the demonstration.
    AnswerQuestions,
    /// Draft a proposal, or build the draft with assumptions in place of missing answers.
    GenerateProposal,
    /// Use the showing as an example of the draft or ability that it was begun for.
    UseExample,
    /// Keep the raw observations, or stop keeping them.
    Retain,
    /// Delete the session.
    Delete,
}

/// An operation on a proposal, named after its route below `/api/learn/proposals/{proposalId}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalAction {
    /// Reject the proposal, with a reason.
    Reject,
    /// Change the draft.
    Revise,
    /// Show how to check that it worked: `shown-check`.
    ShowCheck,
    /// Show the task once more: `POST /api/learn/sessions` with `example_of`.
    UseAsExample,
    /// Start a rehearsal: `validate` with the test kind `rehearsal`.
    Rehearse,
    /// Run all tests again. The same tests as [`Validate`](Self::Validate).
    RequestMoreTests,
    /// Run tests.
    Validate,
    /// Install it for the workspace.
    Approve,
    /// Share the ability that it became: `POST /api/abilities/{abilityId}/promote-shared`.
    PromoteShared,
    /// Install it privately.
    Install,
}

/// An operation on an installed ability, named after its route below `/api/abilities/{abilityId}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilityAction {
    /// Activate it.
    Activate,
    /// Deactivate it.
    Deactivate,
    /// Quarantine it, with a reason.
    Quarantine,
    /// End its quarantine, or keep it although an agent reported harm.
    Unquarantine,
    /// Share it beyond the workspace.
    PromoteShared,
    /// Create a session that improves it: `POST /api/learn/sessions`.
    Improve,
    /// Show its task once more: `POST /api/learn/sessions` with `example_of`.
    UseAsExample,
    /// Check its installed files.
    Canary,
    /// Uninstall it: `DELETE /api/abilities/{abilityId}`.
    Remove,
}

/// An operation on a row of the Skills page: on an ability as in [`AbilityAction`], on any other skill named after its route below
/// `/api/skills`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillAction {
    /// Activate an ability, or switch a skill on: `switch` with `enabled`.
    Activate,
    /// Deactivate an ability, or switch a skill off: `switch` without `enabled`.
    Deactivate,
    /// Quarantine an ability.
    Quarantine,
    /// End the quarantine of an ability.
    Unquarantine,
    /// Share an ability beyond the workspace.
    PromoteShared,
    /// Create a session that improves an ability.
    Improve,
    /// Show the task of an ability once more.
    UseAsExample,
    /// Change the text of a skill: `PUT /api/skills/content`.
    Edit,
    /// Exclude it from updates.
    Pin,
    /// Include it in updates again.
    Unpin,
    /// Fetch it from its source again.
    Update,
    /// Repair its text.
    Fix,
    /// Remove it, or uninstall an ability.
    Remove,
}

use LearnSessionState as S;
use {ProposalAction as P, SessionAction as A};

impl SessionAction {
    /// Every action.
    pub const ALL: [Self; 14] = [
        A::Cancel,
        A::Start,
        A::MarkGoal,
        A::MarkStep,
        A::Pause,
        A::Resume,
        A::Stop,
        A::Trim,
        A::DeleteObservedAction,
        A::AnswerQuestions,
        A::GenerateProposal,
        A::UseExample,
        A::Retain,
        A::Delete,
    ];
}

impl ProposalAction {
    /// Every action.
    pub const ALL: [Self; 10] = [
        P::Reject,
        P::Revise,
        P::ShowCheck,
        P::UseAsExample,
        P::Rehearse,
        P::RequestMoreTests,
        P::Validate,
        P::Approve,
        P::PromoteShared,
        P::Install,
    ];
}

impl LearnSessionState {
    /// The operations on a session that its state allows.
    pub const fn actions(self) -> &'static [SessionAction] {
        match self {
            S::Idle => &[A::Cancel, A::Retain],
            S::Armed => &[A::Cancel, A::Start, A::Retain],
            S::Capturing => {
                &[A::Cancel, A::MarkGoal, A::MarkStep, A::Pause, A::Stop, A::Trim, A::DeleteObservedAction, A::Retain]
            }
            S::Paused => &[A::Cancel, A::MarkGoal, A::MarkStep, A::Resume, A::Stop, A::Trim, A::DeleteObservedAction, A::Retain],
            S::Stopped => &[A::Cancel, A::Trim, A::DeleteObservedAction, A::UseExample, A::GenerateProposal, A::Retain],
            S::Reviewing | S::AwaitingQuestions => &[A::Cancel, A::AnswerQuestions, A::GenerateProposal, A::Retain],
            S::DraftingProposal => &[A::Cancel, A::AnswerQuestions, A::Retain],
            S::TestingProposal => &[A::Cancel, A::Retain],
            S::ReadyForReview => &[A::AnswerQuestions, A::Retain],
            S::InstallingPrivate => &[A::Retain],
            S::InstalledPrivate | S::Approved | S::Rejected | S::Cancelled => &[A::Retain, A::Delete],
            S::Quarantined => &[A::Cancel, A::Retain, A::Delete],
        }
    }

    /// The operations on the proposal of a session that the state of the session allows.
    pub const fn proposal_actions(self) -> &'static [ProposalAction] {
        match self {
            S::Reviewing | S::AwaitingQuestions => &[P::Revise, P::ShowCheck, P::UseAsExample],
            S::DraftingProposal => &[P::Revise, P::ShowCheck, P::UseAsExample, P::Rehearse, P::RequestMoreTests, P::Validate],
            S::TestingProposal => &[P::Rehearse],
            S::ReadyForReview => &[
                P::Reject,
                P::Revise,
                P::ShowCheck,
                P::UseAsExample,
                P::Rehearse,
                P::RequestMoreTests,
                P::Validate,
                P::Approve,
                P::Install,
            ],
            S::InstalledPrivate => &[P::UseAsExample, P::Rehearse, P::Approve, P::PromoteShared],
            S::Approved => &[P::UseAsExample, P::Rehearse, P::PromoteShared],
            S::Quarantined => &[P::Revise, P::Rehearse],
            S::Idle | S::Armed | S::Capturing | S::Paused | S::Stopped | S::InstallingPrivate | S::Rejected | S::Cancelled => &[],
        }
    }

    /// Whether the state allows the operation on the session.
    pub fn allows(self, action: SessionAction) -> bool {
        self.actions().contains(&action)
    }

    /// Whether the state allows the operation on the session's proposal.
    pub fn allows_on_proposal(self, action: ProposalAction) -> bool {
        self.proposal_actions().contains(&action)
    }
}

impl AbilityAction {
    /// Every action.
    pub const ALL: [Self; 9] = [
        Self::Activate,
        Self::Deactivate,
        Self::Quarantine,
        Self::Unquarantine,
        Self::PromoteShared,
        Self::Improve,
        Self::UseAsExample,
        Self::Canary,
        Self::Remove,
    ];

    /// The operations that change an ability in this lane. An operation that asks for what is already so is answered, but not listed.
    pub const fn of(lane: InstallLane, enabled: bool) -> &'static [Self] {
        use InstallLane as L;
        match (lane, enabled) {
            (L::Quarantined, true) => {
                &[Self::Deactivate, Self::Unquarantine, Self::Improve, Self::UseAsExample, Self::Canary, Self::Remove]
            }
            (L::Quarantined, false) => &[Self::Unquarantine, Self::Improve, Self::UseAsExample, Self::Canary, Self::Remove],
            (L::ExperimentalPrivate | L::ApprovedWorkspace, true) => &[
                Self::Deactivate,
                Self::Quarantine,
                Self::PromoteShared,
                Self::Improve,
                Self::UseAsExample,
                Self::Canary,
                Self::Remove,
            ],
            (L::ExperimentalPrivate | L::ApprovedWorkspace, false) => &[
                Self::Activate,
                Self::Quarantine,
                Self::PromoteShared,
                Self::Improve,
                Self::UseAsExample,
                Self::Canary,
                Self::Remove,
            ],
            (L::SharedPromoted | L::Pending, true) => {
                &[Self::Deactivate, Self::Quarantine, Self::Improve, Self::UseAsExample, Self::Canary, Self::Remove]
            }
            (L::SharedPromoted | L::Pending, false) => {
                &[Self::Activate, Self::Quarantine, Self::Improve, Self::UseAsExample, Self::Canary, Self::Remove]
            }
        }
    }

    /// The same operation on the row of the ability. `None`: the page does not offer it for a row.
    pub const fn on_row(self) -> Option<SkillAction> {
        match self {
            Self::Activate => Some(SkillAction::Activate),
            Self::Deactivate => Some(SkillAction::Deactivate),
            Self::Quarantine => Some(SkillAction::Quarantine),
            Self::Unquarantine => Some(SkillAction::Unquarantine),
            Self::PromoteShared => Some(SkillAction::PromoteShared),
            Self::Improve => Some(SkillAction::Improve),
            Self::UseAsExample => Some(SkillAction::UseAsExample),
            Self::Canary => None,
            Self::Remove => Some(SkillAction::Remove),
        }
    }
}
