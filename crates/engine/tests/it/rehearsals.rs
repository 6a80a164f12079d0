//! The guided rehearsal: right is green; wrong, left out, or changed behind the screen is not.

use crate::road::{drafted, refused};
use apprentice_contracts::checkpoint::{CheckpointStatus, ReceiptSource};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::test_policy::TestPolicy;
use apprentice_contracts::validation::*;
use apprentice_engine::Engine;
use apprentice_observe::bar::{BarCheckpoint, BarState};
use apprentice_testkit::listed;
use apprentice_testkit::*;
use futures::StreamExt;
use serde_json::json;

/// A draft that waits for its review, and a target that it can be installed into.
async fn reviewing() -> (World, Engine, LearnSessionId, ProposalId) {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    (world, engine, id, proposal)
}

fn rehearsal() -> StartValidationRunRequest {
    StartValidationRunRequest { selected_tests: vec![RunKind::Rehearsal], ..StartValidationRunRequest::default() }
}

/// The person does it again, with other values, and the site shows what came of it.
fn done_right(world: &World) {
    world.list_shows(listed("Alan Turing", "alan@example.net"));
    world.inserts_a_customer("Alan Turing", "alan@example.net");
}

async fn rehearsing(engine: &Engine, proposal: ProposalId) -> ValidationRun {
    engine.validate_proposal(proposal, rehearsal()).await.unwrap().validation_run
}

async fn finish(engine: &Engine, proposal: ProposalId) -> RehearsalStatus {
    engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await.unwrap()
}

fn colours(status: &RehearsalStatus) -> Vec<(String, CheckpointStatus)> {
    status.receipts.iter().map(|receipt| (receipt.checkpoint_id.0.clone(), receipt.status)).collect()
}

#[tokio::test]
async fn done_right_with_other_values_is_green() {
    let (world, engine, id, proposal) = reviewing().await;
    let before = engine.observed_actions(id, Default::default()).await.unwrap().total;
    let run = rehearsing(&engine, proposal).await;
    assert_eq!((run.run_kind, run.overall_result, run.completed_at), (RunKind::Rehearsal, OverallResult::Partial, None));
    done_right(&world);
    let mut bar = world.browser.bar.lock().unwrap().clone().unwrap().shown;
    let reached = |point: &BarCheckpoint| point.state == BarState::Reached;
    bar.wait_for(|bar| bar.as_ref().is_some_and(|bar| bar.checkpoints.iter().any(reached))).await.unwrap();
    let mut events = engine.session_events(id, 0).await.unwrap();
    while events.next().await.unwrap().event_kind != EventKind::CheckpointReached {}
    let live = engine.rehearsal_status(proposal).await.unwrap().unwrap();
    assert!(live.running && !live.receipts.is_empty(), "Checkpoint Progress shows it while it happens");
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
    assert!(
        done.receipts
            .iter()
            .all(|receipt| receipt.source == ReceiptSource::Observer && receipt.status == CheckpointStatus::Reached)
    );
    assert!(done.bindings.values().any(|value| value == "Alan Turing"), "{:?}", done.bindings);
    assert!(!world.browser.pages_read.lock().unwrap().is_empty(), "durable checkpoints were read again");
    assert_eq!(
        engine.observed_actions(id, Default::default()).await.unwrap().total,
        before,
        "rehearsed actions are not part of the demonstration"
    );
    assert!(!world.browser.is_watching());
    let receipts = engine.session_checkpoint_receipts(id, PageQuery::default()).await.unwrap();
    assert_eq!(world.lines("learning/checkpoint_receipts.jsonl").len() as u32, receipts.total);
    assert_eq!(engine.session_detail(id).await.unwrap().rehearsal.unwrap().overall_result, OverallResult::Passed);
}

#[tokio::test]
async fn a_step_left_out_is_not_green() {
    let (world, engine, _, proposal) = reviewing().await;
    rehearsing(&engine, proposal).await;
    world.list_shows(listed("Grace", "grace@example.org"));
    world.fills_the_form("Alan Turing", "alan@example.net");
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Failed);
    assert!(colours(&done).iter().any(|(_, status)| *status != CheckpointStatus::Reached), "{done:#?}");
}

