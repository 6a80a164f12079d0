//! The fields of the parts of a page that are not shown now, but that a person can show: the panels of tabs, and what is folded.
//!
//! A form in tabs is one form. Its fields are read whichever tab is shown, so that what was entered in one tab is found again when the page is
//! opened with another. Only fields are read there: their labels and what they hold. Other texts that nobody sees stay unread.

use super::tree::squeeze;
use super::visibility::{Captured, Nodes};
use crate::redact::secret_field;
use std::collections::{HashMap, HashSet};

/// The most fields of one document that are looked at.
const MOST: usize = 200;
/// The longest label, in characters.
const LONGEST_LABEL: usize = 160;
/// The most elements that name one field, and the most elements around it of which one may be its label.
const MOST_NAMES: usize = 8;
const MOST_AROUND: usize = 32;
/// Elements in whose branch nothing is a label.
const WITHOUT_TEXT: [&str; 8] = ["SCRIPT", "STYLE", "SELECT", "TEXTAREA", "BUTTON", "OPTION", "TEMPLATE", "NOSCRIPT"];

/// A field that is not shown now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelField {
    /// The frame in which it is.
    pub frame: String,
    /// The number of its DOM node.
    pub dom: i64,
    pub label: String,
    /// What it holds; `checked` or nothing for a tick box.
    pub value: String,
    /// Its value is a secret: it is to be remembered and not to be read.
    pub secret: bool,
}

/// The fields of the panels of a document, without the branch of the node `bar`. `is_shown`: whether a node has a box.
pub fn fields(document: &Captured, strings: &[String], bar: Option<i64>, is_shown: &dyn Fn(usize) -> bool) -> Vec<PanelField> {
    // Most pages have no such field, and then nothing else is looked at.
    if !has_unseen_field(document, strings, is_shown) {
        return Vec::new();
    }
    let dom = Dom::of(document, strings);
    let targets = dom.targets(is_shown);
    let count = dom.nodes.parent_index.len();
    // A parent comes before its children.
    let (mut panels, mut apart, mut folded) = (vec![false; count], vec![false; count], vec![false; count]);
    let mut out = Vec::new();
    let mut looked_at = 0;
    for node in 0..count {
        let parent = dom.parent(node).filter(|parent| *parent < node);
        let of_parent = |marks: &[bool]| parent.is_some_and(|parent| marks[parent]);
        let is_bar = bar.is_some() && dom.nodes.backend_node_id.get(node).copied() == bar;
        apart[node] = of_parent(&apart) || is_bar || dom.is_apart(node);
        let opens = parent.is_some_and(is_shown);
        let unfolds = opens && dom.is_folded(node);
        folded[node] = of_parent(&folded) || unfolds;
        panels[node] = of_parent(&panels) || unfolds || opens && !is_shown(node) && dom.is_panel(node, &targets);
        // What has a box in a panel that is not folded is shown after all.
        let is_open = panels[node] && !apart[node] && (folded[node] || !is_shown(node));
        if is_open && looked_at < MOST && is_field(dom.name(node)) {
            looked_at += 1;
            out.extend(dom.field(node));
        }
    }
    out
}

fn has_unseen_field(document: &Captured, strings: &[String], is_shown: &dyn Fn(usize) -> bool) -> bool {
    let mut names = document.nodes.node_name.iter().map(|name| of(strings, *name)).enumerate();
    names.any(|(node, name)| name == "DETAILS" || is_field(name) && !is_shown(node))
}

fn is_field(name: &str) -> bool {
    matches!(name, "INPUT" | "SELECT" | "TEXTAREA")
}

/// A document as the browser captured it.
struct Dom<'a> {
    frame: &'a str,
    nodes: &'a Nodes,
    strings: &'a [String],
    children: HashMap<usize, Vec<usize>>,
    ids: HashMap<&'a str, usize>,
    /// The labels by the id of their field.
    labels: HashMap<&'a str, usize>,
    values: HashMap<usize, &'a str>,
    checked: HashSet<usize>,
    selected: HashSet<usize>,
}

