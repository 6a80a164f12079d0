//! Signing in to remote servers with OAuth 2.1. Tokens never leave the engine: no field of these types holds one.

use super::server::McpValuePlace;
use crate::Time;
use crate::ids::{McpAuthProfileId, McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sign-in status of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpAuthState {
    /// Nobody signed in, and the server did not ask for it yet.
    #[default]
    Unknown,
    /// The person is signed in.
    Healthy,
    /// The server asks for a sign-in.
    ChallengeRequired,
    /// The sign-in has ended and could not be renewed.
    Expired,
    /// The person signed out.
    Revoked,
}

/// Who signs in to a server (§0.2D, `MCPAuthModeSchema`; the other values of it are no sign-ins, or not there yet).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpAuthMode {
    /// The person, who agrees in a browser.
    #[default]
    #[serde(rename = "oauth2_delegated")]
    Delegated,
    /// Apprentice, without the person, as a client with a secret or a key (RFC 6749 §4.4).
    #[serde(rename = "oauth2_client_credentials")]
    ClientCredentials,
}

/// How a client proves who it is at the authorization server (RFC 7591 §2, `token_endpoint_auth_method`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpClientAuth {
    /// Not at all.
    #[default]
    None,
    /// With a secret in the header `Authorization`.
    ClientSecretBasic,
    /// With a secret in the body.
    ClientSecretPost,
    /// With a statement that its private key signs (RFC 7523).
    PrivateKeyJwt,
}

/// The client as which Apprentice is registered at the authorization server of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpOauthClient {
    /// Who signs in.
    pub auth_mode: McpAuthMode,
    /// Its id, or the `https://` address of its metadata document.
    pub client_id: String,
    /// How it proves who it is.
    pub client_auth: McpClientAuth,
    /// Where its secret or private key is kept, unless `client_auth` is `none`: `keychain`, `environment`
    /// (`APPRENTICE_CONNECTOR_<ID>__CREDENTIAL`) or `missing`.
    pub credential: McpValuePlace,
    /// The authorization server where it is registered. Its secret is sent to no other one. Absent for `client_auth: none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// The scopes to ask for. Empty: those that the server names.
    #[serde(default)]
    pub scopes: Vec<String>,
}

/// The same as the person gives it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpOauthClientInput {
    /// Who signs in.
    #[serde(default)]
    #[garde(skip)]
    pub auth_mode: McpAuthMode,
    /// Its id, or the `https://` address of its metadata document.
    #[garde(length(chars, min = 1, max = 2000))]
    pub client_id: String,
    /// How it proves who it is.
    #[serde(default)]
    #[garde(skip)]
    pub client_auth: McpClientAuth,
    /// Its secret, or its private key in PEM. It is kept in the keychain. Absent: the one that is kept stays, or it waits for one.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 16000))]
    pub credential: Option<String>,
    /// Take the secret or key from `APPRENTICE_CONNECTOR_<ID>__CREDENTIAL` of Apprentice's own environment, instead of keeping one.
    #[serde(default)]
    #[garde(skip)]
    pub from_environment: bool,
    /// The address of the authorization server where it is registered. Needed unless `client_auth` is `none`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2000))]
    pub issuer: Option<String>,
    /// The scopes to ask for. Empty: those that the server names.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, min = 1, max = 160), pattern("^[!#-\\[\\]-~]+$")))]
    pub scopes: Vec<String>,
}

impl std::fmt::Debug for McpOauthClientInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpOauthClientInput").field("client_id", &self.client_id).finish_non_exhaustive()
    }
}

/// What is stored of a sign-in besides its tokens, which are in the keychain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpSignIn {
    /// Status: `healthy`, `expired` or `revoked`.
    pub state: McpAuthState,
    /// The authorization server.
    pub issuer: String,
    /// What was asked for.
    pub scopes_asked: Vec<String>,
    /// What was granted.
    pub scopes_granted: Vec<String>,
    /// What the server wanted since then and was not granted. Not empty: the person is asked to sign in again.
    #[serde(default)]
    pub scopes_needed: Vec<String>,
    /// When the current token ends. Absent: unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
    /// Whether the token is renewed without the person.
    pub renews: bool,
    /// When the person signed in.
    pub signed_in_at: Time,
}

