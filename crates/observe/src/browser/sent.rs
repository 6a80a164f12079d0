//! What watched pages send that may change something: an independent witness of what a person did.
//!
//! A request with a method that is not safe (RFC 9110, 9.2.1) is kept with its address, the parts of its body and the status of its answer. So
//! is a link whose address says that it acts, if the answer leads on as after a form (302, 303, 307), and a message over a WebSocket whose name
//! says that it changes something. Not kept are queries of GraphQL, calls of procedures that only ask, requests that carry a password, parts
//! that look like tokens, and what pages outside the scope or while paused send. Nothing is sent again.

use super::calls;
use super::data::ANSWER_TIME;
use super::events::{may_change, text};
use super::navigation::host_of;
use super::posted::is_moment;
use super::watch::{Signal, Watcher};
use crate::redact::{mask_text, mask_url, secret_field};
use apprentice_contracts::observation::MaskReason;
use apprentice_contracts::reading::{
    MAX_CELL, ReadCell, ReadRecord, Reading, ReadingSource, RecordKind, SEND, is_unsafe_address,
};
use multer::bytes::Bytes;
use serde_json::{Map, Value, json};
use std::convert::Infallible;
use tokio::sync::oneshot;

/// The most requests of one session.
const MOST: usize = 300;
/// The most parts of one body.
const MOST_PARTS: usize = 80;
/// The most other parts of a request that signs in.
const MOST_SIGN_IN_FIELDS: usize = 4;
/// The longest body that is read, in bytes.
const LONGEST: usize = 256 * 1024;
/// The most bytes of all parts of one session.
const MOST_BYTES: usize = 1024 * 1024;
/// The longest name of a part, in characters.
const LONGEST_NAME: usize = 80;
/// How deep a body is read.
const DEPTH: usize = 8;
/// The most lines of a part that are parts of their own.
const MOST_LINES: usize = 40;
/// From this length on, letters and digits in one word are taken for a token.
const TOKEN: usize = 20;

/// The status of a message that nothing answers: accepted, and perhaps not done (RFC 9110, 15.3.3).
const UNANSWERED: u64 = 202;

/// A request and how it was answered.
struct Sent {
    /// The id that the browser gave it.
    id: String,
    method: String,
    /// Masked, with the query.
    url: String,
    /// What answers it is the next page of the tab: the destination “document” of Fetch, 2.2.5.
    opens_page: bool,
    status: Option<u64>,
    /// `None`: the body is not read yet. `Some(None)`: it only asks for something, or is one too many.
    body: Option<Option<Body>>,
}

/// What a body says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Body {
    operation: String,
    parts: Vec<(String, String)>,
    /// A part was a password, and was left out.
    has_password: bool,
    /// It has more parts than are kept.
    is_cut: bool,
}

/// The requests of one session, in their order.
#[derive(Default)]
pub(super) struct SentRequests {
    list: Vec<Sent>,
    /// Some are missing.
    is_cut: bool,
    /// How much the parts of all bodies hold.
    bytes: usize,
    /// Those who wait until the bodies of so many requests are read.
    waiting: Vec<(usize, oneshot::Sender<Reading>)>,
}

