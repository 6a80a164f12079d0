//! The evaluation of later runs: correct ones reach every checkpoint, wrong ones do not.

use crate::script::{Script, element, row, snapshot};
use crate::tasks::{self, DB};
use apprentice_compiler::{Draft, Evaluation, ReadBack, ReadBackResult};
use apprentice_contracts::checkpoint::CheckpointStatus::{Failed, Reached, Skipped};
use apprentice_contracts::checkpoint::NotReached;
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerdict};
use apprentice_contracts::observation::PageElement;

fn watch(draft: &Draft, run: &Script) -> Evaluation {
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    for action in &run.actions {
        evaluation.observe(action);
    }
    evaluation
}

/// Reads everything back unchanged; pages show `page`.
fn finish(evaluation: &mut Evaluation, page: &[PageElement]) -> Vec<CheckpointVerdict> {
    let read: Vec<ReadBackResult> = evaluation
        .read_backs()
        .into_iter()
        .map(|target| match target {
            ReadBack::Page { url } => ReadBackResult::Page { snapshot: snapshot(&url, "again", page.to_vec()), url },
            ReadBack::File { path } => ReadBackResult::File { path, exists: true },
            ReadBack::Source(source) => ReadBackResult::Source(source, Err("it was not read".into())),
        })
        .collect();
    evaluation.finish(&read)
}

fn statuses(verdicts: &[CheckpointVerdict]) -> Vec<CheckpointStatus> {
    verdicts.iter().map(|verdict| verdict.status).collect()
}

fn all_green(what: &str, draft: &Draft, run: &Script, page: &[PageElement]) {
    let mut evaluation = watch(draft, run);
    let verdicts = finish(&mut evaluation, page);
    let optional: Vec<&str> = draft.checkpoints.iter().filter(|c| c.optional).map(|c| c.checkpoint_id.as_str()).collect();
    for verdict in &verdicts {
        let fine = verdict.status == Reached || verdict.status == Skipped && optional.contains(&verdict.checkpoint_id.as_str());
        assert!(fine, "{what}: {verdict:#?}\n{:#?}\nbindings {:?}", draft.checkpoints, evaluation.bindings());
    }
}

fn insert_draft() -> Draft {
    tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace").draft(Some("Add a customer"))
}

#[test]
fn correct_runs_with_other_values_reach_every_checkpoint() {
    all_green(
        "insert",
        &insert_draft(),
        &tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing"),
        &[row("1 Grace grace@example.org"), row("18 Alan Turing alan@example.net")],
    );
    all_green("upload", &tasks::upload("a-1.pdf").draft(None), &tasks::upload("other.txt"), &[element("link", "other.txt")]);
    all_green(
        "tea",
        &tasks::order_tea("Ada", "Oolong", "3").draft(None),
        &tasks::order_tea("Alan", "Sencha", "2"),
        &[row("5513 Alan Sencha 2"), element("text", "Alan: 2 × Sencha")],
    );
    all_green(
        "wiki",
        &tasks::publish("Week 47", "All went well").draft(None),
        &tasks::publish("Week 48", "Nothing broke"),
        &[element("heading", "Week 48"), element("paragraph", "Nothing broke")],
    );
    all_green("tag", &tasks::tag_release("1.4.0").draft(None), &tasks::tag_release("2.0.1"), &[]);
    all_green("csv", &tasks::clean_csv("raw.csv", "clean.csv").draft(None), &tasks::clean_csv("in.csv", "out.csv"), &[]);
    all_green(
        "mixed",
        &tasks::release_note("2.1.0").draft(None),
        &tasks::release_note("2.2.0"),
        &[element("heading", "v2.2.0"), element("paragraph", "Faster search and fewer bugs")],
    );
    all_green(
        "ticket",
        &tasks::signed_in_ticket("Printer on fire").draft(None),
        &tasks::signed_in_ticket("No coffee"),
        &[element("heading", "No coffee")],
    );
    all_green(
        "delete",
        &tasks::delete_row("Ada a@x.org", &["Grace g@x.org"]).draft(None),
        &tasks::delete_row("Alan t@x.org", &["Grace g@x.org"]),
        &[row("Grace g@x.org")],
    );
    all_green(
        "loop",
        &tasks::three_customers(["Ada Lovelace", "Alan Turing", "Grace Hopper"]).draft(None),
        &tasks::three_customers(["Edsger", "Barbara", "Donald"]),
        &[row("Edsger"), row("Barbara"), row("Donald")],
    );
}

#[test]
fn a_missing_step_is_not_reached() {
    let draft = insert_draft();
    let mut run = tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing");
    // The form was filled, but nothing was inserted or listed.
    run.actions.truncate(4);
    let verdicts = watch(&draft, &run).finish(&[]);
    assert!(statuses(&verdicts).contains(&Failed), "{verdicts:#?}");
    let last = verdicts.last().unwrap();
    assert!(last.status == Failed && last.reason.is_some());
    assert_eq!(last.not_reached, Some(NotReached::NotSeen), "nothing says otherwise: the run did not get to it");
}

