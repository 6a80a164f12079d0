//! Lists that a demonstration only saw: what a run changes in them besides what it was asked for is damage.

use crate::effects::{Run, both, cell, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::{Draft, SourceReadings};
use apprentice_contracts::observation::ControlRecord;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const SITE: &str = "http://127.0.0.1:8080";

fn row(cells: &[(&str, &str)]) -> ReadRecord {
    record(RecordKind::Row, cells.iter().map(|(header, text)| cell(header, text)).collect())
}

fn page(path: &str, title: &str, records: Vec<ReadRecord>) -> Reading {
    Reading { title: title.into(), ..reading(ReadingSource::Page { url: format!("{SITE}/{path}") }, records) }
}

fn classes(rows: &[(&str, &str)]) -> Reading {
    page("classes", "Classes", rows.iter().map(|(name, room)| row(&[("Class", name), ("Room", room)])).collect())
}

/// Gives a class another room on a page of its own.
fn moves(class: &str, path: &str, room: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/classes"), "Classes");
    script.go("link", class, &format!("{SITE}/{path}"), class, vec![element("heading", class)], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("Class", class)], name: class.into(), own_link: true });
    script.fill("Room", room);
    script.click("button", "Save", vec![element("status", "Saved")], vec![]);
    script
}

fn form(path: &str, class: &str, room: &str) -> Reading {
    page(path, class, vec![record(RecordKind::Field, vec![cell("Class", class), cell("Room", room)])])
}

const BEFORE: [(&str, &str); 3] = [("Morning group", "Blue room"), ("Evening course", "Attic"), ("Holiday course", "Cellar")];

/// What is learned where the list of all classes was read as `after` at the end.
fn moved(after: Vec<SourceReadings>) -> Draft {
    let own = both(form("class/7", "Evening course", "Attic"), form("class/7", "Evening course", "Green room"));
    learned(&moves("Evening course", "class/7", "Green room"), "Give a class another room", [vec![own], after].concat())
}

fn refused(draft: &Draft, list: &[(&str, &str)]) -> Option<String> {
    let name = |example: &str| {
        let found = draft.graph.variables.iter().find(|one| one.example == example);
        found.map(|one| one.name.clone()).unwrap_or_else(|| panic!("{example}: {:#?}", draft.graph.variables))
    };
    let (class, room) = (name("Evening course"), name("Green room"));
    let asked = [(class.as_str(), "Holiday course"), (room.as_str(), "Library")];
    let before = vec![classes(&BEFORE), form("class/9", "Holiday course", "Cellar")];
    let after = vec![classes(list), form("class/9", "Holiday course", "Library")];
    Run { draft, asked: &asked, script: moves("Holiday course", "class/9", "Library"), before, after }.refused()
}

#[test]
fn another_record_of_a_list_that_was_only_seen_stays() {
    // The list of the demonstration says nothing of rooms, or was read before they changed.
    let draft = moved(vec![both(classes(&BEFORE), classes(&BEFORE))]);
    let [list] = draft.graph.lists.as_slice() else { panic!("{:#?}", draft.graph) };
    assert_eq!((list.url.as_str(), list.record), ("http://127.0.0.1:8080/classes", RecordKind::Row));
    assert_eq!(list.headers, ["class", "room"]);
    let asked = ("Holiday course", "Library");
    assert_eq!(refused(&draft, &BEFORE), None);
    assert_eq!(refused(&draft, &[BEFORE[0], BEFORE[1], asked]), None, "its own row may say what was asked for");
    for (after, why) in [
        (vec![BEFORE[0], asked], "another one is gone"),
        (vec![BEFORE[0], ("Evening course", "Blue room"), asked], "another one has another room"),
        (vec![BEFORE[0], BEFORE[1], ("Night group", "Shed"), asked], "another one is new"),
    ] {
        let said = refused(&draft, &after).unwrap_or_else(|| panic!("{why}"));
        assert!(said.starts_with("Besides what was asked,") && said.contains("“Classes”"), "{why}: {said}");
    }
}

#[test]
fn a_list_that_was_read_before_it_was_drawn_or_shows_records_by_chance_says_nothing() {
    let draft = moved(vec![both(classes(&BEFORE), classes(&BEFORE))]);
    let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (class, room) = (name("Evening course"), name("Green room"));
    let asked = [(class.as_str(), "Holiday course"), (room.as_str(), "Library")];
    // Some lists show a few records by chance.
    let others = [("Night group", "Shed"), BEFORE[1], ("Sunday group", "Attic")];
    for (early, late) in [(&[][..], &BEFORE[..]), (&BEFORE[..], &[][..]), (&BEFORE[..], &others[..])] {
        let before = vec![classes(early), form("class/9", "Holiday course", "Cellar")];
        let after = vec![classes(late), form("class/9", "Holiday course", "Library")];
        let script = moves("Holiday course", "class/9", "Library");
        assert_eq!(Run { draft: &draft, asked: &asked, script, before, after }.refused(), None);
    }
}

