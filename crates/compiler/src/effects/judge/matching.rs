//! Whether a record says what an effect expects.

use super::Effect;
use crate::effects::difference::place_name;
use crate::effects::growth;
use crate::effects::words::{plain_header, under};
use crate::normal;
use crate::pattern::{self, Bindings, variables_in};
use crate::text::{fold, unnumbered};
use apprentice_contracts::checkpoint::{CellPattern, PLACE, SourcePattern};
use apprentice_contracts::reading::{ReadRecord, RecordKind};

/// A pattern in which a value that is not known matches anything.
pub(super) fn open(pattern: &str, item: &Bindings) -> String {
    variables_in(pattern)
        .iter()
        .filter(|name| item.get(*name).is_none_or(|value| value.trim().is_empty()))
        .fold(pattern.to_owned(), |text, name| text.replace(&format!("{{{{{name}}}}}"), "*"))
}

/// Whether a text is as a pattern says. A value that is not known matches anything.
pub fn text_fits(pattern: &str, text: &str, item: &Bindings) -> bool {
    pattern::matches(&open(pattern, item), text, item)
}

/// Whether an effect is about the file of this path, for any item.
pub fn names_path(effect: &Effect<'_>, path: &str, items: &[Bindings]) -> bool {
    let named = match effect.source {
        SourcePattern::File { path, .. } => Some(path.as_str()),
        _ if effect.kind == RecordKind::File => {
            effect.cells.iter().find(|cell| cell.header.as_deref() == Some("path")).map(|cell| cell.text.as_str())
        }
        _ => None,
    };
    named.is_some_and(|pattern| items.iter().any(|item| text_fits(pattern, path, item)))
}

pub(super) fn is_open(effect: &Effect<'_>, item: &Bindings) -> bool {
    effect
        .cells
        .iter()
        .flat_map(|cell| variables_in(&cell.text))
        .any(|name| item.get(&name).is_none_or(|value| value.trim().is_empty()))
}

pub(super) fn fits(cells: &[CellPattern], record: &ReadRecord, item: &Bindings) -> bool {
    if record.kind == RecordKind::Entry && is_empty_entry(record) {
        return false;
    }
    (0..cells.len()).all(|at| cell_fits(&cells[at], record, item) || makes_way(cells, at, record, item))
}

/// Whether a box was cleared only to enable the field after it, and no value was given for that field. Then the box may stay unchanged.
fn makes_way(cells: &[CellPattern], at: usize, record: &ReadRecord, item: &Bindings) -> bool {
    let header = cells[at].header.as_deref().filter(|_| cells[at].text.trim().is_empty());
    let is_tick = header.is_some_and(|header| {
        let shown = under(&record.cells, header);
        !shown.is_empty() && shown.iter().all(|cell| matches!(cell.text.as_str(), "" | "checked"))
    });
    let names = cells.get(at + 1).map(|next| variables_in(&next.text)).unwrap_or_default();
    let is_left_out = |name: &String| item.get(name).is_none_or(|value| value.trim().is_empty());
    record.kind == RecordKind::Field && is_tick && !names.is_empty() && names.iter().all(is_left_out)
}

/// Whether a record shows the expected values and none that must be gone.
pub(super) fn shows(effect: &Effect<'_>, record: &ReadRecord, item: &Bindings) -> bool {
    // What nobody knows the value of may be anything.
    let is_known = |cell: &&CellPattern| {
        variables_in(&cell.text).iter().all(|name| item.get(name).is_some_and(|value| !value.trim().is_empty()))
    };
    fits(effect.cells, record, item) && !effect.lacks.iter().filter(is_known).any(|cell| cell_fits(cell, record, item))
}

/// Whether an entry of an archive is a file without content.
fn is_empty_entry(record: &ReadRecord) -> bool {
    let cell = |header: &str| record.cells.iter().find(|cell| cell.header == header).map_or("", |cell| cell.text.as_str());
    cell("size") == "0" && !cell("path").ends_with('/')
}

