//! `serve`: its first line, its one-per-home rule, and how it ends.

use crate::support::Machine;
use apprentice_api::engine_process::{EngineProcess, Lifetime};
use apprentice_contracts::error::ErrorCode;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

fn serve(machine: &Machine, more: &[&str]) -> (Child, Value) {
    let mut child = machine.command(&[&["serve", "--json"], more].concat()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let first = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    assert!(line.starts_with("{\"address\":\"http://127.0.0.1:"), "scripts read this line: {line}");
    (child, first)
}

fn end(child: &mut Child, signal: Signal) -> Option<i32> {
    kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
    child.wait().unwrap().code()
}

#[test]
fn the_first_line_is_the_way_in_and_the_file_says_the_same() {
    let machine = Machine::new();
    let (mut child, first) = serve(&machine, &[]);
    assert_eq!(first.as_object().unwrap().len(), 2);
    let file = machine.path("home").join("endpoint.json");
    let written: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!((&written["address"], &written["token"]), (&first["address"], &first["token"]));
    let (code, second) = machine.json(&["serve"]);
    assert_eq!((code, &second["error"]["code"]), (1, &json!("CONFLICT")));
    assert_eq!(second["error"]["details"]["address"], first["address"]);
    let (code, _) = machine.json(&["learn", "status"]);
    assert_eq!(code, 0, "a command joins it");
    assert_eq!(end(&mut child, Signal::SIGTERM), Some(0));
    assert!(!file.exists());
}

#[test]
fn ctrl_c_ends_it_in_order() {
    let machine = Machine::new();
    let (mut child, _) = serve(&machine, &[]);
    assert_eq!(end(&mut child, Signal::SIGINT), Some(0));
    assert!(!machine.path("home").join("endpoint.json").exists());
}

#[test]
fn an_idle_engine_ends_by_itself() {
    let machine = Machine::new();
    let (mut child, _) = serve(&machine, &["--idle-exit", "1"]);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!machine.path("home").join("endpoint.json").exists());
}

/// However the program that started it ends, its end of the pipe closes.
#[test]
fn an_engine_that_another_program_holds_ends_with_it() {
    let machine = Machine::new();
    let mut command = machine.command(&["serve", "--json", "--until-stdin-closes"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(machine.json(&["learn", "status"]).0, 0, "a command joins it");
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!machine.path("home").join("endpoint.json").exists());
}

#[tokio::test]
async fn a_program_starts_an_engine_and_ends_it_or_joins_the_one_that_runs() {
    let machine = Machine::new();
    let home = machine.path("home");
    let start = async |program: &Path| EngineProcess::start(program, &home, Lifetime::Holder, Stdio::null()).await;
    let apprentice = Path::new(env!("CARGO_BIN_EXE_apprentice"));

    let (first, process) = start(apprentice).await.unwrap();
    let mut process = process.expect("it is ours");
    let (second, other) = start(apprentice).await.unwrap();
    assert!(other.is_none(), "another start joins it");
    assert_eq!(first.endpoint().unwrap().pid, second.endpoint().unwrap().pid);
    assert!(!process.has_ended());
    assert!(process.close(Duration::from_secs(20)).await, "it ends in order");
    assert!(!home.join("endpoint.json").exists());

    for (program, said) in [("/bin/true", "it said “”"), ("/no/such/program", "No such file")] {
        let failure = start(Path::new(program)).await.err().unwrap();
        assert_eq!(failure.code, ErrorCode::Internal);
        assert!(failure.message.contains(said) && failure.message.contains(program), "{failure}");
    }
    std::fs::remove_dir_all(&home).unwrap();
    std::fs::write(&home, "").unwrap();
    assert_eq!(start(apprentice).await.err().unwrap().code, ErrorCode::TargetNotWritable, "its refusal is told");
}

#[test]
fn what_a_killed_engine_left_does_not_stop_the_next() {
    let machine = Machine::new();
    let (mut child, first) = serve(&machine, &[]);
    end(&mut child, Signal::SIGKILL);
    assert!(machine.path("home").join("endpoint.json").exists());
    assert_eq!(machine.json(&["learn", "status"]).0, 0);
    let (mut child, second) = serve(&machine, &[]);
    assert_ne!(first["token"], second["token"]);
    assert_eq!(end(&mut child, Signal::SIGTERM), Some(0));
}

#[test]
fn a_port_that_is_taken_is_a_refusal() {
    let machine = Machine::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, answer) = machine.json(&["serve", "--port", &port]);
    assert_eq!((code, &answer["error"]["details"]["field"]), (1, &json!("port")));
    assert!(answer["error"]["message"].as_str().unwrap().contains(&port));
}

