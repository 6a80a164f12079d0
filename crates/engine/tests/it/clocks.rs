//! Clocks that jump: back, as after a battery was changed, and forward, as after a machine slept. Nothing waits for a time that is far away,
//! and what a person did stays in the order in which they did it.

use crate::road::{install, settled, state};
use apprentice_contracts::observation::ObservedActionsResponse;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::RequestedLane;
use apprentice_contracts::session::BoundarySource;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_testkit::*;
use chrono::Duration;

/// Where in the way of an ability the clock jumps.
const PLACES: [&str; 4] = ["while a task is recorded", "before the draft", "before the installation", "after the installation"];

fn jumps() -> [Duration; 4] {
    [Duration::days(-4_000), Duration::minutes(-61), Duration::seconds(-1), Duration::minutes(3)]
}

#[tokio::test]
async fn an_ability_is_learned_and_installed_whatever_the_clock_says() {
    for jump in jumps() {
        for (at, place) in PLACES.iter().enumerate() {
            let world = World::new();
            let engine = world.open().await;
            world.with_a_target(&engine).await;
            let jumps_at = async |here: usize| {
                if here == at {
                    world.clock.advance(jump);
                    settled(&engine).await;
                }
            };
            let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
            engine.start_session(id, BoundarySource::UserClick).await.unwrap();
            world.inserts_a_customer("Ada Lovelace", "ada@example.net");
            jumps_at(0).await;
            engine.stop_session(id, BoundarySource::UserClick).await.unwrap();
            let seen = engine.observed_actions(id, Default::default()).await.unwrap();
            jumps_at(1).await;
            let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
            settled(&engine).await;
            jumps_at(2).await;
            assert_eq!(state(&engine, id).await, State::ReadyForReview, "{jump} {place}");
            engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
            jumps_at(3).await;
            settled(&engine).await;
            let ability = engine.availability().await.unwrap().abilities.remove(0);
            assert!(ability.usable_now, "{jump} {place}: {ability:?}");
            let after = engine.observed_actions(id, Default::default()).await.unwrap();
            assert_eq!(seen.total, after.total, "{jump} {place}: what was recorded stays");
            let ids = |page: &ObservedActionsResponse| page.actions.iter().map(|action| action.event_id).collect::<Vec<_>>();
            assert_eq!(ids(&seen), ids(&after), "{jump} {place}: in its order");
        }
    }
}

/// A clock that is wrong for a moment must not end a demonstration in silence: it stops with what it has, and can be drafted.
#[tokio::test]
async fn a_machine_that_slept_for_months_finds_its_demonstration() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    world.inserts_a_customer("Ada Lovelace", "ada@example.net");
    world.clock.advance(Duration::days(120));
    settled(&engine).await;
    let now = state(&engine, id).await;
    assert_ne!(now, State::Capturing, "nobody is at the machine");
    let seen = engine.observed_actions(id, Default::default()).await.unwrap();
    assert!(seen.total > 0, "{now:?}: what was done is there");
    // The clock is put right again.
    world.clock.advance(Duration::days(-120));
    settled(&engine).await;
    assert_eq!(engine.observed_actions(id, Default::default()).await.unwrap().total, seen.total);
    let receipts = engine.receipts(PageQuery::default()).await.unwrap();
    assert!(receipts.total > 0 && !receipts.receipts.is_empty());
}
