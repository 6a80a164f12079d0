//! What is kept of calls, so that a run can be taught from, and the calls that read again what a task did.

use super::calls::{Call, Outside};
use super::{ConnectorCaller, Connectors};
use crate::Answer;
use crate::core::transaction::WriteTx;
use crate::core::{Core, SETTINGS};
use apprentice_connectors::connection::ConnectionError;
use apprentice_connectors::findings::visible;
use apprentice_connectors::policy::{self, Rules};
use apprentice_contracts::Time;
use apprentice_contracts::app::Settings;
use apprentice_contracts::connector::{McpCallRequest, McpPolicyMode, McpToolHealth};
use apprentice_contracts::ids::{CorrelationId, McpServerId, ReceiptId};
use apprentice_contracts::observation::ConnectorCall;
use apprentice_observe::calls::{Answered, kept};
use apprentice_observe::redact::{Memory, mask_text};
use apprentice_store::mcp_calls::{self, KeptCall};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::mcp_tools::{self, McpToolRecord};
use apprentice_store::{StoreError, mcp_tool_health, settings};
use chrono::Duration;
use futures::FutureExt;
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How long calls are kept.
const KEPT: Duration = Duration::days(7);
/// How long a call may take that reads again, in milliseconds.
const READ_MILLISECONDS: u32 = 25_000;

/// What is stored of a call beside its receipt.
#[derive(Default)]
pub(super) struct CallRecord {
    /// What it was about, and how many values were masked.
    call: Option<(ConnectorCall, u32)>,
    /// How the tool did. `None`: it was not called.
    health: Option<(bool, String, Option<u16>)>,
}

impl CallRecord {
    pub(super) fn answered(call: Option<(ConnectorCall, u32)>) -> Self {
        Self { call, health: Some((true, String::new(), None)) }
    }

    pub(super) fn failed(words: &str, http_status: Option<u16>) -> Self {
        Self { call: None, health: Some((false, words.to_owned(), http_status)) }
    }

    pub(super) fn store(
        self,
        tx: &WriteTx<'_>,
        server: &McpServerId,
        tool: &str,
        run_id: Option<String>,
        receipt_id: ReceiptId,
        correlation: Option<CorrelationId>,
    ) -> Answer<()> {
        if let Some((ok, words, last_http_status)) = self.health {
            let words: String = visible(&mask_text(&words).0).chars().take(240).collect();
            let last_error = Some(words).filter(|words| !ok && !words.is_empty());
            let health = McpToolHealth { ok, last_error, last_checked_at: Some(tx.now), last_http_status };
            mcp_tool_health::put(tx.db, server, tool, &health)?;
        }
        let keeps = settings::get::<Settings>(tx.db, SETTINGS)?.is_some_and(|settings| settings.keep_calls);
        if let Some((call, masked)) = self.call.filter(|_| keeps) {
            let call = ConnectorCall { receipt_id: Some(receipt_id), ..call };
            let correlation_id = correlation.unwrap_or(tx.correlation);
            // One that is too large is not kept; its receipt says that it took place.
            mcp_calls::add(tx.db, &KeptCall { receipt_id, run_id, correlation_id, call, masked, created_at: tx.now })?;
        }
        Ok(())
    }
}

/// The status of HTTP with which a server refused a call.
pub(super) fn http_status(error: &ConnectionError) -> Option<u16> {
    match error {
        ConnectionError::RateLimited(_) => Some(429),
        ConnectionError::SignIn(_) => Some(401),
        ConnectionError::MoreScopes(_) => Some(403),
        _ => None,
    }
}

impl Connectors {
    /// Whether anybody wants to know what a call is about: it is kept to be taught from, or a session watches calls.
    pub(super) async fn keeps_calls(&self, call: &Call<'_>) -> bool {
        // What Apprentice reads again itself is no part of a task.
        if *call.caller == ConnectorCaller::Apprentice {
            return false;
        }
        if self.core.calls.is_watched() {
            return true;
        }
        let read = self.core.store.read(|db| settings::get::<Settings>(db, SETTINGS)).await;
        matches!(read, Ok(Some(settings)) if settings.keep_calls)
    }

