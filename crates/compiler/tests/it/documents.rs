//! Texts of several lines, such as a document in an editor: one line is what the task is about.

use crate::effects::{Run, both, cell, effects, learned, reading, record, verdicts};
use crate::script::Script;
use apprentice_compiler::{Draft, SourceReadings};
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};

const PAD: &str = "http://127.0.0.1:8080/pads/stock";

/// The document as it is read: the whole field, and each of its lines.
fn pad(lines: &[&str]) -> Reading {
    let mut records = vec![record(RecordKind::Field, vec![cell("text", &lines.join("\n"))])];
    records.extend(lines.iter().map(|line| {
        let mut line = record(RecordKind::Line, vec![cell("", line)]);
        line.place = Some("text".into());
        line
    }));
    reading(ReadingSource::Page { url: PAD.into() }, records)
}

fn changes(before: &[&str], after: &[&str]) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/", "Desk");
    script.open(PAD, "Stock", vec![]);
    script.fill_over("text", &after.join("\n"), Some(&before.join("\n")));
    script
}

const BEFORE: [&str; 4] = ["Stock of the shop", "Assam: 12 tins", "Sencha: 8 tins", "Mint: 20 tins"];
const AFTER: [&str; 4] = ["Stock of the shop", "Assam: 12 tins", "Sencha: 31 tins", "Mint: 20 tins"];

fn draft() -> Draft {
    learned(&changes(&BEFORE, &AFTER), "Change an amount on the stock list", vec![both(pad(&BEFORE), pad(&AFTER))])
}

#[test]
fn a_line_that_was_changed_in_a_part_is_named_by_the_part_that_stays() {
    let draft = draft();
    let inputs: Vec<(&str, &str)> = draft.graph.variables.iter().map(|v| (v.name.as_str(), v.example.as_str())).collect();
    assert_eq!(inputs, [("line", "Sencha"), ("text", "31 tins")]);
}

#[test]
fn the_line_that_was_asked_for_must_be_the_one_that_changed() {
    let draft = draft();
    assert!(!effects(&draft).is_empty(), "{:#?}", draft.checkpoints);
    let run = |after: &[&str]| {
        Run {
            draft: &draft,
            asked: &[("line", "Mint"), ("text", "4 tins")],
            script: changes(&BEFORE, after),
            before: vec![pad(&BEFORE)],
            after: vec![pad(after)],
        }
        .refused()
    };
    assert_eq!(run(&["Stock of the shop", "Assam: 12 tins", "Sencha: 8 tins", "Mint: 4 tins"]), None);
    for (fault, after) in [
        ("nothing was changed", BEFORE),
        ("another line", ["Stock of the shop", "Assam: 4 tins", "Sencha: 8 tins", "Mint: 20 tins"]),
        ("another amount", ["Stock of the shop", "Assam: 12 tins", "Sencha: 8 tins", "Mint: 40 tins"]),
        ("another line as well", ["Stock of the shop", "Assam: 2 tins", "Sencha: 8 tins", "Mint: 4 tins"]),
    ] {
        assert!(run(&after).is_some(), "{fault}");
    }
    assert!(run(&["Mint: 4 tins"]).is_some(), "the rest is gone");
    let beside = ["Stock of the shop", "Assam: 12 tins", "Sencha: 8 tins", "Mint: 20 tins", "Mint: 4 tins"];
    assert!(run(&beside).is_some(), "the former line is still there");
    let after = ["Stock of the shop", "Assam: 12 tins", "Sencha: 8 tins", "Mint: 4 tins"];
    let asked: &[(&str, &str)] = &[("line", "Mint"), ("text", "4 tins")];
    let (script, late) = (changes(&BEFORE, &after), reading(ReadingSource::Page { url: PAD.into() }, Vec::new()));
    let run = Run { draft: &draft, asked, script, before: vec![late], after: vec![pad(&after)] };
    assert_eq!(run.refused(), None, "the page had not drawn its text when it was read first");
}

#[test]
fn a_line_that_others_look_like_is_not_the_one_that_was_replaced() {
    let (before, after) = (["Tea: Assam", "Tea: Sencha", "Milk: oat"], ["Tea: Assam", "Tea: Mint", "Milk: oat"]);
    let draft = learned(&changes(&before, &after), "Change a tea on the list", vec![both(pad(&before), pad(&after))]);
    let asked: Vec<(&str, &str)> = draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    let run = Run {
        draft: &draft,
        asked: &asked,
        script: changes(&before, &after),
        before: vec![pad(&before)],
        after: vec![pad(&after)],
    };
    assert_eq!(run.refused(), None, "the demonstration itself: {:#?}", draft.checkpoints);
}

