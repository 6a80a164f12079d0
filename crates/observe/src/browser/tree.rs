//! The accessibility tree of one frame, by Chromium, and the names of its nodes.

use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Whether a character is a sign of a font of icons, which says nothing: one of the area of Unicode for private use.
fn is_icon(letter: char) -> bool {
    ('\u{e000}'..='\u{f8ff}').contains(&letter)
}

/// A text with one space between its words, without signs of icons.
pub(super) fn squeeze(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || is_icon(letter));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Roles whose nodes are elements of a snapshot, when they have a name.
const ELEMENTS: [&str; 46] = [
    "alert",
    "status",
    "log",
    "timer",
    "marquee",
    "dialog",
    "alertdialog",
    "heading",
    "row",
    "cell",
    "gridcell",
    "columnheader",
    "rowheader",
    "listitem",
    "link",
    "button",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "option",
    "checkbox",
    "radio",
    "radiogroup",
    "switch",
    "slider",
    "spinbutton",
    "tab",
    "tabpanel",
    "menu",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "treeitem",
    "image",
    "img",
    "progressbar",
    "meter",
    "tooltip",
    "table",
    "grid",
    "form",
    "region",
    "navigation",
    "group",
    "search",
];

/// Roles with a value that a user can change; everything inside is that value.
const FIELDS: [&str; 11] = [
    "textbox",
    "searchbox",
    "combobox",
    "spinbutton",
    "slider",
    "Date",
    "DateTime",
    "InputTime",
    "ColorWell",
    "MenuListPopup",
    "PopUpButton",
];

/// Text inside these roles says what they do; it is not content.
const CONTROLS: [&str; 12] = [
    "button",
    "checkbox",
    "radio",
    "switch",
    "textbox",
    "searchbox",
    "combobox",
    "menuitem",
    "DisclosureTriangle",
    "spinbutton",
    "slider",
    "listbox",
];

/// Roles whose name is the text inside, and that nobody operates.
const NAMED_BY_TEXT: [&str; 24] = [
    "alert",
    "status",
    "log",
    "timer",
    "marquee",
    "tooltip",
    "dialog",
    "alertdialog",
    "heading",
    "row",
    "cell",
    "gridcell",
    "columnheader",
    "rowheader",
    "listitem",
    "paragraph",
    "LabelText",
    "Legend",
    "caption",
    "note",
    "term",
    "definition",
    "image",
    "img",
];

/// How deep a page is read. A script could nest elements until the stack overflows; real pages are far less deep.
const DEEPEST: usize = 300;

const STATES: [&str; 5] = ["checked", "selected", "expanded", "disabled", "pressed"];

#[derive(Debug)]
pub struct Node {
    pub role: String,
    pub name: String,
    pub value: String,
    pub ignored: bool,
    pub states: BTreeMap<String, String>,
    /// Where a link leads; empty for other nodes.
    pub url: String,
    /// The number of the DOM node; 0 if there is none.
    pub dom: i64,
    rich: bool,
    plain: bool,
    children: Vec<String>,
}

#[derive(Debug)]
pub struct Tree {
    nodes: HashMap<String, Node>,
    root: String,
    /// How many columns and rows a cell covers, where it is more than one; by DOM node.
    spans: HashMap<i64, (usize, usize)>,
}

#[derive(Deserialize)]
struct Answer {
    nodes: Vec<RawNode>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawNode {
    node_id: String,
    parent_id: Option<String>,
    #[serde(default)]
    ignored: bool,
    role: Option<RawValue>,
    name: Option<RawValue>,
    value: Option<RawValue>,
    #[serde(default)]
    properties: Vec<RawProperty>,
    #[serde(default)]
    child_ids: Vec<String>,
    #[serde(default, rename = "backendDOMNodeId")]
    dom: i64,
}

#[derive(Deserialize)]
struct RawProperty {
    name: String,
    value: RawValue,
}

#[derive(Deserialize)]
struct RawValue {
    #[serde(default)]
    value: Value,
}

impl RawValue {
    fn text(&self) -> String {
        match &self.value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            // The browser keeps the value of a number field with single precision: 5.35 arrives as 5.349999904632568.
            Value::Number(number) => match number.as_f64() {
                Some(value) if !number.is_i64() && f64::from(value as f32) == value => (value as f32).to_string(),
                _ => number.to_string(),
            },
            other => other.to_string(),
        }
    }
}

impl From<RawNode> for Node {
    fn from(raw: RawNode) -> Self {
        let text = |value: Option<RawValue>| value.map(|value| value.text()).unwrap_or_default();
        let url = raw.properties.iter().find(|property| property.name == "url").map(|property| property.value.text());
        let editable = raw.properties.iter().find(|property| property.name == "editable").map(|property| property.value.text());
        let states = raw
            .properties
            .iter()
            .filter(|property| STATES.contains(&property.name.as_str()))
            .map(|property| (property.name.clone(), property.value.text()))
            .filter(|(name, value)| name != "disabled" || value == "true")
            .collect();
        Self {
            role: text(raw.role),
            name: squeeze(&text(raw.name)),
            value: text(raw.value),
            ignored: raw.ignored,
            states,
            url: url.unwrap_or_default(),
            dom: raw.dom,
            rich: editable.as_deref() == Some("richtext"),
            plain: editable.as_deref() == Some("plaintext"),
            children: raw.child_ids,
        }
    }
}

