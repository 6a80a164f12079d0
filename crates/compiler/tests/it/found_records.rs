//! Records that were found by a search, that have a number nobody says, or each a page of its own.

use crate::effects::{Run, both, cell, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::observation::{ActionDetails, ControlRecord};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const DESK: &str = "http://127.0.0.1:8080/tickets";

fn page(url: &str, records: Vec<ReadRecord>) -> Reading {
    reading(ReadingSource::Page { url: url.into() }, records)
}

fn inputs(draft: &Draft) -> Vec<(&str, &str)> {
    draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect()
}

fn ticket(number: &str, title: &str, status: &str) -> Reading {
    let cells = vec![cell("Title", title), cell("Status", status)];
    page(&format!("{DESK}/{number}"), vec![record(RecordKind::Field, cells)])
}

/// Searches for a word, opens what was found, and closes it. `shown`: what the list of the search calls the ticket.
fn closes_found(word: &str, number: &str, shown: &str) -> Script {
    let mut script = Script::on(DESK, "Tickets");
    script.fill("Search", word).go("button", "Search", &format!("{DESK}/search?s={word}"), "Results", vec![], vec![]);
    script.go("link", shown, &format!("{DESK}/{number}"), "Ticket", vec![element("heading", "Ticket")], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("", shown)], name: shown.into(), own_link: true });
    script.choose("combobox", "Status", "Closed");
    script.click("button", "Save", vec![element("status", "Saved")], vec![]);
    script
}

#[test]
fn what_was_searched_is_the_record_that_was_opened() {
    let readings = || vec![both(ticket("4", "The scale is too light", "Open"), ticket("4", "The scale is too light", "Closed"))];
    for shown in ["The scale is too light", "Ticket: The scale is too light (2031-03-04)"] {
        let draft = learned(&closes_found("scale", "4", shown), "Close a ticket", readings());
        let found = inputs(&draft);
        let [(name, "The scale is too light")] = found.as_slice() else { panic!("{shown}: {found:?}") };
        assert!(!draft.skill_md.contains("scale"), "{}", draft.skill_md);
        let run = |number: &str, title: &str, after: &str| {
            let before = vec![ticket(number, title, "Open")];
            let asked = [(*name, "Labels come off the tins")];
            let script = closes_found("tins", number, title);
            Run { draft: &draft, asked: &asked, script, before, after: vec![ticket(number, title, after)] }.refused()
        };
        assert_eq!(run("7", "Labels come off the tins", "Closed"), None, "{:#?}", draft.checkpoints);
        let found = shown.replace("The scale is too light", "Labels come off the tins").replace("03-04", "04-09");
        let untold = |after: &str| {
            let title = "Labels come off the tins";
            let (before, after) = (vec![ticket("7", title, "Open")], vec![ticket("7", title, after)]);
            Run { draft: &draft, asked: &[], script: closes_found("tins", "7", &found), before, after }.refused()
        };
        assert_eq!(untold("Closed"), None, "what was opened names the ticket");
        assert!(untold("Open").is_some());
        assert!(run("7", "Labels come off the tins", "Open").is_some());
        assert!(run("8", "Count the tins on the top shelf", "Closed").is_some(), "another ticket was found by the same word");
    }
}

#[test]
fn what_a_search_found_needs_no_list_around_it() {
    let found = |word: &str, number: &str, title: &str| {
        let mut script = closes_found(word, number, &format!("Ticket {number}: {title}"));
        for action in &mut script.actions {
            if let ActionDetails::Click { target } = &mut action.details {
                target.record = None;
            }
        }
        script
    };
    let readings = vec![both(ticket("4", "The scale is too light", "Open"), ticket("4", "The scale is too light", "Closed"))];
    let draft = learned(&found("scale", "4", "The scale is too light"), "Close a ticket", readings);
    let inputs = inputs(&draft);
    let [(name, "The scale is too light")] = inputs.as_slice() else { panic!("{inputs:?}") };
    let run = |number: &str, title: &str| {
        let asked = [(*name, "Labels come off the tins")];
        let (before, after) = (vec![ticket(number, title, "Open")], vec![ticket(number, title, "Closed")]);
        Run { draft: &draft, asked: &asked, script: found("tins", number, title), before, after }.refused()
    };
    assert_eq!(run("7", "Labels come off the tins"), None, "{:#?}", draft.checkpoints);
    assert!(run("8", "Count the tins on the top shelf").is_some(), "another ticket was found by the same word");
    // A link that leads around on such a page is no record.
    let mut script = Script::on(DESK, "Tickets");
    script.fill("Search", "scale").go("button", "Search", &format!("{DESK}/search?s=scale"), "Results", vec![], vec![]);
    script.go("link", "Next results", &format!("{DESK}/search?s=scale&page=2"), "Results", vec![], vec![]);
    script.go("link", "Settings", &format!("{DESK}/settings"), "Settings", vec![element("heading", "Settings")], vec![]);
    script.choose("combobox", "Status", "Closed").click("button", "Save", vec![element("status", "Saved")], vec![]);
    let settings = |state: &str| page(&format!("{DESK}/settings"), vec![record(RecordKind::Field, vec![cell("Status", state)])]);
    let draft = learned(&script, "Change the status of new tickets", vec![both(settings("Open"), settings("Closed"))]);
    assert!(!format!("{:?}", draft.graph.variables).contains("results"), "{:#?}", draft.graph.variables);
}

