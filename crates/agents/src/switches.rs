//! An agent's own setting that takes one skill out of use. Only where its manual names one: OpenClaw has
//! `skills.entries.<key>.enabled` in `openclaw.json`. What other agents have (such as Claude Code's `disable-model-invocation`)
//! changes who may call a skill, not whether it is there.

use crate::Trouble;
use crate::clients::{Client, find};
use crate::connect::{read, replace_text};
use crate::edit::{Place, at};
use apprentice_skills::agents::targets::Machine;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Label of the agent that has a switch for one skill.
pub const AGENT: &str = "OpenClaw";
const ID: &str = "openclaw";
const ENTRIES: [&str; 2] = ["skills", "entries"];
const ENABLED: &str = "enabled";

/// Which skills are switched off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    off: BTreeSet<String>,
}

impl Switches {
    pub fn is_off(&self, key: &str) -> bool {
        self.off.contains(key)
    }

    /// Whether no agent of those that read a skill has it in use.
    pub fn off_for_all<A: AsRef<str>>(&self, agents: &[A], key: &str) -> bool {
        !agents.is_empty() && agents.iter().all(|agent| agent.as_ref() == AGENT) && self.is_off(key)
    }
}

/// As the configuration has it now. One that is not there or cannot be read switches nothing off.
pub fn read_all(machine: &Machine) -> Switches {
    let Some((client, file)) = configuration(machine) else { return Switches::default() };
    let text = read(&file).ok().flatten().unwrap_or_default();
    let meaning = client.format.read(&text).unwrap_or_default();
    let entries = meaning.get(ENTRIES[0]).and_then(|skills| skills.get(ENTRIES[1])).and_then(Value::as_object);
    let is_off = |entry: &Value| entry.get(ENABLED) == Some(&Value::Bool(false));
    let off = entries.into_iter().flatten().filter(|(_, entry)| is_off(entry)).map(|(key, _)| key.clone());
    Switches { off: off.collect() }
}

/// The file that holds the switches, where the agent is here.
pub fn file(machine: &Machine) -> Option<PathBuf> {
    configuration(machine).map(|(_, file)| file)
}

fn configuration(machine: &Machine) -> Option<(&'static Client, PathBuf)> {
    let client = find(ID).filter(|client| machine.has(client.agent()))?;
    Some((client, client.file(machine)?))
}

/// Switches that are turned together: the file is read once and written once. Everything else in it stays as it is written.
pub struct Turning {
    client: &'static Client,
    file: PathBuf,
    before: Option<String>,
    text: String,
}

impl Turning {
    pub fn begin(machine: &Machine) -> Result<Self, Trouble> {
        let (client, file) = configuration(machine).ok_or(Trouble::NoHome)?;
        let before = read(&file)?;
        let text = before.clone().unwrap_or_default();
        Ok(Self { client, file, before, text })
    }

    /// Switches the skill of this key on or off.
    pub fn turn(&mut self, key: &str, enabled: bool) -> Result<(), Trouble> {
        let place = Place { path: &[ENTRIES[0], ENTRIES[1], key], name: ENABLED };
        let format = &self.client.format;
        let unreadable = |why| Trouble::Unreadable { path: self.file.clone(), why };
        let meaning = format.read(&self.text).map_err(unreadable)?;
        // Whoever never wrote a switch has it on.
        if enabled && at(&meaning, place).is_none() {
            return Ok(());
        }
        self.text = format.put(&self.text, place, Some(&json!(enabled))).map_err(|why| {
            let fresh = format.put("", place, Some(&json!(enabled)));
            Trouble::Unchangeable { path: self.file.clone(), why, snippet: fresh.unwrap_or_default() }
        })?;
        Ok(())
    }

    /// Nothing is written where nothing is otherwise than it was.
    pub fn write(self) -> Result<(), Trouble> {
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

    fn set(machine: &Machine, key: &str, enabled: bool) -> Result<(), Trouble> {
        let mut turning = Turning::begin(machine)?;
        turning.turn(key, enabled)?;
        turning.write()
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
        assert!(matches!(set(&machine, "tidy", false), Err(Trouble::Unreadable { .. })));
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
