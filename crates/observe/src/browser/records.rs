//! Reads the records of a page: the accessibility tree as rows, items, fields, headings, texts and messages.
//!
//! Each text is part of one record. What is inside a row, an item or a field is not repeated as a text.

use super::choices::{Choice, Choices};
use super::entries::Entries;
use super::message::shorten;
use super::tree::{Node, Tree};
use crate::redact::{is_beside_label, mask_beside, mask_link, mask_text, secret_field};
use apprentice_contracts::MASK;
use apprentice_contracts::reading::{MAX_CELL, MAX_CONTROLS, MAX_RECORDS, ReadCell, ReadRecord, RecordKind};
use std::collections::{HashMap, HashSet};
use url::Url;

/// The longest text that can be the label of a field after it.
const MAX_LABEL: usize = 60;

/// The records of the frames of a page.
#[derive(Debug)]
pub struct Records {
    /// In reading order.
    pub list: Vec<ReadRecord>,
    /// Whether every record is in the list.
    pub complete: bool,
}

impl Default for Records {
    fn default() -> Self {
        Self { list: Vec::new(), complete: true }
    }
}

impl Records {
    /// Adds the records of one frame. `masked`: the DOM nodes whose value is a secret. `page`: the address of the page, from which links must
    /// not lead away.
    pub fn add(&mut self, tree: &Tree, masked: &HashSet<i64>, page: &str) {
        let page = Url::parse(page).ok();
        let mut named = HashSet::new();
        let mut shared = HashSet::new();
        for node in tree.nodes().filter(|node| node.is_field() && !node.name.is_empty()) {
            if !named.insert(node.name.clone()) {
                shared.insert(node.name.clone());
            }
        }
        for node in tree.nodes().filter(|node| is_tick(node) && !node.name.is_empty()) {
            named.insert(node.name.clone());
        }
        let mut reader = Reader {
            tree,
            masked,
            page,
            named,
            shared,
            titles: titles(tree),
            entries: Entries::of(tree),
            choices: Choices::of(tree),
            link_counts: link_counts(tree),
            choice_titles: HashMap::new(),
            heading: String::new(),
            term: String::new(),
            in_navigation: false,
            records: self,
        };
        reader.choice_titles = reader.titles_of_choices();
        reader.read_children(tree.root(), "");
    }
}

struct Reader<'a> {
    tree: &'a Tree,
    masked: &'a HashSet<i64>,
    page: Option<Url>,
    /// The names of all fields.
    named: HashSet<String>,
    /// The names that several fields have.
    shared: HashSet<String>,
    /// Buttons that are called as the item in which they are.
    titles: HashSet<i64>,
    /// Entries of lists without markup.
    entries: Entries,
    /// Radio buttons that belong together.
    choices: Choices,
    /// How many links have this name.
    link_counts: HashMap<String, usize>,
    /// What radio buttons are called whose label has several parts, by their accessible name: the first part.
    choice_titles: HashMap<String, String>,
    /// The nearest heading before.
    heading: String,
    /// The last term of a description list.
    term: String,
    /// Whether what is read leads around instead of being content.
    in_navigation: bool,
    records: &'a mut Records,
}

/// The most parts of an item; the last one has all that follows.
const MOST_PARTS: usize = 12;

/// The longest text of a list in an article that only tags it.
const MAX_TAG: usize = 40;

/// The parts of an item while they are read.
struct Parts {
    list: Vec<String>,
    /// The node around the last text.
    from: Option<i64>,
}

impl Parts {
    fn is_full(&self) -> bool {
        self.list.iter().map(String::len).sum::<usize>() > 4 * MAX_CELL
    }

    fn end(&mut self) {
        self.from = None;
        if self.list.last().is_some_and(|last| !last.trim().is_empty()) {
            self.list.push(String::new());
        }
    }

    fn write(&mut self, text: &str) {
        if let Some(last) = self.list.last_mut() {
            last.push_str(text);
        }
    }

    /// Adds a text of this node. It begins a part where another node holds the text before, and no blank and no mark is between them.
    fn add(&mut self, text: &str, around: &Node) {
        let last = self.list.last().map_or("", String::as_str);
        let joined = last.ends_with(char::is_whitespace) || !text.starts_with(char::is_alphanumeric);
        let elsewhere = self.from.is_some_and(|from| from != around.dom);
        if elsewhere && !joined && last.ends_with(char::is_alphanumeric) {
            self.end();
        }
        self.from = Some(around.dom);
        self.write(text);
    }
}

/// A cell of a row: what it says, and whether a control says it.
struct Cell<'a> {
    node: &'a Node,
    text: String,
    is_header: bool,
    has_field: bool,
}

fn is_table(node: &Node) -> bool {
    matches!(node.role.as_str(), "table" | "grid" | "treegrid" | "LayoutTable")
}

fn is_row(node: &Node) -> bool {
    matches!(node.role.as_str(), "row" | "LayoutTableRow")
}

fn is_cell(node: &Node) -> bool {
    matches!(node.role.as_str(), "cell" | "gridcell" | "rowheader" | "columnheader" | "LayoutTableCell")
}

fn is_tick(node: &Node) -> bool {
    matches!(node.role.as_str(), "checkbox" | "radio" | "switch" | "menuitemcheckbox" | "menuitemradio")
}

fn is_item(node: &Node) -> bool {
    matches!(node.role.as_str(), "listitem" | "article" | "treeitem")
}

/// Landmarks and groups whose entries lead to other pages, or to other parts of a list.
fn is_navigation(node: &Node) -> bool {
    const NAMES: &[&str] = &["breadcrumb", "pagination", "pager", "paging"];
    let named = || {
        let name = node.name.to_lowercase();
        NAMES.iter().any(|word| name.contains(word))
    };
    matches!(node.role.as_str(), "navigation" | "menu" | "menubar" | "tablist")
        || matches!(node.role.as_str(), "list" | "group" | "region") && named()
}

