//! `apprentice mcp-proxy`: one connector as a server of its own, over standard input and output, for an agent that knows only that server. Its
//! tools keep their names; every call goes through the gate, with its policy and its receipt.

use super::reconnect::{Reconnect, request, request_once};
use crate::client::ApiResponse;
use crate::handler::BODY_LIMIT;
use crate::host::refusal;
use crate::operations as op;
use apprentice_contracts::connector::{McpProxyRequest, McpProxyResponse, McpProxyTool};
use apprentice_contracts::error::Failure;
use rmcp::handler::server::ServerHandler;
use rmcp::model::*;
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError, serve_server};
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};

/// How long a call waits for the person, if it asks them first: agents give up after a minute.
const WAIT_MS: u32 = 50_000;

#[derive(Clone)]
struct Proxy<W> {
    engine: W,
    wrapped: McpProxyRequest,
}

/// Serves one client over `input` and `output` until `input` ends. `wrapped` says which connector. `Err`: the client broke the protocol.
pub async fn serve_proxy<W: Reconnect>(
    engine: W,
    wrapped: McpProxyRequest,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), String> {
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(BODY_LIMIT);
    match serve_server(Proxy { engine, wrapped }, transport).await {
        Ok(running) => running.waiting().await.map(|_| ()).map_err(|error| error.to_string()),
        // The client only probed whether a server is there.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

impl<W: Reconnect> Proxy<W> {
    async fn connector(&self, client: Option<String>) -> Result<McpProxyResponse, ErrorData> {
        let wrapped = McpProxyRequest { agent: client.map(short), ..self.wrapped.clone() };
        let call = op::PROXY_MCP_SERVER.call([]).json(json!(wrapped));
        let answered = request(&self.engine, &call).await.map_err(|failure| refused(&failure))?;
        read(&answered)
    }
}

impl<W: Reconnect> ServerHandler for Proxy<W> {
    fn get_info(&self) -> ServerConfig {
        let mut program = Implementation::new("apprentice", env!("CARGO_PKG_VERSION"));
        program.title = Some("Apprentice".into());
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_server_info(program)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let found = self.connector(context.client_info().map(|client| client.name)).await?;
        Ok(ListToolsResult::with_all_items(found.tools.into_iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.client_info().map(|client| short(client.name));
        let connector = self.connector(client.clone()).await?;
        let body = json!({
            "tool_name": request.name, "arguments": request.arguments.unwrap_or_default(), "wait_ms": WAIT_MS, "agent": client,
        });
        let call = op::CALL_MCP_TOOL.call([&connector.server_id]).json(body);
        // A caller that disconnects cancels the call, and the engine informs the server.
        let answered = tokio::select! {
            answered = request_once(&self.engine, &call) => answered,
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("The call was cancelled.", None)),
        };
        let answered = match answered {
            Ok(answered) if (200..300).contains(&answered.status) => answered,
            Ok(answered) => return Ok(failed(answered.read().unwrap_or_default()).into()),
            Err(failure) => return Ok(failed(refusal(&failure)).into()),
        };
        Ok(super::tools::as_given(read(&answered)?)?.into())
    }
}

fn short(name: String) -> String {
    name.chars().take(80).collect()
}

fn tool(shown: McpProxyTool) -> Tool {
    let schema = match shown.input_schema {
        Value::Object(schema) => schema,
        _ => JsonObject::from_iter([("type".to_owned(), json!("object"))]),
    };
    let mut tool = Tool::new(shown.name, shown.description, Arc::new(schema));
    tool.title = shown.title;
    tool.annotations = serde_json::from_value(shown.annotations).ok();
    tool
}

/// The answer of an operation. `Err`: it is a refusal.
fn read<T: serde::de::DeserializeOwned>(answered: &ApiResponse) -> Result<T, ErrorData> {
    let body: Value = answered.read().map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    if !(200..300).contains(&answered.status) {
        let message = body["error"]["message"].as_str().unwrap_or("Apprentice refused it.").to_owned();
        return Err(ErrorData::internal_error(message, body.get("error").cloned()));
    }
    serde_json::from_value(body).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn refused(failure: &Failure) -> ErrorData {
    ErrorData::internal_error(failure.message.clone(), refusal(failure).get("error").cloned())
}

/// A refusal of a call as its result, so that the model reads why.
fn failed(envelope: Value) -> CallToolResult {
    let words = envelope["error"]["message"].as_str().map_or_else(|| envelope.to_string(), str::to_owned);
    let mut result = CallToolResult::error(vec![ContentBlock::text(words)]);
    let error = envelope.get("error").cloned().unwrap_or_default();
    result.meta = Some(MetaObject(JsonObject::from_iter([(super::tools::ERROR_KEY.to_owned(), error)])));
    result
}
