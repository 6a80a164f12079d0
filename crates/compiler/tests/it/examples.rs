//! *Use as Example*: a further showing of the same task settles what is an input, what is the same, what is optional, and what depends.

use crate::effects::{LIST, OLD, Run, adds, both, effects, files, invoices};
use crate::script::{Script, element, id, row};
use crate::tasks;
use apprentice_compiler::{Demonstration, Draft, Example, SourceReadings, compile};
use apprentice_contracts::graph::{DemonstratedValue, NodeKind, SettledKind, ValueAnswer, ValueChange, Variable};
use apprentice_contracts::observation::{ControlRecord, FieldValue, FileChangeKind, FormField};
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::reading::{ReadCell, Reading};

/// A further showing. Its events are others than those of the first one.
fn example(script: &Script, number: u32) -> Example {
    example_with(script, number, vec![])
}

fn example_with(script: &Script, number: u32, readings: Vec<SourceReadings>) -> Example {
    let mut actions = script.actions.clone();
    for action in &mut actions {
        action.event_id = id(number * 1000 + action.seq);
    }
    Example { actions, readings }
}

fn shown(goal: &str, first: &Script, others: &[Script]) -> Demonstration {
    let examples = others.iter().zip(1..).map(|(script, number)| example(script, number)).collect();
    Demonstration { examples, ..first.demonstration(Some(goal)) }
}

fn draft(goal: &str, first: &Script, others: &[Script]) -> Draft {
    compiled(&shown(goal, first, others))
}

fn compiled(demonstration: &Demonstration) -> Draft {
    let draft = compile(demonstration).expect("something to learn");
    let again = compile(demonstration).expect("something to learn");
    assert_eq!(draft.skill_md, again.skill_md, "the same showings give the same bytes");
    assert!(!draft.lint.has_errors(), "{:#?}\n{}", draft.lint, draft.skill_md);
    draft
}

fn names(draft: &Draft) -> Vec<&str> {
    draft.graph.variables.iter().map(|variable| variable.name.as_str()).collect()
}

fn input<'a>(draft: &'a Draft, name: &str) -> &'a Variable {
    let found = draft.graph.variables.iter().find(|variable| variable.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", names(draft)))
}

fn value<'a>(draft: &'a Draft, example: &str) -> &'a DemonstratedValue {
    let found = draft.values.iter().find(|value| value.example == example);
    found.unwrap_or_else(|| panic!("no {example} in {:#?}", draft.values))
}

fn settled(draft: &Draft, kind: SettledKind) -> Vec<&str> {
    draft.settled.iter().filter(|point| point.kind == kind).map(|point| point.text.as_str()).collect()
}

/// A ticket with a priority that the goal names, so that one showing takes it for the same every time.
fn ticket(title: &str, priority: &str) -> Script {
    let mut s = Script::on("https://desk.example.org/tickets/new", "New ticket – Desk");
    s.form("New ticket").fill("Title", title).choose("combobox", "Priority", priority);
    let listed = vec![row(&format!("{title} {priority}"))];
    s.go("button", "Create", "https://desk.example.org/tickets", "Tickets – Desk", listed, vec![]);
    s
}

const TICKET: &str = "File a ticket with high priority";

#[test]
fn what_differs_is_an_input_and_what_is_the_same_is_not() {
    let alone = ticket("Printer broken", "high").draft(Some(TICKET));
    assert_eq!(names(&alone), ["title"], "the goal names the priority");

    let both = draft(TICKET, &ticket("Printer broken", "high"), &[ticket("Door stuck", "low")]);
    assert_eq!(names(&both), ["title", "priority"]);
    assert_eq!(value(&both, "high").evidence, "“high”, then “low”");
    assert_eq!(
        settled(&both, SettledKind::Input),
        [
            "Title was “Printer broken” and then “Door stuck”: it is an input.",
            "Priority was “high” and then “low”: it is an input now."
        ]
    );

    let same = draft(TICKET, &ticket("Printer broken", "high"), &[ticket("Printer broken", "low")]);
    assert_eq!(names(&same), ["priority"]);
    assert_eq!(settled(&same, SettledKind::Same), ["Both times Title was “Printer broken”: it is always the same."]);
    assert!(same.skill_md.contains("Printer broken"), "what is always the same stands in the text:\n{}", same.skill_md);
}

