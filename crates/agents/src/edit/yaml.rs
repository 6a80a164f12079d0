//! YAML in block style. No library keeps comments and spacing, so this inserts and removes whole lines. The caller reads the result back and
//! refuses it if its meaning is wrong.

use super::{EntryPath, not_a_list};
use serde_json::Value;
use std::ops::Range;

pub(super) fn read(text: &str) -> Result<Value, String> {
    if text.lines().all(|line| line.trim_start().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Value::Null);
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let error = error.to_string();
        format!("it is not valid YAML: {}", error.lines().next().unwrap_or_default())
    })
}

pub(super) fn set(text: &str, target: EntryPath<'_>, entry: &Value) -> Result<String, String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut within = Block { lines: 0..lines.len(), indent: 0 };
    for key in target.path {
        within = match find(&lines, &within, key) {
            Some(found) => open(&mut lines, found).ok_or_else(|| not_a_list(key))?,
            None => {
                let line = end(&lines, &within);
                lines.insert(line, format!("{}{key}:", " ".repeat(within.indent)));
                Block { lines: line + 1..line + 1, indent: within.indent + 2 }
            }
        };
    }
    let added = block(target.name, entry, within.indent);
    // An entry that is replaced stays where it is in the file.
    let replaced = match find(&lines, &within, target.name) {
        Some(found) => found.line..end(&lines, &found.below).max(found.line + 1),
        None => within.lines.start..within.lines.start,
    };
    lines.splice(replaced, added);
    Ok(joined(&lines, text))
}

pub(super) fn unset(text: &str, target: EntryPath<'_>) -> Result<String, String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut within = Block { lines: 0..lines.len(), indent: 0 };
    for key in target.path {
        let Some(found) = find(&lines, &within, key) else { return Ok(text.to_owned()) };
        within = found.below;
    }
    let Some(found) = find(&lines, &within, target.name) else { return Ok(text.to_owned()) };
    lines.drain(found.line..end(&lines, &found.below));
    Ok(joined(&lines, text))
}

/// Joins lines with the line ends of `text`.
fn joined(lines: &[String], text: &str) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    lines.join(end) + end
}

/// The lines of one mapping, and the column of its keys.
#[derive(Clone, Debug)]
struct Block {
    lines: Range<usize>,
    indent: usize,
}

struct Found {
    line: usize,
    below: Block,
}

/// The key of a mapping and the lines below it.
fn find(lines: &[String], within: &Block, key: &str) -> Option<Found> {
    let line = within.lines.clone().find(|line| indent(&lines[*line]) == Some(within.indent) && key_of(&lines[*line]) == key)?;
    let last = within.lines.end;
    let ends = (line + 1..last).find(|line| indent(&lines[*line]).is_some_and(|column| column <= within.indent)).unwrap_or(last);
    let column = (line + 1..ends).find_map(|line| indent(&lines[line])).unwrap_or(within.indent + 2);
    Some(Found { line, below: Block { lines: line + 1..ends, indent: column } })
}

/// Makes room below a key: removes `{}`. `None`: the key has another value on its line.
fn open(lines: &mut [String], found: Found) -> Option<Block> {
    let line = &mut lines[found.line];
    let colon = line.find(':')?;
    let value = line[colon + 1..].trim_start();
    if value.is_empty() || value.starts_with('#') {
        return Some(found.below);
    }
    let rest = value.strip_prefix("{}").map(str::trim_start).filter(|rest| rest.is_empty() || rest.starts_with('#'))?;
    *line = format!("{}:{}{rest}", &line[..colon], if rest.is_empty() { "" } else { " " });
    Some(found.below)
}

/// Where the lines of a mapping end, without trailing blank lines and comments.
fn end(lines: &[String], within: &Block) -> usize {
    within.lines.clone().rev().find(|line| indent(&lines[*line]).is_some()).map_or(within.lines.start, |line| line + 1)
}

/// The column of the first character. `None`: a blank line or a comment.
fn indent(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    (!text.trim().is_empty() && !text.starts_with('#')).then_some(line.len() - text.len())
}

fn key_of(line: &str) -> &str {
    line.trim_start().split(':').next().unwrap_or_default().trim().trim_matches(['"', '\''])
}

/// The lines of an entry. JSON strings, numbers and lists are YAML too.
fn block(name: &str, entry: &Value, indent: usize) -> Vec<String> {
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 2));
    let mut lines = vec![format!("{outer}{name}:")];
    lines.extend(entry.as_object().into_iter().flatten().map(|(key, value)| format!("{inner}{key}: {value}")));
    lines
}
