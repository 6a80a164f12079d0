//! From the card to the end of the capture.

pub use crate::road::{refused, state};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::*;
use apprentice_contracts::observation::{CaptureState, WatchedShell};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_observe::Observation;
use apprentice_testkit::*;
use futures::StreamExt;
use std::sync::atomic::Ordering;

pub const CLICK: BoundarySource = BoundarySource::UserClick;

pub async fn capturing(engine: &Engine) -> LearnSessionId {
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    id
}

/// Waits until the session stored so many actions.
pub async fn until_actions(engine: &Engine, id: LearnSessionId, count: u32) {
    let mut events = engine.session_events(id, 0).await.unwrap();
    while engine.observed_actions(id, Default::default()).await.unwrap().total < count {
        events.next().await.expect("the session is live");
    }
}

#[tokio::test]
async fn a_session_is_born_armed_and_says_so_everywhere() {
    let world = World::new();
    let engine = world.open().await;
    let answer = engine.create_session(demonstrating()).await.unwrap();
    assert_eq!(answer.session.state, State::Armed);
    assert_eq!((answer.ui_mode, answer.next_action), (UiMode::Overlay, CreateNextAction::WaitForFirstMeaningfulEvent));
    assert!(!world.browser.is_watching(), "nothing is watched before it starts");
    let current = world.projection("learning/runtime/current.json");
    assert_eq!(current["state"], "armed");
    assert_eq!(world.projection("learning/runtime/observation_scope_current.json")["capture_state"], "idle");
    let kinds: Vec<_> = world.lines("learning/receipts.jsonl").iter().map(|receipt| receipt["kind"].clone()).collect();
    assert_eq!(kinds, ["session_created", "observation_armed"]);
    let first = engine.session_events(answer.session.learn_session_id, 0).await.unwrap().next().await.unwrap();
    assert_eq!((first.seq, first.event_kind), (1, EventKind::SessionStarted));
}

/// A look-up by any name of the project finds what the session taught, because it stores the id.
#[tokio::test]
async fn a_session_stores_the_id_of_its_project_whatever_names_it() {
    let world = World::new();
    let engine = world.open().await;
    let mut settings = engine.settings().await.unwrap().settings;
    settings.project_paths = vec!["/home/ada/website".into()];
    let shop = serde_json::json!({ "project_id": "shop", "aliases": ["The Shop"], "folders": ["/srv/shop"] });
    settings.project_bindings = vec![serde_json::from_value(shop).unwrap()];
    engine.update_settings(settings).await.unwrap();
    let asked = |name: &str| CreateLearnSessionRequest { project_id: Some(name.into()), ..demonstrating() };
    for (name, id) in [
        ("website", Some("website")),
        ("/home/ada/website/pages", Some("website")),
        ("the shop", Some("shop")),
        ("/srv/shop", Some("shop")),
        ("/home/ada/notes", Some("notes")),
        (" ", None),
    ] {
        let session = engine.create_session(asked(name)).await.unwrap().session;
        assert_eq!(session.project_id.as_deref(), id, "{name}");
        engine.cancel_session(session.learn_session_id, CLICK).await.unwrap();
    }
    for (name, remedy) in [
        ("ada/website", "write the name of the project's folder alone"),
        ("*", "`*` is no project"),
        ("/", "write the name of the project's folder"),
    ] {
        let failure = refused(engine.create_session(asked(name)).await);
        assert_eq!(failure.code, ErrorCode::InvalidRequest, "{name}");
        assert!(failure.message.starts_with("project_id: ") && failure.message.contains(remedy), "{}", failure.message);
    }
}

