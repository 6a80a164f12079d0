//! What tools take where that differs from the request behind them: what an agent need not know is filled in.

use apprentice_contracts::runtime::Ids;
use apprentice_learn::ids::SystemIds;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// Values of one ability. The payload is merged key by key; `null` takes a key away.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used; the operation checks the arguments")]
pub(super) struct SubmitIntentArguments {
    /// The ability whose configuration changes, as get_skill names it in `skill.capability_id`.
    #[schemars(length(min = 1, max = 160))]
    capability_id: String,
    /// At most 16 KiB, 6 levels, and nothing that looks like a secret.
    payload: serde_json::Map<String, Value>,
    /// UUID. The same id with the same content is answered as the first time. Made up when left out.
    #[serde(default)]
    intent_id: Option<uuid::Uuid>,
    /// Ties it to what it belongs to, such as the dispatch_id.
    #[serde(default)]
    #[schemars(length(min = 1, max = 200))]
    correlation_id: Option<String>,
}

/// Longest name of an agent that a report takes, in characters.
const AGENT: usize = 80;

/// A report gets a name for the request, so that asking twice reports once, and the name of the client that reports.
pub(super) fn report(mut arguments: JsonObject, client: Option<String>) -> Value {
    arguments.entry("client_request_id").or_insert_with(|| json!(SystemIds.next()));
    if let Some(name) = client.map(|name| name.chars().take(AGENT).collect::<String>()).filter(|name| !name.is_empty()) {
        arguments.entry("agent").or_insert_with(|| json!(name));
    }
    Value::Object(arguments)
}

/// An intent of an agent is about the configuration of a skill, whatever it says.
pub(super) fn intent(mut arguments: JsonObject) -> Value {
    arguments.entry("intent_id").or_insert_with(|| json!(SystemIds.next()));
    arguments.entry("target").or_insert_with(|| json!("skill_config"));
    arguments.entry("requested_by").or_insert_with(|| json!("wrapper"));
    Value::Object(arguments)
}
