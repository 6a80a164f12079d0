//! Lists that stay: those of the demonstration in which only the records of the task changed. Another record that changes there in a run
//! was changed by mistake.

use super::difference::{Difference, differences};
use super::holes::is_volatile;
use super::judge::{self, effects_in};
use super::pages::{is_incidental, is_time, lands_on, page_name, page_pattern, table_of, visited_names};
use super::{Entered, trail};
use crate::SourceReadings;
use crate::evidence::{Candidate, EvidenceContext};
use crate::looks::asks_to_sign_in;
use crate::normal::Normal;
use crate::text::{fold, mentions};
use apprentice_contracts::checkpoint::{RecordChange, SourcePattern};
use apprentice_contracts::graph::WatchedList;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::BTreeSet;

/// The most lists that a run is compared with: each is a page that is read twice.
const MOST_LISTS: usize = 2;

/// The fewest records that make a list.
const FEWEST: usize = 2;

/// The lists of the demonstration that stay, those first in which the task changed something. What the `chosen` effects compare as a whole
/// is not among them.
pub fn lists(context: &EvidenceContext<'_>, readings: &[SourceReadings], chosen: &[Candidate]) -> Vec<WatchedList> {
    let entered = Entered::of(context);
    let visited = visited_names(context);
    let mut out: Vec<(bool, WatchedList)> = Vec::new();
    for source in readings {
        let (ReadingSource::Page { url }, Some(before), Some(Ok(after))) = (&source.source, &source.before, &source.after) else {
            continue;
        };
        let is_fixed = judge::is_fixed(url) && page_pattern(context, url) == *url && !super::is_unsafe_address(url);
        if !is_fixed || !is_comparable(url, before, after) || out.iter().any(|(_, known)| known.url == *url) {
            continue;
        }
        let is_compared = |kind: RecordKind| {
            let effects = chosen.iter().flat_map(|one| effects_in(&one.evidence));
            let mut whole = effects.filter(|one| one.others_unchanged && one.kind == kind);
            whole.any(|one| matches!(one.source, SourcePattern::Page { url: known } if known == url))
        };
        for (kind, headers) in tables(before).into_iter().filter(|(kind, _)| !is_compared(*kind)) {
            let used = |one: &Difference| -> BTreeSet<String> {
                let cells = one.before.iter().chain(&one.after).flat_map(|record| &record.cells);
                cells.flat_map(|cell| entered.values.holes(&cell.text).used).collect()
            };
            let all = differences_in(kind, &headers, before, after, &visited);
            let (touched, mut changed): (Vec<_>, Vec<_>) = all.into_iter().partition(is_only_touched);
            let timed = !touched.is_empty() && touched.iter().all(|one| !used(one).is_empty());
            changed.extend(touched.into_iter().filter(|_| timed));
            let used: Vec<BTreeSet<String>> = changed.iter().map(used).collect();
            let says_value = |record: &ReadRecord| {
                let is_of_list = record.kind == kind && has_headers(record, &headers);
                is_of_list && record.cells.iter().any(|cell| !entered.values.holes(&cell.text).used.is_empty())
            };
            let is_about = before.records.iter().chain(&after.records).any(says_value);
            if !is_about || used.iter().any(BTreeSet::is_empty) {
                continue;
            }
            let common = used.iter().cloned().reduce(|all, one| all.intersection(&one).cloned().collect());
            let name = page_name(context, &entered, after, url);
            let named = common.unwrap_or_default().into_iter().collect();
            out.push((!changed.is_empty(), WatchedList { url: url.clone(), record: kind, name, headers, named, timed }));
            break;
        }
    }
    out.sort_by_key(|(changed, _)| !changed);
    out.into_iter().take(MOST_LISTS).map(|(_, list)| list).collect()
}

/// The tables and lists of a page, with the headers of their columns: rows before entries.
fn tables(reading: &Reading) -> Vec<(RecordKind, Vec<String>)> {
    let mut out: Vec<(RecordKind, Vec<String>, usize)> = Vec::new();
    for kind in [RecordKind::Row, RecordKind::Item] {
        for record in reading.records.iter().filter(|record| record.kind == kind) {
            let headers = table_of(record);
            match out.iter_mut().find(|(known, of, _)| *known == kind && *of == headers) {
                Some((.., count)) => *count += 1,
                None => out.push((kind, headers, 1)),
            }
        }
    }
    out.into_iter().filter(|(.., count)| *count >= FEWEST).map(|(kind, headers, _)| (kind, headers)).collect()
}

/// Whether a record is in the table with these columns. Entries have none.
fn has_headers(record: &ReadRecord, headers: &[String]) -> bool {
    table_of(record) == headers
}

/// Whether only the numbers in an entry differ: `Inbox (3)`.
fn is_counted(one: &Difference) -> bool {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return false };
    let words = |record: &ReadRecord| -> Vec<String> {
        let texts = record.cells.iter().flat_map(|cell| cell.text.split_whitespace());
        texts.filter(|word| !is_volatile(word)).map(fold).collect()
    };
    after.kind == RecordKind::Item && words(before) == words(after)
}

/// Whether two readings of this page can be compared record by record.
pub(super) fn is_comparable(url: &str, before: &Reading, after: &Reading) -> bool {
    let is_whole = before.complete && after.complete && asks_to_sign_in(before) == asks_to_sign_in(after);
    is_whole && lands_on(before, url) && lands_on(after, url)
}

/// Whether both readings show the list. A page may draw it after it was read; then every record would seem to be new or gone.
pub(super) fn is_drawn(list: &WatchedList, before: &Reading, after: &Reading) -> bool {
    let is_of_list = |record: &&ReadRecord| record.kind == list.record && has_headers(record, &list.headers);
    before.records.iter().filter(is_of_list).any(|record| after.records.contains(record))
}

/// Whether only the time at which a row was changed last is another one. It says that the row was changed in what the list does not show.
pub(super) fn is_only_touched(one: &Difference) -> bool {
    const CHANGED: &[&str] = &["modified", "updated", "update", "changed", "change", "edited", "mtime", "geändert", "modifié"];
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return false };
    let is_moment = |text: &str| matches!(Normal::of(text), Some(Normal::Moment(Some(_), Some(_)) | Normal::Either(_, Some(_))));
    let is_of_change = |header: &str| CHANGED.iter().any(|word| mentions(&header.replace('_', " "), word));
    after.kind == RecordKind::Row
        && is_incidental(one)
        && before
            .cells
            .iter()
            .zip(&after.cells)
            .filter(|(before, after)| before != after)
            .any(|(before, after)| is_of_change(&after.header) && is_moment(&before.text) && is_moment(&after.text))
}

/// The differences in one list of a page, without automatic changes: times, counts of entries, the trail of visited pages, a log. The time at
/// which a row was changed last is one of them; see [`is_only_touched`].
pub(super) fn differences_in(
    kind: RecordKind,
    headers: &[String],
    before: &Reading,
    after: &Reading,
    visited: &BTreeSet<String>,
) -> Vec<Difference> {
    let mut all = differences(before, after);
    all.retain(|one| one.record().is_some_and(|record| record.kind == kind && has_headers(record, headers)));
    all.retain(|one| {
        (!is_incidental(one) || is_only_touched(one)) && !is_counted(one) && !trail::is_in_trail(one, before, after, visited)
    });
    // An entry with a time belongs to a log, which lists everything.
    all.retain(|one| {
        one.change != RecordChange::Added || one.after.iter().flat_map(|record| &record.cells).all(|cell| !is_time(&cell.text))
    });
    all
}
