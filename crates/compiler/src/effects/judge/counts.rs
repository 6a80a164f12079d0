//! How many records say what an effect expects, before a run and after it.

use super::matching::{cell_fits, is_empty_file, is_file, is_open, shows, whole_value};
use super::sources::{is_fixed, is_search};
use super::{Effect, Judgement, named, shown};
use crate::effects::difference::{records, says_sum};
use crate::effects::pages::is_record;
use crate::normal;
use crate::pattern::{Bindings, variables_in};
use crate::references::is_reference;
use crate::text::{clip, fold};
use apprentice_contracts::checkpoint::{RecordChange, SourcePattern};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::{BTreeSet, HashMap};

/// How a judgement ends about a place that shows each item once, where it was not read before the run. Requests of the run can say that it is
/// new.
pub const SHOWN_NOW: &str = "shows it now, but was not read before the run.";

/// How a judgement ends about a whole list that does not show something, where it was not read before the run. Requests of the run can say
/// that it was removed.
pub const GONE_NOW: &str = "does not show it, and is not known to have shown it before the run.";

/// From this length on, a list may be the first part of a longer one.
const A_PAGE: usize = 20;

/// How many records fit, before and after, for each item.
pub(super) struct Counts {
    pub(super) items: Vec<ItemCount>,
    /// How many of the items differ in what the effect shows.
    asked: usize,
    /// Whether there are more records than before.
    has_grown: bool,
    /// How many records of all items together are new. `None`: it is not known what was there before.
    new: Option<usize>,
    closest: Option<String>,
}

pub(super) struct ItemCount {
    pub(super) before: Option<usize>,
    pub(super) after: usize,
    pub(super) open: bool,
    words: String,
    /// A record that is there more than once, and was not before.
    doubled: Option<String>,
}

/// The records without a row that sums up the others, where another one fits too: `5 | TOTAL | 180`.
fn without_sums(mut matching: Vec<&ReadRecord>) -> Vec<&ReadRecord> {
    if matching.len() > 1 && !matching.iter().all(|record| says_sum(record)) {
        matching.retain(|record| !says_sum(record));
    }
    matching
}

impl Counts {
    pub(super) fn of(effect: &Effect<'_>, before: Option<&Reading>, after: &Reading, items: &[Bindings]) -> Self {
        let old = before.map(records);
        let new = records(after);
        let of_kind = |record: &&ReadRecord| record.kind == effect.kind;
        // A file that was handed over and has no content is not there; what is to be gone may be empty.
        let empty = |record: &&ReadRecord, item: &Bindings| {
            effect.change == RecordChange::Added && record.kind == RecordKind::Row && is_empty_file(record, item)
        };
        // The last entry of a list may be read as a heading: it is not gone.
        let listed = effect.change == RecordChange::Removed && is_record(effect.kind);
        let of_item = |item| effect.cells.iter().find_map(|cell| whole_value(&cell.text, item)).filter(|_| listed);
        let counted = items
            .iter()
            .map(|item| {
                let fits = |record: &&ReadRecord| shows(effect, record, item) && !empty(record, item);
                let mut matching: Vec<&ReadRecord> = without_sums(new.iter().filter(of_kind).filter(fits).collect());
                if let Some(value) = of_item(item) {
                    let known = before.map_or(0, |before| said_alone(before, value).count());
                    matching.extend(said_alone(after, value).skip(known));
                }
                ItemCount {
                    before: old.as_ref().map(|old| {
                        without_sums(old.iter().filter(of_kind).filter(|record| shows(effect, record, item)).collect()).len()
                    }),
                    after: matching.len(),
                    open: is_open(effect, item),
                    doubled: doubled(&matching, old.as_deref().unwrap_or_default()),
                    words: matching.first().map(|record| clip(&shown(record), 200)).unwrap_or_default(),
                }
            })
            .collect();
        let of_any = |record: &&ReadRecord| items.iter().any(|item| shows(effect, record, item) && !empty(record, item));
        let of_all = |records: &[ReadRecord]| records.iter().filter(of_kind).filter(of_any).count();
        let all_new = old.as_ref().map(|old| of_all(&new).saturating_sub(of_all(old)));
        let score = |record: &&ReadRecord| {
            items.iter().map(|item| effect.cells.iter().filter(|cell| cell_fits(cell, record, item)).count()).max().unwrap_or(0)
        };
        let closest = new
            .iter()
            .filter(of_kind)
            .max_by_key(score)
            .filter(|record| score(record) > 0)
            .map(|record| clip(&shown(record), 200));
        // Items that differ only in what the effect does not show are one: the paragraphs of a post.
        let shown = effect.cells.iter().flat_map(|cell| variables_in(&cell.text));
        let names: BTreeSet<String> = shown.chain(effect.over.iter().cloned()).collect();
        let values = |item: &Bindings| names.iter().map(|name| item.get(name).map(|value| fold(value))).collect::<Vec<_>>();
        let asked = items.iter().map(values).collect::<BTreeSet<_>>().len();
        let count = |records: &[ReadRecord]| records.iter().filter(of_kind).count();
        let has_grown = old.as_ref().is_some_and(|old| count(&new) > count(old));
        Self { items: counted, asked, has_grown, new: all_new, closest }
    }

