//! The internal picture of a workflow. Never shown to an agent, never inside a SKILL.md (§0C.9A rule 1).

use crate::ids::EventId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowGraph {
    pub nodes: Vec<WorkflowNode>,
    pub edges: Vec<WorkflowEdge>,
    pub variables: Vec<Variable>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowNode {
    /// `n1`, `n2` ...
    pub node_id: String,
    pub kind: NodeKind,
    pub label: String,
    pub source_event_ids: Vec<EventId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    Step,
    Decision,
    Loop,
    Verification,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowEdge {
    pub from: String,
    pub to: String,
    pub observed: u32,
}

/// Something that differs from one run to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Variable {
    /// `snake_case`, from the label of the field or the flag of the command.
    pub name: String,
    /// As the page names it.
    pub label: String,
    pub kind: VariableKind,
    /// What the demonstration used, redacted. Never written into a SKILL.md when `secret`.
    pub example: String,
    pub secret: bool,
    pub source_event_ids: Vec<EventId>,
    /// How to recognise the value in a later run.
    pub binding: VariableBinding,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariableKind {
    Text,
    Number,
    Date,
    Email,
    Url,
    File,
    Choice,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VariableBinding {
    /// The committed value of this field.
    Field { role: String, name: String },
    /// What stands at the placeholder of a command line such as `git tag {{version}}`.
    Command { pattern: String },
    /// What stands at the placeholder of a URL pattern.
    Url { pattern: String },
    /// A file chosen in, or downloaded from, the page.
    File { control: String },
    /// The row (or other named place) in which this control was used: `Delete` in the row of a customer.
    Context { role: String, name: String },
}
