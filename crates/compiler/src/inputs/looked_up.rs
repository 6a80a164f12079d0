//! Values that the person read on a page and entered on another one, alone or within a text.

use super::searched::is_searched;
use super::{Input, Inputs};
use crate::address;
use crate::looked_up::{SeenPage, SeenPages, holds, label_before, labelled};
use crate::normal::Normal;
use crate::pattern::variables_in;
use crate::steps::Step;
use crate::text::{fold, list, mentions};
use crate::untrusted::is_plain_name;
use apprentice_contracts::graph::{ReadValue, ValueSource, VariableBinding};
use std::collections::HashSet;

/// How many values of a text are read.
const MOST_PARTS: usize = 6;
/// A telephone number, the number of an order: nobody has it by chance.
const TELLING_DIGITS: usize = 6;

impl Inputs {
    /// Finds what was looked up before it was entered. What the goal says, or what the person says is given, was not.
    pub fn look_up(&mut self, steps: &[Step<'_>], goal: Option<&str>) {
        let mut seen = SeenPages::default();
        let mut reads: Vec<ReadValue> = Vec::new();
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| step.showing == 0) {
            let here = step.page_before().or(step.page()).map(|page| address::path_of(&page.url)).unwrap_or_default();
            for input in self.list.iter().filter(|input| input.since == at && self.may_be_looked_up(input, goal)) {
                let other_pages = seen.latest().filter(|one| address::path_of(&one.page.url) != here);
                reads.extend(
                    other_pages.map(|page| self.read_on(page, input)).find(|found| !found.is_empty()).unwrap_or_default(),
                );
            }
            if let Some(change) = &step.change {
                seen.take(change);
            }
        }
        for input in &mut self.list {
            let own: Vec<&ReadValue> = reads.iter().filter(|read| read.input == input.variable.name).collect();
            let Some(place) = own.first().map(|read| place_in_words(read)) else { continue };
            let labels: Vec<String> = own
                .iter()
                .map(|read| read.label.trim_end_matches(':'))
                .filter(|label| is_plain_name(label))
                .map(|label| format!("“{label}”"))
                .collect();
            let whole = own.iter().any(|read| read.whole);
            let of = if labels.is_empty() { place } else { format!("{} of {place}", list(&labels)) };
            let (source, note) = if whole { (ValueSource::Read, of) } else { (ValueSource::Derived, format!("with {of}")) };
            let variable = &mut input.variable;
            if variable.source == ValueSource::Given {
                variable.source = source;
            }
            variable.source_note.get_or_insert(note);
            let rows = self.values.iter_mut().filter(|row| row.name == variable.name && !row.decided);
            rows.for_each(|row| row.source = variable.source);
        }
        self.reads = reads;
    }

    /// A value that was typed into a field, and that nobody gave.
    fn may_be_looked_up(&self, input: &Input, goal: Option<&str>) -> bool {
        let variable = &input.variable;
        let is_typed = matches!(variable.binding, VariableBinding::Field { .. }) && !variable.secret && !is_searched(variable);
        let row = self.values.iter().find(|row| row.name == variable.name);
        let is_given = row.is_some_and(|row| row.decided && row.source == ValueSource::Given);
        is_typed && !is_given && !goal.is_some_and(|goal| mentions(goal, &variable.example))
    }

    /// The places of a page that show the value, or parts of it.
    fn read_on(&self, seen: &SeenPage, input: &Input) -> Vec<ReadValue> {
        let value = &input.variable.example;
        let mut parts: HashSet<String> = HashSet::new();
        let mut reads = Vec::new();
        for (at, element) in seen.elements.iter().enumerate() {
            let text = element.name.trim();
            let apart = labelled(text);
            let shown =
                std::iter::once((text, label_before(&seen.elements, at))).chain(apart.map(|(label, part)| (part, Some(label))));
            for (part, label) in shown {
                let whole = fold(part) == fold(value);
                if !whole && !is_part(part, value) || parts.contains(&fold(part)) {
                    continue;
                }
                let row = element.context.as_deref().map(|row| self.pattern_of(row)).filter(|row| names_another(row, input));
                let place = self.place(seen, input, label.unwrap_or_default(), row.unwrap_or_default());
                let tells = whole && is_telling(value);
                if tells || !place.row.is_empty() && has_digit(part) || !place.label.is_empty() && has_digit(part) {
                    parts.insert(fold(part));
                    reads.push(ReadValue { whole, ..place });
                }
            }
        }
        reads.truncate(MOST_PARTS);
        reads
    }

    fn place(&self, seen: &SeenPage, input: &Input, label: &str, row: String) -> ReadValue {
        let title = self.pattern_of(&seen.page.title);
        let titled = names_another(&title, input);
        let headings =
            seen.elements.iter().filter(|element| element.role == "heading").map(|element| self.pattern_of(&element.name));
        let heading = headings.filter(|_| !titled).find(|heading| names_another(heading, input)).unwrap_or_default();
        let url = match titled || !heading.is_empty() {
            true => String::new(),
            false => address::url_pattern(&seen.page.url, &|_| None),
        };
        ReadValue { input: input.variable.name.clone(), whole: false, title, url, heading, label: label.to_owned(), row }
    }

    fn pattern_of(&self, text: &str) -> String {
        self.template(&text.replace('*', " "), |name| format!("{{{{{name}}}}}")).0
    }
}

/// Whether a pattern names an input other than this one.
fn names_another(pattern: &str, input: &Input) -> bool {
    let names = variables_in(pattern);
    !names.is_empty() && !names.contains(&input.variable.name)
}

fn has_digit(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit())
}

/// Whether a text that a page shows is a value within a longer one. A date or a time may be that of today.
fn is_part(part: &str, value: &str) -> bool {
    let is_value =
        has_digit(part) && (3..=40).contains(&part.chars().count()) && !matches!(Normal::of(part), Some(Normal::Moment(..)));
    is_value && part.chars().count() < value.chars().count() && holds(value, part)
}

/// Whether nobody enters a value by chance that a page showed.
fn is_telling(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    (value.contains('@') || digits >= TELLING_DIGITS) && !matches!(Normal::of(value), Some(Normal::Moment(..)))
}

/// Where a value stands, for people and agents.
fn place_in_words(read: &ReadValue) -> String {
    let name = |pattern: &str| variables_in(pattern).into_iter().next();
    let of_page = name(&read.title).or_else(|| name(&read.heading));
    match (name(&read.row), of_page) {
        (Some(row), _) => format!("the row of `{row}`"),
        (None, Some(page)) => format!("the page of `{page}`"),
        (None, None) if is_plain_name(&read.title) => format!("the page “{}”", read.title),
        (None, None) => "the page that shows it".to_owned(),
    }
}
