//! Values that are read on one page and entered on another.

use crate::author::answer;
use crate::effects::{Run, both, cell, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_compiler::author::apply;
use apprentice_contracts::graph::ValueSource;
use apprentice_contracts::observation::{ActionDetails, ControlRecord};
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};

const SHOP: &str = "http://127.0.0.1:8080";

/// Opens the page of a tea, reads how it is made, and answers a question with it.
fn answers(question: &str, tea: &str, water: &str, time: &str, answer: &str) -> Script {
    let mut script = Script::on(&format!("{SHOP}/teas"), "Shop: Teas");
    let shows = ["Water:", water, "Time:", time].map(|text| element("text", text));
    script.go(
        "link",
        "View",
        &format!("{SHOP}/wiki?name={}", tea.replace(' ', "+")),
        &format!("Shop: {tea}"),
        shows.to_vec(),
        vec![],
    );
    script.in_record(ControlRecord { cells: vec![cell("Name", tea), cell("Versions", "1")], name: tea.into(), own_link: false });
    replies(script, question, answer)
}

fn replies(mut script: Script, question: &str, answer: &str) -> Script {
    script.go("link", "Forum", &format!("{SHOP}/forum"), "Shop: Forum", vec![element("heading", "Threads")], vec![]);
    script.go(
        "link",
        "View",
        &format!("{SHOP}/posts/7"),
        &format!("Shop: {question}"),
        vec![element("heading", question)],
        vec![],
    );
    script.in_record(ControlRecord {
        cells: vec![cell("", question), cell("", "no replies")],
        name: question.into(),
        own_link: false,
    });
    script.go("button", "Reply", &format!("{SHOP}/reply"), "Shop: Reply", vec![element("heading", "Enter a reply")], vec![]);
    script.fill("Content", answer);
    script.go("button", "Send", &format!("{SHOP}/posts/7"), &format!("Shop: {question}"), vec![element("text", answer)], vec![]);
    script
}

fn thread(question: &str, posts: &[&str]) -> Reading {
    let entries = posts.iter().map(|text| record(RecordKind::Item, vec![cell("", text)])).collect();
    Reading { title: format!("Shop: {question}"), ..reading(ReadingSource::Page { url: format!("{SHOP}/posts/7") }, entries) }
}

const DEMONSTRATED: &str = "How do you make Green Terrace?";
const ASKED: &str = "White Orchard, how long and how hot?";

fn draft() -> Draft {
    let answer = "Take water of 75 °C, and wait 2 minutes.";
    let script = answers(DEMONSTRATED, "Green Terrace", "75 °C", "2 minutes", answer);
    let readings = vec![both(thread(DEMONSTRATED, &["Bitter."]), thread(DEMONSTRATED, &["Bitter.", answer]))];
    learned(&script, "Answer a question of the forum with the water and the time of its tea", readings)
}

#[test]
fn a_text_with_values_of_another_page_follows_from_them() {
    let draft = draft();
    let found: Vec<_> = draft.graph.variables.iter().map(|one| (one.example.as_str(), one.source)).collect();
    let expected = [
        ("Green Terrace", ValueSource::Given),
        (DEMONSTRATED, ValueSource::Given),
        ("Take water of 75 °C, and wait 2 minutes.", ValueSource::Derived),
    ];
    assert_eq!(found, expected, "a question that mentions a tea is a name of its own");
    assert!(draft.skill_md.contains("with “Water” and “Time” of the page of `"), "{}", draft.skill_md);
}

