//! The meaning of a demonstrated workflow (§0C.9).

use crate::Time;
use crate::ids::{InterpretationId, LearnSessionId, ProposalId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The meaning of one demonstration, with its identity and whether a person confirmed it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SemanticWorkflowInterpretation {
    /// Identifies the interpretation.
    pub interpretation_id: InterpretationId,
    /// The session whose demonstration it interprets.
    pub learn_session_id: LearnSessionId,
    /// The proposal that was drafted from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// What the task is for and when to do it. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub meaning: Meaning,
    /// Whether a person accepted the meaning, by confirming it or by installing the proposal.
    pub user_confirmed: bool,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What the compiler infers from a demonstration: a `SemanticWorkflowInterpretation` without its identity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// The task as an imperative, such as "Add a customer". At most 160 characters.
    pub title: String,
    /// What the task achieves. At most 600 characters.
    pub goal_summary: String,
    /// When to use the skill. Each at most 240 characters.
    pub use_conditions: Vec<String>,
    /// When not to use the skill. Each at most 240 characters.
    pub non_use_conditions: Vec<String>,
    /// Where the task applies.
    pub project_scope: ProjectScope,
    /// How the task is best done, best first, such as `native_exec`. Each at most 80 characters.
    pub preferred_control_surfaces: Vec<String>,
    /// What is true when the task is done. Each at most 240 characters.
    pub success_conditions: Vec<String>,
    /// Rules of selection and of the house, such as "Only unpaid invoices". Each at most 240 characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house_rules: Vec<String>,
    /// When to stop and ask, as the person said it, besides what follows from the task. Each at most 240 characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<String>,
    /// Where runs of the skill failed, and what agents reported of it, quoted. Each at most 240 characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when_it_fails: Vec<String>,
}

/// Where a task applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProjectScope {
    /// In every project.
    Global,
    /// Only in the project of the demonstration.
    ProjectScoped,
    /// Not known; the person answered that it is unclear.
    Unclear,
}
