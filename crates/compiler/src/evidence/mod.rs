//! Candidates for checkpoints: what became true, each with the predicate by which an observer can see it.

mod applications;
mod filled_forms;
mod opened_pages;
mod page_changes;
mod value_index;

pub use applications::Applications;
pub use value_index::ValueIndex;

use crate::address;
use crate::command::{self, is_hidden};
use crate::english;
use crate::inputs::Inputs;
use crate::loops::RepeatedBlock;
use crate::page;
use crate::steps::{Step, committed};
use crate::text::{clip, fold, is_telling, sentence};
use crate::untrusted::label;
use apprentice_contracts::checkpoint::{ElementPattern, EvidencePredicate as Predicate};
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::{ActionDetails, CommandRun, DialogKind, FileChangeKind, PageIdentity};
use std::collections::BTreeSet;

/// A possible checkpoint.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub step: usize,
    pub goal: String,
    pub success: String,
    pub evidence: Predicate,
    /// How much it says about the result: 90 for a persistent record, 60 for a message, 30 for an open page.
    pub weight: u8,
    pub optional: bool,
}

/// The weight of a lasting effect that is read again at the end of a run.
pub const READ_AGAIN: u8 = 100;
/// The weight of an effect that nothing shows: a person says whether it is there.
pub const ON_YOUR_WORD: u8 = 101;

/// From this weight on a candidate proves an effect.
pub const EFFECT: u8 = 55;

/// The demonstration in the form that evidence is derived from.
pub struct EvidenceContext<'a> {
    pub steps: &'a [Step<'a>],
    pub rounds: &'a [RepeatedBlock],
    pub inputs: &'a Inputs,
    pub sources: ValueIndex,
    pub apps: Applications,
    /// The pages that only a form opens ([`crate::effects::form_answers`]).
    pub form_answers: BTreeSet<String>,
    /// The application in which the task is done, as part of a sentence.
    pub app: String,
}

/// The name of a variable in a sentence: `` `name` ``.
pub fn placeholder(name: &str) -> String {
    format!("`{name}`")
}

