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
/// The most messages of one connection whose answer is waited for.
const MOST_UNANSWERED: usize = 64;
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
    /// The highest number of a message so far. What counts on from it is the number of a message, and no value.
    counted: Option<u64>,
    /// The numbers of messages that changed something and are not answered yet.
    unanswered: Vec<u64>,
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

/// A message that a page sends: what it wants, the number by which its answer may be known, and the rest of it.
#[derive(Debug, PartialEq)]
struct Message {
    operation: String,
    number: Option<u64>,
    parts: Map<String, Value>,
}

/// The values of a frame. Some protocols put messages into a list as texts (SockJS), and some end each with a sign of its own (SignalR).
fn values_of(frame: &str) -> Vec<Value> {
    let read = |part: &str| {
        let start = part.char_indices().take(LONGEST_START).find(|(_, letter)| matches!(letter, '{' | '['));
        start.and_then(|(at, _)| serde_json::from_str::<Value>(&part[at..]).ok())
    };
    let inner =
        |value: &Value| value.as_str().filter(|text| text.starts_with('{')).and_then(|text| serde_json::from_str(text).ok());
    let unpacked = |value: Value| match &value {
        Value::Array(list) if list.iter().any(|one| inner(one).is_some()) => list.iter().filter_map(inner).collect(),
        _ => vec![value],
    };
    frame.split('\u{1e}').filter_map(read).flat_map(unpacked).collect()
}

impl Message {
    fn all_of(frame: &str) -> Vec<Self> {
        values_of(frame).into_iter().flat_map(Self::of).collect()
    }

    /// Of a list the name of the event stands before its object (Socket.IO), behind two references and the topic (Phoenix). Its other texts
    /// are values, and may be anything.
    fn of(value: Value) -> Vec<Self> {
        let list = match value {
            Value::Object(mut parts) => {
                let (operation, number) = calls::take_operation(&mut parts);
                return vec![Self { operation, number, parts }];
            }
            Value::Array(list) => list,
            _ => return Vec::new(),
        };
        let topic = list.get(2).and_then(Value::as_str).filter(|_| list.len() == 5 && list[4].is_object()).map(str::to_owned);
        let event = list.get(if topic.is_some() { 3 } else { 0 }).and_then(Value::as_str).filter(|name| calls::is_name(name));
        let Some(event) = event.map(str::to_owned) else {
            return list.into_iter().filter(Value::is_object).flat_map(Self::of).collect();
        };
        let mut parts: Map<String, Value> =
            list.into_iter().find_map(|one| if let Value::Object(parts) = one { Some(parts) } else { None }).unwrap_or_default();
        parts.extend(topic.map(|topic| ("topic".to_owned(), Value::from(topic))));
        vec![Self { operation: event, number: None, parts }]
    }
}

/// The numbers of the messages that a frame answers, each with whether it was refused. A push may have an id of its own.
fn answers_in(frame: &str) -> Vec<(u64, bool)> {
    let answer = |value: &Value| {
        let is_answer = ["result", "error", "success"].iter().any(|name| value.get(name).is_some())
            || ["type", "msg"].iter().any(|name| value[*name] == "result");
        let failed = value["success"] == false || value.get("error").is_some_and(|error| !error.is_null());
        Some((calls::number(value.get("id")).filter(|_| is_answer)?, failed))
    };
    let all = values_of(frame).into_iter().flat_map(|value| match value {
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
            counted: None,
            unanswered: Vec::new(),
        };
        self.data.sockets.0.insert(id.to_owned(), socket);
    }

    /// A page sends a message. One that says that it changes something, after the person did something on the page, is what was done.
    fn socket_sent(&mut self, target: &str, id: &str, message: &Value) {
        let acted = self.pages.get(target).is_some_and(|page| page.was_acted_on() || page.acted_lately());
        let frame = text(message, "/payloadData");
        let Some(socket) = self.data.sockets.0.get_mut(id).filter(|socket| !socket.is_again) else { return };
        if message["opcode"] != 1 || frame.len() > MOST_BYTES {
            return;
        }
        let (address, mut changes) = (socket.address.clone(), Vec::new());
        for mut one in Message::all_of(frame) {
            let is_counted = one.number.is_some_and(|number| socket.counted.is_some_and(|known| number > known));
            socket.counted = one.number.max(socket.counted);
            match one.number.filter(|_| is_counted) {
                Some(_) => drop(one.parts.remove("id")),
                None => one.number = None,
            }
            if acted && !self.paused && calls::meaning(&one.operation) == Meaning::Acts {
                socket.unanswered.extend(one.number);
                changes.push(one);
            }
        }
        let old = socket.unanswered.len().saturating_sub(MOST_UNANSWERED);
        socket.unanswered.drain(..old);
        for Message { operation, number, parts } in changes {
            self.sent(target);
            self.message_sent(number.map(|number| format!("{id} {number}")), &address, operation, parts);
        }
    }

    fn socket_told(&mut self, target: &str, id: &str, message: &Value) {
        let content = text(message, "/payloadData");
        let awaits = |socket: &&mut Socket| !socket.unanswered.is_empty() && content.len() <= MOST_BYTES;
        if let Some(socket) = self.data.sockets.0.get_mut(id).filter(awaits) {
            for (number, failed) in answers_in(content) {
                if let Some(at) = socket.unanswered.iter().position(|one| *one == number) {
                    socket.unanswered.remove(at);
                    self.sent.answered(&format!("{id} {number}"), if failed { 400 } else { 200 });
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
        for (frame, operation, number, parts) in [
            (r#"{"id":7,"type":"todo/item/add","item":"Salt"}"#, "todo/item/add", Some(7), r#"{"id":7,"item":"Salt"}"#),
            (r#"42["add item",{"text":"Salt","id":5}]"#, "add item", None, r#"{"text":"Salt","id":5}"#),
            (r#"420["setSettings",{"dark":true},"hunter2"]"#, "setSettings", None, r#"{"dark":true}"#),
            (r#"["4","7","room:5","new_msg",{"body":"Salt"}]"#, "new_msg", None, r#"{"body":"Salt","topic":"room:5"}"#),
            (
                r#"["{\"msg\":\"method\",\"method\":\"tasks.insert\",\"id\":\"3\"}"]"#,
                "method tasks.insert",
                Some(3),
                r#"{"id":"3"}"#,
            ),
            (
                "{\"type\":1,\"target\":\"Send\",\"arguments\":[\"Salt\"]}\u{1e}",
                "Send",
                None,
                r#"{"type":1,"arguments":["Salt"]}"#,
            ),
        ] {
            let read: Vec<_> = Message::all_of(frame);
            let [one] = read.as_slice() else { panic!("{read:?}") };
            assert_eq!((one.operation.as_str(), one.number), (operation, number), "{frame}");
            assert_eq!(Value::Object(one.parts.clone()), serde_json::from_str::<Value>(parts).unwrap(), "{frame}");
        }
        assert_eq!(Message::all_of("ping"), []);
        for (frame, answers) in [
            (r#"{"id":7,"type":"result","success":false}"#, vec![(7, true)]),
            (r#"[{"id":7,"result":{}},{"id":8,"error":{"code":5}}]"#, vec![(7, false), (8, true)]),
            (r#"a["{\"msg\":\"result\",\"id\":\"3\"}"]"#, vec![(3, false)]),
            ("{\"id\":\"4\",\"result\":1}\u{1e}", vec![(4, false)]),
            (r#"42["changed",{"id":7,"name":"Salt"}]"#, vec![]),
        ] {
            assert_eq!(answers_in(frame), answers, "{frame}");
        }
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
