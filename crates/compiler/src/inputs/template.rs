//! Finds values in other texts and replaces them by the names of their variables.

use super::{Input, Inputs};
use crate::text::{collapse, fold, fold_char, numbers_beside_a_sign, search_word, whole_words};
use std::collections::HashMap;

/// Values by their search word, so that a text is only searched for values that it can contain.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    by_word: HashMap<String, Vec<usize>>,
    /// Values without a word, which are always searched.
    others: Vec<usize>,
}

impl Index {
    pub(super) fn of(list: &[Input]) -> Self {
        let mut index = Self::default();
        for (number, input) in list.iter().enumerate() {
            let written = std::iter::once(&input.variable.example).chain(&input.searched_by);
            written.for_each(|value| index.add(number, value));
        }
        index
    }

    pub(super) fn add(&mut self, number: usize, value: &str) {
        match search_word(value) {
            None => self.others.push(number),
            Some(word) => self.by_word.entry(word).or_default().push(number),
        }
    }

    fn candidates(&self, text: &str) -> Vec<usize> {
        let mut found = self.others.clone();
        for word in fold(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            for word in numbers_beside_a_sign(word) {
                found.extend(self.by_word.get(word).into_iter().flatten());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl Inputs {
    /// Replaces every known value in `text` by what `show` makes of its name, longest values first, and returns the names used. A short
    /// value is only replaced at its last occurrence, because numbers at the front of a row are ids.
    pub fn template(&self, text: &str, show: impl Fn(&str) -> String) -> (String, Vec<String>) {
        self.template_until(text, usize::MAX, show)
    }

    /// Replaces values in the user's words: “for Ada Lovelace” becomes “for a given name”. A plain word (“the notes”) stays, even if a
    /// folder has that name, unless the person said that it changes.
    pub fn generalised(&self, text: &str) -> String {
        let show = |name: &str| match self.by_name(name) {
            Some(input) if self.is_said_to_change(&input.variable.example) => name.replace('_', " "),
            Some(input) if !crate::lint::is_distinctive(&input.variable.example) => input.variable.example.clone(),
            _ => format!("a given {}", name.replace('_', " ")),
        };
        with_one_article(&self.template(text, show).0)
    }

    /// Like [`template`](Self::template), with the values that are known before or at step `until`.
    pub fn template_until(&self, text: &str, until: usize, show: impl Fn(&str) -> String) -> (String, Vec<String>) {
        let candidates = self.index.candidates(text);
        if candidates.is_empty() {
            return (text.to_owned(), Vec::new());
        }
        let letters: Vec<char> = text.chars().collect();
        let folded: Vec<char> = letters.iter().copied().map(fold_char).collect();
        let mut taken: Vec<Option<usize>> = vec![None; letters.len()];
        let known = |number: &usize| self.list[*number].since <= until && !self.list[*number].variable.secret;
        let compared = |number: usize| {
            let input = &self.list[number];
            let written = std::iter::once(&input.variable.example).chain(&input.searched_by);
            let value = |value: &String| if self.is_exact(input) { collapse(value) } else { fold(value) };
            written.map(|one| (number, value(one).chars().collect::<Vec<char>>())).collect::<Vec<_>>()
        };
        let mut order: Vec<(usize, Vec<char>)> =
            candidates.into_iter().filter(known).flat_map(compared).filter(|(_, value)| !value.is_empty()).collect();
        order.sort_by_key(|(number, value)| (std::cmp::Reverse(value.len()), *number));
        for (number, value) in order {
            let free = |at: &usize| taken[*at..*at + value.len()].iter().all(Option::is_none);
            let text = if self.is_exact(&self.list[number]) { &letters } else { &folded };
            let mut found: Vec<usize> = whole_words(text, &value).into_iter().filter(free).collect();
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
}

/// “A a given region” is “a given region”, and “the a given region” “the given region”.
fn with_one_article(text: &str) -> String {
    const ARTICLES: &[&str] = &["a", "an", "the", "each", "every", "another", "some", "any", "this", "that", "one"];
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is_given = *word == "a" && words.get(at + 1) == Some(&"given");
        let before = out.last().map(|word| fold(word)).filter(|word| is_given && ARTICLES.contains(&word.as_str()));
        match before.as_deref() {
            Some("an") => {
                out.pop();
                out.push(word);
            }
            Some(_) => {}
            None => out.push(word),
        }
    }
    out.join(" ")
}
