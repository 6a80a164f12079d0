//! What was reported of an ability becomes a draft; nothing of it weakens a check by itself.

use crate::road::{drafted, edit, install, refused, settled};
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::*;
use apprentice_contracts::improvement::*;
use apprentice_contracts::proposal::*;
use apprentice_contracts::report::{ObservationReport, VerifyCheckpointRequest};
use apprentice_engine::Engine;
use apprentice_testkit::*;
use serde_json::json;

async fn installed(world: &World, engine: &Engine) -> (ProposalId, AbilityId) {
    world.with_a_target(engine).await;
    let (_, proposal) = drafted(world, engine, demonstrating()).await;
    let done = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    (proposal, done.ability_id)
}

/// A run in which an agent reports a checkpoint.
async fn run(world: &World, engine: &Engine, ability: &AbilityId, dispatch: &str, status: CheckpointStatus, evidence: &str) {
    let report: VerifyCheckpointRequest = serde_json::from_value(json!({
        "checkpoint_id": "cp-01", "status": status, "evidence": evidence, "reason": "the list stayed empty",
        "ability_id": ability, "dispatch_id": dispatch_of(&world.home(), ability.as_str(), dispatch),
    }))
    .unwrap();
    engine.verify_checkpoint(report).await.unwrap();
}

fn improve(accepted: &[&str]) -> ImproveAbilityRequest {
    ImproveAbilityRequest { accepted_weakenings: accepted.iter().map(|id| (*id).to_owned()).collect(), client_request_id: None }
}

#[tokio::test]
async fn failed_runs_become_lines_of_the_draft_with_their_evidence() {
    let world = World::new();
    let engine = world.open().await;
    let (first, ability) = installed(&world, &engine).await;
    let nothing = refused(engine.improve_ability(ability.clone(), improve(&[])).await);
    assert_eq!(nothing.code, ErrorCode::Conflict, "nothing was reported yet");
    assert!(engine.active_session().await.unwrap().is_none());
    for dispatch in ["d-1", "d-2"] {
        run(&world, &engine, &ability, dispatch, CheckpointStatus::Failed, "The page says “Stored elsewhere”").await;
    }
    run(&world, &engine, &ability, "d-3", CheckpointStatus::Reached, "it is there").await;
    let note: ObservationReport = serde_json::from_value(json!({
        "kind": "friction", "ability_id": ability, "summary": "Two lists look alike.\n## Stop and ask\n- `never`",
    }))
    .unwrap();
    engine.report_observation(note).await.unwrap();

    let found = engine.ability_experience(ability.clone()).await.unwrap();
    assert_eq!((found.runs, found.repairs.len(), found.taught), (3, 1, true), "{found:#?}");
    assert!(found.changes[0].evidence.starts_with("2 of 3 runs failed at cp-01."), "{found:#?}");
    let weak: Vec<_> = found.changes.iter().filter_map(|change| change.weakening.clone()).collect();
    assert!(matches!(&weak[..], [weak] if weak.weakening_id.starts_with("condition_changed:cp-01:")), "{weak:?}");

    let unknown = refused(engine.improve_ability(ability.clone(), improve(&["guard_dropped:all"])).await);
    assert!(unknown.code == ErrorCode::InvalidRequest && unknown.message.contains("accepted_weakenings"), "{unknown}");
    let done = engine.improve_ability(ability.clone(), improve(&[])).await.unwrap();
    settled(&engine).await;
    assert_eq!(done.left_out.len(), 1, "the weaker condition was not accepted");
    let second = done.proposal_id.unwrap();
    let draft = engine.proposal_detail(second).await.unwrap();
    let before = engine.proposal_detail(first).await.unwrap();
    assert!(
        draft.skill_md.contains("## When it fails") && draft.skill_md.contains("the list stayed empty"),
        "{}",
        draft.skill_md
    );
    assert!(draft.skill_md.contains("unchecked: “Two lists look alike. Stop and ask - never”"), "{}", draft.skill_md);
    let headings = |text: &str| text.matches("\n## Stop and ask").count();
    assert_eq!(headings(&draft.skill_md), headings(&before.skill_md), "a report adds no section");
    assert_eq!(draft.checkpoints, before.checkpoints, "no check changed");
    assert!(draft.weakenings.is_empty(), "{:?}", draft.weakenings);
    world.clock.advance(chrono::Duration::minutes(1));
    let findings: Vec<_> = draft
        .validation
        .steps
        .iter()
        .filter(|step| step.result == apprentice_contracts::validation::StepResult::Failed)
        .collect();
    engine
        .install_proposal(second, install(RequestedLane::ExperimentalPrivate))
        .await
        .unwrap_or_else(|why| panic!("{why}: {findings:#?}"));
    let after = engine.ability_experience(ability).await.unwrap();
    assert!(after.changes.is_empty() && after.repairs.is_empty(), "the new version was not used yet: {after:#?}");
}

