//! “What changes next time?”: what a person says of a value overrides what the rules think of it.

use crate::script::{Script, row};
use crate::tasks;
use apprentice_compiler::{Demonstration, Draft, compile};
use apprentice_contracts::graph::{DemonstratedValue, ValueAnswer, ValueChange, ValueSource, VariableBinding};
use apprentice_contracts::observation::{ControlRecord, FileChangeKind};
use apprentice_contracts::reading::ReadCell;

fn answer(example: &str, changes: ValueChange, name: Option<&str>) -> ValueAnswer {
    ValueAnswer { example: example.into(), name: name.map(str::to_owned), changes }
}

fn answered(demonstration: &Demonstration, answers: &[ValueAnswer]) -> Draft {
    compile(&Demonstration { value_answers: answers.to_vec(), ..demonstration.clone() }).expect("something to learn")
}

fn value<'a>(draft: &'a Draft, example: &str) -> &'a DemonstratedValue {
    let found = draft.values.iter().find(|value| value.example == example);
    found.unwrap_or_else(|| panic!("{example} is not in {:#?}", draft.values))
}

fn names(draft: &Draft) -> Vec<&str> {
    draft.graph.variables.iter().map(|variable| variable.name.as_str()).collect()
}

fn tea() -> Demonstration {
    tasks::order_tea("Ada Lovelace", "Oolong", "3").demonstration(Some("Order tea for somebody"))
}

fn report() -> Demonstration {
    let mut script = Script::default();
    script.ran("./sales.sh --region north data.csv", 0, &[]);
    script.ran("cp sales.txt out/north-sales.txt", 0, &[("out/north-sales.txt", FileChangeKind::Created)]);
    script.demonstration(Some("Report the north sales"))
}

#[test]
fn every_value_is_in_the_table_with_the_reason() {
    let draft = answered(&tea(), &[]);
    let oolong = value(&draft, "Oolong");
    assert_eq!((oolong.name.as_str(), oolong.changes, oolong.decided), ("tea", true, false));
    assert_eq!(oolong.evidence, "chosen for “Tea”");
    assert_eq!(value(&draft, "Ada Lovelace").evidence, "typed in “Your name”");
    let report = answered(&report(), &[]);
    let north = value(&report, "north");
    assert_eq!((north.changes, north.source), (false, ValueSource::Constant), "{:#?}", report.values);
    assert_eq!(north.evidence, "a plain word of the goal");
}

#[test]
fn a_value_that_is_always_the_same_is_no_input_and_may_stand_in_the_text() {
    let draft = answered(&tea(), &[answer("OOLONG", ValueChange::Same, None), answer("3", ValueChange::Same, None)]);
    assert_eq!(names(&draft), ["your_name"]);
    assert!(draft.skill_md.contains("Oolong"), "{}", draft.skill_md);
    assert!(!draft.lint.has_errors(), "{:#?}", draft.lint);
    let oolong = value(&draft, "Oolong");
    assert_eq!((oolong.changes, oolong.source, oolong.decided), (false, ValueSource::Constant, true));
}

#[test]
fn a_constant_that_changes_becomes_an_input_of_every_command() {
    let draft = answered(&report(), &[answer("north", ValueChange::Changes, Some("region"))]);
    let region = draft.graph.variables.iter().find(|variable| variable.name == "region").expect("an input");
    assert!(
        matches!(&region.binding, VariableBinding::Command { pattern } if pattern.contains("--region {{region}}")),
        "{region:?}"
    );
    assert!(draft.skill_md.contains("{{region}}") || draft.skill_md.contains("`region`"), "{}", draft.skill_md);
    assert!(!draft.skill_md.contains("north"), "{}", draft.skill_md);
    assert_eq!(value(&draft, "north").name, "region");
}

