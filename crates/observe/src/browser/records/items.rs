//! Items of lists, cards and articles, in the parts that somebody sees.

use super::{Reader, holds_item, is_control, is_inline, is_item, is_table, is_tick, says, squeeze};
use crate::browser::tree::Node;
use apprentice_contracts::reading::{MAX_CELL, RecordKind};
use std::collections::HashSet;

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

impl<'a> Reader<'a> {
    pub(super) fn read_item(&mut self, node: &'a Node, place: &str) {
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

    /// The parts of an item, as somebody sees them: texts that are in boxes of their own, or that no blank joins. Words of one line, with
    /// its links and emphasis, are one part. At least one; a tick box is part of the text after it.
    pub(super) fn parts(&self, item: &'a Node, without: &dyn Fn(&Node) -> bool) -> Vec<String> {
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
}
