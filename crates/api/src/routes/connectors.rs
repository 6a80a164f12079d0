//! `/api/mcp`: the MCP servers of the person (§0.2D).

use super::{Routes, reply, stored_bytes};
use crate::App;
use crate::extract::{AgentConnection, AgentId, McpAuthProfilePath, McpDispatch, McpServer, Valid, ValidQuery};
use crate::failure::{Disconnected, Reply};
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, patch, post};
use crate::scope::Caller;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::ids::{McpAuthProfileId, McpServerId};
use apprentice_engine::core::quota::QuotaKind;
use apprentice_engine::{ConnectorAgent, ConnectorCaller};

pub(super) fn routes(api: &mut impl Routes) {
    api.add(MCP_SERVERS, mcp_servers);
    api.add(REGISTER_MCP_SERVER, register_mcp_server);
    api.add(MCP_SERVER, mcp_server);
    api.add(UPDATE_MCP_SERVER, update_mcp_server);
    api.add(DELETE_MCP_SERVER, delete_mcp_server);
    api.add(TRUST_MCP_SERVER, trust_mcp_server);
    api.add(CONNECT_MCP_SERVER, connect_mcp_server);
    api.add(DISCONNECT_MCP_SERVER, disconnect_mcp_server);
    api.add(MCP_SERVER_HEALTH, mcp_server_health);
    api.add(SMOKE_TEST_MCP_SERVER, smoke_test_mcp_server);
    api.add(ACCEPT_MCP_TOOLS, accept_mcp_tools);
    api.add(CALL_MCP_TOOL, call_mcp_tool);
    api.add(SEARCH_MCP_TOOLS, search_mcp_tools);
    api.add(PROXY_MCP_SERVER, proxy_mcp_server);
    api.add(UPDATE_MCP_POLICY, update_mcp_policy);
    api.add(PENDING_MCP_CALLS, pending_mcp_calls);
    api.add(APPROVE_MCP_CALL, approve_mcp_call);
    api.add(DENY_MCP_CALL, deny_mcp_call);
    api.add(ANSWER_MCP_QUESTION, answer_mcp_question);
    api.add(MCP_SIGN_IN_STATUS, mcp_sign_in_status);
    api.add(START_MCP_SIGN_IN, start_mcp_sign_in);
    api.add(FINISH_MCP_SIGN_IN, finish_mcp_sign_in);
    api.add(CANCEL_MCP_SIGN_IN, cancel_mcp_sign_in);
    api.add(REFRESH_MCP_SIGN_IN, refresh_mcp_sign_in);
    api.add(REVOKE_MCP_SIGN_IN, revoke_mcp_sign_in);
    api.add(RESPOND_TO_MCP_CHALLENGE, respond_to_mcp_challenge);
    api.add(MCP_AUTH_PROFILES, mcp_auth_profiles);
    api.add(CREATE_MCP_AUTH_PROFILE, create_mcp_auth_profile);
    api.add(UPDATE_MCP_AUTH_PROFILE, update_mcp_auth_profile);
    api.add(DELETE_MCP_AUTH_PROFILE, delete_mcp_auth_profile);
    api.add(MCP_RECEIPTS, mcp_receipts);
    api.add(PLAN_MCP_IMPORT, plan_mcp_import);
    api.add(PLAN_MCP_FILE_IMPORT, plan_mcp_file_import);
    api.add(SEARCH_MCP_REGISTRY, search_mcp_registry);
    api.add(IMPORT_MCP_SERVERS, import_mcp_servers);
    api.add(MCP_SWITCHES, mcp_switches);
    api.add(PREVIEW_MCP_SWITCH, preview_mcp_switch);
    api.add(CHANGE_MCP_SWITCH, change_mcp_switch);
}

/// Stale when connectors change.
const CHANGED: &[Tag] = &[Tag::Connectors];

/// Why a server is not started or reached.
const OPENS: &[E] =
    &[E::AdapterUnavailable, E::McpConnectionFailed, E::McpServerDisabled, E::McpSignInFailed, E::McpTrustRequired];

pub const MCP_SERVERS: Operation =
    get("mcp_servers", "/api/mcp/servers", "List connectors with their badges and possible actions.")
        .person()
        .provides(&[Tag::Connectors]);

