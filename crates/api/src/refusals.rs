//! The failures of an operation: how OpenAPI describes them, and a check that no operation answers a code that its declaration does not list.

use crate::failure::Problem;
use crate::operation::Operation;
use apprentice_contracts::error::ErrorCode;
use axum::response::Response;
use http::{HeaderValue, StatusCode};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The header of an answer whose code is not declared. Only builds with assertions check; tests fail when they see the header.
pub(crate) const UNDOCUMENTED: &str = "x-undocumented";

/// Marks `response` with [`UNDOCUMENTED`] if it fails with a code that `operation` does not declare.
pub(crate) fn check_documented(operation: &Operation, response: &mut Response) {
    if cfg!(debug_assertions)
        && let Some(Problem(failure)) = response.extensions().get::<Problem>()
        && !operation.codes().contains(&failure.code)
    {
        tracing::error!(operation = operation.id, code = ?failure.code, "the operation does not declare this code");
        response.headers_mut().insert(UNDOCUMENTED, HeaderValue::from_static("1"));
    }
}

/// The failures of one operation, as references to [`responses`]. Operations share the description of a status; `x-error-codes` lists the
/// codes of each.
pub(crate) fn references(codes: &[ErrorCode]) -> Value {
    let row = |code: &ErrorCode| {
        let status = code.status();
        (status.to_string(), json!({ "$ref": format!("#/components/responses/{status}") }))
    };
    Value::Object(codes.iter().map(row).collect())
}

/// The description of each status.
pub(crate) fn responses(statuses: &BTreeSet<u16>) -> Value {
    let envelope = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/ApiErrorEnvelope" } } });
    let described = statuses.iter().map(|status| {
        let name = StatusCode::from_u16(*status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default();
        (status.to_string(), json!({ "description": format!("{name}. The code says which failure it is."), "content": envelope }))
    });
    Value::Object(described.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    #[test]
    fn every_operation_lists_the_statuses_that_it_answers() {
        let document = crate::openapi::document();
        let operations =
            document["paths"].as_object().unwrap().values().filter_map(|path| path.as_object()).flat_map(Map::values);
        for operation in operations {
            let id = &operation["operationId"];
            let responses = operation["responses"].as_object().unwrap();
            assert!(!responses.contains_key("default"), "{id}: a default would document any answer");
            for status in ["200", "400", "401", "403", "413", "500"] {
                assert!(responses.contains_key(status), "{id}: {status}");
            }
        }
    }
}
