//! Tick boxes that are called as records: the members of a group, the folders of a device.

use crate::effects::{Run, both, cell, learned, reading, record};
use crate::script::{Script, element};
use apprentice_compiler::Draft;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

const PAGE: &str = "http://127.0.0.1:8080/devices/van";
const DATA: &str = "http://127.0.0.1:8080/rest/shares";
const FOLDERS: [&str; 4] = ["Drawings", "Minutes", "Site plans", "Tenders"];

fn data(rows: Vec<ReadRecord>) -> Reading {
    Reading { title: String::new(), ..reading(ReadingSource::Data { url: DATA.into() }, rows) }
}

/// The folders, and who has them.
fn shares(of: &[&str]) -> Reading {
    let folder = |label: &&str| record(RecordKind::Row, vec![cell("label", label), cell("paused", "false")]);
    let share = |label: &&str| record(RecordKind::Row, vec![cell("folder", label), cell("device", "Van computer")]);
    data(FOLDERS.iter().map(folder).chain(of.iter().map(share)).collect())
}

fn ticks(boxes: &[&str]) -> Script {
    let mut script = Script::on("http://127.0.0.1:8080/", "Devices");
    script.open(PAGE, "Van computer", vec![]).form("Sharing");
    for label in boxes {
        script.choose("checkbox", label, "on");
    }
    script.click("button", "Save", vec![element("status", "Saved")], vec![]);
    script
}

fn draft(boxes: &[&str]) -> Draft {
    let kept: Vec<&str> = boxes.iter().copied().filter(|label| FOLDERS.contains(label)).collect();
    learned(&ticks(boxes), "Share folders with the van", vec![both(shares(&[]), shares(&kept))])
}

#[test]
fn boxes_that_are_called_as_records_are_items_of_a_list() {
    let draft = draft(&["Drawings", "Tenders"]);
    let [input] = draft.graph.variables.as_slice() else { panic!("{:#?}", draft.graph.variables) };
    assert!(input.list && input.example.contains("Drawings"), "{input:#?}");
    assert!(!draft.skill_md.contains("Drawings"), "{}", draft.skill_md);
    let run = |boxes: &[&str], after: &[&str]| {
        let asked = [(input.name.as_str(), "Minutes, Site plans")];
        Run { draft: &draft, asked: &asked, script: ticks(boxes), before: vec![shares(&[])], after: vec![shares(after)] }
            .refused()
    };
    assert_eq!(run(&["Minutes", "Site plans"], &["Minutes", "Site plans"]), None);
    assert!(run(&["Minutes"], &["Minutes"]).is_some(), "one is missing");
    assert!(run(&["Minutes", "Tenders"], &["Minutes", "Tenders"]).is_some(), "another one");
}

#[test]
fn a_box_that_sets_something_is_none() {
    let draft = draft(&["Introducer", "Drawings", "Tenders"]);
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.example.as_str()).collect();
    assert!(names.len() == 1 && !names[0].contains("Introducer"), "{names:?}");
    // A box that is called as a record by chance, and no other one beside it.
    let alone = learned(&ticks(&["Minutes", "Introducer"]), "Set up the van", vec![both(shares(&[]), shares(&[]))]);
    assert!(alone.graph.variables.iter().all(|one| !one.list), "{:#?}", alone.graph.variables);
}

