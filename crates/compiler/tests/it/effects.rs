//! Lasting effects: learned from readings before and after a demonstration, and judged by readings before and after a run.

use crate::script::Script;
use apprentice_compiler::{Draft, Evaluation, ReadBack, ReadBackResult, SourceReadings, compile};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole, CheckpointStatus, CheckpointVerdict, NotReached};
use apprentice_contracts::observation::{ControlRecord, FileChangeKind};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::BTreeMap;

pub const LIST: &str = "http://127.0.0.1:8080/invoices/";
pub const FOLDER: &str = "/home/ada/work";

pub fn cell(header: &str, text: &str) -> ReadCell {
    ReadCell { header: header.into(), text: text.into() }
}

pub fn record(kind: RecordKind, cells: Vec<ReadCell>) -> ReadRecord {
    ReadRecord { kind, place: None, cells, controls: Vec::new(), link: None }
}

pub fn reading(source: ReadingSource, records: Vec<ReadRecord>) -> Reading {
    Reading { source, title: "Invoices – Shop".into(), complete: true, records }
}

/// A table of invoices: number, customer, status.
pub fn invoices(rows: &[(&str, &str, &str)]) -> Reading {
    let row = |(number, customer, status): &(&str, &str, &str)| {
        let cells = vec![cell("Number", number), cell("Customer", customer), cell("Status", status), cell("", "Edit Delete")];
        record(RecordKind::Row, cells)
    };
    reading(ReadingSource::Page { url: LIST.into() }, rows.iter().map(row).collect())
}

pub fn files(list: &[(&str, &str, &str)]) -> Reading {
    let file = |(path, kind, digest): &(&str, &str, &str)| {
        record(RecordKind::File, vec![cell("path", path), cell("type", kind), cell("size", "10"), cell("digest", digest)])
    };
    reading(ReadingSource::Folder { path: FOLDER.into() }, list.iter().map(file).collect())
}

pub fn lines(path: &str, list: &[&str]) -> Reading {
    let line = |text: &&str| record(RecordKind::Line, vec![cell("", text)]);
    reading(ReadingSource::File { path: format!("{FOLDER}/{path}") }, list.iter().map(line).collect())
}

pub fn both(before: Reading, after: Reading) -> SourceReadings {
    SourceReadings { source: before.source.clone(), before: Some(before), seen_after: 0, after: Some(Ok(after)) }
}

pub fn only_after(after: Reading) -> SourceReadings {
    SourceReadings { source: after.source.clone(), before: None, seen_after: 0, after: Some(Ok(after)) }
}

pub fn learned(script: &Script, goal: &str, readings: Vec<SourceReadings>) -> Draft {
    let mut demonstration = script.demonstration(Some(goal));
    demonstration.readings = readings;
    compile(&demonstration).expect("something to learn")
}

/// A later run: what it did, what it was asked for, and what was read.
pub struct Run<'a> {
    pub draft: &'a Draft,
    pub asked: &'a [(&'a str, &'a str)],
    pub script: Script,
    pub before: Vec<Reading>,
    pub after: Vec<Reading>,
}

/// The verdicts on a run that was told these values. `read`: what its sources show at its end.
pub fn verdicts(
    draft: &Draft,
    asked: &[(&str, &str)],
    script: &Script,
    before: &[Reading],
    read: &dyn Fn(&ReadingSource) -> Result<Reading, String>,
) -> Vec<CheckpointVerdict> {
    let asked: BTreeMap<String, String> = asked.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect();
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables).asked(&asked).recorded(&draft.graph);
    for reading in before {
        evaluation.read_before(reading.clone());
    }
    for action in &script.actions {
        evaluation.observe(action);
    }
    let found = evaluation.read_all(|target| match target {
        ReadBack::Source(source) => Some(ReadBackResult::Source(source.clone(), read(&source))),
        _ => None,
    });
    evaluation.finish(&found)
}

impl Run<'_> {
    fn verdicts(&self) -> Vec<CheckpointVerdict> {
        let read = |source: &ReadingSource| {
            let found = self.after.iter().find(|reading| reading.source == *source).cloned();
            found.ok_or_else(|| "it is not there".to_owned())
        };
        verdicts(self.draft, self.asked, &self.script, &self.before, &read)
    }

    /// `None` when every effect holds; else the first reason.
    pub fn refused(&self) -> Option<String> {
        let effect = |verdict: &&CheckpointVerdict| {
            self.draft.checkpoints.iter().any(|c| c.checkpoint_id == verdict.checkpoint_id && c.role == CheckpointRole::Effect)
        };
        let verdicts = self.verdicts();
        let failed = verdicts.iter().filter(effect).find(|verdict| verdict.status != CheckpointStatus::Reached);
        failed.map(|verdict| verdict.reason.clone().unwrap_or_default())
    }
}

pub fn effects(draft: &Draft) -> Vec<&Checkpoint> {
    draft.checkpoints.iter().filter(|checkpoint| checkpoint.role == CheckpointRole::Effect).collect()
}

pub fn adds(number: &str, customer: &str) -> Script {
    let mut script = Script::on(LIST, "Invoices – Shop");
    script.go("link", "New", "http://127.0.0.1:8080/invoices/new", "New invoice – Shop", vec![], vec![]);
    script.fill("Number", number).fill("Customer", customer);
    script.go("button", "Save", LIST, "Invoices – Shop", vec![crate::script::element("status", "Saved")], vec![]);
    script
}

pub const OLD: (&str, &str, &str) = ("INV-1", "Ada", "open");

fn added() -> Draft {
    let after = invoices(&[OLD, ("INV-7", "Grace Hopper", "open")]);
    learned(&adds("INV-7", "Grace Hopper"), "Add an invoice", vec![both(invoices(&[OLD]), after)])
}

#[test]
fn a_new_row_is_read_again_and_counted() {
    let draft = added();
    assert_eq!(effects(&draft).len(), 1, "{:#?}", draft.checkpoints);
    let run = |after: &[(&str, &str, &str)]| Run {
        draft: &draft,
        asked: &[],
        script: adds("INV-9", "Edsger Dijkstra"),
        before: vec![invoices(&[OLD])],
        after: vec![invoices(after)],
    };
    let new = ("INV-9", "Edsger Dijkstra", "open");
    assert_eq!(run(&[OLD, new]).refused(), None, "right");
    for (what, after) in [
        ("the screen said saved", vec![OLD]),
        ("done twice", vec![OLD, new, new]),
        ("another customer", vec![OLD, ("INV-9", "Edsger", "open")]),
        ("another row was changed", vec![("INV-1", "Ada", "paid"), new]),
        ("another row was deleted", vec![new]),
        ("another row was added", vec![OLD, new, ("INV-10", "Bob", "open")]),
    ] {
        assert!(run(&after).refused().is_some(), "{what}");
    }
}

