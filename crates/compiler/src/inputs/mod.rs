//! What differs from one run to the next: variables, and where their values occur again.

pub(crate) mod data;
mod searched;
mod showings;
mod stems;
mod table;
mod template;

pub(crate) use searched::is_searched;

use crate::address;
use crate::command::{self, Word};
use crate::effects::{CommonTexts, Headers, Mentioned};
use crate::evidence::ValueIndex;
use crate::steps::{Step, committed};
use crate::text::{fold, mentions, snake, unnumbered};
use crate::untrusted::LINE;
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{DemonstratedValue, ValueAnswer, ValueSource, Variable, VariableBinding, VariableKind};
use apprentice_contracts::observation::{ActionDetails, CommandRun, Control, ControlRecord};
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
    /// Values that commands share.
    stems: Vec<stems::Stem>,
    /// What an option calls the folded value after it: `Rounds prices` of `-m "Rounds prices"` is a message.
    option_labels: HashMap<String, String>,
    /// What the goal asks for and no input is called yet: “a region” is `region`.
    things: Vec<String>,
    common: Arc<CommonTexts>,
    /// Lines of files that the task wrote as they were: what stands in them was not given.
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
            if let Some(target) = step.target().filter(|_| fills) {
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
                    inputs.line(index, step, target);
                    inputs.field(index, step, target, value_kind(&value.text, input_type), secret);
                }
                ActionDetails::Choose { target, chosen, .. } if is_tick(target) => {
                    inputs.ticked(index, step, target, chosen);
                }
                ActionDetails::Choose { target, .. } => match target.role.as_str() {
                    "checkbox" | "switch" | "menuitemcheckbox" => {}
                    "radio" if radios > 1 => {}
                    _ if selects_a_field(step, &steps[index + 1..]) => {}
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
        inputs.list.retain(|input| !goal.is_some_and(|goal| is_said(goal, input)));
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
            // It stands in a row with the record that was chosen, or on a page that was opened before a command used it.
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

    fn field(&mut self, index: usize, step: &Step<'_>, target: &Control, kind: VariableKind, secret: bool) {
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

    /// A label up to a value of the task: “Destination folder for cup.gcode” is “Destination folder”.
    fn without_values(&self, label: String) -> String {
        const JOINTS: &[&str] = &["for", "of", "in", "to", "from", "by", "with", "on", "at"];
        let values = self.list.iter().map(|input| input.variable.example.as_str()).filter(|value| value.chars().count() > 2);
        let Some(at) = values.filter(|value| mentions(&label, value)).filter_map(|value| label.find(value)).min() else {
            return label;
        };
        let before = label[..at].trim_end_matches(|sign: char| !sign.is_alphanumeric());
        let rest = before.rsplit_once(' ').filter(|(_, last)| JOINTS.contains(last)).map_or(before, |(rest, _)| rest);
        if snake(rest).len() > 2 { rest.to_owned() } else { label }
    }

    fn free_name(&self, wanted: &str, step: &Step<'_>, fallback: &str) -> String {
        let taken = |name: &str| self.names.contains(name);
        let base = if wanted.is_empty() { fallback } else { wanted };
        if !taken(base) {
            return base.to_owned();
        }
        let context = step.target().and_then(|target| target.context.as_deref());
        let context = context.filter(|context| !crate::untrusted::addresses_reader(context)).map(snake).unwrap_or_default();
        let with_context = format!("{context}_{base}");
        if !context.is_empty() && context.len() <= 24 && !taken(&with_context) {
            return with_context;
        }
        (2..).map(|n| format!("{base}_{n}")).find(|name| !taken(name)).unwrap_or_else(|| base.to_owned())
    }

    /// Ticked records are a list.
    fn ticked(&mut self, index: usize, step: &Step<'_>, target: &Control, states: &[String]) {
        if states.iter().all(|state| state == "off") {
            return;
        }
        let Some(record) = target.record.as_deref().filter(|record| !record.name.trim().is_empty()) else { return };
        let named = unnumbered(identity(record, &self.common)).to_owned();
        let others: Vec<String> = step
            .others()
            .filter_map(|again| Some(unnumbered(identity(again.target()?.record.as_deref()?, &self.common)).to_owned()))
            .collect();
        if self.is_given(record) {
            return;
        }
        let label = record_label(record, step, &self.common);
        let header = header_of(record, &self.common);
        let binding = VariableBinding::Record { role: target.role.clone(), name: "*".to_owned(), header };
        if let Some(known) = self.list.iter_mut().find(|input| input.variable.binding == binding) {
            known.variable.list = true;
            for more in std::iter::once(named).chain(others) {
                if more != known.variable.example && !known.variable.more_examples.contains(&more) {
                    known.variable.more_examples.push(more);
                }
            }
            known.variable.source_event_ids.extend(&step.sources);
            return;
        }
        self.add(index, step, "record", &label, VariableKind::Text, &named, false, binding);
        if let Some(input) = self.list.last_mut() {
            input.variable.list = true;
            input.variable.more_examples.clone_from(&others);
            input.other_values = others;
        }
    }

    /// A line of a text that was changed in a part is chosen by the part that stays.
    fn line(&mut self, index: usize, step: &Step<'_>, target: &Control) {
        let is_line = |record: &&ControlRecord| matches!(record.cells.as_slice(), [cell] if cell.header == LINE);
        let Some(record) = target.record.as_deref().filter(is_line) else { return };
        let binding = VariableBinding::Record {
            role: target.role.clone(),
            name: target.name.clone(),
            header: header_of(record, &self.common),
        };
        if self.is_given(record) || self.list.iter().any(|input| input.variable.binding == binding) {
            return;
        }
        self.add(index, step, LINE, LINE, VariableKind::Text, &record.name, false, binding);
        let others = step.others().filter_map(|again| Some(again.target()?.record.as_deref()?.name.clone()));
        if let Some(input) = self.list.last_mut() {
            input.other_values = others.collect();
        }
    }

    /// A control of a record chooses the record: `Edit` in the row of Ada, the link “Ada”, an item that is dragged.
    fn record(&mut self, index: usize, step: &Step<'_>, target: &Control, mentioned: &Mentioned) {
        let Some(record) = target.record.as_deref().filter(|record| !record.name.trim().is_empty()) else { return };
        // A button below a form is in a row of the form, not of a record.
        if self.is_below_a_form(step) {
            return;
        }
        let named = unnumbered(identity(record, &self.common)).to_owned();
        // What holds many things is none of them.
        let own_link = leads_by_name(record, &self.common);
        let is_part = record.cells.len() == 1 && !own_link && named != target.name && mentions(&named, &target.name);
        if named.chars().count() > 80 || is_part && !target.name.is_empty() {
            return;
        }
        // A menu is a list of links as well. Its items are never among what the task changes.
        // What holds a button besides its words is a thing, and so is a shape of a drawing.
        let is_thing = matches!(target.role.as_str(), "button" | "generic") && !(target.unnamed && target.role == "generic");
        let label = record_label(record, step, &self.common);
        // The goal asks for it: “a project”.
        let is_asked = record.cells.len() > 1 && self.things.contains(&singular(&fold(&label)));
        let about = (record.cells.len() > 1 || is_thing) && !own_link
            || is_asked
            || mentioned.contains(&named)
            || record.cells.iter().any(|cell| mentioned.contains(&cell.text));
        if record.cells.len() == 1 && (self.leads_around(step, record, mentioned) || is_act(&named) || makes_new(&named)) {
            return;
        }
        if own_link && self.is_kind(&named) {
            return;
        }
        // A page may change too late to be seen, and a record that is another one afterwards was meant.
        let had_effect = step.effective() || mentioned.contains(&named) || matches!(step.details(), ActionDetails::Drag { .. });
        if self.is_given(record) || !about || !had_effect {
            return;
        }
        let is_own = own_link || record.own_link && is_hash(&record.name);
        let name = if is_own || target.unnamed { "*".to_owned() } else { target.name.clone() };
        self.add_record(index, step, target, record, name, &label);
    }

    /// Adds the record as an input, under the name of the control that chooses it.
    fn add_record(
        &mut self,
        index: usize,
        step: &Step<'_>,
        target: &Control,
        record: &ControlRecord,
        control: String,
        label: &str,
    ) {
        let named = unnumbered(identity(record, &self.common)).to_owned();
        let binding =
            VariableBinding::Record { role: target.role.clone(), name: control, header: header_of(record, &self.common) };
        if self.list.iter().any(|input| input.variable.binding == binding) {
            return;
        }
        self.add(index, step, "record", label, VariableKind::Text, &named, false, binding);
        let others = step
            .others()
            .filter_map(|again| Some(unnumbered(identity(again.target()?.record.as_deref()?, &self.common)).to_owned()));
        if let Some(input) = self.list.last_mut() {
            input.other_values = others.collect();
        }
    }

    /// A field in the row of a record changes that record: the price in the row of “Tray”. The row of a form is named by the label of its field,
    /// and one that is new by nothing.
    fn edited_record(&mut self, index: usize, step: &Step<'_>, target: &Control, mentioned: &Mentioned) {
        let of_records = |record: &&ControlRecord| record.cells.iter().filter(|cell| !cell.header.trim().is_empty()).count() > 1;
        let Some(record) = target.record.as_deref().filter(of_records) else { return };
        let named = unnumbered(identity(record, &self.common)).to_owned();
        let plain = |text: &str| fold(text.trim().trim_end_matches([':', '*']));
        let is_label = plain(&named) == plain(&target.name);
        let is_name = (1..=80).contains(&named.trim().chars().count()) && named.contains(char::is_alphabetic);
        if is_label || !is_name || self.is_below_a_form(step) || self.is_given(record) || !mentioned.contains(&named) {
            return;
        }
        let label = record_label(record, step, &self.common);
        self.add_record(index, step, target, record, target.name.clone(), &label);
    }

    /// Whether an entry is called as a kind of things that the goal names: “Orders”, where somebody enters an order. It leads to all of them.
    fn is_kind(&self, named: &str) -> bool {
        let words: Vec<&str> = named.split_whitespace().collect();
        let is_plain = words.iter().all(|word| word.chars().all(char::is_alphabetic));
        let is_of_goal = |word: &&str| {
            let one = singular(&fold(word));
            one != fold(word) && self.goal_words.contains(&one)
        };
        is_plain && words.len() <= 2 && words.last().is_some_and(is_of_goal)
    }

    /// Whether an entry of a list leads around instead of being a thing: it is on several pages as it is, several entries of a list are
    /// called alike, or it narrows, sorts or turns the list on which it stands.
    fn leads_around(&self, step: &Step<'_>, record: &ControlRecord, mentioned: &Mentioned) -> bool {
        let entry = record.cells.first().map_or("", |cell| cell.text.as_str());
        let narrows = step.change.as_ref().is_some_and(|change| address::narrows(&change.before.url, &change.after.url));
        narrows || mentioned.is_navigation(entry) || record.own_link && self.common.has(&record.name)
    }

    /// Whether a form on this page was filled in before.
    fn is_below_a_form(&self, step: &Step<'_>) -> bool {
        let here = step.page_before().map(|page| address::path_of(&page.url));
        self.typed_on.is_some() && self.typed_on == here
    }

    /// Whether the record is chosen by a value that is an input already.
    fn is_given(&self, record: &ControlRecord) -> bool {
        let values = self.list.iter().map(|input| &input.variable.example).filter(|value| value.chars().count() > 2);
        values
            .into_iter()
            .any(|value| record.cells.iter().any(|cell| mentions(&cell.text, value)) || mentions(&record.name, value))
    }

    /// A control that was used in a row selects that row: `Delete` in the row of Ada. Only for demonstrations of an earlier version, whose
    /// controls do not name their record.
    fn row(&mut self, index: usize, step: &Step<'_>, target: &Control) {
        if self.is_below_a_form(step) {
            return;
        }
        let Some(context) = target.context.as_deref().filter(|_| matches!(target.role.as_str(), "button" | "link" | "checkbox"))
        else {
            return;
        };
        let already =
            self.list.iter().any(|input| !input.variable.example.is_empty() && mentions(context, &input.variable.example));
        if crate::loops::in_record(step) && !already {
            let binding = VariableBinding::Context { role: target.role.clone(), name: target.name.clone() };
            self.add(index, step, "record", "record", VariableKind::Text, context, false, binding);
            let others = step.others().filter_map(|again| again.target()?.context.clone());
            if let Some(input) = self.list.last_mut() {
                input.other_values = others.collect();
            }
        }
    }

    /// Volatile parts of an address that a person typed become variables.
    fn address(&mut self, index: usize, step: &Step<'_>, address: &str) {
        let Ok(url) = url::Url::parse(address) else { return };
        let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
        for (place, segment) in segments.iter().enumerate() {
            if !address::is_volatile(segment) || self.list.iter().any(|input| input.is_value(segment)) {
                continue;
            }
            let noun = place.checked_sub(1).map(|before| singular(segments[before])).unwrap_or_default();
            let label = if noun.is_empty() { "id".to_owned() } else { format!("{noun} id") };
            self.add_part_of_address(index, step, "id", &label, segment, &segments[..place]);
        }
        self.named_by_address(index, step, &url);
    }

    /// A page that was opened by typing its name into the address, as a wiki makes new ones: `/Ship%20lamps`, or `/Ship_lamps` where the
    /// page is called so.
    fn named_by_address(&mut self, index: usize, step: &Step<'_>, url: &url::Url) {
        let is_first =
            step.change.as_ref().is_none_or(|change| address::origin(&change.before.url) != address::origin(url.as_str()));
        let Some(named) = address::last_part(url.as_str()).filter(|_| !is_first) else { return };
        let shown = address::readable(&named);
        let is_words = shown.contains(char::is_alphabetic) && !shown.contains(['.', '+', '=', ':']);
        // `/user-profile` is a place of an application.
        let looks_like_a_name = named.contains(' ') || named.contains('_') && named.starts_with(char::is_uppercase);
        let is_title = step.page().is_some_and(|page| mentions(&page.title, &shown));
        let is_known = self.list.iter().any(|input| input.is_value(&shown)) || self.is_kind(&shown);
        if !is_words || !looks_like_a_name || !is_title || is_known {
            return;
        }
        let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
        self.add_part_of_address(index, step, "page", "page", &shown, &segments[..segments.len().saturating_sub(1)]);
    }

    /// Adds a part of an address as an input; `before` are the parts that precede it.
    fn add_part_of_address(&mut self, index: usize, step: &Step<'_>, fallback: &str, label: &str, value: &str, before: &[&str]) {
        let before: String = before.iter().map(|part| format!("/{part}")).collect();
        let binding = VariableBinding::Url { pattern: String::new() };
        let name = self.add(index, step, fallback, label, VariableKind::Text, value, false, binding);
        if let Some(input) = self.list.last_mut() {
            // The name of the variable is known only now.
            input.variable.binding = VariableBinding::Url { pattern: format!("*{before}/{{{{{name}}}}}") };
        }
    }

    fn command(&mut self, index: usize, step: &Step<'_>, run: &CommandRun) {
        let words = command::words(&run.command_line);
        let stems: Vec<String> = self.stems.iter().filter(|stem| stem.step == index).map(|stem| stem.text.clone()).collect();
        let mut shared = Vec::new();
        for stem in stems {
            let (stem, thing) = self.number_in_stem(stem);
            if self.is_known_stem(&stem) {
                continue;
            }
            let label = match thing {
                Some(thing) => thing,
                None => self.stem_label(&words, &stem),
            };
            let binding = VariableBinding::Command { pattern: String::new() };
            shared.push(self.add(index, step, "name", &label, value_kind(&stem, ""), &stem, false, binding));
        }
        let known_before = !self.stems.is_empty() || self.puts_in;
        let rounds: Vec<Vec<Word>> =
            step.others().filter_map(Step::command).map(|run| command::words(&run.command_line)).collect();
        let found: Vec<(usize, data::DataWord)> = data::data_words(&words, run, &rounds);
        let mut pattern: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        if known_before {
            // A value also stands in programs of other languages, and in words that are no data.
            for (text, word) in pattern.iter_mut().zip(&words).filter(|(_, word)| !word.operator) {
                *text = self.template(&word.text, |name| format!("{{{{{name}}}}}")).0;
            }
        }
        let mut new_names = shared.clone();
        // What is put into each word: where, and the hole.
        let mut holes: BTreeMap<usize, Vec<(usize, usize, String)>> = BTreeMap::new();
        for (place, datum) in found {
            let text = words[place].text.clone();
            let datum = self.number_of_a_thing(datum, &text);
            let (literal_before, value, literal_after) = (&text[..datum.from], &text[datum.from..datum.to], &text[datum.to..]);
            let line = data::line_around(&text, datum.from);
            if line != value.trim() && self.kept.contains(line) {
                continue;
            }
            let (templated, used) = self.template(value, |name| format!("{{{{{name}}}}}"));
            // “A stage with its host”: the host is given, also where a part of it is the stage.
            let of_section = datum.fallback == data::SECTION;
            let datum = match of_section {
                true => data::DataWord { label: self.thing_for(value), ..datum },
                false => datum,
            };
            let is_asked =
                of_section || datum.put_in && self.goal_words.contains(&fold(&datum.label)) && !self.is_input(&datum.label);
            let is_whole = self.list.iter().any(|input| input.is_value(value));
            if !used.is_empty() && (is_whole || !is_asked) {
                holes.entry(place).or_default().push((datum.from, datum.to, templated));
                continue;
            }
            let varies = rounds.iter().any(|round| round.get(place).is_some_and(|word| word.text != text));
            let said = words[place].quoted && text.contains(' ');
            let general = matches!(datum.fallback, "folder" | "value" | "input_file" | "output_file")
                && datum.label == datum.fallback.replace('_', " ");
            let counted = matches!(datum.kind, VariableKind::File | VariableKind::Number);
            if known_before && !varies && !said && !datum.put_in && (counted || general) {
                // The names of files around the values are the same every time.
                continue;
            }
            if self.created_files.contains(text.trim_start_matches("./").trim_end_matches('/')) && rounds.is_empty() {
                // An earlier command of the task created it, so its name is the same every time.
                continue;
            }
            let secret = value.contains(MASK);
            let binding = VariableBinding::Command { pattern: String::new() };
            let name = self.add(index, step, datum.fallback, &datum.label, datum.kind, value, secret, binding);
            if let Some(input) = self.list.last_mut() {
                let inner = |word: &Word| {
                    let text = word.text.strip_prefix(literal_before)?.strip_suffix(literal_after)?;
                    Some(text.to_owned())
                };
                input.other_values = rounds.iter().filter_map(|words| inner(words.get(place)?)).collect();
            }
            holes.entry(place).or_default().push((datum.from, datum.to, format!("{{{{{name}}}}}")));
            new_names.push(name);
        }
        for (place, mut put) in holes {
            // A value also stands beside what a program puts in.
            let beside = |text: &str| match known_before {
                true => self.template(text, |name| format!("{{{{{name}}}}}")).0,
                false => text.to_owned(),
            };
            let word = &words[place].text;
            put.sort_by_key(|(from, ..)| *from);
            let (mut text, mut at) = (String::new(), 0);
            for (from, to, hole) in put {
                // Two that overlap are one.
                if from < at {
                    continue;
                }
                text.push_str(&beside(&word[at..from]));
                text.push_str(&hole);
                at = to;
            }
            text.push_str(&beside(&word[at..]));
            pattern[place] = text;
        }
        let line: Vec<String> = pattern.iter().zip(&words).map(|(text, word)| word.requoted(text)).collect();
        for name in &shared {
            let hole = format!("{{{{{name}}}}}");
            let place = (0..pattern.len()).find(|&place| pattern[place].contains(&hole));
            let captured = |round: &Vec<Word>| {
                let place = place?;
                crate::pattern::capture(&pattern[place], &round.get(place)?.text)?.remove(name)
            };
            let others: Vec<String> = rounds.iter().filter_map(captured).collect();
            if let Some(input) = self.list.iter_mut().find(|input| input.variable.name == *name) {
                input.other_values = others;
            }
        }
        let parts = command::chain(&line.join(" "));
        for input in self.list.iter_mut().filter(|input| new_names.contains(&input.variable.name)) {
            let hole = format!("{{{{{}}}}}", input.variable.name);
            let part = parts.iter().find(|part| part.contains(&hole)).unwrap_or(&parts[0]);
            input.variable.binding = VariableBinding::Command { pattern: part.clone() };
        }
        self.commands.insert(index, parts);
        self.created_files
            .extend(run.files.iter().map(|file| file.path.trim_start_matches("./").trim_end_matches('/').to_owned()));
    }

    /// What the goal calls a value: the thing that it names and that fits its form, else what its form says.
    fn thing_for(&mut self, value: &str) -> String {
        let (version, date) = (is_version(value), is_date(value));
        let at = self.things.iter().position(|thing| fits(thing, value));
        match at.map(|at| self.things.remove(at)) {
            Some(thing) if version && thing == "release" => "version".to_owned(),
            Some(thing) => thing,
            None if version => "version".to_owned(),
            None if date => "date".to_owned(),
            None => "name".to_owned(),
        }
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

/// Words of letters that the commands have in more than one case, folded.
fn words_in_two_cases(steps: &[Step<'_>]) -> HashSet<String> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut out = HashSet::new();
    for run in steps.iter().filter_map(Step::command) {
        for word in run.command_line.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.chars().count() > 2) {
            let known = seen.entry(fold(word)).or_insert(word);
            if *known != word {
                out.insert(fold(word));
            }
        }
    }
    out
}

/// The words of a goal, in the singular.
fn words_of(goal: &str) -> HashSet<String> {
    let words = goal.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    words.map(|word| singular(&fold(word))).collect()
}

/// Whether the form of a value is that of a thing of this name.
fn fits(thing: &str, value: &str) -> bool {
    const TIMES: &[&str] = &["day", "date", "month", "quarter", "year", "week", "night", "morning", "time"];
    match () {
        () if is_version(value) => matches!(thing, "version" | "release" | "number"),
        () if is_date(value) => TIMES.contains(&thing),
        () if thing == "time" && value.contains(char::is_alphabetic) => false,
        () if !value.contains(|letter: char| letter.is_ascii_digit()) => {
            !matches!(thing, "day" | "date" | "number" | "version" | "release")
        }
        () => !matches!(thing, "version" | "release"),
    }
}

/// `1.4` and `v1.2.1`.
fn is_version(value: &str) -> bool {
    let number = value.strip_prefix('v').unwrap_or(value);
    number.contains('.') && number.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
}

/// `2031-05-09`: many digits in three parts.
fn is_date(value: &str) -> bool {
    value.chars().filter(char::is_ascii_digit).count() >= 6 && value.matches(['-', '/', '.']).count() == 2
}

/// The name before an equals sign or colon: `port` of `s/port=8080/port=9090/`.
fn key_of(words: &[Word], value: &str) -> Option<String> {
    words.iter().find_map(|word| {
        let at = word.text.find(value)?;
        // The key of `test.example` is none of `test`.
        let goes_on = |rest: &str| rest.strip_prefix(['.', '-', '_']).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        if goes_on(&word.text[at + value.len()..]) {
            return None;
        }
        // `\\n` ends a line of what `printf` writes.
        let before = word.text[..at].replace("\\n", "\n");
        let before = before.trim_end_matches(['\'', '"']);
        let key = before.strip_suffix(['=', ':']).or_else(|| before.strip_suffix("= ")).or_else(|| before.strip_suffix(": "))?;
        let letters = key.trim_end().chars().rev().take_while(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'));
        let key: String = letters.collect::<Vec<_>>().into_iter().rev().collect();
        (key.chars().count() > 1 && key.chars().any(char::is_alphabetic)).then_some(key)
    })
}

/// The things that a goal asks for: “Back up a site for a day” asks for a site and a day.
fn asked_things(goal: Option<&str>) -> Vec<String> {
    const ARTICLES: &[&str] = &["a", "an", "another", "some", "any", "several", "each", "every"];
    const JOINTS: &[&str] = &[
        "of", "for", "to", "in", "on", "at", "with", "from", "and", "as", "by", "into", "or", "the", "that", "then", "over",
        "under", "inside", "onto", "without", "before", "after", "between", "through", "via", "using", "until", "when", "if",
        "so", "which", "whose", "where", "is", "are", "has", "its", "their", "together", "again", "too", "also", "there", "once",
    ];
    let text = goal.unwrap_or_default().to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out: Vec<String> = Vec::new();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| ARTICLES.contains(word)) {
        let mut thing: Vec<&str> = Vec::new();
        for word in words[at + 1..].iter().take(3) {
            let plain = word.trim_end_matches([',', '.', ';', ':']);
            // “A machine more memory” are two things.
            if JOINTS.contains(&plain) || ARTICLES.contains(&plain) || plain == "more" && !thing.is_empty() {
                break;
            }
            thing.push(plain);
            if plain != *word {
                break;
            }
        }
        thing.retain(|word| !matches!(*word, "new" | "given" | "certain" | "free" | "next" | "other" | "more"));
        let Some(last) = thing.last().filter(|last| **last != "one") else { continue };
        // A quantity is followed by a plural.
        let last = if matches!(words[at], "some" | "several") { singular(last) } else { (*last).to_owned() };
        if !out.contains(&last) && last.chars().all(char::is_alphabetic) {
            out.push(last);
        }
    }
    out
}

/// Whether the goal itself says the value, as a plain word: without capitals and digits, which names and numbers have.
fn is_said(goal: &str, input: &Input) -> bool {
    let value = input.variable.example.trim();
    let plain = value.chars().all(|letter| letter.is_lowercase() || letter == ' ')
        && value.split(' ').count() <= 3
        && value.chars().count() > 2;
    let chosen = matches!(input.variable.binding, VariableBinding::Field { .. });
    let words = |text: &str| text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    let (said, value_words) = (words(goal), words(value));
    let in_goal = said.windows(value_words.len()).any(|window| window == value_words.as_slice());
    // “Resolve an issue” says `resolved`.
    let verb = said.first().map(|word| word.to_lowercase()).unwrap_or_default();
    let done = [format!("{verb}d"), format!("{verb}ed"), format!("{}ied", verb.trim_end_matches('y'))];
    // “Close a ticket” says `resolve`.
    let same = crate::english::verb(&verb).is_some_and(|verb| verb.same.contains(&value));
    let acts = same || verb.chars().count() > 3 && done.contains(&value.to_owned());
    chosen && input.other_values.is_empty() && (plain && (in_goal || acts) || says_state(goal, &verb, input))
}

/// Whether the verb of the goal says the state that was chosen: “Close a ticket” sets *Status* to “Done”, and *% Done* to 100. Where the goal
/// speaks of the field, as in “Close a ticket with a status”, it is a value.
fn says_state(goal: &str, verb: &str, input: &Input) -> bool {
    const VERBS: &[&str] = &[
        "close",
        "resolve",
        "finish",
        "complete",
        "reopen",
        "cancel",
        "approve",
        "reject",
        "accept",
        "decline",
        "archive",
        "publish",
        "unpublish",
        "activate",
        "deactivate",
        "enable",
        "disable",
    ];
    const FIELDS: &[&str] = &["status", "state", "stage"];
    let label = input.variable.label.as_str();
    let is_state = FIELDS.iter().any(|field| mentions(label, field) && !mentions(goal, field));
    let is_whole = (label.contains('%') || mentions(label, "progress"))
        && input.variable.example.trim_end_matches(|sign: char| !sign.is_ascii_digit()) == "100";
    input.variable.kind == VariableKind::Choice && VERBS.contains(&verb) && (is_state || is_whole)
}

/// Whether what was chosen is the name of a field that is set later: it says which field, not what is to be in it.
fn selects_a_field(step: &Step<'_>, later: &[Step<'_>]) -> bool {
    let plain = |name: &str| fold(name.trim().trim_end_matches([':', '*']).trim());
    let chosen = plain(&committed(step));
    let set = later.iter().filter(|other| other.is_input()).filter_map(|other| other.target());
    !chosen.is_empty() && set.map(|target| plain(&target.name)).any(|name| name == chosen)
}

fn is_chosen(input: &Input) -> bool {
    matches!(input.variable.binding, VariableBinding::Record { .. } | VariableBinding::Context { .. })
}

/// The names of the records that a step selects, in all its rounds.
fn selected_records<'s>(step: &'s Step<'_>) -> Vec<&'s str> {
    let of = |details: &'s ActionDetails| match details {
        ActionDetails::Choose { target, chosen, .. } if target.role == "option" && !chosen.iter().all(|state| state == "off") => {
            target.record.as_deref().map(|record| record.name.as_str()).filter(|name| !name.trim().is_empty())
        }
        _ => None,
    };
    std::iter::once(step.details()).chain(step.others().map(Step::details)).filter_map(of).collect()
}

/// The row of a form that a field is in; 0 where it has no rows.
fn in_row(target: &Control) -> u32 {
    let last = target.context.as_deref().and_then(|context| context.rsplit(", ").next());
    last.and_then(|row| row.strip_prefix("row ")?.parse().ok()).unwrap_or(0)
}

/// Whether the control ticks a record.
pub fn is_tick(target: &Control) -> bool {
    target.record.is_some() && matches!(target.role.as_str(), "checkbox" | "switch" | "row" | "option" | "menuitemcheckbox")
}

/// The text that people call a record by: of its own link, else under a header that says so, else what the page shows first.
fn identity<'a>(record: &'a ControlRecord, common: &CommonTexts) -> &'a str {
    const NAMES: &[&str] = &["name", "title", "subject", "full name", "label", "summary", "description", "username", "user name"];
    if leads_by_name(record, common) {
        return &record.name;
    }
    let named = NAMES
        .iter()
        .find_map(|name| record.cells.iter().find(|cell| fold(&cell.header) == *name && !cell.text.trim().is_empty()))
        .filter(|cell| !common.has(&cell.text));
    // What a row offers to do, its number, and what other rows say as well are no names.
    let tells = |text: &str| {
        text.chars().any(char::is_alphabetic)
            && crate::english::verb(&fold(text)).is_none()
            && !is_act(text)
            && !is_hash(text)
            && !common.has(text)
    };
    let shown = record.cells.iter().find(|cell| tells(&cell.text) && cell.text.chars().count() <= 80);
    match named {
        Some(cell) => &cell.text,
        None if tells(&record.name) => &record.name,
        None => shown.map_or(&record.name, |cell| &cell.text),
    }
}

