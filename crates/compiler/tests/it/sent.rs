//! What pages sent: learned from a demonstration, and a witness of a run whose pages show nothing that can be read again.

use crate::effects::{both, cell, learned, only_after, reading, record, verdicts};
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, NotReached};
use apprentice_contracts::ids::CheckpointId;
use apprentice_contracts::observation::ControlRecord;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const SITE: &str = "http://127.0.0.1:8080";
const PAGE: &str = "http://127.0.0.1:8080/bookings";

/// A request: method, path, status, parts of the body.
type Request<'a> = (&'a str, &'a str, &'a str, &'a [(&'a str, &'a str)]);

fn sent(list: &[Request<'_>]) -> Reading {
    let request = |(method, path, status, parts): &Request<'_>| {
        let mut cells = vec![cell(":method", method), cell(":url", &format!("{SITE}{path}")), cell(":status", status)];
        cells.retain(|cell| !cell.text.is_empty());
        cells.extend(parts.iter().map(|(name, text)| cell(name, text)));
        record(RecordKind::Request, cells)
    };
    Reading { title: String::new(), ..reading(ReadingSource::Sent, list.iter().map(request).collect()) }
}

fn bookings(list: &[(&str, &str)]) -> Reading {
    let row = |(guest, room): &(&str, &str)| record(RecordKind::Row, vec![cell("Guest", guest), cell("Room", room)]);
    reading(ReadingSource::Page { url: PAGE.into() }, list.iter().map(row).collect::<Vec<ReadRecord>>())
}

fn books(guest: &str, room: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/"), "Hotel");
    script.open(PAGE, "Bookings", vec![]);
    script.click("button", "New booking", vec![element("dialog", "New booking")], vec![]);
    script.fill("Guest", guest).fill("Room", room);
    script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "New booking")]);
    script
}

fn request<'a>(parts: &'a [(&'a str, &'a str)]) -> Request<'a> {
    ("POST", "/api/bookings", "201", parts)
}

/// `shown`: whether the page shows what is new.
fn draft(shown: bool) -> Draft {
    let first = ("Grace Hopper", "Elm");
    let after = if shown { bookings(&[first, ("Ada Lovelace", "Birch suite")]) } else { bookings(&[first]) };
    let parts = [("guest", "Ada Lovelace"), ("room", "Birch suite"), ("source", "web")];
    let sign_in = ("POST", "/welcome", "303", &[("user", "grace")] as &[_]);
    let search = ("POST", "/api/guests/search", "200", &[("text", "Ada Lovelace")] as &[_]);
    let requests = [sign_in, search, request(&parts)];
    learned(
        &books("Ada Lovelace", "Birch suite"),
        "Book a room",
        vec![both(bookings(&[first]), after), only_after(sent(&requests))],
    )
}

