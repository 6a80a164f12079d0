//! Servers: what is registered, how it does, and what happened with it.

use super::policy::McpEffectivePolicy;
use super::sign_in::{McpAuthState, McpOauthClient, McpOauthClientInput};
use super::tool::{McpPrompt, McpResource, McpTool};
use crate::Time;
use crate::ids::{AbilityId, CorrelationId, McpAuthProfileId, McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most servers that can be registered.
pub const MAX_SERVERS: usize = 500;

/// The family of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpProvider {
    /// Microsoft 365.
    M365,
    /// Google.
    GmailGoogle,
    /// Adobe Acrobat.
    Acrobat,
    /// Any other server.
    #[default]
    CustomRemote,
    /// A server that an agent's provider runs.
    ProviderNative,
}

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpTransport {
    /// Streamable HTTP at `endpoint_url`.
    RemoteHttp,
    /// A program of this machine, over its standard input and output.
    LocalBridge,
    /// The provider of an agent reaches it; Apprentice cannot.
    ProviderNative,
}

/// For whom a server works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpInteractionMode {
    /// A person who can be asked.
    #[default]
    InteractiveUser,
    /// A service without a person.
    BackgroundService,
}

/// The program of a local server. It is started without a shell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpCommand {
    /// A name that is found in `PATH`, or an absolute path.
    #[garde(length(chars, min = 1, max = 1000))]
    pub program: String,
    /// Its arguments. `${NAME}` is replaced with the variable `NAME` of the server's own environment.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 4000)))]
    pub arguments: Vec<String>,
    /// The absolute path of the folder that it starts in. Absent: the person's home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 1000))]
    pub folder: Option<String>,
}

/// Where the value of a variable or header is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpValuePlace {
    /// In the database, readable.
    Plain,
    /// In the keychain of the person's account; it is never shown.
    Keychain,
    /// In the variable `APPRENTICE_CONNECTOR_<ID>__<NAME>` of the environment that Apprentice was started with.
    Environment,
    /// Nowhere yet: the person has to give it.
    Missing,
}

/// A variable of a local server's environment, or a header of a remote one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpVariable {
    /// Its name.
    pub name: String,
    /// Where its value is kept.
    pub place: McpValuePlace,
    /// The value, if `place` is `plain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// A variable or header as the person gives it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpVariableInput {
    /// Its name.
    #[garde(length(chars, min = 1, max = 120), pattern("^[A-Za-z_][A-Za-z0-9_.-]*$"))]
    pub name: String,
    /// Its value. Absent: the value that is kept stays, or the variable waits for one.
    #[serde(default)]
    #[garde(length(chars, max = 8192))]
    pub value: Option<String>,
    /// Keep the value in the keychain. A value that looks like a secret, and every header, is kept there in any case.
    #[serde(default)]
    #[garde(skip)]
    pub secret: bool,
    /// Take the value from `APPRENTICE_CONNECTOR_<ID>__<NAME>` whenever the server starts, instead of keeping one.
    #[serde(default)]
    #[garde(skip)]
    pub from_environment: bool,
}

