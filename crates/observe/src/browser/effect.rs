//! What one action changed: the difference between the page before it and the settled page after it.

use super::diff;
use super::message::{NAME_LIMIT, shorten};
use super::snapshot::Snapshot;
use crate::redact::{mask_link, mask_text};
use apprentice_contracts::observation::{ActionDetails, ElementChange, PageElement, PageIdentity, PageLink, StateChange};
use apprentice_contracts::reading::{ReadRecord, RecordKind};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use tokio::time::Instant;

/// The effect of an action, ready to be reported.
#[derive(Debug)]
pub struct Effect {
    pub key: u64,
    /// `None`: the page was not read before the action, so nobody knows what the action changed.
    pub change: Option<StateChange>,
    pub after_ref: Option<String>,
}

/// An action whose effect is not known yet.
#[derive(Debug)]
pub struct Pending {
    pub key: u64,
    pub before: Option<Arc<Snapshot>>,
    /// If the page was not read before the action: the words that it showed then, through [`super::snapshot::comparable`].
    pub shown_before: Option<Arc<str>>,
    /// Nothing is known of the page before the action, so only later changes can be reported.
    blind: bool,
    /// Read after the action, before the next one.
    pub fresh: Option<Arc<Snapshot>>,
    /// The activity counter of the page when `fresh` was read.
    pub fresh_at: u64,
    /// The page shows a new document since the action.
    pub moved: bool,
    /// When the page is read even if it has not settled.
    pub deadline: Instant,
    began: PageIdentity,
    /// What the action itself says it changed.
    own: Vec<ElementChange>,
    appeared: Vec<PageElement>,
}

impl Pending {
    pub fn new(key: u64, before: Option<Arc<Snapshot>>, began: PageIdentity, details: &ActionDetails, deadline: Instant) -> Self {
        let began = before.as_ref().map_or(began, |taken| taken.page.identity.clone());
        let own = own_change(details);
        let (shown_before, appeared) = (None, Vec::new());
        Self { key, before, shown_before, blind: false, fresh: None, fresh_at: 0, moved: false, deadline, began, own, appeared }
    }

    /// The page is read for the first time, after the action. `of_it`: the reading was requested after the action.
    pub fn first_reading(&mut self, taken: &Arc<Snapshot>, of_it: Option<u64>) {
        self.before = Some(match &self.shown_before {
            Some(words) => Arc::new(taken.already_shown(words)),
            None if self.moved => Arc::new(Snapshot::empty()),
            None => {
                self.blind = true;
                taken.clone()
            }
        });
        if let Some(activity) = of_it.filter(|_| !self.blind) {
            self.fresh = Some(taken.clone());
            self.fresh_at = activity;
        }
    }

    /// Something appeared that is not part of the page itself, such as a dialog.
    pub fn appeared(&mut self, shown: PageElement) {
        self.appeared.push(shown);
    }

    /// The effect by what is known now; `now` is the current page.
    pub fn known(self, now: PageIdentity) -> Effect {
        match self.fresh.clone() {
            Some(fresh) => self.seen(&fresh),
            // Nobody looked at the page between this action and the next one.
            None => self.with_own_changes(StateChange { after: now, ..StateChange::default() }, None, false),
        }
    }

    /// The effect if the page looks like `after` now.
    pub fn seen(self, after: &Snapshot) -> Effect {
        let change = match (&self.before, &self.shown_before) {
            (Some(before), _) => diff::between(&before.page, &after.page),
            (None, Some(words)) => diff::between(&after.already_shown(words).page, &after.page),
            (None, None) => StateChange { after: after.page.identity.clone(), ..StateChange::default() },
        };
        // On another page every link is new.
        let stayed = |before: &&Arc<Snapshot>| before.page.identity.url == after.page.identity.url;
        let links = self.before.as_ref().filter(stayed).map(|before| new_links(before, after)).unwrap_or_default();
        let change = StateChange { links, ..change };
        let sure = !self.blind && (self.before.is_some() || self.shown_before.is_some());
        self.with_own_changes(change, Some(after.state_ref.clone()).filter(|name| !name.is_empty()), sure)
    }

