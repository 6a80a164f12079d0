//! The four events of a selection, with their payloads.

use super::SkillSelection;
use apprentice_contracts::skill::SkillsListResponse;
use serde::Serialize;

/// One event; as JSON `{"event":"SKILLS_SELECTED","payload":{…}}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", content = "payload", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event {
    SkillsDiscovered { run_id: String, count: usize, locations: Vec<String>, names: Vec<String> },
    SkillsSelected(SkillSelection),
    SkillsLoadFailed { run_id: String, name: String, error: String },
    SkillsTruncated { run_id: String, name: String, max_chars: usize },
}

/// `names` are those that can be chosen.
pub fn discovered(run_id: &str, listed: &SkillsListResponse, names: Vec<String>) -> Event {
    let locations = listed.roots.iter().map(|root| root.path.clone()).collect();
    Event::SkillsDiscovered { run_id: run_id.to_owned(), count: names.len(), locations, names }
}

pub fn load_failed(run_id: &str, name: &str, error: &str) -> Event {
    Event::SkillsLoadFailed { run_id: run_id.to_owned(), name: name.to_owned(), error: error.to_owned() }
}
