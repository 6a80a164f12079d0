//! What pages are told over a WebSocket (RFC 6455): messages that are JSON, as some protocols write them after a number or a name.

use super::events::text;
use super::navigation::host_of;
use super::watch::Watcher;
use crate::redact::mask_url;
use apprentice_contracts::reading::SOCKET;
use serde_json::Value;
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
        };
        self.data.sockets.0.insert(id.to_owned(), socket);
    }

    fn socket_told(&mut self, target: &str, id: &str, message: &Value) {
        let acted = self.pages.get(target).is_none_or(super::page::Page::was_acted_on);
        let Some(socket) = self.data.sockets.0.get_mut(id) else { return };
        socket.is_late |= !socket.is_again && (self.paused || acted);
        if socket.is_late {
            return;
        }
        let content = text(message, "/payloadData");
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
