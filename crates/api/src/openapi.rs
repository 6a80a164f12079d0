//! The OpenAPI 3.1 document, generated from the router. `crates/api/openapi.json` is its committed form.
//!
//! Requests and answers are described separately: a field with a default may be left out of a request and always stands in an
//! answer. Where the two differ for one type, the request's schema is named `<Type>Input`.

use crate::{refusals, scope};
use aide::axum::ApiRouter;
use aide::generate::{GenContext, extract_schemas, in_context};
use aide::openapi::{
    Encoding, HeaderStyle, Info, MediaType, OpenApi, Operation, Parameter, ParameterData, ParameterSchemaOrContent, PathStyle,
    QueryStyle, RequestBody, SchemaObject, SecurityScheme, Tag,
};
use aide::operation::{add_parameters, set_body};
use aide::transform::TransformOperation;
use apprentice_contracts::error::ApiErrorEnvelope;
use apprentice_contracts::event::LearnSessionEvent;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::session::LearnSession;
use axum::Router;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::cell::RefCell;

const SCHEMAS: &str = "#/components/schemas/";

/// The document that `GET /api/openapi.json` answers.
pub fn document() -> Value {
    documented(crate::routes::list).1
}

thread_local! {
    static REQUESTS: RefCell<SchemaGenerator> = RefCell::new(settings().into_generator());
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = SCHEMAS.into();
        settings.meta_schema = None;
    })
}

/// Builds routes by `build` and documents them.
pub(crate) fn documented<S: Clone + Send + Sync + 'static>(build: impl FnOnce() -> ApiRouter<S>) -> (Router<S>, Value) {
    extract_schemas(true);
    in_context(|ctx| ctx.schema = settings().for_serialize().into_generator());
    REQUESTS.with_borrow_mut(|requests| *requests = settings().into_generator());
    let mut api = OpenApi { info: info(), ..OpenApi::default() };
    let router = build();
    // Payloads of streamed events, and failures: no route names them.
    in_context(|ctx| {
        ctx.schema.subschema_for::<ApiErrorEnvelope>();
        ctx.schema.subschema_for::<LearnSessionEvent>();
        ctx.schema.subschema_for::<ObservedAction>();
        ctx.schema.subschema_for::<LearnSession>();
    });
    let router = router.finish_api_with(&mut api, |api| {
        TAGS.iter()
            .fold(api, |api, (name, text)| {
                api.tag(Tag { name: (*name).into(), description: Some((*text).into()), ..Tag::default() })
            })
            .security_scheme("token", bearer("The token in `<home>/endpoint.json`."))
            .security_scheme("agent", bearer("The token in `<home>/agent.json`, which opens only what names it."))
            .security_requirement("token")
    });
    let requests = REQUESTS.with_borrow_mut(|requests| requests.take_definitions(true));
    let mut document = serde_json::to_value(api).unwrap_or_default();
    merge_requests(&mut document, requests);
    open_to_agents(&mut document);
    refusals::describe(&mut document);
    (router, document)
}

const TAGS: [(&str, &str); 9] = [
    ("sessions", "Demonstrations and what they became."),
    ("proposals", "Drafted skills: questions, tests, review, installation."),
    ("abilities", "Abilities that can be used later."),
    ("history", "What happened, for the record."),
    ("categories", "The user's own groups of skills and abilities."),
    ("imports", "Skills of others: uploaded, looked at, reviewed, installed."),
    ("configuration", "Settings that programs ask for."),
    ("program", "Skills on this machine, settings, health."),
    ("terminals", "Shells of the terminal panel."),
];

fn info() -> Info {
    Info {
        title: "Apprentice".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        description: Some("The loopback API: every operation of the window, for programs on the same machine.".into()),
        ..Info::default()
    }
}

fn bearer(text: &str) -> SecurityScheme {
    SecurityScheme::Http {
        scheme: "bearer".into(),
        bearer_format: None,
        description: Some(text.into()),
        extensions: Default::default(),
    }
}

/// Operations that the token of an agent opens too.
fn open_to_agents(document: &mut Value) {
    for (method, path) in scope::AGENTS.iter().filter_map(|row| row.split_once(' ')) {
        let methods = document["paths"].get_mut(path);
        if let Some(operation) = methods.and_then(|methods| methods.get_mut(method.to_lowercase())) {
            operation["security"] = json!([{ "token": [] }, { "agent": [] }]);
        }
    }
}