#[test]
fn an_argument_that_is_the_same_stands_in_the_command_again() {
    let mut script = Script::default();
    script.ran("git tag -m \"First one\" v1.4.0", 0, &[]);
    let demonstration = script.demonstration(None);
    let before = answered(&demonstration, &[]);
    assert!(names(&before).contains(&"message"), "{:?}", names(&before));
    let draft = answered(&demonstration, &[answer("First one", ValueChange::Same, None)]);
    assert_eq!(names(&draft), ["version"]);
    let VariableBinding::Command { pattern } = &draft.graph.variables[0].binding else { panic!("no command") };
    // The `v` is everywhere, so it belongs to the value.
    assert_eq!(pattern, "git tag -m \"First one\" {{version}}");
    assert_eq!(draft.graph.variables[0].example, "v1.4.0");
}

/// The inputs of commands that a task with this goal consists of: names and examples.
fn of_commands(goal: &str, lines: &[&str]) -> Vec<(String, String)> {
    let mut script = Script::default();
    for line in lines {
        script.ran(line, 0, &[]);
    }
    let draft = script.draft(Some(goal));
    draft.graph.variables.iter().map(|variable| (variable.name.clone(), variable.example.clone())).collect()
}

#[test]
fn values_of_commands_are_whole_and_programs_stay_as_they_are() {
    let own = |list: &[(&str, &str)]| list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
    // A version keeps its `v` where it always has it, and a message is one value although it is within another text.
    let lines =
        ["git cherry-pick fix-rounding", "echo \"v1.2.1: Rounds prices\" >> NEWS", "git tag -a v1.2.1 -m \"Rounds prices\""];
    let found = of_commands("Take the fix of a branch into main and tag it as a release", &lines);
    assert_eq!(found, own(&[("branch", "fix-rounding"), ("version", "v1.2.1"), ("message", "Rounds prices")]));
    // Without its `v` elsewhere, only the number is the value.
    let found = of_commands("Cut a release", &["git tag v1.4.2", "echo 1.4.2 > VERSION"]);
    assert_eq!(found, own(&[("version", "1.4.2")]));
    // The goal asks for a service, and the command was given one name.
    assert_eq!(of_commands("Restart a service", &["systemctl restart nginx"]), own(&[("service", "nginx")]));
    assert_eq!(of_commands("Restart the web server", &["systemctl restart nginx"]), own(&[]));
    // Two names leave open which of them is meant.
    assert_eq!(of_commands("Restart a service", &["docker cp conf web", "docker restart cache"]), own(&[]));
    // A quoted program is no value; what it has in common with a file is.
    let lines = ["jq -r '.[] | [.day, .tins] | @csv' inbox/2031-05-09.json | sqlite3 -csv sales.db '.import /dev/stdin sales'"];
    let more = "sqlite3 sales.db \"select sum(tins) from sales where day = '2031-05-09'\" > totals/2031-05-09.txt";
    let found = of_commands("Book the sales of a day", &[lines[0], more]);
    assert_eq!(found, own(&[("day", "2031-05-09")]));
}

#[test]
fn names_may_be_swapped_and_a_taken_name_moves_on() {
    let swapped =
        [answer("Ada Lovelace", ValueChange::Changes, Some("tea")), answer("Oolong", ValueChange::Changes, Some("your_name"))];
    let draft = answered(&tea(), &swapped);
    assert_eq!(names(&draft), ["tea", "your_name", "cups"]);
    let taken = answered(&tea(), &[answer("Ada Lovelace", ValueChange::Changes, Some("cups"))]);
    assert_eq!(names(&taken), ["cups", "tea", "cups_2"]);
    assert_eq!(value(&taken, "3").name, "cups_2");
}

#[test]
fn what_is_read_or_follows_is_not_asked_for() {
    let answers = [answer("Oolong", ValueChange::Read, None), answer("3", ValueChange::Derived, None)];
    let draft = answered(&tea(), &answers);
    let sources: Vec<ValueSource> = draft.graph.variables.iter().map(|variable| variable.source).collect();
    assert_eq!(sources, [ValueSource::Given, ValueSource::Read, ValueSource::Derived]);
    let lines = |says: &str| draft.skill_md.lines().filter(|line| line.contains(says)).collect::<Vec<_>>().join("\n");
    assert!(lines("`tea`").contains("do not ask") && lines("`cups`").contains("follows"), "{}", draft.skill_md);
    assert!(!lines("never guess").contains("`tea`"), "{}", draft.skill_md);
}

