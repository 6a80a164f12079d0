//! Effects on pages that are no plain tables of whole values: renamed and moved records, cards, applications of one page.

use crate::effects::{Run, both, cell, effects, learned, only_after, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::{Draft, SourceReadings};
use apprentice_contracts::observation::{ControlRecord, PageLink};
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};

const PAGES: &str = "http://127.0.0.1:8080/admin/pages/";
const BOARD: &str = "http://127.0.0.1:8080/";

pub fn page(url: &str, records: Vec<apprentice_contracts::reading::ReadRecord>) -> Reading {
    reading(ReadingSource::Page { url: url.into() }, records)
}

/// A click whose control belongs to a record.
fn click_of(script: &mut Script, role: &str, name: &str, record: ControlRecord) {
    script.click(role, name, vec![element("heading", "Another view")], vec![]);
    script.in_record(record);
}

/// A list of pages: type, title, state. Every row has a link, by which it is known under another title.
fn titles(rows: &[(&str, &str, &str)]) -> Reading {
    let row = |(id, title, state): &(&str, &str, &str)| {
        let cells = vec![cell("Type", "Article"), cell("Title 1-3 of 3", title), cell("State", state)];
        let mut row = record(RecordKind::Row, cells);
        row.link = Some(format!("http://127.0.0.1:8080/admin/pages/{id}/edit"));
        row
    };
    page(PAGES, rows.iter().map(row).collect())
}

fn renames(old: &str, new: &str) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/admin/", "Admin");
    script.open(PAGES, "Pages", vec![]);
    let cells = vec![cell("Type", "Article"), cell("Title 1-3 of 3", old), cell("State", "live")];
    click_of(&mut script, "button", "Edit", ControlRecord { cells, name: "Article".into(), own_link: false });
    script.fill("New title", new);
    script.go("button", "Publish", PAGES, "Pages", vec![element("status", "Published")], vec![]);
    script
}

fn renamed() -> Draft {
    let before = titles(&[("7", "Our teas", "live"), ("8", "Opening hours", "live")]);
    let after = titles(&[("7", "Teas of spring", "live"), ("8", "Opening hours", "live")]);
    learned(&renames("Our teas", "Teas of spring"), "Rename a page", vec![both(before, after)])
}

#[test]
fn a_record_is_called_by_what_no_other_record_says() {
    let draft = renamed();
    let inputs: Vec<(&str, &str)> = draft.graph.variables.iter().map(|v| (v.name.as_str(), v.example.as_str())).collect();
    assert_eq!(inputs, [("title", "Our teas"), ("new_title", "Teas of spring")]);
}

#[test]
fn a_renamed_record_is_the_one_that_was_named_and_nothing_else_of_it_changed() {
    let draft = renamed();
    assert!(effects(&draft)[0].goal.contains("instead of Title `title`"), "{:#?}", effects(&draft));
    assert!(effects(&draft)[0].success_condition.starts_with("Open `/admin/pages/` again"), "{:#?}", effects(&draft));
    let run = |old: &str, after: &[(&str, &str, &str)]| Run {
        draft: &draft,
        asked: &[("title", "Opening hours"), ("new_title", "When we are open")],
        script: renames(old, "When we are open"),
        before: vec![titles(&[("7", "Our teas", "live"), ("8", "Opening hours", "live")])],
        after: vec![titles(after)],
    };
    let teas = ("7", "Our teas", "live");
    assert_eq!(run("Opening hours", &[teas, ("8", "When we are open", "live")]).refused(), None);
    let other = run("Our teas", &[("7", "When we are open", "live"), ("8", "Opening hours", "live")]).refused();
    assert!(other.is_some_and(|why| why.contains("which was not named")), "another page was renamed");
    let draft_only = run("Opening hours", &[teas, ("8", "When we are open", "live and draft")]).refused();
    assert!(draft_only.is_some_and(|why| why.contains("State changed from “live”")), "it was not published");
}

/// A list of files with their sizes.
fn folder(url: &str, rows: &[(&str, &str)]) -> Reading {
    let row =
        |(name, size): &(&str, &str)| record(RecordKind::Row, vec![cell("", "-txt-"), cell("Name⌄", name), cell("Size", size)]);
    page(url, rows.iter().map(row).collect())
}

const INBOX: &str = "http://127.0.0.1:8080/inbox/";
const ARCHIVE: &str = "http://127.0.0.1:8080/archive/";

#[test]
fn what_is_moved_is_gone_here_and_new_there() {
    let moves = |names: &[&str]| {
        let mut script = Script::on(INBOX, "Inbox");
        for name in names {
            script.choose("row", "-txt-", "on");
            let cells = vec![cell("", "-txt-"), cell("Name", name), cell("Size", "4")];
            script.in_record(ControlRecord { cells, name: "-txt-".into(), own_link: false });
        }
        script.go("button", "Move", ARCHIVE, "Archive", vec![element("status", "Moved")], vec![]);
        script
    };
    let (a, b, c) = (("a.txt", "4"), ("b.txt", "4"), ("c.txt", "4"));
    let readings =
        vec![both(folder(INBOX, &[a, b, c]), folder(INBOX, &[c])), both(folder(ARCHIVE, &[]), folder(ARCHIVE, &[a, b]))];
    let draft = learned(&moves(&["a.txt", "b.txt"]), "Move some files to the archive", readings);
    let [list] = draft.graph.variables.as_slice() else { panic!("{:#?}", draft.graph.variables) };
    assert!(list.list && list.example == "a.txt" && list.more_examples == ["b.txt"], "{list:#?}");
    let (x, y, z) = (("x.txt", "4"), ("y.txt", "4"), ("z.txt", "4"));
    let run = |inbox: &[(&str, &str)], archive: &[(&str, &str)]| Run {
        draft: &draft,
        asked: &[],
        script: moves(&["y.txt", "z.txt"]),
        before: vec![folder(INBOX, &[x, y, z]), folder(ARCHIVE, &[])],
        after: vec![folder(INBOX, inbox), folder(ARCHIVE, archive)],
    };
    assert_eq!(run(&[x], &[y, z]).refused(), None);
    assert!(run(&[x], &[y]).refused().is_some(), "one is lost on the way");
    assert!(run(&[x, z], &[y, z]).refused().is_some(), "one is still there");
    assert!(run(&[x], &[y, ("z.txt", "0")]).refused().is_some(), "one is empty");
}