#[test]
fn the_answer_of_the_person_wins() {
    let answer = |example: &str, changes| ValueAnswer { example: example.into(), name: None, changes };
    let mut shown = shown(TICKET, &ticket("Printer broken", "high"), &[ticket("Printer broken", "low")]);
    shown.value_answers = vec![answer("Printer broken", ValueChange::Changes), answer("high", ValueChange::Same)];
    let draft = compiled(&shown);
    assert_eq!(names(&draft), ["title"]);
    assert!(value(&draft, "high").decided && value(&draft, "Printer broken").decided);
    assert_eq!(
        settled(&draft, SettledKind::Input),
        ["Priority was “high” and then “low”, but you said that it is always the same: your answer is used."]
    );
}

#[test]
fn three_more_showings_are_compared_with_the_first() {
    let others = [ticket("Door stuck", "high"), ticket("Lamp out", "high"), ticket("Tap drips", "high")];
    let draft = draft("File a ticket", &ticket("Printer broken", "high"), &others);
    assert_eq!(names(&draft), ["title"]);
    assert_eq!(settled(&draft, SettledKind::Same), ["All four times Priority was “high”: it is always the same."]);
    assert!(draft.unused.is_empty(), "{:?}", draft.unused);
}

#[test]
fn fields_may_be_filled_in_another_order() {
    let mut other = Script::on("https://tea.example.org/order", "Order – Tea Room");
    other.form("Order").fill("Cups", "2").choose("combobox", "Tea", "Oolong").fill("Your name", "Grace Hopper");
    let thanks = vec![element("heading", "Thank you"), element("text", "Grace Hopper: 2 × Oolong")];
    other.go("button", "Place order", "https://tea.example.org/orders/77", "Order 77 – Tea Room", thanks, vec![]);
    let draft = draft("Order tea for somebody", &tasks::order_tea("Ada Lovelace", "Oolong", "3"), &[other]);
    assert_eq!(names(&draft), ["your_name", "cups"], "the tea was the same");
    assert!(draft.graph.variables.iter().all(|variable| !variable.optional), "{:#?}", draft.graph.variables);
    assert!(settled(&draft, SettledKind::Decision).is_empty(), "{:#?}", draft.settled);
}

/// A form with a note, which may be left as it is.
fn leave(days: &str, note: Option<&str>, urgent: bool) -> Script {
    let mut s = Script::on("https://hr.example.org/leave/new", "Request leave – People");
    s.form("Request leave").fill("Days", days);
    if let Some(note) = note {
        s.fill("Note", note);
    }
    if urgent {
        s.choose("checkbox", "Urgent", "on");
    }
    s.go(
        "button",
        "Send",
        "https://hr.example.org/leave",
        "Leave – People",
        vec![row(&format!("{days} days requested"))],
        vec![],
    );
    let field = |label: &str, value: &str, touched| FormField {
        label: label.into(),
        role: "textbox".into(),
        value: FieldValue { text: value.into(), masked: None },
        touched,
    };
    s.actions.last_mut().expect("sent").form =
        vec![field("Days", days, true), field("Note", note.unwrap_or("None"), note.is_some())];
    s
}

