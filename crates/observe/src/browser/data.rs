//! The data that watched pages ask their site for: answers to GET requests, read as JSON.
//!
//! Such an answer says everything about a thing, also what a page draws late, in part, in a picture or only after a click. A request with a safe
//! method (RFC 9110, 9.2.1) that the page sends by itself may be sent again: by the page, from our own world in it, with the headers that the
//! page uses. Those stay in the memory of this process.

use super::json_rows::Rows;
use super::navigation::host_of;
use super::watch::{Signal, Watcher};
use crate::redact::mask_url;
use crate::{Observation, ObserveError};
use apprentice_contracts::reading::{Reading, ReadingSource};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::sync::oneshot;

/// The most addresses of data of one session.
const MOST_ADDRESSES: usize = 32;
/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 1024 * 1024;
/// The most requests that are under way.
const MOST_ASKED: usize = 200;
/// How long an answer may take when it is asked for again.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Headers that the browser sets itself, or that would be answered with “not modified” or with a part.
const OWN_HEADERS: [&str; 14] = [
    "accept-encoding",
    "connection",
    "content-length",
    "cookie",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "origin",
    "range",
    "referer",
    "user-agent",
    "cache-control",
    "pragma",
];

/// A request of a page that may be answered with data.
struct Asked {
    url: String,
    session: String,
    /// The page had sent something that may have changed its site.
    is_late: bool,
    is_data: bool,
}

/// What is known of the data of the watched pages.
#[derive(Default)]
pub(super) struct DataRequests {
    asked: HashMap<String, Asked>,
    /// Requests that we send ourselves, by address; they are not the page's.
    own: HashMap<String, u32>,
    /// The headers with which pages asked last, by site and host that was asked.
    headers: HashMap<String, Vec<(String, String)>>,
    /// Real addresses by masked ones.
    addresses: HashMap<String, String>,
    /// Masked addresses whose data were reported.
    reported: HashSet<String>,
}

impl DataRequests {
    /// Everybody sees other data after a sign-in.
    pub fn forget(&mut self) {
        self.reported.clear();
    }
}

/// Whether a content type is JSON (RFC 8259, and the suffix of RFC 6839).
fn is_json(mime: &str) -> bool {
    let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    mime == "application/json" || mime == "text/json" || mime.ends_with("+json")
}

fn text<'a>(params: &'a Value, pointer: &str) -> &'a str {
    params.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// Sends a GET request from a page and answers status, content type and text.
const ASK: &str = "(async (url, headers) => {
  const answer = await fetch(url, { headers, credentials: 'include', cache: 'no-store' })
    .catch(() => fetch(url, { headers, credentials: 'same-origin', cache: 'no-store' }))
  return { status: answer.status, words: answer.statusText, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
})";

/// The reading of an answer. `None`: it is not JSON, or says nothing.
fn reading_of(masked: &str, answer: &str, request: &crate::WatchRequest) -> Option<Reading> {
    let value: Value = serde_json::from_str(answer).ok()?;
    let rows = Rows::of(&value, request.clock.now(), &request.memory);
    let mut reading = Reading {
        source: ReadingSource::Data { url: masked.to_owned() },
        title: String::new(),
        complete: rows.complete,
        records: rows.list,
    };
    request.memory.reading(&mut reading);
    Some(reading)
}

impl Watcher {
    /// A page asks for something. Whether it is our own request.
    pub(super) fn data_asked(&mut self, target: &str, session: &str, params: &Value) -> bool {
        let url = text(params, "/request/url");
        if let Some(count) = self.data.own.get_mut(url).filter(|count| **count > 0) {
            *count -= 1;
            return true;
        }
        let host = host_of(url);
        let is_asked = matches!(text(params, "/type"), "XHR" | "Fetch") && text(params, "/request/method") == "GET";
        if !is_asked || self.paused || self.is_read(target) || host.is_empty() || !self.request.scope.allows_site(&host) {
            return false;
        }
        let Some(page) = self.pages.get(target) else { return false };
        if self.data.asked.len() >= MOST_ASKED {
            self.data.asked.clear();
        }
        let sent = params.pointer("/request/headers").and_then(Value::as_object).into_iter().flatten();
        let kept = sent.filter(|(name, _)| {
            let name = name.to_ascii_lowercase();
            !name.starts_with([':']) && !name.starts_with("sec-") && !OWN_HEADERS.contains(&name.as_str())
        });
        let headers = kept.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
        self.data.headers.insert(format!("{} {host}", page.host()), headers);
        let asked = Asked { url: url.to_owned(), session: session.to_owned(), is_late: page.has_written(), is_data: false };
        self.data.asked.insert(text(params, "/requestId").to_owned(), asked);
        false
    }

    /// A request is answered; its content follows.
    pub(super) fn data_answered(&mut self, params: &Value) {
        let id = text(params, "/requestId");
        let is_data = params.pointer("/response/status").and_then(Value::as_u64) == Some(200)
            && is_json(text(params, "/response/mimeType"));
        match self.data.asked.get_mut(id).filter(|_| is_data) {
            Some(asked) => asked.is_data = true,
            None => drop(self.data.asked.remove(id)),
        }
    }

