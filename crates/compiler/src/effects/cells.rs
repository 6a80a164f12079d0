//! Which cells of a record an effect compares: those that identify it, and those that show a given value.

use super::Entered;
use super::difference::{Difference, control_name, place_name};
use super::growth;
use super::holes::is_volatile;
use super::pages::{is_record, is_time, table_of};
use super::words::same_header;
use crate::text::{fold, mentions};
use apprentice_contracts::checkpoint::{CellPattern, PLACE, RecordChange};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, RecordKind};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The cells of a record that an effect compares.
pub(super) struct Compared {
    pub cells: Vec<CellPattern>,
    /// What a changed record said before, where that names it.
    pub was: Vec<CellPattern>,
    /// What a changed record does not say any more.
    pub lacks: Vec<CellPattern>,
    /// The inputs in them.
    pub inputs: BTreeSet<String>,
}

impl Compared {
    pub(super) fn of(cells: Vec<CellPattern>) -> Self {
        let inputs = cells.iter().flat_map(|cell| crate::pattern::variables_in(&cell.text)).collect();
        Self { cells, was: Vec::new(), lacks: Vec::new(), inputs }
    }
}

pub(super) fn page_difference(entered: &Entered, one: &Difference) -> Option<Compared> {
    match one.change {
        RecordChange::Changed => changed_cells(entered, one.before.as_ref()?, one.after.as_ref()?, one.moved),
        _ => {
            let record = one.record()?;
            // Where a page has no records, its texts come and go with what it shows; only a whole entered text is compared.
            let compared = Compared::of(given_cells(entered, record));
            // What else an entry said that is gone was not given: the next one says something else.
            let tells_more = |cell: &CellPattern| literal_words(&cell.text) > MOST_WORDS_AROUND;
            if one.change == RecordChange::Removed && is_one_text(record) && compared.cells.iter().any(tells_more) {
                return None;
            }
            let whole = is_record(record.kind) || record.kind == RecordKind::Field || record.kind == RecordKind::Line;
            let entered_whole = || record.cells.iter().any(|cell| entered.values.holes(&cell.text).entered);
            (!compared.inputs.is_empty() && (whole || entered_whole())).then_some(compared)
        }
    }
}

