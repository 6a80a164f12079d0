//! The table of agents that can be connected: in which file each lists its MCP servers, and in which form. A new agent is one row.

use crate::edit::Format;
use apprentice_skills::agents::table::{self, Agent};
use apprentice_skills::agents::targets::Machine;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The name of our entry in every agent's list of servers.
pub const NAME: &str = "apprentice";

/// One agent that can be connected.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// The id of the agent in [`table::AGENTS`].
    pub id: &'static str,
    file: File,
    pub(crate) format: Format,
    /// The keys of the mapping of servers.
    pub(crate) path: &'static [&'static str],
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum File {
    /// In the agent's configuration folder.
    Own(&'static str),
    /// In the user's home, or in the configuration folder if a variable names another one.
    Home(&'static str),
}

/// The form of an entry.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// `{command, args}`
    Plain,
    /// `{type: stdio, command, args}`
    Typed,
    /// `{name, type, cmd, args, enabled, timeout}`
    Goose,
}

/// Every agent that can be connected.
pub const CLIENTS: [Client; 5] = [
    Client {
        id: "claude-code",
        file: File::Home(".claude.json"),
        format: Format::Json,
        path: &["mcpServers"],
        shape: Shape::Typed,
    },
    Client { id: "codex", file: File::Own("config.toml"), format: Format::Toml, path: &["mcp_servers"], shape: Shape::Plain },
    Client { id: "gemini", file: File::Own("settings.json"), format: Format::Json, path: &["mcpServers"], shape: Shape::Plain },
    Client { id: "goose", file: File::Own("config.yaml"), format: Format::Yaml, path: &["extensions"], shape: Shape::Goose },
    Client {
        id: "openclaw",
        file: File::Own("openclaw.json"),
        format: Format::Json,
        path: &["mcp", "servers"],
        shape: Shape::Plain,
    },
];

/// The agent with this id or alias. `None`: it cannot be connected.
pub fn find(id: &str) -> Option<&'static Client> {
    let agent = table::find(id)?;
    CLIENTS.iter().find(|client| client.id == agent.id)
}

impl Client {
    /// The agent of this row.
    pub fn agent(&self) -> &'static Agent {
        table::find(self.id).unwrap_or(&table::AGENTS[0])
    }

    /// Its configuration file, which need not exist. `None`: there is no home folder.
    pub fn file(&self, machine: &Machine) -> Option<PathBuf> {
        let agent = self.agent();
        match self.file {
            File::Own(name) => Some(machine.config(agent)?.join(name)),
            File::Home(name) => {
                let moved = agent.moved_by.is_some_and(|variable| machine.variable(variable).is_some());
                let folder = if moved { machine.config(agent)? } else { machine.user_home.clone()? };
                Some(folder.join(name))
            }
        }
    }

    /// Our entry; `command` is the program and its arguments.
    pub(crate) fn entry(&self, command: &[String]) -> Value {
        let (program, args) = command.split_first().map_or(("", &[][..]), |(program, args)| (program.as_str(), args));
        match self.shape {
            Shape::Plain => json!({ "command": program, "args": args }),
            Shape::Typed => json!({ "type": "stdio", "command": program, "args": args }),
            Shape::Goose => json!({
                "enabled": true, "type": "stdio", "name": NAME, "description": "Abilities taught by demonstration",
                "cmd": program, "args": args, "envs": {}, "timeout": 300,
            }),
        }
    }

    /// Whether an entry starts this command. Other settings of the user in the entry do not matter.
    pub(crate) fn starts(&self, entry: &Value, command: &[String]) -> bool {
        let ours = self.entry(command);
        let same = |key: &str| entry.get(key) == ours.get(key);
        let switched_off = entry.get("enabled") == Some(&Value::Bool(false)) || entry.get("disabled") == Some(&Value::Bool(true));
        same("command") && same("cmd") && same("args") && !switched_off
    }
}
