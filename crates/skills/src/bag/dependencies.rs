//! Dependencies between skills. Precedence: an override, an installed skill, the declaration of the skill that needs it. Cycles
//! are invalid, and one name with two sources or versions is an error.

use super::{Bag, BagSkill, Problem, ROOT};
use crate::format::skillbag_fields::Dependency;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Where a dependency comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// An override in a context file.
    Override,
    /// The skill is installed.
    Local,
    /// The skill that needs it names the source.
    Declaration,
    /// No source is declared; the dependency is required anyway.
    Nowhere,
}

/// A resolved dependency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resolved {
    /// Canonical name.
    pub name: String,
    /// What decided about its source.
    pub from: From,
    /// Whether the skill is in the workspace.
    pub installed: bool,
    /// Whether any skill or file requires it.
    pub required: bool,
    /// Address of the source, if one is known.
    pub source: Option<String>,
    /// Tag, branch or commit, if one is given.
    pub version: Option<String>,
    /// Skills and files that ask for it.
    pub asked_by: Vec<String>,
}

/// All dependencies of the workspace's skills and contexts, by name.
pub fn resolve(bag: &Bag) -> Vec<Resolved> {
    let mut names: BTreeMap<String, Vec<(String, Dependency)>> = BTreeMap::new();
    for context in bag.contexts() {
        for dependency in &context.dependencies {
            names.entry(dependency.name.clone()).or_default().push((context.file.clone(), dependency.clone()));
        }
    }
    for skill in bag.skills.values() {
        for dependency in &skill.dependencies {
            names.entry(dependency.name.clone()).or_default().push((skill.name.clone(), dependency.clone()));
        }
    }
    names.into_iter().map(|(name, asked)| one(bag, name, &asked)).collect()
}

fn one(bag: &Bag, name: String, asked: &[(String, Dependency)]) -> Resolved {
    let overridden = override_of(bag, &name);
    let installed = bag.skills.contains_key(&name);
    let declared = asked.iter().map(|(_, dependency)| dependency).find(|dependency| dependency.source.is_some());
    let (from, chosen) = match (overridden, installed, declared) {
        (Some(found), ..) => (From::Override, Some(found)),
        (None, true, declared) => (From::Local, declared),
        (None, false, Some(found)) => (From::Declaration, Some(found)),
        (None, false, None) => (From::Nowhere, None),
    };
    Resolved {
        from,
        installed,
        required: asked.iter().any(|(_, dependency)| dependency.required),
        source: chosen.and_then(|found| found.source.clone()),
        version: chosen.and_then(|found| found.version.clone()),
        asked_by: asked.iter().map(|(who, _)| who.clone()).collect(),
        name,
    }
}

/// The dependency in a context file that gives it a source; the user's file comes first.
pub(super) fn override_of<'a>(bag: &'a Bag, name: &str) -> Option<&'a Dependency> {
    bag.contexts().flat_map(|context| &context.dependencies).find(|found| found.name == name && found.source.is_some())
}

/// Cycles, conflicts, and missing dependencies.
pub(super) fn problems(bag: &Bag) -> Vec<Problem> {
    let mut found = cycles(&bag.skills);
    found.extend(conflicts(bag, &bag.skills));
    for needed in resolve(bag).into_iter().filter(|needed| !needed.installed) {
        let message = format!("'{}' is not installed; asked for by {}", needed.name, needed.asked_by.join(", "));
        let path = format!("{ROOT}/{}", needed.name);
        found.push(match needed.required {
            true => Problem::error("DEPENDENCY_MISSING", path, message),
            false => Problem::warning("DEPENDENCY_MISSING", path, message),
        });
    }
    found
}

/// One problem for each cycle.
pub(super) fn cycles(skills: &BTreeMap<String, BagSkill>) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut done = BTreeSet::new();
    for name in skills.keys() {
        walk(name, skills, &mut Vec::new(), &mut done, &mut found);
    }
    found
}

fn walk(
    name: &str,
    skills: &BTreeMap<String, BagSkill>,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
    found: &mut Vec<Problem>,
) {
    if let Some(start) = way.iter().position(|known| known == name) {
        let circle = [&way[start..], &[name.to_owned()]].concat().join(" -> ");
        found.push(Problem::error(
            "DEPENDENCY_CYCLE",
            format!("{ROOT}/{name}/SKILL.md"),
            format!("The dependencies form a cycle: {circle}"),
        ));
        return;
    }
    let Some(skill) = skills.get(name).filter(|_| !done.contains(name)) else { return };
    way.push(name.to_owned());
    for dependency in &skill.dependencies {
        walk(&dependency.name, skills, way, done, found);
    }
    way.pop();
    done.insert(name.to_owned());
}

/// One name with two sources or two versions, where no override decides.
pub(super) fn conflicts(bag: &Bag, skills: &BTreeMap<String, BagSkill>) -> Vec<Problem> {
    let mut asked: BTreeMap<&str, Vec<(&str, &Dependency)>> = BTreeMap::new();
    for skill in skills.values() {
        for dependency in skill.dependencies.iter().filter(|dependency| dependency.source.is_some()) {
            asked.entry(&dependency.name).or_default().push((&skill.name, dependency));
        }
    }
    let mut found = Vec::new();
    for (name, asked) in asked {
        let Some((first, same)) = asked.first().filter(|_| override_of(bag, name).is_none()) else { continue };
        for (who, other) in &asked[1..] {
            if same_place(same.source.as_deref(), other.source.as_deref()) && same.version == other.version {
                continue;
            }
            let message = format!(
                "'{first}' wants '{name}' from {}, '{who}' from {}; declare in CONTEXT.md which one to use",
                shown(same),
                shown(other)
            );
            let path = format!("{ROOT}/{who}/SKILL.md");
            // What nobody requires stops nothing: the first source counts.
            found.push(match same.required || other.required {
                true => Problem::error("DEPENDENCY_CONFLICT", path, message),
                false => Problem::warning("DEPENDENCY_CONFLICT", path, message),
            });
        }
    }
    found
}

fn shown(dependency: &Dependency) -> String {
    let source = dependency.source.as_deref().unwrap_or("nowhere");
    match &dependency.version {
        Some(version) => format!("{source} at {version}"),
        None => source.to_owned(),
    }
}

/// Whether two addresses mean the same place.
pub(super) fn same_place(one: Option<&str>, other: Option<&str>) -> bool {
    let plain = |text: &str| text.trim().trim_end_matches('/').trim_end_matches(".git").to_owned();
    one.map(plain) == other.map(plain)
}
