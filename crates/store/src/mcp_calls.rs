//! Table `mcp_calls`: what calls of connectors were about, so that a run can be taught from. Secrets are masked before they are stored. A row goes
//! with its receipt, after its time, and when there are too many.

use crate::StoreError;
use crate::codec::{query_all, query_one, sortable_time, to_body};
use apprentice_contracts::Time;
use apprentice_contracts::ids::{CorrelationId, ReceiptId};
use apprentice_contracts::observation::ConnectorCall;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_calls (
    ordinal        INTEGER PRIMARY KEY AUTOINCREMENT,
    receipt_id     TEXT NOT NULL UNIQUE,
    run_id         TEXT,
    correlation_id TEXT NOT NULL,
    created_at     TEXT NOT NULL,
    body           TEXT NOT NULL
) STRICT;
CREATE INDEX mcp_calls_by_run ON mcp_calls (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX mcp_calls_by_correlation ON mcp_calls (correlation_id);
CREATE INDEX mcp_calls_by_age ON mcp_calls (created_at);
";

/// The most calls that are kept; the oldest go first.
pub const MOST: u32 = 2_000;
/// The most bytes of one call. A larger one is not kept.
pub const MOST_BYTES: usize = 128 * 1024;

/// A call that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptCall {
    /// Its receipt.
    pub receipt_id: ReceiptId,
    /// The run of an agent that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// That of its receipt.
    pub correlation_id: CorrelationId,
    /// What was called, with what, and what it answered.
    pub call: ConnectorCall,
    /// How many values were masked in it.
    pub masked: u32,
    /// When it was answered.
    pub created_at: Time,
}

/// Keeps a call. Returns whether there was room for it, see [`MOST_BYTES`].
pub fn add(db: &Connection, kept: &KeptCall) -> Result<bool, StoreError> {
    let body = to_body(kept)?;
    if body.len() > MOST_BYTES {
        return Ok(false);
    }
    let sql = "INSERT INTO mcp_calls (receipt_id, run_id, correlation_id, created_at, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    db.prepare_cached(sql)?.execute(params![
        kept.receipt_id.to_string(),
        kept.run_id,
        kept.correlation_id.to_string(),
        sortable_time(kept.created_at),
        body
    ])?;
    db.prepare_cached("DELETE FROM mcp_calls WHERE ordinal <= (SELECT max(ordinal) FROM mcp_calls) - ?1")?.execute([MOST])?;
    Ok(true)
}

/// The call of a receipt.
pub fn get(db: &Connection, receipt: ReceiptId) -> Result<Option<KeptCall>, StoreError> {
    query_one(db, "SELECT body FROM mcp_calls WHERE receipt_id = ?1", params![receipt.to_string()])
}

/// The calls of a run, the oldest first: those with this run id, or with this correlation id.
pub fn of_run(db: &Connection, run: &str) -> Result<Vec<KeptCall>, StoreError> {
    query_all(db, "SELECT body FROM mcp_calls WHERE run_id = ?1 OR correlation_id = ?1 ORDER BY ordinal", params![run])
}

/// Those of these receipts whose calls are kept.
pub fn kept_of(db: &Connection, receipts: &[ReceiptId]) -> Result<HashSet<ReceiptId>, StoreError> {
    let mut known = db.prepare_cached("SELECT 1 FROM mcp_calls WHERE receipt_id = ?1")?;
    let mut found = HashSet::new();
    for receipt in receipts {
        if known.exists(params![receipt.to_string()])? {
            found.insert(*receipt);
        }
    }
    Ok(found)
}

/// Deletes the calls from before this time. Returns their number.
pub fn delete_before(db: &Connection, before: Time) -> Result<usize, StoreError> {
    Ok(db.execute("DELETE FROM mcp_calls WHERE created_at < ?1", params![sortable_time(before)])?)
}

/// Deletes every call. Returns their number.
pub fn delete_all(db: &Connection) -> Result<usize, StoreError> {
    Ok(db.execute("DELETE FROM mcp_calls", [])?)
}
