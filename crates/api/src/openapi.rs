//! The OpenAPI 3.1 document, generated from the list of operations. `crates/api/openapi.json` is its committed form, which the server embeds;
//! a test compares the two.
//!
//! Requests and answers are described separately: a field with a default may be left out of a request and is always present in an
//! answer. Where the two differ for one type, the request's schema is named `<Type>Input`.

use crate::handler::Handler;
use crate::operation::{CacheTag, Effect, EventTags, Operation};
use crate::refusals;
use crate::routes::{self, Routes};
use apprentice_contracts::error::ApiErrorEnvelope;
use apprentice_contracts::event::LearnSessionEvent;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::session::LearnSession;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SCHEMAS: &str = "#/components/schemas/";

/// The document that `GET /api/openapi.json` answers.
pub fn document() -> Value {
    let mut document = Document::new();
    routes::list(&mut document);
    document.finished()
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = SCHEMAS.into();
        settings.meta_schema = None;
    })
}

/// A document to which operations are added.
struct Document {
    paths: Map<String, Value>,
    tags: Vec<Value>,
    /// The tag of the operations that come next.
    tag: &'static str,
    answers: SchemaGenerator,
    requests: SchemaGenerator,
    /// Statuses of failures that some operation answers with.
    statuses: BTreeSet<u16>,
}

impl Document {
    fn new() -> Self {
        Self {
            paths: Map::new(),
            tags: Vec::new(),
            tag: "",
            answers: settings().for_serialize().into_generator(),
            requests: settings().into_generator(),
            statuses: BTreeSet::new(),
        }
    }

    fn finished(mut self) -> Value {
        // Payloads of streamed events, and failures: no route names them.
        self.answers.subschema_for::<ApiErrorEnvelope>();
        self.answers.subschema_for::<LearnSessionEvent>();
        self.answers.subschema_for::<ObservedAction>();
        self.answers.subschema_for::<LearnSession>();
        let bearer = |text: &str| json!({ "type": "http", "scheme": "bearer", "description": text });
        let mut document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Apprentice",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "The loopback API: every operation of the window, for programs on the same machine.",
            },
            "tags": self.tags,
            "paths": self.paths,
            "security": [{ "token": [] }],
            "components": {
                "schemas": self.answers.take_definitions(true),
                "responses": refusals::responses(&self.statuses),
                "securitySchemes": {
                    "token": bearer("The token in `<home>/endpoint.json`."),
                    "agent": bearer("The token in `<home>/agent.json`, which opens only what names it."),
                },
            },
        });
        merge_requests(&mut document, self.requests.take_definitions(true));
        document.sort_all_objects();
        document
    }
}

impl Routes for Document {
    fn tag(&mut self, name: &'static str, text: &'static str) {
        self.tag = name;
        self.tags.push(json!({ "name": name, "description": text }));
    }

    fn add<Arguments, H: Handler<Arguments>>(&mut self, operation: Operation, _: H) {
        let mut described = Map::new();
        described.insert("operationId".into(), json!(operation.id));
        described.insert("summary".into(), json!(operation.summary));
        described.insert("tags".into(), json!([self.tag]));
        let codes = operation.codes();
        described.insert("responses".into(), refusals::references(&codes));
        self.statuses.extend(codes.iter().map(|code| code.status()));
        described.insert("x-error-codes".into(), json!(codes));
        if operation.is_for_agents() {
            described.insert("security".into(), json!([{ "token": [] }, { "agent": [] }]));
        }
        let (name, tags) = match operation.effect {
            Effect::Reads(tags) => ("x-provides", tags),
            Effect::Writes(tags) => ("x-invalidates", tags),
        };
        described.insert(name.into(), names(tags, operation.path));
        if !operation.events.is_empty() {
            described.insert("x-invalidates-by-event".into(), events(operation.events));
        }
        let mut description = Description { operation: &mut described, answers: &mut self.answers, requests: &mut self.requests };
        H::describe(&mut description);
        let path = self.paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method.to_lowercase()] = Value::Object(described);
    }
}

fn names(tags: &[CacheTag], path: &str) -> Value {
    json!(tags.iter().map(|tag| tag.at(path)).collect::<Vec<_>>())
}

/// The tags of each kind of event. `{session_id}` represents that field of the event.
fn events(events: &[EventTags]) -> Value {
    let row = |(kind, tags): &EventTags| {
        let tags = tags.iter().map(|tag| tag.at("{sessionId}").replace("{sessionId}", "{session_id}"));
        (kind.to_string(), json!(tags.collect::<Vec<_>>()))
    };
    Value::Object(events.iter().map(row).collect())
}

/// The description of one operation, to which its arguments and its answer add themselves.
pub(crate) struct Description<'a> {
    operation: &'a mut Map<String, Value>,
    answers: &'a mut SchemaGenerator,
    requests: &'a mut SchemaGenerator,
}

