//! An index of the words on pages, so that a value is not searched on every page that was seen.

use crate::page;
use crate::steps::Step;
use crate::text::{Words, mentions, search_word};
use std::collections::HashMap;

/// Steps by the words that pages showed after them, in order.
#[derive(Default)]
pub struct ValueIndex(HashMap<String, Vec<usize>>);

impl ValueIndex {
    pub fn of(steps: &[Step<'_>]) -> Self {
        let mut sources = Self::default();
        for (at, step) in steps.iter().enumerate() {
            for name in shown(step) {
                for word in Words::of(name).into_words() {
                    let places = sources.0.entry(word).or_default();
                    if places.last() != Some(&at) {
                        places.push(at);
                    }
                }
            }
        }
        sources
    }

    /// The last step before `until` that showed `value`. A value without a word is not searched.
    pub fn last_before(&self, until: usize, value: &str, steps: &[Step<'_>]) -> Option<usize> {
        let places = self.0.get(&search_word(value)?)?;
        places.iter().rev().copied().find(|&at| at < until && shown(&steps[at]).any(|name| mentions(name, value)))
    }
}

/// The new elements after a step, without input fields.
fn shown<'a>(step: &'a Step<'_>) -> impl Iterator<Item = &'a str> {
    let fresh = step.change.iter().flat_map(page::new_elements);
    fresh.filter(|element| !page::is_input_role(&element.role)).map(|element| element.name.as_str())
}
