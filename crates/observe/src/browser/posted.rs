//! The addresses of data that a page asks for by POST: searches, GraphQL queries, JSON-RPC calls; or in a message over a WebSocket.
//!
//! Such an address is the endpoint, the operation that the body names, and the parts of the body as a query.

use crate::redact::mask_url;
use apprentice_contracts::reading::{POSTED, SOCKET};
use regex::Regex;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use url::Url;

/// The longest text that is in the address as it is, in characters.
const LONGEST_PART: usize = 80;
/// The longest query, in characters.
const LONGEST_QUERY: usize = 1_500;
/// How deep a body is read.
const DEPTH: usize = 8;

/// Data that a page asks for by POST.
#[derive(Debug, PartialEq)]
pub(super) struct Posted {
    /// The address by which they are known, masked.
    pub address: String,
    /// Whether the request says that it only asks: a GraphQL query, or a procedure whose name says so.
    pub only_asks: bool,
}

/// The data that this request asks for. `None`: its body is no data, or a GraphQL operation that is no query.
pub(super) fn data_of(url: &str, body: &str) -> Option<Posted> {
    let address = Url::parse(url).ok()?;
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut operation = None;
    let mut only_asks = false;
    match serde_json::from_str::<Value>(body) {
        Ok(Value::Object(mut object)) => {
            let is_graphql = object.get("query").and_then(Value::as_str).is_some_and(|text| text.contains('{'));
            operation = named_operation(&mut object)?;
            only_asks = is_graphql || operation.as_deref().is_some_and(super::calls::only_asks);
            flatten("", &Value::Object(object), &mut pairs, 0);
        }
        Ok(list @ Value::Array(_)) => {
            let is_query = |one: &Value| one.get("query").and_then(Value::as_str).is_none_or(is_query);
            if !list.as_array()?.iter().all(is_query) {
                return None;
            }
            flatten("", &list, &mut pairs, 0);
        }
        // A form without a name is another kind of body.
        _ if body.contains('=') && !body.contains(['\n', '{', '<']) => {
            let form = url::form_urlencoded::parse(body.as_bytes());
            pairs.extend(form.filter(|(_, value)| !is_moment(value)).map(|(name, value)| (name.into_owned(), part(&value))));
        }
        _ if body.is_empty() => {}
        _ => return None,
    }
    let own = address.query_pairs().into_owned().collect();
    Some(Posted { address: known_as(address, POSTED, operation.as_deref(), own, pairs)?, only_asks })
}

/// The address of what a message over the WebSocket with this address asks for, or what it reports.
pub(super) fn address_of_message(socket: &str, operation: &str, parts: &Map<String, Value>) -> Option<String> {
    let mut pairs = Vec::new();
    parts.iter().for_each(|(name, value)| flatten(name, value, &mut pairs, 1));
    let operation = Some(operation).filter(|operation| !operation.is_empty());
    known_as(Url::parse(socket).ok()?, SOCKET, operation, Vec::new(), pairs)
}

/// `kind`: the first parameter. `own`: those of the address itself. `pairs`: those of the body or the message.
fn known_as(
    mut address: Url,
    kind: &str,
    operation: Option<&str>,
    own: Vec<(String, String)>,
    mut pairs: Vec<(String, String)>,
) -> Option<String> {
    // The order of keys says nothing (RFC 8259, 4); that of values with one key does.
    pairs.sort_by(|(one, _), (other, _)| one.cmp(other));
    pairs.splice(0..0, own);
    if let Some(operation) = operation {
        address.path_segments_mut().ok()?.pop_if_empty().extend(operation.split('/').map(part));
    }
    let length: usize = pairs.iter().map(|(name, value)| name.chars().count() + value.chars().count()).sum();
    if length > LONGEST_QUERY {
        let all = pairs.iter().flat_map(|(name, value)| [name.as_str(), "=", value.as_str(), "&"]).collect::<String>();
        pairs = vec![("body".to_owned(), fingerprint(&all))];
    }
    address.set_fragment(None);
    address.query_pairs_mut().clear().append_pair(kind, "").extend_pairs(pairs);
    Some(mask_url(address.as_str()).0)
}

