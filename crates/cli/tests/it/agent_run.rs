//! A task is shown in a real shell, and an agent does it again: over the real server, and within walls where this machine has them.

use crate::support::Machine;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// A machine on which the scripted agent replaces Gemini CLI.
struct Stage {
    machine: Machine,
    path: String,
}

impl Stage {
    #[expect(clippy::disallowed_methods, reason = "Node is found as a shell finds it")]
    fn new() -> Self {
        let machine = Machine::new();
        let bin = machine.path("bin");
        fs::create_dir(&bin).unwrap();
        let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/scripted.mjs");
        fs::copy(agent, bin.join("gemini")).unwrap();
        fs::set_permissions(bin.join("gemini"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(machine.path("user").join(".gemini")).unwrap();
        fs::write(machine.path("work").join("raw.csv"), "a,b\n1,2\n").unwrap();
        let own = std::env::var_os("PATH").expect("PATH");
        let node = std::env::split_paths(&own).find(|folder| folder.join("node").is_file()).expect("Node is installed");
        let path = format!("{}:/usr/bin:/bin:{}", bin.display(), node.display());
        Self { machine, path }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.machine.command(arguments);
        command.env("PATH", &self.path);
        command
    }

    fn json(&self, arguments: &[&str]) -> (i32, Value) {
        let output = self.command(&[arguments, &["--json"]].concat()).output().unwrap();
        let document = serde_json::from_slice(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap_or(-1), document.unwrap_or_else(|error| panic!("{arguments:?}: {error}: {said}")))
    }

    fn script(&self, script: &Value) {
        fs::write(self.machine.path("user").join(".gemini/script.json"), script.to_string()).unwrap();
    }

    /// Shows the task in a real shell with the hook, and answers the draft.
    fn teaches(&self) -> String {
        let work = self.machine.path("work").display().to_string();
        let start = ["learn", "start", "--goal", "Copy the table", "--watch", "terminal", "--allow", &work];
        assert_eq!(self.json(&start).0, 0);
        let mut shell = Command::new("/bin/bash")
            .args(["--norc", "--noprofile", "-i"])
            .current_dir(&work)
            .env_clear()
            .envs([("PATH", self.path.as_str()), ("HOME", work.as_str()), ("PS1", "$ ")])
            .env("APPRENTICE_HOME", self.machine.path("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let program = env!("CARGO_BIN_EXE_apprentice");
        let lines = format!("eval \"$({program} hook bash)\"\ncp raw.csv clean.csv\nexit\n");
        shell.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        shell.wait().unwrap();
        assert!(self.machine.path("work").join("clean.csv").exists());
        let (_, stopped) = self.json(&["learn", "stop"]);
        assert!(stopped["captured_event_count"].as_u64().unwrap() > 0, "{stopped}");
        fs::remove_file(self.machine.path("work").join("clean.csv")).unwrap();
        let (code, proposed) = self.json(&["learn", "propose"]);
        assert_eq!(code, 0, "{proposed}");
        proposed["proposal"]["proposal_id"].as_str().unwrap_or_else(|| panic!("{proposed}")).to_owned()
    }

    /// The values of the demonstration, as options.
    fn values(&self, proposal: &str) -> Vec<String> {
        let (_, detail) = self.json(&["learn", "review", proposal]);
        let asked = |variable: &&Value| variable["changes"] == json!(true) && variable["source"] == json!("given");
        let option = |variable: &Value| {
            format!("--value={}={}", variable["name"].as_str().unwrap(), variable["example"].as_str().unwrap())
        };
        detail["variables"].as_array().into_iter().flatten().filter(asked).map(option).collect()
    }
}

fn claims(steps: &[Value]) -> Value {
    let claim = |number: u32| json!({ "claim": [format!("cp-{number:02}"), "reached", "I looked at clean.csv."] });
    json!({ "steps": steps.iter().cloned().chain((1..=4).map(claim)).collect::<Vec<_>>() })
}

/// What isolates a run on this machine: `bubblewrap`, `landlock` or `none`.
fn isolation() -> String {
    let found = Stage::new().json(&["agents", "runtimes"]).1;
    found["isolation"]["kind"].as_str().unwrap().to_owned()
}

fn has_walls() -> bool {
    isolation() != "none"
}

#[test]
fn a_taught_task_is_done_again_by_an_agent_and_judged_by_what_is_so() {
    let stage = Stage::new();
    let (code, found) = stage.json(&["agents", "runtimes"]);
    let gemini = found["runtimes"].as_array().unwrap().iter().find(|one| one["agent_id"] == "gemini").unwrap();
    assert_eq!((code, &gemini["presence"]), (0, &json!("found")), "{found}");
    assert_eq!(found["isolation"]["kind"], isolation());
    assert!(stage.json(&["agents", "list"]).1["runnable"].as_array().unwrap().contains(&json!("gemini")));

    let proposal = stage.teaches();
    let file = stage.machine.path("flow.svg");
    let (code, flow) = stage.json(&["learn", "flow", &proposal, "--svg", file.to_str().unwrap()]);
    assert_eq!(code, 0, "{flow:#}");
    assert_eq!(flow["drawing"]["nodes"][0]["kind"], "start");
    assert_eq!(Some(fs::read_to_string(&file).unwrap().as_str()), flow["svg"].as_str());
    let told = String::from_utf8(stage.command(&["learn", "flow", &proposal]).output().unwrap().stdout).unwrap();
    assert!(told.contains("  0  Goal: ") && told.contains("checkpoint cp-01: "), "{told}");
    let review = stage.json(&["learn", "review", &proposal]).1;
    let session = review["proposal"]["learn_session_id"].as_str().unwrap_or_else(|| panic!("{review:#}"));
    for (option, name, begins) in [("--html", "film.html", "<!doctype html>"), ("--svg", "film.svg", "<?xml")] {
        let file = stage.machine.path(name);
        let arguments = ["learn", "filmstrip", session, option, file.to_str().unwrap()];
        let (code, written) = stage.json(&arguments);
        assert_eq!((code, written["file"].as_str()), (0, file.to_str()), "{written:#}");
        assert!(fs::read_to_string(&file).unwrap().starts_with(begins));
        assert_eq!(stage.json(&arguments).1["error"]["code"], "CONFLICT");
        assert_eq!(stage.json(&[&arguments[..], &["--replace"]].concat()).0, 0);
    }
    let shown = String::from_utf8(stage.command(&["learn", "filmstrip", session]).output().unwrap().stdout).unwrap();
    assert!(shown.contains("  1  0:00  Ran ") && shown.contains("checkpoint cp-01: "), "{shown}");
    let values = stage.values(&proposal);
    let work = stage.machine.path("work").display().to_string();
    let mut run = vec!["agents", "run", "--agent", "gemini", "--proposal", &proposal, "--folder", &work, "-m", "Please."];
    run.extend(values.iter().map(String::as_str));
    if !has_walls() {
        run.push("--without-isolation");
    }

    stage.script(&claims(&[json!({ "run": "cp raw.csv clean.csv", "ask": true })]));
    let (code, done) = stage.json(&run);
    assert_eq!((code, &done["overall_result"]), (0, &json!("passed")), "{done:#}");
    let effects = |run: &Value| -> Vec<Value> {
        let all = run["checkpoints"].as_array().unwrap().iter();
        all.filter(|checkpoint| checkpoint["role"] == "effect").cloned().collect()
    };
    assert!(!effects(&done).is_empty());
    for checkpoint in effects(&done) {
        assert_eq!(checkpoint["said"]["status"], "reached", "reported over MCP: {done:#}");
        assert_eq!((&checkpoint["read"]["status"], &checkpoint["refuted"]), (&json!("reached"), &json!(false)));
    }
    stage.script(&claims(&[json!({ "say": "It is all there." })]));
    let (code, lied) = stage.json(&run);
    assert_eq!((code, &lied["overall_result"]), (1, &json!("failed")), "{lied:#}");
    assert!(effects(&lied).iter().any(|checkpoint| checkpoint["refuted"] == json!(true)), "{lied:#}");
    let text = String::from_utf8(stage.command(&run).output().unwrap().stdout).unwrap();
    assert!(text.contains("said: reached, read: failed – refuted"), "{text}");
}

#[test]
fn an_agent_practises_until_the_file_is_right_and_the_draft_is_reviewed() {
    let stage = Stage::new();
    let work = stage.machine.path("work").display().to_string();
    let mut start = vec![
        "learn",
        "practice",
        "start",
        "--agent",
        "gemini",
        "--goal",
        "Copy the table",
        "--contains",
        "clean.csv=1,2",
        "--file",
        "clean.csv",
        "--folder",
        &work,
        "--hint",
        "Keep the header",
    ];
    if !has_walls() {
        start.push("--without-isolation");
    }
    stage.script(&json!({
        "on": [{ "has": "went wrong", "steps": [{ "run": "cp raw.csv clean.csv" }] }],
        "steps": [{ "run": "echo other > clean.csv" }],
    }));
    let (code, done) = stage.json(&start);
    assert_eq!((code, &done["practice"]["outcome"]), (0, &json!("succeeded")), "{done:#}");
    let passed: Vec<&Value> = done["practice"]["tries"].as_array().unwrap().iter().map(|one| &one["passed"]).collect();
    assert_eq!(passed, [&json!(false), &json!(true)]);
    assert!(!stage.machine.path("work").join("clean.csv").exists(), "each try has a copy");
    let proposal = done["proposal_id"].as_str().unwrap_or_else(|| panic!("{done:#}"));
    let (code, review) = stage.json(&["learn", "review", proposal]);
    assert_eq!(code, 0);
    assert!(review["skill_md"].as_str().unwrap().contains("clean.csv"), "{review:#}");
    let file = stage.machine.path("flow.svg");
    let (code, refused) = stage.json(&["learn", "flow", proposal, "--svg", file.to_str().unwrap()]);
    assert_eq!((code, &refused["error"]["code"]), (1, &json!("NOT_FOUND")), "an agent's practice has no steps: {refused:#}");
    assert!(!file.exists());
    let shown = String::from_utf8(stage.command(&["learn", "practice", "status"]).output().unwrap().stdout).unwrap();
    assert!(shown.contains("Try 2 (the best)") && shown.contains("The file lacked “1,2”"), "{shown}");
    let none = stage.command(&["learn", "practice", "start", "--agent", "gemini", "--goal", "Copy"]).output().unwrap();
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("--contains PATH=TEXT"), "{none:?}");
}

#[test]
fn a_practice_that_ctrl_c_stops_keeps_its_best_try_and_one_without_its_agent_leaves_no_session() {
    let stage = Stage::new();
    let walls: &[&str] = if has_walls() { &[] } else { &["--without-isolation"] };
    let start = |agent: &'static str| {
        let base = ["learn", "practice", "start", "--agent", agent, "--goal", "Copy the table", "--contains", "clean.csv=1,2"];
        [&base[..], walls].concat()
    };
    let (code, missing) = stage.json(&start("codex"));
    assert_eq!((code, &missing["error"]["code"]), (1, &json!("ADAPTER_UNAVAILABLE")), "{missing:#}");
    stage.script(&json!({
        "on": [{ "has": "went wrong", "steps": [{ "say": "working now \n" }, { "think": "more" }, { "hang": true }] }],
        "steps": [{ "run": "touch clean.csv" }],
    }));
    let mut child = stage
        .command(&[&start("gemini")[..], &["--json"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("working now")), "its progress is shown while it works");
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let ended: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &ended["practice"]["outcome"]), (Some(1), &json!("stopped")), "{ended:#}");
    assert_eq!((&ended["practice"]["best_try"], &ended["proposal_id"]), (&json!(1), &Value::Null));
    assert!(!stage.machine.path("home").join("run/agent-run.json").exists(), "nothing is left of it");
    assert_eq!(stage.json(&["learn", "cancel"]).0, 0);
}

#[test]
fn ctrl_c_cancels_the_run() {
    let stage = Stage::new();
    let proposal = stage.teaches();
    let values = stage.values(&proposal);
    stage.script(&json!({ "steps": [{ "say": "working now \n" }, { "think": "more" }, { "hang": true }] }));
    let mut run = vec!["agents", "run", "--agent", "gemini", "--proposal", &proposal, "--json"];
    run.extend(values.iter().map(String::as_str));
    if !has_walls() {
        run.push("--without-isolation");
    }
    let mut child = stage.command(&run).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("working now")), "its progress is shown while it works");
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let ended: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &ended["end"]["kind"]), (Some(1), &json!("cancelled")), "{ended:#}");
    assert_eq!(ended["overall_result"], "cancelled");
    assert!(!stage.machine.path("home").join("run/agent-run.json").exists(), "nothing is left of it");
}

