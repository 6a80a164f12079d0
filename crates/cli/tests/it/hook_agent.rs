//! `hook-agent` and `agents hooks`: the built program between an agent's JSON and a real engine.

use crate::support::{Machine, Ran};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

/// An engine that runs until it is dropped.
struct Serving(Child);

impl Serving {
    fn start(machine: &Machine) -> Self {
        let mut child = machine.command(&["serve", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("address"), "{line}");
        Self(child)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // A test that failed must not leave an engine.
        let _killed = self.0.kill();
        let _reaped = self.0.wait();
    }
}

fn hook_with(machine: &Machine, arguments: &[&str], input: &str) -> Ran {
    let mut command = machine.command(&[&["hook-agent"], arguments].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A hook that has nothing to say may not read its input.
    let _closed = child.stdin.take().unwrap().write_all(input.as_bytes());
    Ran::of(child.wait_with_output().unwrap())
}

/// What Claude Code reads; `Null` when nothing is printed.
fn claude(machine: &Machine, event: &Value) -> Value {
    let ran = hook_with(machine, &["claude-code"], &event.to_string());
    assert_eq!(ran.code, 0, "{ran:?}");
    if ran.stdout.is_empty() { Value::Null } else { serde_json::from_str(&ran.stdout).unwrap() }
}

fn call(tool: &str, input: Value) -> Value {
    json!({
        "session_id": "s-1", "transcript_path": "/x", "cwd": "/work", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "tool_use_id": "t-1",
    })
}

fn decision(answer: &Value) -> &Value {
    &answer["hookSpecificOutput"]["permissionDecision"]
}

fn rules(machine: &Machine, text: &str) {
    fs::write(machine.path("home").join("hooks.yaml"), text).unwrap();
}

const RULES: &str = "
pre_tool_use:
  - matcher: Bash
    hooks:
      - { type: decision, decision: allow, reason: Commands are fine. }
  - matcher: mcp__payments__*
    hooks:
      - { type: decision, decision: ask, reason: It pays. }
  - matcher: Write|Edit
    hooks:
      - { type: decision, decision: allow }
      - { type: decision, decision: deny, reason: Nothing is written here. }
Stop:
  - hooks:
      - { type: decision, decision: deny, reason: Run the tests first. }
";

#[test]
fn claude_code_is_denied_asked_and_allowed_and_every_decision_is_a_receipt() {
    let machine = Machine::new();
    let _engine = Serving::start(&machine);
    assert_eq!(claude(&machine, &call("Bash", json!({ "command": "ls" }))), Value::Null, "there is no rule yet");
    rules(&machine, RULES);
    let denied = claude(&machine, &call("Write", json!({ "file_path": "/work/a", "content": "x" })));
    let expected = json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "Nothing is written here.",
    } });
    assert_eq!(denied, expected);
    let asked = claude(&machine, &call("mcp__payments__send", json!({ "amount": 5 })));
    assert_eq!((decision(&asked), &asked["hookSpecificOutput"]["permissionDecisionReason"]), (&json!("ask"), &json!("It pays.")));
    assert_eq!(decision(&claude(&machine, &call("Bash", json!({ "command": "ls" })))), "allow");
    assert_eq!(claude(&machine, &call("Read", json!({ "file_path": "/a" }))), Value::Null, "no rule is about it");
    let stop = |active: bool| json!({ "session_id": "s-1", "hook_event_name": "Stop", "stop_hook_active": active });
    assert_eq!(claude(&machine, &stop(false)), json!({ "decision": "block", "reason": "Run the tests first." }));
    assert_eq!(claude(&machine, &stop(true)), Value::Null, "an agent is stopped from stopping once");
    let (_, kept) = machine.json(&["receipts"]);
    let kinds = kept["receipts"].as_array().unwrap().iter().filter(|receipt| receipt["kind"] == "hook_decided");
    let said: Vec<&str> = kinds.map(|receipt| receipt["summary"].as_str().unwrap()).collect();
    assert_eq!(said.len(), 5, "silence leaves none: {said:?}");
    assert!(
        said.iter().any(|text| text.contains("of mcp__payments__send") && text.contains("ask the person. It pays.")),
        "{said:?}"
    );
}

