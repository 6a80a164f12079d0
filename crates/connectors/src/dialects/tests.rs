use super::references::argument;
use super::*;

/// A home with these files.
fn machine(files: &[(&str, &str)]) -> (tempfile::TempDir, Machine) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let machine = Machine { user_home: Some(folder.path().to_owned()), ..Machine::default() };
    (folder, machine)
}

fn found(agent: &str, path: &str, text: &str) -> Vec<Found> {
    let (_folder, machine) = machine(&[(path, text)]);
    let mut sources = read(&machine, Some(agent));
    assert_eq!(sources.len(), 1, "{agent}");
    sources.remove(0).content.unwrap_or_else(|| panic!("{agent} reads another file")).unwrap()
}

fn local(program: &str, arguments: &[&str]) -> Way {
    Way::Local(program.into(), arguments.iter().map(|argument| (*argument).to_owned()).collect(), None)
}

fn given(name: &str, value: &str) -> (String, Value) {
    (name.into(), Value::Given(value.into()))
}

#[test]
#[cfg(target_os = "linux")]
fn each_agent_is_read_in_its_own_file_and_shape() {
    let desktop = r#"{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "/home/ada"], "env": {"LOG": "1"}}}}"#;
    let servers = found("claude-desktop", ".config/Claude/claude_desktop_config.json", desktop);
    assert_eq!(servers[0].way, local("npx", &["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "/home/ada"]));
    assert_eq!(servers[0].environment, [given("LOG", "1")]);

    let code = r#"{"mcpServers": {"web": {"type": "http", "url": "https://example.com/mcp", "headers": {"Authorization": "Bearer abc"}}, "old": {"type": "sse", "url": "https://example.com/sse"}},
        "projects": {"/work/a": {"mcpServers": {"db": {"type": "stdio", "command": "db-mcp", "args": [], "env": {"DSN": "${DSN:-postgres://localhost}", "KEY": "${KEY}"}}}, "allowedTools": []}}}"#;
    let servers = found("claude-code", ".claude.json", code);
    let named = |name: &str| servers.iter().find(|server| server.name == name).unwrap();
    assert_eq!(named("web").way, Way::Remote("https://example.com/mcp".into()));
    assert_eq!(named("web").headers, [given("Authorization", "Bearer abc")]);
    assert!(matches!(&named("old").way, Way::Unsupported(why) if why.contains("sse")));
    assert_eq!(named("db").project.as_deref(), Some("/work/a"));
    assert_eq!(named("db").environment[0], given("DSN", "postgres://localhost"));
    assert!(matches!(&named("db").environment[1].1, Value::Wanted(from) if from.contains("KEY")));

    let cursor = r#"{"mcpServers": {"x": {"command": "uvx", "args": ["mcp-x", "--token", "${env:X_TOKEN}"]}, "ours": {"command": "/usr/bin/apprentice", "args": ["mcp"]}}}"#;
    let servers = found("cursor", ".cursor/mcp.json", cursor);
    let x = servers.iter().find(|server| server.name == "x").unwrap();
    assert_eq!(x.way, local("uvx", &["mcp-x", "--token", "${X_TOKEN}"]));
    assert!(matches!(&x.environment[..], [(name, Value::Wanted(_))] if name == "X_TOKEN"));
    let ours = servers.iter().find(|server| server.name == "ours").unwrap();
    assert_eq!(ours.way, Way::Unsupported("This is Apprentice itself.".into()));

    let vscode = r#"{ // comment
        "inputs": [{"type": "promptString", "id": "gh-token", "password": true}],
        "servers": {"github": {"type": "http", "url": "https://api.example.com/mcp/", "headers": {"Authorization": "Bearer ${input:gh-token}"}},
            "here": {"command": "node", "args": ["${workspaceFolder}/server.js"]},},}"#;
    let servers = found("vscode", ".config/Code/User/mcp.json", vscode);
    let github = servers.iter().find(|server| server.name == "github").unwrap();
    assert!(matches!(&github.headers[..], [(_, Value::Wanted(from))] if from.contains("gh-token")));
    let here = servers.iter().find(|server| server.name == "here").unwrap();
    assert!(matches!(&here.way, Way::Unsupported(why) if why.contains("workspaceFolder")));

    let codex = "[mcp_servers.docs]\ncommand = \"docs-mcp\"\nargs = [\"--fast\"]\nenv = { A = \"1\" }\nenv_vars = [\"TOKEN\"]\nenabled = false\n
[mcp_servers.web]\nurl = \"https://example.com/mcp\"\nbearer_token_env_var = \"WEB_TOKEN\"\nhttp_headers = { \"X-Team\" = \"a\" }\nenv_http_headers = { \"X-Key\" = \"KEY\" }\n";
    let servers = found("codex", ".codex/config.toml", codex);
    let docs = servers.iter().find(|server| server.name == "docs").unwrap();
    assert_eq!((&docs.way, docs.enabled), (&local("docs-mcp", &["--fast"]), false));
    assert_eq!(docs.environment[0], given("A", "1"));
    assert_eq!(docs.environment[1].0, "TOKEN");
    let web = servers.iter().find(|server| server.name == "web").unwrap();
    let names: Vec<&str> = web.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["X-Team", "X-Key", "Authorization"]);

    let gemini = r#"{"mcpServers": {"a": {"command": "a", "cwd": "/srv", "timeout": 5000, "trust": true, "env": {"K": "$GEMINI_K"}}, "b": {"httpUrl": "https://b.example/mcp"}, "c": {"url": "https://c.example/sse"}}}"#;
    let servers = found("gemini", ".gemini/settings.json", gemini);
    assert_eq!(servers[0].way, Way::Local("a".into(), Vec::new(), Some("/srv".into())));
    assert!(matches!(servers[0].environment[0].1, Value::Wanted(_)));
    assert_eq!(servers[1].way, Way::Remote("https://b.example/mcp".into()));
    assert!(matches!(servers[2].way, Way::Unsupported(_)));

    let goose = "extensions:\n  developer:\n    enabled: true\n    type: builtin\n    name: developer\n  fetch:\n    enabled: true\n    type: stdio\n    cmd: uvx\n    args:\n      - mcp-server-fetch\n    envs: {}\n    env_keys:\n      - FETCH_KEY\n  far:\n    type: streamable_http\n    uri: https://far.example/mcp\n    enabled: false\n";
    let servers = found("goose", ".config/goose/config.yaml", goose);
    let names: Vec<&str> = servers.iter().map(|server| server.name.as_str()).collect();
    assert!(!names.contains(&"developer"), "{names:?}");
    let fetch = servers.iter().find(|server| server.name == "fetch").unwrap();
    assert_eq!(fetch.way, local("uvx", &["mcp-server-fetch"]));
    assert_eq!(fetch.environment[0].0, "FETCH_KEY");
    assert!(!servers.iter().find(|server| server.name == "far").unwrap().enabled);

    let opencode = r#"{"$schema": "https://opencode.ai/config.json", "mcp": {"l": {"type": "local", "command": ["bun", "x", "srv"], "environment": {"A": "b"}, "enabled": true}, "r": {"type": "remote", "url": "https://r.example/mcp", "headers": {"Authorization": "Bearer {env:R_KEY}"}}}}"#;
    let servers = found("opencode", ".config/opencode/opencode.json", opencode);
    assert_eq!(servers[0].way, local("bun", &["x", "srv"]));
    assert!(matches!(servers[1].headers[0].1, Value::Wanted(_)));

    let openclaw = "{ mcp: { servers: { notes: { command: 'notes-mcp', args: ['serve'], env: { PORT: 80 } } } } }";
    let servers = found("openclaw", ".openclaw/openclaw.json", openclaw);
    assert_eq!(servers[0].way, local("notes-mcp", &["serve"]));
    assert_eq!(servers[0].environment, [given("PORT", "80")]);
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_keeps_no_other_from_being_read() {
    let (_folder, machine) =
        machine(&[(".cursor/mcp.json", "{ broken"), (".codex/config.toml", "[mcp_servers.a]\ncommand = \"a\"\n")]);
    let sources = read(&machine, None);
    let content = |agent: &str| sources.iter().find(|source| source.agent == agent).unwrap().content.clone();
    assert!(content("cursor").unwrap().unwrap_err().contains("no valid JSON"));
    assert_eq!(content("codex").unwrap().unwrap().len(), 1);
    assert!(content("goose").is_none(), "there is no such file");
    let (_folder, machine) = self::machine(&[(".cursor/mcp.json", r#"{"mcpServers": ["a"]}"#)]);
    assert!(read(&machine, Some("cursor"))[0].content.clone().unwrap().unwrap_err().contains("no mapping"));
}

#[test]
fn references_are_told_from_text() {
    for (text, written, names) in [
        ("plain", "plain", &[][..]),
        ("pa$$word", "pa$$word", &[]),
        ("${A}-${env:B_C}", "${A}-${B_C}", &["A", "B_C"]),
        ("$HOME/x", "${HOME}/x", &["HOME"]),
        ("${A:-b}", "b", &[]),
        ("${input:my-id}", "${MY_ID}", &["MY_ID"]),
        ("{\"json\": 1}", "{\"json\": 1}", &[]),
        ("${not a name}", "${not a name}", &[]),
        ("${unfinished", "${unfinished", &[]),
        ("ä$", "ä$", &[]),
    ] {
        let (found, variables) = argument(text).unwrap();
        assert_eq!((found.as_str(), variables), (written, names.iter().map(|name| (*name).to_owned()).collect()), "{text}");
    }
    assert!(argument("${workspaceFolder}/x").is_err());
}
