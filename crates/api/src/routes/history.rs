//! History, receipts and the runtime snapshot (§0C.7, §0C.12).

use super::{Routes, reply};
use crate::App;
use crate::extract::ValidQuery;
use crate::failure::{Problem, Reply};
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get};
use crate::receipts_file::ReceiptsFile;
use apprentice_contracts::event::RuntimeCurrentResponse;
use apprentice_contracts::history::{HistoryQuery, LearnHistoryResponse};
use apprentice_contracts::receipt::{LearnReceiptsResponse, ReceiptsExportQuery, ReceiptsQuery};

pub(super) fn routes(api: &mut impl Routes) {
    api.add(HISTORY, history);
    api.add(RECEIPTS, receipts);
    api.add(EXPORT_RECEIPTS, export_receipts);
    api.add(RUNTIME_CURRENT, runtime_current);
}

pub const HISTORY: Operation =
    get("history", "/api/learn/history", "List sessions with their outcomes.").person().provides(&[Tag::History]);

async fn history(app: App, ValidQuery(query): ValidQuery<HistoryQuery>) -> Reply<LearnHistoryResponse> {
    reply(app.engine.history(query).await)
}

pub const RECEIPTS: Operation =
    get("receipts", "/api/learn/receipts", "List receipts, newest first.").person().provides(&[Tag::Receipts]);

async fn receipts(app: App, ValidQuery(query): ValidQuery<ReceiptsQuery>) -> Reply<LearnReceiptsResponse> {
    reply(app.engine.receipts(query).await)
}

pub const EXPORT_RECEIPTS: Operation =
    get("export_receipts", "/api/learn/receipts/export", "Download all matching receipts as one file.")
        .person()
        .provides(&[Tag::Receipts]);

async fn export_receipts(app: App, ValidQuery(query): ValidQuery<ReceiptsExportQuery>) -> Result<ReceiptsFile, Problem> {
    let format = query.format;
    Ok(ReceiptsFile::new(format, app.engine.receipts_export(query)?))
}

pub const RUNTIME_CURRENT: Operation =
    get("runtime_current", "/api/learn/runtime/current", "Read the current session, if there is one.")
        .person()
        .provides(&[Tag::Runtime]);

async fn runtime_current(app: App) -> Reply<RuntimeCurrentResponse> {
    reply(app.engine.runtime_current().await)
}
