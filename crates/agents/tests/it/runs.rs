//! What happens when an agent obeys, skips, overreaches, hangs, floods, crashes, forks, or does not let itself be cancelled.

use crate::scripted::{Notes, Stage};
use apprentice_agents::isolation::Isolation;
use apprentice_agents::run::{End, Limits, Permission, PlanEntry, PlanStatus, ToolKind, ToolStatus, Update, Usage, run};
use apprentice_platform::confinement;
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

fn notes(answer: Permission) -> Arc<Notes> {
    Arc::new(Notes { answer: Some(answer), ..Notes::default() })
}

#[tokio::test]
async fn an_agent_that_obeys_is_heard_and_ends_its_turn() {
    let (stage, notes) = (Stage::new(), notes(Permission::Allow));
    let script = json!({ "steps": [
        { "plan": [["Write it", "in_progress"], ["Check it", "pending"]] },
        { "think": "How?" },
        { "run": "echo {{value:name}} > name.txt", "ask": true },
        { "usage": [1200, 200_000, 0.25] },
        { "say": "Done in {{folder}}." },
    ] });
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    assert_eq!(fs::read_to_string(stage.file("name.txt")).unwrap(), "Ada\n");
    assert!(notes.said().contains(&format!("Done in {}.", stage.walls.folder.display())), "{}", notes.said());
    let started = Update::Started { name: Some("Scripted".into()), version: Some("1.0.0".into()), reports: false };
    assert!(notes.has_heard(|update| *update == started), "no server was given, so it cannot report");
    assert!(notes.has_heard(|update| *update == Update::Thought("How?".into())));
    let entry = |content: &str, status| PlanEntry { content: content.into(), status };
    let plan = vec![entry("Write it", PlanStatus::InProgress), entry("Check it", PlanStatus::Pending)];
    assert!(notes.has_heard(|update| *update == Update::Plan(plan.clone())));
    let usage = Usage { context_used: 1200, context_size: 200_000, cost: Some((0.25, "USD".into())) };
    assert!(notes.has_heard(|update| *update == Update::Usage(usage.clone())));
    let asked = notes.asked.lock().unwrap()[0].clone();
    assert_eq!((asked.kind, asked.command.as_deref()), (ToolKind::Execute, Some("echo Ada > name.txt")));
    assert!(notes.has_heard(|update| matches!(update, Update::Tool(call) if call.status == ToolStatus::Completed)));
    assert!(
        notes.said().contains(r#""optionId":"yes""#),
        "leave is given for once, although the agent offers it for always first"
    );
}

#[tokio::test]
async fn what_is_not_allowed_is_rejected_and_the_run_goes_on() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    let script = json!({ "steps": [{ "run": "echo x > x.txt", "ask": true }, { "say": "I could not." }] });
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    assert!(!stage.file("x.txt").exists());
    assert!(notes.said().contains(r#""optionId":"no""#) && notes.said().ends_with("I could not."), "{}", notes.said());
}

#[tokio::test]
async fn leave_that_lasts_is_not_given() {
    let (stage, notes) = (Stage::new(), notes(Permission::Allow));
    let options = json!([{ "optionId": "yes", "name": "Always", "kind": "allow_always" }]);
    let script = json!({ "options": options, "steps": [{ "run": "echo x > x.txt", "ask": true }] });
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    assert!(!stage.file("x.txt").exists());
    assert!(notes.has_heard(|update| matches!(update, Update::Permission { answer: Permission::Reject(_), .. })));
}

#[tokio::test]
async fn an_agent_that_asks_for_what_is_forbidden_ends_its_run_before_it_acts() {
    let (stage, notes) = (Stage::new(), notes(Permission::Forbid("Removes files".into())));
    let script = json!({ "steps": [
        { "run": "touch x.txt && rm -rf .", "ask": true, "kind": "delete" },
        { "run": "touch later.txt" },
    ] });
    assert_eq!(stage.runs(&script, &notes).await, End::Forbidden("Removes files".into()));
    assert!(!stage.file("x.txt").exists() && !stage.file("later.txt").exists(), "nothing is done after the breach");
}

#[tokio::test]
async fn an_agent_that_acts_unasked_is_ended_when_it_tells() {
    let stage = Stage::new();
    let notes = Arc::new(Notes { forbidden: Some("boom"), ..Notes::default() });
    let script = json!({ "steps": [{ "say": "boom" }, { "hang": true }, { "run": "touch later.txt" }] });
    assert_eq!(stage.runs(&script, &notes).await, End::Forbidden("it said boom".into()));
    assert!(!stage.file("later.txt").exists());
}

#[tokio::test]
async fn an_agent_that_hangs_times_out() {
    let mut stage = Stage::new();
    stage.limits.whole = Duration::from_millis(700);
    let script = json!({ "steps": [{ "hang": true }] });
    assert_eq!(stage.runs(&script, &Arc::default()).await, End::TimedOut("the agent was not done within 700ms".into()));
    stage.limits.start = Duration::from_millis(700);
    let end = stage.runs(&json!({ "slow": true }), &Arc::default()).await;
    assert_eq!(end, End::TimedOut("the agent did not initialize within 700ms".into()));
}

#[tokio::test]
async fn an_agent_that_floods_is_ended_within_its_limits() {
    let mut stage = Stage::new();
    stage.limits = Limits { message: 1 << 20, messages: 4 << 20, ..stage.limits };
    let end = stage.runs(&json!({ "steps": [{ "flood": "line" }] }), &Arc::default()).await;
    assert_eq!(end, End::Flooded("a message of more than 1024 KiB".into()), "a line without an end");
    let notes = Arc::new(Notes::default());
    let end = stage.runs(&json!({ "steps": [{ "flood": "lines" }] }), &notes).await;
    assert_eq!(end, End::Flooded("more than 4 MiB of messages".into()));
    assert!(notes.said().len() < 5 << 20);
}

#[tokio::test]
async fn an_agent_that_crashes_is_told_with_its_last_words() {
    let stage = Stage::new();
    let end = stage.runs(&json!({ "steps": [{ "crash": 3 }] }), &Arc::default()).await;
    assert_eq!(end, End::Crashed("its program ended with exit status: 3: scripted: it breaks now".into()));
}

#[tokio::test]
async fn noise_between_messages_does_not_matter() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    let script = json!({ "steps": [{ "noise": "warning: old" }, { "noise": "[]" }, { "noise": "{\"a\":" }, { "say": "fine" }] });
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    assert_eq!(notes.said(), "fine");
}

#[tokio::test]
async fn a_program_that_cannot_be_started_or_speaks_otherwise_is_told() {
    let stage = Stage::new();
    let mut request = stage.request(&json!({}));
    request.launch.program = "/nowhere/agent".into();
    let End::NotStarted(why) = run(request, Arc::new(Notes::default()), CancellationToken::new()).await else {
        panic!("started")
    };
    assert!(why.starts_with("`/nowhere/agent`"), "{why}");
    for (script, expected) in [
        (json!({ "protocol": 2 }), End::Failed("it does not speak version 1 of the protocol".into())),
        (json!({ "signIn": true }), End::SignInNeeded("Authentication required".into())),
        (json!({ "stop": "refusal" }), End::Finished("refusal")),
    ] {
        assert_eq!(stage.runs(&script, &Arc::default()).await, expected, "{script}");
    }
}

#[tokio::test]
async fn a_cancelled_run_ends_soon_and_whatever_the_agent_answers() {
    for script in [
        json!({ "steps": [{ "say": "working" }, { "hang": true }] }),
        json!({ "ignoreCancel": true, "steps": [{ "say": "working" }, { "hang": true }] }),
        json!({ "steps": [{ "say": "working" }, { "hang": true }], "afterCancel": [{ "say": "I am done!" }] }),
    ] {
        let (stage, cancel) = (Stage::new(), CancellationToken::new());
        let notes = Arc::new(Notes { cancel_at: Some(("working", cancel.clone())), ..Notes::default() });
        let began = Instant::now();
        assert_eq!(stage.runs_until(&script, &notes, cancel).await, End::Cancelled, "{script}");
        assert!(began.elapsed() < Duration::from_secs(20));
        assert_eq!(notes.said(), "working", "what comes after a cancellation does not count: {script}");
    }
}

#[tokio::test]
async fn a_run_that_is_cancelled_before_it_begins_starts_nothing() {
    let (stage, cancel) = (Stage::new(), CancellationToken::new());
    cancel.cancel();
    let script = json!({ "steps": [{ "run": "touch x.txt" }] });
    assert_eq!(stage.runs_until(&script, &Arc::default(), cancel).await, End::Cancelled);
    assert!(!stage.file("x.txt").exists());
}

#[tokio::test]
async fn children_in_sessions_of_their_own_end_with_the_run() {
    let stage = Stage::new();
    let fork = "sleep 600 & setsid sleep 600 & (setsid sh -c 'sleep 600 & wait' &) ; touch forked; wait";
    let script = json!({ "steps": [{ "fork": fork }, { "run": "while [ ! -e forked ]; do :; done" }, { "say": "forked" }] });
    // `runs` asserts that none is left.
    assert_eq!(stage.runs(&script, &Arc::default()).await, End::Finished("end_turn"));
    assert!(stage.file("forked").exists());
}

#[tokio::test]
async fn a_dropped_run_leaves_nothing() {
    let (stage, cancel) = (Stage::new(), CancellationToken::new());
    let notes = Arc::new(Notes { cancel_at: Some(("working", cancel.clone())), ..Notes::default() });
    let script =
        json!({ "ignoreCancel": true, "steps": [{ "fork": "setsid sleep 600" }, { "say": "working" }, { "hang": true }] });
    let mut running = Box::pin(run(stage.request(&script), notes, CancellationToken::new()));
    tokio::select! {
        end = &mut running => panic!("{end:?}"),
        () = cancel.cancelled() => assert!(stage.left().len() > 1, "the agent and its child"),
    }
    drop(running);
    assert!(stage.left().is_empty(), "{:?}", stage.left());
}

#[tokio::test]
async fn nothing_is_inherited_from_the_environment() {
    let (stage, notes) = (Stage::new(), Arc::new(Notes::default()));
    assert!(std::env::vars_os().count() > 3, "the test itself has variables");
    assert_eq!(stage.runs(&json!({ "steps": [{ "run": "env" }] }), &notes).await, End::Finished("end_turn"));
    let said = notes.said();
    let mut names: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    names.retain(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name));
    names.sort_unstable();
    assert_eq!(names, ["APPRENTICE_AGENT_RUN", "HOME", "PATH"]);
}

