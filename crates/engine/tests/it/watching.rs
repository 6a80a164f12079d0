//! What becomes of a session with time, and when what it watches goes away.

use crate::sessions::*;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_observe::Observation;
use apprentice_observe::bar::{Bar, BarButton, BarLink, BarPurpose};
use apprentice_testkit::*;
use chrono::Duration;
use futures::StreamExt;
use std::sync::atomic::Ordering;

#[tokio::test]
async fn r11_2_14_an_armed_session_expires_after_an_hour() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.close().await;
    drop(engine);
    world.clock.advance(Duration::minutes(59));
    let engine = world.open().await;
    assert_eq!(state(&engine, id).await, State::Armed);
    engine.close().await;
    drop(engine);
    world.clock.advance(Duration::minutes(1));
    let engine = world.open().await;
    assert_eq!(state(&engine, id).await, State::Cancelled);
    let receipts = engine.receipts(PageQuery::default()).await.unwrap().receipts;
    assert!(
        receipts
            .iter()
            .any(|receipt| receipt.kind == ReceiptKind::SessionTimeout && receipt.reason.as_deref() == Some("session_timeout"))
    );
    let late = crate::road::refused(engine.start_session(id, BoundarySource::UserClick).await);
    assert!(late.code == ErrorCode::SessionTimeout && late.message.contains("new session"), "{late}");
    let other = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.cancel_session(other, BoundarySource::UserClick).await.unwrap();
    let cancelled = crate::road::refused(engine.start_session(other, BoundarySource::UserClick).await);
    assert_eq!(cancelled.code, ErrorCode::InvalidLearnStateTransition, "a person cancelled it");
}

#[tokio::test]
async fn a_capture_pauses_after_four_hours() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.clock.advance(Duration::minutes(239));
    engine.keep_deadlines().await.unwrap();
    assert_eq!(state(&engine, id).await, State::Capturing);
    world.clock.advance(Duration::minutes(1));
    engine.keep_deadlines().await.unwrap();
    let events = engine.session_events(id, 0).await.unwrap();
    let mut pauses = events.filter(|event| std::future::ready(event.event_kind == EventKind::CapturePaused));
    let paused = pauses.next().await.unwrap();
    assert_eq!(paused.payload["reason"], "capture_timeout");
    assert!(world.browser.paused.load(Ordering::SeqCst));
    assert_eq!(state(&engine, id).await, State::Paused);
}

#[tokio::test]
async fn r11_2_46_raw_observations_go_seven_days_after_the_end() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada Lovelace"));
    engine.stop_session(id, CLICK).await.unwrap();
    engine.cancel_session(id, CLICK).await.unwrap();
    engine.close().await;
    drop(engine);
    for (days, left) in [(6, 1), (2, 0)] {
        world.clock.advance(Duration::days(days));
        let engine = world.open().await;
        assert_eq!(engine.observed_actions(id, Default::default()).await.unwrap().total, left);
        let events: Vec<_> = engine.session_events(id, 0).await.unwrap().collect().await;
        assert_eq!(serde_json::to_string(&events).unwrap().contains("Lovelace"), left == 1);
        engine.close().await;
    }
}

#[tokio::test]
async fn after_a_kill_the_session_is_paused_keeps_its_actions_and_can_resume() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    until_actions(&engine, id, 1).await;
    world.kill(engine).await;
    let engine = world.open().await;
    let detail = engine.session_detail(id).await.unwrap();
    assert_eq!((detail.session.state, detail.captured_event_count), (State::Paused, 1));
    let mark = detail.boundaries.last().unwrap();
    assert_eq!((mark.kind, mark.source), (BoundaryKind::Pause, BoundarySource::SystemInferred));
    let errors =
        engine.session_events(id, 0).await.unwrap().filter(|e| std::future::ready(e.event_kind == EventKind::Error)).next().await;
    assert_eq!(errors.unwrap().payload["code"], "PROGRAM_ENDED");
    engine.resume_session(id, CLICK).await.unwrap();
    assert_eq!(world.browser.starts.load(Ordering::SeqCst), 2, "the adapter was started anew");
    world.browser.act(click(world.clock.now(), "button", "Save"));
    let stopped = engine.stop_session(id, CLICK).await.unwrap();
    assert_eq!((stopped.captured_event_count, stopped.captured_trace_ids.len()), (2, 2));
}

#[tokio::test]
async fn a_closed_browser_pauses_the_session_and_resuming_opens_it_again() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    let lost =
        || Observation::Lost { kind: BROWSER[0], code: "BROWSER_CLOSED", message: "The watched browser was closed.".into() };
    world.browser.tell(lost());
    let mut events = engine.session_events(id, 0).await.unwrap();
    while events.next().await.unwrap().event_kind != EventKind::CapturePaused {}
    let detail = engine.session_detail(id).await.unwrap();
    assert_eq!((detail.session.state, detail.captured_event_count), (State::Paused, 1));
    world.browser.failing.store(true, Ordering::SeqCst);
    assert_eq!(refused(engine.resume_session(id, CLICK).await).code, ErrorCode::AdapterUnavailable);
    assert_eq!(state(&engine, id).await, State::Paused, "it stays where it was");
    world.browser.failing.store(false, Ordering::SeqCst);
    engine.resume_session(id, CLICK).await.unwrap();
    world.browser.act(click(world.clock.now(), "button", "Save"));
    assert_eq!(engine.stop_session(id, CLICK).await.unwrap().captured_event_count, 2);
}