#[test]
fn a_plain_word_of_the_goal_and_a_ticked_state_can_change() {
    let mut script = Script::on("http://localhost:1/invoices/edit", "Invoice");
    script.fill("Status", "paid").choose("checkbox", "Urgent", "on").click("button", "Save", vec![row("7 paid")], vec![]);
    let demonstration = script.demonstration(Some("Mark an invoice as paid"));
    let before = answered(&demonstration, &[]);
    assert!(names(&before).is_empty(), "{:?}", names(&before));
    assert_eq!(value(&before, "Urgent: on").evidence, "ticked");
    let answers = [answer("paid", ValueChange::Changes, Some("new_status")), answer("Urgent: on", ValueChange::Changes, None)];
    assert_eq!(names(&answered(&demonstration, &answers)), ["new_status", "urgent"]);
}

#[test]
fn answers_change_nothing_else_and_the_table_is_bounded() {
    let unknown = answered(&tea(), &[answer("nowhere", ValueChange::Same, None)]);
    assert_eq!(unknown.skill_md, answered(&tea(), &[]).skill_md);
    let mut script = Script::default();
    for number in 0..90 {
        script.fill(&format!("Field {number}"), &format!("word {number}"));
    }
    script.click("button", "Save", vec![row("done")], vec![]);
    assert_eq!(answered(&script.demonstration(None), &[]).values.len(), 60);
}

#[test]
fn what_was_typed_to_find_an_option_is_no_input() {
    let mut script = Script::on("http://127.0.0.1:8080/members", "Members – Desk");
    script.fill("User", "bo").choose("combobox", "User", "bob").choose("combobox", "Role", "Approver");
    script.click("button", "Save", vec![row("bob | Approver")], vec![]);
    let draft = answered(&script.demonstration(Some("Give somebody a role")), &[]);
    assert_eq!(names(&draft), ["user", "role"], "{:#?}", draft.graph.variables);
    assert_eq!(draft.graph.variables[0].example, "bob");
}

#[test]
fn a_label_ends_before_a_value_of_the_task() {
    let mut script = Script::on("http://127.0.0.1:8080/files", "Files – Desk");
    script.fill("File", "cup.gcode");
    script.choose("combobox", "Select destination folder for cup.gcode (Currently: /)", "/parts");
    script.click("button", "Move", vec![row("cup.gcode | /parts")], vec![]);
    let draft = answered(&script.demonstration(Some("Move a file")), &[]);
    assert_eq!(names(&draft), ["file", "destination_folder"], "{:#?}", draft.graph.variables);
}

