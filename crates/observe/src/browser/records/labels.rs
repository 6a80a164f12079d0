//! Finds values that are beside their label without the markup of a form, a table or a description list: a box with two boxes in it, of which the
//! first one says `Status:`.

use super::super::entries;
use super::super::tree::{Node, Tree};
use super::{is_control, is_item, is_table, says, squeeze};
use std::collections::{HashMap, HashSet};

/// The longest label, in characters.
const LONGEST: usize = 60;
/// The most nodes of a value. What is larger is a part of the page.
const MOST_NODES: usize = 40;

/// Labels and their values, as DOM nodes.
#[derive(Default)]
pub(super) struct Labels {
    /// What a box is the value of.
    pub values: HashMap<i64, String>,
    /// The boxes that say so.
    pub boxes: HashSet<i64>,
}

impl Labels {
    pub fn of(tree: &Tree) -> Self {
        let mut labels = Self::default();
        labels.look(tree, tree.root());
        labels
    }

    fn look(&mut self, tree: &Tree, node: &Node) {
        // An entry is read as a whole.
        if is_table(node) || is_item(node) {
            return;
        }
        let children: Vec<&Node> = tree.children(node).filter(|child| child.role != "StaticText" || says(&child.name)).collect();
        if let [first, second] = children[..]
            && is_box(first)
            && is_box(second)
            && let Some(label) = label_of(tree, first)
            && is_value(tree, second, &mut 0)
            && !said(tree, second).ends_with([':', '：'])
        {
            self.boxes.insert(first.dom);
            self.values.insert(second.dom, label);
            return;
        }
        for child in tree.children(node) {
            self.look(tree, child);
        }
    }
}

fn is_box(node: &Node) -> bool {
    entries::is_box(node) || node.dom != 0 && node.role == "paragraph"
}

/// The label that a box says, without its colon.
fn label_of(tree: &Tree, node: &Node) -> Option<String> {
    let text = said(tree, node);
    let label = text.strip_suffix([':', '：'])?.trim_end();
    let is_short = label.chars().count() <= LONGEST && !label.contains(['.', ':', '?']);
    (says(label) && is_short && is_value(tree, node, &mut 0)).then(|| label.to_owned())
}

/// Whether a box only says something: nothing in it is read in its own way.
fn is_value(tree: &Tree, node: &Node, nodes: &mut usize) -> bool {
    *nodes += 1;
    let alone = |node: &Node| {
        is_control(node)
            || is_table(node)
            || is_item(node)
            || matches!(node.role.as_str(), "heading" | "list" | "form" | "dialog")
    };
    *nodes <= MOST_NODES && (node.ignored || !alone(node)) && tree.children(node).all(|child| is_value(tree, child, nodes))
}

fn said(tree: &Tree, node: &Node) -> String {
    fn collect(tree: &Tree, node: &Node, text: &mut String) {
        match node.role.as_str() {
            "StaticText" if !node.ignored => text.push_str(&node.name),
            "InlineTextBox" => {}
            _ => tree.children(node).for_each(|child| collect(tree, child, text)),
        }
    }
    let mut text = String::new();
    collect(tree, node, &mut text);
    squeeze(&text)
}
