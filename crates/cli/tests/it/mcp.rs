//! `mcp`: a program that an agent starts and talks to over pipes. Its output is the protocol and nothing else.

use crate::support::Machine;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Stdio};

struct Server {
    child: Child,
    lines: BufReader<ChildStdout>,
    next: u64,
}

impl Server {
    fn start(machine: &Machine, arguments: &[&str], log: &str) -> Self {
        let mut command = machine.command(arguments);
        command.env("APPRENTICE_LOG", log).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines, next: 1 }
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The next line, which must be a message.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.hear();
            if message["id"] == json!(id) {
                return message;
            }
            assert!(message["method"].as_str().is_some_and(|method| method.starts_with("notifications/")), "{message}");
        }
    }

    fn initialize(&mut self) {
        let client = json!({ "name": "a-test", "version": "0" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        let answer = self.ask("initialize", &params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "apprentice");
        assert_eq!(answer["result"]["capabilities"]["resources"]["listChanged"], json!(true), "a pipe can tell of changes");
        self.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    fn lookup(&mut self, query: &str) -> Value {
        self.ask("tools/call", &json!({ "name": "lookup_abilities", "arguments": { "user_query": query } }))
    }

    /// Closes its input; the exit code, what was still said, and what was logged.
    fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.child.stdin.take());
        let (mut rest, mut log) = (String::new(), String::new());
        self.lines.read_to_string(&mut rest).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().code(), rest, log)
    }
}