async fn mcp_servers(app: App) -> Reply<McpServerListResponse> {
    reply(app.engine.mcp_servers().await)
}

pub const REGISTER_MCP_SERVER: Operation =
    post("register_mcp_server", "/api/mcp/servers/register", "Register a connector; secrets are kept in the keychain.")
        .person()
        .refuses(&[E::AdapterUnavailable, E::McpAuthProfileNotFound])
        .changes(CHANGED);

async fn register_mcp_server(app: App, Valid(request): Valid<McpServerCreateRequest>) -> Reply<McpServerMutationResponse> {
    reply(app.engine.register_mcp_server(request).await)
}

pub const MCP_SERVER: Operation =
    get("mcp_server", "/api/mcp/servers/{serverId}", "Show a connector with its tools, log and newest receipts.")
        .person()
        .provides(&[Tag::Connectors]);

async fn mcp_server(app: App, McpServer(id): McpServer) -> Reply<McpServerDetailResponse> {
    reply(app.engine.mcp_server(McpServerId(id)).await)
}

pub const UPDATE_MCP_SERVER: Operation = patch(
    "update_mcp_server",
    "/api/mcp/servers/{serverId}",
    "Change a connector. If it starts or connects to something else, the person must trust it again.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::McpAuthProfileNotFound])
.changes(CHANGED);

async fn update_mcp_server(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpServerPatchRequest>,
) -> Reply<McpServerMutationResponse> {
    reply(app.engine.update_mcp_server(McpServerId(id), request).await)
}

pub const DELETE_MCP_SERVER: Operation =
    delete("delete_mcp_server", "/api/mcp/servers/{serverId}", "Delete a connector and its secrets; its receipts are kept.")
        .person()
        .changes(CHANGED);

async fn delete_mcp_server(app: App, McpServer(id): McpServer) -> Reply<McpServerDeleteResponse> {
    reply(app.engine.delete_mcp_server(McpServerId(id)).await)
}

pub const TRUST_MCP_SERVER: Operation =
    post("trust_mcp_server", "/api/mcp/servers/{serverId}/trust", "Trust a connector as the person read it.")
        .person()
        .changes(CHANGED);

async fn trust_mcp_server(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpTrustRequest>,
) -> Reply<McpServerMutationResponse> {
    reply(app.engine.trust_mcp_server(McpServerId(id), request).await)
}

pub const CONNECT_MCP_SERVER: Operation =
    post("connect_mcp_server", "/api/mcp/servers/{serverId}/connect", "Start or connect to a connector, and read its tools.")
        .person()
        .refuses(OPENS)
        .changes(CHANGED);

async fn connect_mcp_server(app: App, McpServer(id): McpServer) -> Reply<McpServerDetailResponse> {
    reply(app.engine.connect_mcp_server(McpServerId(id)).await)
}

pub const DISCONNECT_MCP_SERVER: Operation = post(
    "disconnect_mcp_server",
    "/api/mcp/servers/{serverId}/disconnect",
    "End the program or connection of a connector and all its processes.",
)
.person()
.changes(CHANGED);

async fn disconnect_mcp_server(app: App, McpServer(id): McpServer) -> Reply<McpServerMutationResponse> {
    reply(app.engine.disconnect_mcp_server(McpServerId(id)).await)
}

pub const MCP_SERVER_HEALTH: Operation =
    get("mcp_server_health", "/api/mcp/servers/{serverId}/health", "Read the stored health of a connector.")
        .person()
        .provides(&[Tag::Connectors]);

async fn mcp_server_health(app: App, McpServer(id): McpServer) -> Reply<McpConnectionHealth> {
    reply(app.engine.mcp_server_health(McpServerId(id)).await)
}

pub const SMOKE_TEST_MCP_SERVER: Operation = post(
    "smoke_test_mcp_server",
    "/api/mcp/servers/{serverId}/smoke-test",
    "Start or connect to a connector again, and check that it lists its tools.",
)
.person()
.changes(CHANGED);

async fn smoke_test_mcp_server(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpSmokeTestRequest>,
) -> Reply<McpSmokeTestResponse> {
    reply(app.engine.smoke_test_mcp_server(McpServerId(id), request).await)
}

pub const ACCEPT_MCP_TOOLS: Operation = post(
    "accept_mcp_tools",
    "/api/mcp/servers/{serverId}/tools/accept",
    "Accept new or changed tools as the person read them, so that they can be called.",
)
.person()
.refuses(&[E::McpToolNotFound])
.changes(CHANGED);

async fn accept_mcp_tools(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpAcceptToolsRequest>,
) -> Reply<McpServerDetailResponse> {
    reply(app.engine.accept_mcp_tools(McpServerId(id), request).await)
}

pub const CALL_MCP_TOOL: Operation =
    post("call_mcp_tool", "/api/mcp/servers/{serverId}/call", "Call a tool of a connector; every call leaves a receipt.")
        .agents()
        .refuses(CALLS)
        .changes(CHANGED);

/// Why a tool is not called, or gives no result.
const CALLS: &[E] = &[
    E::AdapterUnavailable,
    E::McpAskFirstRequired,
    E::McpCallDenied,
    E::McpCallFailed,
    E::McpConnectionFailed,
    E::McpServerBackoff,
    E::McpServerDisabled,
    E::McpSignInFailed,
    E::McpToolNotFound,
    E::McpToolQuarantined,
    E::McpTrustRequired,
    E::QuotaExceeded,
];

async fn call_mcp_tool(
    app: App,
    AgentConnection(caller, key): AgentConnection,
    McpServer(id): McpServer,
    Valid(request): Valid<McpCallRequest>,
    Disconnected(left): Disconnected,
) -> Reply<McpCallResponse> {
    let caller = match caller {
        Caller::Person => ConnectorCaller::Person,
        Caller::Agent => {
            // A connection of its own identifies an agent better than the name that it gives itself.
            let agent = key.as_deref().or(request.agent.as_deref());
            app.engine.charge_agent(QuotaKind::Calls, agent, stored_bytes(&request))?;
            ConnectorCaller::Agent(ConnectorAgent::new(request.agent.clone(), key.as_deref()))
        }
    };
    reply(app.engine.call_mcp_tool(McpServerId(id), request, caller, left).await)
}

pub const SEARCH_MCP_TOOLS: Operation =
    post("search_mcp_tools", "/api/mcp/tools/search", "Find tools of connectors that fit a request, best first.")
        .agents()
        .provides(&[Tag::Connectors]);

async fn search_mcp_tools(app: App, Valid(request): Valid<McpToolSearchRequest>) -> Reply<McpToolSearchResponse> {
    reply(app.engine.search_mcp_tools(request).await)
}

pub const PROXY_MCP_SERVER: Operation = post(
    "proxy_mcp_server",
    "/api/mcp/proxy",
    "Start or connect to the connector that an agent's configuration wraps, and list its callable tools.",
)
.agents()
.refuses(PROXIES)
.changes(CHANGED);

/// Why a wrapped server is not shown.
const PROXIES: &[E] = &[
    E::AdapterUnavailable,
    E::McpConnectionFailed,
    E::McpServerBackoff,
    E::McpServerDisabled,
    E::McpServerNotFound,
    E::McpSignInFailed,
    E::McpTrustRequired,
];

async fn proxy_mcp_server(
    app: App,
    AgentConnection(caller, key): AgentConnection,
    Valid(request): Valid<McpProxyRequest>,
) -> Reply<McpProxyResponse> {
    let caller = match caller {
        Caller::Person => ConnectorCaller::Person,
        Caller::Agent => ConnectorCaller::Agent(ConnectorAgent::new(request.agent.clone(), key.as_deref())),
    };
    reply(app.engine.proxied_mcp_server(request, caller).await)
}

pub const UPDATE_MCP_POLICY: Operation =
    post("update_mcp_policy", "/api/mcp/policy/update", "Set or remove policies of connectors and tools.")
        .person()
        .refuses(&[E::McpServerNotFound, E::McpToolNotFound])
        .changes(CHANGED);

async fn update_mcp_policy(app: App, Valid(request): Valid<McpPolicyUpdateRequest>) -> Reply<McpEffectivePolicy> {
    reply(app.engine.update_mcp_policy(request).await)
}

pub const PENDING_MCP_CALLS: Operation =
    get("pending_mcp_calls", "/api/mcp/ask-first/pending", "List pending calls and questions, then the newest settled calls.")
        .person()
        .provides(&[Tag::Connectors]);

async fn pending_mcp_calls(app: App) -> Reply<McpAskFirstListResponse> {
    reply(app.engine.pending_mcp_calls().await)
}

/// Why a request cannot be answered.
const ANSWERED: &[E] = &[E::NotFound, E::McpAskFirstExpired];

pub const APPROVE_MCP_CALL: Operation =
    post("approve_mcp_call", "/api/mcp/ask-first/{dispatchId}/approve", "Allow a pending call, once or for a limited time.")
        .person()
        .refuses(ANSWERED)
        .changes(CHANGED);

async fn approve_mcp_call(
    app: App,
    McpDispatch(id): McpDispatch,
    Valid(request): Valid<McpAskFirstDecisionRequest>,
) -> Reply<McpAskFirstDecisionResponse> {
    reply(app.engine.approve_mcp_call(id, request).await)
}

pub const DENY_MCP_CALL: Operation = post("deny_mcp_call", "/api/mcp/ask-first/{dispatchId}/deny", "Refuse a pending call.")
    .person()
    .refuses(ANSWERED)
    .changes(CHANGED);

async fn deny_mcp_call(
    app: App,
    McpDispatch(id): McpDispatch,
    Valid(request): Valid<McpAskFirstDecisionRequest>,
) -> Reply<McpAskFirstDecisionResponse> {
    reply(app.engine.deny_mcp_call(id, request).await)
}

pub const ANSWER_MCP_QUESTION: Operation = post(
    "answer_mcp_question",
    "/api/mcp/ask-first/{dispatchId}/answer",
    "Answer a question of a connector: give the values of a form, or agree to open an address.",
)
.person()
.refuses(&[E::NotFound])
.changes(CHANGED);

async fn answer_mcp_question(
    app: App,
    McpDispatch(id): McpDispatch,
    Valid(request): Valid<McpElicitationAnswerRequest>,
) -> Reply<McpElicitationAnswerResponse> {
    reply(app.engine.answer_mcp_question(id, request).await)
}

pub const MCP_SIGN_IN_STATUS: Operation =
    get("mcp_sign_in_status", "/api/mcp/servers/{serverId}/auth/status", "Read the sign-in status of a connector.")
        .person()
        .provides(&[Tag::Connectors]);

async fn mcp_sign_in_status(app: App, McpServer(id): McpServer) -> Reply<McpServerAuthStatus> {
    reply(app.engine.mcp_sign_in_status(McpServerId(id)).await)
}

pub const START_MCP_SIGN_IN: Operation = post(
    "start_mcp_sign_in",
    "/api/mcp/servers/{serverId}/auth/start",
    "Begin a sign-in with OAuth 2.1. Returns the address to open in a browser, which redirects to this machine, or the code to type.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::McpConnectionFailed, E::McpServerDisabled, E::McpSignInFailed, E::McpTrustRequired])
.changes(CHANGED);

async fn start_mcp_sign_in(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpAuthStartRequest>,
) -> Reply<McpAuthStartResponse> {
    reply(app.engine.start_mcp_sign_in(McpServerId(id), request).await)
}

pub const FINISH_MCP_SIGN_IN: Operation = post(
    "finish_mcp_sign_in",
    "/api/mcp/servers/{serverId}/auth/callback",
    "Finish a sign-in whose browser is on another machine, with the address that the browser was redirected to.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::McpOauthStateInvalid, E::McpSignInFailed])
.changes(CHANGED);

async fn finish_mcp_sign_in(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpAuthCallbackRequest>,
) -> Reply<McpServerAuthStatus> {
    reply(app.engine.finish_mcp_sign_in(McpServerId(id), request).await)
}

pub const CANCEL_MCP_SIGN_IN: Operation = post(
    "cancel_mcp_sign_in",
    "/api/mcp/servers/{serverId}/auth/cancel",
    "Cancel a pending sign-in. A later callback is not used.",
)
.person()
.changes(CHANGED);

async fn cancel_mcp_sign_in(app: App, McpServer(id): McpServer) -> Reply<McpServerAuthStatus> {
    reply(app.engine.cancel_mcp_sign_in(McpServerId(id)).await)
}

pub const REFRESH_MCP_SIGN_IN: Operation =
    post("refresh_mcp_sign_in", "/api/mcp/servers/{serverId}/auth/refresh", "Refresh the access token of a sign-in.")
        .person()
        .refuses(&[E::AdapterUnavailable, E::McpConnectionFailed, E::McpOauthRefreshNotAllowed, E::McpSignInFailed])
        .changes(CHANGED);

async fn refresh_mcp_sign_in(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpAuthRefreshRequest>,
) -> Reply<McpServerAuthStatus> {
    reply(app.engine.refresh_mcp_sign_in(McpServerId(id), request).await)
}

pub const REVOKE_MCP_SIGN_IN: Operation = post(
    "revoke_mcp_sign_in",
    "/api/mcp/servers/{serverId}/auth/revoke",
    "Sign out: delete the tokens, and revoke them if requested.",
)
.person()
.refuses(&[E::AdapterUnavailable])
.changes(CHANGED);

async fn revoke_mcp_sign_in(
    app: App,
    McpServer(id): McpServer,
    Valid(request): Valid<McpAuthRevokeRequest>,
) -> Reply<McpAuthRevokeResponse> {
    reply(app.engine.revoke_mcp_sign_in(McpServerId(id), request).await)
}

pub const RESPOND_TO_MCP_CHALLENGE: Operation = post(
    "respond_to_mcp_challenge",
    "/api/mcp/auth/challenge/respond",
    "Answer a call that waits for a sign-in, or a question of a connector to open an address.",
)
.person()
.refuses(&[
    E::AdapterUnavailable,
    E::McpAuthProfileNotFound,
    E::McpServerDisabled,
    E::McpSignInFailed,
    E::McpTrustRequired,
    E::NotFound,
])
.changes(CHANGED);

async fn respond_to_mcp_challenge(
    app: App,
    Valid(request): Valid<McpAuthChallengeRespondRequest>,
) -> Reply<McpAuthChallengeRespondResponse> {
    reply(app.engine.respond_to_mcp_challenge(request).await)
}

pub const MCP_AUTH_PROFILES: Operation = get(
    "mcp_auth_profiles",
    "/api/mcp/auth-profiles",
    "List auth profiles: how Apprentice signs in, and which connectors share it.",
)
.person()
.provides(&[Tag::Connectors]);

async fn mcp_auth_profiles(app: App) -> Reply<McpAuthProfileListResponse> {
    reply(app.engine.mcp_auth_profiles().await)
}

pub const CREATE_MCP_AUTH_PROFILE: Operation = post(
    "create_mcp_auth_profile",
    "/api/mcp/auth-profiles",
    "Make an auth profile; the secret of its client is kept in the keychain.",
)
.person()
.refuses(&[E::AdapterUnavailable])
.changes(CHANGED);

async fn create_mcp_auth_profile(app: App, Valid(request): Valid<McpAuthProfileCreateRequest>) -> Reply<McpAuthProfile> {
    reply(app.engine.create_mcp_auth_profile(request).await)
}

pub const UPDATE_MCP_AUTH_PROFILE: Operation = patch(
    "update_mcp_auth_profile",
    "/api/mcp/auth-profiles/{authProfileId}",
    "Change an auth profile. If its client changes, the connectors that use it must be trusted again.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::McpAuthProfileInUse])
.changes(CHANGED);

async fn update_mcp_auth_profile(
    app: App,
    McpAuthProfilePath(id): McpAuthProfilePath,
    Valid(request): Valid<McpAuthProfilePatchRequest>,
) -> Reply<McpAuthProfile> {
    reply(app.engine.update_mcp_auth_profile(McpAuthProfileId(id), request).await)
}

pub const DELETE_MCP_AUTH_PROFILE: Operation = delete(
    "delete_mcp_auth_profile",
    "/api/mcp/auth-profiles/{authProfileId}",
    "Delete an auth profile that no connector uses, with its tokens and secret.",
)
.person()
.refuses(&[E::McpAuthProfileInUse])
.changes(CHANGED);

async fn delete_mcp_auth_profile(app: App, McpAuthProfilePath(id): McpAuthProfilePath) -> Reply<McpAuthProfileDeleteResponse> {
    reply(app.engine.delete_mcp_auth_profile(McpAuthProfileId(id)).await)
}

pub const MCP_RECEIPTS: Operation =
    get("mcp_receipts", "/api/mcp/receipts", "List receipts of connectors, newest first.").person().provides(&[Tag::Connectors]);

async fn mcp_receipts(app: App, ValidQuery(query): ValidQuery<McpReceiptsQuery>) -> Reply<McpReceiptListResponse> {
    reply(app.engine.mcp_receipts(query).await)
}

pub const PLAN_MCP_IMPORT: Operation = get(
    "plan_mcp_import",
    "/api/mcp/import",
    "Show the MCP servers in the configuration of agents, and what an import would do. Nothing is changed.",
)
.person()
.provides(&[Tag::Connectors]);

async fn plan_mcp_import(app: App, ValidQuery(query): ValidQuery<McpImportQuery>) -> Reply<McpImportPlan> {
    reply(app.engine.plan_mcp_import(query).await)
}

pub const PLAN_MCP_FILE_IMPORT: Operation = post(
    "plan_mcp_file_import",
    "/api/mcp/import/plan",
    "Show the MCP servers that a server.json or a bundle offers, and what an import would do. Nothing is changed or downloaded.",
)
.person()
.provides(&[Tag::Connectors]);

async fn plan_mcp_file_import(app: App, Valid(file): Valid<McpImportFile>) -> Reply<McpImportPlan> {
    reply(app.engine.plan_mcp_file_import(file).await)
}

pub const SEARCH_MCP_REGISTRY: Operation = get(
    "search_mcp_registry",
    "/api/mcp/registry",
    "Search the registry of MCP servers by name, and show what each server would start. Nothing is registered or downloaded.",
)
.person()
.refuses(&[E::McpConnectionFailed])
.provides(&[Tag::Connectors]);

async fn search_mcp_registry(app: App, ValidQuery(query): ValidQuery<McpRegistryQuery>) -> Reply<McpRegistrySearchResponse> {
    reply(app.engine.search_mcp_registry(query).await)
}

pub const IMPORT_MCP_SERVERS: Operation = post(
    "import_mcp_servers",
    "/api/mcp/import",
    "Register servers of a plan. None is trusted or started, and no file of an agent is changed. A bundle is unpacked.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::TargetNotWritable])
.changes(CHANGED);

async fn import_mcp_servers(app: App, Valid(request): Valid<McpImportRequest>) -> Reply<McpImportResponse> {
    reply(app.engine.import_mcp_servers(request).await)
}

pub const MCP_SWITCHES: Operation = get(
    "mcp_switches",
    "/api/mcp/switches",
    "List the agents whose own MCP servers can be replaced by Apprentice, and those that were switched over.",
)
.person()
.provides(&[Tag::Connections]);

async fn mcp_switches(app: App) -> Reply<McpSwitchListResponse> {
    reply(app.engine.mcp_switches().await)
}

pub const PREVIEW_MCP_SWITCH: Operation = post(
    "preview_mcp_switch",
    "/api/mcp/switches/{agentId}/preview",
    "Preview how an agent's own MCP servers are replaced by Apprentice, or put back. Nothing is written.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::Conflict, E::TargetNotWritable])
.provides(&[Tag::Connections]);

async fn preview_mcp_switch(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<McpSwitchPreviewRequest>,
) -> Reply<McpSwitchPreview> {
    reply(app.engine.preview_mcp_switch(&agent, request).await)
}

pub const CHANGE_MCP_SWITCH: Operation = post(
    "change_mcp_switch",
    "/api/mcp/switches/{agentId}",
    "Write the previewed change: replace an agent's own MCP servers by Apprentice, or put them back.",
)
.person()
.refuses(&[E::AdapterUnavailable, E::TargetNotWritable])
.changes(&[Tag::Connectors, Tag::Connections]);

async fn change_mcp_switch(app: App, AgentId(agent): AgentId, Valid(request): Valid<McpSwitchRequest>) -> Reply<McpSwitchAgent> {
    reply(app.engine.change_mcp_switch(&agent, request).await)
}
