//! The shape of an answer, and its JSON schema.

use super::{AuthorError, MAX_ANSWER};
use apprentice_contracts::checkpoint::CheckpointRole;
use apprentice_contracts::graph::ValueSource;
use apprentice_contracts::json;
use apprentice_contracts::proposal::QuestionField;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// An answer. The items of its lists are read one by one, so that one that is wrong does not spoil the others.
#[derive(Debug, Deserialize)]
pub struct Answer {
    pub title: String,
    pub goal: String,
    pub description: String,
    #[serde(default)]
    pub values: Vec<Value>,
    #[serde(default)]
    pub house_rules: Vec<Value>,
    #[serde(default)]
    pub checkpoints: Vec<Value>,
    #[serde(default)]
    pub incidental_steps: Vec<Value>,
    #[serde(default)]
    pub questions: Vec<Value>,
    /// Fields that nobody asked for.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

/// What an answer says about one value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweredValue {
    pub example: String,
    pub name: String,
    #[serde(default)]
    pub label: String,
    pub source: ValueSource,
    pub changes: bool,
    #[serde(default)]
    pub note: Option<String>,
}

/// A rule of selection or of the house that the demonstration shows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweredRule {
    pub text: String,
    pub events: Vec<u32>,
}

/// A checkpoint.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweredCheckpoint {
    /// The checkpoint of the draft that it says in better words.
    #[serde(default)]
    pub rewords: Option<String>,
    pub goal: String,
    pub success_condition: String,
    pub role: CheckpointRole,
    #[serde(default)]
    pub check: Option<Value>,
    #[serde(default)]
    pub events: Vec<u32>,
}

/// A question to the person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnsweredQuestion {
    #[serde(default)]
    pub field: Option<QuestionField>,
    pub prompt: String,
    #[serde(default)]
    pub choices: Vec<String>,
}

/// Reads one item of a list.
pub fn item<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    json::from_value(value).map_err(|error| format!("it has another shape than was asked for ({error})"))
}

/// Reads an answer, also inside a code fence or between sentences.
pub fn parse(text: &str) -> Result<Answer, AuthorError> {
    if text.len() > MAX_ANSWER {
        return Err(AuthorError::TooLong);
    }
    let whole = text.trim();
    let object = match (whole.find('{'), whole.rfind('}')) {
        (Some(first), Some(last)) if first < last => &whole[first..=last],
        _ => return Err(AuthorError::NotJson("there is no object in it".to_owned())),
    };
    let value: Value = json::read(object).map_err(|error| AuthorError::NotJson(error.to_string()))?;
    json::from_value(&value).map_err(|error| AuthorError::WrongShape(error.to_string()))
}

/// The JSON schema of an answer.
pub fn schema() -> Value {
    let object = |properties: Value| {
        let required: Vec<&String> = properties.as_object().into_iter().flatten().map(|(name, _)| name).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    };
    let text = || json!({ "type": "string" });
    let maybe = || json!({ "type": ["string", "null"] });
    let list = |items: Value| json!({ "type": "array", "items": items });
    let events = || list(json!({ "type": "integer" }));
    let check = {
        let source = object(json!({
            "kind": { "type": "string", "enum": ["page", "folder", "file", "output"] },
            "url": maybe(), "path": maybe(), "command": maybe(),
        }));
        let mut check = object(json!({
            "source": source,
            "change": { "type": "string", "enum": ["added", "removed", "changed", "present"] },
            "record": { "type": "string", "enum": ["row", "item", "field", "heading", "text", "file", "line", "entry"] },
            "cells": list(object(json!({ "header": maybe(), "text": text() }))),
            "others_unchanged": { "type": "boolean" },
        }));
        check["type"] = json!(["object", "null"]);
        check
    };
    object(json!({
        "title": text(),
        "goal": text(),
        "description": text(),
        "values": list(object(json!({
            "example": text(), "name": text(), "label": text(),
            "source": { "type": "string", "enum": ["given", "read", "made", "derived", "constant"] },
            "changes": { "type": "boolean" }, "note": maybe(),
        }))),
        "house_rules": list(object(json!({ "text": text(), "events": events() }))),
        "checkpoints": list(object(json!({
            "rewords": maybe(), "goal": text(), "success_condition": text(),
            "role": { "type": "string", "enum": ["effect", "progress"] },
            "check": check, "events": events(),
        }))),
        "incidental_steps": events(),
        "questions": list(object(json!({
            "field": { "type": ["string", "null"], "enum": [
                "name", "goal_summary", "use_conditions", "non_use_conditions", "project_scope", "preferred_surface",
                "package_assignment", "success_condition", null,
            ] },
            "prompt": text(), "choices": list(text()),
        }))),
    }))
}
