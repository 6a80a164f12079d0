//! What differs between two readings of one source.

use super::alignment_of_data::align;
use super::holes::is_volatile;
use super::positions::without_positions;
use crate::text::fold;
use apprentice_contracts::checkpoint::{GROWN, RecordChange, SHRUNK};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Whether a row only places parts of the page: a cell is long, and no columns say what it is. The cell of a real table may hold a message.
fn is_layout(record: &ReadRecord) -> bool {
    let is_long = |cell: &ReadCell| {
        let letters = cell.text.chars().count();
        letters > 240 || letters > 100 && cell.header.trim().is_empty()
    };
    let headers =
        || record.cells.iter().map(|cell| cell.header.trim()).filter(|header| !header.is_empty()).collect::<HashSet<_>>();
    record.kind == RecordKind::Row && record.cells.iter().any(is_long) && headers().len() < 2
}

/// One difference. At least one side is there; both are for a changed record.
#[derive(Clone, Debug)]
pub struct Difference {
    pub change: RecordChange,
    pub before: Option<ReadRecord>,
    pub after: Option<ReadRecord>,
    /// Whether the record is at another place of the page than before.
    pub moved: bool,
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
    let mut sheet = ReadRecord { kind: RecordKind::Field, place: None, cells: Vec::new(), controls: Vec::new(), link: None };
    let mut out = Vec::new();
    for record in &reading.records {
        match record.kind {
            RecordKind::Message => {}
            // A table that only places things on the page.
            _ if is_layout(record) => {}
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
            controls: Vec::new(),
            link: None,
        }));
    }
    out
}

/// The differences from `before` to `after`. A record that is listed at another place than before, such as the next column of a board, has
/// changed.
pub fn differences(before: &Reading, after: &Reading) -> Vec<Difference> {
    let places = lasting_places(before, after);
    let is_data = is_data(before) && is_data(after);
    let (mut before, mut after) = (records(before), records(after));
    if is_data {
        align(&mut before, &mut after);
    }
    without_positions(&mut before, &mut after);
    let names = Names::of(&before, &after);
    let (gone, new) = unequal(before, after, &places);
    let (pairs, gone, new) = names.paired(gone, new);
    let mut out: Vec<Difference> = pairs
        .into_iter()
        .map(|(before, after)| {
            let [from, to] = [&before, &after].map(|record| place_name(record.place.as_deref()));
            let moved = from != to && places.contains(&from) && places.contains(&to);
            Difference { change: RecordChange::Changed, before: Some(before), after: Some(after), moved }
        })
        .collect();
    let one_sided = |change, before, after| Difference { change, before, after, moved: false };
    out.extend(new.into_iter().map(|record| one_sided(RecordChange::Added, None, Some(record))));
    out.extend(gone.into_iter().map(|record| one_sided(RecordChange::Removed, Some(record), None)));
    out
}

/// The differences of the contents of a file. A line that sets the same thing to another value has changed: `port=8080`, `port=9090`.
pub fn file_differences(before: &Reading, after: &Reading) -> Vec<Difference> {
    let mut all = differences(before, after);
    let mut at = 0;
    while at < all.len() {
        let key = all[at].before.as_ref().filter(|_| all[at].change == RecordChange::Removed).and_then(set_by);
        let mut new = all.iter().enumerate().filter(|(_, one)| one.change == RecordChange::Added);
        let new = key.and_then(|key| new.find(|(_, one)| one.after.as_ref().and_then(set_by).as_ref() == Some(&key)));
        match new.map(|(other, _)| other) {
            Some(other) => {
                let before = all[at].before.take();
                let after = all[other].after.take();
                all[at] = Difference { change: RecordChange::Changed, before, after, moved: false };
                all.remove(other);
                at += usize::from(other > at);
            }
            None => at += 1,
        }
    }
    all
}

/// What a line sets: `port` of `port=8080`, `port: 8080` and `port 8080`.
fn set_by(record: &ReadRecord) -> Option<String> {
    let text = &record.cells.first().filter(|_| record.kind == RecordKind::Line)?.text;
    let (key, _) = text.trim().split_once(['=', ':', ' ', ',', '\t'])?;
    Some(fold(key)).filter(|key| key.chars().any(char::is_alphabetic))
}

