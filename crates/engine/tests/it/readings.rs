//! The lasting effect of a task: what its sources show before and after it, in the demonstration and in a rehearsal.

use crate::road::{refused, settled, state};
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, EvidencePredicate, Grade};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::*;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::*;
use apprentice_engine::Engine;
use apprentice_observe::Observation;
use apprentice_testkit::{World, customers, demonstrating};
use futures::StreamExt;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

const GRACE: (&str, &str) = ("Grace Hopper", "grace@example.org");
const ADA: (&str, &str) = ("Ada Lovelace", "ada@example.net");
const ALAN: (&str, &str) = ("Alan Turing", "alan@example.net");

/// A session that is capturing.
async fn capturing(engine: &Engine) -> LearnSessionId {
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    id
}

async fn stop(engine: &Engine, id: LearnSessionId) -> StopSessionResponse {
    engine.stop_session(id, BoundarySource::UserClick).await.unwrap()
}

/// A customer was inserted; the list was read before and after it.
async fn drafted() -> (World, Engine, LearnSessionId, ProposalId) {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.opens_the_list(&[GRACE]);
    world.inserts_a_customer(ADA.0, ADA.1);
    world.browser.shows(customers(&[GRACE, ADA]));
    stop(&engine, id).await;
    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(&engine).await;
    (world, engine, id, proposal)
}

fn rehearsal(inputs: &[(&str, &str)]) -> StartValidationRunRequest {
    let inputs: BTreeMap<String, String> = inputs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    StartValidationRunRequest { selected_tests: vec![RunKind::Rehearsal], inputs, ..StartValidationRunRequest::default() }
}

/// A rehearsal with these values, of which the sources were read.
async fn rehearsing(inputs: &[(&str, &str)]) -> (World, Engine, ProposalId) {
    let (world, engine, _, proposal) = drafted().await;
    engine.validate_proposal(proposal, rehearsal(inputs)).await.unwrap();
    world.browser.tell(Observation::Read(Box::new(start_page(&[]))));
    read(&world, 2).await;
    (world, engine, proposal)
}

/// A rehearsal that begins while the list asks to sign in.
async fn rehearsing_signed_out() -> (World, Engine, ProposalId) {
    let (world, engine, _, proposal) = drafted().await;
    world.browser.sources.lock().unwrap().insert(list(), Err("it asks to sign in".into()));
    engine.validate_proposal(proposal, rehearsal(&[])).await.unwrap();
    world.browser.tell(Observation::Read(Box::new(start_page(&[]))));
    read(&world, 2).await;
    (world, engine, proposal)
}

/// Adds Alan to the customers, and finishes the rehearsal.
async fn finish_with_alan(world: &World, engine: &Engine, proposal: ProposalId) -> RehearsalStatus {
    world.inserts_a_customer(ALAN.0, ALAN.1);
    world.browser.shows(customers(&[GRACE, ADA, ALAN]));
    finish(engine, proposal).await
}

async fn finish(engine: &Engine, proposal: ProposalId) -> RehearsalStatus {
    engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await.unwrap()
}

