//! What pages are told and what they send over a WebSocket (RFC 6455): messages that are JSON, as some protocols write them after a number or
//! a name. A message that says by its name that it changes something counts as a request.

use super::calls::{self, Meaning};
use super::events::text;
use super::navigation::host_of;
use super::watch::Watcher;
use crate::redact::mask_url;
use apprentice_contracts::reading::SOCKET;
use serde_json::{Map, Value};
use std::collections::HashMap;
use url::Url;

/// The most connections of all pages.
const MOST_SOCKETS: usize = 16;
/// The most messages and bytes of one connection.
const MOST_MESSAGES: usize = 400;
const MOST_BYTES: usize = 1024 * 1024;
/// How often what a page was told is reported: it may be told more while it draws itself.
const MOST_REPORTS: u8 = 4;
/// Where the JSON of a message begins at the latest.
const LONGEST_START: usize = 64;

/// What a page was told over one connection.
struct Socket {
    target: String,
    /// By which the data are known, masked.
    address: String,
    messages: Vec<String>,
    bytes: usize,
    /// How many messages were there when they were read last.
    read: usize,
    reports: u8,
    /// By a page that was opened again. What the person does is no effect on it.
    is_again: bool,
    /// The person did something since it was opened: what it says now may be the effect of that.
    is_late: bool,
    /// The ids of messages that were sent and are not answered yet.
    unanswered: Vec<String>,
}

/// The connections of the pages, by the number of their request.
#[derive(Default)]
pub(super) struct Sockets(HashMap<String, Socket>);

/// The address by which what is told over a connection is known: `ws` and `wss` are `http` and `https`, and the query may name the connection.
fn address_of(url: &str) -> Option<String> {
    let scheme = if url.starts_with("wss:") { "https" } else { "http" };
    let mut address = Url::parse(&format!("{scheme}:{}", url.split_once(':')?.1)).ok()?;
    address.set_fragment(None);
    address.query_pairs_mut().clear().append_pair(SOCKET, "");
    Some(mask_url(address.as_str()).0)
}

/// The JSON of a message: `42["changed",{"id":5}]` of Socket.IO, where a name comes first, and `channel\n{"id":5}` begin with something else.
fn json_of(message: &str) -> Vec<Value> {
    let start = message.char_indices().take(LONGEST_START).find(|(_, letter)| matches!(letter, '{' | '['));
    match start.and_then(|(at, _)| serde_json::from_str(&message[at..]).ok()) {
        Some(Value::Array(mut parts)) if parts.first().is_some_and(Value::is_string) => parts.split_off(1),
        value => value.into_iter().collect(),
    }
}

/// A message that a page sends: what it wants, the id by which its answer is known, and the rest of it.
#[derive(Debug, PartialEq)]
struct Message {
    operation: String,
    id: Option<String>,
    parts: Map<String, Value>,
}

impl Message {
    /// The messages of a frame. Some protocols put them into a list as texts (SockJS), some put the name of the event before its object
    /// (Socket.IO, Phoenix), and some end each with a sign of its own (SignalR).
    fn all_of(frame: &str) -> Vec<Self> {
        frame
            .split('\u{1e}')
            .flat_map(|part| {
                let start = part.char_indices().take(LONGEST_START).find(|(_, letter)| matches!(letter, '{' | '['));
                let value = start.and_then(|(at, _)| serde_json::from_str(&part[at..]).ok());
                value.map(Self::of).unwrap_or_default()
            })
            .collect()
    }

    fn of(value: Value) -> Vec<Self> {
        let list = match value {
            Value::Object(mut parts) => {
                let (operation, id) = calls::take_operation(&mut parts);
                return vec![Self { operation, id, parts }];
            }
            Value::Array(list) => list,
            _ => return Vec::new(),
        };
        let mut named: Vec<String> = Vec::new();
        let mut out = Vec::new();
        for value in list {
            match value {
                Value::String(text) => match serde_json::from_str(&text) {
                    Ok(inner @ Value::Object(_)) => out.extend(Self::of(inner)),
                    _ => named.push(text),
                },
                Value::Object(_) => out.extend(Self::of(value)),
                _ => {}
            }
        }
        let named = named.join(" ");
        for message in &mut out {
            message.operation = [named.as_str(), &message.operation].join(" ").trim().to_owned();
        }
        out
    }
}

