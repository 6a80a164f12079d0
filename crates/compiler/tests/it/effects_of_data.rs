//! Effects that the data of a page show, where the page itself shows nothing that can be read again.

use crate::effects::{Run, both, cell, effects, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::{Draft, SourceReadings, closing_looks};
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::observation::ControlRecord;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const PAGE: &str = "http://127.0.0.1:8080/labels";
const DATA: &str = "http://127.0.0.1:8080/v1/projects/1/labels";

/// The labels of a project, as its page is answered: id, text, colour, order.
fn labels(list: &[(&str, &str, &str)]) -> Reading {
    let row = |(id, text, color): &(&str, &str, &str)| {
        let cells = vec![cell("id", id), cell("text", text), cell("background color", color), cell("updated at", "")];
        record(RecordKind::Row, cells)
    };
    Reading { title: String::new(), ..reading(ReadingSource::Data { url: DATA.into() }, list.iter().map(row).collect()) }
}

fn adds(text: &str, color: &str) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/", "Labels");
    script.open(PAGE, "Labels", vec![]);
    script.click("button", "New label", vec![element("dialog", "New label")], vec![]);
    script.fill("Label name", text).fill("Color", color);
    script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "New label")]);
    script
}

const BUG: (&str, &str, &str) = ("1", "Bug", "#ff0000");

fn added() -> Draft {
    let after = labels(&[BUG, ("2", "Praise", "#00ff00")]);
    learned(&adds("Praise", "#00ff00"), "Add a label to the project", vec![both(labels(&[BUG]), after)])
}

#[test]
fn a_record_that_only_the_data_show_is_read_again_and_counted() {
    let draft = added();
    let told = effects(&draft);
    assert_eq!(told.len(), 1, "{:#?}", draft.checkpoints);
    assert!(
        told[0].success_condition.starts_with("Look at it again (the page asks `/v1/projects/…/labels` for it)"),
        "{told:#?}"
    );
    let run = |after: &[(&str, &str, &str)]| {
        let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
        let asked = [(names[0], "Question"), (names[1], "#0000ff")];
        Run {
            draft: &draft,
            asked: &asked,
            script: adds("Question", "#0000ff"),
            before: vec![labels(&[BUG])],
            after: vec![labels(after)],
        }
        .refused()
    };
    let new = ("5", "Question", "#0000ff");
    assert_eq!(run(&[BUG, new]), None);
    assert!(run(&[BUG]).unwrap().contains("does not show it as new"));
    assert!(run(&[BUG, ("5", "Question", "#00ffff")]).is_some(), "another colour");
    assert!(run(&[BUG, new, ("6", "Question", "#0000ff")]).unwrap().contains("2 times"));
    assert!(run(&[("1", "Bugs", "#ff0000"), new]).unwrap().contains("has changed"), "another label was touched");
}

#[test]
fn data_that_were_not_read_before_the_run_decide_nothing() {
    let draft = added();
    let after = vec![labels(&[BUG, ("5", "Question", "#0000ff")])];
    let refused = Run { draft: &draft, asked: &[], script: adds("Question", "#0000ff"), before: vec![], after }.refused();
    assert!(refused.unwrap().contains("no page asked for it"));
}

#[test]
fn where_the_page_shows_as_much_an_agent_is_sent_to_the_page() {
    let of = |rows: &[(&str, &str, &str)]| {
        let row = |(_, text, color): &(&str, &str, &str)| record(RecordKind::Row, vec![cell("Name", text), cell("Color", color)]);
        reading(ReadingSource::Page { url: PAGE.into() }, rows.iter().map(row).collect::<Vec<ReadRecord>>())
    };
    let all = [BUG, ("2", "Praise", "#00ff00")];
    let data = both(labels(&[BUG]), labels(&all));
    let draft = learned(&adds("Praise", "#00ff00"), "Add a label to the project", vec![data, both(of(&[BUG]), of(&all))]);
    assert!(effects(&draft)[0].success_condition.starts_with("Open `/labels` again"), "{:#?}", effects(&draft));
}

