//! Keys and tokens left in the text.

use super::lines::regex;
use super::{Finding, finding};
use apprentice_contracts::MASK;
use apprentice_contracts::skill::FindingSeverity::Warning;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

static SECRET: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{40,}|\bglpat-[A-Za-z0-9_-]{20,}|",
        r"\bsk-ant-[A-Za-z0-9_-]{24,}|\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}|\bxox[abeprs]-[A-Za-z0-9-]{16,}|\bAIza[A-Za-z0-9_-]{35}\b|",
        r"\b[sr]k_live_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{36}\b|\bhf_[A-Za-z0-9]{30,}\b|\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}|",
        r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"
    ))
});

/// Whether `secret` is a placeholder of an example.
fn is_example(secret: &str) -> bool {
    let low = secret.to_ascii_lowercase();
    let words =
        ["example", "xxxx", "your", "placeholder", "1234567", "abcdef", "0000", "....", "test", "dummy", "fake", "redacted"];
    let tail: Vec<u8> = low.bytes().skip(8).collect();
    let varied = tail.iter().collect::<std::collections::HashSet<_>>().len();
    !low.starts_with("-----") && (words.iter().any(|word| low.contains(word)) || varied < 8)
}

pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if !SECRET.is_match(text) {
        return found;
    }
    for (index, line) in text.lines().enumerate() {
        if SECRET.find_iter(line).any(|secret| !is_example(secret.as_str())) {
            found.push(finding(
                "HARDCODED_SECRET",
                Warning,
                path,
                index + 1,
                line,
                "It looks like a real key or token; everybody who has the skill has it",
            ));
        }
    }
    found
}

/// The text with every secret blacked out.
pub(super) fn masked(text: &str) -> Cow<'_, str> {
    SECRET.replace_all(text, MASK)
}