#[test]
fn a_list_that_changes_by_itself_is_not_watched() {
    let list = |log: &[&str]| page("classes", "Classes", log.iter().map(|text| row(&[("Class", text)])).collect());
    // Another record than that of the task changed in the demonstration.
    let draft = moved(vec![both(list(&["Morning group", "Evening course"]), list(&["Night group", "Evening course"]))]);
    assert!(draft.graph.lists.is_empty(), "{:#?}", draft.graph.lists);
    // No value of the task is in it.
    let draft = moved(vec![both(list(&["Help", "Contact"]), list(&["Help", "Contact"]))]);
    assert!(draft.graph.lists.is_empty(), "{:#?}", draft.graph.lists);
    // It was not read to its end.
    let cut = Reading { complete: false, ..list(&["Morning group", "Evening course"]) };
    let draft = moved(vec![both(cut.clone(), cut)]);
    assert!(draft.graph.lists.is_empty(), "{:#?}", draft.graph.lists);
}

#[test]
fn the_time_of_the_last_change_says_what_was_touched() {
    let list = |header: &str, times: [&str; 3]| {
        let rows = BEFORE.iter().zip(times).map(|((class, room), time)| row(&[("Class", class), ("Room", room), (header, time)]));
        page("classes", "Classes", rows.collect())
    };
    let (early, late) = ("2031-03-01 09:00:00", "2031-03-02 10:30:00");
    let touched = |header: &str, times: [&str; 3]| moved(vec![both(list(header, [early; 3]), list(header, times))]);
    let refused = |draft: &Draft, after: Reading, header: &str| {
        let name =
            |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
        let (class, room) = (name("Evening course"), name("Green room"));
        let asked = [(class.as_str(), "Holiday course"), (room.as_str(), "Library")];
        let before = vec![list(header, [early; 3]), form("class/9", "Holiday course", "Cellar")];
        let after = vec![after, form("class/9", "Holiday course", "Library")];
        Run { draft, asked: &asked, script: moves("Holiday course", "class/9", "Library"), before, after }.refused()
    };
    let draft = touched("Modified", [early, late, early]);
    assert!(matches!(draft.graph.lists.as_slice(), [list] if list.timed), "{:#?}", draft.graph.lists);
    assert_eq!(refused(&draft, list("Modified", [early, early, late]), "Modified"), None);
    let said = refused(&draft, list("Modified", [late, early, late]), "Modified").expect("another class was touched");
    assert!(said.contains("Morning group"), "{said}");
    // Others were touched in the demonstration too, or the column says something else, or how long ago it was.
    for (header, times) in [("Modified", [late, late, early]), ("Last seen", [early, late, early]), ("Modified", [early; 3])] {
        let draft = touched(header, times);
        assert!(matches!(draft.graph.lists.as_slice(), [list] if !list.timed), "{header}: {:#?}", draft.graph.lists);
        assert_eq!(refused(&draft, list(header, [late, early, late]), header), None, "{header}");
    }
}

#[test]
fn times_counts_and_a_log_change_in_every_run() {
    let item = |text: &str| record(RecordKind::Item, vec![cell("", text)]);
    let list = |texts: &[&str]| page("classes", "Classes", texts.iter().map(|text| item(text)).collect());
    let before = list(&["Morning group (12)", "Evening course (3)", "Holiday course (4)"]);
    let draft = moved(vec![both(before.clone(), before.clone())]);
    assert_eq!(draft.graph.lists.len(), 1, "{:#?}", draft.graph);
    let refused = |after: Reading| {
        let name =
            |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
        let (class, room) = (name("Evening course"), name("Green room"));
        let asked = [(class.as_str(), "Holiday course"), (room.as_str(), "Library")];
        let script = moves("Holiday course", "class/9", "Library");
        let before = vec![before.clone(), form("class/9", "Holiday course", "Cellar")];
        let after = vec![after, form("class/9", "Holiday course", "Library")];
        Run { draft: &draft, asked: &asked, script, before, after }.refused()
    };
    let counted = ["Morning group (11)", "Evening course (3)", "Holiday course (4)"];
    assert_eq!(refused(list(&counted)), None);
    assert_eq!(refused(list(&[&counted[..], &["Somebody looked at 10:42"]].concat())), None, "an entry of a log");
    assert!(refused(list(&["Evening course (3)", "Holiday course (4)"])).is_some(), "one is gone");
}
