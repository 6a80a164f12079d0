//! What a control is called, the record that it belongs to, and the form that it sends.

use super::*;
use apprentice_contracts::observation::{ActionDetails, Control, ControlRecord};

fn target(details: &ActionDetails) -> &Control {
    match details {
        ActionDetails::Click { target } | ActionDetails::Fill { target, .. } | ActionDetails::Choose { target, .. } => target,
        other => panic!("no target: {other:?}"),
    }
}

fn record(record: &ControlRecord) -> String {
    let cell = |header: &str, text: &str| if header.is_empty() { text.to_owned() } else { format!("{header}: {text}") };
    let cells: Vec<String> = record.cells.iter().map(|it| cell(&it.header, &it.text)).collect();
    format!("{} = {}{}", record.name, cells.join(" | "), if record.own_link { " (own link)" } else { "" })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_without_a_name_is_called_what_a_person_reads() {
    let mut scene = scene("/page/labels").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"] {
        user.fill(&tab, &format!("document.getElementById('{id}')"), id).await;
    }
    user.click(&tab, "document.getElementById('l')").await;
    user.click(&tab, "document.getElementById('save')").await;
    user.fill(&tab, "document.getElementById('n')", "late").await;
    user.click(&tab, "document.getElementById('store')").await;
    let reported = scene.reported().await;
    let names: Vec<String> = reported.actions[1..13]
        .iter()
        .map(|(seen, _)| target(&seen.details))
        .map(|control| {
            if control.name == "Price" { format!("Price of {}", control.context.clone().unwrap()) } else { control.name.clone() }
        })
        .collect();
    assert_eq!(
        names,
        [
            "Row head",
            "Row text",
            "Price of Tea",
            "Price of Milk",
            "Line text",
            "Box text",
            "Other text",
            "Term",
            "Legend",
            "Only hint",
            "first name",
            "After it"
        ]
    );
    let form = |label: &str| {
        let (seen, _) = reported.actions.iter().find(|(seen, _)| seen.action_label.contains(label)).unwrap();
        let field = |field: &apprentice_contracts::observation::FormField| {
            format!("{} {}={}{}", field.role, field.label, field.value.text, if field.touched { " *" } else { "" })
        };
        seen.form.iter().map(field).collect::<Vec<_>>()
    };
    let saved = form("“Save”");
    assert_eq!(saved[0], "textbox Row head=a *");
    assert_eq!(saved[11..], ["checkbox After it=on *", "textbox Key=▮▮▮▮▮▮", "radiogroup size=Large", "combobox Colour=Blue",]);
    assert_eq!(form("“Store”"), ["textbox Scripted=late *"]);
    assert!(!reported.text().contains("zz-top-42"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_is_called_by_the_text_before_it_and_an_option_by_its_first_part() {
    let mut scene = scene("/page/questions").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["chance", "today", "wrap", "card", "save"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    let reported = scene.reported().await;
    let chosen: Vec<String> = reported.actions[1..5]
        .iter()
        .map(|(seen, _)| match &seen.details {
            ActionDetails::Choose { target, chosen, offered } => {
                format!("{} {}: {} of {}", target.role, target.name, chosen.join(""), offered.join(", "))
            }
            other => panic!("no choice: {other:?}"),
        })
        .collect();
    assert_eq!(
        chosen,
        [
            "radiogroup Order of tasks: By chance of By number, By chance",
            "radiogroup Delivery: Today of Today, Later",
            "checkbox Wrap it Costs nothing: on of ",
            "radio Visa ends in 4242: Visa ends in 4242 of Visa ends in 4242, Visa ends in 1881",
        ]
    );
    let (sent, _) = &reported.actions[5];
    let fields: Vec<String> = sent.form.iter().map(|field| format!("{}={}", field.label, field.value.text)).collect();
    assert_eq!(fields, ["Order of tasks=By chance", "Delivery=Today", "Wrap it Costs nothing=on", "card=Visa ends in 4242"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_typed_into_a_question_of_the_browser_is_a_value_and_a_password_is_none() {
    let mut scene = scene("/page/questions").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for (id, typed, title) in [("tag", "Suppliers", "Suppliers"), ("key", "zz-top-77", "Known"), ("tag", "New tag", "New tag")] {
        let mut events = user.listen();
        user.click_without_waiting(&tab, &format!("document.getElementById('{id}')")).await;
        user.wait(&mut events, User::session(&tab), "Page.javascriptDialogOpening").await;
        let answer = serde_json::json!({ "accept": true, "promptText": typed });
        user.call(Some(User::session(&tab)), "Page.handleJavaScriptDialog", answer).await;
        user.until(&tab, &format!("document.title === '{title}'")).await;
        scene.watching.flush().await;
    }
    let mut events = user.listen();
    user.click_without_waiting(&tab, "document.getElementById('tag')").await;
    user.wait(&mut events, User::session(&tab), "Page.javascriptDialogOpening").await;
    let declined = serde_json::json!({ "accept": false, "promptText": "Never" });
    user.call(Some(User::session(&tab)), "Page.handleJavaScriptDialog", declined).await;
    user.until(&tab, "document.title === 'null'").await;
    let reported = scene.reported().await;
    let labels: Vec<&str> = reported.actions[1..].iter().map(|(seen, _)| seen.action_label.as_str()).collect();
    assert!(matches!(&reported.actions[2].0.details, ActionDetails::Fill { previous: Some(given), .. } if given == "New tag"));
    assert_eq!(
        labels,
        [
            "Clicked “Tag” in “Settings”",
            "Filled “Name of the new tag” with “Suppliers”",
            "Accepted the question “Name of the new tag”",
            "Clicked “Key” in “Settings”",
            "Filled “Type the password of this file” with a secret that is not kept",
            "Accepted the question “Type the password of this file”",
            "Clicked “Tag” in “Settings”",
            "Accepted the question “Name of the new tag”",
            "Clicked “Tag” in “Settings”",
            "Declined the question “Name of the new tag”",
        ]
    );
    assert!(!reported.text().contains("Never"), "what was typed and declined is no value");
    assert!(!reported.text().contains("zz-top-77"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_is_called_by_what_no_row_beside_it_says() {
    let mut scene = scene("/page/icons").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["pick1", "edit2", "publisher", "mint"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    let reported = scene.reported().await;
    let seen: Vec<String> =
        reported.actions[1..].iter().map(|(seen, _)| record(target(&seen.details).record.as_deref().unwrap())).collect();
    assert_eq!(
        seen,
        [
            "Mill stock =  | Pause | Page: Favicon Mill stock Paper | Checked: now | Edit",
            "Farm prices =  | Pause | Page: Favicon Farm prices Paper | Checked: now | ",
            "Smoke and Steam = Title: Smoke and Steam | Publisher: ",
            "Mint Fresh 3 bags = Mint | Fresh | 3 bags (own link)",
        ]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_of_a_table_stands_under_the_header_that_covers_its_column() {
    let mut scene = scene("/page/old").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["pick", "first", "second"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    user.fill(&tab, "document.getElementById('method')", "cash").await;
    let reported = scene.reported().await;
    let seen: Vec<String> =
        reported.actions[1..4].iter().map(|(seen, _)| record(target(&seen.details).record.as_deref().unwrap())).collect();
    assert_eq!(
        seen,
        [
            "Ada Lovelace = N°:  | N°: 12 | Arrival: 3 May 2026 | Guest: Ada Lovelace | Paid: 80",
            "Mint = Tea: Mint | net: 3 | gross: 4 | Act: ",
            "5 = net: 5 | gross: 6 | Act: ",
        ]
    );
    assert_eq!(target(&reported.actions[4].0.details).name, "Payment method");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_in_a_heading_and_a_window_over_the_page_name_no_record() {
    let mut scene = scene("/page/devices").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["edit", "remove"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    let reported = scene.reported().await;
    let seen: Vec<Option<String>> = reported.actions[1..]
        .iter()
        .map(|(seen, _)| target(&seen.details).record.as_deref().map(|one| one.name.clone()))
        .collect();
    assert_eq!(seen, [Some("Van computer".to_owned()), None]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_control_knows_its_record() {
    let mut scene = scene("/page/records").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["t1", "done", "own", "del", "li", "g", "gb", "cb", "nav", "week", "attention"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    user.fill(&tab, "document.getElementById('form')", "x").await;
    let reported = scene.reported().await;
    let seen: Vec<String> = reported.actions[1..]
        .iter()
        .map(|(seen, _)| target(&seen.details))
        .map(|control| format!("{}: {}", control.name, control.record.as_deref().map_or("-".to_owned(), record)))
        .collect();
    assert_eq!(
        seen,
        [
            "Select Ada: Ada =  | Name: Ada | City: London | Done:  | ",
            "Done: Ada = checked | Name: Ada | City: London | Done:  | ",
            "Ada: Ada = checked | Name: Ada | City: London | Done: checked |  (own link)",
            "Delete: Ada = checked | Name: Ada | City: London | Done: checked | ",
            "Remove: Bread, fresh = Bread, fresh",
            "Bo: Bo = Who: Bo | Do: ",
            "Open: Bo = Who: Bo | Do: ",
            "Like: First card = First card | Text",
            "Home: -",
            "Weekend ticket: Weekend ticket = Product: Weekend ticket #2 | Price: 58 (own link)",
            "Requires attention: -",
            "Label: -",
        ]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_be_done_with_a_record_is_no_part_of_its_name() {
    let mut scene = scene("/page/posts").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    for id in ["first", "second", "list"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    user.fill(&tab, "document.getElementById('new-token-input-0')", "shed").await;
    user.fill(&tab, "document.getElementById('token-1')", "quiet-river-9").await;
    let reported = scene.reported().await;
    let records: Vec<String> = reported.actions[1..4]
        .iter()
        .map(|(seen, _)| target(&seen.details).record.as_deref().map_or("-".to_owned(), record))
        .collect();
    assert_eq!(
        records,
        [
            "Seed swap =  | Title: Seed swap | Topics: Markets, Work days",
            "Plum tree =  | Title: Plum tree | Topics: Work days",
            "House repairs = House repairs (own link)"
        ]
    );
    let filled: Vec<&str> = reported.labels()[4..].to_vec();
    assert_eq!(filled[0], "Filled “Add tag” in “Posts” with “shed”");
    assert!(filled[1].ends_with("with a secret that is not kept"), "{filled:?}");
    scene.watching.stop().await;
}
