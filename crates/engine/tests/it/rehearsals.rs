//! The guided rehearsal: right is green; wrong, left out, or changed behind the screen is not.

use crate::road::{approval, drafted, edit, install, refused, settled, state};
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, ReceiptSource};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::*;
use apprentice_contracts::observation::{ActionDetails, ObservationAdapterKind};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState;
use apprentice_contracts::test_policy::{
    DefaultTestPolicy, SetAbilityTestPolicyRequest, TestPolicy, TestPolicyMode, TestPolicySource,
};
use apprentice_contracts::validation::*;
use apprentice_engine::Engine;
use apprentice_observe::Observation;
use apprentice_observe::bar::{BarCheckpoint, BarState};
use apprentice_testkit::listed;
use apprentice_testkit::*;
use futures::StreamExt;
use serde_json::json;
use std::sync::atomic::Ordering;

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
async fn what_a_run_would_not_use_is_refused_by_its_field() {
    let (world, engine, _, proposal) = reviewing().await;
    let named = StartValidationRunRequest { run_label: Some("Before lunch".into()), ..rehearsal() };
    let failure = refused(engine.validate_proposal(proposal, named).await);
    assert_eq!((failure.code, failure.details.unwrap()["field"].clone()), (ErrorCode::InvalidRequest, json!("run_label")));
    assert!(!world.browser.is_watching() && engine.rehearsal_status(proposal).await.unwrap().is_none());
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
        without_rehearsal: true,
        client_request_id: None,
    };
    let failure = refused(engine.install_proposal(proposal, install).await);
    assert_eq!((failure.code, failure.code.retryable()), (ErrorCode::ValidationInProgress, true));
    assert_eq!(failure.details.unwrap()["validation_run_id"], run.validation_run_id.to_string());
    assert_eq!(refused(engine.validate_proposal(proposal, rehearsal()).await).code, ErrorCode::ValidationInProgress);
    let approve = refused(engine.approve_proposal(proposal, approval()).await);
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
    engine.set_test_policy(id, SetTestPolicyRequest { test_policy: Some(policy) }).await.unwrap();
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

/// The person clicks on something that deletes.
fn deletes(world: &World) {
    let target = control("button", "Delete customer");
    world.browser.act(seen(world.clock.now(), "Clicked “Delete customer”", ActionDetails::Click { target }));
}

#[tokio::test]
async fn without_a_policy_the_safe_default_ends_what_destroys_and_quarantines_the_draft() {
    let (world, engine, id, proposal) = reviewing().await;
    let acting = engine.session_detail(id).await.unwrap().acting_test_policy;
    assert_eq!((acting.source, acting.forbids_the_task), (TestPolicySource::SafeDefault, None));
    rehearsing(&engine, proposal).await;
    let mut events = engine.session_events(id, 0).await.unwrap();
    deletes(&world);
    while events.next().await.unwrap().event_kind != EventKind::Error {}
    while events.next().await.unwrap().event_kind != EventKind::ValidationCompleted {}
    let done = finish(&engine, proposal).await;
    assert_eq!((done.running, done.overall_result), (false, OverallResult::Failed), "it ended by itself, and says how");
    assert!(!world.browser.is_watching());
    let steps = engine.validation_runs(proposal, PageQuery { page: 1, page_size: 1 }).await.unwrap().steps;
    let broken = steps.iter().find(|step| step.test_case_id.starts_with("TEST_POLICY_VIOLATION")).unwrap();
    assert!(broken.details.as_ref().unwrap().contains("Clicked “Delete customer”"), "{broken:?}");
    let detail = engine.proposal_detail(proposal).await.unwrap().proposal;
    assert_eq!((detail.proposal_state, detail.install_lane), (ProposalState::Quarantined, InstallLane::Quarantined));
    assert_eq!(state(&engine, id).await, LearnSessionState::Quarantined);
    assert!(engine.approve_proposal(proposal, approval()).await.is_err(), "it is not installed");
    let receipts = engine.receipts(PageQuery::default()).await.unwrap().receipts;
    let kinds: Vec<_> = receipts.iter().map(|receipt| receipt.kind).collect();
    assert!(kinds.contains(&ReceiptKind::DraftQuarantined) && !kinds.contains(&ReceiptKind::AbilityQuarantined), "{kinds:?}");
    // It is not lost: the person rehearses it again, as it should be done.
    rehearsing(&engine, proposal).await;
    done_right(&world);
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Passed);
}

