//! Reads front matter that is not valid YAML field by field, as its writer meant it.
//!
//! Each top-level field is parsed separately, so that a fault affects only that field. If a field fails, its value is taken as
//! plain text; a broken list or mapping is left out and reported.

use crate::format::findings::Findings;
use crate::format::front_matter::{Parts, yaml_message};
use crate::format::yaml::{self, Entry, Kind, Problem};
use std::borrow::Cow;

/// One top-level field and its lines, without trailing blank lines and comments.
#[derive(Debug)]
pub(crate) struct Chunk<'a> {
    pub key: &'a str,
    /// 1-based line of the file.
    pub line: u32,
    pub lines: Vec<&'a str>,
}

/// A field that had to be repaired.
#[derive(Debug)]
pub(crate) struct Repair {
    pub key: String,
    pub line: u32,
    /// The corrected field; `None`: it was left out.
    pub text: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Rescued {
    pub entries: Vec<Entry<'static>>,
    pub repairs: Vec<Repair>,
}

/// Real files have fewer fields; the limit bounds the cost of a hostile one.
pub(crate) const MAX_FIELDS: usize = 256;

/// Parses each field of `yaml` separately. The result is empty for more than [`MAX_FIELDS`].
pub(crate) fn rescue(yaml: &str, first_line: u32) -> Rescued {
    let mut rescued = Rescued::default();
    let chunks = chunks(yaml, first_line);
    if chunks.len() > MAX_FIELDS {
        return rescued;
    }
    for chunk in chunks {
        let written = chunk.lines.join("\n");
        if let Some(entry) = single(&written, chunk.line) {
            keep(&mut rescued.entries, entry);
            continue;
        }
        let mended = attempts(&chunk).find_map(|text| single(&text, chunk.line).map(|entry| (text, entry)));
        let text = mended.map(|(text, entry)| {
            keep(&mut rescued.entries, entry);
            text
        });
        rescued.repairs.push(Repair { key: chunk.key.to_owned(), line: chunk.line, text });
    }
    rescued
}

/// Of a field given twice the last one counts, as in valid YAML.
fn keep(entries: &mut Vec<Entry<'static>>, entry: Entry<'static>) {
    entries.retain(|known| known.key != entry.key);
    entries.push(entry);
}

pub(crate) fn report(rescued: &Rescued, problem: &Problem, findings: &mut Findings) {
    for repair in &rescued.repairs {
        let (code, done) = match repair.text {
            Some(_) => ("YAML_REPAIRED", "read as plain text"),
            None => ("FIELD_DROPPED", "it is left out"),
        };
        findings.report(code, format!("{}; field '{}': {done}", yaml_message(problem), repair.key), Some(repair.line));
    }
    if rescued.repairs.is_empty() {
        findings.report(
            "YAML_REPAIRED",
            format!("{}; each field was parsed separately", yaml_message(problem)),
            Some(problem.line),
        );
    }
}

/// Takes the written text of a name or description that YAML reads as a mapping or a list (`description:` and below it `Use when:
/// ...`).
pub(crate) fn misread_words(entries: &mut [Entry<'_>], parts: &Parts<'_>, findings: &mut Findings) {
    for entry in entries.iter_mut().filter(|entry| ["name", "description"].contains(&entry.key.as_ref())) {
        if matches!(entry.node.kind, Kind::Text { .. }) {
            continue;
        }
        let Some(chunk) = chunks(parts.yaml, parts.first_line).into_iter().find(|chunk| chunk.line == entry.line) else {
            continue;
        };
        let message = format!("Field '{}' must be text, but YAML reads something else; read as plain text", entry.key);
        findings.report("NOT_TEXT", message, Some(entry.line));
        entry.node.kind = Kind::Text { text: Cow::Owned(value(&chunk)), plain: false };
    }
}

/// The written text of the field on `line`, with the comments on its lines.
pub(crate) fn written(parts: &Parts<'_>, line: u32) -> Option<String> {
    chunks(parts.yaml, parts.first_line).iter().find(|chunk| chunk.line == line).map(value)
}

pub(crate) fn chunks(yaml: &str, first_line: u32) -> Vec<Chunk<'_>> {
    let mut chunks: Vec<Chunk<'_>> = Vec::new();
    for (line, at) in yaml.lines().zip(first_line..) {
        match (top_level_key(line), chunks.last_mut()) {
            (Some(key), _) => chunks.push(Chunk { key, line: at, lines: vec![line] }),
            (None, Some(chunk)) => chunk.lines.push(line),
            // A comment, or text outside of any field.
            (None, None) => {}
        }
    }
    for chunk in &mut chunks {
        while chunk.lines.len() > 1 && chunk.lines.last().is_some_and(|line| line.trim().is_empty() || line.starts_with('#')) {
            chunk.lines.pop();
        }
    }
    chunks
}

/// The key of an unindented `key: value` line.
pub(crate) fn top_level_key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let bare = key.trim_end();
    let plain = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    (plain && !bare.starts_with("- ") && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(bare)
}

fn single(text: &str, line: u32) -> Option<Entry<'static>> {
    let document = yaml::read(text, line).ok()?;
    let sound = document.too_deep.is_none() && document.entries.len() == 1;
    document.entries.into_iter().next().filter(|_| sound).map(Entry::into_owned)
}

