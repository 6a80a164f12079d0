//! Reads what a handler said: `hookSpecificOutput`, or fields at the top (§7.2).

use super::Opinion;
use apprentice_contracts::hook::HookDecision;
use serde_json::{Map, Value};

const MAX_REASON: usize = 2_000;
const MAX_CONTEXT: usize = 20_000;

/// The opinion in the JSON object of a handler. `Err`: what is wrong, by field.
pub fn read(said: &Value) -> Result<Opinion, String> {
    let top = said.as_object().ok_or("it is not one JSON object")?;
    let nested = match top.get("hookSpecificOutput") {
        None | Some(Value::Null) => Opinion::default(),
        Some(Value::Object(fields)) => nested(fields)?,
        Some(_) => return Err("hookSpecificOutput: it is not an object".to_owned()),
    };
    let at_top = Opinion {
        decision: decision(top, "decision")?,
        reason: text(top, "reason", MAX_REASON)?,
        updated_input: input(top, "updated_input")?,
        additional_context: text(top, "additional_context", MAX_CONTEXT)?,
    };
    let stops = top.get("continue") == Some(&Value::Bool(false));
    let stop_reason = text(top, "stopReason", MAX_REASON)?.filter(|_| stops);
    Ok(Opinion {
        decision: nested.decision.max(at_top.decision).max(if stops { HookDecision::Deny } else { HookDecision::Continue }),
        reason: nested.reason.or(at_top.reason).or(stop_reason),
        updated_input: nested.updated_input.or(at_top.updated_input),
        additional_context: nested.additional_context.or(at_top.additional_context),
    })
}

/// The opinion in a text that may have words around its JSON object, as models write it.
pub fn read_text(text: &str) -> Result<Opinion, String> {
    let from = text.find('{').ok_or("it holds no JSON object")?;
    let to = text.rfind('}').filter(|to| *to > from).ok_or("it holds no whole JSON object")?;
    let said: Value = serde_json::from_str(&text[from..=to]).map_err(|error| format!("it is not valid JSON: {error}"))?;
    read(&said)
}

fn nested(fields: &Map<String, Value>) -> Result<Opinion, String> {
    if fields.get("agentAction").is_some_and(|action| !action.is_null()) {
        return Err("hookSpecificOutput.agentAction: Apprentice starts no agents for such handlers".to_owned());
    }
    Ok(Opinion {
        decision: decision(fields, "permissionDecision")?,
        reason: text(fields, "permissionDecisionReason", MAX_REASON)?,
        updated_input: input(fields, "updatedInput")?,
        additional_context: text(fields, "additionalContext", MAX_CONTEXT)?,
    })
}

fn decision(fields: &Map<String, Value>, field: &str) -> Result<HookDecision, String> {
    Ok(match fields.get(field) {
        None | Some(Value::Null) => HookDecision::Continue,
        Some(Value::String(word)) => match word.to_ascii_lowercase().as_str() {
            "continue" => HookDecision::Continue,
            "allow" | "approve" => HookDecision::Allow,
            "ask" => HookDecision::Ask,
            "deny" | "block" => HookDecision::Deny,
            _ => return Err(format!("{field}: “{}” is none of deny, ask, allow, continue", cut(word, 40))),
        },
        Some(_) => return Err(format!("{field}: it is not a text")),
    })
}

fn text(fields: &Map<String, Value>, field: &str, most: usize) -> Result<Option<String>, String> {
    match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(cut(text, most)).filter(|text| !text.trim().is_empty())),
        Some(_) => Err(format!("{field}: it is not a text")),
    }
}

fn input(fields: &Map<String, Value>, field: &str) -> Result<Option<Value>, String> {
    match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(input @ Value::Object(_)) => Ok(Some(input.clone())),
        Some(_) => Err(format!("{field}: it is not an object")),
    }
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_shapes_are_read() {
        let nested = json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "it pays",
            "updatedInput": { "a": 1 }, "additionalContext": "be careful",
        } });
        let top =
            json!({ "decision": "ask", "reason": "it pays", "updated_input": { "a": 1 }, "additional_context": "be careful" });
        let expected = Opinion {
            decision: HookDecision::Ask,
            reason: Some("it pays".to_owned()),
            updated_input: Some(json!({ "a": 1 })),
            additional_context: Some("be careful".to_owned()),
        };
        assert_eq!(read(&nested), Ok(expected.clone()));
        assert_eq!(read(&top), Ok(expected));
        assert_eq!(read(&json!({})), Ok(Opinion::default()));
    }

    #[test]
    fn the_stricter_of_both_shapes_counts() {
        let both = json!({ "decision": "block", "hookSpecificOutput": { "permissionDecision": "allow" } });
        assert_eq!(read(&both).unwrap().decision, HookDecision::Deny);
        let stopped = json!({ "continue": false, "stopReason": "enough" });
        assert_eq!(read(&stopped), Ok(Opinion::new(HookDecision::Deny, "enough")));
    }

    #[test]
    fn what_is_wrong_is_told_by_field() {
        for (said, field) in [
            (json!([]), "one JSON object"),
            (json!({ "decision": "maybe" }), "decision: “maybe”"),
            (json!({ "decision": true }), "decision: it is not a text"),
            (json!({ "updated_input": "x" }), "updated_input"),
            (json!({ "hookSpecificOutput": [] }), "hookSpecificOutput"),
            (json!({ "hookSpecificOutput": { "agentAction": { "agent_name": "a" } } }), "agentAction"),
        ] {
            let wrong = read(&said).unwrap_err();
            assert!(wrong.contains(field), "{wrong}");
        }
        assert_eq!(read_text("Sure:\n```json\n{\"decision\":\"deny\"}\n```").unwrap().decision, HookDecision::Deny);
        assert!(read_text("no").is_err() && read_text("} {").is_err() && read_text("{ broken }").is_err());
    }
}
