//! Forms that were filled in: which fields hold which inputs, where the form is, and what sends it.

use super::{Candidate, EvidenceContext, all_of, pattern_variable, placeholder};
use crate::address;
use crate::page;
use crate::steps::{Step, committed};
use crate::text::{clip, fold, is_telling, list};
use crate::untrusted::label;
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::EvidencePredicate as Predicate;
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::ActionDetails;

/// What one field of a form holds.
struct Filled {
    /// Its name on the page, as it may be in a sentence; empty where the page gives none.
    field: String,
    /// The inputs in it, as they are in a sentence. Empty for a value that is always the same.
    inputs: Vec<String>,
    /// A value that is always the same.
    fixed: Option<String>,
}

impl Filled {
    /// `` “Valid until” `date` ``, `` `comment` ``, `“Public” switched on`.
    fn told(&self) -> String {
        match &self.fixed {
            Some(value) if self.field.is_empty() => value.clone(),
            Some(value) => format!("“{}” {value}", self.field),
            None => {
                let said = self.inputs.iter().any(|name| fold(&name.replace(['`', '_'], " ")) == fold(&self.field));
                match self.field.is_empty() || said {
                    true => list(&self.inputs),
                    false => format!("“{}” {}", self.field, list(&self.inputs)),
                }
            }
        }
    }
}

