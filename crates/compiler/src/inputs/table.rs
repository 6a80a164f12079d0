//! The table of demonstrated values, and what the person says of them: “What changes next time?”.

use super::goal::fits;
use super::kinds::value_kind;
use super::labels::{requested_thing, singular, tidy_label};
use super::records::{header_of, is_tick, record_label};
use super::showings::{Shown, others_of};
use super::{Input, Inputs, data, template};
use crate::command::{self, Word};
use crate::effects::CommonTexts;
use crate::lint::replaced;
use crate::steps::{Step, committed};
use crate::text::{clip, fold, snake};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{
    DemonstratedValue, ValueAnswer, ValueChange, ValueSource, Variable, VariableBinding, VariableKind,
};
use apprentice_contracts::observation::{ActionDetails, CommandRun, ControlRecord};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Most rows of the table. Inputs come first when there are more.
const MOST: usize = 60;
/// Longer words of a command are programs of another language.
const LONGEST_WORD: usize = 120;

/// A value that the rules hold for the same every time, with what an input of it would be.
pub(super) struct Constant {
    pub(super) example: String,
    label: String,
    kind: VariableKind,
    evidence: String,
    binding: VariableBinding,
    pub(super) since: usize,
    /// The same field in the other rounds of a loop, and in further showings.
    pub(super) others: Vec<String>,
    /// Whether it is the name of something that a command was given, which the goal may ask for.
    name: Naming,
}

/// How surely an argument of a command is the name of a thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    No,
    /// The argument is behind a short option, which it may belong to.
    Maybe,
    Yes,
}

impl Constant {
    fn of_field(example: String, label: &str, binding: VariableBinding, since: usize) -> Self {
        let (kind, label) = (value_kind(&example, ""), tidy_label(label, "value"));
        Self { example, label, kind, evidence: String::new(), binding, since, others: Vec::new(), name: Naming::No }
    }
}

