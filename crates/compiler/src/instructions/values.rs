//! Values: whether one changes next time, where it comes from, and what it is called.

use super::{Outcome, Work, given, unclear};
use crate::text::{clip, fold, snake};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::{DemonstratedValue, ValueAnswer, ValueChange, ValueSource};
use regex::Regex;
use std::sync::LazyLock;

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

static ALWAYS: LazyLock<Regex> = regex!(
    r"(?i)^(.+?)\s+(?:always\s+(?:stays?|is|are|remains?|equals|has\s+the\s+value)|(?:stays?|is|are|remains?|must\s+be|should\s+be)\s+always)\s+(.+)$"
);
static SAME: LazyLock<Regex> = regex!(
    r"(?i)^(?:keep\s+)?(.+?)\s+(?:(?:stays?|is|are|remains?)\s+)?(?:the\s+same|fixed|constant|unchanged|as\s+it\s+is)(?:\s+(?:each|every|next)\s+time)?$"
);
static NEVER: LazyLock<Regex> = regex!(
    r"(?i)^(.+?)\s+(?:never\s+(?:changes?|differs?|varies)|(?:does|do|will|should)(?:\s+not|n['’]t)\s+(?:change|differ|vary))(?:\s+.*)?$"
);
static USE: LazyLock<Regex> =
    regex!(r"(?i)^always\s+(?:use|take|choose|pick|enter)\s+(.+?)(?:\s+(?:as|for)\s+(?:the\s+)?(.+))?$");
static CHANGES: LazyLock<Regex> = regex!(
    r"(?i)^(.+?)\s+(?:(?:always\s+|may\s+|can\s+|will\s+|should\s+)?(?:changes?|varies|vary|differs?)|(?:is|are|can\s+be|may\s+be|will\s+be)\s+(?:always\s+)?(?:different|another(?:\s+one)?))(?:\s+(?:each|every|next|from|with)\s+.*)?$"
);
static INPUT: LazyLock<Regex> =
    regex!(r"(?i)^(?:(?:make|turn)\s+)?(.+?)\s+(?:(?:is|are|should\s+be|becomes?|into)\s+)?(?:an?\s+)?(?:inputs?|variables?)$");
static ASKED: LazyLock<Regex> = regex!(r"(?i)^ask\s+(?:me\s+|the\s+user\s+)?for\s+(.+)$");
static READ: LazyLock<Regex> = regex!(r"(?i)^(?:(.+?)\s+(?:is|are)\s+read\b.*|read\s+(.+?)(?:\s+(?:from|on|in|off)\s+.*)?)$");
static DERIVED: LazyLock<Regex> =
    regex!(r"(?i)^(.+?)\s+(?:follows?\s+from|(?:is|are)\s+(?:derived|computed|calculated|made|taken)\s+from|depends?\s+on)\b.*$");
static RENAME: LazyLock<Regex> = regex!(r"(?i)^rename\s+(.+?)\s+(?:to|as|into)\s+(.+)$");
static CALL: LazyLock<Regex> = regex!(r"(?i)^(?:call|name)\s+(.+)$");

pub fn read(work: &mut Work<'_>, clause: &str) -> Outcome {
    naming(work, clause).or_else(|| changing(work, clause))
}

fn changing(work: &mut Work<'_>, clause: &str) -> Outcome {
    if let Some(found) = ALWAYS.captures(clause) {
        let what = given(&found[2]);
        let same = matches!(fold(&what).as_str(), "the same" | "same" | "fixed" | "constant" | "as it is" | "this" | "that");
        return constant(work, &found[1], (!same).then_some(what));
    }
    if let Some(found) = USE.captures(clause) {
        let what = given(&found[1]);
        return match found.get(2) {
            Some(subject) => constant(work, subject.as_str(), Some(what)),
            None => constant(work, &what, None),
        };
    }
    if let Some(found) = NEVER.captures(clause).or_else(|| SAME.captures(clause)) {
        return constant(work, &found[1], None);
    }
    if let Some(found) = CHANGES.captures(clause).or_else(|| INPUT.captures(clause)).or_else(|| ASKED.captures(clause)) {
        return said(work, &found[1], ValueChange::Changes);
    }
    if let Some(found) = DERIVED.captures(clause) {
        return said(work, &found[1], ValueChange::Derived);
    }
    let found = READ.captures(clause)?;
    said(work, found.get(1).or(found.get(2))?.as_str(), ValueChange::Read)
}

