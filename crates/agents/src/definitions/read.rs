//! Reads the text of one definition, in the format of Apprentice or of an agent.

use super::dialect::{Dialect, tools_of};
use super::fields::{Fields, clip, finding};
use super::{Definition, Source};
use crate::runtimes;
use apprentice_contracts::agent_definition::{AgentDefinition, AgentToolAccess};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_skills::files::sha256_hex;
use serde_json::{Map, Value};

/// The longest file, in bytes.
pub(super) const MAX_FILE: u64 = 256 * 1024;
/// The longest instructions, in characters.
pub(super) const MAX_PROMPT: usize = 32 * 1024;
const MAX_NAME: usize = 64;
const MAX_DESCRIPTION: usize = 1024;
const MAX_MODEL: usize = 100;
const MAX_SKILLS: usize = 50;

/// Whether this can name a definition: it becomes part of paths.
pub fn is_name(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// Reads a definition. Every fault is a finding; a definition with an error is never used.
pub(super) fn read(source: &Source<'_>, text: &str) -> Definition {
    let (mut fields, body) = match split(source, text) {
        Ok(parts) => parts,
        Err(why) => return broken(source, text, why),
    };
    let own = source.dialect == Dialect::Apprentice;
    let name = name(source, &mut fields);
    let description = fields.text("description", MAX_DESCRIPTION);
    if description.is_none() && fields.findings.iter().all(|finding| finding.field.as_deref() != Some("description")) {
        let missing = "is missing. Say in a sentence what the agent is for.";
        if own {
            fields.error("MISSING_FIELD", "description", missing)
        } else {
            fields.warn("MISSING_FIELD", "description", missing)
        }
    }
    let model = model(&mut fields);
    let runtime = runtime(source, &mut fields);
    let (tool_access, tools) = tools_of(source, &mut fields);
    let skills = skills(&mut fields);
    let prompt = prompt(source, &mut fields, body);
    let max_iterations = source.dialect.iterations().iter().find_map(|field| fields.whole(field, 1, 10_000));
    let temperature = match source.dialect {
        Dialect::Apprentice | Dialect::Gemini | Dialect::Opencode => fields.number("temperature", 0.0, 2.0),
        Dialect::ClaudeCode | Dialect::Codex | Dialect::Copilot => None,
    };
    let context_window = if own { fields.whole("context_window", 1_000, 10_000_000) } else { None };
    say_unknown(own, &mut fields);
    let about = AgentDefinition {
        name,
        description: description.unwrap_or_default(),
        tool_access,
        tools,
        runtime,
        model,
        skills,
        max_iterations,
        temperature,
        context_window,
        ..empty(source, text)
    };
    Definition { about, prompt, of_project: source.is_of_project(), place: None }.with(fields.findings)
}

/// A definition of which nothing can be read but its name.
pub(super) fn broken(source: &Source<'_>, text: &str, (code, why): (&str, String)) -> Definition {
    let about = empty(source, text);
    let findings = vec![finding(FindingSeverity::Error, code, None, why)];
    Definition { about, prompt: String::new(), of_project: source.is_of_project(), place: None }.with(findings)
}

fn empty(source: &Source<'_>, text: &str) -> AgentDefinition {
    AgentDefinition {
        name: clip(&source.name),
        description: String::new(),
        scope: source.scope,
        file: source.file.as_ref().map(|file| file.display().to_string()),
        agent_id: source.agent.map(str::to_owned),
        runtime: None,
        model: None,
        tool_access: AgentToolAccess::None,
        tools: Vec::new(),
        skills: Vec::new(),
        max_iterations: None,
        temperature: None,
        context_window: None,
        fingerprint: sha256_hex(text),
        findings: Vec::new(),
        usable: false,
        hidden_by: None,
    }
}

/// The fields, and the text below them. Errors: a code and why, for people.
fn split<'t>(source: &Source<'_>, text: &'t str) -> Result<(Fields, &'t str), (&'static str, String)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if source.is_toml() {
        return Ok((Fields::new(toml(text)?), ""));
    }
    if source.is_yaml() {
        return Ok((Fields::new(yaml(text)?), ""));
    }
    let missing =
        || ("NO_FRONT_MATTER", "The file has no fields. Begin it with a line ---, the fields, and another line ---.".to_owned());
    let (first, rest) = text.split_once('\n').ok_or_else(missing)?;
    if first.trim_end() != "---" {
        return Err(missing());
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            let (front, body) = (&rest[..at], &rest[at + line.len()..]);
            return match yaml(front) {
                Ok(fields) => Ok((Fields::new(fields), body)),
                // Some agents read lines, not YAML: a description with a colon is usual there.
                Err(why) if source.dialect != Dialect::Apprentice => rescued(front).map(|fields| (fields, body)).ok_or(why),
                Err(why) => Err(why),
            };
        }
        at += line.len();
    }
    Err(("NO_FRONT_MATTER", "The fields do not end. Put a line --- below them.".to_owned()))
}

