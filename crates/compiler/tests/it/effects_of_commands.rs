//! Effects of commands: runs from another folder, variables of the shell, and values that differ in case only.

use crate::effects::{FOLDER, Run, both, files, learned, lines, only_after, reading, record};
use crate::script::Script;
use apprentice_compiler::Draft;
use apprentice_contracts::observation::{ActionDetails, FileChangeKind};
use apprentice_contracts::reading::{ReadCell, Reading, ReadingSource, RecordKind};

/// The same script as if its shell were in this folder.
fn moved(mut script: Script, folder: &str) -> Script {
    for action in &mut script.actions {
        if let ActionDetails::Command(run) = &mut action.details {
            run.directory = folder.to_owned();
        }
    }
    script
}

fn named<'d>(draft: &'d Draft, example: &str) -> &'d str {
    let found = draft.graph.variables.iter().find(|one| one.example == example);
    &found.unwrap_or_else(|| panic!("no input {example}: {:#?}", draft.graph.variables)).name
}

#[test]
fn a_run_may_begin_in_the_folder_around_that_of_the_task() {
    let set = |place: &str, port: &str| {
        let mut script = Script::default();
        let file = format!("{place}app.conf");
        script.ran(&format!("sed -i s/port=.*/port={port}/ {file}"), 0, &[(&file, FileChangeKind::Changed)]);
        script
    };
    let conf = |port: &str| lines("app.conf", &["name=shop", &format!("port={port}")]);
    let listed = |digest: &str| files(&[("app.conf", "text", digest)]);
    let readings = vec![both(listed("aa"), listed("bb")), both(conf("8080"), conf("9090"))];
    let draft = learned(&set("", "9090"), "Change the port of the application", readings);
    assert_eq!(draft.graph.folder.as_deref(), Some("work"));
    // The listing of `/home/ada`, where the shell of this run is.
    let above = |digest: &str, other: &str| {
        let mut outer = files(&[("work/app.conf", "text", digest), ("notes.md", "text", other)]);
        outer.source = ReadingSource::Folder { path: "/home/ada".into() };
        outer
    };
    let asked = [(named(&draft, "9090"), "7070")];
    let refused = |script: Script, port: &str| {
        let after = vec![listed("cc"), conf(port), above("cc", "nn")];
        let before = vec![above("aa", "nn"), conf("8080")];
        Run { draft: &draft, asked: &asked, script, before, after }.refused()
    };
    let from_above = || moved(set("work/", "7070"), "/home/ada");
    assert_eq!(refused(from_above(), "7070"), None, "{:#?}", draft.checkpoints);
    assert!(refused(from_above(), "7071").is_some());
    let mut moves = Script::default();
    moves.ran("cd work && sed -i s/port=.*/port=7070/ app.conf", 0, &[("work/app.conf", FileChangeKind::Changed)]);
    assert_eq!(refused(moved(moves, "/home/ada"), "7070"), None);
}

#[test]
fn a_run_that_goes_from_folder_to_folder_is_judged_in_the_one_around_them() {
    let pack = |at: &str, site: &str| {
        let mut script = Script::default();
        let file = format!("backups/{site}-{at}.tgz");
        script.ran(&format!("tar czf backups/{site}-{at}.tgz sites/{site}"), 0, &[(&file, FileChangeKind::Created)]);
        script
    };
    let listed = |folder: &str, names: &[&str]| {
        let all: Vec<(&str, &str, &str)> = names.iter().map(|name| (*name, "archive", "aa")).collect();
        let mut listing = files(&all);
        listing.source = ReadingSource::Folder { path: folder.into() };
        listing
    };
    let root = "/home/ada/work";
    let readings =
        vec![both(listed(root, &["backups/old.tgz"]), listed(root, &["backups/old.tgz", "backups/wiki-2031-08-01.tgz"]))];
    let draft = learned(&pack("2031-08-01", "wiki"), "Back up a site as it is on a day", readings);
    let asked = [(named(&draft, "wiki"), "blog"), (named(&draft, "2031-08-01"), "2031-09-30")];
    let here = |line: &str, folder: &str| {
        let mut script = Script::default();
        script.ran(line, 0, &[]);
        moved(script, folder).actions
    };
    let refused = |began: &str, new: &str| {
        let mut script = pack("2031-09-30", "blog");
        script.actions = [
            here("cd sites", began),
            here("tar czf ../backups/blog-2031-09-30.tgz blog", "/home/ada/work/sites"),
            here("sha256sum blog-2031-09-30.tgz > /tmp/sum", "/home/ada/work/backups"),
        ]
        .concat();
        let before = vec![listed(root, &["backups/old.tgz"]), listed("/home/ada/work/sites", &["blog/a.html"])];
        let after = vec![listed(root, &["backups/old.tgz", new]), listed("/home/ada/work/sites", &["blog/a.html"])];
        Run { draft: &draft, asked: &asked, script, before, after }.refused()
    };
    assert_eq!(refused(root, "backups/blog-2031-09-30.tgz"), None, "{:#?}", draft.checkpoints);
    assert!(refused(root, "backups/blog-2031-09-03.tgz").is_some(), "another day");
    assert!(refused("/home/ada/work/sites", "backups/blog-2031-09-30.tgz").is_some(), "the folder around was never entered");
}

