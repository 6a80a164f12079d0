//! Columns that only number the rows of a table: 1, 2, 3. Where a row is new or gone, the rows behind it get other numbers, and nothing about
//! them changed.

use super::pages::table_of;
use apprentice_contracts::reading::{ReadRecord, RecordKind};
use std::collections::HashMap;

/// Empties the cells of columns that number the rows, if a table has more or fewer rows than before and a row moved up or down by that.
pub fn without_positions(before: &mut [ReadRecord], after: &mut [ReadRecord]) {
    let (old, new) = (tables(before), tables(after));
    for (headers, rows) in old {
        let Some(others) = new.get(&headers).filter(|others| others.len() != rows.len()) else { continue };
        for column in 0..before[rows[0]].cells.len() {
            if numbers(before, &rows, column) && numbers(after, others, column) && moves(before, &rows, after, others, column) {
                rows.iter().for_each(|at| before[*at].cells[column].text.clear());
                others.iter().for_each(|at| after[*at].cells[column].text.clear());
            }
        }
    }
}

/// The rows of each table, by the headers of the table. Rows with more or fewer cells than the first one are left out.
fn tables(records: &[ReadRecord]) -> HashMap<(Vec<String>, usize), Vec<usize>> {
    let mut out: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, record) in records.iter().enumerate().filter(|(_, record)| record.kind == RecordKind::Row) {
        out.entry((table_of(record), record.cells.len())).or_default().push(at);
    }
    out
}

/// The number that a cell says: `3`, `3.`, `#3`.
fn number(text: &str) -> Option<usize> {
    text.trim().trim_start_matches('#').trim_end_matches('.').parse().ok()
}

/// Whether a column counts from 0 or 1, without a gap.
fn numbers(records: &[ReadRecord], rows: &[usize], column: usize) -> bool {
    let mut all: Vec<usize> = rows.iter().filter_map(|at| number(&records[*at].cells[column].text)).collect();
    all.sort_unstable();
    let first = all.first().copied().unwrap_or_default();
    all.len() == rows.len() && first <= 1 && all.iter().enumerate().all(|(at, number)| *number == at + first)
}

/// Whether a row is the same but for its number.
fn moves(before: &[ReadRecord], rows: &[usize], after: &[ReadRecord], others: &[usize], column: usize) -> bool {
    let texts = |record: &ReadRecord| -> Vec<String> {
        record.cells.iter().enumerate().filter(|(at, _)| *at != column).map(|(_, cell)| cell.text.clone()).collect()
    };
    let known: HashMap<Vec<String>, &str> =
        rows.iter().map(|at| (texts(&before[*at]), before[*at].cells[column].text.as_str())).collect();
    others.iter().any(|at| known.get(&texts(&after[*at])).is_some_and(|number| *number != after[*at].cells[column].text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::reading::ReadCell;

    fn rows(list: &[(&str, &str)]) -> Vec<ReadRecord> {
        let cell = |header: &str, text: &str| ReadCell { header: header.to_owned(), text: text.to_owned() };
        let row = |(number, name): &(&str, &str)| ReadRecord {
            kind: RecordKind::Row,
            place: None,
            cells: vec![cell("No.", number), cell("Name", name)],
            controls: Vec::new(),
            link: None,
        };
        list.iter().map(row).collect()
    }

    fn compared(before: &[(&str, &str)], after: &[(&str, &str)]) -> bool {
        let (mut before, mut after) = (rows(before), rows(after));
        without_positions(&mut before, &mut after);
        before.iter().chain(&after).all(|row| !row.cells[0].text.is_empty())
    }

    #[test]
    fn only_the_numbers_of_rows_that_moved_are_left_out() {
        let three = [("1", "Tea"), ("2", "Milk"), ("3", "Salt")];
        assert!(!compared(&three, &[("1", "Tea"), ("2", "Salt")]), "a row is gone");
        assert!(!compared(&[("#0.", "Tea"), ("#1.", "Salt")], &[("#0.", "Oil"), ("#1.", "Tea"), ("#2.", "Salt")]), "one is new");
        assert!(compared(&three, &[("1", "Milk"), ("2", "Tea"), ("3", "Salt")]), "the order is another one");
        assert!(compared(&three, &[("1", "Tea"), ("2", "Milk")]), "no row moved: it may be the number of the thing");
        assert!(compared(&three, &[("1", "Tea"), ("3", "Salt")]), "the thing keeps its number");
        assert!(compared(&[("5", "Tea"), ("6", "Milk")], &[("5", "Milk")]), "it counts something else");
    }
}