#[test]
fn a_run_enters_what_the_page_of_its_record_shows() {
    let draft = draft();
    let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).unwrap().name.clone();
    let (tea, question) = (name("Green Terrace"), name(DEMONSTRATED));
    let run = |script: Script, answer: &str| {
        let asked = [(tea.as_str(), "White Orchard"), (question.as_str(), ASKED)];
        let (before, after) = (vec![thread(ASKED, &["Weak."])], vec![thread(ASKED, &["Weak.", answer])]);
        Run { draft: &draft, asked: &asked, script, before, after }.refused()
    };
    for (water, time, answer, fits) in [
        ("80 °C", "5 minutes", "Take water of 80 °C, and wait 5 minutes.", true),
        ("80 °C", "5 minutes", "5 minutes at 80°C, please.", true),
        ("80 °C", "5 minutes", "At 80 degrees, for 5 min.", true),
        ("80 °C", "5 minutes", "Take water of 80 °C, and wait 15 minutes.", false),
        ("80 °C", "5 minutes", "Take water of 75 °C, and wait 5 minutes.", false),
        ("80 °C", "5 minutes", "Just try it.", false),
    ] {
        let refused = run(answers(ASKED, "White Orchard", water, time, answer), answer);
        assert_eq!(refused.is_none(), fits, "{answer}: {refused:?}");
    }
    let other = "Take water of 95 °C, and wait 4 minutes.";
    let refused = run(answers(ASKED, "Black Harbour", "95 °C", "4 minutes", other), other);
    assert!(refused.as_ref().is_some_and(|why| why.contains("Black Harbour")), "the page of another tea: {refused:?}");
    let same = "Take water of 95 °C, and wait 5 minutes.";
    let passed_by = answers(ASKED, "Black Harbour", "95 °C", "4 minutes", same);
    assert_eq!(run(passed_by, same), None, "a part may be the same by chance");
    let by_heart = replies(Script::on(&format!("{SHOP}/teas"), "Shop: Teas"), ASKED, other);
    assert_eq!(run(by_heart, other), None, "who looks nothing up is not contradicted");
}

/// Reads a number in a list of people and enters it in an issue.
fn notes(number: &str, shown: &[&str]) -> Script {
    let mut script = Script::on(&format!("{SHOP}/start"), "Site: Start");
    let people = shown.iter().map(|text| element("cell", text)).collect();
    script.go("link", "People on site", &format!("{SHOP}/wiki/People"), "Site: People on site", people, vec![]);
    script.go("link", "Issue", &format!("{SHOP}/issues/3"), "Site: Counter", vec![element("heading", "Counter")], vec![]);
    script.fill("Contact phone", number);
    script.click("button", "Submit", vec![element("status", "Successful update.")], vec![]);
    script
}

fn issue(number: &str) -> Reading {
    let cells = vec![cell("Subject", "Counter"), cell("Contact phone", number)];
    reading(ReadingSource::Page { url: format!("{SHOP}/issues/3") }, vec![record(RecordKind::Field, cells)])
}

