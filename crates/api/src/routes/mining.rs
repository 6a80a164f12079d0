//! Repeated tasks (§0.4): `/api/learn/settings`, `/scan` and `/candidates`. The old prefix `/api/skills/mining` is redirected here (§0C.16).

use super::{Routes, reply};
use crate::App;
use crate::extract::{Candidate, Valid};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post};
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::mining::*;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(MINING_SETTINGS, mining_settings);
    api.add(UPDATE_MINING_SETTINGS, update_mining_settings);
    api.add(SCAN_REPEATED_TASKS, scan_repeated_tasks);
    api.add(LIST_CANDIDATES, list_candidates);
    api.add(BUILD_CANDIDATE, build_candidate);
    api.add(ANSWER_CANDIDATE, answer_candidate);
    api.add(DISMISS_CANDIDATE, dismiss_candidate);
    api.add(RESTORE_CANDIDATE, restore_candidate);
}

pub const MINING_SETTINGS: Operation =
    get("mining_settings", "/api/learn/settings", "Read the conditions under which a repeated task is suggested as an ability.")
        .person()
        .provides(&[Tag::Settings]);

async fn mining_settings(app: App) -> Reply<MiningSettingsResponse> {
    reply(app.engine.mining_settings().await)
}

pub const UPDATE_MINING_SETTINGS: Operation = post(
    "update_mining_settings",
    "/api/learn/settings",
    "Change the conditions under which a repeated task is suggested as an ability.",
)
.person()
.changes(&[Tag::Candidates, Tag::Receipts, Tag::Settings]);

async fn update_mining_settings(app: App, Valid(settings): Valid<SkillMiningSettings>) -> Reply<MiningSettingsResponse> {
    reply(app.engine.update_mining_settings(settings).await)
}

pub const SCAN_REPEATED_TASKS: Operation = post(
    "scan_repeated_tasks",
    "/api/learn/scan",
    "Search for tasks that were repeated successfully, and build a draft if the settings allow it.",
)
.person()
.changes(BUILT);

async fn scan_repeated_tasks(app: App) -> Reply<MiningCandidatesResponse> {
    reply(app.engine.scan_repeated_tasks().await)
}

pub const LIST_CANDIDATES: Operation = get(
    "list_candidates",
    "/api/learn/candidates",
    "List tasks that were repeated successfully, with the reason and the conditions for a draft.",
)
.person()
.provides(&[Tag::Candidates]);

async fn list_candidates(app: App) -> Reply<MiningCandidatesResponse> {
    reply(app.engine.list_candidates().await)
}

pub const BUILD_CANDIDATE: Operation = post(
    "build_candidate",
    "/api/learn/candidates/{candidateId}/build",
    "Build the draft of a repeated task; it is not installed.",
)
.person()
.refuses(&[E::InsufficientTraces, E::InvalidLearnStateTransition, E::LearnSessionAlreadyActive, E::LearnSessionNotFound])
.changes(BUILT);

async fn build_candidate(app: App, Candidate(id): Candidate) -> Reply<BuildCandidateResponse> {
    reply(app.engine.build_candidate(id).await)
}

pub const ANSWER_CANDIDATE: Operation = post(
    "answer_candidate",
    "/api/learn/candidates/{candidateId}/answers",
    "Answer questions about a repeated task before its draft is built.",
)
.person()
.changes(&[Tag::Candidates, Tag::Receipts]);

async fn answer_candidate(
    app: App,
    Candidate(id): Candidate,
    Valid(request): Valid<AnswerCandidateRequest>,
) -> Reply<MiningCandidatesResponse> {
    reply(app.engine.answer_candidate(id, request).await)
}

pub const DISMISS_CANDIDATE: Operation = post(
    "dismiss_candidate",
    "/api/learn/candidates/{candidateId}/dismiss",
    "Dismiss a repeated task until there is new evidence.",
)
.person()
.changes(&[Tag::Candidates, Tag::Receipts]);

async fn dismiss_candidate(app: App, Candidate(id): Candidate) -> Reply<MiningCandidatesResponse> {
    reply(app.engine.dismiss_candidate(id).await)
}

pub const RESTORE_CANDIDATE: Operation =
    post("restore_candidate", "/api/learn/candidates/{candidateId}/restore", "Undo the dismissal of a repeated task.")
        .person()
        .changes(&[Tag::Candidates, Tag::Receipts]);

async fn restore_candidate(app: App, Candidate(id): Candidate) -> Reply<MiningCandidatesResponse> {
    reply(app.engine.restore_candidate(id).await)
}

const BUILT: &[Tag] =
    &[Tag::Candidates, Tag::History, Tag::Proposal, Tag::Proposals, Tag::Receipts, Tag::Runtime, Tag::Session, Tag::Sessions];
