//! What differs between two readings of one source.

use crate::text::fold;
use apprentice_contracts::checkpoint::RecordChange;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, RecordKind};
use std::collections::{HashMap, HashSet};

/// More records than this that are only on one side are not paired with each other: the source is another one, not a changed one.
const PAIRED: usize = 400;

/// Whether a cell holds a part of the page instead of a value: it is long, and no column says what it is.
fn is_part_of_the_page(cell: &ReadCell) -> bool {
    let letters = cell.text.chars().count();
    letters > 240 || letters > 100 && cell.header.trim().is_empty()
}

/// One difference. At least one side is there; both are for a changed record.
#[derive(Clone, Debug)]
pub struct Difference {
    pub change: RecordChange,
    pub before: Option<ReadRecord>,
    pub after: Option<ReadRecord>,
}

impl Difference {
    /// The record after the change; for a removed record, before it.
    pub fn record(&self) -> Option<&ReadRecord> {
        self.after.as_ref().or(self.before.as_ref())
    }
}

/// The records that evidence is about: without messages, with all labelled values and headings of a page joined into one record, because
/// together they show one thing. Equal records stay apart.
pub fn records(reading: &Reading) -> Vec<ReadRecord> {
    let mut sheet = ReadRecord { kind: RecordKind::Field, place: None, cells: Vec::new(), link: None };
    let mut out = Vec::new();
    for record in &reading.records {
        match record.kind {
            RecordKind::Message => {}
            // A table that only places things on the page.
            RecordKind::Row if record.cells.iter().any(is_part_of_the_page) => {}
            RecordKind::Field => sheet.cells.extend(record.cells.iter().cloned()),
            RecordKind::Heading => {
                sheet.cells.extend(record.cells.iter().map(|cell| ReadCell { header: String::new(), ..cell.clone() }))
            }
            _ => out.push(record.clone()),
        }
    }
    if sheet.cells.iter().any(|cell| !cell.header.is_empty()) || out.is_empty() && !sheet.cells.is_empty() {
        out.push(sheet);
    } else {
        // Headings alone are no form; they are compared one by one.
        out.extend(sheet.cells.into_iter().map(|cell| ReadRecord {
            kind: RecordKind::Heading,
            place: None,
            cells: vec![cell],
            link: None,
        }));
    }
    out
}

/// The differences from `before` to `after`.
pub fn differences(before: &Reading, after: &Reading) -> Vec<Difference> {
    let (gone, new) = unequal(records(before), records(after));
    let (pairs, gone, new) = paired(gone, new);
    let mut out: Vec<Difference> = pairs
        .into_iter()
        .map(|(before, after)| Difference { change: RecordChange::Changed, before: Some(before), after: Some(after) })
        .collect();
    out.extend(new.into_iter().map(|record| Difference { change: RecordChange::Added, before: None, after: Some(record) }));
    out.extend(gone.into_iter().map(|record| Difference { change: RecordChange::Removed, before: Some(record), after: None }));
    out
}

fn key(record: &ReadRecord) -> String {
    let mut key = format!("{:?}", record.kind);
    for cell in &record.cells {
        key.push('\u{1f}');
        if record.kind == RecordKind::Field {
            key.push_str(&fold(&cell.header));
            key.push('\u{1e}');
        }
        key.push_str(&fold(&cell.text));
    }
    key
}

/// The records of each side that have no equal on the other.
fn unequal(before: Vec<ReadRecord>, after: Vec<ReadRecord>) -> (Vec<ReadRecord>, Vec<ReadRecord>) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for record in &after {
        *known.entry(key(record)).or_default() += 1;
    }
    let take = |record: &ReadRecord, known: &mut HashMap<String, usize>| match known.get_mut(&key(record)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let mut counted: HashMap<String, usize> = HashMap::new();
    for record in &before {
        *counted.entry(key(record)).or_default() += 1;
    }
    let gone: Vec<ReadRecord> = before.into_iter().filter(|record| take(record, &mut known)).collect();
    let new: Vec<ReadRecord> = after.into_iter().filter(|record| take(record, &mut counted)).collect();
    (gone, new)
}

