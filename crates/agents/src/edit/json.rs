//! JSON5, with comments.

use super::{EntryPath, not_a_list};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;

pub(super) fn read(text: &str) -> Result<Value, String> {
    let value = jsonc_parser::parse_to_serde_value::<Option<Value>>(text, &ParseOptions::default());
    value.map(Option::unwrap_or_default).map_err(|error| format!("it is not valid JSON: {error}"))
}

pub(super) fn set(text: &str, target: EntryPath<'_>, entry: &Value) -> Result<String, String> {
    let root = parse(text)?;
    let mut below = root.object_value_or_create().ok_or_else(|| "it does not hold a list of settings".to_owned())?;
    for key in target.path {
        below = child(&below, key).ok_or_else(|| not_a_list(key))?;
    }
    match below.get(target.name) {
        Some(property) => property.set_value(written(entry)),
        None => drop(below.append(target.name, written(entry))),
    }
    let mut text = root.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn child(below: &CstObject, key: &str) -> Option<CstObject> {
    below.object_value_or_create(key)
}

pub(super) fn unset(text: &str, target: EntryPath<'_>) -> Result<String, String> {
    let root = parse(text)?;
    let mut below = root.object_value();
    for key in target.path {
        below = below.and_then(|object| object.object_value(key));
    }
    if let Some(property) = below.and_then(|object| object.get(target.name)) {
        property.remove();
    }
    Ok(root.to_string())
}

/// Replaces the items of a list that are `ours` by `item`, or removes them. A list that becomes empty is removed.
pub(super) fn set_item(
    text: &str,
    target: EntryPath<'_>,
    item: Option<&Value>,
    ours: &dyn Fn(&Value) -> bool,
) -> Result<String, String> {
    let root = parse(text)?;
    let mut below = root.object_value_or_create().ok_or_else(|| "it does not hold a list of settings".to_owned())?;
    for key in target.path {
        below = child(&below, key).ok_or_else(|| not_a_list(key))?;
    }
    let list = below.array_value_or_create(target.name).ok_or_else(|| not_a_list(target.name))?;
    for element in list.elements() {
        if read(&element.to_string()).is_ok_and(|value| ours(&value)) {
            element.remove();
        }
    }
    match item {
        Some(item) => drop(list.append(written(item))),
        None if list.elements().is_empty() => {
            if let Some(property) = below.get(target.name) {
                property.remove();
            }
        }
        None => {}
    }
    let mut text = root.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn parse(text: &str) -> Result<CstRootNode, String> {
    CstRootNode::parse(text, &ParseOptions::default()).map_err(|error| format!("it is not valid JSON: {error}"))
}

fn written(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(value) => CstInputValue::String(value.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(written).collect()),
        Value::Object(map) => CstInputValue::Object(map.iter().map(|(key, value)| (key.clone(), written(value))).collect()),
    }
}