#[tokio::test]
async fn r11_2_04_the_capture_part_of_the_happy_path() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    let started = engine.start_session(id, CLICK).await.unwrap();
    assert!(started.observation_active);
    assert_eq!(started.adapters_armed, ["browser_dom", "browser_snapshot"]);
    assert_eq!(world.browser.start_url.lock().unwrap().as_deref(), Some("http://127.0.0.1:8080/customers"));
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    assert_eq!(engine.pause_session(id, CLICK).await.unwrap().session.state, State::Paused);
    assert_eq!(
        engine.observed_actions(id, Default::default()).await.unwrap().total,
        1,
        "what happened before the pause is there"
    );
    world.browser.act(fill(world.clock.now(), "Name", "unseen"));
    assert_eq!(engine.resume_session(id, CLICK).await.unwrap().session.state, State::Capturing, "R11.2-07");
    world.browser.act(click(world.clock.now(), "button", "Save"));
    let stopped = engine.stop_session(id, CLICK).await.unwrap();
    assert_eq!((stopped.session.state, stopped.captured_event_count), (State::Stopped, 2));
    assert_eq!(stopped.next_action, StopNextAction::GenerateProposal);
    assert!(!world.browser.is_watching(), "the adapter ended");
    let labels: Vec<_> = engine
        .observed_actions(id, Default::default())
        .await
        .unwrap()
        .actions
        .into_iter()
        .map(|a| (a.seq, a.action_label))
        .collect();
    assert_eq!(labels, [(1, "Filled “Name” with “Ada”".into()), (2, "Clicked button “Save”".into())]);
    let kinds: Vec<_> = engine.session_detail(id).await.unwrap().boundaries.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [BoundaryKind::Start, BoundaryKind::Pause, BoundaryKind::Resume, BoundaryKind::Stop]);
}

#[tokio::test]
async fn r11_2_06_a_second_session_is_sent_to_the_first() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let failure = refused(engine.create_session(demonstrating()).await);
    assert_eq!(failure.code, ErrorCode::LearnSessionAlreadyActive);
    assert_eq!(failure.details.unwrap()["active_session_id"], id.to_string());
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 1, "nothing was left behind");
    engine.cancel_session(id, CLICK).await.unwrap();
    engine.create_session(demonstrating()).await.unwrap();
}

#[tokio::test]
async fn r11_2_08_and_09_marks_are_stored_at_their_place() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    let goal = MarkGoalRequest { goal_description: "A customer exists".into(), at_event_id: None };
    engine.mark_goal(id, goal, BoundarySource::Hotkey).await.unwrap();
    let first = engine.observed_actions(id, Default::default()).await.unwrap().actions[0].event_id;
    world.browser.act(click(world.clock.now(), "button", "Save"));
    until_actions(&engine, id, 2).await;
    let step = MarkStepRequest {
        step_label: "Fill the form".into(),
        step_kind_hint: StepKindHint::Verification,
        at_event_id: Some(first),
    };
    engine.mark_step(id, step, CLICK).await.unwrap();
    let marks = engine.session_detail(id).await.unwrap().boundaries;
    assert_eq!((marks[1].kind, marks[1].after_seq, marks[1].source), (BoundaryKind::MarkGoal, 1, BoundarySource::Hotkey));
    assert_eq!(marks[1].label.as_deref(), Some("A customer exists"));
    assert_eq!((marks[2].kind, marks[2].after_seq, marks[2].source_event_id), (BoundaryKind::MarkStep, 1, Some(first)));
    assert_eq!(marks[2].step_kind_hint, Some(StepKindHint::Verification));
}

#[tokio::test]
async fn marks_need_a_capture_and_an_action_that_exists() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    let mark = |at| MarkStepRequest { step_label: "x".into(), step_kind_hint: StepKindHint::Action, at_event_id: at };
    let early = refused(engine.mark_step(id, mark(None), CLICK).await);
    assert_eq!(early.code, ErrorCode::InvalidLearnStateTransition);
    engine.start_session(id, CLICK).await.unwrap();
    let nowhere = refused(engine.mark_step(id, mark(Some(EventId(uuid::Uuid::nil()))), CLICK).await);
    assert_eq!(nowhere.code, ErrorCode::NotFound);
}

#[tokio::test]
async fn r11_2_10_trims_keep_start_before_end() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    for name in ["A", "B", "C"] {
        world.browser.act(fill(world.clock.now(), name, "x"));
    }
    engine.stop_session(id, CLICK).await.unwrap();
    let events: Vec<_> =
        engine.observed_actions(id, Default::default()).await.unwrap().actions.iter().map(|action| action.event_id).collect();
    let trim = |trim_kind, n: usize| TrimRequest { trim_kind, to_event_id: events[n] };
    engine.trim_session(id, trim(TrimKind::TrimStart, 1)).await.unwrap();
    let wrong = refused(engine.trim_session(id, trim(TrimKind::TrimEnd, 0)).await);
    assert_eq!(wrong.code, ErrorCode::InvalidRequest);
    let session = engine.trim_session(id, trim(TrimKind::TrimEnd, 1)).await.unwrap().session;
    let marks = engine.session_detail(id).await.unwrap().boundaries;
    let last = &marks[marks.len() - 2..];
    assert_eq!((last[0].kind, last[0].after_seq), (BoundaryKind::TrimStart, 2));
    assert_eq!((last[1].kind, last[1].after_seq), (BoundaryKind::TrimEnd, 2));
    assert_eq!(session.start_boundary_ref, Some(last[0].boundary_id.to_string()));
    assert_eq!(session.stop_boundary_ref, Some(last[1].boundary_id.to_string()));
}

