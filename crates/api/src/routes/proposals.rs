//! `/api/learn/proposals` (§0C.16) and the guided rehearsal.

use super::reply;
use crate::App;
use crate::extract::{Body, Params, Proposal};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::validation::*;
use axum::extract::State;

const TAG: &str = "proposals";

pub(super) fn routes() -> ApiRouter<App> {
    let at = |rest: &str| format!("/api/learn/proposals/{{proposalId}}{rest}");
    ApiRouter::new()
        .api_route("/api/learn/proposals", get_with(list, doc(TAG, "list_proposals", "All proposals, newest first.")))
        .api_route(&at("/detail"), get_with(detail, doc(TAG, "proposal_detail", "One proposal, ready to review.")))
        .api_route(&at("/validation-runs"), get_with(runs, doc(TAG, "validation_runs", "Tests that were run, with their steps.")))
        .api_route(&at("/revise"), post_with(revise, doc(TAG, "revise_proposal", "Change the draft.")))
        .api_route(&at("/validate"), post_with(validate, doc(TAG, "validate_proposal", "Run tests, or begin a rehearsal.")))
        .api_route(&at("/request-more-tests"), post_with(more, doc(TAG, "request_more_tests", "Send it back to testing.")))
        .api_route(&at("/install"), post_with(install, doc(TAG, "install_proposal", "Install it.")))
        .api_route(&at("/approve"), post_with(approve, doc(TAG, "approve_proposal", "Approve it for more than oneself.")))
        .api_route(&at("/reject"), post_with(reject, doc(TAG, "reject_proposal", "Reject it.")))
        .api_route(&at("/rehearsal"), get_with(rehearsal, doc(TAG, "rehearsal_status", "The rehearsal that runs or ran last.")))
        .api_route(&at("/rehearsal/mark"), post_with(mark, doc(TAG, "mark_checkpoint", "Tell what the observer cannot see.")))
        .api_route(&at("/rehearsal/finish"), post_with(finish, doc(TAG, "finish_rehearsal", "End the rehearsal and judge it.")))
}

async fn list(State(app): State<App>, Params(page): Params<PageQuery>) -> Reply<LearnProposalsListResponse> {
    reply(app.engine.list_proposals(page).await)
}

async fn detail(State(app): State<App>, Proposal(id): Proposal) -> Reply<ProposalDetailResponse> {
    reply(app.engine.proposal_detail(id).await)
}

async fn runs(
    State(app): State<App>,
    Proposal(id): Proposal,
    Params(page): Params<PageQuery>,
) -> Reply<ValidationRunsListResponse> {
    reply(app.engine.validation_runs(id, page).await)
}

async fn revise(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<ProposalReviseRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.revise_proposal(id, request).await)
}

async fn validate(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<StartValidationRunRequest>,
) -> Reply<ValidationRunResponse> {
    reply(app.engine.validate_proposal(id, request).await)
}

async fn more(State(app): State<App>, Proposal(id): Proposal) -> Reply<ProposalDetailResponse> {
    reply(app.engine.request_more_tests(id).await)
}

async fn install(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<ProposalInstallRequest>,
) -> Reply<ProposalInstallResponse> {
    reply(app.engine.install_proposal(id, request).await)
}

async fn approve(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<ApproveProposalRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.approve_proposal(id, request).await)
}

async fn reject(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<RejectProposalRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.reject_proposal(id, request).await)
}

async fn rehearsal(State(app): State<App>, Proposal(id): Proposal) -> Reply<Option<RehearsalStatus>> {
    reply(app.engine.rehearsal_status(id).await)
}

async fn mark(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<MarkCheckpointRequest>,
) -> Reply<RehearsalStatus> {
    reply(app.engine.mark_checkpoint(id, request).await)
}

async fn finish(
    State(app): State<App>,
    Proposal(id): Proposal,
    Body(request): Body<FinishRehearsalRequest>,
) -> Reply<RehearsalStatus> {
    reply(app.engine.finish_rehearsal(id, request).await)
}
