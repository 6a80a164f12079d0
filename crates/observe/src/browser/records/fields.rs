//! Fields: what a control holds, and what a person calls it.

use super::{Reader, guarded, is_control, is_tick, label, squeeze};
use crate::browser::choices::Choice;
use crate::browser::tree::Node;
use apprentice_contracts::MASK;
use apprentice_contracts::reading::RecordKind;
use std::collections::{HashMap, HashSet};

/// The longest text that can be the label of a field after it.
const MAX_LABEL: usize = 60;

impl<'a> Reader<'a> {
    /// The value of a control.
    pub(super) fn value(&self, node: &'a Node) -> String {
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

    /// The first part of each label of a radio button that has several, if it distinguishes the button from others; the rest explains it.
    pub(super) fn titles_of_choices(&self) -> HashMap<String, String> {
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
    pub(super) fn names_tick(&self, label: &'a Node) -> bool {
        let tick = self.find(label, &is_control).filter(|control| is_tick(control));
        tick.is_some_and(|tick| squeeze(&tick.name).contains(&self.parts(label, &is_control).join(" ")))
    }

    /// Radio buttons that belong together are one field: what it is called, and the button that is on.
    fn push_choice(&mut self, choice: &Choice, node: &'a Node, place: &str) {
        let named = label(&choice.name);
        let header = match named.is_empty() {
            true => self.take_label_before().or_else(|| self.heading_before()).unwrap_or_default(),
            false => named,
        };
        let chosen = choice.chosen.as_ref().map(|name| self.choice_title(name)).unwrap_or_default();
        let value = guarded(&header, &chosen, true);
        if !(header.is_empty() && value.is_empty()) {
            self.push(RecordKind::Field, place, vec![(header, value)], node);
        }
    }

    pub(super) fn push_field(&mut self, node: &'a Node, before: &str, place: &str) {
        if let Some(choice) = self.choices.with(node) {
            if choice.first == node.dom {
                let choice = choice.clone();
                self.push_choice(&choice, node, place);
            }
            return;
        }
        let name = if node.role == "radio" { self.choice_title(&node.name) } else { label(&node.name) };
        let mut header = if before.is_empty() { name } else { before.to_owned() };
        if before.is_empty() && (header.is_empty() || self.no_labels.contains(&node.name)) {
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
        // In a text of several lines, such as a document in an editor, the task may be about one line.
        let lines: Vec<String> = value.lines().map(squeeze).filter(|line| !line.is_empty()).collect();
        let within = if header.is_empty() { place.to_owned() } else { header.clone() };
        self.push(RecordKind::Field, place, vec![(header, value)], node);
        if lines.len() > 1 {
            for line in lines {
                self.push(RecordKind::Line, &within, vec![(String::new(), line)], node);
            }
        }
    }

    /// A heading just before choices asks for them.
    fn heading_before(&self) -> Option<String> {
        let last = self.records.list.last().filter(|last| last.kind == RecordKind::Heading)?;
        Some(label(&last.cells.first()?.text)).filter(|text| !text.is_empty() && text.chars().count() <= MAX_LABEL)
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
}
