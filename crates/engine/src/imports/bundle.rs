//! Makes the bundle of a skill in any dialect. Pure functions.
//!
//! The standard's part of the bundle passes the strict profile without a finding. Beside it stay the fields by which the author
//! limits or steers agents ([`behaviour::FIELDS`]): below `metadata` no agent would act on them, and the skill would be allowed
//! more than its author allowed. Other fields that the standard does not define are moved below `metadata`, and the report names
//! them. A text whose standard part is strict is not changed.

use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::agents::behaviour::{self, ONLY_A_PERSON, is_only_for_a_person};
use apprentice_skills::format::bundle::{BodyCap, Bundle, MAX_BYTES, Profile};
use apprentice_skills::format::{bundle, fix, openai};
use apprentice_skills::source::package::Package;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const ALLOWED: [&str; 6] = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];
/// Blocks of `metadata` that OpenClaw reads as a mapping only: what a skill requires of the machine.
const BLOCKS: [&str; 4] = ["openclaw", "clawdbot", "clawdis", "moltbot"];
/// Codex's switch.
pub(super) const OPENAI: &str = "agents/openai.yaml";
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
    /// The fields that limit or steer agents, as they are written now.
    pub behaviour: Map<String, Value>,
    /// `agents/openai.yaml` as it must be for Codex. `None`: as it is.
    pub openai: Option<String>,
    /// Why Codex would choose the skill by itself although only a person may start it.
    pub codex_differs: Option<&'static str>,
}

/// Makes the bundle of the folder `slug` from the files of a skill, which were in `folder`. `Err` says why that is impossible.
pub(super) fn strict_bundle(package: &Package, text: &str, folder: &str, slug: &str) -> Result<StrictBundle, SkillFinding> {
    let codex = package.files.0.get(OPENAI).and_then(|bytes| std::str::from_utf8(bytes).ok());
    let only_a_person =
        codex.and_then(|text| openai::read(text, Profile::Lenient).ok()).is_some_and(|read| !read.allow_implicit_invocation);
    let mut made = strict_text(text, folder, slug, only_a_person)?;
    if is_only_for_a_person(&made.behaviour) {
        match openai::only_by_a_person(codex) {
            Some(text) => made.openai = (codex != Some(text.as_str())).then_some(text),
            None => made.codex_differs = Some("agents/openai.yaml has a policy of its own"),
        }
    }
    Ok(made)
}

/// `only_a_person`: Codex's file says so, and SKILL.md must say it to the other agents.
fn strict_text(text: &str, folder: &str, slug: &str, only_a_person: bool) -> Result<StrictBundle, SkillFinding> {
    let read = bundle::read_capped(text, folder, Profile::Lenient, BodyCap::Bytes(MAX_BYTES))?;
    let silent = !read.front_matter.keys().any(|key| behaviour::field(key).is_some_and(|field| field.key == ONLY_A_PERSON));
    let mut wanted = behaviour_of(&read);
    if only_a_person && silent {
        wanted.insert(ONLY_A_PERSON.to_owned(), Value::Bool(true));
    }
    let as_it_is = |text: String| StrictBundle {
        text,
        moved: Vec::new(),
        dropped: Vec::new(),
        behaviour: wanted.clone(),
        openai: None,
        codex_differs: None,
    };
    if problem(text, slug, &wanted).is_none() {
        return Ok(as_it_is(text.to_owned()));
    }
    let fixed = fix::fix(text, folder).text;
    if problem(&fixed, slug, &wanted).is_none() {
        return Ok(as_it_is(fixed));
    }
    let made = rewritten(&read, slug, wanted);
    match problem(&made.text, slug, &made.behaviour) {
        None => Ok(made),
        Some(problem) => Err(problem),
    }
}

