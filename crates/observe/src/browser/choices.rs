//! The radio buttons of a page as choices: of several that belong together, one is on.

use super::tree::{Node, Tree};
use std::collections::HashMap;

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
    group: Option<&'a Node>,
    buttons: Vec<&'a Node>,
}

fn is_on(node: &Node) -> bool {
    node.states.get("checked").is_some_and(|state| state == "true")
}

impl Choices {
    /// The accessibility tree does not say which buttons share a name. Those that follow each other within one group belong together, as far
    /// as no other control stands between them and one of them is on at most.
    pub fn of(tree: &Tree) -> Self {
        let mut choices = Self::default();
        let mut run = Run::default();
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
            } else if !child.ignored && (child.is_field() || matches!(child.role.as_str(), "checkbox" | "switch" | "listbox")) {
                self.end(run);
            }
            self.walk(tree, child, around, run);
        }
    }

    fn end(&mut self, run: &mut Run<'_>) {
        let Run { group, buttons } = std::mem::take(run);
        if let [first, _, ..] = buttons.as_slice() {
            self.of.extend(buttons.iter().map(|button| (button.dom, self.list.len())));
            let chosen = buttons.iter().find(|button| is_on(button)).map(|button| button.name.clone());
            let name = group.map(|group| group.name.clone()).unwrap_or_default();
            self.list.push(Choice { name, first: first.dom, chosen });
        }
    }
}
