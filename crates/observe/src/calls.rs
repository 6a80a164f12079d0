//! Calls of connectors: what is kept of a call, and the adapter that records calls while they pass through the gate.

use crate::browser::json_rows::Rows;
use crate::redact::{Memory, mask_text, secret_field};
use crate::scope::Scope;
use crate::{Adapter, Observation, ObserveError, RecordedAction, WatchRequest, Watching, next_key};
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use apprentice_contracts::observation::{
    ActionDetails, ArgumentType, CallArgument, ConnectorCall, ControlSurface, ObservationAdapterKind, ObservationAdapterStatus,
};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use apprentice_contracts::{MASK, SCHEMA_VERSION, Time};
use async_trait::async_trait;
use futures::future::BoxFuture;
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// The most values among the arguments of a call.
const MOST_ARGUMENTS: usize = 60;
/// The longest text of an argument, in characters.
const LONGEST_ARGUMENT: usize = 2_000;
/// The most records of an answer that are kept.
const MOST_RECORDS: usize = 200;
/// How deep arguments may lie in each other.
const DEPTH: usize = 8;

/// A call that was answered without an error.
pub struct Answered<'a> {
    /// The connector.
    pub server_id: &'a McpServerId,
    /// Its name for people.
    pub server_name: &'a str,
    /// The definition of the tool, in the form of the protocol.
    pub definition: &'a Value,
    /// Whether the tool only reads.
    pub read_only: bool,
    /// The arguments as they were sent.
    pub arguments: &'a Map<String, Value>,
    /// The result of the tool, in the form of the protocol.
    pub result: &'a Value,
    /// The receipt of the call.
    pub receipt_id: Option<ReceiptId>,
    /// When it was answered.
    pub at: Time,
}

/// What is kept of a call, and how many values were masked in it.
pub fn kept(answered: &Answered<'_>, memory: &Memory) -> (ConnectorCall, u32) {
    let schema = &answered.definition["inputSchema"];
    let mut arguments = Arguments { list: Vec::new(), complete: true, masked: 0, memory };
    for (name, value) in answered.arguments {
        arguments.add(name, name, value, &schema["properties"][name], 0);
    }
    let (mut result, complete) = records(answered.result, answered.at, memory);
    let is_whole = complete && result.len() <= MOST_RECORDS;
    result.truncate(MOST_RECORDS);
    let title = ["title"].iter().find_map(|field| answered.definition[*field].as_str());
    let title = title.or_else(|| answered.definition["annotations"]["title"].as_str());
    let name = answered.definition["name"].as_str().unwrap_or_default();
    let masked = result.iter().flat_map(|record| &record.cells).filter(|cell| cell.text.contains(MASK)).count();
    let call = ConnectorCall {
        server_id: answered.server_id.clone(),
        server_name: memory.mask_text(answered.server_name).0,
        tool_name: name.to_owned(),
        title: title.map(|title| memory.mask_text(title).0.chars().take(120).collect()),
        read_only: answered.read_only,
        complete: is_whole && arguments.complete,
        arguments: arguments.list,
        result,
        receipt_id: answered.receipt_id,
    };
    (call, arguments.masked + u32::try_from(masked).unwrap_or(u32::MAX))
}

struct Arguments<'a> {
    list: Vec<CallArgument>,
    complete: bool,
    masked: u32,
    memory: &'a Memory,
}

impl Arguments<'_> {
    /// `name`: the nearest key, which says whether the value is a secret.
    fn add(&mut self, path: &str, name: &str, value: &Value, schema: &Value, depth: usize) {
        if depth > DEPTH || self.list.len() >= MOST_ARGUMENTS {
            self.complete = false;
            return;
        }
        let (text, value_type) = match value {
            // Nothing was given.
            Value::Null => return,
            Value::Object(object) => {
                for (inner, value) in object {
                    self.add(&format!("{path}.{inner}"), inner, value, &schema["properties"][inner], depth + 1);
                }
                return;
            }
            Value::Array(list) => {
                for (at, value) in list.iter().enumerate() {
                    self.add(&format!("{path}.{at}"), name, value, &schema["items"], depth + 1);
                }
                return;
            }
            Value::Bool(on) => (on.to_string(), ArgumentType::Boolean),
            Value::Number(number) => (number.to_string(), ArgumentType::Number),
            Value::String(text) => (text.clone(), ArgumentType::Text),
        };
        let is_secret = value_type != ArgumentType::Boolean && secret_field("text", "", name, name).is_some();
        let (shown, count) = match is_secret {
            true => {
                self.memory.remember(&text);
                (MASK.to_owned(), 1)
            }
            false => self.memory.mask_text(&text),
        };
        self.masked += count;
        self.complete &= shown.chars().count() <= LONGEST_ARGUMENT;
        self.list.push(CallArgument {
            path: mask_text(path).0,
            value: shown.chars().take(LONGEST_ARGUMENT).collect(),
            value_type,
            is_choice: schema["enum"].is_array() || schema.get("const").is_some(),
        });
    }
}