#[test]
fn what_a_showing_leaves_out_is_optional_with_its_default() {
    for (first, other) in [
        (leave("3", Some("Family visit"), true), leave("5", None, false)),
        (leave("5", None, false), leave("3", Some("Family visit"), true)),
    ] {
        let draft = draft("Request leave", &first, &[other]);
        assert_eq!(names(&draft), ["days", "note", "urgent"]);
        let note = input(&draft, "note");
        assert_eq!((note.optional, note.default.as_deref()), (true, Some("None")));
        assert_eq!((input(&draft, "urgent").optional, input(&draft, "urgent").default.as_deref()), (true, Some("off")));
        assert!(!input(&draft, "days").optional);
        let line = draft.skill_md.lines().find(|line| line.starts_with("- `note`")).expect("the input");
        assert!(line.contains("optional") && line.contains("“None” when it is not given"), "{line}");
        assert!(draft.graph.nodes.iter().any(|node| node.optional), "{:#?}", draft.graph.nodes);
        let optional = settled(&draft, SettledKind::Optional);
        assert_eq!(optional[0], "Not every showing gave Note (“Family visit”): it is optional.", "{optional:#?}");
        for run in [leave("9", None, false), leave("9", Some("Moving house"), false)] {
            let mut evaluation = apprentice_compiler::Evaluation::new(&draft.checkpoints, &draft.graph.variables);
            run.actions.iter().for_each(|action| drop(evaluation.observe(action)));
            let verdicts = evaluation.finish(&[]);
            let failed = |c: &&apprentice_contracts::checkpoint::CheckpointVerdict| {
                c.status == apprentice_contracts::checkpoint::CheckpointStatus::Failed
                    && draft.checkpoints.iter().any(|one| one.checkpoint_id == c.checkpoint_id && !one.optional)
            };
            assert_eq!(verdicts.iter().find(failed), None, "a right run with or without the note");
        }
    }
}

#[test]
fn a_detour_in_one_showing_is_no_step_of_the_task() {
    let mut detour = Script::on("https://desk.example.org/tickets/new", "New ticket – Desk");
    detour.go("link", "Help", "https://desk.example.org/help", "Help – Desk", vec![element("heading", "Priorities")], vec![]);
    detour.open("https://desk.example.org/tickets/new", "New ticket – Desk", vec![]);
    detour.form("New ticket").fill("Title", "Door stuck").choose("combobox", "Priority", "high");
    detour.go("button", "Create", "https://desk.example.org/tickets", "Tickets – Desk", vec![row("Door stuck high")], vec![]);
    let plain = draft("File a ticket", &ticket("Printer broken", "high"), &[ticket("Door stuck", "high")]);
    let with = draft("File a ticket", &ticket("Printer broken", "high"), &[detour]);
    assert_eq!(names(&with), names(&plain));
    assert_eq!(with.graph.nodes.len(), plain.graph.nodes.len());
    assert_eq!(with.skill_md, plain.skill_md);
}

#[test]
fn another_task_is_never_merged_and_says_so() {
    let first = ticket("Printer broken", "high");
    let alone = compiled(&first.demonstration(Some("File a ticket")));
    let mut edits = Script::on("https://desk.example.org/tickets/7/edit", "Edit ticket – Desk");
    edits.form("Edit ticket").fill("Title", "Door stuck").choose("combobox", "Priority", "low");
    edits.go("button", "Save", "https://desk.example.org/tickets/7", "Ticket 7 – Desk", vec![element("status", "Saved")], vec![]);
    let mut elsewhere = Script::on("https://shop.example.org/orders/new", "New order – Shop");
    elsewhere.fill("Article", "Lamp").fill("Amount", "3").click("button", "Order", vec![row("Lamp 3")], vec![]);
    for other in [tasks::order_tea("Ada", "Oolong", "3"), edits, elsewhere, tasks::tag_release("1.2.0"), tasks::upload("a.pdf")] {
        let draft = draft("File a ticket", &first, &[other]);
        assert_eq!(draft.skill_md, alone.skill_md, "nothing of the other task");
        assert_eq!(draft.unused.len(), 1);
        let told = settled(&draft, SettledKind::Unused);
        assert!(told[0].starts_with("The second showing is of another task and was not used: it has “"), "{told:?}");
    }
    let empty = Demonstration { examples: vec![Example::default()], ..first.demonstration(Some("File a ticket")) };
    assert_eq!(compiled(&empty).unused.len(), 1, "an empty showing");
}

