//! Reports of agents where the database is older than they are, and where the session is deleted.

use crate::road::{drafted, install};
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::friction::ReportsQuery;
use apprentice_contracts::ids::{AbilityId, LearnSessionId};
use apprentice_contracts::proposal::{RejectProposalRequest, RequestedLane};
use apprentice_contracts::report::VerifyCheckpointRequest;
use apprentice_engine::Engine;
use apprentice_store::retention;
use apprentice_testkit::*;
use chrono::Duration;
use serde_json::json;

pub async fn installed(world: &World, engine: &Engine) -> (LearnSessionId, AbilityId) {
    world.with_a_target(engine).await;
    let (session, proposal) = drafted(world, engine, demonstrating()).await;
    let answer = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    (session, answer.ability_id)
}

pub fn report(status: CheckpointStatus, ability: Option<&AbilityId>, session: Option<LearnSessionId>) -> VerifyCheckpointRequest {
    serde_json::from_value(json!({
        "checkpoint_id": "cp-01", "status": status, "evidence": "seen by an agent", "reason": "a telling reason",
        "ability_id": ability, "learn_session_id": session,
    }))
    .unwrap()
}

#[tokio::test]
async fn an_ability_of_an_older_version_is_reported_of_by_the_checkpoints_of_its_proposal() {
    let world = World::new();
    let engine = world.open().await;
    let (_, ability) = installed(&world, &engine).await;
    world.raw().execute("UPDATE abilities SET body = json_remove(body, '$.standing')", []).unwrap();
    let dispatch_id = Some(dispatch_of(&world.home(), ability.as_str(), "d-1").as_str().into());
    let said = VerifyCheckpointRequest { dispatch_id, ..report(CheckpointStatus::Reached, Some(&ability), None) };
    let told = engine.verify_checkpoint(said).await.unwrap();
    assert_eq!(told.ability_id, Some(ability.clone()));
    let shown = engine.ability_reports(ability).await.unwrap();
    assert!(shown.checkpoints.len() >= 3 && shown.checkpoints.iter().all(|checkpoint| checkpoint.evidence.is_none()));
    assert_eq!((shown.receipts.len(), shown.dispatches.len()), (1, 1));
}

#[tokio::test]
async fn a_deleted_session_takes_what_was_reported_to_it_along() {
    let world = World::new();
    let engine = world.open().await;
    let (session, ability) = installed(&world, &engine).await;
    engine.verify_checkpoint(report(CheckpointStatus::Skipped, None, Some(session))).await.unwrap();
    engine.verify_checkpoint(report(CheckpointStatus::Skipped, Some(&ability), None)).await.unwrap();
    let all = ReportsQuery { ability_id: None, page: 1, page_size: 50 };
    assert_eq!(engine.frictions(all.clone()).await.unwrap().total, 2);
    engine.delete_session(session).await.unwrap();
    let left = engine.frictions(all).await.unwrap();
    assert_eq!((left.total, left.frictions[0].learn_session_id), (1, None), "what was told of the ability alone stays");
    assert_eq!(world.lines("learning/friction.jsonl").len(), 1);
    let told = engine.verify_checkpoint(report(CheckpointStatus::Reached, Some(&ability), None)).await;
    assert!(told.is_ok(), "the checkpoints that stand in the SKILL.md are known still: {told:?}");
}

#[tokio::test]
async fn a_report_of_one_ability_does_not_reach_the_session_of_another() {
    let world = World::new();
    let engine = world.open().await;
    let (_, ability) = installed(&world, &engine).await;
    let other = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    let refused = engine.verify_checkpoint(report(CheckpointStatus::Skipped, Some(&ability), Some(other))).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::InvalidRequest);
    assert_eq!(refused.details.unwrap()["field"], "learn_session_id");
    let all = ReportsQuery { ability_id: None, page: 1, page_size: 50 };
    assert_eq!(engine.frictions(all).await.unwrap().total, 0);
    assert!(engine.ability_reports(ability).await.unwrap().receipts.is_empty());
}

#[tokio::test]
async fn a_repair_keeps_no_words_of_a_deleted_session() {
    let world = World::new();
    let engine = world.open().await;
    let (session, ability) = installed(&world, &engine).await;
    engine.verify_checkpoint(report(CheckpointStatus::Failed, Some(&ability), Some(session))).await.unwrap();
    engine.delete_session(session).await.unwrap();
    let all = ReportsQuery { ability_id: None, page: 1, page_size: 50 };
    let left = engine.repairs(all).await.unwrap();
    assert_eq!(left.total, 1, "the ability stands, and so does what is to be repaired");
    assert!(!left.repairs[0].evidence.contains("seen by an agent") && !left.repairs[0].reason.contains("telling"));
    let file = world.lines("learning/repair_candidates.jsonl");
    assert_eq!(file[0]["evidence"], json!(left.repairs[0].evidence));
}

