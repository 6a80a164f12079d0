//! A database that cannot be written for a while, as on a full disk.

use crate::imports::{scan, stage, upload};
use crate::road::{drafted, install, refused, settled};
use crate::sessions::{CLICK, capturing, state};
use apprentice_contracts::app::DoctorStatus;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::import::{SkillImportApproveRequest, SkillImportState};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_testkit::archives::tea;
use apprentice_testkit::*;
use chrono::Duration;
use futures::StreamExt;
use serde_json::json;

async fn upkeep(engine: &Engine) -> Option<DoctorStatus> {
    let checks = engine.doctor().await.unwrap().checks;
    checks.into_iter().find(|check| check.check_id == "upkeep").map(|check| check.status)
}

#[tokio::test]
async fn an_installation_that_could_not_be_undone_is_undone_by_the_running_program() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    world.block("UPDATE", "install_sagas");
    let failure = refused(engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await);
    assert!(failure.message.contains("tried again"), "{failure}");
    assert_eq!(state(&engine, id).await, State::InstallingPrivate, "it is stuck, and holds the slot");
    engine.keep_deadlines().await.unwrap_err();
    assert_eq!(upkeep(&engine).await, Some(DoctorStatus::Warning));
    world.clock.advance(Duration::minutes(1));
    engine.keep_deadlines().await.unwrap_err();
    world.unblock("install_sagas");
    world.clock.advance(Duration::minutes(1));
    engine.keep_deadlines().await.unwrap_err();
    assert_eq!(state(&engine, id).await, State::InstallingPrivate, "after two failures it waits two minutes");
    world.clock.advance(Duration::minutes(1));
    settled(&engine).await;
    assert_eq!(state(&engine, id).await, State::Quarantined);
    assert_eq!(upkeep(&engine).await, None);
    let skills = world.home().join("sandbox/skills");
    assert_eq!(std::fs::read_dir(skills).unwrap().count(), 0, "nothing of it stands in the target");
    let told: Vec<_> = engine.session_events(id, 0).await.unwrap().collect().await;
    assert!(told.iter().any(|event| event.event_kind == EventKind::InstallFailed));
    let receipts = engine.receipts(PageQuery::default()).await.unwrap().receipts;
    let kinds: Vec<_> = receipts.iter().map(|receipt| receipt.kind).collect();
    assert!(kinds.contains(&ReceiptKind::InstallFailed) && !kinds.contains(&ReceiptKind::AbilityQuarantined), "{kinds:?}");
}

#[tokio::test]
async fn a_deadline_that_cannot_be_kept_does_not_keep_the_home_from_opening() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.close().await;
    drop(engine);
    world.clock.advance(Duration::hours(2));
    world.block("UPDATE", "sessions");
    let engine = Engine::open(world.options()).await.expect("what is stored can be looked at");
    assert_eq!(state(&engine, id).await, State::Armed);
    assert_eq!(upkeep(&engine).await, Some(DoctorStatus::Warning), "it is said");
    world.unblock("sessions");
    settled(&engine).await;
    assert_eq!((state(&engine, id).await, upkeep(&engine).await), (State::Cancelled, None));
}

#[tokio::test]
async fn what_could_not_be_stored_for_a_minute_is_counted_and_said() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    while engine.observed_actions(id, Default::default()).await.unwrap().total < 1 {
        tokio::task::yield_now().await;
    }
    world.block("INSERT", "observed_actions");
    world.browser.act(fill(world.clock.now(), "Name", "Grace"));
    world.browser.act(fill(world.clock.now(), "Name", "Edsger"));
    let lost = async || engine.observation_scope(id).await.unwrap().events_lost;
    // The minute passes at once, and whatever the clock of the machine says.
    tokio::time::pause();
    while lost().await != Some(2) {
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
    }
    tokio::time::resume();
    world.unblock("observed_actions");
    world.browser.act(fill(world.clock.now(), "Name", "Barbara"));
    let stopped = engine.stop_session(id, CLICK).await.unwrap();
    assert_eq!((stopped.captured_event_count, lost().await), (2, Some(2)), "the counter outlives the trouble");
    assert_eq!(world.projection("learning/runtime/observation_scope_current.json")["events_lost"], 2);
    let detail = engine.session_detail(id).await.unwrap();
    assert!(detail.latest_receipts[0].summary.contains("2 events are lost"), "{}", detail.latest_receipts[0].summary);
    engine.cancel_session(id, CLICK).await.unwrap();
    let told: Vec<_> = engine.session_events(id, 0).await.unwrap().collect().await;
    let error = told.iter().find(|event| event.event_kind == EventKind::Error).expect("it is said");
    assert_eq!(error.payload["code"], "EVENTS_LOST");
    assert_eq!(refused(engine.start_session(id, CLICK).await).code, ErrorCode::InvalidLearnStateTransition);
}

#[tokio::test]
async fn a_pause_that_could_not_be_stored_is_none() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.block("UPDATE", "sessions");
    refused(engine.pause_session(id, CLICK).await);
    world.unblock("sessions");
    assert_eq!(state(&engine, id).await, State::Capturing);
    world.browser.act(fill(world.clock.now(), "Name", "Ada"));
    assert_eq!(engine.stop_session(id, CLICK).await.unwrap().captured_event_count, 1, "it is watched still");
}

#[tokio::test]
async fn a_session_is_not_deleted_while_its_installation_is_to_be_undone() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    world.block("UPDATE", "install_sagas");
    refused(engine.approve_proposal(proposal, crate::road::approval()).await);
    assert_eq!(refused(engine.delete_session(id).await).code, ErrorCode::Conflict);
    world.unblock("install_sagas");
    settled(&engine).await;
    engine.delete_session(id).await.unwrap();
    let skills = world.home().join("sandbox/skills");
    assert_eq!(std::fs::read_dir(skills).unwrap().count(), 0, "nothing of it stands in the target");
}

#[tokio::test]
async fn an_import_waits_until_an_installation_of_its_name_is_undone() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let upload = upload(&engine, &tea()).await;
    scan(&engine, &upload).await;
    stage(&engine, upload.import_id).await;
    let request = || serde_json::from_value::<SkillImportApproveRequest>(json!({ "import_id": upload.import_id })).unwrap();
    world.block("UPDATE", "install_sagas");
    let failure = refused(engine.approve_import(request()).await);
    assert!(failure.message.contains("tried again"), "{failure}");
    let failure = refused(engine.approve_import(request()).await);
    assert_eq!(failure.code, ErrorCode::Conflict, "{failure}");
    world.unblock("install_sagas");
    world.clock.advance(Duration::hours(2));
    settled(&engine).await;
    let done = engine.approve_import(request()).await.unwrap();
    assert_eq!(done.import_record.stage_state, SkillImportState::Approved);
    settled(&engine).await;
    assert!(world.home().join("sandbox/skills/brew-oolong/SKILL.md").exists(), "nobody takes it away");
}
