//! Which words of the commands of a terminal are values of the request.

use crate::effects::{FOLDER, both, cell, files, lines, only_after, reading, record};
use crate::script::Script;
use apprentice_compiler::{Demonstration, Draft, closing_looks, compile};
use apprentice_contracts::observation::FileChangeKind;
use apprentice_contracts::reading::{ReadingSource, RecordKind};

fn learned_of(demonstration: &Demonstration) -> Draft {
    compile(demonstration).expect("something to learn")
}

#[test]
fn a_word_that_a_file_has_in_another_case_is_a_value_of_its_own() {
    let lines = [
        ("grep Linz members.csv > towns/linz.csv", Some(("towns/linz.csv", FileChangeKind::Created))),
        ("echo \"Linz;linz.csv\" >> towns/index.txt", Some(("towns/index.txt", FileChangeKind::Changed))),
    ];
    let mut script = Script::default();
    for (line, file) in &lines {
        script.ran(line, 0, file.as_slice());
    }
    let draft = learned_of(&script.demonstration(Some("Write the members of a town into a file of its own")));
    let found: Vec<(&str, &str)> = draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    assert_eq!(found, [("town", "Linz"), ("file", "linz")]);
    assert!(draft.skill_md.contains("grep <town> members.csv > towns/<file>.csv"), "{}", draft.skill_md);
    let listed: Vec<&str> = draft.values.iter().filter(|one| one.changes).map(|one| one.example.as_str()).collect();
    assert_eq!(listed, ["Linz", "linz"], "both can be answered");
}

#[test]
fn a_word_that_stands_without_its_date_is_a_value_beside_it() {
    let mut script = Script::default();
    script.ran("mkdir -p named", 0, &[("named/", FileChangeKind::Created)]);
    let names = "n=1; for f in scans/*.txt; do mv $f named/2031-06-30-offers-$n.txt; n=$((n + 1)); done";
    script.ran(names, 0, &[("named/2031-06-30-offers-1.txt", FileChangeKind::Created)]);
    script.ran("ls named | grep 2031-06-30-offers > offers.list", 0, &[("offers.list", FileChangeKind::Created)]);
    script.ran("tar cf 2031-06-30-offers.tar named", 0, &[("2031-06-30-offers.tar", FileChangeKind::Created)]);
    let draft = learned_of(&script.demonstration(Some("Name the scans of a day, list them and pack them")));
    let mut found: Vec<&str> = draft.graph.variables.iter().map(|one| one.example.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["2031-06-30", "offers"]);
    assert!(!draft.skill_md.contains("offers"), "also in the loop: {}", draft.skill_md);
}

#[test]
fn a_count_with_its_sign_is_the_number() {
    let program = ".services.mailer.replicas = 3 | .services.mailer.image = \"registry.lan/mailer:0.9.0\"";
    let mut script = Script::default();
    script.ran(&format!("jq '{program}' stack.json > stack.new"), 0, &[("stack.new", FileChangeKind::Created)]);
    script.ran("mv stack.new stack.json", 0, &[("stack.json", FileChangeKind::Changed)]);
    script.ran("echo \"mailer 0.9.0 x3\" >> CHANGES", 0, &[("CHANGES", FileChangeKind::Changed)]);
    let after = only_after(lines("CHANGES", &["search 5.0.2 x3", "mailer 0.9.0 x3"]));
    let mut demonstration = script.demonstration(Some("Give a service another version and number of copies"));
    demonstration.readings = vec![after];
    let draft = learned_of(&demonstration);
    let found: Vec<&str> = draft.graph.variables.iter().map(|one| one.example.as_str()).collect();
    assert_eq!(found, ["mailer", "0.9.0", "3"]);
    assert!(draft.skill_md.contains("echo \"<service> <version> x<replicas>\""), "{}", draft.skill_md);
}

#[test]
fn an_option_that_says_how_large_is_given_and_one_that_says_how_is_not() {
    let mut script = Script::default();
    script.ran("mkdir -p small/fair", 0, &[("small/fair/", FileChangeKind::Created)]);
    let shrinks = "for f in photos/fair/*.png; do convert \"$f\" -resize 16x \"small/fair/$(basename \"$f\" .png).gif\"; done";
    script.ran(shrinks, 0, &[("small/fair/gate.gif", FileChangeKind::Created)]);
    script.ran("tar --strip-components=1 -cf fair.tar small", 0, &[("fair.tar", FileChangeKind::Created)]);
    script.ran("split --lines 12 list.txt small/fair-", 0, &[("small/fair-aa", FileChangeKind::Created)]);
    let draft = learned_of(&script.demonstration(Some("Make small pictures of an event")));
    let found: Vec<(&str, &str)> = draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    assert_eq!(found, [("event", "fair"), ("size", "16")]);
    assert!(draft.skill_md.contains("-resize <size>x"), "{}", draft.skill_md);
}