#[tokio::test]
async fn ids_that_look_like_secrets_are_refused_and_not_kept() {
    let world = World::new();
    let engine = world.open().await;
    let (session, ability) = installed(&world, &engine).await;
    let key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let mut told = report(CheckpointStatus::Reached, Some(&ability), None);
    told.dispatch_id = Some(key.into());
    let refused = engine.verify_checkpoint(told.clone()).await.unwrap_err();
    assert_eq!(refused.details.unwrap()["field"], "dispatch_id");
    let outcome = json!({"kind": "outcome", "outcome": "failed", "summary": "no", "ability_id": ability, "dispatch_id": key});
    let refused = engine.report_observation(serde_json::from_value(outcome).unwrap()).await.unwrap_err();
    assert_eq!(refused.details.unwrap()["field"], "dispatch_id");
    told.dispatch_id = Some(dispatch_of(&world.home(), ability.as_str(), "d-1").as_str().into());
    assert!(engine.verify_checkpoint(told).await.is_ok(), "an id that the engine gives out is no secret");
    let mut guess = report(CheckpointStatus::Reached, None, Some(session));
    guess.checkpoint_id = "cp-99".into();
    let known = engine.verify_checkpoint(guess).await.unwrap_err();
    assert!(known.message.contains("cp-01"), "of an installed ability, what there is: {}", known.message);
}

#[tokio::test]
async fn the_checkpoints_of_a_draft_are_not_disclosed_to_an_agent_that_guesses() {
    let world = World::new();
    let engine = world.open().await;
    let (session, _) = drafted(&world, &engine, demonstrating()).await;
    let mut guess = report(CheckpointStatus::Reached, None, Some(session));
    guess.checkpoint_id = "cp-99".into();
    let refused = engine.verify_checkpoint(guess).await.unwrap_err();
    assert!(refused.message.contains("cp-99") && !refused.message.contains("cp-01"), "{}", refused.message);
}

#[tokio::test]
async fn an_ability_that_is_installed_again_is_on_again_and_says_so() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let ability = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap().ability_id;
    engine.deactivate_ability(ability.clone()).await.unwrap();
    engine.install_proposal(proposal, install(RequestedLane::ApprovedWorkspace)).await.unwrap();
    assert!(engine.ability_availability(ability).await.unwrap().ability.enabled);
    let told = world.lines("learning/receipts.jsonl");
    let told: Vec<_> = told.iter().filter(|line| line["kind"] == "ability_activated").collect();
    assert_eq!((told.len(), &told[0]["reason"]), (1, &json!("reinstalled")));
}

#[tokio::test]
async fn a_report_that_comes_again_is_answered_the_same_for_a_day() {
    let world = World::new();
    let engine = world.open().await;
    let (_, ability) = installed(&world, &engine).await;
    let told = async || {
        let once = Some("once".into());
        let request =
            VerifyCheckpointRequest { client_request_id: once, ..report(CheckpointStatus::Reached, Some(&ability), None) };
        engine.keep_deadlines().await.unwrap();
        engine.verify_checkpoint(request).await.unwrap().receipt.receipt_id
    };
    let first = told().await;
    world.clock.advance(Duration::hours(24));
    assert_eq!(told().await, first);
    world.clock.advance(Duration::minutes(1));
    assert_ne!(told().await, first, "after a day it is taken for a new one");
}

#[tokio::test]
async fn followers_hear_of_reports_while_the_session_is_under_way_and_never_without_end() {
    let world = World::new();
    let engine = world.open().await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    let kinds = || {
        let raw = world.raw();
        let mut statement = raw.prepare("SELECT kind FROM session_events ORDER BY seq").unwrap();
        statement.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    let tell = async || engine.verify_checkpoint(report(CheckpointStatus::Reached, None, Some(session))).await.unwrap();
    tell().await;
    assert_eq!(kinds().last().unwrap(), "checkpoint.reached");
    // As if it went on and on.
    let many = retention::MAX_EVENTS - 3;
    let sql = "INSERT INTO session_events (session_id, seq, kind, created_at, body)
               SELECT session_id, seq + ?1, kind, created_at, json_set(body, '$.seq', seq + ?1)
               FROM session_events ORDER BY seq DESC LIMIT 1";
    for _ in 0..many {
        world.raw().execute(sql, [1]).unwrap();
    }
    for _ in 0..5 {
        tell().await;
    }
    let all = kinds();
    let told = all.iter().filter(|kind| *kind == "checkpoint.reached").count();
    assert_eq!(told, retention::MAX_EVENTS as usize, "no more, however often it is reported");
    assert_eq!(all.iter().filter(|kind| *kind == "error").count(), 1, "the end is told once");
    let page = apprentice_contracts::page::PageQuery { page: 1, page_size: 100 };
    assert_eq!(engine.session_checkpoint_receipts(session, page).await.unwrap().total, 6, "all are kept");
    let reject = RejectProposalRequest { reason: "Not that".into(), client_request_id: None };
    engine.reject_proposal(proposal, reject).await.unwrap();
    world.raw().execute("DELETE FROM session_events WHERE kind = 'checkpoint.reached'", []).unwrap();
    tell().await;
    assert!(!kinds().contains(&"checkpoint.reached".to_owned()), "a settled session has no followers");
}
