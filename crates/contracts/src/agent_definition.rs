//! Agent definitions: a named way for an agent to work, with its instructions, its model and the tools that it may use. They are files, and
//! no part of the settings.

use crate::Time;
use crate::skill::FindingSeverity;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a definition comes from. The order is the order of precedence: of two definitions with one name the first one is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentDefinitionScope {
    /// `.apprentice/agents` of a project.
    Project,
    /// `agents` in the home folder of Apprentice.
    Person,
    /// The own folder of an agent, such as `.claude/agents`, of a project or of the person.
    Agent,
    /// Part of Apprentice.
    BuiltIn,
}

/// Which tools a definition allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentToolAccess {
    /// Every tool, with those of every MCP server.
    All,
    /// Every own tool of the agent, and no tool of an MCP server.
    Own,
    /// The tools that `tools` lists.
    Listed,
    /// No tool.
    None,
}

/// Something that is wrong with a definition, or that an agent cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentDefinitionFinding {
    /// A stable code; `docs/agents.md` lists them.
    pub code: String,
    /// How grave it is. A definition with an error is not used.
    pub severity: FindingSeverity,
    /// The field of the definition. Absent: the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong and what to do, in words.
    pub message: String,
}

/// A definition, without its instructions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentDefinition {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Where it comes from.
    pub scope: AgentDefinitionScope,
    /// Absolute path of its file. Absent: it is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Of one in the own folder of an agent: that agent, as `apprentice agents list` names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// The agent that runs it: as `apprentice agents runtimes` names it. Absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
    /// The model, as its agent names it. Absent: the default of the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Which tools it allows.
    pub tool_access: AgentToolAccess,
    /// The tools that it lists: names, or beginnings that end in `*`.
    pub tools: Vec<String>,
    /// Skills that the agent is asked to read first.
    pub skills: Vec<String>,
    /// The most calls of tools in one run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_iterations: Option<u32>,
    /// The temperature of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The size of the context, in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u32>,
    /// SHA-256 of its file with CRLF read as LF, or of its text when it is built in: 64 hexadecimal digits.
    pub fingerprint: String,
    /// What is wrong with it.
    pub findings: Vec<AgentDefinitionFinding>,
    /// Whether it can be used: it has no error, and no other definition with its name comes first.
    pub usable: bool,
    /// The file, or `built in`, of the definition with the same name that comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_by: Option<String>,
}

/// A folder in which Apprentice looked for definitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentDefinitionPlace {
    /// Absolute path.
    pub path: String,
    /// What it is.
    pub scope: AgentDefinitionScope,
    /// The agent whose own folder it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// How many definitions were found in it.
    pub found: u32,
    /// Why it could not be read, or not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// `GET /api/agents/definitions`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentDefinitionsResponse {
    /// Every definition, in the order of precedence.
    pub definitions: Vec<AgentDefinition>,
    /// Every folder that exists and was looked at, in the same order.
    pub places: Vec<AgentDefinitionPlace>,
    /// Those that Apprentice wrote into the folders of agents, by agent and name.
    pub installed: Vec<InstalledAgentDefinition>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Whether a file that Apprentice wrote is still there as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstalledDefinitionState {
    /// It is.
    Unchanged,
    /// Somebody edited it.
    Edited,
    /// Somebody removed it.
    Missing,
}

/// A definition that Apprentice wrote into the folder of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InstalledAgentDefinition {
    /// The agent.
    pub agent_id: String,
    /// The name of the definition.
    pub name: String,
    /// Absolute path of the file that was written.
    pub file: String,
    /// SHA-256 of the file as it was written.
    pub fingerprint: String,
    /// SHA-256 of the definition that it was written from.
    pub source_fingerprint: String,
    /// Whether it is still so.
    pub state: InstalledDefinitionState,
    /// Where the agent looks by now, if that is another folder. A sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it was written.
    pub written_at: Time,
}

/// `POST /api/agents/{agentId}/definitions/preview`: what writing a definition in the format of an agent would change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PreviewAgentDefinitionRequest {
    /// The name of the definition.
    #[garde(length(chars, min = 1, max = 64))]
    pub name: String,
    /// Absolute path of a folder of the project whose definitions come first. Left out: no project.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub project: Option<String>,
}

/// A definition in the format of an agent, shown before it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentDefinitionPreview {
    /// The agent.
    pub agent_id: String,
    /// The name of the definition.
    pub name: String,
    /// Absolute path of the file that would be written.
    pub file: String,
    /// Whether the file does not exist yet.
    pub creates_file: bool,
    /// Unified diff with secrets masked. Empty when nothing would change.
    pub diff: String,
    /// What the format of the agent cannot hold.
    pub findings: Vec<AgentDefinitionFinding>,
    /// Whether it can be written: the agent would be allowed no more than the definition allows.
    pub installable: bool,
    /// Identifies this change of this file content: 64 hexadecimal digits.
    pub digest: String,
}

/// `POST /api/agents/{agentId}/definitions`: writes what was previewed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct InstallAgentDefinitionRequest {
    /// The name of the definition.
    #[garde(length(chars, min = 1, max = 64))]
    pub name: String,
    /// Absolute path of a folder of the project whose definitions come first. Left out: no project.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub project: Option<String>,
    /// `digest` of the preview. `CONFLICT` when the definition or the file has changed since.
    #[garde(length(min = 64, max = 64))]
    pub digest: String,
}

/// Which project's definitions come first.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AgentDefinitionsQuery {
    /// Absolute path of a folder of the project. Left out: no project.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 1000))]
    pub project: Option<String>,
}

/// `GET /api/agents/definitions/{definitionName}`: the definition that is used for this name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentDefinitionDetail {
    /// The definition. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub definition: AgentDefinition,
    /// Its instructions. Secrets are masked.
    pub prompt: String,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
