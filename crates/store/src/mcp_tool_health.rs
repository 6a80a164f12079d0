//! Table `mcp_tool_health`: how the tools of servers answered when they were called last.

use crate::StoreError;
use crate::codec::{query_all, to_body};
use apprentice_contracts::connector::McpToolHealth;
use apprentice_contracts::ids::McpServerId;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_tool_health (
    server_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    body      TEXT NOT NULL,
    PRIMARY KEY (server_id, tool_name)
) STRICT;
";

#[derive(Serialize, Deserialize)]
struct Named {
    tool_name: String,
    health: McpToolHealth,
}

/// Inserts or replaces what is known of a tool.
pub fn put(db: &Connection, server: &McpServerId, tool: &str, health: &McpToolHealth) -> Result<(), StoreError> {
    let body = to_body(&Named { tool_name: tool.to_owned(), health: health.clone() })?;
    let sql = "INSERT INTO mcp_tool_health (server_id, tool_name, body) VALUES (?1, ?2, ?3)
               ON CONFLICT (server_id, tool_name) DO UPDATE SET body = ?3";
    db.prepare_cached(sql)?.execute(params![server.as_str(), tool, body])?;
    Ok(())
}

/// What is known of the tools of a server, by their names.
pub fn of_server(db: &Connection, server: &McpServerId) -> Result<BTreeMap<String, McpToolHealth>, StoreError> {
    let all: Vec<Named> = query_all(db, "SELECT body FROM mcp_tool_health WHERE server_id = ?1", params![server.as_str()])?;
    Ok(all.into_iter().map(|one| (one.tool_name, one.health)).collect())
}

/// Deletes what is known of the tools of a server.
pub fn delete_of_server(db: &Connection, server: &McpServerId) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_tool_health WHERE server_id = ?1", params![server.as_str()])?;
    Ok(())
}
