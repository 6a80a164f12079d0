//! The client that the official conformance suite of the Model Context Protocol starts (`scripts/conformance client`): the engine of the
//! product with its connections and sign-ins, on a scripted machine, and a person who trusts, agrees and allows everything.
//!
//! The suite names the scenario in `MCP_CONFORMANCE_SCENARIO`, gives what only that scenario needs in `MCP_CONFORMANCE_CONTEXT` (JSON), and
//! appends the address of its server. The program ends with 1 if the product refused the server or a call; some scenarios expect that.

use apprentice_connectors::oauth::{self, Grant, SafeHttp};
use apprentice_contracts::connector::{McpAuthStartRequest, McpElicitationField, McpElicitationKind, McpServerAction, McpTool};
use apprentice_contracts::error::Failure;
use apprentice_contracts::ids::McpServerId;
use apprentice_contracts::runtime::Clock as _;
use apprentice_engine::{ConnectorCaller, Engine};
use apprentice_skills::source::fetch::client;
use apprentice_testkit::World;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use url::Url;

/// How often the person of a scenario agrees, at most. The product asks a person each time, and they would give up too.
const PATIENCE: u32 = 3;

/// The metadata document of a client that the suite expects where a server reads such documents.
const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";

/// What a scenario needs, and what has been done.
struct Run {
    engine: Engine,
    id: McpServerId,
    context: Value,
    agreed: u32,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a program of its own: the suite tells it the scenario in its environment")]
async fn run() -> Result<(), String> {
    let address = std::env::args().next_back().unwrap_or_default();
    let scenario = std::env::var("MCP_CONFORMANCE_SCENARIO").map_err(|_| "MCP_CONFORMANCE_SCENARIO is not set".to_owned())?;
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_else(|_| "{}".to_owned());
    let context: Value = serde_json::from_str(&context).map_err(|error| format!("MCP_CONFORMANCE_CONTEXT: {error}"))?;
    let world = World::new();
    // Signed statements of a client say when they were made.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_err(|error| error.to_string())?;
    let now = i64::try_from(now.as_secs()).unwrap_or_default();
    world.clock.advance(chrono::Duration::seconds(now - world.clock.now().timestamp()));
    let engine = world.open().await;
    let allow = json!({ "target": { "target_kind": "global" }, "decision": { "mode": "enabled" } });
    engine.update_mcp_policy(read(allow)).await.map_err(words)?;
    let mut request = json!({ "display_name": "Suite", "transport": "remote_http", "endpoint_url": address, "trust": true });
    if let Some(client) = client(&scenario, &context, &address).await? {
        request["oauth_client"] = client;
    }
    let id = engine.register_mcp_server(read(request)).await.map_err(words)?.server.registry.server_id;
    let mut run = Run { engine, id, context, agreed: 0 };
    let done = run.connect_and_call().await;
    run.engine.close().await;
    done
}

/// The client as which the person is registered, if the scenario says so.
async fn client(scenario: &str, context: &Value, address: &str) -> Result<Option<Value>, String> {
    if scenario == "auth/basic-cimd" {
        return Ok(Some(json!({ "client_id": DOCUMENT })));
    }
    let Some(client_id) = context["client_id"].as_str() else { return Ok(None) };
    let by_itself = scenario.starts_with("auth/client-credentials");
    let issuer = match context["issuer"].as_str() {
        Some(issuer) => issuer.to_owned(),
        // A person knows where they registered the client. The suite has one authorization server, and does not say where it is.
        None => {
            let address = Url::parse(address).map_err(|error| error.to_string())?;
            let http = SafeHttp::for_server(&address).await.map_err(|error| error.to_string())?;
            let asked = oauth::challenge(&http, &address).await.map_err(|error| error.to_string())?.unwrap_or_default();
            let found = oauth::discover(&http, &address, &asked, Grant::ClientCredentials).await;
            found.map_err(|error| error.to_string())?.server.issuer
        }
    };
    let (client_auth, credential) = match context["private_key_pem"].as_str() {
        Some(key) => ("private_key_jwt", Some(key)),
        None => ("client_secret_basic", context["client_secret"].as_str()),
    };
    let auth_mode = if by_itself { "oauth2_client_credentials" } else { "oauth2_delegated" };
    Ok(Some(json!({
        "auth_mode": auth_mode, "client_id": client_id, "client_auth": client_auth, "credential": credential, "issuer": issuer,
    })))
}

impl Run {
    async fn connect_and_call(&mut self) -> Result<(), String> {
        let tools = loop {
            match self.engine.connect_mcp_server(self.id.clone()).await {
                Ok(detail) => break detail.tools,
                Err(failure) => self.agree(failure).await?,
            }
        };
        for (name, arguments) in self.calls(&tools) {
            loop {
                let request = read(json!({ "tool_name": name, "arguments": arguments }));
                let left = CancellationToken::new();
                let called = tokio::select! {
                    called = self.engine.call_mcp_tool(self.id.clone(), request, ConnectorCaller::Person, left) => called,
                    why = self.answers() => return Err(why),
                };
                match called {
                    Ok(_) => break,
                    Err(failure) => self.agree(failure).await?,
                }
            }
        }
        Ok(())
    }

