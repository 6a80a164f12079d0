//! Our entries in the hooks of an agent: planned, shown, then written exactly as shown.

use super::agents::{HookAgent, Shape};
use crate::connect::{self, ConfigurationError, ConnectionStatus, Plan};
use crate::edit::{EntryPath, Format, list_at, set_items};
use apprentice_contracts::agent::{ConnectionChange, ConnectionState};
use apprentice_skills::agents::targets::Machine;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The command that our entries run.
pub const COMMAND: &str = "hook-agent";
const FAIL_CLOSED: &str = "--fail-closed";
/// The key of the mapping from events to entries.
const HOOKS: &str = "hooks";

/// What our entries start: the program with its first arguments, such as the home.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    /// The program.
    pub program: &'a Path,
    /// The home folder, if it is not the usual one.
    pub home: Option<&'a Path>,
    /// Whether tools are denied while the engine does not answer.
    pub fail_closed: bool,
}

impl Command<'_> {
    fn words(&self, agent: &HookAgent) -> Vec<String> {
        let mut words = vec![self.program.display().to_string(), COMMAND.to_owned(), agent.id.to_owned()];
        if let Some(home) = self.home {
            words.extend(["--home".to_owned(), home.display().to_string()]);
        }
        if self.fail_closed {
            words.push(FAIL_CLOSED.to_owned());
        }
        words
    }

    fn entry(&self, agent: &HookAgent, event: &str) -> Result<Value, ConfigurationError> {
        let mut words = self.words(agent);
        if agent.shape == Shape::Steps {
            words.insert(3, event.to_owned());
        }
        let line = shlex::try_join(words.iter().map(String::as_str));
        let unwritable = |_| "its path holds a character that no command line can hold".to_owned();
        let line =
            line.map_err(unwritable).map_err(|why| ConfigurationError::Unreadable { path: self.program.to_owned(), why })?;
        Ok(match agent.shape {
            Shape::Groups(timeout) => json!({ "hooks": [{ "type": "command", "command": line, "timeout": timeout }] }),
            Shape::Steps => json!({ "type": "command", "bash": line, "timeoutSec": 65 }),
        })
    }
}

/// Whether an entry starts this program's answers for an agent, whatever its path and options are.
fn is_ours(agent: &HookAgent, entry: &Value) -> bool {
    let starts_us = |line: &Value| {
        let words = line.as_str().and_then(shlex::split).unwrap_or_default();
        let program = words.first().and_then(|word| Path::new(word).file_stem()).is_some_and(|name| name == "apprentice");
        program && words.get(1).is_some_and(|word| word == COMMAND) && words.get(2).is_some_and(|word| word == agent.id)
    };
    match agent.shape {
        Shape::Groups(_) => {
            let handlers = entry.get("hooks").and_then(Value::as_array);
            handlers.is_some_and(|all| !all.is_empty() && all.iter().all(|handler| starts_us(&handler["command"])))
        }
        Shape::Steps => starts_us(&entry["bash"]),
    }
}

/// The file of its hooks, which need not exist. `None`: there is no home folder.
pub(crate) fn file(machine: &Machine, agent: &HookAgent) -> Option<PathBuf> {
    Some(machine.config(agent.agent())?.join(agent.file))
}

/// Reads whether the hooks of an agent ask Apprentice. `program` is `None` when the command-line program was not found.
pub fn status(machine: &Machine, agent: &HookAgent, program: Option<&Path>, home: Option<&Path>) -> ConnectionStatus {
    let file = file(machine, agent);
    if !machine.has(agent.agent()) {
        return ConnectionStatus { state: ConnectionState::NotInstalled, file, note: None };
    }
    let found = file.as_deref().map_or(Err(ConfigurationError::NoHome), |file| state(file, agent, program, home));
    let mut status = connect::status_of(file, found);
    status.note = status.note.or_else(|| agent.note.map(str::to_owned));
    status
}

