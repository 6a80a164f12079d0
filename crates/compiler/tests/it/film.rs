//! The moments of a demonstration, their masked pictures, and the files.

use crate::script::{Script, id, time};
use apprentice_compiler::drawing::{Film, FilmSource, Values, film_html, film_svg, moments};
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::drawing::{FilmMoment, FilmPicture, FilmstripResponse};
use apprentice_contracts::graph::*;
use apprentice_contracts::ids::EventId;
use apprentice_contracts::observation::*;
use apprentice_contracts::screen::{BoxKind, Screen, ScreenBox};
use std::collections::{HashMap, HashSet};

fn control(role: &str, name: &str) -> Control {
    Control { role: role.into(), name: name.into(), ..Control::default() }
}

/// Opens a page, fills two fields, chooses, saves, and runs a command.
fn actions() -> Vec<ObservedAction> {
    let mut script = Script::default();
    let fill = |name: &str, value: &str| ActionDetails::Fill {
        target: control("textbox", name),
        value: FieldValue { text: value.into(), masked: None },
        previous: None,
        input_type: "text".into(),
    };
    let url = "http://app.example/customers/new?name=Grace".to_owned();
    script.push("Opened http://app.example/customers/new", ActionDetails::Navigate { url, cause: NavigationCause::Typed }, None);
    script.push("Filled “Name” with “Grace Hopper”", fill("Name", "Grace Hopper"), None);
    script.push("Filled “Password” with a secret that is not kept", fill("Password", MASK), None);
    let tea = ActionDetails::Choose { target: control("combobox", "Tea"), chosen: vec!["Earl Grey".into()], offered: Vec::new() };
    script.push("Chose “Earl Grey” for “Tea”", tea, None);
    let save = ActionDetails::Click { target: control("button", "Save Grace Hopper") };
    script.push("Clicked “Save Grace Hopper”", save, None);
    let run = CommandRun {
        command_line: "mail grace@example.net".into(),
        program: "mail".into(),
        directory: "/work".into(),
        exit_code: Some(0),
        duration_ms: Some(3),
        shell: "bash".into(),
        shell_pid: 1,
        files: Vec::new(),
    };
    script.push("Ran “mail grace@example.net”", ActionDetails::Command(run), None);
    let mut actions = script.actions;
    for (number, action) in actions.iter_mut().enumerate() {
        action.created_at = time(u32::try_from(number * 35).unwrap());
        action.app_family = Some("app.example".into());
    }
    actions
}

fn shown(kind: BoxKind, name: &str, top: i32) -> ScreenBox {
    ScreenBox { kind, name: name.into(), left: 20, top, width: 240, height: 30, ..ScreenBox::default() }
}

fn screen() -> Screen {
    let boxes = vec![
        shown(BoxKind::Heading, "New customer", 10),
        ScreenBox { height: 66, ..shown(BoxKind::Text, "", 50) },
        ScreenBox { filled: true, ..shown(BoxKind::Field, "Name", 130) },
        ScreenBox { private: true, ..shown(BoxKind::Field, "Password", 170) },
        ScreenBox { width: 20, height: 20, ..shown(BoxKind::Tick, "Urgent", 210) },
        shown(BoxKind::Control, "GRACE hopper", 250),
        shown(BoxKind::Control, "Orders of Grace Hopper", 290),
        ScreenBox { acted: true, ..shown(BoxKind::Control, "Save", 330) },
    ];
    Screen { width: 800, height: 500, boxes }
}

fn graph() -> (WorkflowGraph, Vec<Checkpoint>) {
    let node = |number: u32, events: &[u32], checkpoints: &[&str]| WorkflowNode {
        node_id: format!("n{number}"),
        kind: NodeKind::Step,
        label: "A step".into(),
        optional: false,
        source_event_ids: events.iter().map(|number| id(*number)).collect(),
        checkpoints: checkpoints.iter().map(|id| (*id).into()).collect(),
    };
    let variable = Variable {
        name: "customer".into(),
        label: "Name".into(),
        kind: VariableKind::Text,
        example: "Grace Hopper".into(),
        secret: false,
        source_event_ids: vec![id(5), id(2)],
        binding: VariableBinding::Url { pattern: "*".into() },
        changes: true,
        source: ValueSource::Given,
        source_note: None,
        list: false,
        more_examples: Vec::new(),
        optional: false,
        default: None,
    };
    let gone = Variable { name: "gone".into(), source_event_ids: vec![id(99)], ..variable.clone() };
    let checkpoint = |id: &str, goal: &str| Checkpoint {
        checkpoint_id: id.into(),
        goal: goal.into(),
        success_condition: "It is shown.".into(),
        order_hint: 1,
        optional: false,
        role: CheckpointRole::Effect,
        evidence: None,
    };
    let nodes = vec![node(1, &[2, 3], &[]), node(2, &[4, 5], &["cp-01"])];
    (
        WorkflowGraph { nodes, variables: vec![variable, gone], ..WorkflowGraph::default() },
        vec![checkpoint("cp-01", "The customer is added"), checkpoint("cp-02", "The mail is sent")],
    )
}