/// How a run ended that was asked for Alan Turing in the Cedar room: the verdicts on its effects.
fn run(
    draft: &Draft,
    requests: &[Request<'_>],
    page: Result<Reading, String>,
) -> Vec<(CheckpointStatus, Option<NotReached>, String)> {
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let asked = [(names[0], "Alan Turing"), (names[1], "Cedar room")];
    let read = |source: &ReadingSource| match source {
        ReadingSource::Sent => Ok(sent(requests)),
        _ => page.clone(),
    };
    let all = verdicts(draft, &asked, &books("Alan Turing", "Cedar room"), &[bookings(&[("Grace Hopper", "Elm")])], &read);
    let is_effect =
        |id: &CheckpointId| draft.checkpoints.iter().any(|one| one.checkpoint_id == *id && one.role == CheckpointRole::Effect);
    all.into_iter()
        .filter(|one| is_effect(&one.checkpoint_id))
        .map(|one| (one.status, one.not_reached, one.reason.unwrap_or(one.evidence)))
        .collect()
}

const RIGHT: &[(&str, &str)] = &[("guest", "Alan Turing"), ("room", "Cedar room"), ("source", "web")];

#[test]
fn a_request_that_changes_something_is_learned_with_its_inputs() {
    let draft = draft(true);
    let [pattern, aside] = draft.graph.sent.as_slice() else { panic!("{:#?}", draft.graph.sent) };
    assert!(aside.aside && aside.path == "/welcome", "{aside:?}");
    assert_eq!((pattern.method.as_str(), pattern.path.as_str()), ("POST", "/api/bookings"));
    let parts: Vec<_> = pattern.parts.iter().map(|one| (one.header.as_deref().unwrap(), one.text.as_str())).collect();
    assert_eq!(parts, [("guest", "{{guest}}"), ("room", "{{room}}")]);
    assert!(pattern.makes && !pattern.leads_on && !pattern.several, "{pattern:?}");
}

#[test]
fn a_fault_that_no_page_shows_is_seen_by_what_was_sent() {
    let draft = draft(true);
    let unreadable = || Err("it leads to another page".to_owned());
    let of = |requests: &[Request<'_>]| run(&draft, requests, unreadable()).remove(0);
    let wrong = [("guest", "Alan Turing"), ("room", "Elm room"), ("source", "web")];
    let refused: Vec<Request<'_>> = vec![("POST", "/api/bookings", "422", RIGHT)];
    let sign_in = ("POST", "/welcome", "303", &[("user", "alan")] as &[_]);
    for (requests, why) in [
        (vec![request(&wrong)], "“room” was sent as “Elm room”, not “Cedar room”."),
        (vec![request(RIGHT), request(RIGHT)], "twice"),
        (vec![request(RIGHT), request(&wrong)], "as well"),
        (refused.clone(), "sent nothing"),
        (vec![sign_in], "sent nothing"),
        (vec![], "sent nothing"),
    ] {
        let (status, not_reached, reason) = of(&requests);
        assert_eq!((status, not_reached), (CheckpointStatus::Failed, Some(NotReached::Refuted)), "{reason}");
        assert!(reason.contains(why), "{reason}");
    }
    // That it was accepted does not mean that it is kept, a run may take another way, and an answer may be missing.
    let open = ("POST", "/api/bookings", "", RIGHT);
    let question = ("POST", "/api/guests/search", "200", &[("text", "Alan")] as &[_]);
    for requests in
        [vec![request(RIGHT)], vec![("POST", "/quick", "303", RIGHT)], vec![refused[0], open], vec![refused[0], question]]
    {
        let (status, not_reached, reason) = of(&requests);
        assert_eq!((status, not_reached), (CheckpointStatus::Skipped, Some(NotReached::Undecided)), "{reason}");
    }
}

#[test]
fn what_was_not_read_before_is_new_where_the_run_sent_it() {
    let draft = draft(true);
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let asked = [(names[0], "Alan Turing"), (names[1], "Cedar room")];
    let of = |requests: &[Request<'_>], rows: &[(&str, &str)]| {
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(requests)),
            _ => Ok(bookings(rows)),
        };
        let all = verdicts(&draft, &asked, &books("Alan Turing", "Cedar room"), &[], &read);
        let effect = draft.checkpoints.iter().find(|one| one.role == CheckpointRole::Effect).expect("an effect");
        let one = all.into_iter().find(|one| one.checkpoint_id == effect.checkpoint_id).expect("a verdict");
        (one.status, one.evidence)
    };
    let right = ("Alan Turing", "Cedar room");
    let (status, words) = of(&[request(RIGHT)], &[("Grace Hopper", "Elm"), right]);
    assert_eq!(status, CheckpointStatus::Reached, "{words}");
    assert!(words.contains("The pages of this run sent it"), "{words}");
    let wrong = [("guest", "Alan Turing"), ("room", "Elm room"), ("source", "web")];
    for (requests, rows) in [
        (vec![request(RIGHT)], vec![("Grace Hopper", "Elm")]),
        (vec![request(RIGHT)], vec![right, right]),
        (vec![request(&wrong)], vec![right]),
        (vec![request(RIGHT), request(RIGHT)], vec![right]),
        (vec![("POST", "/quick", "303", RIGHT)], vec![right]),
    ] {
        let (status, words) = of(&requests, &rows);
        assert_ne!(status, CheckpointStatus::Reached, "{requests:?}, {rows:?}: {words}");
    }
}

#[test]
fn what_an_id_stands_for_is_told_by_the_rows_that_have_it() {
    let row = |(id, guest, room): &(&str, &str, &str)| {
        let mut row = record(RecordKind::Row, vec![cell("Guest", guest), cell("Room", room)]);
        row.link = Some(format!("{SITE}/bookings/{id}"));
        row
    };
    let page = |list: &[(&str, &str, &str)]| reading(ReadingSource::Page { url: PAGE.into() }, list.iter().map(row).collect());
    let was = || page(&[("17", "Ada Lovelace", "Elm"), ("18", "Alan Turing", "Oak")]);
    let move_to = |guest: &str, room: &str| {
        let mut script = Script::on(PAGE, "Bookings");
        script.fill("Find a guest", guest);
        script.click("button", "Edit", vec![element("dialog", "Booking")], vec![]);
        script.fill("Room", room);
        script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "Booking")]);
        script
    };
    let edit = |path: &'static str| ("PUT", path, "200", &[("room", "Birch suite")] as &[_]);
    let learn = |requests: &[Request<'_>]| {
        let readings = vec![both(was(), was()), only_after(sent(requests))];
        learned(&move_to("Ada Lovelace", "Birch suite"), "Move a guest to another room", readings)
    };
    let draft = learn(&[edit("/api/bookings/17")]);
    let [pattern] = draft.graph.sent.as_slice() else { panic!("{:#?}", draft.graph.sent) };
    assert_eq!(pattern.about.len(), 1, "{pattern:?}");
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).unwrap().name.clone();
    let (guest, room) = (named("Ada Lovelace"), named("Birch suite"));
    let failed = |path: &str| {
        let asked = [(guest.as_str(), "Alan Turing"), (room.as_str(), "Cedar room")];
        let requests = [("PUT", path, "200", &[("room", "Cedar room")] as &[_])];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(&requests)),
            _ => Ok(was()),
        };
        let all = verdicts(&draft, &asked, &move_to("Alan Turing", "Cedar room"), &[was()], &read);
        all.into_iter().find(|one| one.status == CheckpointStatus::Failed).map(|one| one.reason.unwrap_or_default())
    };
    assert_eq!(failed("/api/bookings/18"), None);
    assert!(failed("/api/bookings/17").unwrap().contains("about “Ada Lovelace”"));
    assert_eq!(failed("/api/bookings/19"), None, "no row says what it is");
}

