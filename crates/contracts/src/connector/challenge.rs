//! Challenges: a call that a server refused until the person signs in, or grants more (§0.2D). The call waits, and goes on once.

use super::sign_in::{McpAuthStartResponse, McpServerAuthStatus};
use crate::Time;
use crate::ids::{ClientRequestId, CorrelationId, McpAuthProfileId, McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a server wants before it takes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpChallengeKind {
    /// A sign-in of the person.
    SignIn,
    /// More scopes than the person granted.
    MoreScopes,
}

/// A call that waits for a sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthChallenge {
    /// Identifies the challenge.
    pub challenge_id: String,
    /// Connects the challenge with its receipts.
    pub correlation_id: CorrelationId,
    /// The server.
    pub server_id: McpServerId,
    /// The name of the server.
    pub server_name: String,
    /// What it wants.
    pub kind: McpChallengeKind,
    /// The scopes that it wants and the person did not grant.
    pub scopes: Vec<String>,
    /// The tool that was to be called.
    pub tool_name: String,
    /// Who calls: `person`, or `agent:NAME` with the name that the agent gave itself.
    pub requested_by: String,
    /// Number of callers that wait for it now.
    pub waiting: u32,
    /// The sign-in that was begun for it. Absent: none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign_in: Option<McpAuthStartResponse>,
    /// Until when it can be answered.
    pub expires_at: Time,
    /// When the server refused the call.
    pub created_at: Time,
}

/// What the person says to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpChallengeDecision {
    /// Sign in, or grant what is wanted; agree to open an address.
    Approve,
    /// Refuse it. The call is not made.
    Deny,
    /// Make the call again as things are.
    Retry,
}

/// `POST /api/mcp/auth/challenge/respond`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAuthChallengeRespondRequest {
    /// The challenge, or the `dispatch_id` of a question that asks the person to open an address.
    #[garde(length(chars, min = 1, max = 160))]
    pub challenge_id: String,
    /// What the person says; `action` in an older revision.
    #[serde(alias = "action")]
    #[garde(skip)]
    pub decision: McpChallengeDecision,
    /// Words to it, for the receipt.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub note: Option<String>,
    /// Sign in with this auth profile instead of the one that the connector has.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub selected_auth_profile_id: Option<McpAuthProfileId>,
    /// Show a code that the person types on any device, instead of opening a browser on this machine.
    #[serde(default)]
    #[garde(skip)]
    pub device_code: bool,
    /// Identifies the request of its sender. An answer is used once in any case.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    #[schemars(with = "Option<String>")]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(max = 1))]
    pub schema_version: u32,
}

/// How a challenge was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpChallengeResolution {
    /// The person agreed. If `resolved` is `false`, they have yet to sign in.
    Approved,
    /// The person refused.
    Denied,
    /// The call is made again.
    Retried,
    /// Nobody answered in time.
    Expired,
}

/// What follows an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpChallengeNext {
    /// The call goes on.
    RetryConnection,
    /// The person signs in as `sign_in` says, and then the call goes on.
    AwaitUserSignin,
    /// Nothing.
    Closed,
}

/// What an answer to a challenge did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpAuthChallengeRespondResponse {
    /// The challenge.
    pub challenge_id: String,
    /// The server.
    pub server_id: McpServerId,
    /// Whether the challenge is over.
    pub resolved: bool,
    /// How it was answered.
    pub resolution: McpChallengeResolution,
    /// Whether the answer was used.
    pub accepted: bool,
    /// What follows.
    pub next_step: McpChallengeNext,
    /// The sign-in that waits for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign_in: Option<McpAuthStartResponse>,
    /// Current status of the sign-in.
    pub auth_status: McpServerAuthStatus,
    /// The receipt of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
