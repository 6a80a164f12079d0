//! *Show me how you check*: what the person looked at becomes a checkpoint that is read again.

use crate::effects::{FOLDER, Run, adds, both, cell, effects, invoices, only_after, reading, record};
use crate::script::Script;
use apprentice_compiler::{Draft, SourceReadings, closing_looks, compile};
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};

const OLD: (&str, &str, &str) = ("INV-1", "Ada Lovelace", "paid");

/// A page that no other reading of the demonstration is of.
fn ledger(entries: &[&str]) -> Reading {
    let item = |text: &&str| record(RecordKind::Item, vec![cell("", text)]);
    let source = ReadingSource::Page { url: "http://127.0.0.1:8080/ledger".into() };
    reading(source, entries.iter().map(item).collect())
}

fn output(command: &str, lines: &[&str]) -> Reading {
    let line = |text: &&str| record(RecordKind::Line, vec![cell("", text)]);
    let source = ReadingSource::Output { command: command.into(), directory: FOLDER.into() };
    reading(source, lines.iter().map(line).collect())
}

/// A demonstration after which the person showed this.
fn shown(script: &Script, goal: &str, mut readings: Vec<SourceReadings>, check: Reading) -> Draft {
    let mut demonstration = script.demonstration(Some(goal));
    demonstration.shown_checks = vec![check.source.clone()];
    readings.push(only_after(check));
    demonstration.readings = readings;
    compile(&demonstration).expect("something to learn")
}

#[test]
fn a_shown_page_takes_the_place_of_a_persons_word() {
    let unchanged = || both(invoices(&[OLD]), invoices(&[OLD]));
    let check = ledger(&["INV-1 Ada Lovelace", "INV-7 Grace Hopper", "Total 2"]);
    let draft = shown(&adds("INV-7", "Grace Hopper"), "Add an invoice", vec![unchanged()], check.clone());
    assert_eq!(draft.checks_at, [check.source]);
    let effect = effects(&draft);
    assert!(effect.iter().all(|one| one.evidence.is_some()), "nothing rests on a person's word: {effect:#?}");
    assert!(!draft.questions.iter().any(|one| one.prompt.starts_with("Nothing that could be seen")), "the question is answered");

    let run = |after: &[&str]| {
        Run {
            draft: &draft,
            asked: &[("number", "INV-8"), ("customer", "Mary Shelley")],
            script: adds("INV-8", "Mary Shelley"),
            before: vec![ledger(&["INV-1 Ada Lovelace"])],
            after: vec![ledger(after)],
        }
        .refused()
    };
    assert_eq!(run(&["INV-1 Ada Lovelace", "INV-8 Mary Shelley", "Total 2"]), None);
    assert!(run(&["INV-1 Ada Lovelace", "Total 1"]).is_some(), "it is not there");
    assert!(run(&["INV-1 Ada Lovelace", "INV-8 Ada Lovelace"]).is_some(), "another customer");
}

#[test]
fn a_look_that_shows_no_value_is_no_check() {
    let script = adds("INV-7", "Grace Hopper");
    let draft = shown(&script, "Add an invoice", Vec::new(), ledger(&["Welcome", "Total 2"]));
    assert!(draft.checks_at.is_empty(), "{:?}", draft.checks_at);
}

#[test]
fn a_shown_command_is_run_again_with_the_values_of_the_run() {
    let mut script = Script::default();
    script.ran("createuser --role editor grace41", 0, &[]);
    let check = output("getent passwd grace41", &["grace41:x:1001:1001:editor:/home/grace41:/bin/sh"]);
    let draft = shown(&script, "Add a user", Vec::new(), check.clone());
    assert_eq!(draft.checks_at, [check.source], "{:#?}", draft.checkpoints);
    let run = |after: Reading| {
        let mut script = Script::default();
        script.ran("createuser --role editor mary42", 0, &[]);
        Run { draft: &draft, asked: &[], script, before: Vec::new(), after: vec![after] }.refused()
    };
    assert_eq!(run(output("getent passwd mary42", &["mary42:x:1002:1002:editor:/home/mary42:/bin/sh"])), None);
    assert!(run(output("getent passwd mary42", &[])).is_some(), "nobody is there");
}

#[test]
fn the_last_commands_that_only_look_are_read_at_the_end() {
    let mut script = Script::default();
    script.ran("createuser grace", 0, &[]);
    script.ran("cat notes.txt | head", 0, &[]);
    script.ran("getent passwd grace", 0, &[]);
    script.ran("id grace", 0, &[]);
    let looks: Vec<String> = closing_looks(&script.actions, &[])
        .into_iter()
        .filter_map(|source| match source {
            ReadingSource::Output { command, .. } => Some(command),
            _ => None,
        })
        .collect();
    assert_eq!(looks, ["id grace", "getent passwd grace"], "not what stands before a command with a pipe");
}
