//! SkillBag's additions to a SKILL.md: tags in the description, and the yaml blocks below the headings "Parameters" and
//! "Dependencies" of the body.

use crate::format::check::is_slug;
use crate::format::definition::{Definition, as_flag, as_text};
use crate::format::findings::Findings;
use crate::format::yaml;
use serde_json::{Map, Value};

/// `#group/name` in a description, such as `#run/always` or `#use/other-skill`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    /// `run`, `use` or another group.
    pub group: String,
    /// The name after the slash.
    pub name: String,
}

/// Inputs of a skill.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// Inputs that must have a value.
    pub required: Vec<Parameter>,
    /// Inputs that may have one.
    pub optional: Vec<Parameter>,
}

/// An input.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name of the input.
    pub name: String,
    /// Never set for a required one.
    pub default: Option<Value>,
}

/// Another skill that a skill needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Canonical, with hyphens.
    pub name: String,
    /// A git address, a zip, a folder; absent: the name is looked up locally.
    pub source: Option<String>,
    /// Tag, branch or commit.
    pub version: Option<String>,
    /// Whether the skill needs it to work.
    pub required: bool,
}

/// The tags of a description, in their order.
pub fn tags(description: &str) -> Vec<Tag> {
    if !description.contains('#') {
        return Vec::new();
    }
    description.split_whitespace().filter_map(tag).collect()
}

fn tag(word: &str) -> Option<Tag> {
    let word = word.trim_start_matches(['(', '"', '\'', '`', '[']).strip_prefix('#')?;
    let (group, rest) = word.split_once('/')?;
    let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')).unwrap_or(rest.len());
    let name = rest[..end].trim_end_matches('-');
    (is_slug(group) && is_slug(name)).then(|| Tag { group: group.to_owned(), name: name.to_owned() })
}

/// Puts the parameters and dependencies of a body that begins on line `first_line` into `definition`.
pub(crate) fn read(body: &str, first_line: u32, definition: &mut Definition, findings: &mut Findings) {
    let mut said = Vec::new();
    for block in blocks(body, first_line) {
        match block.heading {
            Heading::Parameters => block.parameters(&mut definition.parameters, findings),
            Heading::Dependencies => block.dependencies(&mut said, findings),
        }
    }
    if !said.is_empty() {
        definition.dependencies.retain(|known| said.iter().all(|other| other.name != known.name));
        said.append(&mut definition.dependencies);
        definition.dependencies = said;
    }
}

/// Whether a `dependencies` field of a front matter names skills: it is a list of mappings or of names. In other dialects it
/// names packages (`python>=3.8, pandas`).
pub(crate) fn names_skills(value: &Value) -> bool {
    let Value::Array(items) = value else { return false };
    items.iter().all(|item| item.is_object() || item.as_str().is_some_and(is_slug))
}

/// Reads a list of mappings or names into `found`; `say` is called with each problem, a whole sentence.
pub(crate) fn dependencies(list: &Value, found: &mut Vec<Dependency>, say: &mut dyn FnMut(String)) {
    let items = match list {
        Value::Array(items) => items.as_slice(),
        Value::Null => &[],
        _ => return say("'dependencies' must be a list".to_owned()),
    };
    for item in items {
        match dependency(item) {
            Ok(new) if found.iter().any(|other| other.name == new.name) => {
                say(format!("The dependency '{}' is given twice", new.name));
            }
            Ok(new) => found.push(new),
            Err(problem) => say(problem),
        }
    }
}