#[test]
fn what_was_asked_for_counts_and_not_what_was_done() {
    let draft = added();
    let run = Run {
        draft: &draft,
        asked: &[("number", "INV-8"), ("customer", "Edsger Dijkstra")],
        script: adds("INV-9", "Edsger Dijkstra"),
        before: vec![invoices(&[OLD])],
        after: vec![invoices(&[OLD, ("INV-9", "Edsger Dijkstra", "open")])],
    };
    assert!(run.refused().is_some());
    let another_way =
        Run { script: Script::on(LIST, "Invoices"), asked: &[("number", "INV-9"), ("customer", "Edsger Dijkstra")], ..run };
    assert_eq!(another_way.refused(), None, "another way reaches the effect");
}

#[test]
fn what_cannot_be_read_is_neither_reached_nor_failed() {
    let draft = added();
    let run = Run { draft: &draft, asked: &[], script: adds("INV-9", "Ada"), before: vec![invoices(&[OLD])], after: vec![] };
    let verdicts = run.verdicts();
    let last = verdicts.last().expect("a verdict");
    assert_eq!(last.status, CheckpointStatus::Skipped);
    assert!(last.reason.as_deref().is_some_and(|reason| reason.starts_with("Could not be read:")), "{last:?}");
}

/// `Edit` in a row, a status, `Save`.
fn pays(number: &str, customer: &str, status: &str) -> Script {
    let mut script = Script::on(LIST, "Invoices – Shop");
    script.go("link", "Edit", "http://127.0.0.1:8080/invoices/edit/2", "Edit – Shop", vec![], vec![]);
    let cells = vec![cell("Number", number), cell("Customer", customer), cell("Status", "open")];
    let row = ControlRecord { cells, name: number.into(), own_link: false };
    script.in_record(row);
    script.fill("Status", status);
    script.go("button", "Update", LIST, "Invoices – Shop", vec![crate::script::element("status", "Updated")], vec![]);
    script
}

#[test]
fn a_row_chosen_by_its_button_is_an_input_and_its_change_is_compared() {
    let before = || invoices(&[OLD, ("INV-2", "Grace", "open"), ("INV-3", "Edsger", "open")]);
    let after = invoices(&[OLD, ("INV-2", "Grace", "paid"), ("INV-3", "Edsger", "open")]);
    let draft = learned(&pays("INV-2", "Grace", "paid"), "Mark an invoice as paid", vec![both(before(), after)]);
    let names: Vec<&str> = draft.graph.variables.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["invoice_number"], "the status is in the goal, so it is the same every time");
    let run = |status: &str, after: &[(&str, &str, &str)]| Run {
        draft: &draft,
        asked: &[],
        script: pays("INV-3", "Edsger", status),
        before: vec![before()],
        after: vec![invoices(after)],
    };
    let grace = ("INV-2", "Grace", "open");
    assert_eq!(run("paid", &[OLD, grace, ("INV-3", "Edsger", "paid")]).refused(), None);
    assert!(run("paid", &[OLD, grace, ("INV-3", "Edsger", "open")]).refused().is_some(), "not stored");
    assert!(run("piad", &[OLD, grace, ("INV-3", "Edsger", "piad")]).refused().is_some(), "misspelt");
    let both_paid = [OLD, ("INV-2", "Grace", "paid"), ("INV-3", "Edsger", "paid")];
    assert!(run("paid", &both_paid).refused().is_some(), "another one as well");
}

fn tags(number: &str, tag: &str) -> Script {
    let mut script = Script::on(LIST, "Invoices – Shop");
    let record = ControlRecord { name: number.into(), cells: vec![cell("Customer", number)], own_link: false };
    script.click("button", "Label", vec![], vec![]);
    script.in_record(record);
    script.fill("Name of the label", tag);
    script.go("button", "Keep", LIST, "Invoices – Shop", vec![crate::script::element("status", "Kept")], vec![]);
    script
}

#[test]
fn a_value_that_was_added_to_a_cell_is_compared() {
    let page = |ada: &str, grace: &str, edsger: &str| invoices(&[("1", ada, ""), ("2", grace, ""), ("3", edsger, "")]);
    let before = || page("Mill Ada Lovelace", "Mill Grace Hopper", "Mill Edsger Dijkstra Old");
    let after = page("Mill Ada Lovelace Prices", "Mill Grace Hopper", "Mill Edsger Dijkstra Old");
    let draft = learned(&tags("Ada Lovelace", "Prices"), "Give a customer a label", vec![both(before(), after)]);
    let names: Vec<&str> = draft.graph.variables.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["customer", "name_of_the_label"], "{:#?}", draft.graph.variables);
    let run = |after: Reading| {
        let asked: &[(&str, &str)] = &[("customer", "Edsger Dijkstra"), ("name_of_the_label", "Late")];
        let script = tags("Edsger Dijkstra", "Late");
        Run { draft: &draft, asked, script, before: vec![before()], after: vec![after] }.refused()
    };
    assert_eq!(run(page("Mill Ada Lovelace", "Mill Grace Hopper", "Mill Edsger Dijkstra Late Old")), None);
    for (fault, after) in [
        ("nothing was kept", before()),
        ("another label", page("Mill Ada Lovelace", "Mill Grace Hopper", "Mill Edsger Dijkstra Prices Old")),
        ("another customer", page("Mill Ada Lovelace Late", "Mill Grace Hopper", "Mill Edsger Dijkstra Old")),
        ("another one as well", page("Mill Ada Lovelace", "Mill Grace Hopper Late", "Mill Edsger Dijkstra Late Old")),
    ] {
        assert!(run(after).is_some(), "{fault}");
    }
}

