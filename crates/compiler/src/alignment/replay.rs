//! Takes a further showing for a right run of the task: what it does not show cannot be required.

use crate::effects::judge;
use crate::evidence::{Candidate, EvidenceContext, READ_AGAIN};
use crate::lint::replaced;
use crate::pattern::Bindings;
use crate::text::{clip, lower_first};
use crate::{Evaluation, ReadBack, ReadBackResult, SourceReadings, address, checkpoints, command};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointStatus, EvidencePredicate as Predicate, SourcePattern};
use apprentice_contracts::graph::{SettledKind, SettledPoint, Variable};
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::reading::ReadingSource;

/// A further showing, sanitized.
pub struct Showing<'a> {
    pub actions: &'a [ObservedAction],
    pub readings: &'a [SourceReadings],
}

/// Loosens what no further showing bears out, and drops what it contradicts. Returns what that settled.
pub fn hold_in_all(list: &mut Vec<Candidate>, context: &EvidenceContext<'_>, showings: &[Showing<'_>]) -> Vec<SettledPoint> {
    let variables = context.inputs.variables();
    let mut settled = Vec::new();
    let numbered = checkpoints::number(list, context);
    let all: Vec<Vec<CheckpointStatus>> = showings.iter().map(|one| verdicts(one, &variables, &numbered)).collect();
    let failed: Vec<bool> =
        (0..list.len()).map(|at| all.iter().any(|verdicts| verdicts.get(at) == Some(&CheckpointStatus::Failed))).collect();
    let mut dropped = vec![false; list.len()];
    for at in (0..list.len()).filter(|&at| failed[at]) {
        let holds = |evidence: &Predicate| {
            let one = Checkpoint { evidence: Some(evidence.clone()), ..numbered[at].clone() };
            showings.iter().all(|showing| {
                verdicts(showing, &variables, std::slice::from_ref(&one)).first() != Some(&CheckpointStatus::Failed)
            })
        };
        let looser = looser(&list[at].evidence).into_iter().find(|(evidence, _)| holds(evidence));
        let candidate = &mut list[at];
        let is_effect = candidate.weight >= READ_AGAIN;
        let goal = lower_first(&candidate.goal);
        match looser {
            Some((evidence, words)) => {
                candidate.evidence = evidence;
                for word in &words {
                    let quoted = |text: &str| replaced(text, word, "…");
                    (candidate.goal, candidate.success) = (quoted(&candidate.goal), quoted(&candidate.success));
                }
                if is_effect && !words.is_empty() {
                    let words = words.iter().map(|word| format!("“{}”", clip(word, 60))).collect::<Vec<_>>().join(", ");
                    let text = format!("{words} is not in every showing: another run may say something else there.");
                    settled.push(SettledPoint { kind: SettledKind::Result, text });
                }
            }
            None => {
                dropped[at] = true;
                if is_effect {
                    settled.push(not_required(&goal));
                }
            }
        }
    }
    // What a showing never came near to is no result of it, as long as another result is in all of them.
    let reached = |at: usize| all.iter().all(|verdicts| verdicts.get(at) == Some(&CheckpointStatus::Reached));
    if (0..list.len()).any(|at| list[at].weight >= READ_AGAIN && !dropped[at] && reached(at)) {
        for at in (0..list.len()).filter(|&at| list[at].weight >= READ_AGAIN && !reached(at)) {
            let absent = showings.iter().zip(&all).any(|(showing, verdicts)| {
                verdicts.get(at) == Some(&CheckpointStatus::Skipped) && !came_near(showing, &list[at].evidence)
            });
            if absent && !dropped[at] {
                dropped[at] = true;
                settled.push(not_required(&lower_first(&list[at].goal)));
            }
        }
    }
    remove(list, &dropped);
    settled
}

fn not_required(goal: &str) -> SettledPoint {
    let text = format!("Not every showing ends so that {goal}: it is not required.");
    SettledPoint { kind: SettledKind::Result, text: clip(&text, 400) }
}

/// Whether a showing has a reading, even one that failed, of everything that the evidence looks at. A showing without any reading that
/// succeeded says nothing.
fn came_near(showing: &Showing<'_>, evidence: &Predicate) -> bool {
    if !showing.readings.iter().any(|one| matches!(one.after, Some(Ok(_)))) {
        return true;
    }
    judge::effects_in(evidence).iter().all(|effect| {
        showing.readings.iter().any(|one| match (effect.source, &one.source) {
            (SourcePattern::Page { url: pattern }, ReadingSource::Page { url })
            | (SourcePattern::Data { url: pattern }, ReadingSource::Data { url }) => {
                let open = crate::pattern::variables_in(pattern)
                    .iter()
                    .fold(pattern.clone(), |text, name| text.replace(&format!("{{{{{name}}}}}"), "*"));
                address::same_page(pattern, url) || address::url_fits(&open, url, &Bindings::new())
            }
            (SourcePattern::Folder | SourcePattern::File { .. }, ReadingSource::Folder { .. } | ReadingSource::File { .. }) => {
                true
            }
            (SourcePattern::Output { command }, ReadingSource::Output { command: read, .. }) => command == read,
            _ => false,
        })
    })
}

/// Drops candidates while enough are left; the others become optional.
fn remove(list: &mut Vec<Candidate>, dropped: &[bool]) {
    let effects = list.iter().zip(dropped).filter(|(one, gone)| one.weight >= READ_AGAIN && !**gone).count();
    let mut spare = list.len().saturating_sub(checkpoints::MIN_CHECKPOINTS);
    let mut place = 0;
    list.retain_mut(|candidate| {
        let gone = dropped[place];
        place += 1;
        if !gone {
            return true;
        }
        candidate.optional = true;
        let last_effect = candidate.weight >= READ_AGAIN && effects == 0;
        let keep = spare == 0 || last_effect;
        spare -= usize::from(!keep);
        keep
    });
}