/// The arguments that these values are of. `None`: a value is masked, or the paths contradict each other.
pub fn arguments_of(values: &[CallArgument]) -> Option<Map<String, Value>> {
    let mut root = Value::Object(Map::new());
    for one in values {
        if one.value.contains(MASK) {
            return None;
        }
        let value = match one.value_type {
            ArgumentType::Text => Value::from(one.value.as_str()),
            ArgumentType::Boolean => Value::from(one.value.parse::<bool>().ok()?),
            ArgumentType::Number => Value::Number(serde_json::from_str(one.value.trim()).ok()?),
        };
        put(&mut root, &one.path.split('.').collect::<Vec<_>>(), value)?;
    }
    match root {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

fn put(into: &mut Value, path: &[&str], value: Value) -> Option<()> {
    let [first, rest @ ..] = path else {
        *into = value;
        return Some(());
    };
    let inner = match into {
        Value::Array(list) => {
            let at: usize = first.parse().ok().filter(|at| *at <= list.len() && *at < MOST_ARGUMENTS)?;
            if at == list.len() {
                list.push(Value::Null);
            }
            &mut list[at]
        }
        Value::Object(object) => object.entry(*first).or_insert(Value::Null),
        _ => return None,
    };
    if inner.is_null() && !rest.is_empty() {
        *inner = if rest[0] == "0" { Value::Array(Vec::new()) } else { Value::Object(Map::new()) };
    }
    put(inner, rest, value)
}

/// The records of a result, and whether they are all of it: of its structured content if it has some, else of its texts. A text that is JSON is
/// read as JSON; any other text has a line for each of its lines.
pub fn records(result: &Value, at: Time, memory: &Memory) -> (Vec<ReadRecord>, bool) {
    if let Some(structured) = result.get("structuredContent").filter(|value| value.is_object()) {
        return rows(structured, at, memory);
    }
    let (mut list, mut complete) = (Vec::new(), true);
    for part in result["content"].as_array().into_iter().flatten() {
        let text = match part["type"].as_str() {
            Some("text") => part["text"].as_str().unwrap_or_default(),
            Some("resource") => part["resource"]["text"].as_str().unwrap_or_default(),
            // A picture or a sound says nothing that can be compared.
            _ => continue,
        };
        let json = serde_json::from_str::<Value>(text).ok().filter(|value| value.is_object() || value.is_array());
        let (more, whole) = match json {
            Some(value) => rows(&value, at, memory),
            None => (lines(text, memory), true),
        };
        list.extend(more);
        complete &= whole;
    }
    (list, complete)
}

fn rows(value: &Value, at: Time, memory: &Memory) -> (Vec<ReadRecord>, bool) {
    let rows = Rows::of(value, at..at, memory);
    (rows.list, rows.complete)
}

fn lines(text: &str, memory: &Memory) -> Vec<ReadRecord> {
    let masked = memory.mask_text(text).0;
    let line = |line: &str| ReadRecord {
        kind: RecordKind::Line,
        place: None,
        cells: vec![ReadCell { header: String::new(), text: line.chars().take(LONGEST_ARGUMENT).collect() }],
        controls: Vec::new(),
        link: None,
    };
    masked.lines().map(str::trim).filter(|text| !text.is_empty()).map(line).collect()
}

/// Calls a tool that only reads, as Apprentice itself. The answer is the result in the form of the protocol, or why there is none.
pub type CallReader =
    Arc<dyn Fn(McpServerId, String, Map<String, Value>) -> BoxFuture<'static, Result<Value, String>> + Send + Sync>;

/// The adapter `mcp_receipt`: everything that is watched of connectors passes through it.
#[derive(Default)]
pub struct Calls {
    watching: Mutex<Vec<Weak<Watch>>>,
    reader: Arc<OnceLock<CallReader>>,
}

/// A session that watches calls.
struct Watch {
    request: WatchRequest,
    paused: AtomicBool,
}

impl Calls {
    /// Says how a tool is called again. The first one stays.
    pub fn set_reader(&self, reader: CallReader) {
        // A second engine of this process has calls of its own.
        let _first = self.reader.set(reader);
    }

    /// Reports a call to every session that watches calls. `masked`: how many values were masked in it.
    pub fn report(&self, call: &ConnectorCall, masked: u32, at: Time) {
        let watching: Vec<Arc<Watch>> = {
            let mut all = self.watching.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|one| one.strong_count() > 0);
            all.iter().filter_map(Weak::upgrade).collect()
        };
        for watch in watching.iter().filter(|watch| !watch.paused.load(Ordering::SeqCst)) {
            watch.request.report(match allows(&watch.request.scope, call) {
                true => Observation::Action(Box::new(recorded(call.clone(), masked, at))),
                false => Observation::Dropped,
            });
        }
    }

    /// Whether a session watches calls now.
    pub fn is_watched(&self) -> bool {
        self.watching.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|one| one.strong_count() > 0)
    }
}

