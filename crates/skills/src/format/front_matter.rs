//! The YAML between the two `---` lines.

use crate::format::findings::{Findings, Refused};
use crate::format::rescue;
use crate::format::yaml::{self, Document, Entry, Kind, Problem, ProblemKind};
use serde_json::{Map, Value};

pub(crate) struct Parts<'a> {
    /// 1-based line of the file on which `yaml` begins.
    pub first_line: u32,
    pub yaml: &'a str,
    pub body: &'a str,
}

/// Why [`split`] found no front matter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoFrontMatter {
    Missing,
    Open,
}

/// Splits `text` (Unix line ends) at its fences.
pub(crate) fn split(text: &str) -> Result<Parts<'_>, NoFrontMatter> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if first.trim_end() != "---" {
        return Err(NoFrontMatter::Missing);
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Ok(Parts { first_line: 2, yaml: &rest[..at], body: &rest[at + line.len()..] });
        }
        at += line.len();
    }
    Err(NoFrontMatter::Open)
}

/// The fields of a front matter, each with its line.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a> {
    pub entries: Vec<Entry<'a>>,
}

impl Fields<'_> {
    pub(crate) fn get(&self, key: &str) -> Option<&Entry<'_>> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn line(&self, key: &str) -> Option<u32> {
        self.get(key).map(|entry| entry.line)
    }

    /// The text of a field with one value, trimmed; `None` if it is absent, empty, null, a list or a mapping.
    pub(crate) fn word(&self, key: &str) -> Option<String> {
        let text = text_of(self.get(key)?)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    pub(crate) fn values(&self) -> Map<String, Value> {
        yaml::as_fields(&self.entries)
    }
}

/// The text of a field as spelled; null is no text.
pub(crate) fn text_of<'e>(entry: &'e Entry<'_>) -> Option<&'e str> {
    match &entry.node.kind {
        Kind::Text { text, plain } => (!(*plain && ["~", "null", "Null", "NULL"].contains(&text.as_ref()))).then_some(text),
        _ => None,
    }
}

/// The fields as every YAML reader sees them; faults of the YAML become findings.
pub(crate) fn strict<'a>(parts: &Parts<'a>, findings: &mut Findings) -> Result<Fields<'a>, Refused> {
    let document = yaml::read(parts.yaml, parts.first_line).map_err(|problem| refuse(&problem, findings))?;
    for (index, line) in parts.yaml.lines().enumerate() {
        if line.contains("---") {
            let at = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(parts.first_line);
            findings.report("DASHES", "'---' inside the front matter: some readers cut the file there", Some(at));
        }
    }
    if let Some(line) = document.flow {
        let message = "Invalid YAML in frontmatter: a value in brackets; write one entry per line";
        findings.report("FLOW_STYLE", message, Some(line));
    }
    if let Some(line) = document.tabs {
        findings.report("TAB", "Invalid YAML in frontmatter: a tab in text without quotes", Some(line));
    }
    if let Some(line) = document.uneven {
        let message = "Invalid YAML in frontmatter: sibling mappings are indented differently";
        findings.report("INDENTATION", message, Some(line));
    }
    finish(document, findings)
}

/// Like [`strict`], but repairs what YAML misreads (`description: Use when: ...`, the most common fault).
pub(crate) fn lenient<'a>(parts: &Parts<'a>, findings: &mut Findings) -> Result<Fields<'a>, Refused> {
    if parts.yaml.trim().is_empty() {
        return Ok(Fields::default());
    }
    let mut fields = match yaml::read(parts.yaml, parts.first_line) {
        Ok(document) => finish(document, findings)?,
        Err(problem) if problem.kind == ProblemKind::Syntax => {
            let rescued = rescue::rescue(parts.yaml, parts.first_line);
            if rescued.entries.is_empty() {
                return Err(refuse(&problem, findings));
            }
            rescue::report(&rescued, &problem, findings);
            Fields { entries: rescued.entries }
        }
        Err(problem) if problem.kind == ProblemKind::NotAMapping => {
            findings.report("FRONT_MATTER_NOT_A_MAPPING", NOT_A_MAPPING, Some(problem.line));
            return if findings.is_refused() { Err(Refused) } else { Ok(Fields::default()) };
        }
        Err(problem) => return Err(refuse(&problem, findings)),
    };
    rescue::misread_words(&mut fields.entries, parts, findings);
    if findings.is_refused() { Err(Refused) } else { Ok(fields) }
}

const NOT_A_MAPPING: &str = "SKILL.md frontmatter must be a YAML mapping";

fn refuse(problem: &Problem, findings: &mut Findings) -> Refused {
    let (code, message) = match problem.kind {
        ProblemKind::NotAMapping => ("FRONT_MATTER_NOT_A_MAPPING", NOT_A_MAPPING.to_owned()),
        ProblemKind::Syntax => ("YAML", yaml_message(problem)),
        ProblemKind::TooLarge => ("YAML_TOO_LARGE", yaml_message(problem)),
        ProblemKind::TooDeep => ("YAML_TOO_DEEP", yaml_message(problem)),
    };
    findings.refuse(code, message, Some(problem.line))
}

pub(crate) fn yaml_message(problem: &Problem) -> String {
    let words: String = problem.message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
    format!("Invalid YAML in frontmatter: {words}")
}

fn finish<'a>(document: Document<'a>, findings: &mut Findings) -> Result<Fields<'a>, Refused> {
    if let Some(line) = document.tricks {
        let message = "Invalid YAML in frontmatter: anchors, aliases and tags are not read by all agents";
        findings.report("YAML_TRICKS", message, Some(line));
    }
    for (key, line) in &document.duplicates {
        let message = format!("Invalid YAML in frontmatter: duplicate key '{key}'; the last one is read");
        findings.report("DUPLICATE_KEY", message, Some(*line));
    }
    let mut entries = document.entries;
    if let Some((field, line)) = document.too_deep {
        let message = format!("Field '{field}' is nested more than {} levels deep", yaml::MAX_DEPTH);
        if field != "metadata" {
            return Err(findings.refuse("YAML_TOO_DEEP", message, Some(line)));
        }
        findings.report("METADATA_TOO_DEEP", message, Some(line));
        entries.retain(|entry| entry.key != "metadata");
    }
    Ok(Fields { entries })
}
