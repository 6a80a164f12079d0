//! How the agents of this machine reach Apprentice: as an MCP server in their own configuration.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether an agent's configuration names Apprentice as an MCP server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionState {
    /// The agent starts this Apprentice.
    Connected,
    /// The agent has an entry for Apprentice that starts another program or is disabled.
    Outdated,
    /// The agent's configuration has no entry for Apprentice.
    Absent,
    /// The agent's configuration cannot be read; `note` says why.
    Unreadable,
    /// The agent was not found on this machine.
    NotInstalled,
}

impl ConnectionState {
    /// The changes that make a difference in this state. Without a program to start, no agent can be connected.
    pub const fn actions(self, startable: bool) -> &'static [ConnectionChange] {
        use ConnectionChange::{Connect, Disconnect};
        match (self, startable) {
            (Self::Connected, _) | (Self::Outdated, false) => &[Disconnect],
            (Self::Outdated, true) => &[Connect, Disconnect],
            (Self::Absent, true) => &[Connect],
            (Self::Absent, false) | (Self::Unreadable | Self::NotInstalled, _) => &[],
        }
    }
}

/// One agent that can be connected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentConnection {
    /// The agent, as `apprentice agents list` names it.
    pub agent_id: String,
    /// The agent's name for people.
    pub label: String,
    /// Whether the agent is connected.
    pub state: ConnectionState,
    /// Absolute path of the file that a change edits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_path: Option<String>,
    /// Why the state is what it is, and what to do, where the state alone does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The changes that are possible now, in the order in which the window offers them.
    pub actions: Vec<ConnectionChange>,
}

/// `GET /api/agents/connections`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentConnectionsResponse {
    /// Every agent that can be connected.
    pub connections: Vec<AgentConnection>,
    /// Program and arguments that a connected agent starts. Empty when the command-line program was not found.
    pub command: Vec<String>,
}

/// A change of an agent's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionChange {
    /// Add or update the entry for Apprentice.
    Connect,
    /// Remove the entry for Apprentice.
    Disconnect,
}

/// `POST /api/agents/{agentId}/connection/preview`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PreviewAgentConnectionRequest {
    /// The change to preview.
    #[garde(skip)]
    pub change: ConnectionChange,
}

/// A change of an agent's configuration, shown before it is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentConnectionPreview {
    /// The agent.
    pub agent_id: String,
    /// The previewed change.
    pub change: ConnectionChange,
    /// Absolute path of the file that the change edits.
    pub config_path: String,
    /// Whether the file does not exist yet.
    pub creates_file: bool,
    /// Unified diff with secrets masked. Empty when nothing would change.
    pub diff: String,
    /// Identifies this change of this file content: 64 hexadecimal digits.
    pub digest: String,
}

/// `POST /api/agents/{agentId}/connection`: makes the change that was previewed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ChangeAgentConnectionRequest {
    /// The change to make.
    #[garde(skip)]
    pub change: ConnectionChange,
    /// `digest` of the preview. `CONFLICT` when the file has changed since.
    #[garde(length(min = 64, max = 64))]
    pub digest: String,
}
