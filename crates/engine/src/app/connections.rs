//! Connecting the agents of this machine: what would be written is shown first, and only that is written.

use crate::core::request;
use crate::{Answer, Engine};
use apprentice_agents::clients::{CLIENTS, Client, find};
use apprentice_agents::{ConfigurationError, apply, plan, status};
use apprentice_contracts::agent::{
    AgentConnection, AgentConnectionPreview, AgentConnectionsResponse, ChangeAgentConnectionRequest, ConnectionChange,
    PreviewAgentConnectionRequest,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_observe::redact;
use apprentice_skills::agents::targets::Machine;
use serde_json::json;

impl Engine {
    pub async fn agent_connections(&self) -> Answer<AgentConnectionsResponse> {
        let command = self.command();
        let told = command.clone();
        let connections =
            self.beside(move |machine| Ok(CLIENTS.iter().map(|client| seen(machine, client, &command)).collect())).await?;
        Ok(AgentConnectionsResponse { connections, command: told })
    }

    pub async fn preview_agent_connection(
        &self,
        agent: &str,
        request: PreviewAgentConnectionRequest,
    ) -> Answer<AgentConnectionPreview> {
        let (client, change) = (known(agent)?, request::valid(request)?.change);
        let command = self.startable(change)?;
        self.beside(move |machine| {
            let plan = plan(machine, client, &command, change).map_err(refused)?;
            Ok(AgentConnectionPreview {
                agent_id: client.id.to_owned(),
                change,
                config_path: plan.file.display().to_string(),
                creates_file: plan.creates_file,
                // The lines around ours may hold keys of other servers.
                diff: plan.diff.split_inclusive('\n').map(|line| redact::mask_text(line).0).collect(),
                digest: plan.digest,
            })
        })
        .await
    }

    /// Writes what a preview showed. `CONFLICT`: the file changed since.
    pub async fn change_agent_connection(&self, agent: &str, request: ChangeAgentConnectionRequest) -> Answer<AgentConnection> {
        let request = request::valid(request)?;
        let client = known(agent)?;
        let command = self.startable(request.change)?;
        self.beside(move |machine| {
            apply(machine, client, &command, request.change, &request.digest).map_err(refused)?;
            tracing::info!(agent = client.id, change = ?request.change, "an agent's configuration was changed as shown");
            Ok(seen(machine, client, &command))
        })
        .await
    }

    /// The program and arguments by which an agent reaches this home; empty when the program is not known.
    fn command(&self) -> Vec<String> {
        let Some(program) = &self.inner.edge.command_line else { return Vec::new() };
        let mut command = vec![program.display().to_string(), "mcp".to_owned()];
        if !self.inner.edge.usual_home {
            command.extend(["--home".to_owned(), self.inner.edge.home.display().to_string()]);
        }
        command
    }

    fn startable(&self, change: ConnectionChange) -> Answer<Vec<String>> {
        let command = self.command();
        if command.is_empty() && change == ConnectionChange::Connect {
            let message =
                "The command-line program “apprentice” was not found beside this one or in PATH. Install it, then connect.";
            return Err(Failure::new(ErrorCode::NotFound, message));
        }
        Ok(command)
    }

    /// Runs what reads and writes files off the threads that serve.
    async fn beside<T, F>(&self, work: F) -> Answer<T>
    where
        F: FnOnce(&Machine) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let machine = self.inner.edge.machine.clone();
        tokio::task::spawn_blocking(move || work(&machine))
            .await
            .map_err(|error| crate::internal("looking at an agent's configuration", &error))?
    }
}

fn known(agent: &str) -> Answer<&'static Client> {
    find(agent).ok_or_else(|| {
        let ids: Vec<&str> = CLIENTS.iter().map(|client| client.id).collect();
        let message = format!("There is no agent “{agent}” that can be connected here. There are {}.", ids.join(", "));
        Failure::new(ErrorCode::NotFound, message)
    })
}

fn seen(machine: &Machine, client: &Client, command: &[String]) -> AgentConnection {
    let look = status(machine, client, command);
    AgentConnection {
        agent_id: client.id.to_owned(),
        label: client.agent().label.to_owned(),
        state: look.state,
        config_path: look.file.map(|file| file.display().to_string()),
        note: look.note,
    }
}

fn refused(trouble: ConfigurationError) -> Failure {
    let message = trouble.to_string();
    match trouble {
        ConfigurationError::Changed { .. } | ConfigurationError::Unreadable { .. } => Failure::new(ErrorCode::Conflict, message),
        ConfigurationError::Unchangeable { path, why, snippet } => {
            let message = format!("{} is not changed: {why}. Add the entry by hand.", path.display());
            Failure::new(ErrorCode::Conflict, message).with_details(json!({ "config_path": path, "entry": snippet }))
        }
        ConfigurationError::NoHome | ConfigurationError::Unwritable { .. } => Failure::new(ErrorCode::TargetNotWritable, message),
    }
}
