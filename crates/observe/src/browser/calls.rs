//! Calls of procedures in what pages send: which procedure, and whether its name says that it only asks for something or changes something.
//!
//! JSON-RPC 2.0 has `jsonrpc` and `method`, 1.0 has `method` and `params`. Each application that speaks over a WebSocket has its own name for
//! the part of a message that says what it wants.

use crate::redact::words_of_name;
use serde_json::{Map, Value};

/// What the name of a procedure says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Asks,
    Acts,
    Open,
}

/// Beginnings of names that only read. Other names that may read, such as `validate` or `subscribe` of a shop, may also change something.
const ASKS: &[&str] = &[
    "get",
    "list",
    "read",
    "search",
    "find",
    "fetch",
    "load",
    "query",
    "count",
    "view",
    "show",
    "browse",
    "describe",
    "info",
    "ping",
    "pong",
    "preview",
    "autocomplete",
    "suggest",
    "lookup",
    "fields",
    "onchange",
    "poll",
    "heartbeat",
    "has",
    "is",
    "can",
    "exists",
    "resources",
    "render",
];
/// How messages over a WebSocket begin that only ask, besides.
const LISTENS: &[&str] =
    &["subscribe", "unsubscribe", "listen", "watch", "auth", "login", "hello", "presence", "supported", "sub", "unsub"];
const ACTS: &[&str] = &[
    "add", "create", "new", "insert", "make", "save", "store", "put", "set", "write", "update", "upsert", "edit", "change",
    "changes", "modify", "rename", "move", "copy", "delete", "remove", "destroy", "clear", "drop", "archive", "restore", "close",
    "reopen", "complete", "finish", "mark", "toggle", "turn", "switch", "start", "stop", "run", "execute", "trigger", "press",
    "assign", "unassign", "invite", "accept", "reject", "approve", "send", "post", "publish", "submit", "upload", "import",
    "reply", "comment", "book", "order", "pay", "cancel", "lock", "unlock", "enable", "disable", "install", "apply", "reset",
    "merge", "call", "link", "unlink", "attach", "detach", "vote", "confirm",
];

/// The parts of a message that say what it wants. Where there is none of them, `type` does.
const NAMING: &[&str] = &["msg", "op", "cmd", "command", "action", "event", "method"];
/// The longest name of a procedure, in characters.
const LONGEST: usize = 60;

/// The name of the procedure that a body calls.
pub(super) fn procedure(object: &Map<String, Value>) -> Option<&str> {
    let has_parameters = matches!(object.get("params"), Some(Value::Array(_) | Value::Object(_)));
    let method = object.get("method").filter(|_| object.contains_key("jsonrpc") || has_parameters)?.as_str()?;
    // One door for all procedures: what is called is in the parameters.
    let within = object.get("params").and_then(|parameters| parameters.get("method")).and_then(Value::as_str);
    Some(within.filter(|_| matches!(method, "call" | "execute" | "execute_kw")).unwrap_or(method))
}

/// Whether a procedure that is called by HTTP only asks, by its name.
pub(super) fn only_asks(procedure: &str) -> bool {
    meaning_of(procedure, &[]) == Meaning::Asks
}

/// What the operation of a message over a WebSocket says: the last of its names that says it.
pub(super) fn meaning(operation: &str) -> Meaning {
    let said = operation.split(' ').rev().map(|name| meaning_of(name, LISTENS)).find(|said| *said != Meaning::Open);
    said.unwrap_or(Meaning::Open)
}

/// Whether the operation of a message proves who somebody is. What it says is secret.
pub(super) fn signs_in(operation: &str) -> bool {
    const SIGN_IN: &[&str] = &["auth", "authenticate", "authorize", "login", "signin", "token", "resume", "password", "session"];
    words_of_name(operation).iter().any(|word| SIGN_IN.contains(&word.as_str()))
}

/// By the last part of a name: `search_read`, `onChange`, `name_get`, `add_item`.
fn meaning_of(name: &str, more: &[&str]) -> Meaning {
    let last = name.rsplit(['.', '/', ':', '#']).find(|part| !part.is_empty()).unwrap_or_default();
    let words = words_of_name(last);
    let has = |list: &[&str], word: Option<&String>| word.is_some_and(|word| list.contains(&word.as_str()));
    let begins = has(ASKS, words.first()) || has(more, words.first()) || words.len() > 1 && words[0] == "on";
    match begins {
        true => Meaning::Asks,
        false if words.iter().any(|word| ACTS.contains(&word.as_str())) => Meaning::Acts,
        false if has(&["get", "list", "count"], words.last()) => Meaning::Asks,
        false => Meaning::Open,
    }
}

