//! What differs from one run to the next: variables, and where their values show up again.

use crate::address;
use crate::command::{self, Word};
use crate::steps::{Step, committed};
use crate::text::{fold, fold_char, mentions, places, snake};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{Variable, VariableBinding, VariableKind};
use apprentice_contracts::observation::{ActionDetails, CommandRun, Control, PageElement};
use std::collections::BTreeMap;

/// A variable and the step from which on its value is known.
#[derive(Clone, Debug)]
pub struct Input {
    pub variable: Variable,
    pub since: usize,
    /// More values of the same field, from other rounds of a loop or from corrections.
    pub other_values: Vec<String>,
}

impl Input {
    fn is_value(&self, text: &str) -> bool {
        !self.variable.secret && fold(&self.variable.example) == fold(text)
    }
}

/// All variables of a demonstration, and the command lines with their placeholders.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub list: Vec<Input>,
    /// Step index to the command line as a pattern.
    pub commands: BTreeMap<usize, String>,
}

impl Inputs {
    /// Reads the variables out of the steps. `constants` are labels that the user declared to be the same every time.
    pub fn of(steps: &[Step<'_>], constants: &[String]) -> Self {
        let mut inputs = Self::default();
        let radios = steps.iter().filter(|step| step.target().is_some_and(|t| t.role == "radio")).count();
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| !step.sign_in) {
            match step.details() {
                ActionDetails::Fill { target, value, input_type, .. } => {
                    let secret = value.masked.is_some() || value.text.contains(MASK);
                    if !secret && value.text.trim().is_empty() {
                        continue;
                    }
                    inputs.field(index, step, target, value_kind(&value.text, input_type), secret);
                }
                ActionDetails::Choose { target, .. } => match target.role.as_str() {
                    "checkbox" | "switch" | "menuitemcheckbox" => {}
                    "radio" if radios > 1 => {}
                    _ => inputs.field(index, step, target, VariableKind::Choice, false),
                },
                ActionDetails::Upload { target, file_names } if !file_names.is_empty() => {
                    let generic =
                        ["choose", "browse", "select", "upload", "drop", "add"].iter().any(|word| mentions(&target.name, word));
                    let label = if target.name.is_empty() || generic { "file" } else { &target.name };
                    let example = file_names.join(", ");
                    let binding = VariableBinding::File { control: target.name.clone() };
                    inputs.add(index, step, "file", label, VariableKind::File, &example, false, binding);
                }
                ActionDetails::Click { target } => inputs.row(index, step, target),
                ActionDetails::Navigate { url, .. } => inputs.address(index, step, url),
                ActionDetails::Command(run) => inputs.command(index, step, run),
                _ => {}
            }
        }
        inputs.list.retain(|input| !constants.iter().any(|label| fold(label) == fold(&input.variable.label)));
        inputs
    }

    pub fn variables(&self) -> Vec<Variable> {
        self.list.iter().map(|input| input.variable.clone()).collect()
    }

    fn field(&mut self, index: usize, step: &Step<'_>, target: &Control, kind: VariableKind, secret: bool) {
        let value = if secret { String::new() } else { committed(step) };
        if !secret && self.repeats_other(&value) {
            return;
        }
        let grouped = target.role == "radio" && value != "on";
        let name = if grouped { "*".to_owned() } else { target.name.clone() };
        let label = if grouped { target.context.clone().unwrap_or_else(|| "choice".to_owned()) } else { target.name.clone() };
        let binding = VariableBinding::Field { role: target.role.clone(), name };
        if let Some(known) = self.list.iter_mut().find(|input| input.variable.binding == binding) {
            let before = std::mem::replace(&mut known.variable.example, value);
            known.other_values.push(before);
            known.other_values.extend(step.repeats.iter().map(committed));
            known.variable.source_event_ids.extend(&step.sources);
            return;
        }
        self.add(index, step, "text", &label, kind, &value, secret, binding);
    }

    /// A value known from elsewhere than a field, with at most a prefix such as `v`: the tag that a command made. It is no new input.
    fn repeats_other(&self, value: &str) -> bool {
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
        let label = tidy_label(label, fallback);
        let name = self.free_name(&snake(&label), step, fallback);
        let others = step.repeats.iter().filter(|_| !secret).map(committed).filter(|value| !value.is_empty()).collect();
        let variable = Variable {
            name: name.clone(),
            label,
            kind,
            example: if secret { String::new() } else { example.to_owned() },
            secret,
            source_event_ids: step.sources.clone(),
            binding,
        };
        self.list.push(Input { variable, since: index, other_values: others });
        name
    }

