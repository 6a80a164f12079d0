//! Many who follow one session: each hears everything once and in order, whenever it came.

use apprentice_contracts::event::{EventKind, LearnSessionEvent};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::BoundarySource::UserClick;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use futures::StreamExt;
use std::time::Duration;
use tokio::task::JoinHandle;

const PATIENCE: Duration = Duration::from_secs(60);

async fn capturing(engine: &Engine) -> LearnSessionId {
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, UserClick).await.unwrap();
    id
}

async fn follow(engine: &Engine, id: LearnSessionId, after: u32) -> JoinHandle<Vec<LearnSessionEvent>> {
    tokio::spawn(engine.session_events(id, after).await.unwrap().collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_hear_all_whenever_they_came() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let mut followers = Vec::new();
    // More than is kept for the slow and than is read at once, so that every way of reading is gone.
    for n in 0..900_u32 {
        if n % 30 == 0 {
            let stored = engine.last_event_seq(id).await.unwrap();
            for after in [0, stored / 2, stored, stored + 3] {
                followers.push((after, follow(&engine, id, after).await));
            }
        }
        world.browser.act(fill(world.clock.now(), "Name", &n.to_string()));
    }
    engine.stop_session(id, UserClick).await.unwrap();
    engine.cancel_session(id, UserClick).await.unwrap();
    let end = engine.last_event_seq(id).await.unwrap();
    assert!(end > 900);
    for (after, follower) in followers {
        let heard = tokio::time::timeout(PATIENCE, follower).await.expect("it ends with the session").unwrap();
        assert_eq!(
            heard.iter().map(|event| event.seq).collect::<Vec<_>>(),
            (after + 1..=end).collect::<Vec<_>>(),
            "after {after}"
        );
    }
}

#[tokio::test]
async fn deleted_events_are_not_sent_from_memory() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let mut first = engine.session_events(id, 0).await.unwrap();
    world.browser.act(fill(world.clock.now(), "Name", "Ada Lovelace"));
    let event = loop {
        let told = first.next().await.unwrap();
        if told.event_kind == EventKind::CaptureAction {
            break told;
        }
    };
    engine.delete_observed_action(id, event.payload["event_id"].as_str().unwrap().parse().unwrap()).await.unwrap();
    // The first one is still there, so that what was read for it is still kept.
    let again = engine.session_events(id, event.seq - 1).await.unwrap().next().await.unwrap();
    assert_eq!((again.seq, &again.payload["deleted"]), (event.seq, &serde_json::json!(true)));
    assert!(!again.payload.to_string().contains("Lovelace"));
    drop(first);
}

#[tokio::test]
async fn a_closing_engine_lets_go_of_who_waits() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    let follower = follow(&engine, id, 0).await;
    tokio::task::yield_now().await;
    engine.close().await;
    tokio::time::timeout(PATIENCE, follower).await.expect("nothing comes any more").unwrap();
}