#[test]
fn what_only_a_page_can_ask_for_decides_where_the_run_saw_it_and_no_page_shows_it() {
    let asked = |limit: &str, list: &[(&str, &str, &str)]| {
        let url = format!("http://127.0.0.1:8080/api/labels/filter?POST=&limit={limit}");
        Reading { source: ReadingSource::Data { url }, ..labels(list) }
    };
    let all = [BUG, ("2", "Praise", "#00ff00")];
    let data = || both(asked("50", &[BUG]), asked("50", &all));
    let draft = learned(&adds("Praise", "#00ff00"), "Add a label to the project", vec![data()]);
    assert_eq!(effects(&draft).len(), 1, "{:#?}", draft.checkpoints);
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let values = [(names[0], "Question"), (names[1], "#0000ff")];
    let run = |before: Vec<Reading>, after: Reading| {
        let script = adds("Question", "#0000ff");
        Run { draft: &draft, asked: &values, script, before, after: vec![after] }.refused()
    };
    let done = [BUG, ("5", "Question", "#0000ff")];
    // The page of the run asked for more at once.
    assert_eq!(run(vec![asked("200", &[BUG])], asked("200", &done)), None);
    assert!(run(vec![asked("200", &[BUG])], asked("200", &[BUG])).is_some(), "nothing was added");
    assert!(run(vec![], asked("50", &done)).unwrap().contains("no page asked for it"));
    let shown = |rows: &[(&str, &str, &str)]| {
        let row = |(_, text, color): &(&str, &str, &str)| record(RecordKind::Row, vec![cell("Name", text), cell("Color", color)]);
        reading(ReadingSource::Page { url: PAGE.into() }, rows.iter().map(row).collect::<Vec<ReadRecord>>())
    };
    let with_page = vec![data(), both(shown(&[BUG]), shown(&all))];
    let draft = learned(&adds("Praise", "#00ff00"), "Add a label to the project", with_page);
    let of_page = |one: &&apprentice_contracts::checkpoint::Checkpoint| one.success_condition.starts_with("Open `/labels` again");
    assert!(effects(&draft).iter().any(of_page), "the page is always read: {:#?}", effects(&draft));
}

/// A file as an editor is answered: its name, and the lines of its content.
fn file(name: &str, content: &[&str]) -> Reading {
    let row = record(RecordKind::Row, vec![cell("name", name), cell("content", &content.join("\n")), cell("size", "")]);
    let lines = content.iter().map(|line| record(RecordKind::Line, vec![cell("", line)]));
    let source = ReadingSource::Data { url: format!("http://127.0.0.1:8080/api/contents/{name}") };
    Reading { title: String::new(), ..reading(source, std::iter::once(row).chain(lines).collect()) }
}

