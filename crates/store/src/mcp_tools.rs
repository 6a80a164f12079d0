//! Table `mcp_tools`: the tools of servers as the person read them (pins), and as the servers list them now.

use crate::StoreError;
use crate::codec::{query_all, query_count, query_one, to_body};
use apprentice_contracts::connector::McpPinState;
use apprentice_contracts::ids::McpServerId;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_tools (
    server_id TEXT NOT NULL,
    name      TEXT NOT NULL,
    body      TEXT NOT NULL,
    PRIMARY KEY (server_id, name)
) STRICT;
CREATE INDEX mcp_tools_by_name ON mcp_tools (name, server_id);
";

/// How many tools a server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that it lists.
    pub listed: u32,
    /// Those that changed since the person read them.
    pub changed: u32,
}

/// A tool of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct McpToolRecord {
    /// Its server.
    pub server_id: McpServerId,
    /// Its name.
    pub name: String,
    /// Its definition as the server gives it now, in the form of the protocol.
    pub definition: Value,
    /// SHA-256 of that definition and of the server's identity.
    pub digest: String,
    /// The definition that the person read last. `None`: none yet.
    #[serde(default)]
    pub pinned: Option<Value>,
    /// The digest of that definition.
    #[serde(default)]
    pub pinned_digest: Option<String>,
    /// Whether the person has read its current definition.
    pub state: McpPinState,
    /// Why the definition is not believed when it says that the tool only reads. It is found whenever the server lists it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    /// Whether the server still lists it. A tool that went and comes back changed is still compared with its pin.
    pub listed: bool,
}

/// Inserts or replaces a tool.
pub fn put(db: &Connection, record: &McpToolRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO mcp_tools (server_id, name, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (server_id, name) DO UPDATE SET body = ?3",
    )?
    .execute(params![record.server_id.as_str(), record.name, to_body(record)?])?;
    Ok(())
}

/// One tool.
pub fn get(db: &Connection, server: &McpServerId, name: &str) -> Result<Option<McpToolRecord>, StoreError> {
    query_one(db, "SELECT body FROM mcp_tools WHERE server_id = ?1 AND name = ?2", params![server.as_str(), name])
}

/// The tools of a server, by name, also those that it does not list any more.
pub fn of_server(db: &Connection, server: &McpServerId) -> Result<Vec<McpToolRecord>, StoreError> {
    query_all(db, "SELECT body FROM mcp_tools WHERE server_id = ?1 ORDER BY name", params![server.as_str()])
}

/// The tools of all servers, by server and name.
pub fn all(db: &Connection) -> Result<Vec<McpToolRecord>, StoreError> {
    query_all(db, "SELECT body FROM mcp_tools ORDER BY server_id, name", [])
}

/// How many tools a server has.
pub fn counts(db: &Connection, server: &McpServerId) -> Result<Counts, StoreError> {
    let of = "FROM mcp_tools WHERE server_id = ?1 AND body ->> 'listed'";
    Ok(Counts {
        listed: query_count(db, &format!("SELECT count(*) {of}"), params![server.as_str()])?,
        changed: query_count(db, &format!("SELECT count(*) {of} AND body ->> 'state' = 'changed'"), params![server.as_str()])?,
    })
}

/// The other servers that list a tool of this name in large or small letters of ASCII, at most ten.
pub fn others_like(db: &Connection, server: &McpServerId, name: &str) -> Result<Vec<McpServerId>, StoreError> {
    others(db, server, name, "name = ?1 COLLATE NOCASE")
}

/// The other servers that list a tool of this name, at most ten.
pub fn others_with(db: &Connection, server: &McpServerId, name: &str) -> Result<Vec<McpServerId>, StoreError> {
    others(db, server, name, "name = ?1")
}

fn others(db: &Connection, server: &McpServerId, name: &str, is_it: &'static str) -> Result<Vec<McpServerId>, StoreError> {
    let sql = format!(
        "SELECT server_id FROM mcp_tools WHERE {is_it} AND server_id <> ?2 AND body ->> 'listed' ORDER BY server_id LIMIT 10"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map(params![name, server.as_str()], |row| row.get::<_, String>(0))?;
    Ok(rows.collect::<Result<Vec<_>, _>>()?.into_iter().map(McpServerId).collect())
}

/// Deletes the tools of a server.
pub fn delete_all(db: &Connection, server: &McpServerId) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_tools WHERE server_id = ?1", params![server.as_str()])?;
    Ok(())
}