/// The ids of the messages that a frame answers, each with whether it was refused.
fn answers_in(frame: &str) -> Vec<(String, bool)> {
    let answer = |value: &Value| {
        let id = value.get("id").filter(|id| id.is_number() || id.is_string())?;
        let failed = value["success"] == false || value.get("error").is_some_and(|error| !error.is_null());
        Some((id.to_string(), failed))
    };
    let all = json_of(frame).into_iter().flat_map(|value| match value {
        Value::Array(list) => list,
        one => vec![one],
    });
    all.filter_map(|value| answer(&value)).collect()
}

pub(super) fn json_of_all(messages: &[String]) -> Vec<Value> {
    messages.iter().flat_map(|message| json_of(message)).collect()
}

impl Sockets {
    /// The messages of each connection on which a page was told something since this was asked last, by the address of the data.
    pub fn told(&mut self, target: &str) -> Vec<(String, Vec<String>)> {
        let is_new = |socket: &&mut Socket| {
            socket.target == target && socket.read < socket.messages.len() && socket.reports < MOST_REPORTS
        };
        let new = self.0.values_mut().filter(is_new).map(|socket| {
            socket.read = socket.messages.len();
            socket.reports += 1;
            (socket.address.clone(), socket.messages.clone())
        });
        new.collect()
    }

    /// The person did something.
    pub fn outdate(&mut self) {
        self.0.values_mut().filter(|socket| !socket.is_again).for_each(|socket| socket.is_late = true);
    }

    /// The tab is gone.
    pub fn forget(&mut self, target: &str) {
        self.0.retain(|_, socket| socket.target != target);
    }
}

impl Watcher {
    pub(super) fn socket_event(&mut self, target: &str, method: &str, params: &Value) {
        let id = text(params, "/requestId");
        match method {
            "Network.webSocketCreated" => self.socket_opened(target, id, text(params, "/url")),
            "Network.webSocketFrameReceived" => self.socket_told(target, id, &params["response"]),
            "Network.webSocketFrameSent" => self.socket_sent(target, id, &params["response"]),
            "Network.webSocketClosed" => drop(self.data.sockets.0.remove(id)),
            _ => {}
        }
    }

    fn socket_opened(&mut self, target: &str, id: &str, url: &str) {
        let is_again = self.is_read(target);
        let Some(page) = self.pages.get(target).filter(|_| is_again || !self.paused) else { return };
        let Some(address) = address_of(url) else { return };
        let host = host_of(&address);
        if host.is_empty() || !self.allows(&page.host(), &host) || self.data.sockets.0.len() >= MOST_SOCKETS {
            return;
        }
        if !is_again && !self.data.page_only.asked(&address, &page.url) {
            return;
        }
        let socket = Socket {
            target: target.to_owned(),
            address,
            messages: Vec::new(),
            bytes: 0,
            read: 0,
            reports: 0,
            is_again,
            is_late: false,
            unanswered: Vec::new(),
        };
        self.data.sockets.0.insert(id.to_owned(), socket);
    }

    /// A page sends a message. One that says that it changes something, after the person did something on the page, is what was done.
    fn socket_sent(&mut self, target: &str, id: &str, message: &Value) {
        let acted = self.pages.get(target).is_some_and(super::page::Page::was_acted_on);
        let frame = text(message, "/payloadData");
        if self.paused || !acted || message["opcode"] != 1 || frame.len() > MOST_BYTES {
            return;
        }
        let Some(socket) = self.data.sockets.0.get(id).filter(|socket| !socket.is_again) else { return };
        let address = socket.address.clone();
        for Message { operation, id: number, parts } in Message::all_of(frame) {
            if calls::meaning(&operation) != Meaning::Acts {
                continue;
            }
            let known = number.map(|number| format!("{id} {number}"));
            if let (Some(known), Some(socket)) = (&known, self.data.sockets.0.get_mut(id)) {
                socket.unanswered.push(known.clone());
            }
            self.sent(target);
            self.message_sent(known, &address, operation, parts);
        }
    }

