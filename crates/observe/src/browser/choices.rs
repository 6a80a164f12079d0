//! The radio buttons of a page as choices: of several that belong together, one is on.

use super::tree::{Node, Tree};
use std::collections::{HashMap, HashSet};

/// Several radio buttons that belong together.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// What the markup calls it; empty where nothing does.
    pub name: String,
    /// The DOM node of the first button.
    pub first: i64,
    /// The accessible name of the button that is on.
    pub chosen: Option<String>,
}

/// The choices of a page.
#[derive(Debug, Default)]
pub struct Choices {
    list: Vec<Choice>,
    /// The choice of each button, by its DOM node.
    of: HashMap<i64, usize>,
}

/// The buttons of one choice while the page is walked.
#[derive(Default)]
struct Run<'a> {
    /// The names of all buttons of the page.
    names: HashSet<String>,
    group: Option<&'a Node>,
    buttons: Vec<&'a Node>,
}

impl Run<'_> {
    /// Whether a text is a part of the name of a button.
    fn names_button(&self, text: &str) -> bool {
        let text = text.trim();
        self.names.contains(text) || self.names.iter().any(|name| name.contains(text))
    }
}

/// Parts of a page in which buttons say something about their row or entry.
fn is_apart(node: &Node) -> bool {
    matches!(node.role.as_str(), "table" | "grid" | "treegrid" | "listitem" | "article" | "treeitem")
}

fn is_on(node: &Node) -> bool {
    node.states.get("checked").is_some_and(|state| state == "true")
}

impl Choices {
    /// The accessibility tree does not say which buttons share a name. Those that follow each other within one group belong together, as far
    /// as no other control and no text but their names is between them, and one of them is on at most.
    pub fn of(tree: &Tree) -> Self {
        let mut choices = Self::default();
        let names = tree.nodes().filter(|node| node.role == "radio" && !node.ignored).map(|node| node.name.clone());
        let mut run = Run { names: names.collect(), ..Run::default() };
        choices.walk(tree, tree.root(), None, &mut run);
        choices.end(&mut run);
        choices
    }

    /// The choice to which a radio button belongs. A single button is none.
    pub fn with(&self, button: &Node) -> Option<&Choice> {
        self.of.get(&button.dom).map(|at| &self.list[*at])
    }

    fn walk<'a>(&mut self, tree: &'a Tree, node: &'a Node, group: Option<&'a Node>, run: &mut Run<'a>) {
        for child in tree.children(node) {
            let is_group = !child.ignored && matches!(child.role.as_str(), "radiogroup" | "group");
            let around = if is_group { Some(child) } else { group };
            if !child.ignored && child.role == "radio" {
                let other_group = run.group.map(|group| group.dom) != around.map(|group| group.dom);
                if other_group || is_on(child) && run.buttons.iter().any(|button| is_on(button)) {
                    self.end(run);
                }
                run.group = around;
                run.buttons.push(child);
            } else if child.role == "StaticText" && !run.buttons.is_empty() && child.name.chars().any(char::is_alphanumeric) {
                if !run.names_button(&child.name) {
                    self.end(run);
                }
            } else if !child.ignored
                && (is_apart(child) || child.is_field() || matches!(child.role.as_str(), "checkbox" | "switch" | "listbox"))
            {
                self.end(run);
            }
            self.walk(tree, child, around, run);
            if !child.ignored && is_apart(child) {
                self.end(run);
            }
        }
    }

    fn end(&mut self, run: &mut Run<'_>) {
        let (group, buttons) = (run.group.take(), std::mem::take(&mut run.buttons));
        if let [first, _, ..] = buttons.as_slice() {
            self.of.extend(buttons.iter().map(|button| (button.dom, self.list.len())));
            let chosen = buttons.iter().find(|button| is_on(button)).map(|button| button.name.clone());
            let name = group.map(|group| group.name.clone()).unwrap_or_default();
            self.list.push(Choice { name, first: first.dom, chosen });
        }
    }
}
