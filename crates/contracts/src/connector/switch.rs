//! Switching an agent over: the MCP servers in its own configuration are replaced by Apprentice, so that their calls pass the gate.

use crate::Time;
use crate::ids::McpServerId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the entries of the agent become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpSwitchMode {
    /// They are removed, and the one entry of Apprentice takes their place.
    #[default]
    OneEntry,
    /// Each keeps its name and starts `apprentice mcp-proxy`, so that its tools keep theirs.
    Wrapped,
}

/// A change of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpSwitchChange {
    /// Replace its entries by Apprentice.
    Switch,
    /// Put the entries back.
    Undo,
}

/// One server in the configuration of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpSwitchEntry {
    /// Its name there.
    pub name: String,
    /// The project that it is used in. Absent: everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The connector that it is. Absent: it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_id: Option<McpServerId>,
    /// Why it stays as it is, and what to do, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An agent that can be switched over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpSwitchAgent {
    /// The agent, as `apprentice agents list` names it.
    pub agent_id: String,
    /// The agent's name for people.
    pub label: String,
    /// Absolute path of its configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_path: Option<String>,
    /// How it was switched over. Absent: it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<McpSwitchMode>,
    /// When it was switched over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switched_at: Option<Time>,
    /// The entries that were replaced.
    pub entries: Vec<McpSwitchEntry>,
    /// The changes that are possible now.
    pub actions: Vec<McpSwitchChange>,
}

/// `GET /api/mcp/switches`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpSwitchListResponse {
    /// The agents of this machine that can be switched over.
    pub agents: Vec<McpSwitchAgent>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/switches/:agentId/preview`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpSwitchPreviewRequest {
    /// The change to preview.
    #[garde(skip)]
    pub change: McpSwitchChange,
    /// What the entries become. It has no effect on `undo`.
    #[serde(default)]
    #[garde(skip)]
    pub mode: McpSwitchMode,
}

/// What a change of an agent would write. Nothing is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpSwitchPreview {
    /// The agent.
    pub agent_id: String,
    /// The agent's name for people.
    pub label: String,
    /// The previewed change.
    pub change: McpSwitchChange,
    /// What the entries become.
    pub mode: McpSwitchMode,
    /// Absolute path of the file that the change edits.
    pub config_path: String,
    /// Its servers, those that stay with the reason.
    pub entries: Vec<McpSwitchEntry>,
    /// Unified diff with secrets masked. Empty when nothing would change.
    pub diff: String,
    /// Identifies this change of this file content: 64 hexadecimal digits.
    pub digest: String,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/switches/:agentId`: makes the change that was previewed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpSwitchRequest {
    /// The change to make.
    #[garde(skip)]
    pub change: McpSwitchChange,
    /// What the entries become. It has no effect on `undo`.
    #[serde(default)]
    #[garde(skip)]
    pub mode: McpSwitchMode,
    /// `digest` of the preview. `CONFLICT` when the file has changed since.
    #[garde(length(min = 64, max = 64))]
    pub digest: String,
}