#[test]
fn the_page_of_a_new_record_is_compared_field_by_field() {
    const ISSUE: &str = "http://127.0.0.1:8080/issue12";
    let page = |url: &str, title: &str, priority: &str| {
        let fields = [("Title", title), ("Priority", priority), ("Status", "unread")];
        reading(
            ReadingSource::Page { url: url.into() },
            fields.iter().map(|(label, text)| record(RecordKind::Field, vec![cell(label, text)])).collect(),
        )
    };
    let script = |url: &str, title: &str, priority: &str| {
        let mut script = Script::on("http://127.0.0.1:8080/issue?new", "New issue");
        script.fill("Title", title).choose("combobox", "Priority", priority);
        script.go("button", "Submit", url, title, vec![crate::script::element("status", "created")], vec![]);
        script
    };
    let readings = vec![only_after(page(ISSUE, "The lamp is dark", "urgent"))];
    let draft = learned(&script(ISSUE, "The lamp is dark", "urgent"), "Report an issue", readings);
    let other = "http://127.0.0.1:8080/issue13";
    let run = |after: Reading| Run {
        draft: &draft,
        asked: &[],
        script: script(other, "No more cups", "bug"),
        before: vec![],
        after: vec![after],
    };
    assert_eq!(run(page(other, "No more cups", "bug")).refused(), None);
    assert!(run(page(other, "No more cups", "wish")).refused().is_some(), "one field is wrong");
    let mut never_sent = run(page(other, "No more cups", "bug"));
    never_sent.script.actions.truncate(3);
    assert!(never_sent.refused().is_some(), "half done");
}

#[test]
fn files_are_compared_by_name_and_content() {
    let script = |region: &str| {
        let mut script = Script::default();
        script.ran(&format!("grep {region} sales.csv > {region}.csv"), 0, &[(&format!("{region}.csv"), FileChangeKind::Created)]);
        script
    };
    let sales = ("sales.csv", "text", "aa");
    let readings = vec![
        both(files(&[sales]), files(&[sales, ("north.csv", "text", "bb")])),
        only_after(lines("north.csv", &["north,1200", "north,80"])),
    ];
    let draft = learned(&script("north"), "Extract the sales of a region", readings);
    let run =
        |after: Vec<Reading>| Run { draft: &draft, asked: &[], script: script("south"), before: vec![files(&[sales])], after };
    let south = ("south.csv", "text", "cc");
    let right = || lines("south.csv", &["south,70"]);
    assert_eq!(run(vec![files(&[sales, south]), right()]).refused(), None, "{:#?}", draft.checkpoints);
    for (what, after) in [
        ("no file", vec![files(&[sales])]),
        ("an empty file", vec![files(&[sales, ("south.csv", "empty", "00")]), lines("south.csv", &[])]),
        ("another region inside", vec![files(&[sales, south]), lines("south.csv", &["north,1200"])]),
        ("the source was changed", vec![files(&[("sales.csv", "text", "zz"), south]), right()]),
        ("the source was removed", vec![files(&[south]), right()]),
    ] {
        assert!(run(after).refused().is_some(), "{what}");
    }
}

#[test]
fn what_a_file_contained_before_stays_unless_the_task_sets_it() {
    let set = |port: &str| {
        let mut script = Script::default();
        script.ran(&format!("sed -i s/port=.*/port={port}/ app.conf"), 0, &[("app.conf", FileChangeKind::Changed)]);
        script.ran(&format!("echo port {port} >> log.txt"), 0, &[("log.txt", FileChangeKind::Changed)]);
        script
    };
    let listed = |digest: &str| files(&[("app.conf", "text", digest), ("log.txt", "text", digest)]);
    let conf = |port: &str| lines("app.conf", &["name=shop", &format!("port={port}")]);
    let log = |more: &[&str]| lines("log.txt", &[&["begun"], more].concat());
    let readings = vec![
        both(listed("aa"), listed("bb")),
        both(conf("8080"), conf("9090")),
        both(log(&["port 7070"]), log(&["port 7070", "port 9090"])),
    ];
    let draft = learned(&set("9090"), "Change the port of the application", readings);
    let run = |conf_after: Reading, log_after: Reading| Run {
        draft: &draft,
        asked: &[],
        script: set("6060"),
        before: vec![listed("aa"), conf("9090"), log(&["port 9090"])],
        after: vec![listed("cc"), conf_after, log_after],
    };
    let good_log = || log(&["port 9090", "port 6060"]);
    assert_eq!(run(conf("6060"), good_log()).refused(), None, "{:#?}", draft.checkpoints);
    assert_eq!(run(conf("6060"), log(&["port 9090", "restarted", "port 6060"])).refused(), None);
    for (what, conf_after, log_after) in [
        ("another line changed", lines("app.conf", &["name=test", "port=6060"]), good_log()),
        ("a line is gone", lines("app.conf", &["port=6060"]), good_log()),
        ("the log was overwritten", conf("6060"), lines("log.txt", &["port 6060"])),
        ("it is as before", conf("9090"), good_log()),
    ] {
        assert!(run(conf_after, log_after).refused().is_some(), "{what}");
    }
}

#[test]
fn a_file_contains_what_its_pipeline_prints_again() {
    let line = |region: &str| format!("grep \"^{region}|\" sales.csv | sort -t, -k2 -nr");
    let script = |region: &str| {
        let mut script = Script::default();
        let file = format!("{region}.csv");
        script.ran(&format!("{} > {file}", line(region)), 0, &[(&file, FileChangeKind::Created)]);
        script
    };
    let again = |region: &str, list: &[&str]| {
        let directory = FOLDER.to_owned();
        Reading { source: ReadingSource::Output { command: line(region), directory }, ..lines("x", list) }
    };
    let sales = ("sales.csv", "text", "aa");
    let readings = vec![
        both(files(&[sales]), files(&[sales, ("north.csv", "text", "bb")])),
        only_after(lines("north.csv", &["north|a,9", "north|b,7"])),
        only_after(again("north", &["north|a,9", "north|b,7"])),
    ];
    let draft = learned(&script("north"), "Extract the sales of a region, largest first", readings);
    let goal = &effects(&draft)[0].goal;
    assert!(goal.contains("what `grep"), "{goal}");
    let run = |file: &[&str], printed: &[&str]| Run {
        draft: &draft,
        asked: &[("region", "south")],
        script: script("south"),
        before: vec![files(&[sales])],
        after: vec![files(&[sales, ("south.csv", "text", "cc")]), lines("south.csv", file), again("south", printed)],
    };
    let right = ["south|d,5", "south|c,3"];
    assert_eq!(run(&right, &right).refused(), None, "{:#?}", draft.checkpoints);
    assert!(run(&["south|c,3", "south|d,5"], &right).refused().is_some(), "the wrong way round");
    assert!(run(&["south|d,5"], &right).refused().is_some(), "a line is lost");
}

