//! `config`: intents from a file and from standard input.

use crate::support::Machine;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

#[test]
fn an_intent_is_submitted_once_and_listed() {
    let machine = Machine::new();
    let intent = json!({
        "intent_id": "01900000-0000-7000-8000-000000000001", "target": "user_preference",
        "payload": { "theme": "dark" }, "requested_by": "ui",
    });
    let file = machine.path("work").join("intent.json");
    std::fs::write(&file, intent.to_string()).unwrap();
    let (code, done) = machine.json(&["config", "submit", "intent.json"]);
    assert_eq!((code, &done["status"]), (0, &json!("applied")), "{done}");
    assert_eq!(machine.json(&["config", "submit", "intent.json"]), (0, done), "again: the same answer");
    let mut piped = machine.command(&["config", "submit", "-", "--json"]);
    let mut child = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let other = json!({ "target": "user_preference", "payload": { "theme": "dark" }, "requested_by": "repair" });
    child.stdin.take().unwrap().write_all(other.to_string().as_bytes()).unwrap();
    let done: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(done["status"], "unchanged", "an id of its own was given to it: {done}");
    let (_, listed) = machine.json(&["config", "list"]);
    assert_eq!((&listed["total"], &listed["intents"][1]["intent"]["target"]), (&json!(2), &json!("user_preference")));
    assert!(machine.run(&["config", "list"]).stdout.contains("applied  user_preference"));
}

#[test]
fn what_is_no_intent_is_1_with_the_envelope() {
    let machine = Machine::new();
    std::fs::write(machine.path("work").join("text.json"), "theme = dark").unwrap();
    std::fs::write(
        machine.path("work").join("more.json"),
        r#"{"target":"user_preference","payload":{},"requested_by":"ui","x":1}"#,
    )
    .unwrap();
    for (file, words) in [("no-such-file", "no-such-file"), ("text.json", "is not JSON"), ("more.json", "x")] {
        let (code, answer) = machine.json(&["config", "submit", file]);
        assert_eq!((code, &answer["error"]["code"]), (1, &json!("INVALID_REQUEST")), "{file}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{answer}");
    }
}
