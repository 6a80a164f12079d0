//! The semantic difference between two snapshots of a page.

use apprentice_contracts::observation::{ElementChange, PageElement, PageSnapshot, SnapshotElement, StateChange};
use std::collections::{BTreeMap, HashMap};

const LIMIT: usize = 60;

pub fn between(before: &PageSnapshot, after: &PageSnapshot) -> StateChange {
    let pairing = Pairing::of(&before.elements, &after.elements);
    let mut changed: Vec<_> = pairing.pairs.iter().flat_map(|(from, to)| changes(from, to)).collect();
    changed.truncate(LIMIT);
    StateChange {
        before: before.identity.clone(),
        after: after.identity.clone(),
        appeared: foremost(pairing.only_after),
        vanished: foremost(pairing.only_before),
        changed,
        links: Vec::new(),
    }
}

/// Pairs the elements of both snapshots that are the same: first those with equal role, name and context, then those with equal role
/// and name. Without the second step, a changed heading would make everything below it new.
#[derive(Default)]
struct Pairing<'a> {
    pairs: Vec<(&'a SnapshotElement, &'a SnapshotElement)>,
    only_before: Vec<&'a PageElement>,
    only_after: Vec<&'a PageElement>,
}

impl<'a> Pairing<'a> {
    fn of(before: &'a [SnapshotElement], after: &'a [SnapshotElement]) -> Self {
        let mut pairing = Self::default();
        let exact =
            |element: &'a SnapshotElement| (&element.element.role, &element.element.name, element.element.context.as_ref());
        let loose = |element: &'a SnapshotElement| (&element.element.role, &element.element.name, None::<&String>);
        let (before, after) = pairing.pair(before.iter().collect(), after.iter().collect(), exact);
        let (before, after) = pairing.pair(before, after, loose);
        pairing.only_before = before.into_iter().map(|element| &element.element).collect();
        pairing.only_after = after.into_iter().map(|element| &element.element).collect();
        pairing
    }

    /// Pairs equal elements in reading order; returns the rest of both sides.
    fn pair<K: std::hash::Hash + Eq>(
        &mut self,
        before: Vec<&'a SnapshotElement>,
        after: Vec<&'a SnapshotElement>,
        key: impl Fn(&'a SnapshotElement) -> K,
    ) -> (Vec<&'a SnapshotElement>, Vec<&'a SnapshotElement>) {
        let mut standing: HashMap<K, std::collections::VecDeque<usize>> = HashMap::new();
        for (index, element) in before.iter().enumerate() {
            standing.entry(key(element)).or_default().push_back(index);
        }
        let mut used = vec![false; before.len()];
        let mut left = Vec::new();
        for element in after {
            match standing.get_mut(&key(element)).and_then(std::collections::VecDeque::pop_front) {
                Some(index) => {
                    used[index] = true;
                    self.pairs.push((before[index], element));
                }
                None => left.push(element),
            }
        }
        (before.into_iter().zip(used).filter(|(_, used)| !used).map(|(element, _)| element).collect(), left)
    }
}

fn changes(from: &SnapshotElement, to: &SnapshotElement) -> Vec<ElementChange> {
    let properties: BTreeMap<&String, ()> = from.states.keys().chain(to.states.keys()).map(|name| (name, ())).collect();
    let unset = |name: &str| if name == "value" { String::new() } else { "false".to_owned() };
    properties
        .into_keys()
        .map(|name| {
            let get = |states: &BTreeMap<String, String>| states.get(name).cloned().unwrap_or_else(|| unset(name));
            ElementChange { element: to.element.clone(), property: name.clone(), from: get(&from.states), to: get(&to.states) }
        })
        .filter(|change| change.from != change.to)
        .collect()
}

/// The most important roles first, then in reading order; each element once.
fn foremost(elements: Vec<&PageElement>) -> Vec<PageElement> {
    let mut ranked: Vec<PageElement> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for element in elements {
        if seen.insert(element) {
            ranked.push(element.clone());
        }
    }
    ranked.sort_by_key(|element| rank(&element.role));
    ranked.truncate(LIMIT);
    ranked
}

fn rank(role: &str) -> u8 {
    match role {
        "alert" | "status" | "dialog" | "alertdialog" | "log" => 0,
        "heading" => 1,
        "row" | "listitem" => 2,
        "cell" | "gridcell" | "rowheader" | "columnheader" | "option" | "treeitem" | "tab" => 3,
        "text" => 5,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(role: &str, name: &str, context: &str, states: &[(&str, &str)]) -> SnapshotElement {
        SnapshotElement {
            element: PageElement {
                role: role.into(),
                name: name.into(),
                context: Some(context.to_owned()).filter(|c| !c.is_empty()),
            },
            states: states.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        }
    }

    fn page(elements: &[SnapshotElement]) -> PageSnapshot {
        PageSnapshot { elements: elements.to_vec(), ..PageSnapshot::default() }
    }

    #[test]
    fn what_appeared_vanished_and_changed() {
        let before = page(&[
            element("heading", "Customers (1)", "", &[]),
            element("button", "Add", "Customers (1)", &[]),
            element("checkbox", "Urgent", "", &[("checked", "false")]),
            element("textbox", "Name", "", &[("value", "Ada")]),
            element("button", "Delete", "Ada", &[]),
        ]);
        let after = page(&[
            element("heading", "Customers (2)", "", &[]),
            element("button", "Add", "Customers (2)", &[]),
            element("checkbox", "Urgent", "", &[("checked", "true")]),
            element("textbox", "Name", "", &[]),
            element("text", "Thanks", "", &[]),
            element("button", "Delete", "Ada", &[]),
            element("row", "Grace | Delete", "", &[]),
            element("button", "Delete", "Grace", &[]),
            element("status", "Saved", "", &[]),
        ]);
        let change = between(&before, &after);
        let names = |elements: &[PageElement]| elements.iter().map(|e| format!("{} {}", e.role, e.name)).collect::<Vec<_>>();
        assert_eq!(
            names(&change.appeared),
            ["status Saved", "heading Customers (2)", "row Grace | Delete", "button Delete", "text Thanks"]
        );
        assert_eq!(names(&change.vanished), ["heading Customers (1)"], "Add stays although its heading changed");
        let changed: Vec<_> =
            change.changed.iter().map(|c| format!("{} {} {}->{}", c.element.name, c.property, c.from, c.to)).collect();
        assert_eq!(changed, ["Urgent checked false->true", "Name value Ada->"]);
    }

    #[test]
    fn lists_are_bounded_and_equal_pages_do_not_differ() {
        let many: Vec<_> = (0..200).map(|i| element("text", &format!("line {i}"), "", &[])).collect();
        assert_eq!(between(&page(&[]), &page(&many)).appeared.len(), LIMIT);
        assert!(between(&page(&many), &page(&many)).appeared.is_empty());
    }
}
