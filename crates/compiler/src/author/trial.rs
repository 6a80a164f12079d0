//! Tries a check on the demonstration itself: it must hold at its end, and not before it.

use crate::{Demonstration, Evaluation, ReadBack, ReadBackResult, SourceReadings};
use crate::{address, calls, effects};
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointRole, CheckpointStatus, EvidencePredicate as Predicate, SourcePattern,
};
use apprentice_contracts::graph::Variable;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::reading::{Reading, ReadingSource};

/// What a trial says about a check.
#[derive(Debug, PartialEq)]
pub enum Trial {
    /// It holds at the end, and not before.
    Holds,
    /// It held before anything was done.
    HeldBefore,
    /// The demonstration shows the opposite.
    Refuted(String),
    /// It could not be tried.
    Untried(String),
}

/// Tries some evidence. `demonstration` has sanitized readings.
pub fn trial(demonstration: &Demonstration, variables: &[Variable], evidence: &Predicate) -> Trial {
    let end = judged(demonstration, variables, evidence, &|one| one.after.clone());
    match end {
        (CheckpointStatus::Reached, _) => {}
        (CheckpointStatus::Failed, why) => return Trial::Refuted(why),
        (CheckpointStatus::Skipped, why) => return Trial::Untried(why),
    }
    match judged(demonstration, variables, evidence, &|one| one.before.clone().map(Ok)) {
        (CheckpointStatus::Reached, _) => Trial::HeldBefore,
        (CheckpointStatus::Failed, _) => Trial::Holds,
        // Nothing was read before. What names a value that was given then cannot have been there by chance.
        (CheckpointStatus::Skipped, _) => {
            let says_value = !effects::judge::covers(evidence).is_empty();
            match effects::judge::effects_in(evidence)
                .iter()
                .all(|effect| effect.change == apprentice_contracts::checkpoint::RecordChange::Present && says_value)
            {
                true => Trial::Holds,
                false => Trial::Untried("nothing was read before the task, so it is unknown what is new".to_owned()),
            }
        }
    }
}

type Read = Option<Result<Reading, String>>;

fn judged(
    demonstration: &Demonstration,
    variables: &[Variable],
    evidence: &Predicate,
    read: &dyn Fn(&SourceReadings) -> Read,
) -> (CheckpointStatus, String) {
    let checkpoint = Checkpoint {
        checkpoint_id: "cp-01".into(),
        goal: "tried".to_owned(),
        success_condition: "tried".to_owned(),
        order_hint: 1,
        optional: false,
        role: CheckpointRole::Effect,
        evidence: Some(evidence.clone()),
    };
    let mut evaluation = observed(demonstration, variables, std::slice::from_ref(&checkpoint));
    let results = evaluation.read_all(|target| match target {
        ReadBack::Source(source) => {
            let found = demonstration.readings.iter().find(|one| one.source == source).and_then(read);
            found.map(|found| ReadBackResult::Source(source, found))
        }
        _ => None,
    });
    let verdict = evaluation.finish(&results).into_iter().next();
    verdict.map_or((CheckpointStatus::Skipped, String::new()), |verdict| {
        (verdict.status, verdict.reason.unwrap_or(verdict.evidence))
    })
}

/// An evaluation that saw the demonstration.
pub fn observed(demonstration: &Demonstration, variables: &[Variable], checkpoints: &[Checkpoint]) -> Evaluation {
    let mut evaluation = Evaluation::new(checkpoints, variables);
    for before in demonstration.readings.iter().filter_map(|one| one.before.clone()) {
        evaluation.read_before(before);
    }
    for action in &demonstration.actions {
        evaluation.observe(action);
    }
    evaluation
}

/// How a source of a check relates to what the demonstration read.
pub enum Scope {
    /// It was read.
    Read,
    /// It was not read, but it is no danger.
    NotRead,
    /// It must never be read.
    Outside(&'static str),
}

/// Whether a check may look at this source.
pub fn scope(demonstration: &Demonstration, variables: &[Variable], source: &SourcePattern) -> Scope {
    let bindings = observed(demonstration, variables, &[]).bindings();
    let sources = demonstration.readings.iter().map(|one| &one.source);
    let any = |fits: &dyn Fn(&ReadingSource) -> bool| if sources.clone().any(fits) { Scope::Read } else { Scope::NotRead };
    match source {
        SourcePattern::Page { url } | SourcePattern::Data { url } if effects::is_unsafe_address(url) => {
            Scope::Outside("opening that address may do something")
        }
        SourcePattern::Page { url } if effects::judge::is_fixed(url) => {
            match sources.clone().any(|one| matches!(one, ReadingSource::Page { url: read } if address::same_page(url, read))) {
                true => Scope::Read,
                false => Scope::Outside("the demonstration did not read that address"),
            }
        }
        SourcePattern::Page { url } => {
            let named = url.split('/').skip(1).any(|part| part.chars().any(char::is_alphanumeric));
            let fits =
                |one: &ReadingSource| matches!(one, ReadingSource::Page { url: read } if address::url_fits(url, read, &bindings));
            match (named, any(&fits)) {
                (true, Scope::Read) => Scope::Read,
                _ => Scope::Outside("the demonstration did not read such an address"),
            }
        }
        SourcePattern::Data { url } => {
            match any(
                &|one| matches!(one, ReadingSource::Data { url: read } if url == read || address::url_fits(url, read, &bindings)),
            ) {
                Scope::Read => Scope::Read,
                _ => Scope::Outside("the demonstration did not read such data"),
            }
        }
        SourcePattern::Call { server_id, tool_name, .. } => {
            let reads = |one: &ObservedAction| {
                calls::call_of(one)
                    .is_some_and(|call| call.read_only && call.server_id == *server_id && call.tool_name == *tool_name)
            };
            match demonstration.actions.iter().any(reads) {
                true => Scope::NotRead,
                false => Scope::Outside("the demonstration did not call that tool to look"),
            }
        }
        SourcePattern::Folder => any(&|one| matches!(one, ReadingSource::Folder { .. })),
        SourcePattern::File { path, .. } if path.starts_with(['/', '~']) || path.split('/').any(|part| part == "..") => {
            Scope::Outside("it is outside the working folder")
        }
        SourcePattern::File { .. } => any(&|one| matches!(one, ReadingSource::File { .. })),
        SourcePattern::Output { command } => {
            match sources.clone().any(|one| matches!(one, ReadingSource::Output { command: read, .. } if read == command)) {
                true => Scope::Read,
                false => Scope::Outside("that command is not one of those that may be run to look"),
            }
        }
    }
}
