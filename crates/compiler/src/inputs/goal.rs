//! What the goal says: the things that it asks for, and the values that it says itself.

use super::kinds::{is_date, is_version};
use super::labels::singular;
use super::{Input, Inputs};
use crate::text::{fold, mentions};
use apprentice_contracts::graph::{VariableBinding, VariableKind};
use std::collections::HashSet;

impl Inputs {
    /// What the goal calls a value: the thing that it names and that fits its form, else what its form says.
    pub(super) fn thing_for(&mut self, value: &str) -> String {
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
}

/// The words of a goal, in the singular.
pub(super) fn words_of(goal: &str) -> HashSet<String> {
    let words = goal.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    words.map(|word| singular(&fold(word))).collect()
}

/// The things that a goal asks for: “Back up a site for a day” asks for a site and a day.
pub(super) fn asked_things(goal: Option<&str>) -> Vec<String> {
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

/// Whether the form of a value is that of a thing of this name.
pub(super) fn fits(thing: &str, value: &str) -> bool {
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

/// Whether the goal itself says the value, as a plain word: without capitals and digits, which names and numbers have.
pub(super) fn is_said(goal: &str, input: &Input) -> bool {
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
    chosen
        && input.other_values.is_empty()
        && (plain && (in_goal || acts) || says_state(goal, &verb, input) || is_kind_of_thing(goal, input))
}

/// Whether the goal calls what it is about by the value that was chosen: “Report a complaint” chooses the kind “Complaint”.
fn is_kind_of_thing(goal: &str, input: &Input) -> bool {
    input.variable.kind == VariableKind::Choice && asked_things(Some(goal)).contains(&fold(input.variable.example.trim()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_asks_for_things() {
        assert_eq!(asked_things(Some("Move a file into a folder under a new name")), ["file", "folder", "name"]);
        assert_eq!(asked_things(Some("Give some products a facet value together")), ["product", "value"]);
    }
}
