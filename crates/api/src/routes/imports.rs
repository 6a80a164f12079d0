//! `/api/skills/import`, trigger tests and packs (§0C.20). The specification has no `fetch`, `pick`, `files` and `file`.

use super::{Routes, reply};
use crate::App;
use crate::extract::{Artifact, Import, Valid, ValidQuery};
use crate::failure::{Disconnected, Reply};
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, post};
use crate::upload::Bundle;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::import::*;
use axum::Json;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(UPLOAD_SKILL_BUNDLE, upload_skill_bundle);
    api.add(DELETE_SKILL_UPLOAD, delete_skill_upload);
    api.add(FETCH_SKILL_BUNDLE, fetch_skill_bundle);
    api.add(PICK_SKILLS, pick_skills);
    api.add(SCAN_SKILL_IMPORT, scan_skill_import);
    api.add(STAGE_SKILL_IMPORT, stage_skill_import);
    api.add(APPROVE_SKILL_IMPORT, approve_skill_import);
    api.add(REJECT_SKILL_IMPORT, reject_skill_import);
    api.add(INSTALL_SKILL_IMPORT, install_skill_import);
    api.add(DISCARD_SKILL_IMPORT, discard_skill_import);
    api.add(RETRY_SKILL_IMPORT, retry_skill_import);
    api.add(LIST_SKILL_IMPORTS, list_skill_imports);
    api.add(SKILL_IMPORT_DETAIL, skill_import_detail);
    api.add(SKILL_IMPORT_FILES, skill_import_files);
    api.add(SKILL_IMPORT_FILE, skill_import_file);
    api.add(TRIGGER_TEST, trigger_test);
    api.add(SKILL_PACKS, skill_packs);
    api.add(DESCRIBE_SKILL_PACK, describe_skill_pack);
}

pub const UPLOAD_SKILL_BUNDLE: Operation =
    post("upload_skill_bundle", "/api/skills/import/uploads", "Upload a zip archive with skills.")
        .person()
        .refuses(&[
            E::ClientRequestIdReused,
            E::SkillImportArchiveRequired,
            E::SkillImportFileTooLarge,
            E::SkillImportUnsupportedExtension,
            E::SkillImportUnsupportedMime,
            E::TargetNotWritable,
        ])
        .changes(&[Tag::Imports]);

async fn upload_skill_bundle(app: App, bundle: Bundle) -> Reply<SkillImportUploadResponse> {
    bundle.take_in(&app).await.map(Json)
}

pub const DELETE_SKILL_UPLOAD: Operation =
    delete("delete_skill_upload", "/api/skills/import/uploads/{tempArtifactRef}", "Delete an upload that is not in use.")
        .person()
        .refuses(&[E::ClientRequestIdReused, E::NotFound, E::SkillImportUploadInUse])
        .changes(&[Tag::Imports]);

async fn delete_skill_upload(
    app: App,
    Artifact(name): Artifact,
    ValidQuery(query): ValidQuery<DeleteUploadQuery>,
) -> Reply<SkillImportDeleteUploadResponse> {
    reply(app.engine.delete_upload(name, query).await)
}

pub const FETCH_SKILL_BUNDLE: Operation = post("fetch_skill_bundle", "/api/skills/import/fetch", "Fetch skills from an address.")
    .person()
    .refuses(&[
        E::ClientRequestIdReused,
        E::SkillImportArchiveRequired,
        E::SkillImportFetchFailed,
        E::SkillImportFileTooLarge,
        E::TargetNotWritable,
    ])
    .changes(&[Tag::Imports]);

async fn fetch_skill_bundle(
    app: App,
    Disconnected(gone): Disconnected,
    Valid(request): Valid<SkillImportFetchRequest>,
) -> Reply<SkillImportUploadResponse> {
    reply(app.engine.fetch_import(request, gone).await)
}

pub const PICK_SKILLS: Operation =
    post("pick_skills", "/api/skills/import/pick", "Copy skills from folders that `GET /api/skills` lists.")
        .person()
        .refuses(&[
            E::ClientRequestIdReused,
            E::NotFound,
            E::SkillImportFetchFailed,
            E::SkillImportFileTooLarge,
            E::TargetNotWritable,
        ])
        .changes(&[Tag::Imports]);

