//! What the tries of a gate come to: the arms, how they compare, and the verdict in words. Pure.

use crate::agent_runs::gate::statistics::{Rate, difference};
use apprentice_contracts::agent_run::AgentRunEndKind as End;
use apprentice_contracts::gate::{
    DEFAULT_TRIES, Gate, GateArm, GateArmReport, GateArms, GateDifference, GateOutcome, GateTry, GateTryResult as Result,
    GateVerdict,
};
use apprentice_contracts::validation::OverallResult;

/// What became of a try. `read`: what was read of its effects, whatever the agent said. `None`: it was cancelled.
pub(super) fn of_try(end: End, read: OverallResult) -> Option<Result> {
    match end {
        End::Cancelled => None,
        End::Finished => Some(match read {
            OverallResult::Passed => Result::Passed,
            OverallResult::Failed => Result::Failed,
            OverallResult::Partial | OverallResult::Cancelled => Result::Undecided,
        }),
        // The agent did what is forbidden, gave up, or ran out of time. In each case the task was not done as asked.
        End::PolicyViolation | End::Refused | End::TimedOut | End::CutShort => Some(Result::Failed),
        // That is about the program of the agent, not about what it was given.
        End::SignInNeeded | End::NotStarted | End::Crashed | End::Flooded | End::Failed => Some(Result::Undecided),
    }
}

/// What the tries of each arm come to.
pub(super) fn arms(planned: &[GateArm], tries: &[GateTry]) -> GateArms {
    let of = |arm: GateArm| report(tries.iter().filter(|one| one.arm == arm && one.result.is_some()));
    GateArms {
        none: of(GateArm::None),
        trace: planned.contains(&GateArm::Trace).then(|| of(GateArm::Trace)),
        skill: of(GateArm::Skill),
    }
}

