//! `skills` and `agents`: shapes of `cli.md`, without an engine.

use crate::support::{GOOD, Machine};
use serde_json::{Value, json};

#[test]
fn list_shows_what_was_found_skipped_and_searched() {
    let machine = Machine::new();
    let winner = machine.skill(".claude/skills", "make-tea", GOOD);
    let loser = machine.skill(".agents/skills", "make-tea", GOOD);
    let (code, answer) = machine.json(&["skills", "list"]);
    assert_eq!(code, 0);
    let skills = answer["skills"].as_array().unwrap();
    let at = |path: &std::path::Path| skills.iter().find(|skill| skill["path"] == json!(path)).unwrap();
    assert_eq!(at(&winner)["shadowed_by"], Value::Null);
    assert_eq!(at(&loser)["shadowed_by"], json!(winner), "the loser stays visible");
    for key in ["name", "description", "path", "file", "root", "scope", "format", "findings"] {
        assert!(skills[0].get(key).is_some(), "{key}");
    }
    assert_eq!(answer["roots"].as_array().unwrap().len(), 2);
    let text = machine.run(&["skills", "list"]).stdout;
    assert!(text.contains("make-tea (shadowed)"), "{text}");

    let root = machine.path("user").join(".agents/skills");
    let (_, one) = machine.json(&["skills", "list", "--root", root.to_str().unwrap()]);
    assert_eq!(one["skills"].as_array().unwrap().len(), 1);
    let (_, one) = machine.json(&["skills", "list", "--target", "claude-code"]);
    assert_eq!(one["skills"][0]["path"], json!(winner));
    for (arguments, word) in [(["--root", "/no/such/folder"], "/no/such/folder"), (["--target", "nobody"], "nobody")] {
        let (code, answer) = machine.json(&["skills", "list", arguments[0], arguments[1]]);
        assert_eq!((code, &answer["error"]["code"]), (1, &json!("NOT_FOUND")));
        assert!(answer["error"]["message"].as_str().unwrap().contains(word));
    }
}

#[test]
fn list_warns_of_what_a_skill_needs_and_the_machine_does_not_have() {
    let machine = Machine::new();
    let asks = "---\nname: brew\ndescription: Brews.\nmetadata:\n  openclaw: {requires: {bins: [no-such-kettle, sh], env: [NO_TEA, HOME]}}\n---\n";
    machine.skill(".claude/skills", "brew", asks);
    let (code, answer) = machine.json(&["skills", "list"]);
    let findings = answer["skills"][0]["findings"].as_array().unwrap();
    let codes: Vec<&str> = findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect();
    assert_eq!((code, codes), (0, vec!["MISSING_BINARY", "MISSING_ENV"]), "sh and HOME are there");
    let text = machine.run(&["skills", "list"]).stdout;
    assert!(text.contains("    warning: The program 'no-such-kettle' was not found"), "{text}");
}

#[test]
fn what_a_skill_says_of_itself_does_not_command_the_terminal() {
    let machine = Machine::new();
    let text = "---\nname: sly\ndescription: \"Nice \\e]0;owned\\a\\e[2Jskill\"\n---\n# Sly\n";
    let skill = machine.skill("skills", "sly", text);
    let root = skill.parent().unwrap().to_str().unwrap();
    let listed = machine.run(&["skills", "list", "--root", root]);
    assert!(listed.stdout.contains("sly: Nice ") && listed.stdout.contains("skill"), "{}", listed.stdout);
    assert!(!listed.stdout.contains(['\u{1b}', '\u{7}']), "{:?}", listed.stdout);
    let (_, document) = machine.json(&["skills", "list", "--root", root]);
    assert_eq!(document["skills"][0]["description"], "Nice \u{1b}]0;owned\u{7}\u{1b}[2Jskill", "a script gets the text itself");
}

#[test]
fn validate_exits_1_on_errors_and_names_the_line() {
    let machine = Machine::new();
    let good = machine.skill("skills", "make-tea", GOOD);
    let bad = machine.skill("skills", "bad", "---\nname: Bad Name\n---\n\nText.\n");
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());
    let (code, answer) = machine.json(&["skills", "validate", good]);
    assert_eq!((code, &answer["valid"], &answer["skills"][0]["findings"]), (0, &json!(true), &json!([])), "{answer}");
    let (code, answer) = machine.json(&["skills", "validate", good, bad, "--profile", "strict"]);
    assert_eq!((code, &answer["valid"], &answer["skills"][1]["valid"]), (1, &json!(false), &json!(false)));
    let (code, _) = machine.json(&["skills", "validate", bad, "--profile", "lenient"]);
    assert_eq!(code, 0, "a lenient reader makes do with it");
    let (code, answer) = machine.json(&["skills", "validate", "/no/such/skill"]);
    assert_eq!((code, &answer["valid"]), (1, &json!(false)));
    let file = format!("{good}/SKILL.md");
    let ran = machine.run(&["skills", "validate", &file, "--format", "json"]);
    assert_eq!(ran.code, 0);
    serde_json::from_str::<Value>(&ran.stdout).unwrap();
}