#[test]
fn a_record_that_the_goal_asks_for_is_an_input() {
    let opens = |goal: &str| {
        let mut script = Script::on("http://127.0.0.1:8080/projects", "Desk");
        script.go("link", "Shop mails", "http://127.0.0.1:8080/projects/2", "Desk", vec![], vec![]);
        let cells = ["Shop mails", "About mails"].map(|text| ReadCell { header: String::new(), text: text.into() }).to_vec();
        script.in_record(ControlRecord { cells, name: "Shop mails".into(), own_link: true });
        script.fill("Label", "Refund").click("button", "Save", vec![row("Refund")], vec![]);
        let draft = answered(&script.demonstration(Some(goal)), &[]);
        draft.graph.variables.iter().map(|variable| variable.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(opens("Add a label to a project"), ["project", "label"]);
    assert_eq!(opens("Add a label"), ["label"], "another link of the list is the way to the form");
}

#[test]
fn the_kind_of_thing_that_the_goal_names_is_no_input() {
    let mut script = Script::on("http://127.0.0.1:8080/cases/new", "Desk");
    script.choose("combobox", "Kind", "Complaint").fill("Subject", "The door scrapes");
    script.click("button", "Save", vec![row("The door scrapes")], vec![]);
    let draft = answered(&script.demonstration(Some("Report a complaint of a customer")), &[]);
    assert_eq!(names(&draft), ["subject"], "{:#?}", draft.graph.variables);
    assert!(draft.meaning.goal_summary.starts_with("Report a complaint of a customer"), "{}", draft.meaning.goal_summary);
}

#[test]
fn a_goal_that_says_a_value_keeps_one_article() {
    let mut script = Script::on("http://127.0.0.1:8080/rooms", "Desk");
    script.fill("Room", "Attic 7").fill("Seats", "12");
    script.click("button", "Save", vec![row("Attic 7 | 12")], vec![]);
    for (goal, said) in [("Furnish the Attic 7", "Furnish the given room"), ("Furnish Attic 7", "Furnish a given room")] {
        let draft = script.draft(Some(goal));
        assert!(draft.meaning.goal_summary.starts_with(said), "{}", draft.meaning.goal_summary);
    }
}

#[test]
fn what_leads_to_a_day_in_a_calendar_is_no_value_of_its_own() {
    let mut script = Script::on("http://127.0.0.1:8080/orders/new", "New order");
    script.fill("Customer", "Rosalind Franklin");
    script.choose("combobox", "Month", "March");
    script.fill("Year", "2031");
    script.fill("Deliver on", "March 21st, 2031");
    script.go("button", "Save", "http://127.0.0.1:8080/orders", "Orders", vec![row("Rosalind Franklin")], vec![]);
    let draft = script.draft(Some("Enter an order"));
    assert_eq!(names(&draft), ["customer", "deliver_on"]);
    assert!(!format!("{:?}", draft.checkpoints).contains("Month"), "{:#?}", draft.checkpoints);
    let mut report = Script::on("http://127.0.0.1:8080/report", "Report");
    report.choose("combobox", "Month", "March");
    report.fill("Year", "2031");
    report.go("button", "Show", "http://127.0.0.1:8080/report/all", "All", vec![row("Sum")], vec![]);
    assert_eq!(names(&report.draft(Some("Show a report"))), ["month", "year"], "no date follows");
}

fn deploys() -> Demonstration {
    let mut script = Script::default();
    let changed = [("catalog.yaml", FileChangeKind::Changed)];
    script.ran("sed -i 's|image: .*|image: registry.hafen.example/catalog:2.8.1|' catalog.yaml", 0, &changed);
    script.ran("sed -i 's/^replicas: .*/replicas: 4/' catalog.yaml", 0, &changed);
    script.ran("echo \"catalog 2.8.1 on 4\" >> deploys.log", 0, &[("deploys.log", FileChangeKind::Changed)]);
    script.demonstration(Some("Roll out a version of a service"))
}

#[test]
fn what_a_program_for_sed_puts_in_is_given() {
    let draft = answered(&deploys(), &[]);
    let examples: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.example.as_str()).collect();
    assert_eq!(examples, ["catalog", "2.8.1", "4"], "{:#?}", draft.graph);
}

#[test]
fn what_a_command_says_of_another_value_is_none_of_its_own() {
    let mut script = Script::default();
    let conf = [("service.conf", FileChangeKind::Changed)];
    script.ran("git merge more-memory", 1, &[("more-memory.txt", FileChangeKind::Created), conf[0]]);
    script.ran("printf 'host = localhost\\nport = 9100\\nworkers = 4\\n' > service.conf", 0, &conf);
    script.ran("git add service.conf", 0, &[]);
    script.ran("git commit -m \"Merge more-memory\"", 0, &[]);
    let draft = answered(&script.demonstration(Some("Merge a branch into main and decide which port stays")), &[]);
    assert_eq!(names(&draft), ["branch", "host", "port", "workers"], "{:#?}", draft.graph.variables);
}

#[test]
fn files_of_a_folder_are_told_by_what_differs() {
    let mut script = Script::default();
    for host in ["alder", "birch", "hazel"] {
        let path = format!("hosts/{host}.conf");
        script.ran(&format!("sed -i 's/^limit .*/limit 250/' hosts/{host}.conf"), 0, &[(&path, FileChangeKind::Changed)]);
    }
    script.ran("diff -u -r before hosts > patches/OPS-204.diff", 1, &[("patches/OPS-204.diff", FileChangeKind::Created)]);
    let draft = answered(&script.demonstration(Some("Set the limit of some hosts and keep the change as a patch")), &[]);
    assert_eq!(names(&draft), ["limit", "host", "patch"], "{:#?}", draft.graph.variables);
}

#[test]
fn a_sentence_that_sed_puts_in_is_given() {
    let mut script = Script::default();
    script.ran("npm version 2.4.0 --no-git-tag-version", 0, &[("package.json", FileChangeKind::Changed)]);
    let line = "sed -i '1i ## 2.4.0\\n- Reads lists of parcels\\n' CHANGES.md";
    script.ran(line, 0, &[("CHANGES.md", FileChangeKind::Changed)]);
    let draft = answered(&script.demonstration(Some("Raise the version of the package and note the change")), &[]);
    let examples: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.example.as_str()).collect();
    assert_eq!(examples, ["2.4.0", "Reads lists of parcels"], "{:#?}", draft.graph.variables);
}