fn is_control(node: &Node) -> bool {
    node.is_field() || is_tick(node) || node.role == "listbox"
}

/// Roles that stand in the line of a text.
fn is_inline(node: &Node) -> bool {
    matches!(
        node.role.as_str(),
        "StaticText" | "link" | "emphasis" | "strong" | "code" | "mark" | "time" | "subscript" | "superscript" | "Abbr"
    )
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn says(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

fn holds_item(tree: &Tree, node: &Node) -> bool {
    tree.children(node).any(|child| !child.ignored && is_item(child) || holds_item(tree, child))
}

/// The buttons with which items of a page begin and whose name no other one of them has: a file of a list. “Open” in every item is none.
fn titles(tree: &Tree) -> HashSet<i64> {
    /// Collects the buttons before the first text. Returns whether that came.
    fn buttons<'a>(tree: &'a Tree, node: &'a Node, out: &mut Vec<&'a Node>) -> bool {
        tree.children(node).any(|child| {
            if !child.ignored && child.role == "button" {
                out.push(child);
                return false;
            }
            child.role == "StaticText" && says(&child.name) || buttons(tree, child, out)
        })
    }
    let items: Vec<&Node> = tree.nodes().filter(|node| !node.ignored && is_item(node)).collect();
    let mut list = Vec::new();
    for item in &items {
        buttons(tree, item, &mut list);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for button in &list {
        *counts.entry(button.name.trim()).or_default() += 1;
    }
    let is_title = |button: &&&Node| items.len() > 1 && says(&button.name) && counts.get(button.name.trim()) == Some(&1);
    list.iter().filter(is_title).map(|button| button.dom).collect()
}

/// How often each name of a link stands on the page.
fn link_counts(tree: &Tree) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for link in tree.nodes().filter(|node| node.role == "link" && !node.ignored) {
        *counts.entry(link.name.clone()).or_default() += 1;
    }
    counts
}

/// A label without its mark: `Name:`, `Name *`.
fn label(text: &str) -> String {
    squeeze(text).trim_end_matches([':', '*', ' ', '：']).to_owned()
}

impl<'a> Reader<'a> {
    fn is_full(&mut self) -> bool {
        let full = self.records.list.len() >= MAX_RECORDS;
        self.records.complete &= !full;
        full
    }

    fn read(&mut self, node: &'a Node, place: &str) {
        if self.is_full() {
            return;
        }
        if self.entries.boxes.contains(&node.dom) {
            return self.read_item(node, place);
        }
        if node.ignored {
            return self.read_children(node, place);
        }
        if is_table(node) {
            return self.read_table(node, place);
        }
        if is_navigation(node) {
            let around = std::mem::replace(&mut self.in_navigation, true);
            self.read_children(node, place);
            self.in_navigation = around;
            return;
        }
        if is_item(node) {
            return self.read_item(node, place);
        }
        if is_control(node) {
            return self.push_field(node, "", place);
        }
        match node.role.as_str() {
            "heading" => {
                let name = self.text(node);
                if says(&name) {
                    self.heading.clone_from(&name);
                    self.push(RecordKind::Heading, "", vec![("".into(), name)], node);
                }
            }
            "alert" | "status" | "log" => self.read_message(node, place),
            // What it says is what its tick box is called.
            "LabelText" if self.names_tick(node) => self.read_inner(node, place, &is_control),
            "term" => self.term = label(&self.text(node)),
            "definition" if !self.term.is_empty() && self.fields(node) <= 1 && self.find(node, &is_table).is_none() => {
                let (term, text) = (self.term.clone(), self.text(node));
                self.push(RecordKind::Field, place, vec![(term, text)], node);
            }
            "list" | "tree" | "feed" | "DescriptionList" => {
                let name = if node.name.is_empty() { place.to_owned() } else { node.name.clone() };
                self.read_children(node, &name);
            }
            "button" | "DisclosureTriangle" | "ListMarker" | "InlineTextBox" | "menuitem" | "tab" | "MenuListPopup" => {}
            _ => self.read_children(node, place),
        }
    }

    /// Joins adjacent inline nodes: `Hello <a>dear</a> world` is one text. A text just before a field without a name is its label.
    fn read_children(&mut self, node: &'a Node, place: &str) {
        let mut run: Vec<&Node> = Vec::new();
        for child in self.flat_children(node) {
            if is_inline(child) {
                run.push(child);
                continue;
            }
            if is_control(child) && (child.name.is_empty() || self.shared.contains(&child.name)) {
                let before = label(&self.run_text(&run));
                if says(&before) && !is_tick(child) {
                    run.clear();
                    if self.is_full() {
                        return;
                    }
                    self.push_field(child, &before, place);
                    continue;
                }
            }
            self.push_text(node, &std::mem::take(&mut run), place);
            self.read(child, place);
        }
        self.push_text(node, &run, place);
    }

    /// The children, with those of ignored ones in their place.
    fn flat_children(&self, node: &'a Node) -> Vec<&'a Node> {
        let mut flat = Vec::new();
        self.flatten(node, &mut flat);
        flat
    }

    fn flatten(&self, node: &'a Node, flat: &mut Vec<&'a Node>) {
        for child in self.tree.children(node) {
            let skipped = child.ignored && !self.entries.boxes.contains(&child.dom);
            if skipped { self.flatten(child, flat) } else { flat.push(child) }
        }
    }

    fn run_text(&self, run: &[&'a Node]) -> String {
        let mut text = String::new();
        for node in run {
            self.write_text(node, &mut text, &|_| false);
        }
        squeeze(&text)
    }

    fn push_text(&mut self, around: &'a Node, run: &[&'a Node], place: &str) {
        let text = self.run_text(run);
        // The text of a label is the name of its field.
        let is_label = around.role == "LabelText" && self.named.iter().any(|name| name.contains(&text));
        if !says(&text) || is_label || self.is_full() {
            return;
        }
        let link = run.iter().find(|node| node.role == "link" && squeeze(&self.name_of(node)) == text).copied();
        self.push(RecordKind::Text, place, vec![("".into(), text)], link.unwrap_or(around));
    }

    fn read_message(&mut self, node: &'a Node, place: &str) {
        let nested = self.find(node, &|inner| matches!(inner.role.as_str(), "alert" | "status"));
        if nested.is_some() || self.find(node, &|inner| is_table(inner) || is_control(inner)).is_some() {
            return self.read_children(node, place);
        }
        let text = self.text(node);
        if says(&text) {
            self.push(RecordKind::Message, place, vec![("".into(), text)], node);
        }
    }

    fn read_item(&mut self, node: &'a Node, place: &str) {
        let tree = self.tree;
        let of_items = |inner: &Node| matches!(inner.role.as_str(), "list" | "tree" | "group") && holds_item(tree, inner);
        let tags = self.tags(node);
        let inner = |inner: &Node| !tags.contains(&inner.dom) && (is_item(inner) || is_table(inner) || of_items(inner));
        let entries = &self.entries;
        let is_entry = entries.boxes.contains(&node.dom);
        let parts = self.parts(node, &|part: &Node| inner(part) || is_entry && entries.actions.contains(&part.dom));
        let text = parts.join(" ");
        let is_form = self.find(node, &|inner| is_control(inner) && !is_tick(inner)).is_some();
        // A long article is read part by part.
        if !says(&text) || is_form || text.chars().count() > MAX_CELL {
            return self.read_children(node, place);
        }
        // An entry of a menu is no record.
        let kind = if self.in_navigation { RecordKind::Text } else { RecordKind::Item };
        let cells = if kind == RecordKind::Item { parts } else { vec![text] };
        self.push(kind, place, cells.into_iter().map(|text| (String::new(), text)).collect(), node);
        self.read_inner(node, place, &inner);
    }

    /// The DOM nodes of lists in an article that only tag it, with their items: a few short words each.
    fn tags(&self, article: &'a Node) -> HashSet<i64> {
        let mut out = HashSet::new();
        if article.role == "article" {
            self.collect_tags(article, &mut out);
        }
        out
    }

    fn collect_tags(&self, node: &'a Node, out: &mut HashSet<i64>) {
        for child in self.tree.children(node).filter(|child| child.ignored || !is_item(child)) {
            if child.ignored || child.role != "list" {
                self.collect_tags(child, out);
                continue;
            }
            let items: Vec<&Node> = self.flat_children(child).into_iter().filter(|item| item.role == "listitem").collect();
            let is_short = |item: &&Node| self.text(item).chars().count() <= MAX_TAG && self.find(item, &is_item).is_none();
            if items.len() <= MOST_PARTS && items.iter().all(is_short) {
                out.insert(child.dom);
                out.extend(items.iter().map(|item| item.dom));
            }
        }
    }

    /// The parts of an item, as somebody sees them: texts that stand in boxes of their own, or that no blank joins. Words of one line, with
    /// its links and emphasis, are one part. At least one; a tick box is part of the text after it.
    fn parts(&self, item: &'a Node, without: &dyn Fn(&Node) -> bool) -> Vec<String> {
        let mut parts = Parts { list: vec![String::new()], from: None };
        self.write_parts(item, &mut parts, without);
        let texts: Vec<String> = parts.list.iter().map(|text| squeeze(text)).collect();
        let mut list: Vec<String> = Vec::new();
        for text in texts {
            // The marks of list items are ignored nodes in some trees.
            let text = if list.is_empty() {
                text.trim_start_matches(|letter: char| "•◦▪‣○■ ".contains(letter))
            } else {
                &text
            };
            match list.last_mut() {
                Some(last) if !text.is_empty() && (last == "checked" || !says(text)) => {
                    last.push(' ');
                    last.push_str(text);
                }
                _ if says(text) => list.push(text.to_owned()),
                _ => {}
            }
        }
        if list.len() > MOST_PARTS {
            let rest = list.split_off(MOST_PARTS - 1).join(" ");
            list.push(rest);
        }
        match list.first_mut() {
            Some(first) => *first = self.with_tick_name(item, std::mem::take(first), without),
            None => list.push(self.with_tick_name(item, String::new(), without)),
        }
        list
    }

    fn write_parts(&self, node: &'a Node, parts: &mut Parts, without: &dyn Fn(&Node) -> bool) {
        for child in self.tree.children(node) {
            if parts.is_full() || (!child.ignored && without(child)) {
                continue;
            }
            if !child.ignored && is_control(child) {
                let value = self.value(child);
                parts.end();
                parts.write(&value);
                parts.end();
                continue;
            }
            match child.role.as_str() {
                "StaticText" => parts.add(&child.name, node),
                // What a button of every item does is no part of it; a button that is called as its item is.
                "button" if !child.ignored && self.titles.contains(&child.dom) => {
                    parts.end();
                    parts.write(&self.name_of(child));
                    parts.end();
                }
                "button" | "DisclosureTriangle" | "ListMarker" | "InlineTextBox" | "MenuListPopup" | "menuitem" => parts.end(),
                "image" | "img" => {
                    parts.end();
                    parts.write(&child.name);
                    parts.end();
                }
                "link" if !says(&self.text(child)) => {
                    parts.end();
                    parts.write(&child.name);
                    parts.end();
                }
                "link" => self.write_parts(child, parts, without),
                // Words of a line that are only shown in another way.
                _ if is_inline(child) => {
                    let mut text = String::new();
                    self.write_children(child, &mut text, without);
                    parts.add(&text, node);
                }
                _ if child.ignored => self.write_parts(child, parts, without),
                _ => {
                    parts.end();
                    self.write_parts(child, parts, without);
                    parts.end();
                }
            }
        }
    }

    /// The text of a label around a tick box is only the name of the tick box in the tree.
    fn with_tick_name(&self, item: &'a Node, text: String, inner: &dyn Fn(&Node) -> bool) -> String {
        if !matches!(text.as_str(), "" | "checked") {
            return text;
        }
        let tick = self.find(item, &|node| inner(node) || is_tick(node)).filter(|node| is_tick(node));
        tick.map_or_else(|| text.clone(), |tick| squeeze(&format!("{text} {}", tick.name)))
    }

    /// Reads the outermost nodes below this one that `inner` finds.
    fn read_inner(&mut self, node: &'a Node, place: &str, inner: &dyn Fn(&Node) -> bool) {
        for child in self.flat_children(node) {
            if inner(child) { self.read(child, place) } else { self.read_inner(child, place, inner) }
        }
    }

    // ---- tables ----

    fn read_table(&mut self, table: &'a Node, place: &str) {
        let mut rows = Vec::new();
        let mut caption = String::new();
        self.collect_rows(table, &mut rows, &mut caption);
        let name = [table.name.clone(), caption].into_iter().find(|name| says(name)).unwrap_or_else(|| place.to_owned());
        let mut headers: Vec<String> = Vec::new();
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
            let cells: Vec<Cell> = nodes
                .into_iter()
                .map(|node| Cell {
                    node,
                    text: self.cell_text(node),
                    is_header: matches!(node.role.as_str(), "rowheader" | "columnheader"),
                    has_field: self.find(node, &is_control).is_some(),
                })
                .collect();
            let is_head = |cell: &Cell| cell.node.role == "columnheader" || (!says(&cell.text) && !cell.has_field);
            let heads = cells.iter().filter(|cell| cell.node.role == "columnheader").count();
            // Beside the headers of columns may stand what can be done with all rows.
            // The first and the last header count as headers of rows for the browser then.
            let headed = cells.iter().filter(|cell| cell.is_header).count();
            let is_first = headers.is_empty() && headed * 2 > cells.len() && cells.len() > 2;
            if heads > 0 && (is_first || cells.iter().all(is_head)) {
                if cells.len() >= headers.len() {
                    headers = cells.iter().map(|cell| label(&cell.text)).collect();
                }
                continue;
            }
            self.push_row(row, &cells, &headers, &name);
            for cell in &cells {
                self.read_inner(cell.node, &name, &|inner| is_table(inner));
            }
        }
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
        let header = |at: usize| headers.get(at).cloned().unwrap_or_default();
        let all =
            cells.iter().enumerate().map(|(at, cell)| (header(at), guarded(&header(at), &cell.text, cell.has_field))).collect();
        self.push(RecordKind::Row, place, all, row);
    }

    // ---- texts ----

    fn fields(&self, node: &'a Node) -> usize {
        self.tree.children(node).map(|child| if is_control(child) { 1 } else { self.fields(child) }).sum()
    }

    fn find(&self, node: &'a Node, wanted: &dyn Fn(&Node) -> bool) -> Option<&'a Node> {
        self.tree
            .children(node)
            .find_map(|child| if wanted(child) && !child.ignored { Some(child) } else { self.find(child, wanted) })
    }

    fn text(&self, node: &'a Node) -> String {
        let mut text = String::new();
        self.write_children(node, &mut text, &|_| false);
        squeeze(&text)
    }

    fn cell_text(&self, cell: &'a Node) -> String {
        let is_text = |node: &Node| node.role == "StaticText" && says(&node.name);
        // Beside a text, a link that is an icon does something, as a button does, where other rows have it too.
        let mut links = Vec::new();
        self.collect_links(cell, &|node| node.role == "link" && !node.ignored, &mut links);
        let is_action = |link: &&Node| {
            self.find(link, &is_text).is_none() && self.link_counts.get(&link.name).is_some_and(|count| *count > 1)
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

    fn name_of(&self, node: &'a Node) -> String {
        let text = self.text(node);
        if says(&text) { text } else { node.name.clone() }
    }

    fn write_children(&self, node: &'a Node, text: &mut String, without: &dyn Fn(&Node) -> bool) {
        for child in self.tree.children(node) {
            self.write_text(child, text, without);
        }
    }

    /// Writes what a node says: its text, and the values of its controls.
    fn write_text(&self, node: &'a Node, text: &mut String, without: &dyn Fn(&Node) -> bool) {
        if text.len() > 4 * MAX_CELL || (!node.ignored && without(node)) {
            return;
        }
        if !node.ignored && is_control(node) {
            text.push(' ');
            text.push_str(&self.value(node));
            text.push(' ');
            return;
        }
        match node.role.as_str() {
            "StaticText" => text.push_str(&node.name),
            "button" | "DisclosureTriangle" | "ListMarker" | "InlineTextBox" | "MenuListPopup" | "menuitem" => text.push(' '),
            "image" | "img" => {
                text.push(' ');
                text.push_str(&node.name);
                text.push(' ');
            }
            // The name of an icon that is a link.
            "link" if !says(&self.text(node)) => {
                text.push(' ');
                text.push_str(&node.name);
                text.push(' ');
            }
            _ if is_inline(node) => self.write_children(node, text, without),
            _ => {
                if !node.ignored {
                    text.push(' ');
                }
                self.write_children(node, text, without);
                if !node.ignored {
                    text.push(' ');
                }
            }
        }
    }

    /// The value of a control.
    fn value(&self, node: &'a Node) -> String {
        if is_tick(node) {
            let on = node.states.get("checked").is_some_and(|state| state == "true" || state == "mixed");
            return if on { "checked".to_owned() } else { String::new() };
        }
        if self.masked.contains(&node.dom) && !node.value.is_empty() {
            return MASK.to_owned();
        }
        if node.role == "listbox" {
            let mut chosen = Vec::new();
            self.collect_chosen(node, &mut chosen);
            return chosen.join(", ");
        }
        node.value.clone()
    }

    fn collect_chosen(&self, node: &'a Node, chosen: &mut Vec<String>) {
        for child in self.tree.children(node) {
            if child.role == "option" && child.states.get("selected").is_some_and(|state| state == "true") {
                chosen.push(child.name.clone());
            } else {
                self.collect_chosen(child, chosen);
            }
        }
    }

    // ---- records ----

    /// The first part of each label of a radio button that has several, where it tells the button from others; the rest explains it.
    fn titles_of_choices(&self) -> HashMap<String, String> {
        let radios: HashSet<String> =
            self.tree.nodes().filter(|node| node.role == "radio" && !node.ignored).map(|node| squeeze(&node.name)).collect();
        let without = |node: &Node| is_tick(node) || matches!(node.role.as_str(), "image" | "img");
        let labels = self.tree.nodes().filter(|node| node.role == "LabelText" || node.role == "radio" && !node.ignored);
        let mut titles: HashMap<String, String> = HashMap::new();
        for label in labels.filter(|_| !radios.is_empty()) {
            let parts = self.parts(label, &without);
            let all = if label.role == "radio" { squeeze(&label.name) } else { parts.join(" ") };
            if parts.len() > 1 && radios.contains(&all) {
                let title = titles.entry(all).or_insert_with(|| parts[0].clone());
                if parts[0].len() < title.len() {
                    title.clone_from(&parts[0]);
                }
            }
        }
        let mut counts: HashMap<String, usize> = HashMap::new();
        for title in titles.values() {
            *counts.entry(title.clone()).or_default() += 1;
        }
        titles.retain(|_, title| counts.get(title) == Some(&1) && !radios.contains(title));
        titles
    }

    fn choice_title(&self, name: &str) -> String {
        let name = squeeze(name);
        label(self.choice_titles.get(&name).unwrap_or(&name))
    }

    /// Whether all that a label says is the name of its tick box.
    fn names_tick(&self, label: &'a Node) -> bool {
        let tick = self.find(label, &is_control).filter(|control| is_tick(control));
        tick.is_some_and(|tick| squeeze(&tick.name).contains(&self.parts(label, &is_control).join(" ")))
    }

    /// Radio buttons that belong together are one field: what it is called, and the button that is on.
    fn push_choice(&mut self, choice: &Choice, node: &'a Node, place: &str) {
        let named = label(&choice.name);
        let header = if named.is_empty() { self.take_label_before().unwrap_or_default() } else { named };
        let chosen = choice.chosen.as_ref().map(|name| self.choice_title(name)).unwrap_or_default();
        let value = guarded(&header, &chosen, true);
        if !(header.is_empty() && value.is_empty()) {
            self.push(RecordKind::Field, place, vec![(header, value)], node);
        }
    }

    fn push_field(&mut self, node: &'a Node, before: &str, place: &str) {
        if let Some(choice) = self.choices.with(node) {
            if choice.first == node.dom {
                let choice = choice.clone();
                self.push_choice(&choice, node, place);
            }
            return;
        }
        let name = if node.role == "radio" { self.choice_title(&node.name) } else { label(&node.name) };
        let mut header = if before.is_empty() { name } else { before.to_owned() };
        if before.is_empty() && (header.is_empty() || self.shared.contains(&node.name)) {
            header = self.take_label_before().unwrap_or(header);
        }
        // A page that asks for a password is known by it, also where the field has no label.
        if header.is_empty() && self.masked.len() <= 2 && self.masked.contains(&node.dom) {
            "Password".clone_into(&mut header);
        }
        let value = guarded(&header, &self.value(node), true);
        if header.is_empty() && value.is_empty() {
            return;
        }
        // Of a text of several lines, such as a document in an editor, one line may be what the task is about.
        let lines: Vec<String> = value.lines().map(squeeze).filter(|line| !line.is_empty()).collect();
        let within = if header.is_empty() { place.to_owned() } else { header.clone() };
        self.push(RecordKind::Field, place, vec![(header, value)], node);
        if lines.len() > 1 {
            for line in lines {
                self.push(RecordKind::Line, &within, vec![(String::new(), line)], node);
            }
        }
    }

    /// A short text in a box of its own just before a field without a name is the label of the field.
    fn take_label_before(&mut self) -> Option<String> {
        let last = self.records.list.last()?;
        let text = last.cells.first().filter(|cell| last.kind == RecordKind::Text && cell.text.chars().count() <= MAX_LABEL)?;
        // The number of a line is no label.
        let text = Some(label(&text.text)).filter(|text| text.chars().any(char::is_alphabetic))?;
        self.records.list.pop();
        Some(text)
    }

    /// Adds a record. `around`: the node with its links.
    fn push(&mut self, kind: RecordKind, place: &str, cells: Vec<(String, String)>, around: &'a Node) {
        if self.is_full() {
            return;
        }
        let link = match kind {
            RecordKind::Heading | RecordKind::Message | RecordKind::Line => None,
            _ => self.link(around, &cells, kind == RecordKind::Item),
        };
        let place = if place.is_empty() && kind != RecordKind::Heading { self.heading.as_str() } else { place };
        let place = Some(shorten(&mask_text(place).0, MAX_CELL)).filter(|place| !place.is_empty());
        let cells = cells.into_iter().map(|(header, text)| cell(&header, &text)).collect();
        let controls = match kind {
            RecordKind::Row | RecordKind::Item => self.controls(around),
            _ => Vec::new(),
        };
        self.records.list.push(ReadRecord { kind, place, cells, controls, link });
    }

    /// The names of the buttons of a row or item, without those of the rows and items in it and without the title of the item.
    fn controls(&self, record: &'a Node) -> Vec<String> {
        let mut out = Vec::new();
        self.collect_controls(record, &mut out);
        out
    }

    fn collect_controls(&self, node: &'a Node, out: &mut Vec<String>) {
        for child in self.tree.children(node) {
            if out.len() >= MAX_CONTROLS || !child.ignored && (is_item(child) || is_row(child) || is_table(child)) {
                continue;
            }
            if child.ignored || child.role != "button" {
                self.collect_controls(child, out);
                continue;
            }
            let name = squeeze(&self.name_of(child));
            if says(&name) && !self.titles.contains(&child.dom) {
                let on = child.states.get("pressed").is_some_and(|state| state == "true");
                let name = shorten(&mask_text(&name).0, MAX_CELL);
                out.push(if on { format!("{name} (on)") } else { name });
            }
        }
    }

    /// The address of the first link whose name is the text of a cell; for an item, with which its text begins.
    fn link(&self, around: &'a Node, cells: &[(String, String)], begins: bool) -> Option<String> {
        let wanted = |name: &str| says(name) && cells.iter().any(|(_, text)| text == name || (begins && text.starts_with(name)));
        let leads = |node: &Node| node.role == "link" && !node.url.is_empty();
        let found = |node: &Node| leads(node) && self.same_origin(&node.url);
        let mut links = Vec::new();
        if found(around) {
            links.push(around);
        }
        self.collect_links(around, &found, &mut links);
        let link = links.into_iter().find(|link| wanted(&self.name_of(link)) || wanted(&link.name))?;
        Some(mask_link(&link.url, &self.name_of(link)))
    }

    fn collect_links(&self, node: &'a Node, found: &dyn Fn(&Node) -> bool, links: &mut Vec<&'a Node>) {
        for child in self.tree.children(node) {
            if found(child) { links.push(child) } else { self.collect_links(child, found, links) }
        }
    }

    fn same_origin(&self, url: &str) -> bool {
        let (Some(page), Ok(url)) = (&self.page, Url::parse(url)) else { return false };
        page.origin() == url.origin()
    }
}

/// The cells as labels with values: `th td`, `th td th td`, or texts with a control beside each. `None`: they are the cells of a record.
fn pairs(cells: &[Cell]) -> Option<Vec<(String, String)>> {
    let head = |cell: &Cell| says(&cell.text) && !cell.has_field;
    let (first, rest) = cells.split_first()?;
    let fields = rest.iter().filter(|cell| cell.has_field).count();
    if cells.len().is_multiple_of(2) {
        let labelled = |pair: &[Cell]| head(&pair[0]) && !pair[1].is_header && (pair[0].is_header || pair[1].has_field);
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

/// Masks the value of a control whose label says that it is a secret; the label may be a cell, which the tree does not join with the control.
fn guarded(header: &str, text: &str, of_control: bool) -> String {
    let secret = of_control && !text.is_empty() && text != "checked" && secret_field("", "", header, "").is_some();
    if secret { MASK.to_owned() } else { text.to_owned() }
}

/// A cell, masked and at most [`MAX_CELL`] characters long.
fn cell(header: &str, text: &str) -> ReadCell {
    let header = shorten(&mask_text(header).0, MAX_CELL);
    ReadCell { text: shorten(&masked_text(&header, text), MAX_CELL), header }
}

/// Masks a text under a header. Under a header that names a secret, a single word is a secret.
fn masked_text(header: &str, text: &str) -> String {
    if text.is_empty() || text == "checked" {
        return text.to_owned();
    }
    if secret_field("", "", header, "").is_some() && !text.contains(' ') {
        return MASK.to_owned();
    }
    if is_beside_label(header) {
        return mask_text(&mask_beside(text, &mut Vec::new())).0;
    }
    mask_text(text).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const PAGE: &str = "http://wiki.example.org/list";

    /// `depth role name [= value] [> url]` per line; depth by two spaces, `*` before a role that is on, `!` before a secret one.
    fn records(lines: &str) -> (Vec<String>, bool) {
        let mut nodes: Vec<Value> = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        let mut masked = HashSet::new();
        for (at, line) in std::iter::once("RootWebArea T").chain(lines.lines().filter(|line| !line.trim().is_empty())).enumerate()
        {
            let depth = if at == 0 { 0 } else { 1 + (line.len() - line.trim_start().len()) / 2 };
            let line = line.trim();
            let (line, url) = line.split_once(" > ").map_or((line, ""), |(line, url)| (line, url));
            let (line, value) = line.split_once(" = ").map_or((line, ""), |(line, value)| (line, value));
            let value = value.replace("\\n", "\n");
            let (role, name) = line.split_once(' ').unwrap_or((line, ""));
            if role.starts_with('!') {
                masked.insert(at as i64 + 1);
            }
            path.truncate(depth);
            let parent = path.last().copied();
            path.push(at);
            if let Some(parent) = parent {
                nodes[parent]["childIds"].as_array_mut().unwrap().push((at + 1).to_string().into());
            }
            let name = name.replace('_', " ");
            nodes.push(json!({ "nodeId": (at + 1).to_string(), "parentId": parent.map(|at| (at + 1).to_string()), "ignored": role == "none",
                "childIds": [], "role": { "value": role.trim_start_matches(['*', '!']) }, "name": { "value": name }, "value": { "value": value },
                "backendDOMNodeId": at + 1, "properties": [
                    { "name": if url.is_empty() { "level" } else { "url" }, "value": { "value": url } },
                    { "name": "checked", "value": { "value": role.starts_with('*').to_string() } },
                    { "name": "pressed", "value": { "value": role.starts_with('*').to_string() } },
                    { "name": "selected", "value": { "value": role.starts_with('*').to_string() } }] }));
        }
        let mut all = Records::default();
        all.add(&Tree::of(json!({ "nodes": nodes })), &masked, PAGE);
        (all.list.iter().map(line).collect(), all.complete)
    }

    fn line(record: &ReadRecord) -> String {
        let cells: Vec<String> = record
            .cells
            .iter()
            .map(|cell| if cell.header.is_empty() { cell.text.clone() } else { format!("{}: {}", cell.header, cell.text) })
            .collect();
        let place = record.place.as_ref().map_or(String::new(), |place| format!(" @ {place}"));
        let controls = if record.controls.is_empty() { String::new() } else { format!(" [{}]", record.controls.join(", ")) };
        let link = record.link.as_ref().map_or(String::new(), |link| format!(" > {link}"));
        format!("{:?} {}{controls}{place}{link}", record.kind, cells.join(" | "))
    }

    #[test]
    fn tags_and_buttons_belong_to_their_item() {
        let (read, _) = records(
            "article
  heading Order_of_May
    StaticText Order_of_May
  group
    StaticText open
  list
    listitem
      StaticText Tea
    listitem
      StaticText Office
  button Edit
  button Delete_AKIAIOSFODNN7ABCDEFG
article
  heading Order_of_June
    StaticText Order_of_June
  *button Star
  list
    listitem
      StaticText A_long_answer_to_the_question_of_what_the_office_wants
list
  listitem
    StaticText Fruit
    list
      listitem
        StaticText Pear",
        );
        assert_eq!(
            read,
            [
                "Item Order of May | open | Tea | Office [Edit, Delete ▮▮▮▮▮▮]",
                "Item Order of June [Star (on)]",
                "Item A long answer to the question of what the office wants",
                "Item Fruit",
                "Item Pear",
            ]
        );
    }

    #[test]
    fn boxes_in_which_the_same_can_be_done_are_items() {
        let (read, _) = records(
            "generic
  generic
    StaticText archive
    link Move
    link Remove
  generic
    heading cup.gcode
      StaticText cup.gcode
    generic
      StaticText Size:_33_B
    link Download
    link Move
    link Remove
  none
    heading lid.gcode
      StaticText lid.gcode
    generic
      StaticText Size:_12_B
    link Download
    link Move
    link Remove
generic
  generic
    StaticText Name
    textbox Name = Ada
    button Save
    button Cancel
  generic
    StaticText City
    textbox City = Rome
    button Save
    button Cancel
generic
  heading Connection
    StaticText Connection
  button Refresh
generic
  StaticText All_is_well
  button Refresh",
        );
        assert_eq!(
            read,
            [
                "Item archive",
                "Item cup.gcode | Size: 33 B",
                "Item lid.gcode | Size: 12 B",
                "Text Name",
                "Field Name: Ada",
                "Text City",
                "Field City: Rome",
                "Heading Connection",
                "Text All is well @ Connection",
            ]
        );
    }

    #[test]
    fn a_table_of_records_keeps_every_cell() {
        let (read, complete) = records(
            "heading Customers
  StaticText Customers
table
  none
    row
      columnheader
        checkbox Select_all
      columnheader Name
        StaticText Name
      columnheader City
        StaticText City
      columnheader Do
        StaticText Do
  rowgroup
    row
      cell
        *checkbox
      cell
        link Ada > http://wiki.example.org/c/1?token=ghp_abcdefghijklmnopqrstuvwxyz0123456789
          StaticText Ada
      cell
      cell
        button Delete
          StaticText Delete
    row
      cell
        checkbox
      cell
        link Grace > http://elsewhere.example/c/2
          StaticText Grace
      cell
        StaticText New_York
      cell
    row
      cell
        StaticText No_more_customers",
        );
        assert_eq!(
            read,
            [
                "Heading Customers",
                "Row checked | Name: Ada | City:  | Do:  [Delete] @ Customers > http://wiki.example.org/c/1?token=▮▮▮▮▮▮",
                "Row  | Name: Grace | City: New York | Do:  @ Customers",
                "Text No more customers @ Customers",
            ]
        );
        assert!(complete);
    }

    #[test]
    fn a_table_of_labels_is_fields_whatever_its_markup() {
        let (read, _) = records(
            "table
  row
    rowheader
      StaticText Name:
    cell
      textbox = Ada
  row
    rowheader
      StaticText Owner
    cell
      StaticText Grace
    rowheader
      StaticText State
    cell
      combobox = open
LayoutTable
  LayoutTableRow
    LayoutTableCell
      StaticText Urgent
    LayoutTableCell
      *checkbox
  LayoutTableRow
    LayoutTableCell
      StaticText API_key
    LayoutTableCell
      textbox = zz top
  LayoutTableRow
    LayoutTableCell
      StaticText plain
    LayoutTableCell
      StaticText cells
DescriptionList
  none
    term
      StaticText City
    definition
      StaticText Lon
      StaticText don",
        );
        assert_eq!(
            read,
            [
                "Field Name: Ada",
                "Field Owner: Grace",
                "Field State: open",
                "Field Urgent: checked",
                "Field API key: ▮▮▮▮▮▮",
                "Row plain | cells",
                "Field City: London",
            ]
        );
    }

    #[test]
    fn each_line_of_a_long_text_is_a_record() {
        let (read, _) = records(
            "generic
  StaticText 5
generic
  textbox = Stock\\n\\nMint: 2
textbox Notes = Fresh\\nBlack
textbox Title = Teas",
        );
        let expected = [
            "Text 5",
            "Field Stock\n\nMint: 2",
            "Line Stock",
            "Line Mint: 2",
            "Field Notes: Fresh\nBlack",
            "Line Fresh @ Notes",
            "Line Black @ Notes",
            "Field Title: Teas",
        ];
        assert_eq!(read, expected, "the number of a line is no label");
    }

    #[test]
    fn radio_buttons_that_belong_together_are_one_field() {
        let (read, _) = records(
            "heading Order
  StaticText Order
generic
  StaticText Tea:
LabelText
  radio Assam
  StaticText Assam
LabelText
  *radio Sencha from the first harvest
  generic
    StaticText Sencha
  generic
    StaticText from the first harvest
textbox Amount = 4
radiogroup Delivery
  *radio Today
  radio Tomorrow
LabelText
  *checkbox Wrap it costs nothing
  generic
    StaticText Wrap it
  generic
    StaticText costs nothing
LabelText
  *radio Cash
  StaticText Cash
radio Card
*radio Short
radio Long",
        );
        let fields: Vec<&String> = read.iter().filter(|one| one.starts_with("Field")).collect();
        assert_eq!(
            fields,
            [
                "Field Tea: Sencha @ Order",
                "Field Amount: 4 @ Order",
                "Field Delivery: Today @ Order",
                "Field Wrap it costs nothing: checked @ Order",
                "Field Cash @ Order",
                "Field Short @ Order",
            ],
            "{read:#?}"
        );
    }

    #[test]
    fn fields_items_and_texts_are_read_once() {
        let (read, _) = records(
            "LabelText
  StaticText Word_
  !textbox Word = hunter2
    generic
      StaticText hunter2
generic
  StaticText Title:
  textbox = Week 47
generic
  StaticText Body
generic
  textbox = Text
*radio Large
listbox Colours
  *option red
  option blue
  *option green
list Menu
  listitem
    ListMarker •
    link Bread > http://wiki.example.org/b
      StaticText Bread
    StaticText _fresh
  listitem
    list
      listitem
        *checkbox Milk
        StaticText Milk
article
  heading Card
    StaticText Card
  StaticText Text
alert
  StaticText Saved
paragraph
  StaticText Hello_
  link you > http://wiki.example.org/you
    StaticText you
  StaticText !
button Save
  StaticText Save",
        );
        assert_eq!(
            read,
            [
                "Field Word: ▮▮▮▮▮▮",
                "Field Title: Week 47",
                "Field Body: Text",
                "Field Large: checked",
                "Field Colours: red, green",
                "Item Bread fresh @ Menu > http://wiki.example.org/b",
                "Item checked Milk @ Menu",
                "Item Card | Text",
                "Message Saved",
                "Text Hello you!",
            ]
        );
    }

    #[test]
    fn an_item_is_read_in_the_parts_that_somebody_sees() {
        let (read, _) = records(
            "list Files
  listitem
    generic
      StaticText notes
    none
      StaticText 10s_ago
  listitem
    button shop.toml
      StaticText shop.toml
    none
      StaticText 12s_ago
    button Delete
      StaticText Delete
  listitem
    *checkbox
    none
      StaticText Buy_
    strong
      StaticText milk
    StaticText ,_and_eggs
    button Delete
      StaticText Delete
    heading Later
      StaticText Later",
        );
        assert_eq!(
            read,
            [
                "Item notes | 10s ago @ Files",
                "Item shop.toml | 12s ago [Delete] @ Files",
                "Item checked Buy milk, and eggs | Later [Delete] @ Files",
            ]
        );
    }

    #[test]
    fn a_cut_reading_says_so() {
        let many: String = (0..MAX_RECORDS + 3).map(|at| format!("paragraph\n  StaticText Line_{at}\n")).collect();
        let (read, complete) = records(&many);
        assert_eq!((read.len(), complete), (MAX_RECORDS, false));
        let (read, _) = records(&format!("paragraph\n  StaticText {}", "x_".repeat(MAX_CELL)));
        assert_eq!(read[0].chars().count(), "Text ".len() + MAX_CELL);
    }

    #[test]
    fn headers_beside_an_action_and_entries_of_menus_are_no_records() {
        let (read, _) = records(
            "navigation Main
  list
    listitem
      link Invoices > http://wiki.example.org/invoices
        StaticText Invoices
list Pagination
  listitem
    link 2 > http://wiki.example.org/list?page=2
      StaticText page_2
table
  row
    cell
      link Modify > http://wiki.example.org/modify
        StaticText Modify
    rowheader id
      StaticText id
    columnheader name
      StaticText name
  row
    cell
      link edit > http://wiki.example.org/edit/3
        StaticText edit
    cell
      StaticText 3
    cell
      StaticText Ada
table
  row
    rowheader
      StaticText plan
    cell
      combobox
    cell
      textbox = basic
!textbox = hunter2",
        );
        assert_eq!(
            read,
            [
                "Text Invoices > http://wiki.example.org/invoices",
                "Text page 2 > http://wiki.example.org/list?page=2",
                "Row Modify: edit | id: 3 | name: Ada > http://wiki.example.org/edit/3",
                "Field plan: basic",
                "Field Password: ▮▮▮▮▮▮",
            ]
        );
    }
}