#[tokio::test]
async fn a_lost_adapter_is_reported_and_the_other_one_continues() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest { watch: vec![WatchSource::Browser, WatchSource::Terminal], ..demonstrating() };
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    world.browser.tell(Observation::Lost { kind: BROWSER[0], code: "BROWSER_CLOSED", message: "Closed.".into() });
    let mut events = engine.session_events(id, 0).await.unwrap();
    let error = loop {
        let event = events.next().await.unwrap();
        if event.event_kind == EventKind::Error {
            break event;
        }
    };
    assert_eq!(
        (error.payload["code"].as_str(), error.payload["watching_goes_on"].as_bool()),
        (Some("BROWSER_CLOSED"), Some(true))
    );
    assert_eq!(state(&engine, id).await, State::Capturing);
}

#[tokio::test]
async fn what_is_lost_is_said_until_it_is_opened_again() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest { watch: vec![WatchSource::Browser, WatchSource::Terminal], ..demonstrating() };
    let id = engine.create_session(request).await.unwrap().session.learn_session_id;
    engine.start_session(id, CLICK).await.unwrap();
    let codes = async || -> Vec<Option<String>> {
        let scope = engine.session_detail(id).await.unwrap().observation_scope.unwrap();
        scope.adapters.into_iter().map(|adapter| adapter.last_error_code).collect()
    };
    assert_eq!(codes().await, [None, None, None]);
    world.browser.tell(Observation::Lost { kind: BROWSER[0], code: "BROWSER_CLOSED", message: "Closed.".into() });
    let mut events = engine.session_events(id, 0).await.unwrap();
    while events.next().await.unwrap().event_kind != EventKind::Error {}
    assert_eq!(codes().await, [Some("ADAPTER_LOST".to_owned()), None, None]);
    engine.pause_session(id, CLICK).await.unwrap();
    engine.resume_session(id, CLICK).await.unwrap();
    assert_eq!(codes().await, [None, None, None], "opened again");
}

#[tokio::test]
async fn the_bar_says_what_is_seen_and_does_what_is_pressed() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let BarLink { mut shown, pressed } = world.browser.bar.lock().unwrap().clone().unwrap();
    let bar = shown.borrow().clone().unwrap();
    assert_eq!((bar.purpose, bar.watched.as_str(), bar.actions), (BarPurpose::Demonstration, "Browser", 0));
    world.inserts_a_customer("Ada Lovelace", "ada@example.net");
    let seen =
        |bar: &Option<Bar>| bar.as_ref().is_some_and(|bar| bar.last.as_deref().is_some_and(|last| last.contains("Content")));
    let bar = shown.wait_for(seen).await.unwrap().clone().unwrap();
    assert!(bar.actions >= 3, "{bar:?}");
    for (button, paused) in [(BarButton::Pause, true), (BarButton::Resume, false)] {
        pressed.send(button).unwrap();
        shown.wait_for(|bar| bar.as_ref().is_some_and(|bar| bar.paused == paused)).await.unwrap();
    }
    pressed.send(BarButton::Mark).unwrap();
    pressed.send(BarButton::Finish).unwrap();
    pressed.send(BarButton::Stop).unwrap();
    let mut events = engine.session_events(id, 0).await.unwrap();
    while !matches!(events.next().await.unwrap().event_kind, EventKind::ProposalCreated | EventKind::QuestionsRequested) {}
    let detail = engine.session_detail(id).await.unwrap();
    assert!(detail.proposal.is_some(), "the draft is built, as by the window");
    let marked: Vec<_> = detail.boundaries.iter().filter(|mark| mark.kind == BoundaryKind::MarkStep).collect();
    assert_eq!((marked.len(), marked[0].label.as_deref()), (1, Some("Step 1")));
}

#[tokio::test]
async fn a_browser_that_does_not_start_leaves_the_session_armed() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    world.browser.failing.store(true, Ordering::SeqCst);
    let failure = refused(engine.start_session(id, CLICK).await);
    assert_eq!(failure.code, ErrorCode::AdapterUnavailable);
    assert_eq!(state(&engine, id).await, State::Armed);
    world.browser.failing.store(false, Ordering::SeqCst);
    assert_eq!(engine.start_session(id, CLICK).await.unwrap().session.state, State::Capturing);
}

#[tokio::test]
async fn an_adapter_that_does_not_pause_holds_nobody_for_long() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.busy.store(true, Ordering::SeqCst);
    // However long is waited, it passes at once.
    tokio::time::pause();
    engine.pause_session(id, CLICK).await.unwrap();
    assert_eq!(state(&engine, id).await, State::Paused);
}