fn film() -> (Vec<FilmMoment>, HashMap<EventId, FilmPicture>) {
    let actions = actions();
    let (graph, checkpoints) = graph();
    let pictured: HashSet<EventId> = [id(2), id(5)].into();
    let moments = moments(&FilmSource { actions: &actions, pictured: &pictured, draft: Some((&graph, &checkpoints)) });
    let values = Values::of(&actions);
    (moments, pictured.into_iter().map(|event| (event, values.picture(event, &screen()))).collect())
}

#[test]
fn a_moment_has_its_time_its_words_and_what_was_understood_of_it() {
    let (moments, _) = film();
    let captions: Vec<&str> = moments.iter().map(|moment| moment.caption.as_str()).collect();
    assert_eq!(
        captions,
        [
            "Opened http://app.example/customers/new",
            "Filled “Name”",
            "Filled “Password”",
            "Chose for “Tea”",
            "Clicked “Save ▮▮▮▮▮▮”",
            "Ran mail",
        ]
    );
    assert_eq!(moments.iter().map(|moment| moment.at_ms).collect::<Vec<_>>(), [0, 35_000, 70_000, 105_000, 140_000, 175_000]);
    assert_eq!(moments[1].label, "Filled “Name” with “Grace Hopper”", "the window has the words of the timeline");
    let linked: Vec<_> = moments.iter().map(|moment| (moment.inputs.len(), moment.checkpoints.len(), moment.pictured)).collect();
    assert_eq!(
        linked,
        [(0, 0, false), (1, 0, true), (0, 0, false), (0, 0, false), (0, 1, true), (0, 1, false)],
        "an input at its first use, a checkpoint at the end of its step, else at the end"
    );
}

#[test]
fn a_demonstration_without_actions_has_no_moments_and_no_file() {
    let none = FilmSource { actions: &[], pictured: &HashSet::new(), draft: None };
    assert!(moments(&none).is_empty());
    let film = Film { title: "", moments: &[], pictures: &HashMap::new() };
    assert_eq!((film_svg(&film), film_html(&film)), (String::new(), String::new()));
}

#[test]
fn a_picture_has_no_value_and_no_text_that_is_a_value() {
    let picture = Values::of(&actions()).picture(id(5), &screen());
    let texts: Vec<&str> = picture.shapes.iter().map(|shape| shape.text.as_str()).filter(|text| !text.is_empty()).collect();
    assert_eq!(texts, ["New customer", "Name: ▮▮▮▮▮▮", "Urgent", MASK, "Orders of ▮▮▮▮▮▮", "Save"]);
    let bars = picture.shapes.iter().filter(|shape| shape.kind == BoxKind::Text).count();
    assert_eq!(bars, 3, "three lines");
    assert!(picture.shapes.iter().any(|shape| shape.private && shape.text.is_empty()));
    assert_eq!(picture.shapes.iter().filter(|shape| shape.acted).count(), 1);
}

#[test]
fn the_files_say_everything_but_values() {
    let (moments, pictures) = film();
    let film = Film { title: "Add a customer", moments: &moments, pictures: &pictures };
    for file in [film_svg(&film), film_html(&film)] {
        for value in ["Grace", "Hopper", "Earl", "grace@"] {
            assert!(!file.contains(value), "{value} in {file}");
        }
        for words in ["Add a customer", "Filled “Name”", "Input: Name", "Checkpoint: The mail is sent", "url(#hatch)", "1:10"]
        {
            assert!(file.contains(words), "{words} in {file}");
        }
    }
}

