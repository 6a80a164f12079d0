//! `/api/abilities`: later use (§0C.11).

use super::reply;
use crate::App;
use crate::extract::{Ability, Body};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::ability::*;
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
