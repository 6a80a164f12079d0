//! *Use as Example*: aligns further showings of a task with the first one.
//!
//! Two showings are like two rounds of a loop: their steps are compared with values and records taken out. What differs in a common step is
//! an input; a step that a showing does without is optional; where both do something else, it is a decision. [`replay`] then takes each
//! further showing for a right run of the task: what it does not show cannot be required.

mod decisions;
mod key;
mod pairs;
pub mod replay;
pub mod traces;

pub use decisions::{Decision, decisions};

use crate::effects::{differences, is_incidental};
use crate::evidence::EvidenceContext;
use crate::loops::{self, RepeatedBlock};
use crate::steps::{Step, only_navigates, steps, worth_learning};
use crate::text::clip;
use crate::{Demonstration, OtherTask, SourceReadings, address};
use apprentice_contracts::graph::{SettledKind, SettledPoint};
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::reading::ReadingSource;
use key::{Key, keys};
use pairs::{Pairs, pairs};
use std::collections::{BTreeMap, BTreeSet};

/// A showing must be more alike than this, out of 100, to be of the same task.
const SAME_TASK: u32 = 50;
/// How much less alike two showings are of which each changes something else.
const OTHER_EFFECTS: u32 = 15;

/// All showings of a task as one.
pub struct Merged<'a> {
    /// The steps of the first showing, and between them those that only further showings have.
    pub steps: Vec<Step<'a>>,
    pub rounds: Vec<RepeatedBlock>,
    /// Where showings part: places of the steps that they do instead of each other.
    pub forks: Vec<Fork>,
    /// The numbers of the further showings that are of this task, from 0.
    pub used: Vec<usize>,
    /// The numbers of those that are not, and why.
    pub unused: Vec<(usize, OtherTask)>,
}

/// Two ways of doing something: a place among the merged steps for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    pub one: usize,
    pub other: usize,
}

/// A step of the task: how each showing did it.
struct Row<'a> {
    by: BTreeMap<usize, Step<'a>>,
    /// The same step once more in a showing.
    more: Vec<Step<'a>>,
    /// The number of the fork that it belongs to, and its side.
    fork: Option<(usize, bool)>,
    /// Whether every showing so far has it, perhaps as another round of an earlier step.
    everywhere: bool,
}

impl<'a> Row<'a> {
    fn new(step: Step<'a>, everywhere: bool) -> Self {
        Self { by: BTreeMap::from([(step.showing, step)]), more: Vec::new(), fork: None, everywhere }
    }

    fn main(&self) -> Option<&Step<'a>> {
        self.by.values().next()
    }
}

/// Aligns the showings. `shown` are the sanitized actions of the further ones.
pub fn merge<'a>(first: &'a [ObservedAction], shown: &'a [Vec<ObservedAction>], demonstration: &Demonstration) -> Merged<'a> {
    let (begun, blocks) = loops::collapse(steps(first));
    let mut rows: Vec<Row<'a>> = begun.into_iter().map(|step| Row::new(step, true)).collect();
    let mut looped: Vec<(RepeatedBlock, Vec<usize>)> =
        blocks.into_iter().map(|block| (block.clone(), block.steps().collect())).collect();
    let (mut used, mut unused, mut forks) = (Vec::new(), Vec::new(), 0);
    for (number, actions) in shown.iter().enumerate() {
        let (again, blocks) = loops::collapse(steps(actions));
        let task: Vec<Key> = row_keys(&rows);
        let showing = keys(&again);
        let found = pairs(&task, &showing);
        let readings = demonstration.examples.get(number).map_or(&[][..], |one| &one.readings);
        let score = score(&found, &demonstration.readings, readings);
        if score <= SAME_TASK {
            let begun: Vec<Step<'_>> = rows.iter().filter_map(|row| row.main().cloned()).collect();
            unused.push((number, other_task(&begun, &again, &found, score)));
            continue;
        }
        used.push(number);
        let own = again.into_iter().map(|step| of_showing(step, used.len())).collect();
        let places = add(&mut rows, own, (&task, &showing, &found), &mut forks, &mut looped);
        for block in blocks {
            let at: Vec<usize> = block.steps().filter_map(|step| places.get(&step).copied()).collect();
            if at.len() == block.len && looped.iter().all(|(_, known)| known.iter().all(|place| !at.contains(place))) {
                looped.push((block, at));
            }
        }
    }
    let rounds = looped
        .into_iter()
        .filter_map(|(block, at)| {
            let (start, end) = (*at.iter().min()?, *at.iter().max()?);
            Some(RepeatedBlock { start, len: end - start + 1, count: block.count })
        })
        .collect();
    let forks = (0..forks).filter_map(|number| {
        let side = |side: bool| rows.iter().position(|row| row.fork == Some((number, side)));
        Some(Fork { one: side(false)?, other: side(true)? })
    });
    let forks = forks.collect();
    Merged { forks, steps: finished(rows), rounds, used, unused }
}

