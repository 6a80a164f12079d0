//! Settings, health, repair.

use super::{Routes, reply};
use crate::App;
use crate::extract::{Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post, put};
use apprentice_contracts::app::{DoctorResponse, RebuildProjectionsResponse, Settings, SettingsResponse, UpdateCheckResponse};
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::project::{ProjectsResponse, ResolveProjectQuery, ResolveProjectResponse};
use axum::Json;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(SETTINGS, settings);
    api.add(UPDATE_SETTINGS, update_settings);
    api.add(PROJECTS, projects);
    api.add(RESOLVE_PROJECT, resolve_project);
    api.add(DOCTOR, doctor);
    api.add(CHECK_FOR_UPDATES, check_for_updates);
    api.add(REPAIR_PROJECTIONS, repair_projections);
}

pub const SETTINGS: Operation =
    get("settings", "/api/settings", "Read the settings and the folders that skills can be installed to.")
        .person()
        .provides(&[Tag::Settings]);

async fn settings(app: App) -> Reply<SettingsResponse> {
    reply(app.engine.settings().await)
}

pub const UPDATE_SETTINGS: Operation = put("update_settings", "/api/settings", "Replace the settings.").person().changes(&[
    Tag::Settings,
    Tag::Abilities,
    Tag::Candidates,
    Tag::Skills,
    Tag::Proposal,
    Tag::Receipts,
    Tag::Session,
]);

async fn update_settings(app: App, Valid(settings): Valid<Settings>) -> Reply<SettingsResponse> {
    reply(app.engine.update_settings(settings).await)
}

pub const PROJECTS: Operation =
    get("projects", "/api/projects", "List the projects with their other names and folders.").person().provides(&[Tag::Settings]);

async fn projects(app: App) -> Reply<ProjectsResponse> {
    reply(app.engine.projects().await)
}

pub const RESOLVE_PROJECT: Operation =
    get("resolve_project", "/api/projects/resolve", "Find the project that an id, another name or a folder means.")
        .person()
        .provides(&[Tag::Settings]);

async fn resolve_project(app: App, ValidQuery(query): ValidQuery<ResolveProjectQuery>) -> Reply<ResolveProjectResponse> {
    reply(app.engine.resolve_project(query).await)
}

pub const DOCTOR: Operation =
    get("doctor", "/api/doctor", "Check what works on this machine and how to fix the rest.").person().provides(&[Tag::Doctor]);

async fn doctor(app: App) -> Reply<DoctorResponse> {
    reply(app.engine.doctor().await)
}

pub const CHECK_FOR_UPDATES: Operation = post(
    "check_for_updates",
    "/api/updates/check",
    "Check `update_feed` for a newer version; nothing is downloaded or installed.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::NotFound])
.provides(&[]);

async fn check_for_updates(app: App) -> Reply<UpdateCheckResponse> {
    reply(app.engine.check_for_updates().await)
}

pub const REPAIR_PROJECTIONS: Operation =
    post("repair_projections", "/api/repair/projections", "Rewrite every projected file from the database.")
        .person()
        .refuses(&[E::TargetNotWritable])
        .changes(&[Tag::Abilities, Tag::Reports, Tag::Doctor]);

async fn repair_projections(app: App) -> Reply<RebuildProjectionsResponse> {
    Ok(Json(RebuildProjectionsResponse { files_written: app.engine.repair_projections().await? }))
}
