//! Links to records that no list or table shows as such: an entry of a tree or a menu that leads to the form of a thing that is there, and what a
//! search found. Whether the link names that thing, or only a part of the application such as “Settings”, is decided like that of every record:
//! by what changed.

use crate::address;
use crate::text::{fold, is_telling};
use apprentice_contracts::observation::{ActionDetails, ControlRecord, ObservedAction, StateChange};
use apprentice_contracts::reading::ReadCell;

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