#[test]
fn the_branch_of_a_release_is_its_number_although_the_branches_show_its_name() {
    let mut script = Script::default();
    for line in ["git switch release-2.1", "git cherry-pick da91a4c", "git tag -a v2.1.5 -m 'Release 2.1.5'", "git switch main"] {
        script.ran(line, 0, &[("totals.py", FileChangeKind::Changed)]);
    }
    let branches = ReadingSource::Output { command: "git branches".into(), directory: FOLDER.into() };
    let line = |text: &str| record(RecordKind::Line, vec![cell("", text)]);
    let after = reading(branches, vec![line("main 0"), line("release-2.1 5")]);
    let mut demonstration = script.demonstration(Some("Take a fix of main into a release and tag it"));
    demonstration.readings = vec![only_after(after)];
    let draft = learned_of(&demonstration);
    let found: Vec<(&str, &str)> = draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    assert!(found.contains(&("release", "2.1")) && found.contains(&("version", "2.1.5")), "{found:?}");
    assert!(!found.iter().any(|(_, example)| *example == "release-2.1"), "{found:?}");
}

#[test]
fn what_a_typed_text_has_from_the_file_that_was_looked_at_is_not_given() {
    let unit = |name: &str, text: &str| {
        [
            "[Unit]".to_owned(),
            format!("Description={text}"),
            "[Service]".into(),
            format!("ExecStart=%h/bin/{name}"),
            "Restart=on-failure".into(),
        ]
    };
    let chat = unit("chat", "Rooms to talk in");
    let mut script = Script::default();
    script.ran("cat user/wiki.service", 0, &[]);
    script.ran(
        &format!("cat > user/chat.service <<'END'\n{}\nEND", chat.join("\n")),
        0,
        &[("user/chat.service", FileChangeKind::Created)],
    );
    script.ran("printf 'PORT=%s\\nLOG=info\\n' 8137 > env/chat.env", 0, &[("env/chat.env", FileChangeKind::Created)]);
    let mut demonstration = script.demonstration(Some("Start a program as a service of the user, on a port of its own"));
    let wiki = ("user/wiki.service", "text", "aa");
    let of = |path: &str, lines_of: &[String]| {
        let all: Vec<&str> = lines_of.iter().map(String::as_str).collect();
        only_after(lines(path, &all))
    };
    demonstration.readings =
        vec![both(files(&[wiki]), files(&[wiki, ("user/chat.service", "text", "bb"), ("env/chat.env", "text", "cc")]))];
    let wanted = closing_looks(&demonstration.actions, &demonstration.readings);
    let model = ReadingSource::File { path: format!("{}/user/wiki.service", FOLDER) };
    assert!(wanted.contains(&model), "{wanted:?}");
    demonstration.readings.push(of("user/chat.service", &chat));
    demonstration.readings.push(of("env/chat.env", &["PORT=8137".to_owned(), "LOG=info".to_owned()]));
    demonstration.readings.push(of("user/wiki.service", &unit("wiki", "Pages of the family")));
    let draft = learned_of(&demonstration);
    let mut found: Vec<(&str, &str)> =
        draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    found.sort_unstable();
    assert_eq!(found, [("description", "Rooms to talk in"), ("port", "8137"), ("program", "chat")]);
    let checks = serde_json::to_string(&draft.checkpoints).unwrap();
    assert!(!checks.contains("wiki"), "what was only looked at is no result: {checks}");
}

/// The inputs of commands with this goal, by name: each line with the file that it makes.
fn given(goal: &str, commands: &[(&str, &str)]) -> (Vec<(String, String)>, String) {
    given_with(goal, commands, "notes.txt", &[])
}

/// The same where a file has these lines at the end.
fn given_with(goal: &str, commands: &[(&str, &str)], file: &str, content: &[&str]) -> (Vec<(String, String)>, String) {
    let mut script = Script::default();
    for (line, file) in commands {
        script.ran(line, 0, &[(file, FileChangeKind::Created)]);
    }
    let mut demonstration = script.demonstration(Some(goal));
    demonstration.readings = vec![only_after(lines(file, content))];
    let draft = learned_of(&demonstration);
    let mut found: Vec<(String, String)> = draft.graph.variables.into_iter().map(|one| (one.name, one.example)).collect();
    found.sort();
    (found, draft.skill_md)
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, example)| ((*name).to_owned(), (*example).to_owned())).collect()
}

