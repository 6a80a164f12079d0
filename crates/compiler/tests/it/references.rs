//! Records of data that only join others: who is in which class, by the ids of both.

use crate::effects::{Run, both, cell, effects, learned, only_after, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::{Draft, Evaluation};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const SITE: &str = "http://127.0.0.1:8080";
const PEOPLE: [(&str, &str); 3] = [
    ("Pavel Horak", "e6d0cefaee29c10db5f3813af9596577"),
    ("Mira Novak", "89c43eed5104f09c120fda396dd68335"),
    ("Amina Diallo", "9aa5bd4d6762c724a3e9141b3709f21a"),
];
const CLASSES: [(&str, &str); 2] =
    [("Holiday course", "77cefde99f71619b317941094ace478f"), ("Evening course", "301ef9e1a7824e3450641d3eec8e95c5")];

fn data(path: &str, records: Vec<ReadRecord>) -> Reading {
    Reading { title: String::new(), ..reading(ReadingSource::Data { url: format!("{SITE}{path}") }, records) }
}

fn row(cells: &[(&str, &str)]) -> ReadRecord {
    record(RecordKind::Row, cells.iter().map(|(header, text)| cell(header, text)).collect())
}

fn people() -> Reading {
    data("/api/people/", PEOPLE.iter().map(|(name, id)| row(&[("full name", name), ("id", id)])).collect())
}

fn classes() -> Reading {
    data("/api/classes/", CLASSES.iter().map(|(name, id)| row(&[("id", id), ("name", name)])).collect())
}

/// Who is in which class, by the numbers of people and classes.
fn members(path: &str, list: &[(usize, usize)]) -> Reading {
    let member = |(person, class): &(usize, usize)| {
        row(&[("collection", CLASSES[*class].1), ("id", &format!("{person}{class}")), ("user", PEOPLE[*person].1)])
    };
    data(path, list.iter().map(member).collect())
}

fn sent(person: usize, class: usize) -> Reading {
    let cells = [
        (":method", "POST"),
        (":url", "http://127.0.0.1:8080/api/members/"),
        (":status", "201"),
        ("collection", CLASSES[class].1),
        ("user", PEOPLE[person].1),
    ];
    let cells = cells.iter().map(|(header, text)| cell(header, text)).collect();
    Reading { title: String::new(), ..reading(ReadingSource::Sent, vec![record(RecordKind::Request, cells)]) }
}

fn enrolls(person: &str, class: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/people"), "People");
    script.fill("Person", person).fill("Class", class);
    script.click("button", "Enroll", vec![element("status", "Enrolled")], vec![]);
    script
}

const OWN: &str = "/api/members/?user_ids=e6d0cefaee29c10db5f3813af9596577";

fn enrolled(readings: Vec<apprentice_compiler::SourceReadings>) -> Draft {
    let known = vec![both(people(), people()), both(classes(), classes())];
    learned(&enrolls("Pavel Horak", "Holiday course"), "Enroll somebody in a class", [known, readings].concat())
}

fn names(draft: &Draft) -> (String, String) {
    let name = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).expect("an input").name.clone();
    (name("Pavel Horak"), name("Holiday course"))
}

#[test]
fn a_record_of_two_ids_is_compared_by_what_they_are_called() {
    let draft = enrolled(vec![both(members(OWN, &[(2, 1)]), members(OWN, &[(2, 1), (0, 0)]))]);
    let told: Vec<&str> = effects(&draft).iter().map(|one| one.goal.as_str()).collect();
    assert_eq!(told, ["“members” lists collection `class` and user `person`"]);
    let (person, class) = names(&draft);
    let asked = [(person.as_str(), "Mira Novak"), (class.as_str(), "Evening course")];
    let run = |after: &[(usize, usize)], before: Vec<Reading>| {
        let own = "/api/members/?user_ids=89c43eed5104f09c120fda396dd68335";
        let after = vec![members(own, after), members(OWN, &[])];
        let before = [before, vec![members(own, &[(2, 1)]), members(OWN, &[])]].concat();
        Run { draft: &draft, asked: &asked, script: enrolls("Mira Novak", "Evening course"), before, after }.refused()
    };
    let known = || vec![people(), classes()];
    assert_eq!(run(&[(2, 1), (1, 1)], known()), None);
    assert!(run(&[(2, 1)], known()).is_some(), "nobody is new");
    assert!(run(&[(2, 1), (1, 0)], known()).is_some(), "another class");
    assert!(run(&[(2, 1), (0, 1)], known()).is_some(), "somebody else");
    assert!(run(&[(1, 1)], known()).is_some(), "another one is gone");
    let open = run(&[(2, 1), (1, 1)], vec![]).expect("not read");
    assert!(open.contains("does not say what “collection: name” is"), "without the names nothing is decided: {open}");
}

