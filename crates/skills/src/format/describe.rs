//! Everything that was read of a skill, as a list of named values for people: the same for the window and the command line.

use crate::format::bundle::Bundle;
use crate::format::definition::Context;
use crate::format::openclaw::Requires;
use crate::format::skillbag_fields::{Dependency, Parameters};
use apprentice_contracts::skill::SkillField;
use serde_json::{Map, Value, json};

/// The fields of a skill besides its name and description, in the order in which people are shown them. What the skill does not say
/// is left out, except who may start it. Fields that we do not know come last, unchanged.
pub fn fields(bundle: &Bundle) -> Vec<SkillField> {
    let definition = &bundle.definition;
    let text = |value: &Option<String>| value.clone().map_or(Value::Null, Value::String);
    let context = if definition.context == Context::Fork { json!("fork") } else { Value::Null };
    let tags: Vec<String> = definition.tags.iter().map(|tag| format!("#{}/{}", tag.group, tag.name)).collect();
    let codex = definition.openai.as_ref().map_or(Value::Null, |openai| {
        json!({
            "display_name": openai.display_name, "short_description": openai.short_description,
            "default_prompt": openai.default_prompt, "allow_implicit_invocation": openai.allow_implicit_invocation,
            "tools": openai.tools.iter().map(|tool| format!("{} {}", tool.kind, tool.value)).collect::<Vec<_>>(),
        })
    });
    let started = match (definition.disable_model_invocation, definition.user_invocable) {
        (false, true) => "by a person and by the model",
        (true, true) => "only by a person",
        (false, false) => "only by the model",
        (true, false) => "by nobody",
    };
    let known = [
        ("version", text(&definition.version)),
        ("license", text(&definition.license)),
        ("compatibility", text(&definition.compatibility)),
        ("homepage", text(&definition.homepage)),
        ("when_to_use", text(&definition.when_to_use)),
        ("started", json!(started)),
        ("argument-hint", text(&definition.argument_hint)),
        ("arguments", json!(definition.arguments)),
        ("variables", json!(definition.variables)),
        ("parameters", parameters(&definition.parameters)),
        ("dependencies", Value::Array(definition.dependencies.iter().map(dependency).collect())),
        ("tags", json!(tags)),
        ("allowed-tools", json!(definition.allowed_tools)),
        ("model", text(&definition.model)),
        ("effort", text(&definition.effort)),
        ("context", context),
        ("agent", text(&definition.agent)),
        ("paths", json!(definition.paths)),
        ("shell", text(&definition.shell)),
        ("hooks", definition.hooks.clone().unwrap_or_default()),
        ("requires", requires(&definition.requires)),
        ("agents/openai.yaml", without_nulls(codex)),
        ("metadata", definition.metadata.clone().unwrap_or_default()),
    ];
    let known = known.into_iter().filter(|(_, value)| says_something(value));
    let known = known.map(|(name, value)| SkillField { name: name.to_owned(), value, known: true });
    let unknown = definition.unknown.iter().filter(|(_, value)| !value.is_null());
    known.chain(unknown.map(|(name, value)| SkillField { name: name.clone(), value: value.clone(), known: false })).collect()
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(entries) => !entries.is_empty(),
        _ => true,
    }
}

fn parameters(parameters: &Parameters) -> Value {
    let each = |list: &[crate::format::skillbag_fields::Parameter], required: bool| -> Vec<Value> {
        list.iter()
            .map(|parameter| without_nulls(json!({ "name": parameter.name, "required": required, "default": parameter.default })))
            .collect()
    };
    Value::Array([each(&parameters.required, true), each(&parameters.optional, false)].concat())
}

fn dependency(dependency: &Dependency) -> Value {
    let Dependency { name, source, version, required } = dependency;
    without_nulls(json!({ "name": name, "source": source, "version": version, "required": required }))
}

fn requires(requires: &Requires) -> Value {
    let lists = [
        ("bins", &requires.bins),
        ("anyBins", &requires.any_bins),
        ("env", &requires.env),
        ("config", &requires.config),
        ("os", &requires.os),
    ];
    let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
    Value::Object(lists.map(|(name, list)| (name.to_owned(), json!(list))).collect::<Map<_, _>>())
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(entries) => Value::Object(entries.into_iter().filter(|(_, value)| says_something(value)).collect()),
        other => other,
    }
}

/// A value on one line, for people: text as it is, a list with commas, a mapping as `name: value`.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let separator = if items.iter().any(Value::is_object) { "; " } else { ", " };
            items.iter().map(in_words).collect::<Vec<_>>().join(separator)
        }
        Value::Object(entries) => {
            entries.iter().map(|(name, value)| format!("{name}: {}", in_words(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
