//! Finds instructions that a reader of the rendered page does not see: in comments and invisible elements.

use super::lines::{Context, Line, is_markdown, regex};
use super::{Finding, finding, milder};
use apprentice_contracts::skill::FindingSeverity::{Error, Warning};
use regex::Regex;
use std::sync::LazyLock;

/// Phrases that no honest comment has.
static STRONG: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?is)\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|prompt|rule|guideline|safety|restriction)|",
        r"\b(?:do not|don['’]?t|never|without)\b.{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|notify|notifying|reveal|alert|ask|asking)\w*\b.{0,30}\b(?:user|human|operator|anyone)|",
        r"\b(?:curl|wget|Invoke-WebRequest|iwr)\b.{0,200}(?:https?://|\$)|\bbase64\b.{0,20}(?:-d|--decode)|\bbash -c\b|/dev/tcp/|",
        r"\b(?:silently|secretly|covertly|quietly)\b.{0,80}\b(?:run|execute|send|upload|read|append|add|install|copy|include)|",
        r"\b(?:send|upload|post|exfiltrate|transmit|copy|leak)\b.{0,80}\b(?:credential|secret|token|password|api key|ssh|\.env|private key|conversation|cookies)|",
        r"\b(?:read|cat|open)\b.{0,30}(?:~/\.|\.ssh|\.aws|\.env\b|id_rsa)|\bsystem prompt\b|\b(?:AI|assistant|agent|model|LLM)s?\b.{0,20}\b(?:must|shall|has to|have to|is required to)\b"
    ))
});

/// Phrases that address an agent, which a maintainer's note may also have.
static WEAK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?is)\b(?:you (?:must|should|will|are)|(?:AI|assistant|agent|claude|gpt|copilot|LLM|model)s?[:,]? (?:should|please|always|never|will)|always (?:run|use|call|invoke|execute)|execute|important instruction)\b",
    )
});

static COMMENT: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?s)<!--(.*?)(?:-->|\z)|(?m)^\s*\[(?://|comment|_)\]:\s*(?:#|<>)\s*[("']([^\n]*)[)"'][ \t]*$"#));

/// Texts in place of a picture, titles that only a pointer shows, and data for programs.
static ALTERNATIVE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"!\[([^\]\n]{12,})\]\(|\]\([^()\s]+\s+\x22([^\x22\n]{12,})\x22\)|(?i:\b(?:alt|title|aria-[a-z]+|content|data-[\w-]+)\s*=\s*[\x22']([^\x22'<>\n]{12,})[\x22'])"#,
    )
});

static INVISIBLE: LazyLock<Regex> = LazyLock::new(|| {
    let style = r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|pt|%)?\s*[;'\x22]|opacity\s*:\s*0(?:\.0+)?\s*[;'\x22]|color\s*:\s*(?:white|transparent|#fff(?:fff)?)\b)";
    regex(&format!(
        r"(?is)<(?:div|span|p|font|section|a|td)\b(?:[^>]*{style}[^>]*|[^>]*\shidden(?:[\s=][^>]*)?)>(.{{1,2000}}?)</"
    ))
});

pub(super) fn check(path: &str, text: &str, lines: &[Line]) -> Vec<Finding> {
    let name = path.to_ascii_lowercase();
    if !is_markdown(path)
        && !name.ends_with(".html")
        && !name.ends_with(".htm")
        && !name.ends_with(".svg")
        && !name.ends_with(".xml")
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for capture in COMMENT.captures_iter(text) {
        let Some(words) = capture.get(1).or_else(|| capture.get(2)) else { continue };
        let number = number_at(text, words.start() + (words.as_str().len() - words.as_str().trim_start().len()));
        let severity = match words.as_str() {
            words if STRONG.is_match(words) => Error,
            words if WEAK.is_match(words) => Warning,
            _ => continue,
        };
        // In a fenced block it is shown.
        let severity = if is_shown(lines, number) { milder(severity) } else { severity };
        let reason = "A comment that readers of the page do not see addresses the agent";
        found.push(finding("HIDDEN_COMMENT", severity, path, number, words.as_str(), reason));
    }
    for capture in ALTERNATIVE.captures_iter(text) {
        let Some(words) = (1..=3).find_map(|group| capture.get(group)) else { continue };
        // Phrases that address an agent also describe pictures: only orders that no description has count.
        if STRONG.is_match(words.as_str()) {
            let number = number_at(text, words.start());
            let severity = if is_shown(lines, number) { Warning } else { Error };
            let reason = "The text in place of a picture, which readers of the page do not see, addresses the agent";
            found.push(finding("HIDDEN_ELEMENT", severity, path, number, words.as_str(), reason));
        }
    }
    let may_hide = text.contains("style") || text.contains("hidden");
    for capture in INVISIBLE.captures_iter(if may_hide { text } else { "" }) {
        let Some(words) = capture.get(1).filter(|words| words.as_str().trim().len() > 3) else { continue };
        let number = number_at(text, words.start());
        let severity = if STRONG.is_match(words.as_str()) { Error } else { Warning };
        let severity = if is_shown(lines, number) || name.ends_with("html") { milder(severity) } else { severity };
        found.push(finding(
            "HIDDEN_ELEMENT",
            severity,
            path,
            number,
            words.as_str(),
            "Text that the page does not show, and that an agent reads",
        ));
    }
    found
}

fn number_at(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn is_shown(lines: &[Line], number: usize) -> bool {
    lines.iter().rev().find(|line| line.number <= number).is_some_and(|line| matches!(line.context, Context::Fence(_)))
}
