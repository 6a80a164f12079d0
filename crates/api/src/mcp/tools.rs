//! The tools: one row each, which says what operation it calls.

use super::arguments::{SubmitIntentArguments, intent, report};
use super::reconnect::{Reconnect, request};
use crate::client::ApiResponse;
use crate::host::refusal;
use apprentice_contracts::ability::{
    AbilityExplainMatchRequest, AbilityExplainMatchResponse, AbilityLookupQuery, AbilityLookupResult,
};
use apprentice_contracts::ability_skill::{AbilitySkillQuery, AbilitySkillResponse};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::intent::ConfigurationIntentResponse;
use apprentice_contracts::report::{
    ObservationReport, ObservationReportResponse, VerifyCheckpointRequest, VerifyCheckpointResponse,
};
use rmcp::handler::server::tool::{schema_for_input, schema_for_output};
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, JsonObject, MetaObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// Where a tool error stands as JSON, beside its words.
pub(super) const ERROR_KEY: &str = "apprentice/error";

/// What a tool does to the world. None reaches beyond this program.
#[derive(Clone, Copy)]
enum Effect {
    Reads,
    /// Adds to what is known, each time anew.
    Adds,
    /// Replaces what was said before.
    Sets,
}

fn tool<I: JsonSchema + 'static, O: JsonSchema + 'static>(
    name: &'static str,
    title: &'static str,
    description: &'static str,
    effect: Effect,
) -> Tool {
    let annotations = ToolAnnotations::with_title(title)
        .read_only(matches!(effect, Effect::Reads))
        .destructive(matches!(effect, Effect::Sets))
        .idempotent(!matches!(effect, Effect::Adds))
        .open_world(false);
    // The types are ours: a schema that is no object would be a defect, which the test of the list finds.
    let input = schema_for_input::<I>().unwrap_or_default();
    Tool::new(name, description, known_formats(&input))
        .with_title(title)
        .with_raw_output_schema(known_formats(&schema_for_output::<O>()))
        .with_annotations(annotations)
}

/// The formats that JSON Schema defines (draft 2020-12, validation, §7.3).
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Without the others (`uint32`), of which agents that compile schemas with Ajv warn their person, a line each.
fn known_formats(schema: &JsonObject) -> Arc<JsonObject> {
    fn keep(schema: &mut JsonObject) {
        if schema.get("format").and_then(Value::as_str).is_some_and(|format| !FORMATS.contains(&format)) {
            schema.remove("format");
        }
        schema.values_mut().for_each(walk);
    }
    fn walk(value: &mut Value) {
        match value {
            Value::Object(schema) => keep(schema),
            Value::Array(items) => items.iter_mut().for_each(walk),
            _ => {}
        }
    }
    let mut schema = schema.clone();
    keep(&mut schema);
    Arc::new(schema)
}

/// Every tool, always the same.
pub(super) fn all() -> &'static [Tool] {
    static ALL: LazyLock<Vec<Tool>> = LazyLock::new(|| {
        vec![
            tool::<AbilityLookupQuery, AbilityLookupResult>(
                "lookup_abilities",
                "Find abilities",
                "Finds abilities that fit a request, best first, and says whether each can be used now. Give the request in the \
                 person's own words.",
                Effect::Reads,
            ),
            tool::<AbilityExplainMatchRequest, AbilityExplainMatchResponse>(
                "explain_match",
                "Explain a match",
                "Says why one ability fits a request, or why it does not.",
                Effect::Reads,
            ),
            tool::<AbilitySkillQuery, AbilitySkillResponse>(
                "get_skill",
                "Read a skill",
                "Gives the SKILL.md of an installed ability by its ability_id or slug, its files with size and SHA-256, and a \
                 dispatch_id that names this use of it: pass that on to verify_checkpoint and report_observation.",
                Effect::Reads,
            ),
            tool::<VerifyCheckpointRequest, VerifyCheckpointResponse>(
                "verify_checkpoint",
                "Report a checkpoint",
                "Tells that a checkpoint of an ability was reached, skipped or failed, with the evidence you saw. Give ability_id and \
                 the dispatch_id of get_skill. A reason is needed unless it was reached.",
                Effect::Adds,
            ),
            tool::<ObservationReport, ObservationReportResponse>(
                "report_observation",
                "Report an observation",
                "Tells a friction or a note about an ability, or how a use of it ended (kind outcome, with outcome, ability_id and \
                 dispatch_id).",
                Effect::Adds,
            ),
            tool::<SubmitIntentArguments, ConfigurationIntentResponse>(
                "submit_configuration_intent",
                "Change the configuration of an ability",
                "Asks for values of one ability to be kept for its next uses, such as a folder or a name the person told you. Keys are \
                 merged; null takes one away. Nothing that looks like a secret is taken.",
                Effect::Sets,
            ),
        ]
    });
    &ALL
}

/// Calls a tool. `Err`: there is none of that name. Whatever the operation refuses is an answer with `isError`.
pub(super) async fn call(
    engine: &impl Reconnect,
    name: &str,
    arguments: JsonObject,
    client: Option<String>,
) -> Result<CallToolResult, ErrorData> {
    let answered = match name {
        "lookup_abilities" => request(engine, "POST", "/api/abilities/lookup", Some(&Value::Object(arguments))).await,
        "explain_match" => request(engine, "POST", "/api/abilities/explain-match", Some(&Value::Object(arguments))).await,
        "verify_checkpoint" => request(engine, "POST", "/api/bridge/verify-checkpoint", Some(&report(arguments, client))).await,
        "report_observation" => request(engine, "POST", "/api/bridge/report-observation", Some(&report(arguments, client))).await,
        "submit_configuration_intent" => request(engine, "POST", "/api/config/intents", Some(&intent(arguments))).await,
        "get_skill" => match query("/api/abilities/skill", &arguments) {
            Ok(path) => request(engine, "GET", &path, None).await,
            Err(failure) => Err(failure),
        },
        _ => return Err(ErrorData::invalid_params(format!("There is no tool “{name}”."), None)),
    };
    Ok(match answered {
        Ok(ApiResponse { status: 200..300, body }) => CallToolResult::structured(body),
        Ok(ApiResponse { body, .. }) => refused(body),
        Err(failure) => refused(refusal(&failure)),
    })
}

/// Longest text in a query, in bytes: more than any operation takes, and less than an address holds.
const LONGEST: usize = 8 * 1024;

/// The arguments of a tool that reads as a query, where all of them are texts.
fn query(path: &str, arguments: &JsonObject) -> Result<String, Failure> {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in arguments {
        let text = value.as_str().ok_or_else(|| {
            Failure::new(ErrorCode::InvalidRequest, format!("{name}: is a text"))
                .with_details(serde_json::json!({ "field": name }))
        })?;
        if text.len() > LONGEST {
            let text = format!("{name}: is longer than {LONGEST} bytes");
            return Err(Failure::new(ErrorCode::InvalidRequest, text).with_details(serde_json::json!({ "field": name })));
        }
        query.append_pair(name, text);
    }
    Ok(format!("{path}?{}", query.finish()))
}

/// The envelope of a refusal: its words for whoever reads the answer, its error for whoever branches on it.
fn refused(envelope: Value) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(envelope.to_string())]);
    let error = envelope.get("error").cloned().unwrap_or_default();
    result.meta = Some(MetaObject(JsonObject::from_iter([(ERROR_KEY.to_owned(), error)])));
    result
}
