//! `agents connect`: shown, asked, written as shown.

use crate::support::Machine;
use std::fs;

#[test]
fn an_agent_is_connected_with_consent_and_disconnected() {
    let machine = Machine::new();
    let folder = machine.path("user").join(".codex");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("config.toml");
    fs::write(&file, "model = \"x\" # mine\n").unwrap();
    let state = || {
        let (code, found) = machine.json(&["agents", "connections"]);
        assert_eq!(code, 0, "{found}");
        found["connections"].as_array().unwrap().iter().find(|agent| agent["agent_id"] == "codex").unwrap()["state"].clone()
    };
    assert_eq!(state(), "absent");

    let (code, shown) = machine.json(&["agents", "connect", "codex", "--dry-run"]);
    assert_eq!(code, 0, "{shown}");
    assert!(shown["diff"].as_str().unwrap().contains("+[mcp_servers.apprentice]"), "{shown}");
    let asked = machine.run(&["agents", "connect", "codex"]);
    assert_eq!(asked.code, 1, "nobody can answer: {asked:?}");
    assert!(asked.stderr.contains("+[mcp_servers.apprentice]") && asked.stderr.contains("--yes"), "{asked:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "model = \"x\" # mine\n");

    let done = machine.run(&["agents", "connect", "codex", "--yes"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(state(), "connected");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("model = \"x\" # mine\n") && text.contains("\"mcp\""), "{text}");
    assert!(machine.run(&["agents", "connect", "codex"]).stdout.contains("needs no change"));
    assert_eq!(machine.run(&["agents", "disconnect", "codex", "--yes"]).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "model = \"x\" # mine\n");
    let unknown = machine.run(&["agents", "connect", "cursor", "--yes"]);
    assert!(unknown.code == 1 && unknown.stderr.contains("claude-code"), "{unknown:?}");
}