#[tokio::test]
async fn a_deleted_observation_is_gone_from_the_timeline_and_the_stream() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada Lovelace"));
    world.browser.act(click(world.clock.now(), "button", "Save"));
    engine.pause_session(id, CLICK).await.unwrap();
    let event = engine.observed_actions(id, Default::default()).await.unwrap().actions[0].event_id;
    engine.delete_observed_action(id, event).await.unwrap();
    assert_eq!(engine.observed_actions(id, Default::default()).await.unwrap().total, 1);
    let told: Vec<_> = engine.session_events(id, 0).await.unwrap().take(6).collect().await;
    assert!(!serde_json::to_string(&told).unwrap().contains("Lovelace"), "{told:?}");
    assert_eq!(refused(engine.delete_observed_action(id, event).await).code, ErrorCode::NotFound);
    for file in ["apprentice.db", "apprentice.db-wal"] {
        let bytes = std::fs::read(world.home().join(file)).unwrap();
        assert!(!bytes.windows(8).any(|window| window == b"Lovelace"), "nor is it in {file}");
    }
}

#[tokio::test]
async fn the_effects_of_an_action_follow_under_the_same_id() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let mut events = engine
        .session_events(id, 0)
        .await
        .unwrap()
        .filter(|event| std::future::ready(event.event_kind == EventKind::CaptureAction));
    let key = world.browser.act(click(world.clock.now(), "button", "Save"));
    let first = events.next().await.unwrap();
    assert_eq!(first.payload["caused_state_change"], false);
    let saved = Box::new(change("/customers", "Customers", &[("status", "Saved")]));
    world.browser.tell(Observation::Change { key, change: saved, after_state_ref: Some("state-2".into()) });
    let second = events.next().await.unwrap();
    assert_eq!(second.payload["event_id"], first.payload["event_id"]);
    assert_eq!(second.payload["change"]["appeared"][0]["name"], "Saved");
    assert_eq!(
        (second.payload["caused_state_change"].as_bool(), second.payload["after_state_ref"].as_str()),
        (Some(true), Some("state-2"))
    );
    let stored = engine.observed_actions(id, Default::default()).await.unwrap();
    assert_eq!((stored.total, stored.actions[0].change.is_some()), (1, true));
}

#[tokio::test]
async fn the_scope_counts_what_it_dropped_and_masked_and_shows_the_shells() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest {
        watch: vec![WatchSource::Terminal, WatchSource::Browser],
        target_app_whitelist: vec![SITE.into(), "git".into()],
        ..demonstrating()
    };
    engine.set_own_hosts(vec!["127.0.0.1:4710".into()]);
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    let scope = world.browser.scope.lock().unwrap().clone().unwrap();
    assert!(scope.allows_site(SITE) && !scope.allows_site("elsewhere.example"));
    assert!(!scope.allows_site("127.0.0.1:4710"), "the program never watches itself");
    world
        .browser
        .act(apprentice_observe::RecordedAction { masked: 2, ..fill(world.clock.now(), "Password", "▮▮▮▮▮▮") });
    for _ in 0..3 {
        world.browser.tell(Observation::Dropped);
    }
    let shell = WatchedShell { shell: "bash".into(), pid: 42, embedded: true, last_seen_at: world.clock.now() };
    world.terminal.tell(Observation::Shell(shell.clone()));
    world.terminal.tell(Observation::Shell(shell));
    engine.pause_session(id, CLICK).await.unwrap();
    let scope = engine.observation_scope(id).await.unwrap();
    assert_eq!((scope.off_target_events_dropped, scope.masked_values, scope.shells.len()), (3, 2, 1));
    assert_eq!((scope.capture_state, scope.adapters.len()), (CaptureState::Paused, 3));
    let file = world.projection("learning/runtime/observation_scope_current.json");
    assert_eq!((file["off_target_events_dropped"].as_u64(), file["masked_values"].as_u64()), (Some(3), Some(2)));
}