fn state(
    file: &Path,
    agent: &HookAgent,
    program: Option<&Path>,
    home: Option<&Path>,
) -> Result<ConnectionState, ConfigurationError> {
    let unreadable = |why: String| ConfigurationError::Unreadable { path: file.to_path_buf(), why };
    let meaning = Format::Json.read(&connect::read(file)?.unwrap_or_default()).map_err(unreadable)?;
    let (mut ours, mut current) = (0, 0);
    for (_, name) in agent.events {
        let listed = list_at(&meaning, EntryPath { path: &[HOOKS], name }).map_err(unreadable)?;
        let own: Vec<Value> = listed.into_iter().filter(|entry| is_ours(agent, entry)).collect();
        let expected = |fail_closed| program.and_then(|program| Command { program, home, fail_closed }.entry(agent, name).ok());
        ours += own.len();
        current +=
            usize::from(own.len() == 1 && [false, true].into_iter().any(|closed| expected(closed).as_ref() == own.first()));
    }
    Ok(match (ours, current) {
        (0, _) => ConnectionState::Absent,
        (_, current) if current == agent.events.len() => ConnectionState::Connected,
        _ => ConnectionState::Outdated,
    })
}

/// Plans a change of the hooks of an agent as they are now.
///
/// # Errors
/// `NoHome`, `Unreadable`, `Unchangeable`.
pub fn plan(
    machine: &Machine,
    agent: &HookAgent,
    command: Command<'_>,
    change: ConnectionChange,
) -> Result<Plan, ConfigurationError> {
    let file = file(machine, agent).ok_or(ConfigurationError::NoHome)?;
    let before = connect::read(&file)?;
    let text = before.clone().unwrap_or_default();
    let all = |event: &'static str| command.entry(agent, event).map(|entry| (event, Some(entry)));
    let entries: Vec<(&str, Option<Value>)> = agent.events.iter().map(|(_, name)| all(name)).collect::<Result<_, _>>()?;
    let wanted = match change {
        ConnectionChange::Connect => entries.clone(),
        ConnectionChange::Disconnect => entries.iter().map(|(name, _)| (*name, None)).collect(),
    };
    let after = written(agent, &text, &wanted, change).map_err(|why| ConfigurationError::Unchangeable {
        path: file.clone(),
        why,
        snippet: written(agent, "", &entries, ConnectionChange::Connect).unwrap_or_default(),
    })?;
    Ok(Plan::new(file, before, after))
}

fn written(agent: &HookAgent, text: &str, entries: &[(&str, Option<Value>)], change: ConnectionChange) -> Result<String, String> {
    let text = match (agent.shape, change) {
        // A file of Copilot says its version.
        (Shape::Steps, ConnectionChange::Connect) => {
            Format::Json.set_entry(text, EntryPath { path: &[], name: "version" }, Some(&json!(1)))?
        }
        _ => text.to_owned(),
    };
    set_items(&text, &[HOOKS], entries, &|entry| is_ours(agent, entry))
}

/// Makes a change whose preview had the digest `shown`.
///
/// # Errors
/// Those of [`plan`], `Unwritable`, and `Changed` if the change would be different now.
pub fn apply(
    machine: &Machine,
    agent: &HookAgent,
    command: Command<'_>,
    change: ConnectionChange,
    shown: &str,
) -> Result<(), ConfigurationError> {
    plan(machine, agent, command, change)?.apply(shown)
}

#[cfg(test)]
mod tests {
    use super::super::agents::{HOOK_AGENTS, find};
    use super::*;
    use std::fs;

    fn world() -> (tempfile::TempDir, Machine) {
        let folder = tempfile::tempdir().unwrap();
        for name in [".claude", ".codex", ".gemini", ".copilot"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let machine = Machine { user_home: Some(folder.path().to_path_buf()), ..Machine::default() };
        (folder, machine)
    }

    fn command(fail_closed: bool) -> Command<'static> {
        Command { program: Path::new("/opt/my tools/apprentice"), home: Some(Path::new("/my home")), fail_closed }
    }