/// Opens an invoice from the list and does something with it.
fn handles(number: &str, status: &str, button: &str) -> Script {
    let mut s = Script::on(LIST, "Invoices – Shop");
    s.go("link", number, "http://127.0.0.1:8080/invoices/7", "Invoice – Shop", vec![element("heading", "Invoice")], vec![]);
    let cell = |header: &str, text: &str| ReadCell { header: header.into(), text: text.into() };
    let cells = vec![cell("Number", number), cell("Customer", "Ada"), cell("Status", status)];
    let record = ControlRecord { cells, name: number.into(), own_link: true };
    s.in_record(record);
    s.fill("Remark", &format!("done for {number}"));
    s.click("button", button, vec![element("status", "Done")], vec![]);
    s
}

#[test]
fn what_is_done_otherwise_is_a_decision_that_the_record_explains() {
    let draft = draft("Handle an invoice", &handles("INV-7", "overdue", "Remind"), &[handles("INV-8", "paid", "Archive")]);
    let rule = "“Remind” when the record's Status is “overdue”, “Archive” when it is “paid”.";
    assert_eq!(draft.meaning.house_rules, [rule]);
    assert!(draft.skill_md.contains(rule), "{}", draft.skill_md);
    assert_eq!(settled(&draft, SettledKind::Decision), [format!("Once “Remind” was used, once “Archive”: {rule}")]);
    assert!(draft.questions.iter().all(|question| question.field != QuestionField::Decision));
    let decisions = draft.graph.nodes.iter().filter(|node| node.kind == NodeKind::Decision).count();
    assert_eq!(decisions, 2, "{:#?}", draft.graph.nodes);
}

#[test]
fn what_nothing_explains_is_asked_once_and_the_answer_is_the_rule() {
    let mut shown = shown("Handle an invoice", &handles("INV-7", "paid", "Remind"), &[handles("INV-8", "paid", "Archive")]);
    let draft = compiled(&shown);
    let asked: Vec<_> = draft.questions.iter().filter(|question| question.field == QuestionField::Decision).collect();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].prompt, "Once you used “Remind”, once “Archive”. When is which of them right?");
    assert_eq!(draft.meaning.house_rules, ["Ask which is right here: “Remind” or “Archive”."]);
    for (answer, rule) in [
        ("Either is fine", "Either “Remind” or “Archive” is fine."),
        ("Remind the late customers", "“Remind” or “Archive”: Remind the late customers"),
    ] {
        shown.decision_answers = vec![(asked[0].prompt.clone(), answer.into())];
        let draft = compiled(&shown);
        assert_eq!(draft.meaning.house_rules, [rule]);
        assert!(draft.questions.iter().all(|question| question.field != QuestionField::Decision), "asked once");
    }
}

#[test]
fn commands_are_compared_word_by_word() {
    let report = |region: &str, month: &str, mode: &str| {
        let mut s = Script::default();
        let file = format!("out/{region}-{month}.csv");
        s.ran(&format!("./report.sh --mode {mode} {region} {month}"), 0, &[(&file, FileChangeKind::Created)]);
        s.ran(&format!("gzip {file}"), 0, &[(&format!("{file}.gz"), FileChangeKind::Created)]);
        s
    };
    let alone = report("north", "2031-04", "full").draft(Some("Report the sales"));
    let draft = draft("Report the sales", &report("north", "2031-04", "full"), &[report("south", "2031-05", "full")]);
    let examples: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.example.as_str()).collect();
    assert_eq!(examples, ["north", "2031-04"], "one showing: {:?}", names(&alone));
    assert!(draft.skill_md.contains("--mode full"), "{}", draft.skill_md);
    assert!(!draft.skill_md.contains("north") && !draft.skill_md.contains("2031-04"), "{}", draft.skill_md);
}

