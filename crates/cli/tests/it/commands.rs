//! Commands that call one operation: what they answer on an empty home, and that they name what is not there.

use crate::support::{GOOD, Machine};
use serde_json::{Value, json};

const NOBODY: &str = "01900000-0000-7000-8000-000000000000";

#[test]
fn lists_are_empty_at_first() {
    let machine = Machine::new();
    for (arguments, list, text) in [
        (&["learn", "list"][..], "sessions", "There is no session yet."),
        (&["learn", "proposals"], "proposals", "Nothing was drafted yet."),
        (&["categories", "list"], "categories", "There is no category."),
        (&["categories", "assignments"], "assignments", "Nothing is in a category."),
        (&["imports", "list"], "items", "There is no import."),
        (&["imports", "packs"], "packs", ""),
        (&["history"], "items", "There is no session yet."),
        (&["receipts", "--kind", "session_created"], "receipts", "There is no receipt yet."),
        (&["abilities", "friction"], "frictions", "No agent reported a friction."),
        (&["abilities", "repairs"], "repairs", "Nothing needs a repair."),
        (&["abilities", "dispatch", "d-1"], "receipts", "Nothing was reported of this dispatch."),
        (&["abilities", "capabilities", "bridge"], "entries", "There is no capability."),
        (&["abilities", "capabilities", "stats"], "capabilities", "There is no capability."),
        (&["skills", "removed"], "removed", "Nothing was removed."),
        (&["skills", "search", "no-such-word-anywhere"], "hits", "No skill has these words."),
    ] {
        let (code, answer) = machine.json(arguments);
        assert_eq!(code, 0, "{arguments:?}: {answer}");
        assert!(answer[list].is_array(), "{arguments:?}: {answer}");
        let ran = machine.run(arguments);
        assert!(ran.stdout.starts_with(text), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn what_is_not_there_is_refused_by_its_code() {
    let machine = Machine::new();
    for (arguments, code) in [
        (&["learn", "delete", NOBODY][..], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "actions", "--session", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "delete-action", NOBODY, "--session", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "trim", "start", NOBODY, "--session", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "checkpoints", "--session", NOBODY], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "actions"], "LEARN_SESSION_NOT_FOUND"),
        (&["learn", "more-tests", NOBODY], "PROPOSAL_NOT_FOUND"),
        (&["abilities", "show", "none"], "ABILITY_NOT_FOUND"),
        (&["abilities", "explain", "none", "make tea"], "ABILITY_NOT_FOUND"),
        (&["abilities", "reports", "none"], "ABILITY_NOT_FOUND"),
        (&["abilities", "health", "none"], "ABILITY_NOT_FOUND"),
        (&["categories", "edit", NOBODY, "--title", "x"], "CATEGORY_NOT_FOUND"),
        (&["categories", "delete", NOBODY], "CATEGORY_NOT_FOUND"),
        (&["categories", "items", NOBODY], "CATEGORY_NOT_FOUND"),
        (&["categories", "assign", NOBODY, "skill", "x"], "CATEGORY_NOT_FOUND"),
        (&["imports", "show", NOBODY], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "files", NOBODY], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "file", NOBODY, "SKILL.md"], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "stage", NOBODY], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "install", NOBODY], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "approve", NOBODY], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "reject", NOBODY, "--reason", "x"], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "discard", NOBODY], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "retry", NOBODY, "scan"], "SKILL_IMPORT_NOT_FOUND"),
        (&["imports", "pick", "/no/such/folder"], "INVALID_REQUEST"),
        (&["skills", "origin", "/no/such/folder"], "NOT_FOUND"),
        (&["skills", "try", "ability_none", "make tea"], "NOT_FOUND"),
        (&["skills", "try", NOBODY, "make tea"], "SKILL_IMPORT_NOT_FOUND"),
        (&["updates"], "NOT_FOUND"),
        (&["data", "delete", "--confirm", "yes"], "INVALID_REQUEST"),
        (&["settings", "set", "colour=red"], "INVALID_REQUEST"),
        (&["settings", "set", "default_test_policy.mode=safe_target_only"], "INVALID_REQUEST"),
        (&["abilities", "policy", "ability_none"], "ABILITY_NOT_FOUND"),
        (&["abilities", "projects", "ability_none"], "ABILITY_NOT_FOUND"),
        (&["abilities", "projects", "ability_none", "website"], "ABILITY_NOT_FOUND"),
        (&["abilities", "projects", "ability_none", "*"], "ABILITY_NOT_FOUND"),
        (&["settings", "set", r#"project_bindings=[{"project_id":"a/b"}]"#], "INVALID_REQUEST"),
        (&["abilities", "projects", "ability_none", "--all"], "ABILITY_NOT_FOUND"),
        (&["abilities", "policy", "ability_none", "read_only"], "ABILITY_NOT_FOUND"),
        (&["learn", "rehearse", "start", NOBODY, "--policy", "no-such-file.json"], "INVALID_REQUEST"),
        (&["learn", "rehearse", "start", NOBODY, "--policy", "read_only"], "PROPOSAL_NOT_FOUND"),
        (&["settings", "set", "theme=bright"], "INVALID_REQUEST"),
    ] {
        let (exit, answer) = machine.json(arguments);
        assert_eq!((exit, &answer["error"]["code"]), (1, &json!(code)), "{arguments:?}: {answer}");
    }
}

