//! What the person showed with *Show me how you check*: the readings of the places where they look to see that it worked.

use super::cells::{Compared, given_cells, is_whole};
use super::judge::effects_in;
use super::pages::{best, lands_on, page_name, page_pattern};
use super::{Entered, Found, found, judge};
use crate::evidence::EvidenceContext;
use crate::pattern::Bindings;
use crate::{SourceReadings, address, command};
use apprentice_contracts::checkpoint::{EvidencePredicate as Predicate, RecordChange, SourcePattern};
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};
use std::collections::BTreeSet;

/// The most lines of one output that are compared.
const MOST_LINES: usize = 3;

/// The records of a source that show demonstrated values. The person says that this is how to check, so a chosen record counts as well as
/// an entered value, and a value within a text as well as a whole one.
pub(super) fn of_source(context: &EvidenceContext<'_>, entered: &Entered, source: &SourceReadings) -> Vec<Found> {
    match (&source.source, &source.after) {
        (ReadingSource::Page { url }, Some(Ok(after))) if lands_on(after, url) => {
            let pattern = page_pattern(context, url);
            let name = page_name(context, entered, after, url);
            let page = || SourcePattern::Page { url: pattern.clone() };
            let shown = strongest(on_page(entered, after));
            shown.into_iter().map(|(kind, compared)| found(page(), RecordChange::Present, kind, compared, &name)).collect()
        }
        (ReadingSource::Output { command, .. }, Some(Ok(after))) => {
            let source = SourcePattern::Output { command: output_pattern(entered, command) };
            let line = |compared| found(source.clone(), RecordChange::Present, RecordKind::Line, compared, command);
            lines(entered, after).into_iter().map(line).collect()
        }
        _ => Vec::new(),
    }
}

/// What the commands show with which the person looked by themself, where no other effect compares it.
pub(super) fn own_looks(
    context: &EvidenceContext<'_>,
    entered: &Entered,
    readings: &[SourceReadings],
    known: &[Found],
) -> Vec<Found> {
    let compared: BTreeSet<&String> = known.iter().flat_map(|one| &one.covers).collect();
    let looks = readings.iter().filter(|one| one.before.is_none() && matches!(one.source, ReadingSource::Output { .. }));
    let shown = looks.flat_map(|look| of_source(context, entered, look));
    shown.filter(|one| one.covers.iter().any(|name| !compared.contains(name))).collect()
}

fn on_page(entered: &Entered, after: &Reading) -> Vec<(RecordKind, Compared)> {
    best(after, |record| {
        let mut cells = given_cells(entered, record);
        if record.kind == RecordKind::Row && cells.iter().any(|cell| is_whole(&cell.text)) {
            cells.retain(|cell| is_whole(&cell.text) || crate::pattern::variables_in(&cell.text).is_empty());
        }
        let compared = Compared::of(cells);
        (!compared.inputs.is_empty()).then_some(compared)
    })
}

/// The kinds of records that together compare every value, the one with the most values first.
fn strongest(mut all: Vec<(RecordKind, Compared)>) -> Vec<(RecordKind, Compared)> {
    all.sort_by_key(|(_, compared)| std::cmp::Reverse(compared.inputs.len()));
    let mut seen: BTreeSet<String> = BTreeSet::new();
    all.retain(|(_, compared)| {
        let new = compared.inputs.iter().any(|name| !seen.contains(name));
        seen.extend(compared.inputs.iter().cloned());
        new
    });
    all
}

/// Lines that show values, until each value that the output shows is in one.
fn lines(entered: &Entered, after: &Reading) -> Vec<Compared> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut out = Vec::new();
    for record in after.records.iter().filter(|record| record.kind == RecordKind::Line) {
        let compared = Compared::of(given_cells(entered, record));
        if out.len() < MOST_LINES && compared.inputs.iter().any(|name| !seen.contains(name)) {
            seen.extend(compared.inputs.iter().cloned());
            out.push(compared);
        }
    }
    out
}

/// The command with a hole for each value in its words.
pub(super) fn output_pattern(entered: &Entered, line: &str) -> String {
    let mut words = command::words(line);
    for word in words.iter_mut().filter(|word| !word.operator) {
        // What is no value is a part of the command, such as how many lines are wanted, and the star of `s/port=.*/port=80/`.
        let holes = entered.values.holes_as_written(&word.text);
        if !holes.used.is_empty() {
            word.text = holes.pattern;
        }
    }
    command::written(&words)
}

/// Whether evidence looks at the source of a demonstration.
pub fn looks_at(context: &EvidenceContext<'_>, evidence: &Predicate, source: &ReadingSource) -> bool {
    let shown: Bindings =
        context.inputs.list.iter().map(|input| (input.variable.name.clone(), input.variable.example.clone())).collect();
    effects_in(evidence).iter().any(|effect| match (effect.source, source) {
        (SourcePattern::Page { url: pattern }, ReadingSource::Page { url }) => match judge::is_fixed(pattern) {
            true => address::same_page(pattern, url),
            false => address::url_fits(pattern, url, &shown),
        },
        (SourcePattern::Output { command: pattern }, ReadingSource::Output { command, .. }) => {
            judge::filled_command(pattern, &shown).is_some_and(|filled| filled == command::written(&command::words(command)))
        }
        (SourcePattern::Folder, ReadingSource::Folder { .. }) | (SourcePattern::File { .. }, ReadingSource::File { .. }) => true,
        _ => false,
    })
}