/// Cards that say all they say in one text.
fn cards(texts: &[&str]) -> Reading {
    page(BOARD, texts.iter().map(|text| record(RecordKind::Item, vec![cell("", text)])).collect())
}

#[test]
fn a_card_that_changes_its_state_has_the_new_one_and_not_the_old_one() {
    let closes = |order: &str| {
        let mut script = Script::on(BOARD, "Board");
        let cells = vec![cell("", &format!("{order} open Two tins"))];
        click_of(&mut script, "button", "Edit", ControlRecord { cells, name: order.into(), own_link: false });
        script.fill("Tag", "done");
        script.click("button", "Confirm", vec![element("text", "done")], vec![]);
        script
    };
    let before = cards(&["Order of May open Two tins", "Order of June open One tin of green tea"]);
    let after = cards(&["Order of May done Two tins", "Order of June open One tin of green tea"]);
    let draft = learned(&closes("Order of May"), "Move an order from open to done", vec![both(before, after)]);
    let inputs: Vec<&str> = draft.graph.variables.iter().map(|v| v.example.as_str()).collect();
    assert_eq!(inputs, ["Order of May"]);
    let run = |june: &str| Run {
        draft: &draft,
        asked: &[],
        script: closes("Order of June"),
        before: vec![cards(&["Order of May open Two tins", "Order of June open One tin of green tea"])],
        after: vec![cards(&["Order of May open Two tins", june])],
    };
    assert_eq!(run("Order of June done One tin of green tea").refused(), None);
    for wrong in [
        "Order of June open One tin of green tea",
        "Order of June open done One tin of green tea",
        "Order of June lost One tin of green tea",
    ] {
        assert!(run(wrong).refused().is_some(), "{wrong}");
    }
}

/// Notes with their tags, which are buttons.
fn tagged(notes: &[(&str, &[&str])]) -> Reading {
    let note = |(title, tags): &(&str, &[&str])| {
        let mut note = record(RecordKind::Item, vec![cell("", title), cell("", "Two tins")]);
        note.controls = std::iter::once("Edit").chain(tags.iter().copied()).map(str::to_owned).collect();
        note
    };
    page(BOARD, notes.iter().map(note).collect())
}

#[test]
fn buttons_that_say_the_state_of_an_entry_are_compared() {
    let closes = |order: &str| {
        let mut script = Script::on(BOARD, "Board");
        let cells = vec![cell("", order), cell("", "Two tins")];
        click_of(&mut script, "button", "Edit", ControlRecord { cells, name: order.into(), own_link: false });
        script.click("button", "Remove", vec![], vec![element("text", "open")]);
        script.fill("Tag", "done");
        script.click("button", "Confirm", vec![element("text", "done")], vec![]);
        script
    };
    let both_open: [(&str, &[&str]); 2] = [("Order of May", &["Tea", "open"]), ("Order of June", &["open"])];
    let before = tagged(&both_open);
    let after = tagged(&[("Order of May", &["done", "Tea"]), ("Order of June", &["open"])]);
    let draft = learned(&closes("Order of May"), "Move an order from open to done", vec![both(before, after)]);
    let inputs: Vec<(&str, &str)> = draft.graph.variables.iter().map(|v| (v.name.as_str(), v.example.as_str())).collect();
    assert_eq!(inputs, [("order", "Order of May")]);
    assert_eq!(effects(&draft)[0].goal, "“Invoices” shows `order` and “done” and no longer “open”");
    let run = |notes: &[(&str, &[&str])]| Run {
        draft: &draft,
        asked: &[("order", "Order of June")],
        script: closes("Order of June"),
        before: vec![tagged(&both_open)],
        after: vec![tagged(notes)],
    };
    let may: (&str, &[&str]) = ("Order of May", &["Tea", "open"]);
    assert_eq!(run(&[may, ("Order of June", &["done"])]).refused(), None);
    for (wrong, notes) in [
        ("as before", [may, ("Order of June", &["open"])]),
        ("the old tag stays", [may, ("Order of June", &["open", "done"])]),
        ("another tag", [may, ("Order of June", &["lost"])]),
        ("another note too", [("Order of May", &["Tea", "done"]), ("Order of June", &["done"])]),
    ] {
        assert!(run(&notes).refused().is_some(), "{wrong}");
    }
}

#[test]
fn an_answer_below_the_address_counts_where_it_shows_the_same_records() {
    let desk = |path: &str, files: &[&str]| {
        let records = files.iter().map(|name| record(RecordKind::Item, vec![cell("", name), cell("", "9s ago")]));
        page(&format!("{BOARD}desk{path}"), records.collect())
    };
    let mut script = Script::on(&format!("{BOARD}desk"), "Desk");
    let cells = vec![cell("", "a.txt"), cell("", "9s ago")];
    click_of(&mut script, "button", "Delete", ControlRecord { cells, name: "a.txt".into(), own_link: false });
    let is_read = |after: Reading| {
        let draft = learned(&script, "Delete a file", vec![both(desk("", &["a.txt", "b.txt", "c.txt"]), after)]);
        effects(&draft).iter().any(|effect| effect.evidence.is_some())
    };
    assert!(is_read(desk("/2?reset=1", &["b.txt", "c.txt"])));
    assert!(!is_read(desk("/2?reset=1", &["x.txt", "y.txt"])), "other records");
    assert!(!is_read(desk("-2", &["b.txt", "c.txt"])), "another address");
}

