//! Whether the selector would choose one skill for a text, and why not.
//!
//! Agents choose by names and descriptions; they read a text only when they have chosen. So does this.

use super::index::{Document, Index, spelled};
use super::words::{is_weak, terms};
use super::{Limits, NAMELESS, is_named, sure};
use crate::catalogue::task_plan::Task;
use std::collections::BTreeSet;

/// How well a text fits one skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// It would be among those that are chosen.
    pub chosen: bool,
    /// The text names it.
    pub named: bool,
    /// 0 to 1.
    pub score: f64,
    /// Least score with which it is chosen.
    pub least: f64,
    /// The words that count, strongest first.
    pub because: Vec<String>,
    /// Places of those that are chosen before it, with their scores.
    pub better: Vec<(usize, f64)>,
    /// Words of the text that only the skill's body has.
    pub only_in_body: Vec<String>,
}

/// How `text` fits the skill at place `own` of `others`, whose bodies do not count. `None`: there is no such place.
pub fn fit(text: &str, own: usize, others: &[Document<'_>], limits: &Limits) -> Option<Fit> {
    let skill = others.get(own)?;
    let task = Task::from_text(text);
    let words = task.words();
    let shown = others.iter().map(|other| Document { body: "", ..*other });
    let found = Index::new(shown).search(&words);
    let match_of = found.iter().find(|found| found.index == own).cloned();
    let least = if match_of.as_ref().is_some_and(|found| found.in_name) { 1.0 } else { NAMELESS } * limits.threshold;
    let named = is_named(&task, skill.name);
    let chosen: Vec<_> = sure(found, limits.threshold).into_iter().take(limits.implementation).collect();
    let better = chosen.iter().take_while(|found| found.index != own).map(|found| (found.index, found.score)).collect();
    Some(Fit {
        chosen: named || chosen.iter().any(|found| found.index == own),
        named,
        score: match_of.as_ref().map_or(0.0, |found| found.score),
        least,
        because: match_of.map(|found| found.because).unwrap_or_default(),
        better,
        only_in_body: only_in_body(&words, skill),
    })
}

fn only_in_body(words: &str, skill: &Document<'_>) -> Vec<String> {
    let shown: BTreeSet<String> = terms(skill.name).into_iter().chain(terms(skill.description)).collect();
    let body: BTreeSet<String> = terms(skill.body()).into_iter().collect();
    let only = spelled(words).into_iter().filter(|(term, _)| !is_weak(term) && !shown.contains(term) && body.contains(term));
    only.map(|(_, word)| word).collect()
}