async fn pick_skills(
    app: App,
    Disconnected(gone): Disconnected,
    Valid(request): Valid<SkillImportPickRequest>,
) -> Reply<SkillImportUploadResponse> {
    reply(app.engine.pick_import(request, gone).await)
}

pub const SCAN_SKILL_IMPORT: Operation = post("scan_skill_import", "/api/skills/import/scan", "Scan a skill of an upload.")
    .person()
    .refuses(&[
        E::ClientRequestIdReused,
        E::InvalidSkillImportTransition,
        E::NotFound,
        E::SkillImportSkillPathRequired,
        E::SkillImportUploadExpired,
        E::SkillImportUploadInUse,
        E::TargetNotWritable,
    ])
    .changes(IMPORT_MOVED);

async fn scan_skill_import(
    app: App,
    Disconnected(gone): Disconnected,
    Valid(request): Valid<SkillImportScanRequest>,
) -> Reply<SkillImportScanResponse> {
    reply(app.engine.scan_import(request, gone).await)
}

pub const STAGE_SKILL_IMPORT: Operation =
    post("stage_skill_import", "/api/skills/import/stage", "Stage the bundle that would be installed.")
        .person()
        .refuses(&[
            E::ClientRequestIdReused,
            E::InvalidSkillImportTransition,
            E::SkillAlreadyExists,
            E::SkillImportNotFound,
            E::SkillImportUploadExpired,
            E::SkillImportUploadInUse,
            E::TargetNotWritable,
        ])
        .changes(IMPORT_MOVED);

async fn stage_skill_import(app: App, Valid(request): Valid<SkillImportStageRequest>) -> Reply<SkillImportStageResponse> {
    reply(app.engine.stage_import(request).await)
}

pub const APPROVE_SKILL_IMPORT: Operation =
    post("approve_skill_import", "/api/skills/import/approve", "Approve an import and install it for the workspace.")
        .person()
        .refuses(INSTALL_IMPORT)
        .changes(IMPORT_INSTALLED);

async fn approve_skill_import(
    app: App,
    Valid(request): Valid<SkillImportApproveRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.approve_import(request).await)
}

pub const REJECT_SKILL_IMPORT: Operation = post("reject_skill_import", "/api/skills/import/reject", "Reject an import.")
    .person()
    .refuses(DECIDE_IMPORT)
    .changes(IMPORT_MOVED);

async fn reject_skill_import(
    app: App,
    Valid(request): Valid<SkillImportRejectRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.reject_import(request).await)
}

pub const INSTALL_SKILL_IMPORT: Operation =
    post("install_skill_import", "/api/skills/import/install-private", "Install an import privately or for the workspace.")
        .person()
        .refuses(INSTALL_IMPORT)
        .changes(IMPORT_INSTALLED);

async fn install_skill_import(
    app: App,
    Valid(request): Valid<SkillImportInstallPrivateRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.install_import(request).await)
}

pub const DISCARD_SKILL_IMPORT: Operation = post("discard_skill_import", "/api/skills/import/discard", "Discard an import.")
    .person()
    .refuses(DECIDE_IMPORT)
    .changes(IMPORT_MOVED);

async fn discard_skill_import(
    app: App,
    Valid(request): Valid<SkillImportDiscardRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.discard_import(request).await)
}

pub const RETRY_SKILL_IMPORT: Operation =
    post("retry_skill_import", "/api/skills/import/retry", "Retry a scan, staging or installation that failed.")
        .person()
        .refuses(&[
            E::ClientRequestIdReused,
            E::InstallLaneDenied,
            E::InvalidSkillImportTransition,
            E::SkillAlreadyExists,
            E::SkillImportFindingsNotAcknowledged,
            E::SkillImportNotFound,
            E::SkillImportUploadExpired,
            E::SkillImportUploadInUse,
            E::TargetNotWritable,
            E::BridgeRebuildFailed,
            E::NotFound,
        ])
        .changes(IMPORT_INSTALLED);