impl<'a> Dom<'a> {
    fn of(document: &'a Captured, strings: &'a [String]) -> Self {
        let nodes = &document.nodes;
        let mut dom = Self {
            frame: of(strings, document.frame_id),
            nodes,
            strings,
            children: HashMap::new(),
            ids: HashMap::new(),
            labels: HashMap::new(),
            values: nodes.input_value.pairs().chain(nodes.text_value.pairs()).map(|(at, text)| (at, of(strings, text))).collect(),
            checked: nodes.input_checked.index.iter().copied().collect(),
            selected: nodes.option_selected.index.iter().copied().collect(),
        };
        for node in 0..nodes.parent_index.len() {
            if let Some(parent) = dom.parent(node) {
                dom.children.entry(parent).or_default().push(node);
            }
            if let Some(id) = dom.attribute(node, "id").filter(|id| !id.is_empty()) {
                dom.ids.entry(id).or_insert(node);
            }
            if let Some(field) = dom.attribute(node, "for").filter(|_| dom.name(node) == "LABEL") {
                dom.labels.entry(field).or_insert(node);
            }
        }
        dom
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.parent_index.get(node).and_then(|parent| usize::try_from(*parent).ok())
    }

    fn name(&self, node: usize) -> &'a str {
        self.nodes.node_name.get(node).map_or("", |name| of(self.strings, *name))
    }

    fn attribute(&self, node: usize, name: &str) -> Option<&'a str> {
        let pairs = self.nodes.attributes.get(node)?.chunks_exact(2);
        let mut found = pairs.filter(|pair| of(self.strings, pair[0]).eq_ignore_ascii_case(name));
        found.next().map(|pair| of(self.strings, pair[1]))
    }

    /// The ids of the elements that something on the page shows: a tab, or a link to a part of the page.
    fn targets(&self, is_shown: &dyn Fn(usize) -> bool) -> HashSet<&'a str> {
        let mut out = HashSet::new();
        for node in (0..self.nodes.parent_index.len()).filter(|node| is_shown(*node)) {
            let attribute = |name: &str| self.attribute(node, name).unwrap_or_default();
            let is_tab = attribute("role") == "tab"
                || ["data-toggle", "data-bs-toggle"].iter().any(|name| matches!(attribute(name), "tab" | "pill"));
            if is_tab {
                out.extend(attribute("aria-controls").split_whitespace());
                out.extend(["data-target", "data-bs-target"].iter().filter_map(|name| attribute(name).strip_prefix('#')));
            }
            if self.name(node) == "A" {
                out.extend(attribute("href").strip_prefix('#'));
            }
        }
        out.remove("");
        out
    }

    fn is_panel(&self, node: usize, targets: &HashSet<&str>) -> bool {
        self.attribute(node, "role") == Some("tabpanel") || self.attribute(node, "id").is_some_and(|id| targets.contains(id))
    }

    /// Whether a node is folded away. It may have a box anyway.
    fn is_folded(&self, node: usize) -> bool {
        let closed = |parent: usize| self.name(parent) == "DETAILS" && self.attribute(parent, "open").is_none();
        self.name(node) != "SUMMARY" && self.parent(node).is_some_and(closed)
    }

    /// Whether a branch is no part of a form that a person can show: a dialog, or what scripts make rows from.
    fn is_apart(&self, node: usize) -> bool {
        let role = self.attribute(node, "role").unwrap_or_default();
        let is_modal = self.attribute(node, "aria-modal") == Some("true")
            || self.attribute(node, "class").is_some_and(|class| class.split_whitespace().any(|one| one == "modal"));
        is_modal
            || matches!(role, "dialog" | "alertdialog" | "menu")
            || matches!(self.name(node), "DIALOG" | "TEMPLATE" | "SCRIPT")
    }

    /// A field that has a label. The value of a password field is not even looked at.
    fn field(&self, node: usize) -> Option<PanelField> {
        let attribute = |name: &str| self.attribute(node, name).unwrap_or_default();
        let kind = attribute("type").to_ascii_lowercase();
        let value = match self.name(node) {
            "SELECT" => self.chosen(node),
            "TEXTAREA" => self.values.get(&node).copied().unwrap_or_default().to_owned(),
            "INPUT" => match kind.as_str() {
                "checkbox" if self.checked.contains(&node) => "checked".to_owned(),
                "checkbox" => String::new(),
                "hidden" | "password" | "radio" | "file" | "submit" | "button" | "reset" | "image" => return None,
                _ => self.values.get(&node).copied().unwrap_or_default().to_owned(),
            },
            _ => return None,
        };
        let name = if attribute("name").is_empty() { attribute("id") } else { attribute("name") };
        // The pattern from which scripts make more rows of a form.
        if name.contains("__prefix__") {
            return None;
        }
        let label = self.label(node)?;
        let secret = attribute("style").contains("text-security")
            || secret_field(&kind, attribute("autocomplete"), &label, name).is_some();
        let dom = self.nodes.backend_node_id.get(node).copied()?;
        Some(PanelField { frame: self.frame.to_owned(), dom, label, value, secret })
    }

    /// The options of a list that are chosen.
    fn chosen(&self, list: usize) -> String {
        let mut out: Vec<String> = Vec::new();
        let mut open = vec![list];
        while let Some(node) = open.pop() {
            if self.selected.contains(&node) && self.name(node) == "OPTION" {
                out.push(squeeze(&self.text(node)));
            }
            open.extend(self.children.get(&node).into_iter().flatten().rev());
        }
        out.join(", ")
    }

    /// What a field is called (Accessible Name and Description Computation 1.2, in short).
    fn label(&self, field: usize) -> Option<String> {
        let attribute = |name: &str| self.attribute(field, name).map(str::to_owned);
        let named_by = attribute("aria-labelledby").map(|ids| {
            let parts = ids.split_whitespace().take(MOST_NAMES).filter_map(|id| self.ids.get(id)).map(|node| self.text(*node));
            parts.collect::<Vec<_>>().join(" ")
        });
        let label = || {
            let by_id = self.attribute(field, "id").and_then(|id| self.labels.get(id)).copied();
            let around = || {
                let mut around = std::iter::successors(self.parent(field), |node| self.parent(*node)).take(MOST_AROUND);
                around.find(|node| self.name(*node) == "LABEL")
            };
            by_id.or_else(around).map(|node| self.text(node))
        };
        let given = |text: &Option<String>| text.as_ref().is_some_and(|text| text.chars().any(char::is_alphanumeric));
        let all = [named_by, attribute("aria-label"), label(), attribute("title"), attribute("placeholder")];
        let text = all.into_iter().find(given).flatten()?;
        Some(squeeze(&text).chars().take(LONGEST_LABEL).collect())
    }

    /// The beginning of the text of a branch, without fields and scripts. Blocks are apart.
    fn text(&self, node: usize) -> String {
        let mut out = String::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if out.len() > 4 * LONGEST_LABEL {
                break;
            }
            if self.nodes.node_type.get(node) == Some(&3) {
                out.push_str(self.nodes.node_value.get(node).map_or("", |text| of(self.strings, *text)));
                continue;
            }
            if matches!(self.name(node), "DIV" | "P" | "LI" | "BR" | "DD" | "DT") {
                out.push(' ');
            }
            let children = self.children.get(&node).into_iter().flatten().rev().copied();
            open.extend(children.filter(|child| !WITHOUT_TEXT.contains(&self.name(*child))));
        }
        out
    }
}

fn of(strings: &[String], index: i64) -> &str {
    usize::try_from(index).ok().and_then(|index| strings.get(index)).map_or("", String::as_str)
}