#[test]
fn a_text_that_the_page_drew_late_was_not_written() {
    let late = reading(ReadingSource::Page { url: PAD.into() }, vec![record(RecordKind::Text, vec![cell("", "Loading...")])]);
    let mut script = Script::on("http://127.0.0.1:8080/", "Desk");
    script.fill("Pad", "stock").open(PAD, "Stock", vec![]);
    script.fill("Name", "Mint").click("button", "Keep", vec![], vec![]);
    let draft = learned(&script, "Leave a name on a pad", vec![both(late, pad(&BEFORE))]);
    assert!(effects(&draft).iter().all(|effect| effect.evidence.is_none()), "{:#?}", draft.checkpoints);
}

fn page_of(title: &str) -> Reading {
    let url = format!("http://127.0.0.1:8080/wiki/{}", title.replace(' ', "_"));
    reading(ReadingSource::Page { url }, vec![record(RecordKind::Heading, vec![cell("", title)])])
}

fn deletes(title: &str) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/wiki", "Wiki");
    script.fill("Page", title);
    let ReadingSource::Page { url } = page_of(title).source else { unreachable!() };
    script.go("button", "Open", &url, title, vec![], vec![]);
    script.go("button", "Delete", "http://127.0.0.1:8080/wiki?action=delete", "Done", vec![], vec![]);
    script
}

#[test]
fn a_page_that_the_application_does_not_know_any_more_is_gone() {
    let before = page_of("Opening hours");
    let gone = Err("127.0.0.1:8080/wiki/Opening_hours answered 404 (Not Found)".to_owned());
    let readings = SourceReadings { source: before.source.clone(), before: Some(before), seen_after: 0, after: Some(gone) };
    let draft = learned(&deletes("Opening hours"), "Delete a page of the wiki", vec![readings]);
    let goals: Vec<&str> = effects(&draft).iter().map(|effect| effect.goal.as_str()).collect();
    assert_eq!(goals, ["The page of `page` is gone"], "{:#?}", draft.checkpoints);
    let status = |after: Result<Reading, String>| {
        let found = verdicts(&draft, &[("page", "Cellar rules")], &deletes("Cellar rules"), &[page_of("Cellar rules")], &|_| {
            after.clone()
        });
        found.last().expect("an effect").status
    };
    assert_eq!(status(Err("127.0.0.1:8080/wiki/Cellar_rules answered 410 (Gone)".into())), CheckpointStatus::Reached);
    assert_eq!(status(Ok(page_of("Cellar rules"))), CheckpointStatus::Failed, "it is there again");
    assert_ne!(status(Err("127.0.0.1:8080/wiki/Cellar_rules answered 500".into())), CheckpointStatus::Reached);
}

#[test]
fn an_address_that_only_names_the_page_can_refute_that_it_is_gone_and_not_prove_it() {
    let before = page_of("Opening hours");
    let gone = || Err("127.0.0.1:8080/wiki/Opening_hours answered 404 (Not Found)".to_owned());
    let readings = SourceReadings { source: before.source.clone(), before: Some(before), seen_after: 0, after: Some(gone()) };
    let draft = learned(&deletes("Opening hours"), "Delete a page of the wiki", vec![readings]);
    let mut script = Script::on("http://127.0.0.1:8080/wiki?title=Cellar_rules&action=delete", "Delete");
    script.go("button", "Delete", "http://127.0.0.1:8080/wiki?title=Cellar_rules&action=done", "Done", vec![], vec![]);
    let status = |before: &[Reading], after: Result<Reading, String>| {
        let read = |source: &ReadingSource| {
            assert_eq!(source.address(), Some("http://127.0.0.1:8080/wiki/Cellar_rules"));
            after.clone()
        };
        let found = verdicts(&draft, &[("page", "Cellar rules")], &script, before, &read);
        found.last().expect("an effect").status
    };
    assert_eq!(status(&[], Ok(page_of("Cellar rules"))), CheckpointStatus::Failed, "it is there");
    assert_eq!(status(&[], gone()), CheckpointStatus::Skipped, "the address may be wrong");
    assert_eq!(status(&[page_of("Cellar rules")], gone()), CheckpointStatus::Reached, "it was there before");
}