#[test]
fn a_line_of_a_text_is_told_and_the_others_must_stay() {
    let types = |line: &str| {
        let mut script = Script::on("http://127.0.0.1:8080/lab", "Lab");
        script.click("treeitem", "stock.csv", vec![element("tab", "stock.csv")], vec![]);
        script.fill("Editor", line);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let old = ["tea,4", "milk,2"];
    let draft = learned(
        &types("sugar,9"),
        "Add a line to the stock",
        vec![both(file("stock.csv", &old), file("stock.csv", &["tea,4", "milk,2", "sugar,9"]))],
    );
    let run = |after: &[&str]| {
        let before = vec![file("stock.csv", &old)];
        Run { draft: &draft, asked: &[], script: types("salt,3"), before, after: vec![file("stock.csv", after)] }.refused()
    };
    assert_eq!(run(&["tea,4", "milk,2", "salt,3"]), None, "{:#?}", effects(&draft));
    assert!(run(&old).is_some(), "it was not stored");
    assert!(run(&["milk,2", "salt,3"]).is_some(), "another line is lost");
}

#[test]
fn data_are_asked_for_again_beside_every_page() {
    let mut script = Script::on("http://127.0.0.1:8080/", "Start");
    for at in 0..30 {
        script.open(&format!("http://127.0.0.1:8080/p{at}"), "Page", vec![]);
    }
    let first =
        |reading: Reading| SourceReadings { source: reading.source.clone(), before: Some(reading), seen_after: 0, after: None };
    let all: Vec<SourceReadings> = (0..20).map(|at| first(file(&format!("{at}.csv"), &["a"]))).collect();
    let looks = closing_looks(&script.actions, &all);
    let data = looks.iter().filter(|source| matches!(source, ReadingSource::Data { .. })).count();
    assert_eq!((data, looks.len() > data), (20, true));
}

#[test]
fn data_that_say_less_than_the_page_do_not_take_its_place() {
    let shown = |status: &str| {
        let cells = vec![cell("Name", "INV-7"), cell("Status", status)];
        reading(ReadingSource::Page { url: PAGE.into() }, vec![record(RecordKind::Row, cells)])
    };
    let known = |status: &str, owner: &str| {
        let cells = vec![cell("name", "INV-7"), cell("status", status), cell("owner", owner)];
        reading(ReadingSource::Data { url: "http://127.0.0.1:8080/api/invoices".into() }, vec![record(RecordKind::Row, cells)])
    };
    let pays = || {
        let mut script = Script::on("http://127.0.0.1:8080/", "Invoices");
        script.open(PAGE, "Invoices", vec![]);
        script.fill("Invoice", "INV-7").choose("combobox", "Status", "Paid");
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let readings = vec![both(known("1", ""), known("3", "Ada")), both(shown("Open"), shown("Paid"))];
    let draft = learned(&pays(), "Mark an invoice as paid", readings);
    let told: Vec<&str> = effects(&draft).iter().map(|one| one.success_condition.as_str()).collect();
    assert!(told.iter().any(|text| text.starts_with("Open `/labels` again")), "{told:#?}");
}

#[test]
fn an_address_that_says_that_it_acts_is_not_asked_again() {
    let of = |url: &str| {
        let known = reading(ReadingSource::Data { url: url.into() }, vec![record(RecordKind::Row, vec![cell("ok", "true")])]);
        SourceReadings { source: known.source.clone(), before: Some(known), seen_after: 0, after: None }
    };
    let all = ["http://127.0.0.1:8080/api/logout", "http://127.0.0.1:8080/api/items/5/delete", "http://127.0.0.1:8080/api/items"];
    let looks = closing_looks(&adds("Praise", "#00ff00").actions, &all.map(of));
    let data: Vec<&str> =
        looks.iter().filter(|one| matches!(one, ReadingSource::Data { .. })).filter_map(ReadingSource::address).collect();
    assert_eq!(data, ["http://127.0.0.1:8080/api/items"]);
}

#[test]
fn an_address_that_takes_no_such_question_leaves_nothing_open() {
    const OTHER: &str = "http://127.0.0.1:8080/v1/projects/2/labels";
    let draft = added();
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let asked = [(names[0], "Question"), (names[1], "#0000ff")];
    let other = Reading { source: ReadingSource::Data { url: OTHER.into() }, ..labels(&[]) };
    let statuses = |answer: &'static str| {
        let read = move |source: &ReadingSource| match source {
            ReadingSource::Data { url } if url == OTHER => Err(answer.to_owned()),
            _ => Ok(labels(&[BUG])),
        };
        let before = [labels(&[BUG]), other.clone()];
        let all = crate::effects::verdicts(&draft, &asked, &adds("Question", "#0000ff"), &before, &read);
        all.into_iter().filter(|one| one.status == CheckpointStatus::Failed).count()
    };
    assert_eq!(statuses("it answered 400 (Bad Request)"), 1, "the other address shows that it is not there");
    assert_eq!(statuses("it answered 500 (Internal Server Error)"), 0, "it may be where nothing could be read");
}

const CLASSES: &str = "http://127.0.0.1:8080/classes";

/// Takes somebody out of a class.
fn takes_out(class: &str, id: &str, name: &str) -> Script {
    let mut script = Script::on(CLASSES, "Classes");
    script.go("link", class, &format!("{CLASSES}/{id}"), "Class", vec![element("heading", "Learners")], vec![]);
    script.in_record(ControlRecord {
        cells: vec![cell("Class", class), cell("Coach", "Ruth")],
        name: class.into(),
        own_link: true,
    });
    script.click("button", "Remove", vec![element("status", "Learner removed")], vec![element("row", name)]);
    script.in_record(ControlRecord {
        cells: vec![cell("Full name", name), cell("Username", "u")],
        name: name.into(),
        own_link: false,
    });
    script
}

fn members(query: &str, names: &[&str]) -> Reading {
    let rows = names.iter().map(|name| record(RecordKind::Row, vec![cell("full name", name)])).collect();
    let url = format!("http://127.0.0.1:8080/api/users?{query}");
    Reading { title: String::new(), ..reading(ReadingSource::Data { url }, rows) }
}

#[test]
fn who_left_a_group_is_still_among_all() {
    let heading = |texts: &[&str]| {
        let all = texts.iter().map(|text| record(RecordKind::Heading, vec![cell("", text)])).collect();
        reading(ReadingSource::Page { url: format!("{CLASSES}/41aa07f2c9") }, all)
    };
    let group = "member_of=41aa07f2c9";
    let readings = vec![
        both(heading(&["Learners"]), heading(&["Morning group", "Learners"])),
        both(members(group, &["Jonas Weber", "Mira Novak"]), members(group, &["Mira Novak"])),
    ];
    let draft = learned(&takes_out("Morning group", "41aa07f2c9", "Jonas Weber"), "Take a learner out of a class", readings);
    let told = effects(&draft);
    assert_eq!(told.len(), 1, "that the name of the class was drawn late is no effect: {told:#?}");
    assert!(told[0].success_condition.contains("`/api/users?member_of=…`"), "{told:#?}");
    let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).unwrap().name.clone();
    let (class, learner) = (name("Morning group"), name("Jonas Weber"));
    let run = |query: &str, after: &[&str]| {
        let asked = [(class.as_str(), "Evening course"), (learner.as_str(), "Amina Diallo")];
        let script = takes_out("Evening course", "9c33b1d0e2", "Amina Diallo");
        let (before, after) = (vec![members(query, &["Amina Diallo", "Lucia Moretti"])], vec![members(query, after)]);
        Run { draft: &draft, asked: &asked, script, before, after }.refused()
    };
    assert_eq!(run("member_of=9c33b1d0e2", &["Lucia Moretti"]), None);
    assert!(run("member_of=9c33b1d0e2", &["Amina Diallo", "Lucia Moretti"]).unwrap().contains("still shows"));
    let all = run("page_size=30", &["Amina Diallo", "Lucia Moretti"]).expect("nobody can tell");
    assert!(!all.contains("still shows"), "{all}");
    // They stay members of the school, which the application calls by its name.
    let school = "6411d816a94cab52166a8a47e5b72d7f";
    let of_school = || members(&format!("member_of={school}"), &["Amina Diallo", "Lucia Moretti"]);
    let row = record(RecordKind::Row, vec![cell("id", school), cell("name", "School of the harbour")]);
    let source = ReadingSource::Data { url: "http://127.0.0.1:8080/api/facility".into() };
    let schools = Reading { title: String::new(), ..reading(source, vec![row]) };
    let asked = [(class.as_str(), "Evening course"), (learner.as_str(), "Amina Diallo")];
    let script = takes_out("Evening course", "9c33b1d0e2", "Amina Diallo");
    let of_all = Run { draft: &draft, asked: &asked, script, before: vec![of_school(), schools], after: vec![of_school()] };
    let why = of_all.refused().expect("nobody can tell");
    assert!(!why.contains("still shows"), "{why}");
}