fn report<'t>(tries: impl Iterator<Item = &'t GateTry>) -> GateArmReport {
    let tries: Vec<&GateTry> = tries.collect();
    let count = |result| u32::try_from(tries.iter().filter(|one| one.result == Some(result)).count()).unwrap_or(u32::MAX);
    let (passed, failed, undecided) = (count(Result::Passed), count(Result::Failed), count(Result::Undecided));
    let rate = Rate { passed, of: passed + failed };
    let took = tries.iter().filter_map(|one| Some((one.ended_at? - one.started_at).num_milliseconds() as f64 / 1000.0));
    let tokens = tries.iter().map(|one| one.usage.context_used as f64).filter(|tokens| *tokens > 0.0);
    GateArmReport {
        tries: passed + failed + undecided,
        passed,
        failed,
        undecided,
        rate: rate.value(),
        interval: rate.interval(),
        seconds: mean(took),
        tokens: mean(tokens),
        cost: mean(tries.iter().filter_map(|one| one.usage.cost)),
        currency: tries.iter().find_map(|one| one.usage.currency.clone()),
        actions: mean(tries.iter().map(|one| f64::from(one.action_count))),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

const fn rate(arm: &GateArmReport) -> Rate {
    Rate { passed: arm.passed, of: arm.passed + arm.failed }
}

fn is_decided(arm: &GateArmReport) -> bool {
    arm.passed + arm.failed >= DEFAULT_TRIES
}

/// The arm with the skill against another one. `None`: one of them has too few decided tries.
pub(super) fn against(skill: &GateArmReport, other: &GateArmReport) -> Option<GateDifference> {
    (is_decided(skill) && is_decided(other)).then(|| difference(rate(skill), rate(other))).flatten()
}

/// The verdict of a gate that has ended, and its words. A gate that ended before its tries or its limits were used finds nothing: a person who
/// ends it early because of what they see chooses the result.
pub(super) fn verdict(gate: &Gate, outcome: GateOutcome) -> (GateVerdict, String) {
    use GateOutcome::{AgentUnavailable, BudgetUsed, Cancelled, Completed, Failed, Interrupted};
    let early = match outcome {
        Completed | BudgetUsed => None,
        AgentUnavailable => gate.tries.last().and_then(|one| one.end.as_ref()).map(|end| end.message.clone()),
        Cancelled => Some("It was cancelled.".to_owned()),
        Interrupted => Some("Apprentice was closed or ended in the middle.".to_owned()),
        Failed => Some("It could not go on; the log says more.".to_owned()),
    };
    if let Some(why) = early {
        return (GateVerdict::Unclear, format!("{why} Nothing was found out: a gate that ends early says nothing."));
    }
    let (found, words) = found(&gate.arms, &gate.summary.agent_label);
    match outcome {
        BudgetUsed => (found, format!("A limit of this gate was reached after {}. {words}", tries(gate.tries.len()))),
        _ => (found, words),
    }
}

fn tries(count: usize) -> String {
    if count == 1 { "one try".to_owned() } else { format!("{count} tries") }
}

fn found(arms: &GateArms, agent: &str) -> (GateVerdict, String) {
    let Some(gain) = against(&arms.skill, &arms.none) else {
        let few = |arm: &GateArmReport, words: &str| {
            (!is_decided(arm))
                .then(|| format!("{words} {} of {} were decided", arm.passed + arm.failed, tries(arm.tries as usize)))
        };
        let few: Vec<String> =
            [few(&arms.skill, "with the skill"), few(&arms.none, "without it")].into_iter().flatten().collect();
        let words = format!(
            "Inconclusive whether the skill helps {agent}: {}, and {DEFAULT_TRIES} of each are needed. Check why tries were undecided, then run the gate again.",
            few.join(", ")
        );
        return (GateVerdict::Unclear, words);
    };
    let counts = format!(
        "With the skill, {agent} did the task in {} of {} tries, without it in {} of {}: {} (95 % interval {} to {}).",
        arms.skill.passed,
        rate(&arms.skill).of,
        arms.none.passed,
        rate(&arms.none).of,
        points(gain.difference),
        signed(gain.interval.low),
        signed(gain.interval.high),
    );
    let beside = arms.trace.as_ref().and_then(|trace| Some((trace, against(&arms.skill, trace)?)));
    let trace = match (&arms.trace, &beside) {
        (_, Some((trace, _))) => format!(" With the recording alone in {} of {}.", trace.passed, rate(trace).of),
        (Some(_), None) => " The tries with the recording alone cannot be compared: too few were decided.".to_owned(),
        (None, _) => String::new(),
    };
    let is_worse_than_trace = beside.is_some_and(|(_, over)| over.difference < 0.0);
    let (verdict, words) = if gain.difference <= 0.0 {
        let why = match rate(&arms.none).value() {
            Some(1.0) => "It does not help: the agent does the task without it.",
            _ => "It does not help: the task was done no more often with it.",
        };
        (GateVerdict::DoesNotHelp, why)
    } else if gain.interval.low <= 0.0 {
        (
            GateVerdict::Unclear,
            "Inconclusive: with so few tries the difference may be chance. Run the gate again with more tries.",
        )
    } else if !holds_whatever_was_undecided(arms) {
        (
            GateVerdict::Unclear,
            "Inconclusive: the undecided tries could change the verdict. Check why they were undecided, then run the gate again.",
        )
    } else if is_worse_than_trace {
        (GateVerdict::Unclear, "It helps, but less than the recording that it was made of. Improve the skill.")
    } else {
        (GateVerdict::Helps, "It helps.")
    };
    (verdict, format!("{words} {counts}{trace}"))
}

/// Whether the skill helps even if each of its undecided tries had failed, and each one without it had passed: what leaves a try undecided,
/// such as a crash, may come from the skill.
fn holds_whatever_was_undecided(arms: &GateArms) -> bool {
    let worst = Rate { passed: arms.skill.passed, of: arms.skill.tries };
    let best = Rate { passed: arms.none.passed + arms.none.undecided, of: arms.none.tries };
    difference(worst, best).is_some_and(|gain| gain.interval.low > 0.0)
}

fn points(difference: f64) -> String {
    let amount = (difference.abs() * 100.0).round();
    match difference {
        d if d > 0.0 => format!("{amount} percentage points more"),
        d if d < 0.0 => format!("{amount} percentage points less"),
        _ => "no difference".to_owned(),
    }
}

fn signed(value: f64) -> String {
    let rounded = (value * 100.0).round();
    // No “-0”.
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::Time;
    use apprentice_contracts::agent_run::{AgentRunPhase, AgentUsage};
    use chrono::TimeDelta;

    fn a_try(number: u32, arm: GateArm, result: Option<Result>, usage: AgentUsage) -> GateTry {
        GateTry {
            number,
            arm,
            phase: AgentRunPhase::Ended,
            end: None,
            result,
            checks: Vec::new(),
            action_count: number,
            usage,
            started_at: Time::default(),
            ended_at: Some(Time::default() + TimeDelta::seconds(i64::from(number))),
        }
    }

    /// Tries by letters: `+` passed, `-` failed, `?` undecided.
    fn of(arm: GateArm, letters: &str) -> Vec<GateTry> {
        let result = |letter| match letter {
            '+' => Result::Passed,
            '-' => Result::Failed,
            _ => Result::Undecided,
        };
        letters.chars().map(|letter| a_try(1, arm, Some(result(letter)), AgentUsage::default())).collect()
    }

    #[test]
    fn claims_decide_no_try_and_an_end_that_is_no_end_of_the_task_says_nothing() {
        use OverallResult::{Failed, Partial, Passed};
        for (end, read, expected) in [
            (End::Finished, Passed, Some(Result::Passed)),
            (End::Finished, Failed, Some(Result::Failed)),
            (End::Finished, Partial, Some(Result::Undecided)),
            (End::PolicyViolation, Passed, Some(Result::Failed)),
            (End::TimedOut, Passed, Some(Result::Failed)),
            (End::CutShort, Partial, Some(Result::Failed)),
            (End::Refused, Partial, Some(Result::Failed)),
            (End::Crashed, Passed, Some(Result::Undecided)),
            (End::Flooded, Failed, Some(Result::Undecided)),
            (End::SignInNeeded, Failed, Some(Result::Undecided)),
            (End::Cancelled, Passed, None),
        ] {
            assert_eq!(of_try(end, read), expected, "{end:?} {read:?}");
        }
    }

    #[test]
    fn the_interval_decides_and_too_few_tries_decide_nothing() {
        use GateVerdict::{DoesNotHelp, Helps, Unclear};
        for (skill, none, trace, verdict, words) in [
            (
                "+++++",
                "-----",
                Some("-----"),
                Helps,
                "5 of 5 tries, without it in 0 of 5: 100 percentage points more (95 % interval +39 to +100). With the recording alone in 0 of 5.",
            ),
            ("+++--", "-----", None, Helps, "+3"),
            ("++---", "-----", None, Unclear, "may be chance"),
            ("+++++", "+++--", None, Unclear, "may be chance"),
            ("+++++", "+++++", None, DoesNotHelp, "does the task without it"),
            (
                "-----",
                "-----",
                None,
                DoesNotHelp,
                "no more often with it. With the skill, Gemini CLI did the task in 0 of 5 tries, without it in 0 of 5: no difference (95 % interval -43 to +43).",
            ),
            ("--+++", "+++++", None, DoesNotHelp, "40 percentage points less"),
            ("++++?", "-----", None, Unclear, "with the skill 4 of 5 tries were decided"),
            ("+++++", "??---", None, Unclear, "without it 3 of 5 tries were decided"),
            ("+++++", "-----", Some("---??"), Helps, "recording alone cannot be compared"),
            ("++++-", "-----", Some("+++++"), Unclear, "less than the recording"),
            ("+++++", "-----", Some("+++++"), Helps, "recording alone in 5 of 5"),
            ("++++++?", "-----??", None, Helps, "6 of 6"),
            ("+++++?????", "+++-------", None, Unclear, "could change the verdict"),
        ] {
            let mut tries = of(GateArm::Skill, skill);
            tries.extend(of(GateArm::None, none));
            tries.extend(trace.into_iter().flat_map(|trace| of(GateArm::Trace, trace)));
            let mut planned = vec![GateArm::None, GateArm::Skill];
            planned.extend(trace.map(|_| GateArm::Trace));
            let (found, said) = found(&arms(&planned, &tries), "Gemini CLI");
            assert_eq!(found, verdict, "{skill} {none} {trace:?}: {said}");
            assert!(said.contains(words), "{said}");
        }
    }

    #[test]
    fn an_arm_tells_what_its_tries_took() {
        let usage = |tokens, cost: Option<f64>| AgentUsage {
            context_used: tokens,
            context_size: 0,
            cost,
            currency: cost.map(|_| "USD".to_owned()),
        };
        let tries = [
            a_try(1, GateArm::Skill, Some(Result::Passed), usage(1000, Some(0.5))),
            a_try(2, GateArm::Skill, Some(Result::Failed), usage(0, None)),
            a_try(3, GateArm::Skill, Some(Result::Undecided), usage(3000, Some(1.5))),
            a_try(9, GateArm::Skill, None, usage(9000, Some(9.0))),
        ];
        let found = arms(&[GateArm::None, GateArm::Skill], &tries);
        let skill = &found.skill;
        assert_eq!((skill.tries, skill.passed, skill.failed, skill.undecided), (3, 1, 1, 1), "one that was cancelled is none");
        assert_eq!((skill.seconds, skill.tokens, skill.cost, skill.actions), (Some(2.0), Some(2000.0), Some(1.0), Some(2.0)));
        assert_eq!((skill.rate, skill.currency.as_deref()), (Some(0.5), Some("USD")));
        assert_eq!(found.none, GateArmReport::default());
        assert_eq!(found.trace, None);
    }
}