    /// Adds what the action itself changed. `sure`: the change is complete.
    fn with_own_changes(self, mut change: StateChange, after_ref: Option<String>, sure: bool) -> Effect {
        change.before = self.began;
        for own in self.own.into_iter().rev() {
            let known = |reported: &ElementChange| reported.element.name == own.element.name && reported.property == own.property;
            if !change.changed.iter().any(known) {
                change.changed.insert(0, own);
            }
        }
        change.appeared.splice(0..0, self.appeared);
        let shows = change.before.url != change.after.url
            || !(change.appeared.is_empty() && change.vanished.is_empty() && change.changed.is_empty());
        // An empty change would say that the action did nothing. Report it only if that is known.
        Effect { key: self.key, change: Some(change).filter(|_| shows || sure), after_ref }
    }
}

/// The most new links of a change.
const NEW_LINKS: usize = 40;

fn new_links(before: &Snapshot, after: &Snapshot) -> Vec<PageLink> {
    let known: HashSet<&str> = before.links.iter().map(|(_, url)| url.as_str()).collect();
    let new: BTreeSet<&(String, String)> = after.links.iter().filter(|(_, url)| !known.contains(url.as_str())).collect();
    new.into_iter()
        .take(NEW_LINKS)
        .map(|(name, url)| PageLink { name: shorten(&mask_text(name).0, NAME_LIMIT), url: mask_link(url, name) })
        .collect()
}

/// Gives a field the content that it had before an edit, in a reading that shows all or a part of what was typed.
pub fn undo_typing(records: &mut [ReadRecord], action: &ActionDetails) {
    let ActionDetails::Fill { target, value, previous, .. } = action else { return };
    let (typed, before) = (value.text.trim(), previous.as_deref().unwrap_or_default().trim());
    if value.masked.is_some() || typed.is_empty() {
        return;
    }
    let fields = records.iter_mut().filter(|record| record.kind == RecordKind::Field);
    for cell in fields.flat_map(|record| &mut record.cells) {
        let text = cell.text.trim();
        let named = !cell.header.is_empty() && cell.header == target.name;
        let half = (named || cell.header.is_empty() && !before.is_empty()) && text != before;
        if text == typed || half && is_inserted(before, text) && is_inserted(text, typed) {
            cell.text = previous.clone().unwrap_or_default();
        }
    }
}

/// Whether `longer` is `text` with something put in at one place.
fn is_inserted(text: &str, longer: &str) -> bool {
    let start = text.bytes().zip(longer.bytes()).take_while(|(one, other)| one == other).count();
    let end = text.bytes().rev().zip(longer.bytes().rev()).take_while(|(one, other)| one == other).count();
    text.len() <= longer.len() && start + end >= text.len()
}

fn own_change(details: &ActionDetails) -> Vec<ElementChange> {
    let (target, property, from, to) = match details {
        ActionDetails::Fill { target, value, previous, .. } => {
            (target, "value", previous.clone().unwrap_or_default(), value.text.clone())
        }
        ActionDetails::Choose { target, chosen, .. } => match chosen.as_slice() {
            [state] if state == "on" || state == "off" => {
                (target, "checked", (state != "on").to_string(), (state == "on").to_string())
            }
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let element = PageElement { role: target.role.clone(), name: target.name.clone(), context: target.context.clone() };
    vec![ElementChange { element, property: property.into(), from, to }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::observation::{Control, FieldValue};
    use apprentice_contracts::reading::ReadCell;

    #[test]
    fn a_reading_that_is_late_has_what_the_field_held_before() {
        let field = |header: &str, text: &str| ReadRecord {
            kind: RecordKind::Field,
            place: None,
            cells: vec![ReadCell { header: header.into(), text: text.into() }],
            controls: Vec::new(),
            link: None,
        };
        let fill = |previous: &str| ActionDetails::Fill {
            target: Control { role: "textbox".into(), name: "Notes".into(), ..Control::default() },
            value: FieldValue { text: "one\ntwo".into(), masked: None },
            previous: Some(previous.into()),
            input_type: "code".into(),
        };
        let mut records = vec![field("Notes", "one\ntwo\n"), field("", "one\nt"), field("Title", "one"), field("", "two")];
        undo_typing(&mut records, &fill("one"));
        assert_eq!(records, [field("Notes", "one"), field("", "one"), field("Title", "one"), field("", "two")]);
        let mut records = vec![field("Notes", "on"), field("", "on")];
        undo_typing(&mut records, &fill(""));
        assert_eq!(records, [field("Notes", ""), field("", "on")]);
    }
}