#[test]
fn a_value_beside_a_star_of_the_command_is_that_of_the_run() {
    let line = |port: &str| format!("sed \"s/^port=.*/port={port}/\" model.conf | head -n 2");
    let script = |port: &str| {
        let mut script = Script::default();
        script.ran(&format!("{} > shop.conf", line(port)), 0, &[("shop.conf", FileChangeKind::Created)]);
        script
    };
    let again = |port: &str| {
        let directory = FOLDER.to_owned();
        let list = ["name=shop".to_owned(), format!("port={port}")];
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        Reading { source: ReadingSource::Output { command: line(port), directory }, ..lines("x", &list) }
    };
    let model = ("model.conf", "text", "aa");
    let readings = vec![
        both(files(&[model]), files(&[model, ("shop.conf", "text", "bb")])),
        only_after(lines("shop.conf", &["name=shop", "port=9090"])),
        only_after(again("9090")),
    ];
    let draft = learned(&script("9090"), "Make the configuration of the shop with its port", readings);
    assert!(!draft.skill_md.contains("9090"), "{}", draft.skill_md);
    let name = draft.graph.variables.iter().find(|one| one.example == "9090").expect("an input").name.clone();
    let asked = [(name.as_str(), "7070")];
    let run = |file: &[&str]| Run {
        draft: &draft,
        asked: &asked,
        script: script("7070"),
        before: vec![files(&[model])],
        after: vec![files(&[model, ("shop.conf", "text", "cc")]), lines("shop.conf", file), again("7070")],
    };
    assert_eq!(run(&["name=shop", "port=7070"]).refused(), None, "{:#?}", draft.checkpoints);
    assert!(run(&["name=shop", "port=9090"]).refused().is_some(), "the value of the demonstration");
    assert!(run(&["port=7070"]).refused().is_some(), "a line is lost");
}

#[test]
fn rows_of_a_database_are_compared() {
    let book = |day: &str| {
        let mut script = Script::default();
        script.ran(&format!("sqlite3 sales.db '.import {day}.csv sales'"), 0, &[("sales.db", FileChangeKind::Changed)]);
        script
    };
    let listed = |digest: &str| files(&[("sales.db", "binary", digest)]);
    let sales = |rows: &[(&str, &str)]| {
        let row = |(day, tins): &(&str, &str)| {
            let mut row = record(RecordKind::Row, vec![cell("day", day), cell("tins", tins)]);
            row.place = Some("sales".into());
            row
        };
        reading(ReadingSource::File { path: format!("{FOLDER}/sales.db") }, rows.iter().map(row).collect())
    };
    let old = ("2031-05-01", "5");
    let readings =
        vec![both(listed("aa"), listed("bb")), both(sales(&[old]), sales(&[old, ("2031-06-11", "4"), ("2031-06-11", "2")]))];
    let draft = learned(&book("2031-06-11"), "Book the sales of a day", readings);
    let goal = &effects(&draft)[0].goal;
    assert!(goal.contains("rows of “sales” with"), "{goal}");
    let run = |rows: &[(&str, &str)]| Run {
        draft: &draft,
        asked: &[],
        script: book("2031-06-12"),
        before: vec![listed("aa"), sales(&[old])],
        after: vec![listed("cc"), sales(rows)],
    };
    let new = ("2031-06-12", "7");
    assert_eq!(run(&[old, new]).refused(), None, "{:#?}", draft.checkpoints);
    assert_eq!(run(&[old, new, ("2031-06-12", "1"), ("2031-06-12", "3")]).refused(), None);
    for (what, rows) in [
        ("nothing is booked", vec![old]),
        ("another day is booked", vec![old, ("2031-06-13", "7")]),
        ("it is booked twice", vec![old, new, new]),
        ("the old row changed", vec![("2031-05-01", "6"), new]),
        ("the old row is gone", vec![new]),
    ] {
        assert!(run(&rows).refused().is_some(), "{what}");
    }
}

#[test]
fn ticked_rows_are_a_list_and_each_must_be_gone() {
    let tick = |script: &mut Script, number: &str| {
        script.choose("checkbox", &format!("Select {number}"), "on");
        let cells = vec![cell("Number", number), cell("Customer", "x")];
        script.in_record(ControlRecord { cells, name: number.into(), own_link: false });
    };
    let script = |numbers: &[&str]| {
        let mut script = Script::on(LIST, "Invoices – Shop");
        for number in numbers {
            tick(&mut script, number);
        }
        script.click("button", "Delete selected", vec![crate::script::element("status", "Deleted")], vec![]);
        script
    };
    fn row(number: &str) -> (&str, &str, &str) {
        (number, "x", "open")
    }
    let before = || invoices(&[row("INV-1"), row("INV-2"), row("INV-3"), row("INV-4"), row("INV-5")]);
    let after = invoices(&[row("INV-1"), row("INV-4"), row("INV-5")]);
    let draft = learned(&script(&["INV-2", "INV-3"]), "Delete some invoices", vec![both(before(), after)]);
    let list: Vec<_> = draft.graph.variables.iter().filter(|variable| variable.list).collect();
    assert_eq!(list.len(), 1, "{:#?}", draft.graph.variables);
    let run = |after: &[&str]| Run {
        draft: &draft,
        asked: &[],
        script: script(&["INV-4", "INV-1", "INV-5"]),
        before: vec![before()],
        after: vec![invoices(&after.iter().map(|number| row(number)).collect::<Vec<_>>())],
    };
    assert_eq!(run(&["INV-2", "INV-3"]).refused(), None);
    assert!(run(&["INV-2", "INV-3", "INV-5"]).refused().is_some(), "one is left");
    assert!(run(&["INV-3"]).refused().is_some(), "one too many");
}

