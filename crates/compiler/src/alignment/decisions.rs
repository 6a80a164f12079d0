//! Decisions: steps at which the examples differ, and the condition that decides.

use super::Fork;
use crate::evidence::EvidenceContext;
use crate::lint::{DemonstratedValues, cleaned};
use crate::steps::{Step, committed};
use crate::text::{clip, fold, sentence};
use crate::{address, command};
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::{ActionDetails, ControlRecord};
use std::collections::{BTreeMap, BTreeSet};

/// The answer that both ways are right.
const EITHER: &str = "Either is fine";
/// The answer that nobody but the person knows.
const ASK: &str = "Ask me each time";
/// The most decisions of one task.
const MOST: usize = 3;

/// One thing or another.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The rule that the skill says.
    pub rule: String,
    /// What is asked, with the suggested answers. `None`: a value or a record explains it.
    pub question: Option<(String, Vec<String>)>,
    /// What the showings settled.
    pub settled: String,
}

impl Decision {
    /// The suggested answer that is assumed.
    pub const ASSUMED: &'static str = ASK;
}

/// The decisions of a task. `answers`: what the person said, by the question.
pub fn decisions(context: &EvidenceContext<'_>, forks: &[Fork], answers: &[(String, String)]) -> Vec<Decision> {
    let variables = context.inputs.variables();
    let values = DemonstratedValues::of(&variables);
    let mut out: Vec<Decision> = Vec::new();
    for fork in forks.iter().take(MOST) {
        let (one, other) = (named(context, fork.one), named(context, fork.other));
        if one == other {
            continue;
        }
        let rules: Vec<String> = explanations(context, fork)
            .iter()
            .map(|found| cleaned(&found.rule(&one, &other), &values))
            .map(|rule| clip(&sentence(&rule), 240))
            .collect();
        let prompt = clip(&cleaned(&format!("Once you used {one}, once {other}. When is which of them right?"), &values), 400);
        let answer = answers.iter().rev().find(|(asked, _)| *asked == prompt).map(|(_, answer)| answer.trim());
        let decision = match (rules.as_slice(), answer) {
            (_, Some(answer)) => Decision {
                rule: clip(&cleaned(&said(&one, &other, &rules, answer), &values), 240),
                settled: format!("Once {one} was used, once {other}: your answer says when."),
                question: Some((prompt, Vec::new())),
            },
            ([rule], None) => {
                Decision { rule: rule.clone(), settled: format!("Once {one} was used, once {other}: {rule}"), question: None }
            }
            (several, None) => Decision {
                rule: clip(&cleaned(&format!("Ask which is right here: {one} or {other}."), &values), 240),
                settled: format!("Once {one} was used, once {other}: a question asks when."),
                question: Some((prompt, several.iter().take(4).cloned().chain([EITHER, ASK].map(str::to_owned)).collect())),
            },
        };
        if out.iter().all(|known| known.rule != decision.rule) {
            out.push(decision);
        }
    }
    out
}

fn said(one: &str, other: &str, rules: &[String], answer: &str) -> String {
    match answer {
        EITHER => format!("Either {one} or {other} is fine."),
        ASK => format!("Ask which is right here: {one} or {other}."),
        answer if rules.iter().any(|rule| rule == answer) => answer.to_owned(),
        answer => format!("{} or {other}: {answer}", sentence(one)),
    }
}

/// A way, in words: the control that is used, or the command that is run.
pub fn named(context: &EvidenceContext<'_>, at: usize) -> String {
    let step = &context.steps[at];
    match step.details() {
        ActionDetails::Command(run) => format!("`{}`", command::call_name(&command::words(&run.command_line)).replace('`', "'")),
        _ => {
            let name = step.target().map_or(step.action.action_label.as_str(), |target| &target.name);
            format!("“{}”", clip(&context.with_placeholders(name, at).replace('`', ""), 60))
        }
    }
}

