//! Turns the end of an agent run into a message for the user, and decides the result of the run from the effects that were found.

use crate::validation::safe_targets::NOT_REMOVED;
use apprentice_agents::run::End;
use apprentice_agents::runtimes::RUNTIMES;
use apprentice_contracts::agent_run::{AgentRunEnd, AgentRunEndKind};
use apprentice_contracts::observation::FileChange;
use apprentice_observe::redact::mask_text;
use apprentice_observe::terminal::run_folder::FolderState;
use std::path::PathBuf;

/// What differs, and what is gone. `None`: a file may be gone unseen.
pub(super) fn compared(before: &FolderState, after: &FolderState) -> Option<(Vec<FileChange>, Vec<PathBuf>)> {
    (before.is_whole() && after.is_whole()).then(|| (before.difference(after), before.lost(after)))
}

/// What the end of a cancelled run says that broke the policy before.
pub(super) const BROKE: &str = "Before that it broke the policy";

/// How a run ended, once it is known whether what it left breaks the policy.
pub(super) fn after_what_was_left(violation: Option<String>, ended: &End, end: AgentRunEnd) -> AgentRunEnd {
    let violated = |message| AgentRunEnd { kind: AgentRunEndKind::PolicyViolation, message };
    match (violation, ended) {
        (None, _) | (Some(_), End::Forbidden(_)) => end,
        (Some(why), End::Cancelled) => AgentRunEnd { message: format!("{} {BROKE}: {why}.", end.message), ..end },
        (Some(why), End::Finished("end_turn")) => violated(why),
        (Some(why), _) => violated(format!("{why}. {}", end.message)),
    }
}

/// How a run ended, once it is known whether its folder is gone. `required`: the policy asks for that.
pub(super) fn after_cleanup(end: AgentRunEnd, removed: Result<(), String>, required: bool) -> AgentRunEnd {
    let Err(why) = removed.map_err(|why| format!("{NOT_REMOVED}: {why}.")) else { return end };
    match end.kind {
        _ if !required => end,
        AgentRunEndKind::Finished => AgentRunEnd { kind: AgentRunEndKind::PolicyViolation, message: why },
        _ => AgentRunEnd { message: format!("{} {why}", end.message), ..end },
    }
}

/// A run whose folder cannot be compared has no verdict: something may be gone that was to stay.
pub(super) fn without_comparison(end: AgentRunEnd) -> AgentRunEnd {
    match end.kind {
        AgentRunEndKind::Finished => {
            let message = "What the agent left cannot be compared with what was there: the folder has too many files, or one in it cannot be \
                           opened. Run it on a smaller folder.";
            AgentRunEnd { kind: AgentRunEndKind::Failed, message: message.to_owned() }
        }
        _ => end,
    }
}