#[test]
fn a_refused_try_and_a_mistake_that_was_mended_speak_against_nothing() {
    let draft = draft(true);
    let page = || Ok(bookings(&[("Grace Hopper", "Elm"), ("Alan Turing", "Cedar room")]));
    let wrong = [("guest", "Alan Turing"), ("room", "Elm room"), ("source", "web")];
    let again = [("POST", "/api/bookings", "422", &wrong as &[_]), request(RIGHT)];
    assert_eq!(run(&draft, &again, page())[0].0, CheckpointStatus::Reached);

    // An edit: the last one of a thing counts.
    let edit = |room: &'static [(&'static str, &'static str)]| ("PUT", "/api/bookings/3", "200", room);
    let mut script = Script::on(PAGE, "Bookings");
    script.click("link", "Ada Lovelace", vec![element("dialog", "Booking")], vec![]);
    script.fill("Room", "Birch suite");
    script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "Booking")]);
    let was = || bookings(&[("Ada Lovelace", "Elm")]);
    let done = bookings(&[("Ada Lovelace", "Birch suite")]);
    let draft = learned(
        &script,
        "Move a guest to another room",
        vec![both(was(), done), only_after(sent(&[edit(&[("room", "Birch suite")])]))],
    );
    let [pattern] = draft.graph.sent.as_slice() else { panic!("{:#?}", draft.graph.sent) };
    assert_eq!(pattern.path, "/api/bookings/*");
    let room = draft.graph.variables.iter().find(|one| one.example == "Birch suite").expect("an input").name.clone();
    let judged = |requests: &[Request<'_>]| {
        let asked = [(room.as_str(), "Cedar room")];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(requests)),
            _ => Err("it leads to another page".to_owned()),
        };
        let all = verdicts(&draft, &asked, &script, &[was()], &read);
        let failed = all.into_iter().find(|one| one.status == CheckpointStatus::Failed);
        failed.map(|one| one.reason.unwrap_or_default())
    };
    const CEDAR: &[(&str, &str)] = &[("room", "Cedar room")];
    const ELM: &[(&str, &str)] = &[("room", "Elm room")];
    assert_eq!(judged(&[edit(ELM), edit(CEDAR)]), None);
    assert!(judged(&[edit(CEDAR), edit(ELM)]).unwrap().contains("Elm room"), "undone after");
    let other = ("PUT", "/api/bookings/4", "200", CEDAR);
    assert!(judged(&[edit(CEDAR), other]).unwrap().contains("another thing"), "another booking as well");
    let cancel = ("GET", "/bookings/4/cancel", "302", &[] as &[_]);
    let reopen = ("GET", "/bookings/4/reopen", "302", &[] as &[_]);
    assert!(judged(&[edit(CEDAR), cancel]).unwrap().contains("GET /bookings/4/cancel"), "another booking in another way");
    assert_eq!(judged(&[edit(CEDAR), cancel, reopen]), None, "put right");
    assert_eq!(judged(&[edit(CEDAR), ("GET", "/guests/4/cancel", "302", &[])]), None, "a thing of another kind");
}

#[test]
fn what_was_read_again_counts_more_than_what_was_sent() {
    let draft = draft(true);
    let page = || Ok(bookings(&[("Grace Hopper", "Elm"), ("Alan Turing", "Cedar room")]));
    let typed_otherwise = [("guest", "TURING, A."), ("room", "Cedar room"), ("source", "web")];
    for requests in [vec![], vec![request(&typed_otherwise)], vec![request(RIGHT), request(RIGHT)]] {
        assert_eq!(run(&draft, &requests, page())[0].0, CheckpointStatus::Reached, "{requests:?}");
    }
}

#[test]
fn a_request_that_says_nothing_hides_none_of_the_same_address() {
    let save = ("POST", "/wizard", "303", &[("guest", "Ada Lovelace"), ("room", "Birch suite")] as &[_]);
    let finish = ("POST", "/wizard", "303", &[("step", "3")] as &[_]);
    let same = || both(bookings(&[]), bookings(&[]));
    let draft = learned(&books("Ada Lovelace", "Birch suite"), "Book a room", vec![same(), only_after(sent(&[save, finish]))]);
    assert!(draft.graph.sent.iter().any(|one| one.aside), "{:#?}", draft.graph.sent);
    let right = ("POST", "/wizard", "303", RIGHT);
    let failed = |requests: &[Request<'_>]| {
        run(&draft, requests, Ok(bookings(&[]))).into_iter().any(|(status, ..)| status == CheckpointStatus::Failed)
    };
    assert!(!failed(&[right, finish]));
    assert!(failed(&[finish]));
}

