//! The values among the arguments of calls: which of them are inputs, which the task reads, and which are always the same.

use super::steps::{CallAt, CallStep, Showing, is_telling};
use super::{is_given, words};
use crate::Demonstration;
use crate::evidence::pattern_variable;
use crate::inputs::value_kind;
use crate::text::{clip, fold, list, mentions, sentence, snake};
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::ArgumentPattern;
use apprentice_contracts::graph::{
    DemonstratedValue, SettledKind, SettledPoint, ValueChange, ValueSource, Variable, VariableBinding, VariableKind,
};
use apprentice_contracts::observation::{ArgumentType, CallArgument};

/// The most values that a draft tells of.
const MOST_VALUES: usize = 60;
/// The longest name of an input.
const LONGEST_NAME: usize = 32;

/// An argument of a step.
struct Slot<'a> {
    step: usize,
    argument: &'a CallArgument,
    /// Its values in the first showing: one for each call.
    values: Vec<&'a str>,
    /// The same of each further showing that has the step. `None`: it was left out there.
    again: Vec<Option<Vec<&'a str>>>,
}

/// A value of the task, which may be in several arguments.
struct TaskValue {
    variable: Variable,
    evidence: String,
    decided: bool,
    slots: Vec<(usize, String)>,
    values: Vec<String>,
    again: Vec<Option<Vec<String>>>,
    /// What further showings said about it.
    settled: Option<SettledPoint>,
}

/// The values of a task.
pub struct CallValues {
    list: Vec<TaskValue>,
    types: Vec<Vec<(String, ArgumentType)>>,
}