#[tokio::test]
async fn stopping_twice_says_that_it_had_stopped() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    engine.stop_session(id, CLICK).await.unwrap();
    assert_eq!(refused(engine.stop_session(id, CLICK).await).code, ErrorCode::CaptureAlreadyStopped);
    engine.cancel_session(id, CLICK).await.unwrap();
    assert_eq!(refused(engine.stop_session(id, CLICK).await).code, ErrorCode::InvalidLearnStateTransition);
}

#[tokio::test]
async fn r11_2_16_cancelling_leaves_a_receipt_and_ends_the_stream() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    engine.cancel_session(id, CLICK).await.unwrap();
    assert!(!world.browser.is_watching());
    let receipts = engine.receipts(PageQuery::default()).await.unwrap().receipts;
    assert!(receipts.iter().any(|receipt| receipt.kind == ReceiptKind::SessionCancelled && receipt.learn_session_id == Some(id)));
    let events: Vec<_> = engine.session_events(id, 0).await.unwrap().collect().await;
    let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=events.len() as u32).collect::<Vec<_>>(), "the stream is whole and ends");
    assert_eq!(refused(engine.cancel_session(id, CLICK).await).code, ErrorCode::InvalidLearnStateTransition);
}

#[tokio::test]
async fn r11_2_17_events_arrive_while_they_happen_and_resume_without_gap_or_repeat() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    let mut live = engine.session_events(id, 0).await.unwrap();
    let mut seen = Vec::new();
    engine.start_session(id, CLICK).await.unwrap();
    while seen.last() != Some(&EventKind::CaptureStarted) {
        seen.push(live.next().await.unwrap().event_kind);
    }
    drop(live);
    world.browser.act(click(world.clock.now(), "button", "Save"));
    let resumed = engine.session_events(id, seen.len() as u32).await.unwrap();
    let after_restart = {
        engine.close().await;
        let rest: Vec<_> = resumed.collect().await;
        drop(engine);
        let engine = world.open().await;
        engine.cancel_session(id, CLICK).await.unwrap();
        let last = rest.last().map_or(seen.len() as u32, |event| event.seq);
        let more: Vec<_> = engine.session_events(id, last).await.unwrap().collect().await;
        rest.into_iter().chain(more).map(|event| event.seq).collect::<Vec<_>>()
    };
    let first = seen.len() as u32 + 1;
    assert_eq!(after_restart, (first..first + after_restart.len() as u32).collect::<Vec<_>>(), "also over a restart");
}

#[tokio::test]
async fn r11_2_44_what_cannot_be_watched_is_refused_with_what_can() {
    let world = World::new();
    let engine = world.open().await;
    let midi = CreateLearnSessionRequest {
        require_adapters: vec![apprentice_contracts::observation::ObservationAdapterKind::Midi],
        ..demonstrating()
    };
    let failure = refused(engine.create_session(midi).await);
    assert_eq!((failure.code, failure.code.status()), (ErrorCode::AdapterUnavailable, 503));
    assert_eq!(failure.details.unwrap()["alternatives"], serde_json::json!(["browser", "terminal"]));
    world.browser.missing.store(true, Ordering::SeqCst);
    let failure = refused(engine.create_session(demonstrating()).await);
    assert!(failure.message.contains("not installed") && failure.message.contains("terminal"), "{failure}");
    assert_eq!(failure.details.unwrap()["alternatives"], serde_json::json!(["terminal"]));
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 0, "nothing was left behind");
}

#[tokio::test]
async fn requests_that_do_not_fit_name_their_field() {
    let world = World::new();
    let engine = world.open().await;
    let nothing = CreateLearnSessionRequest { watch: Vec::new(), ..demonstrating() };
    let address = CreateLearnSessionRequest { start_url: Some("file:///etc/passwd".into()), ..demonstrating() };
    let practice = CreateLearnSessionRequest { start_url: Some("practice".into()), ..demonstrating() };
    let room = CreateLearnSessionRequest { room_id: Some("room-1".into()), ..demonstrating() };
    let target = CreateLearnSessionRequest { requested_safe_target_ref: Some("/tmp/safe".into()), ..demonstrating() };
    for (request, field) in [
        (nothing, "watch"),
        (address, "start_url"),
        (practice, "start_url"),
        (room, "room_id"),
        (target, "requested_safe_target_ref"),
    ] {
        let failure = refused(engine.create_session(request).await);
        assert_eq!(failure.code, ErrorCode::InvalidRequest);
        assert!(failure.message.starts_with(field), "{failure}");
    }
    engine.set_sample_page_url("http://127.0.0.1:4711/practice".into());
    let practice = CreateLearnSessionRequest { start_url: Some("practice".into()), ..demonstrating() };
    let id = engine.create_session(practice).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    assert_eq!(world.browser.start_url.lock().unwrap().as_deref(), Some("http://127.0.0.1:4711/practice"));
}