/// Documents one operation; `id` is the name of the engine's method.
pub(crate) fn doc(
    tag: &'static str,
    id: &'static str,
    summary: &'static str,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |operation| operation.tag(tag).id(id).summary(summary)
}

pub(crate) fn describe_body<T: JsonSchema>(ctx: &mut GenContext, operation: &mut Operation) {
    let schema = REQUESTS.with_borrow_mut(|requests| requests.subschema_for::<T>());
    let required = REQUESTS.with_borrow_mut(|requests| !requires(requests, &T::schema_name()).is_empty());
    let content = MediaType { schema: Some(object(schema)), ..MediaType::default() };
    let body = RequestBody {
        content: [("application/json".to_string(), content)].into_iter().collect(),
        required,
        ..RequestBody::default()
    };
    set_body(ctx, operation, body);
}

/// A form with the file `bundle`, and `T` as JSON in the part `metadata`.
pub(crate) fn describe_upload<T: JsonSchema>(ctx: &mut GenContext, operation: &mut Operation) {
    let metadata = REQUESTS.with_borrow_mut(|requests| requests.subschema_for::<T>());
    let schema = json_schema!({
        "type": "object",
        "required": ["bundle"],
        "properties": {
            "bundle": { "type": "string", "format": "binary", "description": "A .zip or .skillbundle.zip of at most 100 MB." },
            "metadata": metadata,
        },
        "additionalProperties": false,
    });
    let encoding = |kind: &str| Encoding { content_type: Some(kind.into()), ..Encoding::default() };
    let content = MediaType {
        schema: Some(object(schema)),
        encoding: [("bundle", "application/zip"), ("metadata", "application/json")]
            .into_iter()
            .map(|(part, kind)| (part.to_string(), encoding(kind)))
            .collect(),
        ..MediaType::default()
    };
    let body = RequestBody {
        content: [("multipart/form-data".to_string(), content)].into_iter().collect(),
        required: true,
        ..RequestBody::default()
    };
    set_body(ctx, operation, body);
}

fn requires(requests: &SchemaGenerator, name: &str) -> Vec<Value> {
    requests.definitions().get(name).and_then(|schema| schema["required"].as_array()).cloned().unwrap_or_default()
}

pub(crate) fn describe_query<T: JsonSchema>(ctx: &mut GenContext, operation: &mut Operation) {
    let mut generator = settings().with(|settings| settings.inline_subschemas = true).into_generator();
    let schema = generator.root_schema_for::<T>().to_value();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let empty = Map::new();
    for (name, property) in schema["properties"].as_object().unwrap_or(&empty) {
        let data = parameter(name, required.contains(&json!(name)), property.clone().try_into().unwrap_or_default());
        let query =
            Parameter::Query { parameter_data: data, allow_reserved: false, style: QueryStyle::Form, allow_empty_value: None };
        add_parameters(ctx, operation, [query]);
    }
}

pub(crate) fn describe_path<T: JsonSchema>(ctx: &mut GenContext, operation: &mut Operation, name: &str) {
    let schema = ctx.schema.subschema_for::<T>();
    add_parameters(ctx, operation, [Parameter::Path { parameter_data: parameter(name, true, schema), style: PathStyle::Simple }]);
}

pub(crate) fn describe_header(ctx: &mut GenContext, operation: &mut Operation, name: &str, text: &str) {
    let mut data = parameter(name, false, json_schema!({ "type": "string" }));
    data.description = Some(text.into());
    add_parameters(ctx, operation, [Parameter::Header { parameter_data: data, style: HeaderStyle::Simple }]);
}

fn parameter(name: &str, required: bool, schema: Schema) -> ParameterData {
    ParameterData {
        name: name.into(),
        description: schema.get("description").and_then(Value::as_str).map(Into::into),
        required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(object(schema)),
        example: None,
        examples: Default::default(),
        explode: None,
        extensions: Default::default(),
    }
}

pub(crate) fn object(json_schema: Schema) -> SchemaObject {
    SchemaObject { json_schema, external_docs: None, example: None }
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
    schemas.sort_keys();
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
