//! What a person chose by its name: a thing whose id is made of it, and what stays the same however it was chosen.

use crate::effects::{Run, both, cell, learned, only_after, reading, record};
use crate::loops::loops;
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_contracts::observation::{ActionDetails, Control, ControlRecord, FieldValue};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind, SEND};

const SITE: &str = "http://127.0.0.1:8080";

fn examples(draft: &Draft) -> Vec<&str> {
    draft.graph.variables.iter().map(|one| one.example.as_str()).collect()
}

fn items(list: &str, items: &[&str]) -> Reading {
    let url = format!("{SITE}/lists?list_id={list}");
    reading(ReadingSource::Page { url }, items.iter().map(|item| record(RecordKind::Item, vec![cell("", item)])).collect())
}

/// Chooses an entry of a component, which leads to `url`, and adds something there.
fn adds(entry: &str, url: &str, list: &str) -> Draft {
    let mut script = Script::on(&format!("{SITE}/lists?list_id=list.groceries"), "Lists");
    script.go("generic", entry, &format!("{SITE}{url}"), "Lists", vec![], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("", entry)], name: entry.into(), own_link: true });
    script.fill("Add item", "Sand the bench");
    script.click("button", "Add", vec![element("status", "Added")], vec![]);
    let request = record(
        RecordKind::Request,
        vec![
            cell(":method", SEND),
            cell(":url", &format!("{SITE}/live")),
            cell(":status", "200"),
            cell(":operation", "call_service add_item"),
            cell("target.list_id", list),
            cell("item", "Sand the bench"),
        ],
    );
    let sent = Reading { title: String::new(), ..reading(ReadingSource::Sent, vec![request]) };
    let of_list = list.rsplit_once('.').map_or(list, |(_, of)| of);
    let readings = vec![both(items(of_list, &["Roof"]), items(of_list, &["Roof", "Sand the bench"])), only_after(sent)];
    learned(&script, "Put something on a list", readings)
}

#[test]
fn a_list_that_an_id_in_the_address_and_in_what_was_sent_names_is_an_input() {
    let draft = adds("House repairs", "/lists?list_id=list.house_repairs", "list.house_repairs");
    assert!(examples(&draft).contains(&"House repairs"), "{:?}", draft.graph.variables);
    let sent = draft.graph.sent.iter().find(|one| one.method == SEND).expect("what was sent");
    assert!(sent.makes && sent.parts.iter().any(|part| part.text == "{{item}}"), "{sent:?}");
    let draft = adds("Open ones", "/lists?list_id=list.groceries&show=open", "list.groceries");
    assert_eq!(examples(&draft), ["Sand the bench"], "it narrows the list");
}

#[test]
fn what_is_done_with_ticked_records_is_no_input() {
    let mut script = Script::on(&format!("{SITE}/posts"), "Posts");
    let ticked = ControlRecord {
        cells: vec![cell("Title", "Seed swap"), cell("State", "open")],
        name: "Seed swap".into(),
        own_link: false,
    };
    script.choose("checkbox", "Select Seed swap", "on").in_record(ticked);
    script.choose("combobox", "Bulk actions", "Archive");
    script.click("button", "Apply", vec![element("status", "Done")], vec![]);
    let posts = |state: &str| {
        let row = record(RecordKind::Row, vec![cell("Title", "Seed swap"), cell("State", state)]);
        reading(ReadingSource::Page { url: format!("{SITE}/posts") }, vec![row])
    };
    let draft = learned(&script, "Put posts away", vec![both(posts("open"), posts("archived"))]);
    assert_eq!(examples(&draft), ["Seed swap"]);
}

#[test]
fn paragraphs_of_an_editor_of_blocks_are_several_values() {
    let writes = |lines: [&str; 2], previous: &str| {
        let mut script = Script::on(&format!("{SITE}/new"), "New post");
        for (at, text) in lines.into_iter().enumerate() {
            let target = Control { role: "textbox".into(), name: "Paragraph".into(), ..Control::default() };
            let previous = Some(if at == 0 { "\u{feff}" } else { previous }.to_owned());
            let value = FieldValue { text: text.into(), masked: None };
            script.push("Filled", ActionDetails::Fill { target, value, previous, input_type: "richtext".into() }, None);
        }
        script.click("button", "Publish", vec![element("status", "Published")], vec![]);
        script.draft(Some("Publish a post"))
    };
    let lines = ["We meet at nine.", "Bring gloves."];
    let both = writes(lines, "\u{feff}");
    let [input] = both.graph.variables.as_slice() else { panic!("{:?}", both.graph.variables) };
    let values: Vec<&String> = std::iter::once(&input.example).chain(&input.more_examples).collect();
    assert!(loops(&both) == 1 && values.iter().any(|one| *one == lines[0]), "{input:?} {}", both.skill_md);
    let one = writes(lines, lines[0]);
    assert_eq!((examples(&one), loops(&one)), (vec!["Bring gloves."], 0), "it was written over");
}

#[test]
fn a_value_that_a_list_in_a_cell_gained_is_compared_whatever_else_stands_there() {
    let tick = |title: &str, topics: &str| {
        let mut script = Script::on(&format!("{SITE}/posts"), "Posts");
        let cells = vec![cell("Title", title), cell("Topics", topics)];
        script.choose("checkbox", &format!("Select {title}"), "on");
        script.in_record(ControlRecord { cells, name: title.into(), own_link: false });
        script.fill("Topic", "Markets");
        script.click("button", "Apply", vec![element("status", "Done")], vec![]);
        script
    };
    let posts = |rows: [(&str, &str); 2], acts: &[&str]| {
        let row = |(title, topics): (&str, &str)| ReadRecord {
            controls: acts.iter().map(|act| format!("{act} “{title}”")).collect(),
            ..record(RecordKind::Row, vec![cell("Title", title), cell("Topics", topics)])
        };
        reading(ReadingSource::Page { url: format!("{SITE}/posts") }, rows.map(row).to_vec())
    };
    let (seeds, rhubarb) = (("Seed swap", "Work days"), ("Rhubarb", "Harvest"));
    let before = posts([seeds, rhubarb], &[]);
    let after = posts([("Seed swap", "Markets, Work days"), rhubarb], &["Quick edit"]);
    let draft = learned(&tick("Seed swap", "Work days"), "Give a post a topic", vec![both(before.clone(), after)]);
    let run = |rows: [(&str, &str); 2]| {
        let asked = [("title", "Rhubarb"), ("topic", "Markets")];
        Run {
            draft: &draft,
            asked: &asked,
            script: tick("Rhubarb", "Harvest"),
            before: vec![before.clone()],
            after: vec![posts(rows, &[])],
        }
        .refused()
    };
    assert_eq!(run([seeds, ("Rhubarb", "Harvest, Markets")]), None, "{:#?}", draft.checkpoints);
    assert!(run([seeds, rhubarb]).is_some(), "nothing was added");
    assert!(run([("Seed swap", "Markets, Work days"), rhubarb]).is_some(), "another one has it");
}