#[test]
fn a_task_that_shows_nothing_is_on_the_persons_word() {
    let script = adds("INV-7", "Grace Hopper");
    let same = both(invoices(&[OLD]), invoices(&[OLD]));
    let draft = learned(&script, "Add an invoice", vec![same]);
    let effect = effects(&draft);
    assert_eq!(effect.len(), 1);
    assert!(effect[0].evidence.is_none() && effect[0].success_condition.starts_with("On your word"), "{effect:#?}");
}

/// A page that cannot be read again shows the new row.
fn seen(number: &str, shows: bool) -> Script {
    let mut script = Script::on(LIST, "Invoices – Shop");
    script.fill("Number", number);
    script.click("button", "Save", if shows { vec![crate::script::row(&format!("{number} | open"))] } else { vec![] }, vec![]);
    script
}

#[test]
fn where_only_a_word_is_left_the_page_must_have_shown_the_row() {
    let unread = SourceReadings { after: Some(Err("it shows another page".into())), ..only_after(invoices(&[])) };
    let elsewhere = reading(ReadingSource::Page { url: "http://127.0.0.1:8080/".into() }, vec![]);
    let draft = learned(&seen("INV-7", true), "Add an invoice", vec![unread, only_after(elsewhere)]);
    let decides = effects(&draft);
    assert_eq!(decides.len(), 2, "{:#?}", draft.checkpoints);
    assert!(decides[0].evidence.is_some() && decides[1].evidence.is_none(), "{decides:#?}");
    let first = |script: Script| {
        let run = Run { draft: &draft, asked: &[("number", "INV-9")], script, before: vec![], after: vec![] };
        let verdicts = run.verdicts();
        verdicts.into_iter().find(|verdict| verdict.checkpoint_id == decides[0].checkpoint_id).map(|verdict| verdict.status)
    };
    assert_eq!(first(seen("INV-9", true)), Some(CheckpointStatus::Reached));
    assert_eq!(first(seen("INV-9", false)), Some(CheckpointStatus::Failed), "the form was filled and left");
}

#[test]
fn that_the_chosen_row_is_listed_again_is_no_effect() {
    let kept = |number: &str| {
        let mut script = Script::on(LIST, "Invoices – Shop");
        let record = ControlRecord { name: number.into(), cells: vec![cell("Number", number)], own_link: false };
        script.click("button", "Filters", vec![], vec![]);
        script.in_record(record);
        script.fill("Ignored words", "Holiday greetings");
        script.click("button", "Save", vec![crate::script::row(&format!("{number} | open"))], vec![]);
        script
    };
    let unread = SourceReadings { after: Some(Err("it shows another page".into())), ..only_after(invoices(&[])) };
    let elsewhere = reading(ReadingSource::Page { url: "http://127.0.0.1:8080/".into() }, vec![]);
    let draft = learned(&kept("INV-7"), "Ignore some words in an invoice", vec![unread, only_after(elsewhere)]);
    let decides = effects(&draft);
    assert!(decides.len() == 1 && decides[0].evidence.is_none(), "{:#?}", draft.checkpoints);
}

/// Pages that are watched: their number in the list, and what the list says of each.
fn watched(rows: &[(&str, &str)]) -> Reading {
    let row = |(number, text): &(&str, &str)| record(RecordKind::Row, vec![cell("#", number), cell("Page", text)]);
    reading(ReadingSource::Page { url: LIST.into() }, rows.iter().map(row).collect())
}

#[test]
fn a_new_row_is_told_by_its_value_and_not_by_its_number_or_a_message() {
    let message =
        |title: &str, host: &str| format!("Icon {title} Exception: the server of {host} did not answer, it will be asked again");
    let adds = |title: &str, hours: &str| {
        let mut script = Script::on(LIST, "Pages – Shop");
        script.fill("Title", title).fill("Hours", hours);
        script.click("button", "Save", vec![], vec![]);
        script
    };
    let old = ("7", "Icon Mill stock");
    let with = |text: &str, number: &str| watched(&[old, (number, text)]);
    let after = with(&message("Clay tins", "shelf 4"), "8");
    let draft = learned(&adds("Clay tins", "8"), "Watch a page every few hours", vec![both(watched(&[old]), after)]);
    let run = |after: Reading| {
        let asked: &[(&str, &str)] = &[("title", "Ferry times"), ("hours", "36")];
        Run { draft: &draft, asked, script: adds("Ferry times", "36"), before: vec![watched(&[old])], after: vec![after] }
            .refused()
    };
    assert!(!effects(&draft).is_empty(), "{:#?}", draft.checkpoints);
    assert_eq!(run(with(&message("Ferry times", "pier 7"), "8")), None);
    assert_eq!(run(with("Icon Ferry times", "8")), None, "the message is gone meanwhile");
    assert!(run(watched(&[old])).is_some(), "not stored");
    assert!(run(with(&message("Clay tins", "shelf 4"), "8")).is_some(), "another page");
}

#[test]
fn a_row_with_a_long_message_stays_a_row() {
    let list = |text: &str| watched(&[("7", "Icon Mill stock"), ("8", text)]);
    let long = format!("Ferry times Exception: {}", "the server did not answer ".repeat(12));
    let mut script = Script::on(LIST, "Pages – Shop");
    let chosen = ControlRecord { name: "Ferry times".into(), cells: vec![cell("Page", "Ferry times")], own_link: false };
    script.click("button", "Filters", vec![], vec![]);
    script.in_record(chosen);
    script.fill("Ignored words", "Holiday greetings");
    script.click("button", "Save", vec![], vec![]);
    let draft = learned(&script, "Ignore some words on a page", vec![both(list("Ferry times"), list(&long))]);
    assert!(effects(&draft).iter().all(|effect| !effect.goal.contains("no longer lists")), "{:#?}", draft.checkpoints);
    let layout = |text: &str| {
        let parts = format!("{text} {}", "home orders customers ".repeat(8));
        reading(ReadingSource::Page { url: LIST.into() }, vec![record(RecordKind::Row, vec![cell("", "Menu"), cell("", &parts)])])
    };
    let readings = vec![both(layout("Ferry times"), layout("Ferry times Holiday greetings"))];
    let draft = learned(&script, "Ignore some words on a page", readings);
    assert!(effects(&draft).iter().all(|effect| effect.evidence.is_none()), "a table that only places things: {draft:#?}");
}

