//! Lists whose rows hold fields, logs of what was done, and values in another form than the one in which they were typed.

use crate::effects::{Run, both, cell, files, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::{Draft, Evaluation};
use apprentice_contracts::observation::{ControlRecord, FileChangeKind};
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};
use std::collections::BTreeMap;

const PRODUCTS: &str = "http://127.0.0.1:8080/admin/products";

fn products(rows: &[(&str, &str)]) -> Reading {
    let row = |(title, price): &(&str, &str)| record(RecordKind::Row, vec![cell("Title", title), cell("Price", price)]);
    reading(ReadingSource::Page { url: PRODUCTS.into() }, rows.iter().map(row).collect())
}

fn names(draft: &Draft) -> Vec<&str> {
    draft.graph.variables.iter().map(|variable| variable.name.as_str()).collect()
}

/// Opens the list by the entry of a table of all lists, types a price into the row of a product, and saves.
fn reprices(product: &str, price: &str) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/admin", "Shop");
    script.go("link", "Products", PRODUCTS, "Products – Shop", vec![], vec![]);
    let cells = vec![cell("Model", "Products"), cell("", "Add"), cell("", "Change")];
    script.in_record(ControlRecord { cells, name: "Products".into(), own_link: true });
    script.fill_over("Price", price, Some("11.00"));
    let cells = vec![cell("Title", product), cell("Price", ""), cell("Stock", "50")];
    script.in_record(ControlRecord { cells, name: product.into(), own_link: false });
    script.go("button", "Save", PRODUCTS, "Products – Shop", vec![element("status", "Changed")], vec![]);
    script
}

#[test]
fn a_field_in_the_row_of_a_list_is_about_the_record_of_the_row() {
    let before = || products(&[("Kettle", "39.00"), ("Strainer", "6.50"), ("Tray", "11.00")]);
    let after = products(&[("Kettle", "39.00"), ("Strainer", "6.50"), ("Tray", "12.75")]);
    let draft = learned(&reprices("Tray", "12.75"), "Change the price of a product", vec![both(before(), after)]);
    assert_eq!(names(&draft), ["title", "price"], "the entry “Products” leads to all of them: {:#?}", draft.graph.variables);
    let run = |script: Script, after: &[(&str, &str)]| {
        let asked: &[(&str, &str)] = &[("title", "Strainer"), ("price", "5.35")];
        Run { draft: &draft, asked, script, before: vec![before()], after: vec![products(after)] }.refused()
    };
    let right = [("Kettle", "39.00"), ("Strainer", "5.35"), ("Tray", "11.00")];
    assert_eq!(run(reprices("Strainer", "5.35"), &right), None);
    let other = [("Kettle", "5.35"), ("Strainer", "6.50"), ("Tray", "11.00")];
    assert!(run(reprices("Kettle", "5.35"), &other).is_some(), "the price of another product");
    assert!(run(reprices("Strainer", "5.35"), &[("Kettle", "39.00"), ("Strainer", "6.50"), ("Tray", "11.00")]).is_some());
}

const LEDGER: &str = "http://127.0.0.1:8080/ledger";

fn ledger(rows: &[(&str, &str, &str)]) -> Reading {
    let row = |(payee, amount, note): &(&str, &str, &str)| {
        record(RecordKind::Row, vec![cell("Payee", payee), cell("Amount", amount), cell("Note", note)])
    };
    reading(ReadingSource::Page { url: LEDGER.into() }, rows.iter().map(row).collect())
}

fn books(payee: &str, amount: &str, note: &str) -> Script {
    let mut script = Script::on(LEDGER, "Ledger");
    script.fill("Payee", payee).fill("Amount", amount).fill("Note", note);
    script.go("button", "Save", LEDGER, "Ledger", vec![element("status", "Saved")], vec![]);
    script
}

