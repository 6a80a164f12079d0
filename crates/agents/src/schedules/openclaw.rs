//! OpenClaw keeps the jobs of its gateway in `cron/jobs.json` of its configuration folder, or in the file that `cron.store` of
//! `openclaw.json` names: `{"jobs":[{id, name, enabled, schedule: {kind: cron|every|at, …}, payload: {kind: agentTurn|systemEvent, …}}]}`
//! (docs.openclaw.ai, *Cron jobs*).

use super::{Entry, Found, agent, first_line, words};
use apprentice_skills::agents::targets::Machine;
use serde_json::Value;
use std::path::{Path, PathBuf};

pub(super) fn read(machine: &Machine) -> Vec<Found> {
    let Some(agent) = agent("openclaw") else { return Vec::new() };
    let Some(config) = machine.config(agent) else { return Vec::new() };
    let path = store(machine, &config).unwrap_or_else(|| config.join("cron/jobs.json"));
    let mut found = Found::new(agent, path.clone());
    let Some(text) = found.text(&path) else { return vec![found] };
    match serde_json::from_str::<Value>(&text) {
        Ok(value) => {
            for job in value["jobs"].as_array().into_iter().flatten() {
                found.add(entry(job, &path, agent.id, agent.label));
            }
        }
        Err(error) => found.fails(&path, &error),
    }
    vec![found]
}

/// The file that the configuration names. `None`: the usual one.
fn store(machine: &Machine, config: &Path) -> Option<PathBuf> {
    let text = super::text(&config.join("openclaw.json")).ok()?;
    let value: Value = jsonc_parser::parse_to_serde_value(&text, &Default::default()).ok()?;
    let named = value.pointer("/cron/store")?.as_str()?;
    match named.strip_prefix("~/") {
        Some(rest) => Some(machine.user_home.as_ref()?.join(rest)),
        None => Some(PathBuf::from(named)).filter(|path| path.is_absolute()),
    }
}

fn entry(job: &Value, path: &Path, agent_id: &'static str, agent: &'static str) -> Entry {
    let payload = &job["payload"];
    let prompt = payload["message"].as_str().or_else(|| payload["text"].as_str()).unwrap_or_default().to_owned();
    let title = job["name"].as_str().filter(|name| !name.trim().is_empty()).map_or_else(|| first_line(&prompt), str::to_owned);
    let schedule = &job["schedule"];
    let (when, repeats) = match schedule["kind"].as_str() {
        Some("cron") => {
            let zone = schedule["tz"].as_str().map(|zone| format!(" ({zone})")).unwrap_or_default();
            (format!("{}{zone}", words::of_cron(schedule["expr"].as_str().unwrap_or_default())), true)
        }
        Some("every") => (words::of_interval(schedule["everyMs"].as_u64().unwrap_or_default() / 1000), true),
        Some("at") => {
            // Older versions keep the moment as `atMs`.
            let at = schedule["at"].as_str().map(str::to_owned).or_else(|| schedule["atMs"].as_u64().and_then(words::of_millis));
            (at.map_or_else(|| "Once".to_owned(), |at| format!("Once, at {at}")), false)
        }
        _ => ("The file does not say when".to_owned(), true),
    };
    Entry {
        id: job["id"].as_str().unwrap_or(&title).to_owned(),
        agent_id,
        agent,
        title,
        prompt,
        when,
        repeats,
        enabled: Some(job["enabled"].as_bool().unwrap_or(true)),
        folder: None,
        file: path.to_path_buf(),
    }
}
