//! The state table of a learn session (§0C.1A) and what follows from a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearnSessionState {
    Idle,
    Armed,
    Capturing,
    Paused,
    Stopped,
    Reviewing,
    AwaitingQuestions,
    DraftingProposal,
    TestingProposal,
    ReadyForReview,
    InstallingPrivate,
    InstalledPrivate,
    Approved,
    Rejected,
    Cancelled,
    Quarantined,
}

use LearnSessionState as S;

impl LearnSessionState {
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

    /// The states that may follow; the table of §0C.1A, exhaustive.
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

    /// Whether `self -> to` stands in the table.
    pub fn may_become(self, to: Self) -> bool {
        self.successors().contains(&to)
    }

    /// Nothing follows any more.
    pub const fn is_terminal(self) -> bool {
        matches!(self, S::Rejected | S::Cancelled)
    }

    /// The session no longer works on anything: its ability lives on or waits (decisions "The one-session slot").
    pub const fn is_settled(self) -> bool {
        matches!(self, S::InstalledPrivate | S::Approved | S::Quarantined | S::Rejected | S::Cancelled)
    }

    /// Holds the one-session slot: from `idle` to `installing_private`.
    pub const fn holds_slot(self) -> bool {
        !self.is_settled()
    }

    /// How Pending Abilities shows it (§0C.6, with the decisions); `None` means it is not pending.
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

    /// The word on the wire, such as `ready_for_review`.
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

/// Labels: Capturing, Awaiting input, Drafting, Testing, Ready for review, Private active, Revision required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PendingAbilityUiState {
    Capturing,
    AwaitingInput,
    Drafting,
    Testing,
    ReadyForReview,
    PrivateActive,
    RevisionRequired,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_the_word_on_the_wire() {
        for state in LearnSessionState::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }

    #[test]
    fn the_happy_path_walks_the_table() {
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
    fn terminal_states_lead_nowhere_and_all_others_lead_somewhere() {
        for state in LearnSessionState::ALL {
            assert_eq!(state.successors().is_empty(), state.is_terminal(), "{state:?}");
            assert!(!state.may_become(state), "{state:?} never follows itself");
        }
    }
}