#[test]
fn a_number_that_a_list_shows_is_read_there() {
    const PEOPLE: [&str; 4] = ["Mason", "0482 91 07 46", "Architect", "0473 30 64 52"];
    let readings = vec![both(issue(""), issue("0482 91 07 46"))];
    let draft = learned(&notes("0482 91 07 46", &PEOPLE), "Write the phone number of somebody on site into an issue", readings);
    let phone = draft.graph.variables.iter().find(|one| one.example.starts_with("0482")).expect("an input");
    assert_eq!(phone.source, ValueSource::Read);
    assert!(draft.skill_md.contains("read it from"), "{}", draft.skill_md);
    let run = |number: &str, shown: &[&str]| {
        let (before, after) = (vec![issue("")], vec![issue(number)]);
        Run { draft: &draft, asked: &[], script: notes(number, shown), before, after }.refused()
    };
    assert_eq!(run("0473 30 64 52", &PEOPLE), None, "that of somebody else, for whom was asked");
    let refused = run("0473 30 64 25", &PEOPLE);
    assert!(refused.as_ref().is_some_and(|why| why.contains("shows it nowhere")), "mistyped: {refused:?}");
    assert_eq!(run("0473.30.64.52", &PEOPLE), None, "grouped otherwise");
    let many: Vec<String> = (0..60).map(|number| format!("Person {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(run("0473 30 64 25", &many), None, "the page may show more than is known of it");
    // A date that a list shows as well was not read there.
    let (date, shown) = ("2031-04-12", ["Mason", "2031-04-12"]);
    let readings = vec![both(issue(""), issue(date))];
    let draft = learned(&notes(date, &shown), "Write a day into an issue", readings);
    assert_eq!(draft.graph.reads, []);
}

#[test]
fn what_a_page_shows_by_chance_was_not_read_there() {
    for (value, shown) in [("1", "Cart: 1"), ("2031-04-12", "Due: 2031-04-12"), ("14:30", "Opens: 14:30")] {
        let readings = vec![both(issue(""), issue(value))];
        let draft = learned(&notes(value, &[shown]), "Write something into an issue", readings);
        assert_eq!(draft.graph.reads, [], "{shown}");
        assert!(draft.graph.variables.iter().all(|one| one.source == ValueSource::Given), "{shown}");
    }
}

#[test]
fn a_name_that_stands_before_a_number_is_no_label_of_it() {
    let shown = ["Mason: 0482 91 07 46", "Architect: 0473 30 64 52"];
    let readings = vec![both(issue(""), issue("0482 91 07 46"))];
    let draft = learned(&notes("0482 91 07 46", &shown), "Write the phone number of somebody on site into an issue", readings);
    assert!(!draft.skill_md.contains("Mason"), "{}", draft.skill_md);
    let (before, after) = (vec![issue("")], vec![issue("0473 30 64 52")]);
    let run = Run { draft: &draft, asked: &[], script: notes("0473 30 64 52", &shown), before, after };
    assert_eq!(run.refused(), None);
}

#[test]
fn a_mistyped_value_that_is_corrected_before_it_is_sent_is_none() {
    let draft = draft();
    let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).unwrap().name.clone();
    let (tea, question) = (name("Green Terrace"), name(DEMONSTRATED));
    let asked = [(tea.as_str(), "White Orchard"), (question.as_str(), ASKED)];
    let right = "Take water of 80 °C, and wait 5 minutes.";
    let mut script = answers(ASKED, "White Orchard", "80 °C", "5 minutes", right);
    let at = script.actions.iter().position(|one| one.action_label.starts_with("Filled")).unwrap();
    let mut mistyped = script.actions[at].clone();
    if let ActionDetails::Fill { value, .. } = &mut mistyped.details {
        value.text = "Take water of 80 °C, and wait 50 minutes.".into();
    }
    script.actions.insert(at, mistyped);
    let (before, after) = (vec![thread(ASKED, &["Weak."])], vec![thread(ASKED, &["Weak.", right])]);
    assert_eq!(Run { draft: &draft, asked: &asked, script, before, after }.refused(), None);
}

#[test]
fn an_author_renames_an_input_also_where_it_was_read() {
    let text = "Take water of 75 °C, and wait 2 minutes.";
    let mut demonstration =
        answers(DEMONSTRATED, "Green Terrace", "75 °C", "2 minutes", text).demonstration(Some("Answer a question"));
    demonstration.readings = vec![both(thread(DEMONSTRATED, &["Bitter."]), thread(DEMONSTRATED, &["Bitter.", text]))];
    let draft = apprentice_compiler::compile(&demonstration).expect("something to learn");
    let inputs = |source: &str, changes: bool| {
        let value = serde_json::json!({ "example": text, "name": "reply", "label": "", "source": source, "changes": changes, "note": "from the page of the tea" });
        let authored =
            apply(&demonstration, &draft, &answer(&draft, serde_json::json!({ "values": [value] }))).expect("it is kept");
        authored.draft.graph.reads.into_iter().map(|read| read.input).collect::<Vec<_>>()
    };
    assert_eq!(inputs("derived", true), ["reply", "reply"]);
    assert_eq!(inputs("given", true), Vec::<String>::new(), "what is given is read nowhere");
}
