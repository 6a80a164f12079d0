//! One skill of a workspace: its catalogue line, tags, parameters and dependencies.

use super::Problem;
use super::fences::{Fence, fences};
use crate::format::bundle::Bundle;
use crate::format::check::is_slug;
use crate::format::definition::{as_flag, as_text};
use crate::format::folder;
use crate::format::profile::Profile;
use crate::format::skillbag_fields::{self, Dependency};
use apprentice_contracts::skill::FindingSeverity;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::Path;

/// A valid skill.
#[derive(Clone, Debug, PartialEq)]
pub struct BagSkill {
    /// Canonical name, which is the folder's.
    pub name: String,
    /// The description as written, with its tags.
    pub description: String,
    /// `group/name`, as the description has them.
    pub tags: Vec<String>,
    /// Its inputs, required ones first.
    pub parameters: Vec<Parameter>,
    /// The skills that it needs.
    pub dependencies: Vec<Dependency>,
}

/// An input of a skill. What is beyond name and default is ours, and optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Parameter {
    /// Name, unique in the skill.
    pub name: String,
    /// Whether the skill needs a value.
    pub required: bool,
    /// The value without any other.
    pub default: Option<Value>,
    /// The values that are taken; empty: any.
    pub values: Vec<Value>,
    /// `discover: true`: a missing value may be found in files or inferred.
    pub may_be_discovered: bool,
    /// `required-when: {other: value}`: required if all of these hold.
    pub required_when: Map<String, Value>,
    /// `persist: true`: worth keeping in USER_CONTEXT.md.
    pub persist: bool,
    /// `secret: true`, or a name such as `api-key`: never kept.
    pub secret: bool,
}

impl BagSkill {
    /// Canonical name with `_`, by which it is run.
    pub fn execution_id(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Reads `.skills/<folder>`. `None`: the skill is invalid; the problems say why.
    pub(super) fn read(root: &Path, folder: &str, problems: &mut Vec<Problem>) -> Option<BagSkill> {
        let path = format!("{}/{folder}/SKILL.md", super::ROOT);
        match folder::read_folder(&root.join(folder), root, Profile::Lenient) {
            Ok(loaded) if loaded.file == "SKILL.md" => Self::of(&loaded.bundle, folder, &path, problems),
            Ok(loaded) => {
                problems.push(Problem::error("SKILL_FILE", path, format!("The file must be SKILL.md, not {}", loaded.file)));
                None
            }
            Err(finding) => {
                problems.push(Problem { line: finding.line, ..Problem::error("SKILL_INVALID", path, finding.message) });
                None
            }
        }
    }

    /// `folder` is the name of the skill's folder; `path` is the path that the problems show.
    pub(super) fn of(bundle: &Bundle, folder: &str, path: &str, problems: &mut Vec<Problem>) -> Option<BagSkill> {
        let before = problems.len();
        let mut wrong = |code: &'static str, message: String| problems.push(Problem::error(code, path, message));
        if !is_slug(folder) {
            wrong(
                "SKILL_NAME",
                format!("The folder {folder:?} is not a canonical name: a-z, 0-9 and single hyphens, at most 64"),
            );
        }
        match bundle.front_matter.get("name").and_then(as_text) {
            None => wrong("SKILL_NAME", "The front matter has no name".to_owned()),
            Some(name) if name != folder => wrong("SKILL_NAME", format!("The name {name:?} must equal the folder {folder:?}")),
            Some(_) => {}
        }
        if bundle.front_matter.get("description").and_then(as_text).is_none() {
            wrong("SKILL_DESCRIPTION", "The front matter has no description".to_owned());
        }
        for finding in &bundle.findings {
            let of_ours = ["PARAMETERS_INVALID", "DEPENDENCIES_INVALID"].contains(&finding.code.as_str());
            if of_ours || finding.severity == FindingSeverity::Error {
                let code = if finding.code == "PARAMETERS_INVALID" {
                    "PARAMETERS"
                } else if of_ours {
                    "DEPENDENCIES"
                } else {
                    "SKILL_INVALID"
                };
                problems.push(Problem { line: finding.line, ..Problem::error(code, path, finding.message.clone()) });
            }
        }
        if problems.len() > before {
            return None;
        }
        let definition = &bundle.definition;
        // The line counts as it is written.
        let description = definition.with_tags.as_ref().unwrap_or(&bundle.description).clone();
        let tags = definition.tags.iter().map(|tag| format!("{}/{}", tag.group, tag.name)).collect();
        let dependencies = definition.dependencies.clone();
        let parameters = parameters(&bundle.body);
        Some(BagSkill { name: folder.to_owned(), description, tags, parameters, dependencies })
    }
}

/// A `dependencies` list of a context file. A name may occur twice: the last entry counts.
pub(super) fn read_dependencies(list: &Value, path: &str, problems: &mut Vec<Problem>) -> Vec<Dependency> {
    let mut wrong = |message: String| problems.push(Problem::error("DEPENDENCIES", path, message));
    let items = match list {
        Value::Array(items) => items.as_slice(),
        Value::Null => &[],
        _ => {
            wrong("'dependencies' must be a list".to_owned());
            &[]
        }
    };
    items.iter().filter_map(|item| skillbag_fields::dependency(item).map_err(&mut wrong).ok()).collect()
}

fn parameters(body: &str) -> Vec<Parameter> {
    let (fences, _told_by_the_reader_of_the_body) = fences(body);
    let mut all = Vec::new();
    for fence in fences.iter().filter(|fence| fence.heading.trim_end_matches(':') == "parameters") {
        for (key, required) in [("required", true), ("optional", false)] {
            all.extend(items(fence, key).filter_map(|item| parameter(item, required)));
        }
    }
    all
}

fn items<'a>(fence: &'a Fence, key: &str) -> impl Iterator<Item = &'a Value> {
    fence.fields.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn parameter(item: &Value, required: bool) -> Option<Parameter> {
    let name = item.get("name").and_then(as_text)?;
    let flag = |key: &str| item.get(key).and_then(as_flag).unwrap_or(false);
    let condition = item.get("required-when").and_then(Value::as_object).cloned().unwrap_or_default();
    Some(Parameter {
        required,
        default: item.get("default").filter(|value| !value.is_null()).cloned(),
        values: item.get("values").and_then(Value::as_array).cloned().unwrap_or_default(),
        may_be_discovered: flag("discover"),
        required_when: condition,
        persist: flag("persist"),
        secret: flag("secret") || is_secret_name(&name),
        name,
    })
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_lowercase().replace('_', "-");
    let words: Vec<&str> = name.split('-').collect();
    let is = |word: &str| words.contains(&word);
    ["password", "passphrase", "secret", "token", "credential", "credentials", "pin", "apikey"].iter().any(|word| is(word))
        || (is("key") && ["api", "private", "access", "signing", "ssh"].iter().any(|word| is(word)))
}
