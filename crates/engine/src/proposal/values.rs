//! Checks what a person says of demonstrated values.

use crate::Answer;
use crate::core::request;
use apprentice_contracts::graph::{DemonstratedValue, ValueAnswer, ValueChange};
use std::collections::{HashMap, HashSet};

/// Most characters of a name.
const LONGEST: usize = 32;
/// Most values that a refusal lists.
const LISTED: usize = 12;

/// Refuses answers about values that the demonstration does not have, and names that cannot be or mean two things.
pub(crate) fn check(known: &[DemonstratedValue], answers: &[ValueAnswer]) -> Answer<()> {
    let mut seen = HashSet::new();
    for answer in answers {
        let value = known.iter().find(|value| folded(&value.example) == folded(&answer.example));
        if value.is_none() {
            return Err(request::invalid("values", &unknown(&answer.example, known)));
        }
        if !seen.insert(folded(&answer.example)) {
            let message = format!("“{}” is answered twice. Answer each value once", answer.example);
            return Err(request::invalid("values", &message));
        }
        if let Some(name) = answer.name.as_deref().filter(|name| !is_legal(name)) {
            let message = format!(
                "“{name}” cannot be a name. Use 1 to {LONGEST} lower-case letters, digits and underscores, beginning with a letter, such as invoice_number"
            );
            return Err(request::invalid("values", &message));
        }
    }
    names_differ(known, answers)
}

/// Refuses a name that two inputs would have. A value that is always the same needs no name.
fn names_differ(known: &[DemonstratedValue], answers: &[ValueAnswer]) -> Answer<()> {
    let mut given: HashMap<&str, &str> = HashMap::new();
    for answer in answers.iter().filter(|answer| answer.changes != ValueChange::Same) {
        let Some(name) = answer.name.as_deref() else { continue };
        if let Some(other) = given.insert(name, &answer.example) {
            return Err(request::invalid("values", &taken(name, other)));
        }
    }
    let answered = |value: &DemonstratedValue| answers.iter().any(|answer| folded(&answer.example) == folded(&value.example));
    // An answer that was taken back leaves a name that may be free again.
    let others = known.iter().filter(|value| value.changes && !value.decided && !answered(value));
    match others.into_iter().find(|value| given.contains_key(value.name.as_str())) {
        Some(value) => Err(request::invalid("values", &taken(&value.name, &value.example))),
        None => Ok(()),
    }
}

fn taken(name: &str, other: &str) -> String {
    format!("“{name}” is the name of “{other}” already. Choose another name, or rename that value too")
}

fn unknown(example: &str, known: &[DemonstratedValue]) -> String {
    let mut listed: Vec<String> = known.iter().take(LISTED).map(|value| format!("“{}”", value.example)).collect();
    if known.len() > LISTED {
        listed.push(format!("and {} more", known.len() - LISTED));
    }
    match listed.is_empty() {
        true => format!("“{example}” was not demonstrated: this draft has no demonstrated values"),
        false => format!("“{example}” was not demonstrated. The values are {}", listed.join(", ")),
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn is_legal(name: &str) -> bool {
    let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let clean = !name.ends_with('_') && !name.contains("__");
    name.len() <= LONGEST && name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.chars().all(letters) && clean
}
