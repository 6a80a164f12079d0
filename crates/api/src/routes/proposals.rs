//! `/api/learn/proposals` (§0C.16) and the guided rehearsal.

use super::{Routes, reply};
use crate::App;
use crate::extract::{Proposal, Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post, put};
use apprentice_contracts::drawing::FlowResponse;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::shown_check::*;
use apprentice_contracts::validation::*;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(LIST_PROPOSALS, list_proposals);
    api.add(PROPOSAL_DETAIL, proposal_detail);
    api.add(PROPOSAL_FLOW, proposal_flow);
    api.add(VALIDATION_RUNS, validation_runs);
    api.add(REVISE_PROPOSAL, revise_proposal);
    api.add(PREVIEW_REVISION, preview_revision);
    api.add(REVISE_VALUES, revise_values);
    api.add(VALIDATE_PROPOSAL, validate_proposal);
    api.add(REQUEST_MORE_TESTS, request_more_tests);
    api.add(INSTALL_PROPOSAL, install_proposal);
    api.add(APPROVE_PROPOSAL, approve_proposal);
    api.add(REJECT_PROPOSAL, reject_proposal);
    api.add(REHEARSAL_STATUS, rehearsal_status);
    api.add(MARK_CHECKPOINT, mark_checkpoint);
    api.add(REOPEN_REHEARSAL, reopen_rehearsal);
    api.add(FINISH_REHEARSAL, finish_rehearsal);
    api.add(START_SHOWN_CHECK, start_shown_check);
    api.add(SHOWN_CHECK_STATUS, shown_check_status);
    api.add(FINISH_SHOWN_CHECK, finish_shown_check);
}

pub const LIST_PROPOSALS: Operation =
    get("list_proposals", "/api/learn/proposals", "List proposals, newest first.").person().provides(&[Tag::Proposals]);

async fn list_proposals(app: App, ValidQuery(page): ValidQuery<PageQuery>) -> Reply<LearnProposalsListResponse> {
    reply(app.engine.list_proposals(page).await)
}

pub const PROPOSAL_DETAIL: Operation =
    get("proposal_detail", "/api/learn/proposals/{proposalId}/detail", "Read a proposal for its review.")
        .person()
        .provides(&[Tag::Proposal]);

async fn proposal_detail(app: App, Proposal(id): Proposal) -> Reply<ProposalDetailResponse> {
    reply(app.engine.proposal_detail(id).await)
}

pub const PROPOSAL_FLOW: Operation =
    get("proposal_flow", "/api/learn/proposals/{proposalId}/flow", "Draw the flow of a proposal, also as an SVG file.")
        .person()
        .provides(&[Tag::Proposal]);

async fn proposal_flow(app: App, Proposal(id): Proposal) -> Reply<FlowResponse> {
    reply(app.engine.proposal_flow(id).await)
}

pub const VALIDATION_RUNS: Operation =
    get("validation_runs", "/api/learn/proposals/{proposalId}/validation-runs", "List validation runs with their steps.")
        .person()
        .provides(&[Tag::Proposal]);

async fn validation_runs(
    app: App,
    Proposal(id): Proposal,
    ValidQuery(page): ValidQuery<PageQuery>,
) -> Reply<ValidationRunsListResponse> {
    reply(app.engine.validation_runs(id, page).await)
}

/// What a change of a draft is refused with.
const REVISION: &[E] = &[
    E::AdapterUnavailable,
    E::Conflict,
    E::InsufficientTraces,
    E::InvalidLearnStateTransition,
    E::LearnSessionAlreadyActive,
    E::LearnSessionNotFound,
    E::ValidationInProgress,
];

pub const REVISE_PROPOSAL: Operation = post("revise_proposal", "/api/learn/proposals/{proposalId}/revise", "Change a proposal.")
    .person()
    .refuses(REVISION)
    .changes(PROPOSAL_CHANGED);

async fn revise_proposal(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<ProposalReviseRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.revise_proposal(id, request).await)
}

pub const PREVIEW_REVISION: Operation =
    post("preview_revision", "/api/learn/proposals/{proposalId}/revise/preview", "Show what a revision would change.")
        .person()
        .refuses(&[E::LearnSessionNotFound])
        .provides(&[Tag::Proposal]);