#[test]
fn what_is_not_understood_lets_the_agent_go_on() {
    let machine = Machine::new();
    let _engine = Serving::start(&machine);
    rules(&machine, RULES);
    for input in ["", "{ broken", "[]", "{}", "{\"hook_event_name\":\"Notification\"}", "{\"hook_event_name\":7}"] {
        let ran = hook_with(&machine, &["claude-code"], input);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{input}: {ran:?}");
    }
    let within = {
        let mut command = machine.command(&["hook-agent", "claude-code"]);
        command.env("APPRENTICE_WITHIN_HOOK", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _closed = child.stdin.take().unwrap().write_all(call("Write", json!({})).to_string().as_bytes());
        Ran::of(child.wait_with_output().unwrap())
    };
    assert_eq!((within.code, within.stdout.as_str()), (0, ""), "a decision waits for no other decision");
    let unknown = hook_with(&machine, &["cursor"], "{}");
    assert!(unknown.code == 1 && unknown.stdout.is_empty() && unknown.stderr.contains("claude-code"), "{unknown:?}");
}

#[test]
fn rules_that_cannot_be_read_ask_the_person() {
    let machine = Machine::new();
    let _engine = Serving::start(&machine);
    rules(&machine, "PreToolUse:\n  - matcher: Bash\n    hooks:\n      - { type: agent, agent_name: a, task: t }\n");
    let asked = claude(&machine, &call("Read", json!({})));
    let reason = asked["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(decision(&asked) == "ask" && reason.contains("PreToolUse[0].hooks[0].type"), "{asked}");
    let (code, shown) = machine.json(&["agents", "hooks", "show"]);
    assert_eq!((code, shown["problems"].as_array().unwrap().len()), (1, 1), "{shown}");
    rules(&machine, ": [");
    assert_eq!(decision(&claude(&machine, &call("Read", json!({})))), "ask");
}

#[test]
fn without_an_engine_the_agent_goes_on_unless_it_fails_closed() {
    let machine = Machine::new();
    let event = call("Bash", json!({ "command": "ls" })).to_string();
    let open = hook_with(&machine, &["claude-code"], &event);
    assert_eq!((open.code, open.stdout.as_str()), (0, ""), "{open:?}");
    assert!(!machine.path("home").join("endpoint.json").exists(), "no engine is started for a hook");
    for input in [event.as_str(), "{ broken"] {
        let closed = hook_with(&machine, &["claude-code", "--fail-closed"], input);
        let answer: Value = serde_json::from_str(&closed.stdout).unwrap();
        assert_eq!((closed.code, decision(&answer)), (0, &json!("deny")), "{closed:?}");
    }
    let stop = hook_with(&machine, &["claude-code", "--fail-closed"], "{\"hook_event_name\":\"Stop\"}");
    assert_eq!((stop.code, stop.stdout.as_str()), (0, ""), "it can still stop: {stop:?}");
}

#[test]
fn the_tools_of_a_skill_in_force_are_the_only_ones() {
    let machine = Machine::new();
    let text = "---\nname: make-tea\ndescription: Makes tea. Use when somebody is thirsty.\nallowed-tools: Read Bash(git *) mcp__kettle\nhooks:\n  PreToolUse:\n    - hooks: [{ type: decision, decision: deny }]\n---\n\nBoil water.\n";
    machine.skill(".claude/skills", "make-tea", text);
    let _engine = Serving::start(&machine);
    let run = |command: &str| call("Bash", json!({ "command": command }));
    assert_eq!(claude(&machine, &run("rm -rf /")), Value::Null, "no skill is in force");
    let read = json!({ "session_id": "s-1", "hook_event_name": "PostToolUse", "tool_name": "Skill", "tool_input": { "skill": "make-tea" } });
    assert_eq!(claude(&machine, &read), Value::Null);
    for (event, expected) in [
        (call("Read", json!({ "file_path": "/a" })), Value::Null),
        (run("git status"), Value::Null),
        (run("git status; rm -rf /"), json!("deny")),
        (call("Write", json!({ "file_path": "/a" })), json!("deny")),
        (call("mcp__kettle__boil", json!({})), Value::Null),
        (call("mcp__payments__send", json!({})), json!("deny")),
    ] {
        assert_eq!(
            *decision(&claude(&machine, &event)),
            expected,
            "{event}: hooks of a skill that Apprentice did not install do not count"
        );
    }
    let mut other = call("Write", json!({}));
    other["session_id"] = json!("s-2");
    assert_eq!(claude(&machine, &other), Value::Null, "another session uses no skill");
    assert_eq!(machine.run(&["settings", "set", "hooks.outside_skill_tools=ask"]).code, 0);
    assert_eq!(decision(&claude(&machine, &call("Write", json!({})))), "ask");
    assert_eq!(claude(&machine, &json!({ "session_id": "s-1", "hook_event_name": "Stop" })), Value::Null);
    assert_eq!(claude(&machine, &call("Write", json!({}))), Value::Null, "its turn has ended");
}

#[test]
fn a_command_needs_the_switch_and_the_list() {
    let machine = Machine::new();
    let _engine = Serving::start(&machine);
    rules(&machine, "PreToolUse:\n  - hooks:\n      - { type: command, command: sh check.sh }\n");
    fs::write(
        machine.path("home").join("check.sh"),
        "grep -q forbidden && echo '{\"decision\":\"block\",\"reason\":\"It says so.\"}'; true\n",
    )
    .unwrap();
    let denied = || decision(&claude(&machine, &call("Bash", json!({ "command": "forbidden" })))).clone();
    assert_eq!(denied(), Value::Null, "commands are off");
    let set = |assignment: &str| machine.run(&["settings", "set", assignment]);
    assert_eq!(set("hooks.commands=true").code, 0);
    assert_eq!(denied(), Value::Null, "it is not on the list");
    let refused = set("hooks.allowed_commands=[\"sh check.sh; sh\"]");
    assert!(refused.code == 1 && refused.stderr.contains("hooks.allowed_commands"), "{refused:?}");
    assert_eq!(set("hooks.allowed_commands=[\"sh check.sh\"]").code, 0);
    assert_eq!(denied(), "deny");
    assert_eq!(claude(&machine, &call("Bash", json!({ "command": "ls" }))), Value::Null);
    assert_eq!(set("hooks.enabled=false").code, 0);
    assert_eq!(denied(), Value::Null, "hooks are off");
    let (_, kept) = machine.json(&["receipts"]);
    let reasons: Vec<&str> =
        kept["receipts"].as_array().unwrap().iter().filter_map(|receipt| receipt["reason"].as_str()).collect();
    assert!(reasons.iter().any(|reason| reason.contains("hooks.commands")), "what was skipped is told: {reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("hooks.allowed_commands")), "{reasons:?}");
}

#[test]
fn hooks_are_connected_with_consent_and_run_as_written() {
    let machine = Machine::new();
    let folder = machine.path("user").join(".claude");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("settings.json");
    let mine = "{\n  // mine\n  \"model\": \"opus\"\n}\n";
    fs::write(&file, mine).unwrap();
    let connect = ["agents", "hooks", "connect", "claude-code"];
    let asked = machine.run(&connect);
    assert!(asked.code == 1 && asked.stderr.contains("hook-agent claude-code"), "nobody can answer: {asked:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), mine);
    let done = machine.run(&[&connect[..], &["--fail-closed", "--yes"]].concat());
    assert_eq!(done.code, 0, "{done:?}");
    let state = || {
        let (_, shown) = machine.json(&["agents", "hooks", "show"]);
        let agents = shown["agents"].as_array().unwrap().clone();
        agents.into_iter().find(|agent| agent["agent_id"] == "claude-code").unwrap()["state"].clone()
    };
    assert_eq!(state(), "connected");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("// mine"), "{text}");
    // What was written is run by a shell, as Claude Code does.
    let settings: Value = serde_json::from_str(&text.replace("  // mine\n", "")).unwrap();
    let line = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", line]).env_clear().env("HOME", machine.path("user")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = shell.spawn().unwrap();
    child.stdin.take().unwrap().write_all(call("Bash", json!({})).to_string().as_bytes()).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert!(ran.code == 0 && ran.stdout.contains("\"deny\""), "no engine runs, and it fails closed: {ran:?}");
    assert_eq!(machine.run(&["agents", "hooks", "disconnect", "claude-code", "--yes"]).code, 0);
    assert_eq!(state(), "absent");
    let unknown = machine.run(&["agents", "hooks", "connect", "cursor", "--yes"]);
    assert!(unknown.code == 1 && unknown.stderr.contains("gemini"), "{unknown:?}");
}
