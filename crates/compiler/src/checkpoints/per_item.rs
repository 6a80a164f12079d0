//! Loops: what must hold for every item, not only for the last one.

use crate::command;
use crate::evidence::{Candidate, EvidenceContext};
use crate::loops::RepeatedBlock;
use crate::pattern::variables_in;
use crate::text::fold;
use apprentice_contracts::checkpoint::{ElementPattern, EvidencePredicate as Predicate};
use apprentice_contracts::graph::{Variable, VariableBinding};
use apprentice_contracts::observation::ActionDetails;

/// Wraps the evidence of a loop's effects, and of what later steps show of its items, in `Each`.
pub fn for_each(list: &mut [Candidate], context: &EvidenceContext<'_>) {
    for round in context.rounds {
        let over = items(context, round);
        if over.is_empty() {
            continue;
        }
        for candidate in list.iter_mut().filter(|candidate| candidate.weight >= 50 && !candidate.optional) {
            let inside = round.steps().contains(&candidate.step);
            let later = candidate.step >= round.start && mentions_any(&candidate.evidence, &over);
            if inside || later {
                let holds = std::mem::replace(&mut candidate.evidence, Predicate::All { of: Vec::new() });
                candidate.evidence = Predicate::Each { over: over.clone(), holds: Box::new(holds) };
            }
        }
    }
}

/// The variables that have another value in every repetition and get their value only in the loop.
pub fn items(context: &EvidenceContext<'_>, round: &RepeatedBlock) -> Vec<String> {
    let sources: Vec<_> = context.steps[round.steps()].iter().flat_map(|step| &step.sources).collect();
    let list = context.inputs.list.iter().filter(|input| {
        let here = input.variable.source_event_ids.iter().any(|source| sources.contains(&source));
        let varies = input.other_values.iter().any(|value| fold(value) != fold(&input.variable.example));
        here && varies && !given_elsewhere(context, round, &input.variable)
    });
    list.map(|input| input.variable.name.clone()).collect()
}

fn given_elsewhere(context: &EvidenceContext<'_>, round: &RepeatedBlock, variable: &Variable) -> bool {
    let outside = context.steps.iter().enumerate().filter(|(index, _)| !round.steps().contains(index));
    outside.map(|(_, step)| step).any(|step| match (&variable.binding, step.details()) {
        (VariableBinding::Field { role, name }, _) if step.is_input() => {
            step.target().is_some_and(|target| target.role == *role && (name == "*" || fold(name) == fold(&target.name)))
        }
        (VariableBinding::Command { pattern }, ActionDetails::Command(run)) => {
            command::capture(pattern, &run.command_line).is_some()
        }
        _ => false,
    })
}

fn mentions_any(evidence: &Predicate, names: &[String]) -> bool {
    let in_text = |text: &str| variables_in(text).iter().any(|name| names.contains(name));
    let in_elements = |list: &[ElementPattern]| list.iter().any(|element| in_text(&element.name));
    match evidence {
        Predicate::All { of } | Predicate::Any { of } => of.iter().any(|one| mentions_any(one, names)),
        Predicate::Each { .. } | Predicate::Used { .. } | Predicate::Upload { .. } => false,
        Predicate::Page { url, title, shows, lacks, .. } => {
            url.iter().chain(title).any(|text| in_text(text)) || in_elements(shows) || in_elements(lacks)
        }
        Predicate::Field { value, .. } => value.as_deref().is_some_and(in_text),
        Predicate::Command { pattern, .. } => in_text(pattern),
        Predicate::File { path, .. } => in_text(path),
        Predicate::Download { file_name } => in_text(file_name),
        Predicate::Dialog { message, .. } => in_text(message),
        Predicate::Call { arguments, .. } => arguments.iter().any(|one| in_text(&one.text)),
        Predicate::Records { cells, was, .. } => cells.iter().chain(was).any(|cell| in_text(&cell.text)),
    }
}
