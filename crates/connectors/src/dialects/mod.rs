//! Servers in the configuration of agents: nine dialects, each a row of [`DIALECTS`]. Files are only read.
//!
//! A value that refers to a variable of the agent, or to an answer that an editor asks for, is not in the file: it is
//! [`Value::Wanted`], and the person gives it after the import.

mod entries;
mod references;
#[cfg(test)]
mod tests;

use apprentice_skills::agents::table;
use apprentice_skills::agents::targets::Machine;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// A larger file is no configuration, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// How a server is reached, as a configuration says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a program, its arguments, and the folder that it starts in.
    Local(String, Vec<String>, Option<String>),
    /// By streamable HTTP at an address.
    Remote(String),
    /// In a way that is not supported; why, as a sentence.
    Unsupported(String),
}

/// The value of a variable or header.
#[derive(Clone, PartialEq, Eq)]
pub enum Value {
    /// It is in the file, and may be a secret.
    Given(String),
    /// It is not in the file; where the agent takes it from, in words.
    Wanted(String),
}

impl std::fmt::Debug for Value {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Given(_) => out.write_str("Given(…)"),
            Self::Wanted(from) => write!(out, "Wanted({from})"),
        }
    }
}

/// A server that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The agent, such as `claude-code`.
    pub agent: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The file.
    pub file: PathBuf,
    /// The project that it is used in. `None`: everywhere.
    pub project: Option<String>,
    /// Its name in the file.
    pub name: String,
    /// How it is reached.
    pub way: Way,
    /// Variables of its environment.
    pub environment: Vec<(String, Value)>,
    /// Headers.
    pub headers: Vec<(String, Value)>,
    /// Whether the agent uses it.
    pub enabled: bool,
}

/// A configuration that was looked for.
#[derive(Clone, Debug)]
pub struct Source {
    /// The agent.
    pub agent: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The file.
    pub file: PathBuf,
    /// `None`: there is no such file. `Err`: why it cannot be read, as the end of a sentence.
    pub content: Option<Result<Vec<Found>, String>>,
}

#[derive(Clone, Copy)]
enum Format {
    Json,
    Toml,
    Yaml,
}

/// One dialect.
struct Dialect {
    agent: &'static str,
    label: &'static str,
    file: fn(&Machine) -> Option<PathBuf>,
    format: Format,
    /// The paths of keys to a mapping of servers.
    paths: &'static [&'static [&'static str]],
    entry: fn(&Json) -> entries::Entry,
    /// Whether `projects` holds such mappings for single projects.
    projects: bool,
}

const DIALECTS: [Dialect; 9] = [
    Dialect {
        agent: "claude-desktop",
        label: "Claude Desktop",
        file: claude_desktop,
        format: Format::Json,
        paths: &[&["mcpServers"]],
        entry: entries::common,
        projects: false,
    },
    Dialect {
        agent: "claude-code",
        label: "Claude Code",
        file: claude_code,
        format: Format::Json,
        paths: &[&["mcpServers"]],
        entry: entries::common,
        projects: true,
    },
    Dialect {
        agent: "cursor",
        label: "Cursor",
        file: |machine| own(machine, "cursor", "mcp.json"),
        format: Format::Json,
        paths: &[&["mcpServers"]],
        entry: entries::common,
        projects: false,
    },
    Dialect {
        agent: "vscode",
        label: "VS Code",
        file: vscode,
        format: Format::Json,
        paths: &[&["servers"]],
        entry: entries::common,
        projects: false,
    },
    Dialect {
        agent: "codex",
        label: "Codex",
        file: |machine| own(machine, "codex", "config.toml"),
        format: Format::Toml,
        paths: &[&["mcp_servers"]],
        entry: entries::codex,
        projects: false,
    },
    Dialect {
        agent: "gemini",
        label: "Gemini CLI",
        file: |machine| own(machine, "gemini", "settings.json"),
        format: Format::Json,
        paths: &[&["mcpServers"]],
        entry: entries::gemini,
        projects: false,
    },
    Dialect {
        agent: "goose",
        label: "goose",
        file: |machine| own(machine, "goose", "config.yaml"),
        format: Format::Yaml,
        paths: &[&["extensions"]],
        entry: entries::goose,
        projects: false,
    },
    Dialect {
        agent: "opencode",
        label: "opencode",
        file: opencode,
        format: Format::Json,
        paths: &[&["mcp"]],
        entry: entries::opencode,
        projects: false,
    },
    Dialect {
        agent: "openclaw",
        label: "OpenClaw",
        file: |machine| own(machine, "openclaw", "openclaw.json"),
        format: Format::Json,
        paths: &[&["mcp", "servers"]],
        entry: entries::common,
        projects: false,
    },
];

/// The agents whose configuration can be read.
pub fn agents() -> Vec<&'static str> {
    DIALECTS.iter().map(|dialect| dialect.agent).collect()
}