#[test]
fn a_list_in_one_showing_makes_a_loop_of_the_task() {
    let adds = |names: &[&str]| {
        let mut s = Script::on("https://crm.example.org/people", "People – CRM");
        for name in names {
            s.form("New person").fill("Name", name);
            s.click("button", "Add", vec![row(name)], vec![]);
        }
        s
    };
    let one = adds(&["Ada Lovelace"]);
    let three = adds(&["Grace Hopper", "Edsger Dijkstra", "Alan Turing"]);
    for (first, other) in [(&one, &three), (&three, &one)] {
        let draft = draft("Add people", first, std::slice::from_ref(other));
        assert_eq!(names(&draft), ["name"]);
        assert_eq!(draft.graph.nodes.iter().filter(|node| node.kind == NodeKind::Loop).count(), 1);
        assert!(draft.graph.variables.iter().all(|variable| !variable.optional));
        assert!(draft.unused.is_empty());
    }
}

#[test]
fn effects_of_both_showings_are_required_and_those_of_one_are_not() {
    let first = || both(invoices(&[OLD]), invoices(&[OLD, ("INV-7", "Grace Hopper", "open")]));
    let other = |status: &str| both(invoices(&[OLD]), invoices(&[OLD, ("INV-8", "Edsger Dijkstra", status)]));
    let learn = |other: SourceReadings, more: Vec<SourceReadings>| {
        let script = adds("INV-7", "Grace Hopper");
        compiled(&Demonstration {
            readings: std::iter::once(first()).chain(more).collect(),
            examples: vec![example_with(&adds("INV-8", "Edsger Dijkstra"), 1, vec![other])],
            ..script.demonstration(Some("Add an invoice"))
        })
    };
    let draft = learn(other("draft"), vec![]);
    assert_eq!(effects(&draft).len(), 1);
    let run = Run {
        draft: &draft,
        asked: &[],
        script: adds("INV-9", "Ada Lovelace"),
        before: vec![invoices(&[OLD])],
        after: vec![invoices(&[OLD, ("INV-9", "Ada Lovelace", "open")])],
    };
    assert_eq!(run.refused(), None, "{:#?}", draft.checkpoints);
    // The first showing also left a file, the second one did not.
    let file = both(files(&[]), files(&[("notes.txt", "text", "1")]));
    let folder = |script: &mut Script| {
        script.ran("touch notes.txt", 0, &[("notes.txt", FileChangeKind::Created)]);
    };
    let mut script = adds("INV-7", "Grace Hopper");
    folder(&mut script);
    let draft = compiled(&Demonstration {
        readings: vec![first(), file],
        examples: vec![example_with(&adds("INV-8", "Edsger Dijkstra"), 1, vec![other("open")])],
        ..script.demonstration(Some("Add an invoice"))
    });
    let required = effects(&draft).into_iter().filter(|one| !one.optional).count();
    assert_eq!(required, 1, "{:#?}", draft.checkpoints);
}

#[test]
fn file_names_that_no_value_explains_are_left_open() {
    let script = |name: &str| {
        let mut s = Script::default();
        s.ran("./export.sh", 0, &[(name, FileChangeKind::Created)]);
        s
    };
    let readings = |name: &str| -> Vec<SourceReadings> { vec![both(files(&[]), files(&[(name, "csv", "1")]))] };
    let after = |name: &str| -> Vec<Reading> { vec![files(&[(name, "csv", "1")])] };
    let draft = compiled(&Demonstration {
        readings: readings("export-a7f3.csv"),
        examples: vec![example_with(&script("export-b912.csv"), 1, readings("export-b912.csv"))],
        ..script("export-a7f3.csv").demonstration(Some("Export the data"))
    });
    let run = Run {
        draft: &draft,
        asked: &[],
        script: script("export-c001.csv"),
        before: vec![files(&[])],
        after: after("export-c001.csv"),
    };
    assert_eq!(run.refused(), None, "{:#?}", draft.checkpoints);
    let wrong = Run { after: after("other.txt"), ..run };
    assert!(wrong.refused().is_some(), "{:#?}", draft.checkpoints);
}