#[test]
fn a_category_is_created_filled_changed_and_deleted() {
    let machine = Machine::new();
    let (code, made) = machine.json(&["categories", "create", "Tea", "--color", "#112233"]);
    assert_eq!((code, &made["category"]["title"], &made["category"]["color"]), (0, &json!("Tea"), &json!("#112233")), "{made}");
    let id = made["category"]["category_id"].as_str().unwrap();
    let (code, changed) = machine.json(&["categories", "assign", id, "skill", "make-tea", "pour-tea"]);
    assert_eq!((code, &changed["changed"]), (0, &json!(2)), "{changed}");
    assert!(machine.run(&["categories", "items", id]).stdout.contains("skill  make-tea\nskill  pour-tea"));
    let (_, of_one) = machine.json(&["categories", "assignments", "--kind", "skill", "--item", "make-tea"]);
    assert_eq!(of_one["assignments"][0]["category_id"], id);
    assert_eq!(machine.json(&["categories", "unassign", id, "skill", "make-tea"]).1["changed"], 1);
    assert_eq!(machine.json(&["categories", "edit", id, "--title", "Drinks"]).1["category"]["title"], "Drinks");
    assert!(machine.run(&["categories", "list"]).stdout.ends_with("#112233  Drinks\n"));
    assert_eq!(machine.json(&["categories", "delete", id]).1["deleted"], true);
    assert_eq!(machine.run(&["categories", "assign", id, "spoon", "x"]).code, 2, "an unknown kind is bad usage");
}

#[test]
fn a_skill_is_imported_by_steps() {
    let machine = Machine::new();
    std::fs::create_dir_all(machine.path("user").join(".claude/skills")).unwrap();
    let folder = machine.skill(".agents/skills", "make-tea", GOOD);
    let (code, picked) = machine.json(&["imports", "pick", folder.to_str().unwrap()]);
    assert_eq!(code, 0, "{picked}");
    let upload = picked["temp_artifact"]["temp_artifact_ref"].as_str().unwrap();
    let (code, scanned) = machine.json(&["imports", "scan", upload]);
    assert_eq!((code, &scanned["import_record"]["stage_state"]), (0, &json!("scan_complete")), "{scanned}");
    let id = scanned["import_record"]["import_id"].as_str().unwrap();
    assert!(machine.run(&["imports", "list", "--state", "scan_complete"]).stdout.contains(id));
    let (code, staged) = machine.json(&["imports", "stage", id, "--name", "brew-tea"]);
    assert_eq!((code, &staged["import_record"]["stage_state"]), (0, &json!("ready_for_review")), "{staged}");
    assert!(machine.run(&["imports", "files", id]).stdout.contains("SKILL.md"));
    assert!(machine.run(&["imports", "file", id, "SKILL.md"]).stdout.contains("Boil water."));
    assert_eq!(machine.json(&["imports", "show", id]).1["import_record"]["import_id"], id);
    assert_eq!(machine.json(&["skills", "try", id, "make tea"]).0, 0);
    let (code, deleted) = machine.json(&["imports", "delete-upload", upload]);
    assert_eq!((code, &deleted["deleted"]), (0, &json!(true)), "what is staged needs it no more: {deleted}");
    let (code, rejected) = machine.json(&["imports", "reject", id, "--reason", "I make coffee."]);
    assert_eq!((code, &rejected["import_record"]["stage_state"]), (0, &json!("rejected")), "{rejected}");
    let receipts = machine.run(&["receipts", "--text", "coffee"]);
    assert!(receipts.stdout.contains("import_rejected"), "{receipts:?}");
    let file = machine.run(&["receipts", "--export", "csv"]).stdout;
    assert!(file.starts_with("created_at,kind,"), "{file}");
    assert!(machine.json(&["receipts", "--export", "json"]).1["receipts"].as_array().is_some_and(|all| !all.is_empty()));
}

