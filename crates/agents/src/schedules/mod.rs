//! Work that agents will do by themselves, read from the files in which they keep it. Nothing is written.
//!
//! Each module reads one agent's format. What a file does not say is left out: no time is guessed.

mod claude_code;
mod codex;
mod openclaw;
mod systemd;
mod words;

use apprentice_contracts::schedule::{ScheduleSource, ScheduleSourceState};
use apprentice_skills::agents::table::{self, Agent};
use apprentice_skills::agents::targets::Machine;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 4 << 20;
/// The most entries of one source.
const MAX_ENTRIES: usize = 500;

/// One entry of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id in its source.
    pub id: String,
    /// The agent that does the work, by its id in the table of agents.
    pub agent_id: &'static str,
    /// Name of the agent for people.
    pub agent: &'static str,
    /// Its title.
    pub title: String,
    /// The prompt of the agent, or the command that starts it.
    pub prompt: String,
    /// When it is done, in words.
    pub when: String,
    /// Whether it is done more than once.
    pub repeats: bool,
    /// Whether it is switched on. `None`: the file does not say it.
    pub enabled: Option<bool>,
    /// The folder that the agent works in.
    pub folder: Option<String>,
    /// The file that says all this.
    pub file: PathBuf,
}

/// Reads every source of this machine. A source that cannot be read says why; it hides no other.
pub fn read_all(machine: &Machine) -> (Vec<Entry>, Vec<ScheduleSource>) {
    let (mut entries, mut sources) = (Vec::new(), Vec::new());
    for reading in [openclaw::read(machine), codex::read(machine), claude_code::read(machine), systemd::read(machine)] {
        for found in reading {
            let state = match &found.problem {
                Some(_) => ScheduleSourceState::Unreadable,
                None if found.there => ScheduleSourceState::Read,
                None => ScheduleSourceState::Absent,
            };
            sources.push(ScheduleSource {
                agent_id: found.agent_id.to_owned(),
                agent: found.agent.to_owned(),
                path: found.path.display().to_string(),
                state,
                found: found.entries.len() as u32,
                problem: found.problem,
            });
            entries.extend(found.entries);
        }
    }
    entries.sort_by(|a, b| (a.agent, &a.title, &a.id).cmp(&(b.agent, &b.title, &b.id)));
    (entries, sources)
}

/// What was found in one place.
struct Found {
    agent_id: &'static str,
    agent: &'static str,
    path: PathBuf,
    there: bool,
    entries: Vec<Entry>,
    problem: Option<String>,
}

impl Found {
    fn new(agent: &'static Agent, path: PathBuf) -> Self {
        Self { agent_id: agent.id, agent: agent.label, path, there: false, entries: Vec::new(), problem: None }
    }

    /// Keeps the first problem: one is enough to say that something is missing.
    fn fails(&mut self, path: &Path, reason: &dyn std::fmt::Display) {
        self.problem.get_or_insert_with(|| format!("{} cannot be read: {reason}", path.display()));
    }

    fn add(&mut self, entry: Entry) {
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(entry);
        } else {
            self.problem.get_or_insert_with(|| format!("Only the first {MAX_ENTRIES} entries are shown."));
        }
    }

    /// The text of a file. `None`: it is not there, or it cannot be read, which is noted.
    fn text(&mut self, path: &Path) -> Option<String> {
        match text(path) {
            Ok(text) => {
                self.there = true;
                Some(text)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.fails(path, &error);
                None
            }
        }
    }

    /// The folders in a folder, sorted.
    fn folders(&mut self, path: &Path) -> Vec<PathBuf> {
        let entries = match std::fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => {
                self.fails(path, &error);
                return Vec::new();
            }
        };
        self.there = true;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.sort();
        found
    }
}

fn text(path: &Path) -> io::Result<String> {
    let file = std::fs::File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    let mut text = String::new();
    file.take(MAX_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is longer than {MAX_FILE} bytes")));
    }
    Ok(text)
}

fn agent(id: &str) -> Option<&'static Agent> {
    table::AGENTS.iter().find(|agent| agent.id == id)
}

/// The first line of a text, for an entry without a title.
fn first_line(text: &str) -> String {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("Without a title").to_owned()
}

#[cfg(test)]
#[path = "schedules_test.rs"]
mod tests;
