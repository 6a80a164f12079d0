//! `skills validate`: what it searches, says, mends, and how it says it.

use crate::support::{GOOD, Machine};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn word(path: &Path) -> &str {
    path.to_str().unwrap()
}

const COLON: &str = "---\nname: tea\ndescription: Use when: cold\n---\n\nBoil.\n";

#[test]
fn a_folder_without_a_skill_of_its_own_is_searched() {
    let machine = Machine::new();
    let good = machine.skill("skills/a", "make-tea", GOOD);
    let bad = machine.skill("skills/b/c", "tea", COLON);
    let inside = machine.skill("skills/a/make-tea/examples", "nested", COLON);
    machine.skill("skills/node_modules", "tea", COLON);
    let (code, answer) = machine.json(&["skills", "validate", word(&machine.path("user/skills"))]);
    assert_eq!((code, &answer["valid"]), (1, &json!(false)));
    let paths: Vec<&Value> = answer["skills"].as_array().unwrap().iter().map(|skill| &skill["path"]).collect();
    assert_eq!(paths, [&json!(good), &json!(bad)], "not below a skill, and not in node_modules: {inside:?}");
    assert_eq!(answer["skills"][1]["file"], json!(bad.join("SKILL.md")));
    let found = &answer["skills"][1]["findings"][0];
    assert_eq!((&found["code"], &found["line"], &found["severity"]), (&json!("YAML"), &json!(3), &json!("error")));
    assert!(found["suggestion"].as_str().unwrap().contains("quotes"), "{found}");
}

#[test]
fn what_is_no_skill_is_told() {
    let machine = Machine::new();
    let empty = machine.path("work");
    let (code, answer) = machine.json(&["skills", "validate", word(&empty)]);
    assert_eq!((code, &answer["skills"][0]["findings"][0]["code"]), (1, &json!("NO_SKILL_FILE")));
    assert_eq!(answer["skills"][0]["findings"][0]["message"], "Missing required file: SKILL.md");
    fs::create_dir(empty.join("tea")).unwrap();
    fs::write(empty.join("tea/SKILL.md"), b"---\nname: tea\ndescription: \xff\n---\n").unwrap();
    let (_, answer) = machine.json(&["skills", "validate", "tea"]);
    let found = &answer["skills"][0]["findings"][0];
    assert_eq!((&found["code"], &found["line"]), (&json!("NOT_UTF8"), &json!(3)));
    for (arguments, named) in
        [(vec!["--profile", "loose"], "loose"), (vec!["--format", "xml"], "xml"), (vec!["--dry-run"], "--fix")]
    {
        let ran = machine.run(&[&["skills", "validate", "tea"], &arguments[..]].concat());
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.stderr.contains(named), "{}", ran.stderr);
    }
}

#[test]
fn each_profile_judges_by_its_own_rules() {
    let machine = Machine::new();
    let tea = machine.skill("skills", "tea", COLON);
    let code = |profile: &str| machine.run(&["skills", "validate", word(&tea), "--profile", profile]).code;
    assert_eq!((code("strict"), code("lenient"), code("orchestrator")), (1, 0, 1));
    let text = machine.run(&["skills", "validate", word(&tea), "--profile", "lenient"]).stdout;
    let line = format!("{}/SKILL.md:3: warning: ", tea.display());
    assert!(text.starts_with(&line) && text.contains("[YAML_REPAIRED]"), "{text}");
}

#[test]
fn a_dry_run_shows_the_diff_and_changes_nothing() {
    let machine = Machine::new();
    let tea = machine.skill("skills", "tea", COLON);
    let ran = machine.run(&["skills", "validate", word(&tea), "--fix", "--dry-run"]);
    assert_eq!(ran.code, 1, "the file still has its fault");
    assert!(ran.stdout.contains("would fix: put the value of 'description' in quotes [YAML_REPAIRED]"), "{}", ran.stdout);
    let diff = "--- a/tea/SKILL.md\n+++ b/tea/SKILL.md\n@@ -1,6 +1,6 @@\n ---\n name: tea\n-description: Use when: cold\n+description: 'Use when: cold'\n";
    assert!(ran.stdout.contains(diff), "{}", ran.stdout);
    assert_eq!(fs::read_to_string(tea.join("SKILL.md")).unwrap(), COLON);
}

#[test]
fn mending_writes_the_file_and_says_what_it_did() {
    let machine = Machine::new();
    let tea = machine.skill(
        "skills",
        "tea",
        "\u{feff}---\r\ndescription: Use when: cold\r\nallowed-tools: [Read, Write]\r\n---\r\n\r\nBoil.\r\n",
    );
    fs::rename(tea.join("SKILL.md"), tea.join("skill.md")).unwrap();
    let (code, answer) = machine.json(&["skills", "validate", word(&tea), "--fix"]);
    assert_eq!((code, &answer["valid"], &answer["skills"][0]["findings"]), (0, &json!(true), &json!([])), "{answer}");
    let done: Vec<&str> =
        answer["skills"][0]["fixed"]["done"].as_array().unwrap().iter().map(|done| done["code"].as_str().unwrap()).collect();
    assert_eq!(done, ["BOM", "CRLF", "YAML_REPAIRED", "FLOW_STYLE", "NAME_MISSING", "FILE_NAME"]);
    let expected = "---\nname: tea\ndescription: 'Use when: cold'\nallowed-tools: Read Write\n---\n\nBoil.\n";
    assert_eq!(fs::read_to_string(tea.join("SKILL.md")).unwrap(), expected);
    let names: Vec<_> = fs::read_dir(&tea).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["SKILL.md"], "renamed, and nothing left behind");
    let again = machine.run(&["skills", "validate", word(&tea), "--fix"]);
    assert_eq!((again.code, again.stdout), (0, format!("{}/SKILL.md: fine\n", tea.display())), "there is nothing left to mend");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_mended_and_nothing_outside_is_touched() {
    let machine = Machine::new();
    let tea = machine.skill("skills", "tea", COLON);
    let shared = tea.join("shared.md");
    fs::rename(tea.join("SKILL.md"), &shared).unwrap();
    std::os::unix::fs::symlink("shared.md", tea.join("SKILL.md")).unwrap();
    let ran = machine.run(&["skills", "validate", word(&tea), "--fix"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("not fixed: it is a link"), "{}", ran.stdout);
    assert_eq!(fs::read_to_string(&shared).unwrap(), COLON);

    let outside = machine.path("work").join("outside.md");
    fs::write(&outside, COLON).unwrap();
    let other = machine.path("user").join("skills/other");
    fs::create_dir(&other).unwrap();
    std::os::unix::fs::symlink(&outside, other.join("SKILL.md")).unwrap();
    let (_, answer) = machine.json(&["skills", "validate", word(&other), "--fix"]);
    assert_eq!(answer["skills"][0]["findings"][0]["code"], "LINK_LEAVES_ROOT");
    assert_eq!(fs::read_to_string(&outside).unwrap(), COLON);
}

#[test]
fn sarif_names_files_rules_and_lines() {
    let machine = Machine::new();
    let tea = machine.skill("skills", "tea", COLON);
    let ran = machine.run(&["skills", "validate", word(&tea), "--format", "sarif"]);
    assert_eq!(ran.code, 1);
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&document["version"], document["runs"].as_array().unwrap().len()), (&json!("2.1.0"), 1));
    let result = &document["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("YAML"), &json!("error")));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], json!(format!("file://{}/SKILL.md", tea.display())));
    assert_eq!(place["region"]["startLine"], 3);
}