impl Watcher {
    /// A page sends a request; it may be the next one after a redirect.
    pub(super) fn request_sent(&mut self, target: &str, session: &str, params: &Value) {
        let (id, request) = (text(params, "/requestId"), &params["request"]);
        if let Some(status) = params.pointer("/redirectResponse/status").and_then(Value::as_u64) {
            self.sent.answered(id, status);
        }
        let is_kind = matches!(text(params, "/type"), "Document" | "XHR" | "Fetch");
        let url = text(request, "/url");
        // What a form is answered with leads on by itself.
        let is_first = params["redirectResponse"].is_null();
        let is_link = is_first && text(params, "/type") == "Document" && is_link(text(request, "/method"));
        let acts = may_change(request) || is_link && is_unsafe_address(url);
        if self.paused || !is_kind || self.is_read(target) || !acts {
            return;
        }
        let Some(page) = self.pages.get(target) else { return };
        let (host, of_page) = (host_of(url), page.host());
        let frame = page.frames.iter().find(|frame| frame.frame == text(params, "/frameId")).and_then(|frame| frame.host.clone());
        let may_see = |host: &str| !host.is_empty() && self.allows(&of_page, host);
        if of_page.is_empty() || !may_see(&host) || !may_see(frame.as_deref().unwrap_or(&of_page)) {
            return;
        }
        if self.sent.list.len() >= MOST {
            self.sent.is_cut = true;
            return;
        }
        let body = text(request, "/postData").to_owned();
        let kind = header(request, "content-type");
        let is_elsewhere = body.is_empty() && request["hasPostData"] == true;
        let (connection, signals) = (self.connection.clone(), self.signals.clone());
        let (session, asked) = (session.to_owned(), id.to_owned());
        self.sent.list.push(Sent {
            id: id.to_owned(),
            method: text(request, "/method").to_owned(),
            url: self.request.memory.mask(&mask_url(&without_tokens(url)).0).0,
            // The main frame of a tab has the id of its target.
            opens_page: text(params, "/type") == "Document" && text(params, "/frameId") == target,
            status: None,
            body: None,
        });
        tokio::spawn(async move {
            let body = match is_elsewhere {
                false => Some(body),
                // A long body is not reported with the request.
                true => {
                    let call = connection.call(Some(&session), "Network.getRequestPostData", json!({ "requestId": asked }));
                    let answer = tokio::time::timeout(ANSWER_TIME, call).await.ok().and_then(Result::ok);
                    answer.map(|answer| text(&answer, "/postData").to_owned())
                }
            };
            let read = tokio::task::spawn_blocking(move || match body {
                Some(body) => futures::executor::block_on(Body::read(&kind, body)),
                None => Some(Body::default()),
            });
            let body = read.await.unwrap_or_default();
            let _ = signals.send(Signal::SentBody { id: asked, body });
        });
    }

    /// A page sends a message over a WebSocket that changes something. `id`: by which its answer is known; without one none comes.
    pub(super) fn message_sent(&mut self, id: Option<String>, address: &str, operation: String, parts: Map<String, Value>) {
        if self.sent.list.len() >= MOST {
            self.sent.is_cut = true;
            return;
        }
        let status = id.is_none().then_some(UNANSWERED);
        let id = id.unwrap_or_else(|| format!("message {}", self.sent.list.len()));
        let operation = mask_text(&operation).0;
        let url = address.split('?').next().unwrap_or(address).to_owned();
        self.sent.list.push(Sent { id: id.clone(), method: SEND.to_owned(), url, opens_page: false, status, body: None });
        let mut body = Body { operation, ..Body::default() };
        body.flatten("", &Value::Object(parts), 0);
        self.sent_read(&id, Some(body));
    }

    /// The body of a request was read. `None`: it only asks for something.
    pub(super) fn sent_read(&mut self, id: &str, body: Option<Body>) {
        // Of a sign-in, only that it was sent.
        let body = body.map(|body| if self.signs_in(&body) { Body::default() } else { body });
        let sent = &mut self.sent;
        sent.bytes += body.iter().flat_map(|body| &body.parts).map(|(name, text)| name.len() + text.len()).sum::<usize>();
        sent.is_cut |= sent.bytes > MOST_BYTES || body.as_ref().is_some_and(|body| body.is_cut);
        let body = body.filter(|_| sent.bytes <= MOST_BYTES);
        if let Some(one) = sent.list.iter_mut().find(|one| one.id == id && one.body.is_none()) {
            one.body = Some(body);
        }
        self.tell_sent();
    }

    /// Whether a body is that of a sign-in: a password, and little more. Somebody else's password is set in a longer form.
    fn signs_in(&self, body: &Body) -> bool {
        let is_masked = |(_, text): &(String, String)| self.request.memory.mask(text).1 > 0;
        (body.has_password || body.parts.iter().any(is_masked)) && body.parts.len() <= MOST_SIGN_IN_FIELDS
    }

    /// A request is answered.
    pub(super) fn sent_answered(&mut self, params: &Value) {
        if let Some(status) = params.pointer("/response/status").and_then(Value::as_u64) {
            self.sent.answered(text(params, "/requestId"), status);
        }
    }

    /// Tells what was sent when every body until now is read.
    pub(super) fn read_sent(&mut self, reply: oneshot::Sender<Reading>) {
        self.sent.waiting.push((self.sent.list.len(), reply));
        self.tell_sent();
    }

    fn tell_sent(&mut self) {
        let read = self.sent.list.iter().position(|one| one.body.is_none()).unwrap_or(self.sent.list.len());
        let (ready, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.sent.waiting).into_iter().partition(|(count, _)| *count <= read);
        self.sent.waiting = waiting;
        for (_, reply) in ready {
            let mut reading = self.sent.reading();
            self.request.memory.reading(&mut reading);
            let _ = reply.send(reading);
        }
    }
}

