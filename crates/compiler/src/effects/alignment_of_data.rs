//! Columns of data: an answer has a column only where one of its objects has the key. A new object with a key of its own adds an empty column to all
//! others, which did not change by that.

use apprentice_contracts::reading::{ReadCell, ReadRecord, RecordKind};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Gives the rows of each list of data the same columns before and after. Lists whose rows have a column twice are left as they are.
pub fn align(before: &mut [ReadRecord], after: &mut [ReadRecord]) {
    let mut lists: BTreeMap<Option<String>, (BTreeSet<String>, BTreeSet<String>, bool)> = BTreeMap::new();
    for (is_after, record) in before.iter().map(|one| (false, one)).chain(after.iter().map(|one| (true, one))) {
        let (old, new, is_plain) = lists.entry(record.place.clone()).or_insert_with(|| (BTreeSet::new(), BTreeSet::new(), true));
        let headers: HashSet<&String> = record.cells.iter().map(|cell| &cell.header).collect();
        *is_plain &= record.kind == RecordKind::Row && headers.len() == record.cells.len();
        let of = if is_after { new } else { old };
        of.extend(headers.into_iter().cloned());
    }
    for record in before.iter_mut().chain(after) {
        let Some((old, new, true)) = lists.get(&record.place) else { continue };
        if old == new || old.is_empty() || new.is_empty() {
            continue;
        }
        let mut known: BTreeMap<String, String> = record.cells.drain(..).map(|cell| (cell.header, cell.text)).collect();
        let cell = |header: &String| ReadCell { header: header.clone(), text: known.remove(header).unwrap_or_default() };
        record.cells = old.union(new).map(cell).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(place: &str, cells: &[(&str, &str)]) -> ReadRecord {
        let cells = cells.iter().map(|(header, text)| ReadCell { header: (*header).into(), text: (*text).into() }).collect();
        ReadRecord { kind: RecordKind::Row, place: Some(place.into()), cells, controls: Vec::new(), link: None }
    }

    #[test]
    fn a_column_that_only_a_new_record_fills_changes_no_other() {
        let (mut before, mut after) = (
            vec![row("folders", &[("id", "1"), ("label", "Drawings")]), row("devices", &[("id", "5")])],
            vec![
                row("folders", &[("id", "1"), ("keep", ""), ("label", "Drawings")]),
                row("folders", &[("id", "2"), ("keep", "8"), ("label", "Invoices")]),
                row("devices", &[("id", "5")]),
            ],
        );
        align(&mut before, &mut after);
        assert_eq!((&before[0], &before[1]), (&after[0], &after[2]));
        let mut twice = vec![row("folders", &[("id", "1"), ("id", "2")])];
        align(&mut twice, &mut [row("folders", &[("id", "1"), ("keep", "")])]);
        assert_eq!(twice[0].cells.len(), 2, "nothing is lost");
    }
}
