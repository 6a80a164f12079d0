//! What a run entered, against what the pages showed on which the demonstration read it.
//!
//! It speaks against a run only where the run saw such a page. Who knows a value by heart looks nothing up.

use crate::looked_up::{SeenPages, holds, is_place, shown_at};
use crate::pattern::{self, Bindings, variables_in};
use crate::text::{clip, fold};
use apprentice_contracts::graph::ReadValue;
use apprentice_contracts::observation::StateChange;

/// What a run looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct LookedUp {
    reads: Vec<ReadValue>,
    seen: SeenPages,
    /// What was entered otherwise than it was shown: the input, and a sentence.
    faults: Vec<(String, String)>,
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

    /// Compares what an action entered with what was seen before it. `given` are the values of the run so far; a value that is entered again
    /// replaces the former one, unless it is that of another item of `over`.
    pub fn compare(&mut self, entered: &[(String, String)], given: &Bindings, over: &[String]) {
        for (name, value) in entered {
            if !over.contains(name) {
                self.faults.retain(|(of, _)| of != name);
            }
            let why = self.reads.iter().filter(|read| read.input == *name).find_map(|read| self.fault_of(read, value, given));
            self.faults.extend(why.map(|why| (name.clone(), why)));
        }
    }

    /// What is wrong, for people.
    pub fn fault(&self) -> Option<String> {
        self.faults.first().map(|(_, why)| why.clone())
    }

    fn fault_of(&self, read: &ReadValue, entered: &str, given: &Bindings) -> Option<String> {
        let fits = |shown: &str| match read.whole {
            true => fold(shown) == fold(entered) || holds(shown, entered),
            false => holds(entered, shown),
        };
        let is_known = |name: &String| given.get(name).is_some_and(|value| !value.trim().is_empty());
        let told = [&read.title, &read.heading, &read.row].iter().all(|pattern| variables_in(pattern).iter().all(is_known));
        if !told {
            return None;
        }
        let own = self.seen.latest().filter(|seen| is_place(read, seen, given));
        let shown = own.map(|seen| (seen, shown_at(read, seen, given))).find(|(_, shown)| !shown.is_empty());
        let entered = clip(entered, 80);
        if let Some((seen, shown)) = shown {
            let at = format!("the page “{}” shows {}", clip(&seen.page.title, 80), what(read, &shown));
            return (!shown.iter().any(|text| fits(text))).then(|| format!("“{entered}” was entered, but {at}."));
        }
        // It may have been read on the page of something else.
        let other = self.seen.latest().find(|seen| {
            let named = pattern::capture(&read.title, &seen.page.title).filter(|named| !named.is_empty());
            named.is_some_and(|named| shown_at(read, seen, &named).iter().any(|text| fits(text)))
        });
        other.filter(|_| !read.label.is_empty()).map(|seen| {
            format!("“{entered}” was read on the page “{}”, which is that of something else.", clip(&seen.page.title, 80))
        })
    }
}

/// What a page shows at a place, in words.
fn what(read: &ReadValue, shown: &[&str]) -> String {
    match (read.label.as_str(), shown) {
        ("", [one]) => format!("“{}”", clip(one, 80)),
        ("", _) => "it nowhere".to_owned(),
        (label, [first, ..]) => format!("“{} {}”", clip(label, 40), clip(first, 80)),
        (label, []) => format!("no “{}”", clip(label, 40)),
    }
}