/// Whether the control is the link that is called as the record; `edit` in each row is none.
fn leads_by_name(record: &ControlRecord, common: &CommonTexts) -> bool {
    let names_nothing = is_act(&record.name) || common.has(&record.name) || is_hash(&record.name);
    record.own_link && !(record.cells.len() > 1 && names_nothing)
}

/// Whether a text is the number that a program made for a record, which nobody says: `3704038de7`, a UUID.
fn is_hash(text: &str) -> bool {
    let text = text.trim().trim_matches(['[', ']']);
    let is_of_hash = |letter: char| matches!(letter, '0'..='9' | 'a'..='f' | '-');
    let (digits, letters) =
        (text.chars().filter(char::is_ascii_digit).count(), text.chars().filter(char::is_ascii_lowercase).count());
    text.len() >= 7 && text.chars().all(is_of_hash) && digits > 1 && letters > 0
}

fn is_act(text: &str) -> bool {
    ["edit", "delete", "select", "view", "open", "remove", "show", "details", "more", "modify", "copy", "clone", "null"]
        .contains(&fold(text).as_str())
}

/// Whether an entry leads to the form of a new thing: “New ticket”, “Add a link”.
fn makes_new(text: &str) -> bool {
    let text = fold(text);
    matches!(text.as_str(), "new" | "add" | "create")
        || ["new ", "add ", "create ", "+ "].iter().any(|lead| text.starts_with(lead))
}

