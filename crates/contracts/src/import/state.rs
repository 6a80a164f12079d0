//! The state machine of an import (§0C.20 "Transition graph").

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// State of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportState {
    /// The upload is not complete.
    UploadPending,
    /// The artefact is complete and waits for its scan.
    Uploaded,
    /// The artefact is being scanned.
    Scanning,
    /// The scan failed; it can be retried.
    ScanFailed,
    /// The scan is complete; the import can be staged.
    ScanComplete,
    /// A strict bundle is being made of it.
    Staging,
    /// Staging failed; it can be retried.
    StageFailed,
    /// The bundle is staged and waits for a decision.
    ReadyForReview,
    /// The bundle is being installed.
    InstallQueued,
    /// The installation failed and was rolled back; it can be retried.
    InstallFailed,
    /// The ability is installed privately.
    InstalledPrivate,
    /// The ability is installed for the workspace.
    Approved,
    /// The import was rejected.
    Rejected,
    /// The import was discarded.
    Discarded,
    /// The artefact was deleted before the import was staged.
    Expired,
}

use SkillImportState as S;

impl SkillImportState {
    /// Every state, in the order of the graph.
    pub const ALL: [Self; 15] = [
        S::UploadPending,
        S::Uploaded,
        S::Scanning,
        S::ScanFailed,
        S::ScanComplete,
        S::Staging,
        S::StageFailed,
        S::ReadyForReview,
        S::InstallQueued,
        S::InstallFailed,
        S::InstalledPrivate,
        S::Approved,
        S::Rejected,
        S::Discarded,
        S::Expired,
    ];

    /// The states that may follow: the graph of the specification, exhaustive. Only a retry leaves `scan_failed`, `stage_failed` and
    /// `install_failed`.
    pub const fn successors(self) -> &'static [Self] {
        match self {
            S::UploadPending => &[S::Uploaded],
            S::Uploaded => &[S::Scanning],
            S::Scanning => &[S::ScanComplete, S::ScanFailed, S::Expired],
            S::ScanFailed => &[S::Scanning],
            S::ScanComplete => &[S::Staging, S::Discarded],
            S::Staging => &[S::ReadyForReview, S::StageFailed, S::Discarded],
            S::StageFailed => &[S::Staging],
            S::ReadyForReview => &[S::InstallQueued, S::Approved, S::Rejected, S::Discarded],
            S::InstallQueued => &[S::InstalledPrivate, S::InstallFailed],
            S::InstallFailed => &[S::InstallQueued],
            S::InstalledPrivate | S::Approved | S::Rejected | S::Discarded | S::Expired => &[],
        }
    }

    /// Whether the import still needs its temporary artefact. It expires with the artefact (rule 7); the engine sets that state, and no
    /// route does.
    pub const fn waits_for_artifact(self) -> bool {
        matches!(self, S::UploadPending | S::Uploaded | S::Scanning | S::ScanFailed | S::ScanComplete | S::StageFailed)
    }

    /// Whether the graph contains the transition `self -> to`, or `to` is `expired` and the import still needs its artefact (rule 7).
    pub fn may_become(self, to: Self) -> bool {
        self.successors().contains(&to) || (to == S::Expired && self.waits_for_artifact())
    }

    /// `to`, if [`may_become`](Self::may_become) allows it.
    pub fn next(self, to: Self) -> Option<Self> {
        self.may_become(to).then_some(to)
    }

    /// Whether no state follows (`SkillImportTerminalState`).
    pub const fn is_terminal(self) -> bool {
        self.successors().is_empty()
    }

    /// The state on the wire, such as `ready_for_review`.
    pub const fn as_str(self) -> &'static str {
        match self {
            S::UploadPending => "upload_pending",
            S::Uploaded => "uploaded",
            S::Scanning => "scanning",
            S::ScanFailed => "scan_failed",
            S::ScanComplete => "scan_complete",
            S::Staging => "staging",
            S::StageFailed => "stage_failed",
            S::ReadyForReview => "ready_for_review",
            S::InstallQueued => "install_queued",
            S::InstallFailed => "install_failed",
            S::InstalledPrivate => "installed_private",
            S::Approved => "approved",
            S::Rejected => "rejected",
            S::Discarded => "discarded",
            S::Expired => "expired",
        }
    }

    /// What a caller may do now, in the order in which a wizard offers it.
    pub const fn actions(self) -> &'static [SkillImportAction] {
        use SkillImportAction as A;
        match self {
            S::Uploaded => &[A::Scan],
            S::ScanFailed => &[A::RetryScan],
            S::ScanComplete => &[A::Stage, A::Discard],
            S::StageFailed => &[A::RetryStage],
            S::ReadyForReview => &[A::InstallPrivate, A::Approve, A::Reject, A::Discard],
            S::InstallFailed => &[A::RetryInstall],
            _ => &[],
        }
    }
}

/// An action that a caller may request by the route of its name. Retries go through `POST /api/skills/import/retry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportAction {
    /// Scan the artefact.
    Scan,
    /// Scan it again.
    RetryScan,
    /// Make a strict bundle of it.
    Stage,
    /// Stage it again.
    RetryStage,
    /// Install the bundle privately.
    InstallPrivate,
    /// Install the bundle for the workspace.
    Approve,
    /// Install it again.
    RetryInstall,
    /// Refuse the import, with a reason.
    Reject,
    /// Drop the import.
    Discard,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The graph as the specification prints it.
    const TEXT: &str = "
        upload_pending -> uploaded
        uploaded -> scanning
        scanning -> scan_complete | scan_failed | expired
        scan_complete -> staging | discarded
        staging -> ready_for_review | stage_failed | discarded
        ready_for_review -> install_queued | approved | rejected | discarded
        install_queued -> installed_private | install_failed
        scan_failed -> scanning
        stage_failed -> staging
        install_failed -> install_queued";

    fn word(word: &str) -> SkillImportState {
        serde_json::from_value(serde_json::Value::String(word.trim().to_owned())).unwrap()
    }

    #[test]
    fn every_transition_is_as_the_specification_says() {
        let line = |line: &'static str| {
            let (from, to) = line.split_once("->").unwrap();
            to.split('|').map(|to| (word(from), word(to))).collect::<Vec<_>>()
        };
        let graph: BTreeSet<_> = TEXT.lines().filter(|line| !line.trim().is_empty()).flat_map(line).collect();
        for from in S::ALL {
            for to in S::ALL {
                let listed = graph.contains(&(from, to));
                assert_eq!(from.successors().contains(&to), listed, "{from:?} -> {to:?}");
                let lapses = to == S::Expired && from.waits_for_artifact();
                assert_eq!(from.may_become(to), listed || lapses, "{from:?} -> {to:?}");
                assert_eq!(from.next(to), (listed || lapses).then_some(to), "{from:?} -> {to:?}");
            }
            assert_eq!(from.is_terminal(), S::ALL.iter().all(|to| !from.may_become(*to)), "{from:?}");
        }
    }

    #[test]
    fn the_terminal_states_are_those_of_the_specification() {
        let terminal: Vec<_> = S::ALL.into_iter().filter(|state| state.is_terminal()).collect();
        assert_eq!(terminal, [S::InstalledPrivate, S::Approved, S::Rejected, S::Discarded, S::Expired]);
        assert!(!S::ReadyForReview.waits_for_artifact(), "rule 8: an import that waits for a review never expires");
    }

    #[test]
    fn as_str_is_the_word_on_the_wire() {
        for state in S::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }
}
