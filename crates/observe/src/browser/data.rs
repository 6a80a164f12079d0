//! The data that watched pages ask their site for, read as JSON.
//!
//! Such an answer says everything about a thing, also what a page draws late, in part, in a picture or only after a click. A request with a safe
//! method (RFC 9110, 9.2.1) that the page itself sent is sent again, from our own world in its main frame, with the headers that the page uses.
//! What a site was sent by PUT or PATCH, or made by POST, is asked for in the same way where the site keeps it. The headers stay in the memory of
//! this process. A POST request is never sent again (`page_only`). The compiler, which says what is read again, leaves out addresses that say that
//! they act, such as `/logout`.

use super::events::text;
use super::json_rows::Rows;
use super::navigation::host_of;
use super::page_only::PageOnly;
use super::posted;
use super::sockets::{Said, Sockets};
use super::watch::{Signal, Watcher};
use crate::redact::mask_url;
use crate::{Observation, ObserveError};
use apprentice_contracts::reading::{Reading, ReadingSource, is_page_only};
use apprentice_contracts::{MASK, Time};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::sync::oneshot;

/// The most addresses of data of one session.
const MOST_ADDRESSES: usize = 96;
/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 1024 * 1024;
/// The most bytes of data of one session, as they are stored.
const MOST_BYTES: usize = 3 * 1024 * 1024;
/// The most hosts whose headers are kept, and the most bytes of the headers of one.
const MOST_HOSTS: usize = 32;
const MOST_HEADERS: usize = 16 * 1024;
/// The most requests that are under way.
const MOST_ASKED: usize = 200;
/// How long an answer may take when it is asked for again.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(10);

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
    /// How often everything was forgotten before.
    sign_ins: u32,
    /// By a page that was opened again.
    is_again: bool,
}

/// What is known of the data of the watched pages.
#[derive(Default)]
pub(super) struct DataRequests {
    asked: HashMap<String, Asked>,
    /// Sessions and addresses of requests that we send ourselves; they are not the page's.
    own: HashSet<(String, String)>,
    /// The headers with which pages asked last, by the host of the page and the host that was asked.
    headers: HashMap<String, Vec<(String, String)>>,
    /// Real addresses by masked ones.
    addresses: HashMap<String, String>,
    /// Masked addresses whose data were reported.
    reported: HashSet<String>,
    /// How many bytes were reported.
    bytes: usize,
    sign_ins: u32,
    pub(super) page_only: PageOnly,
    pub(super) sockets: Sockets,
}

impl DataRequests {
    /// Everybody sees other data after a sign-in.
    pub fn forget(&mut self) {
        self.reported.clear();
        self.headers.clear();
        self.asked.clear();
        self.page_only.forget();
        self.sign_ins += 1;
    }
}

/// Whether a content type is JSON (RFC 8259, and the suffix of RFC 6839).
fn is_json(mime: &str) -> bool {
    let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    mime == "application/json" || mime == "text/json" || mime.ends_with("+json")
}

/// Whether an address is that of a file of the application itself, such as the words of its interface: it is the same for everybody.
fn is_asset(url: &str) -> bool {
    const FOLDERS: &[&str] =
        &["static", "assets", "locale", "locales", "i18n", "l10n", "translations", "lang", "_next", "chunks"];
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.rsplit('/');
    let Some(file) = parts.next().and_then(|file| file.strip_suffix(".json")) else { return false };
    let words: Vec<&str> = file.split(['.', '-', '_']).collect();
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_alphabetic());
    // The name of a file that never changes has a digest of what it holds behind its own. A record has its id alone.
    let is_digest = |word: &&str| {
        word.len() >= 8
            && word.bytes().all(|letter| letter.is_ascii_hexdigit())
            && word.bytes().any(|letter| letter.is_ascii_digit())
            && word.bytes().any(|letter| letter.is_ascii_alphabetic())
    };
    let named = words.first().is_some_and(is_word);
    named && (words[1..].iter().any(is_digest) || parts.any(|part| FOLDERS.contains(&part)))
}