impl CallValues {
    /// `compared`: whether a further showing says what is always the same.
    pub fn of(demonstration: &Demonstration, first: &Showing<'_>, steps: &[CallStep<'_>], compared: bool) -> Self {
        let types = |step: &CallStep<'_>| {
            let arguments = step.call().arguments.iter();
            arguments.map(|argument| (argument.path.clone(), argument.value_type)).collect()
        };
        let mut all = Self { list: Vec::new(), types: steps.iter().map(types).collect() };
        for slot in steps.iter().enumerate().flat_map(|(at, step)| slots(at, step)) {
            match all.list.iter_mut().find(|known| is_same(known, &slot)) {
                Some(known) => known.slots.push((slot.step, slot.argument.path.clone())),
                None => {
                    let value = all.value(demonstration, first, steps, &slot, compared);
                    all.list.push(value);
                }
            }
        }
        all
    }

    fn value(
        &self,
        demonstration: &Demonstration,
        first: &Showing<'_>,
        steps: &[CallStep<'_>],
        slot: &Slot<'_>,
        compared: bool,
    ) -> TaskValue {
        let step = &steps[slot.step];
        let example = slot.values[0];
        let is_secret = example.contains(MASK);
        let of_run = |value: &&str| fold(value) != fold(example);
        let differs_in_run = slot.values.iter().any(|value| of_run(value));
        let differs_again = slot.again.iter().flatten().any(|values| values.iter().any(|value| of_run(value)));
        let is_left_out = slot.again.iter().any(Option::is_none);
        let read = read_from(first, step, slot);
        let said = demonstration.value_answers.iter().rev().find(|answer| fold(&answer.example) == fold(example));
        let label = words::argument(&slot.argument.path);
        let (source, evidence) = match (said.map(|said| said.changes), &read) {
            (Some(ValueChange::Same), _) => (ValueSource::Constant, "you said so".to_owned()),
            (Some(ValueChange::Read), _) => (ValueSource::Read, "you said so".to_owned()),
            (Some(ValueChange::Derived), _) => (ValueSource::Derived, "you said so".to_owned()),
            (Some(ValueChange::Changes), _) => (ValueSource::Given, "you said so".to_owned()),
            (None, Some(place)) => (ValueSource::Read, format!("it was in {place} before")),
            (None, None) if differs_again => (ValueSource::Given, "it differs between your examples".to_owned()),
            (None, None) if differs_in_run => (ValueSource::Given, "another one in each call".to_owned()),
            (None, None) if is_secret => (ValueSource::Given, "a secret".to_owned()),
            (None, None) if compared && slot.again.iter().any(Option::is_some) => {
                (ValueSource::Constant, "the same in all your examples".to_owned())
            }
            (None, None) if slot.argument.is_choice => {
                (ValueSource::Constant, "one of few values that the tool offers".to_owned())
            }
            (None, None) if slot.argument.value_type == ArgumentType::Boolean => {
                (ValueSource::Constant, "a choice of yes or no".to_owned())
            }
            (None, None) => (ValueSource::Given, format!("given to {} as “{label}”", words::tool(step.call()))),
        };
        let shown = clip(example, 80);
        let settled = match (said, source) {
            _ if is_secret || !compared => None,
            (None, ValueSource::Constant) if !slot.argument.is_choice => {
                Some((SettledKind::Same, format!("“{shown}” is “{label}” in every showing, so it is always the same.")))
            }
            (None, ValueSource::Given) if differs_again => {
                Some((SettledKind::Input, format!("“{label}” was “{shown}” and something else, so it is an input.")))
            }
            _ => None,
        };
        let wanted = said.and_then(|said| said.name.clone()).unwrap_or_else(|| snake(&label));
        TaskValue {
            variable: Variable {
                name: self.free_name(&wanted, step),
                label: sentence(&label),
                kind: kind(slot.argument),
                example: example.to_owned(),
                secret: is_secret,
                source_event_ids: step.events().map(|(event, _)| event).collect(),
                binding: VariableBinding::Argument {
                    server_id: step.call().server_id.clone(),
                    tool_name: step.call().tool_name.clone(),
                    path: slot.argument.path.clone(),
                },
                changes: source != ValueSource::Constant,
                source,
                source_note: read.filter(|_| source == ValueSource::Read),
                list: differs_in_run && is_given(source),
                more_examples: slot.values.iter().skip(1).filter(|_| differs_in_run).map(|value| (*value).to_owned()).collect(),
                optional: is_left_out,
                default: None,
            },
            evidence,
            decided: said.is_some(),
            slots: vec![(slot.step, slot.argument.path.clone())],
            values: slot.values.iter().map(|value| (*value).to_owned()).collect(),
            again: slot.again.iter().map(|one| one.as_ref().map(|all| all.iter().map(|v| (*v).to_owned()).collect())).collect(),
            settled: settled.map(|(kind, text)| SettledPoint { kind, text: clip(&text, 400) }),
        }
    }

    /// A name that no other value has: `title`, else `milestone_title`, else `title_2`.
    fn free_name(&self, wanted: &str, step: &CallStep<'_>) -> String {
        let cut = |name: &str| name.chars().take(LONGEST_NAME).collect::<String>().trim_end_matches('_').to_owned();
        let wanted =
            if wanted.starts_with(|letter: char| letter.is_ascii_lowercase()) { cut(wanted) } else { "value".to_owned() };
        let is_free = |name: &String| !self.list.iter().any(|known| known.variable.name == *name);
        let thing = snake(&words::phrase(step.call())).rsplit('_').next().unwrap_or_default().to_owned();
        let numbered = (2..).map(|number| format!("{}_{number}", wanted.chars().take(LONGEST_NAME - 3).collect::<String>()));
        let mut names = [wanted.clone(), cut(&format!("{thing}_{wanted}"))].into_iter().chain(numbered);
        names.find(is_free).unwrap_or(wanted)
    }

    /// Those that differ from run to run, in the order of their first use.
    pub fn variables(&self) -> Vec<Variable> {
        self.list.iter().filter(|value| value.variable.changes).map(|value| value.variable.clone()).collect()
    }

    /// All, for the table of values.
    pub fn rows(&self) -> Vec<DemonstratedValue> {
        let row = |value: &TaskValue| DemonstratedValue {
            example: value.variable.example.clone(),
            name: value.variable.name.clone(),
            label: value.variable.label.clone(),
            changes: value.variable.changes,
            source: value.variable.source,
            evidence: value.evidence.clone(),
            decided: value.decided,
        };
        self.list.iter().filter(|value| !value.variable.secret).take(MOST_VALUES).map(row).collect()
    }

    /// What further showings said.
    pub fn settled(&self) -> Vec<SettledPoint> {
        self.list.iter().filter_map(|value| value.settled.clone()).collect()
    }

    /// The pattern of an argument of a step. `None`: any value will do.
    pub fn pattern(&self, step: usize, path: &str) -> Option<String> {
        let of = |value: &&TaskValue| value.slots.iter().any(|(at, known)| *at == step && known == path);
        let value = self.list.iter().find(of)?;
        match (value.variable.changes, value.variable.secret || value.variable.optional) {
            (_, true) => None,
            (true, false) => Some(pattern_variable(&value.variable.name)),
            (false, false) => Some(value.variable.example.clone()),
        }
    }

    /// The arguments of a step that are compared.
    pub fn patterns(&self, step: usize) -> Vec<ArgumentPattern> {
        let pattern = |(path, value_type): &(String, ArgumentType)| {
            let text = self.pattern(step, path)?;
            Some(ArgumentPattern { path: path.clone(), text, value_type: *value_type })
        };
        self.types[step].iter().filter_map(pattern).collect()
    }

    /// The value of the task that this text is in the first showing. A short text is one only where it has the same name.
    pub fn of_value(&self, text: &str, name: &str) -> Option<&Variable> {
        let last = |name: &str| fold(name).split(' ').next_back().unwrap_or_default().to_owned();
        let is = |value: &&TaskValue| {
            let alike = || value.slots.iter().any(|(_, path)| last(&words::argument(path)) == last(name));
            value.values.iter().any(|known| fold(known) == fold(text)) && (is_telling(text) || alike())
        };
        self.list.iter().filter(|value| !value.variable.secret).find(is).map(|value| &value.variable)
    }

    /// A value in a pattern: its hole, or itself if it is always the same.
    pub fn hole(&self, variable: &Variable) -> String {
        match variable.changes {
            true => pattern_variable(&variable.name),
            false => variable.example.clone(),
        }
    }

    /// A line with holes in the place of its values, and `*` around them.
    pub fn within(&self, line: &str) -> String {
        let telling = self.list.iter().filter(|value| is_telling(&value.variable.example) && !value.variable.secret);
        let found: Vec<String> =
            telling.filter(|value| mentions(line, &value.variable.example)).map(|value| self.hole(&value.variable)).collect();
        format!("*{}*", found.first().cloned().unwrap_or_else(|| line.to_owned()))
    }

    /// Names of the inputs that differ from call to call of a step.
    pub fn over(&self, step: usize) -> Vec<String> {
        self.of_step(step).filter(|value| value.variable.list).map(|value| value.variable.name.clone()).collect()
    }

    /// The inputs of a step in a sentence: `` `title` and `body` ``.
    pub fn given_in_words(&self, step: usize) -> String {
        let changing = self.of_step(step).filter(|value| value.variable.changes && !value.variable.optional);
        list(&changing.take(8).map(|value| format!("`{}`", value.variable.name)).collect::<Vec<_>>())
    }

    fn of_step(&self, step: usize) -> impl Iterator<Item = &TaskValue> {
        self.list.iter().filter(move |value| value.slots.iter().any(|(at, _)| *at == step))
    }
}