fn named(guest: &str) -> ControlRecord {
    let cells = vec![cell("Guest", guest), cell("Room", "Elm")];
    ControlRecord { name: guest.into(), cells, own_link: false }
}

#[test]
fn a_request_about_ticked_rows_names_each_of_them() {
    let tick = |names: &[&str]| {
        let mut script = Script::on(PAGE, "Bookings");
        for name in names {
            script.choose("checkbox", "Select", "on").in_record(named(name));
        }
        script.fill("Note", "Ask for the key");
        script.click("button", "Apply", vec![element("status", "Done")], vec![]);
        script
    };
    let ids = |list: &'static [(&'static str, &'static str)]| ("POST", "/api/bulk", "204", list);
    const TWO: &[(&str, &str)] = &[("ids", "11"), ("ids", "12"), ("note", "Ask for the key")];
    const THREE: &[(&str, &str)] = &[("ids", "21"), ("ids", "22"), ("ids", "23"), ("note", "Ask for the key")];
    let page = || bookings(&[("Ada Lovelace", "Elm"), ("Alan Turing", "Oak"), ("Grace Hopper", "Birch")]);
    let readings = vec![both(page(), page()), only_after(sent(&[ids(TWO)]))];
    let draft = learned(&tick(&["Ada Lovelace", "Alan Turing"]), "Note something about bookings", readings);
    assert_eq!(draft.graph.sent[0].counts, ["ids"], "{:#?} {:#?}", draft.graph.sent, draft.graph.variables);
    let list = draft.graph.variables.iter().find(|one| one.list).expect("a list").name.clone();
    let failed = |requests: &[Request<'_>]| {
        let asked = [(list.as_str(), "Ada Lovelace, Alan Turing, Grace Hopper")];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(requests)),
            _ => Ok(page()),
        };
        let all = verdicts(&draft, &asked, &tick(&["Ada Lovelace", "Alan Turing", "Grace Hopper"]), &[page()], &read);
        all.into_iter().find(|one| one.status == CheckpointStatus::Failed).map(|one| one.reason.unwrap_or_default())
    };
    assert_eq!(failed(&[ids(THREE)]), None);
    assert!(failed(&[ids(TWO)]).unwrap().contains("about 2 things; 3 were asked for"));
}

#[test]
fn a_checkpoint_on_somebody_s_word_is_refuted_by_what_was_sent() {
    let draft = draft(false);
    assert!(!draft.graph.sent.is_empty() && crate::effects::effects(&draft)[0].evidence.is_none());
    let removed = ("DELETE", "/api/bookings/7", "204", &[] as &[_]);
    let same = || Ok(bookings(&[("Grace Hopper", "Elm")]));
    let failed = |requests: &[Request<'_>]| {
        run(&draft, requests, same()).into_iter().any(|(status, ..)| status == CheckpointStatus::Failed)
    };
    assert!(!failed(&[request(RIGHT)]));
    assert!(!failed(&[request(RIGHT), removed]), "of another booking, as far as anybody knows");
    assert!(failed(&[request(&[("guest", "Alan Turing"), ("room", "Elm room")])]));
    assert!(failed(&[]));
}

#[test]
fn what_a_site_was_sent_is_asked_for_again_where_it_keeps_it() {
    let data = |id: &str| ReadingSource::Data { url: format!("{SITE}/api/bookings/{id}") };
    let kept = |id: &str, guest: &str, room: &str| {
        let row = record(RecordKind::Row, vec![cell("id", id), cell("guest", guest), cell("room", room)]);
        Reading { title: String::new(), ..reading(data(id), vec![row]) }
    };
    let moves = |guest: &str, room: &str| {
        let mut script = Script::on(PAGE, "Bookings");
        script.fill("Guest", guest).fill("Room", room);
        script.click("button", "Move", vec![element("status", "Saved")], vec![]);
        script
    };
    let put = |path: &'static str, parts: &'static [(&'static str, &'static str)]| ("PUT", path, "200", parts);
    const ADA: &[(&str, &str)] = &[("guest", "Ada Lovelace"), ("room", "Birch suite")];
    let requests =
        sent(&[put("/api/bookings/17", ADA), ("POST", "/api/jobs/5/run", "201", &[]), ("POST", "/search", "200", &[])]);
    let script = moves("Ada Lovelace", "Birch suite");
    let named = apprentice_compiler::closing_looks(&script.actions, &[only_after(requests.clone())]);
    let of_data: Vec<_> = named.iter().filter(|source| matches!(source, ReadingSource::Data { .. })).collect();
    assert_eq!(of_data, [&data("17")], "what only asks, and what acts, is not asked for again");

    let readings = vec![only_after(requests), only_after(kept("17", "Ada Lovelace", "Birch suite"))];
    let draft = learned(&script, "Move a guest to another room", readings);
    let evidence = crate::effects::effects(&draft)[0].evidence.clone();
    assert!(evidence.is_some(), "{:#?}", draft.checkpoints);
    let failed = |stored: &str| {
        let requests = [put("/api/bookings/18", RIGHT)];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(&requests)),
            source if *source == data("18") => Ok(kept("18", "Alan Turing", stored)),
            _ => Err("it is not there".to_owned()),
        };
        let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
        let asked = [(names[0], "Alan Turing"), (names[1], "Cedar room")];
        let all = verdicts(&draft, &asked, &moves("Alan Turing", "Cedar room"), &[], &read);
        assert!(all.iter().any(|one| one.evidence.contains("/api/bookings/18")), "{all:#?}");
        all.into_iter().any(|one| one.status == CheckpointStatus::Failed)
    };
    assert!(!failed("Cedar room"));
    assert!(failed("Elm"), "it was accepted and not kept");
}