/// Processes whose command line names `folder`.
fn processes_in(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let lines =
        std::fs::read_dir("/proc").unwrap().filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("cmdline")).ok());
    lines.filter(|line| line.contains(folder)).map(|line| line.replace('\0', " ")).collect()
}

#[test]
fn the_watched_browser_ends_with_the_engine() {
    let machine = Machine::new();
    let (mut child, _) = serve(&machine, &[]);
    let (code, started) = machine.json(&["learn", "start", "--watch", "browser", "--url", "about:blank"]);
    assert_eq!(code, 0, "{started}");
    let home = machine.path("home");
    assert!(!processes_in(&home).is_empty(), "a browser runs on a profile of its own");
    assert_eq!(end(&mut child, Signal::SIGTERM), Some(0));
    assert_eq!(processes_in(&home), Vec::<String>::new());
    // The demonstration itself is kept.
    let (_, status) = machine.json(&["learn", "status"]);
    assert_eq!(status["session"]["learn_session_id"], started["session"]["learn_session_id"]);
}

/// Titles of all categories, which represent everything that is stored.
fn titles(machine: &Machine) -> Vec<String> {
    let (code, answer) = machine.json(&["categories", "list"]);
    assert_eq!(code, 0, "{answer}");
    answer["categories"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_backup_is_restored_by_one_command_with_and_without_a_running_engine() {
    let machine = Machine::new();
    let file = machine.path("backup.zip").display().to_string();
    let create = |title: &str| assert_eq!(machine.json(&["categories", "create", title]).0, 0, "{title}");
    create("Before");
    let (code, backup) = machine.json(&["data", "backup", &file]);
    assert_eq!((code, &backup["contents"], &backup["state"]), (0, &json!("backup"), &json!("done")), "{backup}");
    create("After");
    assert_eq!(machine.json(&["data", "backup", &file]).1["error"]["code"], "CONFLICT", "an older backup is not overwritten");

    let (code, restored) = machine.json(&["data", "restore", &file]);
    assert_eq!((code, &restored["restarts"]), (0, &json!(false)), "{restored}");
    assert_eq!(titles(&machine), ["Before"]);
    assert!(Path::new(restored["kept"].as_str().unwrap()).join("apprentice.db").is_file(), "{restored}");

    create("Later");
    let (mut child, first) = serve(&machine, &[]);
    let (code, restored) = machine.json(&["data", "restore", &file]);
    assert_eq!((code, &restored["restarts"]), (0, &json!(true)), "{restored}");
    let address = || -> Option<Value> { serde_json::from_slice(&std::fs::read(machine.path("home/endpoint.json")).ok()?).ok() };
    let begun = std::time::Instant::now();
    while address().is_none_or(|next| next["token"] == first["token"]) {
        assert!(begun.elapsed() < Duration::from_secs(30), "the engine serves again");
        std::thread::yield_now();
    }
    assert_eq!(address().unwrap()["address"], first["address"], "at the same address");
    assert_eq!(titles(&machine), ["Before"]);
    assert_eq!(end(&mut child, Signal::SIGTERM), Some(0));
}
