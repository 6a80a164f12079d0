//! What an input is called: its label without decoration, and its name.

use super::Inputs;
use crate::address;
use crate::steps::Step;
use crate::text::{fold, mentions, snake};

impl Inputs {
    /// A label up to a value of the task: “Destination folder for cup.gcode” is “Destination folder”.
    pub(super) fn without_values(&self, label: String) -> String {
        const JOINTS: &[&str] = &["for", "of", "in", "to", "from", "by", "with", "on", "at"];
        let values = self.list.iter().map(|input| input.variable.example.as_str()).filter(|value| value.chars().count() > 2);
        let Some(at) = values.filter(|value| mentions(&label, value)).filter_map(|value| label.find(value)).min() else {
            return label;
        };
        let before = label[..at].trim_end_matches(|sign: char| !sign.is_alphanumeric());
        let rest = before.rsplit_once(' ').filter(|(_, last)| JOINTS.contains(last)).map_or(before, |(rest, _)| rest);
        if snake(rest).len() > 2 { rest.to_owned() } else { label }
    }

    pub(super) fn free_name(&self, wanted: &str, step: &Step<'_>, fallback: &str) -> String {
        let taken = |name: &str| self.names.contains(name);
        let base = if wanted.is_empty() { fallback } else { wanted };
        if !taken(base) {
            return base.to_owned();
        }
        let context = step.target().and_then(|target| target.context.as_deref());
        let context = context.filter(|context| !crate::untrusted::addresses_reader(context)).map(snake).unwrap_or_default();
        let with_context = format!("{context}_{base}");
        if !context.is_empty() && context.len() <= 24 && !taken(&with_context) {
            return with_context;
        }
        (2..).map(|n| format!("{base}_{n}")).find(|name| !taken(name)).unwrap_or_else(|| base.to_owned())
    }
}

/// Whether a label is only an example of a value, as a field without a label shows one: `https://…`, `name@example.org`.
pub(super) fn is_example(label: &str) -> bool {
    let label = label.trim();
    let is_mail = |text: &str| text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    !label.contains(' ') && (label.contains("://") || label.starts_with("www.") || is_mail(label))
}

/// The label without decoration: `Full name * (required)` becomes `Full name`.
pub(super) fn tidy_label(label: &str, fallback: &str) -> String {
    if crate::untrusted::addresses_reader(label) {
        return fallback.replace('_', " ");
    }
    let label = crate::lint::cleaned(label, &crate::lint::DemonstratedValues::of(&[]));
    let without = label.split([':', '(', '*', '–', '—']).next().unwrap_or_default().trim();
    let without = without_range(crate::effects::plain_header(without));
    let without = without_demand(without);
    let tidy = if without.is_empty() || snake(without).is_empty() { label.as_str() } else { without };
    if tidy.is_empty() || snake(tidy).is_empty() { fallback.replace('_', " ") } else { crate::text::clip(tidy, 60) }
}

/// A label without the word that says whether it must be filled in: “Product Optional” is “Product”.
fn without_demand(label: &str) -> &str {
    let demands = |last: &str| matches!(fold(last).as_str(), "optional" | "required");
    label.rsplit_once(' ').filter(|(_, last)| demands(last)).map_or(label, |(rest, _)| rest.trim_end())
}

/// A header without the rows that it counts: “Title 1-3 of 3” is “Title”.
pub(crate) fn without_range(label: &str) -> &str {
    let counts = |word: &str| {
        word.split_once(['-', '–']).is_some_and(|(from, to)| [from, to].iter().all(|end| end.parse::<u32>().is_ok()))
    };
    let at = label.split(' ').find(|word| counts(word)).and_then(|word| label.find(word));
    at.map(|at| label[..at].trim_end()).filter(|rest| !rest.is_empty()).unwrap_or(label)
}

