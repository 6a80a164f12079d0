//! The inputs of a task: the values that differ from one run to the next, and where they occur again.
//!
//! [`Inputs::of`] goes through the steps in order. Each step may give an input: the value of a field (`fields`), a record that was chosen
//! (`records`, `searched`), a part of an address (`addresses`) or of a command line (`commands`, with `stems` and `data`). `labels`, `kinds`
//! and `goal` say what an input is called. `template` finds its value in other texts. `table` and `showings` then decide with what the
//! person and further showings say.

mod addresses;
mod commands;
pub(crate) mod data;
mod fields;
mod goal;
mod kinds;
pub(crate) mod labels;
mod looked_up;
pub(crate) mod records;
pub(crate) mod searched;
mod showings;
mod stems;
mod table;
mod template;

use crate::address;
use crate::effects::{CommonTexts, Headers, Mentioned, is_in_new_row};
use crate::evidence::ValueIndex;
use crate::steps::{Step, committed};
use crate::text::{fold, mentions, snake};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{
    DemonstratedValue, ReadValue, RecordPlace, ValueAnswer, ValueSource, Variable, VariableBinding, VariableKind,
};
use apprentice_contracts::observation::ActionDetails;
use commands::words_in_two_cases;
use fields::selects_a_field;
use goal::{asked_things, is_said, words_of};
use kinds::kind_word;
pub(crate) use kinds::value_kind;
use labels::{is_example, requested_thing, tidy_label};
pub use records::makes_new;
use records::{is_chosen, is_last_look, is_tick, names_acts, selected_records};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// A variable, and the step from which on its value is known.
#[derive(Clone, Debug)]
pub struct Input {
    pub variable: Variable,
    pub since: usize,
    /// More values of the same field, from other repetitions of a loop or from corrections.
    pub other_values: Vec<String>,
    /// What was typed into a search to find the record that this input names.
    pub searched_by: Vec<String>,
}

impl Input {
    fn is_value(&self, text: &str) -> bool {
        !self.variable.secret && fold(&self.variable.example) == fold(text)
    }
}

/// All variables of a demonstration, and the patterns of its command lines.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub list: Vec<Input>,
    /// Patterns by step: one for each part of an `&&` chain, or one for the whole line.
    pub commands: BTreeMap<usize, Vec<String>>,
    /// Files that earlier commands of the task created.
    created_files: HashSet<String>,
    index: template::Index,
    names: HashSet<String>,
    /// Path of the page on which a form was filled in and not left yet.
    typed_on: Option<String>,
    last_page: Option<String>,
    /// Where the records were chosen, by step.
    places: HashMap<usize, RecordPlace>,
    /// Values that commands share.
    stems: Vec<stems::Stem>,
    /// What an option calls the folded value after it: `Rounds prices` of `-m "Rounds prices"` is a message.
    option_labels: HashMap<String, String>,
    /// What the goal asks for and no input is called yet: “a region” is `region`.
    things: Vec<String>,
    common: Arc<CommonTexts>,
    /// Lines of files that the task wrote as they were: what is in them was not given.
    kept: Arc<HashSet<String>>,
    /// The words of the goal, in the singular.
    goal_words: HashSet<String>,
    /// What the records that changed call their texts.
    headers: Arc<Headers>,
    /// Folded words that the commands have in more than one case: `weiss` beside `Nora Weiss`, `shared` beside `SHARED`. In a shell these are
    /// two things.
    two_cases: HashSet<String>,
    /// Whether a command puts values in that say what they are: those are what differs, and the names of files around them are not.
    puts_in: bool,
    /// Every demonstrated value, with those that are the same every time.
    pub values: Vec<DemonstratedValue>,
    /// What was read on one page and entered on another.
    pub reads: Vec<ReadValue>,
    /// What further showings say of values.
    shown: showings::Shown,
}

