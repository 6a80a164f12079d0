//! Checks a workspace or a source against the rules of SkillBag.

use super::context::Context;
use super::{AGENTS, BOOTSTRAP, Bag, BagSkill, CATALOG, ENTRYPOINT, Problem, ROOT, USER_CONTEXT, catalog, dependencies};
use crate::format::bundle;
use crate::format::profile::Profile;
use crate::source::package::Package;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Everything that is wrong with a workspace.
pub fn check(bag: &Bag) -> Vec<Problem> {
    let mut found = bag.problems.clone();
    if bag.entrypoint.is_none() {
        found.push(Problem::error("ENTRYPOINT_MISSING", ENTRYPOINT, "The file is required; `apprentice bag init` writes it"));
    }
    let folders = folders(bag);
    let root = bag.folder.join(ROOT);
    match &bag.catalog {
        Some(text) => found.extend(catalog::check(text, &bag.skills, &folders)),
        None if root.is_dir() => {
            found.push(Problem::error(
                "CATALOG_FILE_MISSING",
                CATALOG,
                "The file is required; `apprentice bag catalog` writes it",
            ));
        }
        None => {}
    }
    if bag.entrypoint.is_some() && !bag.skills.contains_key(BOOTSTRAP) {
        let message = format!("The reserved skill is missing or not valid; `apprentice bag init` writes {ROOT}/{BOOTSTRAP}/");
        found.push(Problem::error("BOOTSTRAP_MISSING", ROOT, message));
    }
    found.extend(dependencies::problems(bag));
    found.extend(unknown_names(bag));
    if bag.user_context.is_some() && !is_ignored(bag) {
        let message = "It is personal and should not be tracked: add it to .gitignore";
        found.push(Problem::warning("USER_CONTEXT_TRACKED", USER_CONTEXT, message));
    }
    found
}

fn folders(bag: &Bag) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(bag.folder.join(ROOT)) else { return BTreeSet::new() };
    entries.flatten().filter(|entry| entry.path().is_dir()).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// A rule that names a skill that is not installed has no effect.
fn unknown_names(bag: &Bag) -> Vec<Problem> {
    let of = |context: &Context| -> Vec<Problem> {
        let named = context.winners.iter().flat_map(|rule| &rule.skills).filter(|name| !bag.skills.contains_key(*name));
        let say = |name: &String| {
            Problem::warning("CONFLICT_UNKNOWN", &context.file, format!("A conflict rule names '{name}', which is not installed"))
        };
        named.map(say).collect()
    };
    bag.contexts().flat_map(of).collect()
}

fn is_ignored(bag: &Bag) -> bool {
    if !bag.folder.join(".git").exists() {
        return true;
    }
    let rules = fs::read_to_string(bag.folder.join(".gitignore")).unwrap_or_default();
    rules.lines().map(str::trim).any(|rule| rule.trim_start_matches('/') == USER_CONTEXT)
}

/// A valid source: its skills, by name.
pub(super) struct Source {
    pub skills: BTreeMap<String, BagSkill>,
    /// The text of AGENTS.md, when it may ask for more than copying.
    pub extra_steps: Option<String>,
}

/// Everything that is wrong with a source. `label` names it in the problems.
pub fn check_source(package: &Package, label: &str) -> Vec<Problem> {
    read_source(package, label).err().unwrap_or_default()
}

pub(super) fn read_source(package: &Package, label: &str) -> Result<Source, Vec<Problem>> {
    let mut problems = Vec::new();
    let text = |path: &str| package.files.0.get(path).and_then(|bytes| std::str::from_utf8(bytes).ok());
    let at = |path: &str| format!("{label}: {path}");
    match text(AGENTS) {
        None => problems.push(Problem::error("SOURCE_AGENTS", at(AGENTS), "A source must have this file")),
        Some(agents) => {
            if !agents.contains("SKILLBAG") {
                problems.push(Problem::error("SOURCE_AGENTS", at(AGENTS), "The file must identify the repository as SKILLBAG"));
            }
            if !agents.contains(ROOT) {
                problems.push(Problem::error("SOURCE_AGENTS", at(AGENTS), "The file must say that skills live under .skills/"));
            }
        }
    }
    let prefix = format!("{ROOT}/");
    let inside = package.files.0.keys().filter_map(|path| path.strip_prefix(&prefix));
    let folders: BTreeSet<String> = inside.filter_map(|path| path.split_once('/')).map(|(folder, _)| folder.to_owned()).collect();
    if folders.is_empty() {
        problems.push(Problem::error("SOURCE_SKILLS", at(ROOT), "A source must have skills in this folder"));
    }
    let mut skills = BTreeMap::new();
    for folder in folders.iter().filter(|folder| !folder.starts_with('.')) {
        let path = format!("{prefix}{folder}/SKILL.md");
        let Some(content) = text(&path) else {
            problems.push(Problem::error("SKILL_FILE", at(&path), "The skill has no SKILL.md"));
            continue;
        };
        match bundle::read(content, folder, Profile::Lenient) {
            Ok(bundle) => {
                if let Some(skill) = BagSkill::of(&bundle, folder, &at(&path), &mut problems) {
                    skills.insert(folder.clone(), skill);
                }
            }
            Err(finding) => problems.push(Problem::error("SKILL_INVALID", at(&path), finding.message)),
        }
    }
    match text(CATALOG) {
        None => problems.push(Problem::error("CATALOG_FILE_MISSING", at(CATALOG), "A source must have this file")),
        Some(catalog) => problems.extend(catalog::check(catalog, &skills, &folders).into_iter().map(|problem| {
            let path = at(&problem.path);
            Problem { path, ..problem }
        })),
    }
    if problems.iter().any(|problem| problem.severity == super::Severity::Error) {
        return Err(problems);
    }
    Ok(Source { skills, extra_steps: text(AGENTS).filter(|agents| asks_for_more(agents)).map(str::to_owned) })
}

fn asks_for_more(agents: &str) -> bool {
    let plain = agents.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let none = [
        "no additional installation step",
        "no extra installation step",
        "no further installation step",
        "no additional step",
        "no extra step",
    ];
    !none.iter().any(|words| plain.contains(words))
}
