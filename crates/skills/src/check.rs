//! The strict profile: limits and words of the reference validator (skills-ref 0.1.1), and of `quick_validate` where it is stricter.

use crate::bundle::{error, warning};
use crate::front_matter::line_of;
use apprentice_contracts::skill::SkillFinding;
use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

const MAX_NAME: usize = 64;
pub(crate) const MAX_DESCRIPTION: usize = 1024;
const MAX_COMPATIBILITY: usize = 500;
const MAX_METADATA_BYTES: usize = 8 * 1024;
const ALLOWED: [&str; 6] = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];

/// Whether `slug` is a name of the strict profile: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
pub(crate) fn is_slug(slug: &str) -> bool {
    slug.len() <= MAX_NAME
        && slug.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// Everything that is wrong with fields that could be read.
pub(crate) fn fields(fields: &Map<String, Value>, yaml: &str, folder: &str) -> Vec<SkillFinding> {
    let mut found = Vec::new();
    unexpected(fields, yaml, &mut found);
    if let Some(Value::String(text)) = fields.get("name") {
        name(text, line_of(yaml, "name"), folder, &mut found);
    }
    if let Some(Value::String(text)) = fields.get("description") {
        description(text, line_of(yaml, "description"), &mut found);
    }
    if let Some(value) = fields.get("compatibility") {
        compatibility(value, line_of(yaml, "compatibility"), &mut found);
    }
    if let Some(value) = fields.get("metadata") {
        metadata(value, line_of(yaml, "metadata"), &mut found);
    }
    found
}

fn unexpected(fields: &Map<String, Value>, yaml: &str, found: &mut Vec<SkillFinding>) {
    let extra: Vec<&str> = fields.keys().map(String::as_str).filter(|key| !ALLOWED.contains(key)).collect();
    if let Some(first) = extra.first() {
        let allowed = ALLOWED.map(|key| format!("'{key}'")).join(", ");
        let message = format!("Unexpected fields in frontmatter: {}. Only [{allowed}] are allowed.", extra.join(", "));
        found.push(error("UNEXPECTED_FIELDS", message, line_of(yaml, first)));
    }
}

fn name(text: &str, line: Option<u32>, folder: &str, found: &mut Vec<SkillFinding>) {
    let name: String = text.trim().nfkc().collect();
    if name.is_empty() {
        return;
    }
    let mut say = |code: &str, message: String| found.push(error(code, message, line));
    let length = name.chars().count();
    if length > MAX_NAME {
        say("NAME_TOO_LONG", format!("Skill name '{name}' exceeds {MAX_NAME} character limit ({length} chars)"));
    }
    if name != name.to_lowercase() {
        say("NAME_CASE", format!("Skill name '{name}' must be lowercase"));
    }
    if name.starts_with('-') || name.ends_with('-') {
        say("NAME_EDGE", "Skill name cannot start or end with a hyphen".to_owned());
    }
    if name.contains("--") {
        say("NAME_HYPHENS", "Skill name cannot contain consecutive hyphens".to_owned());
    }
    // The reference lets any Unicode letter pass; its own text and the other validator say a-z, and so do several agents.
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        let message = format!("Skill name '{name}' contains invalid characters. Only letters, digits, and hyphens are allowed.");
        say("NAME_CHARACTERS", message);
    }
    if folder.nfkc().collect::<String>() != name {
        say("NAME_DIR_MISMATCH", format!("Directory name '{folder}' must match skill name '{name}'"));
    }
}

fn description(text: &str, line: Option<u32>, found: &mut Vec<SkillFinding>) {
    if text.chars().count() > MAX_DESCRIPTION {
        found.push(error("DESCRIPTION_TOO_LONG", description_too_long(text), line));
    }
    if text.contains(['<', '>']) {
        found.push(error("DESCRIPTION_ANGLE", "Description cannot contain angle brackets (< or >)", line));
    }
}

pub(crate) fn description_too_long(text: &str) -> String {
    format!("Description exceeds {MAX_DESCRIPTION} character limit ({} chars)", text.chars().count())
}

fn compatibility(value: &Value, line: Option<u32>, found: &mut Vec<SkillFinding>) {
    let Value::String(text) = value else {
        if value.is_array() || value.is_object() {
            found.push(error("COMPATIBILITY_TEXT", "Field 'compatibility' must be a string", line));
        }
        return;
    };
    let length = text.chars().count();
    if length > MAX_COMPATIBILITY {
        let message = format!("Compatibility exceeds {MAX_COMPATIBILITY} character limit ({length} chars)");
        found.push(error("COMPATIBILITY_TOO_LONG", message, line));
    }
}

fn metadata(value: &Value, line: Option<u32>, found: &mut Vec<SkillFinding>) {
    if value.to_string().len() > MAX_METADATA_BYTES {
        found.push(error("METADATA_TOO_LARGE", format!("Field 'metadata' exceeds {MAX_METADATA_BYTES} bytes"), line));
    }
    let nested = match value {
        Value::Object(entries) => entries.values().any(|entry| entry.is_array() || entry.is_object()),
        other => !other.is_null(),
    };
    if nested {
        found.push(warning(
            "METADATA_NESTED",
            "Field 'metadata' should map words to words; some readers lose what is nested",
            line,
        ));
    }
}

/// A reader that looks for `\n` alone does not find the fences of such a file.
pub(crate) fn line_ends(text: &str) -> Option<SkillFinding> {
    let line = text.split_inclusive('\n').position(|line| line.ends_with("\r\n"))?;
    Some(warning("CRLF", "Windows line ends: some readers do not find the front matter", u32::try_from(line + 1).ok()))
}

/// What this reader understands and the reference does not: it knows block style only, and cuts at any `---`.
pub(crate) fn quirks(yaml: &str) -> Vec<SkillFinding> {
    let mut found = Vec::new();
    let mut block_indent: Option<usize> = None;
    for (index, line) in yaml.lines().enumerate() {
        let at = u32::try_from(index + 2).ok();
        if line.contains("---") {
            found.push(error("DASHES", "'---' inside the front matter: the reference reader cuts the file there", at));
        }
        let indent = line.len() - line.trim_start().len();
        if block_indent.is_some_and(|block| indent > block || line.trim().is_empty()) {
            continue;
        }
        let value = value_of(line);
        block_indent = value.starts_with(['|', '>']).then_some(indent);
        if value.starts_with(['{', '[']) {
            found.push(error("FLOW_STYLE", "Invalid YAML in frontmatter: a value in brackets; write one entry per line", at));
        } else if value.starts_with(['&', '*', '!']) {
            found.push(error(
                "YAML_TRICKS",
                "Invalid YAML in frontmatter: anchors, aliases and tags are not read by all agents",
                at,
            ));
        }
    }
    found
}

/// What follows `key:` or `- ` on a line.
fn value_of(line: &str) -> &str {
    let line = line.trim_start();
    let line = line.strip_prefix("- ").unwrap_or(line);
    match line.split_once(": ") {
        Some((key, value)) if !key.contains([' ', '"', '\'']) => value.trim_start(),
        _ => line,
    }
}
