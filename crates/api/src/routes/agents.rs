//! `/api/agents`: connecting the agents of this machine.

use super::reply;
use crate::App;
use crate::extract::{AgentId, Body};
use crate::failure::Reply;
use crate::openapi::doc;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use apprentice_contracts::agent::*;
use axum::extract::State;

const TAG: &str = "agents";

pub(super) fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/api/agents/connections",
            get_with(all, doc(TAG, "agent_connections", "Agents that can start Apprentice, and whether they do.")),
        )
        .api_route(
            "/api/agents/{agentId}/connection/preview",
            post_with(preview, doc(TAG, "preview_agent_connection", "What would be written into an agent's configuration.")),
        )
        .api_route(
            "/api/agents/{agentId}/connection",
            post_with(change, doc(TAG, "change_agent_connection", "Write what was shown into an agent's configuration.")),
        )
}

async fn all(State(app): State<App>) -> Reply<AgentConnectionsResponse> {
    reply(app.engine.agent_connections().await)
}

async fn preview(
    State(app): State<App>,
    AgentId(agent): AgentId,
    Body(request): Body<PreviewAgentConnectionRequest>,
) -> Reply<AgentConnectionPreview> {
    reply(app.engine.preview_agent_connection(&agent, request).await)
}

async fn change(
    State(app): State<App>,
    AgentId(agent): AgentId,
    Body(request): Body<ChangeAgentConnectionRequest>,
) -> Reply<AgentConnection> {
    reply(app.engine.change_agent_connection(&agent, request).await)
}