/// Takes out what names the operation: of GraphQL its query, of JSON-RPC its method. `None`: it may change something. What a body of
/// another kind does is not known; it is kept only if the page sends it by itself.
fn named_operation(object: &mut Map<String, Value>) -> Option<Option<String>> {
    static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s*query\s+(\w+)").expect("valid"));
    if let Some(procedure) = super::calls::procedure(object).map(str::to_owned) {
        // It counts the calls.
        object.remove("id");
        return Some(Some(procedure));
    }
    let text = object.get("query").and_then(Value::as_str).map(str::to_owned);
    // A search has a query too.
    let Some(text) = text.filter(|text| text.contains('{')) else { return Some(None) };
    if !is_query(&text) {
        return None;
    }
    let named = object.get("operationName").and_then(Value::as_str).map(str::to_owned);
    object.remove("operationName");
    object.remove("extensions");
    Some(named.or_else(|| Some(NAME.captures(&text)?[1].to_owned())))
}

/// Whether a text is not an operation of GraphQL that may change something (GraphQL, 2.3: mutation and subscription).
fn is_query(text: &str) -> bool {
    let text = text.trim_start();
    !(text.starts_with("mutation") || text.starts_with("subscription") || text.contains("\nmutation"))
}

fn flatten(path: &str, value: &Value, pairs: &mut Vec<(String, String)>, depth: usize) {
    let within = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        _ if depth > DEPTH => pairs.push((path.to_owned(), fingerprint(&value.to_string()))),
        Value::Object(object) => object.iter().for_each(|(name, value)| flatten(&within(name), value, pairs, depth + 1)),
        Value::Array(list) => list.iter().for_each(|value| flatten(path, value, pairs, depth + 1)),
        Value::Null => {}
        Value::String(text) if is_moment(text) => {}
        Value::Number(number) if is_moment(&number.to_string()) => {}
        Value::String(text) => pairs.push((path.to_owned(), part(text))),
        other => pairs.push((path.to_owned(), other.to_string())),
    }
}

fn part(text: &str) -> String {
    if text.chars().count() > LONGEST_PART { fingerprint(text) } else { text.to_owned() }
}

/// Whether a value is a moment, which is another one whenever the page is opened: `2031-04-09T08:15:30Z`, milliseconds since 1970.
pub(super) fn is_moment(text: &str) -> bool {
    chrono::DateTime::parse_from_rfc3339(text).is_ok()
        || chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").is_ok()
        || text.len() == 13 && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// A short text by which a long one is known again.
fn fingerprint(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest[..4].iter().fold("~".to_owned(), |out, byte| format!("{out}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_by_its_operation_and_what_it_asks_for() {
        for (url, body, known) in [
            (
                "http://a/api/runs/filter",
                r#"{"flows":{"name":{"any_":["web","mail"]}},"limit":200,"after":"2031-04-09T08:15:30.5Z","sort":null}"#,
                "http://a/api/runs/filter?POST=&flows.name.any_=web&flows.name.any_=mail&limit=200",
            ),
            (
                "http://a/graphql",
                r#"{"operationName":"Customer","query":"query Customer($id: ID!) { customer(id: $id) { name } }","variables":{"id":5}}"#,
                "http://a/graphql/Customer?POST=&query=query+Customer%28%24id%3A+ID%21%29+%7B+customer%28id%3A+%24id%29+%7B+name+%7D+%7D&variables.id=5",
            ),
            (
                "http://a/rpc/?db=shop",
                r#"{"jsonrpc":"2.0","id":17,"method":"list","params":{"model":"res.partner"}}"#,
                "http://a/rpc/list?POST=&db=shop&jsonrpc=2.0&method=list&params.model=res.partner",
            ),
            ("http://a/table#x", "draw=1&start=0&t=1763985600000", "http://a/table?POST=&draw=1&start=0"),
            ("http://a/table", "", "http://a/table?POST="),
        ] {
            assert_eq!(data_of(url, body).map(|data| data.address).as_deref(), Some(known), "{body}");
        }
        let long = |letter: &str| format!(r#"{{"query":"query {{ {} }}"}}"#, letter.repeat(200));
        let address = |body: &str| data_of("http://a/q", body).unwrap().address;
        let (one, other) = (address(&long("a")), address(&long("b")));
        assert!(one.len() < 60 && one != other, "{one}");
        assert_eq!(one, address(&long("a")));
    }

    #[test]
    fn what_may_change_something_is_no_data() {
        for body in [
            r#"{"query":"mutation { remove(id: 5) { id } }"}"#,
            r#"{"query":"  mutation Remove { remove { id } }","operationName":"Remove"}"#,
            r#"[{"query":"query A { a }"},{"query":"mutation B { b }"}]"#,
            r#"{"query":"subscription { news { id } }"}"#,
            "--boundary\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
            "plain text",
        ] {
            assert_eq!(data_of("http://a/graphql", body), None, "{body}");
        }
    }
}
