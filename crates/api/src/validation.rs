//! Requests are validated here, once: their JSON or query is read into a type, and the limits of that type (garde) are checked.
//! A request that does not fit is `INVALID_REQUEST`; `message` and `details.field` name the field, and the message says what would fit.

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
    // Serde says in the message alone which field of an object is missing or not known.
    let named = ["missing field `", "unknown field `"].iter().find_map(|start| message.strip_prefix(start)?.split('`').next());
    match named {
        Some(name) if path.is_empty() || path == name => invalid(name, message),
        Some(name) if path.ends_with(&format!(".{name}")) => invalid(path, message),
        Some(name) => invalid(&format!("{path}.{name}"), message),
        None => invalid(path, message),
    }
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
    let found: Vec<_> = report.iter().map(|(path, error)| (path.to_string(), remedy(error.message()))).collect();
    let text: Vec<_> = found.iter().map(|(field, message)| format!("{field}: {message}")).collect();
    let fields: Vec<_> = found.iter().map(|(field, message)| json!({ "field": field, "message": message })).collect();
    let first = found.first().map(|(field, _)| field.clone()).unwrap_or_default();
    Problem(Failure::new(ErrorCode::InvalidRequest, text.join("; ")).with_details(json!({ "field": first, "fields": fields })))
}

/// What garde found, put as what would fit: “greater than 100” becomes “must be at most 100”.
fn remedy(message: &str) -> String {
    let rules = [
        ("length is lower than ", "its length must be at least "),
        ("length is greater than ", "its length must be at most "),
        ("lower than ", "must be at least "),
        ("greater than ", "must be at most "),
        ("does not match pattern ", "must match the pattern "),
    ];
    let fitting = rules.iter().find_map(|(found, wanted)| message.strip_prefix(found).map(|limit| format!("{wanted}{limit}")));
    fitting.unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        #[garde(length(chars, min = 1, max = 3), pattern("^[a-z]*$"))]
        name: String,
        #[serde(default)]
        #[garde(range(max = 9))]
        count: u32,
        #[serde(default)]
        #[garde(dive)]
        parts: Vec<Part>,
    }

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(deny_unknown_fields)]
    struct Part {
        #[garde(skip)]
        #[expect(dead_code, reason = "only its absence matters")]
        id: u32,
    }

    fn refused<T: std::fmt::Debug>(answer: Result<T, Problem>) -> (String, String) {
        let Problem(failure) = answer.unwrap_err();
        (failure.details.unwrap()["field"].as_str().unwrap().to_owned(), failure.message)
    }

    #[test]
    fn a_refusal_names_the_field_and_what_would_fit() {
        for (json, field, message) in [
            (r#"{"name":""}"#, "name", "name: its length must be at least 1"),
            (r#"{"name":"abcd"}"#, "name", "name: its length must be at most 3"),
            (r#"{"name":"A"}"#, "name", "name: must match the pattern /^[a-z]*$/"),
            (r#"{"name":"a","count":10}"#, "count", "count: must be at most 9"),
            (r#"{"count":1}"#, "name", "name: missing field `name`"),
            (r#"{"name":"a","size":1}"#, "size", "size: unknown field `size`, expected one of `name`, `count`, `parts`"),
            (r#"{"name":"a","parts":[{"id":1},{}]}"#, "parts[1].id", "parts[1].id: missing field `id`"),
            (r#"{"name":"a","parts":[{"no":1}]}"#, "parts[0].no", "parts[0].no: unknown field `no`, expected `id`"),
            (r#"{"name":7}"#, "name", "name: invalid type: integer `7`, expected a string"),
            (r#"{"name":"a"} x"#, "", "trailing characters at line 1 column 14"),
        ] {
            assert_eq!(refused(valid_json::<Asked>(json.as_bytes())), (field.to_owned(), message.to_owned()), "{json}");
        }
        for (query, field, message) in [
            ("name=a&count=x", "count", "count: invalid digit found in string"),
            ("count=1", "name", "name: missing field `name`"),
            ("name=a&colour=red", "colour", "colour: unknown field `colour`, expected one of `name`, `count`, `parts`"),
        ] {
            assert_eq!(refused(valid_query::<Asked>(query)), (field.to_owned(), message.to_owned()), "{query}");
        }
    }
}
