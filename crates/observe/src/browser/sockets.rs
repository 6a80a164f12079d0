//! What pages receive and send over a WebSocket (RFC 6455), in messages that are JSON (`socket_messages`). A message that says by its name that it
//! changes something is a request. One that asks for something is a source of data, as a GET request is: its answers are known by its number.
//! What a page receives without having asked is known by its name.

use super::calls::{self, Meaning};
use super::events::text;
use super::navigation::host_of;
use super::posted;
use super::socket_messages::{Number, Received, Sent, received_in, sent_in};
use super::watch::Watcher;
use crate::redact::mask_url;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use url::Url;

/// The most connections of all pages.
const MOST_SOCKETS: usize = 16;
/// The most sources of data of one connection.
const MOST_CHANNELS: usize = 100;
/// The most messages of one source.
const MOST_MESSAGES: usize = 400;
/// The most bytes of one connection.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// The longest message, in bytes.
const LONGEST_MESSAGE: usize = 1024 * 1024;
/// How often a source is reported: the page may receive more while it draws itself.
const MOST_REPORTS: u8 = 4;
/// The most messages of one connection whose answer is awaited.
const MOST_UNANSWERED: usize = 64;
/// The most messages of one connection whose answers are known to be no state. Answers come soon, so old ones are forgotten together.
const MOST_CHANGES: usize = 4_096;

/// What a page received in answer to one question, or under one name.
struct Channel {
    messages: Vec<Arc<Value>>,
    /// How many of them were reported.
    reported: usize,
    reports: u8,
    /// It said more than is kept.
    is_cut: bool,
    /// It was asked for after the page had changed something: what it said then is the state before the next change.
    is_later: bool,
}

/// One connection.
#[derive(Default)]
struct Socket {
    target: String,
    /// The address of the connection, as of HTTP and without its query, which may name the connection.
    address: String,
    channels: HashMap<String, Channel>,
    bytes: usize,
    /// By a page that was opened again. What the person does is no effect on it.
    is_again: bool,
    /// The person did something since it was opened: what it pushes now may be the effect of that.
    is_late: bool,
    /// The page changed something since it was opened.
    has_written: bool,
    /// The highest number of a message so far. A higher one numbers a message, and is no value.
    counted: Option<u64>,
    /// The messages that changed something and are not answered yet.
    unanswered: Vec<Number>,
    /// All messages that changed something: what answers them is no state.
    changes: HashSet<Number>,
    /// The channels of questions, by their numbers.
    questions: HashMap<Number, String>,
}

/// The connections of the pages, by the number of their request.
#[derive(Default)]
pub(super) struct Sockets(HashMap<String, Socket>);

/// What a source said.
pub(super) struct Said {
    /// The address of the data.
    pub address: String,
    pub messages: Vec<Arc<Value>>,
    pub is_cut: bool,
}

/// `ws` and `wss` are `http` and `https` here.
fn address_of(url: &str) -> Option<String> {
    let scheme = if url.starts_with("wss:") { "https" } else { "http" };
    let mut address = Url::parse(&format!("{scheme}:{}", url.split_once(':')?.1)).ok()?;
    address.set_fragment(None);
    address.set_query(None);
    Some(mask_url(address.as_str()).0)
}

impl Sockets {
    /// The sources of a page that said something since this was asked last, with all that they said.
    pub fn received(&mut self, target: &str) -> Vec<Said> {
        let channels = self.0.values_mut().filter(|socket| socket.target == target).flat_map(|socket| &mut socket.channels);
        let new = channels.filter(|(_, channel)| channel.reported < channel.messages.len() && channel.reports < MOST_REPORTS);
        let mut new: Vec<_> = new
            .map(|(address, channel)| {
                channel.reported = channel.messages.len();
                channel.reports += 1;
                Said { address: address.clone(), messages: channel.messages.clone(), is_cut: channel.is_cut }
            })
            .collect();
        new.sort_by(|one, other| one.address.cmp(&other.address));
        new
    }

    /// The person did something.
    pub fn outdate(&mut self) {
        self.0.values_mut().filter(|socket| !socket.is_again).for_each(|socket| socket.is_late = true);
    }

