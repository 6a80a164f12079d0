//! `/api/data`: a person's data as a whole.

use super::reply;
use crate::App;
use crate::extract::{Body, Params};
use crate::failure::{Problem, Reply};
use crate::openapi::{doc, object};
use aide::OperationOutput;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, Response as ApiResponse, StatusCode};
use apprentice_contracts::app::Deleted;
use apprentice_contracts::data::*;
use apprentice_contracts::error::ErrorCode;
use axum::Json;
use axum::body::Body as Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use schemars::json_schema;
use tokio_util::io::ReaderStream;

const TAG: &str = "data";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/api/data/usage", get_with(usage, doc(TAG, "data_usage", "How much is kept, and for how long.")))
        .api_route(
            "/api/data/export",
            post_with(begin, doc(TAG, "begin_export", "Begin to write everything into one zip file."))
                .get_with(export, doc(TAG, "export", "How far the last export is."))
                .delete_with(end, doc(TAG, "end_export", "Cancel the export, or take back a file that nobody fetched.")),
        )
        .api_route("/api/data/export/file", get_with(file, doc(TAG, "export_file", "The finished export, as a zip file.")))
        .api_route("/api/data/delete", post_with(delete, doc(TAG, "delete_everything", "Delete everything that is kept.")))
        .api_route("/api/folders", get_with(folder, doc(TAG, "folder", "A folder that an answer named, to be opened.")))
}

async fn usage(State(app): State<App>) -> Reply<DataUsageResponse> {
    reply(app.engine.data_usage().await)
}

async fn begin(State(app): State<App>, Body(request): Body<ExportRequest>) -> Reply<ExportResponse> {
    Ok(Json(ExportResponse { export: Some(app.engine.begin_export(request).await?) }))
}

async fn export(State(app): State<App>) -> Reply<ExportResponse> {
    Ok(Json(ExportResponse { export: app.engine.export() }))
}

async fn end(State(app): State<App>) -> Reply<Deleted> {
    Ok(Json(Deleted { deleted: app.engine.end_export() }))
}

async fn file(State(app): State<App>, Params(query): Params<ExportFileQuery>) -> Result<Zip, Problem> {
    let path = app.engine.export_file(query.export_id)?;
    let file = tokio::fs::File::open(&path).await.map_err(|error| {
        Problem::new(ErrorCode::NotFound, format!("The export cannot be read any more: {error}. Export again."))
    })?;
    Ok(Zip(file))
}

/// The bytes of a zip file, as they are read.
struct Zip(tokio::fs::File);

impl IntoResponse for Zip {
    fn into_response(self) -> Response {
        let headers = [(CONTENT_TYPE, "application/zip"), (CONTENT_DISPOSITION, "attachment; filename=\"apprentice.zip\"")];
        (headers, Bytes::from_stream(ReaderStream::new(self.0))).into_response()
    }
}

impl OperationOutput for Zip {
    type Inner = Self;

    fn operation_response(_: &mut GenContext, _: &mut Operation) -> Option<ApiResponse> {
        let bytes = json_schema!({ "type": "string", "format": "binary" });
        let content = MediaType { schema: Some(object(bytes)), ..MediaType::default() };
        Some(ApiResponse {
            description: "A zip file.".into(),
            content: [("application/zip".to_string(), content)].into_iter().collect(),
            ..ApiResponse::default()
        })
    }

    fn inferred_responses(ctx: &mut GenContext, operation: &mut Operation) -> Vec<(Option<StatusCode>, ApiResponse)> {
        Self::operation_response(ctx, operation).map(|response| (Some(StatusCode::Code(200)), response)).into_iter().collect()
    }
}

async fn delete(State(app): State<App>, Body(request): Body<DeleteEverythingRequest>) -> Reply<DeleteEverythingResponse> {
    reply(app.engine.delete_everything(request).await)
}

async fn folder(State(app): State<App>, Params(query): Params<FolderQuery>) -> Reply<FolderResponse> {
    reply(app.engine.folder(query).await)
}