/// What each device has is a list of its own, which is called as the folder.
#[test]
fn a_record_of_the_same_name_in_another_list_is_another_one() {
    let shares = |of: &[(&str, &str)]| {
        let folder = |label: &&str| record(RecordKind::Row, vec![cell("label", label), cell("paused", "false")]);
        let share = |(folder, device): &(&str, &str)| ReadRecord {
            place: Some(format!("{folder} devices")),
            ..record(RecordKind::Row, vec![cell("device name", device), cell("introduced by", "")])
        };
        data(FOLDERS.iter().map(folder).chain(of.iter().map(share)).collect())
    };
    let had = ("Minutes", "Office server");
    let ticks = |device: &str, boxes: &[&str]| {
        let mut script = Script::on("http://127.0.0.1:8080/", "Devices");
        script.fill("Device", device).form("Sharing");
        boxes.iter().for_each(|label| {
            script.choose("checkbox", label, "on");
        });
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let after = shares(&[had, ("Drawings", "Van computer"), ("Tenders", "Van computer")]);
    let script = ticks("Van computer", &["Drawings", "Tenders"]);
    let draft = learned(&script, "Share folders with a device", vec![both(shares(&[had]), after)]);
    let run = |after: &[(&str, &str)]| {
        let asked = [("device", "Office server"), ("label", "Drawings, Tenders")];
        let script = ticks("Office server", &["Drawings", "Tenders"]);
        Run { draft: &draft, asked: &asked, script, before: vec![shares(&[had])], after: vec![shares(after)] }.refused()
    };
    let (first, second) = (("Drawings", "Office server"), ("Tenders", "Office server"));
    assert_eq!(run(&[had, first, second]), None, "{:#?}", draft.checkpoints);
    assert!(run(&[had, first]).is_some(), "one is missing");
    assert!(run(&[first, second]).is_some(), "one that it had is gone");
    assert!(run(&[had, first, second, ("Site plans", "Office server")]).is_some(), "one more");
}

/// A new folder with its devices and a number that no other folder has.
#[test]
fn a_new_record_and_what_joins_it_are_both_compared() {
    let folder = |id: &str, label: &str, keep: &[(&str, &str)]| {
        let cells = [("id", id), ("label", label), ("paused", "false")].into_iter().chain(keep.iter().copied());
        ReadRecord {
            place: Some("folders".into()),
            ..record(RecordKind::Row, cells.map(|(header, text)| cell(header, text)).collect())
        }
    };
    let device = |name: &str| record(RecordKind::Row, vec![cell("name", name), cell("online", "true")]);
    let share = |folder: &str, device: &str| ReadRecord {
        place: Some(format!("{folder} devices")),
        ..record(RecordKind::Row, vec![cell("device name", device), cell("introduced by", "")])
    };
    let devices = || ["Laptop of Ines", "Office server", "Archive box"].map(|name| device(name));
    let before =
        || data([folder("draw-1", "Drawings", &[]), folder("mins-2", "Minutes", &[])].into_iter().chain(devices()).collect());
    let after = |label: &str, keep: &str, paused: bool, shared: &[&str]| {
        let empty: &[(&str, &str)] = &[("versions keep", "")];
        let mut rows = vec![folder("draw-1", "Drawings", empty), folder("mins-2", "Minutes", empty)];
        if paused {
            rows[1].cells[2].text = "true".into();
        }
        rows.push(folder("q7mj3-wkz9o", label, &[("versions keep", keep)]));
        data(rows.into_iter().chain(devices()).chain(shared.iter().map(|device| share(label, device))).collect())
    };
    let adds = |label: &str, keep: &str, boxes: &[&str]| {
        let mut script = Script::on("http://127.0.0.1:8080/", "Folders");
        script.fill("Folder Label", label).form("Sharing");
        boxes.iter().for_each(|name| {
            script.choose("checkbox", name, "on");
        });
        script.fill("Keep Versions", keep);
        script.click("button", "Save", vec![element("status", "Saved")], vec![]);
        script
    };
    let both_devices = ["Laptop of Ines", "Office server"];
    let shown = vec![both(before(), after("Invoices", "8", false, &both_devices))];
    let draft = learned(&adds("Invoices", "8", &both_devices), "Set up a folder", shown);
    let run = |keep: &str, paused: bool, shared: &[&str]| {
        let list = draft.graph.variables.iter().find(|one| one.list).expect("the devices");
        let asked =
            [("folder_label", "Price lists"), ("keep_versions", "12"), (list.name.as_str(), "Archive box, Office server")];
        let script = adds("Price lists", "12", &["Archive box", "Office server"]);
        Run {
            draft: &draft,
            asked: &asked,
            script,
            before: vec![before()],
            after: vec![after("Price lists", keep, paused, shared)],
        }
        .refused()
    };
    let asked = ["Archive box", "Office server"];
    assert_eq!(run("12", false, &asked), None, "{:#?}", draft.checkpoints);
    assert!(run("5", false, &asked).is_some(), "another number of versions");
    assert!(run("12", true, &asked).is_some(), "another folder is paused");
    assert!(run("12", false, &["Archive box"]).is_some(), "a device is missing");
}