#[tokio::test]
async fn a_policy_that_was_chosen_for_this_run_alone_is_not_kept() {
    let (world, engine, id, proposal) = reviewing().await;
    let open: TestPolicy = serde_json::from_value(json!({
        "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test", "forbid_destructive_writes": false,
    }))
    .unwrap();
    let request = StartValidationRunRequest { test_policy: Some(open), ..rehearsal() };
    engine.validate_proposal(proposal, request).await.unwrap();
    deletes(&world);
    done_right(&world);
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Passed);
    assert_eq!(engine.session_detail(id).await.unwrap().test_policy, None);
    let none: TestPolicy =
        serde_json::from_value(json!({ "policy_id": uuid::Uuid::from_u128(5), "mode": "safe_target_only" })).unwrap();
    let failure =
        refused(engine.validate_proposal(proposal, StartValidationRunRequest { test_policy: Some(none), ..rehearsal() }).await);
    assert_eq!(failure.details.unwrap()["field"], "test_policy.safe_targets");
}

#[tokio::test]
async fn a_task_that_the_acting_policy_forbids_is_refused_before_anything_is_watched() {
    let world = World::new();
    let engine = world.open().await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    world.inserts_a_customer("Ada Lovelace", "ada@example.org");
    deletes(&world);
    engine.stop_session(id, BoundarySource::UserClick).await.unwrap();
    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(&engine).await;
    let mut settings = engine.settings().await.unwrap().settings;
    settings.default_test_policy.forbid_destructive_writes = false;
    settings.default_test_policy.max_actions = 90;
    engine.update_settings(settings).await.unwrap();
    let acting = engine.session_detail(id).await.unwrap().acting_test_policy;
    assert_eq!((acting.source, acting.policy.forbid_destructive_writes), (TestPolicySource::Settings, true));
    assert_eq!((acting.policy.max_actions, acting.stricter.len()), (40, 2), "{acting:?}");
    assert!(acting.stricter[0].contains("Clicked “Delete customer”"), "{acting:?}");
    let failure = refused(engine.validate_proposal(proposal, rehearsal()).await);
    assert_eq!((failure.code, world.browser.is_watching()), (ErrorCode::TestPolicyViolation, false));
    assert!(failure.message.contains("Clicked “Delete customer”") && failure.message.contains("Choose another"), "{failure}");
    let allowed: TestPolicy = serde_json::from_value(json!({
        "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test", "forbid_destructive_writes": false,
    }))
    .unwrap();
    engine.set_test_policy(id, SetTestPolicyRequest { test_policy: Some(allowed) }).await.unwrap();
    rehearsing(&engine, proposal).await;
}

