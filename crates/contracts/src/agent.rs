//! How the agents of this machine come to Apprentice: as an MCP server in their own configuration.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionState {
    /// The agent starts this Apprentice.
    Connected,
    /// The agent has an entry that starts something else, or is switched off.
    Outdated,
    Absent,
    /// The agent's configuration cannot be read; `note` says why.
    Unreadable,
    NotInstalled,
}

/// One agent that can be connected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentConnection {
    /// As in `apprentice agents list`.
    pub agent_id: String,
    pub label: String,
    pub state: ConnectionState,
    /// Absolute; the file that a change would be made in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// `GET /api/agents/connections`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentConnectionsResponse {
    pub connections: Vec<AgentConnection>,
    /// Program and arguments that an agent starts; empty when the command-line program was not found.
    pub command: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionChange {
    Connect,
    Disconnect,
}

/// `POST /api/agents/{agentId}/connection/preview`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PreviewAgentConnectionRequest {
    #[garde(skip)]
    pub change: ConnectionChange,
}

/// What would be written, to be shown before it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentConnectionPreview {
    pub agent_id: String,
    pub change: ConnectionChange,
    pub config_path: String,
    pub creates_file: bool,
    /// Unified diff, secrets masked; empty: nothing would change.
    pub diff: String,
    /// Stands for exactly this change of exactly this file.
    pub digest: String,
}

/// `POST /api/agents/{agentId}/connection`: makes the change that was shown.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ChangeAgentConnectionRequest {
    #[garde(skip)]
    pub change: ConnectionChange,
    /// Of the preview. `CONFLICT` when the file is another one by now.
    #[garde(length(min = 64, max = 64))]
    pub digest: String,
}