#[test]
fn a_short_number_that_was_entered_is_compared() {
    let adds = |number: &str, title: &str| {
        let mut script = Script::on(LIST, "Pages – Shop");
        script.fill("#", number).fill("Page", title);
        script.click("button", "Save", vec![], vec![]);
        script
    };
    let old = ("7", "Mill stock");
    let before = || watched(&[old]);
    let draft = learned(&adds("12", "Clay tins"), "Add a page", vec![both(before(), watched(&[old, ("12", "Clay tins")]))]);
    let run = |number: &str| {
        let asked: Vec<(&str, &str)> = draft
            .graph
            .variables
            .iter()
            .map(|one| (one.name.as_str(), if one.example == "12" { "31" } else { "Ferry times" }))
            .collect();
        let after = vec![watched(&[old, (number, "Ferry times")])];
        Run { draft: &draft, asked: &asked, script: adds("31", "Ferry times"), before: vec![before()], after }.refused()
    };
    assert_eq!(run("31"), None);
    assert!(run("13").is_some(), "stored under another number");
}

/// The entries of a list without markup. A single one is read as a heading.
fn entries(names: &[&str]) -> Reading {
    let kind = if names.len() > 1 { RecordKind::Item } else { RecordKind::Heading };
    let entry = |name: &&str| record(kind, vec![cell("", name)]);
    reading(ReadingSource::Page { url: LIST.into() }, names.iter().map(entry).collect())
}

#[test]
fn the_last_entry_of_a_list_is_not_gone_when_it_is_read_as_a_heading() {
    let script = |number: &str| {
        let mut script = Script::on(LIST, "Invoices – Shop");
        script.fill("Number", number).click("button", "Delete", vec![crate::script::element("status", "Deleted")], vec![]);
        script
    };
    let readings = vec![both(entries(&["INV-1", "INV-2", "INV-3"]), entries(&["INV-1", "INV-3"]))];
    let draft = learned(&script("INV-2"), "Delete an invoice", readings);
    let run = |after: &[&str]| Run {
        draft: &draft,
        asked: &[("number", "INV-1")],
        script: script("INV-1"),
        before: vec![entries(&["INV-1", "INV-2"])],
        after: vec![entries(after)],
    };
    assert_eq!(run(&["INV-2"]).refused(), None);
    assert!(run(&["INV-1"]).refused().is_some_and(|why| why.contains("still shows")), "the other one was deleted");
}

#[test]
fn the_rest_of_a_page_that_came_late_is_how_it_was() {
    let draft = added();
    let new = ("INV-9", "Edsger Dijkstra", "open");
    let judged = |first: Reading| {
        let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
        evaluation.seen_before(first);
        for action in &adds("INV-9", "Edsger Dijkstra").actions {
            evaluation.observe(action);
        }
        evaluation.seen_before(invoices(&[OLD]));
        let after = invoices(&[OLD, new]);
        let read = [ReadBackResult::Source(after.source.clone(), Ok(after))];
        evaluation.finish(&read).pop().map(|verdict| (verdict.status, verdict.not_reached))
    };
    assert_eq!(judged(Reading { complete: false, ..invoices(&[]) }), Some((CheckpointStatus::Reached, None)));
    let refuted = (CheckpointStatus::Failed, Some(NotReached::Refuted));
    assert_eq!(judged(invoices(&[])), Some(refuted), "a whole reading stands, so the old row is new as well");
}

fn inputs(lines: &[(&str, &[(&str, FileChangeKind)])], goal: &str) -> Vec<(String, String)> {
    let mut script = Script::default();
    for (line, files) in lines {
        script.ran(line, 0, files);
    }
    let draft = script.draft(Some(goal));
    draft.graph.variables.iter().map(|one| (one.name.clone(), one.example.clone())).collect()
}

#[test]
fn a_value_that_commands_share_is_one_input() {
    use FileChangeKind::{Changed, Created};
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let archive: &[(&str, &[(&str, FileChangeKind)])] = &[
        ("mkdir -p out/q4-2031", &[("out/q4-2031/", Created)]),
        ("cp reports/*-q4-2031.txt out/q4-2031/", &[("out/q4-2031/north-q4-2031.txt", Created)]),
        ("tar czf q4-2031.tar.gz -C out q4-2031", &[("q4-2031.tar.gz", Created)]),
    ];
    assert_eq!(inputs(archive, "Archive the reports of a quarter"), [pair("quarter", "q4-2031")]);
    let region: &[(&str, &[(&str, FileChangeKind)])] = &[
        ("awk -F, '$2 == \"north\"' sales.csv > north.csv", &[("north.csv", Created)]),
        ("sort -t, -k3 -nr north.csv -o north.csv", &[("north.csv", Changed)]),
    ];
    assert_eq!(inputs(region, "Extract the sales of a region"), [pair("region", "north")]);
    // The listing may be taken after the next command, so only the redirection says that the file is new.
    let dump: &[(&str, &[(&str, FileChangeKind)])] = &[
        ("./dump.sh shop > backups/shop_2031-04-09.dump", &[("backups/shop_2031-04-09.dump.gz", Created)]),
        ("gzip backups/shop_2031-04-09.dump", &[]),
        ("echo shop 2031-04-09 >> backups/log.txt", &[("backups/log.txt", Changed)]),
    ];
    assert_eq!(inputs(dump, "Back up a site for a day"), [pair("site", "shop"), pair("day", "2031-04-09")]);
    let release: &[(&str, &[(&str, FileChangeKind)])] = &[
        ("git checkout -b release/1.4", &[]),
        ("echo 1.4 > VERSION", &[("VERSION", Changed)]),
        ("git commit -am \"Release 1.4\"", &[]),
        ("git tag v1.4", &[]),
    ];
    assert_eq!(inputs(release, "Cut a release of the project"), [pair("version", "1.4")]);
}

#[test]
fn what_was_made_and_removed_again_is_a_detour() {
    let mut script = Script::default();
    script.ran("mkdir scratchpad", 0, &[("scratchpad/", FileChangeKind::Created)]);
    script.ran("rmdir scratchpad", 0, &[("scratchpad/", FileChangeKind::Removed)]);
    script.ran("sort data/april.csv > reports/april-sorted.csv", 0, &[("reports/april-sorted.csv", FileChangeKind::Created)]);
    let draft = script.draft(Some("Make the sales report of a month"));
    assert!(!draft.skill_md.contains("scratchpad"), "{}", draft.skill_md);
}