#[test]
fn numbers_and_addresses_in_queries_are_values() {
    let mut script = Script::default();
    let db = [("shop.db", FileChangeKind::Changed)];
    script.ran("sqlite3 shop.db \"select id, name from customers where mail = 'rosa@post.example'\"", 0, &[]);
    script.ran("sqlite3 shop.db \"update orders set customer = null where customer = 12\"", 0, &db);
    script.ran("sqlite3 shop.db \"delete from customers where id = 12\"", 0, &db);
    script.ran("sed -i '/^rosa@post.example$/d' newsletter.txt", 0, &[("newsletter.txt", FileChangeKind::Changed)]);
    script.ran("rm -f letters/12-*.txt", 0, &[("letters/12-offer.txt", FileChangeKind::Removed)]);
    let draft = answered(&script.demonstration(Some("Forget a customer but keep the orders")), &[]);
    let examples: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.example.as_str()).collect();
    assert_eq!(examples, ["rosa@post.example", "12"], "{:#?}", draft.graph.variables);
    assert_eq!(names(&draft), ["mail", "customer"]);
    assert!(draft.skill_md.contains("/^<mail>$/d"), "{}", draft.skill_md);
}

#[test]
fn places_of_a_format_and_lines_of_a_list_are_no_values() {
    let mut script = Script::default();
    script.ran("printf 'name: %s\\nmail: %s\\n' Ada ada@post.example > card.txt", 0, &[("card.txt", FileChangeKind::Created)]);
    script.ran("printf 'Closed today\\n' >> notes.log", 0, &[("notes.log", FileChangeKind::Changed)]);
    let draft = answered(&script.demonstration(Some("Write a card")), &[]);
    let examples: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.example.as_str()).collect();
    assert!(!examples.contains(&"%s") && !examples.contains(&"today"), "{examples:?}");
    let mut release = Script::default();
    for branch in ["release/alder", "release/birch"] {
        release.ran(&format!("git worktree add --branch {branch} work"), 0, &[]);
    }
    let draft = answered(&release.demonstration(Some("Make a worktree for some releases")), &[]);
    assert!(draft.graph.variables.iter().all(|variable| !variable.example.is_empty()), "{:#?}", draft.graph.variables);
}

/// The examples of the inputs of commands that a task with this goal consists of; each changes the file.
fn examples_of(goal: &str, lines: &[(&str, &str)]) -> Vec<String> {
    let mut script = Script::default();
    for (line, file) in lines {
        script.ran(line, 0, &[(file, FileChangeKind::Changed)]);
    }
    let draft = answered(&script.demonstration(Some(goal)), &[]);
    draft.graph.variables.into_iter().map(|variable| variable.example).collect()
}

