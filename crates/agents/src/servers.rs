//! The servers of tools (Model Context Protocol) that the agents of this machine have in their configuration.

use crate::clients::CLIENTS;
use crate::connect::read;
use apprentice_skills::agents::targets::Machine;
use serde_json::Value;
use std::collections::BTreeSet;

/// The names of the servers in the configuration of every agent that can be connected, also of single projects, as tools are called after them
/// ([`tool_prefix`]). `None`: a configuration cannot be read, so that nothing is known of what was removed. Servers of plugins and of a person's account are not in these files.
pub fn configured(machine: &Machine) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for client in CLIENTS.iter().filter(|client| machine.has(client.agent())) {
        let Some(file) = client.file(machine) else { continue };
        let Some(text) = read(&file).ok()? else { continue };
        let meaning = client.format.read(&text).ok()?;
        let mut add = |root: &Value| {
            let servers = client.path.iter().try_fold(root, |value, key| value.get(key)).and_then(Value::as_object);
            names.extend(servers.into_iter().flat_map(|servers| servers.keys()).map(|name| tool_prefix(name)));
        };
        add(&meaning);
        // Claude Code keeps the servers of a project below its folder.
        meaning.get("projects").and_then(Value::as_object).into_iter().flat_map(|all| all.values()).for_each(&mut add);
    }
    Some(names)
}

/// A name of a server in the form that the names of its tools begin with: lower case, `_` for what is no letter, digit, `_` or `-`.
pub fn tool_prefix(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || "_-".contains(letter) { letter.to_ascii_lowercase() } else { '_' })
        .collect()
}

/// The server of a tool, as agents write it: `mcp__SERVER__TOOL`, `mcp__SERVER` for all of its tools, and `SERVER__TOOL` of a name space
/// (`ext_ab12_outlook__save`). `None`: the tool is the agent's own.
pub fn of_tool(tool: &str) -> Option<&str> {
    let name = tool.split(['(', ' ']).next().unwrap_or_default();
    let (server, tool) = match name.strip_prefix("mcp__") {
        Some(rest) => rest.split_once("__").unwrap_or((rest, "*")),
        None => name.split_once("__")?,
    };
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-*".contains(letter));
    (is_name(server) && is_name(tool)).then_some(server)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_of_a_tool_is_read_in_each_spelling() {
        for (tool, server) in [
            ("mcp__outlook__save", Some("outlook")),
            ("mcp__outlook", Some("outlook")),
            ("mcp__outlook__*", Some("outlook")),
            ("ext_ab12_outlook__save_attachment", Some("ext_ab12_outlook")),
            ("Bash(git commit:*)", None),
            ("Read", None),
            ("__init__", None),
            ("", None),
        ] {
            assert_eq!(of_tool(tool), server, "{tool}");
        }
    }

    #[test]
    fn servers_are_found_in_each_agents_own_file() {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine { user_home: Some(folder.path().to_owned()), ..Machine::default() };
        for name in [".claude", ".codex", ".gemini"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        let claude = r#"{"mcpServers": {"Our Mail": {}}, "projects": {"/work/a": {"mcpServers": {"db": {}}}, "/work/b": {}}}"#;
        std::fs::write(folder.path().join(".claude.json"), claude).unwrap();
        std::fs::write(folder.path().join(".codex/config.toml"), "[mcp_servers.issues]\ncommand = \"x\"\n").unwrap();
        let found: Vec<String> = configured(&machine).unwrap().into_iter().collect();
        assert_eq!(found, ["db", "issues", "our_mail"]);
        std::fs::write(folder.path().join(".gemini/settings.json"), "{ broken").unwrap();
        assert_eq!(configured(&machine), None, "a file that is being written says nothing of what was removed");
    }
}