/// The first reason why `text` is no bundle: a finding of the strict profile about the standard's part, or a field of `wanted` that
/// is not there with this key and value. A long body is not an error: it stays as its author wrote it.
fn problem(text: &str, slug: &str, wanted: &Map<String, Value>) -> Option<SkillFinding> {
    let standard = behaviour::standard_part(text);
    let strict = match bundle::read(&standard, slug, Profile::Strict) {
        Err(finding) => return Some(finding),
        Ok(read) => read,
    };
    let only_blocks = || {
        let metadata = strict.front_matter.get("metadata").and_then(Value::as_object);
        metadata.into_iter().flatten().all(|(key, value)| BLOCKS.contains(&key.as_str()) || value.is_string())
    };
    let counts = |found: &SkillFinding| match found.code.as_str() {
        "BODY_TRUNCATED" => found.severity == FindingSeverity::Error,
        "METADATA_NESTED" => !only_blocks(),
        _ => true,
    };
    if let Some(found) = strict.findings.iter().find(|found| counts(found)) {
        return Some(found.clone());
    }
    match bundle::read(text, slug, Profile::Lenient) {
        Err(finding) => Some(finding),
        Ok(read) if wanted.iter().all(|(key, value)| read.front_matter.get(key) == Some(value)) => None,
        Ok(_) => {
            let message = "A field that limits or steers agents cannot be written";
            Some(apprentice_skills::finding(Profile::Strict, "UNEXPECTED_FIELDS", message, None))
        }
    }
}

/// The fields that limit or steer agents, with the keys that agents read. Flags are `true` or `false`, however they were spelled.
fn behaviour_of(read: &Bundle) -> Map<String, Value> {
    let definition = &read.definition;
    let mut fields = Map::new();
    for field in behaviour::FIELDS {
        let written = read.front_matter.iter().find(|(key, value)| behaviour::field(key) == Some(field) && !value.is_null());
        let Some((_, value)) = written else { continue };
        let value = match (field.key, value) {
            (ONLY_A_PERSON, _) if definition.disable_model_invocation => Value::Bool(true),
            ("user-invocable", _) if !definition.user_invocable => Value::Bool(false),
            // `argument-hint: [topic]` is a list to YAML and a hint to its writer.
            ("argument-hint", Value::Array(_)) => definition.argument_hint.clone().map_or_else(|| value.clone(), Value::String),
            _ => value.clone(),
        };
        fields.insert(field.key.to_owned(), value);
    }
    fields
}

fn rewritten(read: &Bundle, slug: &str, behaviour: Map<String, Value>) -> StrictBundle {
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
    lines.extend(behaviour.iter().map(|(key, value)| format!("{key}: {value}")));
    let metadata = metadata_of(read);
    if !metadata.words.is_empty() || !metadata.blocks.is_empty() {
        lines.push("metadata:".to_owned());
        lines.extend(metadata.words.iter().map(|(key, word)| format!("  {}: {}", quoted(key), quoted(word))));
        for (key, value) in &metadata.blocks {
            lines.push(format!("  {key}:"));
            block(value, 4, &mut lines);
        }
    }
    lines.push("---".to_owned());
    let body = read.body.trim();
    let text = format!("{}\n\n{}\n", lines.join("\n"), if body.is_empty() { "No instructions were given." } else { body });
    StrictBundle { text, moved: metadata.moved, dropped: metadata.dropped, behaviour, openai: None, codex_differs: None }
}

#[derive(Default)]
struct Metadata {
    words: BTreeMap<String, String>,
    /// Mappings that agents read as such.
    blocks: BTreeMap<String, Value>,
    moved: Vec<String>,
    dropped: Vec<String>,
}

