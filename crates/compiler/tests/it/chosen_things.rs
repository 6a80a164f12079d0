//! What a person chose by its name: a thing whose id is made of it, and what stays the same however it was chosen.

use crate::effects::{Run, both, cell, learned, only_after, reading, record};
use crate::loops::loops;
use crate::script::{Script, element};
use apprentice_compiler::{Draft, Evaluation, ReadBack, ReadBackResult};
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus};
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
    assert!(run([seeds, ("Rhubarb", "Markets")]).unwrap().contains("“Harvest” was lost"), "the topic that it had");
}

#[test]
fn a_value_that_the_page_writes_in_its_own_way_is_one_value() {
    let enters = |shown: &str| {
        let mut script = Script::on(&format!("{SITE}/prices"), "Viola strings");
        for (role, text) in [("spinbutton", "54.50"), ("textbox", shown)] {
            let target = Control { role: role.into(), name: "List Price:".into(), ..Control::default() };
            let value = FieldValue { text: text.into(), masked: None };
            script.push("Filled", ActionDetails::Fill { target, value, previous: None, input_type: "text".into() }, None);
        }
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script.draft(Some("Change a price"))
    };
    assert_eq!(examples(&enters("54.5000")), ["54.50"]);
    assert_eq!(examples(&enters("60")), ["54.50", "60"], "two fields of one name");
}

#[test]
fn a_word_that_a_page_completes_is_not_what_was_entered() {
    let enters = |typed: &str, chosen: &str| {
        let mut script = Script::on(&format!("{SITE}/customers/new"), "Customers");
        script.fill("Name", "Hillcrest Hall");
        script.fill("Category", typed);
        script.idle_click("link", chosen);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script.draft(Some("Add a customer"))
    };
    assert!(!examples(&enters("Scho", "School")).contains(&"Scho"));
    assert!(examples(&enters("School", "Preview")).contains(&"School"), "another link");
}

#[test]
fn a_list_that_was_not_read_before_the_demonstration_counts_what_each_run_added() {
    let book = |script: &mut Script, comment: &str| {
        script.fill("Day", "2031-01-27");
        script.fill("Comment", comment);
        script.click("button", "Book", vec![element("status", "Booked")], vec![]);
        script.click("link", "Another one", vec![element("heading", "Book")], vec![]);
    };
    let hours = |rows: &[(&str, &str)]| {
        let row = |(day, comment): &(&str, &str)| record(RecordKind::Row, vec![cell("Day", day), cell("Comment", comment)]);
        reading(ReadingSource::Page { url: format!("{SITE}/hours") }, rows.iter().map(row).collect())
    };
    let books = |comments: &[&str]| {
        let mut script = Script::on(&format!("{SITE}/book"), "Book");
        comments.iter().for_each(|comment| book(&mut script, comment));
        script.go("link", "Hours", &format!("{SITE}/hours"), "Hours", vec![], vec![]);
        script
    };
    let known = [("2031-01-02", "Had a look"), ("2031-01-03", "Measured")];
    let (frame, angles) = (("2031-01-27", "Frame of the counter"), ("2031-01-27", "Angles at the wall"));
    let after = hours(&[known[0], known[1], frame, angles]);
    let draft = learned(&books(&[frame.1, angles.1]), "Book hours", vec![only_after(after)]);
    assert_eq!(loops(&draft), 1, "{}", draft.skill_md);
    let day = "2031-02-03";
    let (oil, sheets) = ((day, "Second coat of oil"), (day, "Counted the sheets"));
    let run = |rows: &[(&str, &str)]| {
        let asked = [("day", day), ("comment", "Second coat of oil, Counted the sheets")];
        let script = books(&[oil.1, sheets.1]);
        Run { draft: &draft, asked: &asked, script, before: vec![hours(&known)], after: vec![hours(rows)] }.refused()
    };
    assert_eq!(run(&[known[0], known[1], oil, sheets]), None, "{:#?}", draft.checkpoints);
    assert!(run(&[known[0], known[1], oil, oil, sheets]).is_some(), "booked twice");
    assert!(run(&[known[1], oil, sheets]).is_some(), "hours of another day are lost");
    assert!(run(&[known[0], known[1], oil]).is_some(), "one is missing");
}