#[test]
fn a_full_name_in_several_queries_is_a_value_and_a_state_is_none() {
    let by_name =
        "update fees set state = 'cancelled' where state = 'open' and member = (select id from members where name = 'Ida Moser')";
    let leaves = [
        ("sqlite3 club.db \"update members set left_on = '2031-09-30' where name = 'Ida Moser'\"", "club.db"),
        (&format!("sqlite3 club.db \"{by_name}\""), "club.db"),
    ];
    let found = examples_of("Let a member leave the club on a day", &leaves);
    assert_eq!(found, ["2031-09-30", "Ida Moser"]);
    let states = [
        ("sqlite3 club.db \"update fees set state = 'In progress' where state = 'to do'\"", "club.db"),
        ("sqlite3 club.db \"delete from notes where state = 'In progress' or state = 'to do'\"", "club.db"),
    ];
    let found = examples_of("Begin the fees", &states);
    assert!(!found.contains(&"In progress".to_owned()) && !found.contains(&"to do".to_owned()), "{found:?}");
}

#[test]
fn what_a_program_for_json_chooses_and_sets_is_given() {
    let program = ".services.mailer.replicas = 3 | .services.mailer.image = \"registry.lan/mailer:0.9.0\"";
    let scales = [
        (format!("jq '{program}' stack.json > stack.new"), "stack.new"),
        ("mv stack.new stack.json".to_owned(), "stack.json"),
        ("echo \"mailer 0.9.0\" >> CHANGES".to_owned(), "CHANGES"),
    ];
    let scales: Vec<(&str, &str)> = scales.iter().map(|(line, file)| (line.as_str(), *file)).collect();
    let found = examples_of("Give a service another version and number of copies", &scales);
    assert_eq!(found, ["mailer", "0.9.0", "3"]);
    let mut script = Script::default();
    for (line, file) in &scales {
        script.ran(line, 0, &[(file, FileChangeKind::Changed)]);
    }
    let draft = answered(&script.demonstration(Some("Give a service another version and number of copies")), &[]);
    assert!(!draft.skill_md.contains("mailer"), "it stands beside what is set: {}", draft.skill_md);
    // The name of a field is the same every time, however often it is said.
    let sets = [
        ("jq '.theme.colour = \"dark\"' app.json > app.new", "app.new"),
        ("echo \"set colour of theme\" >> CHANGES", "CHANGES"),
        ("git commit -am \"Set the colour\"", "app.new"),
    ];
    let found = examples_of("Set the look", &sets);
    assert!(found.contains(&"dark".to_owned()) && !found.contains(&"colour".to_owned()), "{found:?}");
}

#[test]
fn what_a_line_of_a_file_sets_is_given_and_what_is_only_said_is_not() {
    let sets = [("echo WORKERS=2 >> env/app.env", "env/app.env"), ("make", "out/app.conf")];
    assert!(examples_of("Make the configuration", &sets).contains(&"2".to_owned()));
    let says = [("echo WORKERS=2", "env/app.env"), ("make", "out/app.conf")];
    assert!(!examples_of("Make the configuration", &says).contains(&"2".to_owned()));
}

#[test]
fn a_thing_of_the_goal_is_its_number_where_a_name_says_both() {
    let tag = "git tag -a v2.1.5 -m 'Release 2.1.5'";
    // Beside another name, and alone.
    let switch = "git switch release-2.1";
    for lines in [
        &[switch, "git cherry-pick 9ae3978", tag, "git switch main"][..],
        &[switch, "git cherry-pick adbe209", tag],
        &[switch, tag],
    ] {
        let mut script = Script::default();
        for line in lines {
            script.ran(line, 0, &[("totals.py", FileChangeKind::Changed)]);
        }
        let draft = answered(&script.demonstration(Some("Take a fix of main into a release and tag it")), &[]);
        let found: Vec<(&str, &str)> =
            draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
        assert!(found.contains(&("release", "2.1")) && found.contains(&("version", "2.1.5")), "{found:?}");
        assert!(!found.iter().any(|(_, example)| *example == "release-2.1"), "{found:?}");
        assert!(draft.skill_md.contains("git switch release-<release>"), "{}", draft.skill_md);
    }
}