#[test]
fn an_amount_is_compared_in_the_hundredth_part_of_its_currency_and_another_thing_is_told_by_its_number() {
    let prices = |product: &str, price: &str| {
        let mut script = Script::on(PAGE, "Products");
        script.fill("Product", product).fill("Price", price);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let update = |parts: &'static [(&'static str, &'static str)]| ("POST", "/graphql", "200", parts);
    let mutation = |requests: &[Request<'_>]| {
        let mut reading = sent(requests);
        reading.records.iter_mut().for_each(|record| record.cells.insert(3, cell(":operation", "mutation UpdateProduct")));
        reading
    };
    const GREEN: &[(&str, &str)] = &[("input.id", "5"), ("input.name", "Green Terrace"), ("input.price", "970")];
    const BLUE: &[(&str, &str)] = &[("input.id", "6"), ("input.name", "Blue Kettle"), ("input.price", "4500")];
    const WRONG: &[(&str, &str)] = &[("input.id", "6"), ("input.name", "Blue Kettle"), ("input.price", "450")];
    let readings = vec![only_after(mutation(&[update(GREEN)]))];
    let draft = learned(&prices("Green Terrace", "9.70"), "Change a price", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (product, price) = (named("Green Terrace"), named("9.70"));
    let parts: Vec<String> = draft.graph.sent[0].parts.iter().map(|one| one.text.clone()).collect();
    assert_eq!(parts, [format!("{{{{{product}}}}}"), format!("{{{{{price}}}}}")], "{:#?}", draft.graph.sent);
    let failed = |requests: &[Request<'_>]| {
        let asked = [(product.as_str(), "Blue Kettle"), (price.as_str(), "45.00")];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(mutation(requests)),
            _ => Err("it leads to another page".to_owned()),
        };
        let all = verdicts(&draft, &asked, &prices("Blue Kettle", "45.00"), &[], &read);
        all.into_iter().find(|one| one.status == CheckpointStatus::Failed).map(|one| one.reason.unwrap_or_default())
    };
    assert_eq!(failed(&[update(BLUE)]), None);
    assert!(failed(&[update(WRONG)]).unwrap().contains("450"));
    assert!(failed(&[update(BLUE), update(GREEN)]).unwrap().contains("Something else was sent as well"));
}

#[test]
fn another_record_is_told_by_the_letters_of_its_path_whatever_the_right_one_shows() {
    let form = |order: &str, note: &str| {
        let cells = vec![cell("Order", order), cell("Comment", note)];
        let source = ReadingSource::Page { url: format!("{SITE}/orders/{order}") };
        reading(source, vec![record(RecordKind::Field, cells)])
    };
    let notes = |order: &str, note: &str| {
        let mut script = Script::on(PAGE, "Orders");
        script.go("link", order, &format!("{SITE}/orders/{order}"), order, vec![], vec![]);
        script.in_record(ControlRecord {
            cells: vec![cell("Order", order), cell("State", "open")],
            name: order.into(),
            own_link: true,
        });
        script.fill("Comment", note);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    const SEAT: &[(&str, &str)] = &[("comment", "Keep the seat")];
    const ANN: &[(&str, &str)] = &[("comment", "Ask Ann")];
    let readings = vec![
        both(form("BKQX", ""), form("BKQX", "Keep the seat")),
        only_after(sent(&[("POST", "/orders/BKQX/comment", "302", SEAT)])),
    ];
    let draft = learned(&notes("BKQX", "Keep the seat"), "Leave a note on an order", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (order, note) = (named("BKQX"), named("Keep the seat"));
    let failed = |requests: &[Request<'_>]| {
        let asked = [(order.as_str(), "CMTA"), (note.as_str(), "Ask Ann")];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(requests)),
            _ => Ok(form("CMTA", "Ask Ann")),
        };
        let all = verdicts(&draft, &asked, &notes("CMTA", "Ask Ann"), &[form("CMTA", "")], &read);
        all.into_iter().find(|one| one.status == CheckpointStatus::Failed).map(|one| one.reason.unwrap_or_default())
    };
    let right = ("POST", "/orders/CMTA/comment", "302", ANN);
    let other = ("POST", "/orders/RYDB/comment", "302", ANN);
    assert_eq!(failed(&[right]), None, "{:#?}", draft.graph.sent);
    assert!(failed(&[right, other]).unwrap().contains("Something else was sent as well"));
    assert_eq!(failed(&[other, other, right]), None, "what was sent twice may have been put right");
}

#[test]
fn the_same_that_was_sent_about_another_thing_refutes_whatever_the_right_one_shows() {
    let list = |rows: &[(&str, &str)]| {
        let row =
            |(title, publisher): &(&str, &str)| record(RecordKind::Row, vec![cell("Title", title), cell("Publisher", publisher)]);
        reading(ReadingSource::Page { url: PAGE.into() }, rows.iter().map(row).collect::<Vec<ReadRecord>>())
    };
    let sets = |title: &str, publisher: &str| {
        let mut script = Script::on(PAGE, "Books");
        script.click("button", "Edit", vec![], vec![]);
        let cells = vec![cell("Title", title), cell("Publisher", "")];
        script.in_record(ControlRecord { cells, name: title.into(), own_link: false });
        script.fill("Publisher", publisher);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let request = |parts| ("POST", "/ajax/editbooks/publishers", "200", parts);
    const BOOK: &[(&str, &str)] = &[("pk", "41"), ("value", "Lantern Books")];
    let other = ("Frost and Fern", "");
    let readings = vec![
        both(list(&[("Leaves", ""), other]), list(&[("Leaves", "Lantern Books"), other])),
        only_after(sent(&[request(BOOK)])),
    ];
    let draft = learned(&sets("Leaves", "Lantern Books"), "Set the publisher of a book", readings);
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    let (title, publisher) = (named("Leaves"), named("Lantern Books"));
    let failed = |requests: &[Request<'_>]| {
        let asked = [(title.as_str(), "Leaves"), (publisher.as_str(), "Harbour Press")];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(requests)),
            _ => Ok(list(&[("Leaves", "Harbour Press"), other])),
        };
        let all = verdicts(&draft, &asked, &sets("Leaves", "Harbour Press"), &[list(&[("Leaves", ""), other])], &read);
        all.into_iter().find(|one| one.status == CheckpointStatus::Failed).map(|one| one.reason.unwrap_or_default())
    };
    let right = request(&[("pk", "41"), ("value", "Harbour Press")]);
    assert_eq!(failed(&[right]), None, "{:#?}", draft.graph.sent);
    assert_eq!(failed(&[right, right]), None, "the same was stored again");
    let second = request(&[("pk", "77"), ("value", "Harbour Press")]);
    assert!(failed(&[right, second]).unwrap().contains("about another thing as well"));
}