#[test]
fn a_row_that_is_filled_in_place_is_none_before_it_is_stored() {
    let cells = |hours: &str, remark: &str| vec![cell("Employee", "Mara Sandberg"), cell("Hours", hours), cell("Remark", remark)];
    let fills = |hours: &str, remark: &str| {
        let mut script = Script::on(&format!("{SITE}/lines"), "Lines");
        script.click("button", "New", vec![element("row", "Mara Sandberg")], vec![]);
        script.fill("Hours", hours);
        script.in_record(ControlRecord { cells: cells("", ""), name: "Mara Sandberg".into(), own_link: false });
        script.fill("Remark", remark);
        script.in_record(ControlRecord { cells: cells(hours, ""), name: "Mara Sandberg".into(), own_link: false });
        script.click("button", "Save", vec![element("alert", "Record saved.")], vec![]);
        script
    };
    let lines = |rows: &[(&str, &str)]| {
        let rows = rows.iter().map(|(hours, remark)| record(RecordKind::Row, cells(hours, remark)));
        reading(ReadingSource::Page { url: format!("{SITE}/lines") }, rows.collect())
    };
    let (known, open) = (("04:00", "Twelve violins"), ("", ""));
    let before = lines(&[known, open]);
    let after = lines(&[known, ("02:30", "New bridge")]);
    let draft = learned(&fills("02:30", "New bridge"), "Record hours", vec![both(before.clone(), after)]);
    assert_eq!(examples(&draft), ["02:30", "New bridge"]);
    let asked = [("hours", "03:15"), ("remark", "Six cellos")];
    let run = |rows: &[(&str, &str)]| {
        let script = fills("03:15", "Six cellos");
        Run { draft: &draft, asked: &asked, script, before: vec![before.clone()], after: vec![lines(rows)] }.refused()
    };
    assert_eq!(run(&[known, ("03:15", "Six cellos")]), None, "{:#?}", draft.checkpoints);
    assert!(run(&[known]).is_some(), "it is not stored");
    assert!(run(&[("04:00", "Ten violins"), ("03:15", "Six cellos")]).is_some(), "another row is changed");
    // A page may be read while somebody types into the row, and before it is filled with what is the same in each.
    let begun = vec![cell("", "checked"), cell("Employee", ""), cell("Hours", "03:"), cell("Remark", "")];
    let mut typed = lines(&[known]);
    typed.records.push(record(RecordKind::Row, begun));
    let asked = asked.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let status = |actions_before: usize| {
        let script = fills("03:15", "Six cellos");
        let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables).asked(&asked).recorded(&draft.graph);
        for (at, action) in script.actions.iter().enumerate() {
            if at == actions_before {
                evaluation.seen_before(typed.clone());
            }
            evaluation.observe(action);
        }
        let after = lines(&[known, ("03:15", "Six cellos")]);
        let found = evaluation.read_all(|target| match target {
            ReadBack::Source(source) if source == after.source => Some(ReadBackResult::Source(source, Ok(after.clone()))),
            _ => None,
        });
        let effect = draft.checkpoints.iter().find(|one| one.role == CheckpointRole::Effect).expect("an effect");
        evaluation.finish(&found).into_iter().find(|one| one.checkpoint_id == effect.checkpoint_id).map(|one| one.status)
    };
    let new = fills("03:15", "").actions.iter().position(|action| action.action_label.contains("New")).expect("“New”");
    assert_eq!(status(new + 1), Some(CheckpointStatus::Reached), "it was read after “New”");
    assert_ne!(status(new), Some(CheckpointStatus::Reached), "a row that was there before “New” is stored");
}

/// Opens a list of a component, then an entry of it, and writes a remark.
fn remarks(list: &str, entry: &str, remark: &str) -> Script {
    let page = |list: &str| format!("{SITE}/lists?list_id={list}");
    let of_list = list.to_lowercase().replace(' ', "_");
    let mut script = Script::on(&page("groceries"), "Lists");
    script.go("generic", list, &page(&of_list), "Lists", vec![], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("", list)], name: list.into(), own_link: true });
    script.click_in("generic", entry, "Active", vec![element("dialog", "Entry")], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("", entry), cell("", "In 5 years")], name: entry.into(), own_link: true });
    script.fill("Description", remark);
    script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "Entry")]);
    script
}

const REPAIRS: [(&str, &str); 2] = [("Oil the garage door", "0c2afa54"), ("Clean the gutters", "0c322784")];

/// The entries of a list, as a page receives them; `remarked` has a remark.
fn entries(list: &str, of_list: &[(&str, &str)], remarked: Option<(&str, &str)>) -> Reading {
    let row = |(entry, uid): &(&str, &str)| {
        let remark = remarked.filter(|(name, _)| name == entry).map_or("", |(_, remark)| remark);
        record(RecordKind::Row, vec![cell("description", remark), cell("summary", entry), cell("uid", uid)])
    };
    let source = ReadingSource::Data { url: format!("{SITE}/api/live/items?WebSocket=&entity_id=todo.{list}") };
    Reading { title: String::new(), ..reading(source, of_list.iter().map(row).collect()) }
}

