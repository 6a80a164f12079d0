//! The words by which a skill is found, or must not be found: description, trigger phrases, negative triggers.

use crate::english;
use crate::evidence::EvidenceContext;
use crate::lint::{DemonstratedValues, cleaned_without};
use crate::meaning::verb_and_object;
use crate::text::{clip, fold, lower_first, mentions};
use apprentice_contracts::interpretation::Meaning;

/// Characters that phrases must not contain: a phrase names no input and quotes nothing.
const SIGNS: &[char] = &['`', '“', '”', '<', '>', '"'];

/// Lower case, in which requests are compared. In lower case a name may read like a selector: `.NET-Core` becomes `.net-core`.
fn lower_case(phrase: &str, values: &DemonstratedValues<'_>) -> String {
    fold(&cleaned_without(SIGNS, &fold(phrase), values))
}

/// 3 to 8 phrases that a user would say.
pub fn positive(title: &str, goal: Option<&str>, context: &EvidenceContext<'_>) -> Vec<String> {
    let variables = context.inputs.variables();
    let values = DemonstratedValues::of(&variables);
    let mut out: Vec<String> = Vec::new();
    let mut add = |phrase: &str| {
        let phrase = clip(&cleaned_without(SIGNS, phrase, &values), 118);
        let phrase = lower_case(phrase.trim_end_matches(['.', '…', ' ']), &values);
        if phrase.chars().count() > 2 && !out.contains(&phrase) && out.len() < 8 {
            out.push(phrase);
        }
    };
    add(title);
    let (verb, object) = verb_and_object(title);
    match (verb, &object) {
        (Some(verb), Some(object)) => {
            add(&format!("{} {object}", verb.base));
            verb.same.iter().filter(|same| !mentions(object, same)).take(3).for_each(|same| add(&format!("{same} {object}")));
            let bare = without_article(object);
            let makes = matches!(verb.base, "add" | "insert" | "create" | "register" | "enter" | "record" | "make" | "save");
            if makes && !bare.contains(['.', '“']) && !fold(&bare).starts_with("new ") && bare.split(' ').count() < 4 {
                add(&format!("new {bare}"));
            }
            add(&format!("I need to {} {object}", verb.base));
        }
        _ => {
            let task = lower_first(title);
            add(&format!("help me {task}"));
            add(&format!("I need to {task}"));
        }
    }
    if let Some(goal) = goal.filter(|goal| goal.chars().count() <= 110) {
        add(&context.inputs.generalised(goal));
    }
    let name = app_name(context);
    if !name.is_empty() && !mentions(title, &name) && crate::untrusted::is_plain_name(&name) {
        add(&format!("{title} in {name}"));
    }
    if out.len() < 3 {
        let words = fold(title);
        for lead in ["please", "can you", "could you"] {
            let phrase = format!("{lead} {}", clip(&words, 100));
            if out.len() < 3 && !out.contains(&phrase) {
                out.push(phrase);
            }
        }
    }
    out
}

fn app_name(context: &EvidenceContext<'_>) -> String {
    match context.app.split_once('“') {
        Some((_, name)) => name.trim_end_matches('”').replace('`', ""),
        None => String::new(),
    }
}

fn without_article(object: &str) -> String {
    let lower = object.trim();
    ["a ", "an ", "the ", "this ", "some ", "A ", "An ", "The "]
        .iter()
        .find_map(|article| lower.strip_prefix(article))
        .unwrap_or(lower)
        .to_owned()
}

/// The plural: `customer` becomes `customers`, `entry` becomes `entries`.
fn plural(noun: &str) -> String {
    match noun {
        _ if noun.ends_with('s') => noun.to_owned(),
        _ if noun.ends_with('y') && !noun.ends_with(['a', 'e', 'o', 'u']) => format!("{}ies", &noun[..noun.len() - 1]),
        _ => format!("{noun}s"),
    }
}

/// Requests for something else about the same object. None is part of a trigger phrase.
pub fn negative(title: &str, positive: &[String], values: &DemonstratedValues<'_>) -> Vec<String> {
    let (verb, object) = verb_and_object(title);
    let mut out: Vec<String> = Vec::new();
    let mut add = |phrase: String| {
        let phrase = lower_case(&fold(&clip(&phrase, 118)).replace(SIGNS, ""), values);
        let clashes = positive.iter().any(|trigger| trigger.contains(&phrase) || phrase.contains(trigger.as_str()));
        if phrase.contains(' ') && !clashes && !out.contains(&phrase) && out.len() < 6 {
            out.push(phrase);
        }
    };
    if let (Some(verb), Some(object)) = (verb, &object) {
        for opposite in verb.opposite {
            add(format!("{opposite} {object}"));
        }
        if verb.opposite.len() > 1 && verb.base != "find" && verb.base != "show" && verb.base != "list" {
            let many = plural(&without_article(object));
            if many.split(' ').count() < 3 && !many.contains(['.', '/']) {
                add(format!("list all {many}"));
            }
        }
    }
    let words = title.split(' ').take(12).collect::<Vec<_>>().join(" ");
    add(format!("undo: {words}"));
    add(format!("explain how to {words}"));
    out
}