/// Reads the configuration of every agent, or of `only`.
pub fn read(machine: &Machine, only: Option<&str>) -> Vec<Source> {
    let asked = DIALECTS.iter().filter(|dialect| only.is_none_or(|only| dialect.agent == only));
    asked.filter_map(|dialect| Some(dialect.read((dialect.file)(machine)?))).collect()
}

/// Reads the servers in a text that is meant to be the configuration of an agent. `None`: it cannot be read.
pub fn read_text(machine: &Machine, agent: &str, text: &str) -> Option<Vec<Found>> {
    let dialect = DIALECTS.iter().find(|dialect| dialect.agent == agent)?;
    dialect.parse(&(dialect.file)(machine)?, text).ok()
}

/// Why our own entry is not imported.
pub const ITSELF: &str = "This is Apprentice itself.";

impl Dialect {
    fn read(&self, file: PathBuf) -> Source {
        let content = text(&file).transpose().map(|text| text.and_then(|text| self.parse(&file, &text)));
        Source { agent: self.agent, label: self.label, file, content }
    }

    fn parse(&self, file: &Path, text: &str) -> Result<Vec<Found>, String> {
        let root = self.format.read(text)?;
        let mut found = Vec::new();
        for path in self.paths {
            self.servers(file, path.iter().try_fold(&root, |value, key| value.get(key)), None, &mut found)?;
        }
        if self.projects {
            for (project, settings) in root.get("projects").and_then(Json::as_object).into_iter().flatten() {
                self.servers(file, settings.get("mcpServers"), Some(project), &mut found)?;
            }
        }
        Ok(found)
    }

    fn servers(&self, file: &Path, servers: Option<&Json>, project: Option<&str>, found: &mut Vec<Found>) -> Result<(), String> {
        let Some(servers) = servers.filter(|servers| !servers.is_null()) else { return Ok(()) };
        let servers = servers.as_object().ok_or_else(|| "its list of servers is no mapping".to_owned())?;
        for (name, server) in servers {
            let Some(entry) = entries::complete((self.entry)(server)) else { continue };
            found.push(Found {
                agent: self.agent,
                label: self.label,
                file: file.to_owned(),
                project: project.map(str::to_owned),
                name: name.clone(),
                way: entry.way,
                environment: entry.environment,
                headers: entry.headers,
                enabled: entry.enabled,
            });
        }
        Ok(())
    }
}

impl Format {
    fn read(self, text: &str) -> Result<Json, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self {
            Self::Json => jsonc_parser::parse_to_serde_value::<Option<Json>>(text, &jsonc_parser::ParseOptions::default())
                .map(Option::unwrap_or_default)
                .map_err(|error| format!("it is no valid JSON: {error}")),
            Self::Toml => toml_edit::de::from_str(text).map_err(|error| format!("it is no valid TOML: {}", error.message())),
            Self::Yaml if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) => Ok(Json::Null),
            Self::Yaml => serde_saphyr::from_str(text).map_err(|error| {
                let error = error.to_string();
                format!("it is no valid YAML: {}", error.lines().next().unwrap_or_default())
            }),
        }
    }
}

/// The text of a file. `None`: there is none.
fn text(file: &Path) -> Result<Option<String>, String> {
    let metadata = match std::fs::metadata(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| error.to_string())?,
    };
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err("it is no text file of a reasonable size".to_owned());
    }
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map(Some).map_err(|_| "it is no UTF-8 text".to_owned())
}

fn own(machine: &Machine, agent: &str, name: &str) -> Option<PathBuf> {
    Some(machine.config(table::find(agent)?)?.join(name))
}

fn claude_code(machine: &Machine) -> Option<PathBuf> {
    let agent = table::find("claude-code")?;
    match agent.moved_by.is_some_and(|variable| machine.variable(variable).is_some()) {
        true => Some(machine.config(agent)?.join(".claude.json")),
        false => Some(machine.user_home.as_ref()?.join(".claude.json")),
    }
}

/// The folder of applications' settings: on macOS one, elsewhere `.config`.
fn application(machine: &Machine, name: &str) -> Option<PathBuf> {
    match cfg!(target_os = "macos") {
        true => machine.below_home(&format!("Library/Application Support/{name}")),
        false => machine.below_home(&format!(".config/{name}")),
    }
}

fn claude_desktop(machine: &Machine) -> Option<PathBuf> {
    Some(application(machine, "Claude")?.join("claude_desktop_config.json"))
}

fn vscode(machine: &Machine) -> Option<PathBuf> {
    Some(application(machine, "Code")?.join("User/mcp.json"))
}

fn opencode(machine: &Machine) -> Option<PathBuf> {
    let (plain, commented) = (own(machine, "opencode", "opencode.json")?, own(machine, "opencode", "opencode.jsonc")?);
    Some(if !plain.exists() && commented.exists() { commented } else { plain })
}
