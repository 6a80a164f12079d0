//! A record that was found by a search: what was typed is a part of its name.

use super::records::{header_of, identity, is_act, makes_new};
use super::{Input, Inputs};
use crate::effects::Mentioned;
use crate::steps::Step;
use crate::text::{fold, mentions, unnumbered};
use crate::{address, page};
use apprentice_contracts::graph::{Variable, VariableBinding};
use apprentice_contracts::observation::{Control, ControlRecord};

/// The longest name of a record.
const LONGEST: usize = 80;

impl Inputs {
    /// `scale` was typed into a search, and then “The scale is too light” was opened: the record is what differs next time, and the typed word
    /// only leads to it. Says whether that is so; the input is the name of the record then.
    pub(super) fn found_by_search(
        &mut self,
        step: &Step<'_>,
        target: &Control,
        record: &ControlRecord,
        mentioned: &Mentioned,
    ) -> bool {
        let Some(at) = self.list.iter().position(|input| is_found_by(input, step, record)) else { return false };
        let typed = fold(words_of_search(&self.list[at]));
        let shown = unnumbered(identity(record, &self.common));
        let leads = is_act(shown) || makes_new(shown) || self.is_kind(shown) || self.leads_around(step, record, mentioned);
        if leads || !step.effective() {
            return false;
        }
        // The list of what was found adds words of its own: “Ticket: The scale is too light (open)”.
        let texts = record.cells.iter().map(|cell| cell.text.as_str()).chain([record.name.as_str(), shown]);
        let name = texts.filter_map(|text| mentioned.name_within(text, &typed)).min_by_key(String::len);
        // The page that was opened may be titled by it. Else, where a page shows what changed, it shows which record that is.
        let name = name.or_else(|| titled(step, shown, &typed));
        let name = name.or_else(|| Some(shown.to_owned()).filter(|shown| !mentioned.has_changes() && mentions(shown, &typed)));
        let Some(name) = name.filter(|name| fold(name) != typed && name.chars().count() <= LONGEST) else { return false };
        let others = step.others().filter_map(|again| {
            let shown = identity(again.target()?.record.as_deref()?, &self.common);
            Some(mentioned.name_within(shown, "").unwrap_or_else(|| unnumbered(shown).to_owned()))
        });
        let others: Vec<String> = others.collect();
        let header = header_of(record, &self.common);
        let input = &mut self.list[at];
        let former = std::mem::replace(&mut input.variable.example, name.clone());
        // Of two records that the same words found, the last one was meant.
        if input.searched_by.is_empty() {
            input.searched_by.push(former);
            input.searched_by.append(&mut input.other_values);
        }
        input.other_values = others;
        let control = control_pattern(&target.name, &name, &input.variable.name);
        input.variable.binding = VariableBinding::Record { role: target.role.clone(), name: control, header, place: None };
        self.index.add(at, &name);
        true
    }

    /// Whether a text is only what a record was searched by.
    pub fn is_searched_by(&self, text: &str) -> bool {
        let folded = fold(text);
        self.list.iter().any(|input| input.searched_by.iter().any(|words| fold(words) == folded))
    }
}

/// What was typed to find the record of an input.
fn words_of_search(input: &Input) -> &str {
    input.searched_by.first().unwrap_or(&input.variable.example)
}

/// The part of the title of the opened page that is in what the list of the search shows, and contains the typed words.
fn titled(step: &Step<'_>, shown: &str, typed: &str) -> Option<String> {
    let parts = page::title_parts(&step.page()?.title).into_iter();
    parts.filter(|part| fold(part).contains(typed) && mentions(shown, part)).max_by_key(String::len)
}

/// What the link to a found record is called, with the name of the record as a hole: `Ticket: {{ticket}} (*-*-*)`. `*` where it is the whole name.
fn control_pattern(control: &str, name: &str, input: &str) -> String {
    let Some((before, after)) = control.split_once(name).filter(|_| control != name) else { return "*".to_owned() };
    // A number differs for each record.
    let stable = |text: &str| {
        text.chars().fold(String::new(), |mut out, letter| {
            match letter.is_ascii_digit() {
                true if out.ends_with('*') => {}
                true => out.push('*'),
                false => out.push(letter),
            }
            out
        })
    };
    format!("{}{{{{{input}}}}}{}", stable(before), stable(after))
}

/// Whether a field searches for something.
pub(super) fn is_search_field(field: &Control) -> bool {
    searches(&field.role, &field.name)
}

fn searches(role: &str, name: &str) -> bool {
    role == "searchbox" || ["search", "filter", "find"].iter().any(|word| mentions(name, word))
}

/// Whether the value only finds something: it was typed into a search.
pub(crate) fn is_searched(variable: &Variable) -> bool {
    match &variable.binding {
        VariableBinding::Field { role, name } => searches(role, name),
        _ => false,
    }
}

/// Whether the input was typed into a search and is in the record that was found, among other words. A number is the name of a thing,
/// however it is shown: `4711` of “Order 4711”.
fn is_found_by(input: &Input, step: &Step<'_>, record: &ControlRecord) -> bool {
    let typed = words_of_search(input);
    let is_words = typed.chars().count() > 2 && typed.chars().all(|letter| letter.is_alphabetic() || letter.is_whitespace());
    let is_whole = |text: &str| fold(text) == fold(typed);
    let is_field = matches!(input.variable.binding, VariableBinding::Field { .. });
    // The address of the list asks for it.
    let is_asked_for =
        (is_field || !input.searched_by.is_empty()) && step.page_before().is_some_and(|page| address::asks_for(&page.url, typed));
    let mut texts = record.cells.iter().map(|cell| cell.text.as_str()).chain([record.name.as_str()]);
    !input.variable.secret
        && is_words
        && (is_searched(&input.variable) || is_asked_for)
        && !texts.clone().any(is_whole)
        && texts.any(|text| fold(text).contains(&fold(typed)))
}
