//! A fast reader for front matter as most people write it: one `key: value` a line, lists, nested mappings indented by two
//! spaces, short lists in brackets, text over several lines.
//!
//! Listing thousands of skills spends most of its time on YAML. A property test holds that this reader agrees with the parser;
//! anything ambiguous is left to the parser.

use super::scalar::{letter, one_line};
use super::{Document, Entry, Kind, Node};
use std::borrow::Cow;

/// Nobody writes longer ones, and the parser has limits of its own for them.
const MAX_KEY: usize = 100;
/// The parser has a limit of its own, higher than this.
const MAX_NODES: usize = 1_000;
const MAX_DEPTH: usize = 4;
/// Spaces by which nested values are indented.
const STEP: usize = 2;

/// `None`: the parser must read it.
pub(super) fn read(text: &str, first_line: u32) -> Option<Document<'_>> {
    let whole = text.ends_with('\n');
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut reader = Reader { rest: Some(text), line: first_line, whole, nodes: 0, flow: None };
    let entries = reader.map(0, 0)?;
    let read = reader.peek().is_none() && !entries.is_empty();
    read.then(|| Document { entries, flow: reader.flow, ..Document::default() })
}

/// The lines that are left.
struct Reader<'a> {
    rest: Option<&'a str>,
    /// The line number of the first line of `rest`.
    line: u32,
    /// The last line is ended.
    whole: bool,
    nodes: usize,
    flow: Option<u32>,
}