/// The header of the cell that names a record.
fn header_of(record: &ControlRecord, common: &CommonTexts) -> String {
    let named = identity(record, common);
    record.cells.iter().find(|cell| cell.text == named).map(|cell| cell.header.clone()).unwrap_or_default()
}

/// What a record is: the header of the cell that names it, or the thing that the page lists.
fn record_label(record: &ControlRecord, step: &Step<'_>, common: &CommonTexts) -> String {
    const GENERAL: &[&str] =
        &["", "#", "id", "no", "no.", "nr", "name", "title", "number", "key", "label", "subject", "file name", "filename"];
    let header = header_of(record, common);
    let page = step.page_before().or(step.page());
    let of_address = page.and_then(|page| address::noun(&page.url, &|part| Some(part.to_owned()))).map(|word| singular(&word));
    match (GENERAL.contains(&fold(&header).as_str()), of_address) {
        (false, _) => header,
        (true, Some(thing))
            if fold(&header).is_empty() || matches!(fold(&header).as_str(), "#" | "name" | "title" | "label" | "subject") =>
        {
            thing
        }
        (true, Some(thing)) => format!("{thing} {}", fold(&header).trim_end_matches('.')),
        (true, None) if header.trim().is_empty() => "record".to_owned(),
        (true, None) => header,
    }
}