#[test]
fn a_list_and_an_entry_of_it_that_are_chosen_alike_are_two_inputs() {
    let request = |list: &str, uid: &str, remark: &str| {
        let cells = vec![
            cell(":method", SEND),
            cell(":url", &format!("{SITE}/live")),
            cell(":status", "200"),
            cell(":operation", "call_service update_item"),
            cell("description", remark),
            cell("item", uid),
            cell("entity_id", &format!("todo.{list}")),
        ];
        Reading { title: String::new(), ..reading(ReadingSource::Sent, vec![record(RecordKind::Request, cells)]) }
    };
    fn list(remarked: Option<(&str, &str)>) -> Reading {
        entries("house_repairs", &REPAIRS, remarked)
    }
    let oiled = ("Oil the garage door", "Used the thin oil.");
    let script = remarks("House repairs", oiled.0, oiled.1);
    let readings = vec![both(list(None), list(Some(oiled))), only_after(request("house_repairs", "0c2afa54", oiled.1))];
    let draft = learned(&script, "Write a remark for an entry of a list of the house", readings);
    assert_eq!(examples(&draft), ["House repairs", "Oil the garage door", "Used the thin oil."]);
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let run = |asked: &[(&str, &str)], entry: &str, uid: &str| {
        let after = vec![list(Some((entry, "Both sides."))), request("house_repairs", uid, "Both sides.")];
        Run { draft: &draft, asked, script: remarks("House repairs", entry, "Both sides."), before: vec![list(None)], after }
            .refused()
    };
    let (gutters, door) = (("Clean the gutters", "0c322784"), REPAIRS[0]);
    let all = |entry| vec![(names[0], "House repairs"), (names[1], entry), (names[2], "Both sides.")];
    assert_eq!(run(&[], gutters.0, gutters.1), None, "each click gives its own input");
    assert_eq!(run(&all(gutters.0), gutters.0, gutters.1), None);
    assert!(run(&all(gutters.0), door.0, door.1).is_some(), "another entry was meant");
}

/// Replaces the text of one paragraph of a page.
fn rewrites(former: &str, text: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/edit?post=9"), "Edit");
    let target = Control { role: "textbox".into(), name: "Paragraph".into(), ..Control::default() };
    let value = FieldValue { text: text.into(), masked: None };
    let details = ActionDetails::Fill { target, value, previous: Some(former.into()), input_type: "richtext".into() };
    script.push("Filled", details, None);
    script.click("button", "Update", vec![element("status", "Updated")], vec![]);
    script
}

#[test]
fn a_paragraph_that_was_written_over_is_chosen_by_what_it_said() {
    let page = |lines: [&str; 3]| {
        let cells = lines.iter().map(|line| cell("Paragraph", line)).collect();
        let form = record(RecordKind::Field, cells);
        reading(ReadingSource::Page { url: format!("{SITE}/edit?post=9") }, vec![form])
    };
    let [hours, new, bread] = ["Sunday: 10 to 16", "Sunday: 11 to 15", "There is bread."];
    let before = || page(["We open in May.", hours, bread]);
    // The editor may draw its paragraphs after the page was read.
    let drawn_late = || {
        let form = record(RecordKind::Field, vec![cell("Title", "")]);
        reading(ReadingSource::Page { url: format!("{SITE}/edit?post=9") }, vec![form])
    };
    for first in [before(), drawn_late()] {
        let readings = vec![both(first, page(["We open in May.", new, bread]))];
        let draft = learned(&rewrites(hours, new), "Change one line on a page", readings);
        assert_eq!(examples(&draft), [hours, new], "{:#?}", draft.graph.variables);
        let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
        let run = |former: &str, after: [&str; 3]| {
            let asked = [(names[0], bread), (names[1], "There is cake.")];
            let script = rewrites(former, "There is cake.");
            Run { draft: &draft, asked: &asked, script, before: vec![before()], after: vec![page(after)] }.refused()
        };
        assert_eq!(run(bread, ["We open in May.", hours, "There is cake."]), None, "{:#?}", draft.checkpoints);
        assert!(run(hours, ["We open in May.", "There is cake.", bread]).is_some(), "another line was meant");
    }
}

#[test]
fn a_post_of_several_paragraphs_is_published_once() {
    let writes = |title: &str, lines: [&str; 2]| {
        let mut script = Script::on(&format!("{SITE}/new"), "New post");
        script.fill("Title", title);
        for text in lines {
            let target = Control { role: "textbox".into(), name: "Paragraph".into(), ..Control::default() };
            let value = FieldValue { text: text.into(), masked: None };
            let previous = Some("\u{feff}".to_owned());
            script.push("Filled", ActionDetails::Fill { target, value, previous, input_type: "richtext".into() }, None);
        }
        script.click("button", "Publish", vec![element("status", "Published")], vec![]);
        script
    };
    let posts = |titles: &[&str]| {
        let row = |title: &&str| record(RecordKind::Row, vec![cell("Title", title), cell("Author", "Greta")]);
        reading(ReadingSource::Page { url: format!("{SITE}/posts") }, titles.iter().map(row).collect())
    };
    let before = || posts(&["Seed swap"]);
    let readings = vec![both(before(), posts(&["Hedge day", "Seed swap"]))];
    let draft = learned(&writes("Hedge day", ["We meet at nine.", "Bring gloves."]), "Publish a post", readings);
    let (can, lines) = ("Lost watering can", ["A can stood at the pump.", "It waits in the shed."]);
    let run = |titles: &[&str]| {
        let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
        let text = lines.join(", ");
        let asked = [(names[0], can), (names[1], text.as_str())];
        Run { draft: &draft, asked: &asked, script: writes(can, lines), before: vec![before()], after: vec![posts(titles)] }
            .refused()
    };
    assert_eq!(run(&[can, "Seed swap"]), None, "{:#?}", draft.checkpoints);
    assert!(run(&[can, can, "Seed swap"]).is_some(), "it was published twice");
}
