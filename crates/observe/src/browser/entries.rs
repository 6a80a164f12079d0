//! Finds the entries of a list that has no markup of a list: boxes side by side in each of which the same can be done, and the rows of a
//! table that is drawn with boxes.

use super::tree::{Node, Tree};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The most nodes of an entry. What is larger is a part of the page.
const MAX_NODES: usize = 80;
/// The most different buttons and links of an entry.
const MAX_CONTROLS: usize = 12;
/// The fewest cells of a row, texts in a row, and rows of a table of boxes.
const MIN_OF_ROWS: usize = 3;
/// The most texts in a cell of a table of boxes.
const MAX_CELL_TEXTS: usize = 2;

/// The boxes and what can be done in each of them, as DOM nodes.
#[derive(Default)]
pub struct Entries {
    pub boxes: HashSet<i64>,
    /// Buttons and links that every entry of its list has.
    pub actions: HashSet<i64>,
}

/// What is inside a node.
#[derive(Default)]
struct Inside<'a> {
    nodes: usize,
    /// Buttons and links by their name.
    controls: Vec<(&'a str, i64)>,
    texts: bool,
    /// How many different texts.
    said: usize,
    /// The boxes side by side in it, if it is a row of a table of boxes: those of its only child, if it has one.
    cells: usize,
    /// Whether entries were found in it.
    entries: bool,
    headings: usize,
    /// Something that is read in its own way: a table, a field, a list entry.
    other: bool,
}

impl Inside<'_> {
    fn is_small(&self) -> bool {
        self.nodes <= MAX_NODES && self.controls.len() <= MAX_CONTROLS && !self.other
    }
}

impl Entries {
    pub fn of(tree: &Tree) -> Self {
        let mut entries = Self::default();
        entries.look(tree, tree.root());
        entries
    }

    fn look<'a>(&mut self, tree: &'a Tree, node: &'a Node) -> Inside<'a> {
        let mut all = Inside { nodes: 1, ..Inside::default() };
        if !node.ignored {
            match node.role.as_str() {
                "button" | "link" | "menuitem" => {
                    let name = node.name.trim();
                    if !name.is_empty() {
                        all.controls.push((name, node.dom));
                    }
                    all.texts = node.role == "link" && !name.is_empty();
                    all.said = usize::from(all.texts);
                    return all;
                }
                "StaticText" => {
                    all.texts = node.name.chars().any(char::is_alphanumeric);
                    all.said = usize::from(all.texts);
                }
                "heading" => all.headings = 1,
                _ => {}
            }
            all.other = is_read_alone(node);
        }
        let inside: Vec<(&Node, Inside<'a>)> = tree.children(node).map(|child| (child, self.look(tree, child))).collect();
        let known = self.boxes.len();
        if !leads_around(node) {
            self.take_alike(&inside);
            self.take_rows(&inside);
        }
        all.entries = self.boxes.len() > known;
        all.cells = cells_of(&inside);
        for (_, part) in inside {
            all.nodes += part.nodes;
            all.texts |= part.texts;
            all.said += part.said;
            all.entries |= part.entries;
            all.headings += part.headings;
            all.other |= part.other;
            let room = (MAX_CONTROLS + 1).saturating_sub(all.controls.len());
            all.controls.extend(part.controls.into_iter().take(room));
        }
        all
    }

    /// Takes the boxes among these that have the same buttons and links.
    fn take_alike(&mut self, siblings: &[(&Node, Inside<'_>)]) {
        let boxes = || siblings.iter().filter(|(node, inside)| is_box(node) && inside.texts && inside.is_small());
        let mut times: HashMap<&str, usize> = HashMap::new();
        for (_, inside) in boxes() {
            let names: BTreeSet<&str> = inside.controls.iter().map(|(name, _)| *name).collect();
            for name in names {
                *times.entry(name).or_default() += 1;
            }
        }
        let mut alike: HashMap<BTreeSet<&str>, Vec<&(&Node, Inside<'_>)>> = HashMap::new();
        for one in boxes() {
            let shared: BTreeSet<&str> = one.1.controls.iter().map(|(name, _)| *name).filter(|name| times[name] > 1).collect();
            alike.entry(shared).or_default().push(one);
        }
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let mut rest = Vec::new();
        for (shared, list) in alike {
            let titled = list.iter().all(|(_, inside)| inside.headings == 1);
            let enough = match shared.len() {
                0 => false,
                1 => list.len() > 2 || list.len() > 1 && titled,
                _ => list.len() > 1,
            };
            if enough {
                known.extend(&shared);
                list.iter().for_each(|(node, inside)| self.take(node, inside, &shared));
            } else {
                rest.extend(list);
            }
        }
        // The last file beside two folders is an entry as well: it can be removed as they can.
        for (node, inside) in rest {
            if inside.controls.iter().any(|(name, _)| known.contains(name)) {
                self.take(node, inside, &known);
            }
        }
    }

    /// Takes the rows of a table that is drawn with boxes: several of the same number of cells, of which each says little.
    fn take_rows(&mut self, siblings: &[(&Node, Inside<'_>)]) {
        let is_row = |(node, inside): &&(&Node, Inside<'_>)| {
            is_box(node) && inside.is_small() && !inside.entries && inside.cells >= MIN_OF_ROWS && inside.said >= MIN_OF_ROWS
        };
        let mut rows: HashMap<usize, Vec<i64>> = HashMap::new();
        for (node, inside) in siblings.iter().filter(is_row) {
            rows.entry(inside.cells).or_default().push(node.dom);
        }
        self.boxes.extend(rows.into_values().filter(|rows| rows.len() >= MIN_OF_ROWS).flatten());
    }

    fn take(&mut self, entry: &Node, inside: &Inside<'_>, actions: &BTreeSet<&str>) {
        self.boxes.insert(entry.dom);
        self.actions.extend(inside.controls.iter().filter(|(name, _)| actions.contains(name)).map(|(_, dom)| *dom));
    }
}

/// The cells of a row with these children; 0 if it is none.
fn cells_of(children: &[(&Node, Inside<'_>)]) -> usize {
    match children {
        [(_, only)] => only.cells,
        all if all.iter().all(|(node, inside)| is_box(node) && inside.said <= MAX_CELL_TEXTS && inside.headings == 0) => {
            all.len()
        }
        _ => 0,
    }
}

/// Whether a node is nothing but a box around others.
pub fn is_box(node: &Node) -> bool {
    node.dom != 0 && (node.ignored || matches!(node.role.as_str(), "generic" | "none" | "group" | "Section"))
}

/// What has entries of its own, or belongs to a form.
fn is_read_alone(node: &Node) -> bool {
    node.is_field()
        || matches!(node.role.as_str(), "table" | "grid" | "treegrid" | "LayoutTable" | "row" | "LayoutTableRow")
        || matches!(node.role.as_str(), "listitem" | "article" | "treeitem" | "form" | "dialog" | "listbox" | "option")
}

fn leads_around(node: &Node) -> bool {
    !node.ignored
        && (is_read_alone(node)
            || matches!(node.role.as_str(), "navigation" | "menu" | "menubar" | "tablist" | "toolbar" | "list" | "tree"))
}
