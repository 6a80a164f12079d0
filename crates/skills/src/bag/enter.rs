//! Entering a workspace, once per session: which files to read in which order, and which skills to run.

use super::dependencies::{self, Resolved};
use super::{Bag, CATALOG, CONTEXT, ENTRYPOINT, Problem, USER_CONTEXT};
use serde::Serialize;
use std::collections::BTreeMap;

/// What an agent does to enter a workspace.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// In the order in which they are done.
    pub steps: Vec<Step>,
    /// `#run/always` skills in their order: at entry and before every response.
    pub run_always: Vec<String>,
    /// `#run/last` skills in their order: before the response, after all others.
    pub run_last: Vec<String>,
    /// For each skill the companions that also run when it does, as far as they are installed.
    pub companions: BTreeMap<String, Vec<String>>,
    /// Dependencies that are not installed. With any, initialize first.
    pub missing: Vec<Resolved>,
    /// What to ask the user before skill-dependent work.
    pub prompt: Option<String>,
    /// Problems of the workspace.
    pub problems: Vec<Problem>,
    /// Whether nothing required is missing.
    pub ready: bool,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its number in SkillBag's sequence; several steps may share one.
    pub number: u8,
    /// What to do.
    pub action: Action,
    /// The file or the skill.
    pub target: String,
    /// Whether the file is there.
    pub present: bool,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Read a file.
    Read,
    /// Apply the order of precedence.
    ApplyPrecedence,
    /// Run a skill.
    Run,
}

/// The steps to enter `bag`.
pub fn enter(bag: &Bag) -> Entry {
    let (run_always, run_last) = (tagged(bag, "run/always"), tagged(bag, "run/last"));
    let read = |number, target: &str, present| Step { number, action: Action::Read, target: target.to_owned(), present };
    let mut steps = vec![
        read(1, ENTRYPOINT, bag.entrypoint.is_some()),
        read(2, CONTEXT, bag.context.is_some()),
        read(2, USER_CONTEXT, bag.user_context.is_some()),
        read(3, CATALOG, bag.catalog.is_some()),
        Step {
            number: 4,
            action: Action::ApplyPrecedence,
            target: "conversation, USER_CONTEXT.md, CONTEXT.md, SKILLBAG.md, skill defaults".to_owned(),
            present: true,
        },
    ];
    let run = |name: &String| Step { number: 5, action: Action::Run, target: name.clone(), present: true };
    steps.extend(run_always.iter().map(run));

    let mut problems = bag.problems.clone();
    if bag.entrypoint.is_none() {
        problems.push(Problem::error(
            "ENTRYPOINT_MISSING",
            ENTRYPOINT,
            "This folder is not a SkillBag workspace; `apprentice bag init` makes it one",
        ));
    }
    let missing: Vec<Resolved> =
        dependencies::resolve(bag).into_iter().filter(|needed| !needed.installed && needed.required).collect();
    let prompt = (!missing.is_empty()).then(|| {
        let names: Vec<&str> = missing.iter().map(|needed| needed.name.as_str()).collect();
        format!("These skills are declared and not installed: {}. Install them now (`apprentice bag install`)?", names.join(", "))
    });
    let ready = bag.entrypoint.is_some() && missing.is_empty();
    Entry { steps, run_always, run_last, companions: companions(bag), missing, prompt, problems, ready }
}

/// Sorted by name; skills that also have `run/last` come after the others.
fn tagged(bag: &Bag, wanted: &str) -> Vec<String> {
    let has = |tags: &[String], tag: &str| tags.iter().any(|known| known == tag);
    let forbidden = |name: &str| bag.files().any(|context| context.forbids_skill(name));
    let mut found: Vec<(bool, String)> = Vec::new();
    for skill in bag.skills.values().filter(|skill| !forbidden(&skill.name)) {
        let tags = bag.tags(skill);
        if has(&tags, wanted) {
            found.push((has(&tags, "run/last"), skill.name.clone()));
        }
    }
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

/// Skills named by `#use/<skill>`; those that are not installed are left out silently.
fn companions(bag: &Bag) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for skill in bag.skills.values() {
        let tags = bag.tags(skill);
        let named = tags.iter().filter_map(|tag| tag.strip_prefix("use/"));
        let there: Vec<String> = named.filter(|name| bag.skills.contains_key(*name)).map(str::to_owned).collect();
        if !there.is_empty() {
            all.insert(skill.name.clone(), there);
        }
    }
    all
}
