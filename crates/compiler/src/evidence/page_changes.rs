//! What a page shows after a step: messages, records with the given values, records that are gone.

use super::{Candidate, EvidenceContext, is_significant, pattern_variable, placeholder, showing};
use crate::address;
use crate::english;
use crate::page;
use crate::text::{clip, fold, is_telling, list, lower_first, mentions, sentence};
use apprentice_contracts::checkpoint::{ElementPattern, EvidencePredicate as Predicate};
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::{ActionDetails, PageElement};

impl EvidenceContext<'_> {
    /// Whether the page can be opened again and must then show the same.
    fn is_durable(&self, index: usize) -> bool {
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
        // What a form answers under an address of its own, which says nothing of what was sent, is not there when it is opened.
        let is_answer = !step.action.form.is_empty() && !reads && {
            let says_which =
                page.url.contains('?') || address::path_of(&page.url).contains(|letter: char| letter.is_ascii_digit());
            let opens = |other: &crate::steps::Step<'_>| {
                let by_address = matches!(other.details(), ActionDetails::Navigate { .. });
                let by_link = matches!(other.details(), ActionDetails::Click { target } if target.role == "link");
                (by_address || by_link) && other.page().is_some_and(|opened| opened.url == page.url)
            };
            !says_which && !self.steps.iter().any(opens)
        };
        let dead_end = is_answer
            || self.form_answers.contains(&page.url)
            || form_address.iter().any(|word| mentions(&words, word)) && !reads;
        committed && !view_only && !searched && !dead_end
    }

    /// The candidates from what is new or gone on the page.
    pub(super) fn page_changed(&self, index: usize, out: &mut Vec<Candidate>) {
        let Some(change) = &self.steps[index].change else { return };
        let url = self.url(&change.after.url, index);
        for element in page::new_elements(change).filter(|element| matches!(element.role.as_str(), "alert" | "status")) {
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
        if page::is_error_message(&element.name) || self.steps[index].is_input() {
            return None;
        }
        if self.always_stands(index, element) {
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

    /// Whether a message only counts what a page shows: “1 to 3 of 3” stood in its place before, or on a page that was merely opened.
    fn always_stands(&self, index: usize, element: &PageElement) -> bool {
        let Some(form) = page::stable_text(&element.name) else { return true };
        let is_alike = |other: &PageElement| other.role == element.role && page::stable_text(&other.name).as_ref() == Some(&form);
        let has_number = element.name.contains(|letter: char| letter.is_ascii_digit());
        let changes = |at: usize| self.steps[at].change.iter();
        has_number
            && (changes(index).any(|change| change.vanished.iter().any(is_alike))
                || (0..=index).any(|at| {
                    matches!(self.steps[at].details(), ActionDetails::Navigate { .. })
                        && changes(at).any(|change| change.appeared.iter().any(is_alike))
                }))
    }

    /// The best element on the page that shows the given values: a row, a list item, cells of one row, a heading, a text.
    fn shows_values(&self, index: usize, url: &str) -> Option<Candidate> {
        let step = &self.steps[index];
        if step.is_input() {
            return None;
        }
        let change = step.change.as_ref()?;
        let found: Vec<(&PageElement, Vec<String>)> = page::new_elements(change)
            .filter(|element| !page::is_input_role(&element.role) && !page::is_transient_role(&element.role))
            .map(|element| (element, self.inputs.template_until(&element.name, index.saturating_sub(1), pattern_variable).1))
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
            _ => self.several_elements(best, used, &found, index),
        };
        if !is_significant(&used, self.inputs) {
            return None;
        }
        let durable = self.is_durable(index);
        let (goal, again) = self.shown_where(index, best, in_cells, &used);
        let lead = if durable { "Opened again, " } else { "" };
        let success = clip(&sentence(&format!("{lead}{again}, exactly as given.")), 400);
        let weight = if durable { 90 } else { 75 };
        Some(Candidate { step: index, goal, success, evidence: showing(url.to_owned(), shows, durable), weight, optional: false })
    }

    /// A page about one record shows its values in several elements: each value counts once.
    fn several_elements(
        &self,
        best: &PageElement,
        used: &[String],
        found: &[(&PageElement, Vec<String>)],
        index: usize,
    ) -> (Vec<ElementPattern>, Vec<String>) {
        let mut shows = vec![self.pattern(best, index)];
        let mut all = used.to_vec();
        for (element, more) in found {
            let new = more.iter().any(|name| !all.contains(name)) && is_significant(more, self.inputs);
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

    /// The values in the order in which the element shows them; other text in it may differ.
    fn pattern(&self, element: &PageElement, until: usize) -> ElementPattern {
        let (templated, used) = self.inputs.template_until(&element.name, until.saturating_sub(1), pattern_variable);
        let whole = used.len() == 1 && templated.trim() == pattern_variable(&used[0]);
        let name = if whole && !matches!(element.role.as_str(), "row" | "listitem") {
            templated.trim().to_owned()
        } else {
            // The first text of a row names the record.
            let named = used.first().and_then(|name| self.inputs.by_name(name)).is_some_and(|input| {
                matches!(input.variable.binding, VariableBinding::Context { .. })
                    && templated.starts_with(&pattern_variable(&used[0]))
            });
            let lead = if named { "" } else { "*" };
            format!("{lead}{}*", used.iter().map(|name| pattern_variable(name)).collect::<Vec<_>>().join("*"))
        };
        ElementPattern { role: element.role.clone(), name }
    }

    fn shown_where(&self, index: usize, element: &PageElement, in_cells: bool, used: &[String]) -> (String, String) {
        let words: Vec<String> =
            self.inputs.list.iter().map(|i| &i.variable.name).filter(|n| used.contains(n)).map(|n| placeholder(n)).collect();
        let page = self.page_name(index);
        let context = element
            .context
            .as_deref()
            .filter(|c| self.inputs.template(c, placeholder).1.is_empty() && fold(c) != fold(&element.name))
            // A table without a name of its own is called after all its headers.
            .filter(|c| c.chars().count() <= 60 && !self.names_app(c));
        let place = match context {
            Some(context) if is_telling(context) => {
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
        (clip(&goal, 240), again)
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
        if !words.iter().any(|words| english::is_destructive(words)) {
            return None;
        }
        let gone = change
            .vanished
            .iter()
            .filter(|element| !page::is_input_role(&element.role) && !page::is_transient_role(&element.role));
        let (element, used) = gone
            .map(|element| (element, self.inputs.template_until(&element.name, index, pattern_variable).1))
            .filter(|(_, used)| !used.is_empty())
            .max_by_key(|(element, used)| (used.len(), element.role == "row"))?;
        let main = placeholder(&used[0]);
        let lacks = vec![ElementPattern { role: element.role.clone(), name: self.pattern(element, usize::MAX).name }];
        let durable = self.is_durable(index);
        Some(Candidate {
            step: index,
            goal: format!("{main} is no longer listed on the page “{}”", self.page_name(index)),
            success: format!("Opened again, the page shows no entry for {main}; every other entry is still there."),
            evidence: Predicate::Page { url: Some(url.to_owned()), title: None, shows: Vec::new(), lacks, durable },
            weight: 90,
            optional: false,
        })
    }
}
