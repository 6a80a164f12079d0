//! Table `mcp_auth_profiles`: how Apprentice signs in to servers. Tokens and secrets are in the keychain of the person, never here.

use crate::StoreError;
use crate::codec::{query_all, query_one, to_body};
use apprentice_contracts::Time;
use apprentice_contracts::connector::{McpAuthMode, McpOauthClient, McpProvider, McpRefreshPolicy, McpSignIn, McpTokenSubject};
use apprentice_contracts::ids::{McpAuthProfileId, McpServerId};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_auth_profiles (
    auth_profile_id TEXT PRIMARY KEY,
    body            TEXT NOT NULL
) STRICT;
";

/// Makes a profile of each sign-in, or client, that was kept with a server. It has the id of the server, so that the entries of the keychain
/// keep their names.
pub(crate) const FROM_SERVERS: &str = "
INSERT INTO mcp_auth_profiles (auth_profile_id, body)
SELECT server_id, json_object(
    'auth_profile_id', server_id,
    'display_name', coalesce(body ->> '$.entry.display_name', server_id),
    'provider', coalesce(body ->> '$.entry.provider', 'custom_remote'),
    'auth_mode', coalesce(body ->> '$.entry.oauth_client.auth_mode', 'oauth2_delegated'),
    'client', json(body -> '$.entry.oauth_client'),
    'scopes', json_array(),
    'token_subject_kind', iif(body ->> '$.entry.oauth_client.auth_mode' = 'oauth2_client_credentials', 'service', 'user'),
    'refresh_policy', 'auto_if_refresh_token',
    'shared_profile', json('false'),
    'is_disposable', json('true'),
    'sign_ins', iif(body ->> '$.sign_in' IS NULL, json_array(), json_array(json_object(
        'resource', coalesce(body ->> '$.entry.endpoint_url', ''),
        'token_ref', 'tokens',
        'server_ids', json_array(server_id),
        'sign_in', json(body -> '$.sign_in')
    ))),
    'created_at', coalesce(body ->> '$.entry.created_at', '1970-01-01T00:00:00Z'),
    'updated_at', coalesce(body ->> '$.entry.updated_at', '1970-01-01T00:00:00Z')
)
FROM mcp_servers
WHERE json_valid(body) AND (body ->> '$.sign_in' IS NOT NULL OR body ->> '$.entry.oauth_client' IS NOT NULL);
UPDATE mcp_servers
SET body = json_remove(json_set(body, '$.entry.auth_profile_id', server_id), '$.sign_in', '$.entry.oauth_client')
WHERE server_id IN (SELECT auth_profile_id FROM mcp_auth_profiles);
";

/// A profile with what is known of its sign-ins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct McpAuthProfileRecord {
    /// Identifies the profile. Entries of the keychain are named after it.
    pub auth_profile_id: McpAuthProfileId,
    /// The name that the person sees.
    pub display_name: String,
    /// Its family.
    pub provider: McpProvider,
    /// Who signs in.
    pub auth_mode: McpAuthMode,
    /// The client as which Apprentice is registered. `None`: it registers itself.
    #[serde(default)]
    pub client: Option<McpOauthClient>,
    /// The scopes to ask for without a client. Those of a client are in `client`.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// The tenant of a directory.
    #[serde(default)]
    pub tenant_id: Option<String>,
    /// Where the browser comes back to. `None`: a free port.
    #[serde(default)]
    pub redirect_uri: Option<String>,
    /// For whom its tokens are.
    #[serde(default)]
    pub token_subject_kind: McpTokenSubject,
    /// Whether its tokens are renewed.
    #[serde(default)]
    pub refresh_policy: McpRefreshPolicy,
    /// Whether several servers can use it.
    #[serde(default)]
    pub shared_profile: bool,
    /// Made for one server, and deleted with it.
    #[serde(default)]
    pub is_disposable: bool,
    /// Its sign-ins, one for each resource.
    #[serde(default)]
    pub sign_ins: Vec<McpProfileSignIn>,
    /// When it was made.
    pub created_at: Time,
    /// When it was changed last.
    pub updated_at: Time,
}

/// A sign-in at one resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct McpProfileSignIn {
    /// The address that its tokens were made out for.
    pub resource: String,
    /// Names its tokens within the entries of the profile in the keychain.
    pub token_ref: String,
    /// The servers that use its tokens.
    #[serde(default)]
    pub server_ids: Vec<McpServerId>,
    /// How the person signed in.
    pub sign_in: McpSignIn,
}

impl McpAuthProfileRecord {
    /// The sign-in whose tokens a server uses.
    pub fn sign_in_of(&self, server: &McpServerId) -> Option<&McpProfileSignIn> {
        self.sign_ins.iter().find(|kept| kept.server_ids.contains(server))
    }

    /// The same, to change it.
    pub fn sign_in_of_mut(&mut self, server: &McpServerId) -> Option<&mut McpProfileSignIn> {
        self.sign_ins.iter_mut().find(|kept| kept.server_ids.contains(server))
    }

    /// The scopes to ask for. Empty: those that the server names.
    pub fn scopes(&self) -> &[String] {
        self.client.as_ref().map_or(&self.scopes, |client| &client.scopes)
    }
}

/// Inserts or replaces a profile.
pub fn put(db: &Connection, record: &McpAuthProfileRecord) -> Result<(), StoreError> {
    let sql = "INSERT INTO mcp_auth_profiles (auth_profile_id, body) VALUES (?1, ?2)
        ON CONFLICT (auth_profile_id) DO UPDATE SET body = ?2";
    db.prepare_cached(sql)?.execute(params![record.auth_profile_id.as_str(), to_body(record)?])?;
    Ok(())
}

/// The profile with this id.
pub fn get(db: &Connection, id: &McpAuthProfileId) -> Result<Option<McpAuthProfileRecord>, StoreError> {
    query_one(db, "SELECT body FROM mcp_auth_profiles WHERE auth_profile_id = ?1", params![id.as_str()])
}

/// All profiles, by id.
pub fn all(db: &Connection) -> Result<Vec<McpAuthProfileRecord>, StoreError> {
    query_all(db, "SELECT body FROM mcp_auth_profiles ORDER BY auth_profile_id", [])
}

/// Deletes a profile.
pub fn delete(db: &Connection, id: &McpAuthProfileId) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_auth_profiles WHERE auth_profile_id = ?1", params![id.as_str()])?;
    Ok(())
}
