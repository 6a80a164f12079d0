//! The page of the run, reconstructed from the observed changes, and whether it shows what a checkpoint requires.

use super::Evaluation;
use super::evidence::{Match, Sighting};
use super::values::Values;
use crate::ReadBack;
use crate::address;
use crate::page;
use crate::pattern::{self, Bindings};
use crate::text::{clip, fold};
use apprentice_contracts::checkpoint::ElementPattern;
use apprentice_contracts::observation::{ActionDetails, ObservedAction, PageElement};
use std::collections::HashMap;

/// What the page shows, and since when each of its texts is known.
#[derive(Clone, Debug, Default)]
pub(super) struct PageState {
    url: String,
    elements: Vec<PageElement>,
    known: HashMap<(String, String), usize>,
    /// Elements by the page that last showed them.
    shown_on: HashMap<String, Vec<PageElement>>,
}

fn key(element: &PageElement) -> (String, String) {
    (element.role.clone(), fold(&element.name))
}

impl PageState {
    pub(super) fn take(&mut self, action: &ObservedAction, now: usize) {
        let Some(change) = &action.change else { return };
        let same = address::same_page(&change.before.url, &change.after.url) && address::same_page(&self.url, &change.after.url);
        if same {
            self.elements.retain(|element| !change.vanished.contains(element));
        } else {
            let left = std::mem::take(&mut self.elements);
            self.shown_on.entry(address::path_of(&self.url)).or_default().extend(left);
            let before = self.shown_on.entry(address::path_of(&change.before.url)).or_default();
            before.extend(change.vanished.iter().cloned());
        }
        if same {
            for gone in change.vanished.iter().filter(|gone| !change.appeared.contains(gone)) {
                self.known.remove(&key(gone));
            }
        } else {
            // What vanished with the page was there before this run did anything.
            for gone in &change.vanished {
                self.known.entry(key(gone)).or_insert(now.saturating_sub(1));
            }
        }
        self.url.clone_from(&change.after.url);
        for element in &change.appeared {
            self.known.entry(key(element)).or_insert(now);
            if !self.elements.contains(element) {
                self.elements.push(element.clone());
            }
        }
    }

    fn since(&self, element: &PageElement) -> usize {
        self.known.get(&key(element)).copied().unwrap_or(usize::MAX)
    }
}

/// Whether an element matches the pattern.
pub(super) fn fits(pattern: &ElementPattern, element: &PageElement, bindings: &Bindings) -> bool {
    role_fits(&pattern.role, &element.role) && pattern::matches(&pattern.name, &element.name, bindings)
}

pub(super) fn role_fits(wanted: &str, given: &str) -> bool {
    let cell = |role: &str| matches!(role, "cell" | "gridcell" | "rowheader");
    let message = |role: &str| matches!(role, "alert" | "status");
    wanted == "*" || wanted == given || (cell(wanted) && cell(given)) || (message(wanted) && message(given))
}

/// What a page must be and show.
pub(super) struct PageRequirement<'a> {
    pub url: Option<&'a str>,
    pub title: Option<&'a str>,
    pub shows: &'a [ElementPattern],
    pub lacks: &'a [ElementPattern],
    pub durable: bool,
}

impl Evaluation {
    pub(super) fn match_page(&self, wanted: &PageRequirement<'_>, values: &Values, action: &ObservedAction) -> Match {
        let PageRequirement { url, title, shows, lacks, durable } = *wanted;
        let (address, name) = match (&action.change, &action.details) {
            (Some(change), _) if !change.after.url.is_empty() => (change.after.url.as_str(), change.after.title.as_str()),
            (_, ActionDetails::Navigate { url, .. }) => (url.as_str(), action.window_title.as_deref().unwrap_or_default()),
            _ => return Match::No,
        };
        // An action on a page shows that the page is open.
        let began = action.change.as_ref().map(|change| &change.before).filter(|_| shows.is_empty() && lacks.is_empty());
        if let Some(page) = began.filter(|page| !page.url.is_empty())
            && url.is_none_or(|pattern| address::url_fits(pattern, &page.url, &values.bindings))
            && title.is_none_or(|pattern| pattern::matches(pattern, &page.title, &values.bindings))
        {
            let read_back = durable.then(|| ReadBack::Page { url: page.url.clone() });
            return Match::Yes(Sighting { words: format!("The page “{}” was open.", clip(&page.title, 160)), read_back });
        }
        if !url.is_none_or(|pattern| address::url_fits(pattern, address, &values.bindings))
            || !title.is_none_or(|pattern| pattern::matches(pattern, name, &values.bindings))
        {
            return Match::No;
        }
        let read_back = durable.then(|| ReadBack::Page { url: address.to_owned() });
        if shows.is_empty() && lacks.is_empty() {
            let page = if name.is_empty() { address } else { name };
            return Match::Yes(Sighting { words: format!("The page “{}” was open.", clip(page, 160)), read_back });
        }
        match (self.shown(shows, values, action), self.lacking(lacks, shows.is_empty(), values, action)) {
            (Some(shown), Some(gone)) => {
                let words = format!("{shown} {gone}").trim().to_owned();
                Match::Yes(Sighting { words, read_back })
            }
            _ => Match::No,
        }
    }

