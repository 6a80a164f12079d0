//! History, receipts and the runtime snapshot (§0C.7, §0C.12).

use super::reply;
use crate::App;
use crate::export::Export;
use crate::extract::Params;
use crate::failure::{Problem, Reply};
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use apprentice_contracts::event::RuntimeCurrentResponse;
use apprentice_contracts::history::{HistoryQuery, LearnHistoryResponse};
use apprentice_contracts::receipt::{LearnReceiptsResponse, ReceiptsExportQuery, ReceiptsQuery};
use axum::extract::State;

const TAG: &str = "history";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/api/learn/history", get_with(history, doc(TAG, "history", "All sessions and how they ended.")))
        .api_route("/api/learn/receipts", get_with(receipts, doc(TAG, "receipts", "What happened, newest first.")))
        .api_route(
            "/api/learn/receipts/export",
            get_with(export, doc(TAG, "export_receipts", "All pages of the receipts as one file.")),
        )
        .api_route("/api/learn/runtime/current", get_with(current, doc(TAG, "runtime_current", "The session of now, if any.")))
}

async fn history(State(app): State<App>, Params(query): Params<HistoryQuery>) -> Reply<LearnHistoryResponse> {
    reply(app.engine.history(query).await)
}

async fn receipts(State(app): State<App>, Params(query): Params<ReceiptsQuery>) -> Reply<LearnReceiptsResponse> {
    reply(app.engine.receipts(query).await)
}

async fn export(State(app): State<App>, Params(query): Params<ReceiptsExportQuery>) -> Result<Export, Problem> {
    let format = query.format;
    Ok(Export::new(format, app.engine.receipts_export(query)?))
}

async fn current(State(app): State<App>) -> Reply<RuntimeCurrentResponse> {
    reply(app.engine.runtime_current().await)
}