#[test]
fn a_search_that_found_the_wrong_record_is_no_round_of_a_loop() {
    let wrong = "The scale is slow";
    let mut script = Script::on(DESK, "Tickets");
    script.fill("Search", "scale").go("button", "Search", &format!("{DESK}/search?s=scale"), "Results", vec![], vec![]);
    script.go("link", wrong, &format!("{DESK}/3"), "Ticket", vec![element("heading", "Ticket")], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("", wrong)], name: wrong.into(), own_link: true });
    script.actions.extend(closes_found("scale", "4", "The scale is too light").actions.split_off(1));
    for (seq, action) in script.actions.iter_mut().enumerate() {
        action.seq = seq as u32 + 1;
    }
    let readings = vec![
        both(ticket("3", wrong, "Open"), ticket("3", wrong, "Open")),
        both(ticket("4", "The scale is too light", "Open"), ticket("4", "The scale is too light", "Closed")),
    ];
    let draft = learned(&script, "Close a ticket", readings);
    assert_eq!(inputs(&draft).iter().map(|(_, example)| *example).collect::<Vec<_>>(), ["The scale is too light"]);
    assert!(!format!("{:?}", draft.checkpoints).contains("Each"), "{:#?}", draft.checkpoints);
}

#[test]
fn the_title_of_the_opened_page_names_what_was_found_last() {
    let url = |number: &str| format!("{DESK}/{number}");
    let title = |name: &str| format!("Complaint #3: {name} - Hotel");
    let opens = |script: &mut Script, number: &str, name: &str| {
        let shown = format!("Complaint #{number} (New): {name}");
        script.go("link", &shown, &url(number), &title(name), vec![element("heading", name)], vec![]);
        script.in_record(ControlRecord { cells: vec![cell("", &shown)], name: shown, own_link: true });
    };
    let mut script = Script::on(DESK, "Tickets");
    script.fill("Search", "door").go("button", "Search", &format!("{DESK}/search?s=door"), "Results", vec![], vec![]);
    opens(&mut script, "3", "Door of room 104 scrapes");
    script.go("link", "Back", &format!("{DESK}/search?s=door"), "Results", vec![], vec![]);
    opens(&mut script, "5", "Door of the cellar sticks");
    script.choose("combobox", "Status", "Done");
    script.go("button", "Save", &url("5"), &title("Door of the cellar sticks"), vec![element("status", "Saved")], vec![]);
    let status = |state: &str| page(&url("5"), vec![record(RecordKind::Field, vec![cell("Status", state)])]);
    let draft = learned(&script, "Close a complaint", vec![both(status("New"), status("Done"))]);
    let found = inputs(&draft);
    assert!(found.iter().any(|(_, example)| *example == "Door of the cellar sticks"), "{found:?}");
    assert!(!found.iter().any(|(_, example)| example.contains("104") || *example == "door"), "{found:?}");
}

#[test]
fn a_number_that_was_searched_and_a_name_that_was_typed_whole_stay_as_they_are() {
    for (typed, shown) in [("4711", "Order 4711"), ("Oak tray", "Oak tray")] {
        let mut script = closes_found(typed, "4", shown);
        script.actions.iter_mut().for_each(|action| drop(action.form.drain(..)));
        let draft = learned(&script, "Close a ticket", vec![both(ticket("4", shown, "Open"), ticket("4", shown, "Closed"))]);
        assert!(inputs(&draft).iter().any(|(_, example)| *example == typed), "{typed}: {:?}", inputs(&draft));
    }
}

