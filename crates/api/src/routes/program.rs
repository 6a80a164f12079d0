//! Skills on this machine, settings, health, repair.

use super::reply;
use crate::App;
use crate::extract::{Body, Params};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::app::{DoctorResponse, RepairResponse, Settings, SettingsResponse};
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery, SkillsListResponse};
use axum::Json;
use axum::extract::State;

const TAG: &str = "program";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route("/api/skills", get_with(list, doc(TAG, "list_skills", "Every skill on this machine, shadowed ones too.")))
        .api_route("/api/skills/content", get_with(read, doc(TAG, "read_skill", "The text of one skill that the list named.")))
        .api_route(
            "/api/settings",
            get_with(settings, doc(TAG, "settings", "Choices, and the folders skills can be installed to."))
                .put_with(update, doc(TAG, "update_settings", "Replace the choices.")),
        )
        .api_route("/api/doctor", get_with(doctor, doc(TAG, "doctor", "What works here, and what mends the rest.")))
        .api_route(
            "/api/repair/projections",
            post_with(repair, doc(TAG, "repair_projections", "Write every projected file anew from the database.")),
        )
}

async fn list(State(app): State<App>) -> Reply<SkillsListResponse> {
    reply(app.engine.list_skills().await)
}

async fn read(State(app): State<App>, Params(query): Params<SkillPathQuery>) -> Reply<SkillContentResponse> {
    reply(app.engine.read_skill(query).await)
}

async fn settings(State(app): State<App>) -> Reply<SettingsResponse> {
    reply(app.engine.settings().await)
}

async fn update(State(app): State<App>, Body(settings): Body<Settings>) -> Reply<SettingsResponse> {
    reply(app.engine.update_settings(settings).await)
}

async fn doctor(State(app): State<App>) -> Reply<DoctorResponse> {
    reply(app.engine.doctor().await)
}

async fn repair(State(app): State<App>) -> Reply<RepairResponse> {
    Ok(Json(RepairResponse { files_written: app.engine.repair_projections().await? }))
}