#[test]
fn what_was_sent_about_two_ids_is_about_what_they_are_called() {
    let draft = enrolled(vec![only_after(sent(0, 0))]);
    let [pattern] = draft.graph.sent.as_slice() else { panic!("{:#?}", draft.graph.sent) };
    let (person, class) = names(&draft);
    let about: Vec<(&str, &str)> =
        pattern.about.iter().map(|one| (one.header.as_deref().unwrap_or_default(), one.text.as_str())).collect();
    assert_eq!(about, [("collection", format!("{{{{{class}}}}}").as_str()), ("user", format!("{{{{{person}}}}}").as_str())]);
    let asked = [(person.as_str(), "Mira Novak"), (class.as_str(), "Evening course")];
    let run = |sent: Reading| {
        let script = enrolls("Mira Novak", "Evening course");
        let before = vec![people(), classes()];
        Run { draft: &draft, asked: &asked, script, before, after: vec![sent, people(), classes()] }.refused()
    };
    let by_word = run(sent(1, 1)).expect("nothing that can be read again");
    assert!(by_word.starts_with("Only a person or an agent can judge it"), "{by_word}");
    assert!(run(sent(1, 0)).expect("another class").contains("“Holiday course”"));
    assert!(run(sent(0, 1)).expect("somebody else").contains("“Pavel Horak”"));
}

/// Takes somebody out of a class, on a page that has no list of it.
fn takes_out(person: &str, class: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/people"), "People");
    script.fill("Person", person).fill("Class", class);
    script.click("button", "Take out", vec![element("status", "Taken out")], vec![]);
    script
}

fn removal(person: usize, class: usize) -> Reading {
    let url = format!("{SITE}/api/members/?user={}&collection={}", PEOPLE[person].1, CLASSES[class].1);
    let cells = vec![cell(":method", "DELETE"), cell(":url", &url), cell(":status", "204")];
    Reading { title: String::new(), ..reading(ReadingSource::Sent, vec![record(RecordKind::Request, cells)]) }
}

#[test]
fn the_list_of_another_class_is_asked_for_by_the_id_of_that_class() {
    let list = |class: usize, people: &[usize]| {
        let rows = people.iter().map(|&one| row(&[("full name", PEOPLE[one].0), ("id", PEOPLE[one].1)])).collect();
        data(&format!("/api/people/?member_of={}", CLASSES[class].1), rows)
    };
    let readings = vec![
        both(people(), people()),
        both(classes(), classes()),
        both(list(0, &[0, 1]), list(0, &[1])),
        only_after(removal(0, 0)),
    ];
    let draft = learned(&takes_out(PEOPLE[0].0, CLASSES[0].0), "Take somebody out of a class", readings);
    let told = effects(&draft);
    assert!(told.iter().any(|one| one.success_condition.contains("member_of")), "{told:#?}");
    let about: Vec<&str> = draft.graph.sent[0].about.iter().filter_map(|one| one.header.as_deref()).collect();
    assert_eq!(about, ["?collection", "?user"], "{:#?}", draft.graph.sent);
    let asked = [("person", PEOPLE[2].0), ("class", CLASSES[1].0)];
    // The run never shows the list of the class.
    let run = |sent: Reading, members: &[usize]| {
        let after = vec![people(), classes(), list(0, &[0, 1, 2]), list(1, members), sent];
        Run {
            draft: &draft,
            asked: &asked,
            script: takes_out(PEOPLE[2].0, CLASSES[1].0),
            before: vec![people(), classes()],
            after,
        }
        .refused()
    };
    assert_eq!(run(removal(2, 1), &[1]), None);
    assert!(run(removal(2, 1), &[1, 2]).unwrap().contains("still shows"));
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables)
        .asked(&asked.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
        .recorded(&draft.graph);
    assert_eq!(evaluation.sources_of_values(), []);
    [people(), classes()].into_iter().for_each(|known| evaluation.seen_before(known));
    assert_eq!(evaluation.sources_of_values(), [list(1, &[]).source], "read before the run as soon as its id is known");
    assert!(run(removal(2, 0), &[1]).is_some(), "taken out of another class");
    assert!(run(removal(1, 1), &[2]).is_some(), "somebody else was taken out");
}
