//! Requests are validated here, once: their JSON or query is read into a type, and the limits of that type (garde) are checked.
//! A request that does not fit is `INVALID_REQUEST`; `message` and `details.field` name the field, and the message says what would fit.

use crate::failure::Problem;
use apprentice_contracts::error::{ErrorCode, Failure};
use garde::{Report, Validate};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;
use serde_json::json;

/// `INVALID_REQUEST` about one field; an empty `field` is the request as a whole.
pub(crate) fn invalid(field: &str, message: &str) -> Problem {
    let text = if field.is_empty() { message.to_owned() } else { format!("{field}: {message}") };
    Problem(Failure::new(ErrorCode::InvalidRequest, text).with_details(json!({ "field": field })))
}

/// A JSON object as `T`, whose limits hold. Serde would also read an array as a struct, field by field.
pub(crate) fn valid_json<T: DeserializeOwned + Validate<Context = ()>>(bytes: &[u8]) -> Result<T, Problem> {
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(invalid("", "The body must be a JSON object, and is an array."));
    }
    let value = serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        Category::Data => unreadable(&path_at(bytes, offset(bytes, &error)), &error.to_string()),
        Category::Io | Category::Syntax | Category::Eof => {
            wrong_kind::<T>(bytes, offset(bytes, &error)).unwrap_or_else(|| invalid("", &error.to_string()))
        }
    })?;
    valid(value)
}

/// The most characters of a wrong value that a refusal repeats.
const LONGEST_SHOWN: usize = 80;

/// The refusal of a value that is neither a text nor an object where one of several words is allowed. serde_json calls it an error of
/// syntax, and says neither the field nor the words, so the value is read again as a text. `None`: the JSON is wrong.
fn wrong_kind<T: DeserializeOwned>(bytes: &[u8], offset: usize) -> Option<Problem> {
    serde_json::from_slice::<IgnoredAny>(bytes).ok()?;
    let start = offset.checked_sub(1)?;
    let mut values = serde_json::Deserializer::from_slice(bytes.get(start..)?).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    let end = start + values.byte_offset();
    let given: String = String::from_utf8_lossy(&bytes[start..end]).chars().take(LONGEST_SHOWN).collect();
    let as_text = [&bytes[..start], serde_json::to_string(&given).ok()?.as_bytes(), &bytes[end..]].concat();
    let path = path_at(bytes, start);
    let message = match serde_json::from_slice::<T>(&as_text) {
        Err(error) if error.is_data() && error.to_string().starts_with("unknown variant") => error.to_string(),
        _ => format!("invalid value {given}, expected a text"),
    };
    Some(unreadable(&path, &message))
}

/// Where in the text the error is, in bytes.
fn offset(json: &[u8], error: &serde_json::Error) -> usize {
    let lines = json.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1));
    lines.map(<[u8]>::len).sum::<usize>() + error.column()
}

/// The path of the value of a JSON text that ends or begins at `offset`, or contains it: `parts[1].id`. Empty for the whole text.
///
/// A deserializer that follows the path (`serde_path_to_error`) would be compiled once for each type of every request.
fn path_at(json: &[u8], offset: usize) -> String {
    enum Inside {
        /// An object, at the value of this key; `None` between members.
        Object(Option<String>),
        /// An array, at the item of this number.
        Array(usize),
    }
    let mut open: Vec<Inside> = Vec::new();
    let (mut at, mut text) = (0, &json[..0]);
    while at < offset.min(json.len()) {
        match (json[at], open.last_mut()) {
            (b'"', _) => {
                let mut end = at + 1;
                while json.get(end).is_some_and(|byte| *byte != b'"') {
                    end += if json[end] == b'\\' { 2 } else { 1 };
                }
                text = json.get(at..=end).unwrap_or_default();
                at = end;
            }
            (b'{', _) => open.push(Inside::Object(None)),
            (b'[', _) => open.push(Inside::Array(0)),
            (b'}' | b']', _) => drop(open.pop()),
            (b':', Some(Inside::Object(key))) => *key = serde_json::from_slice(text).ok(),
            (b',', Some(Inside::Object(key))) => *key = None,
            (b',', Some(Inside::Array(number))) => *number += 1,
            _ => {}
        }
        at += 1;
    }
    open.iter().fold(String::new(), |path, inside| match inside {
        Inside::Object(None) => path,
        Inside::Object(Some(key)) if path.is_empty() => key.clone(),
        Inside::Object(Some(key)) => format!("{path}.{key}"),
        Inside::Array(number) => format!("{path}[{number}]"),
    })
}

