//! Loops: what must hold for every item, not only for the last one.

use crate::command;
use crate::evidence::{Candidate, Scene};
use crate::loops::Round;
use crate::pattern::variables_in;
use crate::text::fold;
use apprentice_contracts::checkpoint::{ElementPattern, EvidencePredicate as See};
use apprentice_contracts::graph::{Variable, VariableBinding};
use apprentice_contracts::observation::ActionDetails;

/// Makes the evidence of a loop's effects, and of what later steps show of its items, hold for each item.
pub fn for_each(list: &mut [Candidate], scene: &Scene<'_>) {
    for round in scene.rounds {
        let over = items(scene, round);
        if over.is_empty() {
            continue;
        }
        for candidate in list.iter_mut().filter(|candidate| candidate.weight >= 50 && !candidate.optional) {
            let inside = round.steps().contains(&candidate.step);
            let later = candidate.step >= round.start && mentions_any(&candidate.evidence, &over);
            if inside || later {
                let holds = std::mem::replace(&mut candidate.evidence, See::All { of: Vec::new() });
                candidate.evidence = See::Each { over: over.clone(), holds: Box::new(holds) };
            }
        }
    }
}

/// The variables that had another value in every round and get theirs nowhere else.
fn items(scene: &Scene<'_>, round: &Round) -> Vec<String> {
    let sources: Vec<_> = scene.steps[round.steps()].iter().flat_map(|step| &step.sources).collect();
    let list = scene.inputs.list.iter().filter(|input| {
        let here = input.variable.source_event_ids.iter().any(|source| sources.contains(&source));
        let varies = input.other_values.iter().any(|value| fold(value) != fold(&input.variable.example));
        here && varies && !given_elsewhere(scene, round, &input.variable)
    });
    list.map(|input| input.variable.name.clone()).collect()
}

fn given_elsewhere(scene: &Scene<'_>, round: &Round, variable: &Variable) -> bool {
    let outside = scene.steps.iter().enumerate().filter(|(index, _)| !round.steps().contains(index));
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

fn mentions_any(evidence: &See, names: &[String]) -> bool {
    let in_text = |text: &str| variables_in(text).iter().any(|name| names.contains(name));
    let in_elements = |list: &[ElementPattern]| list.iter().any(|element| in_text(&element.name));
    match evidence {
        See::All { of } | See::Any { of } => of.iter().any(|one| mentions_any(one, names)),
        See::Each { .. } | See::Used { .. } | See::Upload { .. } => false,
        See::Page { url, title, shows, lacks, .. } => {
            url.iter().chain(title).any(|text| in_text(text)) || in_elements(shows) || in_elements(lacks)
        }
        See::Field { value, .. } => value.as_deref().is_some_and(in_text),
        See::Command { pattern, .. } => in_text(pattern),
        See::File { path, .. } => in_text(path),
        See::Download { file_name } => in_text(file_name),
        See::Dialog { message, .. } => in_text(message),
    }
}
