//! Checks fields against the standard, with the limits and messages of the reference validator (skills-ref 0.1.1), and of
//! `quick_validate` where that is stricter.

use crate::format::findings::Findings;
use crate::format::front_matter::{Fields, text_of};
use crate::format::yaml::{Entry, Kind};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

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

pub(crate) fn unexpected(fields: &Fields<'_>, findings: &mut Findings) {
    let mut extra: Vec<(&str, u32)> =
        fields.entries.iter().map(|entry| (entry.key.as_ref(), entry.line)).filter(|(key, _)| !ALLOWED.contains(key)).collect();
    extra.sort_unstable();
    let Some((_, line)) = extra.first().copied() else { return };
    let allowed = ALLOWED.map(|key| format!("'{key}'")).join(", ");
    let names: Vec<&str> = extra.into_iter().map(|(key, _)| key).collect();
    let message = format!("Unexpected fields in frontmatter: {}. Only [{allowed}] are allowed.", names.join(", "));
    findings.report("UNEXPECTED_FIELDS", message, Some(line));
}

pub(crate) fn name(text: &str, line: Option<u32>, folder: &str, findings: &mut Findings) {
    if !is_slug(text) {
        spelling(text, line, findings);
    }
    if folder != text && !folder.nfkc().eq(text.trim().nfkc()) {
        let name: String = text.trim().nfkc().collect();
        findings.report("NAME_DIR_MISMATCH", format!("Directory name '{folder}' must match skill name '{name}'"), line);
    }
}

fn spelling(text: &str, line: Option<u32>, findings: &mut Findings) {
    let name: String = text.trim().nfkc().collect();
    let mut say = |code: &str, message: String| findings.report(code, message, line);
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
    let letter = |c: char| c == '-' || c.is_alphanumeric() && !is_combining_mark(c);
    if !name.chars().all(letter) {
        let message = format!("Skill name '{name}' contains invalid characters. Only letters, digits, and hyphens are allowed.");
        let underscores = name.chars().all(|c| c == '_' || letter(c));
        say(if underscores { "NAME_UNDERSCORE" } else { "NAME_CHARACTERS" }, message);
    } else if !name.is_ascii() {
        say("NAME_NOT_ASCII", format!("Skill name '{name}' has letters beyond a-z, which the standard's text does not allow"));
    }
}

pub(crate) fn description(text: &str, line: Option<u32>, findings: &mut Findings) {
    // There are never fewer bytes than characters, and they are counted faster.
    if text.len() > MAX_DESCRIPTION {
        let length = text.chars().count();
        if length > MAX_DESCRIPTION {
            let message = format!("Description exceeds {MAX_DESCRIPTION} character limit ({length} chars)");
            findings.report("DESCRIPTION_TOO_LONG", message, line);
        }
    }
    if text.contains(['<', '>']) {
        findings.report("DESCRIPTION_ANGLE", "Description cannot contain angle brackets (< or >)", line);
    }
}

pub(crate) fn compatibility(fields: &Fields<'_>, findings: &mut Findings) {
    let Some(entry) = fields.get("compatibility") else { return };
    if !matches!(entry.node.kind, Kind::Text { .. }) {
        findings.report("COMPATIBILITY_TEXT", "Field 'compatibility' must be a string", Some(entry.line));
    }
    let length = text_of(entry).map_or(0, |text| text.chars().count());
    if length > MAX_COMPATIBILITY {
        let message = format!("Compatibility exceeds {MAX_COMPATIBILITY} character limit ({length} chars)");
        findings.report("COMPATIBILITY_TOO_LONG", message, Some(entry.line));
    }
}

/// Checks the metadata. `false`: it exceeds its limits and must not be kept (SEC-SKILL-07).
pub(crate) fn metadata(entry: &Entry<'_>, findings: &mut Findings) -> bool {
    let line = Some(entry.line);
    // In JSON a byte of text becomes at most six, so small metadata need not be serialized to be measured.
    let small = entry.node.weight() <= MAX_METADATA_BYTES / 6;
    if !small && entry.node.value().to_string().len() > MAX_METADATA_BYTES {
        findings.report("METADATA_TOO_LARGE", format!("Field 'metadata' exceeds {MAX_METADATA_BYTES} bytes"), line);
        return false;
    }
    match &entry.node.kind {
        Kind::Map { entries, .. } => {
            if let Some(nested) = entries.iter().find(|entry| !matches!(entry.node.kind, Kind::Text { .. })) {
                let message = "Field 'metadata' should map text to text; some readers lose nested values";
                findings.report("METADATA_NESTED", message, Some(nested.line));
            }
        }
        _ if entry.node.value().is_null() => {}
        _ => findings.report("METADATA_NOT_A_MAPPING", "Field 'metadata' should map text to text", line),
    }
    true
}