#[test]
fn what_was_read_before_a_sign_in_is_forgotten() {
    let draft = added();
    let mut script = Script::on(LIST, "Sign in");
    script.fill("User", "ada").password("Password");
    script.go("button", "Sign in", LIST, "Invoices – Shop", vec![crate::script::element("heading", "Invoices")], vec![]);
    let signed_out =
        reading(ReadingSource::Page { url: LIST.into() }, vec![record(RecordKind::Heading, vec![cell("", "Sign in")])]);
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    evaluation.read_before(signed_out);
    assert!(evaluation.sources_before().contains(&ReadingSource::Page { url: LIST.into() }));
    script.actions.iter().for_each(|action| drop(evaluation.observe(action)));
    assert!(evaluation.take_sign_in(), "the sources must be read again");
    assert!(evaluation.is_unchanged(), "a sign-in changes nothing");
    evaluation.read_before(invoices(&[OLD]));
    adds("INV-9", "Edsger Dijkstra").actions.iter().for_each(|action| drop(evaluation.observe(action)));
    let after = invoices(&[OLD, ("INV-9", "Edsger Dijkstra", "open")]);
    let read = vec![ReadBackResult::Source(after.source.clone(), Ok(after))];
    assert_eq!(evaluation.finish(&read).last().map(|verdict| verdict.status), Some(CheckpointStatus::Reached));
}

#[test]
fn a_file_that_was_written_again_with_the_same_content_is_an_effect() {
    let mut script = Script::default();
    script.ran("sh report.sh", 0, &[("customers.txt", FileChangeKind::Changed)]);
    let there = || files(&[("report.sh", "text", "aa"), ("customers.txt", "text", "bb")]);
    let draft = learned(&script, "Prepare the monthly customer file", vec![both(there(), there())]);
    assert!(effects(&draft).iter().all(|checkpoint| checkpoint.evidence.is_some()), "{:#?}", draft.checkpoints);
    let run =
        |after: Reading| Run { draft: &draft, asked: &[], script: script.clone(), before: vec![there()], after: vec![after] };
    assert_eq!(run(there()).refused(), None);
    assert!(run(files(&[("report.sh", "text", "aa")])).refused().is_some(), "it is not there");
}

/// A table of products: name, stock, price, and when it was changed.
fn products(rows: &[(&str, &str, &str, &str)]) -> Reading {
    let row = |(name, stock, price, at): &(&str, &str, &str, &str)| {
        record(RecordKind::Row, vec![cell("Name ▲", name), cell("Stock", stock), cell("Price", price), cell("Version", at)])
    };
    reading(ReadingSource::Page { url: LIST.into() }, rows.iter().map(row).collect())
}

fn restocks(name: &str, stock: &str) -> Script {
    let mut script = Script::on(LIST, "Products – Shop");
    let mut edit = Script::on(LIST, "Products – Shop");
    edit.go("button", "Edit", "http://127.0.0.1:8080/invoices/edit", "Edit – Shop", vec![], vec![]);
    script.actions.append(&mut edit.actions);
    let cells = vec![cell("Name", name), cell("Stock", "3"), cell("Price", "12.50")];
    script.in_record(ControlRecord { cells, name: name.into(), own_link: false });
    script.fill("Stock", stock);
    script.go("button", "Save", LIST, "Products – Shop", vec![crate::script::element("status", "Saved")], vec![]);
    script
}

#[test]
fn a_row_that_was_selected_when_it_was_read_is_not_changed() {
    let page = |rows: &[(&str, &str, &str)]| {
        let mut all = products(&rows.iter().map(|(name, stock, _)| (*name, *stock, "4.00", "1")).collect::<Vec<_>>());
        for (row, (.., tick)) in all.records.iter_mut().zip(rows) {
            row.cells.insert(0, cell("", tick));
        }
        all
    };
    let (tea, cup) = (("Green tea", "3", ""), ("Cup", "8", ""));
    let readings = vec![both(page(&[tea, cup]), page(&[("Green tea", "1,200", ""), cup]))];
    let draft = learned(&restocks("Green tea", "1200"), "Set the stock of a product", readings);
    let run = |before: &str, after: (&str, &str, &str)| {
        let (before, after) = (vec![page(&[tea, ("Cup", "8", before)])], vec![page(&[tea, after])]);
        Run { draft: &draft, asked: &[("name", "Cup"), ("stock", "1500")], script: restocks("Cup", "1500"), before, after }
            .refused()
    };
    assert_eq!(run("checked", ("Cup", "1,500", "")), None, "it was ticked when the page was read");
    assert!(run("", ("Cup", "1,500", "checked")).is_some(), "ticked as well: it may say that something is done");
    assert!(run("checked", ("Cup", "150", "")).is_some(), "another number");
}

#[test]
fn a_number_of_the_record_that_was_not_asked_for_must_stay() {
    let (tea, cup) = (("Green tea", "3", "12.50", "1"), ("Cup", "8", "4.00", "1"));
    let after = products(&[("Green tea", "1,200", "12.50", "2"), cup]);
    let draft = learned(&restocks("Green tea", "1200"), "Set the stock of a product", vec![both(products(&[tea, cup]), after)]);
    let run = |rows: &[(&str, &str, &str, &str)], sorted: &str| {
        let mut after = products(rows);
        for row in &mut after.records {
            row.cells[0].header = sorted.into();
        }
        Run {
            draft: &draft,
            asked: &[("name", "Cup"), ("stock", "1500")],
            script: restocks("Cup", "1500"),
            before: vec![products(&[tea, cup])],
            after: vec![after],
        }
        .refused()
    };
    assert_eq!(run(&[tea, ("Cup", "1,500.00", "4.00", "7")], "Name"), None, "right, in another format, sorted otherwise");
    let price = run(&[tea, ("Cup", "1,500", "5.00", "2")], "Name ▼");
    assert!(price.is_some_and(|why| why.contains("Price changed from “4.00” to “5.00”")), "the price changed as well");
    assert!(run(&[tea, ("Cup", "150", "4.00", "2")], "Name ▲").is_some(), "another number");
}