/// What the skill does and when to use it, in the third person, at most 1,024 characters, without angle brackets.
pub fn description(meaning: &Meaning, positive: &[String], negative: &[String], context: &EvidenceContext<'_>) -> String {
    let title = meaning.title.trim_end_matches('.');
    let (first, rest) = title.split_once(' ').unwrap_or((title, ""));
    let does = match english::third_person_in_title(first, rest) {
        Some(third) => format!("{third} {}", and_verbs(rest)),
        None => format!("Handles the task “{title}”"),
    };
    let name = app_name(context);
    // A page chooses its title. In a description it would be read as ours.
    let quotable = name.is_empty() || crate::untrusted::is_plain_name(&name);
    let place = match &context.app {
        app if app == "the terminal" => " from the terminal".to_owned(),
        app if app.is_empty() => String::new(),
        _ if !quotable => " in a web application".to_owned(),
        _ if !name.is_empty() && mentions(title, &name) => String::new(),
        app => format!(" in {app}"),
    };
    // The words of a request that name the task in another way. Those that only repeat the title say nothing.
    let said = |phrase: &&String| {
        !mentions(title, phrase)
            && !phrase.starts_with("i need")
            && !phrase.starts_with("help me")
            && !phrase.starts_with("please")
    };
    let phrases: Vec<String> = positive.iter().filter(said).take(2).map(|phrase| format!("“{phrase}”")).collect();
    let others: Vec<String> =
        negative.iter().filter(|phrase| !phrase.starts_with("undo") && !phrase.starts_with("explain")).take(2).cloned().collect();
    let when = match (phrases.is_empty(), others.is_empty()) {
        (true, true) => format!(" Use when the user asks to {}.", lower_first(title)),
        (true, false) => format!(" Not for a request to {}.", joined(&others)),
        (false, true) => format!(" Use for {}.", english::or_list(&phrases)),
        (false, false) => format!(" Use for {}, not to {}.", english::or_list(&phrases), joined(&others)),
    };
    let text = format!("{}{place}.{when}", does.trim());
    plain(&clip(&text, 900))
}

/// Requests about one object, in short: `delete or cross out a customer`.
fn joined(requests: &[String]) -> String {
    let split: Vec<(String, String)> = requests.iter().map(|request| english::verb_words(request)).collect();
    match split.as_slice() {
        [(_, object), rest @ ..] if !rest.is_empty() && !object.is_empty() && rest.iter().all(|(_, other)| other == object) => {
            let verbs: Vec<String> = split.iter().map(|(verb, _)| verb.clone()).collect();
            format!("{} {object}", english::or_list(&verbs))
        }
        _ => english::or_list(requests),
    }
}

/// Puts later verbs into the third person: `a release, tag it and push it` becomes `a release, tags it and pushes it`.
fn and_verbs(rest: &str) -> String {
    let words: Vec<&str> = rest.split(' ').collect();
    let joined = words.iter().enumerate().map(|(at, word)| {
        let before = at.checked_sub(1).map(|before| words[before]).unwrap_or_default();
        let next = words.get(at + 1).copied().unwrap_or_default();
        let third = match before {
            "and" | "then" => english::third_person(word).or_else(|| english::third_person_before(word, next)),
            _ if before.ends_with(',') => english::third_person_before(word, next),
            _ => None,
        };
        third.map_or_else(|| (*word).to_owned(), |third| lower_first(&third))
    });
    joined.collect::<Vec<_>>().join(" ")
}

/// One line that needs no quotes in YAML: no brackets, no colon before a blank, no comment sign after one, no `---`.
fn plain(text: &str) -> String {
    let text = crate::text::collapse(&text.replace(['<', '>', '"', '\\', '\u{0}'], ""));
    let mut text = text.replace(": ", ", ").replace(" #", " no. ").replace("---", "–").replace("--", "–");
    text = text.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end_matches(':').to_owned();
    text.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_keeps_its_particle() {
        let split = |title: &str| {
            let (verb, object) = verb_and_object(title);
            (verb.map(|verb| verb.base), object)
        };
        let known = |verb: &'static str, object: &str| (Some(verb), Some(object.to_owned()));
        assert_eq!(split("Write down a bill"), known("write down", "a bill"));
        assert_eq!(split("Write a bill down"), known("write down", "a bill"));
        assert_eq!(split("Turn on the heating in the hall"), known("turn on", "the heating"));
        assert_eq!(split("Search in files"), known("search", "in files"), "a place, not a particle");
        assert_eq!(split("Move up the shelf"), (None, None), "nothing else says the same");
        assert_eq!(split("Write a letter"), known("write", "a letter"));
        assert_eq!(joined(&["delete a bill".to_owned(), "cross out a bill".to_owned()]), "delete or cross out a bill");
        let none = DemonstratedValues::of(&[]);
        let others = negative("Write down a bill", &[], &none);
        assert!(others.contains(&"cross out a bill".to_owned()) && !others.iter().any(|one| one.contains("erase")), "{others:?}");
    }

    #[test]
    fn every_verb_of_a_title_is_in_the_third_person() {
        for (rest, wanted) in [
            (
                "the sales of a day, write its total and archive the file",
                "the sales of a day, writes its total and archives the file",
            ),
            ("the port of the application and keep the old one", "the port of the application and keeps the old one"),
            ("an entry to a page, and say why in the summary", "an entry to a page, and says why in the summary"),
            ("the name and all the parts of it", "the name and all the parts of it"),
            ("a file, with the date and the time", "a file, with the date and the time"),
        ] {
            assert_eq!(and_verbs(rest), wanted);
        }
    }
}