#[test]
fn a_missing_step_in_the_middle_is_skipped() {
    let draft = tasks::tag_release("1.4.0").draft(None);
    let mut run = Script::default();
    run.run("git push origin v2.0.0");
    let verdicts = watch(&draft, &run).finish(&[]);
    assert!(!statuses(&verdicts).iter().all(|status| *status == Reached), "the tag was never created: {verdicts:#?}");
}

#[test]
fn a_record_that_differs_at_the_read_back_fails() {
    let draft = insert_draft();
    let mut evaluation = watch(&draft, &tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing"));
    assert_eq!(evaluation.read_backs(), [ReadBack::Page { url: format!("{DB}/customers/content/") }]);
    let verdicts = finish(&mut evaluation, &[row("18 Alan Turing mallory@example.net"), row("19 Eve alan@example.net")]);
    let last = verdicts.last().expect("a verdict");
    assert_eq!(last.status, Failed, "values in several places are not a row: {verdicts:#?}");
    assert!(last.reason.as_deref().is_some_and(|reason| reason.contains("instead") && reason.contains("Alan")), "{last:?}");
}

#[test]
fn an_unreadable_page_keeps_its_evidence_with_a_note() {
    let draft = insert_draft();
    let mut evaluation = watch(&draft, &tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing"));
    let target = evaluation.read_backs().remove(0);
    let verdicts = evaluation.finish(&[ReadBackResult::Unavailable { target, reason: "the server is gone".into() }]);
    let last = verdicts.last().expect("a verdict");
    assert_eq!(last.status, Reached);
    assert!(last.reason.as_deref().is_some_and(|reason| reason.contains("the server is gone")));
}

#[test]
fn a_page_that_shows_another_value_is_not_reached() {
    let draft = insert_draft();
    let mut evaluation = watch(&draft, &tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turning"));
    let verdicts = finish(&mut evaluation, &[row("18 Alan Turning alan@example.net")]);
    assert_eq!(verdicts.last().map(|last| last.status), Some(Failed), "{verdicts:#?}");
}

#[test]
fn a_wrong_value_in_a_second_place_is_not_reached() {
    let draft = tasks::tag_release("1.4.0").draft(None);
    let mut run = Script::default();
    run.run("git tag -a v2.0.0 -m \"Release 2.0.0\"").run("git push origin v2.0.1");
    let verdicts = watch(&draft, &run).finish(&[]);
    assert!(
        verdicts
            .iter()
            .any(|verdict| verdict.status == Failed && verdict.reason.as_deref().is_some_and(|r| r.contains("v2.0.1"))),
        "{verdicts:#?}"
    );
}

#[test]
fn a_corrected_value_counts_and_the_first_does_not() {
    let draft = insert_draft();
    let mut run = Script::on(&format!("{DB}/customers/insert/"), "Insert – customers – sqlite-web");
    run.form("customers").fill("name", "Alan Truing").fill("email", "alan@example.net").fill("name", "Alan Turing");
    let rest = tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing");
    run.actions.extend(rest.actions[4..].iter().cloned());
    let mut evaluation = watch(&draft, &run);
    assert_eq!(evaluation.bindings()["name"], "Alan Turing");
    let verdicts = finish(&mut evaluation, &[row("18 Alan Turing alan@example.net")]);
    assert_eq!(verdicts.last().map(|last| last.status), Some(Reached), "{verdicts:#?}");
}

#[test]
fn another_order_reaches_every_checkpoint() {
    let draft = insert_draft();
    let mut run = Script::on(&format!("{DB}/customers/"), "customers – sqlite-web");
    run.go("link", "Insert", &format!("{DB}/customers/insert/"), "Insert – customers – sqlite-web", vec![], vec![]);
    run.form("customers").fill("email", "alan@example.net").fill("name", "Alan Turing");
    let rest = tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing");
    run.actions.extend(rest.actions[4..].iter().cloned());
    all_green("other order", &draft, &run, &[row("18 Alan Turing alan@example.net")]);
}

#[test]
fn a_run_that_begins_on_the_page_reaches_every_checkpoint() {
    let draft = insert_draft();
    let mut run = tasks::insert_row("Alan Turing", "alan@example.net", "Alan Turing");
    run.actions.remove(0);
    all_green("no first navigation", &draft, &run, &[row("18 Alan Turing alan@example.net")]);
}

#[test]
fn a_failing_command_fails_at_once_and_is_reached_when_corrected() {
    let draft = tasks::tag_release("1.4.0").draft(None);
    let mut run = Script::default();
    run.ran("git tag -a v2.0.0 -m \"Release 2.0.0\"", 128, &[]);
    run.ran("git tag -a v2.0.0 -m \"Release 2.0.0\"", 0, &[]);
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    let red = evaluation.observe(&run.actions[0]);
    assert!(red.iter().any(|verdict| verdict.status == Failed && verdict.evidence.contains("exit code 128")), "{red:#?}");
    let green = evaluation.observe(&run.actions[1]);
    assert!(green.iter().any(|verdict| verdict.status == Reached), "{green:#?}");
    assert!(evaluation.observe(&run.actions[1]).is_empty(), "a known verdict is not reported again");
}

#[test]
fn a_failing_command_stays_failed_at_the_end() {
    let draft = tasks::clean_csv("raw.csv", "clean.csv").draft(None);
    let mut run = Script::default();
    run.ran("python3 clean.py in.csv -o out.csv", 1, &[]);
    let verdicts = watch(&draft, &run).finish(&[]);
    assert!(verdicts.iter().any(|verdict| verdict.status == Failed && verdict.evidence.contains("exit code 1")), "{verdicts:#?}");
}

#[test]
fn a_file_that_is_deleted_again_fails() {
    let draft = tasks::clean_csv("raw.csv", "clean.csv").draft(None);
    let mut evaluation = watch(&draft, &tasks::clean_csv("in.csv", "out.csv"));
    assert_eq!(evaluation.read_backs(), [ReadBack::File { path: "/home/ada/work/out.csv".into() }]);
    let verdicts = evaluation.finish(&[ReadBackResult::File { path: "/home/ada/work/out.csv".into(), exists: false }]);
    let gone = verdicts
        .iter()
        .find(|verdict| verdict.status == Failed && verdict.reason.as_deref().is_some_and(|r| r.contains("not there")));
    assert_eq!(gone.unwrap().not_reached, Some(NotReached::Refuted), "it was read");
    assert!(verdicts.iter().all(|verdict| verdict.status == Failed || verdict.not_reached.is_none()), "{verdicts:#?}");
}

#[test]
fn a_record_that_was_there_before_is_no_evidence() {
    let draft = tasks::three_customers(["Ada Lovelace", "Alan Turing", "Grace Hopper"]).draft(None);
    let url = format!("{DB}/app");
    let mut run = Script::default();
    run.open(&url, "Customers – Shop", vec![row("Edsger")]);
    run.form("New customer").fill("Name", "Edsger");
    run.idle_click("button", "Add");
    run.open(&url, "Customers – Shop", vec![row("Edsger")]);
    let verdicts = watch(&draft, &run).finish(&[]);
    assert!(statuses(&verdicts).contains(&Failed), "the row was there before: {verdicts:#?}");
}

#[test]
fn a_record_that_comes_back_after_its_deletion_fails() {
    let draft = tasks::delete_row("Ada a@x.org", &["Grace g@x.org"]).draft(None);
    let mut evaluation = watch(&draft, &tasks::delete_row("Alan t@x.org", &["Grace g@x.org"]));
    let verdicts = finish(&mut evaluation, &[row("Grace g@x.org"), row("Alan t@x.org")]);
    assert!(
        verdicts.iter().any(|v| v.status == Failed && v.reason.as_deref().is_some_and(|r| r.contains("still shows"))),
        "{verdicts:#?}"
    );
}

#[test]
fn cells_of_different_rows_are_no_row() {
    let cells = |name: &str, email: &str| vec![element("cell", name), element("cell", email)];
    let script = |name: &str, email: &str| {
        let mut s = Script::on(&format!("{DB}/new"), "New – Shop");
        s.form("New").fill("Name", name).fill("Email", email);
        s.go("button", "Save", &format!("{DB}/customers"), "Customers – Shop", cells(name, email), vec![]);
        s
    };
    let draft = script("Ada Lovelace", "ada@x.org").draft(Some("Add a customer"));
    let run = script("Alan Turing", "alan@x.org");
    let page = |first: Vec<PageElement>, second: Vec<PageElement>| [vec![row("")], first, vec![row("")], second].concat();
    all_green("cells", &draft, &run, &page(cells("Alan Turing", "alan@x.org"), cells("Eve", "eve@x.org")));
    let verdicts = finish(&mut watch(&draft, &run), &page(cells("Alan Turing", "eve@x.org"), cells("Eve", "alan@x.org")));
    assert!(statuses(&verdicts).contains(&Failed), "the values are in two rows: {verdicts:#?}");
}

#[test]
fn secrets_are_bound_but_never_shown() {
    let mut script = Script::on(&format!("{DB}/users/new"), "Create user – Shop");
    script.form("Create user").fill("Login", "ada2").fill("Full name", "Ada Lovelace").password("Password");
    script.go("button", "Create", &format!("{DB}/users"), "Users – Shop", vec![row("ada2 Ada Lovelace")], vec![]);
    let draft = script.draft(Some("Create a user"));
    assert!(
        draft.graph.variables.iter().any(|variable| variable.secret && variable.example.is_empty()),
        "{:?}",
        draft.graph.variables
    );
    let evaluation = watch(&draft, &script);
    assert_eq!(evaluation.bindings()["password"], apprentice_contracts::MASK);
}