/// YAML within a budget, so that a hostile file costs little: no aliases, one document, few levels.
fn yaml(text: &str) -> Result<Map<String, Value>, (&'static str, String)> {
    let limits = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 8,
            max_nodes: 2_000,
            max_events: 8_000,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_total_scalar_bytes: 256 * 1024,
        },
        with_snippet: false,
    };
    let value: Value = serde_saphyr::from_str_with_options(text, limits).map_err(|problem| {
        let why = problem.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        // Advice for programmers.
        let why = why.replace(", set DuplicateKeyPolicy in Options if acceptable", "");
        ("BAD_YAML", format!("The fields are no plain YAML: {}.", why.chars().take(200).collect::<String>()))
    })?;
    match value {
        Value::Object(fields) => Ok(fields),
        _ => Err(("BAD_YAML", "The fields are no mapping. Write lines such as “name: researcher”.".to_owned())),
    }
}

/// Fields of single lines, each read as text up to the end of its line. `None`: not every line is one.
fn rescued(front: &str) -> Option<Fields> {
    let mut values = Map::new();
    for line in front.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, value) = line.split_once(':')?;
        let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        if !plain || values.insert(name.to_owned(), Value::String(value.trim().to_owned())).is_some() {
            return None;
        }
    }
    let mut fields = Fields::new(values);
    let message = "The fields are no plain YAML. They were read line by line, as their agent does. Put texts with a colon in quotation marks.";
    fields.findings.push(finding(FindingSeverity::Warning, "BAD_YAML", None, message.to_owned()));
    Some(fields)
}

fn toml(text: &str) -> Result<Map<String, Value>, (&'static str, String)> {
    let document: toml_edit::DocumentMut = text.parse().map_err(|problem: toml_edit::TomlError| {
        ("BAD_TOML", format!("The file is no TOML: {}.", problem.message().chars().take(200).collect::<String>()))
    })?;
    Ok(document.iter().map(|(name, item)| (name.to_owned(), of_toml(item, 0))).collect())
}

fn of_toml(item: &toml_edit::Item, depth: usize) -> Value {
    match item {
        toml_edit::Item::Value(toml_edit::Value::String(text)) => Value::String(text.value().clone()),
        toml_edit::Item::Value(toml_edit::Value::Integer(number)) => Value::from(*number.value()),
        toml_edit::Item::Value(toml_edit::Value::Array(values)) if depth < 4 => {
            values.iter().map(|value| of_toml(&toml_edit::Item::Value(value.clone()), depth + 1)).collect()
        }
        // Nothing else is read.
        _ => Value::Bool(true),
    }
}

