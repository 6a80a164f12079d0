//! What is a loop over items and what is not, and that every item counts.

use crate::demos;
use crate::script::{Script, element, row, snapshot, within};
use crate::tasks::{self, DB};
use apprentice_compiler::{Draft, Evaluation, ReadBack, ReadBackResult};
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerdict, EvidencePredicate};
use apprentice_contracts::graph::NodeKind;
use apprentice_contracts::observation::{ActionDetails, ControlRecord, PageElement};
use apprentice_contracts::reading::ReadCell;

pub fn loops(draft: &Draft) -> usize {
    draft.graph.nodes.iter().filter(|node| node.kind == NodeKind::Loop).count()
}

fn ran(lines: &[&str]) -> Draft {
    let mut s = Script::default();
    for line in lines {
        s.run(line);
    }
    s.draft(None)
}

#[test]
fn different_programs_in_sequence_are_no_loop() {
    for lines in [
        &["sh a.sh", "sh b.sh"][..],
        &["python x.py", "python y.py"],
        &["npm run build", "npm run deploy"],
        &["npm run lint", "npm run test", "npm run build"],
        &["python manage.py migrate", "python manage.py collectstatic"],
        &["docker compose build", "docker compose push"],
        &["./a/run.sh x.csv", "./b/run.sh y.csv"],
        &["tool build", "tool deploy"],
        &["tool build", "tool test", "tool deploy"],
        &["launcher staging", "launcher production"],
        &["make assets", "git push", "make assets", "git push"],
    ] {
        let draft = ran(lines);
        assert_eq!(loops(&draft), 0, "{lines:?}");
        assert!(!draft.skill_md.contains("every item"), "{lines:?}\n{}", draft.skill_md);
        let last = lines.last().expect("a line");
        let mut without = Script::default();
        lines.iter().filter(|line| *line != last).for_each(|line| {
            without.run(line);
        });
        let verdicts = watch(&draft, &without).finish(&[]);
        assert!(!failures(&verdicts).is_empty(), "{lines:?}: the last one was not run\n{}", draft.skill_md);
    }
}

#[test]
fn the_same_program_with_other_data_is_a_loop() {
    for lines in [
        &["convert a.png a.jpg", "convert b.png b.jpg"][..],
        &["python clean.py a.csv", "python clean.py b.csv"],
        &["adduser ada", "adduser alan", "adduser grace"],
        &["mkdir one", "mkdir two"],
        &["npm run publish -- --tag 1.0", "npm run publish -- --tag 2.0"],
    ] {
        let draft = ran(lines);
        assert_eq!(loops(&draft), 1, "{lines:?}\n{}", draft.skill_md);
        assert!(!draft.graph.variables.is_empty(), "{lines:?}");
    }
}

#[test]
fn records_deleted_one_by_one_are_a_loop_over_records() {
    let mut s = Script::default();
    s.open(&format!("{DB}/customers/"), "Customers – Shop", ["Ada", "Alan", "Grace", "Eve"].map(row).to_vec());
    for who in ["Ada", "Alan", "Grace"] {
        s.click_in(who, "button", "Delete", vec![], vec![row(who)]);
    }
    let draft = s.draft(None);
    let names: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!((loops(&draft), names), (1, vec!["record"]));
}

fn watch(draft: &Draft, run: &Script) -> Evaluation {
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    for action in &run.actions {
        evaluation.observe(action);
    }
    evaluation
}

fn finish(evaluation: &mut Evaluation, page: &[PageElement], gone: Option<&str>) -> Vec<CheckpointVerdict> {
    let read: Vec<ReadBackResult> = evaluation
        .read_backs()
        .into_iter()
        .map(|target| match target {
            ReadBack::Page { url } => ReadBackResult::Page { snapshot: snapshot(&url, "again", page.to_vec()), url },
            ReadBack::File { path } => ReadBackResult::File { exists: !gone.is_some_and(|gone| path.ends_with(gone)), path },
            ReadBack::Source(source) => ReadBackResult::Source(source, Err("it was not read".into())),
        })
        .collect();
    evaluation.finish(&read)
}