async fn preview_revision(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<ProposalReviseRequest>,
) -> Reply<RevisionPreviewResponse> {
    reply(app.engine.preview_revision(id, request).await)
}

pub const REVISE_VALUES: Operation =
    put("revise_values", "/api/learn/proposals/{proposalId}/values", "Set which demonstrated values change next time.")
        .person()
        .refuses(REVISION)
        .changes(PROPOSAL_CHANGED);

async fn revise_values(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<ReviseValuesRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.revise_values(id, request).await)
}

pub const VALIDATE_PROPOSAL: Operation =
    post("validate_proposal", "/api/learn/proposals/{proposalId}/validate", "Run tests, or start a rehearsal.")
        .person()
        .refuses(TEST)
        .changes(PROPOSAL_CHANGED);

async fn validate_proposal(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<StartValidationRunRequest>,
) -> Reply<ValidationRunResponse> {
    reply(app.engine.validate_proposal(id, request).await)
}

pub const REQUEST_MORE_TESTS: Operation =
    post("request_more_tests", "/api/learn/proposals/{proposalId}/request-more-tests", "Return a proposal to testing.")
        .person()
        .refuses(TEST)
        .changes(PROPOSAL_CHANGED);

async fn request_more_tests(app: App, Proposal(id): Proposal) -> Reply<ProposalDetailResponse> {
    reply(app.engine.request_more_tests(id).await)
}

pub const INSTALL_PROPOSAL: Operation =
    post("install_proposal", "/api/learn/proposals/{proposalId}/install", "Install a proposal as an ability.")
        .person()
        .refuses(&[
            E::BridgeRebuildFailed,
            E::CheckpointLintFailed,
            E::ClientRequestIdReused,
            E::InstallLaneDenied,
            E::InvalidLearnStateTransition,
            E::LearnSessionNotFound,
            E::NotRehearsed,
            E::SkillAlreadyExists,
            E::SkillFindingsNotAcknowledged,
            E::TargetNotWritable,
            E::ValidationInProgress,
        ])
        .changes(INSTALLED);

async fn install_proposal(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<ProposalInstallRequest>,
) -> Reply<ProposalInstallResponse> {
    reply(app.engine.install_proposal(id, request).await)
}

pub const APPROVE_PROPOSAL: Operation = post(
    "approve_proposal",
    "/api/learn/proposals/{proposalId}/approve",
    "Approve a proposal for the workspace or for sharing, and install it.",
)
.person()
.refuses(&[
    E::AbilityNotFound,
    E::BridgeRebuildFailed,
    E::CheckpointLintFailed,
    E::ClientRequestIdReused,
    E::InstallLaneDenied,
    E::InvalidLearnStateTransition,
    E::LearnSessionNotFound,
    E::NotRehearsed,
    E::SkillAlreadyExists,
    E::SkillFindingsNotAcknowledged,
    E::TargetNotWritable,
    E::ValidationInProgress,
])
.changes(INSTALLED);

async fn approve_proposal(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<ApproveProposalRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.approve_proposal(id, request).await)
}

pub const REJECT_PROPOSAL: Operation = post("reject_proposal", "/api/learn/proposals/{proposalId}/reject", "Reject a proposal.")
    .person()
    .refuses(&[E::ClientRequestIdReused, E::InvalidLearnStateTransition, E::LearnSessionNotFound, E::ValidationInProgress])
    .changes(PROPOSAL_CHANGED);

async fn reject_proposal(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<RejectProposalRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.reject_proposal(id, request).await)
}

pub const REHEARSAL_STATUS: Operation =
    get("rehearsal_status", "/api/learn/proposals/{proposalId}/rehearsal", "Read the rehearsal that is running or ended last.")
        .person()
        .provides(&[Tag::Rehearsal]);

async fn rehearsal_status(app: App, Proposal(id): Proposal) -> Reply<Option<RehearsalStatus>> {
    reply(app.engine.rehearsal_status(id).await)
}

pub const MARK_CHECKPOINT: Operation = post(
    "mark_checkpoint",
    "/api/learn/proposals/{proposalId}/rehearsal/mark",
    "Report a checkpoint that the observer cannot see.",
)
.person()
.refuses(&[E::InvalidLearnStateTransition, E::LearnSessionNotFound])
.changes(&[Tag::Rehearsal]);