/// Other ways to write the field, the most faithful first.
fn attempts<'c>(chunk: &'c Chunk<'_>) -> impl Iterator<Item = String> + 'c {
    let ways: [fn(&Chunk<'_>) -> Option<String>; 3] = [without_tabs, with_quoted_lines, as_one_text];
    ways.into_iter().filter_map(move |way| way(chunk))
}

/// YAML knows no tabs at the beginning of a line.
fn without_tabs(chunk: &Chunk<'_>) -> Option<String> {
    let spaced = |line: &&str| {
        let text = line.trim_start_matches(['\t', ' ']);
        let indent = &line[..line.len() - text.len()];
        format!("{}{text}", indent.replace('\t', "  "))
    };
    chunk.lines.iter().any(|line| line.starts_with([' ', '\t']) && line.contains('\t')).then(|| {
        let lines: Vec<String> = chunk.lines.iter().map(spaced).collect();
        lines.join("\n")
    })
}

/// Quotes the values of the lines below a bare `key:`.
fn with_quoted_lines(chunk: &Chunk<'_>) -> Option<String> {
    let [first, rest @ ..] = chunk.lines.as_slice() else { return None };
    if !inline(first).is_empty() || rest.is_empty() {
        return None;
    }
    let lines = rest.iter().map(|line| quoted_line(line).unwrap_or_else(|| (*line).to_owned()));
    Some(std::iter::once((*first).to_owned()).chain(lines).collect::<Vec<_>>().join("\n"))
}

/// `  key: a: b` with its value in quotes; `None`: there is nothing to quote.
fn quoted_line(line: &str) -> Option<String> {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    let (dash, text) = text.strip_prefix("- ").map_or(("", text), |rest| ("- ", rest));
    let (key, value) = match text.split_once(": ") {
        Some((key, value)) if !key.contains([' ', '"', '\'']) => (format!("{key}: "), value.trim()),
        _ if dash.is_empty() => return None,
        _ => (String::new(), text.trim()),
    };
    let sound = value.is_empty() || value.starts_with(['"', '\'', '|', '>', '[', '{', '&', '*', '!']);
    let odd = value.contains(": ") || value.ends_with(':') || value.starts_with(['@', '`', '%']);
    (!sound && odd).then(|| format!("{indent}{dash}{key}{}", quote(value)))
}

/// The whole value as quoted text, lines joined. Not for block scalars and for values below a bare `key:`.
fn as_one_text(chunk: &Chunk<'_>) -> Option<String> {
    let inline = inline(chunk.lines.first()?);
    let block = inline.is_empty() || inline.starts_with(['|', '>']);
    (!block).then(|| format!("{}: {}", chunk.key, quote(bare(&value(chunk)))))
}

/// The text after the key and colon on the same line.
fn inline<'a>(line: &&'a str) -> &'a str {
    line.split_once(':').map_or("", |(_, rest)| rest.trim())
}

/// The text of the field, lines joined, without comment lines.
pub(crate) fn value(chunk: &Chunk<'_>) -> String {
    let mut words = chunk.lines.first().map(inline).unwrap_or_default().to_owned();
    for line in chunk.lines.iter().skip(1).map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(line);
    }
    words
}

/// Without surrounding quotes, even if one of them is missing.
fn bare(text: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = text.strip_prefix(quote) {
            return rest.strip_suffix(quote).unwrap_or(rest);
        }
    }
    text
}

pub(crate) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