impl SentRequests {
    pub(super) fn answered(&mut self, id: &str, status: u64) {
        if let Some(one) = self.list.iter_mut().rev().find(|one| one.id == id && one.status.is_none()) {
            one.status = Some(status);
        }
    }

    fn reading(&self) -> Reading {
        let cell = |header: &str, text: String| ReadCell { header: header.to_owned(), text };
        let acted = |one: &&Sent| !is_link(&one.method) || matches!(one.status, Some(302 | 303 | 307));
        let kept = self.list.iter().filter(acted).filter_map(|one| Some((one, one.body.as_ref()?.as_ref()?)));
        let records = kept.map(|(one, body)| {
            let mut cells = vec![cell(":method", one.method.clone()), cell(":url", one.url.clone())];
            cells.extend(one.status.map(|status| cell(":status", status.to_string())));
            cells.extend(one.opens_page.then(|| cell(":destination", "document".to_owned())));
            cells.extend(Some(&body.operation).filter(|name| !name.is_empty()).map(|name| cell(":operation", name.clone())));
            cells.extend(body.parts.iter().map(|(name, text)| cell(name, text.clone())));
            ReadRecord { kind: RecordKind::Request, place: None, cells, controls: Vec::new(), link: None }
        });
        Reading { source: ReadingSource::Sent, title: String::new(), complete: !self.is_cut, records: records.collect() }
    }
}

/// An address without the parameters that say nothing to a person.
fn without_tokens(url: &str) -> String {
    let Ok(mut parsed) = url::Url::parse(url) else { return url.to_owned() };
    let pairs: Vec<(String, String)> = parsed.query_pairs().into_owned().collect();
    let kept = || pairs.iter().filter(|(name, value)| !is_token(name, value));
    if kept().count() == pairs.len() {
        return url.to_owned();
    }
    parsed.set_query(None);
    for (name, value) in kept() {
        parsed.query_pairs_mut().append_pair(name, value);
    }
    parsed.into()
}

/// Whether a page is opened. One that answers with a page of its own has only asked.
fn is_link(method: &str) -> bool {
    method == "GET"
}

/// The value of a header, whatever the case of its name.
fn header(request: &Value, name: &str) -> String {
    let headers = request["headers"].as_object().into_iter().flatten();
    let mut found = headers.filter(|(known, _)| known.eq_ignore_ascii_case(name)).filter_map(|(_, value)| value.as_str());
    found.next().unwrap_or_default().to_owned()
}

impl Body {
    /// Reads a body of this content type. `None`: it only asks for something.
    async fn read(kind: &str, text: String) -> Option<Self> {
        let mut out = Self::default();
        if text.is_empty() || text.len() > LONGEST {
            return Some(out);
        }
        if let Ok(boundary) = multer::parse_boundary(kind) {
            let whole = futures::stream::iter([Ok::<_, Infallible>(Bytes::from(text))]);
            let mut parts = multer::Multipart::new(whole, boundary);
            while let Ok(Some(part)) = parts.next_field().await {
                let name = part.name().unwrap_or_default().to_owned();
                match part.file_name().map(str::to_owned) {
                    Some(file) => out.take(&name, &file),
                    None => out.take(&name, &part.text().await.unwrap_or_default()),
                }
            }
            return Some(out);
        }
        match serde_json::from_str::<Value>(&text) {
            Ok(mut value) => {
                if !out.name_operation(&mut value) {
                    return None;
                }
                out.flatten("", &value, 0);
            }
            Err(_) if kind.contains("x-www-form-urlencoded") => {
                for (name, value) in url::form_urlencoded::parse(text.as_bytes()) {
                    out.take(&name, &value);
                }
            }
            Err(_) => out.take("", &text),
        }
        Some(out)
    }