impl<'a> Reader<'a> {
    /// The next non-empty line: its indentation and its text.
    fn peek(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let line = self.first()?;
            if !line.is_empty() {
                let bare = line.trim_start_matches(' ');
                return Some((line.len() - bare.len(), bare));
            }
            self.pass();
        }
    }

    fn first(&self) -> Option<&'a str> {
        let rest = self.rest?;
        Some(memchr::memchr(b'\n', rest.as_bytes()).map_or(rest, |end| &rest[..end]))
    }

    fn pass(&mut self) {
        self.rest = self.rest.and_then(|rest| Some(&rest[memchr::memchr(b'\n', rest.as_bytes())? + 1..]));
        self.line = self.line.saturating_add(1);
    }

    /// The next line, if it is indented so.
    fn next_at(&mut self, indent: usize) -> Option<&'a str> {
        let (_, bare) = self.peek().filter(|(at, _)| *at == indent)?;
        self.pass();
        Some(bare)
    }

    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        (self.nodes <= MAX_NODES).then_some(())
    }

    fn map(&mut self, indent: usize, depth: usize) -> Option<Vec<Entry<'a>>> {
        let mut entries: Vec<Entry<'a>> = Vec::with_capacity(8);
        while self.peek().is_some_and(|(at, _)| at >= indent) {
            let line = self.line;
            let text = self.next_at(indent)?;
            let (key, rest) = key(text)?;
            self.count()?;
            let node = match rest {
                "" => self.below(indent, depth + 1)?,
                _ => self.value(rest.strip_prefix(' ')?, line, indent, indent + text.len() - rest.len() + 1)?,
            };
            // The parser reports a key that is given twice.
            let new = entries.iter().all(|entry| entry.key != key);
            new.then(|| entries.push(Entry { key: Cow::Borrowed(key), line, node }))?;
        }
        Some(entries)
    }

    /// Reads the value below a key: a list, a mapping or text.
    fn below(&mut self, indent: usize, depth: usize) -> Option<Node<'a>> {
        let (at, first) = self.peek()?;
        let line = self.line;
        let is_list = first.starts_with("- ");
        if depth > MAX_DEPTH || !(at == indent + STEP || at == indent && is_list) {
            return None;
        }
        let kind = if is_list {
            Kind::List { items: self.list(at)?, flow: false }
        } else if key(first).is_some() {
            Kind::Map { entries: self.map(at, depth)?, flow: false }
        } else {
            self.pass();
            return self.plain(first, line, indent, at);
        };
        self.count()?;
        // The parser's column of an unindented list is that of its first item.
        Some(Node { line, column: if at == indent { at + STEP } else { at }, kind })
    }

    fn list(&mut self, indent: usize) -> Option<Vec<Node<'a>>> {
        let mut items = Vec::with_capacity(8);
        while let Some((at, bare)) = self.peek() {
            if at < indent || (at == indent && !bare.starts_with("- ")) {
                break;
            }
            let line = self.line;
            let text = self.next_at(indent)?.strip_prefix("- ")?;
            self.count()?;
            items.push(node(one_line(text)?, line, indent + 2));
        }
        Some(items)
    }

    /// Reads the value after a key and its continuation lines.
    fn value(&mut self, text: &'a str, line: u32, indent: usize, column: usize) -> Option<Node<'a>> {
        self.count()?;
        match text.as_bytes().first()? {
            b'>' | b'|' => self.block(text, indent),
            b'[' => self.brackets(text, line, column),
            b'"' | b'\'' => Some(node(one_line(text)?, line, column)),
            _ => self.plain(text, line, indent, column),
        }
    }

    /// Reads unquoted text, which continues while lines are indented further.
    fn plain(&mut self, first: &'a str, line: u32, indent: usize, column: usize) -> Option<Node<'a>> {
        let mut text = one_line(first).filter(|text| text.1)?.0;
        let goes_on = |line: &str| line.len() - line.trim_start_matches(' ').len() > indent;
        while self.first().is_some_and(goes_on) {
            let more = one_line(self.next_at(indent + STEP)?).filter(|more| more.1)?.0;
            let text = text.to_mut();
            text.push(' ');
            text.push_str(&more);
        }
        // An empty line in the text breaks it.
        if self.first().is_some_and(str::is_empty) && self.peek().is_some_and(|(at, _)| at > indent) {
            return None;
        }
        Some(node((text, true), line, column))
    }

    /// `|` keeps the lines, `>` joins them.
    fn block(&mut self, header: &str, indent: usize) -> Option<Node<'a>> {
        let (folded, kept_end) = match header {
            ">" => (true, true),
            ">-" => (true, false),
            "|" => (false, true),
            "|-" => (false, false),
            _ => return None,
        };
        let line = self.line;
        let mut text = String::new();
        let mut empty = 0;
        while let Some(next) = self.first() {
            if next.is_empty() {
                empty += 1;
            } else if next.len() - next.trim_start_matches(' ').len() > indent {
                let part = next.get(indent + STEP..).filter(|part| !part.starts_with(' '))?;
                let blank = next[..indent + STEP].bytes().all(|byte| byte == b' ');
                if !blank || part.is_empty() || part.ends_with(' ') || !part.chars().all(letter) || (text.is_empty() && empty > 0)
                {
                    return None;
                }
                let breaks = if folded { empty } else { empty + 1 };
                match text.is_empty() {
                    true => {}
                    false if breaks == 0 => text.push(' '),
                    false => text.extend(std::iter::repeat_n('\n', breaks)),
                }
                text.push_str(part);
                empty = 0;
            } else {
                break;
            }
            self.pass();
        }
        if text.is_empty() || (kept_end && self.rest.is_none() && !self.whole) {
            return None;
        }
        if kept_end {
            text.push('\n');
        }
        Some(node((Cow::Owned(text), false), line, indent + STEP))
    }

    /// A list in brackets, on one line.
    fn brackets(&mut self, text: &'a str, line: u32, column: usize) -> Option<Node<'a>> {
        let inside = text.strip_prefix('[')?.strip_suffix(']')?;
        let mut items = Vec::new();
        let mut at = 0;
        while at < inside.len() {
            let rest = &inside[at..];
            let end = match rest.as_bytes()[0] {
                quote @ (b'"' | b'\'') => rest[1..].find(quote as char)? + 2,
                _ => rest.find(',').unwrap_or(rest.len()),
            };
            let (item, rest) = rest.split_at(end);
            let read = one_line(item).filter(|(text, plain)| !plain || !text.contains([':', '[', ']', '{', '}', '#']))?;
            self.count()?;
            items.push(node(read, line, column + 1 + at));
            at += end;
            if !rest.is_empty() {
                let next = rest.strip_prefix(", ").or(rest.strip_prefix(','))?;
                if next.is_empty() {
                    return None;
                }
                at = inside.len() - next.len();
            }
        }
        self.flow.get_or_insert(line);
        // Columns count letters, not bytes.
        inside.is_ascii().then_some(Node { line, column, kind: Kind::List { items, flow: true } })
    }
}

/// A key, plain or in double quotes, and the text after its colon.
fn key(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = match line.strip_prefix('"') {
        Some(quoted) => {
            let (key, rest) = quoted.split_once('"')?;
            let plain = key.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'\\');
            (Some(key).filter(|key| plain && !key.is_empty())?, rest)
        }
        None => {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            let (key, rest) = line.split_at(line.bytes().position(|byte| !plain(byte))?);
            (Some(key).filter(|key| key.starts_with(|first: char| first.is_ascii_alphanumeric()))?, rest)
        }
    };
    Some((key, rest.strip_prefix(':')?)).filter(|_| key.len() <= MAX_KEY)
}

