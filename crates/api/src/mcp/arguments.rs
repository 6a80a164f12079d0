//! What tools take where that differs from the request behind them: what an agent need not know is filled in.

use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
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

/// What the schema lets be left out may be `null` just as well.
fn fill(arguments: &mut JsonObject, name: &str, value: impl FnOnce() -> Value) {
    let given = arguments.entry(name).or_insert(Value::Null);
    if given.is_null() {
        *given = value();
    }
}

/// A report gets a name for the request, so that asking twice reports once, and the name of the client that reports.
pub(super) fn report(mut arguments: JsonObject, client: Option<String>) -> Value {
    fill(&mut arguments, "client_request_id", || json!(SystemIds.next()));
    if let Some(name) = client.map(|name| name.chars().take(AGENT).collect::<String>()).filter(|name| !name.is_empty()) {
        fill(&mut arguments, "agent", || json!(name));
    }
    Value::Object(arguments)
}

/// An intent of an agent is about the configuration of a skill; the operation refuses another target.
pub(super) fn intent(mut arguments: JsonObject) -> Value {
    fill(&mut arguments, "intent_id", || json!(SystemIds.next()));
    fill(&mut arguments, "target", || json!("skill_config"));
    fill(&mut arguments, "requested_by", || json!("wrapper"));
    Value::Object(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> JsonObject {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn null_is_as_left_out_and_what_is_said_stays() {
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
