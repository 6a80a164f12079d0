//! Numbers that grow or shrink by a given value: what a guest paid, what is in stock. A record shows only the new number, so a later run has another
//! one; what it has in common with the demonstration is the difference.

use super::Entered;
use super::cells::is_whole;
use crate::normal;
use apprentice_contracts::checkpoint::{CellPattern, GROWN, SHRUNK};
use apprentice_contracts::reading::{ReadCell, ReadRecord, RecordKind};

/// The pattern of a number that changed by an entered value. Counters change by one in many runs, whatever was entered, so that says nothing.
pub(super) fn pattern_of(entered: &Entered, before: &ReadCell, after: &ReadCell) -> Option<CellPattern> {
    normal::growths(&before.text, &after.text).into_iter().filter(|(_, by)| by != "1").find_map(|(grown, by)| {
        let holes = entered.values.holes(&by);
        let is_typed = holes.used.iter().all(|name| entered.typed.contains(name));
        let header = format!("{} {}", if grown { GROWN } else { SHRUNK }, after.header.trim()).trim_end().to_owned();
        (is_whole(&holes.pattern) && is_typed).then_some(CellPattern { header: Some(header), text: holes.pattern })
    })
}

/// Whether a number grew, and the header of its cell, if the pattern is compared with a difference.
pub(super) fn header_of(pattern: &CellPattern) -> Option<(bool, &str)> {
    let header = pattern.header.as_deref()?;
    let rest = |lead: &str| header.strip_prefix(lead).filter(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::trim);
    rest(GROWN).map(|header| (true, header)).or_else(|| rest(SHRUNK).map(|header| (false, header)))
}

/// The cells of a record before and after. Those of a form go by their labels, because a field may be new or gone.
pub(super) fn pairs<'r>(before: &'r ReadRecord, after: &'r ReadRecord) -> Vec<(&'r ReadCell, &'r ReadCell)> {
    if after.kind != RecordKind::Field {
        return match before.cells.len() == after.cells.len() {
            true => before.cells.iter().zip(&after.cells).collect(),
            false => Vec::new(),
        };
    }
    let alone = |record: &'r ReadRecord, header: &str| -> Option<&'r ReadCell> {
        let mut cells = record.cells.iter().filter(|cell| !header.is_empty() && cell.header == header);
        cells.next().filter(|_| cells.next().is_none())
    };
    after.cells.iter().filter_map(|cell| Some((alone(before, &cell.header)?, alone(after, &cell.header)?))).collect()
}