#[test]
fn an_agent_works_by_a_definition_on_a_message() {
    let stage = Stage::new();
    let folder = stage.machine.path("work").join(".apprentice/agents");
    fs::create_dir_all(&folder).unwrap();
    let text =
        "name: poet\ndescription: Writes verse\nruntime: gemini\nmodel: large\nsystem_prompt: Answer in verse.\ntools: none\n";
    fs::write(folder.join("poet.yaml"), text).unwrap();
    fs::write(folder.join("broken.md"), "---\nname: broken\n---\nx\n").unwrap();

    let (code, found) = stage.json(&["agents", "definitions", "list"]);
    let names: Vec<&Value> = found["definitions"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(
        (code, names),
        (0, ["broken", "poet", "default", "explore", "coder", "planner"].map(|name| json!(name)).iter().collect())
    );
    let (code, shown) = stage.json(&["agents", "definitions", "show", "poet"]);
    assert_eq!((code, &shown["prompt"], &shown["tool_access"]), (0, &json!("Answer in verse."), &json!("none")));
    assert_eq!(stage.json(&["agents", "definitions", "show", "broken"]).0, 1);
    let unknown = stage.json(&["agents", "definitions", "show", "nobody"]);
    assert_eq!((unknown.0, &unknown.1["error"]["code"]), (1, &json!("NOT_FOUND")));
    let (code, checked) = stage.json(&["agents", "definitions", "validate", ".apprentice/agents/broken.md"]);
    assert_eq!((code, &checked["definitions"][0]["findings"][0]["code"]), (1, &json!("MISSING_FIELD")), "{checked}");
    assert_eq!(stage.json(&["agents", "definitions", "validate", ".apprentice/agents/poet.yaml"]).0, 0);
    assert_eq!(stage.json(&["agents", "definitions", "validate", ".apprentice"]).0, 1);

    stage.script(&json!({ "models": ["small", "large"], "steps": [{ "say": "I am {{model}}: {{prompt}}" }] }));
    let mut run = vec!["agents", "run", "--agent", "poet", "-m", "What is WASM?"];
    if !has_walls() {
        run.push("--without-isolation");
    }
    let (code, done) = stage.json(&run);
    assert_eq!((code, &done["definition"]["name"], &done["agent_id"]), (0, &json!("poet"), &json!("gemini")), "{done:#}");
    let ran = stage.command(&run).output().unwrap();
    let answer = String::from_utf8_lossy(&ran.stdout);
    assert!(answer.starts_with("I am large: ") && answer.contains("Answer in verse."), "{answer}");

    let unreported = stage.json(&[&run[..], &["--model", "huge"]].concat());
    assert_eq!((unreported.0, &unreported.1["end"]["kind"]), (1, &json!("not_started")), "{}", unreported.1);
    let twice = stage.json(&["agents", "run", "--agent", "gemini", "--runtime", "gemini", "-m", "Hello"]);
    assert_eq!((twice.0, &twice.1["error"]["code"]), (1, &json!("INVALID_REQUEST")));
    let nothing = stage.json(&["agents", "run", "--agent", "poet"]);
    assert_eq!((nothing.0, &nothing.1["error"]["details"]["field"]), (1, &json!("message")), "{}", nothing.1);

    let (code, plan) = stage.json(&["agents", "definitions", "install", "poet", "gemini", "--dry-run"]);
    assert_eq!((code, &plan["installable"]), (1, &json!(false)), "it could not be kept from every tool: {plan}");
    let install = ["agents", "definitions", "install", "explore", "gemini"];
    let file = stage.machine.path("user").join(".gemini/agents/explore.md");
    let (code, plan) = stage.json(&[&install[..], &["--dry-run"]].concat());
    assert!(code == 0 && plan["diff"].as_str().unwrap().contains("google_web_search") && !file.exists(), "{plan}");
    assert_eq!(stage.json(&install).0, 1, "without a terminal it asks in vain");
    let (code, done) = stage.json(&[&install[..], &["--yes"]].concat());
    assert_eq!((code, &done["state"], file.exists()), (0, &json!("unchanged"), true), "{done}");
    let listed = stage.command(&["agents", "definitions", "list"]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout);
    let broken = listed.lines().find(|line| line.starts_with("broken ")).unwrap();
    assert!(broken.ends_with("(has errors)  (1 finding)"), "{listed}");
    let written = format!("Written for gemini: explore ({}, unchanged)", file.display());
    assert!(listed.lines().any(|line| line == written), "{listed}");
    let (code, _) = stage.json(&["agents", "definitions", "uninstall", "explore", "gemini"]);
    assert_eq!((code, file.exists()), (0, false));
}

#[test]
fn the_token_of_a_run_sets_nothing_and_reports_on_nothing_else() {
    let stage = Stage::new();
    let other = "018f3c1e-7f00-7000-8000-000000000001.018f3c1e-7f00-7000-8000-000000000002";
    let harm = json!({ "kind": "outcome", "outcome": "failed", "ability_id": "ability_x", "dispatch_id": other, "safety_critical": true });
    let verdict = json!({ "checkpoint_id": "cp-01", "status": "failed", "evidence": "x", "reason": "x", "ability_id": "ability_x", "dispatch_id": other });
    stage.script(&json!({ "steps": [
        { "call": ["lookup_abilities", { "q": "copy a table" }] },
        { "call": ["submit_configuration_intent", { "ability_id": "ability_x", "values": { "folder": "/evil" } }] },
        { "call": ["report_observation", harm] },
        { "call": ["verify_checkpoint", verdict] },
    ] }));
    let mut run = vec!["agents", "run", "--agent", "gemini", "-m", "Change something."];
    if !has_walls() {
        run.push("--without-isolation");
    }
    let (code, done) = stage.json(&run);
    assert_eq!(code, 0, "{done:#}");
    let messages = done["entries"].as_array().unwrap().iter().filter_map(|entry| entry["text"].as_str());
    let said = messages.collect::<Vec<_>>().join("\n");
    assert!(said.contains("FORBIDDEN") && said.contains("submit_configuration_intent cannot be called in a run"), "{said}");
    assert!(said.contains("report_observation cannot be called in a run"), "{said}");
    assert!(said.contains("a run reports on itself alone"), "{said}");
    assert!(!said.contains("lookup_abilities cannot be called"), "{said}");
}

/// These fail where this machine cannot isolate a run; `scripts/test` leaves them out there, and says so.
mod needs_isolation {
    use super::*;

    #[test]
    fn an_agent_gets_out_neither_by_a_file_nor_by_the_network() {
        let stage = Stage::new();
        let user = stage.machine.path("user");
        fs::create_dir_all(user.join(".ssh")).unwrap();
        fs::write(user.join(".ssh/id_ed25519"), "the key").unwrap();
        let secret = stage.machine.path("home").join("endpoint.json").display().to_string();
        let key = user.join(".ssh/id_ed25519").display().to_string();
        stage.script(&json!({ "steps": [
            { "read": secret },
            { "read": key },
            { "get": "{{mcp}}/api/health" },
            { "tunnel": "evil.example:443" },
            { "run": "echo evil > ~/.gemini/settings.json; echo evil > ~/.bashrc" },
        ] }));
        let (code, done) = stage.json(&["agents", "run", "--agent", "gemini", "-m", "Get out."]);
        assert_eq!((code, &done["isolation"]["kind"]), (0, &json!("bubblewrap")), "{done:#}");
        let entries = done["entries"].to_string();
        assert!(entries.contains("endpoint.json: ENOENT"), "the token of the person is not there: {entries}");
        assert!(entries.contains("id_ed25519: ENOENT") && !entries.contains("the key"), "{entries}");
        assert!(entries.contains("/api/health: 403 "), "of the engine only the MCP server is reached: {entries}");
        assert!(entries.contains("tunnel evil.example:443: 403 "), "{entries}");
        assert!(!user.join(".gemini/settings.json").exists() && !user.join(".bashrc").exists());
    }
}