type Pairs = Vec<(ReadRecord, ReadRecord)>;

/// Pairs what is the same thing with other values: the same link, path or form, or a row that shares a text that no other row has.
fn paired(gone: Vec<ReadRecord>, new: Vec<ReadRecord>) -> (Pairs, Vec<ReadRecord>, Vec<ReadRecord>) {
    if gone.len() > PAIRED || new.len() > PAIRED {
        return (Vec::new(), gone, new);
    }
    let once = Unique::of(&gone, &new);
    let mut left: Vec<Option<ReadRecord>> = new.into_iter().map(Some).collect();
    let mut pairs = Vec::new();
    let mut rest = Vec::new();
    for record in gone {
        let best = left
            .iter()
            .enumerate()
            .filter_map(|(at, other)| Some((at, once.likeness(&record, other.as_ref()?)?)))
            .max_by_key(|(at, likeness)| (*likeness, std::cmp::Reverse(*at)));
        match best.and_then(|(at, _)| left[at].take()) {
            Some(other) => pairs.push((record, other)),
            None => rest.push(record),
        }
    }
    (pairs, rest, left.into_iter().flatten().collect())
}

/// How alike two entries of a list are that say all they say in one text: they begin with the same words, which name them, and share half
/// of the others.
fn alike(one: &ReadRecord, other: &ReadRecord) -> Option<usize> {
    let words = |record: &ReadRecord| -> Vec<String> {
        record.cells.iter().flat_map(|cell| fold(&cell.text).split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let (one, other) = (words(one), words(other));
    let begins = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let shared = one.iter().filter(|word| other.contains(word)).count();
    let most = one.len().max(other.len());
    (begins >= 2 || begins == 1 && one[0].chars().count() >= 4)
        .then_some(())
        .filter(|()| shared * 2 >= most)
        .map(|()| begins * 10 + shared)
}

/// Texts that occur once on each side, by column.
struct Unique(HashSet<(usize, String)>);

impl Unique {
    fn of(gone: &[ReadRecord], new: &[ReadRecord]) -> Self {
        let count = |records: &[ReadRecord]| {
            let mut counts: HashMap<(usize, String), usize> = HashMap::new();
            for record in records.iter().filter(|record| record.kind == RecordKind::Row) {
                for (column, cell) in record.cells.iter().enumerate().filter(|(_, cell)| !cell.text.trim().is_empty()) {
                    *counts.entry((column, fold(&cell.text))).or_default() += 1;
                }
            }
            counts
        };
        let (before, after) = (count(gone), count(new));
        Self(before.into_iter().filter(|(key, count)| *count == 1 && after.get(key) == Some(&1)).map(|(key, _)| key).collect())
    }

    /// How alike two records of one kind are; `None` when they are two things.
    fn likeness(&self, one: &ReadRecord, other: &ReadRecord) -> Option<usize> {
        if one.kind != other.kind {
            return None;
        }
        match one.kind {
            RecordKind::Field => Some(1),
            RecordKind::File | RecordKind::Entry => (one.cells.first() == other.cells.first()).then_some(1),
            RecordKind::Row | RecordKind::Item if one.link.is_some() && one.link == other.link => Some(1_000),
            RecordKind::Item => alike(one, other),
            RecordKind::Row if one.cells.len() == other.cells.len() => {
                let equal = |(column, (a, b)): (usize, (&ReadCell, &ReadCell))| {
                    (!a.text.trim().is_empty() && fold(&a.text) == fold(&b.text)).then(|| (column, fold(&a.text)))
                };
                let same: Vec<(usize, String)> = one.cells.iter().zip(&other.cells).enumerate().filter_map(equal).collect();
                let filled = one.cells.iter().filter(|cell| !cell.text.trim().is_empty()).count().max(1);
                let identified = same.iter().any(|cell| self.0.contains(cell));
                (identified && same.len() * 3 >= filled).then_some(same.len())
            }
            _ => None,
        }
    }
}