/// Whether a text is the name of a procedure or an event, and no value: letters, and signs that join words.
pub(super) fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.chars().count())
        && text.chars().all(|letter| letter.is_alphabetic() || "_-./: ".contains(letter))
        && text.split(' ').count() < 4
}

/// Takes out what names the operation of a message.
pub(super) fn take_operation(message: &mut Map<String, Value>) -> String {
    let mut named: Vec<String> = Vec::new();
    let names = |key: &str, message: &Map<String, Value>| {
        message.get(key).and_then(Value::as_str).filter(|text| is_name(text) && !text.contains(' ')).map(str::to_owned)
    };
    for key in NAMING {
        if named.len() < 2
            && let Some(text) = names(key, message)
        {
            message.remove(*key);
            named.push(text);
        }
    }
    if named.is_empty()
        && let Some(text) = names("type", message)
    {
        message.remove("type");
        named.push(text);
    }
    // SignalR numbers its types, and Home Assistant has one type for all services.
    let more: &[&str] = match named.first().map(String::as_str) {
        None if message.get("type").is_some_and(Value::is_number) => &["target"],
        Some("call_service") => &["domain", "service"],
        _ => &[],
    };
    for key in more {
        if let Some(text) = names(key, message) {
            message.remove(*key);
            named.push(text);
        }
    }
    named.join(" ")
}

/// A number by which a message and its answer are known, whatever it is written as.
pub(super) fn number(id: Option<&Value>) -> Option<u64> {
    let id = id?;
    id.as_u64().or_else(|| id.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_say_what_procedures_do() {
        for name in [
            "model.party.party.search_read",
            "onChange",
            "on_change_with",
            "getUser",
            "model.ir.ui.view.fields_view_get",
            "name_get",
        ] {
            assert!(only_asks(name), "{name}");
        }
        // They may change something.
        for name in [
            "button_validate",
            "comment.resolve",
            "message_subscribe",
            "search.update",
            "statusUpdate",
            "session_create",
            "web_save",
            "",
        ] {
            assert!(!only_asks(name), "{name}");
        }
        for name in ["config/entity_registry/list_for_display", "subscribe", "sub tasks", "todo/item/subscribe"] {
            assert_eq!(meaning(name), Meaning::Asks, "{name}");
        }
        for name in [
            "call_service todo add_item",
            "call_service script good_night",
            "input_number/create",
            "method tasks.insert",
            "USER_CHANGES",
        ] {
            assert_eq!(meaning(name), Meaning::Acts, "{name}");
        }
        for name in ["", "lovelace/config", "tick"] {
            assert_eq!(meaning(name), Meaning::Open, "{name}");
        }
    }

    #[test]
    fn procedures_of_bodies() {
        let named = |body: Value| procedure(body.as_object().unwrap()).map(str::to_owned);
        assert_eq!(named(json!({ "jsonrpc": "2.0", "method": "notes.add" })).as_deref(), Some("notes.add"));
        assert_eq!(named(json!({ "id": 5, "method": "model.note.create", "params": [] })).as_deref(), Some("model.note.create"));
        let through = json!({ "jsonrpc": "2.0", "method": "call", "params": { "model": "note", "method": "web_save" } });
        assert_eq!(named(through).as_deref(), Some("web_save"));
        assert_eq!(named(json!({ "method": "card", "amount": 5 })), None, "a payment");
    }

    #[test]
    fn messages_name_their_operation_and_keep_their_values() {
        for (message, operation, rest) in [
            (
                json!({ "id": 7, "type": "call_service", "domain": "todo", "service": "add_item", "target": { "entity_id": "todo.a" } }),
                "call_service todo add_item",
                json!({ "id": 7, "target": { "entity_id": "todo.a" } }),
            ),
            (json!({ "action": "create", "type": "Bug" }), "create", json!({ "type": "Bug" })),
            (json!({ "op": "add", "event": "Dinner with Ada" }), "add", json!({ "event": "Dinner with Ada" })),
            (json!({ "type": 1, "target": "Send", "arguments": ["Salt"] }), "Send", json!({ "type": 1, "arguments": ["Salt"] })),
            (json!({ "event": "hunter2" }), "", json!({ "event": "hunter2" })),
        ] {
            let Value::Object(mut message) = message else { panic!() };
            assert_eq!(take_operation(&mut message), operation);
            assert_eq!(Value::Object(message), rest);
        }
    }
}
