//! `/api/config/intents` (§0.2G, §0C.16).

use super::reply;
use crate::App;
use crate::extract::{Body, Params};
use crate::failure::Reply;
use crate::openapi::doc;
use crate::scope::Caller;
use aide::axum::ApiRouter;
use aide::axum::routing::post_with;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::intent::{
    ConfigurationIntentResponse, ConfigurationIntentsResponse, IntentSource, IntentTarget, SubmitIntentRequest,
};
use apprentice_contracts::page::PageQuery;
use axum::extract::State;
use serde_json::json;

const TAG: &str = "configuration";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new().api_route(
        "/api/config/intents",
        post_with(submit, doc(TAG, "submit_intent", "Ask for a setting to be changed; the same intent twice changes it once."))
            .get_with(list, doc(TAG, "list_intents", "What was asked to be configured, newest first.")),
    )
}

async fn submit(
    State(app): State<App>,
    caller: Caller,
    Body(mut request): Body<SubmitIntentRequest>,
) -> Reply<ConfigurationIntentResponse> {
    if caller == Caller::Agent {
        if request.target != IntentTarget::SkillConfig {
            let text = "target: an agent may only configure skills (skill_config). The rest is the person's to change.";
            return Err(Failure::new(ErrorCode::Forbidden, text).with_details(json!({ "field": "target" })).into());
        }
        // Nobody's word but its own.
        request.requested_by = IntentSource::Wrapper;
    }
    reply(app.engine.submit_intent(request).await)
}

async fn list(State(app): State<App>, Params(page): Params<PageQuery>) -> Reply<ConfigurationIntentsResponse> {
    reply(app.engine.list_intents(page).await)
}
