//! Values that the person read on a page and entered on another one, alone or within a text.

use super::searched::is_searched;
use super::{Input, Inputs};
use crate::address;
use crate::looked_up::{SeenPage, SeenPages, holds};
use crate::normal::Normal;
use crate::page;
use crate::pattern::variables_in;
use crate::steps::Step;
use crate::text::{fold, list, mentions};
use crate::untrusted::is_plain_name;
use apprentice_contracts::graph::{ReadValue, ValueSource, VariableBinding};
use std::collections::{BTreeMap, HashSet};

/// How many values of a text are read.
const MOST_PARTS: usize = 6;
/// A telephone number, the number of an order: nobody has it by chance.
const TELLING_DIGITS: usize = 6;
/// What was seen longer before a value was entered was not read for it.
const NEAR: usize = 5_000;

impl Inputs {
    /// Finds what was looked up before it was entered. What the goal says, or what the person says is given, was not.
    pub fn look_up(&mut self, steps: &[Step<'_>], goal: Option<&str>) {
        let mut candidates: BTreeMap<usize, Vec<&Input>> = BTreeMap::new();
        for input in self.list.iter().filter(|input| self.may_be_looked_up(input, goal)) {
            candidates.entry(input.since).or_default().push(input);
        }
        let mut seen = SeenPages::default();
        let mut reads: Vec<ReadValue> = Vec::new();
        for (at, step) in steps.iter().enumerate().filter(|(_, step)| step.showing == 0) {
            let Some((&next, _)) = candidates.range(at..).next() else { break };
            for input in candidates.get(&at).into_iter().flatten() {
                reads.extend(
                    seen.others().map(|page| self.read_on(page, input)).find(|found| !found.is_empty()).unwrap_or_default(),
                );
            }
            if let Some(change) = step.change.as_ref().filter(|_| next - at < NEAR) {
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
        for (element, part, label) in seen.labelled_texts() {
            let whole = fold(part) == fold(value);
            let is_it = if whole { is_value(part) } else { is_part(part, value) };
            if !is_it || parts.contains(&fold(part)) {
                continue;
            }
            // A row that is called by the value itself leads to it by nothing.
            let row = element.context.as_deref().filter(|row| !mentions(row, part));
            let row = row.and_then(|row| self.row_pattern(row, input)).unwrap_or_default();
            let label = label.map(|label| self.pattern_of(label, input)).unwrap_or_default();
            let mut place = ReadValue { whole, label, row, ..self.place(seen, input) };
            let named = [&place.title, &place.heading, &place.row].into_iter().any(|pattern| !variables_in(pattern).is_empty());
            if whole && !named {
                // The label may be that of one of many.
                place.label = String::new();
            }
            let is_placed = !place.label.is_empty() && (named || !whole) || !place.row.is_empty();
            if is_placed || whole && is_telling(value) && !is_one_of_many(seen, part) {
                parts.insert(fold(part));
                reads.push(place);
            }
        }
        reads.truncate(MOST_PARTS);
        reads
    }

    fn place(&self, seen: &SeenPage, input: &Input) -> ReadValue {
        let title = self.pattern_of(&seen.page.title, input);
        let is_titled = !variables_in(&title).is_empty();
        let headings =
            seen.elements().filter(|element| element.role == "heading").map(|element| self.pattern_of(&element.name, input));
        let heading = headings.filter(|_| !is_titled).find(|heading| !variables_in(heading).is_empty()).unwrap_or_default();
        let url = match is_titled || !heading.is_empty() {
            true => String::new(),
            false => address::url_pattern(&seen.page.url, &|_| None),
        };
        ReadValue {
            input: input.variable.name.clone(),
            whole: false,
            title,
            url,
            heading,
            label: String::new(),
            row: String::new(),
        }
    }

    /// A text with the inputs that are known before this one, which may be anything itself.
    fn pattern_of(&self, text: &str, input: &Input) -> String {
        let own = &input.variable.name;
        let hole = |name: &str| if name == own { "*".to_owned() } else { format!("{{{{{name}}}}}") };
        self.template_until(&text.replace('*', " "), input.since, hole).0
    }

    /// The name of a row that is called by another input.
    fn row_pattern(&self, row: &str, input: &Input) -> Option<String> {
        let name = variables_in(&self.pattern_of(row, input)).into_iter().next()?;
        Some(format!("*{{{{{name}}}}}*"))
    }
}

/// Whether a page shows several e-mail addresses, of which nothing says which one is meant.
fn is_one_of_many(seen: &SeenPage, value: &str) -> bool {
    let is_address = |text: &str| text.contains('@') && !text.contains(' ');
    let texts = seen.labelled_texts();
    is_address(value) && texts.iter().any(|(_, text, label)| label.is_none() && is_address(text) && fold(text) != fold(value))
}

/// Whether a text is a value of its own. A date or a time may be that of today.
fn is_value(text: &str) -> bool {
    let has_sign = text.contains(|letter: char| letter.is_ascii_digit() || letter == '@');
    has_sign
        && (3..=80).contains(&text.chars().count())
        && !matches!(Normal::of(text), Some(Normal::Moment(..) | Normal::Either(..)))
}

/// Whether a text that a page shows is a value within a longer one.
fn is_part(part: &str, value: &str) -> bool {
    is_value(part) && part.chars().count() < value.chars().count() && holds(value, part)
}

/// Whether nobody enters a value by chance that a page showed.
fn is_telling(value: &str) -> bool {
    value.contains('@') || value.chars().filter(char::is_ascii_digit).count() >= TELLING_DIGITS
}

/// Where a value is, for people and agents.
fn place_in_words(read: &ReadValue) -> String {
    let name = |pattern: &str| variables_in(pattern).into_iter().next();
    let of_page = name(&read.title).or_else(|| name(&read.heading)).filter(|_| !read.label.is_empty());
    let titled = page::title_sections(&read.title).into_iter().find(|part| is_plain_name(part));
    match (name(&read.row), of_page, titled) {
        (Some(row), ..) => format!("the row of `{row}`"),
        (None, Some(page), _) => format!("the page of `{page}`"),
        (None, None, Some(title)) => format!("the page “{title}”"),
        (None, None, None) => "the page that shows it".to_owned(),
    }
}
