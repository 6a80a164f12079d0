//! Servers that agents of this machine have in their own configuration.

use super::server::{McpCommand, McpServerListItem, McpTransport, McpVariable};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/mcp/import`: which configurations are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpImportQuery {
    /// Only the configuration of this agent.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub from: Option<String>,
}

/// Why a server that was found is not imported as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpImportVerdict {
    /// It can be imported.
    Ready,
    /// It can be imported, and then waits for values that the configuration does not hold.
    NeedsValues,
    /// The same server is registered already.
    AlreadyRegistered,
    /// It cannot be imported; `note` says why.
    Unsupported,
}

/// A server that was found in a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportItem {
    /// Identifies it in this plan: SHA-256 of where it was found and of what it is, secrets included.
    pub key: String,
    /// The agent, such as `claude-code`.
    pub agent: String,
    /// Its name for people.
    pub agent_label: String,
    /// The file.
    pub file: String,
    /// The project that the agent uses it in. Absent: everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The name in the configuration.
    pub name: String,
    /// How it is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport: Option<McpTransport>,
    /// Its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<McpCommand>,
    /// Its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint_url: Option<String>,
    /// Variables of its environment, and where the import would keep them.
    pub environment: Vec<McpVariable>,
    /// Headers, and where the import would keep them.
    pub headers: Vec<McpVariable>,
    /// Whether the agent uses it.
    pub enabled: bool,
    /// Whether it can be imported.
    pub verdict: McpImportVerdict,
    /// What to know about it, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A configuration that was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportSource {
    /// The agent.
    pub agent: String,
    /// Its name for people.
    pub agent_label: String,
    /// The file.
    pub file: String,
    /// Whether it exists.
    pub found: bool,
    /// Why it cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What an import would do. Nothing was changed, and no file of an agent ever is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportPlan {
    /// The servers that were found.
    pub items: Vec<McpImportItem>,
    /// The configurations that were looked for.
    pub sources: Vec<McpImportSource>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/import`: the servers of a plan to register. None is trusted or started.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpImportRequest {
    /// `key` of each.
    #[garde(length(min = 1, max = 200), inner(length(chars, min = 64, max = 64)))]
    pub keys: Vec<String>,
}

/// What an import did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportResponse {
    /// The servers that were registered.
    pub servers: Vec<McpServerListItem>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
