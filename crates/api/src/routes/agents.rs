//! `/api/agents`: connecting the agents of this machine.

use super::{Routes, reply};
use crate::App;
use crate::extract::{AgentId, DefinitionName, GatePath, Run, Valid, ValidQuery};
use crate::failure::Reply;
use crate::operation::CacheTag as Tag;
use crate::operation::{Operation, delete, get, post};
use apprentice_contracts::agent::*;
use apprentice_contracts::agent_definition::*;
use apprentice_contracts::agent_run::{AgentRun, AgentRunQuery, AgentRuntimesResponse, StartAgentRunRequest};
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::gate::{Gate, GatesQuery, GatesResponse, StartGateRequest};
use apprentice_contracts::schedule::SchedulesResponse;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(AGENT_CONNECTIONS, agent_connections);
    api.add(AGENT_RUNTIMES, agent_runtimes);
    api.add(START_AGENT_RUN, start_agent_run);
    api.add(AGENT_RUN, agent_run);
    api.add(CANCEL_AGENT_RUN, cancel_agent_run);
    api.add(START_GATE, start_gate);
    api.add(GATES, gates);
    api.add(GATE, gate);
    api.add(CANCEL_GATE, cancel_gate);
    api.add(SCHEDULES, schedules);
    api.add(AGENT_DEFINITIONS, agent_definitions);
    api.add(AGENT_DEFINITION, agent_definition);
    api.add(PREVIEW_AGENT_DEFINITION, preview_agent_definition);
    api.add(INSTALL_AGENT_DEFINITION, install_agent_definition);
    api.add(UNINSTALL_AGENT_DEFINITION, uninstall_agent_definition);
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

pub const AGENT_RUNTIMES: Operation =
    get("agent_runtimes", "/api/agents/runtimes", "List the agents that can be run, and how their runs are isolated.")
        .person()
        .provides(&[Tag::Connections]);

async fn agent_runtimes(app: App) -> Reply<AgentRuntimesResponse> {
    reply(app.engine.agent_runtimes().await)
}

pub const START_AGENT_RUN: Operation =
    post("start_agent_run", "/api/agents/runs", "Start an agent run for an ability, a draft or a message.")
        .person()
        .refuses(&[
            E::AbilityNotFound,
            E::AbilityNotUsable,
            E::AdapterUnavailable,
            E::ClientRequestIdReused,
            E::InvalidLearnStateTransition,
            E::NotFound,
            E::ProposalNotFound,
            E::TestPolicyViolation,
        ])
        .changes(&[Tag::Rehearsal, Tag::Session, Tag::Receipts, Tag::Runtime]);

async fn start_agent_run(app: App, Valid(request): Valid<StartAgentRunRequest>) -> Reply<AgentRun> {
    reply(app.engine.start_agent_run(request).await)
}

pub const AGENT_RUN: Operation =
    get("agent_run", "/api/agents/runs/{runId}", "Read a run of an agent: its progress, its transcript, its result.")
        .person()
        .provides(&[Tag::Rehearsal]);

async fn agent_run(app: App, Run(id): Run, ValidQuery(query): ValidQuery<AgentRunQuery>) -> Reply<AgentRun> {
    reply(app.engine.agent_run(id, query).await)
}

pub const CANCEL_AGENT_RUN: Operation =
    post("cancel_agent_run", "/api/agents/runs/{runId}/cancel", "End a run of an agent without a verdict.").person().changes(&[
        Tag::Rehearsal,
        Tag::Session,
        Tag::Receipts,
        Tag::Runtime,
        Tag::Abilities,
    ]);

async fn cancel_agent_run(app: App, Run(id): Run) -> Reply<AgentRun> {
    reply(app.engine.cancel_agent_run(id).await)
}

pub const START_GATE: Operation = post(
    "start_gate",
    "/api/agents/gates",
    "Test whether a skill helps an agent: the same task without it, with the bare recording, and with it.",
)
.person()
.refuses(&[
    E::AbilityNotFound,
    E::AbilityNotUsable,
    E::AdapterUnavailable,
    E::ClientRequestIdReused,
    E::InvalidLearnStateTransition,
    E::LearnSessionNotFound,
    E::ProposalNotFound,
    E::TestPolicyViolation,
])
.changes(&[Tag::Rehearsal]);