impl std::fmt::Debug for McpVariableInput {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("McpVariableInput").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A registered server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerEntry {
    /// Identifies the server; never given to another one while it is registered. Tools are named after it.
    pub server_id: McpServerId,
    /// Its family.
    pub provider: McpProvider,
    /// The name that the person sees.
    pub display_name: String,
    /// Its address, for `remote_http`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint_url: Option<String>,
    /// How it is reached.
    pub transport: McpTransport,
    /// For whom it works.
    pub interaction_mode: McpInteractionMode,
    /// Its program, for `local_bridge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<McpCommand>,
    /// Variables of its program's environment.
    #[serde(default)]
    pub environment: Vec<McpVariable>,
    /// Headers of requests to its address.
    #[serde(default)]
    pub headers: Vec<McpVariable>,
    /// The auth profile with which Apprentice signs in to it. Absent: none yet; a sign-in makes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_profile_id: Option<McpAuthProfileId>,
    /// The client of its auth profile. Absent: Apprentice registers itself at each sign-in of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oauth_client: Option<McpOauthClient>,
    /// The revision of the protocol that it spoke last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol_revision: Option<String>,
    /// SHA-256 over the definitions of all its tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_schema_hash: Option<String>,
    /// Kinds of data that it handles, in the person's words.
    #[serde(default)]
    pub data_classes: Vec<String>,
    /// Names of its tools.
    #[serde(default)]
    pub supported_tools: Vec<String>,
    /// Whether agents may use it at all.
    pub enabled: bool,
    /// SHA-256 over what is started or reached: command, folder, variables, address, headers, the client of its sign-in.
    pub identity: String,
    /// Whether the person trusts its current identity. Without trust it is not started.
    pub trusted: bool,
    /// The agent whose configuration it was imported from, or `server.json` or `mcpb` for a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_from: Option<String>,
    /// When it was registered.
    pub created_at: Time,
    /// When it was changed last.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// How a server does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpHealthStatus {
    /// It answered last time.
    Healthy,
    /// It failed last time.
    Degraded,
    /// It is switched off.
    Disabled,
    /// It was not tried yet.
    #[default]
    Unknown,
}

/// Why a server is not asked now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpThrottle {
    /// It is asked.
    #[default]
    None,
    /// A pause after its calls.
    Cooldown,
    /// A pause after its failures.
    ServerBackoff,
    /// It asked for a pause itself.
    RateLimited,
}

/// Whether and until when a server is left alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpThrottleState {
    /// Why it is left alone.
    pub state: McpThrottle,
    /// For how long, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The code of the last failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<String>,
}

/// `GET /api/mcp/servers/:serverId/health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpConnectionHealth {
    /// The server.
    pub server_id: McpServerId,
    /// How it does.
    pub health_status: McpHealthStatus,
    /// Why it is degraded, as a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health_reason_code: Option<String>,
    /// The same in words, with what to do. At most 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health_reason: Option<String>,
    /// When it was tried last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_checked_at: Option<Time>,
    /// Failures since it answered last.
    pub failure_count_rolling: u32,
    /// Until when agents get no connection to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backoff_until: Option<Time>,
    /// Why it is left alone.
    #[serde(default)]
    pub throttle_state: McpThrottleState,
    /// Status of the sign-in.
    #[serde(default)]
    pub auth_state: McpAuthState,
    /// Whether a person can be asked during its calls.
    #[serde(default = "yes")]
    pub interactive_capable: bool,
    /// How its tools answered when they were called last, by their names. Only tools that were called are here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tool_health: BTreeMap<String, McpToolHealth>,
    /// Whether its program runs, or its address is connected, now.
    #[serde(default)]
    pub connected: bool,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// How a tool answered when it was called last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpToolHealth {
    /// Whether it answered without an error.
    pub ok: bool,
    /// What went wrong, in words, masked. At most 240 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// When it was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_checked_at: Option<Time>,
    /// The status of HTTP that refused the call, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_http_status: Option<u16>,
}

/// A mark on the card of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpBadgeState {
    /// It is connected now.
    Connected,
    /// A call asks the person first.
    ApprovalRequired,
    /// The person has to sign in.
    AuthRequired,
    /// It failed last time.
    Degraded,
    /// It is switched off.
    Disabled,
    /// It cannot be used in this version.
    Deferred,
    /// It works without a person.
    BackgroundOnly,
    /// The person has to read its command or address before it is started.
    TrustRequired,
    /// Tools changed since the person read them, and cannot be called.
    ToolsChanged,
}

/// What can be done with a server now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpServerAction {
    /// Change it.
    Edit,
    /// Delete it.
    Delete,
    /// Trust its current identity.
    Trust,
    /// Start or reach it, and read its tools.
    Connect,
    /// End its program or connection.
    Disconnect,
    /// Check whether it answers.
    SmokeTest,
    /// Change its policy.
    PolicyUpdate,
    /// Sign in to it.
    SignIn,
    /// Sign out of it.
    SignOut,
}

/// How an ability needs a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpLinkRelation {
    /// Its `SKILL.md` names tools of the server in `allowed-tools`.
    #[default]
    Primary,
}

/// An ability that needs tools of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpLinkedAbility {
    /// The ability.
    pub ability_id: AbilityId,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How it needs the server.
    pub relation: McpLinkRelation,
}

