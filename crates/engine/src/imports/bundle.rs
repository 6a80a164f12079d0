//! Makes the strict bundle of a skill in any dialect. Pure functions.
//!
//! A text that passes the strict profile is not changed. Fields that the standard does not define are moved below `metadata`, so
//! that nothing the author wrote is lost; the report names them, because agents no longer act on them.

use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::format::bundle::{BodyCap, Bundle, MAX_BYTES, Profile};
use apprentice_skills::format::{bundle, fix};
use serde_json::Value;
use std::collections::BTreeMap;

const ALLOWED: [&str; 6] = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];
const MAX_DESCRIPTION: usize = 1024;
const MAX_COMPATIBILITY: usize = 500;
/// Size limit of all of `metadata`, in bytes; the standard allows 8 KiB.
const MAX_METADATA: usize = 7 * 1024;
/// Words that YAML does not parse as text.
const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

/// The text of the SKILL.md, and which fields changed their place.
#[derive(Debug, PartialEq)]
pub(super) struct StrictBundle {
    pub text: String,
    /// Fields that moved below `metadata`.
    pub moved: Vec<String>,
    /// Fields that did not fit below `metadata`.
    pub dropped: Vec<String>,
}

/// Makes the SKILL.md of the folder `slug` from `text`, which was in `folder`. `Err` says why that is impossible.
pub(super) fn strict_bundle(text: &str, folder: &str, slug: &str) -> Result<StrictBundle, SkillFinding> {
    let as_it_is = |text: String| StrictBundle { text, moved: Vec::new(), dropped: Vec::new() };
    if problem(text, slug).is_none() {
        return Ok(as_it_is(text.to_owned()));
    }
    let fixed = fix::fix(text, folder).text;
    if problem(&fixed, slug).is_none() {
        return Ok(as_it_is(fixed));
    }
    let read = bundle::read_capped(text, folder, Profile::Lenient, BodyCap::Bytes(MAX_BYTES))?;
    let bundle_text = rewritten(&read, slug);
    match problem(&bundle_text.text, slug) {
        None => Ok(bundle_text),
        Some(problem) => Err(problem),
    }
}

/// The first error of the strict profile. A long body is not an error: it stays as its author wrote it.
fn problem(text: &str, slug: &str) -> Option<SkillFinding> {
    match bundle::read(text, slug, Profile::Strict) {
        Err(finding) => Some(finding),
        Ok(read) => {
            read.findings.into_iter().find(|found| found.severity == FindingSeverity::Error || found.code != "BODY_TRUNCATED")
        }
    }
}

fn rewritten(read: &Bundle, slug: &str) -> StrictBundle {
    let definition = &read.definition;
    let mut lines = vec!["---".to_owned(), format!("name: {}", name(slug))];
    lines.push(format!("description: {}", quoted(&description(&read.description, slug))));
    if let Some(license) = &definition.license {
        lines.push(format!("license: {}", quoted(license)));
    }
    if let Some(compatibility) = &definition.compatibility {
        lines.push(format!("compatibility: {}", quoted(&cut(compatibility, MAX_COMPATIBILITY))));
    }
    if !definition.allowed_tools.is_empty() {
        lines.push(format!("allowed-tools: {}", quoted(&definition.allowed_tools.join(" "))));
    }
    let metadata = metadata_of(read);
    if !metadata.words.is_empty() {
        lines.push("metadata:".to_owned());
        lines.extend(metadata.words.iter().map(|(key, word)| format!("  {}: {}", quoted(key), quoted(word))));
    }
    lines.push("---".to_owned());
    let body = read.body.trim();
    let text = format!("{}\n\n{}\n", lines.join("\n"), if body.is_empty() { "No instructions were given." } else { body });
    StrictBundle { text, moved: metadata.moved, dropped: metadata.dropped }
}

#[derive(Default)]
struct Metadata {
    words: BTreeMap<String, String>,
    moved: Vec<String>,
    dropped: Vec<String>,
}