#[tokio::test]
async fn a_mode_that_is_no_session_says_where_it_is() {
    let world = World::new();
    let engine = world.open().await;
    let import = CreateLearnSessionRequest { entry_mode: LearningEntryMode::ImportSkill, ..demonstrating() };
    let failure = refused(engine.create_session(import).await);
    assert_eq!(failure.code, ErrorCode::AdapterUnavailable);
    assert!(failure.message.contains("/api/imports"), "{failure}");
    for watch in [Vec::new(), demonstrating().watch] {
        let mixed = CreateLearnSessionRequest { observation_mode: ObservationMode::Mixed, watch, ..demonstrating() };
        let failure = refused(engine.create_session(mixed).await);
        assert_eq!(failure.code, ErrorCode::AdapterUnavailable);
        assert!(failure.message.contains("outside_agent"), "{failure}");
    }
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 0, "a refusal leaves nothing");
    let auto = CreateLearnSessionRequest { build_policy: BuildPolicy::PrivateAutoInstall, ..demonstrating() };
    assert_eq!(refused(engine.create_session(auto).await).code, ErrorCode::InstallLaneDenied);
}

#[tokio::test]
async fn watching_without_naming_a_mode_is_watching_outside_the_agent() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest { observation_mode: ObservationMode::None, ..demonstrating() };
    assert_eq!(engine.create_session(request).await.unwrap().session.observation_mode, ObservationMode::OutsideAgent);
}

#[tokio::test]
async fn a_repeated_request_is_answered_the_same() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest { client_request_id: Some("once".into()), ..demonstrating() };
    let first = engine.create_session(request.clone()).await.unwrap().session.learn_session_id;
    let second = engine.create_session(request).await.unwrap().session.learn_session_id;
    assert_eq!(first, second);
}

#[tokio::test]
async fn a_settled_session_can_be_deleted_and_one_under_way_cannot() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    assert_eq!(refused(engine.delete_session(id).await).code, ErrorCode::InvalidLearnStateTransition);
    engine.cancel_session(id, CLICK).await.unwrap();
    engine.delete_session(id).await.unwrap();
    assert_eq!(refused(engine.session_detail(id).await).code, ErrorCode::LearnSessionNotFound);
    assert!(!world.home().join("system/learning/runtime/current.json").exists(), "its projection goes with it");
}

#[tokio::test]
async fn one_listener_gets_the_events_of_all_sessions() {
    let world = World::new();
    let engine = world.open().await;
    let first = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    let mut all = engine.all_events().await.unwrap();
    engine.start_session(first, CLICK).await.unwrap();
    engine.cancel_session(first, CLICK).await.unwrap();
    let heard = tokio::time::timeout(std::time::Duration::from_secs(20), all.next());
    let heard = heard.await.expect("what happened before the stream was looked at is told too");
    assert_eq!(heard.unwrap().session_id, first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_is_stored_completely_and_in_order_with_a_follower() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let follower = engine.session_events(id, 0).await.unwrap();
    let told = tokio::spawn(async move {
        let actions = follower.filter(|event| std::future::ready(event.event_kind == EventKind::CaptureAction));
        actions.map(|event| event.payload["seq"].as_u64().unwrap()).take(1000).collect::<Vec<_>>().await
    });
    for n in 0..1000 {
        world.browser.act(fill(world.clock.now(), "Name", &n.to_string()));
        if n % 100 == 0 {
            tokio::task::yield_now().await;
        }
    }
    let stopped = engine.stop_session(id, CLICK).await.unwrap();
    assert_eq!(stopped.captured_event_count, 1000);
    let stored: Vec<_> =
        engine.observed_actions(id, Default::default()).await.unwrap().actions.iter().map(|action| action.seq).collect();
    assert_eq!(stored, (1..=1000).collect::<Vec<_>>());
    assert_eq!(told.await.unwrap(), (1..=1000).collect::<Vec<_>>());
}