/// A board: cards below the headings of its columns.
fn columns(columns: &[(&str, &[&str])]) -> Reading {
    let of = |(name, cards): &(&str, &[&str])| {
        let card = |title: &&str| {
            let mut card = record(RecordKind::Item, vec![cell("", title)]);
            card.place = Some(format!("{name} ({})", cards.len()));
            card
        };
        let heading = record(RecordKind::Heading, vec![cell("", &format!("{name} ({})", cards.len()))]);
        std::iter::once(heading).chain(cards.iter().map(card)).collect::<Vec<_>>()
    };
    page(BOARD, columns.iter().flat_map(of).collect())
}

#[test]
fn a_card_that_moves_to_another_column_has_changed() {
    let moves = |card: &str| {
        let mut script = Script::on(BOARD, "Board");
        let record = ControlRecord { cells: vec![cell("", card)], name: card.into(), own_link: false };
        click_of(&mut script, "button", "Move on", record);
        script
    };
    let before = || columns(&[("To do", &["Buy tea", "Call Ada"]), ("Done", &["Old one"])]);
    let after = columns(&[("To do", &["Call Ada"]), ("Done", &["Old one", "Buy tea"])]);
    let draft = learned(&moves("Buy tea"), "Finish a card", vec![both(before(), after)]);
    assert_eq!(effects(&draft)[0].goal, "“Invoices” shows `card` below “done”");
    let run = |after: Reading| Run {
        draft: &draft,
        asked: &[("card", "Call Ada")],
        script: moves("Call Ada"),
        before: vec![before()],
        after: vec![after],
    };
    assert_eq!(run(columns(&[("To do", &["Buy tea"]), ("Done", &["Old one", "Call Ada"])])).refused(), None);
    assert!(run(before()).refused().is_some(), "nothing was moved");
    assert!(run(columns(&[("To do", &["Call Ada"]), ("Done", &["Old one", "Buy tea"])])).refused().is_some(), "another card");
    assert!(run(columns(&[("To do", &[]), ("Done", &["Old one", "Call Ada", "Buy tea"])])).refused().is_some(), "both cards");
}

#[test]
fn the_page_of_a_record_is_found_by_the_link_that_appeared() {
    let writes = |title: &str| {
        let mut script = Script::on(BOARD, "Notes");
        script.fill("Title", title).fill("Text", &format!("All about {title}"));
        script.click("button", "Save", vec![element("link", title)], vec![]);
        let url = format!("{BOARD}#{}", title.replace(' ', "%20"));
        if let Some(change) = script.actions.last_mut().and_then(|action| action.change.as_mut()) {
            change.links = vec![PageLink { name: title.into(), url }];
        }
        script
    };
    let note = |title: &str, text: &str| {
        let records = vec![record(RecordKind::Heading, vec![cell("", title)]), record(RecordKind::Text, vec![cell("", text)])];
        page(&format!("{BOARD}#{}", title.replace(' ', "%20")), records)
    };
    let script = writes("White tea");
    let looks = apprentice_compiler::closing_looks(&script.actions, &[]);
    let named = ReadingSource::Page { url: format!("{BOARD}#White%20tea") };
    assert!(looks.contains(&named), "{looks:?}");
    let readings: Vec<SourceReadings> = vec![only_after(note("White tea", "All about White tea"))];
    let draft = learned(&script, "Write a note", readings);
    let run =
        |text: &str| Run { draft: &draft, asked: &[], script: writes("Mate"), before: vec![], after: vec![note("Mate", text)] };
    assert_eq!(run("All about Mate").refused(), None);
    assert!(run("Something else").refused().is_some());
}

#[test]
fn the_page_of_a_deleted_record_says_that_it_is_missing() {
    let deletes = |title: &str| {
        let mut script = Script::on(BOARD, "Notes");
        script.fill("Search", title);
        let url = format!("{BOARD}#{}", title.replace(' ', "%20"));
        script.click("link", title, vec![element("heading", title)], vec![]);
        if let Some(change) = script.actions.last_mut().and_then(|action| action.change.as_mut()) {
            change.links = vec![PageLink { name: title.into(), url }];
        }
        script.click("button", "Delete", vec![], vec![element("heading", title)]);
        script
    };
    let shows = |title: &str, text: &str| {
        page(&format!("{BOARD}#{}", title.replace(' ', "%20")), vec![record(RecordKind::Item, vec![cell("", text)])])
    };
    let readings = vec![only_after(shows("Blue cup", "Blue cup Missing note 'Blue cup'"))];
    let draft = learned(&deletes("Blue cup"), "Delete a note", readings);
    assert_eq!(effects(&draft).len(), 1, "{:#?}", draft.checkpoints);
    let run = |text: &str| Run {
        draft: &draft,
        asked: &[],
        script: deletes("Black tea"),
        before: vec![],
        after: vec![shows("Black tea", text)],
    };
    assert_eq!(run("Black tea Missing note 'Black tea'").refused(), None);
    assert!(run("Black tea From Ceylon").refused().is_some(), "it is still there");
}

#[test]
fn a_card_that_differs_in_its_time_alone_shows_no_effect() {
    let mut script = Script::on(BOARD, "Board");
    let cells = vec![cell("", "Order of May 1 April 10:00 Two tins")];
    click_of(&mut script, "button", "Edit", ControlRecord { cells, name: "Order of May".into(), own_link: false });
    script.fill("Tag", "done");
    script.click("button", "Confirm", vec![element("text", "done")], vec![]);
    let readings = vec![both(cards(&["Order of May 1 April 10:00 Two tins"]), cards(&["Order of May 2 April 11:30 Two tins"]))];
    let draft = learned(&script, "Close an order", readings);
    assert!(effects(&draft).iter().all(|effect| effect.evidence.is_none()), "on the person's word: {:#?}", draft.checkpoints);
}