/// A connector is allowed by its id or its name, like a program.
fn allows(scope: &Scope, call: &ConnectorCall) -> bool {
    [call.server_id.as_str(), call.server_name.as_str()].iter().any(|name| scope.allows_program(name))
}

/// The action of a call.
pub fn recorded(call: ConnectorCall, masked: u32, at: Time) -> RecordedAction {
    let name = call.title.as_deref().unwrap_or(&call.tool_name);
    RecordedAction {
        key: next_key(),
        adapter_kind: ObservationAdapterKind::McpReceipt,
        at,
        app_family: Some(call.server_name.chars().take(80).collect()),
        window_title: None,
        action_label: format!("Called “{name}” of “{}”", call.server_name).chars().take(240).collect(),
        control_surface: Some(ControlSurface::McpConnector),
        details: ActionDetails::Call(call),
        change: None,
        form: Vec::new(),
        screen: None,
        before_state_ref: None,
        after_state_ref: None,
        masked,
    }
}

#[async_trait]
impl Adapter for Calls {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        &[ObservationAdapterKind::McpReceipt]
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        let kind = ObservationAdapterKind::McpReceipt;
        vec![ObservationAdapterStatus {
            adapter_id: kind.as_str().to_owned(),
            kind,
            enabled: true,
            healthy: true,
            phase: kind.phase(),
            last_seen_at: None,
            last_error_code: None,
            note: Some("Calls that pass through Apprentice's gate for connectors.".to_owned()),
            schema_version: SCHEMA_VERSION,
        }]
    }

    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        let watch = Arc::new(Watch { request, paused: AtomicBool::new(false) });
        self.watching.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&watch));
        Ok(Box::new(WatchingCalls { watch, reader: self.reader.clone() }))
    }
}

struct WatchingCalls {
    watch: Arc<Watch>,
    reader: Arc<OnceLock<CallReader>>,
}

#[async_trait]
impl Watching for WatchingCalls {
    async fn set_paused(&self, paused: bool) {
        self.watch.paused.store(paused, Ordering::SeqCst);
    }

    /// A call is reported when it is answered, so that nothing is on its way.
    async fn flush(&self) {}

    async fn read(&self, source: &ReadingSource) -> Option<Result<Reading, ObserveError>> {
        let ReadingSource::Call { server_id, tool_name, arguments } = source else { return None };
        let failed = |why: &str| Some(Err(ObserveError::Failed(why.to_owned())));
        let Some(reader) = self.reader.get().cloned() else { return failed("no connector can be called here") };
        let Some(given) = arguments_of(arguments) else { return failed("a value for it is not known") };
        let read = reader(server_id.clone(), tool_name.clone(), given).await;
        Some(read.map_err(ObserveError::Failed).map(|result| {
            let request = &self.watch.request;
            let (records, complete) = records(&result, request.clock.now(), &request.memory);
            let mut reading = Reading { source: source.clone(), title: String::new(), complete, records };
            request.memory.reading(&mut reading);
            reading
        }))
    }

