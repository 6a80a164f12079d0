//! Requests are validated here, once: their JSON or query is read into a type, and the limits of that type (garde) are checked.
//! A request that does not fit is `INVALID_REQUEST`; `message` and `details.field` name the field.

use crate::failure::Problem;
use apprentice_contracts::error::{ErrorCode, Failure};
use garde::{Report, Validate};
use serde::Deserializer;
use serde::de::DeserializeOwned;
use serde_json::json;

/// `INVALID_REQUEST` about one field; an empty `field` is the request as a whole.
pub(crate) fn invalid(field: &str, message: &str) -> Problem {
    let text = if field.is_empty() { message.to_owned() } else { format!("{field}: {message}") };
    Problem(Failure::new(ErrorCode::InvalidRequest, text).with_details(json!({ "field": field })))
}

/// A JSON text as `T`, whose limits hold.
pub(crate) fn valid_json<T: DeserializeOwned + Validate<Context = ()>>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = read(&mut json)?;
    json.end().map_err(|error| invalid("", &error.to_string()))?;
    valid(value)
}

/// A query string as `T`, whose limits hold.
pub(crate) fn valid_query<T: DeserializeOwned + Validate<Context = ()>>(query: &str) -> Result<T, Problem> {
    valid(read(serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(query.as_bytes())))?)
}

/// Reads a `T`; a failure names the path of the field.
///
/// `T` sees an erased deserializer, so that what finds the path is compiled once for JSON and once for queries, not once for each `T`.
fn read<'de, T: DeserializeOwned>(deserializer: impl Deserializer<'de>) -> Result<T, Problem> {
    let mut track = serde_path_to_error::Track::new();
    let value = {
        let tracked = serde_path_to_error::Deserializer::new(deserializer, &mut track);
        erased_serde::deserialize(&mut <dyn erased_serde::Deserializer<'_>>::erase(tracked))
    };
    value.map_err(|error: erased_serde::Error| unreadable(&track.path().to_string(), &error.to_string()))
}

/// `path` is `.` for the whole request.
fn unreadable(path: &str, message: &str) -> Problem {
    // The position in the text helps nobody where the field is named.
    let message = message.split(" at line ").next().unwrap_or(message);
    let path = if path == "." { "" } else { path };
    invalid(path, message)
}

/// The value, if its limits hold.
fn valid<T: Validate<Context = ()>>(value: T) -> Result<T, Problem> {
    match value.validate() {
        Ok(()) => Ok(value),
        Err(report) => Err(limits(&report)),
    }
}

/// One refusal for all fields of a report.
fn limits(report: &Report) -> Problem {
    let found: Vec<_> = report.iter().map(|(path, error)| (path.to_string(), error.to_string())).collect();
    let text: Vec<_> = found.iter().map(|(field, message)| format!("{field}: {message}")).collect();
    let fields: Vec<_> = found.iter().map(|(field, message)| json!({ "field": field, "message": message })).collect();
    let first = found.first().map(|(field, _)| field.clone()).unwrap_or_default();
    Problem(Failure::new(ErrorCode::InvalidRequest, text.join("; ")).with_details(json!({ "field": first, "fields": fields })))
}