#[test]
fn a_row_that_is_not_selected_any_more_shows_no_effect_and_one_that_stays_ticked_does() {
    let list = |state: &str| {
        let row = |name: &str| record(RecordKind::Row, vec![cell("", state), cell("Name", name), cell("Season", "")]);
        page(crate::effects::LIST, vec![row("Black Harbour"), row("White Orchard")])
    };
    let marks = || {
        let mut script = Script::on(crate::effects::LIST, "Products");
        for name in ["Black Harbour", "White Orchard"] {
            script.choose("checkbox", &format!("Select {name}"), "on");
            let cells = vec![cell("", ""), cell("Name", name), cell("Season", "")];
            script.in_record(ControlRecord { cells, name: name.into(), own_link: false });
        }
        script.choose("combobox", "Season", "Summer");
        script.click("button", "Update", vec![element("status", "Saved")], vec![]);
        script
    };
    let is_read = |before: &str, after: &str| {
        let draft = learned(&marks(), "Mark products for a season", vec![both(list(before), list(after))]);
        effects(&draft).iter().any(|effect| effect.evidence.is_some())
    };
    assert!(!is_read("checked", ""));
    assert!(is_read("", "checked"));
}

#[test]
fn a_time_that_changed_with_a_record_is_not_part_of_its_effect() {
    let list = |status: &str, activity: &str| {
        let cells = vec![cell("Number", "INV-1"), cell("Status", status), cell("Activity", activity)];
        page(crate::effects::LIST, vec![record(RecordKind::Row, cells)])
    };
    let pays = || {
        let mut script = Script::on(crate::effects::LIST, "Invoices");
        let cells = vec![cell("Number", "INV-1"), cell("Status", "open"), cell("Activity", "2 days ago")];
        click_of(&mut script, "button", "Edit", ControlRecord { cells, name: "INV-1".into(), own_link: false });
        script.fill("Status", "paid");
        script.go("button", "Save", crate::effects::LIST, "Invoices", vec![element("status", "Saved")], vec![]);
        script
    };
    let draft = learned(&pays(), "Mark an invoice as paid", vec![both(list("open", "2 days ago"), list("paid", "just now"))]);
    let run = Run {
        draft: &draft,
        asked: &[],
        script: pays(),
        before: vec![list("open", "2 days ago")],
        after: vec![list("paid", "1 minute ago")],
    };
    assert_eq!(run.refused(), None, "{:#?}", draft.checkpoints);
}

#[test]
fn a_link_that_narrows_a_list_and_an_entry_of_a_menu_are_no_inputs() {
    let filter = "http://127.0.0.1:8080/admin/pages/?state=live";
    let mut script = Script::on(PAGES, "Pages");
    for (text, url) in [("live", filter), ("Teas of spring", "http://127.0.0.1:8080/admin/pages/7/edit")] {
        script.go("link", text, url, &format!("{text} – Admin"), vec![element("heading", text)], vec![]);
        script.in_record(ControlRecord { cells: vec![cell("", text)], name: text.into(), own_link: true });
    }
    script.fill("State", "draft");
    script.go("button", "Save", PAGES, "Pages", vec![element("status", "Saved")], vec![]);
    let state = |state| titles(&[("7", "Teas of spring", state), ("8", "Opening hours", "live")]);
    let draft = learned(&script, "Change the state of a page", vec![both(state("live"), state("draft"))]);
    let values: Vec<&str> = draft.graph.variables.iter().map(|one| one.example.as_str()).collect();
    assert!(values.contains(&"Teas of spring") && !values.contains(&"live"), "{values:?}");
}

/// Two pages of a wiki with a trail of links, of which the last names the page.
fn wiki_page(name: &str, text: &str) -> Reading {
    let trail = ["wiki", name].map(|entry| record(RecordKind::Item, vec![cell("", entry)]));
    let text = record(RecordKind::Text, vec![cell("", text)]);
    page(&format!("{WIKI}/{name}"), trail.into_iter().chain([text]).collect())
}

const WIKI: &str = "http://127.0.0.1:8080/wiki";

#[test]
fn a_page_that_was_opened_by_its_name_and_changed_is_an_input() {
    let index = format!("{WIKI}/TitleIndex");
    let rewrites = |name: &str, text: &str| {
        let url = format!("{WIKI}/{name}");
        let mut script = Script::on(WIKI, "Start");
        for (link, to) in [("Index", &index), (name, &url)] {
            script.go("link", link, to, link, vec![element("heading", link)], vec![]);
            script.in_record(ControlRecord { cells: vec![cell("", link)], name: link.into(), own_link: true });
        }
        script.go("button", "Edit", &format!("{url}?action=edit"), name, vec![], vec![]);
        script.fill("Text", text);
        script.go("button", "Save", &url, name, vec![element("text", text)], vec![]);
        script
    };
    let names = ["Index", "OpeningHours", "Returns"];
    let list = || page(&index, names.iter().map(|name| record(RecordKind::Item, vec![cell("", name)])).collect());
    let form = Reading {
        source: ReadingSource::Page { url: format!("{WIKI}/OpeningHours?action=edit") },
        ..wiki_page("OpeningHours", "Monday to Friday")
    };
    let draft = learned(
        &rewrites("OpeningHours", "Monday to Saturday"),
        "Rewrite a page of the wiki",
        vec![
            both(list(), list()),
            both(form.clone(), form),
            both(wiki_page("OpeningHours", "Monday to Friday"), wiki_page("OpeningHours", "Monday to Saturday")),
        ],
    );
    let values: Vec<&str> = draft.graph.variables.iter().map(|one| one.example.as_str()).collect();
    assert_eq!(values, ["OpeningHours", "Monday to Saturday"]);
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let run = |after: &str| {
        Run {
            draft: &draft,
            asked: &[(names[0], "Returns"), (names[1], "Within 30 days")],
            script: rewrites("Returns", "Within 30 days"),
            before: vec![wiki_page("Returns", "Within 14 days")],
            after: vec![wiki_page("Returns", after)],
        }
        .refused()
    };
    assert_eq!(run("Within 30 days"), None, "{:#?}", draft.checkpoints);
    assert!(run("Within 14 days").is_some());
}