#[test]
fn a_page_plays_without_anything_from_outside() {
    let (moments, pictures) = film();
    let html = film_html(&Film { title: "Add", moments: &moments, pictures: &pictures });
    assert!(html.contains("default-src 'none'") && html.contains("script-src 'sha256-"));
    assert_eq!((html.matches("<script>").count(), html.matches("<li ").count()), (1, moments.len()));
    for outside in ["src=", "href=", "@import", "url(http", "fetch("] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn no_text_of_a_page_becomes_part_of_a_file() {
    let hostile = "</title></text><script>alert(1)</script>\" onload=\"x \u{1b}[31m \u{0}";
    let (mut moments, _) = film();
    moments[0].caption = hostile.into();
    moments[0].place = Some(hostile.into());
    moments[1].inputs[0].label = hostile.into();
    let page = Screen { width: 900, height: 500, boxes: vec![ScreenBox { width: 800, ..shown(BoxKind::Control, hostile, 0) }] };
    let pictures = [(id(2), Values::default().picture(id(2), &page))].into();
    let film = Film { title: hostile, moments: &moments, pictures: &pictures };
    for (file, scripts) in [(film_svg(&film), 0), (film_html(&film), 1)] {
        assert_eq!(file.matches("<script").count(), scripts, "{file}");
        assert!(!file.contains("onload=\"") && !file.contains('\u{0}') && !file.contains('\u{1b}'));
    }
}

#[test]
fn a_sheet() {
    let (moments, pictures) = film();
    let film = Film { title: "Add a customer", moments: &moments[..3], pictures: &pictures };
    insta::assert_snapshot!(film_svg(&film));
}

#[derive(serde::Serialize)]
struct Films {
    strip: FilmstripResponse,
    pictures: Vec<FilmPicture>,
}

/// A page of a wiki in which a page of notes is written, as its recorder reports it. `filled`: how many of its fields hold something.
fn wiki(filled: usize, acted: &str) -> Screen {
    let at = |kind: BoxKind, name: &str, left: i32, top: i32, width: i32, height: i32| ScreenBox {
        kind,
        name: name.into(),
        left,
        top,
        width,
        height,
        acted: name == acted,
        ..ScreenBox::default()
    };
    let mut boxes = vec![at(BoxKind::Picture, "Team wiki", 24, 18, 44, 44)];
    boxes.extend(
        (0..4)
            .zip(["Home", "Releases", "Meetings", "People"])
            .map(|(n, name)| at(BoxKind::Control, name, 96 + n * 110, 26, 100, 28)),
    );
    boxes.extend((0..7).map(|n| at(BoxKind::Text, "", 24, 110 + n * 34, 150, 20)));
    boxes.push(at(BoxKind::Heading, "New page", 220, 92, 420, 40));
    let fields = [("Title", 40, false), ("API key", 40, true), ("Parent page", 40, false), ("Summary", 140, false)];
    let mut top = 156;
    for (number, (name, height, private)) in fields.into_iter().enumerate() {
        boxes.push(at(BoxKind::Text, "", 220, top, 90, 18));
        boxes.push(ScreenBox {
            filled: number < filled && !private,
            private,
            ..at(BoxKind::Field, name, 220, top + 26, 620, height)
        });
        top += height + 46;
    }
    boxes.push(at(BoxKind::Tick, "Mention reviewers", 220, top, 20, 20));
    boxes.push(at(BoxKind::Control, "Publish", 220, top + 40, 110, 38));
    boxes.push(at(BoxKind::Control, "Discard", 344, top + 40, 110, 38));
    boxes.push(at(BoxKind::Text, "", 880, 156, 280, 220));
    Screen { width: 1200, height: 720, boxes }
}

/// Tests and pictures of the window show this filmstrip, whose actions, inputs and checkpoints are those of its other fixtures.
#[test]
#[expect(clippy::disallowed_methods, reason = "`make bindings` asks by a variable")]
fn bindings_the_filmstrip_in_the_tests_of_the_window_is_drawn_here() {
    let event = |number: u32| EventId(uuid::Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0100 + u128::from(number)));
    let fill = |name: &str, value: &str| ActionDetails::Fill {
        target: control("textbox", name),
        value: FieldValue { text: value.into(), masked: None },
        previous: None,
        input_type: "text".into(),
    };
    let click = |role: &str, name: &str| ActionDetails::Click { target: control(role, name) };
    let run = CommandRun {
        command_line: "git log --merges --since=2026-11-13".into(),
        program: "git".into(),
        directory: "/home/ada/work/release".into(),
        exit_code: Some(0),
        duration_ms: Some(84),
        shell: "bash".into(),
        shell_pid: 4242,
        files: Vec::new(),
    };
    let parent = ActionDetails::Choose {
        target: control("combobox", "Parent page"),
        chosen: vec!["Releases".into()],
        offered: Vec::new(),
    };
    let mut script = Script::default();
    script
        .push("Ran “git log --merges --since=2026-11-13”", ActionDetails::Command(run), None)
        .push("Opened “New page” in “Releases”", click("link", "New page"), None)
        .push("Filled “Title” with “Week 47”", fill("Title", "Week 47"), None)
        .push("Filled “API key” with ▮▮▮▮▮▮", fill("API key", MASK), None)
        .push("Chose “Releases” for “Parent page”", parent, None)
        .push("Filled “Summary” with “Faster exports, two fixes”", fill("Summary", "Faster exports, two fixes"), None)
        .push("Clicked “Publish”", click("button", "Publish"), None);
    let mut actions = script.actions;
    for (number, (action, second)) in actions.iter_mut().zip([0, 9, 21, 34, 41, 66, 74]).enumerate() {
        action.event_id = event(u32::try_from(number).unwrap() + 1);
        action.created_at = time(second);
        action.app_family = Some(if number == 0 { "git" } else { "wiki.example.org" }.into());
    }
    let screens =
        [(2, 0, "Releases"), (3, 1, "Title"), (4, 1, "API key"), (5, 3, "Parent page"), (6, 4, "Summary"), (7, 4, "Publish")];
    let (template, checkpoints) = graph();
    let variable = |name: &str, label: &str, source: u32| Variable {
        name: name.into(),
        label: label.into(),
        source_event_ids: vec![event(source)],
        ..template.variables[0].clone()
    };
    let node = |number: u32, event_number: u32, checkpoints: &[&str]| WorkflowNode {
        node_id: format!("n{number}"),
        source_event_ids: vec![event(event_number)],
        checkpoints: checkpoints.iter().map(|id| (*id).into()).collect(),
        ..template.nodes[0].clone()
    };
    let named = |id: &str, goal: &str| Checkpoint { checkpoint_id: id.into(), goal: goal.into(), ..checkpoints[0].clone() };
    let checkpoints = [
        named("cp-01", "Merged changes of the week are listed"),
        named("cp-02", "A draft page named for the `week` exists"),
        named("cp-04", "The page is published and readable"),
    ];
    let graph = WorkflowGraph {
        nodes: vec![node(1, 1, &["cp-01"]), node(2, 3, &["cp-02"]), node(3, 7, &["cp-04"])],
        variables: vec![variable("since", "since", 1), variable("week", "Title", 3), variable("summary", "Summary", 6)],
        ..WorkflowGraph::default()
    };
    let pictured = screens.iter().map(|(number, ..)| event(*number)).collect();
    let values = Values::of(&actions);
    let films = Films {
        strip: FilmstripResponse {
            title: "Post the weekly release notes".into(),
            moments: moments(&FilmSource { actions: &actions, pictured: &pictured, draft: Some((&graph, &checkpoints)) }),
        },
        pictures: screens.iter().map(|(number, filled, acted)| values.picture(event(*number), &wiki(*filled, acted))).collect(),
    };
    let fresh = serde_json::to_string_pretty(&films).unwrap() + "\n";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/test/film.gen.json");
    if std::env::var("UPDATE_BINDINGS").is_ok() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "ui/src/test/film.gen.json is stale: run `make bindings` and commit what changes");
}

#[test]
fn a_value_is_hidden_where_a_text_was_cut_or_writes_it_in_another_way() {
    let mut all = actions();
    let long = "The first lecture on the compiler that Grace\nHopper wrote";
    all[1].details = ActionDetails::Fill {
        target: control("textbox", "Title"),
        value: FieldValue { text: long.into(), masked: None },
        previous: None,
        input_type: "textarea".into(),
    };
    let values = Values::of(&all);
    let hidden = |text: &str| values.hidden(text);
    assert_eq!(hidden(long), "▮▮▮▮▮▮");
    assert_eq!(hidden("The first lecture on the compiler that Grace Hopper wrote"), "▮▮▮▮▮▮");
    assert_eq!(hidden("Edit “The first lecture on the compi…"), "Edit “▮▮▮▮▮▮…");
    assert_eq!(hidden("The theatre…"), "The theatre…", "it only begins alike");
}