#[test]
fn masked_values_are_never_told() {
    let signed = |name: &str| {
        let mut s = Script::on("https://desk.example.org/users/new", "New user – Desk");
        s.form("New user").fill("Name", name).password("Password");
        s.click("button", "Create", vec![row(name)], vec![]);
        s
    };
    let draft = draft("Add a user", &signed("Ada Lovelace"), &[signed("Grace Hopper")]);
    assert_eq!(settled(&draft, SettledKind::Input).len(), 1, "{:#?}", draft.settled);
    assert!(draft.settled.iter().all(|point| !point.text.contains('▮')), "{:#?}", draft.settled);
}

#[test]
fn a_recompile_of_four_showings_is_quick() {
    let long = |offset: usize| {
        let mut s = Script::on("https://desk.example.org/tickets/new", "New ticket – Desk");
        for page in 0..20 {
            s.form(&format!("Part {page}"));
            for field in 0..4 {
                s.fill(&format!("Field {page}-{field}"), &format!("word {offset} of {page} {field}"));
            }
            s.click("button", &format!("Next {page}"), vec![element("heading", &format!("Part {}", page + 1))], vec![]);
        }
        s
    };
    let shown = shown("Fill in a long form", &long(1), &[long(2), long(3), long(4)]);
    let draft = compile(&shown).expect("something to learn");
    assert!(draft.unused.is_empty());
    let tokens = draft.skill_md.chars().count() / 4;
    assert!(tokens < 2_000, "{tokens}");
}

/// Chooses a record with the button of its row, or ticks some rows, and then does something.
fn archives(button: &str, numbers: &[&str]) -> Script {
    let mut s = Script::on(LIST, "Invoices – Shop");
    let cell = |header: &str, text: &str| ReadCell { header: header.into(), text: text.into() };
    for number in numbers {
        let cells = vec![cell("Number", number), cell("Customer", "Ada"), cell("Status", "open")];
        let record = ControlRecord { cells, name: (*number).into(), own_link: false };
        match button {
            "tick" => s.choose("checkbox", "Select", "on"),
            button => s.click("button", button, vec![element("status", "Done")], vec![row(number)]),
        };
        s.in_record(record);
    }
    if button == "tick" {
        s.click("button", "Archive selected", vec![element("status", "Done")], vec![]);
    }
    s
}

#[test]
fn another_record_is_the_same_step_and_an_input() {
    let one = draft("Archive an invoice", &archives("Archive", &["INV-7"]), &[archives("Archive", &["INV-9"])]);
    assert_eq!(names(&one).len(), 1, "{:?}", names(&one));
    assert!(one.unused.is_empty() && !one.graph.variables[0].optional);
    assert!(!one.skill_md.contains("INV-7"), "{}", one.skill_md);
    let ticked = draft("Archive invoices", &archives("tick", &["INV-7", "INV-8"]), &[archives("tick", &["INV-9"])]);
    assert_eq!(names(&ticked).len(), 1, "{:?}", names(&ticked));
    assert!(ticked.graph.variables[0].list && !ticked.graph.variables[0].optional);
    assert_eq!(settled(&ticked, SettledKind::Input).len(), 1, "{:#?}", ticked.settled);
}

#[test]
fn the_author_sees_every_showing_and_no_secret() {
    let mut shown = shown(TICKET, &ticket("Printer broken", "high"), &[ticket("Door stuck", "low")]);
    let rules = compiled(&shown);
    let request = apprentice_compiler::author::request(&shown, &rules);
    assert!(request.user.contains("Door stuck") && request.user.contains("it is an input now"), "{}", request.user);
    // Without a further showing, the request is as it was.
    shown.examples.clear();
    let alone = apprentice_compiler::author::request(&shown, &compiled(&shown));
    assert!(!alone.user.contains("further_showings"), "{}", alone.user);
}
