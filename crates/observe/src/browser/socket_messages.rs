//! Reads the messages of a WebSocket that are JSON. Protocols write them in several ways: plain, behind a number or a name (Socket.IO), in a list
//! (SockJS, Phoenix), or several in one frame (SignalR).

use super::calls;
use serde_json::{Map, Value};

/// Where the JSON of a message begins at the latest.
const LONGEST_START: usize = 64;

/// The number that joins a question and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Number {
    /// Of a message that is an object: its `id`.
    Id(u64),
    /// Of Socket.IO: the number between the type of the packet and its content.
    Acknowledgement(u64),
}

/// A message that a page sends.
#[derive(Debug, PartialEq)]
pub(super) struct Sent {
    /// What it asks for or does: `todo/item/add`.
    pub operation: String,
    pub number: Option<Number>,
    pub parts: Map<String, Value>,
}

/// A message that a page receives.
#[derive(Debug, PartialEq)]
pub(super) struct Received {
    pub number: Option<Number>,
    /// Whether it answers the message with its number. Of a push, the number may be an id of its own, or that of a subscription.
    pub is_answer: bool,
    pub failed: bool,
    /// The name of what is reported, or nothing.
    pub name: String,
    pub content: Vec<Value>,
}

/// The JSON values of a frame.
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

/// The number of a packet of Socket.IO, whose type is `2` for an event or `3` for an acknowledgement: `420[`, `43/shop,7[`.
fn acknowledgement(frame: &str, kind: char) -> Option<Number> {
    let start: String = frame.chars().take(LONGEST_START).take_while(|letter| *letter != '[').collect();
    let rest = start.strip_prefix('4')?.strip_prefix(kind)?;
    let number = rest.rsplit_once(',').map_or(rest, |(_, number)| number);
    number.parse().ok().map(Number::Acknowledgement)
}

/// The messages that a page sends in this frame.
pub(super) fn sent_in(frame: &str) -> Vec<Sent> {
    let number = acknowledgement(frame, '2');
    let all = values_of(frame).into_iter().flat_map(Sent::of);
    all.map(|one| Sent { number: one.number.or(number), ..one }).collect()
}

impl Sent {
    /// In a list, the name of the event is before its object (Socket.IO), or after two references and the topic (Phoenix). Its other texts are
    /// values, and may be anything.
    fn of(value: Value) -> Vec<Self> {
        let list = match value {
            Value::Object(mut parts) => {
                let operation = calls::take_operation(&mut parts);
                let number = calls::number(parts.get("id")).map(Number::Id);
                return vec![Self { operation, number, parts }];
            }
            Value::Array(list) => list,
            _ => return Vec::new(),
        };
        let Some((event, topic)) = event_of(&list) else {
            return list.into_iter().filter(Value::is_object).flat_map(Self::of).collect();
        };
        let first = list.into_iter().find_map(|one| if let Value::Object(parts) = one { Some(parts) } else { None });
        let mut parts = first.unwrap_or_default();
        parts.extend(topic.map(|topic| ("topic".to_owned(), Value::from(topic))));
        vec![Self { operation: event, number: None, parts }]
    }
}

/// The name of the event of a message that is a list, and its topic.
fn event_of(list: &[Value]) -> Option<(String, Option<String>)> {
    let topic = list.get(2).and_then(Value::as_str).filter(|_| list.len() == 5 && list[4].is_object());
    let event = list.get(if topic.is_some() { 3 } else { 0 }).and_then(Value::as_str).filter(|name| calls::is_name(name))?;
    Some((event.to_owned(), topic.map(str::to_owned)))
}

/// The messages that a page receives in this frame.
pub(super) fn received_in(frame: &str) -> Vec<Received> {
    let values = values_of(frame).into_iter();
    match acknowledgement(frame, '3') {
        Some(number) => values
            .map(|value| Received {
                number: Some(number),
                is_answer: true,
                failed: false,
                name: String::new(),
                content: if let Value::Array(list) = value { list } else { vec![value] },
            })
            .collect(),
        None => values.flat_map(Received::of).collect(),
    }
}

impl Received {
    fn of(value: Value) -> Vec<Self> {
        match value {
            Value::Object(_) => vec![Self::of_object(value)],
            Value::Array(list) => match event_of(&list) {
                Some((name, _)) => {
                    vec![Self {
                        number: None,
                        is_answer: false,
                        failed: false,
                        name,
                        content: list.into_iter().skip(1).collect(),
                    }]
                }
                None if list.iter().any(|one| one.get("id").is_some() && is_answer(one)) => {
                    list.into_iter().flat_map(Self::of).collect()
                }
                None => {
                    let content = vec![Value::Array(list)];
                    vec![Self { number: None, is_answer: false, failed: false, name: String::new(), content }]
                }
            },
            _ => Vec::new(),
        }
    }

    fn of_object(value: Value) -> Self {
        let mut rest = value.as_object().cloned().unwrap_or_default();
        Self {
            number: calls::number(value.get("id")).map(Number::Id),
            is_answer: is_answer(&value),
            failed: value["success"] == false || value.get("error").is_some_and(|error| !error.is_null()),
            name: calls::take_operation(&mut rest),
            content: vec![value],
        }
    }