#[tokio::test]
async fn changed_behind_the_screen_is_not_green() {
    let (world, engine, _, proposal) = reviewing().await;
    rehearsing(&engine, proposal).await;
    world.inserts_a_customer("Alan Turing", "alan@example.net");
    world.list_shows(listed("Somebody Else", "else@example.net"));
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Failed, "{done:#?}");
    let failed = done.receipts.iter().find(|receipt| receipt.status == CheckpointStatus::Failed).expect("one is red");
    assert!(failed.reason.is_some(), "and says why");
}

#[tokio::test]
async fn nothing_done_is_red_and_giving_up_is_no_verdict() {
    let (world, engine, _, proposal) = reviewing().await;
    rehearsing(&engine, proposal).await;
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    rehearsing(&engine, proposal).await;
    let given_up = engine.finish_rehearsal(proposal, FinishRehearsalRequest { cancel: true }).await.unwrap();
    assert_eq!((given_up.overall_result, given_up.running), (OverallResult::Cancelled, false));
    assert!(!world.browser.is_watching());
    assert_eq!(refused(engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await).code, ErrorCode::Conflict);
}

#[tokio::test]
async fn while_it_runs_nothing_is_installed_and_nothing_else_is_watched() {
    let (_world, engine, _, proposal) = reviewing().await;
    let run = rehearsing(&engine, proposal).await;
    let install = ProposalInstallRequest {
        install_lane: RequestedLane::ExperimentalPrivate,
        targets: vec![],
        into: None,
        accepted_weakenings: vec![],
        acknowledged_findings: Vec::new(),
        client_request_id: None,
    };
    let failure = refused(engine.install_proposal(proposal, install).await);
    assert_eq!((failure.code, failure.code.retryable()), (ErrorCode::ValidationInProgress, true));
    assert_eq!(failure.details.unwrap()["validation_run_id"], run.validation_run_id.to_string());
    assert_eq!(refused(engine.validate_proposal(proposal, rehearsal()).await).code, ErrorCode::ValidationInProgress);
    let approve = refused(engine.approve_proposal(proposal, ApproveProposalRequest::default()).await);
    assert_eq!(approve.code, ErrorCode::ValidationInProgress);
}

#[tokio::test]
async fn the_person_tells_what_they_see_and_the_observer_is_not_overruled() {
    let (_world, engine, id, proposal) = reviewing().await;
    let mark = |checkpoint: &str| MarkCheckpointRequest {
        checkpoint_id: checkpoint.into(),
        status: CheckpointStatus::Reached,
        evidence: "I saw it".into(),
        reason: None,
    };
    assert_eq!(refused(engine.mark_checkpoint(proposal, mark("cp-01")).await).code, ErrorCode::Conflict, "only while it runs");
    rehearsing(&engine, proposal).await;
    assert_eq!(refused(engine.mark_checkpoint(proposal, mark("cp-99")).await).code, ErrorCode::InvalidRequest);
    let checkpoints = engine.proposal_detail(proposal).await.unwrap().checkpoints;
    for checkpoint in &checkpoints {
        engine.mark_checkpoint(proposal, mark(checkpoint.checkpoint_id.as_str())).await.unwrap();
    }
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Failed, "the evidence says otherwise");
    let sources: Vec<_> =
        done.receipts.iter().filter(|r| r.checkpoint_id == checkpoints[0].checkpoint_id).map(|r| r.source).collect();
    assert_eq!(sources, [ReceiptSource::User, ReceiptSource::Observer], "both stand there, so that the disagreement shows");
    let events: Vec<_> = {
        engine.cancel_session(id, BoundarySource::UserClick).await.unwrap_err();
        engine
            .reject_proposal(proposal, RejectProposalRequest { reason: "enough".into(), client_request_id: None })
            .await
            .unwrap();
        engine.session_events(id, 0).await.unwrap().collect().await
    };
    assert!(events.iter().any(|event| event.event_kind == EventKind::CheckpointFailed));
}