/// A server in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerListItem {
    /// What is registered.
    pub registry: McpServerEntry,
    /// Status of the sign-in.
    #[serde(default)]
    pub auth_state: McpAuthState,
    /// The scopes that it wanted and the person did not grant. Not empty: they are asked to sign in again.
    #[serde(default)]
    pub scopes_needed: Vec<String>,
    /// How it does.
    pub health: McpConnectionHealth,
    /// What holds for its tools that have no policy of their own.
    pub effective_policy: McpEffectivePolicy,
    /// Marks of its card. The interface derives none itself.
    pub badge_states: Vec<McpBadgeState>,
    /// What can be done with it now.
    pub available_actions: Vec<McpServerAction>,
    /// Number of its tools, as it listed them last.
    pub tool_count: u32,
    /// Number of its tools that changed since the person read them.
    pub changed_tools: u32,
    /// Installed abilities that need its tools, by title.
    #[serde(default)]
    pub linked_abilities: Vec<McpLinkedAbility>,
    /// Its newest receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/mcp/servers`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerListResponse {
    /// The servers, by name.
    pub servers: Vec<McpServerListItem>,
    /// What holds for every connector that has no policy of its own.
    pub global_policy: McpEffectivePolicy,
    /// Why no secret can be kept, in the keychain or in the file that replaces it. Absent: one can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_keychain: Option<String>,
    /// Absolute path of the encrypted file that replaces a keychain. Absent: secrets are in the keychain of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secrets_file: Option<String>,
    /// When the list was made.
    pub generated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/mcp/servers/:serverId`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerDetailResponse {
    /// The server.
    pub server: McpServerListItem,
    /// Its tools, as it listed them last.
    pub tools: Vec<McpTool>,
    /// Its resources, at most 200.
    pub resources: Vec<McpResource>,
    /// Its prompts, at most 200.
    pub prompts: Vec<McpPrompt>,
    /// When it listed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_at: Option<Time>,
    /// The end of what its program wrote to standard error, masked, at most 8 KiB.
    pub log: String,
    /// Its newest receipts, newest first, at most 20.
    pub receipts: Vec<McpReceipt>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/servers/register`. Exactly one of `command` and `endpoint_url`, as `transport` says.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpServerCreateRequest {
    /// Its family.
    #[serde(default)]
    #[garde(skip)]
    pub provider: McpProvider,
    /// The name that the person sees; its `server_id` is made of it.
    #[garde(length(chars, min = 1, max = 160))]
    pub display_name: String,
    /// Its address: `https://`, or `http://` on this machine.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2048))]
    pub endpoint_url: Option<String>,
    /// How it is reached.
    #[garde(skip)]
    pub transport: McpTransport,
    /// For whom it works.
    #[serde(default)]
    #[garde(skip)]
    pub interaction_mode: McpInteractionMode,
    /// Its program.
    #[serde(default)]
    #[garde(dive)]
    pub command: Option<McpCommand>,
    /// Variables of its program's environment.
    #[serde(default)]
    #[garde(length(max = 100), dive)]
    pub environment: Vec<McpVariableInput>,
    /// Headers of requests to its address.
    #[serde(default)]
    #[garde(length(max = 50), dive)]
    pub headers: Vec<McpVariableInput>,
    /// The client as which Apprentice signs in to its address. It gets an auth profile of its own.
    #[serde(default)]
    #[garde(dive)]
    pub oauth_client: Option<McpOauthClientInput>,
    /// The auth profile to sign in with, instead of `oauth_client`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub auth_profile_id: Option<McpAuthProfileId>,
    /// Kinds of data that it handles.
    #[serde(default)]
    #[garde(length(max = 50), inner(length(chars, min = 1, max = 80)))]
    pub data_classes: Vec<String>,
    /// Whether agents may use it at all.
    #[serde(default = "yes")]
    #[garde(skip)]
    pub enabled: bool,
    /// The person has read the command or address whole, and trusts it.
    #[serde(default)]
    #[garde(skip)]
    pub trust: bool,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

fn yes() -> bool {
    true
}

/// `PATCH /api/mcp/servers/:serverId`. An absent field stays unchanged.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpServerPatchRequest {
    /// The name that the person sees. The `server_id` stays.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub display_name: Option<String>,
    /// Its address. It has to be trusted again.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 2048))]
    pub endpoint_url: Option<String>,
    /// Its program. It has to be trusted again.
    #[serde(default)]
    #[garde(dive)]
    pub command: Option<McpCommand>,
    /// All variables of its environment. It has to be trusted again.
    #[serde(default)]
    #[garde(length(max = 100), dive)]
    pub environment: Option<Vec<McpVariableInput>>,
    /// All headers. It has to be trusted again.
    #[serde(default)]
    #[garde(length(max = 50), dive)]
    pub headers: Option<Vec<McpVariableInput>>,
    /// The client as which Apprentice signs in to its address. It has to be trusted again, and its sign-in ends.
    #[serde(default)]
    #[garde(dive)]
    pub oauth_client: Option<McpOauthClientInput>,
    /// Forget the client and its secret. Not together with `oauth_client`.
    #[serde(default)]
    #[garde(skip)]
    pub remove_oauth_client: bool,
    /// The auth profile to sign in with. `null`: none, until the next sign-in makes one. Not together with `oauth_client`. The connector
    /// has to be trusted again if the profile has another client.
    #[serde(default, deserialize_with = "super::present", skip_serializing_if = "Option::is_none")]
    #[garde(inner(inner(length(chars, min = 1, max = 120))))]
    #[schemars(with = "Option<String>")]
    pub auth_profile_id: Option<Option<McpAuthProfileId>>,
    /// Whether agents may use it at all.
    #[serde(default)]
    #[garde(skip)]
    pub enabled: Option<bool>,
    /// Kinds of data that it handles.
    #[serde(default)]
    #[garde(length(max = 50), inner(inner(length(chars, min = 1, max = 80))))]
    pub data_classes: Option<Vec<String>>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

/// A server after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerMutationResponse {
    /// The server.
    pub server: McpServerListItem,
    /// Whether anything changed.
    pub updated: bool,
    /// Always `true`: what is not accepted is refused with an error.
    #[serde(default = "yes")]
    pub accepted: bool,
    /// The receipt of the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What a deletion did to the sign-in of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpAuthProfileAction {
    /// It had none.
    None,
    /// Other servers use the profile, so that it is kept.
    RetainedShared,
    /// No other server uses the profile. It is kept, because the person made it.
    RetainedUnreferenced,
    /// The profile was made for this server alone, and deleted with its tokens.
    DeletedUnreferenced,
}

