//! What looks like a record, a message or a source and is none: entries of menus, counts, the domain of a mailbox.

use crate::effects::{both, cell, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_contracts::graph::ValueSource;
use apprentice_contracts::observation::ControlRecord;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const SHOP: &str = "http://127.0.0.1:8080";

fn page(url: &str, records: Vec<ReadRecord>) -> Reading {
    reading(ReadingSource::Page { url: url.into() }, records)
}

fn examples(draft: &Draft) -> Vec<&str> {
    draft.graph.variables.iter().map(|one| one.example.as_str()).collect()
}

fn entry(name: &str) -> ControlRecord {
    ControlRecord { cells: vec![cell("", name)], name: name.into(), own_link: true }
}

/// Looks into the archive, whose page is called otherwise, and adds a book.
fn adds_a_book() -> Script {
    let mut script = Script::on(SHOP, "Books");
    script.open(SHOP, "Books", vec![element("status", "1 to 3 of 3"), element("heading", "Books")]);
    let shown = vec![element("status", "1 to 0 of 0"), element("heading", "Archived books")];
    script.go("link", "Book archive", &format!("{SHOP}/book/archived"), "Archived books", shown, vec![]);
    script.in_record(entry("Book archive"));
    script.go("link", "New", &format!("{SHOP}/book/new"), "New book", vec![element("heading", "New book")], vec![]);
    script.fill("Title", "The kitchen");
    script.go("button", "Save", &format!("{SHOP}/read"), "Reading", vec![element("heading", "The kitchen")], vec![]);
    script
}

#[test]
fn an_entry_of_a_menu_that_is_gone_afterwards_is_no_record() {
    let book = |title: &str| record(RecordKind::Row, vec![cell("Title", title)]);
    let menu = record(RecordKind::Item, vec![cell("", "Book archive")]);
    let before = page(SHOP, vec![menu, book("The lamp")]);
    let after = page(SHOP, vec![book("The lamp"), book("The kitchen")]);
    let draft = learned(&adds_a_book(), "Add a book", vec![both(before, after)]);
    assert_eq!(examples(&draft), ["The kitchen"], "{:#?}", draft.graph.variables);
    assert!(!draft.skill_md.contains("no longer lists"), "{}", draft.skill_md);
}

#[test]
fn a_count_of_what_is_shown_confirms_nothing() {
    let draft = learned(&adds_a_book(), "Add a book", vec![]);
    assert!(!draft.skill_md.contains("confirms"), "{}", draft.skill_md);
    let mut script = adds_a_book();
    script.click("button", "Publish", vec![element("status", "1 book was published")], vec![]);
    let draft = learned(&script, "Add a book", vec![]);
    assert!(draft.skill_md.contains("confirms: “… book was published”"), "{}", draft.skill_md);
}

#[test]
fn the_domain_of_a_mailbox_is_not_the_mailbox() {
    let mut script = Script::on(SHOP, "Domains");
    let domain = "orchard.example";
    let shown = vec![element("heading", domain), element("cell", "bo@orchard.example"), element("cell", "cleo@orchard.example")];
    script.go("link", domain, &format!("{SHOP}/list?domain={domain}"), "Overview", shown, vec![]);
    script.in_record(entry(domain));
    let mailbox = "office@orchard.example";
    script.go("link", "edit", &format!("{SHOP}/edit?id=7"), "Edit", vec![element("heading", "Forwarding")], vec![]);
    let cells = vec![cell("Address", mailbox), cell("To", "ada@orchard.example")];
    script.in_record(ControlRecord { cells, name: mailbox.into(), own_link: false });
    script.fill("To", "bo@orchard.example");
    script.click("button", "Save", vec![element("status", "Saved")], vec![]);
    let row = |to: &str| record(RecordKind::Row, vec![cell("Address", mailbox), cell("To", to)]);
    let list = format!("{SHOP}/list?domain={domain}");
    let readings = both(page(&list, vec![row("ada@orchard.example")]), page(&list, vec![row("bo@orchard.example")]));
    let draft = learned(&script, "Send the mail of an address to somebody else", vec![readings]);
    assert!(examples(&draft).contains(&mailbox), "{:?}", examples(&draft));
    let to = draft.graph.variables.iter().find(|one| one.example == "bo@orchard.example").unwrap();
    assert_eq!(to.source, ValueSource::Given, "one of several addresses on a page: nothing says which is meant");
}

#[test]
fn buttons_that_are_called_by_their_row_are_one_button_for_all_rows() {
    let tools =
        [("1", "Hedge trimmer", "Blade is dull"), ("5", "Floor sander", "Cable is cut"), ("6", "Pipe wrench", "Jaw slips")];
    let mut script = Script::on(SHOP, "Tools");
    for (number, tool, note) in tools {
        script.click("button", &format!("Edit row {number} {tool}"), vec![element("heading", "Edit row")], vec![]);
        let cells = vec![cell("id", number), cell("name", tool), cell("state", "ready"), cell("note", "")];
        script.in_record(ControlRecord { cells, name: number.into(), own_link: false });
        script.fill("note", note).click("button", "Save", vec![element("status", "Saved")], vec![]);
    }
    let row = |tool: &str, note: &str| record(RecordKind::Row, vec![cell("name", tool), cell("note", note)]);
    let rows = |done: bool| tools.iter().map(|(_, tool, note)| row(tool, if done { note } else { "" })).collect();
    let readings = both(page(SHOP, rows(false)), page(SHOP, rows(true)));
    let draft = learned(&script, "Write down what is wrong with some tools", vec![readings]);
    let tool = draft.graph.variables.iter().find(|one| one.example == "Hedge trimmer").unwrap();
    assert!(
        draft.skill_md.contains(&format!("for each `{}`", tool.name)) || draft.skill_md.contains("for each"),
        "{}",
        draft.skill_md
    );
    for (_, name, _) in &tools[1..] {
        assert!(!draft.skill_md.contains(name), "{}", draft.skill_md);
    }
}