async fn start_gate(app: App, Valid(request): Valid<StartGateRequest>) -> Reply<Gate> {
    reply(app.engine.start_gate(request).await)
}

pub const GATES: Operation =
    get("gates", "/api/agents/gates", "List the gates with their verdicts, newest first.").person().provides(&[Tag::Rehearsal]);

async fn gates(app: App, ValidQuery(query): ValidQuery<GatesQuery>) -> Reply<GatesResponse> {
    reply(app.engine.gates(query).await)
}

pub const GATE: Operation =
    get("gate", "/api/agents/gates/{gateId}", "Read a gate: its tries, its arms with their intervals, and its verdict.")
        .person()
        .provides(&[Tag::Rehearsal]);

async fn gate(app: App, GatePath(id): GatePath) -> Reply<Gate> {
    reply(app.engine.gate(id).await)
}

pub const CANCEL_GATE: Operation =
    post("cancel_gate", "/api/agents/gates/{gateId}/cancel", "End a gate without a verdict.").person().changes(&[Tag::Rehearsal]);

async fn cancel_gate(app: App, GatePath(id): GatePath) -> Reply<Gate> {
    reply(app.engine.cancel_gate(id).await)
}

pub const SCHEDULES: Operation =
    get("schedules", "/api/agents/schedules", "List the scheduled work of agents, and the abilities that it uses.")
        .person()
        .provides(&[Tag::Abilities]);

async fn schedules(app: App) -> Reply<SchedulesResponse> {
    reply(app.engine.schedules().await)
}

pub const AGENT_DEFINITIONS: Operation =
    get("agent_definitions", "/api/agents/definitions", "List agent definitions, in the order of precedence.")
        .person()
        .provides(&[Tag::Connections]);

async fn agent_definitions(app: App, ValidQuery(query): ValidQuery<AgentDefinitionsQuery>) -> Reply<AgentDefinitionsResponse> {
    reply(app.engine.agent_definitions(query).await)
}

pub const AGENT_DEFINITION: Operation = get(
    "agent_definition",
    "/api/agents/definitions/{definitionName}",
    "Read the effective agent definition of a name, with its instructions.",
)
.person()
.provides(&[Tag::Connections]);

async fn agent_definition(
    app: App,
    DefinitionName(name): DefinitionName,
    ValidQuery(query): ValidQuery<AgentDefinitionsQuery>,
) -> Reply<AgentDefinitionDetail> {
    reply(app.engine.agent_definition(&name, query).await)
}

pub const PREVIEW_AGENT_DEFINITION: Operation = post(
    "preview_agent_definition",
    "/api/agents/{agentId}/definitions/preview",
    "Preview a definition in the format of an agent, with the fields that this format lacks.",
)
.person()
.refuses(&[E::Conflict, E::TargetNotWritable])
.provides(&[Tag::Connections]);

async fn preview_agent_definition(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<PreviewAgentDefinitionRequest>,
) -> Reply<AgentDefinitionPreview> {
    reply(app.engine.preview_agent_definition(&agent, request).await)
}

pub const INSTALL_AGENT_DEFINITION: Operation = post(
    "install_agent_definition",
    "/api/agents/{agentId}/definitions",
    "Write the previewed definition into the folder of an agent.",
)
.person()
.refuses(&[E::TargetNotWritable])
.changes(&[Tag::Connections]);

async fn install_agent_definition(
    app: App,
    AgentId(agent): AgentId,
    Valid(request): Valid<InstallAgentDefinitionRequest>,
) -> Reply<InstalledAgentDefinition> {
    reply(app.engine.install_agent_definition(&agent, request).await)
}

pub const UNINSTALL_AGENT_DEFINITION: Operation = delete(
    "uninstall_agent_definition",
    "/api/agents/{agentId}/definitions/{definitionName}",
    "Remove a definition that was written into the folder of an agent, if nobody edited it.",
)
.person()
.refuses(&[E::TargetNotWritable])
.changes(&[Tag::Connections]);

async fn uninstall_agent_definition(
    app: App,
    AgentId(agent): AgentId,
    DefinitionName(name): DefinitionName,
) -> Reply<InstalledAgentDefinition> {
    reply(app.engine.uninstall_agent_definition(&agent, &name).await)
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