/// `GET /api/mcp/servers/:serverId/auth/status`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerAuthStatus {
    /// The server.
    pub server_id: McpServerId,
    /// The auth profile. Absent: none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_profile_id: Option<McpAuthProfileId>,
    /// Status of the sign-in.
    pub auth_state: McpAuthState,
    /// Who signs in.
    pub auth_mode: McpAuthMode,
    /// The authorization server where the person signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// What was granted.
    pub scopes_granted: Vec<String>,
    /// What was asked for, or wanted by the server since then, and was not granted.
    pub scopes_missing: Vec<String>,
    /// When the current token ends. Absent: unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
    /// From when the token is renewed before it is used. Absent: it is not renewed without the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_at: Option<Time>,
    /// Where the browser comes back to. Absent: a free port of this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_uri: Option<String>,
    /// Whether the token is renewed without the person.
    pub renews: bool,
    /// Until when a sign-in waits for the person. Absent: none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_until: Option<Time>,
    /// Why the last sign-in failed, as a code such as `SIGN_IN_DENIED`. Absent: it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_code: Option<String>,
    /// The same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// The receipt of what was just done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/servers/:serverId/auth/start`.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthStartRequest {
    /// The server. It has to be the one of the path.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub server_id: Option<McpServerId>,
    /// The scopes to ask for. Absent: those that the server names.
    #[serde(default)]
    #[garde(length(max = 100), inner(inner(length(chars, min = 1, max = 160), pattern("^[!#-\\[\\]-~]+$"))))]
    pub requested_scopes_override: Option<Vec<String>>,
    /// The id under which Apprentice is registered at the authorization server, or the `https://` address of its metadata document. Absent:
    /// Apprentice registers itself.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2000))]
    pub client_id: Option<String>,
    /// The secret to it. It is kept in the keychain.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2000))]
    pub client_secret: Option<String>,
    /// Show a code that the person types on any device (RFC 8628), instead of opening a browser on this machine.
    #[serde(default)]
    #[garde(skip)]
    pub device_code: bool,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

impl std::fmt::Debug for McpAuthStartRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpAuthStartRequest").field("client_id", &self.client_id).finish_non_exhaustive()
    }
}

/// A sign-in that waits for the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthStartResponse {
    /// The server.
    pub server_id: McpServerId,
    /// The auth profile that gets the tokens.
    pub auth_profile_id: McpAuthProfileId,
    /// The address to open in a browser.
    pub authorization_url: String,
    /// The same.
    pub auth_url: String,
    /// The authorization server, which the person should know.
    pub issuer: String,
    /// Where the browser comes back to: an address of this machine, open as long as the sign-in waits. Absent: it does not come back, because
    /// the person types `user_code`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_uri: Option<String>,
    /// The code that the person types at `verification_uri`, at most 40 ASCII characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_code: Option<String>,
    /// Where the person types it, on any device. `authorization_url` may have the code in it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification_uri: Option<String>,
    /// The scopes that are asked for.
    pub scopes: Vec<String>,
    /// SHA-256 of the `state` of the sign-in, or of its device code.
    pub oauth_state_ref: String,
    /// SHA-256 of the PKCE verifier, as the authorization server was sent it. Absent: the code for a device needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pkce_verifier_ref: Option<String>,
    /// Until when it waits.
    pub expires_at: Time,
    /// The receipt of the beginning.
    pub receipt_id: ReceiptId,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/servers/:serverId/auth/callback`: for a browser on another machine, which cannot be redirected to this one.
#[derive(Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthCallbackRequest {
    /// The whole address that the browser was sent to.
    #[garde(length(chars, min = 1, max = 16000))]
    pub address: String,
}

impl std::fmt::Debug for McpAuthCallbackRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address holds a code.
        f.debug_struct("McpAuthCallbackRequest").finish_non_exhaustive()
    }
}

/// `POST /api/mcp/servers/:serverId/auth/refresh`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthRefreshRequest {
    /// The server. It has to be the one of the path.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub server_id: Option<McpServerId>,
    /// Renew the token although it has not ended.
    #[serde(default)]
    #[garde(skip)]
    pub force: bool,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

/// `POST /api/mcp/servers/:serverId/auth/revoke`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthRevokeRequest {
    /// The server. It has to be the one of the path.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub server_id: Option<McpServerId>,
    /// Also revoke the tokens at the authorization server, so that no copy of them works.
    #[serde(default)]
    #[garde(skip)]
    pub revoke_remote: bool,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

/// What became of a sign-in when the person signed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpRevokeStatus {
    /// It ended.
    Revoked,
    /// The person had signed out before.
    AlreadyRevoked,
    /// Nobody was signed in.
    Noop,
}

/// What signing out did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthRevokeResponse {
    /// The server.
    pub server_id: McpServerId,
    /// Whether a sign-in ended.
    pub revoked: bool,
    /// What became of the sign-in.
    pub status: McpRevokeStatus,
    /// The receipt of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Current status of the sign-in.
    pub auth_status: McpServerAuthStatus,
    /// Whether the authorization server took the tokens back.
    pub revoked_remotely: bool,
    /// Why it did not, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