/// The cells of a changed record that name it, and those that the person changed.
pub(super) fn changed_cells(entered: &Entered, before: &ReadRecord, after: &ReadRecord, moved: bool) -> Option<Compared> {
    let sheet = after.kind == RecordKind::Field;
    // The parts of an entry have no columns: one that is new or gone moves those after it.
    let unordered = after.kind == RecordKind::Item && (before.cells.len() > 1 || after.cells.len() > 1);
    let same = |header: &str, text: &str| {
        before.cells.iter().any(|cell| fold(&cell.header) == fold(header) && fold(&cell.text) == fold(text))
    };
    let mut cells = Vec::new();
    let mut names = 0;
    let mut inputs = BTreeSet::new();
    let mut changed = false;
    for (at, cell) in after.cells.iter().enumerate() {
        let holes = entered.values.cell(&cell.text);
        let differs = if sheet || unordered {
            !same(&cell.header, &cell.text)
        } else {
            before.cells.get(at).is_none_or(|old| fold(&old.text) != fold(&cell.text))
        };
        // What somebody wrote there is not shown as a text, such as that of an editor which draws itself.
        if !sheet && cell.text.trim().is_empty() && entered.wrote(&cell.header) {
            continue;
        }
        let touched = entered.set(&cell.header, &cell.text);
        // A text that merely contains a value was made by the application, which may make another one next time.
        let whole = holes.entered
            || is_whole(holes.pattern.trim_matches(|letter: char| !letter.is_alphanumeric() && !"{}*".contains(letter)));
        let put_in = (sheet || differs) && cell.text.contains('\n') && !holes.used.is_empty();
        // “66.25 (33.12 each)” under the label of a field that was set to 66.25.
        let begins = holes.pattern.find("}}").filter(|_| touched && !whole && holes.pattern.starts_with("{{"));
        // A value that was given was added to what the cell said: a tag beside a name.
        let added = before.cells.get(at).filter(|_| differs && !sheet && !unordered && !whole);
        let is_added = |marks: &[char]| {
            let words = |old: &ReadCell| added_words(&old.text, &cell.text, marks);
            added.is_some_and(|old| is_whole(&entered.values.holes(&words(old)).pattern))
        };
        // Commas may be between the values of a list: “Markets, Work days”.
        let added = is_added(&[]) || is_added(&[',', ';']);
        // A long text that only lost something is that of the record, and another one in each run.
        let is_rest = || {
            let lost = before.cells.get(at).is_some_and(|old| added_words(&old.text, &cell.text, &[]).is_empty());
            lost && literal_words(&cell.text) > MOST_WORDS_AROUND
        };
        let is_state = !sheet && holes.used.is_empty() && is_stable_word(&cell.text) && !is_rest();
        let by_person = whole || touched || put_in || added || is_state;
        if differs && by_person || !holes.used.is_empty() && whole || !sheet && !holes.used.is_empty() && cells_alone(after) {
            changed |= differs;
            inputs.extend(holes.used.iter().cloned());
            let text = match cell.text.trim().is_empty() {
                true => String::new(),
                // What was set to the same as in every run keeps its number: “100 %”.
                false if touched && holes.used.is_empty() => cell.text.replace('*', " "),
                false if let Some(end) = begins => format!("{}*", &holes.pattern[..end + 2]),
                false if added => loosely(&holes.pattern),
                false if is_one_text(after) && !is_whole(&holes.pattern) => entered.values.gist(&cell.text, &[]),
                false => holes.pattern,
            };
            let cell = CellPattern { header: header(&cell.header), text };
            // What stays names the record, so it is before what changed.
            if differs || sheet || unordered {
                cells.push(cell);
            } else {
                cells.insert(names, cell);
                names += 1;
            }
        } else if let Some(name) = record_name(entered, after, cell).filter(|_| !differs) {
            inputs.insert(name.clone());
            let text = format!("{}*", crate::evidence::pattern_variable(&name));
            cells.insert(names, CellPattern { header: header(&cell.header), text });
            names += 1;
        } else if differs && !is_one_text(after) && header(&cell.header).is_some() {
            // It changed by itself, such as a sum or a counter, so it may in each run.
            cells.push(CellPattern { header: header(&cell.header), text: "*".to_owned() });
        }
    }
    // A number that grew by what was entered says that it was done, on the record that the task is about.
    if sheet || !inputs.is_empty() {
        let grown = growth::pairs(before, after).into_iter().filter(|(old, new)| fold(&old.text) != fold(&new.text));
        let grown = grown.filter(|(_, new)| !is_whole(&entered.values.cell(&new.text).pattern));
        for cell in grown.filter_map(|(old, new)| growth::pattern_of(entered, old, new)) {
            changed = true;
            inputs.extend(crate::pattern::variables_in(&cell.text));
            cells.push(cell);
        }
    }
    // New buttons with the name of their record are drawn under the pointer. They are an effect only if nothing else has changed.
    let has_changed = changed;
    let is_drawn_late = |name: &str| {
        let names = after.cells.iter().map(|cell| cell.text.trim()).filter(|text| text.chars().count() > 2);
        has_changed && before.controls.is_empty() && names.into_iter().any(|text| mentions(name, text))
    };
    // A button has a longer name while a pointer or a form is not on its record: “Reply”, “Reply to this comment”.
    let is_longer = |name: &str| {
        before.controls.iter().any(|known| fold(name).starts_with(&format!("{} ", fold(known))) || is_said_at_length(name, known))
    };
    let new = unshared(&after.controls, &before.controls).into_iter().filter(|name| !is_drawn_late(name) && !is_longer(name));
    for name in new.take(MOST_CONTROLS) {
        let holes = entered.values.holes(name);
        changed = true;
        inputs.extend(holes.used);
        cells.push(CellPattern { header: None, text: holes.pattern });
    }
    if moved {
        let holes = entered.values.holes(&place_name(after.place.as_deref()));
        changed = true;
        inputs.extend(holes.used);
        cells.push(CellPattern { header: Some(PLACE.to_owned()), text: holes.pattern });
    }
    let cells = without_made_ids(cells);
    let lacks = match after.kind {
        RecordKind::Item => lost_parts(before, after),
        RecordKind::Field => replaced_lines(entered, after),
        _ => Vec::new(),
    };
    changed |= !lacks.is_empty();
    inputs.extend(lacks.iter().flat_map(|cell| crate::pattern::variables_in(&cell.text)));
    // An entry that differs only in values that were not given, such as a time, does not show the task.
    let gist = |record: &ReadRecord| record.cells.iter().map(|cell| entered.values.gist(&cell.text, &[])).collect::<Vec<_>>();
    if is_one_text(after) && !moved && after.controls == before.controls && gist(before) == gist(after) {
        return None;
    }
    // A record that changed automatically is no effect of the task, unless the task is about it.
    let about = !inputs.is_empty()
        || sheet && cells.iter().any(|cell| cell.header.as_deref().is_some_and(|header| entered.set(header, &cell.text)));
    let was = former_names(entered, before, after);
    inputs.extend(was.iter().flat_map(|cell| crate::pattern::variables_in(&cell.text)));
    let compares = cells.iter().any(|cell| cell.text != "*");
    (changed && about && compares).then_some(Compared { cells, was, lacks, inputs })
}

