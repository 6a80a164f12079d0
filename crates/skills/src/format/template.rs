//! Renders the instructions of a skill as a prompt (FR-3F-006), with arguments, session and folder filled in.
//!
//! Invariant: one pass. Inserted text is not read again, so an argument that looks like a placeholder stays unchanged.

use apprentice_contracts::skill::SkillScope;
use std::collections::BTreeSet;
use std::path::Path;

/// SEC-SKILL-03.
pub const MAX_PROMPT_BYTES: usize = 32 * 1024;

/// What fills the placeholders.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// Arguments, in order.
    pub arguments: &'a [String],
    /// Id of the session.
    pub session_id: &'a str,
    /// Absolute folder of the skill.
    pub skill_dir: &'a Path,
    /// Which placeholders count.
    pub placeholders: Placeholders<'a>,
    /// Longer prompts are cut.
    pub max_bytes: usize,
}

/// Which placeholders count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholders<'a> {
    /// Those that cannot be mistaken for money or shell: `$ARGUMENTS`, `$ARGUMENTS[N]`, `${N}`, the session and the folder.
    Common,
    /// Claude Code's `$N` and `$name` too.
    Claude {
        /// The front matter's `arguments`, in order.
        names: &'a [String],
    },
}

/// A rendered prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The text, at most `max_bytes` long.
    pub text: String,
    /// Notes, in the order of the text.
    pub findings: Vec<PromptNote>,
    /// Whether the text was cut.
    pub truncated: bool,
}

/// A note for the user of the prompt.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PromptNote {
    /// `COMMAND_NOT_RUN`, `ARGUMENT_MISSING` or `PROMPT_TRUNCATED`.
    pub code: &'static str,
    /// What to know, in words.
    pub message: String,
    /// 1-based line of the instructions.
    pub line: Option<u32>,
}

/// Fills `body`. Arguments for which the text has no place are appended as `ARGUMENTS: …`.
pub fn render(body: &str, with: &Invocation<'_>) -> Prompt {
    let mut filled = fill(body, with);
    let mut tail = String::new();
    if !filled.took_arguments && !with.arguments.is_empty() {
        tail = format!("\n\nARGUMENTS: {}", with.arguments.join(" "));
    }
    let bytes = filled.text.len() + tail.len();
    let truncated = bytes > with.max_bytes;
    let text = if truncated {
        let message = format!("The prompt has {bytes} bytes; the first {} are given", with.max_bytes);
        filled.findings.push(PromptNote { code: "PROMPT_TRUNCATED", message, line: None });
        cut(filled.text, &tail, with)
    } else {
        filled.text + &tail
    };
    Prompt { text, findings: filled.findings, truncated }
}

/// At most `max_bytes`, the notice and (unless they are the most of it) the appended arguments included.
fn cut(body: String, tail: &str, with: &Invocation<'_>) -> String {
    let notice =
        format!("\n\n[Cut after {} bytes. Read the rest in {}]", with.max_bytes, with.skill_dir.join("SKILL.md").display());
    let (mut text, tail) = if tail.len() > with.max_bytes / 2 { (body + tail, "") } else { (body, tail) };
    let room = with.max_bytes.saturating_sub(notice.len() + tail.len());
    text.truncate(text.floor_char_boundary(room));
    let mut text = text + &notice + tail;
    text.truncate(text.floor_char_boundary(with.max_bytes));
    text
}

struct Filled {
    text: String,
    findings: Vec<PromptNote>,
    took_arguments: bool,
}

enum Piece<'a> {
    /// Bytes of the template, and the text that replaces them.
    Value(usize, &'a str),
    AllArguments(usize),
    Argument(usize, usize),
    Command(usize),
}

fn fill(body: &str, with: &Invocation<'_>) -> Filled {
    let folder = with.skill_dir.to_string_lossy();
    let mut filled = Filled { text: String::with_capacity(body.len() + 256), findings: Vec::new(), took_arguments: false };
    let mut missing = BTreeSet::new();
    let mut at = 0;
    while let Some(offset) = body[at..].find(['$', '{', '!']) {
        let start = at + offset;
        filled.text.push_str(&body[at..start]);
        let rest = &body[start..];
        let length = match piece(rest, &body[..start], with, &folder) {
            Some(Piece::Value(length, value)) => {
                filled.text.push_str(value);
                length
            }
            Some(Piece::AllArguments(length)) => {
                filled.took_arguments = true;
                filled.text.push_str(&with.arguments.join(" "));
                length
            }
            Some(Piece::Argument(length, index)) => {
                filled.took_arguments = true;
                match with.arguments.get(index) {
                    Some(argument) => filled.text.push_str(argument),
                    None => {
                        filled.text.push_str(&rest[..length]);
                        if missing.insert(index) {
                            let message = format!(
                                "The text asks for argument {index} (counted from 0); {} were given",
                                with.arguments.len()
                            );
                            filled.findings.push(PromptNote { code: "ARGUMENT_MISSING", message, line: line_at(body, start) });
                        }
                    }
                }
                length
            }
            Some(Piece::Command(length)) => {
                let command: String = rest[..length].chars().take(120).collect();
                let message = format!("The text wants {command} to be run; it stays as text");
                filled.findings.push(PromptNote { code: "COMMAND_NOT_RUN", message, line: line_at(body, start) });
                // Only the mark is copied: placeholders inside the command are filled in as elsewhere.
                filled.text.push('!');
                1
            }
            None => {
                filled.text.push_str(&rest[..1]);
                1
            }
        };
        at = start + length;
    }
    filled.text.push_str(&body[at..]);
    filled
}