/// The hole of a variable in a pattern: `{{name}}`.
pub(crate) fn pattern_variable(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

impl EvidenceContext<'_> {
    /// A text for people: values are replaced by the names of their variables.
    pub fn with_placeholders(&self, text: &str, until: usize) -> String {
        clip(&self.inputs.template_until(text, until, placeholder).0, 120)
    }

    /// An address with the values that are known at a step in its parts, without those that it has by chance.
    pub fn url(&self, url: &str, until: usize) -> String {
        address::url_pattern(url, &|part| {
            let (pattern, used) = self.inputs.template_until(part, until, pattern_variable);
            (!used.is_empty() && !used.iter().any(|name| self.has_by_chance(part, name))).then_some(pattern)
        })
    }

    /// Like [`url`](Self::url), with the values of every step and those of other rounds.
    pub fn url_without_chance(&self, url: &str) -> String {
        address::url_pattern(url, &|part| {
            let (pattern, used) = self.inputs.template(part, pattern_variable);
            let named = (!used.is_empty() && !used.iter().any(|name| self.has_by_chance(part, name))).then_some(pattern);
            named.or_else(|| self.inputs.chosen_in_a_round(part).map(pattern_variable))
        })
    }

    /// Whether a part of an address has the value of an input only by chance: a page had it there before the value was entered. The book
    /// at `/book/3` is not the one whose number in its series is 3. Of longer values this is not likely.
    pub fn has_by_chance(&self, part: &str, name: &str) -> bool {
        let Some(input) = self.inputs.by_name(name) else { return false };
        let picked = matches!(
            input.variable.binding,
            VariableBinding::Record { .. } | VariableBinding::Context { .. } | VariableBinding::Url { .. }
        );
        if picked || input.variable.example.trim().chars().count() > 2 {
            return false;
        }
        let before = self.steps[..input.since].iter().filter_map(Step::page);
        let mut seen = before.chain(self.steps.get(input.since).and_then(Step::page_before));
        seen.any(|page| address::path_of(&page.url).split('/').any(|other| fold(other) == fold(part)))
    }

    fn page_name(&self, index: usize) -> String {
        let Some(page) = self.steps[index].page() else { return self.app.clone() };
        let name = if self.same_title_elsewhere(page) {
            // The title names the application. A new heading, or the link that led here, says more about the page.
            let step = &self.steps[index];
            let heading = step.change.iter().flat_map(page::new_elements).find(|element| element.role == "heading");
            let link = step.target().filter(|target| target.role == "link");
            let name = heading.map(|element| element.name.as_str()).or(link.map(|target| target.name.as_str()));
            name.filter(|name| is_telling(name))
                .unwrap_or(if is_telling(&page.title) { &page.title } else { &self.app })
                .to_owned()
        } else {
            self.own_title(page::title_parts(&page.title)).unwrap_or_else(|| self.app.clone())
        };
        let (templated, _) = self.inputs.template_until(&name, index, pattern_variable);
        self.shown(&format!("*{}*", page::stable_text(&templated).unwrap_or(templated)))
    }

    /// The first part of a title that does not only name the application; the first one if they all do.
    fn own_title(&self, parts: Vec<String>) -> Option<String> {
        parts.iter().find(|part| !self.names_app(part)).or(parts.first()).cloned()
    }

    /// Whether a text only names the application, as the heading `Shop /` of every page of “Shop”.
    pub fn names_app(&self, text: &str) -> bool {
        let bare = |text: &str| fold(text.trim_matches(|letter: char| !letter.is_alphanumeric()));
        let name = self.app.split_once('“').map(|(_, name)| bare(name));
        name.is_some_and(|name| !name.is_empty() && name == bare(text))
    }

    /// Whether pages of other kinds have this title too, so that it says nothing about the page.
    pub fn same_title_elsewhere(&self, page: &PageIdentity) -> bool {
        crate::meaning::pages(self.steps).any(|other| other.title == page.title && !address::same_kind(&other.url, &page.url))
    }

    pub fn candidates(&self) -> Vec<Candidate> {
        let mut out = Vec::new();
        let mut pending: Vec<usize> = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            if step.sign_in {
                out.push(self.signed_in(index));
                pending.clear();
                continue;
            }
            // A click is complete when the dialog that it opened is answered.
            let question = self.steps.get(index + 1).filter(|_| matches!(step.details(), ActionDetails::Click { .. }));
            let asked_before = index > 0 && matches!(self.steps[index - 1].details(), ActionDetails::Click { .. });
            match step.details() {
                ActionDetails::Dialog { .. } if asked_before => {}
                ActionDetails::Fill { .. } | ActionDetails::Choose { .. } => pending.push(index),
                ActionDetails::Upload { target, .. } => out.push(self.uploaded(index, &target.name)),
                ActionDetails::Download { file_name, .. } => out.push(self.downloaded(index, file_name)),
                ActionDetails::Dialog { dialog, message, accepted } => {
                    out.extend(self.answered(index, *dialog, message, *accepted))
                }
                ActionDetails::Command(run) => {
                    self.command_ran(index, run, &mut out);
                    continue;
                }
                _ => {
                    out.extend(self.read_elsewhere(&pending));
                    out.extend(self.filled_in(&std::mem::take(&mut pending), Some(index)));
                    out.extend(self.opened(index));
                    if let Some(ActionDetails::Dialog { dialog, message, accepted }) = question.map(Step::details) {
                        out.extend(self.answered(index, *dialog, message, *accepted));
                    }
                }
            }
            self.page_changed(index, &mut out);
        }
        out.extend(self.read_elsewhere(&pending));
        out.extend(self.filled_in(&pending, None));
        for candidate in &mut out {
            candidate.optional |= self.steps[candidate.step].optional;
        }
        out.sort_by_key(|candidate| candidate.step);
        out
    }

    fn signed_in(&self, index: usize) -> Candidate {
        let step = &self.steps[index];
        let moved =
            step.page().filter(|page| step.page_before().is_some_and(|before| !address::same_page(&before.url, &page.url)));
        let typed = Predicate::Field {
            role: "*".to_owned(),
            name: step.target().map(|t| t.name.clone()).unwrap_or_default(),
            value: None,
        };
        let evidence = match moved {
            Some(page) => Predicate::Any { of: vec![open_page(self.url(&page.url, index)), typed] },
            None => typed,
        };
        Candidate {
            step: index,
            goal: format!("You are signed in to {}", self.app),
            success: "A page is shown that only a signed-in user sees; no sign-in form is in the way.".to_owned(),
            evidence,
            weight: 54,
            optional: true,
        }
    }

    fn uploaded(&self, index: usize, control: &str) -> Candidate {
        let derived = |name: String| {
            let pattern = self.file_pattern(&name, index);
            if pattern.contains("{{") { shown_file(&pattern) } else { "of the task".to_owned() }
        };
        let name = self.input_of(index).unwrap_or_else(|| derived(committed(&self.steps[index])));
        let evidence = Predicate::Upload { control: control.to_owned() };
        Candidate {
            step: index,
            goal: format!("The file {name} has been handed to {}", self.app),
            success: format!("{} shows the file {name} as chosen or received, without an error.", sentence(&self.app)),
            evidence,
            weight: 65,
            optional: false,
        }
    }

    /// The name in a sentence of the variable that a step set.
    fn input_of(&self, index: usize) -> Option<String> {
        let value = committed(&self.steps[index]);
        self.inputs
            .list
            .iter()
            .find(|input| fold(&input.variable.example) == fold(&value))
            .map(|input| placeholder(&input.variable.name))
    }

    fn downloaded(&self, index: usize, file_name: &str) -> Candidate {
        let pattern = self.file_pattern(file_name, index);
        let shown = shown_file(&pattern);
        Candidate {
            step: index,
            goal: format!("The file {shown} is downloaded"),
            success: format!("A complete download named like {shown} is there, and it is not empty."),
            evidence: Predicate::Download { file_name: pattern },
            weight: 80,
            optional: false,
        }
    }

    /// A file name with its values as placeholders and its other numbers as wildcards.
    fn file_pattern(&self, name: &str, until: usize) -> String {
        let (pattern, used) = self.inputs.template_until(name, until, pattern_variable);
        if used.is_empty() { without_numbers(name) } else { pattern }
    }

    fn answered(&self, index: usize, dialog: DialogKind, message: &str, accepted: bool) -> Option<Candidate> {
        let pattern = self.message_pattern(message, index)?;
        let shown = self.shown(&pattern);
        let (goal, success) = match dialog {
            DialogKind::Alert => (format!("The message “{shown}” has been shown"), "The message was read and closed.".to_owned()),
            _ => (
                format!("The question “{shown}” is answered with yes"),
                "The question named the right record before it was confirmed, and it is closed.".to_owned(),
            ),
        };
        Some(Candidate {
            step: index,
            goal,
            success,
            evidence: Predicate::Dialog { message: pattern, accepted },
            weight: 55,
            optional: false,
        })
    }

    fn message_pattern(&self, text: &str, until: usize) -> Option<String> {
        let (templated, _) = self.inputs.template_until(text, until, pattern_variable);
        page::stable_text(&templated).map(|stable| format!("*{}*", stable.trim()))
    }

    /// A pattern as part of a sentence.
    fn shown(&self, pattern: &str) -> String {
        let inner = pattern.strip_prefix('*').unwrap_or(pattern);
        let inner = inner.strip_suffix('*').unwrap_or(inner).trim();
        clip(&inner.replace('*', "…").replace("{{", "`").replace("}}", "`"), 120)
    }

    fn command_ran(&self, index: usize, run: &CommandRun, out: &mut Vec<Candidate>) {
        let code = run.exit_code.unwrap_or(0);
        let mut parts = self.inputs.commands.get(&index).cloned().unwrap_or_else(|| command::chain(&run.command_line));
        if code != 0 {
            parts = vec![parts.join(" && ")];
        }
        let pattern = parts.join(" && ");
        let told = |word: &str| match word.contains("{{") {
            true => shown_name(word),
            false => shown_name(&self.inputs.template_until(word, index, pattern_variable).0),
        };
        let goal = english::command_goal(&pattern, &told);
        let shown = clip(&command::spelled(&pattern), 240);
        let success = format!("The command `{shown}`, or one to the same effect, ends with exit code {code}.");
        // A file says more than the folder that contains it.
        let holds_another = |path: &str| {
            path.ends_with('/') && run.files.iter().any(|other| other.path.len() > path.len() && other.path.starts_with(path))
        };
        let files: Vec<_> =
            run.files.iter().filter(|file| !is_by_product(&file.path) && !holds_another(&file.path)).take(3).collect();
        let weight = if files.is_empty() { 80 } else { 60 };
        out.push(Candidate {
            step: index,
            goal,
            success,
            evidence: all_of(parts.into_iter().map(|pattern| Predicate::Command { pattern, exit_code: code }).collect()),
            weight,
            optional: false,
        });
        for file in files {
            let plain = file.path.trim_start_matches("./").trim_end_matches('/');
            let path = self.file_pattern(plain, index);
            let shown = shown_file(&path);
            let is_folder = file.path.ends_with('/');
            let (goal, success) = match file.change {
                FileChangeKind::Created if is_folder => {
                    (format!("The folder {shown} exists in the working folder"), format!("{shown} is there and can be opened."))
                }
                FileChangeKind::Created => (
                    format!("The file {shown} exists in the working folder"),
                    format!("{shown} is there, is new and is not empty."),
                ),
                FileChangeKind::Removed if is_folder => {
                    (format!("The folder {shown} is gone from the working folder"), format!("{shown} cannot be found any more."))
                }
                FileChangeKind::Changed => (
                    format!("The file {shown} holds the new content"),
                    format!("{shown} was changed by this run and can be opened."),
                ),
                FileChangeKind::Removed => {
                    (format!("The file {shown} is gone from the working folder"), format!("{shown} cannot be found any more."))
                }
            };
            let evidence = Predicate::File { path, change: file.change, durable: true };
            out.push(Candidate { step: index, goal, success, evidence, weight: 90, optional: false });
        }
    }
}