/// What differs between the showings in the same way as what they did.
struct Explanation {
    /// The condition in words: an input, or a column of the record.
    of: String,
    one: BTreeSet<String>,
    other: BTreeSet<String>,
}

impl Explanation {
    fn rule(&self, one: &str, other: &str) -> String {
        let list = |values: &BTreeSet<String>| {
            values.iter().map(|value| format!("“{}”", clip(value, 40))).collect::<Vec<_>>().join(" or ")
        };
        format!("{one} when {} is {}, {other} when it is {}.", self.of, list(&self.one), list(&self.other))
    }
}

fn explanations(context: &EvidenceContext<'_>, fork: &Fork) -> Vec<Explanation> {
    let side = |at: usize| context.steps[at].showings().map(|step| step.showing).collect::<BTreeSet<_>>();
    let (one, other) = (side(fork.one), side(fork.other));
    let mut out: Vec<Explanation> = Vec::new();
    for (at, step) in context.steps.iter().enumerate().take(fork.one.min(fork.other) + 1) {
        for (of, values) in told_by(context, at, step) {
            let of_side = |side: &BTreeSet<usize>| {
                side.iter().map(|showing| values.get(showing).cloned()).collect::<Option<BTreeSet<String>>>()
            };
            let (Some(one), Some(other)) = (of_side(&one), of_side(&other)) else { continue };
            let apart = !one.is_empty() && !other.is_empty() && one.is_disjoint(&other);
            if apart && out.iter().all(|known| known.of != of) {
                out.push(Explanation { of, one, other });
            }
        }
    }
    out
}

/// What a step says about the case, by showing: a choice, a plain word of a command, the states of the record.
fn told_by(context: &EvidenceContext<'_>, at: usize, step: &Step<'_>) -> Vec<(String, BTreeMap<usize, String>)> {
    let input = context.inputs.list.iter().find(|input| input.since == at && !input.variable.secret);
    let named = input.map(|input| format!("`{}`", input.variable.name));
    let by = |value: &dyn Fn(&Step<'_>) -> Option<String>| -> BTreeMap<usize, String> {
        step.showings().filter_map(|step| Some((step.showing, value(step)?))).filter(|(_, value)| is_word(value)).collect()
    };
    let chosen =
        matches!(step.details(), ActionDetails::Choose { .. }) && !step.target().is_some_and(crate::inputs::records::is_tick);
    match (step.details(), named, input) {
        (ActionDetails::Choose { .. }, Some(name), _) if chosen => vec![(name, by(&|step| Some(committed(step))))],
        (ActionDetails::Command(_), Some(name), Some(input)) => {
            let VariableBinding::Command { pattern } = &input.variable.binding else { return Vec::new() };
            let value = |step: &Step<'_>| {
                let parts = command::chain(&step.command()?.command_line);
                parts.iter().find_map(|part| command::capture(pattern, part)?.remove(&input.variable.name))
            };
            vec![(name, by(&value))]
        }
        (ActionDetails::Click { target } | ActionDetails::Choose { target, .. }, ..) => {
            let Some(record) = target.record.as_deref() else { return Vec::new() };
            let headers: BTreeSet<&str> = record.cells.iter().map(|cell| cell.header.trim()).collect();
            let cell = |record: &ControlRecord, header: &str| {
                let cell = record.cells.iter().find(|cell| cell.header.trim() == header && cell.text != record.name)?;
                Some(cell.text.clone())
            };
            let of = |header: &&str| {
                let value = |step: &Step<'_>| cell(step.target()?.record.as_deref()?, header);
                (format!("the record's {}", clip(header, 40)), by(&value))
            };
            headers.iter().filter(|header| crate::untrusted::is_plain_name(header)).map(of).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a value is a word that says in which state something is; a number, a date or a name of several words says it to people only.
fn is_word(value: &str) -> bool {
    let folded = fold(value);
    !folded.is_empty()
        && !address::is_volatile(&folded)
        && folded.split(' ').count() <= 3
        && !folded.contains(|c: char| c.is_ascii_digit())
}