#[test]
fn what_was_not_read_before_is_not_called_new() {
    let draft = added();
    let new = ("INV-9", "Edsger Dijkstra", "open");
    let run = |before: Vec<Reading>| Run {
        draft: &draft,
        asked: &[],
        script: adds("INV-9", "Edsger Dijkstra"),
        before,
        after: vec![invoices(&[OLD, new])],
    };
    let unread = run(Vec::new()).refused();
    assert!(unread.is_some_and(|why| why.contains("was not read before the run")), "it may have been there");
    assert!(run(vec![invoices(&[OLD, new])]).refused().is_some(), "it was there");
    assert_eq!(run(vec![invoices(&[OLD])]).refused(), None);
}

#[test]
fn a_reading_that_came_late_counts_where_it_does_not_show_the_effect() {
    let draft = added();
    let new = ("INV-9", "Edsger Dijkstra", "open");
    let judged = |late: Reading| {
        let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
        for action in &adds("INV-9", "Edsger Dijkstra").actions {
            evaluation.observe(action);
        }
        assert!(!evaluation.is_unchanged());
        evaluation.read_before(late);
        let after = invoices(&[OLD, new]);
        let read = [ReadBackResult::Source(after.source.clone(), Ok(after))];
        evaluation.finish(&read).pop().map(|verdict| verdict.status)
    };
    assert_eq!(judged(invoices(&[OLD])), Some(CheckpointStatus::Reached));
    assert_eq!(judged(invoices(&[OLD, new])), Some(CheckpointStatus::Skipped));
}

/// The list before and after a sign-in, and the same list under the address with which the application greets.
#[test]
fn a_menu_that_a_sign_in_changed_does_not_hide_what_else_may_change() {
    let menu = |text: &str| record(RecordKind::Row, vec![cell("", text), cell("", "")]);
    let with_menu = |text: &str, rows: &[(&str, &str, &str)], url: &str| {
        let mut list = invoices(rows);
        list.source = ReadingSource::Page { url: url.into() };
        list.records.insert(0, menu(text));
        list
    };
    let greeted = format!("{LIST}?message=Welcome+ada");
    let (new, all) = (("INV-7", "Grace Hopper", "open"), "Invoices Create New Your Details Logout");
    let readings = vec![
        both(with_menu("Invoices Search Login Register", &[OLD], LIST), with_menu(all, &[OLD, new], LIST)),
        both(with_menu(all, &[OLD], &greeted), with_menu(all, &[OLD, new], &greeted)),
    ];
    let draft = learned(&adds("INV-7", "Grace Hopper"), "Add an invoice", readings);
    let run = |rows: &[(&str, &str, &str)]| {
        Run {
            draft: &draft,
            asked: &[("number", "INV-8"), ("customer", "Mary Shelley")],
            script: adds("INV-8", "Mary Shelley"),
            before: vec![with_menu(all, &[OLD, new], LIST)],
            after: vec![with_menu(all, rows, LIST)],
        }
        .refused()
    };
    let right = ("INV-8", "Mary Shelley", "open");
    assert_eq!(run(&[OLD, new, right]), None);
    assert!(run(&[OLD, ("INV-7", "Grace Hopper", "paid"), right]).is_some(), "another invoice was paid as well");
}

/// A log of changes words each change in its own way.
#[test]
fn what_an_application_tells_of_a_change_is_no_effect_of_its_own() {
    const PAGE: &str = "http://127.0.0.1:8080/invoices/7";
    let page = |number: &str, customer: &str, log: &[&str]| {
        let mut records = vec![record(RecordKind::Field, vec![cell("Number", number), cell("Customer", customer)])];
        records
            .extend(log.iter().map(|text| record(RecordKind::Row, vec![cell("Date", "2031-04-09 10:00"), cell("Change", text)])));
        reading(ReadingSource::Page { url: PAGE.into() }, records)
    };
    let change = |number: &str, customer: &str| {
        let mut script = Script::on(PAGE, "Invoice – Shop");
        script.fill("Number", number).fill("Customer", customer);
        script.go("button", "Save", PAGE, "Invoice – Shop", vec![], vec![]);
        script
    };
    let before = || page("INV-1", "Ada Lovelace", &[]);
    let log = "number: INV-1 -> INV-7, customer: Ada Lovelace -> Grace Hopper";
    let draft = learned(
        &change("INV-7", "Grace Hopper"),
        "Change an invoice",
        vec![both(before(), page("INV-7", "Grace Hopper", &[log]))],
    );
    let other = Run {
        draft: &draft,
        asked: &[("number", "INV-8"), ("customer", "Mary Shelley")],
        script: change("INV-8", "Mary Shelley"),
        before: vec![page("INV-3", "Alan Turing", &[])],
        after: vec![page("INV-8", "Mary Shelley", &["number: INV-3 -> INV-8, customer: Alan Turing -> Mary Shelley"])],
    };
    assert_eq!(other.refused(), None, "{:#?}", effects(&draft));
}

#[test]
fn what_a_program_took_from_another_file_is_not_required() {
    let revoke = |badge: &str, why: &str| {
        let mut script = Script::default();
        let changed = [("badges.csv", FileChangeKind::Changed), ("revoked.csv", FileChangeKind::Changed)];
        script.ran(&format!("./revoke.sh {badge} \"{why}\""), 0, &changed);
        script
    };
    let listed = |digest: &str| files(&[("badges.csv", "text", digest), ("revoked.csv", "text", digest)]);
    let old = "B-098,Otto Falk,store,badge lost";
    let readings = vec![
        both(listed("aa"), listed("bb")),
        both(
            lines("badges.csv", &["B-104,Marek Huber,store", "B-109,Ada Lind,office"]),
            lines("badges.csv", &["B-109,Ada Lind,office"]),
        ),
        both(lines("revoked.csv", &[old]), lines("revoked.csv", &[old, "B-104,Marek Huber,store,contract ended"])),
    ];
    let draft = learned(&revoke("B-104", "contract ended"), "Revoke a badge", readings);
    let run = |line: &str| Run {
        draft: &draft,
        asked: &[],
        script: revoke("B-109", "moved abroad"),
        before: vec![listed("aa"), lines("revoked.csv", &[old])],
        after: vec![listed("cc"), lines("badges.csv", &["B-104,Marek Huber,store"]), lines("revoked.csv", &[old, line])],
    };
    assert_eq!(run("B-109,Ada Lind,office,moved abroad").refused(), None, "{:#?}", draft.checkpoints);
    assert!(run("B-104,Marek Huber,store,moved abroad").refused().is_some());
}
