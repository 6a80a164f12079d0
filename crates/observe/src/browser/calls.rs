//! Calls of procedures in what pages send: which procedure, and whether its name says that it only asks for something or changes something.
//!
//! JSON-RPC 2.0 has `jsonrpc` and `method`, 1.0 has `method` and `params` (JSON-RPC 1.0, 1.1). Messages over a WebSocket name what they want
//! in a part of their own, which each application calls otherwise.

use serde_json::{Map, Value};

/// What the name of a procedure says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Asks,
    Acts,
    Open,
}

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
    "status",
    "ping",
    "pong",
    "check",
    "validate",
    "preview",
    "autocomplete",
    "suggest",
    "lookup",
    "default",
    "defaults",
    "fields",
    "onchange",
    "subscribe",
    "unsubscribe",
    "listen",
    "watch",
    "poll",
    "heartbeat",
    "sync",
    "history",
    "resolve",
    "render",
    "has",
    "is",
    "can",
    "exists",
    "auth",
    "login",
    "session",
    "handshake",
    "hello",
    "presence",
    "supported",
    "resources",
    "renew",
    "refresh",
    "alive",
];
const ACTS: &[&str] = &[
    "add", "create", "new", "insert", "make", "save", "store", "put", "set", "write", "update", "upsert", "edit", "change",
    "changes", "modify", "rename", "move", "copy", "delete", "remove", "destroy", "clear", "drop", "archive", "restore", "close",
    "reopen", "complete", "finish", "mark", "toggle", "turn", "switch", "start", "stop", "run", "execute", "trigger", "press",
    "assign", "unassign", "invite", "accept", "reject", "approve", "send", "post", "publish", "submit", "upload", "import",
    "reply", "comment", "book", "order", "pay", "cancel", "lock", "unlock", "enable", "disable", "install", "apply", "reset",
    "merge", "call", "link", "unlink", "attach", "detach", "vote", "confirm",
];

/// The parts of a message that say what it wants, in the order in which they are said.
const NAMING: &[&str] = &["msg", "type", "op", "cmd", "command", "action", "event", "method", "domain", "service", "target"];
/// The longest name of a procedure, in characters.
const LONGEST: usize = 80;

/// The name of the procedure that a body calls, with its parameters.
pub(super) fn procedure(object: &Map<String, Value>) -> Option<&str> {
    let has_parameters = matches!(object.get("params"), Some(Value::Array(_) | Value::Object(_)));
    let method = object.get("method").filter(|_| object.contains_key("jsonrpc") || has_parameters)?.as_str()?;
    // One door for all procedures: what is called stands in the parameters.
    let within = object.get("params").and_then(|parameters| parameters.get("method")).and_then(Value::as_str);
    Some(within.filter(|_| matches!(method, "call" | "execute" | "execute_kw")).unwrap_or(method))
}

/// What the name of a procedure says: by its last part, else by those before it. The first word that says it counts: `search_read`, `onChange`.
pub(super) fn meaning(name: &str) -> Meaning {
    for part in name.rsplit(['.', '/', ':', ' ', '#']).filter(|part| !part.is_empty()) {
        let words = words(part);
        if words.first().is_some_and(|word| word == "on") && words.len() > 1 {
            return Meaning::Asks;
        }
        let said = words.iter().find_map(|word| match word.as_str() {
            word if ASKS.contains(&word) => Some(Meaning::Asks),
            word if ACTS.contains(&word) => Some(Meaning::Acts),
            _ => None,
        });
        if let Some(said) = said {
            return said;
        }
    }
    Meaning::Open
}

/// Takes out what names the operation of a message, and the number by which its answer is known.
pub(super) fn take_operation(message: &mut Map<String, Value>) -> (String, Option<String>) {
    let mut named: Vec<String> = Vec::new();
    for name in NAMING {
        let is_name = |value: &Value| value.as_str().is_some_and(|text| (1..=LONGEST).contains(&text.chars().count()));
        if message.get(*name).is_some_and(is_name)
            && let Some(Value::String(text)) = message.remove(*name)
        {
            named.push(text);
        }
    }
    let id = message.remove("id").filter(|id| id.is_number() || id.is_string());
    (named.join(" "), id.map(|id| id.to_string()))
}

fn words(name: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() && was_small {
            out.push(String::new());
        }
        was_small = letter.is_lowercase();
        if letter.is_alphanumeric()
            && let Some(word) = out.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_say_what_procedures_do() {
        for name in
            ["model.party.party.search_read", "config/entity_registry/list_for_display", "onChange", "on_change_with", "getUser"]
        {
            assert_eq!(meaning(name), Meaning::Asks, "{name}");
        }
        for name in
            ["model.party.party.create", "call_service todo add_item", "input_number/create", "tasks.insert", "USER_CHANGES"]
        {
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
    fn messages_name_their_operation_and_their_number() {
        let message = json!({ "id": 7, "type": "call_service", "domain": "todo", "service": "add_item", "target": { "entity_id": "todo.a" } });
        let Value::Object(mut message) = message else { panic!() };
        assert_eq!(take_operation(&mut message), ("call_service todo add_item".to_owned(), Some("7".to_owned())));
        assert_eq!(Value::Object(message), json!({ "target": { "entity_id": "todo.a" } }));
    }
}