#[test]
fn an_amount_may_be_named_without_its_unit_and_a_text_without_its_quotation_marks() {
    let old = ("Atlas", "-31.50 EUR", "maps");
    let draft = learned(
        &books("Bakery", "7.40 EUR", "\"bread\""),
        "Record an expense",
        vec![both(ledger(&[old]), ledger(&[old, ("Bakery", "-7.40 EUR", "bread")]))],
    );
    let asked: &[(&str, &str)] = &[("payee", "Office"), ("amount", "54.90"), ("note", "\"seat\"")];
    let run = |amount: &str, note: &str| {
        let script = books("Office", "54.90 EUR", "\"seat\"");
        let after = ledger(&[old, ("Office", amount, note)]);
        Run { draft: &draft, asked, script, before: vec![ledger(&[old])], after: vec![after] }.refused()
    };
    assert_eq!(run("-54.90 EUR", "seat"), None, "{:#?}", draft.checkpoints);
    assert!(run("-45.90 EUR", "seat").is_some(), "another amount");
    assert!(run("-54.90 EUR", "sea").is_some(), "another note");
}

const TICKET: &str = "http://127.0.0.1:8080/tickets/2";

fn ticket(entries: &[&[&str]]) -> Reading {
    let item = |texts: &&[&str]| record(RecordKind::Item, texts.iter().map(|text| cell("", text)).collect());
    reading(ReadingSource::Page { url: TICKET.into() }, entries.iter().map(item).collect())
}

fn answers(answer: &str, status: &str) -> Script {
    let mut script = Script::on(TICKET, "Ticket 2");
    script.fill("Answer", answer).choose("combobox", "Next status", status);
    script.go("button", "Send", TICKET, "Ticket 2", vec![element("status", "Sent")], vec![]);
    script
}

#[test]
fn what_the_application_tells_of_the_act_itself_is_no_damage() {
    let opened: &[&str] = &["Ticket opened", "It moves."];
    let told =
        |answer: &str, status: &str| ticket(&[opened, &["Answer", answer], &[&format!("Changed status from Open to {status}.")]]);
    let draft = learned(
        &answers("It has new screws.", "Resolved"),
        "Answer a ticket",
        vec![both(ticket(&[opened]), told("It has new screws.", "Resolved"))],
    );
    let asked: &[(&str, &str)] = &[("answer", "We call you."), ("next_status", "On hold")];
    let run = |after: Reading| {
        Run {
            draft: &draft,
            asked,
            script: answers("We call you.", "On hold"),
            before: vec![ticket(&[opened])],
            after: vec![after],
        }
        .refused()
    };
    assert_eq!(run(told("We call you.", "On hold")), None, "{:#?}", draft.checkpoints);
    assert!(run(told("We call.", "On hold")).is_some(), "another answer");
    let with = |more: &str| ticket(&[opened, &["Answer", "We call you."], &["Changed status from Open to On hold."], &[more]]);
    assert!(run(with("On hold: changed owner from Ada to Bob.")).is_some(), "something else was changed too");
}

#[test]
fn a_form_that_makes_an_account_is_no_sign_in() {
    let draft = learned(
        &books("Bakery", "7", "bread"),
        "Record an expense",
        vec![both(ledger(&[]), ledger(&[("Bakery", "7", "bread")]))],
    );
    let signs_in = |fill: &dyn Fn(&mut Script)| {
        let mut script = Script::on(LEDGER, "Users");
        fill(&mut script);
        script.go("button", "Go on", LEDGER, "Ledger", vec![element("heading", "Ledger")], vec![]);
        let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
        script.actions.iter().for_each(|action| drop(evaluation.observe(action)));
        evaluation.take_sign_in()
    };
    assert!(signs_in(&|script| {
        script.fill("User", "ada").password("Password");
    }));
    assert!(
        signs_in(&|script| {
            script.password("Password").password("Password");
        }),
        "corrected"
    );
    assert!(!signs_in(&|script| {
        script.fill("User", "ada").fill("Mail", "a@b.example").password("Password");
    }));
    assert!(!signs_in(&|script| {
        script.fill("User", "ada").password("Password").password("Again");
    }));
}