/// Sends a GET request from a page and answers status, content type and text.
const ASK: &str = "(async (url, headers, longest, time) => {
  const how = { headers, cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(time) }
  const answer = await fetch(url, { ...how, credentials: 'include' }).catch((error) => {
    if (new URL(url).origin === location.origin) throw error
    return fetch(url, { ...how, credentials: 'omit' })
  })
  const parts = []
  let length = 0
  const body = answer.body?.getReader()
  for (let read = await body?.read(); read && !read.done; read = await body.read()) {
    length += read.value.length
    if (length > longest) {
      await body.cancel()
      break
    }
    parts.push(read.value)
  }
  const text = length > longest ? '' : new TextDecoder().decode(await new Blob(parts).arrayBuffer())
  return { status: answer.status, words: answer.statusText, type: answer.headers.get('content-type') ?? '', text }
})";

/// An address without what a page puts in so that no cache answers: the present moment.
fn without_moment(url: &str) -> String {
    let Ok(mut parsed) = url::Url::parse(url) else { return url.to_owned() };
    let is_moment = |text: &str| (10..=16).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_digit());
    let passes = |name: &str, value: &str| {
        value.is_empty() && is_moment(name)
            || is_moment(value) && ["_", "_t", "t", "ts", "cb", "time", "timestamp", "nocache", "cachebuster"].contains(&name)
    };
    let pairs: Vec<(String, String)> = parsed.query_pairs().into_owned().collect();
    if !pairs.iter().any(|(name, value)| passes(name, value)) {
        return url.to_owned();
    }
    parsed.set_query(None);
    let kept = pairs.iter().filter(|(name, value)| !passes(name, value));
    for (name, value) in kept {
        parsed.query_pairs_mut().append_pair(name, value);
    }
    parsed.into()
}

/// The reading of an answer. `None`: it is not JSON, or says nothing.
fn reading_of_answer(masked: &str, answer: &str, since: Time, request: &crate::WatchRequest) -> Option<Reading> {
    let value: Value = serde_json::from_str(answer).ok().filter(|_| answer.len() as u64 <= LONGEST_ANSWER)?;
    Some(reading_of(masked, Rows::of(&value, since..request.clock.now(), &request.memory), request))
}

/// The reading of data with this address.
fn reading_of(masked: &str, rows: Rows<'_>, request: &crate::WatchRequest) -> Reading {
    let mut reading = Reading {
        source: ReadingSource::Data { url: masked.to_owned() },
        title: String::new(),
        complete: rows.complete,
        records: rows.list,
    };
    request.memory.reading(&mut reading);
    reading
}

