//! Receipts of connectors: what happened, who caused it, and how it ended. Their words are masked, and hold no argument and no result.

use super::{ConnectorCaller, Connectors};
use crate::Answer;
use crate::core::transaction::WriteTx;
use apprentice_connectors::findings::visible;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::{
    McpIdentityKind, McpReceipt, McpReceiptKind, McpReceiptListResponse, McpReceiptStatus, McpReceiptsQuery,
};
use apprentice_contracts::ids::{CorrelationId, McpServerId, ReceiptId};
use apprentice_observe::redact::mask_text;
use apprentice_store::{Connection, StoreError, mcp_calls, mcp_receipts};

/// Receipts on a page, if the request does not say.
const PAGE: u32 = 50;

/// What a receipt says, besides its time and ids.
pub(super) struct Event<'a> {
    /// Who caused it. `None`: Apprentice itself.
    pub caller: Option<&'a ConnectorCaller>,
    pub server: Option<&'a McpServerId>,
    pub tool: Option<&'a str>,
    pub kind: McpReceiptKind,
    pub status: McpReceiptStatus,
    pub summary: String,
    pub arguments: Option<String>,
    pub milliseconds: Option<u32>,
    /// Of the request to the person that it belongs to. `None`: that of its transaction.
    pub correlation: Option<CorrelationId>,
}

impl<'a> Event<'a> {
    pub(super) fn ok(kind: McpReceiptKind, server: &'a McpServerId, summary: String) -> Self {
        Self {
            caller: Some(&ConnectorCaller::Person),
            server: Some(server),
            tool: None,
            kind,
            status: McpReceiptStatus::Ok,
            summary,
            arguments: None,
            milliseconds: None,
            correlation: None,
        }
    }
}

pub(super) fn add(tx: &WriteTx<'_>, event: Event<'_>) -> Answer<ReceiptId> {
    let receipt = McpReceipt {
        receipt_id: tx.id(),
        server_id: event.server.cloned(),
        tool_name: event.tool.map(visible),
        receipt_kind: event.kind,
        status: event.status,
        summary: visible(&mask_text(&event.summary).0).chars().take(500).collect(),
        identity_asserted_kind: event.caller.map_or(McpIdentityKind::System, ConnectorCaller::kind),
        identity_asserted_ref: event.caller.and_then(ConnectorCaller::name).map(|name| visible(&mask_text(&name).0)),
        arguments_sha256: event.arguments,
        milliseconds: event.milliseconds,
        run_id: event.caller.and_then(ConnectorCaller::run_id),
        teachable: false,
        correlation_id: event.correlation.unwrap_or(tx.correlation),
        created_at: tx.now,
        schema_version: SCHEMA_VERSION,
    };
    mcp_receipts::add(tx.db, &receipt)?;
    Ok(receipt.receipt_id)
}

/// Says of which calls Apprentice still keeps what they were about.
pub(super) fn mark_teachable<'a>(db: &Connection, receipts: impl Iterator<Item = &'a mut McpReceipt>) -> Result<(), StoreError> {
    let receipts: Vec<&mut McpReceipt> = receipts.collect();
    let kept = mcp_calls::kept_of(db, &receipts.iter().map(|receipt| receipt.receipt_id).collect::<Vec<_>>())?;
    for receipt in receipts {
        receipt.teachable = kept.contains(&receipt.receipt_id);
    }
    Ok(())
}

impl Connectors {
    pub(crate) async fn receipts(&self, query: McpReceiptsQuery) -> Answer<McpReceiptListResponse> {
        let limit = query.limit.unwrap_or(PAGE);
        let before = query.cursor.unwrap_or(i64::MAX);
        // One more says whether there is another page.
        let read = self.core.store.read(move |db| {
            let mut found = mcp_receipts::before(db, before, query.server_id.as_ref(), limit + 1)?;
            mark_teachable(db, found.iter_mut().map(|(_, receipt)| receipt))?;
            Ok::<_, StoreError>(found)
        });
        let mut found = read.await.map_err(crate::stored)?;
        let more = found.len() > limit as usize;
        found.truncate(limit as usize);
        let next_cursor = found.last().filter(|_| more).map(|(position, _)| *position);
        let receipts = found.into_iter().map(|(_, receipt)| receipt).collect();
        Ok(McpReceiptListResponse { receipts, next_cursor, schema_version: SCHEMA_VERSION })
    }
}