/// A query string as `T`, whose limits hold.
pub(crate) fn valid_query<T: DeserializeOwned + Validate<Context = ()>>(query: &str) -> Result<T, Problem> {
    let query = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(query.as_bytes()));
    let value = serde_path_to_error::deserialize(query).map_err(|error| {
        let path = error.path().to_string();
        // `.` is the whole query.
        unreadable(path.trim_start_matches('.'), &error.inner().to_string())
    })?;
    valid(value)
}

/// `path` is empty for the whole request.
fn unreadable(path: &str, message: &str) -> Problem {
    // The position in the text helps nobody where the field is named.
    let message = message.split(" at line ").next().unwrap_or(message);
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
    let found: Vec<_> = report.iter().map(|(path, error)| (sent_as(&path.to_string()), remedy(error.message()))).collect();
    let text: Vec<_> = found.iter().map(|(field, message)| format!("{field}: {message}")).collect();
    let fields: Vec<_> = found.iter().map(|(field, message)| json!({ "field": field, "message": message })).collect();
    let first = found.first().map(|(field, _)| field.clone()).unwrap_or_default();
    Problem(Failure::new(ErrorCode::InvalidRequest, text.join("; ")).with_details(json!({ "field": first, "fields": fields })))
}

/// A field as requests name it, where its name in Rust is another one: `ref` is a word of the language.
fn sent_as(field: &str) -> String {
    match field.strip_suffix(".reference") {
        Some(of) => format!("{of}.ref"),
        None => field.to_owned(),
    }
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

    #[derive(Debug, serde::Deserialize, Validate)]
    struct Painted {
        #[garde(skip)]
        #[expect(dead_code, reason = "only what it refuses matters")]
        colour: Colour,
        #[serde(default)]
        #[garde(skip)]
        #[expect(dead_code, reason = "only what it refuses matters")]
        more: Vec<Option<Colour>>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
        DarkBlue,
    }

    #[test]
    fn a_value_of_another_kind_names_the_field_and_the_words_that_are_allowed() {
        let allowed = "expected `red` or `dark_blue`";
        for (json, field, given) in [
            (r#"{"colour":7}"#, "colour", "7"),
            (r#"{"colour":null}"#, "colour", "null"),
            (r#"{"colour":true}"#, "colour", "true"),
            (r#"{"colour": -1.5e3 }"#, "colour", "-1.5e3"),
            (r#"{"colour":["red"]}"#, "colour", "[\"red\"]"),
            ("{\n  \"colour\": \"red\",\n  \"more\": [null,\n 9]\n}", "more[1]", "9"),
            (r#"{"colour":"green"}"#, "colour", "green"),
        ] {
            let (named, message) = refused(valid_json::<Painted>(json.as_bytes()));
            assert_eq!((named.as_str(), message), (field, format!("{field}: unknown variant `{given}`, {allowed}")), "{json}");
        }
        assert_eq!(refused(valid_json::<Painted>(br#"{"colour":}"#)).0, "", "wrong JSON is about the whole request");
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
            (r#"{"name":["a"]}"#, "name", "name: invalid type: sequence, expected a string"),
            (" [\"a\", 1, []]", "", "The body must be a JSON object, and is an array."),
            (
                "{\"name\":\"a\",\n\"parts\":[{\"id\":1},\n {\"id\":true}]}",
                "parts[1].id",
                "parts[1].id: invalid type: boolean `true`, expected u32",
            ),
            (
                r#"{"na\"m\u0065\\":"\\\"{[,", "parts":{}}"#,
                "na\"me\\",
                "na\"me\\: unknown field `na\"me\\`, expected one of `name`, `count`, `parts`",
            ),
            (r#"{"name":"}],\"","parts":[{"id":"x"}]}"#, "parts[0].id", "parts[0].id: invalid type: string \"x\", expected u32"),
            (r#"{"name":"a""#, "", "EOF while parsing an object at line 1 column 11"),
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
