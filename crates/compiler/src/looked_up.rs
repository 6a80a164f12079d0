//! Values that are read on one page and entered on another: what the pages of a demonstration or a run showed, and what one of them shows at
//! the place of such a value.
//!
//! An adapter reports what an action made appear, at most [`CUT`] elements of it, each once. So a page may show more than is known of it, and only
//! what appeared together is together.

use crate::address;
use crate::page::is_input_role;
use crate::pattern::{self, Bindings};
use crate::text::fold;
use apprentice_contracts::graph::ReadValue;
use apprentice_contracts::observation::{PageElement, PageIdentity, StateChange};
use std::collections::HashSet;

/// How many pages are remembered, the last ones.
const MOST_PAGES: usize = 60;
/// How many elements of a page are remembered, the last ones.
const MOST_ELEMENTS: usize = 600;
/// A change of so many elements may have more.
pub const CUT: usize = 60;

/// A page and its known content.
#[derive(Clone, Debug, Default)]
pub struct SeenPage {
    pub page: PageIdentity,
    /// Texts, links and headings, each with the number of the change that contains it.
    elements: Vec<(usize, PageElement)>,
    /// Whether it shows more than is known.
    pub is_cut: bool,
}

impl SeenPage {
    pub fn elements(&self) -> impl Iterator<Item = &PageElement> {
        self.elements.iter().map(|(_, element)| element)
    }

    /// Each text with its label: the one before it that ends like a label and appeared with it, or its own beginning.
    pub fn labelled_texts(&self) -> Vec<(&PageElement, &str, Option<&str>)> {
        let mut out = Vec::new();
        for (at, (change, element)) in self.elements.iter().enumerate() {
            let text = element.name.trim();
            let before = at.checked_sub(1).and_then(|before| self.elements.get(before));
            let before = before.filter(|(with, one)| with == change && one.context == element.context && is_label(&one.name));
            if !is_label(text) {
                out.push((element, text, before.map(|(_, one)| one.name.trim())));
            }
            out.extend(labelled(text).map(|(label, value)| (element, value, Some(label))));
        }
        out
    }
}

/// The pages that were seen so far, the last one last.
#[derive(Clone, Debug, Default)]
pub struct SeenPages {
    pages: Vec<SeenPage>,
    changes: usize,
}

impl SeenPages {
    /// Takes what an action changed.
    pub fn take(&mut self, change: &StateChange) {
        if change.after.url.is_empty() {
            return;
        }
        self.changes += 1;
        let mut here = match self.pages.pop_if(|last| last.page == change.after) {
            Some(last) => last,
            None => SeenPage { page: change.after.clone(), ..SeenPage::default() },
        };
        if !change.vanished.is_empty() {
            let gone: HashSet<(&str, &str)> = change.vanished.iter().map(|one| (one.role.as_str(), one.name.as_str())).collect();
            here.elements.retain(|(_, one)| !gone.contains(&(one.role.as_str(), one.name.as_str())));
        }
        let shown = change.appeared.iter().filter(|element| !is_input_role(&element.role));
        here.elements.extend(shown.map(|element| (self.changes, element.clone())));
        here.is_cut |= change.appeared.len() >= CUT || here.elements.len() > MOST_ELEMENTS;
        here.elements.drain(..here.elements.len().saturating_sub(MOST_ELEMENTS));
        if self.pages.len() == MOST_PAGES {
            self.pages.remove(0);
        }
        self.pages.push(here);
    }

    /// Those that are not at the address of the last one, the last one first.
    pub fn others(&self) -> impl Iterator<Item = &SeenPage> {
        let here = self.pages.last().map(|seen| address::path_of(&seen.page.url));
        self.pages.iter().rev().filter(move |seen| Some(address::path_of(&seen.page.url)) != here)
    }
}

/// `Water: 75 °C` as label and value.
fn labelled(text: &str) -> Option<(&str, &str)> {
    let at = text.find(": ")?;
    let (label, value) = (text[..=at].trim(), text[at + 2..].trim());
    (is_label(label) && !value.is_empty()).then_some((label, value))
}

fn is_label(text: &str) -> bool {
    let words = text.trim().trim_end_matches(':');
    text.trim().ends_with(':') && words.split_whitespace().count() <= 4 && words.chars().any(char::is_alphabetic)
}

/// Whether the page is the one on which such a value is read, for these values of a run.
pub fn is_place(read: &ReadValue, seen: &SeenPage, bindings: &Bindings) -> bool {
    let headed = |element: &PageElement| element.role == "heading" && pattern::matches(&read.heading, &element.name, bindings);
    pattern::matches(&read.title, &seen.page.title, bindings)
        && (read.url.is_empty() || address::url_fits(&read.url, &seen.page.url, bindings))
        && (read.heading.is_empty() || seen.elements().any(headed))
}

/// What the page shows behind the label, or in the row, of the value. Only what looks like a value is one.
pub fn shown_at<'a>(read: &ReadValue, seen: &'a SeenPage, bindings: &Bindings) -> Vec<&'a str> {
    let is_in_row = |element: &PageElement| {
        read.row.is_empty() || element.context.as_deref().is_some_and(|row| pattern::matches(&read.row, row, bindings))
    };
    let is_labelled =
        |label: Option<&str>| read.label.is_empty() || label.is_some_and(|label| pattern::matches(&read.label, label, bindings));
    let texts = seen.labelled_texts().into_iter().filter(|(element, _, label)| is_in_row(element) && is_labelled(*label));
    texts.map(|(_, text, _)| text).filter(|text| text.contains(|letter: char| letter.is_ascii_digit() || letter == '@')).collect()
}

/// Whether an entered text is or holds a value, however its unit is spaced. `5 minutes` is not in `15 minutes`.
pub fn holds(entered: &str, value: &str) -> bool {
    let joined = |text: &str| fold(text).replace(' ', "");
    has_whole(&joined(entered), &joined(value))
}

/// Whether an entered text has each number of a value. Its unit may be written in other words: “5 min” for `5 minutes`.
pub fn has_numbers(entered: &str, value: &str) -> bool {
    let parts = value.split(|letter: char| !letter.is_ascii_digit() && !".,".contains(letter));
    let mut numbers = parts.map(|part| part.trim_matches(['.', ','])).filter(|part| !part.is_empty()).peekable();
    numbers.peek().is_some() && numbers.all(|number| has_whole(entered, number))
}

/// Whether a text has a value and no further digit beside it.
fn has_whole(text: &str, value: &str) -> bool {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    !value.is_empty()
        && text.match_indices(value).any(|(at, _)| {
            let (before, after) = (text[..at].chars().next_back(), text[at + value.len()..].chars().next());
            let goes_on = |beside, own| is_digit(beside) && is_digit(own);
            !goes_on(before, value.chars().next()) && !goes_on(after, value.chars().next_back())
        })
}

/// Whether two texts are one value, however its digits are grouped: a telephone number with or without the code of its country.
pub fn is_same_value(entered: &str, shown: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (one, other) = (digits(entered), digits(shown));
    let tail = |text: &str| text[text.len().saturating_sub(8)..].to_owned();
    let is_grouped = one.len() >= 8 && other.len() >= 8 && tail(&one) == tail(&other);
    crate::normal::is_same(entered, shown) || holds(shown, entered) || is_grouped
}
