//! The trigger test, the adapter check, and Request More Tests: they can fail, and they say by what.

use crate::road::{drafted, edit, state};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::*;
use apprentice_contracts::proposal::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::*;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

async fn steps(engine: &Engine, id: ProposalId, kind: RunKind) -> (OverallResult, Vec<ValidationStepResult>) {
    let report = engine.proposal_detail(id).await.unwrap().validation;
    let run = report.latest_runs.into_iter().find(|run| run.run_kind == kind).expect("it ran");
    let steps = report.steps.into_iter().filter(|step| step.validation_run_id == run.validation_run_id).collect();
    (run.overall_result, steps)
}

fn of<'a>(steps: &'a [ValidationStepResult], kind: &str) -> Vec<&'a ValidationStepResult> {
    steps.iter().filter(|step| step.test_case_id.starts_with(&format!("{kind}:"))).collect()
}

fn details(steps: &[ValidationStepResult], id: &str) -> String {
    steps.iter().find(|step| step.test_case_id == id).and_then(|step| step.details.clone()).unwrap_or_default()
}

#[tokio::test]
async fn a_draft_is_tried_with_requests_that_are_not_its_own() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let (result, steps) = steps(&engine, proposal, RunKind::Trigger).await;
    assert_eq!(result, OverallResult::Passed, "{steps:#?}");
    let own = engine.proposal_detail(proposal).await.unwrap().proposal.trigger_phrases;
    for kind in ["paraphrase", "unrelated", "near_miss"] {
        let cases = of(&steps, kind);
        assert!(cases.len() >= 3, "{kind}: {cases:#?}");
        for case in cases {
            assert!(own.iter().all(|phrase| !case.label.contains(&format!("“{phrase}”"))), "{}", case.label);
        }
    }
}

#[tokio::test]
async fn a_vague_entry_fails_and_the_requests_that_miss_it_are_named() {
    let world = World::new();
    let engine = world.open().await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    let vague = EditedFields {
        title: Some("Handle everything".into()),
        trigger_phrases: Some(vec!["work on stuff".into(), "do what is needed".into()]),
        ..EditedFields::default()
    };
    engine.revise_proposal(proposal, edit(vague)).await.unwrap();
    let (result, steps) = steps(&engine, proposal, RunKind::Trigger).await;
    assert_eq!(result, OverallResult::Failed, "{steps:#?}");
    let why = details(&steps, "paraphrases");
    assert!(why.contains("customer") && why.contains("Add trigger phrases"), "{why}");
    assert_eq!(state(&engine, session).await, State::DraftingProposal, "it is not ready for review");
}

#[tokio::test]
async fn a_greedy_phrase_fails_by_the_requests_that_it_takes() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let mut phrases = engine.proposal_detail(proposal).await.unwrap().proposal.trigger_phrases;
    phrases.insert(0, "customer".into());
    let greedy = EditedFields { trigger_phrases: Some(phrases), negative_triggers: Some(Vec::new()), ..EditedFields::default() };
    engine.revise_proposal(proposal, edit(greedy)).await.unwrap();
    let (result, steps) = steps(&engine, proposal, RunKind::Trigger).await;
    assert_eq!(result, OverallResult::Failed, "{steps:#?}");
    let taken = of(&steps, "near_miss").into_iter().find(|step| step.result == StepResult::Failed).expect("one is taken");
    assert!(taken.label.contains("delete that customer"), "{taken:?}");
    assert!(taken.details.as_ref().is_some_and(|why| why.contains("The trigger phrase “customer” is part of it")), "{taken:?}");
}

#[tokio::test]
async fn what_a_neighboring_skill_is_for_does_not_find_the_ability() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let folder = world.home().join("sandbox/skills/merge-customers");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "---\nname: merge-customers\ndescription: Merges duplicate customer records that import left behind.\n---\n\nMerge them.\n";
    std::fs::write(folder.join("SKILL.md"), text).unwrap();
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let (_, steps) = steps(&engine, proposal, RunKind::Trigger).await;
    let tried = of(&steps, "neighbor");
    assert!(tried.iter().any(|step| step.label.contains("merge-customers") && step.result == StepResult::Passed), "{steps:#?}");
}

#[tokio::test]
async fn more_tests_are_new_each_time_and_it_says_when_there_are_no_more() {
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let labels = |steps: &[ValidationStepResult]| -> BTreeSet<String> {
        let cases = steps
            .iter()
            .filter(|step| ["paraphrase:", "unrelated:", "near_miss:"].iter().any(|kind| step.test_case_id.starts_with(kind)));
        cases.map(|step| step.label.clone()).collect()
    };
    let mut before = labels(&steps(&engine, proposal, RunKind::Trigger).await.1);
    for round in 0..40 {
        engine.request_more_tests(proposal).await.unwrap();
        let (_, found) = steps(&engine, proposal, RunKind::Trigger).await;
        let now = labels(&found);
        assert!(now.is_superset(&before), "round {round}: earlier requests are kept");
        let more = found.iter().find(|step| step.test_case_id == "more").expect("it says what is new");
        if more.result == StepResult::Skipped {
            assert_eq!((now.len(), more.label.as_str()), (before.len(), "No new test was found"));
            assert!(round >= 2, "three rounds are possible at least");
            return;
        }
        let new = now.len() - before.len();
        assert!((1..=9).contains(&new) && more.label.starts_with(&format!("{new} new request")), "{more:?}, {new}");
        before = now;
    }
    panic!("there is a bound");
}

#[tokio::test]
async fn the_adapter_check_starts_what_a_rehearsal_watches_or_says_what_to_install() {
    let world = World::new();
    let engine = world.open().await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    let check = || StartValidationRunRequest { selected_tests: vec![RunKind::AdapterCheck], ..Default::default() };
    let run = engine.validate_proposal(proposal, check()).await.unwrap();
    assert_eq!(run.validation_run.overall_result, OverallResult::Passed);
    let (_, found) = steps(&engine, proposal, RunKind::AdapterCheck).await;
    assert!(found.iter().any(|step| step.test_case_id == "start:browser" && step.result == StepResult::Passed), "{found:#?}");
    assert!(!world.browser.is_watching(), "it was ended again");

    world.browser.missing.store(true, Ordering::SeqCst);
    let run = engine.validate_proposal(proposal, check()).await.unwrap();
    assert_eq!(run.validation_run.overall_result, OverallResult::Failed);
    let (_, found) = steps(&engine, proposal, RunKind::AdapterCheck).await;
    let why = details(&found, "adapter:browser");
    assert!(why.contains("It is not installed.") && why.contains("sudo apt-get install chromium"), "{why}");
    assert_eq!(state(&engine, session).await, State::ReadyForReview, "a review needs no browser");
    let canary = StartValidationRunRequest { selected_tests: vec![RunKind::Canary], ..Default::default() };
    let refused = crate::road::refused(engine.validate_proposal(proposal, canary).await);
    assert!(refused.code == ErrorCode::InvalidRequest && refused.message.contains("adapter_check"), "{refused}");
}
