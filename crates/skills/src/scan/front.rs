//! Checks the front matter: unbounded tools, descriptions that ask to be chosen always, install instructions for other programs.

use super::lines::regex;
use super::unicode::mixed;
use super::{Finding, finding};
use crate::format::bundle;
use crate::format::profile::Profile;
use apprentice_contracts::skill::FindingSeverity::{Error, Info, Warning};
use regex::Regex;
use serde_json::{Map, Value};
use std::sync::LazyLock;

static BAIT: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)\b(?:always|must|mandatory|required)\b[^.]{0,40}\b(?:use|used|invoke|invoked|activate|activated|load|loaded|trigger|run|call|called|apply|applied)\b[^.]{0,60}\b(?:every|all|any|each)\s+(?:\w+\s+)?(?:requests?|messages?|tasks?|prompts?|conversations?|questions?|sessions?|turns?|interactions?)\b|",
        r"\b(?:use|invoke|activate|load|trigger|applies)\b[^.]{0,30}\b(?:for|on|to|in|at|with)\s+(?:absolutely\s+)?(?:everything|anything|(?:every|any|all)\s+(?:user\s+)?(?:requests?|messages?|tasks?|prompts?|conversations?|questions?|topics?|interactions?))\b(?:[^\w]|$)|",
        r"\b(?:highest|top)\s+priority\b|\btakes?\s+(?:priority|precedence)\s+over\s+(?:all|any|every)\b|\b(?:instead\s+of|before|over)\s+(?:any|all|every)\s+other\s+(?:skills?|tools?)\b"
    ))
});

pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let Ok(bundle) = bundle::read(text, "", Profile::Lenient) else { return Vec::new() };
    // Merge keys (`<<: *other`), which the YAML of several agents resolves; and names in another spelling.
    let fields = &with_merged(&bundle.front_matter);
    let line = |key: &str| line_of(text, key);
    let mut found = Vec::new();
    let mut say = |code, severity, key: &str, shown: &str, reason: &str| {
        found.push(finding(code, severity, path, line(key), shown, reason))
    };
    if let Some(Value::String(name)) = fields.get("name") {
        if name.contains(['/', '\\']) || name.contains("..") {
            say("NAME_IS_PATH", Error, "name", name, "The name is a path");
        }
        if name.split(['-', '_', ' ']).any(mixed)
            || name.chars().any(|c| ('\u{400}'..='\u{52f}').contains(&c)) && name.is_char_boundary(0) && mixed(name)
        {
            say(
                "HOMOGLYPH_NAME",
                Error,
                "name",
                name,
                "The name has letters of another script that look Latin, so that it passes for another skill",
            );
        } else if looks_latin(name) {
            say("HOMOGLYPH_NAME", Error, "name", name, "The whole name is written in letters of another script that look Latin");
        }
    }
    if fields.contains_key("description") && BAIT.is_match(&bundle.description) {
        say("TRIGGER_BAIT", Warning, "description", &bundle.description, "The description asks to be chosen for every request");
    }
    if let Some(Value::String(when)) =
        fields.get("when_to_use").filter(|when| when.as_str().is_some_and(|when| BAIT.is_match(when)))
    {
        say("TRIGGER_BAIT", Warning, "when_to_use", when, "The description asks to be chosen for every request");
    }
    let commas = bundle.description.matches(',').count();
    if commas > 60 {
        say(
            "TRIGGER_KEYWORDS",
            Info,
            "description",
            &bundle.description,
            "The description is a list of keywords rather than a sentence",
        );
    }
    for key in ["allowed-tools", "allowed_tools", "tools"] {
        if let Some(tool) = fields.get(key).and_then(unbounded) {
            say("BROAD_TOOLS", Warning, key, &tool, "It may use every tool, or run every command, without being asked");
        }
    }
    if let Some(hooks) = fields.get("hooks").filter(|hooks| hooks.is_object()) {
        say("HOOKS", Warning, "hooks", &hooks.to_string(), "Its hooks run commands by themselves while it is active");
    }
    if let Some(metadata) = fields.get("metadata") {
        installs(path, metadata, line("metadata"), 0, &mut found);
    }
    found
}