/// The placeholder at the beginning of `rest`, which begins with `$`, `{` or `!`.
fn piece<'a>(rest: &str, before: &str, with: &Invocation<'a>, folder: &'a str) -> Option<Piece<'a>> {
    if let Some(after) = rest.strip_prefix("{baseDir}") {
        return Some(Piece::Value(rest.len() - after.len(), folder));
    }
    if rest.starts_with('!') {
        return command(rest, before).map(Piece::Command);
    }
    let name = rest.strip_prefix('$')?;
    if let Some(braced) = name.strip_prefix('{') {
        let (inside, _) = braced.split_once('}')?;
        let length = inside.len() + 3;
        return match inside {
            "SESSION_ID" | "CLAUDE_SESSION_ID" => Some(Piece::Value(length, with.session_id)),
            "CLAUDE_SKILL_DIR" => Some(Piece::Value(length, folder)),
            index => number(index).map(|index| Piece::Argument(length, index)),
        };
    }
    let word = &name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())];
    match word {
        "SESSION_ID" => Some(Piece::Value(word.len() + 1, with.session_id)),
        "ARGUMENTS" => Some(
            indexed(&name[word.len()..])
                .map_or(Piece::AllArguments(word.len() + 1), |(length, index)| Piece::Argument(word.len() + 1 + length, index)),
        ),
        _ => claude(word, with),
    }
}

/// `[N]`, and its length.
fn indexed(rest: &str) -> Option<(usize, usize)> {
    let (inside, _) = rest.strip_prefix('[')?.split_once(']')?;
    Some((inside.len() + 2, number(inside)?))
}

fn claude<'a>(word: &str, with: &Invocation<'a>) -> Option<Piece<'a>> {
    let Placeholders::Claude { names } = with.placeholders else { return None };
    let digits = &word[..word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len())];
    if !digits.is_empty() {
        // `$5k` and `$100` are amounts of money if there are fewer arguments.
        let index = number(digits).filter(|index| digits == word && *index < with.arguments.len())?;
        return Some(Piece::Argument(digits.len() + 1, index));
    }
    let index = names.iter().position(|name| name == word && !name.is_empty())?;
    Some(Piece::Argument(word.len() + 1, index))
}

fn number(text: &str) -> Option<usize> {
    (!text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Length of `` !`command` `` on one line, or of the opening line of a ```` ```! ```` block.
fn command(rest: &str, before: &str) -> Option<usize> {
    let line = rest.lines().next().unwrap_or(rest);
    if before.ends_with("```") {
        return (line.trim_end() == "!").then_some(1);
    }
    // `!` in code, and the end of an exclamation.
    if before.ends_with(|c: char| c == '`' || c.is_alphanumeric()) {
        return None;
    }
    let inside = line.strip_prefix("!`")?;
    let end = inside.find('`').filter(|end| *end > 0)?;
    Some(end + 3)
}

fn line_at(body: &str, at: usize) -> Option<u32> {
    u32::try_from(body[..at].matches('\n').count() + 1).ok()
}

/// The tools that a skill may use in a session (SEC-SKILL-04, SEC-SKILL-08): the intersection of what the skill and the session
/// permit. A skill that names none may use all of the session's tools, except that a project's skill gets no tool of a server
/// (`server__tool`). A name that ends in `*` is a prefix; `Bash(git:*)` means `Bash`.
pub fn permitted_tools(allowed: &[String], session: &[String], scope: SkillScope) -> Vec<String> {
    let is_permitted = |tool: &&String| {
        if allowed.is_empty() {
            return scope != SkillScope::Project || !tool.contains("__");
        }
        allowed.iter().any(|rule| matches(rule, tool))
    };
    session.iter().filter(is_permitted).cloned().collect()
}

fn matches(rule: &str, tool: &str) -> bool {
    let rule = rule.split('(').next().unwrap_or(rule).trim();
    match rule.strip_suffix('*') {
        // A bare `*` names no server, so it permits no server's tool.
        Some("") => !tool.contains("__"),
        Some(prefix) => tool.starts_with(prefix) && (prefix.ends_with("__") || !tool[prefix.len()..].contains("__")),
        None => rule == tool,
    }
}
