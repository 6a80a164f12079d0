//! *Show me how you check*: the person shows once where they look to see that the task worked. What is read there becomes a checkpoint.

use crate::Time;
use crate::ids::ProposalId;
use crate::reading::ReadingSource;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most looks of one status.
pub const MAX_LOOKS: usize = 8;

/// `POST /api/learn/proposals/:id/shown-check`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct StartShownCheckRequest {
    /// Where the watched browser begins. Absent: where the demonstration began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, max = 2000))]
    pub start_url: Option<String>,
}

/// `GET /api/learn/proposals/:id/shown-check`, while the person shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownCheckStatus {
    /// The proposal.
    pub proposal_id: ProposalId,
    /// When it began.
    pub started_at: Time,
    /// What the person looked at, the last first; at most [`MAX_LOOKS`].
    pub looks: Vec<ShownLook>,
}

/// One place at which the person looked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownLook {
    /// The page, or the output of a command.
    pub source: ReadingSource,
    /// The title of the page, or the command.
    pub title: String,
}

/// `POST .../shown-check/finish`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FinishShownCheckRequest {
    /// End it without a check.
    #[serde(default)]
    #[garde(skip)]
    pub cancel: bool,
    /// The look that becomes the check. Absent: the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(skip)]
    pub source: Option<ReadingSource>,
}