#[test]
fn it_begins_an_engine_and_finds_the_next_one_when_that_is_killed() {
    let machine = Machine::new();
    let mut server = Server::start(&machine, &["mcp"], "warn");
    server.initialize();
    assert_eq!(server.lookup("make tea")["result"]["isError"], json!(false));
    let pid = |machine: &Machine| -> Value {
        let file = std::fs::read(machine.path("home").join("agent.json")).unwrap();
        serde_json::from_slice::<Value>(&file).unwrap()["pid"].clone()
    };
    let first = pid(&machine);
    machine.kill_engine();
    let answer = server.lookup("make tea");
    assert_eq!(answer["result"]["isError"], json!(false), "{answer}");
    assert_ne!(pid(&machine), first, "another engine answers");
    let (code, rest, _) = server.end();
    assert_eq!(code, Some(0));
    assert!(rest.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{rest}");
}

/// An agent starts it in the folder that it works in. A folder of two projects is refused with the remedy.
#[test]
fn a_lookup_is_for_the_project_of_its_folder() {
    let machine = Machine::new();
    let work = machine.path("work").display().to_string();
    let bindings = |ids: &[&str]| {
        let all: Vec<Value> = ids.iter().map(|id| json!({ "project_id": id, "folders": [work] })).collect();
        let (code, answer) = machine.json(&["settings", "set", &format!("project_bindings={}", json!(all))]);
        assert_eq!(code, 0, "{answer}");
    };
    bindings(&["eu", "us"]);
    let (code, found) = machine.json(&["projects", "resolve", "."]);
    assert_eq!((code, &found["resolution_state"]), (1, &json!("ambiguous")), "{found}");
    let mut server = Server::start(&machine, &["mcp"], "warn");
    server.initialize();
    let refused = server.lookup("make tea");
    assert_eq!(refused["result"]["isError"], json!(true), "{refused}");
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("fits the projects eu, us. Name one of them by its id"), "{text}");
    let named = json!({ "name": "lookup_abilities", "arguments": { "user_query": "make tea", "project_id": "us" } });
    assert_eq!(server.ask("tools/call", &named)["result"]["isError"], json!(false));
    bindings(&["eu"]);
    assert_eq!(server.lookup("make tea")["result"]["isError"], json!(false));
    let (code, found) = machine.json(&["projects", "resolve", "."]);
    assert_eq!((code, &found["matches"][0]["project_id"]), (0, &json!("eu")), "{found}");
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn it_joins_the_engine_that_runs_and_speaks_the_newest_revision() {
    let machine = Machine::new();
    let mut engine = machine.command(&["serve", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(engine.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut server = Server::start(&machine, &["mcp"], "warn");
    let meta = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "a-test", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    } });
    let found = server.ask("server/discover", &meta);
    assert!(found["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    let mut call = meta.clone();
    call["name"] = json!("lookup_abilities");
    call["arguments"] = json!({ "user_query": "make tea" });
    assert_eq!(server.ask("tools/call", &call)["result"]["isError"], json!(false));
    assert_eq!(server.end().0, Some(0));
    assert!(engine.try_wait().unwrap().is_none(), "it is not the engine's owner");
    engine.kill().unwrap();
    engine.wait().unwrap();
}

#[test]
fn neither_its_output_nor_its_log_says_more_than_it_should() {
    let machine = Machine::new();
    let mut server = Server::start(&machine, &["mcp", "--json"], "trace,rmcp=trace");
    server.initialize();
    let canary = "canary-4711-in-an-argument";
    assert_eq!(server.lookup(canary)["result"]["isError"], json!(false));
    let token = std::fs::read(machine.path("home").join("agent.json")).unwrap();
    let token = serde_json::from_slice::<Value>(&token).unwrap()["token"].as_str().unwrap().to_owned();
    let (code, rest, log) = server.end();
    assert_eq!((code, rest.as_str()), (Some(0), ""), "no document beside the protocol");
    for secret in [canary, &token] {
        assert!(!log.contains(secret), "the log repeats what an agent said, or its token");
    }
    assert!(!log.is_empty(), "everything else is logged as asked");
}

#[test]
fn who_only_looks_whether_it_is_there_is_no_error() {
    let machine = Machine::new();
    let (code, rest, _) = Server::start(&machine, &["mcp"], "warn").end();
    assert_eq!((code, rest.as_str()), (Some(0), ""));
    assert!(!machine.path("home").join("agent.json").exists(), "no engine was begun for nobody");
}

/// A log that cannot be written ends nothing.
#[test]
fn a_full_disk_under_its_log_ends_it_not() {
    for log in ["warn", "trace"] {
        let machine = Machine::new();
        let mut command = machine.command(&["mcp"]);
        command.env("APPRENTICE_LOG", log).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(std::fs::File::options().write(true).open("/dev/full").unwrap());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        let mut server = Server { child, lines, next: 1 };
        server.initialize();
        assert_eq!(server.lookup("make tea")["result"]["isError"], json!(false), "{log}");
        drop(server.child.stdin.take());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{log}");
    }
}

#[expect(clippy::disallowed_methods, reason = "Node is found as a shell finds it")]
fn node() -> String {
    let path = std::env::var_os("PATH").unwrap();
    let all = std::env::split_paths(&path).map(|folder| folder.join("node"));
    all.into_iter().find(|node| node.is_file()).unwrap().display().to_string()
}

#[test]
fn a_wrapped_server_keeps_its_tools_and_gets_the_policy_and_the_receipts() {
    let machine = Machine::new();
    let node = node();
    let server = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/mcp_server.mjs").display().to_string();
    let wrapped = ["mcp-proxy", "--", node.as_str(), server.as_str()];
    let initialize = |proxy: &mut Server| {
        let client = json!({ "name": "a-test", "version": "0" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        let answer = proxy.ask("initialize", &params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "apprentice");
        proxy.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    };
    let mut proxy = Server::start(&machine, &wrapped, "warn");
    initialize(&mut proxy);
    let refused = proxy.ask("tools/list", &json!({}));
    let words = refused["error"]["message"].as_str().unwrap();
    assert!(words.contains("apprentice connectors add NAME --"), "an agent registers nothing: {words}");

    let (code, added) = machine.json(&["connectors", "add", "Files", "--", &node, &server]);
    assert_eq!(code, 0, "{added}");
    let listed = proxy.ask("tools/list", &json!({}));
    let names: Vec<&str> =
        listed["result"]["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"echo") && names.contains(&"write"), "{listed}");
    let call = |proxy: &mut Server, name: &str| {
        proxy.ask("tools/call", &json!({ "name": name, "arguments": { "text": "hello" } }))["result"].clone()
    };
    assert_eq!(call(&mut proxy, "echo")["content"][0]["text"], "hello");
    let (code, _) = machine.json(&["connectors", "policy", "files/write", "disabled"]);
    assert_eq!(code, 0);
    let denied = call(&mut proxy, "write");
    assert_eq!(
        (&denied["isError"], &denied["_meta"]["apprentice/error"]["code"]),
        (&json!(true), &json!("MCP_CALL_DENIED")),
        "{denied}"
    );
    let (_, receipts) = machine.json(&["connectors", "receipts", "files"]);
    let of_agents: Vec<(&Value, &Value)> = receipts["receipts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|receipt| receipt["identity_asserted_ref"] == "a-test")
        .map(|receipt| (&receipt["tool_name"], &receipt["status"]))
        .collect();
    assert_eq!(of_agents, [(&json!("write"), &json!("blocked")), (&json!("echo"), &json!("ok"))], "{receipts}");
    assert_eq!(proxy.end().0, Some(0));

    let mut other = Server::start(&machine, &["mcp-proxy", "--connector", "files"], "warn");
    initialize(&mut other);
    assert_eq!(call(&mut other, "echo")["content"][0]["text"], "hello");
    assert_eq!(other.end().0, Some(0));
}