#[test]
fn a_page_that_only_answers_a_form_is_no_place_to_look() {
    const EDIT: &str = "http://127.0.0.1:8080/tickets/2/edit";
    const PREVIEW: &str = "http://127.0.0.1:8080/preview";
    let previews = |opened: bool| {
        let mut script = Script::on(EDIT, "Ticket");
        if opened {
            script.go("link", "Preview", PREVIEW, "Preview", vec![], vec![]);
            script.go("link", "Edit", EDIT, "Ticket", vec![], vec![]);
        }
        script.fill("Remark", "Glued twice");
        script.go("button", "Preview", PREVIEW, "Preview", vec![element("heading", "Preview")], vec![]);
        script.click("button", "Send", vec![element("status", "Sent")], vec![]);
        script
    };
    let looks_at_preview = |opened: bool, method: &str| {
        let requests: [Request<'_>; 1] = [(method, "/preview", "200", &[("remark", "Glued twice")])];
        let page = |records| reading(ReadingSource::Page { url: PREVIEW.into() }, records);
        let field = |text: &str| page(vec![record(RecordKind::Field, vec![cell("Remark", text)])]);
        let readings = vec![both(field(""), field("Glued twice")), only_after(sent(&requests))];
        let draft = learned(&previews(opened), "Write a remark on a ticket", readings);
        serde_json::to_string(&draft.checkpoints).expect("JSON").contains(r#""kind":"records""#)
    };
    assert!(!looks_at_preview(false, "POST"));
    assert!(looks_at_preview(true, "POST"), "it was opened by a link before");
    assert!(looks_at_preview(false, "PUT"), "nothing says that the page was the answer");
}

#[test]
fn a_page_that_a_button_opens_by_a_hidden_number_is_no_place_to_look() {
    const LIST: &str = "http://127.0.0.1:8080/reservations";
    const CHANGE: &str = "http://127.0.0.1:8080/change.php";
    let pays = |role: &str| {
        let mut script = Script::on(LIST, "Reservations");
        script.go(role, "Change Lovelace", CHANGE, "Change", vec![element("heading", "Reservation of Lovelace")], vec![]);
        script.fill("Paid", "260");
        script.click("button", "Save", vec![element("status", "Paid 260 of 340"), element("cell", "260")], vec![]);
        script
    };
    let page = |paid: &str| {
        let field = record(RecordKind::Field, vec![cell("Paid", paid)]);
        reading(ReadingSource::Page { url: CHANGE.into() }, vec![field])
    };
    let looks = |role: &str, destination: &str| {
        let mut requests =
            sent(&[("POST", "/change.php", "200", &[("id", "7")]), ("POST", "/change.php", "200", &[("paid", "260")])]);
        for request in requests.records.iter_mut().filter(|_| !destination.is_empty()) {
            request.cells.push(cell(":destination", destination));
        }
        let draft = learned(&pays(role), "Take a payment", vec![both(page("80"), page("260")), only_after(requests)]);
        let text = serde_json::to_string(&draft.checkpoints).expect("JSON");
        (text.contains(r#""kind":"records""#), text.contains(r#""durable":true"#))
    };
    assert_eq!(looks("button", "document"), (false, false));
    assert!(looks("link", "document").0, "a link opens it");
    assert!(looks("button", "").0, "nothing says that the page was the answer");
}

#[test]
fn an_amount_that_is_the_same_every_time_is_sent_without_its_sign() {
    let changes = |room: &str, done: &str| {
        let mut script = Script::on(PAGE, "Bookings");
        script.fill("Room", room).choose("combobox", "% Paid", done);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let request = |room: &str, paid: &str| {
        sent(&[("POST", "/bookings/7", "302", &[("booking[room]", room), ("booking[paid_ratio]", paid)])])
    };
    let list = || bookings(&[("Ada Lovelace", "Birch suite")]);
    let readings = vec![both(list(), list()), only_after(request("Birch suite", "100"))];
    let draft = learned(&changes("Birch suite", "100 %"), "Note that a room is paid", readings);
    let [pattern] = draft.graph.sent.as_slice() else { panic!("{:#?}", draft.graph.sent) };
    assert!(pattern.parts.iter().any(|part| part.text == "100"), "{pattern:?}");
    let input = draft.graph.variables.iter().find(|one| one.example == "Birch suite").expect("the room");
    let refuted = |paid: &str| {
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(request("Cedar room", paid)),
            _ => Err("it cannot be read".to_owned()),
        };
        let asked = [(input.name.as_str(), "Cedar room")];
        let all = verdicts(&draft, &asked, &changes("Cedar room", "50 %"), &[list()], &read);
        all.into_iter().any(|one| one.not_reached == Some(NotReached::Refuted))
    };
    assert!(!refuted("100") && refuted("50"), "{:#?}", draft.checkpoints);
}

#[test]
fn each_round_of_a_loop_sends_its_own_request() {
    let book_all = |list: &[(&str, &str)]| {
        let mut script = Script::on(PAGE, "Bookings");
        for (guest, room) in list {
            script.click("button", "New booking", vec![element("dialog", "New booking")], vec![]);
            script.fill("Guest", guest).fill("Room", room);
            script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "New booking")]);
        }
        script
    };
    let requests = |list: &[(&str, &str)]| {
        let parts: Vec<[(&str, &str); 2]> = list.iter().map(|(guest, room)| [("guest", *guest), ("room", *room)]).collect();
        let all: Vec<Request<'_>> = parts.iter().map(|parts| ("POST", "/bookings/save", "302", &parts[..])).collect();
        sent(&all)
    };
    let done = [("Ada Lovelace", "Birch suite"), ("Grace Hopper", "Oak suite"), ("Alan Turing", "Yew suite")];
    let readings = vec![both(bookings(&[]), bookings(&done)), only_after(requests(&done))];
    let draft = learned(&book_all(&done), "Book a room for each of some guests", readings);
    let [pattern] = draft.graph.sent.as_slice() else { panic!("{:#?}", draft.graph.sent) };
    assert_eq!(pattern.parts.len(), 2, "{pattern:?}");
    let name = |header: &str| {
        let part = pattern.parts.iter().find(|part| part.header.as_deref() == Some(header)).expect("the part");
        part.text.trim_matches(['{', '}']).to_owned()
    };
    let (guest, room) = (name("guest"), name("room"));
    assert_eq!(pattern.over, [guest.clone(), room.clone()]);
    let asked = [(guest.as_str(), "Barbara Liskov, Edsger Dijkstra"), (room.as_str(), "Cedar room, Elm")];
    let both = [("Barbara Liskov", "Cedar room"), ("Edsger Dijkstra", "Elm")];
    // Nothing can be read again, so only what was sent speaks.
    let refuted = |list: &[(&str, &str)]| {
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(requests(list)),
            _ => Err("it cannot be read".to_owned()),
        };
        let all = verdicts(&draft, &asked, &book_all(&both), &[bookings(&[])], &read);
        all.into_iter().find(|one| one.not_reached == Some(NotReached::Refuted)).and_then(|one| one.reason)
    };
    assert_eq!(refuted(&both), None, "{:#?}", draft.checkpoints);
    for (list, why) in [
        (vec![both[0]], "one is left out"),
        (vec![both[0], ("Edsger Dijkstra", "Birch suite")], "one has another room"),
        (vec![("Barbara Liskov", "Elm"), ("Edsger Dijkstra", "Cedar room")], "the rooms are changed about"),
        (vec![both[0], ("Ada Lovelace", "Elm")], "one is for somebody else"),
        ([&both[..], &[("Ada Lovelace", "Elm")]].concat(), "one more is booked"),
    ] {
        assert!(refuted(&list).is_some(), "{why}");
    }
}

