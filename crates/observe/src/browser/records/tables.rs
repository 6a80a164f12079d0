//! Tables: each row is a record, and a table of labels is fields.

use super::{Reader, guarded, is_cell, is_control, is_row, is_table, label, says, squeeze};
use crate::browser::tree::Node;
use apprentice_contracts::reading::{MAX_CELL, RecordKind};
use std::collections::HashSet;
use std::ops::Range;

/// The most rows by which the first row of a table is taken for its head.
const ROWS_BELOW_HEAD: usize = 8;
/// The longest text of a cell of such a head, in characters.
const LONGEST_HEAD: usize = 40;
/// The most columns that are counted.
const MOST_COLUMNS: usize = 1_000;

/// A cell of a row: what it says, and whether a control says it.
struct Cell<'a> {
    node: &'a Node,
    /// The columns that it covers.
    columns: Range<usize>,
    text: String,
    is_header: bool,
    has_field: bool,
}

/// The columns of a table that cells of the rows above reach into: of each, how many rows are left (HTML, 4.9.12).
#[derive(Default)]
struct Columns {
    left: Vec<usize>,
}

impl Columns {
    /// The columns of the cells of the next row, by how many columns and rows each covers.
    fn place(&mut self, spans: &[(usize, usize)]) -> Vec<Range<usize>> {
        let mut at = 0;
        let mut covered = Vec::with_capacity(spans.len());
        for (columns, _) in spans {
            while self.left.get(at).is_some_and(|rows| *rows > 0) {
                at += 1;
            }
            let end = (at + columns).min(MOST_COLUMNS.max(at + 1));
            covered.push(at..end);
            at = end;
        }
        self.left.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        for (range, (_, rows)) in covered.iter().zip(spans) {
            self.left.resize(self.left.len().max(range.end), 0);
            self.left[range.clone()].fill(rows - 1);
        }
        covered
    }
}

impl<'a> Reader<'a> {
    pub(super) fn read_table(&mut self, table: &'a Node, place: &str) {
        let mut rows = Vec::new();
        let mut caption = String::new();
        self.collect_rows(table, &mut rows, &mut caption);
        let mut name = [table.name.clone(), caption].into_iter().find(|name| says(name)).unwrap_or_else(|| place.to_owned());
        let mut headers: Vec<String> = Vec::new();
        let head = self.head_of_plain_cells(table, &rows);
        let mut columns = Columns::default();
        let mut follows_head = false;
        for row in rows {
            if self.is_full() {
                return;
            }
            let mut nodes = Vec::new();
            self.collect_cells(row, &mut nodes);
            if self.is_layout(table, &nodes) {
                self.read_children(row, place);
                continue;
            }
            let cells = self.cells(&nodes, &mut columns);
            let is_head = |cell: &Cell| cell.node.role == "columnheader" || (!says(&cell.text) && !cell.has_field);
            let heads = cells.iter().filter(|cell| cell.node.role == "columnheader").count();
            // Beside the headers of columns may be what can be done with all rows.
            // The first and the last header count as headers of rows for the browser then.
            let headed = cells.iter().filter(|cell| cell.is_header).count();
            let is_first = headers.is_empty() && headed * 2 > cells.len() && cells.len() > 2;
            if head == Some(row.dom) || heads > 0 && (is_first || cells.iter().all(is_head)) {
                self.take_headers(&cells, follows_head, &mut headers, &mut name);
                follows_head = true;
                continue;
            }
            follows_head = false;
            self.push_row(row, &cells, &headers, &name);
            for cell in &cells {
                self.read_inner(cell.node, &name, &|inner| is_table(inner));
            }
        }
    }

