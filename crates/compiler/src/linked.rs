//! Links to records that no list or table shows as such: an entry of a tree or a menu that leads to the form of a thing that is there. Whether the
//! link names that thing, or only a part of the application such as “Settings”, is decided like that of every record: by what changed.

use crate::address;
use crate::text::is_telling;
use apprentice_contracts::observation::{ActionDetails, ControlRecord, ObservedAction};
use apprentice_contracts::reading::ReadCell;

/// How many actions the form may be away.
const NEAR: usize = 60;
/// Longer names are texts.
const LONGEST: usize = 80;

/// Notes the record to which such a link belongs.
pub fn name_records(actions: &mut [ObservedAction]) {
    for at in 0..actions.len() {
        let Some(name) = leads_to_its_form(actions, at) else { continue };
        if let ActionDetails::Click { target } = &mut actions[at].details {
            let cells = vec![ReadCell { header: String::new(), text: name.clone() }];
            target.record = Some(Box::new(ControlRecord { cells, name, own_link: true }));
        }
    }
}

/// The name of the link, where somebody changed a field of the page behind it.
fn leads_to_its_form(actions: &[ObservedAction], at: usize) -> Option<String> {
    let ActionDetails::Click { target } = &actions[at].details else { return None };
    let plain = target.role == "link" && target.record.is_none() && !target.unnamed && is_telling(&target.name);
    let change = actions[at].change.as_ref()?;
    let moved = !change.after.url.is_empty() && change.before.url != change.after.url;
    if !plain || !moved || target.name.chars().count() > LONGEST {
        return None;
    }
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
    actions[at + 1..]
        .iter()
        .take(NEAR)
        .take_while(|action| here(action) && !of_row(action))
        .any(edits)
        .then(|| target.name.clone())
}