/// `Err`: the problem, as a sentence.
pub(crate) fn dependency(item: &Value) -> Result<Dependency, String> {
    let text = |key: &str| item.get(key).and_then(as_text);
    let name = text("name").or_else(|| item.as_str().map(str::to_owned)).ok_or("A dependency has no name")?;
    if !is_slug(&name) {
        return Err(format!("The dependency {name:?} is not a canonical name: a-z, 0-9 and single hyphens"));
    }
    let required = item.get("required").and_then(as_flag).unwrap_or(true);
    Ok(Dependency { name, source: text("source"), version: text("version"), required })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heading {
    Parameters,
    Dependencies,
}

/// The first yaml block below a heading.
struct Block {
    heading: Heading,
    text: String,
    first_line: u32,
}

fn blocks(body: &str, first_line: u32) -> Vec<Block> {
    let mut found = Vec::new();
    let mut heading = None;
    let mut fence: Option<(&str, Option<Block>)> = None;
    for (line, at) in body.lines().zip(first_line..) {
        let bare = line.trim();
        if let Some((mark, block)) = &mut fence {
            if bare.starts_with(*mark) && bare.trim_matches(|c| c == '`' || c == '~').is_empty() {
                found.extend(block.take());
                fence = None;
            } else if let Some(block) = block {
                block.text.push_str(line);
                block.text.push('\n');
            }
        } else if let Some(mark) = fence_mark(bare) {
            let yaml = ["yaml", "yml", ""].contains(&bare[mark.len()..].trim());
            let block = heading.filter(|_| yaml).map(|heading| Block { heading, text: String::new(), first_line: at + 1 });
            if block.is_some() {
                heading = None;
            }
            fence = Some((mark, block));
        } else if bare.starts_with('#') {
            heading = match bare.trim_matches(|c: char| c == '#' || c == ':' || c.is_whitespace()).to_ascii_lowercase().as_str() {
                "parameters" => Some(Heading::Parameters),
                "dependencies" => Some(Heading::Dependencies),
                _ => None,
            };
        }
    }
    found
}

/// The backticks or tildes that open a block on this line.
fn fence_mark(line: &str) -> Option<&str> {
    let first = line.chars().next().filter(|c| ['`', '~'].contains(c))?;
    let end = line.find(|c| c != first).unwrap_or(line.len());
    (end >= 3).then_some(&line[..end])
}

impl Block {
    /// The fields of the block; `None` when it is about something else.
    fn fields(&self, code: &str, keys: &[&str], findings: &mut Findings) -> Option<Map<String, Value>> {
        let ours = |line: &str| keys.iter().any(|key| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
        if !self.text.lines().any(ours) {
            return None;
        }
        match yaml::read(&self.text, self.first_line) {
            Ok(document) => Some(yaml::as_fields(&document.entries)),
            Err(problem) => {
                findings.report(code, format!("The yaml block cannot be read: {}", problem.message), Some(problem.line));
                None
            }
        }
    }

    fn parameters(&self, parameters: &mut Parameters, findings: &mut Findings) {
        let code = "PARAMETERS_INVALID";
        let Some(fields) = self.fields(code, &["required", "optional"], findings) else { return };
        let mut say = |message: String| findings.report(code, message, Some(self.first_line));
        for (key, required) in [("required", true), ("optional", false)] {
            for item in list(&fields, key, &mut say) {
                let Some(name) = item.get("name").and_then(as_text) else {
                    say(format!("An entry of '{key}' has no name"));
                    continue;
                };
                let known = parameters.required.iter().chain(&parameters.optional).any(|other| other.name == name);
                if known {
                    say(format!("The parameter '{name}' is given twice"));
                    continue;
                }
                let default = item.get("default").cloned();
                if required && default.is_some() {
                    say(format!("The required parameter '{name}' must not have a default"));
                }
                let into = if required { &mut parameters.required } else { &mut parameters.optional };
                into.push(Parameter { name, default: default.filter(|_| !required) });
            }
        }
    }

    fn dependencies(&self, found: &mut Vec<Dependency>, findings: &mut Findings) {
        let code = "DEPENDENCIES_INVALID";
        let Some(fields) = self.fields(code, &["dependencies"], findings) else { return };
        let list = fields.get("dependencies").unwrap_or(&Value::Null);
        dependencies(list, found, &mut |message| findings.report(code, message, Some(self.first_line)));
    }
}

fn list<'v>(fields: &'v Map<String, Value>, key: &str, say: &mut impl FnMut(String)) -> &'v [Value] {
    match fields.get(key) {
        None | Some(Value::Null) => &[],
        Some(Value::Array(items)) => items,
        Some(_) => {
            say(format!("'{key}' must be a list"));
            &[]
        }
    }
}
