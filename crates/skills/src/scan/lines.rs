//! Splits a text into lines with their context: in a fence, in a script, in a comment, below a warning.

use regex::Regex;
use std::rc::Rc;
use std::sync::LazyLock;

/// The context of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    Prose,
    /// In a fenced block of Markdown; the number distinguishes the blocks.
    Fence(usize),
    Script,
    /// A comment of a script.
    Comment,
}

/// A line with its continuations joined to it.
#[derive(Debug)]
pub(super) struct Line {
    /// 1-based number of its first part.
    pub(super) number: usize,
    pub(super) text: String,
    pub(super) context: Context,
    /// Its introductions: the heading, the text before a block, the comments right above.
    around: [Rc<str>; 3],
}

impl Line {
    /// Whether it, or its introduction, warns of something or is about an attack.
    pub(super) fn warned(&self) -> bool {
        warns(&self.text) || self.around.iter().any(|text| warns(text))
    }
}

/// Compiles a pattern of this module. Words are made of ASCII letters in all of them, which the matcher can follow byte by byte.
pub(super) fn regex(pattern: &str) -> Regex {
    Regex::new(&ascii(pattern)).expect("a fixed pattern")
}

pub(super) fn ascii(pattern: &str) -> String {
    pattern
        .replace(r"\b", r"(?-u:\b)")
        .replace(r"\w", "[0-9A-Za-z_]")
        .replace(r"\d", "[0-9]")
        .replace(r"\s", r"[ \t\r\n\x0b\x0c\u{a0}]")
        .replace(r"\S", r"[^ \t\r\n\x0b\x0c\u{a0}]")
}

static WARNING: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:never|do not|don['’]?t|avoid|must not|should not|shouldn['’]?t|refuse to|beware|danger(?:ous)?|unsafe|insecure|malicious|",
        r"attack(?:er|ers|s)?|adversar\w+|exploit\w*|vulnerab\w+|vulnerable|red flags?|anti-?patterns?|bad|wrong|incorrect|suspicious|injection|injected|threats?|",
        r"detect\w*|flags?|flagged|block(?:s|ed)|reject\w*|scan(?:s|ner|ning)|forbidden|prohibited|denied|denylist|blocklist|risky)\b|❌|🚫|⛔|🚨|✗"
    ))
});

/// Phrases that urge the agent and look like a warning.
static URGING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)[=:]\s*[\x22']?never\b|\b(?:never|do not|don['’]?t|must not|should not)\s+(?:ever\s+)?(?:skip|forget|omit|fail|tell|inform|mention|notify|alert|ask|reveal|show|warn|wait|hesitate|question|worry)\b",
    )
});

fn warns(text: &str) -> bool {
    WARNING.is_match(&URGING.replace_all(text, ""))
}

pub(super) fn is_markdown(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    matches!(end.as_deref(), None | Some("md" | "mdx" | "markdown" | "txt" | "rst" | "mdc" | "adoc"))
        && !name.starts_with("Makefile")
        && !name.starts_with("Dockerfile")
}

pub(super) fn read(path: &str, text: &str) -> Vec<Line> {
    let script = !is_markdown(path) || text.starts_with("#!");
    let mut reader = Reader { script, ..Reader::default() };
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    reader.lines
}

#[derive(Default)]
struct Reader {
    script: bool,
    lines: Vec<Line>,
    fence: Option<(String, usize)>,
    fences: usize,
    heading: Rc<str>,
    /// The text before a fence, which introduces its content.
    before: Rc<str>,
    joins: bool,
}

impl Reader {
    fn line(&mut self, number: usize, raw: &str) {
        let text = raw.trim();
        if self.joins || (text.starts_with('|') && !text.ends_with('|') && self.in_code()) {
            return self.join(text);
        }
        if !self.script && self.fenced(text) {
            return;
        }
        let context = match (&self.fence, self.script) {
            (_, true) if is_comment(text) => Context::Comment,
            (_, true) => Context::Script,
            (Some((_, number)), false) => Context::Fence(*number),
            (None, false) => Context::Prose,
        };
        if context == Context::Prose {
            self.prose(text);
        }
        let near = self.lines.iter().rev().take(2);
        let near = near.filter(|line| number - line.number <= 2 && line.context == context && is_comment(&line.text));
        let near: Vec<&str> = near.map(|line| line.text.as_str()).collect();
        let before = if matches!(context, Context::Fence(_)) { self.before.clone() } else { Rc::default() };
        let around = [self.heading.clone(), before, near.join(" ").into()];
        self.joins = self.continues(text);
        let text = if self.joins { text.trim_end_matches(['\\', '`']).to_owned() } else { text.to_owned() };
        self.lines.push(Line { number, text, context, around });
    }

    fn in_code(&self) -> bool {
        self.script || self.fence.is_some()
    }

    fn continues(&self, text: &str) -> bool {
        text.ends_with('\\') || (self.in_code() && text.ends_with('|'))
    }

    fn join(&mut self, text: &str) {
        self.joins = self.continues(text);
        if let Some(last) = self.lines.last_mut() {
            last.text.push(' ');
            last.text.push_str(text.trim_end_matches('\\'));
        }
    }

    /// Opens or closes a fence. True: the line was one.
    fn fenced(&mut self, text: &str) -> bool {
        let marker: String = text.chars().take_while(|c| *c == '`' || *c == '~').collect();
        match &self.fence {
            Some((open, _)) if text.starts_with(open.as_str()) && text.trim_start_matches(['`', '~']).is_empty() => {
                self.fence = None;
                self.before = Rc::default();
                true
            }
            Some(_) => false,
            None if marker.len() >= 3 => {
                self.fences += 1;
                self.fence = Some((marker, self.fences));
                true
            }
            None => false,
        }
    }

    fn prose(&mut self, text: &str) {
        if text.starts_with('#') {
            self.heading = text.into();
            self.before = Rc::default();
        } else if !text.is_empty() {
            self.before = text.into();
        }
    }
}

fn is_comment(text: &str) -> bool {
    (text.starts_with('#') && !text.starts_with("#!"))
        || text.starts_with("//")
        || text.starts_with("* ")
        || text.starts_with("/*")
        || text.starts_with("--")
        || text.to_ascii_lowercase().starts_with("rem ")
}
