//! Usage, `doctor`, `repair`, `hook`, `lookup`.

use crate::support::Machine;
use serde_json::json;

#[test]
fn bad_usage_is_2_and_says_what_is_wrong() {
    let machine = Machine::new();
    for arguments in [
        &["dance"][..],
        &["learn", "start", "--no-such-flag"],
        &["learn", "review", "not-an-id"],
        &["learn", "install", "01900000-0000-7000-8000-000000000000"],
        &["learn", "propose", "--answer", "no equals sign"],
        &["hook", "cmd"],
        &["lookup"],
    ] {
        let ran = machine.run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{ran:?}");
    }
}

#[test]
fn doctor_tells_what_works_here() {
    let machine = Machine::new();
    let (code, answer) = machine.json(&["doctor"]);
    assert_eq!(answer["home"], json!(machine.path("home")));
    let checks = answer["checks"].as_array().unwrap();
    assert!(!checks.is_empty());
    assert_eq!(code, i32::from(checks.iter().any(|check| check["status"] == "missing")), "{answer}");
    let text = machine.run(&["doctor"]).stdout;
    assert!(text.starts_with("Apprentice ") && text.contains(checks[0]["label"].as_str().unwrap()), "{text}");
}

#[test]
fn repair_answers_what_it_did() {
    let machine = Machine::new();
    let (code, answer) = machine.json(&["repair", "projections"]);
    assert_eq!(code, 0);
    assert!(answer["files_written"].is_u64(), "{answer}");
    let (code, answer) = machine.json(&["repair", "database"]);
    assert_eq!(code, 0);
    assert!(answer["message"].as_str().unwrap().contains("whole"), "{answer}");
}

#[test]
fn hook_prints_a_script_that_the_shell_takes_and_nothing_else() {
    let machine = Machine::new();
    let script = machine.run(&["hook", "bash"]);
    assert_eq!((script.code, script.stderr.as_str()), (0, ""));
    let checked = std::process::Command::new("bash").args(["-n", "-c", &script.stdout]).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    for shell in ["zsh", "fish"] {
        assert!(!machine.run(&["hook", shell]).stdout.is_empty());
    }
    assert!(!machine.path("home").join("endpoint.json").exists(), "no engine is needed");
}

#[test]
fn lookup_answers_a_list() {
    let machine = Machine::new();
    assert_eq!(machine.json(&["lookup", "make tea"]), (0, json!([])));
    assert_eq!(machine.run(&["lookup", "make tea"]).stdout, "No ability fits.\n");
    let (code, answer) = machine.json(&["lookup", ""]);
    assert_eq!((code, &answer["error"]["code"]), (1, &json!("INVALID_REQUEST")));
}

#[test]
fn abilities_are_listed_and_an_unknown_one_is_refused() {
    let machine = Machine::new();
    let (code, answer) = machine.json(&["abilities", "list"]);
    assert_eq!((code, &answer["abilities"]), (0, &json!([])), "{answer}");
    assert!(machine.run(&["abilities", "list"]).stdout.starts_with("Nothing was taught yet."));
    for arguments in [
        &["abilities", "activate", "none such/../x"][..],
        &["abilities", "deactivate", "none"],
        &["abilities", "quarantine", "none", "--reason", "why"],
        &["abilities", "unquarantine", "none"],
        &["abilities", "remove", "none", "--force"],
        &["abilities", "promote", "none"],
        &["abilities", "canary", "none"],
    ] {
        let (code, answer) = machine.json(arguments);
        assert_eq!((code, &answer["error"]["code"]), (1, &json!("ABILITY_NOT_FOUND")), "{arguments:?}");
    }
    assert_eq!(machine.run(&["abilities", "quarantine", "none"]).code, 2, "a reason is needed");
}

#[test]
fn home_is_moved_by_flag_and_by_variable() {
    let machine = Machine::new();
    let other = machine.path("other");
    let (_, answer) = machine.json(&["doctor", "--home", other.to_str().unwrap()]);
    assert_eq!(answer["home"], json!(other));
    let ran = machine.command(&["doctor"]).env_remove("APPRENTICE_HOME").env_remove("HOME").output().unwrap();
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("APPRENTICE_HOME"));
}
