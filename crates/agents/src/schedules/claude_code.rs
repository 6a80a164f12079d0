//! Claude Code keeps lasting tasks of a project in `.claude/scheduled_tasks.json` (`{"tasks":[{id, cron, prompt, recurring}]}`), and the
//! Claude app the prompt of each of its tasks in `scheduled-tasks/ID/SKILL.md` of Claude's folder; the app keeps the times for itself.
//! The projects are those that `.claude.json` lists.

use super::{Entry, Found, agent, first_line, words};
use apprentice_skills::agents::table::Agent;
use apprentice_skills::agents::targets::Machine;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The most projects that are looked into.
const MAX_PROJECTS: usize = 200;

pub(super) fn read(machine: &Machine) -> Vec<Found> {
    let Some(agent) = agent("claude-code") else { return Vec::new() };
    let Some(config) = machine.config(agent) else { return Vec::new() };
    let mut all = vec![of_the_app(agent, &config.join("scheduled-tasks"))];
    let usual = config.join("scheduled_tasks.json");
    all.push(of_file(agent, &usual, None));
    for project in projects(machine) {
        let path = project.join(".claude/scheduled_tasks.json");
        if path != usual {
            let found = of_file(agent, &path, Some(&project));
            // Most projects have none, and a list of them would say nothing.
            all.extend(Some(found).filter(|found| found.there || found.problem.is_some()));
        }
    }
    all
}

fn projects(machine: &Machine) -> Vec<PathBuf> {
    let Some(path) = machine.user_home.as_ref().map(|home| home.join(".claude.json")) else { return Vec::new() };
    let value = super::text(&path).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let names: BTreeSet<PathBuf> = value
        .as_ref()
        .and_then(|value| value["projects"].as_object())
        .into_iter()
        .flatten()
        .map(|(name, _)| PathBuf::from(name))
        .filter(|path| path.is_absolute())
        .collect();
    names.into_iter().take(MAX_PROJECTS).collect()
}

fn of_file(agent: &'static Agent, path: &Path, project: Option<&Path>) -> Found {
    let mut found = Found::new(agent, path.to_path_buf());
    let Some(text) = found.text(path) else { return found };
    match serde_json::from_str::<Value>(&text) {
        Ok(value) => {
            for task in value["tasks"].as_array().into_iter().flatten() {
                let prompt = task["prompt"].as_str().unwrap_or_default().to_owned();
                let repeats = task["recurring"].as_bool().unwrap_or(false);
                let when = words::of_cron(task["cron"].as_str().unwrap_or_default());
                found.add(Entry {
                    id: task["id"].as_str().unwrap_or(&prompt).to_owned(),
                    agent_id: agent.id,
                    agent: agent.label,
                    title: first_line(&prompt),
                    prompt,
                    when: if repeats { when } else { format!("Once: {when}") },
                    repeats,
                    // A task in the file is waiting; one that is switched off is deleted.
                    enabled: Some(true),
                    folder: project.map(|project| project.display().to_string()),
                    file: path.to_path_buf(),
                });
            }
        }
        Err(error) => found.fails(path, &error),
    }
    found
}

fn of_the_app(agent: &'static Agent, folder: &Path) -> Found {
    let mut found = Found::new(agent, folder.to_path_buf());
    for task in found.folders(folder) {
        let path = task.join("SKILL.md");
        let Some(text) = found.text(&path) else { continue };
        let id = task.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        found.add(Entry {
            title: id.replace('-', " "),
            id,
            agent_id: agent.id,
            agent: agent.label,
            prompt: body(&text).trim().to_owned(),
            when: "The Claude app keeps the times".to_owned(),
            repeats: true,
            enabled: None,
            folder: None,
            file: path,
        });
    }
    found
}

/// The text after the front matter.
fn body(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("---") else { return text };
    rest.find("\n---").map_or(text, |end| rest[end + 4..].trim_start_matches('-'))
}
