//! One SKILL.md: its front matter and body, checked against a profile.

use crate::{check, front_matter};
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Agent Skills, as its reference validator reads it. What we write passes this without a finding.
    Strict,
    /// Name from the folder, description from the first paragraph.
    Lenient,
}

/// Larger files are not read: an agent would not either, and a listing must stay quick.
pub const MAX_BYTES: usize = 256_000;

/// What a SKILL.md says.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub name: String,
    pub description: String,
    pub front_matter: Map<String, Value>,
    /// What follows the front matter, without blank lines around it.
    pub body: String,
    pub findings: Vec<SkillFinding>,
}

/// Reads `text` as the SKILL.md of a folder named `folder`. `Err`: it cannot be used; the finding says why and where.
///
/// With [`Profile::Strict`] everything that is wrong with readable fields comes back at once, as findings of severity `error`
/// in the words of the reference validator; a caller that wants a valid skill wants `findings` to be empty.
pub fn read(text: &str, folder: &str, profile: Profile) -> Result<Bundle, SkillFinding> {
    if text.len() > MAX_BYTES {
        return Err(error("TOO_LARGE", format!("SKILL.md is larger than {MAX_BYTES} bytes ({})", text.len()), None));
    }
    match profile {
        Profile::Strict => strict(text, folder),
        Profile::Lenient => lenient(text, folder),
    }
}

fn strict(text: &str, folder: &str) -> Result<Bundle, SkillFinding> {
    if text.starts_with('\u{feff}') {
        return Err(error(
            "BOM",
            "SKILL.md must start with YAML frontmatter (---): remove the byte order mark before it",
            Some(1),
        ));
    }
    let mut findings: Vec<SkillFinding> = check::line_ends(text).into_iter().collect();
    let text = unix_lines(text);
    let parts = front_matter::split(&text)?;
    findings.extend(check::quirks(parts.yaml));
    let fields = front_matter::parse(parts.yaml)?;
    findings.extend(check::fields(&fields, parts.yaml, folder));
    let name = required(&fields, "name", parts.yaml)?;
    let description = required(&fields, "description", parts.yaml)?;
    Ok(Bundle { name, description, front_matter: fields, body: parts.body.trim().to_owned(), findings })
}

fn required(fields: &Map<String, Value>, key: &str, yaml: &str) -> Result<String, SkillFinding> {
    let Some(value) = fields.get(key) else {
        return Err(error(&format!("{key}-missing"), format!("Missing required field in frontmatter: {key}"), Some(1)));
    };
    match value.as_str().map(str::trim) {
        Some(text) if !text.is_empty() => Ok(text.to_owned()),
        _ => Err(error(
            &format!("{key}-empty"),
            format!("Field '{key}' must be a non-empty string"),
            front_matter::line_of(yaml, key),
        )),
    }
}

fn lenient(text: &str, folder: &str) -> Result<Bundle, SkillFinding> {
    let mut findings = Vec::new();
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if bare.len() != text.len() {
        findings.push(warning(
            "BOM",
            "A byte order mark stands before the front matter; some agents cannot read this skill",
            Some(1),
        ));
    }
    let text = unix_lines(bare);
    let (yaml, body) = match front_matter::split(&text) {
        Ok(parts) => (parts.yaml, parts.body),
        Err(finding) if finding.code == "FRONT_MATTER_MISSING" => {
            findings.push(SkillFinding { severity: FindingSeverity::Warning, ..finding });
            ("", text.as_str())
        }
        Err(finding) => return Err(finding),
    };
    let fields = front_matter::parse_tolerant(yaml, &mut findings)?;
    let name = word(&fields, "name").unwrap_or_else(|| {
        findings.push(note("NAME_INFERRED", "The front matter gives no name; the folder's name is used"));
        folder.to_owned()
    });
    if name != folder {
        let message = format!("Directory name '{folder}' must match skill name '{name}'");
        findings.push(warning("NAME_DIR_MISMATCH", message, front_matter::line_of(yaml, "name")));
    }
    let description = match word(&fields, "description").or_else(|| word(&fields, "when_to_use")) {
        Some(description) => description,
        None => {
            let Some(paragraph) = first_paragraph(body) else {
                return Err(error("NO_DESCRIPTION", "There is no description, and no paragraph to take one from", Some(1)));
            };
            findings.push(warning(
                "DESCRIPTION_INFERRED",
                "The front matter gives no description; the first paragraph is used",
                Some(1),
            ));
            paragraph
        }
    };
    if description.chars().count() > check::MAX_DESCRIPTION {
        let line = front_matter::line_of(yaml, "description");
        findings.push(warning("DESCRIPTION_TOO_LONG", check::description_too_long(&description), line));
    }
    Ok(Bundle { name, description, front_matter: fields, body: body.trim().to_owned(), findings })
}

/// A field's words; numbers and flags count, an empty one does not.
fn word(fields: &Map<String, Value>, key: &str) -> Option<String> {
    let text = match fields.get(key)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// The first lines that are prose: no heading, fence, comment, rule, table or list.
fn first_paragraph(body: &str) -> Option<String> {
    let mut fenced = false;
    let mut found: Vec<&str> = Vec::new();
    for line in body.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
        }
        let prose = !fenced && line.starts_with(|first: char| !"#`~<|>!".contains(first)) && !line.starts_with("---");
        if prose {
            found.push(line);
        } else if !found.is_empty() {
            break;
        }
    }
    let text = found.join(" ");
    (!text.is_empty()).then(|| text.chars().take(check::MAX_DESCRIPTION).collect())
}

fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

pub(crate) fn error(code: &str, message: impl Into<String>, line: Option<u32>) -> SkillFinding {
    SkillFinding { code: code.to_owned(), severity: FindingSeverity::Error, message: message.into(), line }
}

pub(crate) fn warning(code: &str, message: impl Into<String>, line: Option<u32>) -> SkillFinding {
    SkillFinding { severity: FindingSeverity::Warning, ..error(code, message, line) }
}

fn note(code: &str, message: &str) -> SkillFinding {
    SkillFinding { severity: FindingSeverity::Info, ..error(code, message, Some(1)) }
}