/// The values that words name: by name, label or the value itself. Several are joined by `and` or commas.
fn subjects(work: &Work<'_>, words: &str) -> Option<Vec<usize>> {
    if let Some(one) = subject(work, words) {
        return Some(vec![one]);
    }
    let parts: Vec<&str> =
        words.split(" and ").flat_map(|part| part.split(',')).map(str::trim).filter(|part| !part.is_empty()).collect();
    (parts.len() > 1).then(|| parts.iter().map(|part| subject(work, part)).collect()).flatten()
}

fn subject(work: &Work<'_>, words: &str) -> Option<usize> {
    let mut words = words.trim();
    for lead in
        ["the value of ", "the value ", "value ", "the input ", "input ", "the field ", "the ", "a ", "an ", "this ", "its "]
    {
        if let (Some(head), Some(rest)) = (words.get(..lead.len()), words.get(lead.len()..))
            && head.eq_ignore_ascii_case(lead)
        {
            words = rest.trim();
            break;
        }
    }
    let wanted = fold(&given(words));
    let values = work.draft.values;
    if matches!(wanted.as_str(), "it" | "that" | "this" | "this value" | "that value") {
        return work.last_value;
    }
    let by = |of: &dyn Fn(&DemonstratedValue) -> String| {
        let found: Vec<usize> = (0..values.len()).filter(|at| of(&values[*at]) == wanted).collect();
        (found.len() == 1).then(|| found[0])
    };
    by(&|value| name_of(work, value).replace('_', " "))
        .or_else(|| by(&|value| name_of(work, value)))
        .or_else(|| by(&|value| fold(&value.label)))
        .or_else(|| by(&|value| fold(&value.example)))
}

/// The name of a value, with what was said of it in these instructions.
fn name_of(work: &Work<'_>, value: &DemonstratedValue) -> String {
    let said = work.out.values.iter().flatten().find(|answer| fold(&answer.example) == fold(&value.example));
    said.and_then(|answer| answer.name.clone()).unwrap_or_else(|| value.name.clone())
}

fn no_value(work: &Work<'_>, words: &str) -> Outcome {
    let listed: Vec<String> =
        work.draft.values.iter().take(12).map(|value| format!("{} (“{}”)", value.name, clip(&value.example, 40))).collect();
    let words = clip(&given(words), 60);
    if matches!(fold(&words).as_str(), "it" | "that") {
        return unclear("It is not clear what “it” is. Name the value, or write “the skill”.");
    }
    match listed.is_empty() {
        true => unclear(format!("There is no value “{words}”: this draft has no demonstrated values.")),
        false => unclear(format!("There is no value “{words}”. The values are: {}.", listed.join(", "))),
    }
}

fn constant(work: &mut Work<'_>, words: &str, expected: Option<String>) -> Outcome {
    let Some(found) = subjects(work, words) else { return no_value(work, words) };
    if let Some(expected) = expected {
        let other = found.iter().map(|at| &work.draft.values[*at]).find(|value| fold(&value.example) != fold(&expected));
        if let Some(value) = other {
            return unclear(format!(
                "The demonstration used “{}” for {}, not “{}”. Show the task with “{}” to make that the fixed value.",
                clip(&value.example, 60),
                value.name,
                clip(&expected, 60),
                clip(&expected, 60)
            ));
        }
    }
    all(work, &found, ValueChange::Same)
}

fn said(work: &mut Work<'_>, words: &str, change: ValueChange) -> Outcome {
    let Some(found) = subjects(work, words) else { return no_value(work, words) };
    all(work, &found, change)
}

