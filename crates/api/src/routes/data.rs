//! `/api/data`: all data of a person: its size, its export, its deletion.

use super::{Routes, reply};
use crate::App;
use crate::extract::{Valid, ValidQuery};
use crate::failure::{Problem, Reply};
use crate::handler::Answer;
use crate::openapi::Description;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, post};
use apprentice_contracts::app::Deleted;
use apprentice_contracts::data::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::error::ErrorCode;
use axum::Json;
use axum::body::Body as Bytes;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use serde_json::json;
use tokio_util::io::ReaderStream;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(DATA_USAGE, data_usage);
    api.add(BEGIN_EXPORT, begin_export);
    api.add(EXPORT, export);
    api.add(END_EXPORT, end_export);
    api.add(EXPORT_FILE, export_file);
    api.add(RESTORE_BACKUP, restore_backup);
    api.add(DELETE_EVERYTHING, delete_everything);
    api.add(FOLDER, folder);
}

pub const DATA_USAGE: Operation =
    get("data_usage", "/api/data/usage", "Read how much data is kept, and for how long.").person().provides(&[Tag::Usage]);

async fn data_usage(app: App) -> Reply<DataUsageResponse> {
    reply(app.engine.data_usage().await)
}

pub const BEGIN_EXPORT: Operation =
    post("begin_export", "/api/data/export", "Start an export, or a backup, of all data into one zip file.")
        .person()
        .refuses(&[E::NotFound, E::TargetNotWritable])
        .changes(&[Tag::Export]);

async fn begin_export(app: App, Valid(request): Valid<ExportRequest>) -> Reply<ExportResponse> {
    Ok(Json(ExportResponse { export: Some(app.engine.begin_export(request).await?) }))
}

pub const EXPORT: Operation =
    get("export", "/api/data/export", "Read the progress of the last export.").person().provides(&[Tag::Export]);

async fn export(app: App) -> Reply<ExportResponse> {
    Ok(Json(ExportResponse { export: app.engine.export() }))
}

pub const END_EXPORT: Operation =
    delete("end_export", "/api/data/export", "Cancel the export, or delete a file that was not downloaded.")
        .person()
        .changes(&[Tag::Export]);

async fn end_export(app: App) -> Reply<Deleted> {
    Ok(Json(Deleted { deleted: app.engine.end_export() }))
}

pub const EXPORT_FILE: Operation = get("export_file", "/api/data/export/file", "Download the finished export as a zip file.")
    .person()
    .refuses(&[E::Conflict, E::NotFound])
    .provides(&[Tag::Export]);

async fn export_file(app: App, ValidQuery(query): ValidQuery<ExportFileQuery>) -> Result<Zip, Problem> {
    let path = app.engine.export_file(query.export_id)?;
    let file = tokio::fs::File::open(&path)
        .await
        .map_err(|error| Problem::new(ErrorCode::NotFound, format!("The export cannot be read: {error}. Export again.")))?;
    Ok(Zip(file))
}

/// The bytes of a zip file, as they are read.
struct Zip(tokio::fs::File);

impl Answer for Zip {
    fn respond(self) -> Response {
        let headers = [(CONTENT_TYPE, "application/zip"), (CONTENT_DISPOSITION, "attachment; filename=\"apprentice.zip\"")];
        (headers, Bytes::from_stream(ReaderStream::new(self.0))).into_response()
    }

    fn describe(description: &mut Description<'_>) {
        let content = json!({ "application/zip": { "schema": { "type": "string", "format": "binary" } } });
        description.answers_with("A zip file.", content);
    }
}

pub const RESTORE_BACKUP: Operation = post(
    "restore_backup",
    "/api/data/restore",
    "Verify a backup and replace the current data with it. The current data is kept.",
)
.person()
.refuses(&[E::Conflict, E::DatabaseTooNew, E::DiskFull, E::TargetNotWritable])
.changes(Tag::ALL);

async fn restore_backup(app: App, Valid(request): Valid<RestoreRequest>) -> Reply<RestoreResponse> {
    reply(app.engine.restore_backup(request).await)
}

pub const DELETE_EVERYTHING: Operation =
    post("delete_everything", "/api/data/delete", "Delete all data.").person().refuses(&[E::TargetNotWritable]).changes(Tag::ALL);

async fn delete_everything(app: App, Valid(request): Valid<DeleteEverythingRequest>) -> Reply<DeleteEverythingResponse> {
    reply(app.engine.delete_everything(request).await)
}

pub const FOLDER: Operation = get("folder", "/api/folders", "Check a folder that a response names, before it is opened.")
    .person()
    .refuses(&[E::NotFound])
    .provides(&[]);

async fn folder(app: App, ValidQuery(query): ValidQuery<FolderQuery>) -> Reply<FolderResponse> {
    reply(app.engine.folder(query).await)
}
