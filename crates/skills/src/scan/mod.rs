//! Scans a skill for reasons not to give it to an agent: hidden text, commands that download and run, reading and sending of
//! credentials, disguised files, and files that other programs act on by themselves.
//!
//! It reads and never runs. Each finding says what, where and why. A line that warns of an attack is distinguished from one that
//! performs it: its severity is one step lower.

mod acted_on;
mod commands;
mod dialects;
mod documents;
mod encoded;
mod files;
mod front;
mod hidden;
mod lines;
mod prose;
mod secrets;
mod unicode;

use crate::refusal::Refusal;
use crate::source::package::{self, Limits, Package};
use apprentice_contracts::skill::FindingSeverity;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

/// Something that was found. `file` is relative to the skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// Stable; `docs/skills.md` lists them.
    pub code: &'static str,
    /// How grave it is.
    pub severity: FindingSeverity,
    /// The file; empty: the skill as a whole.
    pub file: String,
    /// 1-based; `None` for a finding about the whole file.
    pub line: Option<u32>,
    /// The line, shortened; secrets are blacked out and invisible characters named.
    pub excerpt: String,
    /// Why it is suspicious.
    pub reason: String,
}

impl Finding {
    /// `file:line: error: reason [CODE]` and the excerpt below it.
    pub fn to_text(&self) -> String {
        let severity = match self.severity {
            FindingSeverity::Error => "error",
            FindingSeverity::Warning => "warning",
            FindingSeverity::Info => "info",
        };
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        let excerpt = if self.excerpt.is_empty() { String::new() } else { format!("\n    {}", self.excerpt) };
        format!("{}{line}: {severity}: {} [{}]{excerpt}", self.file, self.reason, self.code)
    }
}

/// Further findings of one kind in one file add nothing.
const MAX_OF_A_KIND: usize = 10;
const MAX_TEXT: usize = 5 * 1024 * 1024;

/// Scans the files of a skill.
pub fn package(package: &Package) -> Vec<Finding> {
    let mut found = files::check(package);
    for (path, bytes) in &package.files.0 {
        if bytes.len() <= MAX_TEXT
            && let Some(text) = text_in(path, bytes)
        {
            found.extend(text_of(path, &text));
        }
        found.extend(documents::check(path, bytes));
        found.extend(acted_on::check_name(path));
        found.extend(prose::check(path, &lines::read("name.md", &path.replace(['_', '-', '/'], " "))));
    }
    found.sort_by(|a, b| (&a.file, a.line, a.code).cmp(&(&b.file, b.line, b.code)));
    found.dedup_by(|later, kept| same(later, kept));
    let mut counts: HashMap<(String, &str), usize> = HashMap::new();
    found.retain(|finding| {
        let count = counts.entry((finding.file.clone(), finding.code)).or_default();
        *count += 1;
        *count <= MAX_OF_A_KIND
    });
    found
}

/// The text of a file: UTF-8, UTF-16 with its mark, and of a file that is named like a text whatever can be read of it. An agent reads such
/// files too, and a byte that is no text must not keep the rest from being scanned.
fn text_in<'b>(path: &str, bytes: &'b [u8]) -> Option<Cow<'b, str>> {
    let units = |of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].as_chunks::<2>().0.iter().map(|two| of(*two)).collect();
        Some(Cow::Owned(String::from_utf16_lossy(&units)))
    };
    match bytes {
        [0xff, 0xfe, ..] => return units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return units(u16::from_be_bytes),
        _ => {}
    }
    let named = lines::is_markdown(path) || files::is_script(path) || dialects::is_settings(path) || acted_on::is_acted_on(path);
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Some(Cow::Borrowed(text)),
        _ if named && path.contains('.') || is_mostly_text(bytes) => {
            // Shells pass over a NUL, so that `cu<NUL>rl` is `curl` to them.
            Some(Cow::Owned(String::from_utf8_lossy(bytes).replace('\0', "").replace('\u{fffd}', " ")))
        }
        _ => None,
    }
}

/// Whether a file with bytes that are no text is a text nevertheless: a script by its first line, or nine of ten characters are printed ones.
fn is_mostly_text(bytes: &[u8]) -> bool {
    let printed = bytes.iter().filter(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')).count();
    bytes.starts_with(b"#!") || printed > 0 && printed * 10 >= bytes.len() * 9
}

/// A line is reported once for each code, with the highest severity.
fn same(later: &Finding, kept: &mut Finding) -> bool {
    let same = later.code == kept.code && later.file == kept.file && later.line == kept.line;
    if same && rank(later.severity) > rank(kept.severity) {
        *kept = later.clone();
    }
    same
}

const fn rank(severity: FindingSeverity) -> u8 {
    match severity {
        FindingSeverity::Error => 2,
        FindingSeverity::Warning => 1,
        FindingSeverity::Info => 0,
    }
}

/// Scans a text as the file `path` of a skill.
pub fn text_of(path: &str, text: &str) -> Vec<Finding> {
    let lines = lines::read(path, text);
    let mut found = unicode::check(path, text);
    found.extend(hidden::check(path, text, &lines));
    found.extend(commands::check(path, &lines));
    found.extend(prose::check(path, &lines));
    found.extend(encoded::check(path, &lines));
    found.extend(secrets::check(path, text));
    found.extend(dialects::check(path, text));
    found.extend(acted_on::check(path, text, &lines));
    if path == "SKILL.md" || path.ends_with("/SKILL.md") {
        found.extend(front::check(path, text));
    }
    found
}

/// Scans a folder or one file. `Err`: it cannot be read as the files of a skill, such as a link that leaves it.
pub fn path(path: &Path) -> Result<Vec<Finding>, Refusal> {
    if path.is_dir() {
        return Ok(self::package(&package::read(path, path, &Limits::default())?));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = std::fs::read(path).map_err(|error| Refusal::unreadable(path, &error))?;
    if crate::source::archive::is_archive(&bytes) && crate::source::archive::stem(&name).is_some() {
        return Ok(self::package(&crate::source::archive::open(&bytes, &Limits::default())?));
    }
    let mut one = Package::default();
    one.files.0.insert(name, bytes);
    Ok(self::package(&one))
}

pub(super) fn finding(
    code: &'static str,
    severity: FindingSeverity,
    file: &str,
    line: usize,
    text: &str,
    reason: &str,
) -> Finding {
    let line = u32::try_from(line).ok().filter(|line| *line > 0);
    Finding { code, severity, file: file.to_owned(), line, excerpt: excerpt(text), reason: reason.to_owned() }
}

/// One step less grave.
pub(super) const fn milder(severity: FindingSeverity) -> FindingSeverity {
    match severity {
        FindingSeverity::Error => FindingSeverity::Warning,
        _ => FindingSeverity::Info,
    }
}

const MAX_EXCERPT: usize = 160;

fn excerpt(text: &str) -> String {
    let plain: String = text.trim().chars().take(MAX_EXCERPT * 4).collect();
    let shown: String = secrets::masked(&plain)
        .chars()
        .map(|c| if crate::format::names::is_odd(c) { format!("<U+{:04X}>", c as u32) } else { c.to_string() })
        .collect();
    if shown.chars().count() <= MAX_EXCERPT {
        return shown;
    }
    format!("{}…", shown.chars().take(MAX_EXCERPT).collect::<String>())
}
