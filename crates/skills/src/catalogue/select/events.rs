//! The four events of a selection, with their payloads.

use super::SkillSelection;
use apprentice_contracts::skill::SkillsListResponse;
use serde::Serialize;

/// One event; as JSON `{"event":"SKILLS_SELECTED","payload":{…}}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", content = "payload", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event {
    /// The skills that can be chosen.
    SkillsDiscovered {
        /// Id of the run.
        run_id: String,
        /// Number of skills.
        count: usize,
        /// Folders that were searched.
        locations: Vec<String>,
        /// Names of the skills.
        names: Vec<String>,
    },
    /// The choice.
    SkillsSelected(SkillSelection),
    /// A skill could not be loaded.
    SkillsLoadFailed {
        /// Id of the run.
        run_id: String,
        /// Name of the skill, or of its folder.
        name: String,
        /// The reason, for people.
        error: String,
    },
    /// The text of a chosen skill was cut.
    SkillsTruncated {
        /// Id of the run.
        run_id: String,
        /// Name of the skill.
        name: String,
        /// Characters that were kept.
        max_chars: usize,
    },
}

/// The event for the skills of a listing; `names` are those that can be chosen.
pub fn discovered(run_id: &str, listed: &SkillsListResponse, names: Vec<String>) -> Event {
    let locations = listed.roots.iter().map(|root| root.path.clone()).collect();
    Event::SkillsDiscovered { run_id: run_id.to_owned(), count: names.len(), locations, names }
}

/// The event for a skill that could not be loaded.
pub fn load_failed(run_id: &str, name: &str, error: &str) -> Event {
    Event::SkillsLoadFailed { run_id: run_id.to_owned(), name: name.to_owned(), error: error.to_owned() }
}