#[test]
fn an_entry_of_a_menu_is_not_what_was_searched() {
    let mut script = Script::on(DESK, "Tickets");
    script.fill("Search", "light").go("button", "Search", &format!("{DESK}/search?s=light"), "Results", vec![], vec![]);
    script.go("link", "New light ticket", &format!("{DESK}/new"), "New", vec![element("heading", "New")], vec![]);
    let entry = "New light ticket";
    script.in_record(ControlRecord { cells: vec![cell("", entry)], name: entry.into(), own_link: true });
    script.fill("Title", "A lamp").click("button", "Save", vec![element("status", "Saved")], vec![]);
    let draft = learned(&script, "Report something", vec![]);
    assert!(inputs(&draft).iter().any(|(_, example)| *example == "light"), "{:?}", inputs(&draft));
}

/// Opens each ticket from the list and sets its priority. `tickets`: what the list calls each, its title, and its address.
fn raises(tickets: &[(&str, &str, &str)], priority: &str) -> Script {
    let mut script = Script::on(DESK, "Tickets");
    for (at, (shown, title, number)) in tickets.iter().enumerate() {
        if at > 0 {
            script.go("link", "Tickets", DESK, "Tickets", vec![], vec![]);
        }
        script.go("link", shown, &format!("{DESK}/{number}"), "Ticket", vec![], vec![]);
        let cells = vec![cell("#", shown), cell("Type", "Fault"), cell("Title", title)];
        script.in_record(ControlRecord { cells, name: (*shown).into(), own_link: true });
        script.choose("combobox", "Priority", priority);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
    }
    script
}

fn with_priority(number: &str, title: Option<&str>, priority: &str) -> Reading {
    let mut cells: Vec<_> = title.map(|title| cell("Title", title)).into_iter().collect();
    cells.push(cell("Priority", priority));
    page(&format!("{DESK}/{number}"), vec![record(RecordKind::Field, cells)])
}

