//! The words of an author: cleaned like ours, and dropped where they instruct, weaken a guard, or name what nobody demonstrated.

use crate::lint::{self, DemonstratedValues};
use crate::text::{clip, collapse, fold, visible};
use crate::{Demonstration, untrusted};
use apprentice_contracts::MASK;
use apprentice_contracts::graph::Variable;
use apprentice_contracts::json;
use regex::Regex;
use serde_json::Value;
use std::sync::LazyLock;

/// All words of a demonstration, folded: what a text may quote.
pub struct Demonstrated(String);

impl Demonstrated {
    pub fn of(demonstration: &Demonstration) -> Self {
        let mut all = demonstration.goal.clone().unwrap_or_default();
        let mut add = |text: &str| {
            all.push('\n');
            all.push_str(text);
        };
        for line in
            demonstration.outline.iter().flat_map(|outline| outline.steps.iter().chain(&outline.hints).chain(&outline.limits))
        {
            add(line);
        }
        for action in &demonstration.actions {
            each_text(&json::to_value(action).unwrap_or_default(), &mut add);
        }
        for read in demonstration.readings.iter().filter(|one| one.is_place()) {
            each_text(&json::to_value(&read.source).unwrap_or_default(), &mut add);
            let readings = read.before.iter().chain(read.after.iter().flatten());
            readings.flat_map(|reading| &reading.records).flat_map(|record| &record.cells).for_each(|cell| {
                add(&cell.header);
                add(&cell.text);
            });
        }
        Self(fold_lines(&all))
    }

    pub fn shows(&self, text: &str) -> bool {
        let text = fold(text);
        !text.is_empty() && self.0.contains(&text)
    }

    /// Whether a value is in it as a whole text, and not as a part of a word.
    pub fn has_value(&self, value: &str) -> bool {
        let value = fold(value);
        !value.is_empty() && self.0.lines().any(|line| crate::text::mentions(line, &value))
    }
}

fn fold_lines(text: &str) -> String {
    text.lines().map(fold).collect::<Vec<_>>().join("\n")
}

fn each_text(value: &Value, add: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => add(text),
        Value::Array(list) => list.iter().for_each(|one| each_text(one, add)),
        Value::Object(map) => map.values().for_each(|one| each_text(one, add)),
        _ => {}
    }
}

macro_rules! regex {
    ($pattern:literal) => {
        LazyLock::new(|| Regex::new($pattern).expect("a valid expression"))
    };
}

/// Words that tell an agent to do without a guard.
static WEAKENS: LazyLock<Regex> = regex!(
    r"(?ix) \b(?:without|no\s+need\s+(?:to|for)|need\s+not|skip|skipping|never|not\s+necessary\s+to|unnecessary\s+to|don't|do\s+not|not\s+required)\b
    .{0,30}\b(?:ask|asks|asking|confirm\w*|verif\w*|checking|permission|approval|consent)\b
    | \b(?:confirm\w*|approval|permission|verification)\b.{0,20}\b(?:is|are)\s+(?:not|never)\s+(?:needed|required|necessary)\b
    | \balways\s+(?:accept|confirm|approve|agree)\b | \bsafe\s+to\s+(?:ignore|skip)\b"
);
static ADDRESS: LazyLock<Regex> = regex!(r"(?i)\b(?:[a-z][a-z0-9+.-]*://|mailto:|www\.)\S+");
static CODE: LazyLock<Regex> = regex!(r"`([^`]*)`");
static HOLE: LazyLock<Regex> = regex!(r"\{\{\s*([a-z0-9_]+)\s*\}\}");
static OPTION: LazyLock<Regex> = regex!(r"(?:^|\s)(--?[A-Za-z][\w-]*)");

/// Whether an author's words would do away with a guard.
pub fn weakens(text: &str) -> bool {
    WEAKENS.is_match(text)
}

/// The words of an author as they may be in a skill; or why they may not.
pub fn clean(raw: &str, max: usize, variables: &[Variable], shown: &Demonstrated) -> Result<String, String> {
    let text = collapse(&visible(raw));
    let no = |why: &str| Err(why.to_owned());
    if text.is_empty() {
        return no("it is empty");
    }
    if text.contains(MASK) {
        return no("it quotes a masked value");
    }
    if untrusted::addresses_reader(&text) {
        return no("it instructs its reader instead of saying what is true");
    }
    if weakens(&text) {
        return no("it would do away with a guard");
    }
    let values = DemonstratedValues::of(variables);
    if lint::field_errors("text", &text, &values).iter().any(|finding| finding.code == "CKP-005") {
        return no("it looks like a secret");
    }
    if let Some(found) = ADDRESS.find_iter(&text).find(|found| !shown.shows(found.as_str().trim_end_matches(['.', ',', ')']))) {
        return Err(format!("it names an address that the demonstration does not show, {}", clip(found.as_str(), 60)));
    }
    for code in CODE.captures_iter(&text) {
        let inside = code[1].trim();
        let filled = HOLE.replace_all(inside, |hole: &regex::Captures<'_>| {
            variables.iter().find(|one| one.name == hole[1]).map_or_else(|| hole[0].to_owned(), |one| one.example.clone())
        });
        if !variables.iter().any(|one| one.name == inside) && !shown.shows(&filled) {
            return Err(format!("it names “{}”, which the demonstration does not show", clip(inside, 60)));
        }
    }
    let bare = CODE.replace_all(&text, " ");
    if let Some(option) = OPTION.captures_iter(&bare).find(|option| !shown.shows(&option[1])) {
        return Err(format!("it names the option “{}”, which the demonstration does not show", clip(&option[1], 40)));
    }
    let mut out = String::new();
    let mut at = 0;
    let named = |plain: &str| HOLE.replace_all(plain, "`$1`").replace('<', "‹").replace('>', "›").replace("](", "] (");
    for code in CODE.find_iter(&text) {
        out.push_str(&named(&text[at..code.start()]));
        out.push_str(code.as_str());
        at = code.end();
    }
    out.push_str(&named(&text[at..]));
    let cleaned = lint::cleaned(&out, &values);
    if lint::field_errors("text", &cleaned, &values).is_empty() && cleaned != FALLBACK {
        Ok(clip(&cleaned, max))
    } else {
        no("it says how something is clicked, or where it is on one machine")
    }
}

/// What cleaning writes when nothing can be saved.
const FALLBACK: &str = "What was asked for is done and can be seen";
