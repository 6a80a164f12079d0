//! The setting of an agent that switches one skill off. Only OpenClaw documents one: `skills.entries.<key>.enabled` in `openclaw.json`.
//! Settings of other agents, such as Claude Code's `disable-model-invocation`, change who may call a skill, not whether it is loaded.

use crate::ConfigurationError;
use crate::clients::{Client, find};
use crate::connect::{read, replace_text};
use crate::edit::{EntryPath, entry_at};
use apprentice_skills::agents::targets::Machine;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The label of the agent that has a switch for each skill.
pub const AGENT: &str = "OpenClaw";
const ID: &str = "openclaw";
const ENTRIES: [&str; 2] = ["skills", "entries"];
const ENABLED: &str = "enabled";

/// The skills that are switched off, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    off: BTreeSet<String>,
}

impl Switches {
    /// Whether the skill with this key is switched off.
    pub fn is_off(&self, key: &str) -> bool {
        self.off.contains(key)
    }

    /// Whether every agent that reads a skill has it switched off.
    pub fn off_for_all<A: AsRef<str>>(&self, agents: &[A], key: &str) -> bool {
        !agents.is_empty() && agents.iter().all(|agent| agent.as_ref() == AGENT) && self.is_off(key)
    }
}

/// Reads the switches. A configuration that does not exist or cannot be read switches nothing off.
pub fn read_all(machine: &Machine) -> Switches {
    let Some((client, file)) = configuration(machine) else { return Switches::default() };
    let text = read(&file).ok().flatten().unwrap_or_default();
    let meaning = client.format.read(&text).unwrap_or_default();
    let entries = meaning.get(ENTRIES[0]).and_then(|skills| skills.get(ENTRIES[1])).and_then(Value::as_object);
    let is_off = |entry: &Value| entry.get(ENABLED) == Some(&Value::Bool(false));
    let off = entries.into_iter().flatten().filter(|(_, entry)| is_off(entry)).map(|(key, _)| key.clone());
    Switches { off: off.collect() }
}

/// The file with the switches. `None`: the agent is not on this machine.
pub fn file(machine: &Machine) -> Option<PathBuf> {
    configuration(machine).map(|(_, file)| file)
}

fn configuration(machine: &Machine) -> Option<(&'static Client, PathBuf)> {
    let client = find(ID).filter(|client| machine.has(client.agent()))?;
    Some((client, client.file(machine)?))
}

/// Several changes of switches: the file is read once and written once, and everything else in it is kept.
pub struct SwitchChanges {
    client: &'static Client,
    file: PathBuf,
    before: Option<String>,
    text: String,
}

impl SwitchChanges {
    /// Reads the configuration.
    ///
    /// # Errors
    /// `NoHome`: the agent is not on this machine; `Unreadable`.
    pub fn open(machine: &Machine) -> Result<Self, ConfigurationError> {
        let (client, file) = configuration(machine).ok_or(ConfigurationError::NoHome)?;
        let before = read(&file)?;
        let text = before.clone().unwrap_or_default();
        Ok(Self { client, file, before, text })
    }

    /// Switches the skill with this key on or off, in memory.
    ///
    /// # Errors
    /// `Unreadable`, `Unchangeable`.
    pub fn set(&mut self, key: &str, enabled: bool) -> Result<(), ConfigurationError> {
        let target = EntryPath { path: &[ENTRIES[0], ENTRIES[1], key], name: ENABLED };
        let format = &self.client.format;
        let unreadable = |why| ConfigurationError::Unreadable { path: self.file.clone(), why };
        let meaning = format.read(&self.text).map_err(unreadable)?;
        // Without a switch a skill is on.
        if enabled && entry_at(&meaning, target).is_none() {
            return Ok(());
        }
        self.text = format.set_entry(&self.text, target, Some(&json!(enabled))).map_err(|why| {
            let fresh = format.set_entry("", target, Some(&json!(enabled)));
            ConfigurationError::Unchangeable { path: self.file.clone(), why, snippet: fresh.unwrap_or_default() }
        })?;
        Ok(())
    }

    /// Writes the changes. No-op when unchanged.
    ///
    /// # Errors
    /// `Changed`, `Unwritable`.
    pub fn write(self) -> Result<(), ConfigurationError> {
        if self.text == self.before.as_deref().unwrap_or_default() {
            return Ok(());
        }
        replace_text(&self.file, self.before.as_deref(), &self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn machine(folder: &tempfile::TempDir, text: Option<&str>) -> Machine {
        let config = folder.path().join(".openclaw");
        fs::create_dir_all(&config).unwrap();
        if let Some(text) = text {
            fs::write(config.join("openclaw.json"), text).unwrap();
        }
        Machine { user_home: Some(folder.path().to_path_buf()), ..Machine::default() }
    }

    fn set(machine: &Machine, key: &str, enabled: bool) -> Result<(), ConfigurationError> {
        let mut changes = SwitchChanges::open(machine)?;
        changes.set(key, enabled)?;
        changes.write()
    }

    fn written(folder: &tempfile::TempDir) -> String {
        fs::read_to_string(folder.path().join(".openclaw/openclaw.json")).unwrap()
    }

    #[test]
    fn a_switch_is_turned_and_everything_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let text = "{\n  // mine\n  skills: { entries: { \"tidy\": { enabled: true, env: { A: \"b\" } } } },\n}\n";
        let machine = machine(&folder, Some(text));
        set(&machine, "tidy", false).unwrap();
        assert!(read_all(&machine).is_off("tidy"));
        let now = written(&folder);
        assert!(now.contains("// mine") && now.contains("A: \"b\""), "{now}");
        set(&machine, "tidy", true).unwrap();
        assert_eq!(written(&folder), text);
    }

    #[test]
    fn without_a_configuration_one_is_made_only_to_switch_off() {
        let folder = tempfile::tempdir().unwrap();
        let machine = machine(&folder, None);
        set(&machine, "tidy", true).unwrap();
        assert!(!folder.path().join(".openclaw/openclaw.json").exists());
        set(&machine, "tidy", false).unwrap();
        assert!(read_all(&machine).is_off("tidy"));
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let machine = machine(&folder, Some("{ skills: "));
        assert!(matches!(set(&machine, "tidy", false), Err(ConfigurationError::Unreadable { .. })));
        assert_eq!((written(&folder).as_str(), read_all(&machine)), ("{ skills: ", Switches::default()));
    }

    #[test]
    fn a_skill_that_others_read_too_is_not_off_for_all() {
        let switches = Switches { off: ["tidy".to_owned()].into() };
        let agents = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(switches.off_for_all(&agents(&[AGENT]), "tidy"));
        assert!(!switches.off_for_all(&agents(&[AGENT, "Codex"]), "tidy"));
        assert!(!switches.off_for_all(&agents(&[]), "tidy"));
    }
}
