//! Effects on the forms of records: where the page of a new one is found, one page for each of several, and what need not be as it was shown.

use crate::effects::{Run, both, cell, learned, only_after, record};
use crate::effects_of_pages::page;
use crate::script::{Script, element};
use apprentice_contracts::observation::ControlRecord;
use apprentice_contracts::reading::{Reading, RecordKind};

#[test]
fn a_tick_that_makes_way_for_a_field_is_not_required_where_nothing_was_given_for_it() {
    const FORM: &str = "http://127.0.0.1:8080/rooms/7";
    let form = |title: &str, default: &str, hours: &str| {
        let cells = vec![cell("Title", title), cell("Use the default interval", default), cell("Hours", hours)];
        page(FORM, vec![record(RecordKind::Field, cells)])
    };
    let sets = |title: &str, hours: Option<&str>| {
        let mut script = Script::on(FORM, "Room");
        script.fill("Title", title);
        if let Some(hours) = hours {
            script.choose("checkbox", "Use the default interval", "off").fill("Hours", hours);
        }
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let before = || form("Elm", "checked", "");
    let draft = learned(&sets("Birch", Some("8")), "Set up a room", vec![both(before(), form("Birch", "", "8"))]);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (title, hours) = (named("Birch"), named("8"));
    let refused = |given: Option<&str>, after: Reading| {
        let asked = [(title.as_str(), "Cedar"), (hours.as_str(), given.unwrap_or_default())];
        Run { draft: &draft, asked: &asked, script: sets("Cedar", given), before: vec![before()], after: vec![after] }.refused()
    };
    assert_eq!(refused(Some("6"), form("Cedar", "", "6")), None, "{:#?}", draft.checkpoints);
    assert!(refused(Some("6"), form("Cedar", "checked", "6")).is_some(), "the tick counts where hours were given");
    assert_eq!(refused(None, form("Cedar", "checked", "")), None, "{:#?}", draft.checkpoints);
    assert!(refused(None, form("Elm", "checked", "")).is_some());
}

#[test]
fn the_page_of_a_new_record_is_the_one_to_which_its_row_leads() {
    const LIST: &str = "http://127.0.0.1:8080/vouchers/";
    let add = format!("{LIST}add");
    let row = |(id, code): &(&str, &str)| {
        let mut row = record(RecordKind::Row, vec![cell("Code", code)]);
        row.link = Some(format!("{LIST}{id}/"));
        row
    };
    let list = |rows: &[(&str, &str)]| page(LIST, rows.iter().map(row).collect());
    let form = |url: &str, code: &str, value: &str| {
        page(url, vec![record(RecordKind::Field, vec![cell("Code", code), cell("Value", value)])])
    };
    let adds = |code: &str, value: &str| {
        let mut script = Script::on(LIST, "Vouchers");
        script.go("link", "New voucher", &add, "Voucher", vec![], vec![]);
        script.fill("Code", code).fill("Value", value);
        script.go("button", "Save", LIST, "Vouchers", vec![element("status", "Saved")], vec![]);
        script
    };
    let old = ("3", "SUMMER");
    let readings = vec![
        both(list(&[old]), list(&[old, ("7", "HARBOUR25")])),
        both(form(&add, "", ""), form(&add, "", "")),
        only_after(form(&format!("{LIST}7/"), "HARBOUR25", "25.00")),
    ];
    let draft = learned(&adds("HARBOUR25", "25.00"), "Add a voucher", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (code, value) = (named("HARBOUR25"), named("25.00"));
    let refused = |stored: &str| {
        Run {
            draft: &draft,
            asked: &[(code.as_str(), "TEACLUB31"), (value.as_str(), "8.00")],
            script: adds("TEACLUB31", "8.00"),
            before: vec![list(&[old])],
            after: vec![
                list(&[old, ("8", "TEACLUB31")]),
                form(&add, "", ""),
                form(&format!("{LIST}3/"), "SUMMER", "8.00"),
                form(&format!("{LIST}8/"), "TEACLUB31", stored),
            ],
        }
        .refused()
    };
    assert_eq!(refused("8.00"), None, "{:#?}", draft.checkpoints);
    assert!(refused("80.00").unwrap().contains("/vouchers/8"));
}

#[test]
fn each_of_several_records_shows_on_a_page_of_its_own() {
    const LIST: &str = "http://127.0.0.1:8080/orders/";
    let notes = |orders: &[&str], note: &str| {
        let mut script = Script::on(LIST, "Orders");
        for (at, order) in orders.iter().enumerate() {
            if at > 0 {
                script.go("link", "Orders", LIST, "Orders", vec![], vec![]);
            }
            script.go("link", order, &format!("{LIST}{order}/"), &format!("Order {order}"), vec![], vec![]);
            let cells = vec![cell("Order", order), cell("State", "open")];
            script.in_record(ControlRecord { cells, name: (*order).into(), own_link: true });
            script.fill("Comment", note);
            script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        }
        script
    };
    let order = |order: &str, note: &str| {
        page(&format!("{LIST}{order}/"), vec![record(RecordKind::Field, vec![cell("Order", order), cell("Comment", note)])])
    };
    let readings =
        ["B7KQX", "C9MTA"].into_iter().map(|one| both(order(one, ""), order(one, "Keep the seat"))).collect::<Vec<_>>();
    let draft = learned(&notes(&["B7KQX", "C9MTA"], "Keep the seat"), "Leave a note on some orders", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (orders, note) = (named("B7KQX"), named("Keep the seat"));
    let refused = |notes_after: [&str; 3]| {
        let all = ["F3RHW", "H8LZN", "R9YDB"];
        Run {
            draft: &draft,
            asked: &[(orders.as_str(), "F3RHW, H8LZN, R9YDB"), (note.as_str(), "Ask Ann")],
            script: notes(&all, "Ask Ann"),
            before: all.into_iter().map(|one| order(one, "")).collect(),
            after: all.into_iter().zip(notes_after).map(|(one, note)| order(one, note)).collect(),
        }
        .refused()
    };
    assert_eq!(refused(["Ask Ann"; 3]), None, "{:#?}", draft.checkpoints);
    assert!(refused(["Ask Ann", "", "Ask Ann"]).unwrap().contains("H8LZN"));
}

#[test]
fn a_line_that_is_added_to_a_field_may_stand_beside_others() {
    const FORM: &str = "http://127.0.0.1:8080/watch";
    let form =
        |words: &str| page(FORM, vec![record(RecordKind::Field, vec![cell("Title", "Ferry"), cell("Ignored words", words)])]);
    let adds = |word: &str| {
        let mut script = Script::on(FORM, "Watch");
        script.fill("Ignored words", word);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let draft = learned(&adds("Next departure"), "Ignore a word", vec![both(form(""), form("Next departure"))]);
    let name = draft.graph.variables[0].name.clone();
    let refused = |before: &str, after: &str| {
        let asked = [(name.as_str(), "Next tide")];
        Run { draft: &draft, asked: &asked, script: adds("Next tide"), before: vec![form(before)], after: vec![form(after)] }
            .refused()
    };
    assert_eq!(refused("", "Next tide"), None, "{:#?}", draft.checkpoints);
    assert_eq!(refused("Weather", "Weather\nNext tide"), None);
    assert!(refused("Weather", "Weather\nNext tides").is_some());
    assert!(refused("Weather", "Weather Next tide").is_some());
}

#[test]
fn a_short_number_stands_in_an_address_by_chance() {
    const LIST: &str = "http://127.0.0.1:8080/books/";
    let form = |id: &str, title: &str, number: &str| {
        page(
            &format!("{LIST}{id}"),
            vec![record(RecordKind::Field, vec![cell("Title", title), cell("Number in the series", number)])],
        )
    };
    let numbers = |id: &str, title: &str, number: &str| {
        let mut script = Script::on(LIST, "Books");
        script.go("link", title, &format!("{LIST}{id}"), "Book", vec![], vec![]);
        script.in_record(ControlRecord { cells: vec![cell("Title", title)], name: title.into(), own_link: true });
        script.fill("Number in the series", number);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    // The book with the id 3 becomes the third one of its series.
    let readings = vec![both(form("3", "The Last Caravan", "1"), form("3", "The Last Caravan", "3"))];
    let draft = learned(&numbers("3", "The Last Caravan", "3"), "Number a book in its series", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (title, number) = (named("The Last Caravan"), named("3"));
    let refused = |stored: &str| {
        Run {
            draft: &draft,
            asked: &[(title.as_str(), "Frost and Fern"), (number.as_str(), "4")],
            script: numbers("7", "Frost and Fern", "4"),
            before: vec![form("7", "Frost and Fern", "1")],
            after: vec![form("7", "Frost and Fern", stored)],
        }
        .refused()
    };
    assert_eq!(refused("4"), None, "{:#?}", draft.checkpoints);
    assert!(refused("5").is_some());
}

#[test]
fn a_link_to_the_form_of_a_thing_names_the_thing_and_one_to_a_part_of_the_application_does_not() {
    let inputs_of = |link: &str, fields: [(&str, &str, &str); 2]| -> Vec<String> {
        const HOME: &str = "http://127.0.0.1:8080/admin";
        const FORM: &str = "http://127.0.0.1:8080/admin/edit/7";
        let form = |values: [&str; 2]| {
            let cells = fields.iter().zip(values).map(|((label, ..), value)| cell(label, value)).collect();
            page(FORM, vec![record(RecordKind::Field, cells)])
        };
        let mut script = Script::on(HOME, "Admin");
        script.go("link", link, FORM, "Edit", vec![], vec![]);
        let (label, old, new) = fields[1];
        script.fill_over(label, new, Some(old));
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        let readings = vec![both(form([fields[0].1, old]), form([fields[0].2, new]))];
        learned(&script, "Change the guide", readings).graph.variables.into_iter().map(|one| one.example).collect()
    };
    let tour = inputs_of("Round the lake", [("Title", "Round the lake", "Round the lake"), ("Guide", "Ida Moser", "Sepp Auer")]);
    assert_eq!(tour, ["Round the lake", "Sepp Auer"]);
    let settings = inputs_of("Settings", [("Club", "Walkers", "Walkers"), ("Guide", "Ida Moser", "Sepp Auer")]);
    assert_eq!(settings, ["Sepp Auer"]);
}

#[test]
fn a_value_with_a_remark_behind_it_is_compared_on_the_page_of_a_new_record() {
    const NEW: &str = "http://127.0.0.1:8080/issues/new";
    let shown = |number: &str, subject: &str, due: &str| {
        let cells = vec![cell("Subject", subject), cell("Due date:", due)];
        page(&format!("http://127.0.0.1:8080/issues/{number}"), vec![record(RecordKind::Field, cells)])
    };
    let reports = |number: &str, subject: &str, due: &str| {
        let mut script = Script::on(NEW, "New issue");
        script.fill("Subject", subject).fill("Due date", due);
        let url = format!("http://127.0.0.1:8080/issues/{number}");
        script.go("button", "Create", &url, "Issue", vec![element("status", "Created")], vec![]);
        script
    };
    let draft = learned(
        &reports("11", "Bench creaks", "2031-03-28"),
        "Report a complaint",
        vec![only_after(shown("11", "Bench creaks", "2031-03-28 (Due in over 4 years)"))],
    );
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (subject, due) = (named("Bench creaks"), named("2031-03-28"));
    let refused = |day: &str| {
        let asked = [(subject.as_str(), "Door scrapes"), (due.as_str(), "2031-04-02")];
        let after = vec![shown("12", "Door scrapes", day)];
        Run { draft: &draft, asked: &asked, script: reports("12", "Door scrapes", "2031-04-02"), before: vec![], after }.refused()
    };
    assert_eq!(refused("2031-04-02 (Due in over 4 years)"), None, "{:#?}", draft.checkpoints);
    assert_eq!(refused("2031-04-02"), None);
    assert!(refused("2031-08-23 (Due in over 4 years)").is_some(), "another day");
}