/// `metadata` as text values, including fields that the standard does not define.
fn metadata_of(read: &Bundle) -> Metadata {
    let own = read.definition.metadata.as_ref().and_then(Value::as_object);
    let own = own.into_iter().flatten().map(|(key, value)| (key.clone(), value, false));
    let others = read.front_matter.iter().filter(|(key, value)| {
        let known = ALLOWED.contains(&key.as_str()) || key.as_str() == "allowed_tools";
        !known && !value.is_null()
    });
    let others = others.map(|(key, value)| (key.clone(), value, true));
    let mut metadata = Metadata::default();
    let mut room = MAX_METADATA;
    for (key, value, moves) in own.chain(others) {
        let word = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        // In JSON a byte of text takes at most six bytes.
        let weight = (key.len() + word.len()) * 2 + 8;
        if weight > room || metadata.words.contains_key(&key) {
            metadata.dropped.push(key);
            continue;
        }
        room -= weight;
        if moves {
            metadata.moved.push(key.clone());
        }
        metadata.words.insert(key, word);
    }
    metadata
}

fn description(text: &str, slug: &str) -> String {
    let plain: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('<', "‹").replace('>', "›");
    if plain.is_empty() { format!("The skill {slug}.") } else { cut(&plain, MAX_DESCRIPTION) }
}

fn cut(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(characters - 1).collect::<String>().trim_end())
}

fn name(slug: &str) -> String {
    let odd = slug.starts_with(|c: char| c.is_ascii_digit()) || WORDS.contains(&slug);
    if odd { quoted(slug) } else { slug.to_owned() }
}

/// JSON text is valid YAML.
fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle_text(text: &str, folder: &str, slug: &str) -> StrictBundle {
        strict_bundle(text, folder, slug).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    #[test]
    fn what_is_strict_stays_byte_for_byte() {
        let text = "---\nname: make-tea\ndescription: Makes tea.\n---\n\n# Tea\n";
        assert_eq!(bundle_text(text, "make-tea", "make-tea").text, text);
    }

    #[test]
    fn another_name_is_written_and_the_words_stay() {
        let text = "---\nname: make-tea\ndescription: Makes tea.\n---\n\n# Tea\n";
        let bundle_text = bundle_text(text, "make-tea", "acme-make-tea");
        assert!(
            bundle_text.text.contains("name: acme-make-tea\n") && bundle_text.text.ends_with("# Tea\n"),
            "{}",
            bundle_text.text
        );
    }

    #[test]
    fn unknown_fields_move_below_metadata() {
        let text = "---\nname: Make_Tea\ndescription: Makes <b>tea</b>\nmodel: opus\nhooks:\n  Stop:\n    - x\nmetadata:\n  level: 3\n---\nBoil.\n";
        let bundle_text = bundle_text(text, "Make_Tea", "make-tea");
        assert_eq!(bundle_text.moved, ["hooks", "model"]);
        assert!(
            bundle_text.text.contains("\"level\": \"3\"") && bundle_text.text.contains("\"model\": \"opus\""),
            "{}",
            bundle_text.text
        );
        assert!(!bundle_text.text.contains('<'), "{}", bundle_text.text);
    }

    #[test]
    fn every_dialect_becomes_strict() {
        for text in [
            "# No front matter\n\nIt says what it does here.\n",
            "---\ndescription: >\n  Long\n  words\n---\n",
            "---\nname: 12\ndescription: yes\n---\nBody\n",
            "---\nname: x\ndescription: a: b: c\n---\nBody\n",
            "---\nname: x\ndescription: \"tab\\tand \\\"quotes\\\"\"\nallowed-tools: [Read, Bash]\nlicense: MIT\n---\nBody\n",
        ] {
            for slug in ["12", "true", "make-tea"] {
                let bundle_text = bundle_text(text, "some-folder", slug);
                assert_eq!(problem(&bundle_text.text, slug), None, "{}", bundle_text.text);
            }
        }
        let long = format!("---\nname: x\ndescription: {}\nextra: {}\n---\nBody\n", "long ".repeat(600), "x".repeat(9000));
        let bundle_text = bundle_text(&long, "x", "x");
        assert_eq!(bundle_text.dropped, ["extra"]);
    }
}
