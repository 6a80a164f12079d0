//! `/api/learn/author`, and what an author does with a proposal.

use super::proposals::PROPOSAL_CHANGED;
use super::{Routes, reply};
use crate::App;
use crate::extract::{Proposal, Valid};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, post, put};
use apprentice_contracts::author::*;
use apprentice_contracts::error::ErrorCode as E;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(AUTHOR_SETTINGS, author_settings);
    api.add(UPDATE_AUTHOR, update_author);
    api.add(KEEP_AUTHOR_KEY, keep_author_key);
    api.add(FORGET_AUTHOR_KEY, forget_author_key);
    api.add(TEST_AUTHOR, test_author);
    api.add(PREVIEW_AUTHOR, preview_author);
    api.add(AUTHOR_STATUS, author_status);
    api.add(WRITE_DRAFT, write_draft);
    api.add(CANCEL_AUTHOR, cancel_author);
    api.add(UNDO_AUTHOR, undo_author);
}

pub const AUTHOR_SETTINGS: Operation =
    get("author_settings", "/api/learn/author", "Read which model may improve drafts, and which agents of this machine can.")
        .person()
        .provides(&[Tag::Settings]);

async fn author_settings(app: App) -> Reply<AuthorSettingsResponse> {
    reply(app.engine.author_settings().await)
}

pub const UPDATE_AUTHOR: Operation =
    put("update_author", "/api/learn/author", "Choose which model may improve drafts.").person().changes(KEY_CHANGED);

async fn update_author(app: App, Valid(settings): Valid<AuthorSettings>) -> Reply<AuthorSettingsResponse> {
    reply(app.engine.update_author(settings).await)
}

pub const KEEP_AUTHOR_KEY: Operation = put(
    "keep_author_key",
    "/api/learn/author/key",
    "Store the key of the chosen server in the keychain. No response contains it.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::Conflict])
.changes(KEY_CHANGED);

async fn keep_author_key(app: App, Valid(request): Valid<AuthorKeyRequest>) -> Reply<AuthorSettingsResponse> {
    reply(app.engine.keep_author_key(request).await)
}

pub const FORGET_AUTHOR_KEY: Operation =
    delete("forget_author_key", "/api/learn/author/key", "Delete the key of the chosen server.")
        .person()
        .refuses(&[E::AdapterUnavailable, E::Conflict])
        .changes(KEY_CHANGED);

async fn forget_author_key(app: App) -> Reply<AuthorSettingsResponse> {
    reply(app.engine.forget_author_key().await)
}

pub const TEST_AUTHOR: Operation =
    post("test_author", "/api/learn/author/test", "Request one word from the chosen model, to test the connection.")
        .person()
        .refuses(&[E::AdapterUnavailable])
        .changes(&[Tag::Doctor, Tag::Settings]);

async fn test_author(app: App) -> Reply<AuthorTestResponse> {
    reply(app.engine.test_author().await)
}

pub const PREVIEW_AUTHOR: Operation = get(
    "preview_author",
    "/api/learn/proposals/{proposalId}/author/preview",
    "Show the exact request to the model, without sending it.",
)
.person()
.refuses(WRITE)
.provides(&[Tag::Proposal]);

async fn preview_author(app: App, Proposal(id): Proposal) -> Reply<AuthorPreviewResponse> {
    reply(app.engine.preview_author(id).await)
}

pub const AUTHOR_STATUS: Operation = get(
    "author_status",
    "/api/learn/proposals/{proposalId}/author",
    "Read the progress of the model that writes, and the author of the draft.",
)
.person()
.provides(&[Tag::Proposal]);

async fn author_status(app: App, Proposal(id): Proposal) -> Reply<AuthorStatusResponse> {
    reply(app.engine.author_status(id).await)
}

pub const WRITE_DRAFT: Operation = post(
    "write_draft",
    "/api/learn/proposals/{proposalId}/author",
    "Let the chosen model improve a draft. The response is checked.",
)
.person()
.refuses(WRITE)
.changes(PROPOSAL_CHANGED);

async fn write_draft(app: App, Proposal(id): Proposal) -> Reply<AuthorStatusResponse> {
    reply(app.engine.write_draft(id).await)
}

pub const CANCEL_AUTHOR: Operation = delete(
    "cancel_author",
    "/api/learn/proposals/{proposalId}/author",
    "Cancel the writing of a draft. The draft of the rules remains.",
)
.person()
.changes(&[Tag::Proposal]);

async fn cancel_author(app: App, Proposal(id): Proposal) -> Reply<AuthorStatusResponse> {
    reply(app.engine.cancel_author(id).await)
}

pub const UNDO_AUTHOR: Operation =
    post("undo_author", "/api/learn/proposals/{proposalId}/author/undo", "Restore the draft of the rules.")
        .person()
        .refuses(WRITE)
        .changes(PROPOSAL_CHANGED);

async fn undo_author(app: App, Proposal(id): Proposal) -> Reply<AuthorStatusResponse> {
    reply(app.engine.undo_author(id).await)
}

const KEY_CHANGED: &[Tag] = &[Tag::Doctor, Tag::Receipts, Tag::Settings];

const WRITE: &[E] = &[
    E::AdapterUnavailable,
    E::Conflict,
    E::InsufficientTraces,
    E::InvalidLearnStateTransition,
    E::LearnSessionNotFound,
    E::ValidationInProgress,
];
