//! The same request twice.

use crate::road::{drafted, install, refused};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::proposal::*;
use apprentice_contracts::session::*;
use apprentice_contracts::validation::*;
use apprentice_testkit::*;

#[tokio::test]
async fn the_same_body_gets_the_first_answer_and_another_is_refused() {
    let world = World::new();
    let engine = world.open().await;
    let request = CreateLearnSessionRequest { client_request_id: Some("once".into()), ..demonstrating() };
    let first = engine.create_session(request.clone()).await.unwrap().session.learn_session_id;
    assert_eq!(engine.create_session(request.clone()).await.unwrap().session.learn_session_id, first);
    let other = CreateLearnSessionRequest { goal: Some("Something else".into()), ..request };
    let failure = refused(engine.create_session(other).await);
    assert_eq!((failure.code, failure.code.status()), (ErrorCode::ClientRequestIdReused, 409));
    assert!(!failure.code.retryable(), "the same request never succeeds");
    assert_eq!(failure.details.unwrap()["field"], "client_request_id");
}

#[tokio::test]
async fn an_id_is_one_of_the_proposal_that_the_path_names() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let once = || Some("once".into());
    let (first_session, first) = drafted(&world, &engine, demonstrating()).await;
    let reject = |reason: &str| RejectProposalRequest { reason: reason.into(), client_request_id: once() };
    engine.reject_proposal(first, reject("not now")).await.unwrap();
    let (_, second) = drafted(&world, &engine, demonstrating()).await;
    let rejected = engine.reject_proposal(second, reject("not now")).await.unwrap().proposal;
    assert_eq!(
        (rejected.proposal_id, rejected.proposal_state),
        (second, ProposalState::Rejected),
        "it is not the answer of the first"
    );
    assert_eq!(refused(engine.reject_proposal(second, reject("never")).await).code, ErrorCode::ClientRequestIdReused);
    engine.delete_session(first_session).await.unwrap();
    assert_eq!(refused(engine.reject_proposal(first, reject("not now")).await).code, ErrorCode::ProposalNotFound);

    let (_, third) = drafted(&world, &engine, demonstrating()).await;
    let tests = |kinds: Vec<RunKind>| StartValidationRunRequest {
        selected_tests: kinds,
        client_request_id: once(),
        ..StartValidationRunRequest::default()
    };
    let run = engine.validate_proposal(third, tests(vec![RunKind::Lint])).await.unwrap().validation_run;
    assert_eq!(engine.validate_proposal(third, tests(vec![RunKind::Lint])).await.unwrap().validation_run, run);
    let other = refused(engine.validate_proposal(third, tests(vec![RunKind::Trigger])).await);
    assert_eq!(other.code, ErrorCode::ClientRequestIdReused);
    let order = |lane| ProposalInstallRequest { client_request_id: once(), ..install(lane) };
    let installed = engine.install_proposal(third, order(RequestedLane::ExperimentalPrivate)).await.unwrap();
    let again = engine.install_proposal(third, order(RequestedLane::ExperimentalPrivate)).await.unwrap();
    assert_eq!(installed.saga_id, again.saga_id);
    let other = refused(engine.install_proposal(third, order(RequestedLane::ApprovedWorkspace)).await);
    assert_eq!(other.code, ErrorCode::ClientRequestIdReused);
}