#[tokio::test]
async fn the_policy_of_a_draft_becomes_that_of_its_ability_and_each_level_has_its_turn() {
    let (world, engine, id, proposal) = reviewing().await;
    let policy = |most: u32| -> TestPolicy {
        let fields = json!({ "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test", "max_actions": most });
        serde_json::from_value(fields).unwrap()
    };
    let mut settings = engine.settings().await.unwrap().settings;
    settings.default_test_policy.max_actions = 11;
    engine.update_settings(settings.clone()).await.unwrap();
    let acting = async || {
        let acting = engine.session_detail(id).await.unwrap().acting_test_policy;
        (acting.policy.max_actions, acting.source)
    };
    assert_eq!(acting().await, (11, TestPolicySource::Settings));
    engine.set_test_policy(id, SetTestPolicyRequest { test_policy: Some(policy(12)) }).await.unwrap();
    assert_eq!(acting().await, (12, TestPolicySource::Draft));
    let ability = engine.approve_proposal(proposal, approval()).await.unwrap().proposal.ability_id.unwrap();
    let of_ability = engine.ability_test_policy(ability.clone()).await.unwrap();
    assert_eq!(of_ability.test_policy.unwrap().max_actions, 12, "it goes with the draft");
    let set = SetAbilityTestPolicyRequest { test_policy: Some(policy(13)) };
    let of_ability = engine.set_ability_test_policy(ability.clone(), set).await.unwrap();
    assert_eq!((of_ability.acting.policy.max_actions, of_ability.acting.source), (13, TestPolicySource::Ability));
    assert_eq!(acting().await, (13, TestPolicySource::Ability), "its next rehearsal has the same");
    let base = CreateLearnSessionRequest {
        entry_mode: LearningEntryMode::ImprovingExistingSkill,
        target_skill_id: Some(ability.0.clone()),
        ..demonstrating()
    };
    let improved = engine.create_session(base).await.unwrap().session.learn_session_id;
    let of_improvement = engine.session_detail(improved).await.unwrap().acting_test_policy;
    assert_eq!((of_improvement.policy.max_actions, of_improvement.source), (13, TestPolicySource::Ability));
    engine.cancel_session(improved, BoundarySource::UserClick).await.unwrap();
    world.kill(engine).await;
    let engine = world.open().await;
    assert_eq!(engine.ability_test_policy(ability.clone()).await.unwrap().acting.policy.max_actions, 13, "it is stored");
    let back = SetAbilityTestPolicyRequest { test_policy: None };
    let of_ability = engine.set_ability_test_policy(ability.clone(), back).await.unwrap();
    assert_eq!((of_ability.test_policy, of_ability.acting.source), (None, TestPolicySource::Settings));
    settings.default_test_policy = DefaultTestPolicy::default();
    engine.update_settings(settings.clone()).await.unwrap();
    let safe = engine.session_detail(id).await.unwrap().acting_test_policy;
    assert_eq!((safe.policy.max_actions, safe.source), (40, TestPolicySource::SafeDefault));
    // What cannot be enforced is no default either.
    settings.default_test_policy.mode = TestPolicyMode::SafeTargetOnly;
    let failure = refused(engine.update_settings(settings).await);
    assert_eq!(failure.details.unwrap()["field"], "default_test_policy.safe_targets");
    let unknown = refused(engine.ability_test_policy("learned:none".to_owned().into()).await);
    assert_eq!(unknown.code, ErrorCode::AbilityNotFound);
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
    engine.approve_proposal(proposal, approval()).await.unwrap();
    assert_eq!(engine.session_detail(id).await.unwrap().session.state.as_str(), "approved");
}

