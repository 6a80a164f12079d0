//! Controls of records that no list or table shows as such: an entry of a tree or a menu that leads to the form of a thing that is there, what a
//! search found, and tick boxes that are called as records. Whether a link names that thing, or only a part of the application such as “Settings”,
//! is decided like that of every record: by what changed.

use crate::address;
use crate::text::{fold, is_telling};
use apprentice_contracts::observation::{ActionDetails, Control, ControlRecord, ObservedAction, StateChange};
use apprentice_contracts::reading::{ReadCell, Reading, RecordKind};
use std::collections::{BTreeMap, HashSet};

/// How many actions the form may be away.
const NEAR: usize = 60;
/// Longer names are texts.
const LONGEST: usize = 80;

/// Notes the record to which such a link belongs.
pub fn name_records(actions: &mut [ObservedAction]) {
    for at in 0..actions.len() {
        let Some(name) = leads_to_its_form(actions, at).or_else(|| was_searched_for(actions, at)) else { continue };
        if let ActionDetails::Click { target } = &mut actions[at].details {
            let cells = vec![ReadCell { header: String::new(), text: name.clone() }];
            target.record = Some(Box::new(ControlRecord { cells, name, own_link: true }));
        }
    }
}

/// The names in columns that name records: each of their texts is in one row alone. Data and tables have such columns; an entry of a list may be
/// one of a menu.
#[derive(Default)]
pub struct RecordNames(Vec<HashSet<String>>);

impl RecordNames {
    pub fn of<'r>(readings: impl Iterator<Item = &'r Reading>) -> Self {
        let mut out = Vec::new();
        for reading in readings {
            let mut columns: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
            for record in reading.records.iter().filter(|record| record.kind == RecordKind::Row) {
                let place = record.place.as_deref().unwrap_or_default();
                for cell in record.cells.iter().filter(|cell| is_telling(&cell.text) && cell.text.chars().count() <= LONGEST) {
                    columns.entry((place, cell.header.as_str())).or_default().push(fold(&cell.text));
                }
            }
            for texts in columns.into_values().filter(|texts| texts.len() > 1) {
                let names: HashSet<String> = texts.iter().cloned().collect();
                if names.len() == texts.len() && !out.contains(&names) {
                    out.push(names);
                }
            }
        }
        Self(out)
    }

    /// Whether a column has the name.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|column| column.contains(&fold(name)))
    }

    /// Whether one column has the name, and another one of these.
    fn has_with(&self, name: &str, others: &[String]) -> bool {
        let name = fold(name);
        self.0.iter().any(|column| column.contains(&name) && others.iter().any(|other| *other != name && column.contains(other)))
    }

    /// Notes the record of a tick box that is called as one, if one of these boxes beside it is called as another one of the same column.
    pub fn name_tick(&self, action: &mut ObservedAction, beside: Option<&[String]>) {
        if let Some(target) = plain_tick(action)
            && beside.map_or_else(|| self.has(&target.name), |beside| self.has_with(&target.name, beside))
            && let ActionDetails::Choose { target, .. } = &mut action.details
        {
            let name = target.name.clone();
            let cells = vec![ReadCell { header: String::new(), text: name.clone() }];
            target.record = Some(Box::new(ControlRecord { cells, name, own_link: false }));
        }
    }
}

/// A tick box in no record.
fn plain_tick(action: &ObservedAction) -> Option<&Control> {
    let ActionDetails::Choose { target, chosen, .. } = &action.details else { return None };
    let is_box = matches!(target.role.as_str(), "checkbox" | "switch") && target.record.is_none() && !target.unnamed;
    (is_box && chosen.len() == 1 && is_telling(&target.name)).then_some(target)
}

/// Whether the action ticks a box in no record.
pub fn is_plain_tick(action: &ObservedAction) -> bool {
    plain_tick(action).is_some()
}

/// Notes the records of tick boxes that are called as records, such as the members of a group in its form.
pub fn name_ticks(actions: &mut [ObservedAction], names: &RecordNames) {
    let boxes = |action: &ObservedAction| -> Vec<(Option<String>, String)> {
        let own = plain_tick(action).map(|target| (target.context.clone(), fold(&target.name)));
        let sent = action.form.iter().filter(|field| matches!(field.role.as_str(), "checkbox" | "switch"));
        own.into_iter().chain(sent.map(|field| (None, fold(&field.label)))).collect()
    };
    let all: Vec<(Option<String>, String)> = actions.iter().flat_map(boxes).collect();
    for action in actions {
        let Some(context) = plain_tick(action).map(|target| target.context.clone()) else { continue };
        let beside: Vec<String> =
            all.iter().filter(|(of, _)| of.is_none() || *of == context).map(|(_, name)| name.clone()).collect();
        names.name_tick(action, Some(&beside));
    }
}

/// The name of a link in no record that led to another page, and what changed.
fn plain_link(action: &ObservedAction) -> Option<(&str, &StateChange)> {
    let ActionDetails::Click { target } = &action.details else { return None };
    let plain = target.role == "link" && target.record.is_none() && !target.unnamed && is_telling(&target.name);
    let change = action.change.as_ref()?;
    let moved = !change.after.url.is_empty() && change.before.url != change.after.url;
    (plain && moved && target.name.chars().count() <= LONGEST).then_some((&target.name, change))
}

/// The name of the link, where it is on a page whose address asks for words that were typed before, and contains them.
fn was_searched_for(actions: &[ObservedAction], at: usize) -> Option<String> {
    let (name, change) = plain_link(&actions[at])?;
    let folded = fold(name);
    let typed = actions[..at].iter().rev().take(NEAR).filter_map(|action| match &action.details {
        ActionDetails::Fill { value, .. } if value.masked.is_none() => Some(fold(&value.text)),
        _ => None,
    });
    let is_asked_for = |words: &String| {
        words.chars().count() > 2
            && folded.contains(words.as_str())
            && folded != *words
            && address::asks_for(&change.before.url, words)
    };
    typed.into_iter().any(|words| is_asked_for(&words)).then(|| name.to_owned())
}

/// The name of the link, where somebody changed a field of the page behind it.
fn leads_to_its_form(actions: &[ObservedAction], at: usize) -> Option<String> {
    let (name, change) = plain_link(&actions[at])?;
    let here = |action: &&ObservedAction| {
        let before = action.change.as_ref().map_or("", |later| later.before.url.as_str());
        before.is_empty() || address::same_page(before, &change.after.url)
    };
    // A field that held something before belongs to a thing that is there. One in a row belongs to the thing of that row.
    let of_row = |action: &ObservedAction| match &action.details {
        ActionDetails::Click { target } | ActionDetails::Fill { target, .. } | ActionDetails::Choose { target, .. } => {
            target.record.is_some()
        }
        _ => false,
    };
    let edits = |action: &ObservedAction| matches!(&action.details, ActionDetails::Fill { previous: Some(previous), .. } if !previous.trim().is_empty());
    actions[at + 1..].iter().take(NEAR).take_while(|action| here(action) && !of_row(action)).any(edits).then(|| name.to_owned())
}