fn all(work: &mut Work<'_>, found: &[usize], change: ValueChange) -> Outcome {
    if let Some(secret) = found.iter().map(|at| &work.draft.values[*at]).find(|value| value.example.contains(MASK)) {
        return unclear(format!("`{}` is a secret. It stays as it is: the user enters it.", secret.name));
    }
    for at in found {
        let value = &work.draft.values[*at];
        let name = name_of(work, value);
        let words = match change {
            ValueChange::Same => format!("`{name}` is always “{}”.", clip(&value.example, 60)),
            ValueChange::Changes => format!("“{}” changes next time: it is the input `{name}`.", clip(&value.example, 60)),
            ValueChange::Read => format!("`{name}` is read while the task is done."),
            ValueChange::Derived => format!("`{name}` follows from the other values."),
        };
        answer(work, *at, None, change);
        work.out.changes.push(words);
    }
    Some(Ok(()))
}

fn naming(work: &mut Work<'_>, clause: &str) -> Outcome {
    if let Some(found) = RENAME.captures(clause) {
        let at = subject(work, &found[1])?;
        return rename(work, at, &found[2]);
    }
    let words = CALL.captures(clause)?.get(1)?.as_str();
    if fold(words).starts_with("it ") && work.last_value.is_none() {
        return unclear("It is not clear what “it” is. Write “call the skill …”, or name the value: “call region territory”.");
    }
    // The longest words before the new name that name a value.
    let spaces: Vec<usize> = words.match_indices(' ').map(|(at, _)| at).collect();
    let (at, name) = spaces.iter().rev().find_map(|space| {
        let (subject_words, name) = words.split_at(*space);
        Some((subject(work, subject_words)?, name.trim().trim_start_matches("as ").to_owned()))
    })?;
    rename(work, at, &name)
}

fn rename(work: &mut Work<'_>, at: usize, words: &str) -> Outcome {
    let value = &work.draft.values[at];
    let name = snake(&given(words));
    if name.is_empty() || !name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return unclear("The name of a value has lower-case letters, digits and underscores, and begins with a letter.");
    }
    let Some(change) = change_of(work, value) else {
        return unclear(format!(
            "“{}” is always the same, so it has no name. Say first that it changes.",
            clip(&value.example, 60)
        ));
    };
    if let Some(other) =
        work.draft.values.iter().enumerate().find(|(other, one)| *other != at && one.changes && name_of(work, one) == name)
    {
        return unclear(format!("`{name}` is the name of “{}” already.", clip(&other.1.example, 60)));
    }
    let words = format!("`{}` is called `{name}`.", name_of(work, value));
    answer(work, at, Some(name), change);
    work.done(words)
}

/// What was said of a value, or what the rules think.
fn change_of(work: &Work<'_>, value: &DemonstratedValue) -> Option<ValueChange> {
    let said = work.out.values.iter().flatten().find(|answer| fold(&answer.example) == fold(&value.example));
    let change = said.map(|answer| answer.changes);
    let change = change.or(match (value.changes, value.source) {
        (false, _) => Some(ValueChange::Same),
        (true, ValueSource::Read) => Some(ValueChange::Read),
        (true, ValueSource::Derived | ValueSource::Made) => Some(ValueChange::Derived),
        (true, _) => Some(ValueChange::Changes),
    });
    change.filter(|change| *change != ValueChange::Same)
}

fn answer(work: &mut Work<'_>, at: usize, name: Option<String>, changes: ValueChange) {
    let example = work.draft.values[at].example.clone();
    let mut all = work.out.values.clone().unwrap_or_else(|| work.draft.value_answers.to_vec());
    match all.iter_mut().find(|answer| fold(&answer.example) == fold(&example)) {
        Some(known) => {
            known.changes = changes;
            known.name = name.or_else(|| known.name.clone());
        }
        None => all.push(ValueAnswer { example, name, changes }),
    }
    work.out.values = Some(all);
    work.last_value = Some(at);
}
