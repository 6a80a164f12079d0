//! `/api/hooks`, `/api/agents/hooks`: the hooks of agents, and the policy that answers them.

use super::{Routes, reply};
use crate::App;
use crate::extract::{AgentId, Valid};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, get, post};
use apprentice_contracts::agent::{AgentConnection, AgentConnectionPreview};
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::hook::*;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(DECIDE_HOOK, decide_hook);
    api.add(AGENT_HOOKS, agent_hooks);
    api.add(PREVIEW_AGENT_HOOKS, preview_agent_hooks);
    api.add(CHANGE_AGENT_HOOKS, change_agent_hooks);
}

pub const DECIDE_HOOK: Operation =
    post("decide_hook", "/api/hooks/decide", "Answer the hook of an agent by the policy of this machine.")
        .agents()
        .changes(&[Tag::Receipts]);

async fn decide_hook(app: App, Valid(request): Valid<DecideHookRequest>) -> Reply<HookAnswer> {
    reply(app.engine.decide_hook(request).await)
}

pub const AGENT_HOOKS: Operation = get(
    "agent_hooks",
    "/api/agents/hooks",
    "List agents whose hooks can ask Apprentice, and what is wrong with the person's rules.",
)
.person()
.provides(&[Tag::Connections]);

async fn agent_hooks(app: App) -> Reply<AgentHooksResponse> {
    reply(app.engine.agent_hooks().await)
}

pub const PREVIEW_AGENT_HOOKS: Operation =
    post("preview_agent_hooks", "/api/agents/{agentId}/hooks/preview", "Preview a change of the hooks of an agent.")
        .person()
        .refuses(&[E::Conflict, E::TargetNotWritable])
        .provides(&[Tag::Connections]);

async fn preview_agent_hooks(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<PreviewAgentHooksRequest>,
) -> Reply<AgentConnectionPreview> {
    reply(app.engine.preview_agent_hooks(&agent, request).await)
}

pub const CHANGE_AGENT_HOOKS: Operation =
    post("change_agent_hooks", "/api/agents/{agentId}/hooks", "Write the previewed change to the hooks of an agent.")
        .person()
        .refuses(&[E::TargetNotWritable])
        .changes(&[Tag::Connections]);

async fn change_agent_hooks(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<ChangeAgentHooksRequest>,
) -> Reply<AgentConnection> {
    reply(app.engine.change_agent_hooks(&agent, request).await)
}