/// Whether a row says that it sums up the others.
pub fn says_sum(record: &ReadRecord) -> bool {
    const SUMS: &[&str] = &[
        "total",
        "totals",
        "grand total",
        "subtotal",
        "sum",
        "summe",
        "gesamt",
        "gesamtsumme",
        "somme",
        "totale",
        "totaux",
        "suma",
        "totaal",
        "itogo",
        "итого",
        "всего",
        "合计",
        "总计",
        "合計",
        "المجموع",
        "الإجمالي",
    ];
    let is_sum = |cell: &ReadCell| SUMS.contains(&fold(&cell.text).trim_end_matches([':', ' ']));
    record.kind == RecordKind::Row && record.cells.len() > 1 && record.cells.iter().any(is_sum)
}

/// Whether a row only sums up the others, and its sums are other ones now.
pub fn is_sum(one: &Difference) -> bool {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return false };
    let is_number = |text: &str| text.trim().is_empty() || is_volatile(text) && !text.chars().any(char::is_alphabetic);
    let same = |(old, new): (&ReadCell, &ReadCell)| old.text == new.text || is_number(&old.text) && is_number(&new.text);
    before.cells.len() == after.cells.len() && says_sum(after) && before.cells.iter().zip(&after.cells).all(same)
}

/// A place as it is compared: without what it counts. Empty: it has no name.
pub fn place_name(place: Option<&str>) -> String {
    let uncounted = |word: &&str| word.chars().any(char::is_alphabetic);
    fold(place.unwrap_or_default()).split_whitespace().filter(uncounted).collect::<Vec<_>>().join(" ")
}

fn is_data(reading: &Reading) -> bool {
    matches!(reading.source, ReadingSource::Data { .. })
}

/// The places that the page has before and after: a record that is at another one of them was moved. A list of data is a place also where it is
/// empty, if what it belongs to is still called as before.
fn lasting_places(before: &Reading, after: &Reading) -> HashSet<String> {
    let places = |reading: &Reading| -> HashSet<String> {
        let headings = reading.records.iter().filter(|record| record.kind == RecordKind::Heading);
        let headings = headings.flat_map(|record| &record.cells).map(|cell| place_name(Some(&cell.text)));
        reading.records.iter().map(|record| place_name(record.place.as_deref())).chain(headings).collect()
    };
    let (before_it, after_it) = (places(before), places(after));
    // What lists of data may belong to. It is only asked for where a place is new or gone.
    let names = |reading: &Reading| -> HashSet<String> {
        let cells = reading.records.iter().filter(|_| is_data(reading)).flat_map(|record| &record.cells);
        cells.map(|cell| place_name(Some(&cell.text))).filter(|name| !name.is_empty()).collect()
    };
    let (named_before, named_after) = (LazyCell::new(|| names(before)), LazyCell::new(|| names(after)));
    let belongs = |place: &str, names: &HashSet<String>| place.match_indices(' ').any(|(end, _)| names.contains(&place[..end]));
    let stays = |place: &&String| {
        !place.is_empty()
            && (before_it.contains(*place) || belongs(place, &named_before))
            && (after_it.contains(*place) || belongs(place, &named_after))
    };
    before_it.union(&after_it).filter(stays).cloned().collect()
}

