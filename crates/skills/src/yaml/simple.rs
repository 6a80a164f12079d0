//! A quick way through front matter as most people write it: one `key: value` a line, short lists and one level of mappings.
//!
//! Listing thousands of skills takes mostly the time of reading their YAML. What is read here is read as the parser reads it,
//! which a property test holds; anything that could be read in another way is left to the parser.

use super::{Document, Entry, Kind, Node};
use std::borrow::Cow;

/// Nobody writes longer ones, and the parser has limits of its own for them.
const MAX_KEY: usize = 100;
const MAX_LINES: usize = 500;
/// Of what stands below a key.
const INDENT: &str = "  ";

/// `None`: the parser is to read it.
pub(super) fn read(text: &str, first_line: u32) -> Option<Document<'_>> {
    let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n').zip(first_line..).peekable();
    let mut entries: Vec<Entry<'_>> = Vec::with_capacity(8);
    while let Some((written, line)) = lines.next() {
        let (key, rest) = key(written)?;
        let node = if rest.is_empty() {
            let mut below = Vec::new();
            while let Some((text, line)) = lines.next_if(|(text, _)| text.starts_with(' ')) {
                below.push((text.strip_prefix(INDENT)?, line));
            }
            block(&below)?
        } else {
            scalar(rest.strip_prefix(' ')?, line, key.len() + 2)?
        };
        add(&mut entries, key, line, node)?;
        if line - first_line > MAX_LINES as u32 {
            return None;
        }
    }
    (!entries.is_empty()).then(|| Document { entries, ..Document::default() })
}

/// The lines below a key: a list, or a mapping.
fn block<'a>(lines: &[(&'a str, u32)]) -> Option<Node<'a>> {
    let (first, line) = *lines.first()?;
    if lines.len() > MAX_LINES {
        return None;
    }
    let kind = if first.starts_with("- ") {
        let item = |(text, line): &(&'a str, u32)| scalar(text.strip_prefix("- ")?, *line, INDENT.len() + 2);
        Kind::List { items: lines.iter().map(item).collect::<Option<_>>()?, flow: false }
    } else {
        let mut entries = Vec::with_capacity(lines.len());
        for (text, line) in lines {
            let (key, rest) = key(text)?;
            let node = scalar(rest.strip_prefix(' ')?, *line, INDENT.len() + key.len() + 2)?;
            add(&mut entries, key, *line, node)?;
        }
        Kind::Map { entries, flow: false }
    };
    Some(Node { line, column: INDENT.len(), kind })
}

/// Of a key that is given twice the parser tells.
fn add<'a>(entries: &mut Vec<Entry<'a>>, key: &'a str, line: u32, node: Node<'a>) -> Option<()> {
    let new = entries.iter().all(|entry| entry.key != key);
    new.then(|| entries.push(Entry { key: Cow::Borrowed(key), line, node }))
}

/// A plain key and what follows its colon.
fn key(line: &str) -> Option<(&str, &str)> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let end = line.bytes().position(|byte| !plain(byte))?;
    let (key, rest) = (&line[..end], line[end..].strip_prefix(':')?);
    let sound = key.len() <= MAX_KEY && key.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric());
    sound.then_some((key, rest))
}

/// Text on one line, in quotes without escapes or without quotes and without signs that YAML knows.
fn scalar(text: &str, line: u32, column: usize) -> Option<Node<'_>> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    let quoted = matches!(first, b'"' | b'\'');
    let text = match quoted {
        true => text[1..].strip_suffix(first as char)?,
        false => Some(text).filter(|_| first.is_ascii_alphanumeric() && !matches!(bytes[bytes.len() - 1], b' ' | b':'))?,
    };
    let mut before = b'a';
    for &byte in text.as_bytes() {
        let sign = match byte {
            0x20..=0x7e if quoted => byte == first || byte == b'\\',
            b' ' => before == b':',
            b'#' => before == b' ',
            0x21..=0x7e => false,
            // Some characters beyond ASCII break lines or are none.
            _ => return beyond_ascii(text, first, quoted).then(|| node(text, !quoted, line, column)),
        };
        if sign {
            return None;
        }
        before = byte;
    }
    Some(node(text, !quoted, line, column))
}