/// Waits until the list was read so often.
async fn read(world: &World, times: usize) {
    let enough = async {
        while world.browser.sources_read.lock().unwrap().len() < times {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), enough).await.expect("it is read");
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

/// The first page of the site, with these fields.
fn start_page(fields: &[&str]) -> Reading {
    let ReadingSource::Page { url } = list() else { unreachable!("a page") };
    let url = format!("{}/", url.split('/').take(3).collect::<Vec<_>>().join("/"));
    let field = |label: &&str| ReadRecord {
        kind: RecordKind::Field,
        place: None,
        cells: vec![ReadCell { header: (*label).into(), text: String::new() }],
        controls: Vec::new(),
        link: None,
    };
    let records = fields.iter().map(field).collect();
    Reading { source: ReadingSource::Page { url }, title: "Start".into(), complete: true, records }
}

fn list() -> ReadingSource {
    customers(&[]).source
}

/// Source, `seen_after`, and whether there is a first and a last reading.
fn stored(world: &World) -> Vec<(String, u32, bool, bool)> {
    let raw = world.raw();
    let sql = "SELECT source, seen_after, first_reading IS NOT NULL, last_reading IS NOT NULL FROM readings ORDER BY ordinal";
    let mut statement = raw.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[tokio::test]
async fn what_is_read_is_stored_and_nothing_while_paused() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.opens_the_list(&[GRACE]);
    engine.pause_session(id, BoundarySource::UserClick).await.unwrap();
    world.browser.tell(Observation::Read(Box::new(customers(&[]))));
    engine.resume_session(id, BoundarySource::UserClick).await.unwrap();
    let other = apprentice_contracts::reading::Reading {
        source: ReadingSource::Page { url: "http://127.0.0.1:8080/later".into() },
        ..customers(&[])
    };
    world.browser.tell(Observation::Read(Box::new(other)));
    engine.pause_session(id, BoundarySource::UserClick).await.unwrap();
    let found = stored(&world);
    assert_eq!(found.iter().map(|row| (row.1, row.2, row.3)).collect::<Vec<_>>(), [(0, true, false), (1, true, false)]);
    let first: String = world.raw().query_row("SELECT first_reading FROM readings LIMIT 1", [], |row| row.get(0)).unwrap();
    assert!(first.contains("Grace") && !first.contains("Ada"), "{first}");
}

#[tokio::test]
async fn after_a_stop_the_sources_are_read_again_and_the_draft_has_an_effect() {
    let (world, engine, id, proposal) = drafted().await;
    assert!(!world.browser.is_watching());
    let of_list = stored(&world).into_iter().find(|row| row.0.contains("/customers/content/")).unwrap();
    assert_eq!((of_list.1, of_list.2, of_list.3), (0, true, true));
    let detail = engine.proposal_detail(proposal).await.unwrap();
    let records = |evidence: &EvidencePredicate| matches!(evidence, EvidencePredicate::Records { .. });
    let effect = detail.checkpoints.iter().find(|checkpoint| checkpoint.evidence.as_ref().is_some_and(records));
    assert!(effect.is_some_and(|effect| effect.role == CheckpointRole::Effect), "{:#?}", detail.checkpoints);
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "the dry run holds on what was read: {:#?}", detail.validation);
    engine.cancel_session(id, BoundarySource::UserClick).await.unwrap_err();
}

#[tokio::test]
async fn while_the_result_is_read_the_session_is_stopped_and_the_draft_waits() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.opens_the_list(&[GRACE]);
    world.inserts_a_customer(ADA.0, ADA.1);
    world.browser.shows(customers(&[GRACE, ADA]));
    let asked = Arc::new(Notify::new());
    *world.browser.silent.lock().unwrap() = Some(asked.clone());
    assert_eq!(stop(&engine, id).await.session.state, State::Stopped);
    asked.notified().await;
    let detail = engine.session_detail(id).await.unwrap();
    assert!(detail.reading_result && detail.actions.contains(&SessionAction::Stop), "{:?}", detail.actions);
    let drafting = tokio::spawn({
        let engine = engine.clone();
        async move { engine.generate_proposal(id).await }
    });
    // Waits for the gate, which nobody holds.
    engine.keep_deadlines().await.unwrap();
    assert!(!drafting.is_finished(), "the draft waits");
    assert_eq!(stop(&engine, id).await.session.state, State::Stopped, "a second stop ends the reading");
    assert!(!world.browser.is_watching());
    drafting.await.unwrap().unwrap();
    let detail = engine.session_detail(id).await.unwrap();
    assert!(!detail.reading_result);
    assert_eq!(refused(engine.stop_session(id, BoundarySource::UserClick).await).code, ErrorCode::CaptureAlreadyStopped);
}