/// Whether a label is only an example of a value, as a field without a label shows one: `https://…`, `name@example.org`.
fn is_example(label: &str) -> bool {
    let label = label.trim();
    let is_mail = |text: &str| text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    !label.contains(' ') && (label.contains("://") || label.starts_with("www.") || is_mail(label))
}

/// What a value of a kind is called. `None`: the kind says nothing.
fn kind_word(kind: VariableKind) -> Option<&'static str> {
    match kind {
        VariableKind::Url => Some("web address"),
        VariableKind::Email => Some("e-mail address"),
        VariableKind::Date => Some("date"),
        VariableKind::Text | VariableKind::Number | VariableKind::File | VariableKind::Choice => None,
    }
}

/// The label without decoration: `Full name * (required)` becomes `Full name`.
fn tidy_label(label: &str, fallback: &str) -> String {
    if crate::untrusted::addresses_reader(label) {
        return fallback.replace('_', " ");
    }
    let label = crate::lint::cleaned(label, &crate::lint::DemonstratedValues::of(&[]));
    let without = label.split([':', '(', '*', '–', '—']).next().unwrap_or_default().trim();
    let without = without_range(crate::effects::plain_header(without));
    let without = without_demand(without);
    let tidy = if without.is_empty() || snake(without).is_empty() { label.as_str() } else { without };
    if tidy.is_empty() || snake(tidy).is_empty() { fallback.replace('_', " ") } else { crate::text::clip(tidy, 60) }
}

