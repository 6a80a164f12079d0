//! What further showings say of values: what differs is an input, what is the same in all of them is always the same, and what one did
//! without is optional. The person's own answer wins.

use super::table::Constant;
use super::{Input, Inputs};
use crate::steps::{Step, committed};
use crate::text::{clip, fold, sentence};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{DemonstratedValue, SettledKind, SettledPoint, VariableBinding, VariableKind};
use apprentice_contracts::observation::{ActionDetails, FormField};
use std::collections::HashMap;

/// The most values that one sentence lists.
const LISTED: usize = 4;

/// What the showings say of each value, by the folded value of the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    values: HashMap<String, Value>,
    showings: usize,
}

#[derive(Clone, Debug)]
struct Value {
    /// The distinct values, in the order of the showings.
    all: Vec<String>,
    optional: bool,
}

impl Shown {
    /// `known` are the inputs, `constants` what would be one.
    pub(super) fn of(known: &[Input], constants: &[Constant], steps: &[Step<'_>]) -> Self {
        let showings = steps.iter().flat_map(Step::showings).map(|step| step.showing + 1).max().unwrap_or(1);
        let mut out = Self { values: HashMap::new(), showings };
        if showings < 2 {
            return out;
        }
        for input in known.iter().filter(|input| !input.variable.secret) {
            let others = input.other_values.iter().chain(&input.variable.more_examples);
            out.add(&input.variable.example, others, &steps[input.since]);
        }
        for constant in constants {
            out.add(&constant.example, constant.others.iter(), &steps[constant.since]);
        }
        out
    }

    fn add<'a>(&mut self, example: &str, others: impl Iterator<Item = &'a String>, step: &Step<'_>) {
        let shown = step.optional || !step.shown_again.is_empty();
        if !shown || example.trim().is_empty() || example.contains(MASK) {
            return;
        }
        let value = self.values.entry(fold(example)).or_insert_with(|| Value { all: vec![example.to_owned()], optional: true });
        value.optional &= step.optional;
        for other in others.filter(|other| !other.trim().is_empty() && !other.contains(MASK)) {
            if value.all.iter().all(|known| fold(known) != fold(other)) {
                value.all.push(other.clone());
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether the showings say that the value changes. `None`: they say nothing.
    pub(super) fn changes(&self, example: &str) -> Option<bool> {
        let value = self.values.get(&fold(example))?;
        Some(value.all.len() > 1 || value.optional)
    }

    /// Why, for the table of values.
    pub(super) fn evidence(&self, example: &str) -> Option<String> {
        let value = self.values.get(&fold(example))?;
        Some(match (value.all.len(), value.optional) {
            (1, true) => "only in some showings".to_owned(),
            (1, false) => "the same in every showing".to_owned(),
            _ => value.listed(", then "),
        })
    }

    /// What the showings settled about a value, in words. `was`: whether the first one alone takes it for an input.
    fn settled(&self, was: bool, row: &DemonstratedValue) -> Option<SettledPoint> {
        let value = self.values.get(&fold(&row.example))?;
        let label = sentence(&clip(&row.label, 60));
        let label = if label.is_empty() { "A value".to_owned() } else { label };
        let says = self.changes(&row.example)?;
        let (kind, seen) = match (value.all.len(), value.optional) {
            (1, true) => (SettledKind::Optional, format!("Not every showing gave {label} ({})", value.listed(", "))),
            (1, false) => (SettledKind::Same, format!("{} {label} was {}", self.every_time(), value.listed(", "))),
            _ => (SettledKind::Input, format!("{label} was {}", value.listed(" and then "))),
        };
        let text = match () {
            () if row.decided && row.changes != says => {
                let said = if row.changes { "that it changes" } else { "that it is always the same" };
                format!("{seen}, but you said {said}: your answer is used.")
            }
            // What the rules thought as well says nothing new.
            () if kind == SettledKind::Same && !was => return None,
            () if kind == SettledKind::Same => format!("{seen}: it is always the same."),
            () if kind == SettledKind::Optional => format!("{seen}: it is optional."),
            () if was => format!("{seen}: it is an input."),
            () => format!("{seen}: it is an input now."),
        };
        Some(SettledPoint { kind, text: clip(&text, 400) })
    }

    fn every_time(&self) -> &'static str {
        match self.showings {
            2 => "Both times",
            3 => "All three times",
            4 => "All four times",
            _ => "Every time",
        }
    }
}

impl Value {
    fn listed(&self, joint: &str) -> String {
        let values = self.all.iter().take(LISTED).map(|value| format!("“{}”", clip(value, 60)));
        let more = if self.all.len() > LISTED { " …" } else { "" };
        format!("{}{more}", values.collect::<Vec<_>>().join(joint))
    }
}

/// The values of a step in its other rounds and showings, in the form of the table.
pub(super) fn others_of(step: &Step<'_>, label: &str) -> Vec<String> {
    let value = |other: &Step<'_>| match other.details() {
        ActionDetails::Choose { target, .. }
            if matches!(target.role.as_str(), "checkbox" | "switch" | "menuitemcheckbox") && !super::records::is_tick(target) =>
        {
            format!("{label}: {}", if committed(other) == "off" { "off" } else { "on" })
        }
        ActionDetails::Choose { target, .. } if committed(other) == "on" => target.name.clone(),
        ActionDetails::Fill { value, .. } if value.masked.is_some() => String::new(),
        _ if other.is_input() => committed(other),
        _ => other.target().and_then(|target| target.record.as_deref()).map(|record| record.name.clone()).unwrap_or_default(),
    };
    step.others().map(value).filter(|value| !value.is_empty()).collect()
}

impl Inputs {
    /// What further showings settled about values, in words. `alone`: the inputs of the first showing alone.
    pub fn settled(&self, alone: &Self) -> Vec<SettledPoint> {
        let was = |row: &DemonstratedValue| {
            alone.values.iter().any(|known| known.changes && fold(&known.example) == fold(&row.example))
        };
        self.values.iter().filter_map(|row| self.shown.settled(was(row), row)).collect()
    }

