//! A predicate and how much of it was seen.

use super::values::Values;
use crate::text::clip;
use crate::{ReadBack, pattern};
use apprentice_contracts::checkpoint::EvidencePredicate as Predicate;
use apprentice_contracts::graph::Variable;

/// A predicate with what was seen of it. Each part of `All` and `Any` becomes true at its own time.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pub predicate: Predicate,
    /// For `Each`: the current item first, then the earlier items.
    parts: Vec<Evidence>,
    pub seen: Option<Sighting>,
    /// The values of the item that this is about, once the next item has begun.
    pub item: Option<Values>,
}

#[derive(Clone, Debug)]
pub(super) struct Sighting {
    pub words: String,
    /// The page or file to read again, if the evidence is durable.
    pub read_back: Option<ReadBack>,
}

/// How one action relates to one predicate.
pub(super) enum Match {
    No,
    Yes(Sighting),
    Contradicted(String),
    NearMiss(String),
}

impl Evidence {
    pub fn new(predicate: &Predicate) -> Self {
        let parts = match predicate {
            Predicate::All { of } | Predicate::Any { of } => of.iter().map(Self::new).collect(),
            Predicate::Each { holds, .. } => vec![Self::new(holds)],
            _ => Vec::new(),
        };
        Self { predicate: predicate.clone(), parts, seen: None, item: None }
    }

    pub fn holds(&self) -> bool {
        match &self.predicate {
            Predicate::All { .. } | Predicate::Each { .. } => !self.parts.is_empty() && self.parts.iter().all(Self::holds),
            Predicate::Any { .. } => self.parts.iter().any(Self::holds),
            _ => self.seen.is_some(),
        }
    }

    pub fn leaves(&self) -> Vec<&Self> {
        if self.parts.is_empty() { vec![self] } else { self.parts.iter().flat_map(Self::leaves).collect() }
    }

    pub fn leaves_mut(&mut self) -> Vec<&mut Self> {
        if self.parts.is_empty() { vec![self] } else { self.parts.iter_mut().flat_map(Self::leaves_mut).collect() }
    }

    pub fn words(&self) -> String {
        let mut words: Vec<String> =
            self.leaves().into_iter().filter_map(|leaf| Some(leaf.seen.as_ref()?.words.clone())).collect();
        words.dedup();
        clip(&words.join(" "), 1000)
    }

    /// Begins a new item if one of these variables got a new value after the previous item was submitted.
    pub fn next_item(&mut self, ended: &[String], before: &Values) {
        let Predicate::Each { over, holds } = &self.predicate else {
            return self.parts.iter_mut().for_each(|part| part.next_item(ended, before));
        };
        if !over.iter().any(|name| ended.contains(name)) {
            return;
        }
        let values = before.clone();
        let again = |part: &Self| part.item.as_ref().is_some_and(|item| over.iter().all(|name| item.same(&values, name)));
        let known = self.parts.iter().skip(1).position(again).map(|at| at + 1);
        let mut done = std::mem::replace(&mut self.parts[0], Self::new(holds));
        // A field that has the same value for all items need not be filled again.
        self.parts[0].keep_fields(&done, over);
        match known {
            // A retry: what was once seen for an item counts.
            Some(at) if !done.holds() && self.parts[at].holds() => {}
            Some(at) => {
                done.give(&values);
                self.parts[at] = done;
            }
            None => {
                done.give(&values);
                self.parts.push(done);
            }
        }
    }

    fn keep_fields(&mut self, before: &Self, over: &[String]) {
        let constant =
            |value: Option<&str>| value.is_none_or(|value| pattern::variables_in(value).iter().all(|name| !over.contains(name)));
        if matches!(&self.predicate, Predicate::Field { value, .. } if constant(value.as_deref())) {
            self.seen.clone_from(&before.seen);
        }
        for (part, before) in self.parts.iter_mut().zip(&before.parts) {
            part.keep_fields(before, over);
        }
    }

    fn give(&mut self, values: &Values) {
        self.item = Some(values.clone());
        self.parts.iter_mut().for_each(|part| part.give(values));
    }

    /// The items for which it was not seen although it was seen for others, in words.
    pub fn missing_item(&self, now: &Values, variables: &[Variable]) -> Option<String> {
        let Predicate::Each { over, .. } = &self.predicate else {
            return self.parts.iter().find_map(|part| part.missing_item(now, variables));
        };
        if !self.parts.iter().any(Self::holds) {
            return None;
        }
        let missing = self.parts.iter().find(|part| !part.holds())?;
        let values = missing.item.as_ref().unwrap_or(now);
        let open = |name: &&String| !variables.iter().any(|variable| variable.secret && variable.name == **name);
        let told: Vec<String> = over
            .iter()
            .filter(open)
            .filter_map(|name| values.bindings.get(name))
            .map(|value| format!("“{}”", clip(value, 60)))
            .collect();
        Some(if told.is_empty() { "one of the items".to_owned() } else { told.join(", ") })
    }
}