#[test]
fn settings_are_changed_by_name() {
    let machine = Machine::new();
    assert!(machine.run(&["settings", "show"]).stdout.contains("pause_after_minutes: 240"));
    let (code, set) = machine.json(&["settings", "set", "theme=dark", "observation.pause_after_minutes=30"]);
    assert_eq!(code, 0, "{set}");
    let expected = (&json!("dark"), &json!(30));
    assert_eq!((&set["settings"]["theme"], &set["settings"]["observation"]["pause_after_minutes"]), expected);
    let (_, shown) = machine.json(&["settings", "show"]);
    assert_eq!((&shown["settings"]["theme"], &shown["settings"]["observation"]["pause_after_minutes"]), expected);
    assert_eq!(machine.run(&["settings", "set", "theme"]).code, 2);
    // `null` leaves a setting out, so that it gets its default.
    let (code, set) = machine.json(&["settings", "set", "theme=null", "observation.pause_after_minutes=null"]);
    assert_eq!(code, 0, "{set}");
    let expected = (&json!("system"), &json!(240));
    assert_eq!((&set["settings"]["theme"], &set["settings"]["observation"]["pause_after_minutes"]), expected);
    // A value of another kind than a word names the setting and what is allowed.
    for wrong in ["theme=7", "theme=[\"dark\"]", "theme=true"] {
        let (code, refused) = machine.json(&["settings", "set", wrong]);
        let message = refused["error"]["message"].as_str().unwrap();
        assert_eq!(code, 1, "{refused}");
        assert!(
            message.starts_with("theme: ") && ["light", "dark", "system"].iter().all(|allowed| message.contains(allowed)),
            "{message}"
        );
    }
}