/// A label without the word that says whether it must be filled in: “Product Optional” is “Product”.
fn without_demand(label: &str) -> &str {
    let demands = |last: &str| matches!(fold(last).as_str(), "optional" | "required");
    label.rsplit_once(' ').filter(|(_, last)| demands(last)).map_or(label, |(rest, _)| rest.trim_end())
}

/// A header without the rows that it counts: “Title 1-3 of 3” is “Title”.
pub(crate) fn without_range(label: &str) -> &str {
    let counts = |word: &str| {
        word.split_once(['-', '–']).is_some_and(|(from, to)| [from, to].iter().all(|end| end.parse::<u32>().is_ok()))
    };
    let at = label.split(' ').find(|word| counts(word)).and_then(|word| label.find(word));
    at.map(|at| label[..at].trim_end()).filter(|rest| !rest.is_empty()).unwrap_or(label)
}

/// A label without its instruction: “Search invoices” asks for an invoice.
fn requested_thing(label: &str) -> String {
    const ASKS: &[&str] = &["search for", "search by", "search", "filter by", "filter", "find"];
    const TELLS: &[&str] = &["enter", "select", "choose", "pick", "set", "specify", "provide"];
    const FIRST: &[&str] = &["the ", "a ", "an ", "your "];
    let folded = fold(label);
    let after = |words: &[&str]| {
        let rest = words.iter().find_map(|word| folded.strip_prefix(word)?.strip_prefix(' '))?.trim();
        let rest = FIRST.iter().find_map(|first| rest.strip_prefix(first)).unwrap_or(rest);
        (!snake(rest).is_empty()).then(|| rest.to_owned())
    };
    if let Some(rest) = after(TELLS).filter(|_| folded.split(' ').count() > 1) {
        return rest;
    }
    match after(ASKS) {
        Some(rest) => singular(&rest),
        _ if matches!(folded.as_str(), "search" | "filter" | "find" | "q") => "search term".to_owned(),
        _ => thing_of_sentence(&folded).unwrap_or_else(|| label.to_owned()),
    }
}

