//! Lets the hooks of agents ask Apprentice. A preview shows what would be written, and only that is written.

use super::connections::{connection, shown};
use crate::Answer;
use crate::app::App;
use crate::core::agent_configuration::refused;
use crate::hooks::RULES;
use apprentice_agents::hooks::agents::{HOOK_AGENTS, HookAgent, find};
use apprentice_agents::hooks::install::{self, Command};
use apprentice_agents::hooks::rules;
use apprentice_contracts::agent::{AgentConnection, AgentConnectionPreview, ConnectionChange};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::hook::{AgentHooksResponse, ChangeAgentHooksRequest, PreviewAgentHooksRequest};
use apprentice_skills::agents::targets::Machine;
use std::path::{Path, PathBuf};

/// What the entries of an agent start, kept for a thread that may block.
struct Started {
    program: Option<PathBuf>,
    home: Option<PathBuf>,
}

impl Started {
    fn command(&self, fail_closed: bool) -> Command<'_> {
        // Entries are recognized by the name of the program, so that they can be removed without it.
        let program = self.program.as_deref().unwrap_or(Path::new("apprentice"));
        Command { program, home: self.home.as_deref(), fail_closed }
    }
}

impl App {
    pub(crate) async fn agent_hooks(&self) -> Answer<AgentHooksResponse> {
        let (started, file) = (self.started(), self.core.options.home.join(RULES));
        self.with_machine(move |machine| {
            let read = rules::read_file(&file);
            Ok(AgentHooksResponse {
                agents: HOOK_AGENTS.iter().map(|agent| connection_of(machine, agent, &started)).collect(),
                rules_path: file.display().to_string(),
                rules: u32::try_from(read.rules.len()).unwrap_or(u32::MAX),
                problems: read.problems,
            })
        })
        .await
    }

    pub(crate) async fn preview_agent_hooks(
        &self,
        agent: &str,
        request: PreviewAgentHooksRequest,
    ) -> Answer<AgentConnectionPreview> {
        let (agent, started) = (find_agent(agent)?, self.startable(request.change)?);
        self.with_machine(move |machine| {
            let plan = install::plan(machine, agent, started.command(request.fail_closed), request.change).map_err(refused)?;
            Ok(shown(agent.id, request.change, plan))
        })
        .await
    }

    pub(crate) async fn change_agent_hooks(&self, agent: &str, request: ChangeAgentHooksRequest) -> Answer<AgentConnection> {
        let (agent, started) = (find_agent(agent)?, self.startable(request.change)?);
        self.with_machine(move |machine| {
            let command = started.command(request.fail_closed);
            install::apply(machine, agent, command, request.change, &request.digest).map_err(refused)?;
            tracing::info!(agent = agent.id, change = ?request.change, "the hooks of an agent were changed as shown");
            Ok(connection_of(machine, agent, &started))
        })
        .await
    }

    fn started(&self) -> Started {
        let options = &self.core.options;
        Started { program: options.command_line.clone(), home: (!options.usual_home).then(|| options.home.clone()) }
    }

    fn startable(&self, change: ConnectionChange) -> Answer<Started> {
        self.startable_command(change).map(|_| self.started())
    }
}

fn find_agent(agent: &str) -> Answer<&'static HookAgent> {
    find(agent).ok_or_else(|| {
        let ids: Vec<&str> = HOOK_AGENTS.iter().map(|agent| agent.id).collect();
        let message = format!("There is no agent “{agent}” whose hooks can ask Apprentice. There are {}.", ids.join(", "));
        Failure::new(ErrorCode::NotFound, message)
    })
}

fn connection_of(machine: &Machine, agent: &HookAgent, started: &Started) -> AgentConnection {
    let status = install::status(machine, agent, started.program.as_deref(), started.home.as_deref());
    connection(agent.id, agent.agent().label, status, started.program.is_some())
}
