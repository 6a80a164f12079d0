//! What a run entered, against what the pages showed on which the demonstration read it.
//!
//! It speaks against a run only where the run saw such a page, and saw it whole. Who knows a value by heart looks nothing up.

use crate::looked_up::{SeenPages, has_numbers, holds, is_place, is_same_value, shown_at};
use crate::pattern::{self, Bindings, variables_in};
use crate::text::clip;
use apprentice_contracts::graph::ReadValue;
use apprentice_contracts::observation::StateChange;

/// What a run looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct LookedUp {
    reads: Vec<ReadValue>,
    seen: SeenPages,
    faults: Vec<Fault>,
}

/// A value that was entered in another form than it was shown.
#[derive(Clone, Debug)]
struct Fault {
    input: String,
    /// The action that entered it.
    at: usize,
    why: String,
}

impl LookedUp {
    pub fn of(reads: &[ReadValue]) -> Self {
        Self { reads: reads.to_vec(), ..Self::default() }
    }

    /// Takes what an action of the run changed.
    pub fn see(&mut self, change: &StateChange) {
        if !self.reads.is_empty() {
            self.seen.take(change);
        }
    }

    /// Compares what the action `now` entered with what was seen before it. `given` are the values of the run so far. A value that is entered
    /// again replaces the former one, unless that was sent, with the action `sent_at`, for an item of its own.
    pub fn compare(&mut self, entered: &[(String, String)], given: &Bindings, over: &[String], now: usize, sent_at: usize) {
        for (name, value) in entered {
            self.faults.retain(|fault| fault.input != *name || over.contains(name) && fault.at <= sent_at);
            let own: Vec<&ReadValue> = self.reads.iter().filter(|read| read.input == *name).collect();
            let why = own
                .iter()
                .find_map(|read| self.contradiction(read, value, given))
                .or_else(|| self.of_another(&own, value, given));
            self.faults.extend(why.map(|why| Fault { input: name.clone(), at: now, why }));
        }
    }

    /// What is wrong, for people.
    pub fn fault(&self) -> Option<String> {
        self.faults.first().map(|fault| fault.why.clone())
    }

    fn contradiction(&self, read: &ReadValue, entered: &str, given: &Bindings) -> Option<String> {
        if read.label.is_empty() && read.row.is_empty() {
            return self.nowhere(read, entered);
        }
        let is_known = |name: &String| given.get(name).is_some_and(|value| !value.trim().is_empty());
        let patterns = [&read.title, &read.heading, &read.row, &read.label];
        if !patterns.into_iter().all(|pattern| variables_in(pattern).iter().all(is_known)) {
            return None;
        }
        let places: Vec<_> = self.seen.others().filter(|seen| is_place(read, seen, given)).collect();
        let shown: Vec<(&str, &str)> = places
            .iter()
            .flat_map(|seen| shown_at(read, seen, given).into_iter().map(|text| (text, seen.page.title.as_str())))
            .collect();
        let (first, title) = shown.first()?;
        let fits = shown.iter().any(|(text, _)| is_entered(read, entered, text));
        let label = if read.label.contains("{{") { "" } else { read.label.as_str() };
        (!fits).then(|| {
            let says = format!("{} {}", clip(label, 40), clip(first, 80));
            format!("“{}” was entered, but the page “{}” shows “{}”.", clip(entered, 80), clip(title, 80), says.trim())
        })
    }

    /// A value that has no place of its own is on no page that was seen, and the page on which it is read was seen whole.
    fn nowhere(&self, read: &ReadValue, entered: &str) -> Option<String> {
        let names = variables_in(&read.title);
        let title = names.iter().fold(read.title.clone(), |title, name| title.replace(&format!("{{{{{name}}}}}"), "*"));
        let anywhere = ReadValue { title, heading: String::new(), ..read.clone() };
        let place = self.seen.others().find(|seen| is_place(&anywhere, seen, &Bindings::new()))?;
        let mut all = self.seen.others();
        let is_shown = all.any(|seen| {
            seen.is_cut && is_place(&anywhere, seen, &Bindings::new())
                || seen.elements().any(|one| is_entered(read, entered, &one.name))
        });
        (!is_shown).then(|| {
            format!("“{}” was entered, but the page “{}” shows it nowhere.", clip(entered, 80), clip(&place.page.title, 80))
        })
    }

    /// All of it is on the page of something else, and the page of what was asked for was not seen.
    fn of_another(&self, reads: &[&ReadValue], entered: &str, given: &Bindings) -> Option<String> {
        let tells = reads.len() > 1 && reads.iter().all(|read| !read.label.is_empty());
        let first = reads.first().filter(|_| tells)?;
        if self.seen.others().any(|seen| is_place(first, seen, given)) {
            return None;
        }
        let other = self.seen.others().find(|seen| {
            let named = pattern::capture(&first.title, &seen.page.title).filter(|named| !named.is_empty());
            named.is_some_and(|named| {
                reads.iter().all(|read| shown_at(read, seen, &named).iter().any(|text| is_entered(read, entered, text)))
            })
        })?;
        let (entered, title) = (clip(entered, 80), clip(&other.page.title, 80));
        Some(format!("“{entered}” was read on the page “{title}”, which is that of something else."))
    }
}

/// Whether what was entered is what is shown, or holds it.
fn is_entered(read: &ReadValue, entered: &str, shown: &str) -> bool {
    match read.whole {
        true => is_same_value(entered, shown),
        false => holds(entered, shown) || has_numbers(entered, shown),
    }
}