    /// Answers what the server asks during a call: with what it proposes, else with a value that fits. It returns when that fails.
    async fn answers(&self) -> String {
        loop {
            let found = match self.engine.pending_mcp_calls().await {
                Ok(found) => found,
                Err(failure) => return words(failure),
            };
            for question in found.elicitations {
                let values = question.fields.iter().filter_map(|field| Some((field.name.clone(), value(field)?)));
                let body = json!({ "action": "accept", "content": values.collect::<Map<_, _>>() });
                if let Err(failure) = self.engine.answer_mcp_question(question.dispatch_id, read(body)).await {
                    return words(failure);
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Signs in if the product offers that after a failure. `Err`: it does not.
    async fn agree(&mut self, failure: Failure) -> Result<(), String> {
        let why = words(failure);
        self.agreed += 1;
        if self.agreed > PATIENCE {
            return Err(format!("the person gave up: {why}"));
        }
        if !["SIGN_IN_REQUIRED", "SIGN_IN_EXPIRED", "INSUFFICIENT_SCOPE"].iter().any(|reason| why.starts_with(reason)) {
            return Err(why);
        }
        if !self.is_asked().await? {
            // A token that was refused during a call is renewed when the server is reached again, or the person is asked then.
            let reached = self.engine.connect_mcp_server(self.id.clone()).await;
            if reached.is_ok() && why.starts_with("SIGN_IN_REQUIRED") {
                return Ok(());
            }
            if !self.is_asked().await? {
                return Err(why);
            }
        }
        self.sign_in().await
    }

    /// Whether the product asks the person to sign in.
    async fn is_asked(&self) -> Result<bool, String> {
        let server = self.engine.mcp_server(self.id.clone()).await.map_err(words)?.server;
        Ok(server.available_actions.contains(&McpServerAction::SignIn))
    }

    async fn sign_in(&self) -> Result<(), String> {
        let request = McpAuthStartRequest { schema_version: 1, ..McpAuthStartRequest::default() };
        let begun = self.engine.start_mcp_sign_in(self.id.clone(), request).await.map_err(words)?;
        let browser = client::builder(None)?
            .redirect(reqwest::redirect::Policy::default())
            .build()
            .map_err(|error| client::cause(&error))?;
        let page = browser.get(&begun.authorization_url).send().await.map_err(|error| client::cause(&error))?;
        let is_success = page.status().is_success();
        let text = page.text().await.map_err(|error| client::cause(&error))?;
        if is_success { Ok(()) } else { Err(text) }
    }

    /// The calls of a scenario: those that its context names, else one of each tool.
    fn calls(&self, tools: &[McpTool]) -> Vec<(String, Map<String, Value>)> {
        if let Some(named) = self.context["toolCalls"].as_array() {
            let call = |call: &Value| Some((call["name"].as_str()?.to_owned(), call["arguments"].as_object()?.clone()));
            return named.iter().filter_map(call).collect();
        }
        // What another tool of the server was defined with, for a tool that gives it back.
        let other = tools.iter().find(|tool| tool.name == "json_schema_2020_12_tool").map(|tool| tool.input_schema.clone());
        let argument = |(name, schema): (&String, &Value)| {
            let value = match schema["type"].as_str() {
                Some("number" | "integer") => json!(1),
                Some("boolean") => json!(true),
                Some("array") => json!([]),
                Some("object") if name == "schema" => other.clone().unwrap_or_else(|| json!({})),
                Some("object") => json!({}),
                _ => json!("a"),
            };
            (name.clone(), value)
        };
        let call = |tool: &McpTool| {
            let properties = tool.input_schema["properties"].as_object();
            (tool.name.clone(), properties.into_iter().flatten().map(argument).collect())
        };
        tools.iter().map(call).collect()
    }
}

/// The value that the person gives a field.
fn value(field: &McpElicitationField) -> Option<Value> {
    use McpElicitationKind::{Boolean, Choice, Choices, Integer, Number, Text};
    let made = || match field.kind {
        Text => json!("a"),
        Number | Integer => json!(field.minimum.unwrap_or(1.0)),
        Boolean => json!(true),
        Choice => json!(field.choices.first().map(|choice| &choice.value)),
        Choices => json!([]),
    };
    field.default.clone().or_else(|| field.required.then(made))
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("the request is as the contracts have it")
}

fn words(failure: Failure) -> String {
    let reason = failure.details.as_ref().and_then(|details| details["reason"].as_str()).unwrap_or_default().to_owned();
    format!("{reason} {}", failure.message)
}