impl Inputs {
    /// Finds the variables in the steps. `constants` are labels that the user declared to be the same every time, and `answers` are what the
    /// user said of single values.
    /// `goal` is what the person said: a plain word of it, such as the state in “Mark an invoice as paid”, is the same every time.
    /// `mentioned` are the texts of records that the task changed.
    pub fn of(
        steps: &[Step<'_>],
        constants: &[String],
        answers: &[ValueAnswer],
        mentioned: &Mentioned,
        goal: Option<&str>,
    ) -> Self {
        let mut inputs = Self {
            stems: stems::shared(steps, mentioned, goal),
            option_labels: data::option_labels(steps),
            things: asked_things(goal),
            common: mentioned.common_texts(),
            kept: mentioned.kept_lines(),
            goal_words: goal.map(words_of).unwrap_or_default(),
            headers: mentioned.headers(),
            two_cases: words_in_two_cases(steps),
            puts_in: steps.iter().filter_map(Step::command).any(data::sets_several),
            ..Self::default()
        };
        let selected: HashSet<&str> = steps.iter().flat_map(selected_records).collect();
        let radios = steps.iter().filter(|step| step.target().is_some_and(|t| t.role == "radio")).count();
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| !step.sign_in) {
            let fills = step.is_input() && !step.target().is_some_and(is_tick);
            if let Some(target) = step.target().filter(|_| fills && !is_in_new_row(&steps[..index])) {
                inputs.edited_record(index, step, target, mentioned);
            }
            if fills {
                inputs.typed_on =
                    step.page_before().or(step.page()).map(|page| address::path_of(&page.url)).or(inputs.last_page.clone());
            }
            match step.details() {
                ActionDetails::Fill { target, value, input_type, .. } => {
                    let secret = value.masked.is_some() || value.text.contains(MASK);
                    if !secret && value.text.trim().is_empty() {
                        continue;
                    }
                    inputs.line(index, step, target, mentioned);
                    inputs.field(index, step, target, value_kind(&value.text, input_type), secret);
                }
                ActionDetails::Choose { target, chosen, .. } if is_tick(target) => {
                    inputs.ticked(index, step, target, chosen);
                }
                ActionDetails::Choose { target, .. } => match target.role.as_str() {
                    "checkbox" | "switch" | "menuitemcheckbox" => {}
                    "radio" if radios > 1 => {}
                    _ if selects_a_field(step, &steps[index + 1..]) || names_acts(target, &steps[..index]) => {}
                    _ => inputs.field(index, step, target, VariableKind::Choice, false),
                },
                ActionDetails::Upload { target, file_names } if !file_names.is_empty() => {
                    let generic =
                        ["choose", "browse", "select", "upload", "drop", "add"].iter().any(|word| mentions(&target.name, word));
                    let label = if target.name.is_empty() || generic { "file" } else { &target.name };
                    let example = file_names.join(", ");
                    if !inputs.template(&example, |_| String::new()).1.is_empty() {
                        // Its name contains another input, so it is not a new one.
                        continue;
                    }
                    let binding = VariableBinding::File { control: target.name.clone() };
                    inputs.add(index, step, "file", label, VariableKind::File, &example, false, binding);
                }
                ActionDetails::Drag { target, .. } if target.record.is_some() => inputs.record(index, step, target, mentioned),
                // The first of the records that were selected one after the other.
                ActionDetails::Click { target } if target.record.as_ref().is_some_and(|it| selected.contains(&*it.name)) => {}
                ActionDetails::Click { .. } if is_last_look(steps, index) => {}
                ActionDetails::Click { target } if let Some(record) = target.record.as_deref() => {
                    let is_found = inputs.found_by_search(step, target, record, mentioned);
                    if !is_found {
                        inputs.record(index, step, target, mentioned);
                    }
                }
                ActionDetails::Click { target } if !mentioned.knows_records() => inputs.row(index, step, target),
                ActionDetails::Navigate { url, .. } => inputs.address(index, step, url),
                ActionDetails::Command(run) => inputs.command(index, step, run),
                _ => {}
            }
            if let Some(page) = step.page() {
                let here = address::path_of(&page.url);
                if inputs.last_page.as_ref() != Some(&here) {
                    inputs.typed_on = None;
                }
                inputs.last_page = Some(here);
            }
        }
        let said = |input: &Input| goal.is_some_and(|goal| is_said(goal, input));
        let values: Vec<String> =
            inputs.list.iter().filter(|one| said(one)).map(|one| fold(one.variable.example.trim())).collect();
        // A value is no name of another one.
        inputs.things.retain(|thing| !values.contains(thing));
        inputs.list.retain(|input| !said(input));
        inputs.list.retain(|input| !constants.iter().any(|label| fold(label) == fold(&input.variable.label)));
        inputs.index = template::Index::of(&inputs.list);
        inputs.decide(steps, answers, goal);
        inputs
    }

