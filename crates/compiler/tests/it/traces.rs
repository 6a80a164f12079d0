//! Which demonstrations are of the same task.

use crate::effects::{LIST, OLD, adds, both, invoices};
use crate::script::Script;
use crate::tasks;
use apprentice_compiler::{SourceReadings, Trace, groups};

fn trace(goal: Option<&str>, script: &Script, readings: Vec<SourceReadings>) -> Trace {
    let mut demonstration = script.demonstration(goal);
    demonstration.readings = readings;
    Trace::of(&demonstration).expect("something to learn")
}

fn bare(goal: &str, script: &Script) -> Trace {
    trace(Some(goal), script, vec![])
}

fn members(traces: &[Trace]) -> Vec<Vec<usize>> {
    groups(traces).into_iter().map(|group| group.members).collect()
}

#[test]
fn the_same_task_with_other_values_is_one_group() {
    let traces = [
        bare("Add a customer", &tasks::insert_row("Ada", "ada@example.net", "Ada")),
        bare("Tag a release", &tasks::tag_release("1.2.0")),
        bare("Add a customer", &tasks::insert_row("Grace", "grace@example.net", "Grace")),
        bare("Tag a release", &tasks::tag_release("2.0.1")),
        bare("Order tea", &tasks::order_tea("Ada", "Assam", "2")),
    ];
    assert_eq!(members(&traces), [vec![0, 2], vec![1, 3], vec![4]]);
    assert!(groups(&traces).iter().all(|group| group.variation <= 0.05), "{:?}", groups(&traces));
    assert_eq!(groups(&traces), groups(&traces), "the same traces give the same groups");
}

/// The form of a site, filled and sent with a button.
fn form(section: &str, button: &str) -> Script {
    let page = format!("https://shop.example.org/{section}");
    let mut script = Script::on(&page, "Shop");
    script.fill("Name", "Ada").fill("Email", "ada@example.net").fill("Phone", "12");
    script.go("button", button, &page, "Shop", vec![crate::script::element("status", "Done")], vec![]);
    script
}

#[test]
fn near_tasks_stay_apart() {
    let longer = {
        let mut script = form("customers", "Save");
        script.go("button", "Delete", "https://shop.example.org/customers", "Shop", vec![], vec![crate::script::row("Ada")]);
        script
    };
    let pairs = [
        (
            "another button at the end",
            bare("Save a customer", &form("customers", "Save")),
            bare("Save a customer", &form("customers", "Reject")),
        ),
        (
            "another section with another goal",
            bare("Add a customer", &form("customers", "Save")),
            bare("Add a supplier", &form("suppliers", "Save")),
        ),
        ("a task within a longer one", bare("Save a customer", &form("customers", "Save")), bare("Save a customer", &longer)),
    ];
    for (what, one, other) in pairs {
        assert_eq!(members(&[one.clone(), other.clone()]).len(), 2, "{what}");
        assert_eq!(members(&[other, one]).len(), 2, "{what}, the other way round");
    }
    // The same steps that change something else.
    let row = ("INV-2", "Grace", "open");
    let added = trace(None, &adds("INV-2", "Grace"), vec![both(invoices(&[OLD]), invoices(&[OLD, row]))]);
    let removed = trace(None, &adds("INV-2", "Grace"), vec![both(invoices(&[OLD, row]), invoices(&[OLD]))]);
    assert!(added.has_effect() && removed.has_effect());
    assert_eq!(members(&[added.clone(), removed]).len(), 2);
    assert_eq!(members(&[added.clone(), added]).len(), 1);
}

#[test]
fn a_trace_keeps_no_word_of_what_was_seen() {
    let readings = vec![both(invoices(&[OLD]), invoices(&[OLD, ("INV-2", "Grace", "open")]))];
    let kept = serde_json::to_string(&trace(Some("Add the secret invoice"), &adds("INV-2", "Grace"), readings)).unwrap();
    for seen in ["INV-2", "Grace", "Customer", "invoice", "127.0.0.1", "Save", LIST, "secret"] {
        assert!(!kept.to_lowercase().contains(&seen.to_lowercase()), "{seen} stands in {kept}");
    }
    let read: Trace = serde_json::from_str(&kept).unwrap();
    assert_eq!(members(&[read, trace(Some("Add an invoice"), &adds("INV-9", "Alan"), vec![])]), [vec![0, 1]]);
}

#[test]
fn thousands_of_traces_are_grouped_in_moments() {
    let tasks: Vec<Trace> = (0..400)
        .map(|task| bare(&format!("Fill form {task}"), &form(&format!("section{task}"), &format!("Send form {task}"))))
        .collect();
    let traces: Vec<Trace> = (0..10_000).map(|at| tasks[at % tasks.len()].clone()).collect();
    let begun = std::time::Instant::now();
    let found = groups(&traces);
    let took = begun.elapsed();
    assert_eq!(found.len(), 400);
    assert!(found.iter().all(|group| group.members.len() == 25 && group.variation == 0.0));
    // A debug build is about ten times slower than what is released, where the limit is one second.
    assert!(took.as_secs_f32() < if cfg!(debug_assertions) { 10.0 } else { 1.0 }, "{took:?}");
}