#[test]
fn a_value_that_nobody_named_is_taken_from_the_file_of_the_run() {
    let takes = |service: &str, month: &str| {
        let mut script = Script::default();
        let path = format!("parts/{service}-{month}.log");
        script.ran(&format!("grep \" {service} \" all.log > {path}"), 0, &[(&path, FileChangeKind::Created)]);
        script.ran(&format!("wc -l {path} > {month}.count"), 0, &[(&format!("{month}.count"), FileChangeKind::Created)]);
        script
    };
    let listed = |service: &str, month: &str| {
        files(&[
            ("all.log", "text", "a"),
            (&format!("parts/{service}-{month}.log"), "text", "b"),
            (&format!("{month}.count"), "text", "c"),
        ])
    };
    let before = files(&[("all.log", "text", "a")]);
    let draft = learned(&takes("mail", "2031-06"), "Take the lines of a service", vec![both(before, listed("mail", "2031-06"))]);
    let name = draft.graph.variables.iter().find(|one| one.example == "mail").map(|one| one.name.clone()).expect("the service");
    let asked = BTreeMap::from([(name, "shop".to_owned())]);
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables).asked(&asked).recorded(&draft.graph);
    let mut script = Script::default();
    script.ran("awk '/shop/' all.log > parts/shop-2031-07.log", 0, &[("parts/shop-2031-07.log", FileChangeKind::Created)]);
    script.actions.iter().for_each(|action| drop(evaluation.observe(action)));
    let lines: Vec<String> = evaluation.script("/x").into_iter().flat_map(|script| script.commands).map(|one| one.line).collect();
    assert!(lines.iter().any(|line| line.contains("parts/shop-2031-07.log")), "{lines:?}");
}

#[test]
fn the_list_in_which_a_value_was_read_is_no_result() {
    const CONTACTS: &str = "http://127.0.0.1:8080/contacts";
    let contacts = || {
        let row = |name: &str, phone: &str| record(RecordKind::Row, vec![cell("Name", name), cell("Phone", phone)]);
        let rows = vec![row("Anouk Meyer", "0471 55 20 13"), row("Lena Dahl", "0473 30 64 52")];
        reading(ReadingSource::Page { url: CONTACTS.into() }, rows)
    };
    let mut script = Script::on(CONTACTS, "Contacts");
    script.go("link", "Ticket 2", TICKET, "Ticket 2", vec![], vec![]);
    script.fill("Contact phone", "0471 55 20 13");
    script.go("button", "Send", TICKET, "Ticket 2", vec![element("status", "Sent")], vec![]);
    let opened: &[&str] = &["Ticket opened", "It moves."];
    let told = ticket(&[opened, &["Contact phone", "0471 55 20 13"]]);
    let readings = vec![both(contacts(), contacts()), both(ticket(&[opened]), told)];
    let draft = learned(&script, "Write the number of somebody into a ticket", readings);
    let text = format!("{:?}", crate::effects::effects(&draft));
    assert!(text.contains("*/tickets/*") && !text.contains("contacts"), "{text}");
}

/// Signs in: the name on one page, the password on the next.
fn signs_in_twice(field: &str, button: &str) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/auth", "Welcome");
    script.fill(field, "ann").go("button", button, "http://127.0.0.1:8080/auth/2", "Welcome", vec![], vec![]);
    script.password("Password").go("button", "Go on", LEDGER, "Ledger", vec![element("heading", "Ledger")], vec![]);
    script
}

#[test]
fn a_sign_in_that_asks_for_the_name_first_is_one_sign_in() {
    for (field, is_name) in [("Username", true), ("E-mail or phone", true), ("Shelf", false)] {
        let mut script = signs_in_twice(field, "Next");
        script.actions.extend(books("Bakery", "7", "bread").actions);
        for (seq, action) in script.actions.iter_mut().enumerate() {
            action.seq = seq as u32 + 1;
        }
        let draft = learned(&script, "Record an expense", vec![both(ledger(&[]), ledger(&[("Bakery", "7", "bread")]))]);
        assert_eq!(!draft.graph.variables.iter().any(|one| one.example == "ann"), is_name, "{field}");
    }
    let draft = learned(&books("Bakery", "7", "bread"), "Record an expense", vec![both(ledger(&[]), ledger(&[]))]);
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    signs_in_twice("Username", "Next").actions.iter().for_each(|action| drop(evaluation.observe(action)));
    assert!(evaluation.take_sign_in(), "the sources must be read again");
    assert!(evaluation.is_unchanged(), "neither page of a sign-in changes anything");
    books("Bakery", "7", "bread").actions.iter().for_each(|action| drop(evaluation.observe(action)));
    assert!(!evaluation.is_unchanged());
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    let mut script = Script::on(LEDGER, "Users");
    script.fill("Name", "bob").password("Password").click("button", "Create user", vec![element("status", "Created")], vec![]);
    script.actions.iter().for_each(|action| drop(evaluation.observe(action)));
    assert!(!evaluation.is_unchanged(), "a user was made");
}