fn slots<'a>(at: usize, step: &CallStep<'a>) -> Vec<Slot<'a>> {
    let value = |calls: &[CallAt<'a>], path: &str| -> Option<Vec<&'a str>> {
        let of = |one: &CallAt<'a>| one.call.arguments.iter().find(|other| other.path == path).map(|other| other.value.as_str());
        calls.iter().map(of).collect()
    };
    let slot = |argument: &'a CallArgument| {
        Some(Slot {
            step: at,
            argument,
            values: value(&step.calls, &argument.path)?,
            again: step.again.iter().map(|calls| value(calls, &argument.path)).collect(),
        })
    };
    step.call().arguments.iter().filter_map(slot).collect()
}

/// Whether an argument has the value that another one had, in every showing. A short value says so only where both are called alike.
fn is_same(known: &TaskValue, slot: &Slot<'_>) -> bool {
    let equal = |one: &[String], other: &[&str]| {
        let same = |(one, other): (&String, &&str)| fold(one) == fold(other);
        match (one.len() == other.len(), one.first(), other.first()) {
            (true, ..) => one.iter().zip(other).all(same),
            // One value for all calls.
            (false, Some(first), Some(second)) => {
                fold(first) == fold(second) && one.iter().all(|v| v == first) && other.iter().all(|v| v == second)
            }
            _ => false,
        }
    };
    let alike = words::argument(&known.slots[0].1) == words::argument(&slot.argument.path);
    let again = known.again.iter().zip(&slot.again).all(|pair| match pair {
        (Some(one), Some(other)) => equal(one, other),
        _ => true,
    });
    !slot.values[0].contains(MASK) && (alike || is_telling(slot.values[0])) && equal(&known.values, &slot.values) && again
}

/// Where the value of an argument was read, in a sentence. `None`: it was given.
fn read_from(first: &Showing<'_>, step: &CallStep<'_>, slot: &Slot<'_>) -> Option<String> {
    let mut place = None;
    for (call, value) in step.calls.iter().zip(&slot.values) {
        let (source, cell) = first.source_of(value, &slot.argument.path, call.at)?;
        let named = if cell.header.is_empty() { String::new() } else { format!(" ({})", cell.header) };
        place.get_or_insert_with(|| {
            format!("what {} of {} answers{named}", words::tool(source.call), words::connector(source.call))
        });
    }
    place
}

fn kind(argument: &CallArgument) -> VariableKind {
    match argument.value_type {
        ArgumentType::Number => VariableKind::Number,
        ArgumentType::Boolean => VariableKind::Choice,
        ArgumentType::Text if argument.is_choice => VariableKind::Choice,
        ArgumentType::Text => value_kind(&argument.value, ""),
    }
}