impl Description<'_> {
    /// A JSON body.
    pub fn body<T: JsonSchema>(&mut self) {
        let schema = self.requests.subschema_for::<T>();
        let definition = self.requests.definitions().get(T::schema_name().as_ref());
        let required = definition.and_then(|schema| schema["required"].as_array()).is_some_and(|fields| !fields.is_empty());
        self.set_body("application/json", json!({ "schema": schema }), required);
    }

    /// A form with the file `bundle`, and `T` as JSON in the part `metadata`.
    pub fn upload<T: JsonSchema>(&mut self) {
        let metadata = self.requests.subschema_for::<T>();
        let schema = json!({
            "type": "object",
            "required": ["bundle"],
            "properties": {
                "bundle": { "type": "string", "format": "binary", "description": "A .zip or .skillbundle.zip of at most 100 MB." },
                "metadata": metadata,
            },
            "additionalProperties": false,
        });
        let encoding = json!({
            "bundle": { "contentType": "application/zip" },
            "metadata": { "contentType": "application/json" },
        });
        self.set_body("multipart/form-data", json!({ "schema": schema, "encoding": encoding }), true);
    }

    fn set_body(&mut self, kind: &str, content: Value, required: bool) {
        let mut body = json!({ "content": { kind: content } });
        if required {
            body["required"] = json!(true);
        }
        self.operation.insert("requestBody".into(), body);
    }

    /// A query of the fields of `T`.
    pub fn query<T: JsonSchema>(&mut self) {
        let mut generator = settings().with(|settings| settings.inline_subschemas = true).into_generator();
        let mut schema = generator.root_schema_for::<T>().to_value();
        // The order of parameters must not depend on the features with which serde_json is compiled.
        schema.sort_all_objects();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let mut parameter = parameter("query", name, "form", without_null(property.clone()));
            if let Some(text) = property.get("description") {
                parameter["description"] = text.clone();
            }
            if required.contains(&json!(name)) {
                parameter["required"] = json!(true);
            }
            self.add_parameter(parameter);
        }
    }

    /// A parameter of the path.
    pub fn path<T: JsonSchema>(&mut self, name: &str) {
        let schema = self.answers.subschema_for::<T>().to_value();
        let mut parameter = parameter("path", name, "simple", schema);
        parameter["required"] = json!(true);
        self.add_parameter(parameter);
    }

    /// A header that may be left out.
    pub fn header(&mut self, name: &str, text: &str) {
        let mut parameter = parameter("header", name, "simple", json!({ "type": "string" }));
        parameter["description"] = json!(text);
        self.add_parameter(parameter);
    }

    fn add_parameter(&mut self, parameter: Value) {
        if let Value::Array(all) = self.operation.entry("parameters").or_insert_with(|| json!([])) {
            all.push(parameter);
        }
    }

    /// A JSON answer.
    pub fn answers<T: JsonSchema>(&mut self) {
        let schema = self.schema_of_answer::<T>();
        let name = T::schema_name();
        let described = self.answers.definitions().get(name.as_ref()).unwrap_or(&schema);
        let text = described["description"].as_str().unwrap_or_default().to_owned();
        self.answers_with(&text, json!({ "application/json": { "schema": schema } }));
    }

    /// An answer of other content; `content` by media type.
    pub fn answers_with(&mut self, text: &str, content: Value) {
        self.operation["responses"]["200"] = json!({ "description": text, "content": content });
    }

    /// The schema of a type that is answered.
    pub fn schema_of_answer<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }
}

fn parameter(place: &str, name: &str, style: &str, schema: Value) -> Value {
    json!({ "in": place, "name": name, "style": style, "schema": schema })
}

/// A parameter of a query is left out instead of being null.
fn without_null(mut schema: Value) -> Value {
    let is_null = |schema: &Value| schema["type"] == "null";
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    } else if let Some(Value::Array(variants)) = schema.get_mut("anyOf") {
        variants.retain(|variant| !is_null(variant));
        if let [Value::Object(only)] = variants.as_slice() {
            let only = only.clone();
            if let Some(schema) = schema.as_object_mut() {
                schema.remove("anyOf");
                schema.extend(only);
            }
        }
    }
    schema
}

/// Adds the schemas of requests. One that differs from the answer of the same name becomes `<name>Input`, and so does every
/// request schema that refers to it.
fn merge_requests(document: &mut Value, requests: Map<String, Value>) {
    let answers = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    let mut renamed: Vec<String> = requests
        .iter()
        .filter(|(name, schema)| answers.get(*name).is_some_and(|answer| answer != *schema))
        .map(|(name, _)| name.clone())
        .collect();
    loop {
        let refers = |schema: &Value| renamed.iter().any(|name| mentions(schema, name));
        let more: Vec<String> = requests
            .iter()
            .filter(|(name, schema)| answers.contains_key(*name) && !renamed.contains(name) && refers(schema))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            break;
        }
        renamed.extend(more);
    }
    let mut schemas = answers;
    for (name, mut schema) in requests {
        rename(&mut schema, &renamed);
        schemas.insert(if renamed.contains(&name) { format!("{name}Input") } else { name }, schema);
    }
    document["components"]["schemas"] = Value::Object(schemas);
    for path in document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        for operation in path.as_object_mut().into_iter().flat_map(Map::values_mut) {
            if let Some(body) = operation.get_mut("requestBody") {
                rename(body, &renamed);
            }
        }
    }
}

fn mentions(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(map) => {
            map.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(SCHEMAS)) == Some(name)
                || map.values().any(|value| mentions(value, name))
        }
        Value::Array(items) => items.iter().any(|value| mentions(value, name)),
        _ => false,
    }
}

fn rename(value: &mut Value, names: &[String]) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(path)) = map.get_mut("$ref")
                && path.strip_prefix(SCHEMAS).is_some_and(|name| names.iter().any(|known| known == name))
            {
                path.push_str("Input");
            }
            map.values_mut().for_each(|value| rename(value, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| rename(value, names)),
        _ => {}
    }
}
