//! Reports of agents (§0C.16 "Bridge tool"), frictions and repairs, and the health of capabilities (§1.1D, §1.1I).

use super::{Routes, reply, stored_bytes};
use crate::App;
use crate::extract::{Dispatch, Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post};
use crate::scope::Caller;
use apprentice_contracts::capability::{BridgeCurrent, CapabilityHealthCurrent, CapabilityStatsCurrent};
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::friction::{FrictionResponse, RepairsResponse, ReportsQuery};
use apprentice_contracts::ids::DispatchId;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::report::*;
use apprentice_engine::Answer;
use apprentice_engine::core::quota::QuotaKind;
use serde::Serialize;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(VERIFY_CHECKPOINT, verify_checkpoint);
    api.add(REPORT_OBSERVATION, report_observation);
    api.add(DISPATCH_CHECKPOINT_RECEIPTS, dispatch_checkpoint_receipts);
    api.add(FRICTIONS, frictions);
    api.add(REPAIRS, repairs);
    api.add(CAPABILITY_BRIDGE, capability_bridge);
    api.add(CAPABILITY_HEALTH, capability_health);
    api.add(CAPABILITY_STATS, capability_stats);
}

pub const VERIFY_CHECKPOINT: Operation =
    post("verify_checkpoint", "/api/bridge/verify-checkpoint", "Report that an agent reached, skipped or failed a checkpoint.")
        .agents()
        .refuses(&[
            E::AbilityNotFound,
            E::ClientRequestIdReused,
            E::DispatchNotFound,
            E::LearnSessionNotFound,
            E::QuotaExceeded,
            E::VerdictAlreadyGiven,
        ])
        .changes(&[Tag::Abilities, Tag::Reports, Tag::Session, Tag::Proposal, Tag::Rehearsal]);

/// Counts a report of an agent.
fn charge(app: &App, caller: Caller, agent: Option<&str>, report: &impl Serialize) -> Answer<()> {
    match caller {
        Caller::Person => Ok(()),
        Caller::Agent => app.engine.charge_agent(QuotaKind::Reports, agent, stored_bytes(report)),
    }
}

async fn verify_checkpoint(
    app: App,
    caller: Caller,
    Valid(request): Valid<VerifyCheckpointRequest>,
) -> Reply<VerifyCheckpointResponse> {
    charge(&app, caller, request.agent.as_deref(), &request)?;
    reply(app.engine.verify_checkpoint(request).await)
}

pub const REPORT_OBSERVATION: Operation =
    post("report_observation", "/api/bridge/report-observation", "Report a friction, a note or the outcome of a dispatch.")
        .agents()
        .refuses(&[E::AbilityNotFound, E::ClientRequestIdReused, E::DispatchNotFound, E::QuotaExceeded])
        .changes(&[Tag::Abilities, Tag::Reports]);

async fn report_observation(
    app: App,
    caller: Caller,
    Valid(report): Valid<ObservationReport>,
) -> Reply<ObservationReportResponse> {
    charge(&app, caller, report.agent.as_deref(), &report)?;
    reply(app.engine.report_observation(report).await)
}

pub const DISPATCH_CHECKPOINT_RECEIPTS: Operation = get(
    "dispatch_checkpoint_receipts",
    "/api/dispatches/{dispatchId}/checkpoint-receipts",
    "List the checkpoint reports of a dispatch, oldest first.",
)
.person()
.provides(&[Tag::Reports]);

async fn dispatch_checkpoint_receipts(
    app: App,
    Dispatch(id): Dispatch,
    ValidQuery(page): ValidQuery<PageQuery>,
) -> Reply<CheckpointReceiptsResponse> {
    reply(app.engine.dispatch_checkpoint_receipts(DispatchId(id), page).await)
}

pub const FRICTIONS: Operation = get("frictions", "/api/learn/friction", "List frictions that agents reported, newest first.")
    .person()
    .provides(&[Tag::Reports]);

async fn frictions(app: App, ValidQuery(query): ValidQuery<ReportsQuery>) -> Reply<FrictionResponse> {
    reply(app.engine.frictions(query).await)
}

pub const REPAIRS: Operation =
    get("repairs", "/api/learn/repairs", "List checkpoints that agents did not reach, open ones first.")
        .person()
        .provides(&[Tag::Reports]);

async fn repairs(app: App, ValidQuery(query): ValidQuery<ReportsQuery>) -> Reply<RepairsResponse> {
    reply(app.engine.repairs(query).await)
}

pub const CAPABILITY_BRIDGE: Operation = get(
    "capability_bridge",
    "/api/capabilities/bridge",
    "Read the bridge as agents read it; `stale` means that it is not current.",
)
.person()
.provides(&[Tag::Reports]);

async fn capability_bridge(app: App) -> Reply<BridgeCurrent> {
    reply(app.engine.capability_bridge().await)
}

pub const CAPABILITY_HEALTH: Operation =
    get("capability_health", "/api/capabilities/health", "Read the health of each capability, with reasons.")
        .person()
        .provides(&[Tag::Reports]);

async fn capability_health(app: App) -> Reply<CapabilityHealthCurrent> {
    reply(app.engine.capability_health().await)
}

pub const CAPABILITY_STATS: Operation =
    get("capability_stats", "/api/capabilities/stats", "Read the report statistics of each capability.")
        .person()
        .provides(&[Tag::Reports]);

async fn capability_stats(app: App) -> Reply<CapabilityStatsCurrent> {
    reply(app.engine.capability_stats().await)
}