    /// Every pattern is shown, at least one because of this action. A text counts only if it is newer than the values in it.
    fn shown(&self, shows: &[ElementPattern], values: &Values, action: &ObservedAction) -> Option<String> {
        let Some(first) = shows.first() else { return Some(String::new()) };
        let change = action.change.as_ref()?;
        let mut pool: Vec<PageElement> = page::new_elements(change).cloned().collect();
        pool.extend(change.changed.iter().map(|changed| PageElement { name: changed.to.clone(), ..changed.element.clone() }));
        let fresh = pool.len();
        pool.extend(self.page.elements.iter().filter(|element| !change.appeared.contains(element)).cloned());
        let in_time = |pattern: &ElementPattern, place: usize| {
            place < fresh && pattern::variables_in(&pattern.name).is_empty()
                || self.page.since(&pool[place]) >= values.known_since(&pattern.name)
        };
        let places: Vec<Vec<usize>> = shows
            .iter()
            .map(|pattern| {
                (0..pool.len()).filter(|&i| fits(pattern, &pool[i], &values.bindings) && in_time(pattern, i)).collect()
            })
            .collect();
        if places.iter().any(Vec::is_empty) || !places.iter().flatten().any(|&place| place < fresh) || !in_one_row(&pool, &places)
        {
            return None;
        }
        let words: Vec<String> =
            places.iter().filter_map(|found| found.first()).map(|&place| format!("“{}”", pool[place].name)).collect();
        let what = if first.role == "*" { "text" } else { first.role.as_str() };
        Some(clip(&format!("The page shows the {what} {}.", words.join(", ")), 900))
    }

    /// No element matches any more, and this action removed the last one or opened the page that showed it before.
    fn lacking(&self, lacks: &[ElementPattern], alone: bool, values: &Values, action: &ObservedAction) -> Option<String> {
        if lacks.is_empty() {
            return Some(String::new());
        }
        let change = action.change.as_ref()?;
        let unbound =
            lacks.iter().flat_map(|lack| pattern::variables_in(&lack.name)).any(|name| !values.bindings.contains_key(&name));
        let still = lacks.iter().any(|lack| self.page.elements.iter().any(|element| fits(lack, element, &values.bindings)));
        if unbound || still {
            return None;
        }
        let was_here = self.page.shown_on.get(&address::path_of(&change.after.url)).into_iter().flatten();
        let gone =
            change.vanished.iter().chain(was_here).find(|element| lacks.iter().any(|lack| fits(lack, element, &values.bindings)));
        match gone {
            Some(element) => Some(clip(&format!("“{}” is gone from the page.", element.name), 400)),
            None if alone => None,
            None => Some("The page no longer shows it.".to_owned()),
        }
    }
}

/// Cells are evidence only if they are in one row: with the same row as context, or close to each other.
pub(super) fn in_one_row(pool: &[PageElement], places: &[Vec<usize>]) -> bool {
    let in_rows = places.len() > 1
        && places.iter().flatten().all(|&place| matches!(pool[place].role.as_str(), "cell" | "gridcell" | "rowheader"));
    if !in_rows {
        return true;
    }
    let row_of = |place: usize| pool[..place].iter().rposition(|element| element.role == "row");
    let has_rows = pool.iter().any(|element| element.role == "row");
    places[0].iter().any(|&first| {
        places[1..].iter().all(|others| {
            others.iter().any(|&other| {
                let same_row = if has_rows { row_of(first) == row_of(other) } else { first.abs_diff(other) <= places.len() + 10 };
                same_place(&pool[first], &pool[other]) && same_row
            })
        })
    })
}

/// Whether both have the same context, or one names the other's context: the first cell of a row names the row.
fn same_place(one: &PageElement, other: &PageElement) -> bool {
    let names = |one: &PageElement, other: &PageElement| other.context.as_deref() == Some(one.name.as_str());
    one.context == other.context || names(one, other) || names(other, one)
}