    /// Takes out what names the operation: of GraphQL its name, of JSON-RPC its method. `false`: it is a query of GraphQL, or a procedure that
    /// only asks.
    fn name_operation(&mut self, value: &mut Value) -> bool {
        let asks = |query: &str| ["query", "{", "fragment"].iter().any(|begin| query.trim_start().starts_with(begin));
        let queries = value.as_array().map(|list| list.iter().map(|one| text(one, "/query")).collect::<Vec<_>>());
        if queries.is_some_and(|queries| !queries.is_empty() && queries.iter().all(|query| asks(query))) {
            return false;
        }
        let Some(object) = value.as_object_mut() else { return true };
        // Only the server knows what a stored operation does; most of them only read.
        let is_stored = !object.contains_key("query")
            && (object.contains_key("doc_id") || object.get("extensions").is_some_and(|more| !more["persistedQuery"].is_null()));
        if is_stored {
            return false;
        }
        if let Some(procedure) = calls::procedure(object).map(str::to_owned) {
            let only_asks = calls::only_asks(&procedure);
            self.operation = procedure;
            object.retain(|name, _| name == "params");
            return !only_asks;
        }
        let Some(query) = object.get("query").and_then(Value::as_str).filter(|query| query.contains('{')) else { return true };
        let query = query.trim_start();
        if !query.starts_with("mutation") {
            return !asks(query);
        }
        let name = query["mutation".len()..].trim_start();
        let name: String = name.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        let name = object.get("operationName").and_then(Value::as_str).map_or(name, str::to_owned);
        self.operation = format!("mutation {name}");
        let has_variables = object.get("variables").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
        object.retain(|name, _| name == "variables" || name == "query" && !has_variables);
        true
    }

    fn flatten(&mut self, path: &str, value: &Value, depth: usize) {
        let within = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        match value {
            _ if depth > DEPTH => {}
            Value::Object(object) => {
                for (name, value) in object {
                    self.flatten(&within(name), value, depth + 1);
                }
            }
            Value::Array(list) => {
                for value in list {
                    self.flatten(path, value, depth + 1);
                }
            }
            Value::Null => {}
            Value::String(text) => self.take(path, text),
            other => self.take(path, &other.to_string()),
        }
    }

    /// Keeps a part, unless it is a secret or looks like a token.
    fn take(&mut self, name: &str, value: &str) {
        let segments = || name.split(['.', '[', ']']).filter(|segment| !segment.is_empty());
        let secret = segments().find_map(|segment| secret_field("", "", "", segment));
        self.has_password |= secret == Some(MaskReason::Password) && !value.is_empty();
        if secret.is_some() || is_token(name, value) || is_moment(value) {
            return;
        }
        let (masked, count) = mask_text(value);
        // One of the lines may be what was entered.
        let lines: Vec<&str> = masked.lines().filter(|line| !line.trim().is_empty()).collect();
        let lines = if count == 0 && (2..=MOST_LINES).contains(&lines.len()) { lines } else { Vec::new() };
        let name: String = mask_text(name).0.chars().take(LONGEST_NAME).collect();
        for text in std::iter::once(masked.as_str()).chain(lines) {
            if self.parts.len() >= MOST_PARTS {
                self.is_cut = true;
                return;
            }
            self.parts.push((name.clone(), text.chars().take(MAX_CELL).collect()));
        }
    }
}