/// The message about how the run ended, with the remedy.
pub(super) fn described(end: &End, label: &str) -> AgentRunEnd {
    use AgentRunEndKind as Kind;
    let (kind, message) = match end {
        End::Finished("end_turn") => (Kind::Finished, format!("{label} says that it is done.")),
        End::Finished("refusal") => {
            (Kind::Refused, format!("{label}, or its model, refused the task. Say it in other words, or choose another agent."))
        }
        End::Finished(reason) => {
            let message =
                format!("{label} was cut short by a limit of its model ({reason}) before it was done. Give it a smaller task.");
            (Kind::CutShort, message)
        }
        End::Forbidden(why) => (Kind::PolicyViolation, why.clone()),
        End::Cancelled => (Kind::Cancelled, "The run was cancelled.".to_owned()),
        End::SignInNeeded(said) => {
            let sign_in = RUNTIMES.iter().find(|runtime| runtime.agent().label == label).map_or("", |runtime| runtime.sign_in);
            (Kind::SignInNeeded, format!("{label} wants you to sign in first ({said}). {sign_in}"))
        }
        End::NotStarted(why) => (Kind::NotStarted, format!("{label} could not be started: {why}.")),
        End::TimedOut(what) => (Kind::TimedOut, format!("Time is up: {what}. Give it more minutes, or a smaller task.")),
        End::Crashed(how) => (Kind::Crashed, format!("{label} ended before it was done: {how}.")),
        End::Flooded(what) => (Kind::Flooded, format!("{label} was ended, because it sent {what}.")),
        End::TooMuch(what) => (Kind::Flooded, format!("{label} was ended, because it used {what}.")),
        End::Failed(said) => (Kind::Failed, format!("{label} could not do it: {said}.")),
    };
    AgentRunEnd { kind, message: mask_text(&message).0.chars().take(1_000).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn ended(kind: AgentRunEndKind) -> AgentRunEnd {
        AgentRunEnd { kind, message: "The agent ended.".to_owned() }
    }

    #[test]
    fn a_breach_counts_however_the_agent_ended() {
        use AgentRunEndKind::{Cancelled, Crashed, Finished, PolicyViolation, TimedOut};
        let why = || Some("raw.csv is gone".to_owned());
        for (end, kind, then) in [
            (End::Finished("end_turn"), Finished, PolicyViolation),
            (End::Crashed("by a signal".into()), Crashed, PolicyViolation),
            (End::TimedOut("ten minutes".into()), TimedOut, PolicyViolation),
            (End::Cancelled, Cancelled, Cancelled),
        ] {
            let told = after_what_was_left(why(), &end, ended(kind));
            assert_eq!(told.kind, then, "{end:?}");
            assert!(told.message.contains("raw.csv is gone"), "{told:?}");
        }
        assert_eq!(after_what_was_left(None, &End::Finished("end_turn"), ended(Finished)).kind, Finished);
    }

    #[test]
    fn what_a_run_made_has_to_go_where_the_policy_asks_for_that() {
        use AgentRunEndKind::{Cancelled, Finished, PolicyViolation};
        let left = || Err("/tmp/run: it is busy".to_owned());
        assert_eq!(after_cleanup(ended(Finished), left(), false).kind, Finished);
        assert_eq!(after_cleanup(ended(Finished), Ok(()), true).kind, Finished);
        for (kind, then) in [(Finished, PolicyViolation), (Cancelled, Cancelled), (PolicyViolation, PolicyViolation)] {
            let told = after_cleanup(ended(kind), left(), true);
            assert_eq!(told.kind, then);
            assert!(told.message.contains("/tmp/run: it is busy"), "{told:?}");
        }
    }

    #[test]
    fn an_agent_that_refuses_or_is_cut_short_is_not_done() {
        use AgentRunEndKind::{CutShort, Finished, PolicyViolation, Refused};
        for (reason, kind, words) in [
            ("end_turn", Finished, "Gemini CLI says that it is done."),
            ("refusal", Refused, "refused the task"),
            ("max_tokens", CutShort, "cut short by a limit of its model (max_tokens)"),
            ("max_turn_requests", CutShort, "(max_turn_requests)"),
        ] {
            let ended = End::Finished(reason);
            let told = described(&ended, "Gemini CLI");
            assert!(told.kind == kind && told.message.contains(words), "{told:?}");
            let broke = after_what_was_left(Some("raw.csv is gone".to_owned()), &ended, told);
            assert_eq!(broke.kind, PolicyViolation);
            assert_eq!(broke.message.contains(words), kind != Finished, "the message also says how it ended: {broke:?}");
        }
    }

    #[test]
    fn a_run_whose_folder_cannot_be_compared_does_not_pass() {
        use AgentRunEndKind::{Cancelled, Failed, Finished, PolicyViolation};
        for (kind, then) in [(Finished, Failed), (PolicyViolation, PolicyViolation), (Cancelled, Cancelled)] {
            assert_eq!(without_comparison(ended(kind)).kind, then);
        }
    }

    #[test]
    fn a_folder_with_too_many_files_is_not_compared() {
        let folder = tempfile::tempdir().unwrap();
        let home = Path::new("/nowhere");
        let before = FolderState::of(folder.path(), home);
        assert!(compared(&before, &FolderState::of(folder.path(), home)).is_some());
        (0..20_001).for_each(|at| std::fs::write(folder.path().join(at.to_string()), "").unwrap());
        assert!(compared(&before, &FolderState::of(folder.path(), home)).is_none());
    }
}