#[test]
fn a_folder_that_was_entered_and_is_named_in_a_sentence_is_given() {
    let in_folder = |folder: &str| {
        let mut script = Script::default();
        script.ran("find . -type f ! -name '*.sh' -exec chmod 660 {} +", 0, &[("plan.md", FileChangeKind::Changed)]);
        script.ran("chmod 640 budget.csv", 0, &[("budget.csv", FileChangeKind::Changed)]);
        for action in &mut script.actions {
            if let apprentice_contracts::observation::ActionDetails::Command(run) = &mut action.details {
                run.directory = format!("{}/{folder}", run.directory);
            }
        }
        script
    };
    let shares = |note: &str| {
        let mut script = in_folder("projects/orchard");
        script.ran(note, 0, &[("ACCESS", FileChangeKind::Changed)]);
        let goal = "Share a project with the group, one of its files only to read, and note it";
        let draft = answered(&script.demonstration(Some(goal)), &[]);
        let found: Vec<String> = draft.graph.variables.iter().map(|one| one.example.clone()).collect();
        found
    };
    let mut found = shares("echo \"orchard: open, budget.csv only to read\" >> ACCESS");
    found.sort();
    assert_eq!(found, ["budget.csv", "orchard"]);
    // Nothing says that the folder is what the task is about.
    assert!(!shares("echo \"all is open now\" >> ACCESS").contains(&"orchard".to_owned()));
}

#[test]
fn a_setting_of_the_goal_is_given_although_a_part_of_it_is_another_value() {
    let lines = [
        ("echo HOST=test.mill.example > env/test.env", "env/test.env"),
        ("echo WORKERS=2 >> env/test.env", "env/test.env"),
        ("make STAGE=test out/test.conf", "out/test.conf"),
    ];
    let given = |goal: &str| {
        let mut script = Script::default();
        for (line, file) in lines {
            script.ran(line, 0, &[(file, FileChangeKind::Created)]);
        }
        let draft = answered(&script.demonstration(Some(goal)), &[]);
        let mut found: Vec<(String, String)> = draft.graph.variables.into_iter().map(|one| (one.name, one.example)).collect();
        found.sort();
        (found, draft.skill_md)
    };
    let pair = |name: &str, example: &str| (name.to_owned(), example.to_owned());
    let (found, text) = given("Make the configuration of a stage with its host and number of workers");
    assert_eq!(found, [pair("host", "test.mill.example"), pair("stage", "test"), pair("workers", "2")]);
    assert!(text.contains("echo HOST=<host> > env/<stage>.env"), "{text}");
    // Nobody asks for a host: it is said by the stage.
    let (found, text) = given("Make the configuration of a stage");
    assert!(found.contains(&pair("stage", "test")) && text.contains("HOST=<stage>.mill.example"), "{found:?} {text}");
}

#[test]
fn a_file_that_only_a_program_in_a_line_reads_is_the_same_every_time() {
    let program = "import csv, sys; print([r for r in csv.DictReader(open(\"members.csv\")) if r[\"town\"] == sys.argv[1]])";
    let lines = [
        ("cut -d, -f3 members.csv | sort | uniq -c".to_owned(), None),
        (format!("python3 -c '{program}' Linz > towns/linz.json"), Some(("towns/linz.json", FileChangeKind::Created))),
        ("echo \"Linz;linz.json\" >> towns/index.txt".to_owned(), Some(("towns/index.txt", FileChangeKind::Changed))),
    ];
    let mut script = Script::default();
    for (line, file) in &lines {
        script.ran(line, 0, file.as_slice());
    }
    let goal = "Write the members of a town into a file of its own, and name it in the index";
    let draft = answered(&script.demonstration(Some(goal)), &[]);
    let found: Vec<(&str, &str)> = draft.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    assert!(found.contains(&("town", "Linz")), "{found:?}");
    assert!(!found.iter().any(|(_, example)| *example == "members.csv"), "{found:?}");
}