/// The words of a label that is a sentence, without those that name nothing: “or create/open a pad with the name” is “pad name”.
fn thing_of_sentence(folded: &str) -> Option<String> {
    const SENTENCE: usize = 5;
    const MOST: usize = 3;
    #[rustfmt::skip]
    const NAME_NOTHING: &[&str] = &[
        "a", "an", "the", "this", "that", "these", "those", "your", "my", "our", "its", "their", "any", "each", "every", "new", "all",
        "and", "or", "of", "in", "on", "at", "to", "for", "from", "by", "with", "as", "into", "about", "under", "if", "so", "not", "no",
        "is", "are", "be", "was", "will", "should", "can", "may", "must", "do", "does", "you", "we", "it", "they", "i", "please", "here",
        "what", "which", "who", "when", "where", "why", "how", "e", "g", "eg", "ie",
        "enter", "type", "choose", "select", "pick", "set", "specify", "provide", "fill", "write", "add", "create", "open", "edit", "use",
        "give", "want", "need", "like", "leave", "change", "put", "tell",
    ];
    let words: Vec<&str> = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.len() < SENTENCE {
        return None;
    }
    let things: Vec<&str> = words.into_iter().filter(|word| !NAME_NOTHING.contains(word)).take(MOST).collect();
    Some(things.join(" ")).filter(|things| !snake(things).is_empty())
}