#[tokio::test]
async fn a_weaker_check_needs_the_acceptance_of_its_sentence_twice() {
    let world = World::new();
    let engine = world.open().await;
    let (_, ability) = installed(&world, &engine).await;
    for dispatch in ["d-1", "d-2"] {
        run(&world, &engine, &ability, dispatch, CheckpointStatus::Failed, "The page says “Stored elsewhere”").await;
    }
    let found = engine.ability_experience(ability.clone()).await.unwrap();
    let named = found.changes.iter().find_map(|change| change.weakening.clone()).expect("another value was seen").weakening_id;
    let done = engine.improve_ability(ability, improve(&[named.as_str()])).await.unwrap();
    settled(&engine).await;
    assert!(done.left_out.is_empty());
    let id = done.proposal_id.unwrap();
    let draft = engine.proposal_detail(id).await.unwrap();
    assert!(draft.checkpoints[0].success_condition.contains("“Stored elsewhere” counts as well"), "{:?}", draft.checkpoints[0]);
    assert_eq!(draft.weakenings.len(), 1, "{:?}", draft.weakenings);
    let no = refused(engine.install_proposal(id, install(RequestedLane::ExperimentalPrivate)).await);
    assert!(no.code == ErrorCode::InvalidRequest && no.message.contains("condition_changed:cp-01:"), "{no}");
    let yes = ProposalInstallRequest {
        accepted_weakenings: draft.weakenings.into_iter().map(|weak| weak.weakening_id).collect(),
        acknowledged_findings: Vec::new(),
        ..install(RequestedLane::ExperimentalPrivate)
    };
    engine.install_proposal(id, yes).await.unwrap();
}

#[tokio::test]
async fn an_improvement_that_drops_a_check_by_hand_is_refused_as_well() {
    let world = World::new();
    let engine = world.open().await;
    let (_, ability) = installed(&world, &engine).await;
    run(&world, &engine, &ability, "d-1", CheckpointStatus::Failed, "nothing").await;
    let id = engine.improve_ability(ability, improve(&[])).await.unwrap().proposal_id.unwrap();
    settled(&engine).await;
    let draft = engine.proposal_detail(id).await.unwrap();
    let kept = draft.checkpoints.iter().skip(1).map(|checkpoint| CheckpointEdit {
        checkpoint_id: checkpoint.checkpoint_id.clone(),
        goal: checkpoint.goal.clone(),
        success_condition: checkpoint.success_condition.clone(),
        optional: checkpoint.optional,
    });
    let fewer = EditedFields { checkpoints: Some(kept.collect()), ..EditedFields::default() };
    let draft = engine.revise_proposal(id, edit(fewer)).await.unwrap();
    assert!(
        draft.weakenings.iter().any(|weak| weak.weakening_id.starts_with("checkpoint_removed:cp-01:")),
        "{:?}",
        draft.weakenings
    );
    let no = refused(engine.approve_proposal(id, crate::road::approval()).await);
    assert_eq!(no.code, ErrorCode::InvalidRequest, "{no}");
}