#[test]
fn read_prints_the_form_that_agents_know() {
    let machine = Machine::new();
    let folder = machine.skill(".claude/skills", "make-tea", GOOD);
    let ran = machine.run(&["skills", "read", "make-tea", "make-tea"]);
    let expected = format!("Reading: make-tea\nBase directory: {}\n\n{GOOD}\n\nSkill read: make-tea\n", folder.display());
    assert_eq!((ran.code, ran.stdout), (0, expected));
    let ran = machine.run(&["skills", "read", "make-tea,make-coffee"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "nothing is printed when one is missing");
    assert!(ran.stderr.contains("make-coffee"), "{}", ran.stderr);
}

#[test]
fn agents_are_listed_with_their_folders() {
    let machine = Machine::new();
    machine.skill(".claude/skills", "make-tea", GOOD);
    let (code, answer) = machine.json(&["agents", "list"]);
    assert_eq!(code, 0);
    let ids: Vec<_> = answer["agents"].as_array().unwrap().iter().map(|agent| agent["target_id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"claude-code"), "{ids:?}");
    let (_, all) = machine.json(&["agents", "skills-dirs"]);
    assert!(all["agents"].as_array().unwrap().len() > ids.len(), "folders of agents that are not here are known too");
}

/// The pipes of some programs do not wait for their reader, and a writer that does not mind loses what does not fit.
#[test]
fn a_list_goes_whole_through_a_narrow_pipe_that_does_not_wait() {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use std::io::Read;
    let machine = Machine::new();
    let long = "Does a thing that takes many words to say. ".repeat(20);
    for index in 0..150 {
        let name = format!("skill-{index:03}");
        machine.skill("skills", &name, &format!("---\nname: {name}\ndescription: {long}\n---\n"));
    }
    let (reader, writer) = nix::unistd::pipe().unwrap();
    fcntl(&writer, FcntlArg::F_SETPIPE_SZ(4096)).unwrap();
    fcntl(&writer, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
    let root = machine.path("user").join("skills");
    let mut command = machine.command(&["skills", "list", "--json", "--root", root.to_str().unwrap()]);
    let mut child = command.stdout(writer).spawn().unwrap();
    drop(command);
    let mut text = Vec::new();
    std::fs::File::from(reader).read_to_end(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    let document: Value = serde_json::from_slice(&text).expect("one whole document");
    assert_eq!(document["skills"].as_array().unwrap().len(), 150);
    assert!(text.len() > 2 * 65_536, "more than any pipe holds: {}", text.len());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let machine = Machine::new();
    machine.skill("skills", "make-tea", GOOD);
    let (reader, writer) = nix::unistd::pipe().unwrap();
    drop(reader);
    let root = machine.path("user").join("skills");
    let mut command = machine.command(&["skills", "list", "--json", "--root", root.to_str().unwrap()]);
    assert!(command.stdout(writer).status().unwrap().success());
}

#[test]
fn for_an_agent_the_list_says_what_it_makes_of_each() {
    let machine = Machine::new();
    let personal = machine.skill(".claude/skills", "make-tea", GOOD);
    let project = machine.path("work").join(".claude/skills/make-tea");
    std::fs::create_dir_all(&project).unwrap();
    std::fs::write(project.join("SKILL.md"), GOOD).unwrap();
    let (code, answer) = machine.json(&["skills", "list", "--target", "claude-code", "--project", "."]);
    let rows: Vec<_> =
        answer["skills"].as_array().unwrap().iter().map(|skill| (&skill["path"], &skill["for_agent"]["verdict"])).collect();
    assert_eq!(code, 0);
    assert_eq!(rows, [(&json!(personal), &json!("loaded")), (&json!(project), &json!("shadowed"))], "personal beats project");
    machine.skill(".codex/skills", "silent", "---\nname: silent\n---\n\nA paragraph.\n");
    let text = machine.run(&["skills", "list", "--target", "codex"]).stdout;
    assert!(text.contains("silent (refused: missing field `description`)"), "{text}");
    let (_, alias) = machine.json(&["skills", "list", "--target", "gemini-cli"]);
    assert_eq!(alias["skills"], json!([]), "by the name that another installer has for it");
}

#[test]
fn one_agent_is_shown_with_its_order() {
    let machine = Machine::new();
    machine.skill(".claude/skills", "make-tea", GOOD);
    let (code, shown) = machine.json(&["agents", "show", "claude-code"]);
    assert_eq!((code, &shown["agent_id"], &shown["detected"]), (0, &json!("claude-code"), &json!(true)));
    assert_eq!(shown["folders"][1]["path"], json!(machine.path("user").join(".claude/skills")));
    assert_eq!(machine.json(&["agents", "show", "nobody"]).0, 1);
    let (_, all) = machine.json(&["agents", "skills-dirs"]);
    assert!(all["agents"].as_array().unwrap().len() > 70);
}