impl Inputs {
    /// Makes the table of all demonstrated values and applies the answers of the person to it and to the inputs.
    pub(super) fn decide(&mut self, steps: &[Step<'_>], answers: &[ValueAnswer], goal: Option<&str>) {
        let mut constants = self.constants(steps, goal);
        self.answer_the_goal(steps, &mut constants);
        self.name_after_the_goal(goal.unwrap_or_default());
        let shown = Shown::of(&self.list, &constants, steps);
        let mut rows: Vec<(usize, DemonstratedValue)> = self.input_rows(steps).into_iter().take(MOST).collect();
        let room = MOST - rows.len();
        rows.extend(constants.iter().take(room).map(|constant| (constant.since, self.row_of(constant))));
        rows.sort_by_key(|(since, _)| *since);
        self.values = rows.into_iter().map(|(_, row)| row).collect();
        self.name_constants();
        let answered = |example: &str| answers.iter().rev().find(|answer| fold(&answer.example) == fold(example));
        for row in &mut self.values {
            row.evidence = shown.evidence(&row.example).unwrap_or_else(|| std::mem::take(&mut row.evidence));
        }
        if answers.is_empty() && shown.is_empty() {
            return;
        }
        let mut wanted: Vec<(String, String)> = Vec::new();
        let mut dropped: Vec<(String, String)> = Vec::new();
        let added = constants.into_iter().filter(|constant| {
            let changes = match answered(&constant.example) {
                Some(answer) => answer.changes != ValueChange::Same,
                None => shown.changes(&constant.example).unwrap_or(false),
            };
            changes && self.is_listed(&constant.example)
        });
        let mut added: Vec<Constant> = added.collect();
        // A value within a longer one gets what the longer one leaves.
        added.sort_by_key(|constant| std::cmp::Reverse(constant.example.chars().count()));
        for constant in added {
            let name = self.values.iter().find(|row| row.example == constant.example).map(|row| row.name.clone());
            self.add_constant(steps, constant, &name.unwrap_or_else(|| "value".to_owned()));
        }
        let mut said = HashSet::new();
        for row in &mut self.values {
            let Some(answer) = answered(&row.example) else {
                if let Some(changes) = shown.changes(&row.example).filter(|changes| *changes != row.changes) {
                    row.changes = changes;
                    row.source = if changes { ValueSource::Given } else { ValueSource::Constant };
                    let inputs = self.list.iter().filter(|input| !changes && input.is_value(&row.example));
                    dropped.extend(inputs.map(|input| (input.variable.name.clone(), input.variable.example.clone())));
                }
                continue;
            };
            row.decided = true;
            (row.changes, row.source) = match answer.changes {
                ValueChange::Same => (false, ValueSource::Constant),
                ValueChange::Changes => (true, ValueSource::Given),
                ValueChange::Read => (true, ValueSource::Read),
                ValueChange::Derived => (true, ValueSource::Derived),
            };
            let name = answer.name.as_deref().map(snake).filter(|name| !name.is_empty() && said.insert(name.clone()));
            let name = name.unwrap_or_else(|| row.name.clone());
            for input in self.list.iter_mut().filter(|input| input.is_value(&row.example)) {
                if row.changes {
                    input.variable.source = row.source;
                    input.variable.source_note = None;
                } else {
                    dropped.push((input.variable.name.clone(), input.variable.example.clone()));
                }
            }
            if row.changes && name != row.name {
                wanted.push((row.name.clone(), name.clone()));
            }
            row.name = name;
        }
        self.forget(&dropped);
        self.rename(wanted);
        self.list.sort_by_key(|input| input.since);
        self.bind_commands();
        self.index = template::Index::of(&self.list);
        self.mark_optional(steps);
        self.shown = shown;
    }

    /// Whether an input is called like this thing of the goal.
    pub(super) fn is_input(&self, thing: &str) -> bool {
        let mut texts = self.list.iter().flat_map(|input| [input.variable.label.as_str(), input.variable.name.as_str()]);
        texts.any(|text| {
            let text = text.replace('_', " ");
            crate::text::mentions(&text, thing) || singular(&fold(&text)) == singular(thing)
        })
    }

    /// Inputs that nothing on the page names are called after the things of the goal: “Move an order from open to done” moves an order.
    fn name_after_the_goal(&mut self, goal: &str) {
        const NAMELESS: &[&str] = &["record", "text", "value", "item", "entry"];
        // “Enter a value” says no more than “value”.
        let says_nothing = |label: &str| NAMELESS.contains(&fold(&requested_thing(label)).as_str());
        let is_sentence = |label: &str| fold(&requested_thing(label)) != fold(label);
        let words = |text: &str| -> BTreeSet<String> {
            fold(text).split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(singular).collect()
        };
        // The address names the records of an application after itself, unless the goal calls them so too.
        let of_address = |variable: &Variable| {
            let VariableBinding::Record { header, .. } = &variable.binding else { return false };
            let of_header = words(&variable.label).is_subset(&words(header));
            !of_header && !words(&variable.label).is_subset(&words(goal))
        };
        let mut wanted: Vec<(String, String)> = Vec::new();
        for at in 0..self.list.len() {
            let variable = &self.list[at].variable;
            let searched = matches!(&variable.binding, VariableBinding::Field { role, .. } if role == "searchbox");
            let is_labelled = matches!(&variable.binding, VariableBinding::Field { name, .. } if !name.trim().is_empty() && (!is_sentence(name) || !says_nothing(name)));
            // What is typed into a search is called after what is searched.
            let nameless =
                !is_labelled && says_nothing(&variable.label) || variable.name == "search_term" || of_address(variable);
            if !(nameless || searched) || variable.secret {
                continue;
            }
            // What the records call it that changed comes before what the request calls it.
            let headed = self.headers.of(&variable.example).filter(|header| !self.is_input(header)).cloned();
            if let Some(header) = headed.filter(|header| !wanted.iter().any(|(_, taken)| *taken == snake(header))) {
                wanted.push((variable.name.clone(), snake(&header)));
                self.things.retain(|one| *one != header);
                self.list[at].variable.label = header;
                continue;
            }
            if !nameless {
                continue;
            }
            let open = |thing: &&String| !self.is_input(thing) && fits(thing, &variable.example);
            let is_file =
                |thing: &&String| open(thing) && thing.as_str() == "file" && crate::command::names_a_file(&variable.example);
            let Some(thing) = self.things.iter().find(is_file).or(self.things.iter().find(open)).cloned() else { continue };
            wanted.push((variable.name.clone(), snake(&thing)));
            self.things.retain(|one| *one != thing);
            self.list[at].variable.label = thing;
        }
        self.rename(wanted);
    }

    /// The goal asks for a thing that no input is (“the fix of a branch”), and the commands were given one name that says nothing else:
    /// that name is the thing.
    fn answer_the_goal(&mut self, steps: &[Step<'_>], constants: &mut Vec<Constant>) {
        let open: Vec<String> = self.things.iter().filter(|thing| !self.is_input(thing)).cloned().collect();
        let surest = constants.iter().map(|one| one.name).max().filter(|name| *name != Naming::No);
        let Some(surest) = surest else { return };
        let mut candidates = constants.iter().enumerate().filter(|(_, one)| one.name == surest).map(|(at, _)| at);
        let (Some(at), None) = (candidates.next(), candidates.next()) else { return };
        // `release-2.1` is the release 2.1, whatever else is asked for.
        let example = &constants[at].example;
        let numbered = self.goal_words.iter().find_map(|word| Some((word.clone(), number_of(example, word)?.to_owned())));
        // “Into a file of its own”: the file is one that the task makes.
        let is_made = |thing: &str| thing == "file" && !self.created_files.is_empty() && !self.created_files.contains(example);
        let fitting = || open.into_iter().find(|thing| fits(thing, example) && !is_made(thing));
        let (thing, number) = match numbered {
            Some((thing, _)) if self.is_input(&thing) => return,
            Some((thing, number)) => (thing, Some(number)),
            None => {
                let Some(thing) = fitting() else { return };
                (thing, None)
            }
        };
        self.things.retain(|one| *one != thing);
        let mut constant = constants.remove(at);
        if let Some(number) = number {
            constant.example = number;
        }
        let name = free(&snake(&thing), &self.list.iter().map(|input| input.variable.name.clone()).collect());
        self.forget(&self.said_of(&constant.example));
        self.add_constant(steps, Constant { label: thing, ..constant }, &name);
        self.list.sort_by_key(|input| input.since);
        self.bind_commands();
        self.index = template::Index::of(&self.list);
    }

    /// The number alone of a datum that is called after a thing of the goal: `2.1` of `release-2.1`.
    pub(super) fn number_of_a_thing(&self, datum: data::DataWord, text: &str) -> data::DataWord {
        let value = &text[datum.from..datum.to];
        let numbered = self.goal_words.iter().find_map(|word| Some((word, number_of(value, word)?)));
        match numbered.filter(|(word, _)| datum.fallback == "value" && !self.is_input(word)) {
            Some((word, number)) => data::DataWord { from: datum.to - number.len(), label: word.clone(), ..datum },
            None => datum,
        }
    }

    /// Inputs of commands that only say what is done with a value, in one word: the message “Merge more-memory” of the branch.
    fn said_of(&self, value: &str) -> Vec<(String, String)> {
        let is_plain = |text: &str| text.chars().all(|letter| letter.is_alphabetic() || letter.is_whitespace());
        let says = |example: &str| {
            fold(example) != fold(value)
                && crate::text::mentions(example, value)
                && is_plain(&replaced(example, value, ""))
                && replaced(example, value, "").split_whitespace().count() == 1
        };
        let of_commands =
            self.list.iter().map(|input| &input.variable).filter(|one| matches!(one.binding, VariableBinding::Command { .. }));
        of_commands.filter(|one| says(&one.example)).map(|one| (one.name.clone(), one.example.clone())).collect()
    }

    /// Whether the person said that this plain word changes.
    pub(super) fn is_said_to_change(&self, example: &str) -> bool {
        !crate::lint::is_distinctive(example)
            && self.values.iter().any(|row| row.decided && row.changes && fold(&row.example) == fold(example))
    }

    fn is_listed(&self, example: &str) -> bool {
        self.values.iter().any(|row| row.example == example)
    }

    fn input_rows(&self, steps: &[Step<'_>]) -> Vec<(usize, DemonstratedValue)> {
        let mut seen = HashSet::new();
        let shown = |input: &&Input| {
            let example = &input.variable.example;
            !input.variable.secret && !example.trim().is_empty() && !example.contains(MASK)
        };
        let spelling = |input: &Input| match self.is_exact(input) {
            true => input.variable.example.clone(),
            false => fold(&input.variable.example),
        };
        let inputs = self.list.iter().filter(shown).filter(|input| seen.insert(spelling(input)));
        let row = |input: &Input| DemonstratedValue {
            example: input.variable.example.clone(),
            name: input.variable.name.clone(),
            label: input.variable.label.clone(),
            changes: true,
            source: input.variable.source,
            evidence: input_evidence(input, steps),
            decided: false,
        };
        inputs.map(|input| (input.since, row(input))).collect()
    }

    fn row_of(&self, constant: &Constant) -> DemonstratedValue {
        DemonstratedValue {
            example: constant.example.clone(),
            name: snake(&requested_thing(&constant.label)),
            label: constant.label.clone(),
            changes: false,
            source: ValueSource::Constant,
            evidence: constant.evidence.clone(),
            decided: false,
        }
    }

    /// Gives every constant a name that nothing else has.
    fn name_constants(&mut self) {
        let mut taken: HashSet<String> = self.list.iter().map(|input| input.variable.name.clone()).collect();
        for row in self.values.iter_mut().filter(|row| !row.changes) {
            let base = if row.name.is_empty() { "value" } else { row.name.as_str() };
            let name = free(base, &taken);
            taken.insert(name.clone());
            row.name = name;
        }
    }

    /// The demonstrated values that are no input, in the order of their first use.
    fn constants(&self, steps: &[Step<'_>], goal: Option<&str>) -> Vec<Constant> {
        let known = |input: &Input| {
            let variable = &input.variable;
            std::iter::once(&variable.example)
                .chain(&input.other_values)
                .chain(&variable.more_examples)
                .map(|text| fold(text))
                .collect::<Vec<_>>()
        };
        let mut seen: HashSet<String> = self.list.iter().flat_map(known).collect();
        let mut out = Vec::new();
        for (since, step) in steps.iter().enumerate().filter(|(_, step)| !step.sign_in) {
            let fresh = self.of_step(since, step, goal).into_iter().filter(|one| {
                let folded = fold(&one.example);
                !folded.is_empty() && !one.example.contains(MASK) && seen.insert(folded)
            });
            out.extend(fresh);
        }
        let parts: Vec<Constant> = self.shared_parts(steps).into_iter().filter(|one| seen.insert(fold(&one.example))).collect();
        out.extend(parts);
        out.sort_by_key(|one| one.since);
        out
    }

    fn of_step(&self, since: usize, step: &Step<'_>, goal: Option<&str>) -> Vec<Constant> {
        let whole = |text: &str| {
            let (rest, used) = self.template(text, |_| String::new());
            !used.is_empty() && rest.trim().chars().count() <= 1
        };
        let touched = |text: &str| !self.template(text, |_| String::new()).1.is_empty();
        let said = |value: &str| goal.is_some_and(|goal| crate::text::mentions(goal, value));
        let one = match step.details() {
            ActionDetails::Fill { target, value, .. } if value.masked.is_none() && !whole(&value.text) => {
                let binding = VariableBinding::Field { role: target.role.clone(), name: target.name.clone() };
                let evidence = if said(&value.text) {
                    "a plain word of the goal".to_owned()
                } else {
                    format!("typed in {}", quoted(&target.name, "a field"))
                };
                Some(Constant { evidence, ..Constant::of_field(value.text.clone(), &target.name, binding, since) })
            }
            ActionDetails::Choose { target, .. } if is_tick(target) => {
                target.record.as_deref().filter(|record| !touched(&record.name)).map(|record| {
                    let evidence = "a row that was ticked".to_owned();
                    Constant { evidence, ..of_record(record, target.role.clone(), "*".to_owned(), step, since, &self.common) }
                })
            }
            ActionDetails::Choose { target, .. }
                if matches!(target.role.as_str(), "checkbox" | "switch" | "menuitemcheckbox") =>
            {
                // `on` alone would be the value of every box.
                let state = if committed(step) == "off" { "off" } else { "on" };
                let label = tidy_label(&target.name, "option");
                let binding = VariableBinding::Field { role: target.role.clone(), name: target.name.clone() };
                let evidence = if state == "on" { "ticked" } else { "unticked" }.to_owned();
                let kind = VariableKind::Choice;
                Some(Constant { evidence, kind, ..Constant::of_field(format!("{label}: {state}"), &label, binding, since) })
            }
            ActionDetails::Choose { target, .. } if !whole(&committed(step)) => {
                let binding = VariableBinding::Field { role: target.role.clone(), name: target.name.clone() };
                let value = committed(step);
                let evidence = if said(&value) {
                    "a plain word of the goal".to_owned()
                } else {
                    format!("chosen for {}", quoted(&target.name, "a field"))
                };
                let value = if value == "on" { target.name.clone() } else { value };
                Some(Constant { evidence, kind: VariableKind::Choice, ..Constant::of_field(value, &target.name, binding, since) })
            }
            ActionDetails::Upload { target, file_names } if !touched(&file_names.join(", ")) => {
                let binding = VariableBinding::File { control: target.name.clone() };
                let label = if target.name.is_empty() { "file" } else { &target.name };
                let evidence = "a file that was chosen".to_owned();
                Some(Constant {
                    evidence,
                    kind: VariableKind::File,
                    ..Constant::of_field(file_names.join(", "), label, binding, since)
                })
            }
            // A menu is a list of links as well.
            ActionDetails::Click { target } | ActionDetails::Drag { target, .. } => {
                target.record.as_deref().filter(|record| record.cells.len() > 1 && !touched(&record.name)).map(|record| {
                    let name = if record.own_link || target.unnamed { "*".to_owned() } else { target.name.clone() };
                    let evidence = "a row that was opened on the way".to_owned();
                    Constant { evidence, ..of_record(record, target.role.clone(), name, step, since, &self.common) }
                })
            }
            ActionDetails::Command(run) => return self.of_command(since, step, run, &said),
            _ => None,
        };
        let in_rounds = |one: Constant| {
            let same = step.others().next().is_some() && step.others().all(|again| committed(again) == committed(step));
            match same && step.is_input() {
                true => Constant { evidence: "the same in every round".to_owned(), ..one },
                false => Constant { others: others_of(step, &one.label), ..one },
            }
        };
        one.map(in_rounds).into_iter().collect()
    }

    /// The arguments of a command that hold no input.
    fn of_command(&self, since: usize, step: &Step<'_>, run: &CommandRun, said: &dyn Fn(&str) -> bool) -> Vec<Constant> {
        let words = command::words(&run.command_line);
        let labels: HashMap<usize, data::DataWord> = data::data_words(&words, run, &[]).into_iter().collect();
        let program = command::head(&words).join(" ");
        let mut out = Vec::new();
        for (place, value) in arguments(&words) {
            if value.chars().count() > LONGEST_WORD || !self.template(&value, |_| String::new()).1.is_empty() {
                continue;
            }
            let option = place
                .checked_sub(1)
                .and_then(|before| words.get(before))
                .filter(|word| word.text.starts_with("--") && !word.text.contains('='));
            let own = words[place].text.split_once('=').map(|(option, _)| option).filter(|option| option.starts_with("--"));
            let option = own.or(option.map(|word| word.text.as_str()));
            let label = labels.get(&place).map(|datum| datum.label.clone());
            let label = label
                .or(option.map(|option| option.trim_start_matches('-').replace('-', " ")))
                .unwrap_or_else(|| "value".to_owned());
            let rounds = step.others().filter_map(Step::command).map(|run| command::words(&run.command_line));
            let others: Vec<String> = rounds
                .filter(|round| round.len() == words.len())
                .filter_map(|round| argument(&round.get(place)?.text).map(|(_, value)| value.to_owned()))
                .collect();
            let same = !others.is_empty() && others.iter().all(|other| *other == value);
            let evidence = match option {
                _ if said(&value) => "a plain word of the goal".to_owned(),
                _ if same => "the same in every round".to_owned(),
                _ if self.created_files.contains(value.trim_start_matches("./").trim_end_matches('/')) => {
                    "named by the task itself".to_owned()
                }
                Some(option) => format!("after `{option}`"),
                None => format!("an argument of `{program}`"),
            };
            let binding = VariableBinding::Command { pattern: String::new() };
            let plain = option.is_none() && !same && !said(&value) && !self.created_files.contains(value.as_str());
            let behind = place.checked_sub(1).and_then(|before| words.get(before));
            let name = match behind {
                _ if !plain || program == "cd" || !is_name(&value) => Naming::No,
                Some(word) if command::is_redirect(word) => Naming::No,
                Some(word) if !word.quoted && word.text.starts_with('-') => Naming::Maybe,
                _ => Naming::Yes,
            };
            out.push(Constant { evidence, others, name, ..Constant::of_field(value, &label, binding, since) });
        }
        out
    }

    /// Parts of words that several arguments have in common.
    fn shared_parts(&self, steps: &[Step<'_>]) -> Vec<Constant> {
        let mut found: BTreeMap<String, (usize, String, BTreeSet<String>)> = BTreeMap::new();
        for (since, step) in steps.iter().enumerate() {
            let Some(run) = step.command() else { continue };
            for (_, word) in arguments(&command::words(&run.command_line)) {
                let stem = word
                    .rsplit_once('.')
                    .filter(|(_, ending)| (1..=5).contains(&ending.len()))
                    .map_or(word.as_str(), |(stem, _)| stem);
                for part in stem.split(|letter: char| !letter.is_alphanumeric()) {
                    let least = if part.contains(|letter: char| letter.is_ascii_digit()) { 2 } else { 3 };
                    if part.chars().count() < least || part == word {
                        continue;
                    }
                    let one = found.entry(fold(part)).or_insert_with(|| (since, part.to_owned(), BTreeSet::new()));
                    one.2.insert(word.clone());
                }
            }
        }
        let shared =
            found.into_values().filter(|(_, part, words)| words.len() > 1 && self.template(part, |_| String::new()).1.is_empty());
        shared
            .map(|(since, part, words)| {
                let binding = VariableBinding::Command { pattern: String::new() };
                let evidence = format!("in {} arguments of the commands", words.len());
                Constant { evidence, ..Constant::of_field(part, "value", binding, since) }
            })
            .collect()
    }

    fn add_constant(&mut self, steps: &[Step<'_>], constant: Constant, name: &str) {
        let variable = Variable {
            name: name.to_owned(),
            label: constant.label,
            kind: constant.kind,
            example: constant.example.clone(),
            secret: false,
            source_event_ids: steps[constant.since].sources.clone(),
            changes: true,
            binding: constant.binding,
            source: ValueSource::Given,
            source_note: None,
            list: false,
            more_examples: Vec::new(),
            optional: false,
            default: None,
        };
        let hole = format!("{{{{{name}}}}}");
        let put = |word: &str| with_hole(word, &constant.example, &hole);
        for (_, parts) in self.commands.range_mut(constant.since..) {
            for part in parts {
                *part = rewritten(part, &put);
            }
        }
        let mut others = constant.others;
        if let Some(run) = steps[constant.since].command() {
            let words = command::words(&run.command_line);
            let rounds = steps[constant.since].others().filter_map(Step::command);
            let place =
                arguments(&words).into_iter().map(|(place, _)| place).find(|&place| put(&words[place].text) != words[place].text);
            let captured = |run: &CommandRun| {
                let round = command::words(&run.command_line);
                crate::pattern::capture(&put(&words[place?].text), &round.get(place?)?.text)?.remove(name)
            };
            others.extend(rounds.filter_map(captured));
        }
        self.list.push(Input { variable, since: constant.since, other_values: others, searched_by: Vec::new() });
    }

    /// Removes inputs that are the same every time. Their values are in the commands again.
    fn forget(&mut self, dropped: &[(String, String)]) {
        self.list.retain(|input| dropped.iter().all(|(name, _)| *name != input.variable.name));
        for part in self.commands.values_mut().flatten() {
            for (name, example) in dropped {
                let hole = format!("{{{{{name}}}}}");
                if part.contains(&hole) {
                    *part = rewritten(part, &|word| word.replace(&hole, example));
                }
            }
        }
    }

    /// Renames inputs. An input whose own name was given to another one gets the next free one.
    fn rename(&mut self, wanted: Vec<(String, String)>) {
        let moving: HashSet<&String> = wanted.iter().map(|(old, _)| old).collect();
        let mut taken: HashSet<String> = self.list.iter().map(|input| input.variable.name.clone()).collect();
        taken.extend(wanted.iter().map(|(_, new)| new.clone()));
        let mut all = Vec::new();
        for input in &self.list {
            let name = &input.variable.name;
            if !moving.contains(name) && wanted.iter().any(|(_, new)| new == name) {
                let new = free(name, &taken);
                taken.insert(new.clone());
                all.push((name.clone(), new));
            }
        }
        for row in &mut self.values {
            if let Some((_, new)) = all.iter().find(|(old, _)| row.changes && !row.decided && row.name == *old) {
                row.name.clone_from(new);
            }
        }
        all.extend(wanted);
        // In two passes, because two inputs may swap their names.
        let passes = all.iter().enumerate().map(|(n, (old, _))| (old.clone(), format!("renamed to {n}")));
        let second = all.iter().enumerate().map(|(n, (_, new))| (format!("renamed to {n}"), new.clone()));
        for (old, new) in passes.chain(second).collect::<Vec<_>>() {
            let (from, to) = (format!("{{{{{old}}}}}"), format!("{{{{{new}}}}}"));
            for input in &mut self.list {
                if input.variable.name == old {
                    input.variable.name.clone_from(&new);
                }
                if let VariableBinding::Url { pattern }
                | VariableBinding::Command { pattern }
                | VariableBinding::Record { name: pattern, .. } = &mut input.variable.binding
                {
                    *pattern = pattern.replace(&from, &to);
                }
            }
            for part in self.commands.values_mut().flatten() {
                *part = part.replace(&from, &to);
            }
        }
    }

    /// Points every input of a command to the part of the line that has its hole now.
    fn bind_commands(&mut self) {
        for input in &mut self.list {
            let VariableBinding::Command { pattern } = &mut input.variable.binding else { continue };
            let hole = format!("{{{{{}}}}}", input.variable.name);
            let own = self.commands.get(&input.since).into_iter().flatten();
            let part = own.chain(self.commands.values().flatten()).find(|part| part.contains(&hole));
            if let Some(part) = part {
                pattern.clone_from(part);
            }
        }
    }
}

fn of_record(
    record: &ControlRecord,
    role: String,
    name: String,
    step: &Step<'_>,
    since: usize,
    common: &CommonTexts,
) -> Constant {
    let binding = VariableBinding::Record { role, name, header: header_of(record, common), place: None };
    Constant::of_field(record.name.clone(), &record_label(record, step, common), binding, since)
}

/// Why the rules hold a value for an input.
fn input_evidence(input: &Input, steps: &[Step<'_>]) -> String {
    let variable = &input.variable;
    let label = quoted(&variable.label, "a field");
    let differs = input.other_values.iter().filter(|value| fold(value) != fold(&variable.example)).count();
    let rounds = steps.get(input.since).map_or(0, |step| step.repeats.len());
    let seen = match &variable.binding {
        _ if variable.list => return format!("{} rows were ticked", variable.more_examples.len() + 1),
        VariableBinding::Field { .. } if variable.kind == VariableKind::Choice => format!("chosen for {label}"),
        VariableBinding::Field { .. } => format!("typed in {label}"),
        VariableBinding::File { .. } => "a file that was chosen".to_owned(),
        VariableBinding::Url { .. } => "part of an address".to_owned(),
        VariableBinding::Record { .. } | VariableBinding::Context { .. } => "the record that was worked on".to_owned(),
        VariableBinding::Argument { .. } => format!("given as {label}"),
        VariableBinding::Command { .. } => in_commands(&variable.example, steps),
    };
    match (differs, rounds) {
        (0, _) => seen,
        (_, 0) => format!("{seen}, with several values"),
        _ => format!("{seen}, another one in each round"),
    }
}

fn in_commands(value: &str, steps: &[Step<'_>]) -> String {
    let lines = steps.iter().filter_map(Step::command).map(|run| command::words(&run.command_line));
    let words: BTreeSet<String> = lines
        .flat_map(|words| arguments(&words))
        .map(|(_, word)| word)
        .filter(|word| crate::text::mentions(word, value))
        .collect();
    match words.len() {
        0 | 1 => "an argument of a command".to_owned(),
        count => format!("in {count} arguments of the commands"),
    }
}

fn quoted(label: &str, otherwise: &str) -> String {
    let label = clip(&tidy_label(label, ""), 60);
    if label.is_empty() { otherwise.to_owned() } else { format!("“{label}”") }
}

/// The first of `base`, `base_2`, `base_3` … that is free.
fn free(base: &str, taken: &HashSet<String>) -> String {
    if !taken.contains(base) {
        return base.to_owned();
    }
    (2..).map(|n| format!("{base}_{n}")).find(|name| !taken.contains(name)).unwrap_or_else(|| base.to_owned())
}

/// The positions of the words after the program and its subcommand, without the names of options.
fn argument_places(words: &[Word]) -> Vec<usize> {
    let mut out = Vec::new();
    let mut start = 0;
    for end in (0..=words.len()).filter(|&at| words.get(at).is_none_or(|word| word.operator && !command::is_redirect(word))) {
        let call = command::call(&words[start..end]);
        out.extend((start..end).filter(|at| !call.places.contains(&(at - start)) && !words[*at].operator));
        start = end + 1;
    }
    out
}

/// The part of a word that is an argument: all of it, or what follows the equals sign of an option.
fn argument(word: &str) -> Option<(&str, &str)> {
    match word.split_once('=') {
        Some((option, value)) if word.starts_with('-') && !value.is_empty() => Some((&word[..=option.len()], value)),
        _ if word.starts_with('-') => None,
        _ => Some(("", word)),
    }
}

/// The arguments of a command line, with the positions of their words.
fn arguments(words: &[Word]) -> Vec<(usize, String)> {
    let says_something = |value: &str| {
        !matches!(value, "." | ".." | "/dev/null") && !value.starts_with('$') && value.contains(char::is_alphanumeric)
    };
    let value = |place: usize| argument(&words[place].text).map(|(_, value)| (place, value.to_owned()));
    argument_places(words).into_iter().filter_map(value).filter(|(_, value)| says_something(value)).collect()
}

/// The number of a thing in its name: `2.1` of `release-2.1`. Not one digit, which is in too many words.
pub(super) fn number_of<'v>(value: &'v str, thing: &str) -> Option<&'v str> {
    let rest = value.get(..thing.len()).filter(|start| fold(start) == fold(thing)).map(|_| &value[thing.len()..])?;
    let number = rest.strip_prefix(['-', '_', '/'])?;
    let is_number = number.starts_with(|letter: char| letter.is_ascii_digit())
        && number.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | '-'));
    (is_number && number.chars().count() > 1).then_some(number)
}

/// Whether an argument can be the name of one thing: a branch, a service, a customer.
fn is_name(value: &str) -> bool {
    const USUAL: &[&str] = &["head", "origin", "upstream", "main", "master", "latest", "all"];
    let sign = |letter: char| matches!(letter, '/' | '*' | '?' | '$' | '=' | '{' | '}' | '(' | '\\' | '|' | '<' | '>');
    value.contains(char::is_alphabetic)
        && !value.contains(sign)
        && value.split_whitespace().count() <= 3
        && !USUAL.contains(&fold(value).as_str())
}

/// Applies a change to the arguments of a pattern.
fn rewritten(part: &str, change: &dyn Fn(&str) -> String) -> String {
    let mut words = command::words(part);
    let mut changed = false;
    for place in argument_places(&words) {
        let Some((option, value)) = argument(&words[place].text) else { continue };
        let new = format!("{option}{}", change(value));
        changed |= new != words[place].text;
        words[place].text = new;
    }
    if changed { command::written(&words) } else { part.to_owned() }
}

/// Puts a hole where the value is as a whole word, outside of other holes.
fn with_hole(word: &str, value: &str, hole: &str) -> String {
    let mut out = String::new();
    let mut rest = word;
    while let Some(open) = rest.find("{{") {
        let close = rest[open..].find("}}").map_or(rest.len(), |at| open + at + 2);
        out.push_str(&replaced(&rest[..open], value, hole));
        out.push_str(&rest[open..close]);
        rest = &rest[close..];
    }
    out + &replaced(rest, value, hole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_replaces_whole_words_outside_of_other_holes() {
        assert_eq!(with_hole("north/{{north}}-north.csv", "north", "{{region}}"), "{{region}}/{{north}}-{{region}}.csv");
        assert_eq!(with_hole("northern", "north", "{{region}}"), "northern");
    }

    #[test]
    fn a_name_of_a_thing_and_its_number_has_the_number() {
        for (value, thing, number) in [
            ("release-2.1", "release", Some("2.1")),
            ("release/2031-04", "release", Some("2031-04")),
            ("Sprint_12", "sprint", Some("12")),
            ("release-next", "release", None),
            ("release-2.1-notes", "release", None),
            ("release-2", "release", None),
            ("prerelease-2.1", "release", None),
            ("more-memory", "release", None),
        ] {
            assert_eq!(number_of(value, thing), number, "{value}");
        }
    }

    #[test]
    fn only_arguments_of_a_command_are_rewritten() {
        let put = |word: &str| with_hole(word, "tag", "{{name}}");
        assert_eq!(
            rewritten("git tag --tag=tag tag && git push tag", &put),
            "git tag --tag={{name}} {{name}} && git push {{name}}"
        );
    }
}