impl EvidenceContext<'_> {
    /// The form that these steps filled in. `sent`: the step after them.
    pub(super) fn filled_in(&self, steps: &[usize], sent: Option<usize>) -> Option<Candidate> {
        // A form holds what every showing filled in.
        let required: Vec<usize> = steps.iter().copied().filter(|&index| !self.steps[index].optional).collect();
        let steps = if required.is_empty() { steps } else { &required };
        let last = *steps.last()?;
        let mut fields = Vec::new();
        let mut filled: Vec<Filled> = Vec::new();
        for &index in steps {
            let Some(target) = self.steps[index].target() else { continue };
            // Somebody may search by another word, or not at all.
            if self.inputs.is_searched_by(&committed(&self.steps[index])) {
                continue;
            }
            // What names the line that was changed is no value of the field.
            let typed = matches!(self.steps[index].details(), ActionDetails::Fill { .. });
            let of_field = |binding: &VariableBinding| !typed || !matches!(binding, VariableBinding::Record { .. });
            let mut known = self.inputs.list.iter().filter(|input| of_field(&input.variable.binding));
            let variable = known.find(|input| input.variable.source_event_ids.contains(&self.steps[index].sources[0]));
            let (templated, used) = self.inputs.template_until(&committed(&self.steps[index]), index, pattern_variable);
            let value = match variable {
                Some(input) if input.variable.secret => None,
                Some(input) => Some(pattern_variable(&input.variable.name)),
                None if !used.is_empty() => Some(templated),
                None => Some(committed(&self.steps[index])),
            };
            let (inputs, fixed) = match variable {
                Some(input) => (vec![placeholder(&input.variable.name)], None),
                None if !used.is_empty() => (used.iter().map(|name| placeholder(name)).collect(), None),
                None => (Vec::new(), Some(constant(&committed(&self.steps[index])))),
            };
            let name = if target.unnamed { String::new() } else { self.with_placeholders(&label(&target.name), index) };
            let name = name.trim_end_matches(['*', ':', ' ']);
            let field = if is_telling(name) && !name.contains('`') { clip(name, 40) } else { String::new() };
            filled.push(Filled { field, inputs, fixed });
            let grouped = (target.role == "radio" || crate::inputs::records::is_tick(target)) && variable.is_some();
            let name = if grouped { "*".to_owned() } else { target.name.clone() };
            fields.push(Predicate::Field { role: target.role.clone(), name, value });
        }
        let mut words: Vec<String> = filled.iter().flat_map(|one| one.inputs.iter().cloned()).collect();
        words.dedup();
        let place = self.form_name(steps);
        let ticks = steps.iter().all(|&index| self.steps[index].target().is_some_and(crate::inputs::records::is_tick));
        let fixed = || -> Vec<String> { filled.iter().filter(|one| one.fixed.is_some()).map(Filled::told).collect() };
        let goal = match (words.is_empty(), fixed().is_empty()) {
            (false, _) if ticks => format!("The given {} {} selected", list(&words), if words.len() > 1 { "are" } else { "is" }),
            (false, _) => format!("{place} holds the given {}", list(&words)),
            (true, false) => format!("{place} holds {}", list(&fixed())),
            (true, true) => return None,
        };
        let success = self.where_and_what(&place, steps, &filled, sent, ticks && !words.is_empty());
        Some(Candidate {
            step: last,
            goal: clip(&goal, 240),
            success: clip(&success, 400),
            evidence: all_of(fields),
            weight: 50,
            optional: false,
        })
    }

    /// Where the form is, what each field holds, and what sends it: all that somebody needs who has never seen the page.
    fn where_and_what(&self, place: &str, steps: &[usize], filled: &[Filled], sent: Option<usize>, selects: bool) -> String {
        let mut told: Vec<String> = filled.iter().map(Filled::told).collect();
        told.dedup();
        let address = steps.first().and_then(|&first| self.steps[first].page_before()).map(|page| page.url.as_str());
        let address = address.and_then(|url| self.told_address(url));
        let place = match (steps.first().and_then(|&first| self.opener(first)), &address) {
            (Some(opener), Some(address)) => format!("The form behind {opener} ({address})"),
            (Some(opener), None) => format!("The form behind {opener}"),
            (None, Some(address)) if !place.contains('“') => format!("The form on {address}"),
            (None, Some(address)) => format!("{place} ({address})"),
            (None, None) => place.to_owned(),
        };
        let then = sent.and_then(|at| self.button(at)).map(|button| format!(", then {button}")).unwrap_or_default();
        match selects {
            true => {
                let on = address.map(|address| format!(" on {address}")).unwrap_or_default();
                format!("Selected{on}: exactly the given {}{then}.", list(&told))
            }
            false => format!("{place} holds {}{then}.", list(&told)),
        }
    }

    /// What sends a form, where the step is a click on a named button.
    fn button(&self, at: usize) -> Option<String> {
        let step = &self.steps[at];
        let ActionDetails::Click { target } = step.details() else { return None };
        let acts = target.role == "button" && target.record.is_none() && !target.unnamed && !step.sign_in;
        acts.then(|| self.named(&target.name, at)).flatten()
    }

    /// The control that led to the form whose first field the step filled in: `“New voucher”`, or the input that named the record.
    fn opener(&self, first: usize) -> Option<String> {
        let at = first.checked_sub(1)?;
        let step: &Step<'_> = &self.steps[at];
        let ActionDetails::Click { target } = step.details() else { return None };
        let leads = matches!(target.role.as_str(), "link" | "button" | "menuitem" | "tab") && !target.unnamed && !step.sign_in;
        let moved = || {
            let (before, after) = (step.page_before(), step.page());
            before.zip(after).is_some_and(|(before, after)| !address::same_page(&before.url, &after.url))
        };
        let opens = step.change.iter().flat_map(page::new_elements).any(|element| page::is_input_role(&element.role));
        (leads && (moved() || opens)).then(|| self.named(&target.name, at)).flatten()
    }

    /// The name of a control in a sentence: in quotation marks, or the input that it is.
    fn named(&self, name: &str, until: usize) -> Option<String> {
        let told = self.with_placeholders(&label(name), until);
        let inner = told.trim_matches('`');
        match told.contains('`') {
            true if self.inputs.by_name(inner).is_some() => Some(told),
            true => None,
            false => (is_telling(&told) && !told.contains('“')).then(|| format!("“{}”", clip(&told, 40))),
        }
    }

    /// An address as an agent may type it, in marks: `` `/issue<number>` `` on this machine, `` `wiki.example.org/pages/…` `` elsewhere.
    /// `None`: it says nothing more than where the application is.
    pub(crate) fn told_address(&self, url: &str) -> Option<String> {
        let pattern = self.url_without_chance(url);
        let shown = pattern.strip_prefix('*').unwrap_or(&pattern).replace('*', "…");
        let shown = clip(&label(&shown), 120).replace("{{", "<").replace("}}", ">");
        (shown.len() > 1 && is_telling(&shown) && !shown.contains(['`', ' ']) && !shown.contains(MASK))
            .then(|| format!("`{shown}`"))
    }

    fn form_name(&self, steps: &[usize]) -> String {
        let contexts: Vec<&str> = steps.iter().filter_map(|&i| self.steps[i].target()?.context.as_deref()).collect();
        // A dialog may get another title while it is filled in.
        let in_last = |last: &&&str| contexts.iter().filter(|context| context == last).count() * 2 > steps.len();
        let shared = contexts.last().filter(in_last);
        match shared {
            Some(context) if is_telling(context) => {
                let (templated, _) = self.inputs.template(context, pattern_variable);
                format!("The form “{}”", self.shown(&page::stable_text(&templated).unwrap_or(templated)))
            }
            _ if steps.len() == 1 => {
                let name = self.steps[steps[0]].target().map(|target| target.name.as_str()).unwrap_or_default();
                match is_telling(name) {
                    true => format!("The field “{}”", self.with_placeholders(name, 0)),
                    false => "The field".to_owned(),
                }
            }
            _ => "The form".to_owned(),
        }
    }
}

fn constant(value: &str) -> String {
    match value {
        "on" => "switched on".to_owned(),
        "off" => "switched off".to_owned(),
        other => format!("“{}”", clip(&label(other), 60)),
    }
}
