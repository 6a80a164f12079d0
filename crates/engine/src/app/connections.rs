//! Connects the agents of this machine. A preview shows what would be written, and only that is written.

use crate::Answer;
use crate::app::App;
use crate::core::agent_configuration::{masked, refused};
use crate::core::blocking::blocking;
use apprentice_agents::clients::{CLIENTS, Client, find};
use apprentice_agents::{ConnectionStatus, Plan, apply, plan, status};
use apprentice_contracts::agent::{
    AgentConnection, AgentConnectionPreview, AgentConnectionsResponse, ChangeAgentConnectionRequest, ConnectionChange,
    PreviewAgentConnectionRequest,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_skills::agents::targets::Machine;

impl App {
    pub(crate) async fn agent_connections(&self) -> Answer<AgentConnectionsResponse> {
        let command = self.command();
        let shown = command.clone();
        let connections = self
            .with_machine(move |machine| Ok(CLIENTS.iter().map(|client| connection_of(machine, client, &command)).collect()))
            .await?;
        Ok(AgentConnectionsResponse { connections, command: shown })
    }

    pub(crate) async fn preview_agent_connection(
        &self,
        agent: &str,
        request: PreviewAgentConnectionRequest,
    ) -> Answer<AgentConnectionPreview> {
        let (client, change) = (find_client(agent)?, request.change);
        let command = self.startable_command(change)?;
        self.with_machine(move |machine| {
            let plan = plan(machine, client, &command, change).map_err(refused)?;
            Ok(shown(client.id, change, plan))
        })
        .await
    }

    pub(crate) async fn change_agent_connection(
        &self,
        agent: &str,
        request: ChangeAgentConnectionRequest,
    ) -> Answer<AgentConnection> {
        let client = find_client(agent)?;
        let command = self.startable_command(request.change)?;
        self.with_machine(move |machine| {
            apply(machine, client, &command, request.change, &request.digest).map_err(refused)?;
            tracing::info!(agent = client.id, change = ?request.change, "an agent's configuration was changed as shown");
            Ok(connection_of(machine, client, &command))
        })
        .await
    }

    /// The program and arguments with which an agent starts a connection to this home; empty when the program is not known.
    fn command(&self) -> Vec<String> {
        let Some(program) = &self.core.options.command_line else { return Vec::new() };
        let mut command = vec![program.display().to_string(), "mcp".to_owned()];
        if !self.core.options.usual_home {
            command.extend(["--home".to_owned(), self.core.options.home.display().to_string()]);
        }
        command
    }

    pub(super) fn startable_command(&self, change: ConnectionChange) -> Answer<Vec<String>> {
        let command = self.command();
        if command.is_empty() && change == ConnectionChange::Connect {
            let message =
                "The command-line program “apprentice” was not found next to this program or in PATH. Install it, then connect.";
            return Err(Failure::new(ErrorCode::NotFound, message));
        }
        Ok(command)
    }

    /// Runs file access on a thread that may block.
    pub(super) async fn with_machine<T, F>(&self, work: F) -> Answer<T>
    where
        F: FnOnce(&Machine) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let machine = self.core.options.machine.clone();
        blocking("looking at an agent's configuration", move || work(&machine)).await?
    }
}

/// A planned change as the person sees it.
pub(super) fn shown(agent: &str, change: ConnectionChange, plan: Plan) -> AgentConnectionPreview {
    AgentConnectionPreview {
        agent_id: agent.to_owned(),
        change,
        config_path: plan.file.display().to_string(),
        creates_file: plan.creates_file,
        diff: masked(&plan.diff),
        digest: plan.digest,
    }
}

fn find_client(agent: &str) -> Answer<&'static Client> {
    find(agent).ok_or_else(|| {
        let ids: Vec<&str> = CLIENTS.iter().map(|client| client.id).collect();
        let message = format!("There is no agent “{agent}” that can be connected here. There are {}.", ids.join(", "));
        Failure::new(ErrorCode::NotFound, message)
    })
}

fn connection_of(machine: &Machine, client: &Client, command: &[String]) -> AgentConnection {
    let status = status(machine, client, command);
    connection(client.id, client.agent().label, status, !command.is_empty())
}

/// `is_startable`: the program that the agent would start is known.
pub(super) fn connection(agent_id: &str, label: &str, status: ConnectionStatus, is_startable: bool) -> AgentConnection {
    AgentConnection {
        agent_id: agent_id.to_owned(),
        label: label.to_owned(),
        state: status.state,
        config_path: status.file.map(|file| file.display().to_string()),
        note: status.note,
        actions: status.state.actions(is_startable).to_vec(),
    }
}