    /// A request has failed: there is no content.
    pub(super) fn data_failed(&mut self, params: &Value) {
        self.data.asked.remove(text(params, "/requestId"));
    }

    /// The content of an answer has arrived.
    pub(super) fn data_ended(&mut self, params: &Value) {
        let Some(asked) = self.data.asked.remove(text(params, "/requestId")) else { return };
        let length = params["encodedDataLength"].as_f64().unwrap_or_default();
        let masked = mask_url(&asked.url).0;
        let is_known = self.data.reported.contains(&masked) || self.data.reported.len() >= MOST_ADDRESSES;
        if !asked.is_data || asked.is_late || is_known || length > LONGEST_ANSWER as f64 {
            return;
        }
        let call =
            self.connection.call(Some(&asked.session), "Network.getResponseBody", json!({ "requestId": params["requestId"] }));
        let (signals, request) = (self.signals.clone(), self.request.clone());
        tokio::spawn(async move {
            // A page that was left meanwhile has no content any more.
            let Ok(Ok(answer)) = tokio::time::timeout(ANSWER_TIME, call).await else { return };
            let reading = tokio::task::spawn_blocking(move || match answer["base64Encoded"].as_bool() {
                Some(false) => reading_of(&masked, text(&answer, "/body"), &request),
                _ => None,
            });
            if let Ok(Some(reading)) = reading.await {
                let _ = signals.send(Signal::Data { url: asked.url, reading: Box::new(reading) });
            }
        });
    }

    /// Reports what a page was answered before the first action that can have changed it.
    pub(super) fn data_read(&mut self, url: String, reading: Reading) {
        let masked = mask_url(&url).0;
        if self.paused || reading.records.is_empty() || self.data.reported.len() >= MOST_ADDRESSES {
            return;
        }
        self.data.addresses.insert(masked.clone(), url);
        if self.data.reported.insert(masked) {
            self.request.report(Observation::Read(Box::new(reading)));
        }
    }

    /// Asks for data again, from a page of the same site.
    pub(super) fn read_data(&mut self, masked: String, reply: oneshot::Sender<Result<Reading, ObserveError>>) {
        let failed = |why: String| Err(ObserveError::Failed(why));
        let url = self.data.addresses.get(&masked).cloned().unwrap_or_else(|| masked.clone());
        let host = host_of(&url);
        if !self.request.scope.allows_site(&host) {
            return drop(reply.send(failed("those data are outside what this session may see".into())));
        }
        let asks =
            |page: &&super::page::Page| page.host() == host || self.data.headers.contains_key(&format!("{} {host}", page.host()));
        let mut open: Vec<&super::page::Page> =
            self.pages.values().filter(|page| !self.is_read(&page.target) && !page.has_dialog()).filter(asks).collect();
        open.sort_by_key(|page| (page.host() != host, page.target.clone()));
        let frame = open.into_iter().find_map(|page| {
            page.frames
                .iter()
                .find(|frame| frame.frame == page.target)
                .map(|frame| (page.host(), frame.session.clone(), frame.context))
        });
        let Some((from, session, context)) = frame else {
            return drop(reply.send(failed(format!("no page of {host} is open in the watched browser"))));
        };
        let headers: serde_json::Map<String, Value> = self
            .data
            .headers
            .get(&format!("{from} {host}"))
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
            .collect();
        *self.data.own.entry(url.clone()).or_default() += 1;
        let expression = format!("{ASK}({}, {})", Value::from(url.as_str()), Value::Object(headers));
        let call = self.connection.call(
            Some(&session),
            "Runtime.evaluate",
            json!({ "contextId": context, "expression": expression, "awaitPromise": true, "returnByValue": true }),
        );
        let request = self.request.clone();
        tokio::spawn(async move {
            let answer = match tokio::time::timeout(ANSWER_TIME, call).await {
                Ok(Ok(answer)) if answer["exceptionDetails"].is_null() => Ok(answer["result"]["value"].clone()),
                Ok(Ok(_)) => Err(format!("{masked} could not be asked for again")),
                Ok(Err(error)) => Err(error.to_string()),
                Err(_) => Err(format!("{masked} did not answer in time")),
            };
            let reading = tokio::task::spawn_blocking(move || {
                let answer = answer?;
                let status = answer["status"].as_u64().unwrap_or_default();
                if status >= 400 {
                    let words = text(&answer, "/words");
                    let words = if words.is_empty() { super::reread::status_text(status) } else { words };
                    return Err(format!("{masked} answered {status} ({words})"));
                }
                let is_long = text(&answer, "/text").len() as u64 > LONGEST_ANSWER;
                let reading = Some(&answer).filter(|answer| is_json(text(answer, "/type")) && !is_long);
                let reading = reading.and_then(|answer| reading_of(&masked, text(answer, "/text"), &request));
                reading.ok_or_else(|| format!("{masked} does not answer with data"))
            });
            let reading = reading.await.unwrap_or_else(|error| Err(error.to_string()));
            let _ = reply.send(reading.map_err(ObserveError::Failed));
        });
    }
}
