//! Trails: the list in which a page says where somebody has been, such as `Home » Prices » Old prices`.

use super::difference::Difference;
use crate::text::fold;
use crate::{address, page};
use apprentice_contracts::checkpoint::RecordChange;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::BTreeSet;

/// What a page is called by its title and its address, folded.
pub(super) fn names(title: &str, url: &str) -> impl Iterator<Item = String> {
    page::title_sections(title).into_iter().chain(address::last_part(url)).map(|name| fold(&name))
}

/// Whether an entry came or went because a page was opened: it is in a row of entries that are all called like pages that were
/// `visited`, and one of them like the page on which they stand.
pub(super) fn is_in_trail(one: &Difference, before: &Reading, after: &Reading, visited: &BTreeSet<String>) -> bool {
    let (record, reading) = match (one.change, &one.before, &one.after) {
        (RecordChange::Added, _, Some(record)) => (record, after),
        (RecordChange::Removed, Some(record), _) => (record, before),
        _ => return false,
    };
    let ReadingSource::Page { url } = &reading.source else { return false };
    let own: BTreeSet<String> = names(&reading.title, url).collect();
    let text = |entry: &ReadRecord| match (entry.kind, entry.cells.as_slice()) {
        (RecordKind::Item, [cell]) if entry.place == record.place => Some(fold(&cell.text)),
        _ => None,
    };
    let is_visited = |entry: &ReadRecord| text(entry).is_some_and(|text| visited.contains(&text) || own.contains(&text));
    let is_own = |entry: &ReadRecord| text(entry).is_some_and(|text| own.contains(&text));
    if !is_visited(record) {
        return false;
    }
    // The same text may be in a list as well.
    let mut places = reading.records.iter().enumerate().filter(|(_, entry)| *entry == record).map(|(at, _)| at);
    places.any(|at| {
        let earlier = reading.records[..at].iter().rev().take_while(|entry| is_visited(entry));
        let mut others = earlier.chain(reading.records[at + 1..].iter().take_while(|entry| is_visited(entry))).peekable();
        others.peek().is_some() && (is_own(record) || others.any(is_own))
    })
}
