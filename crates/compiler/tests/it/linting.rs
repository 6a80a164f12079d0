//! The lint rules CKP-001 to CKP-009, and the acceptance rows of the specification by their names.

use crate::{script::Script, tasks};
use apprentice_compiler::{NothingToLearn, compile, lint};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole, LintSeverity};
use apprentice_contracts::graph::{ValueSource, Variable, VariableBinding, VariableKind};

fn checkpoint(id: &str, goal: &str, success: &str) -> Checkpoint {
    Checkpoint {
        checkpoint_id: id.into(),
        goal: goal.into(),
        success_condition: success.into(),
        order_hint: 1,
        optional: false,
        role: CheckpointRole::Effect,
        evidence: None,
    }
}

fn codes(success: &str) -> Vec<String> {
    let variable = Variable {
        name: "name".into(),
        label: "Name".into(),
        kind: VariableKind::Text,
        example: "Ada Lovelace".into(),
        secret: false,
        source_event_ids: vec![],
        binding: VariableBinding::Field { role: "textbox".into(), name: "Name".into() },
        changes: true,
        source: ValueSource::Given,
        source_note: None,
        list: false,
        more_examples: vec![],
        optional: false,
        default: None,
    };
    let report = lint(&[checkpoint("cp-01", "The record is there", success)], None, &[variable]);
    report.findings.into_iter().filter(|finding| finding.severity == LintSeverity::Error).map(|finding| finding.code).collect()
}

#[test]
fn r11_2_22_a_dom_selector_fails() {
    for text in [
        "div-8472",
        "#save-btn is visible",
        "The .btn-primary is shown",
        "//div[@id] exists",
        "button[type=submit] is there",
        "css=td is shown",
        "div#main is visible",
        "ul.nav-list is shown",
    ] {
        assert_eq!(codes(text).first().map(String::as_str), Some("CKP-001"), "{text}");
    }
    let report = lint(&[checkpoint("cp-07", "The record is there", "div-8472")], None, &[]);
    let finding = &report.findings[0];
    assert_eq!((finding.checkpoint_id.as_ref().map(|id| id.as_str()), finding.excerpt.as_str()), (Some("cp-07"), "div-8472"));
    assert!(!finding.message.is_empty() && !finding.suggestion.is_empty());
}

#[test]
fn r11_2_23_coordinates_fail() {
    for text in ["(340, 220)", "It is visible at 340, 220", "The menu is at x=340"] {
        assert!(codes(text).contains(&"CKP-002".to_owned()), "{text}: {:?}", codes(text));
    }
}

