//! Table `mcp_servers`: the servers of connectors. Secrets are in the keychain of the person, never here.

use crate::StoreError;
use crate::codec::{query_all, query_one, to_body};
use crate::mcp_auth_profiles::{self, McpAuthProfileRecord, McpProfileSignIn};
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
    /// Its auth profile, read together with it. Changes of it are stored by [`crate::mcp_auth_profiles::put`].
    #[serde(skip)]
    pub profile: Option<Box<McpAuthProfileRecord>>,
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

impl McpServerRecord {
    /// The sign-in of its profile whose tokens it uses.
    pub fn profile_sign_in(&self) -> Option<&McpProfileSignIn> {
        self.profile.as_ref()?.sign_in_of(&self.entry.server_id)
    }

    /// How the person signed in to it. Its tokens are in the keychain.
    pub fn sign_in(&self) -> Option<&McpSignIn> {
        self.profile_sign_in().map(|kept| &kept.sign_in)
    }

    /// Sets its profile, and the client that it has.
    pub fn set_profile(&mut self, profile: Option<McpAuthProfileRecord>) {
        self.entry.auth_profile_id = profile.as_ref().map(|profile| profile.auth_profile_id.clone());
        self.entry.oauth_client = profile.as_ref().and_then(|profile| profile.client.clone());
        self.profile = profile.map(Box::new);
    }
}

/// Inserts or replaces a server. Its auth profile is stored apart, by its id alone.
pub fn put(db: &Connection, record: &McpServerRecord) -> Result<(), StoreError> {
    let mut stored = record.clone();
    stored.entry.oauth_client = None;
    db.prepare_cached(
        "INSERT INTO mcp_servers (server_id, body) VALUES (?1, ?2) ON CONFLICT (server_id) DO UPDATE SET body = ?2",
    )?
    .execute(params![record.entry.server_id.as_str(), to_body(&stored)?])?;
    Ok(())
}

/// The server with this id.
pub fn get(db: &Connection, id: &McpServerId) -> Result<Option<McpServerRecord>, StoreError> {
    let found: Option<McpServerRecord> =
        query_one(db, "SELECT body FROM mcp_servers WHERE server_id = ?1", params![id.as_str()])?;
    let Some(mut record) = found else { return Ok(None) };
    if let Some(profile) = record.entry.auth_profile_id.clone() {
        record.set_profile(mcp_auth_profiles::get(db, &profile)?);
    }
    Ok(Some(record))
}

/// All servers, by id.
pub fn all(db: &Connection) -> Result<Vec<McpServerRecord>, StoreError> {
    let mut records: Vec<McpServerRecord> = query_all(db, "SELECT body FROM mcp_servers ORDER BY server_id", [])?;
    let profiles = mcp_auth_profiles::all(db)?;
    for record in records.iter_mut().filter(|record| record.entry.auth_profile_id.is_some()) {
        let own = profiles.iter().find(|profile| Some(&profile.auth_profile_id) == record.entry.auth_profile_id.as_ref());
        record.set_profile(own.cloned());
    }
    Ok(records)
}

/// Deletes a server. Its tools are deleted by [`crate::mcp_tools::delete_all`].
pub fn delete(db: &Connection, id: &McpServerId) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_servers WHERE server_id = ?1", params![id.as_str()])?;
    Ok(())
}
