//! History, receipts and the runtime snapshot (§0C.7, §0C.12).

use super::reply;
use crate::App;
use crate::extract::Params;
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use apprentice_contracts::event::RuntimeCurrentResponse;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::receipt::LearnReceiptsResponse;
use apprentice_contracts::session::LearnHistoryResponse;
use axum::extract::State;

const TAG: &str = "history";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/api/learn/history", get_with(history, doc(TAG, "history", "All sessions and how they ended.")))
        .api_route("/api/learn/receipts", get_with(receipts, doc(TAG, "receipts", "What happened, newest first.")))
        .api_route("/api/learn/runtime/current", get_with(current, doc(TAG, "runtime_current", "The session of now, if any.")))
}

async fn history(State(app): State<App>, Params(page): Params<PageQuery>) -> Reply<LearnHistoryResponse> {
    reply(app.engine.history(page).await)
}

async fn receipts(State(app): State<App>, Params(page): Params<PageQuery>) -> Reply<LearnReceiptsResponse> {
    reply(app.engine.receipts(page).await)
}

async fn current(State(app): State<App>) -> Reply<RuntimeCurrentResponse> {
    reply(app.engine.runtime_current().await)
}
