//! The state machine of a learn session (§0C.1A).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// State of a learn session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
// The interface takes the list from here (`operations.gen.ts`).
#[schemars(extend("x-settled" = settled()))]
pub enum LearnSessionState {
    /// Created, not ready yet.
    Idle,
    /// Ready to observe.
    Armed,
    /// Observing the demonstration.
    Capturing,
    /// The observation is paused.
    Paused,
    /// The demonstration is complete.
    Stopped,
    /// The person reviews what was captured.
    Reviewing,
    /// A draft waits for the answers to required questions.
    AwaitingQuestions,
    /// The proposal is being drafted, or its draft has errors to correct.
    DraftingProposal,
    /// The proposal is being tested.
    TestingProposal,
    /// The proposal passed its tests and waits for a decision.
    ReadyForReview,
    /// The ability is being installed privately.
    InstallingPrivate,
    /// The ability is installed privately.
    InstalledPrivate,
    /// The ability is installed for the workspace.
    Approved,
    /// The proposal was rejected.
    Rejected,
    /// The session was cancelled.
    Cancelled,
    /// The installation failed and was rolled back, or the ability was quarantined.
    Quarantined,
}

use LearnSessionState as S;

fn settled() -> Vec<LearnSessionState> {
    S::ALL.into_iter().filter(|state| state.is_settled()).collect()
}

impl LearnSessionState {
    /// Every state, in the order of the table.
    pub const ALL: [Self; 16] = [
        S::Idle,
        S::Armed,
        S::Capturing,
        S::Paused,
        S::Stopped,
        S::Reviewing,
        S::AwaitingQuestions,
        S::DraftingProposal,
        S::TestingProposal,
        S::ReadyForReview,
        S::InstallingPrivate,
        S::InstalledPrivate,
        S::Approved,
        S::Rejected,
        S::Cancelled,
        S::Quarantined,
    ];

    /// The states that may follow: the table of §0C.1A, exhaustive.
    pub const fn successors(self) -> &'static [Self] {
        match self {
            S::Idle => &[S::Armed, S::Cancelled],
            S::Armed => &[S::Capturing, S::Cancelled],
            S::Capturing => &[S::Paused, S::Stopped, S::Cancelled],
            S::Paused => &[S::Capturing, S::Stopped, S::Cancelled],
            S::Stopped => &[S::Reviewing, S::Cancelled],
            S::Reviewing => &[S::AwaitingQuestions, S::DraftingProposal, S::Cancelled],
            S::AwaitingQuestions => &[S::Reviewing, S::DraftingProposal, S::Cancelled],
            S::DraftingProposal => &[S::TestingProposal, S::ReadyForReview, S::Cancelled],
            S::TestingProposal => &[S::ReadyForReview, S::DraftingProposal, S::Cancelled, S::Quarantined],
            S::ReadyForReview => &[S::InstallingPrivate, S::Approved, S::Rejected, S::DraftingProposal],
            S::InstallingPrivate => &[S::InstalledPrivate, S::Quarantined],
            S::InstalledPrivate => &[S::Approved, S::Quarantined],
            S::Approved => &[S::Quarantined],
            S::Rejected | S::Cancelled => &[],
            S::Quarantined => &[S::DraftingProposal, S::Cancelled],
        }
    }

    /// Whether the table contains the transition `self -> to`.
    pub fn may_become(self, to: Self) -> bool {
        self.successors().contains(&to)
    }

    /// Whether no state follows.
    pub const fn is_terminal(self) -> bool {
        matches!(self, S::Rejected | S::Cancelled)
    }

    /// Whether no work is pending in the session: it ended, or its ability is installed or quarantined (decisions "The one-session slot").
    pub const fn is_settled(self) -> bool {
        matches!(self, S::InstalledPrivate | S::Approved | S::Quarantined | S::Rejected | S::Cancelled)
    }

    /// Whether the session holds the one-session slot: from `idle` to `installing_private`.
    pub const fn holds_slot(self) -> bool {
        !self.is_settled()
    }

    /// The label of the session on the page Pending Abilities (§0C.6, with the decisions). `None`: it is not listed there.
    pub const fn pending_ui_state(self) -> Option<PendingAbilityUiState> {
        use PendingAbilityUiState as P;
        match self {
            S::Capturing | S::Paused => Some(P::Capturing),
            S::AwaitingQuestions => Some(P::AwaitingInput),
            S::Stopped | S::Reviewing | S::DraftingProposal => Some(P::Drafting),
            S::TestingProposal => Some(P::Testing),
            S::ReadyForReview => Some(P::ReadyForReview),
            S::InstallingPrivate | S::InstalledPrivate => Some(P::PrivateActive),
            S::Quarantined => Some(P::RevisionRequired),
            S::Idle | S::Armed | S::Approved | S::Rejected | S::Cancelled => None,
        }
    }

    /// The state on the wire, such as `ready_for_review`.
    pub const fn as_str(self) -> &'static str {
        match self {
            S::Idle => "idle",
            S::Armed => "armed",
            S::Capturing => "capturing",
            S::Paused => "paused",
            S::Stopped => "stopped",
            S::Reviewing => "reviewing",
            S::AwaitingQuestions => "awaiting_questions",
            S::DraftingProposal => "drafting_proposal",
            S::TestingProposal => "testing_proposal",
            S::ReadyForReview => "ready_for_review",
            S::InstallingPrivate => "installing_private",
            S::InstalledPrivate => "installed_private",
            S::Approved => "approved",
            S::Rejected => "rejected",
            S::Cancelled => "cancelled",
            S::Quarantined => "quarantined",
        }
    }
}

/// State of a session as the page Pending Abilities shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PendingAbilityUiState {
    /// Label "Capturing".
    Capturing,
    /// Label "Awaiting input".
    AwaitingInput,
    /// Label "Drafting".
    Drafting,
    /// Label "Testing".
    Testing,
    /// Label "Ready for review".
    ReadyForReview,
    /// Label "Private active".
    PrivateActive,
    /// Label "Revision required".
    RevisionRequired,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_str_is_the_word_on_the_wire() {
        for state in LearnSessionState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }

    #[test]
    fn the_happy_path_follows_the_table() {
        let path = [
            S::Idle,
            S::Armed,
            S::Capturing,
            S::Paused,
            S::Capturing,
            S::Stopped,
            S::Reviewing,
            S::DraftingProposal,
            S::TestingProposal,
            S::ReadyForReview,
            S::Approved,
        ];
        for pair in path.windows(2) {
            assert!(pair[0].may_become(pair[1]), "{:?} -> {:?} (R11.2-04)", pair[0], pair[1]);
        }
        assert!(!S::Idle.may_become(S::TestingProposal), "R11.2-05");
    }

    #[test]
    fn only_terminal_states_have_no_successor() {
        for state in LearnSessionState::ALL {
            assert_eq!(state.successors().is_empty(), state.is_terminal(), "{state:?}");
            assert!(!state.may_become(state), "{state:?} never follows itself");
        }
    }
}