#[test]
fn a_second_record_of_one_name_has_another_id_that_the_application_made_of_it() {
    let helpers = |list: &[(&str, &str)]| {
        let row = |(name, key): &(&str, &str)| {
            record(RecordKind::Row, vec![cell("friendly name", name), cell("key", &format!("number.{key}"))])
        };
        let source = ReadingSource::Data { url: "http://127.0.0.1:8080/api/live/entities?WebSocket=".into() };
        Reading { title: String::new(), ..reading(source, list.iter().map(row).collect()) }
    };
    let creates = |name: &str| {
        let mut script = Script::on("http://127.0.0.1:8080/helpers", "Helpers");
        script.fill("Name", name);
        script.click("button", "Create", vec![element("status", "Created")], vec![]);
        script
    };
    let old = ("Heating target", "heating_target");
    let before = || helpers(&[old]);
    let logs = ("Logs in the shed", "logs_in_the_shed");
    let draft = learned(&creates(logs.0), "Create a number", vec![both(before(), helpers(&[old, logs]))]);
    let water = ("Water in the barrel", "water_in_the_barrel");
    let run = |after: &[(&str, &str)]| {
        let values = [("name", water.0)];
        Run { draft: &draft, asked: &values, script: creates(water.0), before: vec![before()], after: vec![helpers(after)] }
            .refused()
    };
    assert_eq!(run(&[old, water]), None, "{:#?}", draft.checkpoints);
    assert!(run(&[old, water, (water.0, "water_in_the_barrel_2")]).is_some(), "it was created twice");
}

#[test]
fn a_feed_of_all_that_happens_is_no_place_to_look_again() {
    const EVENTS: &str = "http://127.0.0.1:8080/v1/events?limit=50";
    // The events of one kind have cells that those of another kind do not have.
    let event = |id: usize, text: &str| record(RecordKind::Row, vec![cell("id", &id.to_string()), cell("data label", text)]);
    let first = || record(RecordKind::Row, vec![cell("id", "7"), cell("data folder", "started")]);
    let events = |list: Vec<ReadRecord>| reading(ReadingSource::Data { url: EVENTS.into() }, list);
    let looks = |others: usize| {
        let mut after: Vec<ReadRecord> = (0..others).map(|at| event(20 + at, "scanned")).collect();
        after.push(event(40, "Praise"));
        let shown = vec![both(events(vec![first()]), events(after))];
        let draft = learned(&adds("Praise", "#00ff00"), "Add a label to the project", shown);
        serde_json::to_string(&draft.checkpoints).unwrap().contains("/v1/events")
    };
    assert!(looks(0), "a list of events that people keep");
    assert!(!looks(4));
}
