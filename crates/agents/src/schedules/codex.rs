//! The Codex app keeps each automation in `automations/ID/automation.toml` of Codex's configuration folder: `name`, `prompt`,
//! `status` (`ACTIVE` or `PAUSED`), `rrule` (RFC 5545), `cwds`. Only the times of its runs are in a database.

use super::{Entry, Found, agent, words};
use apprentice_skills::agents::targets::Machine;
use std::path::Path;
use toml_edit::{DocumentMut, Item};

pub(super) fn read(machine: &Machine) -> Vec<Found> {
    let Some(agent) = agent("codex") else { return Vec::new() };
    let Some(folder) = machine.config(agent).map(|config| config.join("automations")) else { return Vec::new() };
    let mut found = Found::new(agent, folder.clone());
    for automation in found.folders(&folder) {
        let path = automation.join("automation.toml");
        let Some(text) = found.text(&path) else { continue };
        match text.parse::<DocumentMut>() {
            Ok(document) => {
                let id = automation.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                found.add(entry(&document, id, &path, agent.id, agent.label));
            }
            Err(error) => found.fails(&path, &error.message()),
        }
    }
    vec![found]
}

fn entry(document: &DocumentMut, id: &str, path: &Path, agent_id: &'static str, agent: &'static str) -> Entry {
    let text = |key: &str| document.get(key).and_then(Item::as_str).map(str::to_owned);
    let folders = document.get("cwds").and_then(Item::as_array);
    let folders: Vec<&str> = folders.into_iter().flatten().filter_map(|folder| folder.as_str()).collect();
    let rule = text("rrule").unwrap_or_default();
    Entry {
        id: id.to_owned(),
        agent_id,
        agent,
        title: text("name").unwrap_or_else(|| id.to_owned()),
        prompt: text("prompt").unwrap_or_default(),
        when: words::of_rule(&rule),
        repeats: rule.split(';').all(|part| part.trim() != "COUNT=1"),
        enabled: text("status").map(|status| status == "ACTIVE"),
        folder: (!folders.is_empty()).then(|| folders.join(", ")),
        file: path.to_path_buf(),
    }
}
