//! Says by how much the numbers of a record changed, where an effect compares that.

use super::Effect;
use super::matching::{cell_fits, whole_value};
use crate::effects::difference::differences;
use crate::effects::growth::{header_of, pairs};
use crate::effects::words::same_header;
use crate::normal;
use crate::pattern::Bindings;
use apprentice_contracts::checkpoint::CellPattern;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, RecordKind};

/// Adds to the records that an effect is about by how much their numbers changed since `before`, as cells with the header of the pattern. A value
/// that is not known may be any.
pub fn add_to(after: &mut Reading, before: &Reading, effects: &[Effect<'_>], items: &[Bindings]) {
    let effects: Vec<&Effect<'_>> =
        effects.iter().filter(|effect| effect.cells.iter().any(|cell| header_of(cell).is_some())).collect();
    if effects.is_empty() {
        return;
    }
    for (old, new) in differences(before, after).iter().filter_map(|one| one.before.as_ref().zip(one.after.as_ref())) {
        let mut found: Vec<ReadCell> = Vec::new();
        for effect in effects.iter().filter(|effect| effect.kind == new.kind) {
            for item in items.iter().filter(|item| is_named(effect, new, item)) {
                let grown = effect.cells.iter().filter_map(|pattern| grown_by(pattern, old, new, item));
                found.extend(grown.filter(|cell| !found.contains(cell)).collect::<Vec<_>>());
            }
        }
        if new.kind == RecordKind::Field {
            after.records.extend(found.into_iter().map(|cell| field(cell)));
        } else if let Some(record) = after.records.iter_mut().find(|record| *record == new) {
            record.cells.append(&mut found);
        }
    }
}

/// Whether everything else that the effect compares fits the record.
fn is_named(effect: &Effect<'_>, record: &ReadRecord, item: &Bindings) -> bool {
    effect.cells.iter().filter(|cell| header_of(cell).is_none()).all(|cell| cell_fits(cell, record, item))
}

/// By how much the number changed that a pattern is about, if that is the value of the item.
fn grown_by(pattern: &CellPattern, old: &ReadRecord, new: &ReadRecord, item: &Bindings) -> Option<ReadCell> {
    let (grown, header) = header_of(pattern)?;
    let cells = pairs(old, new).into_iter().filter(|(_, is)| same_header(header, is.header.trim()));
    let mut changes = cells.flat_map(|(was, is)| normal::growths(&was.text, &is.text)).filter(|(more, _)| *more == grown);
    let is_asked = |by: &str| whole_value(&pattern.text, item).is_none_or(|value| normal::is_same(value, by));
    let (_, by) = changes.find(|(_, by)| is_asked(by))?;
    Some(ReadCell { header: pattern.header.clone()?, text: by })
}

fn field(cell: ReadCell) -> ReadRecord {
    ReadRecord { kind: RecordKind::Field, place: None, cells: vec![cell], controls: Vec::new(), link: None }
}