fn shown_file(path: &str) -> String {
    shown_name(&path.replace('*', "…"))
}

/// A name in a sentence: the variable's, or in marks that separate it from the words around it. A tag may be called `not`.
fn shown_name(pattern: &str) -> String {
    let plain = clip(&label(pattern), 120);
    match single_variable(pattern) {
        Some(name) => placeholder(name),
        None if plain.contains("{{") => format!("`{}`", plain.replace("{{", "<").replace("}}", ">")),
        None => format!("“{plain}”"),
    }
}

fn all_of(mut of: Vec<Predicate>) -> Predicate {
    if of.len() == 1 { of.remove(0) } else { Predicate::All { of } }
}

fn open_page(url: String) -> Predicate {
    showing(url, Vec::new(), false)
}

fn showing(url: String, shows: Vec<ElementPattern>, durable: bool) -> Predicate {
    Predicate::Page { url: Some(url), title: None, shows, lacks: Vec::new(), durable }
}

/// Whether the values on a page are significant: a longer one, or several.
fn is_significant(used: &[String], inputs: &Inputs) -> bool {
    used.len() > 1 || used.iter().filter_map(|name| inputs.by_name(name)).any(|input| input.variable.example.chars().count() > 2)
}

/// The variable, if the pattern is nothing else.
fn single_variable(pattern: &str) -> Option<&str> {
    pattern.strip_prefix("{{")?.strip_suffix("}}").filter(|name| !name.contains(['{', '}']))
}

/// Replaces sequences of digits by wildcards.
pub fn without_numbers(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if !letter.is_ascii_digit() {
            out.push(letter);
        } else if !out.ends_with('*') {
            out.push('*');
        }
    }
    out
}

/// Whether a file is written by the way: a hidden file, the output of a build, the backup of an editor.
fn is_by_product(path: &str) -> bool {
    is_hidden(path)
        || path.split('/').any(|part| matches!(part, "node_modules" | "target" | "__pycache__"))
        || command::base_name(path).ends_with('~')
}