#[test]
fn what_a_format_of_printf_has_places_for_is_given() {
    let rule = "printf '\\nout/%s.txt: text/%s.md\\n\\tfold -s -w 20 $< > $@\\n' ground soil >> Makefile";
    let lines = [
        (rule, "Makefile"),
        ("sed -i 's/^CHAPTERS =.*/& ground/' Makefile", "Makefile"),
        ("make out/ground.txt", "out/ground.txt"),
    ];
    let (found, text) = given("Add a chapter to the Makefile of the book and make it", &lines);
    assert_eq!(found, pairs(&[("chapter", "ground"), ("value", "soil")]));
    assert!(text.contains("& <chapter>/") && text.contains("make out/<chapter>.txt"), "{text}");
}

#[test]
fn several_words_that_sed_puts_in_for_patterns_are_several_values() {
    let lines = [
        ("cp crontab.txt crontab.bak", "crontab.bak"),
        ("sed -i -E '/bin\\/dump-orders/s/^[0-9]+ [0-9]+ /35 4 /' crontab.txt", "crontab.txt"),
        ("print \"OPS-72: dump-orders at 4:35\" >> journal.md", "journal.md"),
    ];
    let (found, text) = given_with(
        "Move a job of the crontab to another time, for a ticket",
        &lines,
        "journal.md",
        &["OPS-72: dump-orders at 4:35"],
    );
    let examples: Vec<&str> = found.iter().map(|(_, example)| example.as_str()).collect();
    let mut sorted = examples.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["35", "4", "OPS-72", "dump-orders"], "{found:?}");
    assert!(found.contains(&("job".to_owned(), "dump-orders".to_owned())), "{found:?}");
    assert!(!text.contains("dump-orders") && !text.contains("4:35"), "{text}");
}

#[test]
fn the_limit_of_a_query_is_given() {
    let report = "sqlite3 -header -csv stock.db 'select item, amount from stock where amount < 25 and n > 1' > short.csv";
    let (found, text) = given("List what is below a number", &[(report, "short.csv")]);
    assert!(found.contains(&("amount".to_owned(), "25".to_owned())) && !found.iter().any(|(_, one)| one == "1"), "{found:?}");
    assert!(text.contains("and n > 1"), "{text}");
}

#[test]
fn what_kind_of_thing_has_a_version_and_how_a_log_is_printed_are_not_given() {
    let lines = [
        ("git log --reverse --format='- %s' v0.8..v0.9 > dist/notes-0.9.md", "dist/notes-0.9.md"),
        ("git archive --prefix=crates-0.9/ -o dist/crates-0.9.tar v0.9", "dist/crates-0.9.tar"),
        ("cd dist && sha256sum crates-0.9.tar >> SHA256SUMS; cd ..", "dist/SHA256SUMS"),
    ];
    let (found, text) = given_with(
        "Publish the source of a version with notes of what changed since another one",
        &lines,
        "dist/SHA256SUMS",
        &["5e crates-0.8.tar", "7f crates-0.9.tar"],
    );
    let examples: Vec<&str> = found.iter().map(|(_, example)| example.as_str()).collect();
    assert_eq!(examples, ["v0.8", "0.9"], "{found:?} {text}");
}

#[test]
fn a_name_in_a_folder_of_things_that_the_goal_asks_for_is_given() {
    let lines = [
        ("for f in rooms/hall/*.wav; do mv $f rooms/hall/gv31_$(basename $f); done", "rooms/hall/gv31_rivers.wav"),
        ("ls rooms/hall | grep gv31_ >> programme.csv", "programme.csv"),
    ];
    let (found, text) = given("Number the recordings of a room for a meeting", &lines);
    assert_eq!(found, pairs(&[("meeting", "gv31"), ("room", "hall")]));
    assert!(text.contains("rooms/<room>/<meeting>_"), "{text}");
    // Nobody asks for a room.
    let (found, _) = given("Number the recordings for a meeting", &lines);
    assert_eq!(found, pairs(&[("meeting", "gv31")]));
}

#[test]
fn a_new_section_of_a_file_is_given_and_so_is_the_one_that_was_changed() {
    let lines = [
        ("sed -i '/^\\[alder\\]/,/^\\[/s/^memory = .*/memory = 8192/' machines.ini", "machines.ini"),
        ("cat >> disks.ini <<'END'\n\n[alder-media]\nowner = alder\nsize = 250G\nEND", "disks.ini"),
    ];
    let (found, text) = given("Give a machine more memory and a new disk", &lines);
    let expected = [("disk", "alder-media"), ("machine", "alder"), ("memory", "8192"), ("size", "250G")];
    assert_eq!(found, pairs(&expected));
    assert!(!text.contains("alder"), "{text}");
}