#[tokio::test]
async fn the_rehearsal_policy_is_kept() {
    let (world, engine, id, proposal) = reviewing().await;
    let policy: TestPolicy = serde_json::from_value(json!({
        "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test", "allowed_domains": ["elsewhere.example"], "max_actions": 2,
    }))
    .unwrap();
    engine.set_test_policy(id, SetTestPolicyRequest { test_policy: policy }).await.unwrap();
    rehearsing(&engine, proposal).await;
    done_right(&world);
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Failed);
    let steps = engine.validation_runs(proposal, PageQuery { page: 1, page_size: 1 }).await.unwrap().steps;
    let broken: Vec<_> = steps.iter().filter(|step| step.test_case_id.starts_with("TEST_POLICY_VIOLATION")).collect();
    assert_eq!(broken.len() as u32, done.observed_action_count, "{broken:?}");
    assert!(broken[0].details.as_ref().unwrap().contains("not among the allowed sites"));
    assert!(broken.last().unwrap().details.as_ref().unwrap().contains("More than 2 actions"));
}

#[tokio::test]
async fn a_killed_rehearsal_is_cancelled_and_the_review_continues() {
    let (world, engine, id, proposal) = reviewing().await;
    let run = rehearsing(&engine, proposal).await;
    world.kill(engine).await;
    let engine = world.open().await;
    let status = engine.rehearsal_status(proposal).await.unwrap().unwrap();
    assert_eq!(
        (status.validation_run_id, status.running, status.overall_result),
        (run.validation_run_id, false, OverallResult::Cancelled)
    );
    engine.approve_proposal(proposal, ApproveProposalRequest::default()).await.unwrap();
    assert_eq!(engine.session_detail(id).await.unwrap().session.state.as_str(), "approved");
}

#[tokio::test]
async fn three_good_rehearsals_of_an_installed_ability_make_its_health_strong() {
    let (world, engine, _, proposal) = reviewing().await;
    let ability =
        engine.approve_proposal(proposal, ApproveProposalRequest::default()).await.unwrap().proposal.ability_id.unwrap();
    world.list_shows(listed("Alan Turing", "alan@example.net"));
    for expected in ["no_data", "no_data", "strong"] {
        rehearsing(&engine, proposal).await;
        world.inserts_a_customer("Alan Turing", "alan@example.net");
        assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Passed);
        let health = engine.ability_availability(ability.clone()).await.unwrap().ability.checkpoint_health;
        assert_eq!(serde_json::to_value(health).unwrap(), expected);
    }
    assert_eq!(world.projection("abilities/availability_current.json")["abilities"][0]["checkpoint_health"], "strong");
}

#[tokio::test]
async fn effects_count_even_if_they_are_observed_after_the_next_action() {
    let (world, engine, _, proposal) = reviewing().await;
    rehearsing(&engine, proposal).await;
    world.list_shows(listed("Alan Turing", "alan@example.net"));
    world.inserts_a_customer_in_a_hurry("Alan Turing", "alan@example.net");
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
}

#[tokio::test]
async fn deleting_the_session_of_an_installed_ability_ends_its_rehearsal() {
    let (world, engine, id, proposal) = reviewing().await;
    engine.approve_proposal(proposal, ApproveProposalRequest::default()).await.unwrap();
    rehearsing(&engine, proposal).await;
    engine.delete_session(id).await.unwrap();
    assert!(!world.browser.is_watching());
    let last = engine.rehearsal_status(proposal).await.unwrap().unwrap();
    assert_eq!((last.running, last.overall_result), (false, OverallResult::Cancelled));
}

#[tokio::test]
async fn a_test_whose_end_was_never_stored_does_not_block_for_ever_and_a_live_rehearsal_stays() {
    let (world, engine, _, proposal) = reviewing().await;
    let raw = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
    let lost = "UPDATE validation_runs SET running = 1, body = json_remove(body, '$.completed_at') WHERE kind = 'dry_run'";
    assert_eq!(raw.execute(lost, []).unwrap(), 1);
    drop(raw);
    let install = || engine.approve_proposal(proposal, ApproveProposalRequest::default());
    assert_eq!(refused(install().await).code, ErrorCode::ValidationInProgress);
    engine.keep_deadlines().await.unwrap();
    install().await.unwrap();
    rehearsing(&engine, proposal).await;
    engine.keep_deadlines().await.unwrap();
    assert!(engine.rehearsal_status(proposal).await.unwrap().unwrap().running);
}