    /// What it says, without what every answer has around it. The number counts the messages.
    pub fn answer(self) -> Vec<Value> {
        let without = |value| match value {
            Value::Object(mut object) => {
                object.remove("id");
                object.retain(|name, value| {
                    !matches!(
                        (name.as_str(), value),
                        ("type" | "msg" | "jsonrpc", Value::String(_)) | ("success", Value::Bool(_))
                    )
                });
                Value::Object(object)
            }
            other => other,
        };
        if matches!(self.number, Some(Number::Id(_))) { self.content.into_iter().map(without).collect() } else { self.content }
    }
}

fn is_answer(value: &Value) -> bool {
    ["result", "error", "success"].iter().any(|name| value.get(name).is_some())
        || ["type", "msg"].iter().any(|name| value[*name] == "result")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_that_pages_send_are_known_by_what_they_want() {
        use Number::{Acknowledgement, Id};
        for (frame, operation, number, parts) in [
            (r#"{"id":7,"type":"todo/item/add","item":"Salt"}"#, "todo/item/add", Some(Id(7)), r#"{"id":7,"item":"Salt"}"#),
            (r#"42["add item",{"text":"Salt","id":5}]"#, "add item", None, r#"{"text":"Salt","id":5}"#),
            (r#"420["setSettings",{"dark":true},"hunter2"]"#, "setSettings", Some(Acknowledgement(0)), r#"{"dark":true}"#),
            (r#"42/shop,13["getList"]"#, "getList", Some(Acknowledgement(13)), "{}"),
            (r#"["4","7","room:5","new_msg",{"body":"Salt"}]"#, "new_msg", None, r#"{"body":"Salt","topic":"room:5"}"#),
            (
                r#"["{\"msg\":\"method\",\"method\":\"tasks.insert\",\"id\":\"3\"}"]"#,
                "method tasks.insert",
                Some(Id(3)),
                r#"{"id":"3"}"#,
            ),
            (
                "{\"type\":1,\"target\":\"Send\",\"arguments\":[\"Salt\"]}\u{1e}",
                "Send",
                None,
                r#"{"type":1,"arguments":["Salt"]}"#,
            ),
        ] {
            let read = sent_in(frame);
            let [one] = read.as_slice() else { panic!("{read:?}") };
            assert_eq!((one.operation.as_str(), one.number), (operation, number), "{frame}");
            assert_eq!(Value::Object(one.parts.clone()), serde_json::from_str::<Value>(parts).unwrap(), "{frame}");
        }
        assert_eq!(sent_in("ping"), []);
    }

    #[test]
    fn answers_are_known_by_their_number() {
        use Number::{Acknowledgement, Id};
        for (frame, answers) in [
            (r#"{"id":7,"type":"result","success":false}"#, vec![(Id(7), true)]),
            (r#"[{"id":7,"result":{}},{"id":8,"error":{"code":5}}]"#, vec![(Id(7), false), (Id(8), true)]),
            (r#"a["{\"msg\":\"result\",\"id\":\"3\"}"]"#, vec![(Id(3), false)]),
            ("{\"id\":\"4\",\"result\":1}\u{1e}", vec![(Id(4), false)]),
            (r#"430[{"ok":true}]"#, vec![(Acknowledgement(0), false)]),
            (r#"42["changed",{"id":7,"name":"Salt"}]"#, vec![]),
            (r#"[{"id":7,"name":"Salt"}]"#, vec![]),
        ] {
            let read: Vec<(Number, bool)> = received_in(frame)
                .into_iter()
                .filter(|one| one.is_answer)
                .filter_map(|one| Some((one.number?, one.failed)))
                .collect();
            assert_eq!(read, answers, "{frame}");
        }
    }

    #[test]
    fn the_content_of_messages() {
        for (frame, name, content) in [
            (r#"{"id":5}"#, "", json!([{ "id": 5 }])),
            (r#"42["changed",{"id":5},7]"#, "changed", json!([{ "id": 5 }, 7])),
            (r#"[{"id":5},{"id":6}]"#, "", json!([[{ "id": 5 }, { "id": 6 }]])),
            ("4:7!1\n{\"id\":5}", "", json!([{ "id": 5 }])),
            (r#"{"event":"moved","card":5}"#, "moved", json!([{ "event": "moved", "card": 5 }])),
        ] {
            let read = received_in(frame);
            let [one] = read.as_slice() else { panic!("{read:?}") };
            assert_eq!((one.name.as_str(), Value::from(one.content.clone())), (name, content), "{frame}");
        }
        for nothing in ["3probe", "note {unfinished"] {
            assert_eq!(received_in(nothing), [], "{nothing}");
        }
        let [answer] = received_in(r#"{"id":5,"type":"event","event":{"items":[]}}"#).try_into().unwrap();
        assert_eq!(answer.answer(), [json!({ "event": { "items": [] } })]);
    }
}