    fn cells(&self, nodes: &[&'a Node], columns: &mut Columns) -> Vec<Cell<'a>> {
        let spans: Vec<(usize, usize)> = nodes.iter().map(|node| self.tree.span(node)).collect();
        let cell = |(node, columns): (&&'a Node, Range<usize>)| Cell {
            node,
            columns,
            text: self.cell_text(node),
            is_header: matches!(node.role.as_str(), "rowheader" | "columnheader"),
            has_field: self.find(node, &is_control).is_some(),
        };
        nodes.iter().zip(columns.place(&spans)).map(cell).collect()
    }

    /// Takes the headers of a row, each for all columns that it covers. A column into which a header of the row above reaches keeps that one.
    fn take_headers(&self, cells: &[Cell<'a>], follows_head: bool, headers: &mut Vec<String>, name: &mut String) {
        let width = cells.iter().map(|cell| cell.columns.end).max().unwrap_or_default();
        // A header over all columns is the title of the table, or of a part of it.
        if let [only] = cells
            && only.columns.len() > 1
        {
            if headers.is_empty() && says(&only.text) {
                *name = label(&self.header_text(only));
            }
            return;
        }
        if width < headers.len() && !follows_head {
            return;
        }
        headers.resize(width.max(headers.len()), String::new());
        for cell in cells {
            headers[cell.columns.clone()].fill(label(&self.header_text(cell)));
        }
    }

    /// The DOM node of the first row, if it is the head of the table though its cells are not marked as headers: short words, and below at least two of
    /// them (one, if there are three rows) nothing but numbers, amounts or days.
    fn head_of_plain_cells(&self, table: &Node, rows: &[&'a Node]) -> Option<i64> {
        let (first, below) = rows.split_first()?;
        let mut columns = Columns::default();
        let mut read = |row: &'a Node| {
            let mut nodes = Vec::new();
            self.collect_cells(row, &mut nodes);
            let is_plain = !nodes.iter().any(|node| node.role == "columnheader") && !self.is_layout(table, &nodes);
            is_plain.then(|| self.cells(&nodes, &mut columns))
        };
        let has_digit = |text: &str| text.chars().any(char::is_numeric);
        let head = read(first)?;
        let named: Vec<&Cell> = head.iter().filter(|cell| says(&cell.text)).collect();
        let is_word = |cell: &&Cell| {
            !cell.has_field && !has_digit(&cell.text) && cell.text.chars().count() <= LONGEST_HEAD && !cell.text.ends_with(':')
        };
        let texts: HashSet<&str> = named.iter().map(|cell| cell.text.as_str()).collect();
        if head.len() < 3 || named.len() * 4 < head.len() * 3 || texts.len() < named.len() || !named.iter().all(is_word) {
            return None;
        }
        let width = |cells: &[Cell]| cells.last().map_or(0, |last| last.columns.end);
        let mut body: Vec<Vec<Cell>> = Vec::new();
        for row in below.iter().take(ROWS_BELOW_HEAD) {
            body.extend(Some(read(row)?).filter(|cells| width(cells) == width(&head)));
        }
        let under = |head: &Cell| {
            let all = body
                .iter()
                .flatten()
                .filter(|cell| cell.columns.start < head.columns.end && head.columns.start < cell.columns.end);
            all.map(|cell| cell.text.clone()).filter(|text| says(text)).collect::<Vec<_>>()
        };
        let all: Vec<(&str, Vec<String>)> = named.iter().map(|cell| (cell.text.as_str(), under(cell))).collect();
        let repeats = all.iter().any(|(head, texts)| texts.iter().any(|text| text == head));
        let counted = all.iter().filter(|(_, texts)| !texts.is_empty() && texts.iter().all(|text| has_digit(text))).count();
        (!repeats && (counted > 1 || counted > 0 && body.len() > 2)).then_some(first.dom)
    }

    fn collect_rows(&self, node: &'a Node, rows: &mut Vec<&'a Node>, caption: &mut String) {
        for child in self.tree.children(node) {
            if is_row(child) && !child.ignored {
                rows.push(child);
            } else if child.role == "caption" {
                *caption = self.text(child);
            } else if !is_table(child) {
                self.collect_rows(child, rows, caption);
            }
        }
    }

    fn collect_cells(&self, node: &'a Node, cells: &mut Vec<&'a Node>) {
        for child in self.tree.children(node) {
            if is_cell(child) && !child.ignored {
                cells.push(child);
            } else if child.ignored || child.role == "generic" {
                self.collect_cells(child, cells);
            }
        }
    }

    /// Whether the cells of this row only arrange parts of the page.
    fn is_layout(&self, table: &Node, cells: &[&'a Node]) -> bool {
        let part = |inner: &Node| {
            is_table(inner) || matches!(inner.role.as_str(), "heading" | "form" | "navigation" | "main" | "article")
        };
        cells.is_empty()
            || (table.role == "LayoutTable"
                && cells.iter().any(|cell| {
                    self.find(cell, &part).is_some() || self.text(cell).chars().count() > MAX_CELL || self.fields(cell) > 3
                }))
    }

    fn push_row(&mut self, row: &'a Node, cells: &[Cell<'a>], headers: &[String], place: &str) {
        if !cells.iter().any(|cell| says(&cell.text) || cell.has_field) {
            return;
        }
        if headers.iter().filter(|header| says(header)).count() < 2
            && let Some(pairs) = pairs(cells)
        {
            for (head, value) in pairs {
                self.push(RecordKind::Field, place, vec![(head, value)], row);
            }
            return;
        }
        // "There are no customers yet" over all columns is no record.
        if let [only] = cells
            && headers.len() > 1
        {
            return self.push(RecordKind::Text, place, vec![("".into(), only.text.clone())], row);
        }
        let header = |cell: &Cell| headers.get(cell.columns.start).cloned().unwrap_or_default();
        let all = cells.iter().map(|cell| (header(cell), guarded(&header(cell), &cell.text, cell.has_field))).collect();
        self.push(RecordKind::Row, place, all, row);
    }

    /// The text of a header, without what can be done with its column: a link without words of its own that sorts by it.
    fn header_text(&self, cell: &Cell<'a>) -> String {
        let is_text = |node: &Node| node.role == "StaticText" && says(&node.name);
        let mut acts = Vec::new();
        self.collect_links(cell.node, &|node| matches!(node.role.as_str(), "link" | "button") && !node.ignored, &mut acts);
        let wordless: HashSet<i64> =
            acts.into_iter().filter(|act| self.find(act, &is_text).is_none()).map(|act| act.dom).collect();
        let mut text = String::new();
        self.write_children(cell.node, &mut text, &|inner| is_table(inner) || wordless.contains(&inner.dom));
        if says(&text) { squeeze(&text) } else { cell.text.clone() }
    }

    fn cell_text(&self, cell: &'a Node) -> String {
        let is_text = |node: &Node| node.role == "StaticText" && says(&node.name);
        // Beside a text, a link that is an icon does something, as a button does, where other rows have it too.
        let mut links = Vec::new();
        self.collect_links(cell, &|node| node.role == "link" && !node.ignored, &mut links);
        // Links that are drawn only under the pointer have only names, which identify their record.
        let own = links.iter().find(|link| self.find(link, &is_text).is_some()).map(|link| self.text(link));
        let names_own = |link: &Node| own.as_ref().is_some_and(|own| says(own) && link.name != *own && link.name.contains(own));
        let is_action = |link: &&Node| {
            let is_of_all = || self.link_counts.get(&link.name).is_some_and(|count| *count > 1);
            self.find(link, &is_text).is_none() && (is_of_all() || names_own(link))
        };
        let icons: HashSet<i64> = links.into_iter().filter(is_action).map(|link| link.dom).collect();
        let mut text = String::new();
        self.write_children(cell, &mut text, &|inner| is_table(inner) || icons.contains(&inner.dom));
        if !says(&text) && !icons.is_empty() {
            text.clear();
            self.write_children(cell, &mut text, &is_table);
        }
        squeeze(&text)
    }
}

/// The cells as labels with values: `th td`, `th td th td`, or texts with a control beside each. `None`: they are the cells of a record.
fn pairs(cells: &[Cell]) -> Option<Vec<(String, String)>> {
    let head = |cell: &Cell| says(&cell.text) && !cell.has_field;
    let (first, rest) = cells.split_first()?;
    let fields = rest.iter().filter(|cell| cell.has_field).count();
    if cells.len().is_multiple_of(2) {
        // `Status: | Open | Priority: | High`: a text that ends with a colon is a label, in any kind of cell.
        let is_label = |cell: &Cell| cell.is_header || cell.text.trim_end().ends_with(':');
        let labelled = |pair: &[Cell]| {
            head(&pair[0])
                && !pair[1].is_header
                && !pair[1].text.trim_end().ends_with(':')
                && (is_label(&pair[0]) || pair[1].has_field)
        };
        if cells.chunks_exact(2).all(labelled) {
            return Some(cells.chunks_exact(2).map(|pair| labelled_value(&pair[0], &pair[1])).collect());
        }
    }
    // A label, a field, and what explains it.
    if cells.len() > 2 && head(first) && fields == 1 && rest[0].has_field && cells.len() <= 4 {
        return Some(vec![labelled_value(first, &rest[0])]);
    }
    // A label, what can be done with the value, and the value.
    let (value, between) = rest.split_last()?;
    if cells.len() > 2 && first.is_header && head(first) && value.has_field && between.iter().all(|cell| !says(&cell.text)) {
        return Some(vec![labelled_value(first, value)]);
    }
    None
}

fn labelled_value(head: &Cell, value: &Cell) -> (String, String) {
    let header = label(&head.text);
    let text = guarded(&header, &value.text, value.has_field);
    (header, text)
}
