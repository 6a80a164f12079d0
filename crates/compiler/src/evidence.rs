//! What became true: candidates for checkpoints, each with the predicate by which an observer can see it.

use crate::address;
use crate::command;
use crate::inputs::Inputs;
use crate::page;
use crate::phrases;
use crate::steps::{Step, committed};
use crate::text::{clip, fold, list, mentions, sentence};
use apprentice_contracts::checkpoint::{ElementPattern, EvidencePredicate as See};
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::{ActionDetails, CommandRun, DialogKind, FileChangeKind, PageElement};

/// A possible checkpoint.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub step: usize,
    pub goal: String,
    pub success: String,
    pub evidence: See,
    /// How much it says about the result: 90 a persisted record, 60 a message, 30 a page that is open.
    pub weight: u8,
    pub optional: bool,
}

/// From this weight on a candidate proves an effect.
pub const EFFECT: u8 = 55;

/// The demonstration, as evidence is read from it.
pub struct Scene<'a> {
    pub steps: &'a [Step<'a>],
    pub inputs: &'a Inputs,
    pub app: String,
}

/// A variable's name inside a sentence.
pub fn say(name: &str) -> String {
    format!("`{name}`")
}

fn hole(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

impl Scene<'_> {
    /// A text for people: values replaced by the names of their variables.
    pub fn told(&self, text: &str, until: usize) -> String {
        clip(&self.inputs.template_until(text, until, say).0, 120)
    }

    fn url(&self, url: &str, until: usize) -> String {
        address::url_pattern(url, &|part| {
            let (pattern, used) = self.inputs.template_until(part, until, hole);
            (!used.is_empty()).then_some(pattern)
        })
    }

    fn page_name(&self, index: usize) -> String {
        let Some(page) = self.steps[index].page() else { return self.app.clone() };
        let name = page::title_parts(&page.title).into_iter().next().unwrap_or_else(|| self.app.clone());
        let (templated, _) = self.inputs.template_until(&name, index, hole);
        self.shown(&format!("*{}*", page::stable_text(&templated).unwrap_or(templated)))
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
            // A click is over when the question that it raised is answered.
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
                    self.ran(index, run, &mut out);
                    continue;
                }
                _ => {
                    out.extend(self.given(&std::mem::take(&mut pending)));
                    out.extend(self.opened(index));
                    if let Some(ActionDetails::Dialog { dialog, message, accepted }) = question.map(Step::details) {
                        out.extend(self.answered(index, *dialog, message, *accepted));
                    }
                }
            }
            self.changed(index, &mut out);
        }
        out.extend(self.given(&pending));
        out
    }

    fn signed_in(&self, index: usize) -> Candidate {
        let step = &self.steps[index];
        let moved =
            step.page().filter(|page| step.page_before().is_some_and(|before| !address::same_page(&before.url, &page.url)));
        let typed =
            See::Field { role: "*".to_owned(), name: step.target().map(|t| t.name.clone()).unwrap_or_default(), value: None };
        let evidence = match moved {
            Some(page) => See::Any { of: vec![open_page(self.url(&page.url, index)), typed] },
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
        let (name, evidence) =
            (self.input_of(index).unwrap_or_else(|| "the file".to_owned()), See::Upload { control: control.to_owned() });
        Candidate {
            step: index,
            goal: format!("The file {name} has been handed to {}", self.app),
            success: format!("{} shows {name} as chosen or received, without an error.", sentence(&self.app)),
            evidence,
            weight: 65,
            optional: false,
        }
    }

    /// The sentence word for the variable that a step set.
    fn input_of(&self, index: usize) -> Option<String> {
        let value = committed(&self.steps[index]);
        self.inputs.list.iter().find(|input| fold(&input.variable.example) == fold(&value)).map(|input| say(&input.variable.name))
    }

    fn downloaded(&self, index: usize, file_name: &str) -> Candidate {
        let pattern = self.file_pattern(file_name, index);
        let shown = self.told(&pattern.replace("{{", "`").replace("}}", "`"), index);
        Candidate {
            step: index,
            goal: format!("The file “{shown}” is downloaded"),
            success: format!("A complete download named like “{shown}” is there, and it is not empty."),
            evidence: See::Download { file_name: pattern },
            weight: 80,
            optional: false,
        }
    }

    /// A file name with its values as placeholders and its other numbers as wildcards.
    fn file_pattern(&self, name: &str, until: usize) -> String {
        let (pattern, used) = self.inputs.template_until(name, until, hole);
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
            evidence: See::Dialog { message: pattern, accepted },
            weight: 55,
            optional: false,
        })
    }

    fn message_pattern(&self, text: &str, until: usize) -> Option<String> {
        let (templated, _) = self.inputs.template_until(text, until, hole);
        page::stable_text(&templated).map(|stable| format!("*{}*", stable.trim()))
    }

    /// A pattern as a sentence shows it.
    fn shown(&self, pattern: &str) -> String {
        let inner = pattern.strip_prefix('*').unwrap_or(pattern);
        let inner = inner.strip_suffix('*').unwrap_or(inner).trim();
        clip(&inner.replace('*', "…").replace("{{", "`").replace("}}", "`"), 120)
    }

    fn given(&self, steps: &[usize]) -> Option<Candidate> {
        let last = *steps.last()?;
        let mut fields = Vec::new();
        let mut words = Vec::new();
        let mut fixed = Vec::new();
        for &index in steps {
            let Some(target) = self.steps[index].target() else { continue };
            let variable =
                self.inputs.list.iter().find(|input| input.variable.source_event_ids.contains(&self.steps[index].sources[0]));
            let (templated, used) = self.inputs.template_until(&committed(&self.steps[index]), index, hole);
            let value = match variable {
                Some(input) if input.variable.secret => None,
                Some(input) => Some(hole(&input.variable.name)),
                None if !used.is_empty() => Some(templated),
                None => Some(committed(&self.steps[index])),
            };
            match variable {
                Some(input) => words.push(say(&input.variable.name)),
                None if !used.is_empty() => words.extend(used.iter().map(|name| say(name))),
                None => fixed.push(format!("“{}” is {}", clip(&target.name, 40), constant(&committed(&self.steps[index])))),
            }
            let grouped = target.role == "radio" && variable.is_some();
            let name = if grouped { "*".to_owned() } else { target.name.clone() };
            fields.push(See::Field { role: target.role.clone(), name, value });
        }
        words.dedup();
        let place = self.form_name(steps);
        let goal = match (words.is_empty(), fixed.is_empty()) {
            (false, _) => format!("{place} holds the given {}", list(&words)),
            (true, false) => format!("In {}, {}", lower_first(&place), list(&fixed)),
            (true, true) => return None,
        };
        let mut success = match words.len() {
            0 => String::new(),
            1 => format!("The field shows exactly the given {}.", words[0]),
            _ => "Each field shows exactly the value that was given for it.".to_owned(),
        };
        if !fixed.is_empty() {
            success = format!("{success} Besides: {}.", list(&fixed)).trim().to_owned();
        }
        let evidence = if fields.len() == 1 { fields.remove(0) } else { See::All { of: fields } };
        Some(Candidate {
            step: last,
            goal: clip(&goal, 240),
            success: clip(&success, 400),
            evidence,
            weight: 50,
            optional: false,
        })
    }

    fn form_name(&self, steps: &[usize]) -> String {
        let contexts: Vec<&str> = steps.iter().filter_map(|&i| self.steps[i].target()?.context.as_deref()).collect();
        let shared = contexts.first().filter(|first| contexts.len() == steps.len() && contexts.iter().all(|c| c == *first));
        match shared {
            Some(context) if !context.trim().is_empty() => {
                let (templated, _) = self.inputs.template(context, hole);
                format!("The form “{}”", self.shown(&page::stable_text(&templated).unwrap_or(templated)))
            }
            _ if steps.len() == 1 => {
                let name = self.steps[steps[0]].target().map(|target| target.name.as_str()).unwrap_or_default();
                format!("The field “{}”", self.told(name, 0))
            }
            _ => "The form".to_owned(),
        }
    }

    fn opened(&self, index: usize) -> Option<Candidate> {
        let step = &self.steps[index];
        if self.steps.get(index + 1).is_some_and(|next| next.sign_in) {
            return None;
        }
        let address = match (step.page(), step.details()) {
            (Some(page), _) => page.url.clone(),
            (None, ActionDetails::Navigate { url, .. }) => url.clone(),
            _ => return None,
        };
        let moved = step.page_before().is_none_or(|before| !address::same_page(&before.url, &address));
        let title = self.page_name(index);
        let is_page = matches!(step.details(), ActionDetails::Navigate { .. }) || moved;
        let popup = step.change.iter().flat_map(page::fresh).find(|element| element.role == "dialog" && !element.name.is_empty());
        let heading =
            step.change.iter().flat_map(page::fresh).find(|element| element.role == "heading" && !element.name.is_empty());
        let (what, evidence) = match (is_page, popup.or(heading)) {
            (true, _) if address::path_of(&address).is_empty() => return None,
            (true, _) => (format!("The page “{title}” is open"), open_page(self.url(&address, index))),
            (false, Some(element)) => {
                let name = self.message_pattern(&element.name, index)?;
                let kind = if element.role == "dialog" { "dialog" } else { "view" };
                let shows = vec![ElementPattern { role: element.role.clone(), name: name.clone() }];
                (format!("The {kind} “{}” is open", self.shown(&name)), showing(self.url(&address, index), shows, false))
            }
            (false, None) => return None,
        };
        let success = match is_page {
            true => format!("“{title}” is shown in {}, without an error and without a sign-in form.", self.app),
            false => "It is visible and ready for input.".to_owned(),
        };
        Some(Candidate { step: index, goal: what, success, evidence, weight: 30, optional: false })
    }

    fn ran(&self, index: usize, run: &CommandRun, out: &mut Vec<Candidate>) {
        let pattern = self.inputs.commands.get(&index).cloned().unwrap_or_else(|| run.command_line.clone());
        let code = run.exit_code.unwrap_or(0);
        let told = |word: &str| match whole_name(word) {
            Some(name) => say(name),
            None if word.contains("{{") => format!("`{}`", word.replace("{{", "<").replace("}}", ">")),
            None => self.told(word, index),
        };
        let goal = phrases::command_goal(&pattern, &told);
        let shown = clip(&pattern.replace("{{", "<").replace("}}", ">"), 240).replace('`', "'");
        let success = format!("The command `{shown}`, or one to the same effect, ends with exit code {code}.");
        let files: Vec<_> = run.files.iter().filter(|file| !is_hidden(&file.path)).take(3).collect();
        let weight = if files.is_empty() { 80 } else { 60 };
        out.push(Candidate {
            step: index,
            goal,
            success,
            evidence: See::Command { pattern, exit_code: code },
            weight,
            optional: false,
        });
        for file in files {
            let path = self.file_pattern(file.path.trim_start_matches("./"), index);
            let shown = self.shown_file(&path);
            let (goal, success) = match file.change {
                FileChangeKind::Created => (
                    format!("The file {shown} exists in the working folder"),
                    format!("{shown} is there, is new and is not empty."),
                ),
                FileChangeKind::Changed => (
                    format!("The file {shown} holds the new content"),
                    format!("{shown} was changed by this run and can be opened."),
                ),
                FileChangeKind::Removed => {
                    (format!("The file {shown} is gone from the working folder"), format!("{shown} cannot be found any more."))
                }
            };
            let evidence = See::File { path, change: file.change, durable: true };
            out.push(Candidate { step: index, goal, success, evidence, weight: 90, optional: false });
        }
    }

    fn shown_file(&self, path: &str) -> String {
        match whole_name(path) {
            Some(name) => say(name),
            None if path.contains("{{") => format!("`{}`", path.replace("{{", "<").replace("}}", ">").replace('*', "…")),
            None => format!("“{}”", path.replace("{{", "`").replace("}}", "`").replace('*', "…")),
        }
    }

    /// Whether the page can be opened again and must still show what it showed.
    fn stays(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let Some(page) = step.page() else { return false };
        let words = fold(&address::readable(&address::path_of(&page.url)).replace('/', " "));
        let form_address = ["insert", "create", "edit", "update", "delete", "save", "submit", "process", "search", "login"];
        let moved = step.page_before().is_none_or(|before| !address::same_page(&before.url, &page.url));
        let reads = matches!(step.details(), ActionDetails::Navigate { .. })
            || matches!(step.details(), ActionDetails::Click { target } if target.role == "link") && moved;
        let view_only = self.steps[..=index].iter().rev().take_while(|s| s.page().is_none_or(|p| p.url == page.url)).any(|s| {
            matches!(s.details(), ActionDetails::Click { target } if matches!(target.role.as_str(), "tab" | "menuitem" | "treeitem"))
        });
        let searched = self.steps[..=index].iter().rev().take(3).any(|s| {
            s.target().is_some_and(|t| {
                s.is_input() && (t.role == "searchbox" || mentions(&t.name, "search") || mentions(&t.name, "filter"))
            })
        });
        let committed = self.steps[..=index].iter().any(|s| {
            matches!(s.details(), ActionDetails::Upload { .. } | ActionDetails::Dialog { .. } | ActionDetails::Command(_))
                || matches!(s.details(), ActionDetails::Click { .. } | ActionDetails::Press { .. }) && s.effective()
        });
        let dead_end = form_address.iter().any(|word| mentions(&words, word)) && !reads;
        committed && !view_only && !searched && !dead_end
    }

    /// What the page shows now that it did not show before.
    fn changed(&self, index: usize, out: &mut Vec<Candidate>) {
        let Some(change) = &self.steps[index].change else { return };
        let url = self.url(&change.after.url, index);
        for element in page::fresh(change).filter(|element| matches!(element.role.as_str(), "alert" | "status")) {
            out.extend(self.confirmed(index, element, &url));
        }
        let shown = self.shows_values(index, &url);
        let edited = shown.is_some();
        out.extend(shown);
        if !edited {
            out.extend(self.vanished(index, &url));
        }
    }

    fn confirmed(&self, index: usize, element: &PageElement, url: &str) -> Option<Candidate> {
        let words = fold(&element.name);
        let complains = ["error", "invalid", "failed", "required", "not found", "denied", "wrong", "must"];
        if complains.iter().any(|word| mentions(&words, word)) || self.steps[index].is_input() {
            return None;
        }
        let pattern = self.message_pattern(&element.name, index)?;
        let shown = self.shown(&pattern);
        let shows = vec![ElementPattern { role: element.role.clone(), name: pattern }];
        Some(Candidate {
            step: index,
            goal: format!("{} confirms: “{shown}”", sentence(&self.app)),
            success: format!("A message like “{shown}” is shown, and no error."),
            evidence: showing(url.to_owned(), shows, false),
            weight: 60,
            optional: false,
        })
    }

    /// The best place on the page that shows what was given: a row, a list item, cells of one row, a heading, a text.
    fn shows_values(&self, index: usize, url: &str) -> Option<Candidate> {
        let step = &self.steps[index];
        if step.is_input() {
            return None;
        }
        let change = step.change.as_ref()?;
        let found: Vec<(&PageElement, Vec<String>)> = page::fresh(change)
            .filter(|element| !page::is_input_role(&element.role) && !page::is_transient_role(&element.role))
            .map(|element| (element, self.inputs.template_until(&element.name, index.saturating_sub(1), hole).1))
            .filter(|(_, used)| !used.is_empty())
            .collect();
        let rank = |role: &str| match role {
            "row" => 5,
            "listitem" | "article" | "treeitem" => 4,
            "cell" | "gridcell" | "rowheader" => 3,
            "link" | "heading" => 2,
            _ => 1,
        };
        let (best, used) = found.iter().max_by_key(|(element, used)| (used.len(), rank(&element.role)))?;
        let in_cells = rank(&best.role) == 3
            || (rank(&best.role) < 3 && used.len() == 1 && found.iter().any(|(element, _)| rank(&element.role) == 3));
        let (shows, used) = match rank(&best.role) {
            _ if in_cells => self.cells(&found, &rank),
            5 => (vec![self.pattern(best, index)], used.clone()),
            _ => self.scattered(best, used, &found, index),
        };
        if !telling(&used, self.inputs) {
            return None;
        }
        let (goal, success) = self.shown_where(index, best, in_cells, &used);
        let durable = self.stays(index);
        let weight = if durable { 90 } else { 75 };
        Some(Candidate { step: index, goal, success, evidence: showing(url.to_owned(), shows, durable), weight, optional: false })
    }

    /// A page about one record shows its values in several places: each value counts once.
    fn scattered(
        &self,
        best: &PageElement,
        used: &[String],
        found: &[(&PageElement, Vec<String>)],
        index: usize,
    ) -> (Vec<ElementPattern>, Vec<String>) {
        let mut shows = vec![self.pattern(best, index)];
        let mut all = used.to_vec();
        for (element, more) in found {
            let new = more.iter().any(|name| !all.contains(name)) && telling(more, self.inputs);
            if new && element.name.chars().count() <= 120 {
                shows.push(self.pattern(element, index));
                all.extend(more.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>());
            }
        }
        (shows, all)
    }

    fn cells(&self, found: &[(&PageElement, Vec<String>)], rank: &dyn Fn(&str) -> i32) -> (Vec<ElementPattern>, Vec<String>) {
        let mut shows: Vec<ElementPattern> = Vec::new();
        let mut all: Vec<String> = Vec::new();
        for (element, used) in found.iter().filter(|(element, _)| rank(&element.role) == 3) {
            if used.iter().any(|name| !all.contains(name)) {
                let role = if element.role == "rowheader" { "*".to_owned() } else { element.role.clone() };
                shows.push(ElementPattern { role, name: self.pattern(element, usize::MAX).name });
                all.extend(used.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>());
            }
        }
        (shows, all)
    }

    /// The values in the order in which the element shows them; everything else in it may differ.
    fn pattern(&self, element: &PageElement, until: usize) -> ElementPattern {
        let (templated, used) = self.inputs.template_until(&element.name, until.saturating_sub(1), hole);
        let whole = used.len() == 1 && templated.trim() == hole(&used[0]);
        let name = if whole && !matches!(element.role.as_str(), "row" | "listitem") {
            templated.trim().to_owned()
        } else {
            // A record is named by the first text of its row.
            let named = used.first().and_then(|name| self.inputs.by_name(name)).is_some_and(|input| {
                matches!(input.variable.binding, VariableBinding::Context { .. }) && templated.starts_with(&hole(&used[0]))
            });
            let lead = if named { "" } else { "*" };
            format!("{lead}{}*", used.iter().map(|name| hole(name)).collect::<Vec<_>>().join("*"))
        };
        ElementPattern { role: element.role.clone(), name }
    }

    fn shown_where(&self, index: usize, element: &PageElement, in_cells: bool, used: &[String]) -> (String, String) {
        let words: Vec<String> =
            self.inputs.list.iter().map(|i| &i.variable.name).filter(|n| used.contains(n)).map(|n| say(n)).collect();
        let page = self.page_name(index);
        let context =
            element.context.as_deref().filter(|c| self.inputs.template(c, say).1.is_empty() && fold(c) != fold(&element.name));
        let place = match context {
            Some(context) if !context.trim().is_empty() => {
                format!("“{}”", clip(&self.shown(&page::stable_text(context).unwrap_or_else(|| context.to_owned())), 60))
            }
            _ => format!("the page “{page}”"),
        };
        let values = list(&words);
        let together = if words.len() > 1 { " in one row" } else { "" };
        let (goal, again) = match element.role.as_str() {
            _ if in_cells || element.role == "row" => {
                let table = if context.is_some() { format!("The table {place}") } else { format!("The table on {place}") };
                (format!("{table} has a row with {values}"), format!("{} shows {values}{together}", lower_first(&table)))
            }
            "heading" if words.len() == 1 => {
                (format!("A page with the heading {values} exists"), format!("the page shows {values} as its heading"))
            }
            "heading" => {
                let rest = list(&words[1..]);
                (format!("A page with the heading {} exists and shows {rest}", words[0]), format!("the page shows {values}"))
            }
            "listitem" | "link" | "article" | "treeitem" => (
                format!("{values} {} listed on {place}", if words.len() > 1 { "are" } else { "is" }),
                format!("{place} lists {values}"),
            ),
            _ => (sentence(&format!("{place} shows {values}")), format!("{place} shows {values}")),
        };
        (clip(&goal, 240), clip(&format!("Opened again, {again}, exactly as given."), 400))
    }

    fn vanished(&self, index: usize, url: &str) -> Option<Candidate> {
        let step = &self.steps[index];
        let change = step.change.as_ref()?;
        let near = &self.steps[index.saturating_sub(2)..=index];
        let words: Vec<String> = near
            .iter()
            .map(|step| match step.details() {
                ActionDetails::Dialog { message, .. } => message.clone(),
                _ => step.target().map(|target| target.name.clone()).unwrap_or_default(),
            })
            .collect();
        if !words.iter().any(|words| phrases::is_destructive(words)) {
            return None;
        }
        let gone = change
            .vanished
            .iter()
            .filter(|element| !page::is_input_role(&element.role) && !page::is_transient_role(&element.role));
        let (element, used) = gone
            .map(|element| (element, self.inputs.template_until(&element.name, index, hole).1))
            .filter(|(_, used)| !used.is_empty())
            .max_by_key(|(element, used)| (used.len(), element.role == "row"))?;
        let main = say(&used[0]);
        let lacks = vec![ElementPattern { role: element.role.clone(), name: self.pattern(element, usize::MAX).name }];
        let durable = self.stays(index);
        Some(Candidate {
            step: index,
            goal: format!("{main} is no longer listed on the page “{}”", self.page_name(index)),
            success: format!("Opened again, the page shows no entry for {main}; every other entry is still there."),
            evidence: See::Page { url: Some(url.to_owned()), title: None, shows: Vec::new(), lacks, durable },
            weight: 90,
            optional: false,
        })
    }
}

fn open_page(url: String) -> See {
    showing(url, Vec::new(), false)
}

fn showing(url: String, shows: Vec<ElementPattern>, durable: bool) -> See {
    See::Page { url: Some(url), title: None, shows, lacks: Vec::new(), durable }
}

/// Whether values found in a page say something: a longer one, or several.
fn telling(used: &[String], inputs: &Inputs) -> bool {
    used.len() > 1 || used.iter().filter_map(|name| inputs.by_name(name)).any(|input| input.variable.example.chars().count() > 2)
}

/// The variable that a pattern is all of.
fn whole_name(pattern: &str) -> Option<&str> {
    pattern.strip_prefix("{{")?.strip_suffix("}}").filter(|name| !name.contains(['{', '}']))
}

fn constant(value: &str) -> String {
    match value {
        "on" => "switched on".to_owned(),
        "off" => "switched off".to_owned(),
        other => format!("“{}”", clip(other, 60)),
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Runs of digits as wildcards.
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

fn is_hidden(path: &str) -> bool {
    path.trim_start_matches("./")
        .split('/')
        .any(|part| part.starts_with('.') || matches!(part, "node_modules" | "target" | "__pycache__"))
        || command::base_name(path).ends_with('~')
}
