//! Connections to a scripted server, in both generations of the protocol.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_methods, reason = "tests find Node as a shell does")]

mod hostile;

use apprentice_connectors::connection::{Connection, ConnectionError, LARGEST_DEFINITION, Mask, Target};
use apprentice_connectors::process::{Program, end_left};
use apprentice_platform::processes::{is_alive, marked};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const SECRET: &str = "correct-horse-battery-staple";
const PATIENCE: Duration = Duration::from_secs(60);

fn program(name: &str, script: &Value) -> Program {
    let folders = std::env::var_os("PATH").unwrap();
    let node = std::env::split_paths(&folders).map(|folder| folder.join("node")).find(|node| node.is_file()).unwrap();
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/mcp_server.mjs");
    Program {
        program: node,
        arguments: vec![server.display().to_string(), script.to_string()],
        environment: vec![("PATH".into(), folders.into_string().unwrap())],
        folder: PathBuf::from("/"),
        mark: format!("{}-{name}", std::process::id()),
        home_mark: format!("{}-{name}-home", std::process::id()),
    }
}

fn mask() -> Mask {
    Arc::new(|text| text.replace(SECRET, "***"))
}

async fn open(name: &str, script: Value) -> Result<Connection, ConnectionError> {
    Connection::open(Target::Local(Box::new(program(name, &script))), mask(), "0.0.0", PATIENCE).await
}

fn left(name: &str) -> usize {
    marked("APPRENTICE_MCP_CONNECTION", &format!("{}-{name}", std::process::id())).len()
}

#[tokio::test]
async fn both_generations_of_the_protocol_are_spoken() {
    for (name, script, revision) in [("old", json!({}), "2025-11-25"), ("new", json!({ "modern": true }), "2026-07-28")] {
        let connection = open(name, script).await.unwrap();
        assert_eq!(connection.revision().as_deref(), Some(revision));
        let listing = connection.list(PATIENCE).await.unwrap();
        let names: Vec<&str> = listing.tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        assert!(names.contains(&"echo") && names.len() == 9, "{names:?}");
        assert_eq!(
            (listing.resources[0].uri.as_str(), listing.prompts[0].arguments.as_slice()),
            ("note://one", &["who".to_owned()][..])
        );
        let arguments = json!({ "text": "hello" }).as_object().unwrap().clone();
        let result = connection.call("echo", arguments, PATIENCE).await.unwrap();
        assert_eq!(result["content"][0]["text"], "hello", "{revision}");
        assert_eq!(connection.close().await, 0);
        assert_eq!(left(name), 0);
    }
}

#[tokio::test]
async fn a_server_that_breaks_the_protocol_is_told_and_ended() {
    let errors = [
        ("crash", json!({ "on": { "server/discover": "crash" } }), "crashed on purpose"),
        ("refuse", json!({ "on": { "initialize": "error" } }), "refused on purpose"),
    ];
    for (name, script, words) in errors {
        let error = open(name, script).await.err().unwrap();
        assert!(error.to_string().contains(words), "{name}: {error}");
        assert_eq!(left(name), 0, "{name}");
    }
    // Where the words are cut, no part of a secret stays.
    for filler in 295 - SECRET.len()..300 {
        let complaint = format!("{}{SECRET}", "x".repeat(filler));
        let error = open("leak", json!({ "on": { "initialize": "error" }, "complaint": complaint })).await.err().unwrap();
        assert!(!error.to_string().contains("correct"), "{filler}: {error}");
    }
    let missing = Program { program: "/nowhere/at/all".into(), ..program("missing", &json!({})) };
    let error = Connection::open(Target::Local(Box::new(missing)), mask(), "0.0.0", PATIENCE).await.err().unwrap();
    assert_eq!(error.code(), "START_FAILED", "{error}");
    let endless = open("endless", json!({ "pages": true })).await.unwrap();
    let error = endless.list(PATIENCE).await.err().unwrap();
    assert_eq!((error.code(), endless.close().await), ("PROTOCOL", 0), "{error}");
}