#[tokio::test]
async fn while_pages_are_read_again_others_go_on_and_cancelling_ends_it() {
    let (world, engine, id, proposal) = reviewing().await;
    let run = rehearsing(&engine, proposal).await;
    world.inserts_a_customer("Alan Turing", "alan@example.net");
    let asked = std::sync::Arc::new(tokio::sync::Notify::new());
    *world.browser.silent.lock().unwrap() = Some(asked.clone());
    let finishing = tokio::spawn({
        let engine = engine.clone();
        async move { engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await }
    });
    asked.notified().await;
    // Each of these waits for the gate.
    let checkpoint = engine.proposal_detail(proposal).await.unwrap().checkpoints.remove(0).checkpoint_id;
    let mark = MarkCheckpointRequest {
        checkpoint_id: checkpoint,
        status: CheckpointStatus::Reached,
        evidence: "I saw it".into(),
        reason: None,
    };
    assert!(engine.mark_checkpoint(proposal, mark).await.unwrap().running);
    engine.keep_deadlines().await.unwrap();
    assert_eq!(refused(engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await).code, ErrorCode::Conflict);
    assert!(engine.session_detail(id).await.unwrap().rehearsal.unwrap().running);
    let given_up = engine.finish_rehearsal(proposal, FinishRehearsalRequest { cancel: true }).await.unwrap();
    assert_eq!((given_up.validation_run_id, given_up.overall_result), (run.validation_run_id, OverallResult::Cancelled));
    assert!(!world.browser.is_watching(), "the browser is closed");
    let told = finishing.await.unwrap().unwrap();
    assert_eq!((told.overall_result, told.running), (OverallResult::Cancelled, false), "the finish hears of it");
    *world.browser.silent.lock().unwrap() = None;
    rehearsing(&engine, proposal).await;
}

#[tokio::test]
async fn only_a_rehearsal_that_passed_validates_an_ability() {
    let (world, engine, _, proposal) = reviewing().await;
    let ability =
        engine.approve_proposal(proposal, ApproveProposalRequest::default()).await.unwrap().proposal.ability_id.unwrap();
    let validated = async || engine.ability_availability(ability.clone()).await.unwrap().ability.last_validated_at;
    let before = validated().await;
    world.clock.advance(chrono::Duration::days(1));
    rehearsing(&engine, proposal).await;
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    assert_eq!(validated().await, before);
    rehearsing(&engine, proposal).await;
    done_right(&world);
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Passed);
    assert!(validated().await > before);
}

#[tokio::test]
async fn a_policy_that_cannot_be_kept_is_refused_and_one_that_allows_none_stops_the_rehearsal() {
    let (world, engine, id, proposal) = reviewing().await;
    let policy = |fields: serde_json::Value| {
        let mut policy = json!({ "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test" });
        policy.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        SetTestPolicyRequest { test_policy: serde_json::from_value::<TestPolicy>(policy).unwrap() }
    };
    let failure = refused(engine.set_test_policy(id, policy(json!({ "cleanup_required": true }))).await);
    assert_eq!((failure.code, failure.message.contains("test_policy.cleanup_required")), (ErrorCode::InvalidRequest, true));
    engine.set_test_policy(id, policy(json!({ "mode": "dry_run_only" }))).await.unwrap();
    assert_eq!(refused(engine.validate_proposal(proposal, rehearsal()).await).code, ErrorCode::TestPolicyViolation);
    engine.set_test_policy(id, policy(json!({ "mode": "read_only" }))).await.unwrap();
    rehearsing(&engine, proposal).await;
    done_right(&world);
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    let steps = engine.validation_runs(proposal, PageQuery { page: 1, page_size: 1 }).await.unwrap().steps;
    assert!(
        steps.iter().any(|step| step.details.as_ref().is_some_and(|text| text.contains("the policy is read_only"))),
        "{steps:?}"
    );
}

#[tokio::test]
async fn a_cancellation_that_could_not_be_stored_is_repeated_by_the_next_caller() {
    let (world, engine, _, proposal) = reviewing().await;
    rehearsing(&engine, proposal).await;
    done_right(&world);
    world.block("UPDATE", "validation_runs");
    let cancel = FinishRehearsalRequest { cancel: true };
    refused(engine.finish_rehearsal(proposal, cancel).await);
    assert!(engine.rehearsal_status(proposal).await.unwrap().unwrap().running, "it is not stored, so it is not over");
    world.unblock("validation_runs");
    let ended = finish(&engine, proposal).await;
    assert_eq!((ended.running, ended.overall_result), (false, OverallResult::Cancelled), "it was watched no longer");
    rehearsing(&engine, proposal).await;
}