/// `DELETE /api/mcp/servers/:serverId`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpServerDeleteResponse {
    /// The server.
    pub server_id: McpServerId,
    /// Always `true`.
    pub deleted: bool,
    /// What happened to its auth profile.
    pub auth_profile_action: McpAuthProfileAction,
    /// The auth profile that it used, if that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detached_auth_profile_id: Option<McpAuthProfileId>,
    /// Names of variables whose secret stayed in the keychain, because it could not be opened; `credential` for the secret or key of its
    /// client, `sign-in` for its tokens.
    pub secrets_left: Vec<String>,
    /// The receipt of the deletion.
    pub receipt_id: ReceiptId,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/servers/:serverId/trust`: the person has read what is started or reached.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpTrustRequest {
    /// The `identity` of the server as the person read it.
    #[garde(length(chars, min = 64, max = 64), pattern("^[0-9a-f]*$"))]
    pub identity: String,
}

/// `POST /api/mcp/servers/:serverId/smoke-test`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpSmokeTestRequest {
    /// The server, as older routes name it. It has to be the one of the path.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub server_id: Option<McpServerId>,
    /// A tool that the server has to list. It is not called.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub tool_name: Option<String>,
    /// Connects the receipt of the test with others.
    #[serde(default)]
    #[garde(skip)]
    pub correlation_id: Option<CorrelationId>,
    /// How long it may take, in milliseconds.
    #[serde(default)]
    #[garde(range(min = 1000, max = 60_000))]
    pub max_duration_ms: Option<u32>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

/// How a smoke test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpSmokeTestStatus {
    /// The server was reached, and listed its tools.
    Passed,
    /// It was not reached.
    Failed,
    /// It was not tried: it is switched off or not trusted.
    Blocked,
    /// It was reached, and does not list the tool that was asked for.
    Degraded,
}

/// What a smoke test found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpSmokeTestResponse {
    /// The server.
    pub server_id: McpServerId,
    /// Identifies the test: its receipt.
    pub smoke_test_id: ReceiptId,
    /// How it ended.
    pub status: McpSmokeTestStatus,
    /// Whether the server took the sign-in, or wanted none.
    pub auth_ok: bool,
    /// Whether the server was reached.
    pub transport_ok: bool,
    /// Whether it listed its tools.
    pub tool_discovery_ok: bool,
    /// The code of the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// What happened, in words.
    pub summary: String,
    /// The receipt of the test.
    pub receipt_id: ReceiptId,
    /// When it began.
    pub started_at: Time,
    /// When it ended.
    pub completed_at: Time,
    /// How long it took, in milliseconds.
    pub milliseconds: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What a receipt of a connector records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpReceiptKind {
    /// A server was registered.
    ServerCreate,
    /// A server was changed.
    ServerPatch,
    /// A server was deleted.
    ServerDelete,
    /// The person trusted a server.
    ServerTrust,
    /// A server was tested.
    SmokeTest,
    /// A tool was called.
    ToolCall,
    /// The person read changed tools.
    ToolsAccepted,
    /// A policy was changed.
    PolicyUpdate,
    /// A call asked the person first.
    AskFirst,
    /// The person answered such a request.
    AskFirstDecision,
    /// A server asked the person something, or was not allowed to.
    Elicitation,
    /// The person answered a server.
    ElicitationAnswer,
    /// A sign-in began.
    AuthStart,
    /// A sign-in ended, well or not.
    AuthCallback,
    /// A token was renewed, or could not be.
    AuthRefresh,
    /// The person signed out.
    AuthRevoke,
    /// A call waits for a sign-in, or the person answered that.
    AuthChallenge,
    /// An auth profile was made.
    AuthProfileCreate,
    /// An auth profile was changed.
    AuthProfilePatch,
    /// An auth profile was deleted.
    AuthProfileDelete,
    /// The servers of an agent were replaced by Apprentice, or put back.
    AgentSwitch,
}

/// How what a receipt records ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpReceiptStatus {
    /// It succeeded.
    Ok,
    /// It succeeded in part.
    Degraded,
    /// It was not done.
    Blocked,
    /// It failed.
    Failed,
}

/// Who caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpIdentityKind {
    /// The person, in the window or on the command line.
    LocalUser,
    /// An agent with the token of agents.
    Agent,
    /// The engine itself.
    System,
}

/// A receipt of a connector. It has no arguments and no result of a call, only their digests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpReceipt {
    /// Identifies the receipt.
    pub receipt_id: ReceiptId,
    /// The server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_id: Option<McpServerId>,
    /// The tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// What it records.
    pub receipt_kind: McpReceiptKind,
    /// How it ended.
    pub status: McpReceiptStatus,
    /// What happened, in words, masked. At most 500 characters.
    pub summary: String,
    /// Who caused it.
    pub identity_asserted_kind: McpIdentityKind,
    /// The name that an agent gave itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity_asserted_ref: Option<String>,
    /// SHA-256 of the arguments of a call, as canonical JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments_sha256: Option<String>,
    /// How long a call took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u32>,
    /// Of a call of an agent with a connection of its own (`apprentice mcp`): the same for all calls of this connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Whether Apprentice still keeps what the call was about, so that it can be taught from (`from_receipts`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub teachable: bool,
    /// Connects the receipts of one operation.
    pub correlation_id: CorrelationId,
    /// When it was written.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/mcp/receipts`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpReceiptsQuery {
    /// Only receipts of this server.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub server_id: Option<McpServerId>,
    /// `next_cursor` of the page before.
    #[serde(default)]
    #[garde(skip)]
    pub cursor: Option<i64>,
    /// Number of receipts, 1 to 100.
    #[serde(default)]
    #[garde(range(min = 1, max = 100))]
    pub limit: Option<u32>,
}

/// Receipts of connectors, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpReceiptListResponse {
    /// The receipts.
    pub receipts: Vec<McpReceipt>,
    /// For the next page. Absent: this was the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<i64>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
