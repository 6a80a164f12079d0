//! Requests that test whether a skill is found: the task in words that its entry does not use, and requests for something else. The
//! words come from tables of their own (`words`), because phrases of the entry are always found by the entry.
//!
//! Deterministic: the same task gives the same requests in the same order, the most telling first.

mod words;

use crate::english;
use crate::meaning::verb_and_object;
use crate::text::{collapse, fold, mentions};
use std::collections::BTreeSet;
use words::{EMPTY, EVERYDAY, FRAMES, NOUN_FRAMES, NOUNS, OTHER_OBJECTS, VERBS};

/// Most requests of a kind.
pub const MAX_REQUESTS: usize = 30;

/// The task of a skill, and the phrases by which its entry is found.
#[derive(Clone, Copy, Debug)]
pub struct TaskWords<'a> {
    /// The title of the entry.
    pub title: &'a str,
    /// What the task is for, in one or more sentences; the first counts.
    pub goal: &'a str,
    /// The trigger phrases of the entry.
    pub trigger_phrases: &'a [String],
}

/// A task as a verb with its object.
struct Wording {
    verb: String,
    article: String,
    /// Without its article.
    object: String,
    /// What follows the object: `to the shop`.
    tail: String,
}

/// The task in words that are not the entry's own. Fewer than three: title and goal say too little.
pub fn paraphrases(task: &TaskWords<'_>) -> Vec<String> {
    let mut out = Distinct::new(task);
    let wordings: Vec<Wording> = sources(task).iter().filter_map(|source| wording(source)).collect();
    let candidates: Vec<Vec<String>> = wordings.iter().map(|wording| restated(wording, task)).collect();
    let longest = candidates.iter().map(Vec::len).max().unwrap_or_default();
    for turn in 0..longest {
        candidates.iter().filter_map(|all| all.get(turn)).for_each(|phrase| out.add(phrase));
    }
    if wordings.is_empty() {
        sources(task).iter().flat_map(|source| reordered(source)).for_each(|phrase| out.add(&phrase));
    }
    out.phrases
}

/// Whether the words of a text are set apart by spaces. Without them (Chinese, Japanese, Thai and others) the rules know no other words.
pub fn has_spaced_words(text: &str) -> bool {
    let unspaced = |letter: char| matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    !text.chars().any(unspaced)
}

/// Requests that share words with the task and mean something else: its opposite, or its verb on another object.
pub fn near_misses(task: &TaskWords<'_>) -> Vec<String> {
    let mut out = Distinct::new(task);
    let wordings: Vec<Wording> = sources(task).iter().filter_map(|source| wording(source)).collect();
    let known = telling_words(&format!("{} {} {}", task.title, task.goal, task.trigger_phrases.join(" ")));
    let strange = || OTHER_OBJECTS.iter().filter(|object| !object.split(' ').any(|word| known.contains(&stem(word))));
    for wording in &wordings {
        let that = determiner(task, &wording.object);
        let opposites = opposites(&wording.verb);
        let mut objects = strange();
        for opposite in &opposites {
            out.add(&format!("{opposite} {that} {}", wording.object));
            for object in objects.by_ref().take(2) {
                out.add(&format!("{} {} {object}", wording.verb, determiner(task, object)));
            }
        }
        objects.for_each(|object| out.add(&format!("{} {} {object}", wording.verb, determiner(task, object))));
    }
    let telling: Vec<String> = telling_words_in_order(task.title);
    // A word that is the whole title means the task itself.
    let part = |_: &&String| wordings.is_empty() && telling.len() > 1;
    for word in telling.iter().filter(part) {
        strange().take(4).for_each(|object| out.add(&format!("{word} {object}")));
    }
    out.phrases
}

/// Everyday requests that have nothing to do with the task.
pub fn unrelated(task: &TaskWords<'_>) -> Vec<String> {
    let known = telling_words(&format!("{} {} {}", task.title, task.goal, task.trigger_phrases.join(" ")));
    let mut out = Distinct { phrases: Vec::new(), taken: Vec::new() };
    let strange = |phrase: &&&str| !telling_words(phrase).iter().any(|word| known.contains(word));
    EVERYDAY.iter().filter(strange).for_each(|phrase| out.add(phrase));
    out.phrases
}

/// A request for what another skill does, from its description: the words that say something, of its first clause. Articles and
/// prepositions are left out: look-up counts them, so they would make every entry answer to every description. `None`: it says too little.
pub fn from_description(description: &str) -> Option<String> {
    let clause = description.split(['.', ';', '\n', '(']).next().unwrap_or_default();
    let words: Vec<String> = telling_words_in_order(clause).into_iter().take(6).collect();
    (words.len() >= 2).then(|| words.join(" "))
}

