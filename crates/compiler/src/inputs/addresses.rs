//! Parts of addresses that a person typed as inputs.

use super::Inputs;
use super::labels::singular;
use crate::address;
use crate::steps::Step;
use crate::text::mentions;
use apprentice_contracts::graph::{VariableBinding, VariableKind};

impl Inputs {
    /// Volatile parts of an address that a person typed become variables.
    pub(super) fn address(&mut self, index: usize, step: &Step<'_>, address: &str) {
        let Ok(url) = url::Url::parse(address) else { return };
        let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
        for (place, segment) in segments.iter().enumerate() {
            if !address::is_volatile(segment) || self.list.iter().any(|input| input.is_value(segment)) {
                continue;
            }
            let noun = place.checked_sub(1).map(|before| singular(segments[before])).unwrap_or_default();
            let label = if noun.is_empty() { "id".to_owned() } else { format!("{noun} id") };
            self.add_part_of_address(index, step, "id", &label, segment, &segments[..place]);
        }
        self.named_by_address(index, step, &url);
    }

    /// A page that was opened by typing its name into the address, as a wiki makes new ones: `/Ship%20lamps`, or `/Ship_lamps` where the
    /// page is called so.
    fn named_by_address(&mut self, index: usize, step: &Step<'_>, url: &url::Url) {
        let is_first =
            step.change.as_ref().is_none_or(|change| address::origin(&change.before.url) != address::origin(url.as_str()));
        let Some(named) = address::last_part(url.as_str()).filter(|_| !is_first) else { return };
        let shown = address::readable(&named);
        let is_words = shown.contains(char::is_alphabetic) && !shown.contains(['.', '+', '=', ':']);
        // `/user-profile` is a place of an application.
        let looks_like_a_name = named.contains(' ') || named.contains('_') && named.starts_with(char::is_uppercase);
        let is_title = step.page().is_some_and(|page| mentions(&page.title, &shown));
        let is_known = self.list.iter().any(|input| input.is_value(&shown)) || self.is_kind(&shown);
        if !is_words || !looks_like_a_name || !is_title || is_known {
            return;
        }
        let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
        self.add_part_of_address(index, step, "page", "page", &shown, &segments[..segments.len().saturating_sub(1)]);
    }

    /// Adds a part of an address as an input; `before` are the parts that precede it.
    fn add_part_of_address(&mut self, index: usize, step: &Step<'_>, fallback: &str, label: &str, value: &str, before: &[&str]) {
        let before: String = before.iter().map(|part| format!("/{part}")).collect();
        let binding = VariableBinding::Url { pattern: String::new() };
        let name = self.add(index, step, fallback, label, VariableKind::Text, value, false, binding);
        if let Some(input) = self.list.last_mut() {
            // The name of the variable is known only now.
            input.variable.binding = VariableBinding::Url { pattern: format!("*{before}/{{{{{name}}}}}") };
        }
    }
}