    /// A page sent something that may have changed its site.
    pub fn wrote(&mut self, target: &str) {
        self.0.values_mut().filter(|socket| socket.target == target).for_each(|socket| socket.has_written = true);
    }

    /// The tab is gone.
    pub fn forget(&mut self, target: &str) {
        self.0.retain(|_, socket| socket.target != target);
    }
}

impl Socket {
    /// Takes the number of a message out of its parts, if it counts the messages.
    fn number_of(&mut self, message: &mut Sent) -> Option<Number> {
        let Some(Number::Id(number)) = message.number else { return message.number };
        // The first number may be the id of a record as well.
        let is_counted = self.counted.map_or(number <= 1, |known| number > known);
        self.counted = Some(number).max(self.counted);
        is_counted.then(|| message.parts.remove("id")).and(message.number)
    }

    /// Awaits the answers to a question. They replace those to the same question before; a page that polls is reported no more often for it.
    fn ask(&mut self, number: Number, address: String) {
        if let Some(channel) = self.channels.get_mut(&address) {
            channel.messages.clear();
            channel.reported = 0;
            channel.is_cut = false;
        }
        self.questions.retain(|_, known| *known != address);
        if self.questions.len() < MOST_CHANNELS {
            self.questions.insert(number, address);
        }
    }

    /// Keeps what the page received. `asked`: by a question.
    fn keep(&mut self, address: &str, asked: bool, contents: Vec<Value>) {
        if self.channels.len() >= MOST_CHANNELS && !self.channels.contains_key(address) {
            return;
        }
        let is_full = self.bytes >= MOST_BYTES;
        let is_later = self.has_written;
        let channel = self.channels.entry(address.to_owned()).or_insert_with(|| Channel {
            messages: Vec::new(),
            reported: 0,
            reports: 0,
            is_cut: false,
            is_later: asked && is_later,
        });
        for content in contents {
            // A subscription may repeat what it said.
            if channel.messages.iter().any(|known| **known == content) {
                continue;
            }
            if is_full || channel.messages.len() >= MOST_MESSAGES {
                channel.is_cut = true;
            } else {
                channel.messages.push(Arc::new(content));
            }
        }
    }
}