    fn state_of(machine: &Machine, agent: &HookAgent) -> ConnectionState {
        let command = command(false);
        status(machine, agent, Some(command.program), command.home).state
    }

    fn change(machine: &Machine, agent: &HookAgent, command: Command<'_>, change: ConnectionChange) -> Plan {
        let shown = plan(machine, agent, command, change).unwrap();
        apply(machine, agent, command, change, &shown.digest).unwrap();
        shown
    }

    #[test]
    fn every_agent_is_connected_seen_and_disconnected() {
        let (_folder, machine) = world();
        for agent in &HOOK_AGENTS {
            assert_eq!(state_of(&machine, agent), ConnectionState::Absent, "{}", agent.id);
            let shown = change(&machine, agent, command(false), ConnectionChange::Connect);
            assert!(shown.creates_file && shown.diff.contains("'/opt/my tools/apprentice' hook-agent"), "{}", shown.diff);
            assert_eq!(state_of(&machine, agent), ConnectionState::Connected, "{}", agent.id);
            assert_eq!(plan(&machine, agent, command(false), ConnectionChange::Connect).unwrap().diff, "", "it is idempotent");
            change(&machine, agent, command(true), ConnectionChange::Connect);
            assert_eq!(state_of(&machine, agent), ConnectionState::Connected, "{}: failing closed is a choice", agent.id);
            let text = fs::read_to_string(&shown.file).unwrap();
            assert_eq!(text.matches("--fail-closed").count(), agent.events.len(), "each event has one entry: {text}");
            let moved = status(&machine, agent, Some(Path::new("/elsewhere/apprentice")), None).state;
            assert_eq!(moved, ConnectionState::Outdated, "{}", agent.id);
            change(&machine, agent, command(false), ConnectionChange::Disconnect);
            assert_eq!(state_of(&machine, agent), ConnectionState::Absent, "{}", agent.id);
        }
    }

    #[test]
    fn hooks_of_others_and_comments_are_kept() {
        let (folder, machine) = world();
        let claude = find("claude-code").unwrap();
        let file = folder.path().join(".claude/settings.json");
        let mine = "{\n  // mine\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PreToolUse\": [\n      { \"matcher\": \"Bash\", \"hooks\": [{ \"type\": \"command\", \"command\": \"./check\" }] }\n    ]\n  }\n}\n";
        fs::write(&file, mine).unwrap();
        change(&machine, claude, command(false), ConnectionChange::Connect);
        let with = fs::read_to_string(&file).unwrap();
        assert!(with.contains("// mine") && with.contains("./check") && with.contains("hook-agent"), "{with}");
        change(&machine, claude, command(false), ConnectionChange::Disconnect);
        let without = fs::read_to_string(&file).unwrap();
        assert_eq!(Format::Json.read(&without), Format::Json.read(mine), "{without}");
    }

    #[test]
    fn what_cannot_be_changed_stays_and_the_entry_is_told() {
        let (folder, machine) = world();
        let claude = find("claude-code").unwrap();
        let file = folder.path().join(".claude/settings.json");
        for text in ["{ broken", "{\"hooks\": []}", "{\"hooks\": {\"Stop\": 1}}"] {
            fs::write(&file, text).unwrap();
            let refused = plan(&machine, claude, command(false), ConnectionChange::Connect).unwrap_err().to_string();
            assert!(refused.contains("hook-agent claude-code"), "{refused}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        fs::write(&file, "{}").unwrap();
        let shown = plan(&machine, claude, command(false), ConnectionChange::Connect).unwrap();
        fs::write(&file, "{\"model\": \"x\"}").unwrap();
        let changed = apply(&machine, claude, command(false), ConnectionChange::Connect, &shown.digest);
        assert!(matches!(changed, Err(ConfigurationError::Changed { .. })));
    }
}