impl Node {
    pub fn is_field(&self) -> bool {
        FIELDS.contains(&self.role.as_str()) || self.plain || (self.rich && !self.value.is_empty())
    }

    /// The role in ARIA.
    pub fn word(&self) -> &str {
        match self.role.as_str() {
            "DisclosureTriangle" | "ColorWell" => "button",
            "Date" | "DateTime" | "InputTime" => "textbox",
            "PopUpButton" => "combobox",
            "image" => "img",
            "StaticText" => "text",
            "generic" if self.rich => "textbox",
            role => role,
        }
    }
}

fn cut_below(deepest: usize, root: &str, nodes: &mut HashMap<String, Node>) {
    let mut level = vec![root.to_owned()];
    for _ in 0..deepest {
        level = level.iter().filter_map(|id| nodes.get(id)).flat_map(|node| node.children.iter().cloned()).collect();
    }
    for id in level {
        if let Some(node) = nodes.get_mut(&id) {
            node.children.clear();
        }
    }
}

impl Tree {
    /// From the answer of `Accessibility.getFullAXTree`; what cannot be read is an empty tree.
    pub fn of(answer: Value) -> Self {
        let raw = serde_json::from_value::<Answer>(answer).map(|answer| answer.nodes).unwrap_or_default();
        let root = raw.iter().find(|node| node.parent_id.is_none()).map(|node| node.node_id.clone()).unwrap_or_default();
        let mut nodes: HashMap<_, _> = raw
            .into_iter()
            .map(|raw| {
                // Trim names, but keep the spaces around static text, which belong to the sentence.
                let spaced = raw.role.as_ref().is_some_and(|role| role.value == "StaticText");
                let name = raw.name.as_ref().map(RawValue::text).unwrap_or_default().replace(is_icon, " ");
                let id = raw.node_id.clone();
                let mut node = Node::from(raw);
                if spaced {
                    node.name = name;
                }
                (id, node)
            })
            .collect();
        nodes.entry(root.clone()).or_insert_with(|| Node {
            role: String::new(),
            name: String::new(),
            value: String::new(),
            ignored: true,
            states: BTreeMap::new(),
            url: String::new(),
            dom: 0,
            rich: false,
            plain: false,
            children: Vec::new(),
        });
        cut_below(DEEPEST, &root, &mut nodes);
        Self { nodes, root, spans: HashMap::new() }
    }

    /// Adds how many columns and rows cells cover, which the accessibility tree does not tell.
    pub fn with_spans(mut self, spans: &HashMap<i64, (usize, usize)>) -> Self {
        self.spans.clone_from(spans);
        self
    }

    /// How many columns and rows a cell covers.
    pub fn span(&self, cell: &Node) -> (usize, usize) {
        self.spans.get(&cell.dom).copied().unwrap_or((1, 1))
    }

    /// Takes out the branch of a DOM node. The root stays, whatever its number is.
    pub fn without_branch(mut self, dom: i64) -> Self {
        let is_in = |(id, node): &(&String, &Node)| node.dom == dom && **id != self.root;
        let mut branch: Vec<String> = self.nodes.iter().filter(is_in).map(|(id, _)| id.clone()).collect();
        for node in self.nodes.values_mut() {
            node.children.retain(|child| !branch.contains(child));
        }
        while let Some(id) = branch.pop() {
            let removed = if id == self.root { None } else { self.nodes.remove(&id) };
            branch.extend(removed.into_iter().flat_map(|node| node.children));
        }
        self
    }

    /// Takes out the text that a person cannot see (`unseen`: numbers of DOM nodes). Names of controls stay as they are.
    pub fn without(mut self, unseen: &HashSet<i64>) -> Self {
        if unseen.is_empty() {
            return self;
        }
        let mut gone: Vec<String> = Vec::new();
        for node in self.nodes.values_mut().filter(|node| node.role == "StaticText" && unseen.contains(&node.dom)) {
            let text = squeeze(&std::mem::take(&mut node.name));
            if text.chars().any(char::is_alphanumeric) {
                gone.push(text);
            }
        }
        // The name of a cell or a heading is made of its texts.
        let is_named = |node: &Node| !node.name.is_empty() && NAMED_BY_TEXT.contains(&node.role.as_str());
        let holds = |node: &Node| unseen.contains(&node.dom) || gone.iter().any(|text| node.name.contains(text.as_str()));
        let renamed: Vec<(String, String)> = self
            .nodes
            .iter()
            .filter(|(_, node)| is_named(node) && holds(node))
            .map(|(id, node)| (id.clone(), if unseen.contains(&node.dom) { String::new() } else { self.text(node, &[]) }))
            .collect();
        for (id, name) in renamed {
            if let Some(node) = self.nodes.get_mut(&id) {
                node.name = name;
            }
        }
        self
    }