    /// What a call was about, masked. It is reported to those who watch calls. `None`: it cannot be masked.
    pub(super) fn kept_call(
        &self,
        record: &McpServerRecord,
        tool: &McpToolRecord,
        arguments: &Value,
        result: &Value,
    ) -> Option<(ConnectorCall, u32)> {
        let memory = Memory::new().ok()?;
        let answered = Answered {
            server_id: &record.entry.server_id,
            server_name: &record.entry.display_name,
            definition: &tool.definition,
            read_only: only_reads(tool),
            arguments: arguments.as_object()?,
            result,
            receipt_id: None,
            at: self.core.now(),
        };
        let (call, masked) = kept(&answered, &memory);
        self.core.calls.report(&call, masked, answered.at);
        Some((call, masked))
    }

    /// Lets sessions read again what tools answer that only read.
    pub(crate) fn answer_readers(self: &Arc<Self>) {
        let connectors = Arc::downgrade(self);
        self.core.calls.set_reader(Arc::new(move |server, tool, arguments| {
            let connectors = connectors.clone();
            async move {
                match connectors.upgrade() {
                    Some(connectors) => connectors.read_again(server, tool, arguments).await,
                    None => Err("Apprentice is ending".to_owned()),
                }
            }
            .boxed()
        }));
    }

    /// Calls a tool that only reads and that the person does not have to be asked about. Errors: why it was not called, as a clause.
    async fn read_again(&self, server: McpServerId, tool: String, arguments: Map<String, Value>) -> Result<Value, String> {
        let (wanted, name, now) = (server.clone(), tool.clone(), self.core.now());
        let read = self.core.store.read(move |db| {
            let Some(record) = mcp_servers::get(db, &wanted)? else { return Ok(None) };
            let Some(found) = mcp_tools::get(db, &wanted, &name)? else { return Ok(None) };
            let policy = super::policy::of_tool(db, &record, &found, now)?;
            Ok::<_, StoreError>(Some((only_reads(&found), policy)))
        });
        match read.await.map_err(|error| error.to_string())? {
            None => return Err(format!("the connector “{server}” has no tool {}", visible(&tool))),
            Some((false, _)) => return Err(format!("{} may change something, so it is not called to look", visible(&tool))),
            Some((true, policy)) if policy.mode != McpPolicyMode::Enabled => {
                return Err(format!("{} is not called without you, because {}", visible(&tool), policy.because));
            }
            Some(_) => {}
        }
        let request =
            McpCallRequest { tool_name: tool, arguments, timeout_ms: Some(READ_MILLISECONDS), wait_ms: None, agent: None };
        let (may, again) = (|| Ok(()), || async { Ok(()) }.boxed());
        let outside = Outside { may: &may, asks: None, again: &again };
        let left = CancellationToken::new();
        let answer = self.call(&server, request, &ConnectorCaller::Apprentice, &left, &outside).await;
        let response = answer.map_err(|failure| failure.message)?;
        match response.is_error {
            true => Err("it said that it failed".to_owned()),
            false => Ok(response.result),
        }
    }
}

/// Whether a tool only reads: it would be allowed where nothing is set.
pub(super) fn only_reads(tool: &McpToolRecord) -> bool {
    let effective = policy::of_tool(Rules::default(), &tool.definition, tool.state, tool.doubt.as_deref());
    effective.mode == McpPolicyMode::Enabled
}

/// Deletes the calls whose time is over, and all of them while calls are not kept.
pub(crate) async fn purge(core: &Core) -> Answer<()> {
    let before: Time = core.now() - KEPT;
    core.change(move |tx| {
        let keeps = settings::get::<Settings>(tx.db, SETTINGS)?.is_some_and(|settings| settings.keep_calls);
        let gone = if keeps { mcp_calls::delete_before(tx.db, before)? } else { mcp_calls::delete_all(tx.db)? };
        if gone > 0 {
            tracing::info!(gone, "calls of connectors were deleted");
        }
        Ok(())
    })
    .await
}