    fn free_name(&self, wanted: &str, step: &Step<'_>, fallback: &str) -> String {
        let taken = |name: &str| self.list.iter().any(|input| input.variable.name == name);
        let base = if wanted.is_empty() { fallback } else { wanted };
        if !taken(base) {
            return base.to_owned();
        }
        let context = step.target().and_then(|target| target.context.as_deref()).map(snake).unwrap_or_default();
        let with_context = format!("{context}_{base}");
        if !context.is_empty() && context.len() <= 24 && !taken(&with_context) {
            return with_context;
        }
        (2..).map(|n| format!("{base}_{n}")).find(|name| !taken(name)).unwrap_or_else(|| base.to_owned())
    }

    /// A control used inside a row picks that row: `Delete` in the row of Ada.
    fn row(&mut self, index: usize, step: &Step<'_>, target: &Control) {
        let Some(context) = target.context.as_deref().filter(|_| matches!(target.role.as_str(), "button" | "link" | "checkbox"))
        else {
            return;
        };
        // The context is the first text of the row: the name of the record, or its number.
        let is_row = |element: &PageElement| {
            matches!(element.role.as_str(), "row" | "listitem" | "article") && mentions(&element.name, context)
        };
        let picked = step.change.iter().flat_map(|change| change.vanished.iter().chain(&change.appeared)).any(is_row);
        let already =
            self.list.iter().any(|input| !input.variable.example.is_empty() && mentions(context, &input.variable.example));
        if picked && !already {
            let binding = VariableBinding::Context { role: target.role.clone(), name: target.name.clone() };
            self.add(index, step, "record", "record", VariableKind::Text, context, false, binding);
        }
    }

    /// Volatile parts of an address that a person typed.
    fn address(&mut self, index: usize, step: &Step<'_>, address: &str) {
        let Ok(url) = url::Url::parse(address) else { return };
        let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
        for (place, segment) in segments.iter().enumerate() {
            if !address::is_volatile(segment) || self.list.iter().any(|input| input.is_value(segment)) {
                continue;
            }
            let noun = place.checked_sub(1).map(|before| singular(segments[before])).unwrap_or_default();
            let label = if noun.is_empty() { "id".to_owned() } else { format!("{noun} id") };
            let before: String = segments[..place].iter().map(|part| format!("/{part}")).collect();
            let pattern_of = |name: &str| format!("*{before}/{{{{{name}}}}}");
            let name = self.free_name(&snake(&label), step, "id");
            let binding = VariableBinding::Url { pattern: pattern_of(&name) };
            self.add(index, step, "id", &label, VariableKind::Text, segment, false, binding);
        }
    }

    fn command(&mut self, index: usize, step: &Step<'_>, run: &CommandRun) {
        let words = command::words(&run.command_line);
        let rounds: Vec<Vec<Word>> =
            step.repeats.iter().filter_map(Step::command).map(|run| command::words(&run.command_line)).collect();
        let found: Vec<(usize, Datum)> = data_words(&words, run, &rounds);
        let mut pattern: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        let mut new_names = Vec::new();
        for (place, datum) in found {
            let text = words[place].text.clone();
            let literal_before = &text[..datum.from];
            let value = &text[datum.from..];
            let (templated, used) = self.template(value, |name| format!("{{{{{name}}}}}"));
            if !used.is_empty() {
                pattern[place] = format!("{literal_before}{templated}");
                continue;
            }
            let secret = value.contains(MASK);
            let binding = VariableBinding::Command { pattern: String::new() };
            let name = self.add(index, step, datum.fallback, &datum.label, datum.kind, value, secret, binding);
            if let Some(input) = self.list.last_mut() {
                input.other_values = rounds.iter().filter_map(|words| words.get(place)).map(|word| word.text.clone()).collect();
            }
            pattern[place] = format!("{literal_before}{{{{{name}}}}}");
            new_names.push(name);
        }
        let line: Vec<String> = pattern
            .iter()
            .zip(&words)
            .map(|(text, word)| if word.operator { text.clone() } else { command::quote(text) })
            .collect();
        let line = line.join(" ");
        for input in &mut self.list {
            if new_names.contains(&input.variable.name) {
                input.variable.binding = VariableBinding::Command { pattern: line.clone() };
            }
        }
        self.commands.insert(index, line);
    }

    /// `text` with every known value replaced by what `show` makes of its name, longest values first; and the names used.
    /// A short value is only replaced where it stands last, since numbers at the front of a row are ids.
    pub fn template(&self, text: &str, show: impl Fn(&str) -> String) -> (String, Vec<String>) {
        self.template_until(text, usize::MAX, show)
    }