    /// How many records are new, where each of several items was to be there once.
    fn too_many(&self, effect: &Effect<'_>) -> Option<usize> {
        let counts = matches!(effect.change, RecordChange::Added | RecordChange::Present)
            && matches!(effect.kind, RecordKind::Row | RecordKind::Item)
            && effect.each
            && !effect.several
            && self.items.len() > 1
            && !self.items.iter().any(|item| item.open);
        self.new.filter(|new| counts && *new > self.asked)
    }

    /// `asked`: the request names the values of the run, so no other value is required.
    pub(super) fn verdict(&self, effect: &Effect<'_>, after: &Reading, source: &ReadingSource, asked: bool) -> Judgement {
        let place = named(source);
        let close = self.closest.as_ref().map(|record| format!(" The closest is “{record}”.")).unwrap_or_default();
        let mut words = Vec::new();
        // Shown now, but nobody knows whether it was so before.
        let mut open: Option<String> = None;
        // What an id represents may be said by data that this run did not ask for.
        if let Some(header) = unnamed_reference(effect, after) {
            return Judgement::Unreadable(format!("{place} does not say what “{header}” is."));
        }
        for item in &self.items {
            let new = item.after.saturating_sub(item.before.unwrap_or(0));
            // Texts appear and disappear with the view of a page, so a changed text can look like a former one.
            let listed = matches!(effect.kind, RecordKind::Row | RecordKind::Item);
            let needs_before = match effect.change {
                RecordChange::Changed => is_record(effect.kind),
                RecordChange::Added => listed || matches!(effect.kind, RecordKind::Text | RecordKind::Heading),
                RecordChange::Present => effect.kind == RecordKind::Row,
                RecordChange::Removed => false,
            };
            let is_read_before = match effect.source {
                SourcePattern::Page { url } => is_fixed(url) || is_search(url),
                // What a page asks for is kept as it was when it was first asked for.
                SourcePattern::Data { url } => effect.change != RecordChange::Present || is_fixed(url) || is_search(url),
                SourcePattern::Call { .. } => effect.change != RecordChange::Present,
                _ => false,
            };
            if needs_before && is_read_before && item.before.is_none() && item.after > 0 {
                let is_there_once = self.items.iter().all(|item| item.after == 1);
                let seen = if is_there_once { SHOWN_NOW } else { "shows it, but was not read before the run." };
                open.get_or_insert_with(|| format!("{place} {seen}"));
                continue;
            }
            // What was not listed before may be on another part of the list.
            let never_listed = effect.change == RecordChange::Removed && listed && is_read_before && !item.open;
            if never_listed && item.after == 0 && item.before.is_none_or(|before| before == 0) {
                let is_whole = after.complete && after.records.iter().filter(|one| one.kind == effect.kind).count() < A_PAGE;
                let rest = if is_whole { "" } else { " It may be on another part of the list." };
                return Judgement::Unreadable(format!("{place} {GONE_NOW}{rest}"));
            }
            if let Some(record) = item.doubled.as_ref().filter(|_| effect.several) {
                return Judgement::Refuted(format!("Read again, {place} shows “{record}” more than once."));
            }
            match effect.change {
                RecordChange::Added if item.before.is_some() && new == 0 && item.after > 0 && item.open => {
                    return Judgement::Refuted(format!("Read again, {place} shows nothing new."));
                }
                RecordChange::Added if new == 0 && item.before.is_some() && !is_file(effect.kind) => {
                    return absent(after, format!("Read again, {place} does not show it as new.{close}"));
                }
                RecordChange::Added if item.after == 0 => {
                    return absent(after, format!("Read again, {place} does not show it.{close}"));
                }
                RecordChange::Added
                    if new > 1
                        && self.asked == 1
                        && !effect.several
                        && (!is_file(effect.kind) || effect.kind == RecordKind::Line) =>
                {
                    return Judgement::Refuted(format!("Read again, {place} shows it {new} times; it was to be there once."));
                }
                // Where it is known what was there before, the record must be new, and there once.
                RecordChange::Present
                    if item.after > 0 && item.before.is_some() && new == 0 && effect.kind == RecordKind::Row =>
                {
                    return Judgement::Refuted(format!("Read again, {place} is as it was before the run.{close}"));
                }
                RecordChange::Present
                    if new > 1 && item.before.is_some() && self.asked == 1 && effect.kind == RecordKind::Row =>
                {
                    return Judgement::Refuted(format!("Read again, {place} shows it {new} times; it was to be there once."));
                }
                RecordChange::Removed if item.open && item.before.is_some_and(|before| before <= item.after) => {
                    return Judgement::Refuted(format!("Read again, nothing is gone from {place}."));
                }
                RecordChange::Removed if !item.open && item.after > 0 => {
                    return Judgement::Refuted(format!("Read again, {place} still shows “{}”.", item.words));
                }
                // Of what the run was asked for, nothing may show in this list.
                RecordChange::Changed
                    if item.after > 0
                        && item.before.is_some_and(|before| before >= item.after)
                        && !is_file(effect.kind)
                        && !(item.open && asked) =>
                {
                    return Judgement::Refuted(format!("Read again, {place} is as it was before the run.{close}"));
                }
                // A second one that shows the same was made beside it.
                RecordChange::Changed
                    if new > 1
                        && item.before.is_some()
                        && self.asked == 1
                        && self.has_grown
                        && !item.open
                        && !effect.several
                        && effect.kind == RecordKind::Row =>
                {
                    return Judgement::Refuted(format!("Read again, {place} shows it {new} times; it was to be there once."));
                }
                RecordChange::Changed | RecordChange::Present if item.after == 0 => {
                    return absent(after, format!("Read again, {place} does not show it.{close}"));
                }
                _ => {}
            }
            words.push(item.words.clone());
        }
        if let Some(new) = self.too_many(effect) {
            let asked = self.asked;
            return Judgement::Refuted(format!("Read again, {place} shows {new} such records as new; {asked} were to be there."));
        }
        if let Some(open) = open {
            return Judgement::Unreadable(open);
        }
        let told: Vec<&str> = words.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        Judgement::Holds(match (effect.change, told.is_empty()) {
            (RecordChange::Removed, _) => format!("Read again, {place} does not show it any more."),
            (_, true) => format!("Read again, {place} shows it."),
            (_, false) => format!("Read again, {place} shows “{}”.", clip(&told.join("”, “"), 400)),
        })
    }
}

