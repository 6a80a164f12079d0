//! The meaning attached to a workflow (§0C.9).

use crate::Time;
use crate::ids::{InterpretationId, LearnSessionId, ProposalId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SemanticWorkflowInterpretation {
    pub interpretation_id: InterpretationId,
    pub learn_session_id: LearnSessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    #[serde(flatten)]
    pub meaning: Meaning,
    pub user_confirmed: bool,
    pub created_at: Time,
    pub schema_version: u32,
}

/// What the compiler reads out of a demonstration; a [`SemanticWorkflowInterpretation`] without its identity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// At most 160 characters.
    pub title: String,
    /// At most 600 characters.
    pub goal_summary: String,
    /// Each at most 240 characters; so are the other lists.
    pub use_conditions: Vec<String>,
    pub non_use_conditions: Vec<String>,
    pub project_scope: ProjectScope,
    /// Each at most 80 characters.
    pub preferred_control_surfaces: Vec<String>,
    pub success_conditions: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProjectScope {
    Global,
    ProjectScoped,
    Unclear,
}
