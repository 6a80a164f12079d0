//! Decides after each try whether there is another one, which advice it gets, and which try is the best. Rules only.

use crate::agent_runs::progress::Rejection;
use apprentice_agents::run::ToolKind;
use apprentice_contracts::agent_practice::{
    PracticeCheckStatus as Status, PracticeOutcome as Outcome, PracticeResultKind as Kind, PracticeTry,
};
use apprentice_contracts::agent_run::AgentRunEndKind as End;
use std::cmp::Reverse;

/// The most lessons in the prompt of a try.
const MAX_LESSONS: usize = 12;
/// The longest lesson, in characters.
const MAX_LESSON: usize = 240;

/// Why there is no further try. `None`: there is one.
pub(super) fn outcome(tries: &[PracticeTry], most: u32) -> Option<Outcome> {
    let last = tries.last()?;
    match last.end.as_ref()?.kind {
        End::PolicyViolation => return Some(Outcome::PolicyBreach),
        End::SignInNeeded | End::NotStarted => return Some(Outcome::AgentUnavailable),
        _ => {}
    }
    if last.passed == Some(true) {
        let read = last.checks.iter().any(|check| check.status == Status::Holds);
        return Some(if read { Outcome::Succeeded } else { Outcome::OnYourWord });
    }
    if tries.len() >= most as usize {
        return Some(Outcome::TriesUsed);
    }
    let before = tries.len().checked_sub(2).and_then(|at| tries.get(at))?;
    let same_end = before.end.as_ref().map(|end| end.kind) == last.end.as_ref().map(|end| end.kind);
    (same_end && failed(before) == failed(last)).then_some(Outcome::NoProgress)
}

/// Whether a try passed: the agent ended by itself, and nothing that can be read is missing.
pub(super) fn passed(end: End, one: &PracticeTry) -> bool {
    end == End::Finished && failed(one).is_empty()
}

/// The numbers of the results that failed.
fn failed(one: &PracticeTry) -> Vec<usize> {
    let failed = one.checks.iter().enumerate().filter(|(_, check)| check.status == Status::Fails);
    failed.map(|(number, _)| number).collect()
}

/// The number of the try that came furthest. A try that broke the policy, or did nothing, is none.
pub(super) fn best(tries: &[PracticeTry]) -> Option<u32> {
    let kind = |one: &PracticeTry| one.end.as_ref().map(|end| end.kind);
    let did_something =
        |one: &&PracticeTry| kind(one) != Some(End::PolicyViolation) && (!one.files.is_empty() || !one.commands.is_empty());
    let held = |one: &PracticeTry| one.checks.iter().filter(|check| check.status == Status::Holds).count();
    let rank = |one: &&PracticeTry| {
        (one.passed == Some(true), held(one), kind(one) == Some(End::Finished), Reverse(one.action_count), one.number)
    };
    tries.iter().filter(did_something).max_by_key(rank).map(|one| one.number)
}

/// Advice for the next try: earlier lessons, what failed in this try, and which requests were refused.
pub(super) fn lessons(last: &PracticeTry, rejections: &[Rejection], minutes: u32) -> Vec<String> {
    let mut lessons = last.lessons.clone();
    let mut add = |lesson: String| {
        let lesson: String = lesson.chars().take(MAX_LESSON).collect();
        if !lessons.contains(&lesson) && lessons.len() < MAX_LESSONS {
            lessons.push(lesson);
        }
    };
    match last.end.as_ref().map(|end| end.kind) {
        Some(End::TimedOut) => add(format!("A try was not done within {minutes} minutes: take a shorter way.")),
        Some(End::Crashed | End::CutShort | End::Failed | End::Flooded) => {
            add("A try ended before it was done: take smaller steps.".to_owned())
        }
        _ => {}
    }
    for check in last.checks.iter().filter(|check| check.status == Status::Fails) {
        let path = check.result.path.as_deref().unwrap_or_default();
        add(match check.result.kind {
            Kind::FileContains => format!("In “{path}”, look at the end that it is right. {}", check.evidence),
            Kind::FileExists | Kind::OnYourWord => format!("Look at the end that “{path}” is there. {}", check.evidence),
        });
    }
    rejections.iter().filter_map(|rejection| guard(rejection.kind)).for_each(|guard| add(guard.to_owned()));
    lessons
}