    /// Finds the values that were read while the task was done: typed after a page or the chosen record had shown them.
    pub fn mark_read(&mut self, steps: &[Step<'_>], shown: &ValueIndex) {
        let chosen: Vec<String> =
            self.list.iter().filter(|input| is_chosen(input)).map(|input| fold(&input.variable.example)).collect();
        for input in self.list.iter_mut().filter(|input| !is_chosen(input) && !input.variable.secret) {
            let value = input.variable.example.clone();
            let telling =
                value.contains('@') || value.chars().any(|c| c.is_ascii_digit()) && value.chars().any(char::is_alphabetic);
            if !telling || value.chars().count() < 4 {
                continue;
            }
            let records = steps[..input.since].iter().filter_map(|step| step.target()?.record.as_deref());
            let of_record = records.flat_map(|record| &record.cells).find(|cell| fold(&cell.text) == fold(&value));
            // It is in a row with the record that was chosen, or on a page that was opened before a command used it.
            let by_command = matches!(input.variable.binding, VariableBinding::Command { .. });
            let on_page = by_command.then(|| shown.last_before(input.since, &value, steps)).flatten();
            let note = match (of_record, on_page) {
                (Some(cell), _) if crate::untrusted::is_plain_name(&cell.header) => {
                    Some(format!("the {} of the record", crate::text::clip(&fold(&cell.header), 40)))
                }
                (Some(_), _) => Some("the record".to_owned()),
                (None, Some(_)) => Some("the page that shows it".to_owned()),
                _ => None,
            };
            if note.is_some() && !chosen.contains(&fold(&value)) {
                input.variable.source = ValueSource::Read;
                input.variable.source_note = note;
            }
        }
    }

    pub fn variables(&self) -> Vec<Variable> {
        self.list.iter().map(|input| input.variable.clone()).collect()
    }

    #[allow(clippy::too_many_arguments)]
    fn add(
        &mut self,
        index: usize,
        step: &Step<'_>,
        fallback: &str,
        label: &str,
        kind: VariableKind,
        example: &str,
        secret: bool,
        binding: VariableBinding,
    ) -> String {
        let label = match is_example(label) {
            true => tidy_label(kind_word(kind).unwrap_or(fallback), fallback),
            false => self.without_values(tidy_label(label, fallback)),
        };
        let name = self.free_name(&snake(&requested_thing(&label)), step, fallback);
        let others = step.others().filter(|_| !secret).map(committed).filter(|value| !value.is_empty()).collect();
        let variable = Variable {
            name: name.clone(),
            label,
            kind,
            example: if secret { String::new() } else { example.to_owned() },
            secret,
            source_event_ids: step.sources.clone(),
            binding,
            changes: true,
            source: ValueSource::Given,
            source_note: None,
            list: false,
            more_examples: Vec::new(),
            optional: false,
            default: None,
        };
        self.names.insert(name.clone());
        self.index.add(self.list.len(), &variable.example);
        self.list.push(Input { variable, since: index, other_values: others, searched_by: Vec::new() });
        name
    }

    /// Whether a value is only itself as it is written, because the commands have it in another case too.
    pub fn is_exact(&self, input: &Input) -> bool {
        matches!(input.variable.binding, VariableBinding::Command { .. })
            && self.two_cases.contains(&fold(&input.variable.example))
    }

    /// The input whose value in another round, as a record that was chosen, is the whole of a text.
    pub fn chosen_in_a_round(&self, text: &str) -> Option<&str> {
        let folded = fold(text);
        let has = |input: &&Input| input.other_values.iter().chain(&input.variable.more_examples).any(|one| fold(one) == folded);
        self.list.iter().filter(|input| is_chosen(input)).find(has).map(|input| input.variable.name.as_str())
    }

    pub fn by_name(&self, name: &str) -> Option<&Input> {
        self.list.iter().find(|input| input.variable.name == name)
    }
}