fn name(source: &Source<'_>, fields: &mut Fields) -> String {
    let said = fields.text("name", MAX_NAME);
    let expected = &source.name;
    let name = match (&said, source.dialect) {
        (Some(said), Dialect::Apprentice) if said != expected && !expected.is_empty() => {
            let message = format!("“{}” is not the name of the file, “{}”. Make both the same.", clip(said), clip(expected));
            fields.error("NAME_MISMATCH", "name", &message);
            said.clone()
        }
        // The file alone names it.
        (_, Dialect::Opencode) => expected.clone(),
        (Some(said), _) => said.clone(),
        (None, Dialect::Apprentice) => {
            fields.error("MISSING_FIELD", "name", "is missing. Give the name of the file.");
            expected.clone()
        }
        (None, _) => expected.clone(),
    };
    if !is_name(&name) {
        let message = format!("“{}” has to be 1 to 64 letters, digits, - and _.", clip(&name));
        fields.error("BAD_NAME", "name", &message);
    }
    clip(&name)
}

/// Whether a text can be the id of a model.
pub(super) fn is_model(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._:/@+-[]".contains(c);
    !text.is_empty() && text.len() <= MAX_MODEL && text.chars().all(plain)
}

fn model(fields: &mut Fields) -> Option<String> {
    let model = fields.text("model", MAX_MODEL)?;
    if !is_model(&model) {
        fields.error("BAD_MODEL", "model", &format!("“{}” cannot be the id of a model.", clip(&model)));
        return None;
    }
    Some(model).filter(|model| model != "inherit")
}

fn runtime(source: &Source<'_>, fields: &mut Fields) -> Option<String> {
    if source.dialect != Dialect::Apprentice {
        return source.agent.and_then(runtimes::find).map(|runtime| runtime.id.to_owned());
    }
    let named = fields.text("runtime", 60)?;
    let found = runtimes::find(&named);
    if found.is_none() {
        let ids: Vec<&str> = runtimes::RUNTIMES.iter().map(|runtime| runtime.id).collect();
        fields.error("UNKNOWN_RUNTIME", "runtime", &format!("“{}” cannot be run. These can: {}.", clip(&named), ids.join(", ")));
    }
    found.map(|runtime| runtime.id.to_owned())
}

fn skills(fields: &mut Fields) -> Vec<String> {
    let skills = fields.list("skills", MAX_SKILLS, false).unwrap_or_default();
    for skill in skills.iter().filter(|skill| !is_skill(skill)) {
        fields.error("BAD_NAME", "skills", &format!("“{}” cannot be the name of a skill.", clip(skill)));
    }
    skills
}

/// Skills of a plugin have its name and a colon before theirs.
fn is_skill(name: &str) -> bool {
    (1..=130).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-:.".contains(&byte))
        && !name.starts_with('.')
}

fn prompt(source: &Source<'_>, fields: &mut Fields, body: &str) -> String {
    let prompt = match source.prompt_field() {
        Some(field) => fields.text(field, MAX_PROMPT).unwrap_or_default(),
        None => {
            let body = body.trim();
            if body.chars().count() > MAX_PROMPT {
                let message = format!("The instructions are longer than {MAX_PROMPT} characters. Shorten them.");
                fields.findings.push(finding(FindingSeverity::Error, "TOO_LONG", None, message));
            }
            fields.check_hidden("prompt", body);
            body.to_owned()
        }
    };
    if prompt.is_empty() {
        fields.warn("NO_PROMPT", source.prompt_field().unwrap_or("prompt"), "is empty: the agent gets no instructions.");
    }
    prompt
}

fn say_unknown(own: bool, fields: &mut Fields) {
    for name in fields.rest() {
        if own {
            fields.error("UNKNOWN_FIELD", &name, "is no field of a definition. Remove it, or correct its name.");
        } else {
            let message = format!("{name}: is not used by Apprentice.");
            fields.findings.push(finding(FindingSeverity::Info, "IGNORED_FIELD", Some(&name), message));
        }
    }
}

impl Source<'_> {
    /// The field that holds the instructions. `None`: the text below the fields does.
    fn prompt_field(&self) -> Option<&'static str> {
        match self.dialect {
            Dialect::Codex => Some("developer_instructions"),
            Dialect::Apprentice if self.is_yaml() => Some("system_prompt"),
            _ => None,
        }
    }

    /// Whether a project brings it, which the person may not have read.
    pub(super) fn is_of_project(&self) -> bool {
        self.within.is_some()
    }
}
