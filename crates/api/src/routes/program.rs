//! Settings, health, repair.

use super::reply;
use crate::App;
use crate::extract::Body;
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::app::{DoctorResponse, RebuildProjectionsResponse, Settings, SettingsResponse, UpdateCheckResponse};
use axum::Json;
use axum::extract::State;

const TAG: &str = "program";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/settings",
            get_with(settings, doc(TAG, "settings", "Choices, and the folders skills can be installed to."))
                .put_with(update, doc(TAG, "update_settings", "Replace the choices.")),
        )
        .api_route("/api/doctor", get_with(doctor, doc(TAG, "doctor", "What works here, and what mends the rest.")))
        .api_route(
            "/api/updates/check",
            post_with(
                updates,
                doc(TAG, "check_for_updates", "What `update_feed` announces; nothing is downloaded or installed."),
            ),
        )
        .api_route(
            "/api/repair/projections",
            post_with(repair, doc(TAG, "repair_projections", "Write every projected file anew from the database.")),
        )
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

async fn updates(State(app): State<App>) -> Reply<UpdateCheckResponse> {
    reply(app.engine.check_for_updates().await)
}

async fn repair(State(app): State<App>) -> Reply<RebuildProjectionsResponse> {
    Ok(Json(RebuildProjectionsResponse { files_written: app.engine.repair_projections().await? }))
}
