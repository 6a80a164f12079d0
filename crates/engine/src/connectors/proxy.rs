//! One connector as a server of its own: what `apprentice mcp-proxy` in the configuration of an agent shows that agent.

use super::fence::{described, described_schema};
use super::{ConnectorCaller, Connectors, policy};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_connectors::findings::visible;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::StoreError;
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::mcp_tools::{self, McpToolRecord};
use serde_json::{Value, json};
use std::path::PathBuf;

impl Connectors {
    /// The connector that an agent's configuration names or wraps, and its tools that can be called. It is started or reached, so that they are
    /// those of now. `may`: as for a call.
    ///
    /// Errors: `INVALID_REQUEST`, `MCP_SERVER_NOT_FOUND` with the command that registers it, those of opening a connection.
    pub(crate) async fn proxied(
        &self,
        request: McpProxyRequest,
        caller: ConnectorCaller,
        may: &(dyn Fn() -> Answer<()> + Send + Sync),
    ) -> Answer<McpProxyResponse> {
        may()?;
        let record = self.wrapped(&request).await?;
        let id = record.entry.server_id.clone();
        self.open(&id, &caller).await?;
        let (owner, now) = (record.clone(), self.core.now());
        let read = self.core.store.read(move |db| {
            let mut found = Vec::new();
            let tools = mcp_tools::of_server(db, &owner.entry.server_id)?.into_iter();
            for tool in tools.filter(|tool| tool.listed && tool.state != McpPinState::Changed) {
                let policy = policy::of_tool(db, &owner, &tool, now)?.mode;
                if policy != McpPolicyMode::Disabled {
                    found.push(shown(&tool, policy));
                }
            }
            Ok::<_, StoreError>(found)
        });
        let tools = read.await.map_err(crate::stored)?;
        Ok(McpProxyResponse { server_id: id, display_name: record.entry.display_name, tools, schema_version: SCHEMA_VERSION })
    }

    async fn wrapped(&self, request: &McpProxyRequest) -> Answer<McpServerRecord> {
        let all = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        let found = match (&request.server, &request.program) {
            (Some(name), None) => {
                let by_name = |record: &&McpServerRecord| record.entry.display_name.to_lowercase() == name.to_lowercase();
                all.iter().find(|record| record.entry.server_id == name.as_str()).or_else(|| all.iter().find(by_name))
            }
            (None, Some(program)) => {
                let wanted = self.absolute(program);
                let is_it = |record: &&McpServerRecord| {
                    let command = record.entry.command.as_ref();
                    command.is_some_and(|command| {
                        command.arguments == request.arguments && self.absolute(&command.program) == wanted
                    })
                };
                // Of two that are alike, the one that can be used.
                let usable =
                    |record: &&McpServerRecord| is_it(record) && record.entry.enabled && super::identity::is_trusted(record);
                all.iter().find(usable).or_else(|| all.iter().find(is_it))
            }
            _ => return Err(invalid("server", "name a connector, or give the program that is wrapped, and not both")),
        };
        found.cloned().ok_or_else(|| unregistered(request))
    }

    fn absolute(&self, program: &str) -> PathBuf {
        self.find_program(program).unwrap_or_else(|| PathBuf::from(program))
    }
}

/// The refusal of a command that the person has not registered: an agent cannot do it for them.
fn unregistered(request: &McpProxyRequest) -> Failure {
    let message = match (&request.server, &request.program) {
        (Some(name), _) => format!("There is no connector “{}”. `apprentice connectors list` lists them.", visible(name)),
        (None, program) => {
            let words = program.iter().chain(&request.arguments).map(|word| visible(word)).collect::<Vec<_>>().join(" ");
            let words: String = words.chars().take(120).collect();
            format!("The person has not registered this server. They can do it with: apprentice connectors add NAME -- {words}")
        }
    };
    Failure::new(ErrorCode::McpServerNotFound, message)
        .with_details(json!({ "program": request.program, "arguments": request.arguments }))
}

fn shown(tool: &McpToolRecord, policy: McpPolicyMode) -> McpProxyTool {
    let definition = &tool.definition;
    McpProxyTool {
        name: tool.name.clone(),
        title: definition["title"].as_str().map(described),
        description: definition["description"].as_str().map(described).unwrap_or_default(),
        input_schema: definition.get("inputSchema").map_or(Value::Null, described_schema),
        annotations: definition.get("annotations").map_or(Value::Null, described_schema),
        policy,
    }
}