#[test]
fn a_test_policy_is_chosen_in_the_settings_and_for_a_draft() {
    let machine = Machine::new();
    let (code, refused) = machine.json(&["settings", "set", "default_test_policy.mode=careful"]);
    let message = refused["error"]["message"].as_str().unwrap();
    assert_eq!(code, 1, "{refused}");
    assert!(message.contains("default_test_policy.mode"), "it names the field: {message}");
    for mode in ["read_only", "safe_target_only", "controlled_live_test"] {
        assert!(message.contains(mode), "it names what is allowed: {message}");
    }
    assert_eq!(machine.json(&["learn", "start", "--watch", "terminal"]).0, 0);
    let acting = |arguments: &[&str]| {
        let (code, answer) = machine.json(arguments);
        assert_eq!(code, 0, "{answer}");
        let acting = &answer["acting_test_policy"];
        (acting["source"].clone(), acting["policy"]["mode"].clone(), acting["policy"]["max_actions"].clone())
    };
    let live = json!("controlled_live_test");
    assert_eq!(acting(&["learn", "policy"]), (json!("safe_default"), live.clone(), json!(40)));
    let open = ["settings", "set", "default_test_policy.max_actions=7", "default_test_policy.forbid_destructive_writes=false"];
    assert_eq!(machine.json(&open).0, 0);
    assert_eq!(acting(&["learn", "policy"]), (json!("settings"), live.clone(), json!(7)));
    let said = machine.run(&["learn", "policy"]).stdout;
    assert!(said.contains("from the settings") && said.contains("may destroy: no"), "{said}");
    assert!(said.contains("The settings allow a run to remove files and destroy data. It is forbidden here"), "{said}");
    assert_eq!(acting(&["learn", "policy", "read_only"]), (json!("draft"), json!("read_only"), json!(40)));
    std::fs::write(machine.path("work").join("own.json"), r#"{ "mode": "controlled_live_test", "max_actions": 9 }"#).unwrap();
    assert_eq!(acting(&["learn", "policy", "own.json"]), (json!("draft"), live.clone(), json!(9)));
    assert_eq!(acting(&["learn", "policy", "--default"]), (json!("settings"), live, json!(7)));
    assert_eq!(machine.run(&["learn", "policy", "read_only", "--default"]).code, 2);
    assert_eq!(machine.json(&["learn", "cancel"]).0, 0);
}

#[test]
fn data_is_measured_exported_and_deleted() {
    let machine = Machine::new();
    assert_eq!(machine.json(&["categories", "create", "Tea"]).0, 0);
    assert!(machine.run(&["data", "usage"]).stdout.contains("database"));
    let (code, done) = machine.json(&["data", "export", "mine.zip"]);
    assert_eq!((code, &done["state"]), (0, &json!("done")), "{done}");
    assert_eq!(std::fs::metadata(machine.path("work").join("mine.zip")).unwrap().len(), done["bytes"].as_u64().unwrap());
    let (code, refused) = machine.json(&["data", "export", "mine.zip"]);
    assert_eq!((code, &refused["error"]["code"]), (1, &json!("CONFLICT")), "{refused}");
    assert_eq!(machine.json(&["data", "export", "mine.zip", "--replace"]).0, 0);
    assert_eq!(machine.json(&["data", "cancel-export"]), (0, json!({ "deleted": false })));
    assert_eq!(machine.json(&["data", "delete", "--confirm", "delete everything"]).0, 0);
    assert_eq!(machine.json(&["categories", "list"]).1["categories"], json!([]));
}

#[test]
fn a_removed_skill_is_listed_and_its_versions_are_read() {
    let machine = Machine::new();
    let folder = machine.skill(".claude/skills", "make-tea", GOOD);
    let folder = folder.to_str().unwrap();
    let (code, shown) = machine.json(&["skills", "origin", folder]);
    assert_eq!((code, &shown["path"]), (0, &json!(folder)), "{shown}");
    assert!(machine.run(&["skills", "search", "thirsty"]).stdout.contains("make-tea"));
    assert_eq!(machine.json(&["skills", "versions", folder]).1["versions"], json!([]));
    assert_eq!(machine.json(&["skills", "try", folder, "somebody is thirsty"]).0, 0);
    let (code, switched) = machine.json(&["skills", "switch", "off", folder]);
    assert_eq!(code, 0, "{switched}");
    assert_eq!(switched["results"][0]["path"], json!(folder), "{switched}");
    let (code, restored) = machine.json(&["skills", "restore", "no-such-copy"]);
    assert_eq!((code, &restored["results"][0]["ok"]), (0, &Value::Bool(false)), "{restored}");
    assert_eq!(machine.json(&["skills", "try", "/no/such/folder", "x"]).1["error"]["code"], "NOT_FOUND");
}

#[test]
fn a_demonstration_is_looked_at_and_limited() {
    let machine = Machine::new();
    assert_eq!(machine.json(&["learn", "start", "--watch", "terminal"]).0, 0);
    let (code, actions) = machine.json(&["learn", "actions"]);
    assert_eq!((code, &actions["actions"]), (0, &json!([])), "{actions}");
    let (code, seen) = machine.json(&["learn", "checkpoints"]);
    assert_eq!((code, &seen["receipts"]), (0, &json!([])), "{seen}");
    std::fs::write(machine.path("work").join("policy.json"), "{}").unwrap();
    let (code, refused) = machine.json(&["learn", "policy", "policy.json"]);
    assert_eq!((code, &refused["error"]["code"]), (1, &json!("INVALID_REQUEST")), "{refused}");
    assert_eq!(machine.json(&["learn", "cancel"]).0, 0);
    let listed = machine.json(&["learn", "list"]).1["sessions"].clone();
    let id = listed[0]["learn_session_id"].as_str().unwrap();
    assert!(machine.run(&["history", "--outcome", "cancelled"]).stdout.contains(id));
    assert_eq!(machine.json(&["learn", "delete", id]).1["deleted"], true);
}