/// Whether runs over three tickets are judged by the page of each. `of`: what the list calls a ticket.
fn is_judged_by_each_page(of: fn(&'static str) -> &'static str, shows_title: bool, input: &str) {
    let all = [("3704038de7", "The scale is slow"), ("9be2a7c411", "The lid is loose"), ("51d0c9ff02", "The tap drips")];
    let tickets = |some: &[(&'static str, &'static str)]| -> Vec<(&'static str, &'static str, &'static str)> {
        some.iter().map(|(number, title)| (of(number), *title, *number)).collect()
    };
    let title = |title: &'static str| shows_title.then_some(title);
    let shown = &all[..2];
    let readings = shown
        .iter()
        .map(|(number, name)| both(with_priority(number, title(name), "Low"), with_priority(number, title(name), "High")));
    let draft = learned(&raises(&tickets(shown), "High"), "Give some tickets another priority", readings.collect());
    let record = draft.graph.variables.iter().find(|one| one.example == input).unwrap_or_else(|| panic!("{:?}", inputs(&draft)));
    let priority = draft.graph.variables.iter().find(|one| one.example == "High").expect("the priority");
    let run = |done: &[(&'static str, &'static str)], after: [&str; 3]| {
        Run {
            draft: &draft,
            asked: &[(priority.name.as_str(), "Zero")],
            script: raises(&tickets(done), "Zero"),
            before: all.iter().map(|(number, name)| with_priority(number, title(name), "Low")).collect(),
            after: all.iter().zip(after).map(|((number, name), now)| with_priority(number, title(name), now)).collect(),
        }
        .refused()
    };
    assert_eq!(run(&all, ["Zero"; 3]), None, "{}: {:#?}", record.name, draft.checkpoints);
    for missing in 0..3 {
        let mut after = ["Zero"; 3];
        after[missing] = "Low";
        assert!(run(&all, after).is_some(), "ticket {missing} has its old priority: {:#?}", draft.checkpoints);
    }
}

#[test]
fn a_record_with_a_number_that_nobody_says_is_called_by_its_title() {
    is_judged_by_each_page(|number| number, true, "The scale is slow");
}

#[test]
fn records_whose_pages_do_not_name_them_are_counted() {
    is_judged_by_each_page(|number| number, false, "The scale is slow");
}

#[test]
fn a_record_of_another_round_is_known_by_its_number_in_the_address() {
    let all = [("104", "The scale is slow"), ("117", "The lid is loose"), ("121", "The tap drips")];
    let rounds: Vec<_> = all[..2].iter().map(|(number, title)| (*number, *title, *number)).collect();
    let readings = all[..2].iter().map(|(at, _)| both(with_priority(at, None, "Low"), with_priority(at, None, "High")));
    let draft = learned(&raises(&rounds, "High"), "Give some tickets another priority", readings.collect());
    let text = format!("{:?}", crate::effects::effects(&draft));
    assert!(text.contains("/tickets/{{"), "{text}");
}

const WIKI: &str = "http://127.0.0.1:8080";

/// A page of a wiki: the trail of pages that were opened, and what it says.
fn wiki(at: &str, title: &str, trail: &[&str], entries: &[&str]) -> Reading {
    let item = |text: &&str| record(RecordKind::Item, vec![cell("", text)]);
    let mut records: Vec<ReadRecord> = ["Navigation", "Index"].iter().chain(trail).map(item).collect();
    records.push(record(RecordKind::Heading, vec![cell("", title)]));
    records.extend(entries.iter().map(|text| ReadRecord { place: Some("Rooms".into()), ..item(text) }));
    Reading { title: format!("{title} - Museum"), ..page(&format!("{WIKI}/{at}"), records) }
}

#[test]
fn a_trail_of_pages_that_were_opened_is_no_result() {
    let gone = |at: &str, title: &str| apprentice_compiler::SourceReadings {
        after: Some(Err("answered 404 (Not Found)".into())),
        ..both(wiki(at, title, &["Home", title], &[]), wiki(at, title, &[], &[]))
    };
    let deletes = |name: &str| {
        let at = format!("{WIKI}/{}", name.replace(' ', "%20"));
        let mut script = Script::on(&format!("{WIKI}/Home"), "Home - Museum");
        script.go("link", name, &at, &format!("{name} - Museum"), vec![], vec![]);
        script.in_record(ControlRecord { cells: vec![cell("", name)], name: name.into(), own_link: true });
        script.go("link", "Delete", &format!("{WIKI}/+delete/{}", name.replace(' ', "%20")), "Delete - Museum", vec![], vec![]);
        script.fill("Comment", "It is old");
        script.go("button", "OK", &format!("{WIKI}/Home"), "Home - Museum", vec![element("status", "Deleted")], vec![]);
        script
    };
    let home = both(
        wiki("Home", "Home", &["Home"], &["Oil lamps", "Old prices"]),
        wiki("Home", "Home", &["Old prices", "Home"], &["Oil lamps", "Old prices"]),
    );
    let draft = learned(&deletes("Old prices"), "Delete a page of the wiki", vec![home, gone("Old%20prices", "Old prices")]);
    let text = format!("{:?}", crate::effects::effects(&draft));
    assert!(text.contains("Removed") && !text.contains("/Home"), "{text}");
}

#[test]
fn an_entry_for_a_new_page_is_a_result_although_the_page_was_opened() {
    let mut script = Script::on(&format!("{WIKI}/Home"), "Home - Museum");
    script.fill("Title", "Ship lamps");
    script.go("button", "Add", &format!("{WIKI}/Ship%20lamps"), "Ship lamps - Museum", vec![], vec![]);
    script.go("link", "Home", &format!("{WIKI}/Home"), "Home - Museum", vec![], vec![]);
    let home = both(
        wiki("Home", "Home", &["Home"], &["Oil lamps"]),
        wiki("Home", "Home", &["Ship lamps", "Home"], &["Oil lamps", "Ship lamps"]),
    );
    let draft = learned(&script, "Add a page to the wiki", vec![home]);
    let text = format!("{:?}", crate::effects::effects(&draft));
    assert!(text.contains("/Home") && text.contains("Added"), "{text}");
}

#[test]
fn a_page_that_was_opened_by_typing_its_name_is_an_input() {
    let writes = |name: &str, text: &str| {
        let (at, form) = (name.replace(' ', "%20"), format!("Modifying '{name}' - Museum"));
        let mut script = Script::on(&format!("{WIKI}/Home"), "Home - Museum");
        script.open(&format!("{WIKI}/{at}"), &format!("{name} - Museum"), vec![]);
        script.go("link", "Markdown", &format!("{WIKI}/+modify/{at}?template="), &form, vec![], vec![]);
        script.fill("Text", text);
        script.go("button", "OK", &format!("{WIKI}/{at}"), &format!("{name} - Museum"), vec![element("status", "Saved")], vec![]);
        script
    };
    let field = |name: &str, text: &str| {
        let url = format!("{WIKI}/+modify/{}?template=", name.replace(' ', "%20"));
        page(&url, vec![record(RecordKind::Field, vec![cell("Text", text)])])
    };
    let reading = both(field("Ship lamps", ""), field("Ship lamps", "Room 4"));
    let draft = learned(&writes("Ship lamps", "Room 4"), "Write a page of the wiki", vec![reading]);
    assert_eq!(inputs(&draft).iter().map(|(_, example)| *example).collect::<Vec<_>>(), ["Ship lamps", "Room 4"]);
    assert!(!draft.skill_md.contains("Ship"), "{}", draft.skill_md);
    let names: Vec<&str> = inputs(&draft).iter().map(|(name, _)| *name).collect();
    for asked in [&[(names[0], "Miner lamps"), (names[1], "Room 5")][..], &[]] {
        let run = |after: &str| {
            let (script, before) = (writes("Miner lamps", "Room 5"), vec![field("Miner lamps", "")]);
            Run { draft: &draft, asked, script, before, after: vec![field("Miner lamps", after)] }.refused()
        };
        assert_eq!(run("Room 5"), None, "{:#?}", draft.checkpoints);
        assert!(run("Room").is_some());
    }
}

#[test]
fn a_form_with_a_whole_text_is_compared_field_by_field_beside_a_trail() {
    let form = format!("{WIKI}/+modify/Ship%20lamps");
    let shown = |text: &str, tags: &str, trail: &[&str]| {
        let mut records = wiki("x", "x", trail, &[]).records;
        let place = |record: ReadRecord| ReadRecord { place: Some("Text".into()), ..record };
        records.extend(text.lines().map(|line| place(record(RecordKind::Line, vec![cell("", line)]))));
        records.push(record(RecordKind::Field, vec![cell("Text", text), cell("Tags", tags)]));
        Reading { title: "Modifying 'Ship lamps' - Museum".into(), ..page(&form, records) }
    };
    let mut script = Script::on(&format!("{WIKI}/Home"), "Home - Museum");
    script.open(&format!("{WIKI}/Ship%20lamps"), "Ship lamps - Museum", vec![]);
    script.go("link", "Modify", &form, "Modifying 'Ship lamps' - Museum", vec![], vec![]);
    script.fill("Text", "# Ship lamps\nRoom 4").fill("Tags", "rooms, harbour");
    let saved = vec![element("status", "Saved")];
    script.go("button", "OK", &format!("{WIKI}/Ship%20lamps"), "Ship lamps - Museum", saved, vec![]);
    let after = |text: &str, tags: &str| shown(text, tags, &["Home", "Ship lamps"]);
    let readings = vec![both(shown("", "", &["Home"]), after("# Ship lamps\nRoom 4", "rooms, harbour"))];
    let draft = learned(&script, "Write a page of the wiki", readings);
    let run = |text: &str, tags: &str| {
        let before = vec![shown("", "", &["Home"])];
        Run { draft: &draft, asked: &[], script: script.clone(), before, after: vec![after(text, tags)] }.refused()
    };
    assert_eq!(run("# Ship lamps\nRoom 4", "rooms, harbour"), None, "{:#?}", draft.checkpoints);
    assert!(run("# Ship lamps", "rooms, harbour").is_some(), "the last line is missing: {:#?}", draft.checkpoints);
    assert!(run("# Ship lamps\nRoom 4", "rooms").is_some(), "a tag is missing");
}

#[test]
fn a_text_is_looked_for_on_the_page_that_is_called_by_its_record() {
    let url = |number: &str| format!("{DESK}/{number}");
    let thread = |number: &str, title: &str, posts: &[&str]| Reading {
        title: format!("Forum: {title}"),
        ..page(&url(number), posts.iter().map(|text| record(RecordKind::Text, vec![cell("", text)])).collect())
    };
    let answers = |number: &str, title: &str, answer: &str| {
        let mut script = Script::on(DESK, "Forum");
        let cells = vec![cell("Question", title), cell("Since", "May")];
        script.go("link", title, &url(number), &format!("Forum: {title}"), vec![element("heading", title)], vec![]);
        script.in_record(ControlRecord { cells, name: title.into(), own_link: true });
        script.fill("Answer", answer).click("button", "Send", vec![element("status", "Sent")], vec![]);
        script
    };
    let (question, answer) = ("How do you make Green Terrace?", "Two minutes, not hotter than 75 °C.");
    let readings = vec![both(thread("4", question, &["Mine is bitter."]), thread("4", question, &["Mine is bitter.", answer]))];
    let draft = learned(&answers("4", question, answer), "Answer a question of the forum", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let asked = [(named(question), "Too strong: Black Harbour"), (named(answer), "Take less of it.")];
    let asked: Vec<(&str, &str)> = asked.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let run = |number: &str, title: &str, posts: &[&str]| {
        let script = answers(number, title, "Take less of it.");
        let before = vec![thread(number, title, &["Help!"])];
        Run { draft: &draft, asked: &asked, script, before, after: vec![thread(number, title, posts)] }.refused()
    };
    let right = "Too strong: Black Harbour";
    assert_eq!(run("7", right, &["Help!", "Take less of it."]), None, "{:#?}", draft.checkpoints);
    assert!(run("7", right, &["Help!"]).is_some(), "no answer");
    let other = run("8", "Do you still have the cups?", &["Help!", "Take less of it."]).expect("another thread");
    assert!(other.contains("no page about “Too strong: Black Harbour” was opened"), "{other}");
}

#[test]
fn a_page_that_is_opened_at_the_end_to_look_is_no_input() {
    let page = |entries: &[&str]| {
        let all = entries.iter().map(|text| record(RecordKind::Item, vec![cell("", text)])).collect();
        page("http://127.0.0.1:8080/projects", all)
    };
    let books = |ends: bool| {
        let mut script = Script::on(DESK, "Tickets");
        script.fill("Comment", "Second coat").click("button", "Create", vec![element("status", "Created")], vec![]);
        script.open("http://127.0.0.1:8080/projects", "Projects", vec![]);
        script.go("link", "Spent time", "http://127.0.0.1:8080/time", "Spent time", vec![element("cell", "Second coat")], vec![]);
        script.in_record(ControlRecord { cells: vec![cell("", "Spent time")], name: "Spent time".into(), own_link: true });
        if !ends {
            script.click("button", "Close", vec![element("status", "Closed")], vec![]);
        }
        script
    };
    // The entry counts as changed, because its page counts something.
    let readings = || vec![both(page(&["Spent time", "0:00 h"]), page(&["Second coat", "4:00 h"]))];
    let named = |ends: bool| {
        let draft = learned(&books(ends), "Book the hours of a job", readings());
        format!("{:?}", inputs(&draft))
    };
    assert!(!named(true).contains("Spent time"), "{}", named(true));
    assert!(named(false).contains("Spent time"), "what something is done on is one: {}", named(false));
}

#[test]
fn a_post_whose_address_the_server_calls_wrong_afterwards_is_not_there() {
    let post = |at: &str, text: &str| {
        let records =
            vec![record(RecordKind::Heading, vec![cell("", "Brewing")]), record(RecordKind::Text, vec![cell("", text)])];
        page(&format!("{WIKI}/forumpost/{at}"), records)
    };
    let answers = |at: &str, text: &str| {
        let mut script = Script::on(&format!("{WIKI}/forum"), "Forum");
        script.fill("Content", text);
        script.go("button", "Submit", &format!("{WIKI}/forumpost/{at}"), "Brewing", vec![element("text", text)], vec![]);
        script
    };
    let text = "Take water of 75 °C.";
    let draft =
        learned(&answers("3123f1b0b5", text), "Answer a question", vec![crate::effects::only_after(post("3123f1b0b5", text))]);
    let [input] = draft.graph.variables.as_slice() else { panic!("{:?}", draft.graph.variables) };
    let other = "Five minutes are enough.";
    let status = |at: &str, after: Result<Reading, String>| {
        let script = answers("b3f73f89cd", other);
        let read = |source: &ReadingSource| match source.address() {
            Some(url) if url.ends_with(at) => after.clone(),
            _ => Err("answered 500".into()),
        };
        let found = crate::effects::verdicts(&draft, &[(input.name.as_str(), other)], &script, &[], &read);
        found.last().expect("an effect").status
    };
    assert_eq!(status("b3f73f89cd", Ok(post("b3f73f89cd", other))), CheckpointStatus::Reached);
    assert_eq!(status("b3f73f89cd", Err("answered 400 (Bad Request)".into())), CheckpointStatus::Failed);
    assert_eq!(status("b3f73f89cd", Err("answered 403 (Forbidden)".into())), CheckpointStatus::Skipped, "nobody knows");
}