/// The keys of rows, in which the pages are those of each row's own showing.
fn row_keys(rows: &[Row<'_>]) -> Vec<Key> {
    let steps: Vec<Step<'_>> = rows.iter().filter_map(|row| row.main().cloned()).collect();
    keys(&steps)
}

/// Adds a showing to the rows, and returns where its steps are now.
fn add<'a>(
    rows: &mut Vec<Row<'a>>,
    again: Vec<Step<'a>>,
    compared: (&[Key], &[Key], &Pairs),
    forks: &mut usize,
    looped: &mut [(RepeatedBlock, Vec<usize>)],
) -> BTreeMap<usize, usize> {
    let (_, showing, found) = compared;
    let shown: BTreeSet<usize> = found.of_showing.values().chain(&found.more_of_task).copied().collect();
    for (at, row) in rows.iter_mut().enumerate() {
        row.everywhere &= shown.contains(&at);
    }
    // A step that only this showing has is after the last common step before it.
    let mut extra: BTreeMap<usize, Vec<(usize, Step<'a>)>> = BTreeMap::new();
    let mut after = 0;
    for (two, step) in again.into_iter().enumerate() {
        if let Some(&(one, _)) = found.ordered.iter().find(|(_, other)| *other == two) {
            after = one + 1;
        }
        match (found.of_showing.get(&two), found.rounds.get(&two)) {
            (Some(&one), _) => {
                rows[one].by.insert(step.showing, step);
            }
            (None, Some(&one)) => rows[one].more.push(step),
            // What is merely opened and left again is no step of the task.
            (None, None) if worth_learning(&step) && showing[two].weight > 1 => extra.entry(after).or_default().push((two, step)),
            (None, None) => {}
        }
    }
    for (row, fork) in mark_forks(rows, compared, &shown, &mut extra, forks) {
        rows[row].fork = Some(fork);
    }
    let mut old = std::mem::take(rows).into_iter();
    let mut moved: Vec<usize> = Vec::new();
    let mut own: BTreeMap<usize, usize> = BTreeMap::new();
    let mut next = 0;
    loop {
        for (two, step) in extra.remove(&next).unwrap_or_default() {
            own.insert(two, rows.len());
            let fork = step.branch;
            let mut row = Row::new(Step { branch: None, ..step }, false);
            row.fork = fork.map(|fork| (fork, true));
            rows.push(row);
        }
        let Some(row) = old.next() else { break };
        moved.push(rows.len());
        rows.push(row);
        next += 1;
    }
    for (_, places) in looped {
        places.iter_mut().for_each(|place| *place = moved[*place]);
    }
    own.extend(found.of_showing.iter().map(|(two, one)| (*two, moved[*one])));
    own
}

/// Where, between two common steps, the task does one thing and the showing another: marks both sides.
fn mark_forks<'a>(
    rows: &[Row<'a>],
    (task, showing, found): (&[Key], &[Key], &Pairs),
    shown: &BTreeSet<usize>,
    extra: &mut BTreeMap<usize, Vec<(usize, Step<'a>)>>,
    forks: &mut usize,
) -> Vec<(usize, (usize, bool))> {
    let mut marked = Vec::new();
    for (&after, steps) in extra.iter_mut() {
        let end = found.ordered.iter().map(|(one, _)| *one).find(|one| *one >= after).unwrap_or(rows.len());
        let missing = (after..end).find(|&at| !shown.contains(&at) && rows[at].fork.is_none() && task[at].acts());
        let instead = steps.iter_mut().find(|(two, _)| showing[*two].acts());
        if let (Some(at), Some((_, step))) = (missing, instead) {
            marked.push((at, (*forks, false)));
            step.branch = Some(*forks);
            *forks += 1;
        }
    }
    marked
}

fn of_showing(mut step: Step<'_>, number: usize) -> Step<'_> {
    step.repeats = step.repeats.into_iter().map(|step| of_showing(step, number)).collect();
    Step { showing: number, ..step }
}

fn finished(rows: Vec<Row<'_>>) -> Vec<Step<'_>> {
    let mut out: Vec<Step<'_>> = Vec::new();
    for row in rows {
        let optional = !row.everywhere;
        let in_first = row.by.contains_key(&0);
        let branch = row.fork.map(|(fork, _)| fork);
        let mut by = row.by.into_values();
        let Some(mut step) = by.next() else { continue };
        step.shown_again = by.chain(row.more).collect();
        step.optional = optional;
        step.branch = branch;
        if !in_first {
            step.seq = out.last().map_or(0, |last| last.seq);
        }
        out.push(step);
    }
    out
}

fn score(found: &Pairs, first: &[SourceReadings], again: &[SourceReadings]) -> u32 {
    let (one, two) = (changed(first), changed(again));
    let apart = !one.is_empty() && !two.is_empty() && one.is_disjoint(&two);
    found.likeness.saturating_sub(if apart { OTHER_EFFECTS } else { 0 })
}

/// Where a showing changed something, and how.
fn changed(readings: &[SourceReadings]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for one in readings {
        let (Some(before), Some(Ok(after))) = (&one.before, &one.after) else { continue };
        let place = match &one.source {
            ReadingSource::Page { url } | ReadingSource::Data { url } => address::url_pattern(url, &|_| None),
            ReadingSource::Folder { .. } => "folder".to_owned(),
            ReadingSource::File { .. } | ReadingSource::Sent | ReadingSource::Call { .. } => continue,
            ReadingSource::Output { command, .. } => command.clone(),
        };
        for difference in differences(before, after).iter().filter(|one| !is_incidental(one)) {
            if let Some(record) = difference.record() {
                out.insert(format!("{place} {:?} {:?}", record.kind, difference.change));
            }
        }
    }
    out
}

/// Why a showing is of another task.
fn other_task(task: &[Step<'_>], showing: &[Step<'_>], found: &Pairs, likeness: u32) -> OtherTask {
    let common: BTreeSet<usize> = found.of_showing.values().copied().collect();
    let told = |steps: &[Step<'_>], is_common: &dyn Fn(usize) -> bool| {
        let own = steps.iter().enumerate().filter(|(at, step)| !is_common(*at) && worth_learning(step));
        own.take(3).map(|(_, step)| clip(&step.action.action_label, 80)).collect::<Vec<_>>()
    };
    OtherTask {
        likeness,
        missing: told(task, &|at| common.contains(&at)),
        other: told(showing, &|at| found.of_showing.contains_key(&at)),
    }
}

/// What further showings settled about steps, and which of them were not used.
pub fn settled(context: &EvidenceContext<'_>, decisions: &[Decision], unused: &[(usize, OtherTask)]) -> Vec<SettledPoint> {
    let mut out: Vec<SettledPoint> = decisions
        .iter()
        .map(|decision| SettledPoint { kind: SettledKind::Decision, text: clip(&decision.settled, 400) })
        .collect();
    let optional = context.steps.iter().enumerate().filter(|(_, step)| step.optional && step.branch.is_none());
    for (at, _) in optional.filter(|(_, step)| worth_learning(step) && !step.is_input() && !only_navigates(step)) {
        let text = clip(&format!("Not every showing used {}: it is optional.", decisions::named(context, at)), 400);
        out.push(SettledPoint { kind: SettledKind::Optional, text });
    }
    for (number, other) in unused {
        let nth = ["second", "third", "fourth", "fifth"].get(*number).copied().unwrap_or("last");
        let text = format!("The {nth} showing is of another task and was not used: {}", other.in_words());
        out.push(SettledPoint { kind: SettledKind::Unused, text: clip(&text, 400) });
    }
    out
}
