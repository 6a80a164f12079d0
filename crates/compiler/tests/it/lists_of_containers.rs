//! Lists that each container has, such as the hours of a project: a run may be about another one.

use crate::effects::{Run, both, cell, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_contracts::observation::ControlRecord;
use apprentice_contracts::reading::{Reading, ReadingSource, RecordKind};

const SITE: &str = "http://127.0.0.1:8080";

/// The list of a project, or of all of them; `title` is what its page is called.
fn list(path: &str, title: &str, rows: &[(&str, &str)]) -> Reading {
    let row = |(subject, state): &(&str, &str)| record(RecordKind::Row, vec![cell("Subject", subject), cell("State", state)]);
    let url = format!("{SITE}/{path}");
    Reading { title: title.into(), ..reading(ReadingSource::Page { url }, rows.iter().map(row).collect()) }
}

fn deletes(path: &str, subject: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/{path}"), "Hours");
    script.click("button", "Delete", vec![element("status", "Deleted")], vec![]);
    let cells = vec![cell("Subject", subject), cell("State", "booked")];
    script.in_record(ControlRecord { cells, name: subject.into(), own_link: false });
    script
}

#[test]
fn what_is_deleted_may_be_in_the_list_of_another_container() {
    let (own, other, all) = ("projects/bellevue/hours", "projects/library/hours", "hours");
    let rooms = ("Rooms 1 to 3", "booked");
    let before = list(own, "Hours - Bellevue", &[rooms, ("Room 4", "booked")]);
    let readings = vec![both(before.clone(), list(own, "Hours - Bellevue", &[rooms]))];
    let draft = learned(&deletes(own, "Room 4"), "Delete hours that were booked by mistake", readings);
    let [input] = draft.graph.variables.as_slice() else { panic!("{:?}", draft.graph.variables) };
    let run = |path: &str, shelf: bool, coat: bool| {
        let shown = |shelf: bool, coat: bool| {
            let rows = [("Shelf", "booked"), ("Second coat", "booked")];
            let rows: Vec<_> = rows.into_iter().zip([shelf, coat]).filter(|(_, there)| *there).map(|(row, _)| row).collect();
            list(path, "Hours", &rows)
        };
        let asked = [(input.name.as_str(), "Second coat")];
        let (before, after) = (vec![before.clone(), shown(true, true)], vec![before.clone(), shown(shelf, coat)]);
        Run { draft: &draft, asked: &asked, script: deletes(path, "Second coat"), before, after }.refused()
    };
    for path in [other, all] {
        assert_eq!(run(path, true, false), None, "{path}: {:#?}", draft.checkpoints);
        assert!(run(path, true, true).is_some(), "{path}: it is still there");
        assert!(run(path, false, true).is_some(), "{path}: another one is gone");
        assert!(run(path, false, false).is_some(), "{path}: another one is gone as well");
    }
    // A list at a place of another kind says nothing.
    assert!(run("projects/library/jobs", true, false).is_some());
}

/// Reports something in a project that is chosen from a list.
fn reports(project: &str, path: &str, subject: &str) -> Script {
    let mut script = Script::on(&format!("{SITE}/projects"), "Projects");
    let title = format!("Issues - {project}");
    script.go("link", project, &format!("{SITE}/{path}"), &title, vec![element("heading", project)], vec![]);
    let cells = vec![cell("Project", project), cell("Since", "May")];
    script.in_record(ControlRecord { cells, name: project.into(), own_link: true });
    script.fill("Subject", subject);
    script.click("button", "Create", vec![element("status", "Created")], vec![]);
    script
}

fn reported() -> Draft {
    let path = "projects/bellevue/issues";
    let readings = vec![both(
        list(path, "Issues - Hotel Bellevue", &[("Lamp", "New")]),
        list(path, "Issues - Hotel Bellevue", &[("Lamp", "New"), ("Door", "New")]),
    )];
    learned(&reports("Hotel Bellevue", path, "Door"), "Report something in a project", readings)
}

#[test]
fn what_is_new_is_in_the_list_of_the_container_that_was_asked_for() {
    let draft = reported();
    let named = |example: &str| draft.graph.variables.iter().find(|one| one.example == example).map(|one| one.name.clone());
    let subject = named("Door").expect("the subject");
    let run = |asked: &[(&str, &str)], project: &str, path: &str, is_there: bool| {
        let title = format!("Issues - {project}");
        let rows = [("Shelf", "New"), ("Window", "New")];
        let own = list("projects/bellevue/issues", "Issues - Hotel Bellevue", &[("Lamp", "New")]);
        let before = vec![own.clone(), list(path, &title, &rows[..1])];
        let after = vec![own, list(path, &title, &rows[..1 + usize::from(is_there)])];
        Run { draft: &draft, asked, script: reports(project, path, "Window"), before, after }.refused()
    };
    let Some(project) = named("Hotel Bellevue") else { panic!("{:#?}", draft.graph.variables) };
    let asked = [(project.as_str(), "School library"), (subject.as_str(), "Window")];
    assert_eq!(run(&asked, "School library", "projects/library/issues", true), None, "{:#?}", draft.checkpoints);
    assert!(run(&asked, "School library", "projects/library/issues", false).is_some(), "it is not there");
    assert!(run(&asked, "Town hall", "projects/hall/issues", true).is_some(), "it is in another project");
}