async fn retry_skill_import(
    app: App,
    Disconnected(gone): Disconnected,
    Valid(request): Valid<SkillImportRetryRequest>,
) -> Reply<SkillImportTerminalActionResponse> {
    reply(app.engine.retry_import(request, gone).await)
}

pub const LIST_SKILL_IMPORTS: Operation =
    get("list_skill_imports", "/api/skills/import/list", "List imports, newest first.").person().provides(&[Tag::Imports]);

async fn list_skill_imports(app: App, ValidQuery(query): ValidQuery<SkillImportsQuery>) -> Reply<SkillImportListResponse> {
    reply(app.engine.list_imports(query).await)
}

pub const SKILL_IMPORT_DETAIL: Operation =
    get("skill_import_detail", "/api/skills/import/{importId}", "Read an import with its report.")
        .person()
        .provides(&[Tag::Imports]);

async fn skill_import_detail(app: App, Import(id): Import) -> Reply<SkillImportDetailResponse> {
    reply(app.engine.import_detail(id).await)
}

pub const SKILL_IMPORT_FILES: Operation =
    get("skill_import_files", "/api/skills/import/{importId}/files", "List the files of an import.")
        .person()
        .refuses(&[E::Conflict, E::NotFound, E::SkillImportUploadExpired])
        .provides(&[Tag::Imports]);

async fn skill_import_files(app: App, Import(id): Import) -> Reply<ImportFilesResponse> {
    reply(app.engine.import_files(id).await)
}

pub const SKILL_IMPORT_FILE: Operation =
    get("skill_import_file", "/api/skills/import/{importId}/file", "Read a file of an import.")
        .person()
        .refuses(&[E::Conflict, E::NotFound, E::SkillImportUploadExpired])
        .provides(&[Tag::Imports]);

async fn skill_import_file(
    app: App,
    Import(id): Import,
    ValidQuery(query): ValidQuery<ImportFileQuery>,
) -> Reply<ImportFileResponse> {
    reply(app.engine.import_file(id, query).await)
}

pub const TRIGGER_TEST: Operation =
    post("trigger_test", "/api/skills/trigger-test", "Test whether a request would find an import, an ability or a skill.")
        .person()
        .refuses(&[E::AbilityNotFound, E::NotFound, E::SkillImportNotFound])
        .changes(&[Tag::Receipts]);

async fn trigger_test(app: App, Valid(request): Valid<SkillTriggerTestRequest>) -> Reply<SkillTriggerTestResponse> {
    reply(app.engine.trigger_test(request).await)
}

pub const SKILL_PACKS: Operation =
    get("skill_packs", "/api/skills/packs", "List the packs of imports and abilities.").person().provides(&[Tag::Packs]);

async fn skill_packs(app: App) -> Reply<SkillPacksListResponse> {
    reply(app.engine.skill_packs().await)
}

pub const DESCRIBE_SKILL_PACK: Operation =
    post("describe_skill_pack", "/api/skills/packs", "Set the title, description and agent of a pack.")
        .person()
        .changes(&[Tag::Packs]);

async fn describe_skill_pack(app: App, Valid(request): Valid<DescribeSkillPackRequest>) -> Reply<SkillPacksListResponse> {
    reply(app.engine.describe_skill_pack(request).await)
}

const DECIDE_IMPORT: &[E] =
    &[E::ClientRequestIdReused, E::InvalidSkillImportTransition, E::SkillImportNotFound, E::SkillImportUploadInUse];

const INSTALL_IMPORT: &[E] = &[
    E::BridgeRebuildFailed,
    E::ClientRequestIdReused,
    E::InstallLaneDenied,
    E::InvalidSkillImportTransition,
    E::SkillAlreadyExists,
    E::SkillImportFindingsNotAcknowledged,
    E::SkillImportNotFound,
    E::TargetNotWritable,
];

/// Stale when an import changes its state.
const IMPORT_MOVED: &[Tag] = &[Tag::Imports, Tag::Packs, Tag::Receipts];

/// Stale when an import becomes an ability.
const IMPORT_INSTALLED: &[Tag] = &[Tag::Abilities, Tag::Imports, Tag::Packs, Tag::Receipts, Tag::Reports, Tag::Skills];
