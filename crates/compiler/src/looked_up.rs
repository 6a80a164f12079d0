//! Values that are read on one page and entered on another: what the pages of a demonstration or a run showed, and what one of them shows at
//! the place of such a value.

use crate::address;
use crate::page::is_input_role;
use crate::pattern::{self, Bindings};
use crate::text::fold;
use apprentice_contracts::graph::ReadValue;
use apprentice_contracts::observation::{PageElement, PageIdentity, StateChange};

/// How many pages are remembered, the last ones.
const MOST_PAGES: usize = 60;

/// A page and what it showed last.
#[derive(Clone, Debug, Default)]
pub struct SeenPage {
    pub page: PageIdentity,
    /// Its texts, links and headings, mostly in the order of the page.
    pub elements: Vec<PageElement>,
}

/// The pages that were seen so far, the last one last.
#[derive(Clone, Debug, Default)]
pub struct SeenPages(Vec<SeenPage>);

impl SeenPages {
    /// Takes what an action changed.
    pub fn take(&mut self, change: &StateChange) {
        if change.after.url.is_empty() {
            return;
        }
        let last = self.0.last();
        // What two pages of one kind have in common is not told again.
        let kind = |page: &PageIdentity| address::url_pattern(&page.url, &|_| None);
        let shares = |seen: &&SeenPage| seen.page.url == change.before.url && kind(&seen.page) == kind(&change.after);
        let mut elements = last.filter(shares).map(|seen| seen.elements.clone()).unwrap_or_default();
        elements.retain(|element| !change.vanished.contains(element));
        let shown = change.appeared.iter().filter(|element| !is_input_role(&element.role));
        for element in shown {
            if !elements.contains(element) {
                elements.push(element.clone());
            }
        }
        if last.is_some_and(|seen| seen.page == change.after) {
            self.0.pop();
        } else if self.0.len() == MOST_PAGES {
            self.0.remove(0);
        }
        self.0.push(SeenPage { page: change.after.clone(), elements });
    }

    /// The last one first.
    pub fn latest(&self) -> impl Iterator<Item = &SeenPage> {
        self.0.iter().rev()
    }
}

/// The text before a value: the one of the same part of the page, if it ends like a label.
pub fn label_before(elements: &[PageElement], at: usize) -> Option<&str> {
    let before = elements.get(at.checked_sub(1)?)?;
    (before.context == elements[at].context && is_label(&before.name)).then_some(before.name.trim())
}

/// `Water: 75 °C` as label and value.
pub fn labelled(text: &str) -> Option<(&str, &str)> {
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
        && (read.heading.is_empty() || seen.elements.iter().any(headed))
}

/// What the page shows at the place of the value. Without a label and a row that is any of its texts.
pub fn shown_at<'a>(read: &ReadValue, seen: &'a SeenPage, bindings: &Bindings) -> Vec<&'a str> {
    let in_row = |element: &&PageElement| {
        read.row.is_empty() || element.context.as_deref().is_some_and(|row| pattern::matches(&read.row, row, bindings))
    };
    let mut shown = Vec::new();
    for (at, element) in seen.elements.iter().enumerate().filter(|(_, element)| in_row(element)) {
        let text = element.name.trim();
        let (before, within) = (label_before(&seen.elements, at), labelled(text));
        if read.label.is_empty() {
            shown.push(text);
            shown.extend(within.map(|(_, value)| value));
            continue;
        }
        let is_it = |label: &str| fold(label) == fold(&read.label);
        if before.is_some_and(is_it) && !is_label(text) {
            shown.push(text);
        }
        shown.extend(within.filter(|(label, _)| is_it(label)).map(|(_, value)| value));
    }
    shown
}

/// Whether an entered text is or holds a value, however its unit is spaced. `5 minutes` is not in `15 minutes`.
pub fn holds(entered: &str, value: &str) -> bool {
    let joined = |text: &str| fold(text).replace(' ', "");
    let (text, value) = (joined(entered), joined(value));
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    !value.is_empty()
        && text.match_indices(&value).any(|(at, _)| {
            let (before, after) = (text[..at].chars().next_back(), text[at + value.len()..].chars().next());
            let goes_on = |beside, own| is_digit(beside) && is_digit(own);
            !goes_on(before, value.chars().next()) && !goes_on(after, value.chars().next_back())
        })
}
