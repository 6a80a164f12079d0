//! Auth profiles: how Apprentice signs in, as several servers can share it (§0.2D, `MCPAuthProfileSchema`). No field holds a secret.

use super::server::{McpProvider, McpValuePlace};
use super::sign_in::{McpAuthMode, McpAuthState, McpClientAuth};
use crate::Time;
use crate::ids::{McpAuthProfileId, McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most auth profiles.
pub const MAX_AUTH_PROFILES: usize = 500;

/// For whom the tokens of a profile are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpTokenSubject {
    /// The person.
    #[default]
    User,
    /// Apprentice itself, as a client with a secret or key.
    Service,
    /// Somebody on whose behalf the person acts.
    Delegated,
}

/// Whether tokens are renewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpRefreshPolicy {
    /// Only when the person asks for it.
    #[default]
    Manual,
    /// Also by itself, before a call that needs it, if there is a refresh token.
    AutoIfRefreshToken,
    /// Never. A new sign-in replaces an ended one.
    Deny,
}

/// A sign-in of a profile at one resource. Servers at or below the resource share its tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthProfileSignIn {
    /// The address that the tokens were made out for. They are sent to this address and below it only.
    pub resource: String,
    /// The authorization server.
    pub issuer: String,
    /// Status.
    pub state: McpAuthState,
    /// What was granted.
    pub scopes_granted: Vec<String>,
    /// When the current token ends. Absent: unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
    /// The servers that use these tokens.
    pub server_ids: Vec<McpServerId>,
}

/// An auth profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthProfile {
    /// Identifies the profile.
    pub auth_profile_id: McpAuthProfileId,
    /// The name that the person sees.
    pub display_name: String,
    /// Its family.
    pub provider: McpProvider,
    /// Who signs in.
    pub auth_mode: McpAuthMode,
    /// Where the secret or key of its client is: `keychain`, `missing`, or `environment:` and the name of a variable. Absent: it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret_ref: Option<String>,
    /// Names the entry of the keychain that holds the tokens of its first sign-in. Absent: nobody signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_ref: Option<String>,
    /// The scopes to ask for. Empty: those that the server names.
    pub scopes: Vec<String>,
    /// The tenant of a directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant_id: Option<String>,
    /// The client as which Apprentice is registered. Absent: it registers itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    /// How the client proves who it is.
    pub client_auth: McpClientAuth,
    /// The authorization server where the client is registered. Its secret is sent to no other one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// Where the browser comes back to. Absent: a free port of this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_uri: Option<String>,
    /// For whom its tokens are.
    pub token_subject_kind: McpTokenSubject,
    /// Whether more scopes can be granted later.
    pub incremental_consent_supported: bool,
    /// Whether a person can answer a challenge of a server.
    pub auth_challenge_supported: bool,
    /// When the token that ends first ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
    /// From when a token is renewed before it is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_at: Option<Time>,
    /// Whether its tokens are renewed.
    pub refresh_policy: McpRefreshPolicy,
    /// The status that most needs the person, of all its sign-ins.
    pub status: McpAuthState,
    /// Why the last sign-in failed, as a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_auth_error_code: Option<String>,
    /// Whether several servers can use it.
    pub shared_profile: bool,
    /// Its sign-ins, one for each resource.
    pub sign_ins: Vec<McpAuthProfileSignIn>,
    /// The servers that use it.
    pub server_ids: Vec<McpServerId>,
    /// When it was made.
    pub created_at: Time,
    /// When it was changed last.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/mcp/auth-profiles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthProfileListResponse {
    /// The profiles, by name.
    pub auth_profiles: Vec<McpAuthProfile>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/auth-profiles`.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthProfileCreateRequest {
    /// The name that the person sees; its id is made of it. Absent: it is made of the family and the client.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub display_name: Option<String>,
    /// Its family.
    #[serde(default)]
    #[garde(skip)]
    pub provider: McpProvider,
    /// Who signs in. A key of an API is a header of the server, and no profile.
    #[serde(default)]
    #[garde(skip)]
    pub auth_mode: McpAuthMode,
    /// The scopes to ask for. Empty: those that the server names.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, min = 1, max = 160), pattern("^[!#-\\[\\]-~]+$")))]
    pub scopes: Vec<String>,
    /// The tenant of a directory. With the family `m365` and without `issuer`, it names the authorization server.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120), pattern("^[A-Za-z0-9.-]+$"))]
    pub tenant_id: Option<String>,
    /// The client as which Apprentice is registered, or the `https://` address of its metadata document. Absent: it registers itself.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2000))]
    pub client_id: Option<String>,
    /// How the client proves who it is.
    #[serde(default)]
    #[garde(skip)]
    pub client_auth: McpClientAuth,
    /// Its secret, or its private key in PEM. It is kept in the keychain.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 16000))]
    pub credential: Option<String>,
    /// Take the secret or key from `APPRENTICE_CONNECTOR_<ID>__CREDENTIAL` of Apprentice's own environment, with the id of the profile.
    #[serde(default)]
    #[garde(skip)]
    pub from_environment: bool,
    /// The address of the authorization server where the client is registered. Needed unless `client_auth` is `none`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2000))]
    pub issuer: Option<String>,
    /// Where the browser comes back to: `http://127.0.0.1:PORT/callback`. Absent: a free port.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub redirect_uri: Option<String>,
    /// For whom its tokens are. Always `service` for `oauth2_client_credentials`.
    #[serde(default)]
    #[garde(skip)]
    pub token_subject_kind: McpTokenSubject,
    /// Whether its tokens are renewed.
    #[serde(default)]
    #[garde(skip)]
    pub refresh_policy: McpRefreshPolicy,
    /// Whether several servers can use it.
    #[serde(default)]
    #[garde(skip)]
    pub shared_profile: bool,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

