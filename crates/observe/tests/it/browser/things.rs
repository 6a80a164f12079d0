//! Clicks on what has no role or name, drag and drop, editors, fields that the page fills.

use super::*;
use apprentice_contracts::observation::ActionDetails;
use serde_json::json;

fn by_id(id: &str) -> String {
    format!("document.getElementById('{id}')")
}

impl Scene {
    async fn middle(&self, id: &str) -> (f64, f64) {
        let point = format!(
            "(() => {{ const r = {}.getBoundingClientRect(); return [r.x + Math.min(r.width, 40) / 2, r.y + r.height / 2]; }})()",
            by_id(id)
        );
        let at = self.user.eval(&self.tab, &point).await;
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    async fn mouse(&self, kind: &str, at: (f64, f64)) {
        let buttons = i32::from(kind != "mouseReleased");
        let event = json!({ "type": kind, "x": at.0, "y": at.1, "button": "left", "buttons": buttons, "clickCount": 1 });
        self.user.call(Some(User::session(&self.tab)), "Input.dispatchMouseEvent", event).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_click_without_a_name_leaves_a_trace() {
    let mut scene = scene("/page/things").await;
    let tab = scene.tab.clone();
    for id in ["plain", "card", "trash", "use", "hint", "draw", "size"] {
        scene.user.click(&tab, &by_id(id)).await;
    }
    scene.user.click_with(&tab, &by_id("second"), 2).await;
    scene.user.click(&tab, &by_id("quiet")).await;
    let reported = scene.reported().await;
    let seen: Vec<String> = reported.actions[1..]
        .iter()
        .map(|(seen, _)| match &seen.details {
            ActionDetails::Click { target } => {
                format!("{} {}{}", target.role, target.name, if target.unnamed { " ?" } else { "" })
            }
            ActionDetails::Choose { target, chosen, .. } => format!("{} {} {}", target.role, target.name, chosen.join("")),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        seen,
        [
            "generic Open the card",
            "generic trash alt ?",
            "generic pencil ?",
            "generic Refresh the list",
            "generic the first drawing ?",
            "row report.txt",
            "row report.txt on",
            "row notes.txt on",
            "row music.mp3",
        ]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_draws_without_a_role_or_a_state_leaves_a_trace() {
    let mut scene = scene("/page/undeclared").await;
    let tab = scene.tab.clone();
    let ids = [
        "pressed", "classed", "classed", "slow", "fixed", "mute", "status", "packed", "sort", "price", "sort", "stock", "edit",
        "known",
    ];
    for id in ids {
        scene.user.click(&tab, &by_id(id)).await;
        if id == "slow" {
            scene.user.until(&tab, &format!("{}.getAttribute('aria-checked') === 'true'", by_id(id))).await;
        }
    }
    let reported = scene.reported().await;
    let seen: Vec<String> = reported.actions[1..]
        .iter()
        .map(|(seen, _)| match &seen.details {
            ActionDetails::Click { target } => {
                format!("{} {}{}", target.role, target.name, if target.unnamed { " ?" } else { "" })
            }
            ActionDetails::Choose { target, chosen, .. } => format!("{} {}: {}", target.role, target.name, chosen.join("")),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        seen,
        [
            "checkbox Select Ada: on",
            "checkbox Select Grace: on",
            "checkbox Select Grace: off",
            "checkbox Select Alan: on",
            // Nothing happens to the next one. Whether something happened to the last one cannot be seen.
            "checkbox Select Kurt",
            "generic Status",
            "combobox Status: Packed",
            "button Sort by: Name",
            "combobox Sort by: Price",
            "button Sort by: Price",
            "button Print all",
            "button edit note ?",
            "button circle x ?",
        ]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_dragged_is_moved_onto_something() {
    let mut scene = scene("/page/things").await;
    let (session, from, onto) = (User::session(&scene.tab).to_owned(), scene.middle("grip").await, scene.middle("board").await);
    scene.mouse("mousePressed", from).await;
    scene.mouse("mouseMoved", (from.0 + 20.0, from.1)).await;
    scene.mouse("mouseMoved", onto).await;
    scene.mouse("mouseReleased", onto).await;
    let (from, onto) = (scene.middle("from").await, scene.middle("onto").await);
    let mut events = scene.user.listen();
    scene.user.call(Some(&session), "Input.setInterceptDrags", json!({ "enabled": true })).await;
    scene.mouse("mousePressed", from).await;
    scene.mouse("mouseMoved", (from.0 + 20.0, from.1)).await;
    let data = scene.user.wait(&mut events, &session, "Input.dragIntercepted").await["data"].clone();
    for kind in ["dragEnter", "dragOver", "drop"] {
        let event = json!({ "type": kind, "x": onto.0, "y": onto.1, "data": data });
        scene.user.call(Some(&session), "Input.dispatchDragEvent", event).await;
    }
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        [
            "Dragged “Loose piece” in “Things” onto “Board” in “Things”",
            "Dragged “Write text” in “Things” onto “Finished” in “Things”"
        ]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn editors_and_fields_that_the_page_fills_are_fields() {
    let mut scene = scene("/page/things").await;
    let tab = scene.tab.clone();
    scene.user.eval(&tab, &format!("{}.focus()", by_id("keys"))).await;
    scene.user.type_text(&tab, "b").await;
    scene.user.fill(&tab, "document.getElementById('rich').contentDocument.body", "Rich").await;
    scene.user.click(&tab, &by_id("due")).await;
    scene.user.click(&tab, &by_id("day")).await;
    scene.user.until(&tab, "document.getElementById('due').value").await;
    let reported = scene.reported().await;
    let filled: Vec<String> = reported
        .actions
        .iter()
        .filter_map(|(seen, _)| match &seen.details {
            ActionDetails::Fill { target, value, input_type, .. } => Some(format!("{input_type} {}={}", target.name, value.text)),
            _ => None,
        })
        .collect();
    assert_eq!(filled, ["code Script=let a = 1;b", "richtext Body=Rich", "text Due=2027-02-17"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chip_is_told_as_it_was_typed_and_signs_of_icons_are_no_words() {
    let mut scene = scene("/page/chips").await;
    let tab = scene.tab.clone();
    scene.user.fill(&tab, &by_id("chips"), "family").await;
    scene.user.press(&tab, "Enter").await;
    scene.user.until(&tab, "document.getElementById('chips').textContent === ''").await;
    scene.user.click(&tab, &by_id("save")).await;
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        ["Filled “Tags” in “Chips” with “family”", "Pressed Enter in “Tags” in “Chips”", "Clicked “Save” in “Chips”"]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shape_of_a_drawing_is_called_by_its_words() {
    let mut scene = scene("/page/shapes").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, &by_id("first")).await;
    scene.user.until(&tab, "document.title === 'chosen'").await;
    let reported = scene.reported().await;
    let ActionDetails::Click { target } = &reported.actions[1].0.details else { panic!("{:?}", reported.actions) };
    assert_eq!((target.name.as_str(), target.unnamed), ("to degrees", false));
    let record = target.record.as_deref().expect("one of several shapes");
    assert_eq!((record.name.as_str(), record.own_link), ("to degrees", false));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_the_page_hands_on_after_a_click_are_chosen_once() {
    let mut scene = scene("/page/handed").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, &by_id("letter")).await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels()[1..], ["Chose the file “letter.txt” for “Letter” in “Handed on”"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_desk_of_files_is_worked_on_by_double_clicks_menus_and_keys() {
    let mut scene = scene("/page/desk").await;
    let tab = scene.tab.clone();
    let key = |key: &str, modifiers: u8| json!({ "type": "rawKeyDown", "key": key, "modifiers": modifiers });
    let mouse = |at: (f64, f64), button: &str, count: u8| {
        let event = move |kind: &str| json!({ "type": kind, "x": at.0, "y": at.1, "button": button, "clickCount": count });
        [event("mousePressed"), event("mouseReleased")]
    };
    let session = User::session(&tab).to_owned();
    scene.user.click(&tab, &by_id("prices")).await;
    scene.user.until(&tab, "document.querySelector('#prices.on')").await;
    let (prices, notes) = (scene.middle("prices").await, scene.middle("notes").await);
    for event in [mouse(prices, "left", 1), mouse(prices, "left", 2), mouse(notes, "right", 1)].into_iter().flatten() {
        scene.user.call(Some(&session), "Input.dispatchMouseEvent", event).await;
    }
    scene.user.until(&tab, "document.getElementById('log').textContent === 'menu'").await;
    for event in [key("Delete", 0), key("s", 2), key("c", 2)] {
        scene.user.call(Some(&session), "Input.dispatchKeyEvent", event).await;
    }
    scene.user.fill(&tab, &by_id("rename"), "2").await;
    scene.user.fill(&tab, &by_id("markup"), "ok").await;
    scene.user.click(&tab, &by_id("summary")).await;
    scene.user.click(&tab, &by_id("owner")).await;
    scene.user.click(&tab, &by_id("pencil")).await;
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        [
            "Clicked “prices.csv” in “Desk”",
            "Clicked “prices.csv” in “Desk”",
            "Clicked “notes.md” in “Desk”",
            "Pressed Delete",
            "Pressed Ctrl+S",
            "Filled “rename” in “stock.csv” with “stock.csv2”",
            "Filled “comment” in “Desk” with “ok”",
            "Clicked “Old list” in “#5”",
            "Clicked “milan” in “#5”",
            "Clicked “Rename” in “Black tea”",
        ]
    );
    let records = reported.actions.iter().filter_map(|(seen, _)| match &seen.details {
        ActionDetails::Click { target } if matches!(target.role.as_str(), "link" | "button") => {
            target.record.as_ref().map(|record| record.name.clone())
        }
        _ => None,
    });
    assert_eq!(
        records.collect::<Vec<_>>(),
        ["Old list", "#5", "Black tea"],
        "a record is called what was clicked, if that leads to it"
    );
    scene.watching.stop().await;
}

/// A list that a library of components draws is a choice of the control that opened it, by mouse and by key, also where the list is gone
/// before there is a click; what was typed to find an option is no value. An item of a list that is always there is no choice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_option_of_a_drawn_list_is_chosen_in_its_control() {
    let mut scene = scene("/page/choices").await;
    let tab = scene.tab.clone();
    for id in ["role", "annotator", "assignee", "grace"] {
        scene.user.click(&tab, &by_id(id)).await;
    }
    scene.user.fill(&tab, &by_id("user"), "bo").await;
    for id in ["bob", "plan", "team", "city"] {
        scene.user.click(&tab, &by_id(id)).await;
    }
    scene.user.press(&tab, "Enter").await;
    for id in ["hot", "cold", "mail", "folder", "letter", "forget"] {
        scene.user.click(&tab, &by_id(id)).await;
    }
    let reported = scene.reported().await;
    let seen: Vec<String> = reported.actions[1..]
        .iter()
        .filter_map(|(seen, _)| match &seen.details {
            ActionDetails::Choose { target, chosen, .. } => {
                Some(format!("{} {}: {}", target.role, target.name, chosen.join(", ")))
            }
            ActionDetails::Fill { target, value, .. } => Some(format!("filled {}: {}", target.name, value.text)),
            ActionDetails::Click { target } if target.role == "option" || target.name == "Forget" => {
                Some(format!("clicked {}", target.name))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        seen,
        [
            "combobox Role: Annotator",
            "combobox Assignee: Grace",
            "combobox User: bob",
            "combobox Plan: Team",
            "combobox City: Oslo",
            "combobox Tags: hot",
            "combobox Tags: hot, cold",
            "clicked Hello from Bo",
            "clicked Letter from Ada",
            "clicked Forget",
        ]
    );
    scene.watching.stop().await;
}

/// A page may cancel the click of a tick box, or redraw the box during the click. The browser then sends no change event.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tick_is_told_once_whatever_the_page_does_with_it() {
    let mut scene = scene("/page/ticks").await;
    let tab = scene.tab.clone();
    for id in ["random", "delivery", "plain", "more", "tea", "two"] {
        scene.user.click(&tab, &by_id(id)).await;
    }
    let reported = scene.reported().await;
    let seen: Vec<String> = reported.actions[1..]
        .iter()
        .filter_map(|(seen, _)| match &seen.details {
            ActionDetails::Choose { target, chosen, .. } => Some(format!("{} {}", target.name, chosen.join(", "))),
            ActionDetails::Click { target } => {
                let record = target.record.as_deref().map_or("", |record| record.name.as_str());
                Some(format!("clicked {} of {record}", target.name))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        seen,
        [
            "Random order Random order",
            "Delivery on",
            "Gift on",
            "clicked More of ",
            "clicked Tea reviews of Tea reviews",
            "clicked A dull cup. of A dull cup.",
        ]
    );
    scene.watching.stop().await;
}
