//! `CONTEXT.md`, `USER_CONTEXT.md` and the values in `SKILLBAG.md`: Markdown whose `yaml` blocks set values. Within one file the last definition wins.
//!
//! SkillBag fixes `dependencies` and `conflict-resolution`. For the rest we read:
//! `parameters: {name: value}` for every skill or `parameters: {skill: {name: value}}` for one;
//! `tags: {skill or "*": {add: [run/always], remove: [run/last]}}` (the user's context only);
//! `prohibit: [{skill: x, parameter: y, value: z}]`, where what is left out means any. Of SKILLBAG.md only `parameters` and `prohibit`
//! count: SkillBag names its dependencies and conflict rules for the two contexts alone.

use super::Problem;
use super::fences::fences;
use super::skill::read_dependencies;
use crate::format::definition::as_text;
use crate::format::skillbag_fields::Dependency;
use crate::source::locator::{self, SourceLocation};
use serde_json::{Map, Value};
use std::path::Path;

/// The contents of one context file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// Name of the file.
    pub file: String,
    /// In the order of the file; of one name the last counts.
    pub dependencies: Vec<Dependency>,
    parameters: Map<String, Value>,
    tags: Vec<(String, Retag)>,
    /// Skills that contradict each other, and which one counts.
    pub winners: Vec<Winner>,
    prohibitions: Vec<Prohibition>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Retag {
    add: Vec<String>,
    remove: Vec<String>,
}

/// A rule about skills that contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Winner {
    /// The skills, at least two.
    pub skills: Vec<String>,
    /// The one of them that counts.
    pub winner: String,
}

#[derive(Clone, Debug, PartialEq)]
struct Prohibition {
    skill: Option<String>,
    parameter: Option<String>,
    value: Option<Value>,
}

impl Context {
    /// The values and prohibitions of SKILLBAG.md. Its other blocks may be examples.
    pub(super) fn of_entrypoint(text: &str, problems: &mut Vec<Problem>) -> Context {
        let mut context = Context { file: super::ENTRYPOINT.to_owned(), ..Context::default() };
        let (blocks, bad) = fences(text);
        for bad in bad {
            let message = format!("The yaml block cannot be read: {}", bad.message);
            problems.push(Problem::warning("CONTEXT_YAML", super::ENTRYPOINT, message).at(bad.line));
        }
        for mut block in blocks {
            block.fields.retain(|key, _| key == "parameters" || key == "prohibit");
            context.block(&block.fields, Path::new(""), problems);
        }
        context
    }

    /// `folder`: relative sources of dependencies are taken from there.
    pub(super) fn read(file: &str, text: &str, folder: &Path, problems: &mut Vec<Problem>) -> Context {
        let mut context = Context { file: file.to_owned(), ..Context::default() };
        let (blocks, bad) = fences(text);
        for bad in bad {
            let message = format!("The yaml block cannot be read: {}", bad.message);
            problems.push(Problem::error("CONTEXT_YAML", file, message).at(bad.line));
        }
        for block in blocks {
            let mut found = Vec::new();
            context.block(&block.fields, folder, &mut found);
            problems.extend(found.into_iter().map(|problem: Problem| problem.at(block.line)));
        }
        context
    }

    fn block(&mut self, fields: &Map<String, Value>, folder: &Path, problems: &mut Vec<Problem>) {
        let file = self.file.clone();
        if let Some(list) = fields.get("dependencies") {
            for found in read_dependencies(list, &file, problems) {
                let unpinned =
                    found.version.is_none() && found.source.as_deref().is_some_and(|source| has_versions(source, folder));
                if self.file == super::CONTEXT && (found.source.is_none() || unpinned) {
                    let message = format!("The dependency '{}' needs a source and, of a repository, a version", found.name);
                    problems.push(Problem::error("CONTEXT_DEPENDENCY", &file, message));
                }
                self.dependencies.retain(|known| known.name != found.name);
                self.dependencies.push(found);
            }
        }
        if let Some(Value::Object(values)) = fields.get("parameters") {
            for (name, value) in values {
                match (self.parameters.get_mut(name), value) {
                    (Some(Value::Object(known)), Value::Object(more)) => known.extend(more.clone()),
                    _ => {
                        self.parameters.insert(name.clone(), value.clone());
                    }
                }
            }
        }
        if let Some(Value::Object(skills)) = fields.get("tags") {
            for (skill, change) in skills {
                self.tags
                    .push((skill.clone(), Retag { add: tag_list(change.get("add")), remove: tag_list(change.get("remove")) }));
            }
        }
        for item in list(fields, "conflict-resolution") {
            let skills: Vec<String> =
                item.get("skills").and_then(Value::as_array).into_iter().flatten().filter_map(as_text).collect();
            match item.get("winner").and_then(as_text).filter(|winner| skills.len() > 1 && skills.contains(winner)) {
                Some(winner) => self.winners.push(Winner { skills, winner }),
                None => problems.push(Problem::error(
                    "CONFLICT_RESOLUTION",
                    &file,
                    "An entry needs at least two 'skills' and a 'winner' that is one of them",
                )),
            }
        }
        for item in list(fields, "prohibit") {
            let text = |key: &str| item.get(key).and_then(as_text);
            self.prohibitions.push(Prohibition {
                skill: text("skill"),
                parameter: text("parameter"),
                value: item.get("value").cloned(),
            });
        }
    }

    /// The value for a parameter of a skill; one that is set for this skill counts before one for all.
    pub fn value(&self, skill: &str, parameter: &str) -> Option<&Value> {
        let own = self.parameters.get(skill).and_then(Value::as_object).and_then(|own| own.get(parameter));
        own.or_else(|| self.parameters.get(parameter).filter(|value| parameter != skill || !value.is_object()))
    }

    /// Whether this file forbids the skill altogether.
    pub fn forbids_skill(&self, skill: &str) -> bool {
        self.prohibitions.iter().any(|rule| rule.parameter.is_none() && rule.skill.as_deref() == Some(skill))
    }

    /// Whether this file forbids a value for a parameter of a skill.
    pub fn forbids(&self, skill: &str, parameter: &str, value: &Value) -> bool {
        self.prohibitions.iter().any(|rule| {
            rule.parameter.as_deref() == Some(parameter)
                && rule.skill.as_deref().is_none_or(|name| name == skill)
                && rule.value.as_ref().is_none_or(|forbidden| forbidden == value)
        })
    }

    pub(super) fn retag(&self, skill: &str, tags: &mut Vec<String>) {
        for (_, change) in self.tags.iter().filter(|(name, _)| name == skill || name == "*") {
            tags.retain(|tag| !change.remove.contains(tag));
            tags.extend(change.add.iter().cloned());
        }
    }
}

/// Whether a source has versions: a repository has, a folder or an archive has not.
fn has_versions(source: &str, folder: &Path) -> bool {
    let place = locator::parse(source, folder, None).map(|source| source.place);
    matches!(place, Ok(SourceLocation::Git { .. } | SourceLocation::GitTree { .. }))
}

fn list<'a>(fields: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Value> {
    fields.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn tag_list(value: Option<&Value>) -> Vec<String> {
    let items = match value {
        Some(Value::Array(items)) => items.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    items.iter().filter_map(as_text).map(|tag| tag.trim_start_matches('#').to_owned()).collect()
}