async fn mark_checkpoint(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<MarkCheckpointRequest>,
) -> Reply<RehearsalStatus> {
    reply(app.engine.mark_checkpoint(id, request).await)
}

pub const REOPEN_REHEARSAL: Operation = post(
    "reopen_rehearsal",
    "/api/learn/proposals/{proposalId}/rehearsal/reopen",
    "Open again what was closed during a rehearsal, such as the watched browser.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::LearnSessionNotFound])
.changes(&[Tag::Rehearsal, Tag::Session]);

async fn reopen_rehearsal(app: App, Proposal(id): Proposal) -> Reply<RehearsalStatus> {
    reply(app.engine.reopen_rehearsal(id).await)
}

pub const FINISH_REHEARSAL: Operation =
    post("finish_rehearsal", "/api/learn/proposals/{proposalId}/rehearsal/finish", "End a rehearsal and evaluate it.")
        .person()
        .refuses(&[E::InvalidLearnStateTransition, E::LearnSessionNotFound])
        .changes(PROPOSAL_CHANGED);

async fn finish_rehearsal(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<FinishRehearsalRequest>,
) -> Reply<RehearsalStatus> {
    reply(app.engine.finish_rehearsal(id, request).await)
}

pub const START_SHOWN_CHECK: Operation = post(
    "start_shown_check",
    "/api/learn/proposals/{proposalId}/shown-check",
    "Start to show how to check the result of the task.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::InvalidLearnStateTransition, E::LearnSessionNotFound, E::ValidationInProgress])
.changes(&[Tag::ShownCheck]);

async fn start_shown_check(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<StartShownCheckRequest>,
) -> Reply<ShownCheckStatus> {
    reply(app.engine.start_shown_check(id, request).await)
}

pub const SHOWN_CHECK_STATUS: Operation = get(
    "shown_check_status",
    "/api/learn/proposals/{proposalId}/shown-check",
    "Read the pages and outputs that were read so far, or null if no check is being shown.",
)
.person()
.provides(&[Tag::ShownCheck]);

async fn shown_check_status(app: App, Proposal(id): Proposal) -> Reply<Option<ShownCheckStatus>> {
    reply(Ok(app.engine.shown_check_status(id)))
}

pub const FINISH_SHOWN_CHECK: Operation = post(
    "finish_shown_check",
    "/api/learn/proposals/{proposalId}/shown-check/finish",
    "Make the page or output that was read last a checkpoint, or cancel.",
)
.person()
.refuses(&[E::InsufficientTraces, E::InvalidLearnStateTransition, E::LearnSessionNotFound, E::ValidationInProgress])
.changes(SHOWN);

async fn finish_shown_check(
    app: App,
    Proposal(id): Proposal,
    Valid(request): Valid<FinishShownCheckRequest>,
) -> Reply<ProposalDetailResponse> {
    reply(app.engine.finish_shown_check(id, request).await)
}

const TEST: &[E] = &[
    E::AdapterUnavailable,
    E::ClientRequestIdReused,
    E::InvalidLearnStateTransition,
    E::LearnSessionNotFound,
    E::TestPolicyViolation,
    E::ValidationInProgress,
];

/// Stale when a proposal changes: its session changes with it.
pub(super) const PROPOSAL_CHANGED: &[Tag] =
    &[Tag::History, Tag::Proposal, Tag::Proposals, Tag::Receipts, Tag::Rehearsal, Tag::Runtime, Tag::Session, Tag::Sessions];

/// Stale when a shown check ends: the draft changes.
const SHOWN: &[Tag] = &[
    Tag::History,
    Tag::Proposal,
    Tag::Proposals,
    Tag::Receipts,
    Tag::Rehearsal,
    Tag::Runtime,
    Tag::Session,
    Tag::Sessions,
    Tag::ShownCheck,
];

/// Stale when a proposal becomes an ability.
const INSTALLED: &[Tag] = &[
    Tag::Abilities,
    Tag::History,
    Tag::Proposal,
    Tag::Proposals,
    Tag::Receipts,
    Tag::Rehearsal,
    Tag::Reports,
    Tag::Runtime,
    Tag::Session,
    Tag::Sessions,
    Tag::Skills,
];