fn node((text, plain): (Cow<'_, str>, bool), line: u32, column: usize) -> Node<'_> {
    Node { line, column, kind: Kind::Text { text, plain } }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::format::yaml::{Document, Problem, parse};
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    use std::cell::Cell;

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
            "name: tea\ndescription: \"Quoted: with a colon # and more\"\nlicense: 'MIT'\n",
            "description: Eine Übersicht – \u{1f375} 茶\nversion: 1.10\nflag: true\n",
            "allowed-tools:\n  - Read\n  - Bash(git add:*)\nmetadata:\n  author: me\n  version: \"1.0\"\n",
            "url: https://example.org/#top\n",
            "name: tea\n\n\nlicense: MIT\n\n",
            "name: tea\n  and more\n  of it\nlicense: MIT",
            "name:\n  tea\n  and more\nlicense: MIT\n",
            "a: 'it''s'\nb: \"he said \\\"no\\\" – \\\\\"\nc: '\\n'\n",
            "a: [b, 'c, d',\"e\",f g]\nb: []\nc: [d]\n",
            "a: |\n  b: c\n\n\n  # d\ne: f\n",
            "a: >\n  b\n  c\n\n  d – ü\n\n\ne: f\n",
            "a: >-\n  b\n  c",
            "a: |-\n  b",
            "a:\n  b:\n    c: d\n    e:\n      - f\n      - 'g'\n  h: >\n    i\n    j\n  k: l\n    m\nn: o\n",
            "a:\n- b\n- c\nd: e\n",
            "\"a\": b\nc:\n  \"@d/e f\": \"g\"\n  \"h\":\n    - i\n",
            "a: ~60%\nb: ~\nc: <d>\ne: /f\ng: .h\ni: $j\n",
            "a:\n  - b\n\n  - c\n",
        ] {
            assert!(check(text), "{text:?}");
        }
    }

    #[test]
    fn ambiguous_yaml_is_left_to_the_parser() {
        for text in [
            "",
            "\n",
            "name:\n",
            "description: Makes tea, e.g. green (2 cups): no: sugar.\n",
            "name: tea\n more",
            "name: tea\n   more",
            "name: tea\n  more: b",
            "name: tea\n\n  more",
            "name: tea\n  'more'",
            "name: tea\n  - more",
            "name: 'tea'\n  more",
            "name: 'tea\n  more'",
            "a: b: c",
            "a: b #c",
            "a: \"b\\n\"",
            "a: \"b\\\"",
            "a: {b: c}",
            "a: [b, {c: d}]",
            "a: [b: c]",
            "a: [b, [c]]",
            "a: [b,]",
            "a: [b,\n  c]",
            "a: [b] c",
            "a: [ü, b]",
            "a: [b ]",
            "a: >",
            "a: >\n",
            "a: >\n  b",
            "a: >\n\n  b\n",
            "a: >\n  b\n   c\n",
            "a: >\n b\n",
            "a: >\n  b \n",
            "a: >\n  b\n  \n",
            "a: |-\n  b\n  ",
            "a: >+\n  b\n",
            "a: |2\n  b\n",
            "a: | # c\n  b\n",
            "\"\": b",
            "\"a\\\"\": b",
            "\"a\" : b",
            "'a': b",
            "a: &b c",
            "a: *b",
            "a: !b c",
            "a: b\na: c",
            "a:\n  - b\n  c: d",
            "a:\n  b: c\n  b: d",
            "a:\n    b: c",
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
            "a:\n  - - b",
            "a:\n  b:\n    c:\n      d:\n        e:\n          f: g\n",
            " a: b",
            "a: b\n \nc: d",
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
        fn any_common_front_matter_is_read_so_by_the_parser(lines in proptest::collection::vec("[a-z]{1,3}: ([a-zA-Z0-9$()+./;<=^_~][ -~äß✓🍵]{0,20}|\"[ -~]{0,9}\"|'[ -~]{0,9}')|[a-z]{1,3}:(\n  - [a-z0-9][ -~]{0,6}){1,3}|[a-z]{1,3}:(\n  [a-z]{1,2}: [a-z0-9\"'][ -~]{0,6}[\"']?){1,3}", 1..6)) {
            check(&lines.join("\n"));
        }
    }

    /// Lines of a mapping, without the indentation they have in the one around it.
    fn mapping(depth: u32) -> BoxedStrategy<Vec<String>> {
        let key = || "[a-h]|[a-h][a-z_-]{1,3}|\"@?[a-h]/[a-z ]\"";
        let plain = || {
            prop_oneof![
                9 => "[a-zA-Z0-9$()+./;<=^_~][a-z0-9:#,'\"é\u{a0} -]{0,6}[a-z0-9é]",
                1 => "[a-z]([a-z]|: | #|\t|\u{feff}|\u{2028}){0,6}",
            ]
        };
        let quoted = || "\"([a-z: #'é–]|\\\\\"|\\\\\\\\){0,6}\"|'([a-z: #\"\\\\é]|''){0,6}'";
        let listed = || "\\[([a-z0-9 ]{1,3}|'[a-z, ]{0,3}'|\"[a-z,\\] ]{0,3}\"){0,1}((,|, )([a-z]{1,3}|'[:a-z]{1,3}')){0,2}\\]";
        let told = |lines: Vec<String>| lines.into_iter().map(|line| if line.is_empty() { line } else { format!("  {line}") });
        let more = || prop::collection::vec(prop_oneof![4 => plain(), 1 => Just(String::new())], 0..3);
        let value = prop_oneof![3 => plain(), 2 => quoted().prop_map(String::from), 1 => listed().prop_map(String::from)];
        let one = (key(), value).prop_map(|(key, value)| vec![format!("{key}: {value}")]);
        let wrapped = (key(), plain(), more())
            .prop_map(move |(key, first, more)| [format!("{key}: {first}")].into_iter().chain(told(more)).collect::<Vec<_>>());
        let block = (key(), "[>|]-?", plain(), more()).prop_map(move |(key, head, first, more)| {
            [format!("{key}: {head}"), format!("  {first}")].into_iter().chain(told(more)).collect::<Vec<_>>()
        });
        let items = prop::collection::vec(prop_oneof![plain(), quoted().prop_map(String::from)], 1..4);
        let list = (key(), items, any::<bool>()).prop_map(|(key, items, further)| {
            let indent = if further { "  " } else { "" };
            [format!("{key}:")].into_iter().chain(items.iter().map(|item| format!("{indent}- {item}"))).collect::<Vec<_>>()
        });
        let empty = Just(vec![String::new()]);
        let flat = prop_oneof![4 => one, 2 => wrapped, 2 => block, 2 => list, 1 => empty];
        let some = match depth {
            0 => flat.boxed(),
            _ => {
                let nested = (key(), mapping(depth - 1))
                    .prop_map(move |(key, lines)| [format!("{key}:")].into_iter().chain(told(lines)).collect::<Vec<_>>());
                prop_oneof![3 => flat, 1 => nested].boxed()
            }
        };
        prop::collection::vec(some, 1..5).prop_map(|some| some.concat()).boxed()
    }

    /// Front matter as people write it; some with a sign where none belongs.
    fn nested() -> impl Strategy<Value = String> {
        let signs = vec![
            " ", "  ", "\t", "\r", "\n", "é", "\u{2028}", "\u{85}", "#", " #", "-", "- ", ":", ": ", "\"", "'", "\\", "[", "&",
            "---\n",
        ];
        let slip = prop::option::weighted(0.3, (any::<prop::sample::Index>(), prop::sample::select(signs)));
        (mapping(2), slip, any::<bool>()).prop_map(|(lines, slip, ended)| {
            let mut text = lines.join("\n") + if ended { "\n" } else { "" };
            if let Some((at, sign)) = slip {
                let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
                text.insert_str(*at.get(&places), sign);
            }
            text
        })
    }

    #[test]
    fn any_nested_front_matter_is_read_so_by_the_parser() {
        let (read, all) = (Cell::new(0_u32), Cell::new(0_u32));
        let mut runner = TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() });
        let outcome = runner.run(&nested(), |text| {
            all.set(all.get() + 1);
            read.set(read.get() + u32::from(check(&text)));
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
        // Otherwise this would compare nothing.
        assert!(read.get() * 4 > all.get(), "{} of {} were read here", read.get(), all.get());
    }
}