/// Whether a part says nothing to a person: it guards the form, or is a long random word.
fn is_token(name: &str, value: &str) -> bool {
    const GUARDS: &[&str] = &["csrf", "xsrf", "token", "nonce", "signature", "viewstate", "session", "captcha"];
    let name = name.to_lowercase();
    let word: String = value.chars().filter(|letter| !matches!(letter, '-' | '_' | '=' | '+' | '/' | '.')).collect();
    let is_word = word.len() >= TOKEN && word.chars().all(|letter| letter.is_ascii_alphanumeric());
    let count = |test: fn(&char) -> bool| word.chars().filter(test).count();
    let mixed = count(char::is_ascii_digit) > 1 && count(char::is_ascii_alphabetic) > 1;
    // An id names a thing, and a name with hyphens and a year is long and mixed too.
    let pieces = || value.split(['-', '_', '=', '+', '/', '.']).filter(|piece| !piece.is_empty());
    let is_plain = |piece: &str| {
        let digits = piece.chars().filter(char::is_ascii_digit).count();
        digits == 0 && !piece.chars().skip(1).any(|letter| letter.is_ascii_uppercase()) || digits == piece.len()
    };
    let is_named = uuid::Uuid::try_parse(value).is_ok() || pieces().count() > 1 && pieces().all(is_plain);
    let is_random = is_word && mixed && !is_named;
    GUARDS.iter().any(|guard| name.contains(guard)) || is_random
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: &str, text: &str) -> Option<Body> {
        futures::executor::block_on(Body::read(kind, text.to_owned()))
    }

    fn body(operation: &str, parts: &[(&str, &str)]) -> Option<Body> {
        let parts = parts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Some(Body { operation: operation.to_owned(), parts, ..Body::default() })
    }

    #[test]
    fn bodies_are_read_in_their_parts() {
        let form = "multipart/form-data; boundary=XX";
        let multipart = "--XX\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nMinutes of May\r\n--XX\r\nContent-Disposition: \
             form-data; name=\"file\"; filename=\"may.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--XX--\r\n";
        for (kind, text, expected) in [
            (
                "application/json",
                r#"{"order":{"items":[{"count":2,"sku":"T-1"},{"sku":"T-2"}]},"paid":true,"remark":null}"#,
                body("", &[("order.items.count", "2"), ("order.items.sku", "T-1"), ("order.items.sku", "T-2"), ("paid", "true")]),
            ),
            (
                "application/x-www-form-urlencoded",
                "title=Minutes+of+May&csrfmiddlewaretoken=abc&state=open&notes=one%0D%0Atwo",
                body(
                    "",
                    &[
                        ("title", "Minutes of May"),
                        ("state", "open"),
                        ("notes", "one\r\ntwo"),
                        ("notes", "one"),
                        ("notes", "two"),
                    ],
                ),
            ),
            (form, multipart, body("", &[("title", "Minutes of May"), ("file", "may.txt")])),
            (
                "application/json",
                r#"{"operationName":"Rename","query":"mutation Rename($n: String!) { rename(n: $n) { id } }","variables":{"n":"B"}}"#,
                body("mutation Rename", &[("variables.n", "B")]),
            ),
            (
                "application/json",
                r#"{"jsonrpc":"2.0","id":4,"method":"write","params":{"name":"B"}}"#,
                body("write", &[("params.name", "B")]),
            ),
            (
                "application/json",
                r#"{"id":4,"method":"model.note.create","params":[[{"name":"B"}],{"language":"en"}]}"#,
                body("model.note.create", &[("params.name", "B"), ("params.language", "en")]),
            ),
            ("text/plain", "just a text", body("", &[("", "just a text")])),
            ("", "", body("", &[])),
        ] {
            assert_eq!(read(kind, text), expected, "{text}");
        }
    }

    #[test]
    fn a_key_is_masked_as_a_whole_and_not_kept_line_by_line() {
        let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\nAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2g\n-----END OPENSSH PRIVATE KEY-----";
        let text = serde_json::json!({ "key_text": key, "note": "one\ntwo" }).to_string();
        let parts = read("application/json", &text).unwrap().parts;
        assert!(!parts.iter().any(|(_, text)| text.contains("b3Blbn") || text.contains("AAAAE")), "{parts:?}");
        assert!(parts.iter().any(|(_, text)| text == "two"), "{parts:?}");
    }

    #[test]
    fn passwords_and_queries_are_not_kept_and_tokens_are_left_out() {
        let address = "http://127.0.0.1/?op=pause&_wpnonce=0a1b2c3d4e&uuid=550e8400-e29b-41d4-a716-446655440000";
        assert_eq!(without_tokens(address), "http://127.0.0.1/?op=pause&uuid=550e8400-e29b-41d4-a716-446655440000");
        for text in [
            r#"{"query":"query { orders { id } }"}"#,
            r#"{"query":"{ orders { id } }"}"#,
            r#"[{"query":"{ orders { id } }"},{"query":"query A { a }"}]"#,
            r#"{"operationName":"Orders","variables":{"text":"Ada"},"extensions":{"persistedQuery":{"version":1}}}"#,
            r#"{"id":4,"method":"model.note.search_read","params":[["name","=","B"]]}"#,
        ] {
            assert_eq!(read("application/json", text), None, "{text}");
        }
        let form = "application/x-www-form-urlencoded";
        for (kind, text) in
            [("application/json", r#"{"login":"ada","password":"tulip"}"#), (form, "login=ada&user%5Bpassword%5D=tulip")]
        {
            let body = read(kind, text).unwrap();
            assert!(body.has_password, "{text}");
            assert_eq!(body.parts, [("login".to_owned(), "ada".to_owned())], "{text}");
        }
        let kept = |value: &str| !is_token("value", value);
        assert!(
            [
                "2031-04-09",
                "follow-up-after-summer-2031",
                "Ada Lovelace",
                "T-shirt",
                "550e8400-e29b-41d4-a716-446655440000",
                "https://a.example/orders"
            ]
            .iter()
            .all(|one| kept(one))
        );
        assert!(
            !["d9f1c2a8b7e6450f9a3c21", "kJ8dLm2QpX7vRt4WzB6n", "aG9-bGE_d2Vsd3Qx-Zm9v2YmFy-a1", "4/0AeanS0Yk3_x9TqLmP2vN8w"]
                .iter()
                .any(|one| kept(one))
        );
    }
}