/// Whether a phrase is one of the entry's own: it contains a trigger phrase or is part of one, or of the title.
pub fn is_own(phrase: &str, title: &str, trigger_phrases: &[String]) -> bool {
    let phrase = phrase.to_lowercase();
    let meets = |own: &str| {
        let own = own.to_lowercase();
        !own.trim().is_empty() && (phrase.contains(&own) || own.contains(&phrase))
    };
    trigger_phrases.iter().any(|own| meets(own)) || meets(title)
}

/// The words that say something, in stems, each once.
pub fn telling_words(text: &str) -> BTreeSet<String> {
    telling_words_in_order(text).iter().map(|word| stem(word)).collect()
}

/// Phrases in the order in which they came, each once, none of them the entry's own.
struct Distinct {
    phrases: Vec<String>,
    taken: Vec<String>,
}

impl Distinct {
    fn new(task: &TaskWords<'_>) -> Self {
        Self { phrases: Vec::new(), taken: task.trigger_phrases.iter().map(|phrase| phrase.to_lowercase()).collect() }
    }

    fn add(&mut self, phrase: &str) {
        let phrase = collapse(phrase).to_lowercase();
        let fits = phrase.chars().count() <= 120 && phrase.contains(' ') && self.phrases.len() < MAX_REQUESTS;
        let own = self.taken.iter().any(|own| own.contains(&phrase));
        if fits && !own && !self.phrases.contains(&phrase) {
            self.phrases.push(phrase);
        }
    }
}

/// The sentences that name the task: the first of the goal, without the place where it is done, and the title.
fn sources(task: &TaskWords<'_>) -> Vec<String> {
    let first = task.goal.split(". ").next().unwrap_or_default().trim_end_matches('.');
    let cut = [", in ", ", from the terminal", " in the web application", " and in the terminal"];
    let end = cut.iter().filter_map(|cut| first.find(cut)).min().unwrap_or(first.len());
    let mut sources: Vec<String> = Vec::new();
    for text in [&first[..end], task.title] {
        let text = without_names(text);
        if !text.is_empty() && !sources.iter().any(|known| fold(known) == fold(&text)) {
            sources.push(text);
        }
    }
    sources
}

/// Without quoted names and placeholders, which a person replaces by something else.
fn without_names(text: &str) -> String {
    let mut out = String::new();
    let mut closing = None;
    for letter in text.chars() {
        match (closing, letter) {
            (Some(end), _) if letter == end => closing = None,
            (Some(_), _) => {}
            (None, '“') => closing = Some('”'),
            (None, '`') => closing = Some('`'),
            (None, '<') => closing = Some('>'),
            (None, '"') => closing = Some('"'),
            (None, _) => out.push(letter),
        }
    }
    let out = collapse(&out);
    let mut words: Vec<&str> = out.split(' ').collect();
    while words.last().is_some_and(|word| EMPTY.contains(&fold(word).as_str())) {
        words.pop();
    }
    words.join(" ")
}

fn wording(source: &str) -> Option<Wording> {
    let lower = fold(source);
    let (first, after) = lower.split_once(' ')?;
    english::third_person_in_title(first, after)?;
    let (verb, rest) = english::verb_words(&lower);
    let object = match verb_and_object(&lower) {
        (Some(_), Some(object)) => object,
        _ => {
            let cuts = [" in ", " to ", " into ", " with ", " on ", " from ", ", ", " and ", " using ", " for "];
            let end = cuts.iter().filter_map(|cut| rest.find(cut)).min().unwrap_or(rest.len());
            rest[..end].to_owned()
        }
    };
    let tail = rest.strip_prefix(object.as_str()).unwrap_or_default().trim_end_matches(',').to_owned();
    let (article, bare) = match object.split_once(' ') {
        Some((article @ ("a" | "an" | "the" | "my" | "this" | "all" | "some" | "another"), bare)) => (article, bare),
        _ => ("", object.as_str()),
    };
    let says = bare.split(' ').any(|word| !EMPTY.contains(&word));
    says.then(|| Wording { verb, article: article.to_owned(), object: bare.to_owned(), tail })
}