fn failures(verdicts: &[CheckpointVerdict]) -> Vec<&str> {
    let failed = verdicts.iter().filter(|verdict| verdict.status == CheckpointStatus::Failed);
    failed.map(|verdict| verdict.reason.as_deref().unwrap_or_default()).collect()
}

fn customers() -> Draft {
    tasks::three_customers(["Ada Lovelace", "Alan Turing", "Grace Hopper"]).draft(Some("Add customers"))
}

/// Puts three books on a shelf, each in its dialog, which a control of this role opens. `chosen`: what the click on the shelf shows; nothing if
/// the next click came before the page was read.
fn three_books(role: &str, chosen: Option<PageElement>) -> Draft {
    let mut script = Script::on("http://127.0.0.1:8080/books", "Books");
    for book in ["Leaves in Water", "Salt of the Harbour", "The Last Caravan"] {
        let dialog = || vec![element("dialog", book)];
        let cells = vec![ReadCell { header: String::new(), text: book.into() }];
        script.click(role, "Details", dialog(), vec![]);
        script.in_record(ControlRecord { name: book.into(), cells, own_link: false });
        match &chosen {
            Some(shown) => script.click(role, "For the train", vec![shown.clone()], vec![]),
            None => script.idle_click(role, "For the train"),
        };
        script.click("button", "Close", vec![], dialog());
    }
    script.draft(Some("Put some books on the shelf for the train"))
}

#[test]
fn a_dialog_that_is_closed_after_a_click_at_which_nobody_looked_was_not_cancelled() {
    let draft = three_books("button", None);
    assert_eq!(loops(&draft), 1, "{:#?}", draft.graph);
}

#[test]
fn links_that_open_a_part_of_their_page_are_no_visit_of_another() {
    let draft = three_books("link", Some(element("link", "Remove from For the train")));
    assert_eq!(loops(&draft), 1, "{:#?}", draft.graph);
}

#[test]
fn evidence_of_a_loop_is_over_its_items() {
    let draft = customers();
    let last = draft.checkpoints.last().and_then(|checkpoint| checkpoint.evidence.clone());
    assert!(matches!(&last, Some(EvidencePredicate::Each { over, .. }) if over == &["name"]), "{last:?}");
}

#[test]
fn every_item_is_read_back() {
    let draft = customers();
    let run = tasks::three_customers(["Edsger", "Barbara", "Donald"]);
    let all = ["Edsger", "Barbara", "Donald"].map(row);
    assert_eq!(failures(&finish(&mut watch(&draft, &run), &all, None)), Vec::<&str>::new());
    for lost in 0..3 {
        let rest: Vec<PageElement> = all.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, row)| row.clone()).collect();
        let verdicts = finish(&mut watch(&draft, &run), &rest, None);
        assert!(!failures(&verdicts).is_empty(), "item {lost} is not there: {verdicts:#?}");
    }
}

#[test]
fn an_item_that_was_never_listed_fails_and_is_named() {
    let draft = customers();
    let mut run = Script::on(&format!("{DB}/app"), "Customers – Shop");
    for name in ["Edsger", "Barbara", "Donald"] {
        run.form("New customer").fill("Name", name);
        let shown = if name == "Barbara" { vec![] } else { vec![within("Customers", row(name))] };
        run.click("button", "Add", shown, vec![]);
        if name == "Barbara" {
            run.click("button", "Add", vec![within("Customers", row("Babara"))], vec![]);
        }
    }
    let verdicts = finish(&mut watch(&draft, &run), &["Edsger", "Donald"].map(row), None);
    assert!(failures(&verdicts).iter().any(|reason| reason.contains("Barbara")), "{verdicts:#?}");
}

#[test]
fn a_rejected_and_corrected_item_is_one_item() {
    let draft = customers();
    let mut run = Script::on(&format!("{DB}/app"), "Customers – Shop");
    run.form("New customer").fill("Name", "");
    run.form("New customer").fill("Name", "Bad/Name");
    run.click("button", "Add", vec![crate::script::element("alert", "Invalid name")], vec![]);
    run.form("New customer").fill("Name", "Edsger");
    run.click("button", "Add", vec![within("Customers", row("Edsger"))], vec![]);
    let verdicts = finish(&mut watch(&draft, &run), &[row("Edsger")], None);
    assert_eq!(failures(&verdicts), Vec::<&str>::new(), "{verdicts:#?}");
}