#[test]
fn a_variable_of_the_shell_is_its_value() {
    let script = |region: &str| {
        let mut script = Script::default();
        script.run(&format!("region={region}"));
        script.ran("grep \"$region\" sales.csv > $region.csv", 0, &[(&format!("{region}.csv"), FileChangeKind::Created)]);
        script
    };
    let sales = ("sales.csv", "text", "aa");
    let readings = vec![
        both(files(&[sales]), files(&[sales, ("north.csv", "text", "bb")])),
        only_after(lines("north.csv", &["north,1200", "north,80"])),
    ];
    let draft = learned(&script("north"), "Extract the sales of a region", readings);
    let asked = [(named(&draft, "north"), "south")];
    assert!(draft.skill_md.contains("sales.csv > <region>.csv"), "{}", draft.skill_md);
    let after = |content: &str| vec![files(&[sales, ("south.csv", "text", "cc")]), lines("south.csv", &[content])];
    let run = |content: &str| {
        Run { draft: &draft, asked: &asked, script: script("south"), before: vec![files(&[sales])], after: after(content) }
            .refused()
    };
    assert_eq!(run("south,70"), None, "{:#?}", draft.checkpoints);
    assert!(run("north,1200").is_some());
}

#[test]
fn a_name_is_not_made_of_the_word_that_it_is_filed_under() {
    let script = |file: &str, person: &str, hours: &str| {
        let mut script = Script::default();
        let path = format!("contracts/{file}.txt");
        script.ran(&format!("cp template.txt {path}"), 0, &[(&path, FileChangeKind::Created)]);
        script.ran(&format!("sed -i 's/@NAME@/{person}/' {path}"), 0, &[(&path, FileChangeKind::Changed)]);
        script.ran(&format!("sed -i 's/@HOURS@/{hours}/' {path}"), 0, &[(&path, FileChangeKind::Changed)]);
        script.ran(&format!("echo \"{file};{person}\" >> list.csv"), 0, &[("list.csv", FileChangeKind::Changed)]);
        script
    };
    let template = ("template.txt", "text", "aa");
    let list = |more: &[&str]| lines("list.csv", &[&["oduya;Ola Oduya"], more].concat());
    let old = || files(&[template, ("list.csv", "text", "11")]);
    let contract = |file: &str, lines_of: [&str; 2]| {
        let listed = files(&[template, (&format!("contracts/{file}.txt"), "text", "bb"), ("list.csv", "text", "22")]);
        let content = lines(&format!("contracts/{file}.txt"), &lines_of);
        (listed, content)
    };
    let (listed, content) = contract("weiss", ["Contract with Nora Weiss", "30 hours a week"]);
    let readings = vec![both(old(), listed), only_after(content), both(list(&[]), list(&["weiss;Nora Weiss"]))];
    let draft = learned(&script("weiss", "Nora Weiss", "30"), "Fill in the contract of a new person", readings);
    let asked = [(named(&draft, "weiss"), "brandl"), (named(&draft, "Nora Weiss"), "Toni Brandl"), (named(&draft, "30"), "20")];
    let refused = |lines_of: [&str; 2]| {
        let (listed, content) = contract("brandl", lines_of);
        let before = vec![old(), list(&[])];
        Run {
            draft: &draft,
            asked: &asked,
            script: script("brandl", "Toni Brandl", "20"),
            before,
            after: vec![listed, content, list(&["brandl;Toni Brandl"])],
        }
        .refused()
    };
    assert_eq!(refused(["Contract with Toni Brandl", "20 hours a week"]), None, "{:#?}", draft.checkpoints);
    assert!(refused(["Contract with Nora Weiss", "20 hours a week"]).is_some());
}

