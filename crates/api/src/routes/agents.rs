//! `/api/agents`: connecting the agents of this machine.

use super::{Routes, reply};
use crate::App;
use crate::extract::{AgentId, Valid};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post};
use apprentice_contracts::agent::*;
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::schedule::SchedulesResponse;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(AGENT_CONNECTIONS, agent_connections);
    api.add(SCHEDULES, schedules);
    api.add(PREVIEW_AGENT_CONNECTION, preview_agent_connection);
    api.add(CHANGE_AGENT_CONNECTION, change_agent_connection);
}

pub const AGENT_CONNECTIONS: Operation =
    get("agent_connections", "/api/agents/connections", "List agents that can start Apprentice, and their connection state.")
        .person()
        .provides(&[Tag::Connections]);

async fn agent_connections(app: App) -> Reply<AgentConnectionsResponse> {
    reply(app.engine.agent_connections().await)
}

pub const SCHEDULES: Operation =
    get("schedules", "/api/agents/schedules", "List the work that agents will do by themselves, and the abilities that it uses.")
        .person()
        .provides(&[Tag::Abilities]);

async fn schedules(app: App) -> Reply<SchedulesResponse> {
    reply(app.engine.schedules().await)
}

pub const PREVIEW_AGENT_CONNECTION: Operation =
    post("preview_agent_connection", "/api/agents/{agentId}/connection/preview", "Preview a change of an agent's configuration.")
        .person()
        .refuses(&[E::Conflict, E::TargetNotWritable])
        .provides(&[Tag::Connections]);

async fn preview_agent_connection(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<PreviewAgentConnectionRequest>,
) -> Reply<AgentConnectionPreview> {
    reply(app.engine.preview_agent_connection(&agent, request).await)
}

pub const CHANGE_AGENT_CONNECTION: Operation = post(
    "change_agent_connection",
    "/api/agents/{agentId}/connection",
    "Write the previewed change to an agent's configuration.",
)
.person()
.refuses(&[E::TargetNotWritable])
.changes(&[Tag::Connections, Tag::Doctor]);

async fn change_agent_connection(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<ChangeAgentConnectionRequest>,
) -> Reply<AgentConnection> {
    reply(app.engine.change_agent_connection(&agent, request).await)
}