impl Watcher {
    /// A page asks for something. Whether it is our own request.
    pub(super) fn data_asked(&mut self, target: &str, session: &str, params: &Value) -> bool {
        let url = text(params, "/request/url");
        let (method, kind) = (text(params, "/request/method"), text(params, "/type"));
        let (is_get, is_post) = (method == "GET", method == "POST");
        if is_get && kind == "Fetch" && self.data.own.contains(&(session.to_owned(), url.to_owned())) {
            return true;
        }
        // It may go on at another address.
        self.data.asked.remove(text(params, "/requestId"));
        let host = host_of(url);
        let is_kind = matches!(kind, "XHR" | "Fetch") && !(is_get && is_asset(url));
        let is_asked = (is_get || is_post) && is_kind && text(params, "/frameId") == target;
        let is_again = self.is_read(target);
        let Some(page) = self.pages.get(target).filter(|_| is_asked && if is_again { is_post } else { !self.paused }) else {
            return false;
        };
        if host.is_empty() || !self.allows(&page.host(), &host) {
            return false;
        }
        if self.data.asked.len() >= MOST_ASKED {
            self.data.asked.clear();
        }
        let id = text(params, "/requestId").to_owned();
        let mut asked = Asked {
            url: without_moment(url),
            session: session.to_owned(),
            is_late: page.has_written(),
            is_data: false,
            sign_ins: self.data.sign_ins,
            is_again,
        };
        if is_post {
            let body = params.pointer("/request/postData").and_then(Value::as_str);
            let is_whole = body.is_some() || params.pointer("/request/hasPostData").and_then(Value::as_bool) != Some(true);
            // What it sends because of the person may change something, unless it says that it only asks.
            let posted = posted::data_of(url, body.unwrap_or_default());
            asked.is_late |= page.was_acted_on() && !posted.as_ref().is_some_and(|posted| posted.only_asks);
            if let Some(posted) = posted.filter(|_| is_whole && !asked.is_late) {
                // A body may have what was masked elsewhere.
                asked.url = self.request.memory.mask(&posted.address).0;
                if is_again || self.data.page_only.asked(&asked.url, &page.url) {
                    self.data.asked.insert(id, asked);
                }
            }
            return false;
        }
        let sent = params.pointer("/request/headers").and_then(Value::as_object).into_iter().flatten();
        let kept = sent.filter(|(name, _)| {
            let name = name.to_ascii_lowercase();
            !name.starts_with([':']) && !name.starts_with("sec-") && !OWN_HEADERS.contains(&name.as_str())
        });
        let headers: Vec<(String, String)> =
            kept.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
        let length: usize = headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        let key = format!("{} {host}", page.host());
        if length <= MOST_HEADERS && (self.data.headers.len() < MOST_HOSTS || self.data.headers.contains_key(&key)) {
            self.data.headers.insert(key, headers);
        }
        self.data.asked.insert(id, asked);
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
        let is_wanted = match asked.is_again {
            true => self.data.page_only.is_known(&masked),
            false => !self.data.reported.contains(&masked) && self.data.reported.len() < MOST_ADDRESSES,
        };
        if !asked.is_data || asked.is_late || !is_wanted || length > LONGEST_ANSWER as f64 {
            return;
        }
        self.data.page_only.reading += usize::from(asked.is_again);
        let call =
            self.connection.call(Some(&asked.session), "Network.getResponseBody", json!({ "requestId": params["requestId"] }));
        let (signals, request, since) = (self.signals.clone(), self.request.clone(), self.since);
        tokio::spawn(async move {
            // A page that was left meanwhile has no content any more.
            let answer = tokio::time::timeout(ANSWER_TIME, call).await.ok().and_then(Result::ok);
            let reading = tokio::task::spawn_blocking(move || {
                let answer = answer.filter(|answer| answer["base64Encoded"] == false)?;
                reading_of_answer(&masked, text(&answer, "/body"), since, &request)
            });
            let reading = reading.await.ok().flatten().map(Box::new);
            let _ = signals.send(Signal::Data { url: asked.url, sign_ins: asked.sign_ins, is_again: asked.is_again, reading });
        });
    }

    /// Reports the responses that a page received before the first action that can have changed it. What a page was answered that was opened again is
    /// kept. `reading`: `None` if the answer could not be read.
    pub(super) fn data_read(&mut self, url: String, sign_ins: u32, is_again: bool, reading: Option<Reading>) {
        let masked = mask_url(&url).0;
        let reading = reading.filter(|_| sign_ins == self.data.sign_ins);
        if is_again {
            return self.data.page_only.answered(masked, reading);
        }
        let Some(reading) = reading else { return };
        self.report_data(url, masked, reading);
    }

    /// Reads what a page that has settled received over its connections.
    pub(super) fn read_received(&mut self, target: &str) {
        let is_again = self.is_read(target);
        for Said { address, messages, is_cut } in self.data.sockets.received(target) {
            if is_again {
                if !self.data.page_only.is_known(&address) {
                    continue;
                }
                self.data.page_only.reading += 1;
            } else {
                // It received more since.
                self.data.reported.remove(&address);
            }
            let (signals, request, since, sign_ins) =
                (self.signals.clone(), self.request.clone(), self.since, self.data.sign_ins);
            let url = address.clone();
            let reading = tokio::task::spawn_blocking(move || {
                let mut rows = Rows::of_each(&messages, since..request.clock.now(), &request.memory);
                rows.complete &= !is_cut;
                Box::new(reading_of(&address, rows, &request))
            });
            tokio::spawn(async move {
                let reading = reading.await.ok();
                let _ = signals.send(Signal::Data { url, sign_ins, is_again, reading });
            });
        }
    }

    fn report_data(&mut self, url: String, masked: String, reading: Reading) {
        let is_full = self.data.reported.len() >= MOST_ADDRESSES;
        if self.paused || reading.records.is_empty() || is_full {
            return;
        }
        let length = serde_json::to_vec(&reading).map_or(usize::MAX, |bytes| bytes.len());
        if self.data.bytes.saturating_add(length) > MOST_BYTES {
            return;
        }
        self.data.bytes += length;
        self.data.addresses.insert(masked.clone(), url);
        if self.data.reported.insert(masked) {
            self.request.report(Observation::Read(Box::new(reading)));
        }
    }