/// Without cells of a changed row that say by chance what names it: room 3, and 3 guests. In another row of the table the two columns differ; the
/// column stays in which each row says something else.
pub(super) fn without_chance(mut compared: Compared, one: &Difference, reading: &Reading) -> Compared {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return compared };
    if after.kind != RecordKind::Row {
        return compared;
    }
    let table = table_of(after);
    let text = |record: &ReadRecord, header: &str| {
        record
            .cells
            .iter()
            .find(|cell| same_header(&cell.header, header) && !cell.text.trim().is_empty())
            .map(|cell| fold(&cell.text))
    };
    let rows: Vec<&ReadRecord> =
        reading.records.iter().filter(|row| row.kind == RecordKind::Row && table_of(row) == table).collect();
    let is_name = |header: &str| {
        let all: Vec<String> = rows.iter().filter_map(|row| text(row, header)).collect();
        all.iter().collect::<BTreeSet<_>>().len() == all.len()
    };
    let stays = |header: &str| text(before, header).is_some() && text(before, header) == text(after, header);
    let differ = |one: &str, other: &str| {
        rows.iter().any(|row| text(row, one).zip(text(row, other)).is_some_and(|(one, other)| one != other))
    };
    let named: Vec<(String, String)> = compared
        .cells
        .iter()
        .filter_map(|cell| Some((cell.header.clone()?, cell.text.clone())))
        .filter(|(header, text)| is_whole(text) && stays(header))
        .collect();
    let is_chance = |cell: &CellPattern| {
        let Some(own) = cell.header.as_deref().filter(|own| stays(own)) else { return false };
        let Some(at) = named.iter().position(|(header, _)| header == own) else { return false };
        let better = |(other, (header, text)): (usize, &(String, String))| {
            let is_other = *text == cell.text && header != own && differ(header, own);
            is_other && (is_name(header), Reverse(other)) > (is_name(own), Reverse(at))
        };
        named.iter().enumerate().any(better)
    };
    let kept = compared.cells.iter().filter(|cell| !is_chance(cell)).cloned().collect();
    compared.cells = kept;
    compared
}

/// Whether a button names the same act at length: “Spam”, “Mark this comment as spam”. Another verb before it says another state: “Remove
/// from archive”.
fn is_said_at_length(name: &str, known: &str) -> bool {
    let begins = ["mark ", "move ", "send ", "put "].iter().any(|verb| fold(name).starts_with(verb));
    begins && fold(name) != fold(known) && mentions(name, known)
}

/// The input that chose this record, where a cell of its row says it first and more behind it: “Ada Lovelace ada@example.net”.
fn record_name(entered: &Entered, record: &ReadRecord, cell: &ReadCell) -> Option<String> {
    let pattern = entered.values.holes(&cell.text).pattern;
    let (name, rest) = pattern.strip_prefix("{{")?.split_once("}}")?;
    let is_name = record.kind == RecordKind::Row && header(&cell.header).is_some() && rest.starts_with(' ');
    (is_name && !entered.typed.contains(name)).then(|| name.to_owned())
}

/// The words that a text has gained, in their order, without these marks at their end.
fn added_words(before: &str, after: &str, marks: &[char]) -> String {
    let words = |text: &str| -> Vec<String> {
        text.split_whitespace().map(|word| word.trim_end_matches(marks).to_owned()).filter(|word| !word.is_empty()).collect()
    };
    let mut known: Vec<String> = words(&fold(before));
    let is_new = |word: &String| match known.iter().position(|one| *one == fold(word)) {
        Some(at) => {
            known.remove(at);
            false
        }
        None => true,
    };
    words(after).into_iter().filter(is_new).collect::<Vec<_>>().join(" ")
}

