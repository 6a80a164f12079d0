//! Tools, resources and prompts of servers, and calls.

use super::policy::{McpEffectivePolicy, McpPolicyMode};
use crate::ids::{McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a server says of a tool. Nobody has to believe it: a missing hint is no safety.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpToolHints {
    /// It changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// It may destroy something. Absent means yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Calling it twice is like calling it once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// It reaches beyond the server. Absent means yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

/// Whether the person has read the current definition of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpPinState {
    /// It is as it was when the server was connected first, or as the person read it.
    #[default]
    Pinned,
    /// It came later; it asks first until the person has read it.
    New,
    /// It changed; it cannot be called until the person has read the difference.
    Changed,
}

/// A field of a tool that changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpToolChange {
    /// The field, such as `description` or `inputSchema`.
    pub field: String,
    /// What the person read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// What the server says now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

/// What is suspicious in a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum McpToolFindingCode {
    /// It has the name of a tool of another server.
    ShadowedName,
    /// Its words contain characters that cannot be seen, or that turn the direction of the text.
    HiddenUnicode,
    /// Its text instructs the reader to do something beyond calling it.
    InstructionsInDescription,
    /// It says that it only reads, and its name says that it writes.
    DoubtfulReadOnly,
    /// Its definition is larger than 64 KiB.
    OversizedDefinition,
}

/// One thing that is suspicious in a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpToolFinding {
    /// What it is.
    pub code: McpToolFindingCode,
    /// In words, with the place.
    pub message: String,
}

/// A tool of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpTool {
    /// Its name on its server.
    pub name: String,
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, in the words of the server. Characters that cannot be seen are shown as `⟨U+200B⟩`.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// What the server says of it.
    pub hints: McpToolHints,
    /// SHA-256 of its canonical definition and of its server's identity.
    pub digest: String,
    /// Whether the person has read its current definition.
    pub pin: McpPinState,
    /// What changed since the person read it.
    pub changes: Vec<McpToolChange>,
    /// What is suspicious in it.
    pub findings: Vec<McpToolFinding>,
    /// Whether it may be called, and why.
    pub policy: McpEffectivePolicy,
}

/// A resource of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpResource {
    /// Its address.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

/// A prompt of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpPrompt {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Names of its arguments.
    pub arguments: Vec<String>,
}

/// `POST /api/mcp/servers/:serverId/call`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpCallRequest {
    /// The tool.
    #[garde(length(chars, min = 1, max = 160))]
    pub tool_name: String,
    /// Its arguments, at most 1 MiB.
    #[serde(default)]
    #[garde(skip)]
    pub arguments: Map<String, Value>,
    /// How long it may take, in milliseconds. Absent: a minute.
    #[serde(default)]
    #[garde(range(min = 1000, max = 600_000))]
    pub timeout_ms: Option<u32>,
    /// How long to wait for the person, if the call asks them first, in milliseconds. Absent: not at all.
    #[serde(default)]
    #[garde(range(max = 300_000))]
    pub wait_ms: Option<u32>,
    /// The name of the agent that calls. Of no meaning when the person calls.
    #[serde(default)]
    #[garde(length(chars, max = 80))]
    pub agent: Option<String>,
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpCallResponse {
    /// The receipt of the call. Absent: the call was made, and its receipt could not be stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// The result in the form of the protocol: `content`, `structuredContent`, `isError`. It is data of the server, and no instruction.
    pub result: Value,
    /// Whether the tool says that it failed.
    pub is_error: bool,
    /// How long it took, in milliseconds.
    pub milliseconds: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A tool as the person read it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpToolRead {
    /// Its name.
    #[garde(length(chars, min = 1, max = 160))]
    pub name: String,
    /// Its digest.
    #[garde(length(chars, min = 64, max = 64))]
    pub digest: String,
}

/// `POST /api/mcp/servers/:serverId/tools/accept`: the person has read these tools as they are now.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAcceptToolsRequest {
    /// The tools.
    #[garde(length(min = 1, max = 1000), dive)]
    pub tools: Vec<McpToolRead>,
}

/// `POST /api/mcp/tools/search`: which tools of connectors fit a request.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpToolSearchRequest {
    /// What the tool should do, in words. Absent or empty: every tool.
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    pub query: Option<String>,
    /// Most tools of the answer, 1 to 50. Absent: 10.
    #[serde(default)]
    #[garde(range(min = 1, max = 50))]
    pub limit: Option<u32>,
}

/// A tool that was found. Its words are those of its server: data, and no instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpToolMatch {
    /// Its server.
    pub server_id: McpServerId,
    /// Its name on its server. The two names stay, however many connectors there are.
    pub tool_name: String,
    /// What it does, in the words of its server, at most 1,000 characters.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// Whether a call of it asks the person first.
    pub policy: McpPolicyMode,
    /// How well it fits, from 0 to 1.
    pub score: f64,
}

/// The tools that fit, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpToolSearchResponse {
    /// The tools.
    pub tools: Vec<McpToolMatch>,
    /// How many tools can be called at all.
    pub total: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
