//! Reads the records of a page: the accessibility tree as rows, items, fields, headings, texts and messages.
//!
//! Each text is part of one record. What is inside a row, an item or a field is not repeated as a text.

mod fields;
mod items;
mod labels;
mod tables;

use super::choices::Choices;
use super::entries::Entries;
use super::message::shorten;
use super::panels::PanelField;
use super::tree::{Node, Tree, squeeze};
use crate::redact::{is_beside_label, mask_beside, mask_link, mask_text, secret_field};
use apprentice_contracts::MASK;
use apprentice_contracts::reading::{MAX_CELL, MAX_CONTROLS, MAX_RECORDS, ReadCell, ReadRecord, RecordKind};
use labels::Labels;
use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use url::Url;

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
        let mut no_labels = HashSet::new();
        for node in tree.nodes().filter(|node| node.is_field() && !node.name.is_empty()) {
            if !named.insert(node.name.clone()) || is_example(&node.name) {
                no_labels.insert(node.name.clone());
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
            no_labels,
            titles: titles(tree),
            entries: Entries::of(tree),
            labels: Labels::of(tree),
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

    /// Adds the fields that are not shown now. A label that two fields share identifies neither.
    pub fn add_panels<'f>(&mut self, fields: impl Iterator<Item = &'f PanelField>) {
        let fields: Vec<&PanelField> = fields.collect();
        let mut counts: HashMap<String, usize> = HashMap::new();
        let shown = self.list.iter().filter(|record| record.kind == RecordKind::Field).flat_map(|record| &record.cells);
        for header in shown.map(|cell| cell.header.clone()).chain(fields.iter().map(|field| label(&field.label))) {
            *counts.entry(header).or_default() += 1;
        }
        for field in fields.into_iter().filter(|field| counts.get(&label(&field.label)) == Some(&1)) {
            if self.list.len() >= MAX_RECORDS {
                self.complete = false;
                return;
            }
            let header = label(&field.label);
            let text = guarded(&header, &field.value, true);
            let cells = vec![cell(&header, &text)];
            self.list.push(ReadRecord { kind: RecordKind::Field, place: None, cells, controls: Vec::new(), link: None });
        }
    }
}

struct Reader<'a> {
    tree: &'a Tree,
    masked: &'a HashSet<i64>,
    page: Option<Url>,
    /// The names of all fields.
    named: HashSet<String>,
    /// Names that several fields have, or that are examples of a value.
    no_labels: HashSet<String>,
    /// Buttons that are called as the item in which they are.
    titles: HashSet<i64>,
    /// Entries of lists without markup.
    entries: Entries,
    /// Values beside their label.
    labels: Labels,
    /// Radio buttons that belong together.
    choices: Choices,
    /// How many links have this name.
    link_counts: HashMap<String, usize>,
    /// Names of radio buttons whose label has several parts, by their accessible name: the first part.
    choice_titles: HashMap<String, String>,
    /// The nearest heading before.
    heading: String,
    /// The last term of a description list.
    term: String,
    /// Whether what is read leads around instead of being content.
    in_navigation: bool,
    records: &'a mut Records,
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

/// Roles that are in the line of a text.
fn is_inline(node: &Node) -> bool {
    matches!(
        node.role.as_str(),
        "StaticText" | "link" | "emphasis" | "strong" | "code" | "mark" | "time" | "subscript" | "superscript" | "Abbr"
    )
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

/// How often each name of a link is on the page.
fn link_counts(tree: &Tree) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for link in tree.nodes().filter(|node| node.role == "link" && !node.ignored) {
        *counts.entry(link.name.clone()).or_default() += 1;
    }
    counts
}

/// Whether the name of a field only shows how its value looks: `https://…`, `name@example.com`, `0.00`, `DD.MM.YYYY`, `e.g. Monday`.
fn is_example(name: &str) -> bool {
    static EXAMPLE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\w+://|^\S+@\S+$|^\P{L}*$|^(e\.g|for example|such as)\b|^[dmyhs]+( ?[-/.:]+ ?[dmyhs]+)+$")
            .expect("valid")
    });
    EXAMPLE.is_match(name)
}

/// A label without its mark: `Name:`, `Name *`.
fn label(text: &str) -> String {
    squeeze(text).trim_end_matches([':', '*', ' ', '：']).to_owned()
}

/// What explains a field, and the last sentence before it, which is its label: “The guest has paid 80 of 340. Payment method”. One of fewer than
/// four words may end in an abbreviation. `lastSentence` in `recorder.js` is the same rule.
fn last_sentence(text: &str) -> (&str, &str) {
    static END: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?:[\p{L}\p{N}]{2}|[)\]"”’])[.!?]\s+(?P<capital>[\p{Lu}\p{Lo}])|[。！？]\s*(?P<letter>[\p{L}\p{N}])"#)
            .expect("valid")
    });
    let last = END.captures_iter(text).last();
    let next = last.and_then(|found| {
        let of_latin = found.name("capital");
        let before = &text[..of_latin.or_else(|| found.name("letter"))?.start()];
        (of_latin.is_none() || before.split_whitespace().count() > 3).then_some(before.len())
    });
    let (explains, last) = text.split_at(next.unwrap_or_default());
    (explains.trim_end(), last)
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
        if self.labels.boxes.contains(&node.dom) {
            return;
        }
        if let Some(label) = self.labels.values.get(&node.dom).cloned() {
            let text = self.text(node);
            return self.push(RecordKind::Field, place, vec![(label, text)], node);
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
            if is_control(child) && (child.name.is_empty() || self.no_labels.contains(&child.name)) {
                let text = self.run_text(&run);
                let (explains, last) = last_sentence(&text);
                let before = label(last);
                if says(&before) && !is_tick(child) {
                    run.clear();
                    if self.is_full() {
                        return;
                    }
                    if says(explains) {
                        self.push(RecordKind::Text, place, vec![(String::new(), explains.to_owned())], node);
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
            let read_whole = self.entries.boxes.contains(&child.dom)
                || self.labels.boxes.contains(&child.dom)
                || self.labels.values.contains_key(&child.dom);
            let skipped = child.ignored && !read_whole;
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

    /// Reads the outermost nodes below this one that `inner` finds.
    fn read_inner(&mut self, node: &'a Node, place: &str, inner: &dyn Fn(&Node) -> bool) {
        for child in self.flat_children(node) {
            if inner(child) { self.read(child, place) } else { self.read_inner(child, place, inner) }
        }
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

    // ---- records ----

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
mod tests;