/// What an agent must not try again, in words that hold for every folder.
pub(super) const fn guard(kind: ToolKind) -> Option<&'static str> {
    match kind {
        ToolKind::Edit | ToolKind::Delete | ToolKind::Move => Some("Do not change or move files outside the working folder."),
        ToolKind::Other => Some("Do not use tools that send something or whose effect is not known."),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use apprentice_contracts::Time;
    use apprentice_contracts::agent_practice::{PracticeCheck, PracticeResult};
    use apprentice_contracts::agent_run::{AgentRunEnd, AgentRunPhase, AgentUsage};
    use apprentice_contracts::observation::{FileChange, FileChangeKind};

    /// A try that ended like this, with what became of its results: `+` holds, `-` fails, `?` on somebody's word.
    pub(crate) fn a_try(number: u32, kind: End, checks: &str) -> PracticeTry {
        let check = |(at, letter): (usize, char)| PracticeCheck {
            result: PracticeResult { kind: Kind::FileExists, path: Some(format!("{at}.txt")), text: None },
            status: match letter {
                '+' => Status::Holds,
                '-' => Status::Fails,
                _ => Status::OnYourWord,
            },
            evidence: format!("“{at}.txt” was not there."),
        };
        let mut one = PracticeTry {
            number,
            phase: AgentRunPhase::Ended,
            end: Some(AgentRunEnd { kind, message: "It ended.".into() }),
            passed: None,
            checks: checks.chars().enumerate().map(check).collect(),
            lessons: Vec::new(),
            commands: Vec::new(),
            refusals: Vec::new(),
            agent_version: None,
            plan: Vec::new(),
            entries: Vec::new(),
            entry_count: 0,
            action_count: 1,
            usage: AgentUsage::default(),
            files: vec![FileChange { path: "x".into(), change: FileChangeKind::Created, size: None }],
            started_at: Time::default(),
            ended_at: None,
        };
        one.passed = Some(passed(kind, &one));
        one
    }

    #[test]
    fn it_stops_when_it_is_done_or_cannot_get_further() {
        type Case<'a> = (&'a [(End, &'a str)], Option<Outcome>);
        let table: [Case<'_>; 18] = [
            (&[], None),
            (&[(End::Finished, "++")], Some(Outcome::Succeeded)),
            (&[(End::Finished, "+?")], Some(Outcome::Succeeded)),
            (&[(End::Finished, "??")], Some(Outcome::OnYourWord)),
            (&[(End::Finished, "+-")], None),
            (&[(End::TimedOut, "++")], None),
            (&[(End::Refused, "++")], None),
            (&[(End::CutShort, "??")], None),
            (&[(End::Refused, "+?"), (End::Refused, "+?")], Some(Outcome::NoProgress)),
            (&[(End::Finished, "--"), (End::Finished, "+-")], None),
            (&[(End::Finished, "+-"), (End::Finished, "+-")], Some(Outcome::NoProgress)),
            (&[(End::Finished, "+-"), (End::Crashed, "+-")], None),
            (&[(End::Crashed, "+-"), (End::Crashed, "+-")], Some(Outcome::NoProgress)),
            (&[(End::Finished, "+-"), (End::Finished, "-+"), (End::Finished, "--")], Some(Outcome::TriesUsed)),
            (&[(End::Finished, "+-"), (End::Finished, "++")], Some(Outcome::Succeeded)),
            (&[(End::PolicyViolation, "++")], Some(Outcome::PolicyBreach)),
            (&[(End::SignInNeeded, "--")], Some(Outcome::AgentUnavailable)),
            (&[(End::NotStarted, "--")], Some(Outcome::AgentUnavailable)),
        ];
        for (ends, expected) in table {
            let tries: Vec<PracticeTry> =
                ends.iter().zip(1..).map(|((end, checks), number)| a_try(number, *end, checks)).collect();
            assert_eq!(outcome(&tries, 3), expected, "{ends:?}");
        }
    }

    #[test]
    fn the_best_try_came_furthest_and_broke_nothing() {
        let tries = [a_try(1, End::Finished, "+-"), a_try(2, End::Finished, "--"), a_try(3, End::PolicyViolation, "++")];
        assert_eq!(best(&tries), Some(1));
        assert_eq!(best(&[a_try(1, End::Crashed, "+-"), a_try(2, End::Finished, "+-")]), Some(2), "it ended by itself");
        let idle = PracticeTry { files: Vec::new(), ..a_try(1, End::Finished, "--") };
        assert_eq!(best(&[idle]), None, "it did nothing");
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn what_failed_or_was_refused_is_told_once() {
        let rejection = |kind| Rejection { kind, why: "/home/ada/a.txt is outside the folder of the run.".into() };
        let mut last = a_try(1, End::TimedOut, "+-?");
        let rejections = [rejection(ToolKind::Edit), rejection(ToolKind::Move), rejection(ToolKind::SwitchMode)];
        let told = lessons(&last, &rejections, 10);
        assert_eq!(
            told,
            [
                "A try was not done within 10 minutes: take a shorter way.",
                "Look at the end that “1.txt” is there. “1.txt” was not there.",
                "Do not change or move files outside the working folder.",
            ]
        );
        last.lessons.clone_from(&told);
        assert_eq!(lessons(&last, &rejections, 10), told);
        assert!(!told.concat().contains("/home/ada"));
    }
}