#[tokio::test]
async fn a_cancellation_ends_the_reading_at_once() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.opens_the_list(&[GRACE]);
    world.browser.shows(customers(&[GRACE]));
    let asked = Arc::new(Notify::new());
    *world.browser.silent.lock().unwrap() = Some(asked.clone());
    stop(&engine, id).await;
    asked.notified().await;
    engine.cancel_session(id, BoundarySource::UserClick).await.unwrap();
    assert!(!world.browser.is_watching());
    let events: Vec<_> = engine.session_events(id, 0).await.unwrap().collect().await;
    assert_ne!(events.last().unwrap().event_kind, EventKind::CaptureReadingResult, "a cancelled session says nothing more");
}

#[tokio::test]
async fn a_page_that_does_not_answer_does_not_hold_up_the_draft() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.opens_the_list(&[GRACE]);
    world.inserts_a_customer(ADA.0, ADA.1);
    world.browser.sources.lock().unwrap().insert(list(), Err("it answered 503".into()));
    stop(&engine, id).await;
    engine.generate_proposal(id).await.unwrap();
    let raw = world.raw();
    let unread: String =
        raw.query_row("SELECT unread FROM readings WHERE source LIKE '%/customers/content/%'", [], |row| row.get(0)).unwrap();
    assert_eq!(unread, "it answered 503");
}

#[tokio::test]
async fn readings_are_deleted_with_the_observations() {
    let (world, engine, id, proposal) = drafted().await;
    let reject = apprentice_contracts::proposal::RejectProposalRequest { reason: "enough".into(), client_request_id: None };
    engine.reject_proposal(proposal, reject).await.unwrap();
    assert!(!stored(&world).is_empty());
    world.clock.advance(chrono::Duration::days(8));
    engine.keep_deadlines().await.unwrap();
    assert_eq!(stored(&world), [], "{id}");
}

#[tokio::test]
async fn what_was_read_of_a_page_is_deleted_with_an_action_on_it() {
    let world = World::new();
    let engine = world.open().await;
    let id = capturing(&engine).await;
    world.opens_the_list(&[GRACE]);
    engine.pause_session(id, BoundarySource::UserClick).await.unwrap();
    assert_eq!(stored(&world).len(), 1);
    let action = engine.observed_actions(id, Default::default()).await.unwrap().actions.remove(0);
    engine.delete_observed_action(id, action.event_id).await.unwrap();
    assert_eq!(stored(&world), []);
}

#[tokio::test]
async fn a_record_that_is_new_at_the_end_is_read_again_and_passes() {
    let (world, engine, proposal) = rehearsing(&[]).await;
    let done = finish_with_alan(&world, &engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
    let grades: Vec<_> = done.receipts.iter().map(|receipt| receipt.grade).collect();
    assert!(grades.contains(&Some(Grade::ReadAgain)), "{done:#?}");
}

#[tokio::test]
async fn what_is_not_there_at_the_end_fails_although_the_screen_said_so() {
    let (world, engine, proposal) = rehearsing(&[]).await;
    world.inserts_a_customer(ALAN.0, ALAN.1);
    assert_eq!(finish(&engine, proposal).await.overall_result, OverallResult::Failed, "the list shows what it showed before");
}

#[tokio::test]
async fn an_effect_that_cannot_be_read_is_neither_passed_nor_failed() {
    let (world, engine, proposal) = rehearsing(&[]).await;
    world.inserts_a_customer(ALAN.0, ALAN.1);
    world.browser.sources.lock().unwrap().insert(list(), Err("it answered 503".into()));
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Partial, "{done:#?}");
    let unread =
        done.receipts.iter().find(|receipt| receipt.reason.as_ref().is_some_and(|reason| reason.contains("503"))).unwrap();
    assert_eq!((unread.status, unread.grade), (CheckpointStatus::Skipped, None));
}