    pub fn root(&self) -> &Node {
        &self.nodes[&self.root]
    }

    pub fn title(&self) -> &str {
        &self.root().name
    }

    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    pub fn children<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        node.children.iter().filter_map(|id| self.nodes.get(id))
    }

    /// The name of a node as an element of a snapshot; empty if it is not one.
    pub fn element_name(&self, node: &Node) -> String {
        match node.word() {
            "row" if self.is_header(node) => String::new(),
            "row" => self.cells(node).join(" | "),
            "cell" | "gridcell" if self.text_without_controls(node).is_empty() => String::new(),
            "listitem" => self.own_text(node),
            "alert" | "status" | "log" | "timer" | "tooltip" | "alertdialog" if node.name.is_empty() => self.text(node, &[]),
            "dialog" if node.name.is_empty() => self.first_heading(node).unwrap_or_default(),
            word if ELEMENTS.contains(&word) => node.name.clone(),
            _ => String::new(),
        }
    }

    /// The context that the node gives to everything inside it. `name`: its element name.
    pub fn context_name(&self, node: &Node, name: &str) -> Option<String> {
        let context = match node.role.as_str() {
            "row" => self.cells(node).into_iter().next().unwrap_or_default(),
            "dialog" | "alertdialog" | "form" | "region" | "group" | "radiogroup" | "navigation" | "search" | "tabpanel"
            | "toolbar" | "article" | "listbox" | "tree" | "tablist" | "listitem" | "table" | "grid" | "menu" => {
                if name.is_empty() { node.name.clone() } else { name.to_owned() }
            }
            _ => String::new(),
        };
        Some(context).filter(|context| !context.is_empty())
    }

    fn cells(&self, row: &Node) -> Vec<String> {
        let mut cells = Vec::new();
        self.collect_cells(row, &mut cells);
        cells.into_iter().map(|cell| self.text_without_controls(cell)).filter(|cell| !cell.is_empty()).collect()
    }

    /// A row of column headers is not a record.
    fn is_header(&self, row: &Node) -> bool {
        let mut cells = Vec::new();
        self.collect_cells(row, &mut cells);
        !cells.is_empty() && cells.iter().all(|cell| cell.role == "columnheader")
    }

    fn collect_cells<'a>(&'a self, node: &'a Node, cells: &mut Vec<&'a Node>) {
        for child in self.children(node) {
            match child.role.as_str() {
                "cell" | "gridcell" | "rowheader" | "columnheader" => cells.push(child),
                _ if child.ignored || child.role == "generic" => self.collect_cells(child, cells),
                _ => {}
            }
        }
    }

    /// The text of a cell without its buttons and without several links (`Edit | Delete`). A single link may name the record.
    fn text_without_controls(&self, cell: &Node) -> String {
        let mut without = CONTROLS.to_vec();
        let all = self.text(cell, &without);
        without.push("link");
        if self.links(cell) > 1 && !self.text(cell, &without).chars().any(char::is_alphanumeric) { String::new() } else { all }
    }

    fn links(&self, node: &Node) -> usize {
        self.children(node).map(|child| if child.role == "link" { 1 } else { self.links(child) }).sum()
    }

    /// The text of a list item, if it is more than one link or button.
    fn own_text(&self, node: &Node) -> String {
        let mut without = CONTROLS.to_vec();
        without.extend(["list", "tree"]);
        let all = self.text(node, &without);
        without.push("link");
        if self.text(node, &without).chars().any(char::is_alphanumeric) { all } else { String::new() }
    }

    fn first_heading(&self, node: &Node) -> Option<String> {
        self.children(node).find_map(|child| {
            if child.role == "heading" && !child.name.is_empty() { Some(child.name.clone()) } else { self.first_heading(child) }
        })
    }

    fn text(&self, node: &Node, without: &[&str]) -> String {
        let mut text = String::new();
        self.collect_text(node, without, &mut text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn collect_text(&self, node: &Node, without: &[&str], text: &mut String) {
        for child in self.children(node) {
            if text.len() > 1_000 || without.contains(&child.role.as_str()) || child.is_field() || child.role == "ListMarker" {
                continue;
            }
            match child.role.as_str() {
                "StaticText" => text.push_str(&child.name),
                "image" | "img" if !child.name.is_empty() => {
                    text.push(' ');
                    text.push_str(&child.name);
                    text.push(' ');
                }
                "link" | "emphasis" | "strong" | "code" | "mark" => self.collect_text(child, without, text),
                _ => {
                    text.push(' ');
                    self.collect_text(child, without, text);
                    text.push(' ');
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_a_number_field_is_what_somebody_typed() {
        for (given, text) in [
            (serde_json::json!(5.349999904632568), "5.35"),
            (serde_json::json!(27.25), "27.25"),
            (serde_json::json!(12), "12"),
            (serde_json::json!(0.1234567890123), "0.1234567890123"),
            (serde_json::json!("5.350"), "5.350"),
        ] {
            assert_eq!(RawValue { value: given }.text(), text);
        }
    }
}
