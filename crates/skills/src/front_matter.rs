//! The YAML between the two `---` lines.
//!
//! serde-saphyr reads it: `serde_yaml` is no longer maintained, while this one is, is fuzzed not to panic on malformed input, and
//! takes a budget, so that a hostile file costs a bounded amount of time and memory.

use crate::bundle::{error, warning};
use apprentice_contracts::skill::SkillFinding;
use serde_json::{Map, Value};

pub(crate) struct Parts<'a> {
    /// Begins on line 2 of the file.
    pub yaml: &'a str,
    pub body: &'a str,
}

/// Cuts `text` (Unix line ends) at its fences.
pub(crate) fn split(text: &str) -> Result<Parts<'_>, SkillFinding> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if first.trim_end() != "---" {
        return Err(error("FRONT_MATTER_MISSING", "SKILL.md must start with YAML frontmatter (---)", Some(1)));
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok(Parts { yaml: &rest[..at], body: &rest[at + line.len()..] });
        }
        at += line.len();
    }
    Err(error("FRONT_MATTER_OPEN", "SKILL.md frontmatter not properly closed with ---", Some(1)))
}

/// `yaml` as a mapping, scalars kept as they are written where that matters (`name: 0123` is the name `0123`).
pub(crate) fn parse(yaml: &str) -> Result<Map<String, Value>, SkillFinding> {
    if yaml.trim().is_empty() {
        return Err(error("FRONT_MATTER_NOT_A_MAPPING", "SKILL.md frontmatter must be a YAML mapping", Some(1)));
    }
    match serde_saphyr::from_str_with_options::<Value>(yaml, limits()) {
        Ok(Value::Object(mut fields)) => {
            keep_spelling(yaml, &mut fields);
            Ok(fields)
        }
        Ok(_) => Err(error("FRONT_MATTER_NOT_A_MAPPING", "SKILL.md frontmatter must be a YAML mapping", Some(2))),
        Err(problem) => {
            let line = problem.location().map(|at| u32::try_from(at.line()).unwrap_or(u32::MAX).saturating_add(1));
            Err(error("YAML", format!("Invalid YAML in frontmatter: {}", one_line(&problem.to_string())), line))
        }
    }
}

/// Like [`parse`], but text that YAML misreads (`description: Use when: ...`, the commonest fault in the wild) is quoted and
/// tried again; nothing at all is an empty mapping.
pub(crate) fn parse_tolerant(yaml: &str, findings: &mut Vec<SkillFinding>) -> Result<Map<String, Value>, SkillFinding> {
    if yaml.trim().is_empty() {
        return Ok(Map::new());
    }
    let problem = match parse(yaml) {
        Ok(fields) => return Ok(fields),
        Err(problem) => problem,
    };
    for everything in [false, true] {
        if let Ok(fields) = parse(&quote_values(yaml, everything)) {
            let message = format!("{}; read as plain text. Put the value in quotes", problem.message);
            findings.push(warning("YAML_REPAIRED", message, problem.line));
            return Ok(fields);
        }
    }
    Err(problem)
}

/// Puts single quotes around the values of top-level keys, joined with their continuation lines. Block scalars and nested
/// mappings stay; values that are already quoted or in brackets stay unless `everything`.
fn quote_values(yaml: &str, everything: bool) -> String {
    let mut lines = yaml.lines().peekable();
    let mut out = String::new();
    while let Some(line) = lines.next() {
        let value = top_level_key(line).map(|key| line[key.len() + 1..].trim());
        let (Some(key), Some(value)) = (top_level_key(line), value) else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let block = value.is_empty() || value.starts_with(['|', '>']);
        if block || (!everything && value.starts_with(['"', '\'', '[', '{', '&', '*', '!', '#'])) {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let mut text = value.to_owned();
        while let Some(more) =
            lines.next_if(|next| next.starts_with([' ', '\t']) || (top_level_key(next).is_none() && !next.is_empty()))
        {
            text.push(' ');
            text.push_str(more.trim());
        }
        let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(&text);
        out.push_str(&format!("{key}: '{}'\n", bare.replace('\'', "''")));
    }
    out
}

/// The key of an unindented `key: value` line.
fn top_level_key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    (plain && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
}

/// Line of the file (1-based) on which the top-level `key` stands.
pub(crate) fn line_of(yaml: &str, key: &str) -> Option<u32> {
    let index = yaml.lines().position(|line| top_level_key(line) == Some(key))?;
    u32::try_from(index + 2).ok()
}

/// The reference reader knows only strings: `name: 1.10` is "1.10", not 1.1. The second reading asks for text.
fn keep_spelling(yaml: &str, fields: &mut Map<String, Value>) {
    #[derive(serde::Deserialize)]
    struct Spelled {
        name: Option<String>,
        description: Option<String>,
    }
    let scalar = |key: &str| matches!(fields.get(key), Some(Value::Number(_) | Value::Bool(_)));
    if !scalar("name") && !scalar("description") {
        return;
    }
    if let Ok(spelled) = serde_saphyr::from_str_with_options::<Spelled>(yaml, limits()) {
        for (key, text) in [("name", spelled.name), ("description", spelled.description)] {
            if let (Some(text), Some(slot)) = (text, fields.get_mut(key)) {
                *slot = Value::String(text);
            }
        }
    }
}

/// One document of 10 levels and a few thousand nodes, no aliases: more than any honest front matter needs.
fn limits() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 12,
            max_nodes: 4_000,
            max_events: 16_000,
            max_aliases: 64,
            max_anchors: 64,
            max_documents: 1,
            max_total_scalar_bytes: 128 * 1024,
        },
        with_snippet: false,
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}