fn singular(noun: &str) -> String {
    let noun = address::readable(noun);
    match noun.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None if ends_in_es(&noun) => noun[..noun.len() - 2].to_owned(),
        // `address`, `status` and `basis` are singular.
        None => {
            noun.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with(['s', 'u', 'i'])).unwrap_or(&noun).to_owned()
        }
    }
}

/// Whether the plural of a noun has an `e` of its own: `patches`, `boxes`; that of `cache` has not.
fn ends_in_es(noun: &str) -> bool {
    const VOWELS: &[char] = &['a', 'e', 'i', 'o', 'u'];
    noun.strip_suffix("ches").is_some_and(|stem| !stem.is_empty() && !stem.ends_with(VOWELS))
        || ["shes", "xes", "sses"].iter().any(|end| noun.ends_with(end))
}

fn value_kind(value: &str, input_type: &str) -> VariableKind {
    let value = value.trim();
    let is_date = |value: &str| {
        let parts: Vec<&str> = value.split(['-', '/', '.']).collect();
        parts.len() == 3
            && parts.iter().all(|part| !part.is_empty() && part.len() <= 4 && part.chars().all(|c| c.is_ascii_digit()))
            && (parts.iter().any(|part| part.len() == 4) || parts.iter().all(|part| part.len() == 2))
    };
    match input_type {
        "email" => VariableKind::Email,
        "number" | "range" => VariableKind::Number,
        "date" | "datetime-local" | "month" | "week" => VariableKind::Date,
        "url" => VariableKind::Url,
        "file" => VariableKind::File,
        _ if value.starts_with("http://") || value.starts_with("https://") => VariableKind::Url,
        _ if is_date(value) => VariableKind::Date,
        _ if value.parse::<f64>().is_ok() => VariableKind::Number,
        _ if !value.contains(' ') && value.split_once('@').is_some_and(|(a, b)| !a.is_empty() && b.contains('.')) => {
            VariableKind::Email
        }
        _ => VariableKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_ask_for_things() {
        for (label, asked) in [
            ("Search invoices", "invoice"),
            ("Filter by status", "status"),
            ("Enter address", "address"),
            ("Search", "search term"),
            ("Type of leave", "Type of leave"),
            ("Your name", "Your name"),
            ("Enter your city", "city"),
            ("Select a destination folder", "destination folder"),
            ("or create/open a Pad with the name", "pad name"),
            ("What is the title of your page?", "title page"),
            ("Allow guests to read", "Allow guests to read"),
        ] {
            assert_eq!(requested_thing(label), asked, "{label}");
        }
        assert_eq!(tidy_label("User name:", "value"), "User name");
        assert_eq!(asked_things(Some("Move a file into a folder under a new name")), ["file", "folder", "name"]);
        assert_eq!(asked_things(Some("Give some products a facet value together")), ["product", "value"]);
    }
}
