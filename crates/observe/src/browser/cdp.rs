//! A small client of the DevTools protocol over a pipe: NUL-delimited JSON, request ids, flat sessions.
//!
//! It is our own because we need exactly this: one flat connection to every tab, popup and out-of-process frame, requests and events in
//! order, and no open port.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};

/// A page decides how long a text is that the browser sends: an address may contain a whole file, a tree a hundred thousand rows. A
/// longer message is skipped, and the call that it answers fails.
const MAX_MESSAGE_BYTES: u64 = 64 << 20;
/// The size of the buffer that is kept for the next message.
const KEPT_BUFFER_BYTES: usize = 1 << 20;

/// What the listener of a connection receives.
#[derive(Debug)]
pub enum ConnectionEvent {
    Event(Event),
    /// The last one: the browser is gone.
    Closed,
}

/// An event of the browser.
#[derive(Debug)]
pub struct Event {
    /// `None`: the browser itself.
    pub session: Option<String>,
    pub method: String,
    pub params: Value,
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum CallError {
    #[error("the browser is gone")]
    Closed,
    #[error("{method}: {message}")]
    Refused { method: &'static str, message: String },
}

type Waiting = Arc<Mutex<HashMap<u64, oneshot::Sender<Answer>>>>;
type Answer = Result<Value, String>;

/// Cheap to clone; all clones share the pipe.
#[derive(Clone)]
pub struct Connection {
    last_id: Arc<AtomicU64>,
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    waiting: Waiting,
}

#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

impl Connection {
    /// `on_event` receives every event in order, and at the end once `Closed`.
    pub fn open(
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
        on_event: impl Fn(ConnectionEvent) + Send + 'static,
    ) -> Self {
        let (outgoing, queue) = mpsc::unbounded_channel();
        let waiting = Waiting::default();
        tokio::spawn(write_all(output, queue));
        tokio::spawn(read_all(input, waiting.clone(), on_event));
        Self { last_id: Arc::default(), outgoing, waiting }
    }

    /// Sends the call now, whether or not the answer is awaited. If the browser never answers, the future never ends: give it a timeout.
    pub fn call(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> impl Future<Output = Result<Value, CallError>> + Send + use<> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let (answer, answered) = oneshot::channel();
        lock(&self.waiting).insert(id, answer);
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        if self.outgoing.send(bytes).is_err() {
            lock(&self.waiting).remove(&id);
        }
        async move {
            match answered.await {
                Ok(Ok(result)) => Ok(result),
                Ok(Err(message)) => Err(CallError::Refused { method, message }),
                Err(_) => Err(CallError::Closed),
            }
        }
    }

    /// A call whose answer nobody needs.
    pub fn send(&self, session: Option<&str>, method: &'static str, params: Value) {
        drop(self.call(session, method, params));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads JSON in which half a surrogate pair becomes the replacement character: texts of a page may contain one.
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(json).or_else(|_| serde_json::from_slice(&whole_pairs(json)))
}

fn whole_pairs(json: &[u8]) -> Vec<u8> {
    let unit = |at: usize| {
        let hex = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()
    };
    let (mut whole, mut at) = (Vec::with_capacity(json.len()), 0);
    while at < json.len() {
        let (next, lone) = match unit(at) {
            Some(0xd800..=0xdbff) => match unit(at + 6) {
                Some(0xdc00..=0xdfff) => (at + 12, false),
                _ => (at + 6, true),
            },
            Some(0xdc00..=0xdfff) => (at + 6, true),
            // An escaped backslash does not start another escape.
            None if json[at] == b'\\' => (json.len().min(at + 2), false),
            _ => (at + 1, false),
        };
        whole.extend_from_slice(if lone { b"\\ufffd" } else { &json[at..next] });
        at = next;
    }
    whole
}

async fn write_all(mut output: impl AsyncWrite + Unpin, mut queue: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(bytes) = queue.recv().await {
        if output.write_all(&bytes).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}

async fn read_all(input: impl AsyncRead + Unpin, waiting: Waiting, on_event: impl Fn(ConnectionEvent)) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        bytes.shrink_to(KEPT_BUFFER_BYTES);
        match (&mut input).take(MAX_MESSAGE_BYTES).read_until(0, &mut bytes).await {
            Ok(1..) if bytes.last() == Some(&0) => {}
            Ok(read) if read as u64 == MAX_MESSAGE_BYTES => {
                tracing::warn!(limit = MAX_MESSAGE_BYTES, "the browser sent a message that is too long; it is skipped");
                if let Some(answer) = answers(&bytes).and_then(|id| lock(&waiting).remove(&id)) {
                    // Fails only if nobody waits any more.
                    let _ = answer.send(Err(format!("the answer is longer than {MAX_MESSAGE_BYTES} bytes")));
                }
                if !skip(&mut input).await {
                    break;
                }
                continue;
            }
            Ok(_) | Err(_) => break,
        }
        let Ok(message) = parse::<Incoming>(bytes.strip_suffix(&[0]).unwrap_or(&bytes)) else {
            tracing::warn!("the browser sent something that is not a message");
            continue;
        };
        match (message.id, message.method) {
            (Some(id), _) => {
                if let Some(answer) = lock(&waiting).remove(&id) {
                    // Fails only if nobody waits any more.
                    let _ = answer.send(message.error.map_or(Ok(message.result), |refusal| Err(refusal.message)));
                }
            }
            (None, Some(method)) => {
                on_event(ConnectionEvent::Event(Event { session: message.session, method, params: message.params }))
            }
            (None, None) => {}
        }
    }
    lock(&waiting).clear();
    on_event(ConnectionEvent::Closed);
}

/// The id of the call that a message answers, read from its beginning: the browser writes the id first.
fn answers(message: &[u8]) -> Option<u64> {
    let rest = message.strip_prefix(br#"{"id":"#)?;
    let digits = rest.iter().take(20).take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// Skips the rest of a message. `false`: the stream ended first.
async fn skip(input: &mut (impl AsyncBufRead + Unpin)) -> bool {
    loop {
        let Ok(part) = input.fill_buf().await else { return false };
        if part.is_empty() {
            return false;
        }
        let end = part.iter().position(|byte| *byte == 0);
        let read = end.map_or(part.len(), |at| at + 1);
        input.consume(read);
        if end.is_some() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_pair_is_replaced_and_nothing_else() {
        for (json, text) in [
            (r#""a\ud800b""#, "a\u{fffd}b"),
            (r#""\uDC00""#, "\u{fffd}"),
            (r#""\ud800\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\\ud800 ä\ud800""#, "\\ud800 ä\u{fffd}"),
            (r#""cut\ud800""#, "cut\u{fffd}"),
        ] {
            assert_eq!(parse::<String>(json.as_bytes()).unwrap(), text, "{json}");
        }
        assert!(parse::<String>(b"\"\\").is_err() && parse::<String>(br#""\ud8"#).is_err() && parse::<String>(b"no").is_err());
    }

    #[tokio::test]
    async fn answers_reach_their_callers_events_the_listener_and_the_end_everybody() {
        let (ours, theirs) = tokio::io::duplex(4096);
        let (input, output) = tokio::io::split(ours);
        let (sender, mut reported) = mpsc::unbounded_channel();
        let connection = Connection::open(input, output, move |event| sender.send(event).unwrap());
        let first = connection.call(None, "A.one", json!({}));
        let second = connection.call(Some("S"), "B.two", json!({ "x": 1 }));
        let third = connection.call(None, "C.three", json!({}));

        let (input, mut output) = tokio::io::split(theirs);
        let mut input = BufReader::new(input);
        for expected in ["\"A.one\"", "\"sessionId\":\"S\"", "\"C.three\""] {
            let mut sent = Vec::new();
            input.read_until(0, &mut sent).await.unwrap();
            let sent = String::from_utf8(sent).unwrap();
            assert!(sent.contains(expected), "requests go out in order and whole: {sent}");
        }
        output
            .write_all(b"{\"id\":2,\"result\":{\"y\":2}}\0{\"method\":\"E\",\"sessionId\":\"S\",\"params\":{}}\0")
            .await
            .unwrap();
        output.write_all(b"no json\0{\"id\":1,\"error\":{\"message\":\"no\"}}\0").await.unwrap();
        assert_eq!(second.await.unwrap()["y"], 2);
        assert_eq!(first.await.unwrap_err().to_string(), "A.one: no");
        let Some(ConnectionEvent::Event(event)) = reported.recv().await else { panic!("an event") };
        assert_eq!(event.session.as_deref(), Some("S"));
        drop((input, output));
        assert!(matches!(reported.recv().await, Some(ConnectionEvent::Closed)), "the end is reported");
        assert!(matches!(third.await, Err(CallError::Closed)), "and nobody waits for ever");
    }

    #[tokio::test]
    async fn a_message_that_is_too_long_is_skipped_and_refused_to_who_asked_for_it() {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(ours);
        let (sender, mut reported) = mpsc::unbounded_channel();
        let connection = Connection::open(input, output, move |event| drop(sender.send(event)));
        let (tree, other) = (connection.call(None, "A.tree", json!({})), connection.call(None, "A.other", json!({})));
        let (_input, mut output) = tokio::io::split(theirs);
        tokio::spawn(async move {
            for begin in ["{\"id\":1,\"result\":{\"t\":\"", "{\"method\":\"Long\",\"params\":{\"t\":\""] {
                output.write_all(begin.as_bytes()).await.unwrap();
                for _ in 0..=MAX_MESSAGE_BYTES >> 16 {
                    output.write_all(&[b'x'; 1 << 16]).await.unwrap();
                }
                output.write_all(b"\"}}\0").await.unwrap();
            }
            output.write_all(b"{\"method\":\"Short\"}\0{\"id\":2,\"result\":{\"y\":2}}\0").await.unwrap();
            output.shutdown().await.unwrap();
        });
        let refusal = tree.await.unwrap_err().to_string();
        assert!(refusal.starts_with("A.tree: the answer is longer than"), "{refusal}");
        assert_eq!(other.await.unwrap()["y"], 2, "what comes after it is heard");
        let Some(ConnectionEvent::Event(event)) = reported.recv().await else { panic!("an event") };
        assert_eq!(event.method, "Short", "and the event that was too long is not");
        assert!(matches!(reported.recv().await, Some(ConnectionEvent::Closed)));
    }

    #[tokio::test]
    async fn a_message_of_many_megabytes_is_still_read() {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(ours);
        let (sender, mut reported) = mpsc::unbounded_channel();
        let _connection = Connection::open(input, output, move |event| drop(sender.send(event)));
        let (_input, mut output) = tokio::io::split(theirs);
        let long = format!("{{\"method\":\"E\",\"params\":{{\"t\":\"{}\"}}}}\0", "x".repeat(10 << 20));
        tokio::spawn(async move { output.write_all(long.as_bytes()).await });
        let Some(ConnectionEvent::Event(event)) = reported.recv().await else { panic!("an event") };
        assert_eq!(event.params["t"].as_str().map(str::len), Some(10 << 20));
    }
}