    async fn stop(self: Box<Self>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn now() -> Time {
        "2031-04-09T10:00:00Z".parse().unwrap()
    }

    fn call(arguments: &Value, result: &Value) -> (ConnectorCall, u32) {
        let definition = json!({
            "name": "create_issue", "title": "Create an issue",
            "inputSchema": { "properties": { "state": { "enum": ["open", "closed"] }, "labels": { "items": {} } } },
        });
        let answered = Answered {
            server_id: &McpServerId("git".into()),
            server_name: "Git",
            definition: &definition,
            read_only: false,
            arguments: arguments.as_object().unwrap(),
            result,
            receipt_id: None,
            at: now(),
        };
        kept(&answered, &Memory::new().unwrap())
    }

    fn text(value: &str) -> Value {
        json!({ "content": [{ "type": "text", "text": value }] })
    }

    #[test]
    fn arguments_are_values_with_paths() {
        let given = json!({ "title": "Tea is cold", "labels": ["a", "b"], "count": 2, "on": true, "none": null, "to": { "who": "Ada" }, "state": "open" });
        let (call, masked) = call(&given, &text("done"));
        let shown: Vec<String> = call
            .arguments
            .iter()
            .map(|one| format!("{}={} {:?}{}", one.path, one.value, one.value_type, if one.is_choice { " choice" } else { "" }))
            .collect();
        assert_eq!(
            shown,
            [
                "title=Tea is cold Text",
                "labels.0=a Text",
                "labels.1=b Text",
                "count=2 Number",
                "on=true Boolean",
                "to.who=Ada Text",
                "state=open Text choice"
            ]
        );
        assert_eq!((masked, call.complete, call.title.as_deref()), (0, true, Some("Create an issue")));
        let mut again = given.clone();
        again.as_object_mut().unwrap().remove("none");
        assert_eq!(
            arguments_of(&call.arguments).map(Value::Object),
            Some(again),
            "the same arguments, without what was not given"
        );
    }

    #[test]
    fn a_secret_is_in_no_part_of_what_is_kept() {
        let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let given = json!({ "password": "open sesame", "note": format!("use {secret}") });
        let (call, masked) = call(&given, &text(&json!({ "echo": secret, "token": "tea-and-milk" }).to_string()));
        let whole = serde_json::to_string(&call).unwrap();
        for hidden in [secret, "open sesame", "tea-and-milk"] {
            assert!(!whole.contains(hidden), "{hidden} is kept: {whole}");
        }
        assert_eq!(masked, 4);
        assert_eq!(arguments_of(&call.arguments), None, "a call with a masked value is not repeated");
    }

    #[test]
    fn results_are_rows_and_lines() {
        let shown = |result: &Value| -> Vec<String> {
            let (call, _) = call(&json!({}), result);
            let cell = |cell: &ReadCell| format!("{}:{}", cell.header, cell.text);
            call.result.iter().map(|one| one.cells.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(shown(&text("One\n\n Two ")), [":One", ":Two"]);
        assert_eq!(shown(&text(r#"[{"id":1,"name":"Tea"}]"#)), ["id:1 name:Tea"]);
        let structured =
            json!({ "content": [{ "type": "text", "text": "other" }], "structuredContent": { "issues": [{ "id": 7 }] } });
        assert_eq!(shown(&structured), ["id:7"]);
    }

    #[test]
    fn too_much_is_cut_and_said() {
        let many: Vec<Value> = (0..MOST_RECORDS + 1).map(|at| json!({ "id": at })).collect();
        let (call, _) = call(&json!({}), &text(&Value::from(many).to_string()));
        assert_eq!((call.result.len(), call.complete), (MOST_RECORDS, false));
    }

    #[test]
    fn paths_that_contradict_each_other_are_no_arguments() {
        let value =
            |path: &str| CallArgument { path: path.into(), value: "x".into(), value_type: ArgumentType::Text, is_choice: false };
        assert_eq!(arguments_of(&[value("a"), value("a.b")]), None);
        assert_eq!(arguments_of(&[value("a.7")]).map(Value::Object), Some(json!({ "a": { "7": "x" } })));
        assert_eq!(arguments_of(&[value("a.0"), value("a.9")]), None);
    }
}