/// A button's name as it is compared: what it counts, and times, change by themselves.
pub fn control_name(name: &str) -> String {
    if super::pages::is_time(name) {
        return String::new();
    }
    let word = |word: &str| if super::holes::is_volatile(word) { "*".to_owned() } else { word.to_owned() };
    fold(name).split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

fn key(record: &ReadRecord, places: &HashSet<String>) -> String {
    let mut key = format!("{:?}", record.kind);
    if matches!(record.kind, RecordKind::Row | RecordKind::Item) {
        let place = place_name(record.place.as_deref());
        key.push_str(if places.contains(&place) { &place } else { "" });
        let mut controls: Vec<String> = record.controls.iter().map(|name| control_name(name)).collect();
        controls.sort();
        key.push_str(&format!("\u{1d}{}", controls.join("\u{1c}")));
    }
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
fn unequal(before: Vec<ReadRecord>, after: Vec<ReadRecord>, places: &HashSet<String>) -> (Vec<ReadRecord>, Vec<ReadRecord>) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for record in &after {
        *known.entry(key(record, places)).or_default() += 1;
    }
    let take = |record: &ReadRecord, known: &mut HashMap<String, usize>| match known.get_mut(&key(record, places)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let mut counted: HashMap<String, usize> = HashMap::new();
    for record in &before {
        *counted.entry(key(record, places)).or_default() += 1;
    }
    let gone: Vec<ReadRecord> = before.into_iter().filter(|record| take(record, &mut known)).collect();
    let new: Vec<ReadRecord> = after.into_iter().filter(|record| take(record, &mut counted)).collect();
    (gone, new)
}

type Pairs = Vec<(ReadRecord, ReadRecord)>;

/// The most words with which an entry of a list begins that name it.
const NAMING_WORDS: usize = 8;

/// Identifies a record among all others of its reading, so that it is recognised with other values.
#[derive(PartialEq, Eq, Hash, Clone)]
enum Name {
    Link(String),
    /// The one form of a page.
    Form,
    /// The path of a file or of an entry of an archive.
    Path(RecordKind, String),
    /// The key of a record of data, whatever else it has.
    Key(String, String),
    /// A text of a column.
    Cell(usize, usize, String),
    /// The first words of an entry.
    Begin(String),
    /// One of the texts of an entry.
    Part(String),
}

/// The names that exactly one record has, before and after.
struct Names(HashSet<Name>);

impl Names {
    fn of(before: &[ReadRecord], after: &[ReadRecord]) -> Self {
        let once = |records: &[ReadRecord]| {
            let mut counts: HashMap<Name, usize> = HashMap::new();
            for name in records.iter().flat_map(names) {
                *counts.entry(name).or_default() += 1;
            }
            counts
        };
        let (before, after) = (once(before), once(after));
        Self(
            before.into_iter().filter(|(name, count)| *count == 1 && after.get(name) == Some(&1)).map(|(name, _)| name).collect(),
        )
    }

    /// Pairs records of the same thing with different values: the same link, path or form, or a row or entry with a unique text.
    fn paired(&self, gone: Vec<ReadRecord>, new: Vec<ReadRecord>) -> (Pairs, Vec<ReadRecord>, Vec<ReadRecord>) {
        let mut named: HashMap<Name, usize> = HashMap::new();
        for (at, record) in new.iter().enumerate() {
            named.extend(names(record).into_iter().filter(|name| self.0.contains(name)).map(|name| (name, at)));
        }
        let mut left: Vec<Option<ReadRecord>> = new.into_iter().map(Some).collect();
        let mut pairs = Vec::new();
        let mut rest = Vec::new();
        for record in gone {
            let candidates: BTreeSet<usize> = names(&record).iter().filter_map(|name| named.get(name).copied()).collect();
            let best = candidates
                .into_iter()
                .filter_map(|at| Some((at, likeness(&record, left[at].as_ref()?, &self.0)?)))
                .max_by_key(|(at, likeness)| (*likeness, std::cmp::Reverse(*at)));
            match best.and_then(|(at, _)| left[at].take()) {
                Some(other) => pairs.push((record, other)),
                None => rest.push(record),
            }
        }
        (pairs, rest, left.into_iter().flatten().collect())
    }
}

/// The words of an entry of a list, without the mark of its tick box.
fn words(record: &ReadRecord) -> Vec<String> {
    let text = record.cells.iter().map(|cell| fold(&cell.text)).collect::<Vec<_>>().join(" ");
    text.trim_start_matches("checked ").split_whitespace().map(str::to_owned).collect()
}

/// How many cells of a row are its own. Behind them may stand by how much a number grew.
fn columns(record: &ReadRecord) -> usize {
    record.cells.iter().filter(|cell| ![GROWN, SHRUNK].iter().any(|added| cell.header.starts_with(added))).count()
}

fn names(record: &ReadRecord) -> Vec<Name> {
    let mut out: Vec<Name> = Vec::new();
    let listed = matches!(record.kind, RecordKind::Row | RecordKind::Item);
    out.extend(record.link.iter().filter(|_| listed).map(|link| Name::Link(link.clone())));
    match record.kind {
        RecordKind::Field => out.push(Name::Form),
        RecordKind::File | RecordKind::Entry => {
            out.extend(record.cells.first().map(|cell| Name::Path(record.kind, cell.text.clone())));
        }
        RecordKind::Row => {
            let filled = record.cells.iter().take(columns(record)).enumerate().filter(|(_, cell)| !cell.text.trim().is_empty());
            out.extend(filled.map(|(at, cell)| Name::Cell(columns(record), at, fold(&cell.text))));
            out.extend(key_of(record).map(|(header, text)| Name::Key(header.to_owned(), text.to_owned())));
        }
        RecordKind::Item => {
            let words = words(record);
            let mut begin = String::new();
            for word in words.iter().take(NAMING_WORDS) {
                begin.push_str(word);
                // A short word alone names nothing.
                if begin.chars().count() >= 4 {
                    out.push(Name::Begin(begin.clone()));
                }
                begin.push(' ');
            }
            // A mark may have come in front of what names it: “Private | Hill Farm”.
            let parts = record.cells.iter().map(|cell| fold(&cell.text)).filter(|text| text.chars().count() >= 4);
            out.extend(parts.filter(|_| record.cells.len() > 1).map(Name::Part));
        }
        _ => {}
    }
    out
}

/// The cell of a record that tells it from all others by its header, if it has one.
fn key_of(record: &ReadRecord) -> Option<(&str, &str)> {
    const KEYS: &[&str] = &["id", "key", "uid", "uuid", "guid", "pk"];
    let cell = record.cells.iter().find(|cell| KEYS.contains(&fold(&cell.header).as_str()) && !cell.text.trim().is_empty())?;
    Some((cell.header.as_str(), cell.text.as_str()))
}

/// Whether two entries of several parts have the same first part, which is a name, and which no other entry has: a file, and when it changed.
fn has_same_title(one: &ReadRecord, other: &ReadRecord, once: &HashSet<Name>) -> bool {
    let title = |record: &ReadRecord| record.cells.first().filter(|_| record.cells.len() > 1).map(|cell| fold(&cell.text));
    title(one).is_some_and(|text| {
        text.chars().any(char::is_alphabetic)
            && once.contains(&Name::Begin(text.split_whitespace().collect::<Vec<_>>().join(" ")))
            && title(other).as_ref() == Some(&text)
    })
}

/// Whether one of two entries is the other one with up to two texts in front of its own.
fn has_mark_in_front(one: &ReadRecord, other: &ReadRecord) -> bool {
    let texts = |record: &ReadRecord| record.cells.iter().map(|cell| fold(&cell.text)).collect::<Vec<_>>();
    let (one, other) = (texts(one), texts(other));
    let (long, short) = if one.len() > other.len() { (one, other) } else { (other, one) };
    let front = long.len() - short.len();
    let same = long.iter().skip(front).zip(&short).filter(|(one, other)| one == other).count();
    // A time may have changed with it.
    (1..=2).contains(&front) && !short.is_empty() && long[front] == short[0] && same * 2 >= short.len()
}

/// How alike two records are that share a name; `None` when they are two things.
fn likeness(one: &ReadRecord, other: &ReadRecord, once: &HashSet<Name>) -> Option<usize> {
    if one.kind != other.kind {
        return None;
    }
    match one.kind {
        RecordKind::Row | RecordKind::Item if one.link.is_some() && one.link == other.link => Some(1_000),
        RecordKind::Row if key_of(one).is_some() && key_of(one) == key_of(other) => Some(1_000),
        RecordKind::Item if has_same_title(one, other, once) => Some(500),
        RecordKind::Item => {
            let (first, second) = (one, other);
            let (one, other) = (words(one), words(other));
            let begins = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
            // Two numbers in the same place are two things: `Order 12 …`, `Order 13 …`.
            let numbered =
                |words: &[String]| words.get(begins).is_some_and(|word| word.contains(|letter: char| letter.is_ascii_digit()));
            let two_things = begins < 2 && numbered(&one) && numbered(&other);
            // Two entries with different beginnings are the same one if only a mark in front was added or removed.
            if begins == 0 && !has_mark_in_front(first, second) {
                return None;
            }
            let known: HashSet<&String> = other.iter().collect();
            let shared = one.iter().filter(|word| known.contains(word)).count();
            (!two_things && shared * 2 >= one.len().max(other.len())).then_some(begins * 10 + shared)
        }
        RecordKind::Row => {
            let pairs = one.cells.iter().zip(&other.cells);
            let same = pairs.filter(|(a, b)| !a.text.trim().is_empty() && fold(&a.text) == fold(&b.text)).count();
            let filled = one.cells.iter().filter(|cell| !cell.text.trim().is_empty()).count().max(1);
            // Its name, the first text with letters that no other row has, is enough: all the rest may have changed.
            let cells = one.cells.iter().enumerate().filter(|(_, cell)| cell.text.chars().any(char::is_alphabetic));
            let name = cells.map(|(at, cell)| Name::Cell(columns(one), at, fold(&cell.text))).find(|name| once.contains(name));
            let named = name.is_some_and(|name| names(other).contains(&name) && matches!(name, Name::Cell(_, at, _) if at < 3));
            (named || same * 3 >= filled).then_some(same)
        }
        _ => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(texts: &[&str]) -> Reading {
        let card = |text: &&str| ReadRecord {
            kind: RecordKind::Item,
            place: None,
            cells: vec![ReadCell { header: String::new(), text: (*text).to_owned() }],
            controls: Vec::new(),
            link: None,
        };
        let source = ReadingSource::Page { url: "http://127.0.0.1/".into() };
        Reading { source, title: String::new(), complete: true, records: texts.iter().map(card).collect() }
    }

    fn changes(before: &[&str], after: &[&str]) -> Vec<RecordChange> {
        differences(&cards(before), &cards(after)).into_iter().map(|one| one.change).collect()
    }

    #[test]
    fn cards_that_only_begin_alike_are_two_things() {
        use RecordChange::{Added, Changed, Removed};
        let others = ["Order 7 Alan open", "Order 8 Joan done"];
        let with = |card| [others.as_slice(), &[card]].concat();
        assert_eq!(changes(&with("Order 12 Ada open"), &with("Order 12 Ada done")), [Changed]);
        assert_eq!(changes(&with("Order 12 Ada open"), &with("Order 13 Ada open")), [Added, Removed]);
        assert_eq!(changes(&["Order 12 Ada open"], &["Order 13 Ada open"]), [Added, Removed]);
        assert_eq!(changes(&["Buy milk", "Call Ada"], &["checked Buy milk", "Call Ada"]), [Changed]);
    }

    #[test]
    fn a_list_of_data_stays_where_it_is_empty_and_is_another_one_where_its_record_is_renamed() {
        let row = |place: &str, text: &str| ReadRecord {
            kind: RecordKind::Row,
            place: Some(place.to_owned()),
            cells: vec![ReadCell { header: "name".into(), text: text.into() }],
            controls: Vec::new(),
            link: None,
        };
        let data = |rows: Vec<ReadRecord>| Reading {
            source: ReadingSource::Data { url: "http://127.0.0.1/".into() },
            records: rows,
            ..cards(&[])
        };
        let folders = || [row("folders", "Drawings"), row("folders", "Minutes")].into_iter();
        let of = |rows: Vec<ReadRecord>| data(folders().chain(rows).collect());
        let moved = differences(&of(vec![row("Minutes devices", "Van")]), &of(vec![row("Drawings devices", "Van")]));
        assert!(!moved.is_empty(), "the van has another folder");
        let renamed = |folder: &str| data(vec![row("folders", folder), row(&format!("{folder} devices"), "Van")]);
        let changed = differences(&renamed("Drawings"), &renamed("Plans"));
        assert!(changed.iter().all(|one| one.record().unwrap().place.as_deref() == Some("folders")), "{changed:?}");
    }

    #[test]
    fn entries_of_several_parts_are_told_by_the_first() {
        let files = |times: &[&str]| {
            let mut reading = cards(&["notes", "prices.csv", "stock.csv"][..times.len()]);
            for (record, time) in reading.records.iter_mut().zip(times) {
                record.cells.push(ReadCell { header: String::new(), text: (*time).to_owned() });
            }
            reading
        };
        let found = differences(&files(&["6s ago", "6s ago", "6s ago"]), &files(&["9s ago", "now", "9s ago"]));
        assert!(found.len() == 3 && found.iter().all(|one| one.change == RecordChange::Changed), "{found:?}");
    }

    #[test]
    fn an_entry_is_the_same_one_with_a_mark_in_front_of_its_name() {
        let links = |marks: [&str; 2]| {
            let mut reading = cards(&["Hill Farm", "Two Rivers"]);
            for (record, mark) in reading.records.iter_mut().zip(marks) {
                let text = |text: &str| ReadCell { header: String::new(), text: text.to_owned() };
                record.cells.push(text("Prices of this year"));
                if !mark.is_empty() {
                    record.cells.insert(0, text(mark));
                }
            }
            reading
        };
        let found = differences(&links(["", "Private"]), &links(["Private", "Private"]));
        assert_eq!(found.iter().map(|one| one.change).collect::<Vec<_>>(), [RecordChange::Changed], "{found:?}");
    }

    #[test]
    fn thousands_of_changed_cards_are_paired_at_once() {
        let texts = |state: &str| (0..4_000).map(|at| format!("Order {at} of customer {} {state}", at % 7)).collect::<Vec<_>>();
        let (before, after) = (texts("open"), texts("done"));
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        let after: Vec<&str> = after.iter().map(String::as_str).collect();
        let found = changes(&before, &after);
        assert_eq!(found.iter().filter(|change| **change == RecordChange::Changed).count(), 4_000);
    }
}