    /// Marks the inputs that a showing did without, with the values that their fields had by themselves.
    pub(super) fn mark_optional(&mut self, steps: &[Step<'_>]) {
        for input in &mut self.list {
            let given = steps
                .iter()
                .filter(|step| sets(step, input) || step.sources.iter().any(|id| input.variable.source_event_ids.contains(id)));
            let optional = steps.get(input.since).is_some_and(|step| step.optional) && given.clone().all(|step| step.optional);
            if optional {
                input.variable.optional = true;
                input.variable.default = steps.get(input.since).and_then(|step| untouched(step, steps, input));
            }
        }
    }
}

fn sets(step: &Step<'_>, input: &Input) -> bool {
    match &input.variable.binding {
        VariableBinding::Field { role, name } => {
            step.is_input() && step.target().is_some_and(|target| target.role == *role && fold(&target.name) == fold(name))
        }
        _ => false,
    }
}

/// The value of a field that nobody touched: of the form that was sent without it, else the value that it had before.
fn untouched(step: &Step<'_>, steps: &[Step<'_>], input: &Input) -> Option<String> {
    if input.variable.secret {
        return None;
    }
    let target = step.target()?;
    let is_it = |field: &&FormField| {
        !field.touched && field.value.masked.is_none() && fold(&field.label) == fold(&target.name) && field.role == target.role
    };
    let forms = steps.iter().flat_map(Step::showings).flat_map(|step| &step.action.form);
    let found = forms.into_iter().find(is_it).map(|field| field.value.text.clone());
    let before = match step.details() {
        ActionDetails::Fill { previous, .. } => previous.clone(),
        ActionDetails::Choose { .. } if input.variable.kind == VariableKind::Choice && input.variable.example.contains(": o") => {
            Some("off".to_owned())
        }
        _ => None,
    };
    found.or(before).filter(|text| !text.trim().is_empty() && !text.contains(MASK))
}
