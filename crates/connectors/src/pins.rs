//! Pins: a tool is compared with its definition that the person read. Whatever differs in it, it cannot be called until they have read the
//! difference; the order of fields makes no difference.

use apprentice_contracts::connector::{McpPinState, McpToolChange};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The fields of a definition that are compared; the protocol has no others.
const FIELDS: [&str; 8] = ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"];

/// JSON with sorted keys and without spaces. Equal values have equal texts.
pub fn canonical(value: &Value) -> String {
    let mut value = value.clone();
    value.sort_all_objects();
    value.to_string()
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes.as_ref()).iter().fold(String::with_capacity(64), |mut text, byte| {
        text.push_str(&format!("{byte:02x}"));
        text
    })
}

/// The digest of a tool: its definition, and the identity of its server.
pub fn digest(definition: &Value, identity: &str) -> String {
    sha256(format!("{identity}\n{}", canonical(definition)))
}

/// The fields in which two definitions differ, in the order of the protocol; a field that the protocol does not know counts too.
pub fn changes(before: &Value, after: &Value) -> Vec<McpToolChange> {
    let known = FIELDS.iter().map(|name| (*name).to_owned());
    let all = [before, after].into_iter().filter_map(Value::as_object).flat_map(|fields| fields.keys());
    let mut others: Vec<String> = all.filter(|name| !FIELDS.contains(&name.as_str())).cloned().collect();
    others.sort();
    others.dedup();
    let changed = |field: &String| {
        let (before, after) = (before.get(field), after.get(field));
        before.map(canonical) != after.map(canonical)
    };
    let change = |field: String| McpToolChange { before: before.get(&field).cloned(), after: after.get(&field).cloned(), field };
    known.chain(others).filter(changed).map(change).collect()
}

/// The state of a tool that its server lists now. `pinned`: what the person read. `first`: the server lists its tools for the first time
/// since it was trusted, so that all of them are as trusted as the server.
pub fn state(pinned: Option<&Value>, now: &Value, first: bool) -> McpPinState {
    match pinned {
        Some(pinned) if canonical(pinned) == canonical(now) => McpPinState::Pinned,
        Some(_) => McpPinState::Changed,
        None if first => McpPinState::Pinned,
        None => McpPinState::New,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    fn tool() -> Value {
        json!({
            "name": "send", "title": "Send", "description": "Sends a mail.", "annotations": { "readOnlyHint": false },
            "inputSchema": { "type": "object", "properties": { "to": { "type": "string" }, "body": { "type": "string" } } },
            "outputSchema": { "type": "object" }, "_meta": { "a": 1 }
        })
    }

    fn reversed(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                Value::Object(fields.iter().rev().map(|(name, value)| (name.clone(), reversed(value))).collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }

    #[test]
    fn the_order_of_fields_is_no_change() {
        let turned = reversed(&tool());
        assert_eq!(digest(&tool(), "i"), digest(&turned, "i"));
        assert_eq!(state(Some(&tool()), &turned, false), McpPinState::Pinned);
        assert!(changes(&tool(), &turned).is_empty());
    }

    #[test]
    fn every_change_of_every_field_is_seen() {
        for field in tool().as_object().unwrap().keys() {
            let mut longer = tool();
            longer[field] = match &longer[field] {
                Value::String(text) => json!(format!("{text} ")),
                other => json!({ "was": other }),
            };
            let mut gone = tool();
            gone.as_object_mut().unwrap().remove(field);
            for changed in [longer, gone] {
                assert_eq!(state(Some(&tool()), &changed, false), McpPinState::Changed, "{field}");
                assert_ne!(digest(&tool(), "i"), digest(&changed, "i"), "{field}");
                let found: Vec<String> = changes(&tool(), &changed).into_iter().map(|change| change.field).collect();
                assert_eq!(found, std::slice::from_ref(field));
            }
        }
        let mut more = tool();
        more["somethingElse"] = json!(true);
        assert_eq!(state(Some(&tool()), &more, false), McpPinState::Changed);
        assert_ne!(digest(&tool(), "i"), digest(&tool(), "another server"));
    }

    #[test]
    fn a_tool_that_comes_later_is_new() {
        assert_eq!(state(None, &tool(), true), McpPinState::Pinned);
        assert_eq!(state(None, &tool(), false), McpPinState::New);
    }
}
