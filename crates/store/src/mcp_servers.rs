//! Table `mcp_servers`: the servers of connectors. Secrets are in the keychain of the person, never here.

use crate::StoreError;
use crate::codec::{query_all, query_one, to_body};
use apprentice_contracts::Time;
use apprentice_contracts::connector::{McpPrompt, McpResource, McpServerEntry, McpSignIn};
use apprentice_contracts::ids::McpServerId;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_servers (
    server_id TEXT PRIMARY KEY,
    body      TEXT NOT NULL
) STRICT;
";

/// A server with what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct McpServerRecord {
    /// What is registered. `identity` and `trusted` are computed from the rest when it is shown.
    pub entry: McpServerEntry,
    /// The identity that the person trusted last.
    #[serde(default)]
    pub trusted_identity: Option<String>,
    /// Counts changes of secrets, so that a new secret is a new identity.
    #[serde(default)]
    pub secrets_version: u32,
    /// How its last connection went.
    #[serde(default)]
    pub last: McpLastConnection,
    /// Its resources, as it listed them last.
    #[serde(default)]
    pub resources: Vec<McpResource>,
    /// Its prompts, as it listed them last.
    #[serde(default)]
    pub prompts: Vec<McpPrompt>,
    /// When it listed its tools last.
    #[serde(default)]
    pub listed_at: Option<Time>,
    /// How the person signed in to it. Its tokens are in the keychain.
    #[serde(default)]
    pub sign_in: Option<McpSignIn>,
    /// Until when the sign-in that was begun last waits for the person. It may have ended before. Its secrets are in the keychain.
    #[serde(default)]
    pub sign_in_waits_until: Option<Time>,
}

/// How the last attempt to reach a server went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct McpLastConnection {
    /// When. `None`: it was never tried.
    pub at: Option<Time>,
    /// Failures since it answered last.
    pub failures: u32,
    /// Until when it is left alone.
    pub backoff_until: Option<Time>,
    /// The code of the last failure. `None`: it answered.
    pub code: Option<String>,
    /// The same in words.
    pub reason: Option<String>,
}

/// Inserts or replaces a server.
pub fn put(db: &Connection, record: &McpServerRecord) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO mcp_servers (server_id, body) VALUES (?1, ?2) ON CONFLICT (server_id) DO UPDATE SET body = ?2",
    )?
    .execute(params![record.entry.server_id.as_str(), to_body(record)?])?;
    Ok(())
}

/// The server with this id.
pub fn get(db: &Connection, id: &McpServerId) -> Result<Option<McpServerRecord>, StoreError> {
    query_one(db, "SELECT body FROM mcp_servers WHERE server_id = ?1", params![id.as_str()])
}

/// All servers, by id.
pub fn all(db: &Connection) -> Result<Vec<McpServerRecord>, StoreError> {
    query_all(db, "SELECT body FROM mcp_servers ORDER BY server_id", [])
}

/// Deletes a server. Its tools are deleted by [`crate::mcp_tools::delete_all`].
pub fn delete(db: &Connection, id: &McpServerId) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_servers WHERE server_id = ?1", params![id.as_str()])?;
    Ok(())
}