/// A pattern in which anything may be around its values.
fn loosely(pattern: &str) -> String {
    // The values of a list may be in another order.
    let begin = if pattern.starts_with("{{") && !pattern.contains([',', ';']) { "" } else { "*" };
    let names = crate::pattern::variables_in(pattern);
    names.iter().fold(begin.to_owned(), |text, name| format!("{text}{{{{{name}}}}}*"))
}

/// The most new buttons of a record that say its state. More are another way to show it.
const MOST_CONTROLS: usize = 3;

/// The buttons of one record that the other one does not have.
pub(super) fn unshared<'r>(one: &'r [String], other: &[String]) -> Vec<&'r str> {
    let known: BTreeSet<String> = other.iter().map(|name| control_name(name)).collect();
    let is_new = |name: &&String| !known.contains(&control_name(name)) && !control_name(name).is_empty();
    one.iter().filter(is_new).map(String::as_str).collect()
}

/// The words of a changed entry that are gone: parts and buttons, such as a tag that was taken off.
fn lost_parts(before: &ReadRecord, after: &ReadRecord) -> Vec<CellPattern> {
    let texts = |record: &ReadRecord| -> Vec<String> {
        // The one text of an entry is compared word by word.
        let cells = record.cells.iter().filter(|_| record.cells.len() > 1).map(|cell| cell.text.clone());
        cells.chain(record.controls.iter().cloned()).collect()
    };
    if before.cells.len().min(after.cells.len()) == 1 && before.cells.len() != after.cells.len() {
        return Vec::new();
    }
    let kept: BTreeSet<String> = texts(after).iter().map(|text| fold(text)).collect();
    let lost: Vec<String> = texts(before).into_iter().filter(|text| !kept.contains(&fold(text)) && !text.is_empty()).collect();
    let tells = lost.len() <= MOST_CONTROLS && lost.iter().all(|text| is_stable_word(text) && text.split(' ').count() <= 3);
    let pattern = |text| CellPattern { header: None, text };
    if tells { lost.into_iter().map(pattern).collect() } else { Vec::new() }
}

/// The former text of a paragraph that was chosen by it, if no paragraph of the form contains it any more.
fn replaced_lines(entered: &Entered, after: &ReadRecord) -> Vec<CellPattern> {
    let mut out = Vec::new();
    for line in &entered.values.lines {
        let fields: Vec<&ReadCell> = after.cells.iter().filter(|cell| same_header(&cell.header, &line.control)).collect();
        let is_there = fields.iter().any(|cell| fold(&cell.text) == fold(&line.example));
        if let Some(field) = fields.first().filter(|_| fields.len() > 1 && !is_there) {
            out.push(CellPattern { header: header(&field.header), text: format!("{{{{{}}}}}", line.input) });
        }
    }
    out
}

/// The cells that formerly identified a record by a given value.
fn former_names(entered: &Entered, before: &ReadRecord, after: &ReadRecord) -> Vec<CellPattern> {
    if !is_record(after.kind) {
        return Vec::new();
    }
    let cells = before.cells.iter().zip(&after.cells).filter(|(old, new)| fold(&old.text) != fold(&new.text));
    cells
        .map(|(old, _)| CellPattern { header: header(&old.header), text: entered.values.holes(&old.text).pattern })
        .filter(|cell| is_whole(&cell.text))
        .collect()
}

/// Whether a text says that something is not there: the page of a record that was deleted.
pub(super) fn says_gone(text: &str) -> bool {
    const GONE: &[&str] =
        &["missing", "not found", "does not exist", "doesn't exist", "no longer", "deleted", "no such", "nicht gefunden"];
    GONE.iter().any(|words| mentions(text, words))
}

/// Whether an entry of a list says all it says in one text.
fn is_one_text(record: &ReadRecord) -> bool {
    record.kind == RecordKind::Item && cells_alone(record)
}