#[tokio::test]
async fn a_model_is_chosen_only_if_the_agent_reports_it() {
    let mut stage = Stage::new();
    stage.model = Some("large".to_owned());
    let script = |more: serde_json::Value| {
        let mut script = json!({ "steps": [{ "say": "I am {{model}}." }] });
        script.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        script
    };
    let heard = Arc::new(Notes::default());
    assert_eq!(stage.runs(&script(json!({ "models": ["small", "large"] })), &heard).await, End::Finished("end_turn"));
    assert!(heard.said().contains("I am large.") && heard.has_heard(|update| *update == Update::Model("large".into())));
    for (more, why) in [
        (json!({ "models": ["small", "medium"] }), "Choose one that it reports: small, medium"),
        (json!({}), "it reports no models"),
        (json!({ "models": ["small", "large"], "deaf": true }), "does not say that it works with it"),
    ] {
        let heard = Arc::new(Notes::default());
        let End::NotStarted(said) = stage.runs(&script(more), &heard).await else { panic!("{why}") };
        assert!(said.contains(why) && heard.said().is_empty(), "nothing was asked of it: {said}");
    }
}

#[test]
fn landlock_is_found_where_bubblewrap_is_missing() {
    // The usual places are looked at in any case, and bubblewrap goes first where it may isolate.
    match (Isolation::find(&[]), confinement::support()) {
        (Isolation::Bubblewrap(_), _) => {}
        (found, Ok(support)) => assert_eq!(found, Isolation::Landlock(support)),
        (found, Err(why)) => assert!(matches!(&found, Isolation::None(said) if said.contains(&why)), "{found:?}"),
    }
}