/// What a guest paid is added to what was paid before: the table shows only the sum, which is another one for each guest.
#[test]
fn a_number_that_grows_by_what_was_entered_is_compared_by_its_difference() {
    let stays = "http://127.0.0.1:8080/stays";
    let row = |guest: &str, rate: &str, paid: &str| {
        record(RecordKind::Row, vec![cell("Guest", guest), cell("Rate", rate), cell("Paid", paid)])
    };
    let table = |paid: [&str; 3]| {
        let all = row("Total", "948", &paid.iter().map(|one| one.parse::<u32>().unwrap_or(0)).sum::<u32>().to_string());
        page(stays, vec![row("Moreau", "448", paid[0]), row("Brandt", "340", paid[1]), row("Tanaka", "160", paid[2]), all])
    };
    let pays = |guest: &str, amount: &str| {
        let mut script = Script::on(stays, "Stays");
        script.fill("Guest", guest);
        script.fill("Amount", amount);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let shown = vec![both(table(["100", "80", "0"]), table(["100", "340", "0"]))];
    let draft = learned(&pays("Brandt", "260"), "Write down a payment", shown);
    let said: Vec<&str> = draft.checkpoints.iter().map(|one| one.goal.as_str()).collect();
    assert!(said.iter().any(|one| one.contains("“Paid” larger by `amount`")), "{said:?}");
    let run = |guest: &str, amount: &str, after: [&str; 3]| {
        Run {
            draft: &draft,
            asked: &[("guest", guest), ("amount", amount)],
            script: pays(guest, amount),
            before: vec![table(["100", "80", "0"])],
            after: vec![table(after)],
        }
        .refused()
    };
    assert_eq!(run("Moreau", "120", ["220", "80", "0"]), None);
    assert_eq!(run("Tanaka", "160", ["100", "80", "160"]), None);
    assert!(run("Moreau", "120", ["120", "80", "0"]).is_some(), "it replaced what was paid");
    assert!(run("Moreau", "120", ["340", "80", "0"]).is_some(), "it was added twice");
    assert!(run("Moreau", "120", ["100", "200", "0"]).is_some(), "another guest");
    assert!(run("Moreau", "120", ["220", "80", "5"]).is_some(), "another one as well");
    assert!(run("Moreau", "120", ["100", "80", "0"]).is_some(), "nothing happened");
}

/// The row below the table counts the guests, and sums up what they paid.
#[test]
fn a_row_of_sums_is_no_second_record() {
    let stays = "http://127.0.0.1:8080/stays";
    let row = |number: &str, guest: &str, paid: &str| {
        record(RecordKind::Row, vec![cell("N°", number), cell("Guest", guest), cell("Paid", paid)])
    };
    let table = |paid: [u32; 3]| {
        let rows = [
            row("1", "Moreau", &paid[0].to_string()),
            row("3", "Brandt", &paid[1].to_string()),
            row("2", "Silva", &paid[2].to_string()),
        ];
        page(stays, rows.into_iter().chain([row("3", "TOTAL", &paid.iter().sum::<u32>().to_string())]).collect())
    };
    let pays = |number: &str, amount: &str| {
        let mut script = Script::on(stays, "Stays");
        script.fill("Stay", number).fill("Amount", amount);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let draft = learned(&pays("2", "260"), "Write down a payment", vec![both(table([100, 80, 40]), table([100, 80, 300]))]);
    let run = |number: &str, after: [u32; 3]| {
        let asked = [("stay", number), ("amount", "120")];
        let before = vec![table([100, 80, 40])];
        Run { draft: &draft, asked: &asked, script: pays(number, "120"), before, after: vec![table(after)] }.refused()
    };
    assert_eq!(run("3", [100, 200, 40]), None, "{:#?}", draft.checkpoints);
    assert!(run("3", [220, 80, 40]).is_some(), "another one, though the sums fit");
}

/// Reservation 3 is for 3 people by chance.
#[test]
fn a_column_that_says_the_number_of_a_record_by_chance_is_not_compared() {
    let stays = "http://127.0.0.1:8080/stays";
    let row = |number: &str, people: &str, state: &str| {
        record(RecordKind::Row, vec![cell("People", people), cell("N°", number), cell("State", state)])
    };
    let table =
        |states: [&str; 3]| page(stays, vec![row("2", "2", states[0]), row("3", "3", states[1]), row("5", "2", states[2])]);
    let confirms = |number: &str| {
        let mut script = Script::on(stays, "Stays");
        script.fill("Reservation", number).choose("combobox", "State", "confirmed");
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let shown = vec![both(table(["open", "open", "open"]), table(["open", "confirmed", "open"]))];
    let draft = learned(&confirms("3"), "Confirm a reservation", shown);
    let run = |after: [&str; 3]| {
        let asked = [("reservation", "5")];
        let before = vec![table(["open", "open", "open"])];
        Run { draft: &draft, asked: &asked, script: confirms("5"), before, after: vec![table(after)] }.refused()
    };
    assert_eq!(run(["open", "open", "confirmed"]), None, "{:#?}", draft.checkpoints);
    assert!(run(["confirmed", "open", "open"]).is_some(), "another one");
}

/// The page of an account is found by a word of the query, and read before the run for the account that is asked for.
#[test]
fn a_value_within_a_query_is_asked_for_again() {
    let account = |name: &str| format!("http://127.0.0.1:8080/register?q=inacct%3A{}%20", name.replace(':', "%3A"));
    let journal = "http://127.0.0.1:8080/journal";
    let row = |shop: &str, amount: &str| record(RecordKind::Row, vec![cell("Description", shop), cell("Amount", amount)]);
    let enters = |name: &str, shop: &str, amount: &str| {
        let mut script = Script::on(journal, "Journal");
        script.fill("Description", shop);
        script.fill("Account", name);
        script.fill("Amount", amount);
        script.click("button", "Add", vec![element("status", "Transaction added")], vec![]);
        script
    };
    let other = || row("Baker", "2.10");
    let sources = vec![both(
        page(&account("expenses:food"), vec![other()]),
        page(&account("expenses:food"), vec![other(), row("Greengrocer", "17.80")]),
    )];
    let draft = learned(&enters("expenses:food", "Greengrocer", "17.80"), "Write down a bill", sources);
    let text = serde_json::to_string(&draft.checkpoints).unwrap_or_default();
    assert!(text.contains("q=inacct%3A{{account}}+") && !text.contains("food"), "{text}");
    let said: Vec<&str> = draft.checkpoints.iter().map(|one| one.success_condition.as_str()).collect();
    assert!(said.iter().any(|one| one.contains("/register?q=inacct:<account>`")), "{said:?}");
    let run = |before: Vec<_>, after: Vec<_>| {
        let asked = "http://127.0.0.1:8080/register?q=inacct%3Aexpenses%3Ahealth+";
        Run {
            draft: &draft,
            asked: &[("account", "expenses:health"), ("description", "Chemist"), ("amount", "4.95")],
            script: enters("expenses:health", "Chemist", "4.95"),
            before: vec![page(asked, before)],
            after: vec![page(asked, after)],
        }
        .refused()
    };
    assert_eq!(run(vec![other()], vec![other(), row("Chemist", "4.95")]), None);
    assert!(run(vec![other()], vec![other()]).is_some(), "it is not there");
    assert!(run(vec![other()], vec![other(), row("Chemist", "9.95")]).is_some(), "another amount");
}

#[test]
fn a_list_that_was_searched_is_searched_for_the_given_value_again() {
    let searched = |number: &str| format!("http://127.0.0.1:8080/invoices/?q={}&page=1", number.replace(' ', "+"));
    let row = |number: &str, status: &str| record(RecordKind::Row, vec![cell("Number", number), cell("Status", status)]);
    let pays = |number: &str| {
        let mut script = Script::on("http://127.0.0.1:8080/invoices/", "Invoices");
        script.fill("Search invoices", number);
        script.go("button", "Search", &searched(number), "Invoices", vec![], vec![]);
        script.choose("combobox", "Status", "paid");
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let list = |number: &str, rows| page(&searched(number), rows);
    let before = list("INV 7", vec![row("INV 7", "open")]);
    let draft = learned(&pays("INV 7"), "Settle an invoice", vec![both(before, list("INV 7", vec![row("INV 7", "paid")]))]);
    let text = serde_json::to_string(&draft.checkpoints).unwrap_or_default();
    assert!(text.contains("?q={{invoice}}&page=1") && !text.contains("INV+7"), "{text}");
    let name = draft.graph.variables[0].name.clone();
    let run = |after: &str| {
        Run {
            draft: &draft,
            asked: &[(name.as_str(), "INV 9")],
            script: pays("INV 9"),
            before: vec![list("INV 9", vec![row("INV 9", "open")])],
            after: vec![list("INV 9", vec![row("INV 9", after)])],
        }
        .refused()
    };
    assert_eq!(run("paid"), None);
    assert!(run("open").is_some());
}

#[test]
fn a_message_in_a_row_may_repeat_a_word_of_what_was_given() {
    const LIST: &str = "http://127.0.0.1:8080/links/";
    let list = |rows: &[&str]| page(LIST, rows.iter().map(|text| record(RecordKind::Row, vec![cell("Link", text)])).collect());
    let adds = |title: &str| {
        let mut script = Script::on(LIST, "Links");
        script.fill("Title", title);
        script.click("button", "Add", vec![element("status", "Added")], vec![]);
        script
    };
    let row = |title: &str, word: &str| format!("{title} Error: the host gave no answer in time to the question for /{word}");
    let after = list(&[&row("Clay Company tins", "tins")]);
    let draft = learned(&adds("Clay Company tins"), "Add a link", vec![both(list(&[]), after)]);
    let name = draft.graph.variables[0].name.clone();
    let refused = |rows: &[&str]| {
        let asked = [(name.as_str(), "Lighthouse tides")];
        Run { draft: &draft, asked: &asked, script: adds("Lighthouse tides"), before: vec![list(&[])], after: vec![list(rows)] }
            .refused()
    };
    assert_eq!(refused(&[&row("Lighthouse tides", "sea")]), None, "{:#?}", draft.checkpoints);
    assert!(refused(&[&row("Lighthouse keepers", "sea")]).is_some());
}

#[test]
fn a_comma_in_the_name_of_a_row_parts_no_list() {
    let tick = |names: &[&str]| {
        let mut script = Script::on(BOARD, "Products");
        for name in names {
            let cells = vec![cell("Name", name), cell("Season", "")];
            script.choose("checkbox", "Select", "on").in_record(ControlRecord { cells, name: (*name).into(), own_link: false });
        }
        script.choose("combobox", "Season", "Summer");
        script.click("button", "Apply", vec![element("status", "Done")], vec![]);
        script
    };
    let list = |rows: &[(&str, &str)]| {
        let row = |(name, season): &(&str, &str)| record(RecordKind::Row, vec![cell("Name", name), cell("Season", season)]);
        page(BOARD, rows.iter().map(row).collect())
    };
    let all = ["Black Harbour", "White Orchard", "Hedge Row", "Kettle, blue"];
    let seasons = |of: [&'static str; 4]| list(&all.iter().copied().zip(of).collect::<Vec<_>>());
    let readings = vec![both(seasons(["", "", "", ""]), seasons(["Summer", "Summer", "", ""]))];
    let draft = learned(&tick(&["Black Harbour", "White Orchard"]), "Give products a season", readings);
    let products = draft.graph.variables.iter().find(|one| one.list).expect("a list").name.clone();
    let refused = |after: [&'static str; 4]| {
        let asked = [(products.as_str(), "Hedge Row, Kettle, blue")];
        let before = vec![seasons(["", "", "", ""])];
        Run { draft: &draft, asked: &asked, script: tick(&["Hedge Row", "Kettle, blue"]), before, after: vec![seasons(after)] }
            .refused()
    };
    assert_eq!(refused(["", "", "Summer", "Summer"]), None, "{:#?}", draft.checkpoints);
    assert!(refused(["", "", "Summer", ""]).is_some());
}

#[test]
fn a_new_record_beside_the_one_that_was_to_be_changed_is_no_change() {
    const LIST: &str = "http://127.0.0.1:8080/links";
    let list = |links: &[(&str, &str)]| {
        let row = |(title, address): &(&str, &str)| {
            record(RecordKind::Row, vec![cell("Title", title), cell("Address", address), cell("Tags", "tea")])
        };
        page(LIST, links.iter().map(row).collect())
    };
    let changes = |title: &str, address: &str| {
        let mut script = Script::on(LIST, "Links");
        script.click("link", "Edit", vec![], vec![]);
        let cells = vec![cell("Title", title), cell("Tags", "tea")];
        script.in_record(ControlRecord { cells, name: title.into(), own_link: false });
        script.fill("Address", address);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let other = ("Customs office", "customs.example");
    let readings = vec![both(list(&[("Hill Farm", "old.example"), other]), list(&[("Hill Farm", "farm.example/prices"), other]))];
    let draft = learned(&changes("Hill Farm", "farm.example/prices"), "Change the address of a link", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (title, address) = (named("Hill Farm"), named("farm.example/prices"));
    let refused = |after: &[(&str, &str)]| {
        Run {
            draft: &draft,
            asked: &[(title.as_str(), "Harbour notices"), (address.as_str(), "port.example/board")],
            script: changes("Harbour notices", "port.example/board"),
            before: vec![list(&[("Harbour notices", "old.example"), other])],
            after: vec![list(after)],
        }
        .refused()
    };
    assert_eq!(refused(&[("Harbour notices", "port.example/board"), other]), None, "{:#?}", draft.checkpoints);
    let beside = refused(&[("Harbour notices", "port.example/board"), ("Harbour notices", "old.example"), other]);
    assert!(beside.unwrap().contains("as it was"), "the old one stays");
}

#[test]
fn another_record_with_one_of_the_values_is_not_the_renamed_one() {
    let people = |rows: &[(&str, &str)]| {
        let row = |(year, name): &(&str, &str)| record(RecordKind::Row, vec![cell("Year", year), cell("Name", name)]);
        page(PAGES, rows.iter().map(row).collect())
    };
    let changes = |old: &str, name: &str, year: &str| {
        let mut script = Script::on("http://127.0.0.1:8080/admin/", "Admin");
        script.open(PAGES, "Pages", vec![]);
        let cells = vec![cell("Year", "2001"), cell("Name", old)];
        click_of(&mut script, "button", "Edit", ControlRecord { cells, name: old.into(), own_link: false });
        script.fill("Full name", name).fill("Birth year", year);
        script.go("button", "Save", PAGES, "Pages", vec![element("status", "Saved")], vec![]);
        script
    };
    let before = people(&[("2001", "Tomas Novotny"), ("2002", "Jonas Weber"), ("2003", "Mira Novak")]);
    let after = people(&[("2008", "Tomas Reyes"), ("2002", "Jonas Weber"), ("2003", "Mira Novak")]);
    let draft = learned(
        &changes("Tomas Novotny", "Tomas Reyes", "2008"),
        "Change the name and the birth year of somebody",
        vec![both(before.clone(), after)],
    );
    let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (old, new, year) = (name("Tomas Novotny"), name("Tomas Reyes"), name("2008"));
    let asked = [(old.as_str(), "Jonas Weber"), (new.as_str(), "Jonas Wolf"), (year.as_str(), "2009")];
    let run = |mira: &str| Run {
        draft: &draft,
        asked: &asked,
        script: changes("Jonas Weber", "Jonas Wolf", "2009"),
        before: vec![before.clone()],
        after: vec![people(&[("2001", "Tomas Novotny"), ("2009", "Jonas Wolf"), (mira, "Mira Novak")])],
    };
    assert_eq!(run("2003").refused(), None, "{:#?}", effects(&draft));
    assert!(run("2009").refused().is_some(), "somebody else got the year as well");
}

#[test]
fn rows_that_a_page_drew_after_it_was_read_are_not_new() {
    let mut script = Script::on(PAGES, "Pages");
    script.fill("Title", "Kettle");
    script.click("button", "Move to archive", vec![element("status", "Moved")], vec![]);
    let kettle = ("1", "Kettle", "live");
    let sources = |after: &[(&str, &str, &str)]| {
        let archive = both(folder(ARCHIVE, &[("Spoon", "9")]), folder(ARCHIVE, &[("Spoon", "9"), ("Kettle", "1")]));
        let draft = learned(&script, "Move a page to the archive", vec![both(titles(&[]), titles(after)), archive]);
        let told = effects(&draft).into_iter().map(|one| one.success_condition.clone()).collect::<Vec<_>>();
        (told.iter().any(|text| text.contains("/admin/pages/")), told.iter().any(|text| text.contains("/archive/")))
    };
    assert_eq!(sources(&[kettle, ("2", "Cups", "live")]), (false, true), "the table was drawn late");
    assert!(sources(&[kettle]).0, "the first row of a table that was empty");
}

#[test]
fn a_part_of_an_address_is_no_name_of_a_page() {
    let issue = "http://127.0.0.1:8080/issues/1207";
    let mut script = Script::on("http://127.0.0.1:8080/issues", "Issues");
    script.go("link", "Door scrapes", issue, "Complaint 1207", vec![], vec![]);
    script.in_record(ControlRecord { cells: vec![cell("Subject", "Door scrapes")], name: "Door scrapes".into(), own_link: true });
    script.fill("Notes", "It was planed").click("button", "Submit", vec![element("status", "Saved")], vec![]);
    let shows = |notes: &[&str]| {
        let mut records = vec![record(RecordKind::Field, vec![cell("Subject", "Door scrapes")])];
        records.extend(notes.iter().map(|text| record(RecordKind::Item, vec![cell("", text)])));
        Reading { title: "Complaint 1207".into(), ..page(issue, records) }
    };
    let draft = learned(&script, "Note what was done about an issue", vec![both(shows(&[]), shows(&["It was planed"]))]);
    let said: Vec<&str> = effects(&draft).iter().map(|one| one.goal.as_str()).collect();
    assert_eq!(said, ["The page of the record lists `notes`"], "{:#?}", effects(&draft));
}

#[test]
fn an_answer_and_the_state_of_what_it_answers_are_two_effects() {
    const LIST: &str = "http://127.0.0.1:8080/admin/comments.php";
    let comment = |author: &str, text: &str, controls: &[&str]| {
        let mut row = record(RecordKind::Row, vec![cell("Author", author), cell("Comment", text)]);
        row.controls = controls.iter().map(|name| (*name).to_owned()).collect();
        row
    };
    let (waits, stands) =
        (["Approve this comment", "Reply to this comment"], ["Unapprove this comment", "Reply to this comment"]);
    let (ada, bo) = ("Ada Berg ada@mail.example", "Bo Lund bo@mail.example");
    let (question, other) = ("Is there a step at the door of the hall?", "Where do we leave the bicycles?");
    let list = |rows: Vec<apprentice_contracts::reading::ReadRecord>| Reading {
        title: "Comments ‹ Garden".into(),
        ..page(LIST, rows)
    };
    let answers = |author: &str, name: &str, asked: &str, text: &str| {
        let mut script = Script::on(LIST, "Comments ‹ Garden");
        let cells = vec![cell("Author", author), cell("Comment", asked)];
        click_of(&mut script, "button", "Reply to this comment", ControlRecord { cells, name: name.into(), own_link: false });
        script.fill("Answer", text).click("button", "Approve and reply", vec![element("row", name)], vec![]);
        script
    };
    // While the form is open, the buttons of its row have short names, and its text shows an empty editor.
    let shown = format!("{question} | | Edit |");
    let before = list(vec![comment(ada, &shown, &["Approve", "Reply"]), comment(bo, other, &waits)]);
    let answer = "There is one, and a ramp at the side.";
    let new = |name: &str, text: &str| comment("Greta Holm", &format!("In reply to {name}. {text}"), &stands);
    let after = list(vec![new("Ada Berg", answer), comment(ada, question, &stands), comment(bo, other, &waits)]);
    let script = answers(ada, "Ada Berg", question, answer);
    let draft = learned(&script, "Answer a comment and let it through", vec![both(before, after)]);
    let goals: Vec<&str> = effects(&draft).iter().map(|one| one.goal.as_str()).collect();
    let wanted = [
        "“Comments” lists `In reply to <comment>. <answer>`",
        "“Comments” shows Author `<comment>…` and “Unapprove this comment”",
    ];
    assert_eq!(goals, wanted, "{:#?}", draft.graph.variables);
    let text = "Behind the shed, please.";
    let given = [("comment", "Bo Lund"), ("answer", text)];
    let run = |rows| Run {
        draft: &draft,
        asked: &given,
        script: answers(bo, "Bo Lund", other, text),
        before: vec![list(vec![comment(ada, question, &waits), comment(bo, other, &waits)])],
        after: vec![list(rows)],
    };
    let asked = comment(ada, question, &waits);
    assert_eq!(run(vec![new("Bo Lund", text), asked.clone(), comment(bo, other, &stands)]).refused(), None);
    assert!(run(vec![new("Bo Lund", text), asked, comment(bo, other, &waits)]).refused().is_some(), "it still waits");
    let both_approved = vec![new("Bo Lund", text), comment(ada, question, &stands), comment(bo, other, &stands)];
    assert!(run(both_approved).refused().is_some(), "another one was let through");
}

#[test]
fn a_message_that_is_shown_once_is_no_effect_and_names_no_application() {
    let (start, form) = ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/Ticket/Create.html");
    let ticket = "http://127.0.0.1:8080/Ticket/Display.html?id=15";
    let mut script = Script::on(start, "Desk at a glance");
    script.open(start, "Desk at a glance", vec![]);
    script.go("link", "New ticket", form, "Create a ticket", vec![], vec![]);
    script.choose("combobox", "Queue", "Classrooms").fill("Subject", "Camera is not found");
    script.go("button", "Create", &format!("{ticket}&results=ea88fc3333edb135"), "#15: Camera is not found", vec![], vec![]);
    let shows = |url: &str, messages: &[&str]| {
        let mut records =
            vec![record(RecordKind::Field, vec![cell("Queue", "Classrooms"), cell("Subject", "Camera is not found")])];
        records.extend(messages.iter().map(|text| record(RecordKind::Item, vec![cell("", text)])));
        Reading { title: "#15: Camera is not found".into(), ..page(url, records) }
    };
    let landed = format!("{ticket}&results=ea88fc3333edb135");
    let last = script.actions.len() as u32;
    // A look at another page comes after it.
    script.go("link", "Home", start, "Desk at a glance", vec![], vec![]);
    let once = SourceReadings {
        seen_after: last,
        ..both(shows(&landed, &["Ticket 15 created in queue 'Classrooms'"]), shows(&landed, &[]))
    };
    let draft = learned(&script, "Open a ticket", vec![once, only_after(shows(ticket, &[]))]);
    let goals: Vec<&str> = effects(&draft).iter().map(|one| one.goal.as_str()).collect();
    assert_eq!(goals, ["The record shows `queue` and `subject`"]);
    let said = &effects(&draft)[0].success_condition;
    assert!(said.contains("the page of the record again, `/Ticket/Display.html?id=…`"), "{said}");
    assert!(draft.skill_md.contains("In the web application “Desk at a glance”"), "{}", draft.skill_md);
}