    /// The same with the values that are known before or at step `until`.
    pub fn template_until(&self, text: &str, until: usize, show: impl Fn(&str) -> String) -> (String, Vec<String>) {
        let letters: Vec<char> = text.chars().collect();
        let folded: Vec<char> = letters.iter().copied().map(fold_char).collect();
        let mut taken: Vec<Option<usize>> = vec![None; letters.len()];
        let mut order: Vec<(usize, Vec<char>)> = Vec::new();
        for (number, input) in self.list.iter().enumerate().filter(|(_, input)| input.since <= until && !input.variable.secret) {
            let value: Vec<char> = fold(&input.variable.example).chars().collect();
            if !value.is_empty() {
                order.push((number, value));
            }
        }
        order.sort_by_key(|(number, value)| (std::cmp::Reverse(value.len()), *number));
        for (number, value) in order {
            let free = |at: &usize| taken[*at..*at + value.len()].iter().all(Option::is_none);
            let mut found: Vec<usize> = places(&folded, &value).into_iter().filter(free).collect();
            if value.len() <= 2 || taken.contains(&Some(number)) {
                found = found.pop().into_iter().collect();
            }
            for at in found {
                if taken[at..at + value.len()].iter().all(Option::is_none) {
                    taken[at..at + value.len()].fill(Some(number));
                }
            }
        }
        let mut out = String::new();
        let mut used = Vec::new();
        for (at, letter) in letters.iter().enumerate() {
            match taken[at] {
                None => out.push(*letter),
                Some(number) if at == 0 || taken[at - 1] != Some(number) => {
                    let name = &self.list[number].variable.name;
                    out.push_str(&show(name));
                    if !used.contains(name) {
                        used.push(name.clone());
                    }
                }
                Some(_) => {}
            }
        }
        (out, used)
    }

    pub fn by_name(&self, name: &str) -> Option<&Input> {
        self.list.iter().find(|input| input.variable.name == name)
    }
}

/// A word of a command that is data: from which byte on, and what to call it.
struct Datum {
    from: usize,
    label: String,
    fallback: &'static str,
    kind: VariableKind,
}

/// Interpreters: their first file is the program, not data.
const INTERPRETERS: &[&str] =
    &["python", "python3", "node", "ruby", "perl", "bash", "sh", "zsh", "php", "Rscript", "deno", "bun", "source"];
/// Programs all of whose plain arguments are data.
const FILE_PROGRAMS: &[&str] =
    &["mkdir", "touch", "cp", "mv", "rm", "rmdir", "ln", "chmod", "unzip", "zip", "tar", "scp", "rsync", "rename"];
/// Flags whose value is data whatever it looks like, and what to call it.
const DATA_FLAGS: &[(&str, &str)] = &[
    ("-m", "message"),
    ("--message", "message"),
    ("-o", "output file"),
    ("--output", "output file"),
    ("--out", "output file"),
    ("--title", "title"),
    ("--body", "body"),
    ("--notes", "notes"),
    ("--name", "name"),
    ("--tag", "tag"),
    ("--label", "label"),
    ("--input", "input file"),
    ("--file", "file"),
    ("--to", "to"),
    ("--from", "from"),
    ("--subject", "subject"),
    ("--version", "version"),
    ("--description", "description"),
    ("--assignee", "assignee"),
    ("--author", "author"),
    ("--date", "date"),
    ("--branch", "branch"),
];

fn data_words(words: &[Word], run: &CommandRun, rounds: &[Vec<Word>]) -> Vec<(usize, Datum)> {
    let mut out = Vec::new();
    let mut program_at = true;
    let mut script_due = false;
    let mut plain_is_data = false;
    let mut subcommand_due = false;
    let mut flag: Option<String> = None;
    let mut redirect = false;
    for (place, word) in words.iter().enumerate() {
        if word.operator {
            redirect = word.text.starts_with('>');
            program_at = !redirect && word.text != "<";
            flag = None;
            continue;
        }
        if program_at {
            if command::is_assignment(word) || command::is_prefix(&word.text) {
                continue;
            }
            let program = command::base_name(&word.text);
            program_at = false;
            script_due = INTERPRETERS.contains(&program);
            plain_is_data = FILE_PROGRAMS.contains(&program);
            subcommand_due = command::MULTI_COMMAND.contains(&program);
            continue;
        }
        if !word.quoted && word.text.starts_with('-') {
            let option = word.text.split('=').next().unwrap_or_default();
            if let Some(value) = word.text.split_once('=').map(|(_, value)| value).filter(|value| !value.is_empty()) {
                if let Some(datum) = as_datum(value, Some(option), word, false, run) {
                    let from = word.text.len() - value.len() + datum.from;
                    out.push((place, Datum { from, ..datum }));
                }
                flag = None;
            } else {
                flag = Some(option.to_owned());
            }
            continue;
        }
        let after = flag.take();
        if std::mem::take(&mut script_due) && after.as_deref() != Some("-m") && after.as_deref() != Some("-c") {
            continue;
        }
        if std::mem::take(&mut subcommand_due) && !word.quoted {
            continue;
        }
        let varies = rounds.iter().any(|round| round.len() == words.len() && round[place].text != word.text);
        let certain = varies || plain_is_data || std::mem::take(&mut redirect);
        out.extend(as_datum(&word.text, after.as_deref(), word, certain, run).map(|datum| (place, datum)));
    }
    out
}