    fn socket_told(&mut self, target: &str, id: &str, message: &Value) {
        let content = text(message, "/payloadData");
        if let Some(socket) = self.data.sockets.0.get_mut(id).filter(|socket| !socket.unanswered.is_empty()) {
            for (number, failed) in answers_in(content) {
                let known = format!("{id} {number}");
                if let Some(at) = socket.unanswered.iter().position(|one| *one == known) {
                    socket.unanswered.remove(at);
                    self.sent.answered(&known, if failed { 400 } else { 200 });
                }
            }
        }
        let acted = self.pages.get(target).is_none_or(super::page::Page::was_acted_on);
        let Some(socket) = self.data.sockets.0.get_mut(id) else { return };
        socket.is_late |= !socket.is_again && (self.paused || acted);
        if socket.is_late {
            return;
        }
        // 1 is a text (RFC 6455, 5.2).
        let is_text = message["opcode"] == 1 && content.contains(['{', '[']);
        if is_text && socket.messages.len() < MOST_MESSAGES && socket.bytes + content.len() <= MOST_BYTES {
            socket.bytes += content.len();
            socket.messages.push(content.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_known_by_its_place() {
        for (url, known) in [
            ("ws://127.0.0.1:9001/socket.io/?EIO=4&sid=aK3", "http://127.0.0.1:9001/socket.io/?WebSocket="),
            ("wss://home.example.org/api/websocket", "https://home.example.org/api/websocket?WebSocket="),
        ] {
            assert_eq!(address_of(url).as_deref(), Some(known));
        }
        assert_eq!(address_of("no address"), None);
    }

    #[test]
    fn messages_that_pages_send_are_known_by_what_they_want() {
        for (frame, operation, id, parts) in [
            (r#"{"id":7,"type":"todo/item/add","item":"Salt"}"#, "todo/item/add", Some("7"), r#"{"item":"Salt"}"#),
            (r#"42["add item",{"text":"Salt"}]"#, "add item", None, r#"{"text":"Salt"}"#),
            (r#"["1","2","room:5","new_msg",{"body":"Salt"}]"#, "1 2 room:5 new_msg", None, r#"{"body":"Salt"}"#),
            (r#"["{\"msg\":\"method\",\"method\":\"tasks.insert\",\"id\":\"3\"}"]"#, "method tasks.insert", Some("\"3\""), "{}"),
            (
                "{\"type\":1,\"target\":\"Send\",\"arguments\":[\"Salt\"]}\u{1e}",
                "Send",
                None,
                r#"{"type":1,"arguments":["Salt"]}"#,
            ),
        ] {
            let read: Vec<_> = Message::all_of(frame);
            let [one] = read.as_slice() else { panic!("{read:?}") };
            assert_eq!((one.operation.as_str(), one.id.as_deref()), (operation, id), "{frame}");
            assert_eq!(Value::Object(one.parts.clone()), serde_json::from_str::<Value>(parts).unwrap(), "{frame}");
        }
        assert_eq!(Message::all_of("ping"), []);
        assert_eq!(answers_in(r#"{"id":7,"type":"result","success":false}"#), [("7".to_owned(), true)]);
        assert_eq!(
            answers_in(r#"[{"id":7,"result":{}},{"id":8,"error":{"code":5}}]"#),
            [("7".to_owned(), false), ("8".to_owned(), true)]
        );
    }

    #[test]
    fn the_json_of_a_message() {
        for (message, json) in [
            (r#"{"id":5}"#, &[r#"{"id":5}"#][..]),
            (r#"42["changed",{"id":5},7]"#, &[r#"{"id":5}"#, "7"]),
            (r#"[{"id":5},{"id":6}]"#, &[r#"[{"id":5},{"id":6}]"#]),
            ("4:7!1\n{\"id\":5}", &[r#"{"id":5}"#]),
            ("3probe", &[]),
            ("note {unfinished", &[]),
        ] {
            let read: Vec<String> = json_of(message).iter().map(Value::to_string).collect();
            assert_eq!(read, json, "{message}");
        }
    }
}
