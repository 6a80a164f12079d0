//! Calls of tools. Each leaves a receipt, also one that was refused.

use super::live::Open;
use super::receipts::{self, Event};
use super::{ConnectorCaller, Connectors, listing, policy};
use crate::Answer;
use apprentice_connectors::connection::ConnectionError;
use apprentice_connectors::pins::{canonical, sha256};
use apprentice_connectors::policy::Effective;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::{
    McpCallRequest, McpCallResponse, McpPinState, McpPolicyMode, McpReceiptKind, McpReceiptStatus,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use apprentice_store::mcp_servers::McpServerRecord;
use apprentice_store::mcp_tools::{self, McpToolRecord};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a call may take, if it does not say.
const PATIENCE: Duration = Duration::from_secs(60);

/// A call on its way.
pub(super) struct Call<'a> {
    pub server: &'a McpServerId,
    pub tool: &'a str,
    pub arguments: String,
    pub caller: &'a ConnectorCaller,
}

impl Connectors {
    /// Errors: those of opening a connection, `MCP_TOOL_NOT_FOUND`, `MCP_TOOL_QUARANTINED`, `MCP_ASK_FIRST_REQUIRED`, `MCP_CALL_DENIED`,
    /// `MCP_CALL_FAILED`.
    pub(crate) async fn call(
        &self,
        id: &McpServerId,
        request: McpCallRequest,
        caller: ConnectorCaller,
    ) -> Answer<McpCallResponse> {
        let arguments = sha256(canonical(&Value::Object(request.arguments.clone())));
        let call = Call { server: id, tool: &request.tool_name, arguments, caller: &caller };
        let wait = Duration::from_millis(request.wait_ms.unwrap_or_default().into());
        let open = match self.prepare(&call, &request.arguments, wait).await {
            Ok(open) => open,
            // The request itself has a receipt.
            Err(failure) if failure.code == ErrorCode::McpAskFirstRequired => return Err(failure),
            Err(failure) => {
                let status = match failure.code {
                    ErrorCode::McpConnectionFailed => McpReceiptStatus::Failed,
                    _ => McpReceiptStatus::Blocked,
                };
                self.record_call(&call, status, failure.message.clone(), None).await?;
                return Err(failure);
            }
        };
        let patience = request.timeout_ms.map_or(PATIENCE, |milliseconds| Duration::from_millis(milliseconds.into()));
        let began = Instant::now();
        let answer = open.connection.call(&request.tool_name, request.arguments, patience).await;
        let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        match answer {
            Ok(result) => {
                let is_error = result["isError"] == Value::Bool(true);
                let (status, words) = match is_error {
                    true => (McpReceiptStatus::Failed, "said that it failed"),
                    false => (McpReceiptStatus::Ok, "answered"),
                };
                let summary = format!("{} {words}.", request.tool_name);
                let receipt_id = self.record_call(&call, status, summary, Some(milliseconds)).await?;
                Ok(McpCallResponse { receipt_id, result, is_error, milliseconds, schema_version: SCHEMA_VERSION })
            }
            Err(error) => Err(self.call_failed(&call, &open, &error, milliseconds).await?),
        }
    }

    /// Everything that is checked before a call, after which it is sent at once.
    async fn prepare(&self, call: &Call<'_>, arguments: &Map<String, Value>, wait: Duration) -> Answer<Arc<Open>> {
        let (open, record, tool, policy) = self.checked(call).await?;
        match policy.mode {
            McpPolicyMode::Enabled => return Ok(open),
            McpPolicyMode::Disabled => return Err(forbidden(&tool, &policy)),
            McpPolicyMode::AskFirst => self.permission(call, arguments, &record, &tool, &policy.because, wait).await?,
        }
        // The person may have taken a while, and what they allowed may be something else by now.
        let (open, _, now, policy) = self.checked(call).await?;
        if now.digest != tool.digest {
            let message = format!("{} changed while the person was asked, so it is not called. Repeat the call.", tool.name);
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        match policy.mode {
            McpPolicyMode::Disabled => Err(forbidden(&tool, &policy)),
            _ => Ok(open),
        }
    }

    /// An open connection, the tool as its server lists it now, and what holds for it.
    async fn checked(&self, call: &Call<'_>) -> Answer<(Arc<Open>, McpServerRecord, McpToolRecord, Effective)> {
        let open = self.open(call.server, call.caller).await?;
        // Only now, because the server may have just said that it changed.
        let record = self.record(call.server).await?;
        let (server, name, owner, now) = (call.server.clone(), call.tool.to_owned(), record.clone(), self.core.now());
        let read = self.core.store.read(move |db| {
            let found = mcp_tools::get(db, &server, &name)?.filter(|tool| tool.listed);
            found.map(|tool| Ok((policy::of_tool(db, &owner, &tool, now)?, tool))).transpose()
        });
        let found: Option<(Effective, McpToolRecord)> = read.await.map_err(crate::stored)?;
        let (policy, tool) = found.ok_or_else(|| listing::no_tool(&record, call.tool))?;
        match tool.state {
            McpPinState::Changed => Err(listing::quarantined(&record.entry.display_name, &tool)),
            McpPinState::New | McpPinState::Pinned => Ok((open, record, tool, policy)),
        }
    }

    async fn call_failed(&self, call: &Call<'_>, open: &Open, error: &ConnectionError, milliseconds: u32) -> Answer<Failure> {
        let words = open.masked(&error.to_string());
        let mut message = format!("{} gave no result: {words}.", call.tool);
        if !matches!(error, ConnectionError::Refused(_)) {
            message.push_str(" It may have had an effect all the same.");
        }
        let receipt = self.record_call(call, McpReceiptStatus::Failed, message.clone(), Some(milliseconds)).await?;
        if open.connection.is_closed() {
            self.connections.close(call.server).await;
        }
        let details = json!({ "reason": error.code(), "server_id": call.server, "receipt_id": receipt });
        Ok(Failure::new(ErrorCode::McpCallFailed, message).with_details(details))
    }

    async fn record_call(
        &self,
        call: &Call<'_>,
        status: McpReceiptStatus,
        summary: String,
        milliseconds: Option<u32>,
    ) -> Answer<ReceiptId> {
        let (server, tool, caller) = (call.server.clone(), call.tool.to_owned(), call.caller.clone());
        let arguments = Some(call.arguments.clone());
        self.core
            .change(move |tx| {
                let event = Event::ok(McpReceiptKind::ToolCall, &server, summary);
                receipts::add(tx, Event { caller: &caller, tool: Some(&tool), status, arguments, milliseconds, ..event })
            })
            .await
    }
}

/// The refusal of a tool that a policy switches off.
fn forbidden(tool: &McpToolRecord, policy: &Effective) -> Failure {
    let message = format!("{} is not called, because {}. The person can change that in Apprentice.", tool.name, policy.because);
    let details = json!({ "reason": "policy", "server_id": tool.server_id, "tool_name": tool.name });
    Failure::new(ErrorCode::McpCallDenied, message).with_details(details)
}