/// The words that a changed entry has lost, such as its former state, as a record that is gone.
pub(super) fn lost_words(entered: &Entered, one: &Difference) -> Option<Compared> {
    let (before, after) = (one.before.as_ref()?, one.after.as_ref()?);
    if !is_one_text(before) || !is_one_text(after) {
        return None;
    }
    let text = |record: &ReadRecord| record.cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>().join(" ");
    let words = |record: &ReadRecord| fold(&text(record)).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let kept = words(after);
    let lost: Vec<String> = words(before).into_iter().filter(|word| !kept.contains(word)).collect();
    let tells = (1..=3).contains(&lost.len()) && lost.iter().all(|word| word.chars().all(char::is_alphabetic));
    let pattern = entered.values.gist(&text(before), &lost);
    let compared = Compared::of(vec![CellPattern { header: None, text: pattern }]);
    Some(compared).filter(|compared| tells && !compared.inputs.is_empty())
}

/// Whether a record has one cell, which then must name it.
pub(super) fn cells_alone(record: &ReadRecord) -> bool {
    record.cells.iter().filter(|cell| !cell.text.trim().is_empty()).count() == 1
}

pub(super) fn given_cells(entered: &Entered, record: &ReadRecord) -> Vec<CellPattern> {
    let buttons: Vec<ReadCell> =
        record.controls.iter().map(|name| ReadCell { header: String::new(), text: name.clone() }).collect();
    let buttons = buttons.iter().filter(|cell| entered.values.holes(&cell.text).entered);
    let of = record.cells.iter().chain(buttons).filter_map(|cell| {
        let holes = entered.values.cell(&cell.text);
        let constant = holes.entered && holes.used.is_empty() && !cell.text.trim().is_empty();
        // Of a row, a few words around a value name what it is; more are a message.
        let tells_more = || record.kind == RecordKind::Row && literal_words(&holes.pattern) > MOST_WORDS_AROUND;
        let rest_may_differ = (is_one_text(record) || tells_more()) && !is_whole(&holes.pattern) && !says_gone(&cell.text);
        let text = match rest_may_differ && !holes.used.is_empty() {
            true => entered.values.gist(&cell.text, &[]),
            false => holes.pattern,
        };
        let counts = record.kind == RecordKind::Row && is_counter(cell) && !entered.set(&cell.header, &cell.text);
        (!counts && (!holes.used.is_empty() || constant)).then(|| CellPattern { header: header(&cell.header), text })
    });
    let mut cells: Vec<CellPattern> = Vec::new();
    for cell in of {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    without_made_ids(cells)
}

/// The most words around a value in the cell of a row that are compared with it.
const MOST_WORDS_AROUND: usize = 4;

fn literal_words(pattern: &str) -> usize {
    pattern.split_whitespace().filter(|word| !word.contains("{{") && word.contains(char::is_alphanumeric)).count()
}

fn is_id(header: &str) -> bool {
    let header = fold(header);
    matches!(header.as_str(), "id" | "pk" | "uuid" | "#" | "no" | "no.") || header.ends_with(" id")
}

/// Whether a cell may only count rows: a number of one or two digits, which is equal to a value by chance.
fn is_counter(cell: &ReadCell) -> bool {
    let text = cell.text.trim();
    is_id(&cell.header) && matches!(text.len(), 1 | 2) && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Leaves out the id that the application gave to a record where it is equal to a value by chance, or made of it: another cell shows that value
/// too. A second record of one name has another id.
fn without_made_ids(cells: Vec<CellPattern>) -> Vec<CellPattern> {
    let is_id = |cell: &CellPattern| {
        let header = cell.header.as_deref().unwrap_or_default();
        is_id(header) || matches!(fold(header).as_str(), "key" | "slug" | "uid")
    };
    let shown =
        |name: &String| cells.iter().any(|other| !is_id(other) && crate::pattern::variables_in(&other.text).contains(name));
    let made = |cell: &CellPattern| {
        let names = crate::pattern::variables_in(&cell.text);
        is_id(cell) && !names.is_empty() && names.iter().all(shown)
    };
    cells.iter().filter(|cell| !made(cell)).cloned().collect()
}

pub(super) fn header(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

pub(super) fn is_whole(pattern: &str) -> bool {
    let names = crate::pattern::variables_in(pattern);
    names.len() == 1 && pattern == format!("{{{{{}}}}}", names[0])
}

/// Whether a text is a short word that the same task makes every time, such as a state; no number and no time.
fn is_stable_word(text: &str) -> bool {
    !is_volatile(text) && !is_time(text) && text.chars().count() <= 40
}
