//! Fields of the draft: title, name, summary, description, triggers, conditions of use.

use super::{Outcome, Work, fitting, given, unclear};
use crate::text::{collapse, fold, kebab, sentence};
use regex::Regex;
use std::sync::LazyLock;

const MOST: usize = 20;

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

const FIELDS: &str = r"(title|folder\s+name|name|slug|goal|summary|description)";

static SET: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = format!(
        r"(?i)^(?:(?:set|change|make|reword|rewrite)\s+)?(?:the\s+|its\s+)?{FIELDS}(?:\s+of\s+(?:the\s+|this\s+)?(?:skill|ability|task|draft))?\s*(?:to\b\s*:?|:|=|(?:should\s+)?(?:be|read|say|is|says|becomes)\b\s*:?)\s*(.+)$"
    );
    Regex::new(&pattern).expect("a valid expression")
});
static RENAME: LazyLock<Regex> = regex!(
    r"(?i)^(?:(?:rename|retitle)\s+(it|(?:the\s+|this\s+)?(?:skill|ability|task|draft))\s+(?:to|as|into)\s+|(?:call|title)\s+((?:the\s+|this\s+)?(?:skill|ability|task|draft))\s+(?:as\s+)?)(.+)$"
);
static ADD: LazyLock<Regex> =
    regex!(r"(?i)^add\s+(?:the\s+|a\s+|another\s+|an\s+)?(negative\s+|new\s+)?triggers?(?:\s+phrases?)?\s*:?\s+(.+)$");
static DROP: LazyLock<Regex> =
    regex!(r"(?i)^(?:drop|remove|delete)\s+(?:the\s+)?(negative\s+)?triggers?(?:\s+phrases?)?\s*:?\s+(.+)$");
static LIST: LazyLock<Regex> = regex!(
    r"(?i)^(?:set\s+|change\s+)?(?:the\s+)?(negative\s+)?triggers?(?:\s+phrases?)?\s*(?:to\s*:?|:|=|are|should\s+be)\s+(.+)$"
);
static USE: LazyLock<Regex> =
    regex!(r"(?i)^(?:also\s+|only\s+)?use\s+(?:it|this|the\s+skill)\s+(?:also\s+|only\s+)?((?:when|if|for|after|before)\s+.+)$");
static NON_USE: LazyLock<Regex> =
    regex!(r"(?i)^(?:do\s+not|don['’]t|never)\s+use\s+(?:it|this|the\s+skill)\s+((?:when|if|for|after|before|on|in)\s+.+)$");
static AGAIN: LazyLock<Regex> = regex!(
    r"(?i)^(?:try(?:\s+it)?\s+again|(?:compile|draft|make|write)\s+(?:it|the\s+draft|this)\s+again|recompile(?:\s+it)?|redraft(?:\s+it)?|start\s+over)$"
);

/// Whether a clause says when the skill is not to be used.
pub fn is_non_use(clause: &str) -> bool {
    NON_USE.is_match(clause)
}

pub fn read(work: &mut Work<'_>, clause: &str) -> Outcome {
    if AGAIN.is_match(clause) {
        work.out.again = true;
        return work.done("The demonstration is compiled again.".to_owned());
    }
    if let Some(found) = NON_USE.captures(clause) {
        return condition(work, &found[1], false);
    }
    if let Some(found) = USE.captures(clause) {
        return condition(work, &found[1], true);
    }
    if let Some(found) = ADD.captures(clause) {
        return triggers(work, Change::Add, is_negative(&found), &found[2]);
    }
    if let Some(found) = DROP.captures(clause) {
        return triggers(work, Change::Drop, is_negative(&found), &found[2]);
    }
    if let Some(found) = LIST.captures(clause) {
        return triggers(work, Change::Replace, is_negative(&found), &found[2]);
    }
    if let Some(found) = RENAME.captures(clause) {
        return field(work, "title", &found[3]);
    }
    let found = SET.captures(clause)?;
    field(work, &fold(&found[1]), &found[2])
}

fn is_negative(found: &regex::Captures<'_>) -> bool {
    found.get(1).is_some_and(|word| fold(word.as_str()) == "negative")
}