fn verdicts(showing: &Showing<'_>, variables: &[Variable], checkpoints: &[Checkpoint]) -> Vec<CheckpointStatus> {
    let mut evaluation = Evaluation::new(checkpoints, variables);
    for before in showing.readings.iter().filter_map(|one| one.before.clone()) {
        evaluation.read_before(before);
    }
    for action in showing.actions {
        evaluation.observe(action);
    }
    let read = |target: ReadBack| match target {
        ReadBack::Source(source) => {
            let found = showing.readings.iter().find(|one| one.source == source)?.after.clone()?;
            Some(ReadBackResult::Source(source, found))
        }
        _ => None,
    };
    let results = evaluation.read_all(read);
    let verdicts = evaluation.finish(&results);
    let status = |checkpoint: &Checkpoint| {
        let found = verdicts.iter().find(|verdict| verdict.checkpoint_id == checkpoint.checkpoint_id);
        found.map_or(CheckpointStatus::Skipped, |verdict| verdict.status)
    };
    checkpoints.iter().map(status).collect()
}

/// Evidence that asks for less, the closest first, with the words that it does not ask for any more.
fn looser(evidence: &Predicate) -> Vec<(Predicate, Vec<String>)> {
    match evidence {
        Predicate::All { of } => {
            let mut out = Vec::new();
            for at in 0..of.len() {
                let with = |one: Predicate| {
                    let mut all = of.clone();
                    all[at] = one;
                    Predicate::All { of: all }
                };
                out.extend(looser(&of[at]).into_iter().map(|(one, words)| (with(one), words)));
            }
            for at in (0..of.len()).filter(|_| of.len() > 1) {
                let mut rest = of.clone();
                rest.remove(at);
                out.push((Predicate::All { of: rest }, Vec::new()));
            }
            out
        }
        Predicate::Each { over, holds } => {
            let each = |(holds, words)| (Predicate::Each { over: over.clone(), holds: Box::new(holds) }, words);
            looser(holds).into_iter().map(each).collect()
        }
        Predicate::Page { shows, .. } => (0..shows.len())
            .filter(|_| shows.len() > 1)
            .map(|at| {
                let mut page = evidence.clone();
                if let Predicate::Page { shows, .. } = &mut page {
                    shows.remove(at);
                }
                (page, Vec::new())
            })
            .collect(),
        Predicate::Command { pattern, exit_code } => {
            let call = command::call_name(&command::words(pattern));
            let any = Predicate::Command { pattern: format!("{call} *"), exit_code: *exit_code };
            if call.is_empty() { Vec::new() } else { vec![(Predicate::Any { of: vec![evidence.clone(), any] }, Vec::new())] }
        }
        Predicate::File { path, change, durable } => {
            let file = |path| Predicate::File { path, change: *change, durable: *durable };
            other_names(path).into_iter().map(|name| (file(name), vec![path.clone()])).collect()
        }
        Predicate::Records { .. } => looser_records(evidence),
        _ => Vec::new(),
    }
}

/// File names that leave out the numbers, or all but the ending.
fn other_names(path: &str) -> Vec<String> {
    let numbers = crate::evidence::without_numbers(path);
    let folder = path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let ending = command::base_name(path).rsplit_once('.').map(|(_, ending)| format!("{folder}*.{ending}"));
    std::iter::once(numbers).chain(ending).filter(|name| name != path).collect()
}

fn looser_records(evidence: &Predicate) -> Vec<(Predicate, Vec<String>)> {
    let Predicate::Records { cells, .. } = evidence else { return Vec::new() };
    let is_word = |at: &usize| {
        let cell = &cells[*at];
        cell.header.as_deref() != Some("type") && crate::pattern::variables_in(&cell.text).is_empty() && cell.text != "*"
    };
    let words: Vec<usize> = (0..cells.len()).filter(is_word).collect();
    // A record without anything that names it would be any record.
    let without = |places: &[usize], change_others: bool| {
        let mut one = evidence.clone();
        if let Predicate::Records { cells, others_unchanged, .. } = &mut one {
            for at in places {
                let path = cells[*at].header.as_deref() == Some("path");
                let open = other_names(&cells[*at].text).pop().filter(|_| path);
                cells[*at].text = open.unwrap_or_else(|| "*".to_owned());
            }
            *others_unchanged &= !change_others;
        }
        let told = places.iter().map(|at| cells[*at].text.clone()).filter(|text| !text.is_empty()).collect();
        (one, told)
    };
    let names_it =
        |places: &[usize]| places.len() < cells.len() || places.iter().all(|at| cells[*at].header.as_deref() == Some("path"));
    let mut out: Vec<(Predicate, Vec<String>)> = Vec::new();
    for at in &words {
        let numbers = other_names(&cells[*at].text).into_iter().next().filter(|_| cells[*at].header.as_deref() == Some("path"));
        if let Some(name) = numbers {
            let (mut one, told) = without(&[], false);
            if let Predicate::Records { cells, .. } = &mut one {
                cells[*at].text = name;
            }
            out.push((one, std::iter::once(cells[*at].text.clone()).chain(told).collect()));
        }
        out.push(without(&[*at], false));
    }
    out.push(without(&words, false));
    out.push(without(&[], true));
    out.push(without(&words, true));
    out.retain(|(one, _)| one != evidence);
    out.retain(|(one, _)| match one {
        Predicate::Records { cells: open, .. } => {
            let opened: Vec<usize> = (0..cells.len()).filter(|&at| open[at].text != cells[at].text).collect();
            names_it(&opened)
        }
        _ => true,
    });
    out
}
