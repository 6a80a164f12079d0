//! What is left of what a person typed after they deleted it: not a byte, except what they installed.

use crate::road::{drafted, install, say, settled};
use apprentice_contracts::ids::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::validation::*;
use apprentice_engine::Engine;
use apprentice_testkit::listed;
use apprentice_testkit::*;
use chrono::Duration;
use std::path::Path;

/// Typed in the demonstration, in the rehearsal, into a mark, a goal, a reason and a policy.
const TYPED: [&str; 6] = ["Lovelace", "ada@example.net", "Turing", "alan@example.net", "quincunx", "zephyrine"];

/// Files under `folder` that hold `words`, as bytes.
fn holding(folder: &Path, words: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            holding(&path, words, found);
        } else if std::fs::read(&path).unwrap().windows(words.len()).any(|part| part == words.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
}

fn remains(world: &World) -> Vec<(&'static str, Vec<String>)> {
    let look = |words: &'static str| {
        let mut found = Vec::new();
        holding(&world.home(), words, &mut found);
        (words, found)
    };
    TYPED.into_iter().map(look).filter(|(_, found)| !found.is_empty()).collect()
}

/// A session in which everything was typed that can be.
async fn lesson(world: &World, engine: &Engine, goal: &str) -> (LearnSessionId, ProposalId) {
    let request =
        CreateLearnSessionRequest { goal: Some(goal.into()), client_request_id: Some("once".into()), ..demonstrating() };
    let (id, proposal) = drafted(world, engine, request).await;
    let rehearsal =
        StartValidationRunRequest { selected_tests: vec![RunKind::Rehearsal], ..StartValidationRunRequest::default() };
    engine.validate_proposal(proposal, rehearsal).await.unwrap();
    world.list_shows(listed("Alan Turing", "alan@example.net"));
    world.inserts_a_customer("Alan Turing", "alan@example.net");
    engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await.unwrap();
    (id, proposal)
}

#[tokio::test]
async fn of_a_deleted_session_that_was_rejected_nothing_is_left() {
    let world = World::new();
    let engine = world.open().await;
    let (id, proposal) = lesson(&world, &engine, "Add a customer quincunx").await;
    let reject = RejectProposalRequest { reason: "It is for zephyrine".into(), client_request_id: None };
    engine.reject_proposal(proposal, reject).await.unwrap();
    assert_eq!(remains(&world).len(), TYPED.len(), "all of it is there before");
    engine.delete_session(id).await.unwrap();
    assert_eq!(remains(&world), [], "in the files of the running program");
    let wal = world.home().join("apprentice.db-wal");
    assert!(!wal.exists() || std::fs::metadata(&wal).unwrap().len() < 64 * 1024, "the log was emptied");
    let receipts = engine.receipts(PageQuery::default()).await.unwrap();
    assert!(receipts.total > 0, "that something happened stays");
    assert!(receipts.receipts.iter().any(|receipt| receipt.summary.contains("Deleted with its session")));
    assert_eq!(engine.list_proposals(PageQuery::default()).await.unwrap().total, 0);
    engine.close().await;
    assert_eq!(remains(&world), [], "and after it ended");
}

#[tokio::test]
async fn of_a_deleted_session_that_was_installed_only_the_ability_is_left() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = lesson(&world, &engine, "Add a customer").await;
    let goal = EditedFields {
        title: Some("Add a customer".into()),
        goal_summary: Some("A customer is added".into()),
        ..EditedFields::default()
    };
    engine
        .revise_proposal(
            proposal,
            ProposalReviseRequest {
                edited_fields: goal,
                confirm_weaker: true,
                // The words are kept with the draft, and stand nowhere else.
                ..say("add the negative trigger quincunx and zephyrine; remove the negative trigger quincunx and zephyrine")
            },
        )
        .await
        .unwrap();
    let skill = engine.proposal_detail(proposal).await.unwrap().skill_md;
    assert!(TYPED.iter().all(|words| !skill.contains(words)), "the draft itself quotes nothing: {skill}");
    let installed = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    engine.delete_session(id).await.unwrap();
    assert_eq!(remains(&world), []);
    let detail = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!(detail.skill_md, skill, "what was installed can still be read");
    assert_eq!((detail.proposal.learn_session_id, detail.variables.len()), (None, 0));
    let ability = engine.ability_availability(installed.ability_id).await.unwrap().ability;
    assert!(ability.usable_now, "and used");
    engine.repair_projections().await.unwrap();
    engine.close().await;
    assert_eq!(remains(&world), []);
}

#[tokio::test]
async fn a_deleted_observation_leaves_no_byte() {
    let world = World::new();
    let engine = world.open().await;
    let id = world.demonstrates(&engine, demonstrating()).await;
    for action in engine.observed_actions(id, Default::default()).await.unwrap().actions {
        engine.delete_observed_action(id, action.event_id).await.unwrap();
    }
    assert_eq!(remains(&world), []);
}

#[tokio::test]
async fn the_raw_observations_of_an_installed_session_go_after_seven_days() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (id, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
    let captured = engine.observed_actions(id, Default::default()).await.unwrap().total;
    world.clock.advance(Duration::days(6));
    engine.approve_proposal(proposal, crate::road::approval()).await.unwrap();
    settled(&engine).await;
    assert_eq!(engine.observed_actions(id, Default::default()).await.unwrap().total, captured);
    world.clock.advance(Duration::days(1) + Duration::seconds(1));
    settled(&engine).await;
    assert_eq!(
        engine.observed_actions(id, Default::default()).await.unwrap().total,
        0,
        "seven days after it was installed, not approved"
    );
    let raw = world.raw();
    let told: u32 = raw
        .query_row("SELECT count(*) FROM session_events WHERE instr(body, 'ada@example.net') > 0", [], |row| row.get(0))
        .unwrap();
    assert_eq!(told, 0, "nor does the stream tell them");
    assert_eq!(engine.proposal_detail(proposal).await.unwrap().proposal.learn_session_id, Some(id), "the session stays");
}