#[test]
fn a_push_that_did_not_arrive_is_seen_in_what_the_repository_knows_of_its_remote() {
    let script = |title: &str| {
        let mut script = Script::default();
        script.ran(&format!("git commit -am \"Publish {title}\""), 0, &[]);
        script.run("git push origin main");
        script
    };
    let output = |command: &str, text: &[&str]| -> Reading {
        let source = ReadingSource::Output { command: command.into(), directory: FOLDER.into() };
        let line = |text: &&str| record(RecordKind::Line, vec![ReadCell { header: String::new(), text: (*text).into() }]);
        reading(source, text.iter().map(line).collect())
    };
    let remote = |subject: &str| output("git remote branches", &[&format!("origin/main {subject}")]);
    let log = |lines: &[&str]| output("git log", lines);
    let readings = vec![
        both(files(&[("a.md", "text", "aa")]), files(&[("a.md", "text", "aa")])),
        both(log(&["Begin"]), log(&["Publish paving", "Begin"])),
        both(remote("Begin"), remote("Publish paving")),
    ];
    let draft = learned(&script("paving"), "Publish a notice", readings);
    let variable = draft.graph.variables.first().expect("an input");
    let given = variable.example.replace("paving", "parking");
    let asked = [(variable.name.as_str(), given.as_str())];
    let refused = |pushed: &str| {
        let before = vec![log(&["Begin"]), remote("Begin"), files(&[("a.md", "text", "aa")])];
        let after = vec![log(&["Publish parking", "Begin"]), remote(pushed), files(&[("a.md", "text", "aa")])];
        Run { draft: &draft, asked: &asked, script: script("parking"), before, after }.refused()
    };
    assert_eq!(refused("Publish parking"), None, "{:#?}", draft.checkpoints);
    assert!(refused("Begin").is_some(), "{:#?}", draft.checkpoints);
}

#[test]
fn what_a_here_document_sets_is_given() {
    let script = |host: &str, user: &str, port: &str| {
        let mut script = Script::default();
        let line = format!("cat >> config <<END\nHost {host}\n    User {user}\n    Port {port}\nEND");
        script.ran(&line, 0, &[("config", FileChangeKind::Changed)]);
        script
    };
    let config = |more: &[&str]| lines("config", &[&["Host attic", "    User ada"], more].concat());
    let listed = |digest: &str| files(&[("config", "text", digest)]);
    let readings =
        vec![both(listed("aa"), listed("bb")), both(config(&[]), config(&["Host depot", "    User frieda", "    Port 2222"]))];
    let draft = learned(&script("depot", "frieda", "2222"), "Add a host to the configuration", readings);
    let asked = [(named(&draft, "depot"), "barn"), (named(&draft, "frieda"), "otto"), (named(&draft, "2222"), "8822")];
    let refused = |more: &[&str]| {
        let before = vec![listed("aa"), config(&[])];
        Run {
            draft: &draft,
            asked: &asked,
            script: script("barn", "otto", "8822"),
            before,
            after: vec![listed("cc"), config(more)],
        }
        .refused()
    };
    assert_eq!(refused(&["Host barn", "    User otto", "    Port 8822"]), None, "{:#?}", draft.checkpoints);
    assert!(refused(&["Host barn", "    User otta", "    Port 8822"]).is_some());
    assert!(refused(&["Host barm", "    User otto", "    Port 8822"]).is_some());
}