/// Closes a job, which sets its progress as well.
fn closes(job: &str, hours: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/"), "Jobs");
    script.open(PAGE, "Jobs", vec![]);
    script.click("button", "Close a job", vec![element("dialog", "Close a job")], vec![]);
    script.fill("Job", job).fill("Hours", hours).choose("combobox", "Progress", "100 %");
    script.click("button", "Save", vec![element("status", "Saved")], vec![element("dialog", "Close a job")]);
    script
}

#[test]
fn what_is_always_the_same_was_sent_so() {
    let jobs = |list: &[(&str, &str)]| {
        let row = |(job, more): &(&str, &str)| {
            let header = if more.contains('%') { "Progress" } else { "Status" };
            record(RecordKind::Row, vec![cell("Job", job), cell(header, more)])
        };
        reading(ReadingSource::Page { url: PAGE.into() }, list.iter().map(row).collect::<Vec<ReadRecord>>())
    };
    let request = |job: &'static str, hours: &'static str, done: &'static str| {
        vec![
            cell(":method", "POST"),
            cell(":url", &format!("{SITE}/api/jobs")),
            cell(":status", "201"),
            cell("job", job),
            cell("hours", hours),
            cell("progress", done),
        ]
    };
    let sent = |cells| Reading { title: String::new(), ..reading(ReadingSource::Sent, vec![record(RecordKind::Request, cells)]) };
    let judged = |shown: &str, hours: &'static str, done: &'static str| {
        // A page that shows the progress showed that of an open job before.
        let is_open = shown.contains('%');
        let before = |job| match is_open {
            true => jobs(&[("Old shelf", "10 %"), (job, "50 %")]),
            false => jobs(&[("Old shelf", "Closed")]),
        };
        let after = |job| jobs(&[("Old shelf", if is_open { "10 %" } else { "Closed" }), (job, shown)]);
        let readings = vec![
            both(before("Counter of oak"), after("Counter of oak")),
            only_after(sent(request("Counter of oak", "2.5", "100"))),
        ];
        let draft = learned(&closes("Counter of oak", "2.5"), "Close a job at 100 %", readings);
        let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).unwrap().name.clone();
        let (job, time) = (name("Counter of oak"), name("2.5"));
        let asked = [(job.as_str(), "Rack at the gate"), (time.as_str(), "1.25")];
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(sent(request("Rack at the gate", hours, done))),
            _ => Ok(after("Rack at the gate")),
        };
        let all = verdicts(&draft, &asked, &closes("Rack at the gate", hours), &[before("Rack at the gate")], &read);
        all.into_iter().find(|one| one.status == CheckpointStatus::Failed).map(|one| one.reason.unwrap_or_default())
    };
    assert_eq!(judged("Closed", "1.25", "100"), None);
    assert!(judged("Closed", "1.25", "50").unwrap().contains("“progress” was sent as “50”"));
    assert!(judged("Closed", "12.5", "100").unwrap().contains("“hours” was sent as “12.5”"), "a point in another place");
    assert_eq!(judged("100 %", "1.25", "50"), None, "the page shows that it is right");
}

