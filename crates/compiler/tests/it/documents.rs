//! Texts of several lines, such as a document in an editor: one line is what the task is about.

use crate::effects::{Run, both, cell, effects, learned, reading, record};
use crate::script::Script;
use apprentice_compiler::Draft;
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
    assert_eq!(inputs, [("line", "Sencha"), ("text", "31")]);
}

#[test]
fn the_line_that_was_asked_for_must_be_the_one_that_changed() {
    let draft = draft();
    assert!(!effects(&draft).is_empty(), "{:#?}", draft.checkpoints);
    let run = |after: &[&str]| {
        Run {
            draft: &draft,
            asked: &[("line", "Mint"), ("text", "4")],
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
}
