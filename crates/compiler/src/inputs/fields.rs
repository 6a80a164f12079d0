//! Fields of forms as inputs.

use super::Inputs;
use crate::steps::{Step, committed};
use crate::text::fold;
use apprentice_contracts::graph::{VariableBinding, VariableKind};
use apprentice_contracts::observation::{ActionDetails, Control};

impl Inputs {
    pub(super) fn field(&mut self, index: usize, step: &Step<'_>, target: &Control, kind: VariableKind, secret: bool) {
        let value = if secret { String::new() } else { committed(step) };
        if !secret && self.is_known_value(&value) {
            return;
        }
        let grouped = target.role == "radio" && value != "on";
        let name = if grouped { "*".to_owned() } else { target.name.clone() };
        let label = if grouped { target.context.clone().unwrap_or_else(|| "choice".to_owned()) } else { target.name.clone() };
        let binding = VariableBinding::Field { role: target.role.clone(), name };
        if let Some((number, known)) = self.list.iter_mut().enumerate().find(|(_, input)| input.variable.binding == binding) {
            self.index.add(number, &value);
            if in_row(target) > 0 && index != known.since {
                // Another row of the form: the input is a list.
                known.variable.list = true;
                if known.variable.example != value && !known.variable.more_examples.contains(&value) {
                    known.variable.more_examples.push(value.clone());
                }
                known.other_values.push(value);
            } else {
                let before = std::mem::replace(&mut known.variable.example, value);
                known.other_values.push(before);
            }
            known.other_values.extend(step.others().map(committed));
            known.variable.source_event_ids.extend(&step.sources);
            return;
        }
        let fallback = match step.details() {
            ActionDetails::Fill { input_type, .. } if input_type == "code" => "code",
            _ => "text",
        };
        self.add(index, step, fallback, &label, kind, &value, secret, binding);
    }

    /// Whether a value is known from another place than a field, with at most a prefix such as `v`: the tag that a command created. It is
    /// not a new input.
    fn is_known_value(&self, value: &str) -> bool {
        let (rest, used) = self.template(value, |_| String::new());
        let known = match used.as_slice() {
            [name] => self.by_name(name),
            _ => None,
        };
        let from_elsewhere = known.is_some_and(|input| {
            !matches!(input.variable.binding, VariableBinding::Field { .. }) && input.variable.example.chars().count() > 2
        });
        from_elsewhere && rest.trim().chars().count() <= 1
    }
}

/// Whether what was chosen is the name of a field that is set later: it says which field, not what is to be in it.
pub(super) fn selects_a_field(step: &Step<'_>, later: &[Step<'_>]) -> bool {
    let plain = |name: &str| fold(name.trim().trim_end_matches([':', '*']).trim());
    let chosen = plain(&committed(step));
    let set = later.iter().filter(|other| other.is_input()).filter_map(|other| other.target());
    !chosen.is_empty() && set.map(|target| plain(&target.name)).any(|name| name == chosen)
}

/// The row of a form that a field is in; 0 where it has no rows.
fn in_row(target: &Control) -> u32 {
    let last = target.context.as_deref().and_then(|context| context.rsplit(", ").next());
    last.and_then(|row| row.strip_prefix("row ")?.parse().ok()).unwrap_or(0)
}
