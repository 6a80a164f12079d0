//! Work that the agents of this machine will do by themselves, as their own files say. Apprentice reads it and never writes it.

use crate::ids::AbilityId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/agents/schedules`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SchedulesResponse {
    /// Every entry that could be read, by agent and title.
    pub schedules: Vec<ScheduledWork>,
    /// Where Apprentice looked, and what it found there.
    pub sources: Vec<ScheduleSource>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// One entry of an agent's schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScheduledWork {
    /// Identifies it among all entries: the source and the id in it.
    pub schedule_id: String,
    /// The agent that does the work, by its id in the table of agents.
    pub agent_id: String,
    /// Name of the agent for people.
    pub agent: String,
    /// Its title, at most 200 characters.
    pub title: String,
    /// The prompt of the agent, at most 2000 characters. Secrets are masked.
    pub prompt: String,
    /// When it is done, in words, as far as the file says it.
    pub when: String,
    /// Whether it is done more than once.
    pub repeats: bool,
    /// Whether it is switched on. Absent: the file does not say it.
    pub enabled: Option<bool>,
    /// The folder that the agent works in.
    pub folder: Option<String>,
    /// Absolute path of the file that says all this.
    pub file: String,
    /// The abilities that it uses.
    pub abilities: Vec<ScheduledAbility>,
}

/// An ability that scheduled work uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScheduledAbility {
    /// The ability.
    pub ability_id: AbilityId,
    /// Its title.
    pub title: String,
    /// How that is known.
    pub known_by: ScheduledAbilityEvidence,
    /// Whether agents can use it now.
    pub usable_now: bool,
}

/// How it is known that scheduled work uses an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScheduledAbilityEvidence {
    /// The prompt names it.
    Named,
    /// The lookup finds it for the prompt with a score of at least 0.3, as an agent's broker does (§0C.11C).
    Fits,
}

/// One place in which an agent keeps schedules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScheduleSource {
    /// The agent, or `systemd`.
    pub agent_id: String,
    /// Name for people.
    pub agent: String,
    /// Absolute path of the file or folder.
    pub path: String,
    /// What was found.
    pub state: ScheduleSourceState,
    /// Number of entries that were read.
    pub found: u32,
    /// What could not be read, and why.
    pub problem: Option<String>,
}

/// What was found in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleSourceState {
    /// It was read.
    Read,
    /// There is nothing.
    Absent,
    /// At least one entry could not be read; `problem` says why.
    Unreadable,
}
