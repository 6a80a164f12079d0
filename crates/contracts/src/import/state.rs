//! The states of an import and the moves between them (§0C.20 "Transition graph").

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportState {
    UploadPending,
    Uploaded,
    Scanning,
    ScanFailed,
    ScanComplete,
    Staging,
    StageFailed,
    ReadyForReview,
    InstallQueued,
    InstallFailed,
    InstalledPrivate,
    Approved,
    Rejected,
    Discarded,
    Expired,
}

use SkillImportState as S;

impl SkillImportState {
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

    /// The graph of the text, exhaustive. `scan_failed`, `stage_failed` and `install_failed` are left by a retry only.
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

    /// Needs its temporary artefact still: with that it expires (rule 7), by the program alone and by no route.
    pub const fn waits_for_artifact(self) -> bool {
        matches!(self, S::UploadPending | S::Uploaded | S::Scanning | S::ScanFailed | S::ScanComplete | S::StageFailed)
    }

    /// Whether `self -> to` stands in the graph, or is the end that rule 7 gives to what was not staged in time.
    pub fn may_become(self, to: Self) -> bool {
        self.successors().contains(&to) || (to == S::Expired && self.waits_for_artifact())
    }

    /// `to`, if it may follow.
    pub fn next(self, to: Self) -> Option<Self> {
        self.may_become(to).then_some(to)
    }

    /// Nothing follows any more (`SkillImportTerminalState`).
    pub const fn is_terminal(self) -> bool {
        self.successors().is_empty()
    }

    /// The word on the wire, such as `ready_for_review`.
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

/// A move that a caller may ask for, by the route of its name; the retries go through `POST /api/skills/import/retry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportAction {
    Scan,
    RetryScan,
    Stage,
    RetryStage,
    InstallPrivate,
    Approve,
    RetryInstall,
    Reject,
    Discard,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The graph as the text prints it.
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
    fn every_pair_is_as_the_text_says() {
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
    fn the_terminal_states_are_those_of_the_text() {
        let terminal: Vec<_> = S::ALL.into_iter().filter(|state| state.is_terminal()).collect();
        assert_eq!(terminal, [S::InstalledPrivate, S::Approved, S::Rejected, S::Discarded, S::Expired]);
        assert!(!S::ReadyForReview.waits_for_artifact(), "rule 8: what is parked for review never expires");
    }

    #[test]
    fn every_word_is_the_word_on_the_wire() {
        for state in S::ALL {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }
}