#[test]
fn a_field_that_is_called_by_the_number_of_its_record_is_the_same_for_each() {
    let pays = |stay: &str, method: &str| {
        let mut script = Script::on(PAGE, "Bookings");
        script.fill("Stay", stay).choose("combobox", "Payment method", method);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let request = |stay: &str, parts: &[(&str, &str)]| {
        let all: Vec<(&str, &str)> = [("stay", stay)].iter().chain(parts).copied().collect();
        sent(&[("POST", "/pay.php", "302", &all)])
    };
    let list = || bookings(&[("Ada Lovelace", "Birch suite")]);
    let shown = request("3", &[("method3", "Bank transfer"), ("line1", "x"), ("line2", "y")]);
    let draft = learned(&pays("3", "Bank transfer"), "Note how a stay is paid", vec![both(list(), list()), only_after(shown)]);
    let headers: Vec<&str> =
        draft.graph.sent.iter().flat_map(|one| &one.parts).filter_map(|part| part.header.as_deref()).collect();
    assert!(headers.contains(&"method#"), "{headers:?}");
    let refuted = |parts: &[(&str, &str)]| {
        let read = |source: &ReadingSource| match source {
            ReadingSource::Sent => Ok(request("7", parts)),
            _ => Err("it cannot be read".to_owned()),
        };
        let asked = [("stay", "7"), ("payment_method", "Credit card")];
        let all = verdicts(&draft, &asked, &pays("7", "Credit card"), &[list()], &read);
        all.into_iter().any(|one| one.not_reached == Some(NotReached::Refuted))
    };
    assert!(!refuted(&[("method7", "Credit card"), ("line1", "x"), ("line2", "y")]));
    assert!(refuted(&[("method7", "Cash"), ("line1", "x"), ("line2", "y")]));
}