/// A label without its instruction: “Search invoices” asks for an invoice.
pub(super) fn requested_thing(label: &str) -> String {
    const ASKS: &[&str] = &["search for", "search by", "search", "filter by", "filter", "find"];
    const TELLS: &[&str] = &["enter", "select", "choose", "pick", "set", "specify", "provide", "add", "write"];
    const FIRST: &[&str] = &["the ", "a ", "an ", "your ", "new ", "another "];
    const WHOSE: &[&str] = &["the ", "a ", "an ", "your ", "my "];
    let folded = fold(label);
    // “Type your text here”; but the type of a ticket is a thing.
    let typed = folded.strip_prefix("type ").filter(|rest| WHOSE.iter().any(|whose| rest.starts_with(whose)));
    let whole = typed.map_or(folded.as_str(), |rest| rest.strip_suffix(" here").unwrap_or(rest));
    // “Your name” asks for that of the person.
    let is_general = ["the ", "a ", "an "].iter().any(|first| whole.starts_with(first));
    let names = |thing: &&str| typed.is_some() || is_general && thing.split(' ').count() == 2;
    if let Some(thing) = WHOSE.iter().find_map(|whose| whole.strip_prefix(whose)).filter(names) {
        return thing.to_owned();
    }
    let after = |words: &[&str]| {
        let rest = words.iter().find_map(|word| folded.strip_prefix(word)?.strip_prefix(' '))?.trim();
        let bare = |rest: &'_ str| FIRST.iter().find_map(|first| rest.strip_prefix(first)).unwrap_or(rest).len();
        let once = &rest[rest.len() - bare(rest)..];
        let rest = &once[once.len() - bare(once)..];
        (!snake(rest).is_empty()).then(|| rest.to_owned())
    };
    if let Some(rest) = after(TELLS).filter(|_| folded.split(' ').count() > 1) {
        return rest;
    }
    match after(ASKS) {
        Some(rest) => singular(&rest),
        _ if matches!(folded.as_str(), "search" | "filter" | "find" | "q") => "search term".to_owned(),
        _ => thing_of_sentence(&folded).unwrap_or_else(|| label.to_owned()),
    }
}

/// The words of a label that is a sentence, without those that name nothing: “or create/open a pad with the name” is “pad name”.
fn thing_of_sentence(folded: &str) -> Option<String> {
    const SENTENCE: usize = 5;
    const MOST: usize = 3;
    #[rustfmt::skip]
    const NAME_NOTHING: &[&str] = &[
        "a", "an", "the", "this", "that", "these", "those", "your", "my", "our", "its", "their", "any", "each", "every", "new", "all",
        "and", "or", "of", "in", "on", "at", "to", "for", "from", "by", "with", "as", "into", "about", "under", "if", "so", "not", "no",
        "is", "are", "be", "was", "will", "should", "can", "may", "must", "do", "does", "you", "we", "it", "they", "i", "please", "here",
        "what", "which", "who", "when", "where", "why", "how", "e", "g", "eg", "ie",
        "enter", "type", "choose", "select", "pick", "set", "specify", "provide", "fill", "write", "add", "create", "open", "edit", "use",
        "give", "want", "need", "like", "leave", "change", "put", "tell",
    ];
    let words: Vec<&str> = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.len() < SENTENCE {
        return None;
    }
    let things: Vec<&str> = words.into_iter().filter(|word| !NAME_NOTHING.contains(word)).take(MOST).collect();
    Some(things.join(" ")).filter(|things| !snake(things).is_empty())
}

pub(super) fn singular(noun: &str) -> String {
    let noun = address::readable(noun);
    match noun.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None if ends_in_es(&noun) => noun[..noun.len() - 2].to_owned(),
        // `address`, `status` and `basis` are singular.
        None => {
            noun.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with(['s', 'u', 'i'])).unwrap_or(&noun).to_owned()
        }
    }
}

/// Whether the plural of a noun has an `e` of its own: `patches`, `boxes`; that of `cache` has not.
fn ends_in_es(noun: &str) -> bool {
    const VOWELS: &[char] = &['a', 'e', 'i', 'o', 'u'];
    noun.strip_suffix("ches").is_some_and(|stem| !stem.is_empty() && !stem.ends_with(VOWELS))
        || ["shes", "xes", "sses"].iter().any(|end| noun.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_ask_for_things() {
        for (label, asked) in [
            ("Search invoices", "invoice"),
            ("Filter by status", "status"),
            ("Enter address", "address"),
            ("Search", "search term"),
            ("Type of leave", "Type of leave"),
            ("Your name", "Your name"),
            ("Type your text here", "text"),
            ("A friendly name", "friendly name"),
            ("Enter your city", "city"),
            ("Add item", "item"),
            ("Add a new tag", "tag"),
            ("Select a destination folder", "destination folder"),
            ("or create/open a Pad with the name", "pad name"),
            ("What is the title of your page?", "title page"),
            ("Allow guests to read", "Allow guests to read"),
        ] {
            assert_eq!(requested_thing(label), asked, "{label}");
        }
        assert_eq!(tidy_label("User name:", "value"), "User name");
    }
}
