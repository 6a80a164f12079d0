//! The arguments of tools, where they differ from the request of the operation: what an agent does not need to know is filled in.

use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use rmcp::model::JsonObject;
use serde_json::{Value, json};
use std::path::Path;

/// Values of one ability. The payload is merged key by key; `null` removes a key.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used; the operation checks the arguments")]
pub(super) struct SubmitIntentArguments {
    /// The ability whose configuration changes, as get_skill names it in `skill.capability_id`.
    #[schemars(length(min = 1, max = 160))]
    capability_id: String,
    /// At most 16 KiB, 6 levels, and nothing that looks like a secret.
    payload: serde_json::Map<String, Value>,
    /// UUID. The same id with the same content is answered as the first time. Generated when left out.
    #[serde(default)]
    intent_id: Option<uuid::Uuid>,
    /// The id of what it belongs to, such as the dispatch_id.
    #[serde(default)]
    #[schemars(length(min = 1, max = 200))]
    correlation_id: Option<String>,
}

/// One call of a tool of a connector.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used; the operation checks the arguments")]
pub(super) struct CallConnectorToolArguments {
    /// As search_connector_tools names it.
    #[schemars(length(min = 1, max = 120))]
    server_id: String,
    /// As search_connector_tools names it.
    #[schemars(length(min = 1, max = 160))]
    tool_name: String,
    /// As the schema of the tool says.
    #[serde(default)]
    arguments: serde_json::Map<String, Value>,
    /// How long to wait for the person, if the call asks them first, in milliseconds.
    #[serde(default)]
    #[schemars(range(max = 300_000))]
    wait_ms: Option<u32>,
    /// How long the tool may take, in milliseconds.
    #[serde(default)]
    #[schemars(range(min = 1000, max = 600_000))]
    timeout_ms: Option<u32>,
}

/// Longest name of an agent in a report, in characters.
const AGENT: usize = 80;

/// Sets a field that is absent or null. The schema allows both.
fn fill(arguments: &mut JsonObject, name: &str, value: impl FnOnce() -> Value) {
    let given = arguments.entry(name).or_insert(Value::Null);
    if given.is_null() {
        *given = value();
    }
}

/// The body of a report: with an id, so that a repeated call reports once, and with the name of the client.
pub(super) fn report(mut arguments: JsonObject, client: Option<String>) -> Value {
    fill(&mut arguments, "client_request_id", || json!(SystemIds.next()));
    if let Some(name) = client.map(|name| name.chars().take(AGENT).collect::<String>()).filter(|name| !name.is_empty()) {
        fill(&mut arguments, "agent", || json!(name));
    }
    Value::Object(arguments)
}

/// The body of an intent. Agents may only configure skills; the operation refuses another target.
pub(super) fn intent(mut arguments: JsonObject) -> Value {
    fill(&mut arguments, "intent_id", || json!(SystemIds.next()));
    fill(&mut arguments, "target", || json!("skill_config"));
    fill(&mut arguments, "requested_by", || json!("wrapper"));
    Value::Object(arguments)
}

/// A look-up that names no project is for that of the folder that the agent works in.
pub(super) fn in_project(mut arguments: JsonObject, folder: &Path) -> JsonObject {
    if let Some(folder) = folder.to_str() {
        fill(&mut arguments, "project_id", || json!(folder));
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> JsonObject {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn null_counts_as_left_out_and_given_values_stay() {
        let nulls = report(object(json!({ "client_request_id": null, "agent": null })), Some("a-client".into()));
        assert!(nulls["client_request_id"].is_string(), "asked twice it must report once: {nulls}");
        assert_eq!(nulls["agent"], "a-client");
        let said = report(object(json!({ "client_request_id": "mine", "agent": "me" })), Some("a-client".into()));
        assert_eq!(said, json!({ "client_request_id": "mine", "agent": "me" }));
        let null = intent(object(json!({ "intent_id": null, "payload": {} })));
        assert!(null["intent_id"].is_string(), "its schema allows it: {null}");
        assert_eq!((&null["target"], &null["requested_by"]), (&json!("skill_config"), &json!("wrapper")));
    }
}