#[test]
fn a_link_that_asks_before_it_deletes_is_no_detour() {
    let rows = |notes: &[&str]| ledger(&notes.iter().map(|note| ("Joris", "6:00", *note)).collect::<Vec<_>>());
    let deletes = |note: &str| {
        let mut script = Script::on(LEDGER, "Ledger");
        script.go("link", "Job 1", "http://127.0.0.1:8080/jobs/1", "Job 1", vec![], vec![]);
        script.go("link", "Ledger", LEDGER, "Ledger", vec![], vec![]);
        script.click("link", "Delete", vec![element("alertdialog", "Are you sure?")], vec![]);
        let cells = vec![cell("Payee", "Joris"), cell("Amount", "6:00"), cell("Note", note), cell("", "Edit")];
        script.in_record(ControlRecord { cells, name: note.into(), own_link: false });
        script.dialog("Are you sure?", true);
        script
    };
    let all = || rows(&["Rooms 105 and 106", "Room 104", "Rooms 101 to 103"]);
    let draft = learned(
        &deletes("Room 104"),
        "Delete hours that were booked by mistake",
        vec![both(all(), rows(&["Rooms 105 and 106", "Rooms 101 to 103"]))],
    );
    assert_eq!(draft.graph.variables.iter().map(|one| one.example.as_str()).collect::<Vec<_>>(), ["Room 104"]);
    let name = draft.graph.variables[0].name.clone();
    let run = |after: &[&str]| {
        let asked = [(name.as_str(), "Rooms 101 to 103")];
        Run { draft: &draft, asked: &asked, script: deletes("Rooms 101 to 103"), before: vec![all()], after: vec![rows(after)] }
            .refused()
    };
    assert_eq!(run(&["Rooms 105 and 106", "Room 104"]), None, "{:#?}", draft.checkpoints);
    assert!(run(&["Rooms 105 and 106", "Room 104", "Rooms 101 to 103"]).is_some(), "nothing was deleted");
    assert!(run(&["Rooms 105 and 106", "Rooms 101 to 103"]).is_some(), "other hours were deleted");
}

#[test]
fn the_verb_of_the_goal_says_the_state_that_was_chosen() {
    let closes = |field: &str| {
        let mut script = Script::on(TICKET, "Ticket 2");
        script.choose("combobox", field, "Done").choose("combobox", "% Done", "100 %").fill("Notes", "It has new screws.");
        script.go("button", "Send", TICKET, "Ticket 2", vec![element("status", "Sent")], vec![]);
        script
    };
    let given = |goal: &str, field: &str| {
        let readings = vec![both(ticket(&[&["Ticket opened"]]), ticket(&[&["Ticket opened"], &["It has new screws."]]))];
        let draft = learned(&closes(field), goal, readings);
        let examples = draft.graph.variables.iter().map(|one| one.example.clone());
        examples.filter(|example| example != "2").collect::<Vec<_>>()
    };
    assert_eq!(given("Close a ticket with a note", "Status *"), ["It has new screws."]);
    assert_eq!(given("Close a ticket with a status", "Status *"), ["Done", "It has new screws."]);
    assert_eq!(given("Close a ticket with a note", "Priority"), ["Done", "It has new screws."]);
    assert_eq!(given("Change a ticket", "Status *"), ["Done", "100 %", "It has new screws."]);
}