fn beyond_ascii(text: &str, first: u8, quoted: bool) -> bool {
    let signs = match quoted {
        true => text.contains([first as char, '\\']),
        false => text.contains(": ") || text.contains(" #"),
    };
    let letter = |c: char| {
        matches!(c, ' '..='~' | '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}'
            | '\u{10000}'..='\u{1fffd}')
    };
    !signs && text.chars().all(letter)
}

fn node(text: &str, plain: bool, line: u32, column: usize) -> Node<'_> {
    Node { line, column, kind: Kind::Text { text: Cow::Borrowed(text), plain } }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Problem, parse};
    use super::read;
    use proptest::prelude::*;

    /// Whether it was read here; as the parser reads it, if so.
    fn check(text: &str) -> bool {
        let Some(quick) = read(text, 2) else { return false };
        let parsed: Result<Document<'_>, Problem> = parse(text, 2);
        let parsed = parsed.unwrap_or_else(|problem| panic!("{text:?}: {problem:?}"));
        assert_eq!(format!("{quick:?}"), format!("{parsed:?}"), "{text:?}");
        true
    }

    #[test]
    fn common_front_matter_is_read_here_as_the_parser_reads_it() {
        for text in [
            "name: tea",
            "name: tea\ndescription: Makes tea, e.g. green (2 cups): no: sugar.\n",
            "name: tea\ndescription: \"Quoted: with a colon # and more\"\nlicense: 'MIT'\n",
            "description: Eine Übersicht – \u{1f375} 茶\nversion: 1.10\nflag: true\n",
            "allowed-tools:\n  - Read\n  - Bash(git add:*)\nmetadata:\n  author: me\n  version: \"1.0\"\n",
            "url: https://example.org/#top\n",
        ] {
            let here = check(text);
            assert!(here || text.contains(": no:"), "{text:?}");
        }
    }

    #[test]
    fn what_means_something_to_yaml_is_left_to_the_parser() {
        for text in [
            "",
            "\n",
            "name:\n",
            "name: tea\n\nlicense: MIT",
            "name: tea\n  more",
            "name: tea\n more",
            "a: b: c",
            "a: b #c",
            "a: 'it''s'",
            "a: \"b\\n\"",
            "a: [b]",
            "a: {b: c}",
            "a: |\n  b",
            "a: &b c",
            "a: *b",
            "a: !b c",
            "a: b\na: c",
            "a:\n  - b\n  c: d",
            "a:\n  b: c\n  b: d",
            "a:\n    b: c",
            "a:\n- b",
            "a: b\t",
            "a:  b",
            "a: b ",
            "a: -",
            "a: \u{feff}b",
            "a: b\u{2028}c",
            "a: b\u{85}c",
            "a: 'b",
            "a: '",
            "a: \"",
            "? a",
            "-a: b",
            "a : b",
            "a: b\r",
            "a: b\n---",
            "a:\n  - b: c",
            "a:\n  b:\n    c: d",
        ] {
            assert!(!check(text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_that_is_read_here_is_read_so_by_the_parser(text in "([a-zA-Z0-9_-]{1,4}:[ ]?(['\"]?[a-c0:# \\-,.!*&\\[{|>%@`~?äß\u{85}\u{a0}\u{2028}\u{feff}\u{fffe}\u{10ffff}\t'\"\\\\]{0,6}['\"]?)\n([ ]{0,3}[-a:]{0,2}[ ]?[ab:#'\" ]{0,4}\n){0,2}){1,4}") {
            check(&text);
        }

        #[test]
        fn any_common_front_matter_is_read_so_by_the_parser(lines in proptest::collection::vec("[a-z]{1,3}: ([a-zA-Z0-9][ -~äß✓🍵]{0,20}|\"[ -~]{0,9}\"|'[ -~]{0,9}')|[a-z]{1,3}:(\n  - [a-z0-9][ -~]{0,6}){1,3}|[a-z]{1,3}:(\n  [a-z]{1,2}: [a-z0-9\"'][ -~]{0,6}[\"']?){1,3}", 1..6)) {
            check(&lines.join("\n"));
        }
    }
}