/// The fields with those of merge keys, under the names in lower case with hyphens that the scan asks for.
fn with_merged(fields: &Map<String, Value>) -> Map<String, Value> {
    let mut all = fields.clone();
    let merged = match fields.get("<<") {
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_object).collect(),
        Some(Value::Object(one)) => vec![one],
        _ => Vec::new(),
    };
    for (name, value) in merged.into_iter().flatten().chain(fields) {
        let plain = if name == "when_to_use" { name.clone() } else { name.to_ascii_lowercase() };
        all.entry(plain).or_insert_with(|| value.clone());
    }
    all
}

/// Whether every letter is Cyrillic with a Latin look-alike: a disguise, not a word.
fn looks_latin(name: &str) -> bool {
    let letters: Vec<char> = name.chars().filter(|c| c.is_alphabetic()).collect();
    letters.len() > 2 && letters.iter().all(|c| "асеорхуіјѕԁһӏԛԝкмтвн".contains(*c))
}

fn line_of(text: &str, key: &str) -> usize {
    text.lines()
        .take(400)
        .position(|line| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':')))
        .map_or(1, |at| at + 1)
}

fn unbounded(value: &Value) -> Option<String> {
    let words: Vec<String> = match value {
        Value::String(text) => words(text),
        Value::Array(items) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => return None,
    };
    let all = |tool: &String| {
        let tool = tool.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
        [
            "*",
            "all",
            "bash(*)",
            "bash(*:*)",
            "bash(**)",
            "bash(sudo:*)",
            "bash(sudo *)",
            "mcp__*",
            "shell(*)",
            "bash(sh:*)",
            "bash(sh *)",
            "bash(bash:*)",
            "bash(bash *)",
            "bash(zsh:*)",
            "bash(eval:*)",
            "bash(env:*)",
            "bash(xargs:*)",
        ]
        .contains(&tool.as_str())
    };
    words.into_iter().find(all)
}

/// `Bash(git add *) Read, Write`: parted at spaces and commas outside of brackets.
fn words(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut words = vec![String::new()];
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match words.last_mut() {
            Some(_) if depth <= 0 && (c == ',' || c.is_whitespace()) => words.push(String::new()),
            Some(word) => word.push(c),
            None => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Install instructions that another program carries out (`kind` and `formula`, `package`, `module` or `url`).
fn installs(path: &str, value: &Value, line: usize, depth: usize, found: &mut Vec<Finding>) {
    if depth > 8 {
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| installs(path, item, line, depth + 1, found)),
        Value::Object(fields) => {
            if fields.contains_key("kind") {
                install(path, fields, line, found);
            }
            fields.values().for_each(|item| installs(path, item, line, depth + 1, found));
        }
        // Some keep it as JSON in a string.
        Value::String(text) if text.trim_start().starts_with('{') => {
            if let Ok(inner) = crate::format::openclaw::json5(text) {
                installs(path, &inner, line, depth + 1, found);
            }
        }
        _ => {}
    }
}

fn install(path: &str, fields: &Map<String, Value>, line: usize, found: &mut Vec<Finding>) {
    let mut say =
        |severity, shown: &str, reason: &str| found.push(finding("UNSAFE_INSTALL", severity, path, line, shown, reason));
    for key in ["formula", "cask", "package", "module", "id"] {
        if let Some(name) = fields.get(key).and_then(Value::as_str)
            && (name.starts_with('-')
                || name.contains("..")
                || name.contains('\\')
                || name.contains("://")
                || name.contains(char::is_whitespace)
                || name.contains([';', '|', '&', '$', '`']))
        {
            say(
                Error,
                name,
                "An install instruction names something that a program would take for an option, a path or a command",
            );
        }
    }
    if let Some(url) = fields.get("url").and_then(Value::as_str) {
        if !url.starts_with("https://") {
            say(Error, url, "An install instruction downloads from an address that is not encrypted");
        } else if fields.get("kind").and_then(Value::as_str) == Some("download") && !fields.contains_key("sha256") {
            say(Info, url, "An install instruction downloads a program without saying its checksum");
        }
    }
    for key in ["targetDir", "extract"] {
        if let Some(folder) =
            fields.get(key).and_then(Value::as_str).filter(|folder| folder.contains("..") || folder.starts_with(['/', '~']))
        {
            say(Error, folder, "An install instruction writes outside of its own folder");
        }
    }
}
