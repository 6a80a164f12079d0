//! Texts within a text: an argument in quotes, a remark in brackets, code in a sentence, a cell, a line behind its prompt or time. A rule that
//! looks at the beginning or the end of a line would not see what is in them.

use super::is_plain;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What opens and what closes a text. Between `>` and `<` is the text of an element.
const MARKS: [(char, char); 11] = [
    ('\'', '\''),
    ('"', '"'),
    ('`', '`'),
    ('(', ')'),
    ('[', ']'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('「', '」'),
    ('>', '<'),
    ('|', '|'),
];
/// The shortest text that can name a secret and contain it, in bytes.
const SHORTEST: usize = 8;
/// The most things that stand one after the other before the text of a line.
const MOST_PREFIXES: usize = 3;

/// What stands before the text of a line: marks of a list, of a quotation and of a comment, the time and the level of a log, a prompt, a word with a
/// colon, and a command that runs another one.
static PREFIX: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:[ \t]*(?:[>*•#_-]{1,4}[ \t]*|//+[ \t]*|\d{1,3}[.)][ \t]+|[\w.@:~/\\\[\] -]{0,60}[$#%❯>][ \t]+|\[?\d{4}-\d\d-\d\d(?:[T ][\d:.,+Z-]*)?\]?[ \t]+|\[?\d\d:\d\d:\d\d[\d.,]*\]?[ \t]+|",
        r"\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)\]?:?[ \t]+|\p{L}{2,20}:[ \t]+|(?:sudo|doas|time|nohup|exec|command)[ \t]+(?:-\S+[ \t]+)*|",
        r"(?:docker|podman|nerdctl)[ \t]+(?:compose[ \t]+)?exec[ \t]+(?:-\S+[ \t]+)*\S+[ \t]+|kubectl[ \t]+exec[ \t][^\n]*?--[ \t]+|ssh[ \t]+(?:-\S+[ \t]+)*\S+[ \t]+))"
    ))
    .expect("constant")
});
/// What ends a command or a statement within a line, or begins a remark behind it.
static END: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[ \t]+(?:#|//|&&|\|\||;)[ \t]|;[ \t]+|\*{1,2}[ \t]*$").expect("constant"));

/// The texts within a text. One that has no blank and no sign between a name and its value names no secret.
pub(super) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    between_marks(text, &mut spans);
    of_lines(text, &mut spans);
    spans.retain(|span| {
        let inner = &text[span.clone()];
        *span != (0..text.len())
            && inner.len() >= SHORTEST
            && (inner.contains([' ', '\t', ':', '=', '|']) || !inner.is_ascii())
            && !is_plain(inner)
    });
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    spans
}

/// The text without the backslashes before quotes and for ends of lines, as it was before it became a text of JSON or of a program. Every
/// other character keeps its place. `None`: it has no such quotes.
pub(super) fn without_escapes(text: &str) -> Option<String> {
    if !text.contains("\\\"") {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let mut after = rest.chars().skip(1);
        let (escaped, next) = (after.next(), after.next());
        let instead = match escaped {
            // The quote stays beside its text.
            Some('"') if next.is_some_and(char::is_alphanumeric) => " \"",
            Some('"') => "\" ",
            Some('n') => " \n",
            _ => {
                let length = 1 + escaped.map_or(0, char::len_utf8);
                plain.push_str(&rest[..length]);
                rest = &rest[length..];
                continue;
            }
        };
        plain.push_str(instead);
        rest = &rest[instead.len()..];
    }
    plain.push_str(rest);
    Some(plain)
}

/// The texts between marks, without the marks. Of brackets within brackets of one kind, the outer one.
fn between_marks(text: &str, spans: &mut Vec<Range<usize>>) {
    for (open, close) in MARKS.into_iter().filter(|(open, _)| text.contains(*open)) {
        let mut at = 0;
        while let Some(begin) = text[at..].find(open).map(|begin| at + begin) {
            let from = begin + open.len_utf8();
            at = from;
            // An apostrophe within a word opens nothing.
            if open == close && open != '|' && text[..begin].ends_with(char::is_alphanumeric) {
                continue;
            }
            let Some(length) = closing(&text[from..], open, close) else { break };
            // The end of a cell is the beginning of the next one.
            at = from + length + if open == '|' { 0 } else { close.len_utf8() };
            spans.push(from..from + length);
        }
    }
}

/// The statements of each line, without what stands before and behind them.
fn of_lines(text: &str, spans: &mut Vec<Range<usize>>) {
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        let mut from = begin;
        let ends = END.find_iter(line).map(|end| (begin + end.start(), begin + end.end()));
        for (end, next) in ends.chain([(begin + line.trim_end().len(), 0)]) {
            let mut start = from;
            from = next;
            // A statement alone, and behind each thing that stands before it.
            for _ in 0..=MOST_PREFIXES {
                if start >= end {
                    break;
                }
                spans.push(start..end);
                let Some(prefix) = PREFIX.find(&text[start..end]).filter(|prefix| !prefix.is_empty()) else { break };
                start += prefix.end();
            }
        }
        begin += line.len();
    }
}

/// Where the text ends that `open` began: at the mark that closes it, with as many brackets closed as opened. A backslash escapes a quote.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        if letter == close && depth == 0 && !(escaped && open == close) {
            return Some(at);
        } else if letter == close && open != close {
            depth -= 1;
        } else if letter == open && open != close {
            depth += 1;
        }
        escaped = letter == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{spans, without_escapes};

    #[test]
    fn escapes_become_what_they_stand_for_and_nothing_moves() {
        for (text, expected) in [
            (r#"{"a": "say \"x\", ü\n \\ end"}"#, Some("{\"a\": \"say  \"x\" , ü \n \\\\ end\"}")),
            (r#"\"é"#, Some(" \"é")),
            (r#"a\n"#, None),
            (r#"\""#, Some("\" ")),
            (r#"\"\"#, Some("\" \\")),
        ] {
            assert_eq!(without_escapes(text).as_deref(), expected, "{text}");
            assert!(expected.is_none_or(|expected| expected.len() == text.len()), "{text}");
        }
    }

    #[test]
    fn texts_in_a_text_are_found_with_what_they_contain() {
        for (text, expected) in [
            ("true 'password: abc1'", vec!["password: abc1"]),
            ("it's what they don't say here: 1", vec![]),
            ("f(a b c d 1 (e f) g) and `key = value`", vec!["a b c d 1 (e f) g", "key = value"]),
            ("'short'", vec![]),
            ("(never closed at all", vec![]),
            ("「密码：abc1」", vec!["密码：abc1"]),
            ("<p>PUK 12345678</p>", vec!["PUK 12345678"]),
            ("| a | key = value | b |", vec![" key = value "]),
            (r#"{"text": "say \"key = 1\" twice"}"#, vec![r#"say \"key = 1\" twice"#]),
            ("- 2026-11-30 12:01:33 INFO key = value", vec!["2026-11-30 12:01:33 INFO key = value", "INFO key = value"]),
            ("$ sudo tool --pw abc12  # see the wiki", vec!["$ sudo tool --pw abc12", "sudo tool --pw abc12", "tool --pw abc12"]),
        ] {
            let found: Vec<&str> = spans(text).into_iter().map(|span| &text[span]).collect();
            for one in &expected {
                assert!(found.contains(one), "{one} of {text}: {found:?}");
            }
            assert!(!expected.is_empty() || found.is_empty(), "{text}: {found:?}");
        }
    }
}