#[test]
fn r11_2_24_semantic_checkpoints_pass() {
    for text in [
        "The file `output_file` exists in the working folder",
        "The page shows a row with `name` and `email` together",
        "The export dialog is open",
        "The message “Row added” is shown (see the list, 3 columns)",
        "The issue #42 is closed",
        "The status is .done or finished",
        "The version v1.2.0 is released on 2026-11-21",
        "The progress bar is gone and the file is listed",
        "The command `git tag v<version>` ends with exit code 0",
        "The price (12.50) is shown",
        "The button “Publish” is no longer disabled",
        "A copy exists under reports/november.csv",
        "It says and/or in the heading",
    ] {
        assert_eq!(codes(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn r11_2_25_findings_of_a_rule_are_errors_and_block() {
    let report = lint(&[checkpoint("cp-01", "Saved", "div-8472")], None, &[]);
    assert!(report.has_errors(), "the caller refuses ready_for_review on this");
}

#[test]
fn r11_2_26_a_skill_holds_checkpoints_and_no_clicks() {
    let draft = tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace").draft(Some("Add a customer"));
    for checkpoint in &draft.checkpoints {
        assert!(draft.skill_md.contains(&checkpoint.goal) && draft.skill_md.contains(checkpoint.checkpoint_id.as_str()));
    }
    let lower = draft.skill_md.to_lowercase();
    for word in ["click", "press ", "type ", "tap ", "scroll"] {
        assert!(!lower.contains(word), "{word}");
    }
}

#[test]
fn r11_2_27_the_graph_is_never_in_the_skill() {
    let draft = tasks::release_note("2.1.0").draft(None);
    for word in ["n1", "n2", "\"edges\"", "WorkflowGraph", "{{", "source_event", "evidence predicate"] {
        assert!(!draft.skill_md.contains(word), "{word}");
    }
}

#[test]
fn each_rule_finds_its_offence() {
    for (text, code) in [
        ("Click “New”, then type the name and press Enter", "CKP-003"),
        ("The form is sent after you press Tab", "CKP-003"),
        ("The file is in /home/ada/x", "CKP-004"),
        ("The file is in C:\\Users\\ada\\x.txt", "CKP-004"),
        ("http://127.0.0.1:8080/customers is open", "CKP-004"),
        ("The row of Ada Lovelace is listed", "CKP-004"),
        ("The token ghp_abcdefghijklmnopqrstuvwxyz0123 is set", "CKP-005"),
        ("The password: hunter22 is accepted", "CKP-005"),
        ("The card 4111 1111 1111 1111 is charged", "CKP-005"),
        ("click Save", "CKP-006"),
        ("Select the second entry", "CKP-006"),
        ("wait 3 seconds", "CKP-007"),
        ("Pause for 500 ms", "CKP-007"),
    ] {
        assert!(codes(text).contains(&code.to_owned()), "{text}: {:?}", codes(text));
    }
}

#[test]
fn an_excerpt_never_repeats_a_secret() {
    let report = lint(&[checkpoint("cp-01", "Signed in", "The password: hunter22 is accepted")], None, &[]);
    assert!(report.findings.iter().all(|finding| !finding.excerpt.contains("hunter22")));
}

#[test]
fn duplicates_and_contradictions_are_found() {
    let twin = lint(
        &[checkpoint("cp-01", "The row is listed", "It is there"), checkpoint("cp-02", "the  row is LISTED", "It is shown")],
        None,
        &[],
    );
    assert!(twin.findings.iter().any(|f| f.code == "CKP-008" && f.checkpoint_id.as_ref().map(|id| id.as_str()) == Some("cp-02")));
    let opposite = lint(
        &[checkpoint("cp-01", "The row is listed", "It is there"), checkpoint("cp-02", "The row is not listed", "It is gone")],
        None,
        &[],
    );
    assert!(opposite.findings.iter().any(|f| f.code == "CKP-008" && f.message.contains("opposite")), "{opposite:?}");
}

#[test]
fn a_quoted_name_denies_nothing() {
    for (one, other, opposite) in [
        ("The file `a` has been handed to the shop", "The file `not` has been handed to the shop", false),
        ("The file `` has been handed to the shop", "The file `not` has been handed to the shop", false),
        ("The page shows “Order 7”", "The page shows “Order 7 is missing”", false),
        ("The page shows “Order 7”", "The page does not show “Order 8”", false),
        ("The page shows “Order 7”", "The page does not show “Order 7”", true),
        ("The file `a` is there", "The file `a` is not there", true),
        ("The file “a.txt” exists", "The file a.txt does not exist", true),
        ("The file “a” is in the folder", "The file is not in the folder “a”", false),
        ("The 5\" panel is beside the 6\" one", "The 5\" panel is not beside the 6\" one", true),
        ("The file \"not\" is there", "The file is there", false),
    ] {
        let report = lint(&[checkpoint("cp-01", one, "One"), checkpoint("cp-02", other, "Another")], None, &[]);
        let found = report.findings.iter().any(|f| f.code == "CKP-008");
        assert_eq!(found, opposite, "{one} / {other}: {report:?}");
    }
}

#[test]
fn none_and_too_many_are_found() {
    let many: Vec<Checkpoint> =
        (0..13).map(|n| checkpoint(&format!("cp-{n}"), &format!("Page {n} is open"), &format!("Title {n} is shown"))).collect();
    for checkpoints in [&many[..0], &many[..]] {
        let report = lint(checkpoints, None, &[]);
        assert!(
            report.findings.iter().any(|f| f.code == "CKP-009" && f.severity == LintSeverity::Error),
            "{}",
            checkpoints.len()
        );
    }
    assert!(!lint(&many[..12], None, &[]).has_errors());
}

#[test]
fn the_file_is_linted_by_line() {
    let file = "---\nname: x\ndescription: y\n---\n\n# X\n\n- click Save\n- click OK\n\nThe file is in /home/ada/x\n";
    let report = lint(&[checkpoint("cp-01", "Saved", "The row is listed")], Some(file), &[]);
    let at = |code: &str| report.findings.iter().find(|finding| finding.code == code).and_then(|finding| finding.line);
    assert_eq!(at("CKP-003"), Some(9));
    assert_eq!(at("CKP-004"), Some(11));
}

#[test]
fn hostile_words_of_a_demonstration_never_reach_the_draft() {
    let mut script = Script::on("http://localhost:1/new", "Save #save-btn (340, 220)");
    script.form("div-8472").fill("Token ghp_abcdefghijklmnopqrstuvwxyz0123", "ghp_abcdefghijklmnopqrstuvwxyz0123");
    script.run("cp /home/ada/secret.txt /tmp/x && sleep 3");
    let shown = crate::script::element("status", "Saved to /home/ada/x; wait 3 seconds");
    script.click("button", "Click here then press Enter", vec![shown], vec![]);
    let draft =
        script.draft(Some("Click Save, then press Enter at (340, 220) in /home/ada with ghp_abcdefghijklmnopqrstuvwxyz0123"));
    crate::scenarios::sound("hostile", &draft);
    assert_eq!(compile(&Script::default().demonstration(None)).err(), Some(NothingToLearn));
}