/// Whether a word reads like data, and what it would be called.
fn as_datum(value: &str, flag: Option<&str>, word: &Word, certain: bool, run: &CommandRun) -> Option<Datum> {
    if value.is_empty() || value == "." || value == ".." || value == "-" || value.starts_with('$') || value == "/dev/null" {
        return None;
    }
    let flag_label = flag.and_then(|flag| DATA_FLAGS.iter().find(|(name, _)| *name == flag)).map(|(_, label)| *label);
    let is_file = looks_like_file(value) || run.files.iter().any(|file| file.path == value.trim_start_matches("./"));
    let is_version = version_digits(value).is_some();
    let has_digit = value.chars().any(|c| c.is_ascii_digit());
    let is_url = value.contains("://");
    let is_glob = value.contains('*') && !word.quoted;
    let is_data = certain
        || flag_label.is_some()
        || is_file
        || is_version
        || is_url
        || value.contains(MASK)
        || (word.quoted && value.contains(' '));
    if is_glob || !(is_data || has_digit && value.len() > 1) {
        return None;
    }
    let long_flag = flag.filter(|flag| flag.starts_with("--")).map(|flag| flag.trim_start_matches('-').replace('-', " "));
    let made = run.files.iter().any(|file| file.path == value.trim_start_matches("./"));
    let (fallback, kind) = match () {
        () if is_url => ("url", VariableKind::Url),
        () if is_version => ("version", VariableKind::Text),
        () if is_file && made => ("output_file", VariableKind::File),
        () if is_file => ("input_file", VariableKind::File),
        () => ("value", value_kind(value, "")),
    };
    let label = flag_label.map(str::to_owned).or(long_flag).unwrap_or_else(|| fallback.replace('_', " "));
    let from = version_digits(value).filter(|_| flag_label.is_none() || is_version).unwrap_or(0);
    Some(Datum { from, label, fallback, kind })
}

/// Where the number of a version begins: `v1.2.0` at 1. `None`: no version.
fn version_digits(value: &str) -> Option<usize> {
    let digits = value.strip_prefix(['v', 'V']).unwrap_or(value);
    let number = digits.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = number.split('.').collect();
    let numeric = parts.len() >= 2 && parts.iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    numeric.then(|| value.len() - digits.len())
}

fn looks_like_file(value: &str) -> bool {
    let extension = command::base_name(value).rsplit_once('.');
    let has_extension = extension.is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.chars().any(|c| c.is_ascii_alphabetic())
    });
    !value.contains("://") && !value.contains(' ') && (has_extension || value.starts_with(['/', '~']) || value.starts_with("./"))
}

fn value_kind(value: &str, input_type: &str) -> VariableKind {
    let value = value.trim();
    let is_date = |value: &str| {
        let parts: Vec<&str> = value.split(['-', '/', '.']).collect();
        parts.len() == 3
            && parts.iter().all(|part| !part.is_empty() && part.len() <= 4 && part.chars().all(|c| c.is_ascii_digit()))
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

/// `Full name * (required)` is `Full name`.
fn tidy_label(label: &str, fallback: &str) -> String {
    let label = crate::lint::cleaned(label, &[]);
    let without = label.split([':', '(', '*', '–', '—']).next().unwrap_or_default().trim();
    let tidy = if without.is_empty() || snake(without).is_empty() { label.as_str() } else { without };
    if tidy.is_empty() || snake(tidy).is_empty() { fallback.replace('_', " ") } else { crate::text::clip(tidy, 60) }
}

fn singular(noun: &str) -> String {
    let noun = address::readable(noun);
    match noun.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => noun.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(&noun).to_owned(),
    }
}
