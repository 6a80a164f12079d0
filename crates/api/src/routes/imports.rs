//! `/api/skills/import`, trigger tests and packs (§0C.20). `fetch`, `pick`, `files` and `file` are ours.

use super::reply;
use crate::App;
use crate::extract::{Artifact, Body, Import, Params};
use crate::failure::{HungUp, Reply};
use crate::openapi::doc;
use crate::upload::Bundle;
use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with};
use apprentice_contracts::import::*;
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};

const TAG: &str = "imports";

pub(super) fn routes() -> ApiRouter<App> {
    let at = |rest: &str| format!("/api/skills/import{rest}");
    ApiRouter::new()
        .api_route(&at("/uploads"), post_with(upload, doc(TAG, "upload_skill_bundle", "Send a zip archive with skills.")))
        // Its own limit is kept while it arrives.
        .layer(DefaultBodyLimit::disable())
        .api_route(
            &at("/uploads/{tempArtifactRef}"),
            delete_with(delete, doc(TAG, "delete_skill_upload", "Delete an upload that is not in use.")),
        )
        .api_route(&at("/fetch"), post_with(fetch, doc(TAG, "fetch_skill_bundle", "Bring skills from an address.")))
        .api_route(&at("/pick"), post_with(pick, doc(TAG, "pick_skills", "Copy skills that the list of skills names.")))
        .api_route(&at("/scan"), post_with(scan, doc(TAG, "scan_skill_import", "Look at one skill of an upload.")))
        .api_route(&at("/stage"), post_with(stage, doc(TAG, "stage_skill_import", "Make the bundle that would be installed.")))
        .api_route(&at("/approve"), post_with(approve, doc(TAG, "approve_skill_import", "Install it for the workspace.")))
        .api_route(&at("/reject"), post_with(reject, doc(TAG, "reject_skill_import", "Reject it.")))
        .api_route(&at("/install-private"), post_with(install, doc(TAG, "install_skill_import", "Install it.")))
        .api_route(&at("/discard"), post_with(discard, doc(TAG, "discard_skill_import", "Drop it.")))
        .api_route(&at("/retry"), post_with(retry, doc(TAG, "retry_skill_import", "Do again what failed.")))
        .api_route(&at("/list"), get_with(list, doc(TAG, "list_skill_imports", "Imports, newest first.")))
        .api_route(&at("/{importId}"), get_with(detail, doc(TAG, "skill_import_detail", "One import with its report.")))
        .api_route(&at("/{importId}/files"), get_with(files, doc(TAG, "skill_import_files", "The files of its skill.")))
        .api_route(&at("/{importId}/file"), get_with(file, doc(TAG, "skill_import_file", "The text of one of them.")))
        .api_route(
            "/api/skills/trigger-test",
            post_with(trigger, doc(TAG, "trigger_test", "Whether words would find an import or an ability.")),
        )
        .api_route("/api/skills/packs", get_with(packs, doc(TAG, "skill_packs", "The packs that skills belong to.")))
}

async fn upload(State(app): State<App>, bundle: Bundle) -> Reply<SkillImportUploadResponse> {
    bundle.take_in(&app).await.map(Json)
}

async fn delete(
    State(app): State<App>,
    Artifact(name): Artifact,
    Params(query): Params<DeleteUploadQuery>,
) -> Reply<SkillImportDeleteUploadResponse> {
    reply(app.engine.delete_upload(name, query).await)
}

async fn fetch(
    State(app): State<App>,
    HungUp(gone): HungUp,
    Body(request): Body<SkillImportFetchRequest>,
) -> Reply<SkillImportUploadResponse> {
    reply(app.engine.fetch_import(request, gone).await)
}

async fn pick(
    State(app): State<App>,
    HungUp(gone): HungUp,
    Body(request): Body<SkillImportPickRequest>,
) -> Reply<SkillImportUploadResponse> {
    reply(app.engine.pick_import(request, gone).await)
}

async fn scan(
    State(app): State<App>,
    HungUp(gone): HungUp,
    Body(request): Body<SkillImportScanRequest>,
) -> Reply<SkillImportScanResponse> {
    reply(app.engine.scan_import(request, gone).await)
}

async fn stage(State(app): State<App>, Body(request): Body<SkillImportStageRequest>) -> Reply<SkillImportStageResponse> {
    reply(app.engine.stage_import(request).await)
}

async fn approve(
    State(app): State<App>,
    Body(request): Body<SkillImportApproveRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.approve_import(request).await)
}

async fn reject(
    State(app): State<App>,
    Body(request): Body<SkillImportRejectRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.reject_import(request).await)
}

async fn install(
    State(app): State<App>,
    Body(request): Body<SkillImportInstallPrivateRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.install_import(request).await)
}

async fn discard(
    State(app): State<App>,
    Body(request): Body<SkillImportDiscardRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.discard_import(request).await)
}

async fn retry(
    State(app): State<App>,
    HungUp(gone): HungUp,
    Body(request): Body<SkillImportRetryRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.retry_import(request, gone).await)
}

async fn list(State(app): State<App>, Params(query): Params<SkillImportsQuery>) -> Reply<SkillImportListResponse> {
    reply(app.engine.list_imports(query).await)
}

async fn detail(State(app): State<App>, Import(id): Import) -> Reply<SkillImportDetailResponse> {
    reply(app.engine.import_detail(id).await)
}

async fn files(State(app): State<App>, Import(id): Import) -> Reply<ImportFilesResponse> {
    reply(app.engine.import_files(id).await)
}

async fn file(State(app): State<App>, Import(id): Import, Params(query): Params<ImportFileQuery>) -> Reply<ImportFileResponse> {
    reply(app.engine.import_file(id, query).await)
}

async fn trigger(State(app): State<App>, Body(request): Body<SkillTriggerTestRequest>) -> Reply<SkillTriggerTestResponse> {
    reply(app.engine.trigger_test(request).await)
}

async fn packs(State(app): State<App>) -> Reply<SkillPacksListResponse> {
    reply(app.engine.skill_packs().await)
}