/// Whether a list of files says that a file has no content. A size that somebody entered is another thing.
pub(super) fn is_empty_file(record: &ReadRecord, item: &Bindings) -> bool {
    let mut sizes =
        record.cells.iter().filter(|cell| matches!(plain_header(&fold(&cell.header)), "size" | "file size" | "bytes"));
    let is_zero = |text: &str| matches!(text, "0" | "0 b" | "0b" | "0 bytes" | "0 byte" | "0 kb" | "0.0 kb");
    // A folder has no size, and neither has a bucket or a mailbox that is new: only what is called like a file counts.
    let named_as_file =
        |text: &str| text.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && (1..=5).contains(&ending.len()));
    record.cells.iter().any(|cell| named_as_file(cell.text.trim()))
        && sizes.any(|cell| is_zero(&fold(&cell.text)) && !item.values().any(|value| fold(value) == fold(&cell.text)))
}

pub(super) fn cell_fits(cell: &CellPattern, record: &ReadRecord, item: &Bindings) -> bool {
    if cell.text == "*" {
        return true;
    }
    if cell.header.as_deref() == Some(PLACE) {
        return text_fits(&cell.text, &place_name(record.place.as_deref()), item);
    }
    if cell.header.is_none() && record.controls.iter().any(|name| text_fits(&cell.text, name, item)) {
        return true;
    }
    let headed = cell.header.as_deref().map(|header| under(&record.cells, header)).filter(|cells| !cells.is_empty());
    // How much a number changed is in no other cell.
    if headed.is_none() && growth::header_of(cell).is_some() {
        return false;
    }
    if cell.text.is_empty() {
        return headed.is_none_or(|cells| cells.iter().any(|one| one.text.trim().is_empty()));
    }
    // Another view of the same records may have other headers.
    headed.unwrap_or_else(|| record.cells.iter().collect()).into_iter().any(|one| {
        text_fits(&cell.text, &one.text, item)
            || record.kind == RecordKind::Field && has_line(&cell.text, &one.text, item)
            || one.text.ends_with('/') && text_fits(&cell.text, one.text.trim_end_matches('/'), item)
            || !is_file(record.kind)
                && whole_value(&cell.text, item).is_some_and(|value| {
                    normal::is_same(value, &one.text)
                        || is_slug(value, &one.text)
                        || fold(unnumbered(&one.text)) == fold(unnumbered(value))
                })
    })
}

/// Whether a text is what an application makes of a value for an address: `kettle-copper` of “Kettle, copper”.
fn is_slug(value: &str, text: &str) -> bool {
    let is_made = |letter: char| letter.is_alphanumeric() && !letter.is_uppercase() || matches!(letter, '-' | '_');
    let is_word = |letter: char| !letter.is_alphanumeric();
    let value = fold(value);
    text.contains(['-', '_'])
        && text.chars().all(is_made)
        && text.starts_with(char::is_alphanumeric)
        && text.chars().any(char::is_alphabetic)
        && value.split(is_word).filter(|word| !word.is_empty()).eq(text.split(['-', '_']).filter(|word| !word.is_empty()))
}

/// Whether a value was added to the lines of a field, as a line of its own.
fn has_line(pattern: &str, text: &str, item: &Bindings) -> bool {
    text.contains('\n') && whole_value(pattern, item).is_some() && text.lines().any(|line| text_fits(pattern, line.trim(), item))
}

/// The value that is all of a pattern.
pub(super) fn whole_value<'v>(pattern: &str, item: &'v Bindings) -> Option<&'v str> {
    let name = pattern.strip_prefix("{{")?.strip_suffix("}}")?;
    item.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
}

/// Whether the record has the first value that is known of the item: it is the same record with other values.
pub(super) fn names_it(cells: &[CellPattern], record: &ReadRecord, item: &Bindings) -> bool {
    let first = cells
        .iter()
        .find(|cell| variables_in(&cell.text).iter().any(|name| item.get(name).is_some_and(|value| value.chars().count() > 2)));
    first.is_some_and(|cell| cell_fits(cell, record, item))
}

pub(super) fn is_file(kind: RecordKind) -> bool {
    matches!(kind, RecordKind::File | RecordKind::Line | RecordKind::Entry)
}
