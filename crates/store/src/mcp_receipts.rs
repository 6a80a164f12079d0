//! Table `mcp_receipts`: what happened with connectors. Receipts are kept when their server is deleted.

use crate::StoreError;
use crate::codec::{query_all, query_numbered, query_one, sortable_time, to_body};
use apprentice_contracts::connector::McpReceipt;
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_receipts (
    ordinal    INTEGER PRIMARY KEY AUTOINCREMENT,
    receipt_id TEXT NOT NULL UNIQUE,
    server_id  TEXT,
    created_at TEXT NOT NULL,
    body       TEXT NOT NULL
) STRICT;
CREATE INDEX mcp_receipts_by_server ON mcp_receipts (server_id, ordinal);
";

/// Receipts that are kept; the oldest go first.
const KEPT: u32 = 20_000;

/// Adds a receipt.
pub fn add(db: &Connection, receipt: &McpReceipt) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO mcp_receipts (receipt_id, server_id, created_at, body) VALUES (?1, ?2, ?3, ?4)")?.execute(
        params![
            receipt.receipt_id.to_string(),
            receipt.server_id.as_ref().map(McpServerId::as_str),
            sortable_time(receipt.created_at),
            to_body(receipt)?
        ],
    )?;
    db.prepare_cached("DELETE FROM mcp_receipts WHERE ordinal <= (SELECT max(ordinal) FROM mcp_receipts) - ?1")?
        .execute([KEPT])?;
    Ok(())
}

/// Receipts before a position, newest first, with their positions; `i64::MAX` is after the last. `server`: only those of one server.
pub fn before(
    db: &Connection,
    position: i64,
    server: Option<&McpServerId>,
    limit: u32,
) -> Result<Vec<(i64, McpReceipt)>, StoreError> {
    let sql = "SELECT ordinal, body FROM mcp_receipts WHERE ordinal < ?1 AND (?2 IS NULL OR server_id = ?2) ORDER BY ordinal DESC LIMIT ?3";
    query_numbered(db, sql, params![position, server.map(McpServerId::as_str), limit])
}

/// The receipt with this id.
pub fn get(db: &Connection, id: ReceiptId) -> Result<Option<McpReceipt>, StoreError> {
    query_one(db, "SELECT body FROM mcp_receipts WHERE receipt_id = ?1", params![id.to_string()])
}

/// The newest receipts of a server, newest first.
pub fn latest(db: &Connection, server: &McpServerId, limit: u32) -> Result<Vec<McpReceipt>, StoreError> {
    let sql = "SELECT body FROM mcp_receipts WHERE server_id = ?1 ORDER BY ordinal DESC LIMIT ?2";
    query_all(db, sql, params![server.as_str(), limit])
}