/// The header of a reference that the effect compares by its name, and that no record of the reading has a name for.
fn unnamed_reference<'e>(effect: &Effect<'e>, after: &Reading) -> Option<&'e str> {
    let mut headers = effect.cells.iter().filter_map(|cell| cell.header.as_deref()).filter(|header| is_reference(header));
    let has = |header: &str| after.records.iter().flat_map(|record| &record.cells).any(|cell| cell.header == header);
    headers.find(|header| !after.records.is_empty() && !has(header))
}

/// The headings and texts that say this and nothing else.
fn said_alone<'r>(reading: &'r Reading, text: &'r str) -> impl Iterator<Item = &'r ReadRecord> {
    let alone = |record: &&ReadRecord| matches!(record.kind, RecordKind::Heading | RecordKind::Text) && record.cells.len() == 1;
    reading.records.iter().filter(alone).filter(move |record| normal::is_same(text, &record.cells[0].text))
}

/// Whether an entry of a list is read as a heading or text now, because it is the last one.
pub(super) fn is_now_alone(record: &ReadRecord, before: &Reading, after: &Reading) -> bool {
    let name = record.cells.first().map_or("", |cell| cell.text.as_str());
    record.kind == RecordKind::Item && said_alone(after, name).count() > said_alone(before, name).count()
}

/// The first record that is there more than once, and was not before.
fn doubled(after: &[&ReadRecord], before: &[ReadRecord]) -> Option<String> {
    let mut counts: HashMap<&ReadRecord, usize> = HashMap::new();
    for record in after {
        *counts.entry(record).or_default() += 1;
    }
    let twice = after.iter().find(|record| counts[**record] > 1 && before.iter().filter(|old| old == *record).count() < 2)?;
    Some(clip(&shown(twice), 160))
}

/// A record that is missing in a reading that was cut may be in the rest.
fn absent(after: &Reading, words: String) -> Judgement {
    if after.complete { Judgement::Refuted(words) } else { Judgement::Unreadable(format!("{words} The reading was cut.")) }
}