/// The wordings of one sentence, the most telling first.
fn restated(wording: &Wording, task: &TaskWords<'_>) -> Vec<String> {
    let Wording { verb, article, object, tail } = wording;
    let entry = format!("{} {}", task.title, task.trigger_phrases.join(" "));
    let with_article = |article: &str, object: &str| match article {
        "" => object.to_owned(),
        "a" | "an" => format!("{} {object}", if object.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }),
        article => format!("{article} {object}"),
    };
    let whole = with_article(article, object);
    let verbs: Vec<&str> = alike(VERBS, verb).filter(|other| !mentions(&entry, other)).collect();
    let objects: Vec<String> = other_objects(object, &entry);
    let another = match article.as_str() {
        "a" | "an" => format!("another {object}"),
        "the" => format!("this {object}"),
        _ => format!("more {object}"),
    };
    let by_verb = |n: usize| verbs.get(n).map(|other| format!("{other} {whole}{tail}"));
    let by_object = |n: usize| objects.get(n).map(|other| format!("{verb} {}{tail}", with_article(article, other)));
    let mut plain: Vec<String> = Vec::new();
    plain.extend(by_verb(0));
    plain.extend(by_object(0));
    plain.push(format!("{verb} {another}{tail}"));
    plain.extend((1..verbs.len()).filter_map(by_verb));
    plain.extend((1..objects.len()).filter_map(by_object));
    let mut out = Vec::new();
    let gerund = format!("help with {} {whole}{tail}", gerund(verb));
    let terse = format!("{verb} {object} please");
    let turned = format!("{whole} to {verb}");
    for (turn, frame) in FRAMES.iter().enumerate() {
        for (n, phrase) in plain.iter().enumerate() {
            out.push(FRAMES[(n + turn) % FRAMES.len()].replace("{}", phrase));
            if turn == 0 && n == 1 {
                out.extend([gerund.clone(), terse.clone()]);
            }
        }
        if turn == 0 {
            out.extend([turned.clone(), gerund.clone(), terse.clone()]);
        }
        // The verb and the object as they are, in a frame that the entry does not have.
        out.push(frame.replace("{}", &format!("{verb} {another}")));
    }
    out
}

/// The words of a sentence without a verb, in other orders.
fn reordered(source: &str) -> Vec<String> {
    let words = telling_words_in_order(source);
    if words.len() < 2 {
        return Vec::new();
    }
    let back: Vec<&str> = words.iter().rev().map(String::as_str).collect();
    let mut turned: Vec<&str> = words.iter().map(String::as_str).collect();
    turned.rotate_left(1);
    let orders = [back.join(" "), turned.join(" ")];
    NOUN_FRAMES.iter().flat_map(|frame| orders.iter().map(|text| frame.replace("{}", text))).collect()
}

fn other_objects(object: &str, entry: &str) -> Vec<String> {
    let mut out = Vec::new();
    for word in object.split(' ') {
        let singular = stem(word);
        for other in alike(NOUNS, &singular).filter(|other| !mentions(entry, other)) {
            let other = if singular == word { other.to_owned() } else { format!("{other}s") };
            out.push(
                object.split(' ').map(|each| if each == word { other.as_str() } else { each }).collect::<Vec<_>>().join(" "),
            );
        }
    }
    out
}

fn alike<'a>(table: &'a [&'a [&'a str]], word: &'a str) -> impl Iterator<Item = &'a str> {
    let groups = table.iter().filter(move |group| group.contains(&word));
    groups.flat_map(|group| group.iter().copied()).filter(move |other| *other != word)
}

/// The opposite verbs and their synonyms.
fn opposites(verb: &str) -> Vec<&'static str> {
    let direct = english::verb(verb).map(|verb| verb.opposite).unwrap_or(&["undo", "forget"]);
    let mut out: Vec<&str> = direct.to_vec();
    out.extend(
        direct
            .iter()
            .flat_map(|opposite| VERBS.iter().filter(move |group| group[0] == *opposite))
            .flat_map(|group| group.iter().copied().filter(|other| *other != verb)),
    );
    let mut seen = BTreeSet::new();
    out.retain(|word| seen.insert(*word));
    out.truncate(6);
    out
}

/// A determiner that the entry does not contain: look-up counts each common word, whatever it says.
fn determiner(task: &TaskWords<'_>, object: &str) -> &'static str {
    let entry = format!("{} {}", task.title, task.trigger_phrases.join(" ")).to_lowercase();
    let plural = object.ends_with('s') && !object.ends_with("ss");
    let choices: &[&str] = if plural { &["those", "our", "these"] } else { &["that", "our", "this"] };
    choices.iter().copied().find(|word| !entry.contains(word)).unwrap_or("yonder")
}

fn telling_words_in_order(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in without_names(text).to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '-') {
        if word.chars().count() > 2 && !EMPTY.contains(&word) && !out.iter().any(|known| known == word) {
            out.push(word.to_owned());
        }
    }
    out
}

/// Without the ending of the plural.
fn stem(word: &str) -> String {
    match word {
        _ if word.len() > 4 && word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        _ if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") => word[..word.len() - 1].to_owned(),
        _ => word.to_owned(),
    }
}

/// `create` becomes `creating`, `submit` becomes `submitting`, `write down` becomes `writing down`.
fn gerund(verb: &str) -> String {
    const DOUBLED: &[&str] =
        &["submit", "commit", "tag", "ship", "run", "put", "set", "get", "log", "plan", "cut", "drop", "stop", "transfer"];
    if let Some((verb, particle)) = verb.split_once(' ') {
        return format!("{} {particle}", gerund(verb));
    }
    match verb {
        _ if DOUBLED.contains(&verb) => format!("{verb}{}ing", &verb[verb.len() - 1..]),
        _ if verb.ends_with('e') && !verb.ends_with("ee") => format!("{}ing", &verb[..verb.len() - 1]),
        _ => format!("{verb}ing"),
    }
}

#[cfg(test)]
#[path = "requests_test.rs"]
mod tests;
