//! Finds secrets in sentences: “The password of the server is …”, “La contraseña del servidor es …”, “您的验证码是 …”. A sentence has a clause
//! that speaks of a secret, a verb or a sign that equates, and a value that is no word.

use super::assignments::looks_chosen;
use super::fields::announced;
use super::names::{looks_random, words};
use super::shapes::is_reference;
use super::shown::is_beside_label;
use apprentice_contracts::observation::MaskReason;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The longest clause, in characters and in words.
const LONGEST: usize = 80;
const MOST_WORDS: usize = 9;

/// What equates, with the value behind it.
static EQUATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:[ \u{a0}](?:is|are|was|be|to|ist|lautet|lauten|est|sont|es|son|è|sono|é|são|jest|je|er|är|on|это|is now|is still)[ \u{a0}]|[ \u{a0}]?(?:→|->|=>|—|–|:|：)|は|는|은|是|为|為|[ \u{a0}]?[\[【「『])",
        r"[ \u{a0}]*[:：]?[ \u{a0}]*[\x22'`“„«「『【\[]{0,2}(?P<v>[^\s\x22'`“”„«»「」『』【】\[\]，。、▮]{4,128})"
    ))
    .expect("constant")
});

/// Codes below or beside their label: “Recovery codes: …”. Each has a digit, which no word of the label has.
static LIST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t#*>-]*(?P<label>[\p{L}][\p{L}\p{M} '’-]{3,50}?)[ \t*]*[:：]?(?P<list>(?:[\s,;]+(?:[A-Za-z]{1,12}-)?[A-Za-z]{0,8}[0-9][0-9A-Za-z]{1,12}(?:-[0-9A-Za-z]{2,12}){0,5})+)[\s,;.]*$")
        .expect("constant")
});

static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[^\s,;]+").expect("constant"));

pub(super) fn find(text: &str, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let Some(captures) = EQUATED.captures_at(text, at) {
        let (Some(whole), Some(value)) = (captures.get(0), captures.name("v")) else { break };
        // The value may contain the next sign.
        at = value.start();
        let bare = value.as_str().trim_end_matches(['.', ',', ';', ':', ')', '!', '?', '*']);
        let clause = clause_before(&text[..whole.start()]);
        if !is_reference(bare) && tells(clause, bare) {
            found.push(value.start()..value.start() + bare.len());
        }
    }
    for captures in LIST.captures_iter(text) {
        let (Some(label), Some(list)) = (captures.name("label"), captures.name("list")) else { continue };
        let codes = || list.as_str().split([' ', '\t', '\r', '\n', ',', ';']).filter(|code| !code.is_empty());
        let are_codes =
            codes().count() > 1 && codes().all(|code| code.len() >= 4 && code.bytes().any(|byte| byte.is_ascii_digit()));
        if are_codes && names_codes(label.as_str()) {
            for code in CODE.find_iter(list.as_str()) {
                found.push(list.start() + code.start()..list.start() + code.end());
            }
        }
    }
}

fn names_codes(label: &str) -> bool {
    let last = words(label).pop().unwrap_or_default();
    is_beside_label(label) && ["code", "cod", "kod", "код", "コード", "码", "key"].iter().any(|word| last.contains(word))
}

/// The words before a sign, from the beginning of their sentence.
fn clause_before(text: &str) -> &str {
    let begin = text
        .char_indices()
        .rev()
        .take(LONGEST)
        .take_while(|(_, letter)| !"\n.!?;|<>(){}[]=\"▮。！？，".contains(*letter))
        .last()
        .map_or(text.len(), |(at, _)| at);
    text[begin..].trim()
}

fn tells(clause: &str, value: &str) -> bool {
    let digits = (4..=9).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let is_value = digits || looks_chosen(value) || looks_random(value);
    if !is_value || clause.split_whitespace().count() > MOST_WORDS {
        return false;
    }
    match announced(clause) {
        Some(MaskReason::OneTimeCode) => digits || looks_random(value),
        // `PIN 13 is GPIO17`: what has a number as its name is a part of a machine.
        Some(MaskReason::Password) => {
            !digits
                && !words(clause).iter().any(|word| ["pin", "puk"].contains(&word.as_str()))
                && looks_chosen(value)
                && has_both(value)
        }
        Some(MaskReason::Token | MaskReason::PrivateKey | MaskReason::SecretLabel) => looks_random(value),
        _ => false,
    }
}

fn has_both(value: &str) -> bool {
    value.chars().any(char::is_alphabetic) && value.bytes().any(|byte| byte.is_ascii_digit())
}
