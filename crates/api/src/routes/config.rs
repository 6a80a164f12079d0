//! `/api/config/intents` (§0.2G, §0C.16).

use super::{Routes, reply, stored_bytes};
use crate::App;
use crate::extract::{Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post};
use crate::scope::Caller;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::intent::{
    ConfigurationIntentResponse, ConfigurationIntentsResponse, IntentSource, IntentTarget, SubmitIntentRequest,
};
use apprentice_contracts::page::PageQuery;
use apprentice_engine::core::quota::QuotaKind;
use serde_json::json;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(SUBMIT_INTENT, submit_intent);
    api.add(LIST_INTENTS, list_intents);
}

pub const SUBMIT_INTENT: Operation =
    post("submit_intent", "/api/config/intents", "Submit a configuration intent; the same intent applies once.")
        .agents()
        .refuses(&[E::AbilityNotFound, E::ClientRequestIdReused, E::QuotaExceeded])
        .changes(&[Tag::Intents, Tag::Settings, Tag::Abilities, Tag::Skills, Tag::Receipts]);

async fn submit_intent(
    app: App,
    caller: Caller,
    Valid(mut request): Valid<SubmitIntentRequest>,
) -> Reply<ConfigurationIntentResponse> {
    if caller == Caller::Agent {
        if request.target != IntentTarget::SkillConfig {
            let text = "target: an agent may only configure skills (skill_config). Ask the person to change the rest.";
            return Err(Failure::new(ErrorCode::Forbidden, text).with_details(json!({ "field": "target" })).into());
        }
        // An agent cannot submit in the name of another source.
        request.requested_by = IntentSource::Wrapper;
        app.engine.charge_agent(QuotaKind::Intents, None, stored_bytes(&request))?;
    }
    reply(app.engine.submit_intent(request).await)
}

pub const LIST_INTENTS: Operation =
    get("list_intents", "/api/config/intents", "List configuration intents, newest first.").person().provides(&[Tag::Intents]);

async fn list_intents(app: App, ValidQuery(page): ValidQuery<PageQuery>) -> Reply<ConfigurationIntentsResponse> {
    reply(app.engine.list_intents(page).await)
}
