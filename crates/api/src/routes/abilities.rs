//! `/api/abilities`: later use (§0C.11), and what is decided about abilities once they are installed (§0C.16).

use super::reply;
use crate::App;
use crate::extract::{Ability, Body, Params};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with};
use apprentice_contracts::ability::*;
use apprentice_contracts::report::AbilityReportsResponse;
use apprentice_contracts::skill_page::AbilityHealthHistoryResponse;
use axum::extract::State;

const TAG: &str = "abilities";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/abilities/availability",
            get_with(all, doc(TAG, "availability", "All abilities and whether they work now.")),
        )
        .api_route(
            "/api/abilities/{abilityId}/availability",
            get_with(one, doc(TAG, "ability_availability", "One ability and whether it works now.")),
        )
        .api_route("/api/abilities/lookup", post_with(lookup, doc(TAG, "lookup", "Abilities that fit a request, best first.")))
        .api_route(
            "/api/abilities/explain-match",
            post_with(explain, doc(TAG, "explain_match", "Why an ability fits a request, or does not.")),
        )
        .merge(decisions())
}

fn decisions() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/abilities/{abilityId}",
            delete_with(
                remove,
                doc(
                    TAG,
                    "remove_ability",
                    "Uninstalls an ability; `POST /api/skills/restore` brings it back. Its history stays.",
                ),
            ),
        )
        .api_route(
            "/api/abilities/{abilityId}/activate",
            post_with(
                activate,
                doc(TAG, "activate_ability", "Routes to the ability again and puts it back; not while it is quarantined."),
            ),
        )
        .api_route(
            "/api/abilities/{abilityId}/deactivate",
            post_with(
                deactivate,
                doc(TAG, "deactivate_ability", "Routes to the ability no more, and takes it out of agents' folders."),
            ),
        )
        .api_route(
            "/api/abilities/{abilityId}/quarantine",
            post_with(quarantine, doc(TAG, "quarantine_ability", "Takes the ability out of use and of every lookup.")),
        )
        .api_route(
            "/api/abilities/{abilityId}/unquarantine",
            post_with(unquarantine, doc(TAG, "unquarantine_ability", "Gives the ability back the lane it had.")),
        )
        .api_route(
            "/api/abilities/{abilityId}/promote-shared",
            post_with(
                promote,
                doc(TAG, "promote_ability", "Shares an ability that is installed privately or for the workspace."),
            ),
        )
        .api_route(
            "/api/abilities/{abilityId}/canary",
            post_with(canary, doc(TAG, "run_canary", "Checks the installed files without changing anything.")),
        )
        .api_route(
            "/api/abilities/{abilityId}/health-history",
            get_with(health_history, doc(TAG, "ability_health_history", "How an ability fared, run by run.")),
        )
        .api_route(
            "/api/abilities/{abilityId}/checkpoint-reports",
            get_with(reports, doc(TAG, "ability_reports", "What agents told of the ability's checkpoints of late.")),
        )
}

async fn remove(
    State(app): State<App>,
    Ability(id): Ability,
    Params(query): Params<RemoveAbilityQuery>,
) -> Reply<AbilityRemovedResponse> {
    reply(app.engine.remove_ability(id, query).await)
}

async fn activate(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityActivationResponse> {
    reply(app.engine.activate_ability(id).await)
}

async fn deactivate(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityActivationResponse> {
    reply(app.engine.deactivate_ability(id).await)
}

async fn quarantine(
    State(app): State<App>,
    Ability(id): Ability,
    Body(request): Body<QuarantineRequest>,
) -> Reply<AbilityQuarantineResponse> {
    reply(app.engine.quarantine_ability(id, request).await)
}

async fn unquarantine(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityQuarantineResponse> {
    reply(app.engine.unquarantine_ability(id).await)
}

async fn promote(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityPromotionResponse> {
    reply(app.engine.promote_ability(id).await)
}

async fn canary(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityCanaryResponse> {
    reply(app.engine.run_canary(id).await)
}

async fn reports(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityReportsResponse> {
    reply(app.engine.ability_reports(id).await)
}

async fn all(State(app): State<App>) -> Reply<AbilityAvailabilitySnapshot> {
    reply(app.engine.availability().await)
}

async fn one(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityAvailabilityEntry> {
    reply(app.engine.ability_availability(id).await)
}

async fn lookup(State(app): State<App>, Body(query): Body<AbilityLookupQuery>) -> Reply<AbilityLookupResult> {
    reply(app.engine.lookup(query).await)
}

async fn explain(State(app): State<App>, Body(request): Body<AbilityExplainMatchRequest>) -> Reply<AbilityExplainMatchResponse> {
    reply(app.engine.explain_match(request).await)
}

async fn health_history(State(app): State<App>, Ability(id): Ability) -> Reply<AbilityHealthHistoryResponse> {
    reply(app.engine.ability_health_history(id).await)
}