impl std::fmt::Debug for McpAuthProfileCreateRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpAuthProfileCreateRequest").field("client_id", &self.client_id).finish_non_exhaustive()
    }
}

/// `PATCH /api/mcp/auth-profiles/:authProfileId`. An absent field stays unchanged.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthProfilePatchRequest {
    /// The name that the person sees. The id stays.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub display_name: Option<String>,
    /// The scopes to ask for. If the profile has a client, the servers that use it have to be trusted again.
    #[serde(default)]
    #[garde(length(max = 100), inner(inner(length(chars, min = 1, max = 160), pattern("^[!#-\\[\\]-~]+$"))))]
    pub scopes: Option<Vec<String>>,
    /// Where the browser comes back to. `null`: a free port.
    #[serde(default, deserialize_with = "super::present", skip_serializing_if = "Option::is_none")]
    #[garde(inner(inner(length(chars, min = 1, max = 200))))]
    #[schemars(with = "Option<String>")]
    pub redirect_uri: Option<Option<String>>,
    /// Whether its tokens are renewed.
    #[serde(default)]
    #[garde(skip)]
    pub refresh_policy: Option<McpRefreshPolicy>,
    /// Whether several servers can use it.
    #[serde(default)]
    #[garde(skip)]
    pub shared_profile: Option<bool>,
    /// A new secret or key of its client. Its sign-ins end, and the servers that use it have to be trusted again.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 16000))]
    pub credential: Option<String>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

impl std::fmt::Debug for McpAuthProfilePatchRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpAuthProfilePatchRequest").field("scopes", &self.scopes).finish_non_exhaustive()
    }
}

/// `DELETE /api/mcp/auth-profiles/:authProfileId`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthProfileDeleteResponse {
    /// The profile.
    pub auth_profile_id: McpAuthProfileId,
    /// Always `true`: a profile that a server uses is not deleted (`MCP_AUTH_PROFILE_IN_USE`).
    pub deleted: bool,
    /// Always empty, for the same reason; the refusal names the servers.
    pub blocked_by_server_ids: Vec<McpServerId>,
    /// What stayed in the keychain, because it could not be opened: `credential`, `sign-in`.
    pub secrets_left: Vec<String>,
    /// The receipt of the deletion.
    pub receipt_id: ReceiptId,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Where the secret of a client is, as `secret_ref` says it.
pub fn secret_ref(place: McpValuePlace, variable: &str) -> String {
    match place {
        McpValuePlace::Environment => format!("environment:{variable}"),
        McpValuePlace::Missing => "missing".to_owned(),
        McpValuePlace::Keychain | McpValuePlace::Plain => "keychain".to_owned(),
    }
}