impl Watcher {
    pub(super) fn socket_event(&mut self, target: &str, method: &str, params: &Value) {
        let id = text(params, "/requestId");
        match method {
            "Network.webSocketCreated" => self.socket_opened(target, id, text(params, "/url")),
            "Network.webSocketFrameReceived" => self.socket_received(target, id, &params["response"]),
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
        let socket = Socket { target: target.to_owned(), address, is_again, ..Socket::default() };
        self.data.sockets.0.insert(id.to_owned(), socket);
    }

    /// A page sends a message. If its name says that it changes something, and it follows an action of the person, it is recorded as sent.
    fn socket_sent(&mut self, target: &str, id: &str, message: &Value) {
        let Some(page) = self.pages.get(target) else { return };
        let acted = page.was_acted_on() || page.acted_lately();
        let (url, has_written) = (page.url.clone(), page.has_written());
        let frame = text(message, "/payloadData");
        let Some(socket) = self.data.sockets.0.get_mut(id) else { return };
        if message["opcode"] != 1 || frame.len() > LONGEST_MESSAGE {
            return;
        }
        let (address, mut changes) = (socket.address.clone(), Vec::new());
        for mut one in sent_in(frame) {
            let number = socket.number_of(&mut one);
            let meaning = calls::meaning(&one.operation);
            if meaning == Meaning::Acts {
                if socket.changes.len() >= MOST_CHANGES {
                    socket.changes.clear();
                }
                socket.changes.extend(number);
                if acted && !self.paused && !socket.is_again {
                    socket.unanswered.extend(number);
                    changes.push((number, one));
                }
                continue;
            }
            // Before the person did anything, a page only asks.
            let asks = socket.is_again || !self.paused && !has_written && (!acted || meaning == Meaning::Asks);
            let Some(number) = number.filter(|_| asks && !one.operation.is_empty() && !calls::signs_in(&one.operation)) else {
                continue;
            };
            let Some(asked) = posted::address_of_message(&address, &one.operation, &one.parts) else { continue };
            // A message may have what was masked elsewhere.
            let asked = self.request.memory.mask(&asked).0;
            let is_new = !socket.has_written || !socket.channels.contains_key(&asked);
            let can_be_asked_again = socket.is_again || is_new && self.data.page_only.asked(&asked, &url);
            if can_be_asked_again {
                socket.ask(number, asked);
            }
        }
        let old = socket.unanswered.len().saturating_sub(MOST_UNANSWERED);
        socket.unanswered.drain(..old);
        for (number, Sent { operation, parts, .. }) in changes {
            self.sent(target);
            self.message_sent(number.map(|number| answer_key(id, number)), &address, operation, parts);
        }
    }

    fn socket_received(&mut self, target: &str, id: &str, message: &Value) {
        let frame = text(message, "/payloadData");
        // 1 is a text (RFC 6455, 5.2).
        let is_read = message["opcode"] == 1 && frame.len() <= LONGEST_MESSAGE && frame.contains(['{', '[']);
        let page = self.pages.get(target);
        let acted = page.is_none_or(super::page::Page::was_acted_on);
        let has_written = page.is_none_or(super::page::Page::has_written);
        let url = page.map(|page| page.url.clone()).unwrap_or_default();
        let Some(socket) = self.data.sockets.0.get_mut(id) else { return };
        socket.is_late |= !socket.is_again && (self.paused || acted);
        if !is_read {
            return;
        }
        for one in received_in(frame) {
            if let Some(at) = socket.unanswered.iter().position(|number| one.is_answer && Some(*number) == one.number) {
                let number = socket.unanswered.remove(at);
                self.sent.answered(&answer_key(id, number), if one.failed { 400 } else { 200 });
            }
            let question = one.number.and_then(|number| socket.questions.get(&number)).cloned();
            // What answers a change is no state, and what answers an unknown question has no name.
            let is_change = one.number.is_some_and(|number| socket.changes.contains(&number));
            if one.failed || is_change || one.is_answer && one.number.is_some() && question.is_none() {
                continue;
            }
            let channel = question.as_ref().and_then(|address| socket.channels.get(address));
            let is_before = !socket.has_written || channel.map_or(question.is_some(), |channel| channel.is_later);
            let is_state =
                socket.is_again || !self.paused && is_before && if question.is_some() { !has_written } else { !socket.is_late };
            if !is_state {
                continue;
            }
            match question {
                Some(address) => socket.keep(&address, true, one.answer()),
                None => {
                    let Received { name, content, .. } = one;
                    let Some(address) = posted::address_of_message(&socket.address, &name, &Map::new()) else { continue };
                    if socket.is_again || self.data.page_only.asked(&address, &url) {
                        socket.keep(&address, false, content);
                    }
                }
            }
        }
        socket.bytes += frame.len();
    }
}

/// By which the answer to a request over the connection `id` is known.
fn answer_key(id: &str, number: Number) -> String {
    format!("{id} {number:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_known_by_its_place() {
        for (url, known) in [
            ("ws://127.0.0.1:9001/socket.io/?EIO=4&sid=aK3", "http://127.0.0.1:9001/socket.io/"),
            ("wss://home.example.org/api/websocket", "https://home.example.org/api/websocket"),
        ] {
            assert_eq!(address_of(url).as_deref(), Some(known));
        }
        assert_eq!(address_of("no address"), None);
    }

    #[test]
    fn a_page_that_polls_keeps_its_last_answer_and_is_reported_a_few_times() {
        let socket = Socket { target: "tab".to_owned(), ..Socket::default() };
        let mut sockets = Sockets(HashMap::from([("1".to_owned(), socket)]));
        let mut reported = Vec::new();
        for round in 0..1_000 {
            let socket = sockets.0.get_mut("1").unwrap();
            socket.ask(Number::Id(round), "http://a/live/list?WebSocket=".to_owned());
            assert_eq!(socket.questions.len(), 1, "answers to older questions are not awaited");
            let address = socket.questions[&Number::Id(round)].clone();
            socket.keep(&address, true, vec![Value::from(round)]);
            reported.extend(sockets.received("tab").into_iter().map(|said| said.messages));
        }
        let expected: Vec<Vec<Arc<Value>>> = (0..u64::from(MOST_REPORTS)).map(|one| vec![Arc::new(Value::from(one))]).collect();
        assert_eq!(reported, expected);
    }
}
