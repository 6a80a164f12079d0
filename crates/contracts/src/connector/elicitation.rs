//! What a server asks the person during a call (elicitation, MCP 2025-11-25): values of a form, or to open an address.

use crate::Time;
use crate::ids::{McpDispatchId, McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How a server asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpElicitationMode {
    /// The server asks for values. It receives those that the person enters.
    Form,
    /// The server asks the person to open an address. Apprentice does not report to the server what they do there.
    Url,
}

/// What a value of a form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpElicitationKind {
    /// A text.
    Text,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// Yes or no.
    Boolean,
    /// One of `choices`.
    Choice,
    /// Some of `choices`.
    Choices,
}

/// One value that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpElicitationChoice {
    /// What the server is given.
    pub value: String,
    /// Its words for it.
    pub label: String,
}

/// One field of a form. Its words are those of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpElicitationField {
    /// Its name, which the server is given.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What its value is.
    pub kind: McpElicitationKind,
    /// Whether it has to have one.
    pub required: bool,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<McpElicitationChoice>,
    /// The form of a text: `email`, `uri`, `date` or `date-time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Least number, characters or choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// Most of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<f64>,
    /// What the server proposes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
}

/// A request of a server that waits for the person. It is in memory alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpElicitation {
    /// Identifies the request.
    pub dispatch_id: McpDispatchId,
    /// The server.
    pub server_id: McpServerId,
    /// The name of the server.
    pub server_name: String,
    /// How it asks.
    pub mode: McpElicitationMode,
    /// Its words, at most 2,000 characters. Characters that cannot be seen are shown as `⟨U+200B⟩`.
    pub message: String,
    /// The fields of its form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<McpElicitationField>,
    /// The address that it wants opened, whole. It is `https:`, or `http:` on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The host of the address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Until when it can be answered.
    pub expires_at: Time,
    /// When it asked.
    pub created_at: Time,
}

/// What the person answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpElicitationAction {
    /// Yes, with `content` for a form.
    Accept,
    /// No.
    Decline,
    /// Neither: the request was closed.
    Cancel,
}

/// `POST /api/mcp/ask-first/:dispatchId/answer`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpElicitationAnswerRequest {
    /// The answer.
    #[garde(skip)]
    pub action: McpElicitationAction,
    /// The values of a form that is accepted, by the names of its fields.
    #[serde(default)]
    #[garde(skip)]
    pub content: Map<String, Value>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// What an answer did. The server has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpElicitationAnswerResponse {
    /// The request.
    pub dispatch_id: McpDispatchId,
    /// The answer.
    pub action: McpElicitationAction,
    /// The address that was accepted, for the person to open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The receipt of the answer. It has no value.
    pub receipt_id: ReceiptId,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
