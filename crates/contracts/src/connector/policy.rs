//! What a tool may do: policies, and requests that ask the person first.

use super::challenge::McpAuthChallenge;
use super::elicitation::McpElicitation;
use super::server::McpProvider;
use crate::Time;
use crate::ids::{CorrelationId, McpDispatchId, McpServerId, ReceiptId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a policy says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpPolicyMode {
    /// It is called.
    Enabled,
    /// The person is asked before each call.
    AskFirst,
    /// It is not called.
    Disabled,
}

/// What a policy is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "target_kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum McpPolicyTarget {
    /// Every tool. With braces, because serde would ignore unknown fields of a variant without them.
    Global {},
    /// Every tool of the servers of one family.
    Provider {
        /// The family.
        provider: McpProvider,
    },
    /// Every tool of one server.
    Server {
        /// The server.
        server_id: McpServerId,
    },
    /// One tool.
    Tool {
        /// Its server.
        server_id: McpServerId,
        /// Its name.
        tool_name: String,
    },
    /// What the answer to one request allows. Such a grant is made by answering, and never set.
    TemporaryGrant {
        /// The request.
        dispatch_id: McpDispatchId,
    },
}

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpPolicyAuthor {
    /// The person.
    User,
    /// The defaults of this program.
    System,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpPolicyDecision {
    /// What it says.
    pub mode: McpPolicyMode,
    /// Until when it holds. Absent: for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Time>,
    /// Who decided.
    pub updated_by: McpPolicyAuthor,
    /// When.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Which level decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpInheritedFrom {
    /// The target itself, or the defaults.
    #[default]
    None,
    /// The policy of everything.
    Global,
    /// That of the family.
    Provider,
    /// That of the server.
    Server,
}

/// What holds for a target, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpEffectivePolicy {
    /// The target.
    pub target: McpPolicyTarget,
    /// What holds.
    pub decision: McpPolicyDecision,
    /// What the person set for this target itself. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<McpPolicyMode>,
    /// Which level decided.
    pub inherited_from: McpInheritedFrom,
    /// Why, as a clause after “because”.
    pub because: String,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What the person decides.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpPolicyChoice {
    /// What it says.
    #[garde(skip)]
    pub mode: McpPolicyMode,
    /// Until when it holds. Absent: for good.
    #[serde(default)]
    #[garde(skip)]
    pub expires_at: Option<Time>,
}

/// `POST /api/mcp/policy/update`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpPolicyUpdateRequest {
    /// The target.
    #[garde(skip)]
    pub target: McpPolicyTarget,
    /// The decision. Absent: the target inherits again.
    #[serde(default)]
    #[garde(dive)]
    pub decision: Option<McpPolicyChoice>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// Status of a request to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpAskFirstStatus {
    /// It waits for an answer.
    Pending,
    /// It was allowed, and not used yet.
    ApprovedOnce,
    /// It was allowed for the next minutes.
    ApprovedUntilEndOfTurn,
    /// It was allowed until Apprentice ends.
    ApprovedForSession,
    /// It was refused.
    Denied,
    /// Nobody answered in time, or it was allowed and not used in time.
    Expired,
    /// The call was made.
    Resumed,
}

/// A call that asks the person first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpAskFirstDispatch {
    /// Identifies the request.
    pub dispatch_id: McpDispatchId,
    /// Connects the request with its receipts: that it was asked, how it was answered or expired, and every call that the answer decided.
    pub correlation_id: CorrelationId,
    /// The server.
    pub server_id: McpServerId,
    /// The name of the server.
    pub server_name: String,
    /// The tool.
    pub tool_name: String,
    /// What the tool does, in the words of its server.
    pub request_summary: String,
    /// The arguments. While the request waits they are whole, save for values of secrets that the connector keeps, which are masked. Once it
    /// is settled everything is masked that looks like a secret, and of more than 8 KiB only the beginning is kept, as a text. Characters
    /// that cannot be seen are shown as `⟨U+200B⟩`.
    pub arguments: Value,
    /// The same as text, for people: a program that reads the JSON may round large numbers.
    #[serde(default)]
    pub arguments_text: String,
    /// SHA-256 of the arguments, as canonical JSON.
    pub arguments_sha256: String,
    /// Digest of the tool when it was asked for.
    pub tool_digest: String,
    /// Number of changes of policies when it was asked for.
    pub policy_version: u64,
    /// Who asked: `person`, or `agent:NAME` with the name that the agent gave itself. The name is a claim, and decides nothing.
    pub requested_by: String,
    /// SHA-256 of the key of the connection over which an agent asked, which nobody else knows: answers are bound to it. Absent: the person
    /// asked, or an agent that showed the common token of agents alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
    /// The possible answers. An approval for a limited time needs a caller that can be distinguished from others.
    #[serde(default)]
    pub decisions: Vec<McpAskFirstDecision>,
    /// Why it asks, as a clause after “because”.
    pub because: String,
    /// Its status.
    pub status: McpAskFirstStatus,
    /// Until when it can be answered, or used.
    pub expires_at: Time,
    /// What the person wrote to their answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_reason: Option<String>,
    /// When it was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Time>,
    /// When it was asked for.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/mcp/ask-first/pending`: those that wait, and those of the last hour, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpAskFirstListResponse {
    /// The requests.
    pub dispatches: Vec<McpAskFirstDispatch>,
    /// What servers ask the person, oldest first.
    #[serde(default)]
    pub elicitations: Vec<McpElicitation>,
    /// Calls that wait for a sign-in, oldest first.
    #[serde(default)]
    pub challenges: Vec<McpAuthChallenge>,
    /// How many of all wait.
    pub pending: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// An answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpAskFirstDecision {
    /// This call, once, with these arguments.
    ApproveOnce,
    /// This tool for ten minutes, for the agent that asked.
    ApproveUntilEndOfTurn,
    /// This tool until Apprentice ends, for the agent that asked.
    ApproveForSession,
    /// No.
    Deny,
}

/// `POST /api/mcp/ask-first/:dispatchId/approve` and `/deny`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpAskFirstDecisionRequest {
    /// The answer; `deny` on the route `/deny` alone.
    #[garde(skip)]
    pub decision: McpAskFirstDecision,
    /// Words to it.
    #[serde(default)]
    #[garde(length(chars, max = 500))]
    pub reason: Option<String>,
    /// Version of this request's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// What an answer did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct McpAskFirstDecisionResponse {
    /// The request.
    pub dispatch: McpAskFirstDispatch,
    /// Whether the caller still waited, so that the call goes on now. Otherwise it is made when the caller repeats it.
    pub resumed: bool,
    /// The receipt of the answer.
    pub receipt_id: ReceiptId,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
