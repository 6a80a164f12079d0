//! A background task of the engine runs under its supervisor: a panic is recorded and said, and closing waits for the task.

use crate::sources::{rust_files, without_tests};
use std::fs;

/// Sources that may start a task by themselves, and why.
const MAY: [(&str, &str); 2] = [
    ("crates/engine/src/session/observation.rs", "its owner holds the task, and each batch in it is watched by the supervisor"),
    ("crates/engine/src/imports/in_flight.rs", "each only waits for a token and passes it on"),
];

#[test]
fn tasks_of_the_engine_are_supervised() {
    let mut found = Vec::new();
    for path in rust_files(&["crates/engine/src"]) {
        let name = path.display().to_string();
        if name.ends_with("_test.rs") || MAY.iter().any(|(may, _)| *may == name) {
            continue;
        }
        let text = fs::read_to_string(crate::sources::root().join(&path)).unwrap();
        let bare = without_tests(&text).enumerate().filter(|(_, line)| starts_a_task(line));
        found.extend(bare.map(|(number, line)| format!("{name}:{}: {}", number + 1, line.trim())));
    }
    assert!(found.is_empty(), "start these with `supervisor.spawn`: {found:#?}");
}

fn starts_a_task(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    ["tokio::spawn(", "tokio::task::spawn(", "task::spawn("].iter().any(|call| code.contains(call))
}

#[test]
fn a_source_that_may_start_tasks_does() {
    for (path, why) in MAY {
        let text = fs::read_to_string(crate::sources::root().join(path)).unwrap();
        assert!(without_tests(&text).any(starts_a_task), "{path} needs no exception ({why})");
    }
    assert!(starts_a_task("        tokio::spawn(async move {") && !starts_a_task("// tokio::spawn("));
}