/// `metadata` as text values, including fields that the standard does not define.
fn metadata_of(read: &Bundle) -> Metadata {
    let own = read.definition.metadata.as_ref().and_then(Value::as_object);
    let own = own.into_iter().flatten().map(|(key, value)| (key.clone(), value, false));
    let others = read.front_matter.iter().filter(|(key, value)| {
        let known = ALLOWED.contains(&key.as_str()) || key.as_str() == "allowed_tools" || behaviour::field(key).is_some();
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
        if !moves && BLOCKS.contains(&key.as_str()) && has_lines(value) {
            metadata.blocks.insert(key, value.clone());
        } else {
            metadata.words.insert(key, word);
        }
    }
    // Whether a mapping keeps the order of its text depends on how serde_json is compiled.
    metadata.moved.sort();
    metadata
}

/// Whether the value can be written without brackets: the standard's readers refuse those.
fn has_lines(value: &Value) -> bool {
    match value {
        Value::Object(entries) => {
            !entries.is_empty() && entries.values().all(|value| !value.is_object() && !value.is_array() || has_lines(value))
        }
        Value::Array(items) => {
            !items.is_empty() && items.iter().all(|value| !value.is_object() && !value.is_array() || has_lines(value))
        }
        _ => false,
    }
}

/// Writes a mapping or a list, an entry per line.
fn block(value: &Value, indent: usize, lines: &mut Vec<String>) {
    let space = " ".repeat(indent);
    let mut entry = |start: String, value: &Value| match value {
        Value::Object(_) | Value::Array(_) => {
            lines.push(format!("{space}{start}"));
            block(value, indent + 2, lines);
        }
        scalar => lines.push(format!("{space}{start} {scalar}")),
    };
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| entry(format!("{}:", quoted(key)), value)),
        Value::Array(items) => items.iter().for_each(|value| entry("-".to_owned(), value)),
        _ => {}
    }
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
        strict_bundle(&Package::default(), text, folder, slug).unwrap_or_else(|finding| panic!("{finding:?}"))
    }

    fn with_codex(text: &str, codex: &str) -> StrictBundle {
        let mut package = Package::default();
        package.files.0.insert(OPENAI.to_owned(), codex.as_bytes().to_vec());
        strict_bundle(&package, text, "make-tea", "make-tea").unwrap_or_else(|finding| panic!("{finding:?}"))
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
        let text = "---\nname: Make_Tea\ndescription: Makes <b>tea</b>\nsteps: opus\nsource:\n  Stop:\n    - x\nmetadata:\n  level: 3\n---\nBoil.\n";
        let bundle_text = bundle_text(text, "Make_Tea", "make-tea");
        assert_eq!(bundle_text.moved, ["source", "steps"]);
        assert!(
            bundle_text.text.contains("\"level\": \"3\"") && bundle_text.text.contains("\"steps\": \"opus\""),
            "{}",
            bundle_text.text
        );
        assert!(!bundle_text.text.contains('<'), "{}", bundle_text.text);
    }

    #[test]
    fn fields_that_limit_agents_stay_where_agents_read_them() {
        let plain = "---\nname: make-tea\ndescription: Makes tea.\ndisable-model-invocation: true\nhooks:\n  Stop:\n    - x\n---\n\n# Tea\n";
        let made = bundle_text(plain, "make-tea", "make-tea");
        assert_eq!(made.text, plain, "what is strict beside them is not changed");
        assert!(made.moved.is_empty() && is_only_for_a_person(&made.behaviour));
        let text = "---\nname: Make_Tea\ndescription: Makes <b>tea</b>\ndisable_model_invocation: yes\nuser-invocable: off\nmodel: opus\npaths: [src/*.rs]\nargument-hint: [cup]\n\
                    hooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: ./guard}]}]}\nmetadata:\n  openclaw:\n    requires:\n      bins: [kettle]\nfoo: bar\n---\nBoil.\n";
        let made = bundle_text(text, "Make_Tea", "make-tea");
        assert_eq!(made.moved, ["foo"]);
        let read = bundle::read(&made.text, "make-tea", Profile::Lenient).unwrap();
        let definition = &read.definition;
        assert!(definition.disable_model_invocation && !definition.user_invocable, "{}", made.text);
        assert!(made.text.contains("\ndisable-model-invocation: true\n"), "{}", made.text);
        assert!(made.text.contains("\nuser-invocable: false\n"), "{}", made.text);
        assert_eq!((definition.model.as_deref(), definition.argument_hint.as_deref()), (Some("opus"), Some("[cup]")));
        assert_eq!(
            (&definition.paths[..], &definition.requires.bins[..]),
            (&["src/*.rs".to_owned()][..], &["kettle".to_owned()][..])
        );
        assert!(definition.hooks.as_ref().is_some_and(|hooks| hooks.pointer("/PreToolUse/0/hooks/0/command").is_some()));
    }

    #[test]
    fn a_value_that_cannot_be_read_still_limits() {
        let text = "---\nname: make-tea\ndescription: Makes <b>tea</b>\ndisable-model-invocation: always\n---\nBoil.\n";
        let made = bundle_text(text, "make-tea", "make-tea");
        assert!(
            made.text.contains("disable-model-invocation: \"always\"") && is_only_for_a_person(&made.behaviour),
            "{}",
            made.text
        );
    }

    #[test]
    fn what_one_agent_reads_in_its_own_file_is_written_for_the_others() {
        let text = "---\nname: make-tea\ndescription: Makes tea.\ndisable-model-invocation: true\n---\n\n# Tea\n";
        let policy = "policy:\n  allow_implicit_invocation: false\n";
        assert_eq!(bundle_text(text, "make-tea", "make-tea").openai.as_deref(), Some(policy));
        let names = "interface:\n  display_name: Tea\n";
        assert_eq!(with_codex(text, names).openai.unwrap(), format!("{names}{policy}"));
        assert_eq!(with_codex(text, policy).openai, None, "it says so already");
        let against = with_codex(text, "policy:\n  allow_implicit_invocation: true\n");
        assert!(against.openai.is_none() && against.codex_differs.is_some());
        let silent = "---\nname: make-tea\ndescription: Makes tea.\n---\n\n# Tea\n";
        assert!(with_codex(silent, policy).text.contains("disable-model-invocation: true"));
        assert_eq!(with_codex(silent, names).text, silent);
    }

    #[test]
    fn limits_of_the_corpus_survive() {
        fn texts(folder: &std::path::Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => texts(&entry.path(), found),
                    Ok(_) if entry.file_name() == "SKILL.md" => found.extend(std::fs::read_to_string(entry.path())),
                    _ => {}
                }
            }
        }
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
        let mut all = Vec::new();
        texts(&corpus, &mut all);
        let mut limited = 0;
        for text in all {
            let Ok(read) = bundle::read_capped(&text, "some-skill", Profile::Lenient, BodyCap::Bytes(MAX_BYTES)) else {
                continue;
            };
            let Ok(made) = strict_bundle(&Package::default(), &text, "some-skill", "some-skill") else { continue };
            let again = bundle::read_capped(&made.text, "some-skill", Profile::Lenient, BodyCap::Bytes(MAX_BYTES)).unwrap();
            let switches = |read: &Bundle| {
                let definition = read.definition.clone();
                (
                    (definition.disable_model_invocation, definition.user_invocable, definition.allowed_tools, definition.hooks),
                    (definition.paths, definition.model, definition.context, definition.agent, definition.requires),
                )
            };
            assert_eq!(switches(&read), switches(&again), "{}", made.text);
            limited += usize::from(read.definition.disable_model_invocation || !read.definition.user_invocable);
        }
        assert!(
            limited >= 1,
            "This test needs the skills of other people that shared/corpus/SOURCES.md lists, beside the repository. Without them run: \
             cargo nextest run -E 'not test(corpus)'"
        );
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
                assert_eq!(problem(&bundle_text.text, slug, &Map::new()), None, "{}", bundle_text.text);
            }
        }
        let long = format!("---\nname: x\ndescription: {}\nextra: {}\n---\nBody\n", "long ".repeat(600), "x".repeat(9000));
        let bundle_text = bundle_text(&long, "x", "x");
        assert_eq!(bundle_text.dropped, ["extra"]);
    }
}