fn field(work: &mut Work<'_>, name: &str, text: &str) -> Outcome {
    let (what, max) = match name {
        "title" => ("The title", 160),
        "goal" | "summary" => ("The summary", 600),
        "description" => ("The description", 1024),
        _ => ("The name", 160),
    };
    let text = match fitting(text, max, what) {
        Ok(text) => text,
        Err(problem) => return Some(Err(problem)),
    };
    static OF_A_VALUE: LazyLock<Regex> = regex!(r"(?i)^(?:always|never|the\s+same|fixed|constant|different|read)\b");
    if OF_A_VALUE.is_match(&text) {
        return None;
    }
    let text = match what {
        "The title" => sentence(&text),
        "The summary" | "The description" => format!("{}.", sentence(text.trim_end_matches('.'))),
        _ => kebab(&text, 64),
    };
    if text.is_empty() {
        return unclear("A name has lower-case letters, digits and single hyphens, such as approve-invoice.");
    }
    let edits = &mut work.out.edits;
    let place = match what {
        "The title" => &mut edits.title,
        "The summary" => &mut edits.goal_summary,
        "The description" => &mut edits.description,
        _ => &mut edits.proposed_skill_slug,
    };
    *place = Some(text.clone());
    work.done(format!("{what} becomes “{text}”."))
}

fn condition(work: &mut Work<'_>, words: &str, is_use: bool) -> Outcome {
    let text = match fitting(words, 238, "The condition") {
        Ok(text) => format!("{}.", sentence(&text)),
        Err(problem) => return Some(Err(problem)),
    };
    let (edit, known) = match is_use {
        true => (&mut work.out.edits.use_conditions, work.draft.use_conditions),
        false => (&mut work.out.edits.non_use_conditions, work.draft.non_use_conditions),
    };
    let mut lines = edit.clone().unwrap_or_else(|| known.to_vec());
    if lines.len() >= MOST {
        return unclear(format!("There are {MOST} conditions already."));
    }
    if !lines.iter().any(|line| fold(line) == fold(&text)) {
        lines.push(text.clone());
    }
    *edit = Some(lines);
    work.done(format!("{}: “{text}”", if is_use { "Use it" } else { "Do not use it" }))
}

#[derive(PartialEq)]
enum Change {
    Add,
    Drop,
    Replace,
}

fn triggers(work: &mut Work<'_>, change: Change, negative: bool, words: &str) -> Outcome {
    let phrases = match phrases(words) {
        Ok(phrases) => phrases,
        Err(problem) => return Some(Err(problem)),
    };
    let (edit, known) = match negative {
        true => (&mut work.out.edits.negative_triggers, work.draft.negative_triggers),
        false => (&mut work.out.edits.trigger_phrases, work.draft.trigger_phrases),
    };
    let before = edit.clone().unwrap_or_else(|| known.to_vec());
    let has = |list: &[String], phrase: &str| list.iter().any(|one| fold(one) == fold(phrase));
    let after: Vec<String> = match change {
        Change::Add => before.iter().cloned().chain(phrases.iter().filter(|one| !has(&before, one)).cloned()).collect(),
        Change::Drop => before.iter().filter(|one| !has(&phrases, one)).cloned().collect(),
        Change::Replace => phrases.clone(),
    };
    if let Some(missing) = phrases.iter().find(|one| change == Change::Drop && !has(&before, one)) {
        return unclear(format!("There is no trigger “{missing}”. The triggers are: {}.", before.join(", ")));
    }
    if after.len() > MOST {
        return unclear(format!("There would be more than {MOST} triggers."));
    }
    // Without a negative trigger the skill is used for more requests than before.
    let wider = negative && before.iter().any(|one| !has(&after, one));
    *edit = Some(after);
    let kind = if negative { "Negative triggers" } else { "Triggers" };
    let listed = phrases.iter().map(|one| format!("“{one}”")).collect::<Vec<_>>().join(", ");
    let words = match change {
        Change::Add => format!("{kind}: {listed} is added."),
        Change::Drop => format!("{kind}: {listed} is removed."),
        Change::Replace => format!("{kind}: {listed}."),
    };
    if wider { work.done_weaker(words) } else { work.done(words) }
}

/// Phrases between commas; quoted ones may contain commas.
fn phrases(words: &str) -> Result<Vec<String>, super::Problem> {
    static QUOTED: LazyLock<Regex> = regex!(r#"“[^”]+”|"[^"]+"|«[^»]+»"#);
    let quoted: Vec<String> = QUOTED.find_iter(words).map(|found| given(found.as_str())).collect();
    let listed = match quoted.is_empty() {
        true => words.split(',').map(collapse).filter(|phrase| !phrase.is_empty()).collect(),
        false => quoted,
    };
    listed.iter().map(|phrase| fitting(phrase, 120, "The trigger")).collect()
}
