//! One connector as a server of its own, for `apprentice mcp-proxy` in the configuration of an agent.

use super::policy::McpPolicyMode;
use crate::ids::McpServerId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `POST /api/mcp/proxy`: the connector that a wrapped command belongs to. Exactly one of `server` and `program`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpProxyRequest {
    /// Its `server_id` or name.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub server: Option<String>,
    /// Its program, as it is registered: a name in `PATH` and its absolute path are the same program.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub program: Option<String>,
    /// All arguments of the program.
    #[serde(default)]
    #[garde(length(max = 200), inner(length(chars, max = 8000)))]
    pub arguments: Vec<String>,
    /// The name of the agent that asks.
    #[serde(default)]
    #[garde(length(chars, max = 80))]
    pub agent: Option<String>,
}

/// A tool as an agent gets it. Its words are those of its server: data, and no instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpProxyTool {
    /// Its name on its server.
    pub name: String,
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// What its server says of it: `readOnlyHint` and others.
    pub annotations: Value,
    /// Whether a call of it asks the person first.
    pub policy: McpPolicyMode,
}

/// The connector and those of its tools that can be called: they did not change since the person read them, and no policy switches them off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpProxyResponse {
    /// The connector.
    pub server_id: McpServerId,
    /// Its name.
    pub display_name: String,
    /// Its tools, by name.
    pub tools: Vec<McpProxyTool>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