#[test]
fn every_file_of_a_loop_must_still_be_there() {
    let draft = demos::conversions(&["a", "b", "c"]).draft(None);
    let run = demos::conversions(&["x", "y"]);
    assert_eq!(failures(&finish(&mut watch(&draft, &run), &[], None)), Vec::<&str>::new());
    for gone in ["x.jpg", "y.jpg"] {
        let verdicts = finish(&mut watch(&draft, &run), &[], Some(gone));
        assert!(!failures(&verdicts).is_empty(), "{gone} is gone: {verdicts:#?}");
    }
}

#[test]
fn items_seen_only_at_the_end_count() {
    let draft = customers();
    let mut run = Script::on(&format!("{DB}/app"), "Customers – Shop");
    for name in ["Edsger", "Barbara"] {
        run.form("New customer").fill("Name", name);
        run.click("button", "Add", vec![], vec![]);
        run.actions.last_mut().expect("an action").caused_state_change = true;
    }
    run.open(&format!("{DB}/app"), "Customers – Shop", vec![row("Edsger"), row("Barbara")]);
    let verdicts = finish(&mut watch(&draft, &run), &["Edsger", "Barbara"].map(row), None);
    assert_eq!(failures(&verdicts), Vec::<&str>::new(), "{verdicts:#?}");
}

#[test]
fn evidence_that_was_seen_for_no_item_is_not_reported_as_seen_for_others() {
    let draft = customers();
    let mut run = Script::on(&format!("{DB}/app"), "Customers – Shop");
    for name in ["Edsger", "Barbara"] {
        run.form("New customer").fill("Name", name);
        run.click("button", "Add", vec![crate::script::element("text", &format!("Draft of {}", name.len()))], vec![]);
    }
    let verdicts = finish(&mut watch(&draft, &run), &[], None);
    let failures = failures(&verdicts);
    assert!(!failures.is_empty(), "{verdicts:#?}");
    assert!(!failures.iter().any(|reason| reason.contains("other items")), "{verdicts:#?}");
}

/// A field in a row of a form.
fn fill_row(script: &mut Script, name: &str, row: u32, value: &str) {
    script.fill(name, value);
    if let Some(ActionDetails::Fill { target, .. }) = script.actions.last_mut().map(|action| &mut action.details) {
        target.context = Some(format!("Items, row {row}"));
    }
}

#[test]
fn rows_of_a_form_are_rounds_although_the_last_one_is_not_followed_by_another() {
    const ORDER: &str = "http://127.0.0.1:8080/orders/new";
    let order = |rows: &[(&str, &str)]| {
        let mut script = Script::on(ORDER, "New order – Shop");
        script.fill("Customer", "Ada Lovelace");
        for (at, (product, quantity)) in rows.iter().enumerate() {
            if at > 0 {
                script.click("button", "Add another item", vec![], vec![]);
            }
            let row = u32::try_from(at).unwrap_or(0) + 1;
            fill_row(&mut script, "Product", row, product);
            fill_row(&mut script, "Quantity", row, quantity);
        }
        script.go("button", "Save", "http://127.0.0.1:8080/orders/", "Orders – Shop", vec![], vec![]);
        script.draft(Some("Enter an order"))
    };
    for rows in [&[("Green tea", "12"), ("Blue cup", "3")][..], &[("Green tea", "12"), ("Blue cup", "3"), ("Tin", "40")]] {
        let draft = order(rows);
        assert_eq!(loops(&draft), 1, "{rows:?}\n{}", draft.skill_md);
        let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["customer", "product", "quantity"], "{rows:?}");
        assert_eq!(draft.graph.variables[1].example, "Green tea", "{rows:?}");
    }
    assert_eq!(loops(&order(&[("Green tea", "12")])), 0);
}

#[test]
fn a_search_that_is_typed_again_is_no_row() {
    let mut script = Script::on("http://127.0.0.1:8080/", "Shop");
    script.fill("Search", "tea").click("button", "Add filter", vec![], vec![]).fill("Name", "cup");
    assert_eq!(loops(&script.draft(None)), 0);
}