#[tokio::test]
async fn a_state_on_the_way_that_was_not_seen_does_not_matter() {
    let (world, engine, proposal) = rehearsing(&[("name", ALAN.0), ("email", ALAN.1)]).await;
    // Another way, on which no form and no message was seen.
    world.opens_the_list(&[GRACE, ADA]);
    world.browser.shows(customers(&[GRACE, ADA, ALAN]));
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
    let steps = engine.validation_runs(proposal, PageQuery { page: 1, page_size: 1 }).await.unwrap().steps;
    let skipped: Vec<_> = steps.iter().filter(|step| step.result == StepResult::Skipped).collect();
    assert!(!skipped.is_empty(), "{steps:#?}");
    for step in skipped {
        assert_eq!(step.details.as_deref(), Some("It was not seen; that does not matter for the result."));
    }
    assert!(done.receipts.iter().all(|receipt| receipt.status != CheckpointStatus::Failed));
}

#[tokio::test]
async fn the_values_that_were_asked_for_count_and_not_those_that_were_entered() {
    let (world, engine, proposal) = rehearsing(&[("name", "Barbara Liskov"), ("email", "  ")]).await;
    let done = finish_with_alan(&world, &engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Failed, "{done:#?}");
}

#[tokio::test]
async fn only_values_of_inputs_are_taken() {
    let (world, engine, _, proposal) = drafted().await;
    let failure = refused(engine.validate_proposal(proposal, rehearsal(&[("colour", "red")])).await);
    assert_eq!(failure.code, ErrorCode::InvalidRequest);
    assert_eq!(failure.details.unwrap()["field"], "inputs");
    assert!(failure.message.contains("colour") && failure.message.contains("name, email"), "{}", failure.message);
    assert!(!world.browser.is_watching());
    let lint = StartValidationRunRequest { selected_tests: vec![RunKind::Lint], ..rehearsal(&[("name", "x")]) };
    assert_eq!(refused(engine.validate_proposal(proposal, lint).await).code, ErrorCode::InvalidRequest);
}

#[tokio::test]
async fn a_source_that_could_not_be_read_before_is_read_after_the_first_actions() {
    let (world, engine, proposal) = rehearsing_signed_out().await;
    world.browser.shows(customers(&[GRACE, ADA]));
    world.browser.tell(Observation::Read(Box::new(start_page(&["Search"]))));
    read(&world, 3).await;
    let done = finish_with_alan(&world, &engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
}

#[tokio::test]
async fn nothing_is_read_of_a_site_before_it_is_seen_or_while_it_asks_for_a_password() {
    let (world, engine, _, proposal) = drafted().await;
    engine.validate_proposal(proposal, rehearsal(&[])).await.unwrap();
    let before = world.browser.sources_read.lock().unwrap().len();
    world.browser.tell(Observation::Read(Box::new(start_page(&["User name", "Password"]))));
    read(&world, before).await;
    assert_eq!(world.browser.sources_read.lock().unwrap().len(), before);
    world.browser.tell(Observation::Read(Box::new(start_page(&["Search"]))));
    read(&world, before + 1).await;
    assert_eq!(world.browser.sources_read.lock().unwrap().last(), Some(&list()));
}

#[tokio::test]
async fn a_reading_between_actions_is_taken_between_them() {
    let (world, engine, proposal) = rehearsing_signed_out().await;
    // The pages of these actions settle only after the last of them.
    *world.browser.late.lock().unwrap() = Some(Vec::new());
    world.opens_the_list(&[GRACE, ADA]);
    world.inserts_a_customer(ALAN.0, ALAN.1);
    world.browser.tell(Observation::Read(Box::new(customers(&[GRACE, ADA, ALAN]))));
    let late = world.browser.late.lock().unwrap().take().unwrap();
    late.into_iter().for_each(|change| world.browser.tell(change));
    world.browser.shows(customers(&[GRACE, ADA, ALAN]));
    let done = finish(&engine, proposal).await;
    assert_eq!(done.overall_result, OverallResult::Passed, "{done:#?}");
}