#[tokio::test]
async fn a_list_is_weighed() {
    let fits = json!({ "count": 15, "bytes": LARGEST_DEFINITION - 1000, "depth": 20 });
    for (heavy, words) in [
        (fits, None),
        (json!({ "bytes": LARGEST_DEFINITION }), Some("“heavy0” has more than 256 KiB")),
        (json!({ "depth": 40 }), Some("“heavy0” is nested deeper than 32 levels")),
        (json!({ "count": 17, "bytes": LARGEST_DEFINITION - 1000 }), Some("the definitions of its tools have more than 4 MiB")),
        (json!({ "count": 1001 }), Some("it lists more than 1000 tools")),
    ] {
        let connection = open("heavy", json!({ "heavy": heavy })).await.unwrap();
        let listed = connection.list(PATIENCE).await;
        match words {
            None => assert_eq!(listed.unwrap().tools.len(), 15),
            Some(words) => {
                let error = listed.unwrap_err();
                assert!(error.code() == "PROTOCOL" && error.to_string().contains(words), "{error}");
            }
        }
        assert_eq!(connection.close().await, 0);
    }
}

#[tokio::test]
async fn a_change_stays_to_be_listed_until_a_list_was_kept() {
    let connection = open("stale", json!({})).await.unwrap();
    connection.has_listed(connection.changes());
    connection.call("change", serde_json::Map::new(), PATIENCE).await.unwrap();
    let told = async {
        while !connection.is_stale() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, told).await.unwrap();
    // A list that is given up.
    drop(tokio::time::timeout(Duration::ZERO, connection.list(PATIENCE)).await);
    assert!(connection.is_stale());
    let changes = connection.changes();
    connection.list(PATIENCE).await.unwrap();
    connection.has_listed(changes);
    assert!(!connection.is_stale());
    connection.close().await;
}

#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled_at_the_server() {
    let connection = open("cancel", json!({})).await.unwrap();
    let soon = Duration::from_millis(100);
    assert!(tokio::time::timeout(soon, connection.call("hang", serde_json::Map::new(), PATIENCE)).await.is_err());
    let told = async {
        while !connection.log().text().contains("cancelled request") {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, told).await.unwrap();
    connection.close().await;
}

#[tokio::test]
async fn a_call_ends_with_its_deadline_or_its_server() {
    let connection = open("calls", json!({ "flood": 200 })).await.unwrap();
    let soon = Duration::from_millis(300);
    let error = connection.call("hang", serde_json::Map::new(), soon).await.unwrap_err();
    assert_eq!(error.code(), "TIMEOUT");
    let arguments = json!({ "text": "still here" }).as_object().unwrap().clone();
    let result = connection.call("echo", arguments, PATIENCE).await.unwrap();
    assert_eq!(result["content"][0]["text"], "still here", "one call that hangs, and a flood, keep no other from its answer");
    let error = connection.call("crash", serde_json::Map::new(), PATIENCE).await.unwrap_err();
    assert_eq!(error.code(), "ENDED", "{error}");
    assert!(connection.is_closed());
    assert_eq!((connection.close().await, left("calls")), (0, 0));
}

#[tokio::test]
async fn no_process_is_left_by_connections_that_come_and_go() {
    for round in 0..10 {
        let name = format!("cycle{round}");
        let connection = open(&name, json!({ "child": true, "deaf": true })).await.unwrap();
        assert!(left(&name) >= 2, "the server and its child");
        match round % 2 {
            0 => assert_eq!(connection.close().await, 0),
            _ => drop(connection),
        }
        // Dropping ends it on a thread of its own.
        let gone = async {
            while left(&name) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, gone).await.unwrap();
    }
}

#[tokio::test]
async fn what_a_killed_program_left_is_ended_by_its_home() {
    let connection = open("killed", json!({ "child": true, "deaf": true })).await.unwrap();
    let processes = marked("APPRENTICE_MCP_CONNECTION", &format!("{}-killed", std::process::id()));
    // As after `kill -9`: nothing is dropped.
    std::mem::forget(connection);
    let home = format!("{}-killed-home", std::process::id());
    assert_eq!(tokio::task::spawn_blocking(move || end_left(&home)).await.unwrap(), 0);
    assert_eq!(left("killed"), 0);
    assert!(processes.iter().all(|pid| !is_alive(*pid) || marked_nothing(*pid)), "{processes:?}");
}

/// A process that ended and was not reaped yet has no environment any more.
fn marked_nothing(pid: u32) -> bool {
    std::fs::read(format!("/proc/{pid}/environ")).map_or(true, |environment| environment.is_empty())
}