    /// Our own request has ended.
    pub(super) fn data_asked_again(&mut self, session: String, url: String) {
        self.data.own.remove(&(session, url));
    }

    /// Asks for data again, from a page of the same site.
    pub(super) fn read_data(&mut self, masked: String, reply: oneshot::Sender<Result<Reading, ObserveError>>) {
        let failed = |why: String| Err(ObserveError::Failed(why));
        if is_page_only(&masked) {
            return self.read_page_only(masked, reply);
        }
        let url = self.data.addresses.get(&masked).cloned().unwrap_or_else(|| masked.clone());
        if [MASK.to_owned(), url::form_urlencoded::byte_serialize(MASK.as_bytes()).collect()]
            .iter()
            .any(|mask| url.contains(mask))
        {
            return drop(reply.send(failed("its address has a secret that is not known any more".into())));
        }
        let host = host_of(&url);
        if !self.request.scope.allows_site(&host) || host.is_empty() {
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
        self.data.own.insert((session.clone(), url.clone()));
        let expression = format!(
            "{ASK}({}, {}, {LONGEST_ANSWER}, {})",
            Value::from(url.as_str()),
            Value::Object(headers),
            ANSWER_TIME.as_millis() - 500
        );
        let call = self.connection.call(
            Some(&session),
            "Runtime.evaluate",
            json!({ "contextId": context, "expression": expression, "awaitPromise": true, "returnByValue": true }),
        );
        let (request, signals, since) = (self.request.clone(), self.signals.clone(), self.since);
        tokio::spawn(async move {
            let answer = match tokio::time::timeout(ANSWER_TIME, call).await {
                Ok(Ok(answer)) if answer["exceptionDetails"].is_null() => Ok(answer["result"]["value"].clone()),
                Ok(Ok(_)) => Err(format!("{masked} could not be asked for again")),
                Ok(Err(error)) => Err(error.to_string()),
                Err(_) => Err(format!("{masked} did not answer in time")),
            };
            let _ = signals.send(Signal::DataAsked { session, url });
            let reading = tokio::task::spawn_blocking(move || {
                let answer = answer?;
                let status = answer["status"].as_u64().unwrap_or_default();
                if status >= 400 {
                    let words = text(&answer, "/words");
                    let words = if words.is_empty() { super::reread::status_text(status) } else { words };
                    return Err(format!("{masked} answered {status} ({words})"));
                }
                let reading = Some(&answer).filter(|answer| is_json(text(answer, "/type")));
                let reading = reading.and_then(|answer| reading_of_answer(&masked, text(answer, "/text"), since, &request));
                reading.ok_or_else(|| format!("{masked} does not answer with data"))
            });
            let reading = reading.await.unwrap_or_else(|error| Err(error.to_string()));
            let _ = reply.send(reading.map_err(ObserveError::Failed));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_present_moment_is_no_part_of_an_address() {
        for (url, kept) in [
            ("http://a/api/contents?content=1&1763985600000", "http://a/api/contents?content=1"),
            ("http://a/list?_=1763985600000", "http://a/list"),
            ("http://a/list?page=2", "http://a/list?page=2"),
            ("http://a/list?order=1763985600000", "http://a/list?order=1763985600000"),
        ] {
            assert_eq!(without_moment(url), kept);
        }
    }

    #[test]
    fn files_of_the_application_are_no_data() {
        for url in [
            "http://a/static/translations/en-91ac322939ac7481.json",
            "http://a/locales/de.json?v=3",
            "http://a/app/words.5f2b9c1e.json",
        ] {
            assert!(is_asset(url), "{url}");
        }
        for url in
            ["http://a/api/orders.json", "http://a/orders/5f2b9c1e", "http://a/static/orders", "http://a/data/2031-04.json"]
        {
            assert!(!is_asset(url), "{url}");
        }
    }

    #[test]
    fn types_of_json() {
        assert!(["application/json", "application/json; charset=utf-8", "application/hal+json"].into_iter().all(is_json));
        assert!(!["text/html", "application/javascript", ""].into_iter().any(is_json));
    }
}