#[tokio::test]
async fn three_good_rehearsals_of_an_installed_ability_make_its_health_strong() {
    let (world, engine, _, proposal) = reviewing().await;
    let ability = engine.approve_proposal(proposal, approval()).await.unwrap().proposal.ability_id.unwrap();
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

/// A rehearsal that is done right.
async fn passes(world: &World, engine: &Engine, proposal: ProposalId) {
    rehearsing(engine, proposal).await;
    done_right(world);
    assert_eq!(finish(engine, proposal).await.overall_result, OverallResult::Passed);
}

/// The same text with another sentence in it.
async fn revised(engine: &Engine, proposal: ProposalId) {
    let goal_summary = Some("Adds one customer to the list, with name and address.".to_owned());
    engine.revise_proposal(proposal, edit(EditedFields { goal_summary, ..EditedFields::default() })).await.unwrap();
    settled(engine).await;
}

#[tokio::test]
async fn a_rehearsal_counts_only_for_the_version_that_it_was_made_of() {
    let (world, engine, _, proposal) = reviewing().await;
    let stands = async || {
        let status = engine.rehearsal_status(proposal).await.unwrap();
        (engine.proposal_detail(proposal).await.unwrap().rehearsed, status.map(|status| status.is_of_this_version))
    };
    assert_eq!(stands().await, (false, None));
    passes(&world, &engine, proposal).await;
    assert_eq!(stands().await, (true, Some(true)));
    rehearsing(&engine, proposal).await;
    engine.finish_rehearsal(proposal, FinishRehearsalRequest { cancel: true }).await.unwrap();
    assert_eq!(stands().await, (true, Some(true)), "one that was given up is no verdict");
    engine.request_more_tests(proposal).await.unwrap();
    assert_eq!(stands().await, (true, Some(true)), "tests change nothing");
    revised(&engine, proposal).await;
    assert_eq!(stands().await, (false, Some(false)));
    passes(&world, &engine, proposal).await;
    assert_eq!(stands().await, (true, Some(true)));
}

#[tokio::test]
async fn what_was_not_rehearsed_reaches_agents_only_if_the_person_says_so() {
    let (world, engine, id, proposal) = reviewing().await;
    let mut settings = engine.settings().await.unwrap().settings;
    let folder = world.home().join("agent-skills");
    std::fs::create_dir(&folder).unwrap();
    settings.custom_target_paths = vec![folder.display().to_string()];
    settings.enabled_targets = vec![format!("custom:{}", folder.display()).into()];
    engine.update_settings(settings).await.unwrap();
    let asks = async || {
        let unsaid = ProposalInstallRequest { without_rehearsal: false, ..install(RequestedLane::ExperimentalPrivate) };
        let installed = refused(engine.install_proposal(proposal, unsaid).await);
        let approved = refused(engine.approve_proposal(proposal, ApproveProposalRequest::default()).await);
        assert_eq!((installed.code, approved.code), (ErrorCode::NotRehearsed, ErrorCode::NotRehearsed));
        assert_eq!(state(&engine, id).await, LearnSessionState::ReadyForReview, "nothing was installed");
        assert!(installed.message.contains("without_rehearsal"), "it names the remedy: {installed}");
        assert_eq!(installed.details, approved.details);
        let code = installed.details.unwrap()["rehearsal"].as_str().unwrap().to_owned();
        let shown = engine.proposal_detail(proposal).await.unwrap().unrehearsed;
        assert_eq!(serde_json::to_value(shown).unwrap(), code, "the review shows what an installation is refused for");
        code
    };
    assert_eq!(asks().await, "none");
    rehearsing(&engine, proposal).await;
    engine.finish_rehearsal(proposal, FinishRehearsalRequest { cancel: true }).await.unwrap();
    assert_eq!(asks().await, "none", "a rehearsal that was cancelled has no result");
    rehearsing(&engine, proposal).await;
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    assert_eq!(asks().await, "not_passed");
    passes(&world, &engine, proposal).await;
    revised(&engine, proposal).await;
    assert_eq!(asks().await, "changed");
    passes(&world, &engine, proposal).await;
    let unsaid = ProposalInstallRequest { without_rehearsal: false, ..install(RequestedLane::ExperimentalPrivate) };
    engine.install_proposal(proposal, unsaid).await.unwrap();
    engine.approve_proposal(proposal, ApproveProposalRequest::default()).await.unwrap();
}

#[tokio::test]
async fn health_begins_with_the_rehearsals_of_the_text_that_is_installed() {
    let (world, engine, _, proposal) = reviewing().await;
    // It is of another text, so that it says nothing of the one that is installed.
    rehearsing(&engine, proposal).await;
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    revised(&engine, proposal).await;
    for _ in 0..3 {
        passes(&world, &engine, proposal).await;
        world.clock.advance(chrono::Duration::minutes(1));
    }
    let ability = engine.approve_proposal(proposal, ApproveProposalRequest::default()).await.unwrap().proposal.ability_id;
    let ability = ability.unwrap();
    let health = engine.ability_availability(ability.clone()).await.unwrap().ability.checkpoint_health;
    assert_eq!(serde_json::to_value(health).unwrap(), "strong", "three runs of it passed");
    let kept = world.lines("learning/checkpoint_receipts.jsonl");
    let (of_it, before): (Vec<_>, Vec<_>) = kept.iter().partition(|receipt| receipt["ability_id"] == ability.0.as_str());
    let checkpoints = engine.proposal_detail(proposal).await.unwrap().checkpoints.len();
    assert!(of_it.len() >= 3 * checkpoints && !before.is_empty(), "{} of {}", of_it.len(), kept.len());
    assert!(before.iter().all(|receipt| receipt.get("ability_id").is_none_or(|ability| ability.is_null())));
}

#[tokio::test]
async fn an_ability_that_was_removed_and_is_installed_again_has_the_health_that_it_had() {
    let (world, engine, _, proposal) = reviewing().await;
    for _ in 0..3 {
        passes(&world, &engine, proposal).await;
        world.clock.advance(chrono::Duration::minutes(1));
    }
    let private = || install(RequestedLane::ExperimentalPrivate);
    let ability = engine.install_proposal(proposal, private()).await.unwrap().ability_id;
    let health = async || {
        let health = engine.ability_availability(ability.clone()).await.unwrap().ability.checkpoint_health;
        serde_json::to_value(health).unwrap()
    };
    assert_eq!(health().await, "strong", "three runs of it passed");
    world.clock.advance(chrono::Duration::minutes(1));
    engine.remove_ability(ability.clone(), Default::default()).await.unwrap();
    engine.approve_proposal(proposal, approval()).await.unwrap();
    assert_eq!(health().await, "strong", "it is the same version");
}

#[tokio::test]
async fn a_rehearsal_that_failed_before_the_installation_is_no_secret() {
    let (world, engine, _, proposal) = reviewing().await;
    for _ in 0..2 {
        passes(&world, &engine, proposal).await;
    }
    rehearsing(&engine, proposal).await;
    world.list_shows(listed("Somebody Else", "else@example.net"));
    world.inserts_a_customer("Grace Hopper", "grace@example.org");
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    let ability = engine.approve_proposal(proposal, approval()).await.unwrap().proposal.ability_id.unwrap();
    let kept = world.lines("learning/checkpoint_receipts.jsonl");
    let failed = |receipt: &&serde_json::Value| receipt["ability_id"] == ability.0.as_str() && receipt["status"] == "failed";
    assert!(kept.iter().any(|receipt| failed(&receipt)), "{kept:#?}");
}

#[tokio::test]
async fn the_sandbox_asks_for_a_rehearsal_of_what_is_not_the_practice() {
    let (_world, engine, id, proposal) = reviewing().await;
    assert!(!engine.proposal_detail(proposal).await.unwrap().practice);
    for targets in [Vec::new(), vec!["sandbox".into()]] {
        let unsaid = ProposalInstallRequest { without_rehearsal: false, targets, ..install(RequestedLane::ExperimentalPrivate) };
        assert_eq!(refused(engine.install_proposal(proposal, unsaid).await).code, ErrorCode::NotRehearsed);
    }
    assert_eq!(state(&engine, id).await, LearnSessionState::ReadyForReview, "nothing was installed");
}

#[tokio::test]
async fn the_practice_asks_for_a_rehearsal_only_before_it_leaves_its_sandbox() {
    let world = World::new();
    let engine = world.open().await;
    engine.set_sample_page_url("http://127.0.0.1:4711/practice".into());
    let practice = CreateLearnSessionRequest { start_url: Some("practice".into()), ..demonstrating() };
    let (id, proposal) = drafted(&world, &engine, practice).await;
    assert!(engine.proposal_detail(proposal).await.unwrap().practice);
    let folder = world.home().join("agent-skills");
    std::fs::create_dir(&folder).unwrap();
    let unsaid = || ProposalInstallRequest { without_rehearsal: false, ..install(RequestedLane::ExperimentalPrivate) };
    let elsewhere = ProposalInstallRequest { into: Some(folder.display().to_string()), ..unsaid() };
    let shared = ProposalInstallRequest { install_lane: RequestedLane::ApprovedWorkspace, ..unsaid() };
    for request in [elsewhere, shared] {
        assert_eq!(refused(engine.install_proposal(proposal, request).await).code, ErrorCode::NotRehearsed);
    }
    engine.install_proposal(proposal, unsaid()).await.unwrap();
    assert_eq!(state(&engine, id).await, LearnSessionState::InstalledPrivate);
}

#[tokio::test]
async fn a_browser_that_is_closed_in_a_rehearsal_is_said_to_be_and_opened_again() {
    let (world, engine, id, proposal) = reviewing().await;
    assert_eq!(refused(engine.reopen_rehearsal(proposal).await).code, ErrorCode::Conflict, "nothing runs");
    rehearsing(&engine, proposal).await;
    world.list_shows(listed("Alan Turing", "alan@example.net"));
    let lost = async || {
        let adapters = engine.session_detail(id).await.unwrap().observation_scope.unwrap().adapters;
        adapters.into_iter().filter(|adapter| adapter.last_error_code.as_deref() == Some("ADAPTER_LOST")).count()
    };
    assert_eq!(lost().await, 0);
    let mut events = engine.session_events(id, 0).await.unwrap();
    world.browser.tell(Observation::Lost {
        kind: ObservationAdapterKind::BrowserDom,
        code: "BROWSER_CLOSED",
        message: "The watched browser was closed.".into(),
    });
    while events.next().await.unwrap().event_kind != EventKind::Error {}
    assert_eq!(lost().await, 1, "the window and the command line say it");
    let begun = world.browser.starts.load(Ordering::SeqCst);
    let reopened = engine.reopen_rehearsal(proposal).await.unwrap();
    assert!(reopened.running && lost().await == 0);
    assert_eq!(world.browser.starts.load(Ordering::SeqCst), begun + 1, "it is opened again");
    assert!(engine.reopen_rehearsal(proposal).await.unwrap().running);
    assert_eq!(world.browser.starts.load(Ordering::SeqCst), begun + 1, "nothing is opened twice");
    world.inserts_a_customer("Alan Turing", "alan@example.net");
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Passed);
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
    engine.approve_proposal(proposal, approval()).await.unwrap();
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
    let install = || engine.approve_proposal(proposal, approval());
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
    let ability = engine.approve_proposal(proposal, approval()).await.unwrap().proposal.ability_id.unwrap();
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

/// A policy whose target is made, and removed afterwards.
fn cleaned(target: &std::path::Path) -> StartValidationRunRequest {
    let policy = json!({
        "policy_id": uuid::Uuid::from_u128(5), "mode": "blank_artifact", "cleanup_required": true,
        "safe_targets": [{ "target_kind": "temp_folder", "ref": target }],
    });
    StartValidationRunRequest { test_policy: serde_json::from_value(policy).unwrap(), ..rehearsal() }
}

#[tokio::test]
async fn a_safe_target_is_made_and_removed_however_the_rehearsal_ends() {
    let (world, engine, _, proposal) = reviewing().await;
    let target = world.folder.path().canonicalize().unwrap().join("target");
    std::fs::write(&target, "mine").unwrap();
    let failure = refused(engine.validate_proposal(proposal, cleaned(&target)).await);
    assert!(failure.message.contains("is no folder") && target.is_file(), "{failure}");
    std::fs::remove_file(&target).unwrap();
    for cancel in [false, true] {
        engine.validate_proposal(proposal, cleaned(&target)).await.unwrap();
        std::fs::write(target.join("made.txt"), "made").unwrap();
        engine.finish_rehearsal(proposal, FinishRehearsalRequest { cancel }).await.unwrap();
        assert!(!target.exists(), "cancelled: {cancel}");
    }
    assert!(!world.home().join("run/safe-targets.json").exists());
    // The program is killed in the middle.
    engine.validate_proposal(proposal, cleaned(&target)).await.unwrap();
    std::fs::write(target.join("made.txt"), "made").unwrap();
    let record = std::fs::read(world.home().join("run/safe-targets.json")).unwrap();
    // A program that is killed at once removes nothing by itself, so the folder is out of the way meanwhile.
    let aside = world.folder.path().join("aside");
    std::fs::rename(&target, &aside).unwrap();
    world.kill(engine).await;
    std::fs::rename(&aside, &target).unwrap();
    std::fs::write(world.home().join("run/safe-targets.json"), record).unwrap();
    let _engine = world.open().await;
    assert!(!target.exists());
}

#[tokio::test]
async fn what_cannot_be_removed_fails_the_rehearsal_and_is_said() {
    let (world, engine, _, proposal) = reviewing().await;
    let at = |name: &str| world.folder.path().canonicalize().unwrap().join(name);
    engine.validate_proposal(proposal, cleaned(&at("target"))).await.unwrap();
    std::fs::create_dir(at("mine")).unwrap();
    std::fs::write(at("mine/kept.txt"), "mine").unwrap();
    std::fs::remove_dir(at("target")).unwrap();
    std::os::unix::fs::symlink(at("mine"), at("target")).unwrap();
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    let steps = engine.validation_runs(proposal, PageQuery { page: 1, page_size: 1 }).await.unwrap().steps;
    let broken: Vec<_> = steps.iter().filter(|step| step.test_case_id.starts_with("TEST_POLICY_VIOLATION")).collect();
    assert!(broken.iter().any(|step| step.details.as_ref().unwrap().contains("could not be removed")), "{broken:?}");
    assert!(at("mine/kept.txt").exists(), "what took its place is not touched");
}

#[tokio::test]
async fn a_policy_that_cannot_be_kept_is_refused_and_one_that_allows_none_stops_the_rehearsal() {
    let (world, engine, id, proposal) = reviewing().await;
    let policy = |fields: serde_json::Value| {
        let mut policy = json!({ "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test" });
        policy.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        SetTestPolicyRequest { test_policy: Some(serde_json::from_value::<TestPolicy>(policy).unwrap()) }
    };
    let failure = refused(engine.set_test_policy(id, policy(json!({ "mode": "redirect_send" }))).await);
    assert_eq!((failure.code, failure.message.contains("safe_email_recipient")), (ErrorCode::InvalidRequest, true));
    // What is made on a site cannot be removed.
    for fields in [json!({ "cleanup_required": true }), json!({ "mode": "blank_artifact" })] {
        engine.set_test_policy(id, policy(fields)).await.unwrap();
        let failure = refused(engine.validate_proposal(proposal, rehearsal()).await);
        assert_eq!((failure.code, world.browser.is_watching()), (ErrorCode::TestPolicyViolation, false));
        assert_eq!(failure.details.unwrap()["field"], "test_policy.safe_targets");
    }
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

/// Agents report that an effect of the installed ability failed, for real, until it is quarantined.
pub async fn fails_until_quarantined(world: &World, engine: &Engine, proposal: ProposalId) {
    let ability = engine.availability().await.unwrap().abilities.remove(0).ability_id;
    let checkpoints = engine.proposal_detail(proposal).await.unwrap().checkpoints;
    let effect = checkpoints.iter().find(|one| !one.optional && one.role == CheckpointRole::Effect).expect("it has an effect");
    for n in 0..5 {
        // A failure at the moment of installation is one of an earlier text.
        world.clock.advance(chrono::Duration::hours(7));
        let report = serde_json::from_value(json!({
            "checkpoint_id": effect.checkpoint_id, "status": "failed", "evidence": "The list was read.", "reason": "The list stayed empty.",
            "ability_id": ability, "dispatch_id": dispatch_of(&world.home(), ability.as_str(), &format!("d-{n}")), "agent": "one",
        }));
        engine.verify_checkpoint(report.unwrap()).await.unwrap();
    }
    assert_eq!(engine.availability().await.unwrap().abilities[0].install_lane, InstallLane::Quarantined);
}

/// A person does the task right while Apprentice watches.
pub async fn rehearsed_right(world: &World, engine: &Engine, proposal: ProposalId) {
    rehearsing(engine, proposal).await;
    done_right(world);
    let done = finish(engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
}

/// An ability that is installed, and whether it can be used.
async fn installed() -> (World, Engine, ProposalId) {
    let (world, engine, _, proposal) = reviewing().await;
    engine.approve_proposal(proposal, approval()).await.unwrap();
    (world, engine, proposal)
}

async fn lane(engine: &Engine) -> (bool, InstallLane) {
    let ability = engine.availability().await.unwrap().abilities.remove(0);
    (ability.usable_now, ability.install_lane)
}

#[tokio::test]
async fn a_passed_rehearsal_lifts_a_quarantine_of_failures_and_a_failed_one_does_not() {
    let (world, engine, proposal) = installed().await;
    fails_until_quarantined(&world, &engine, proposal).await;
    // Nothing is done, or the site shows something else than what was done.
    rehearsing(&engine, proposal).await;
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    assert_eq!(lane(&engine).await, (false, InstallLane::Quarantined));
    rehearsing(&engine, proposal).await;
    world.inserts_a_customer("Alan Turing", "alan@example.net");
    world.list_shows(listed("Somebody Else", "else@example.net"));
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed);
    assert_eq!(lane(&engine).await, (false, InstallLane::Quarantined));
    // One that is given up says nothing.
    rehearsing(&engine, proposal).await;
    done_right(&world);
    engine.finish_rehearsal(proposal, FinishRehearsalRequest { cancel: true }).await.unwrap();
    assert_eq!(lane(&engine).await, (false, InstallLane::Quarantined));
    rehearsed_right(&world, &engine, proposal).await;
    assert_eq!(lane(&engine).await, (true, InstallLane::ApprovedWorkspace));
    let page = PageQuery { page: 1, page_size: 100 };
    let receipts = engine.receipts(page).await.unwrap().receipts;
    assert!(receipts.iter().any(|receipt| receipt.summary.ends_with("passed a rehearsal and is out of quarantine.")));
}

#[tokio::test]
async fn no_rehearsal_lifts_what_a_person_set_or_what_harm_suspends() {
    let (world, engine, proposal) = installed().await;
    let ability = engine.availability().await.unwrap().abilities.remove(0).ability_id;
    let why = serde_json::from_value(json!({ "reason": "I want to look at it." })).unwrap();
    engine.quarantine_ability(ability.clone(), why).await.unwrap();
    rehearsed_right(&world, &engine, proposal).await;
    assert_eq!(lane(&engine).await, (false, InstallLane::Quarantined));
    engine.unquarantine_ability(ability.clone()).await.unwrap();
    let harm = json!({
        "checkpoint_id": "cp-01", "status": "failed", "evidence": "It deleted a customer.", "reason": "The wrong one.", "agent": "one",
        "ability_id": ability, "dispatch_id": dispatch_of(&world.home(), ability.as_str(), "d-1"), "safety_critical": true,
    });
    engine.verify_checkpoint(serde_json::from_value(harm).unwrap()).await.unwrap();
    assert_eq!(lane(&engine).await, (false, InstallLane::ApprovedWorkspace), "it is suspended at once");
    rehearsed_right(&world, &engine, proposal).await;
    assert_eq!(lane(&engine).await, (false, InstallLane::ApprovedWorkspace), "only a person ends it");
    engine.unquarantine_ability(ability).await.unwrap();
    assert_eq!(lane(&engine).await, (true, InstallLane::ApprovedWorkspace));
}
