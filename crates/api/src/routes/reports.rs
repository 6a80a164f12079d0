//! What agents report (§0C.16 "Bridge tool"), what follows from it, and the health of capabilities (§1.1D, §1.1I).

use super::reply;
use crate::App;
use crate::extract::{Body, Dispatch, Params};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::capability::{BridgeCurrent, CapabilityHealthCurrent, CapabilityStatsCurrent};
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::friction::{FrictionResponse, RepairsResponse, ReportsQuery};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::report::*;
use axum::extract::State;

const TAG: &str = "reports";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/bridge/verify-checkpoint",
            post_with(verify, doc(TAG, "verify_checkpoint", "An agent tells that it reached, skipped or failed a checkpoint.")),
        )
        .api_route(
            "/api/bridge/report-observation",
            post_with(report, doc(TAG, "report_observation", "An agent tells a friction, a note, or how a dispatch ended.")),
        )
        .api_route(
            "/api/dispatches/{dispatchId}/checkpoint-receipts",
            get_with(receipts, doc(TAG, "dispatch_checkpoint_receipts", "Checkpoint reports of a dispatch, oldest first.")),
        )
        .api_route("/api/learn/friction", get_with(frictions, doc(TAG, "frictions", "What agents found hard, newest first.")))
        .api_route(
            "/api/learn/repairs",
            get_with(repairs, doc(TAG, "repairs", "Checkpoints that agents did not reach; open ones first.")),
        )
        .api_route(
            "/api/capabilities/bridge",
            get_with(bridge, doc(TAG, "capability_bridge", "The bridge as agents read it; stale when it lags behind.")),
        )
        .api_route(
            "/api/capabilities/health",
            get_with(health, doc(TAG, "capability_health", "How well each capability fares, and why.")),
        )
        .api_route(
            "/api/capabilities/stats",
            get_with(stats, doc(TAG, "capability_stats", "What was reported of each capability.")),
        )
}

async fn verify(State(app): State<App>, Body(request): Body<VerifyCheckpointRequest>) -> Reply<VerifyCheckpointResponse> {
    reply(app.engine.verify_checkpoint(request).await)
}

async fn report(State(app): State<App>, Body(report): Body<ObservationReport>) -> Reply<ObservationReportResponse> {
    reply(app.engine.report_observation(report).await)
}

async fn receipts(
    State(app): State<App>,
    Dispatch(id): Dispatch,
    Params(page): Params<PageQuery>,
) -> Reply<CheckpointReceiptsResponse> {
    reply(app.engine.dispatch_checkpoint_receipts(id, page).await)
}

async fn frictions(State(app): State<App>, Params(query): Params<ReportsQuery>) -> Reply<FrictionResponse> {
    reply(app.engine.frictions(query).await)
}

async fn repairs(State(app): State<App>, Params(query): Params<ReportsQuery>) -> Reply<RepairsResponse> {
    reply(app.engine.repairs(query).await)
}

async fn bridge(State(app): State<App>) -> Reply<BridgeCurrent> {
    reply(app.engine.capability_bridge().await)
}

async fn health(State(app): State<App>) -> Reply<CapabilityHealthCurrent> {
    reply(app.engine.capability_health().await)
}

async fn stats(State(app): State<App>) -> Reply<CapabilityStatsCurrent> {
    reply(app.engine.capability_stats().await)
}
