//! Table `mcp_dispatches`: calls that ask the person first. A status changes only by an update that names the one before, so that an answer
//! is given once and used once.

use crate::StoreError;
use crate::codec::{query_all, query_count, query_one, sortable_time, to_body, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::connector::{McpAskFirstDispatch, McpAskFirstStatus};
use apprentice_contracts::ids::{McpDispatchId, McpServerId};
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_dispatches (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    dispatch_id TEXT NOT NULL UNIQUE,
    request     TEXT NOT NULL,
    status      TEXT NOT NULL,
    expires_at  TEXT NOT NULL,
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX mcp_dispatches_by_request ON mcp_dispatches (request, status);
CREATE INDEX mcp_dispatches_by_status ON mcp_dispatches (status, expires_at);
";

/// Adds a request. `request` identifies what was asked for, by whom, and under which policy and definition of the tool.
pub fn add(db: &Connection, request: &str, dispatch: &McpAskFirstDispatch) -> Result<(), StoreError> {
    let sql = "INSERT INTO mcp_dispatches (dispatch_id, request, status, expires_at, body) VALUES (?1, ?2, ?3, ?4, ?5)";
    db.prepare_cached(sql)?.execute(params![
        dispatch.dispatch_id.to_string(),
        request,
        wire_name(&dispatch.status)?,
        sortable_time(dispatch.expires_at),
        to_body(dispatch)?
    ])?;
    Ok(())
}

/// The request with this id.
pub fn get(db: &Connection, id: McpDispatchId) -> Result<Option<McpAskFirstDispatch>, StoreError> {
    query_one(db, "SELECT body FROM mcp_dispatches WHERE dispatch_id = ?1", params![id.to_string()])
}

/// The newest of the same requests in this status that has not expired.
pub fn same(
    db: &Connection,
    request: &str,
    status: McpAskFirstStatus,
    now: Time,
) -> Result<Option<McpAskFirstDispatch>, StoreError> {
    let sql =
        "SELECT body FROM mcp_dispatches WHERE request = ?1 AND status = ?2 AND expires_at > ?3 ORDER BY ordinal DESC LIMIT 1";
    query_one(db, sql, params![request, wire_name(&status)?, sortable_time(now)])
}

/// Stores `dispatch` if its status is still `from`. `false`: another one was faster, and nothing changed.
pub fn change(db: &Connection, from: McpAskFirstStatus, dispatch: &McpAskFirstDispatch) -> Result<bool, StoreError> {
    let sql = "UPDATE mcp_dispatches SET status = ?3, expires_at = ?4, body = ?5 WHERE dispatch_id = ?1 AND status = ?2";
    let changed = db.prepare_cached(sql)?.execute(params![
        dispatch.dispatch_id.to_string(),
        wire_name(&from)?,
        wire_name(&dispatch.status)?,
        sortable_time(dispatch.expires_at),
        to_body(dispatch)?
    ])?;
    Ok(changed == 1)
}

/// Those that wait for an answer.
pub fn waiting(db: &Connection) -> Result<Vec<McpAskFirstDispatch>, StoreError> {
    query_all(db, "SELECT body FROM mcp_dispatches WHERE status = 'pending'", [])
}

/// Those that wait for an answer or for their use, and whose time is over.
pub fn overdue(db: &Connection, now: Time) -> Result<Vec<McpAskFirstDispatch>, StoreError> {
    let sql = "SELECT body FROM mcp_dispatches WHERE status IN ('pending', 'approved_once') AND expires_at <= ?1";
    query_all(db, sql, params![sortable_time(now)])
}

/// The newest requests, newest first: those that wait before all others.
pub fn newest(db: &Connection, limit: u32) -> Result<Vec<McpAskFirstDispatch>, StoreError> {
    query_all(db, "SELECT body FROM mcp_dispatches ORDER BY status = 'pending' DESC, ordinal DESC LIMIT ?1", params![limit])
}

/// How many wait for an answer.
pub fn pending(db: &Connection) -> Result<u32, StoreError> {
    query_count(db, "SELECT count(*) FROM mcp_dispatches WHERE status = 'pending'", [])
}

/// Deletes the oldest that are settled, all but the newest `keep`.
pub fn forget_old(db: &Connection, keep: u32) -> Result<(), StoreError> {
    let sql = "DELETE FROM mcp_dispatches WHERE status NOT IN ('pending', 'approved_once')
        AND ordinal <= (SELECT ordinal FROM mcp_dispatches ORDER BY ordinal DESC LIMIT 1 OFFSET ?1)";
    db.execute(sql, params![keep])?;
    Ok(())
}

/// Deletes the requests for tools of a server.
pub fn delete_of_server(db: &Connection, server: &McpServerId) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_dispatches WHERE body ->> 'server_id' = ?1", params![server.as_str()])?;
    Ok(())
}
