//! Servers that agents of this machine have in their own configuration, and those that a file offers.

use super::server::{McpCommand, McpServerListItem, McpTransport, McpVariable};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/mcp/import`: which configurations are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpImportQuery {
    /// Only the configuration of this agent.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 80))]
    pub from: Option<String>,
}

/// Why a server that was found is not imported unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpImportVerdict {
    /// It can be imported.
    Ready,
    /// It can be imported, and then waits for values that the configuration does not hold.
    NeedsValues,
    /// The same server is registered already.
    AlreadyRegistered,
    /// It cannot be imported; `note` says why.
    Unsupported,
}

/// A file that offers servers: a `server.json` of the MCP registry, or a bundle (`.mcpb`, `.dxt`). Give one of the two.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpImportFile {
    /// Its absolute path on this machine.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 4000))]
    pub path: Option<String>,
    /// The text of a `server.json`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 262_144))]
    pub text: Option<String>,
}

/// `GET /api/mcp/registry`: what to look for in the registry of MCP servers.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpRegistryQuery {
    /// Words of a server's name, title or description. The longest has to be in its name: a registry looks nowhere else.
    #[garde(length(chars, min = 2, max = 200))]
    pub search: String,
}

/// A server in the registry. Its words are those of who published it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpRegistryServer {
    /// Its name there, such as `io.github.ada/weather`. The part before `/` belongs to who published it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its name for people, which anybody can choose. Empty: it has none.
    pub title: String,
    /// What it says about itself.
    pub description: String,
    /// What it would start or reach, and what an import would do, as `POST /api/mcp/import/plan` answers it for `text`.
    pub items: Vec<McpImportItem>,
    /// Why it offers nothing that can be imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Its `server.json`. `file.text` of the import, so that exactly this is imported.
    pub text: String,
}

/// What the registry answered. Nothing is registered, downloaded or started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpRegistrySearchResponse {
    /// The address of the registry that was asked.
    pub registry: String,
    /// The servers, at most 50.
    pub servers: Vec<McpRegistryServer>,
    /// Whether the registry has more; another word finds fewer.
    pub more: bool,
    /// How many entries could not be read: they have no name of a registry, or are too large.
    pub left_out: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What an input takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum McpImportInputKind {
    /// Any text.
    #[default]
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A path of this machine.
    Path,
}

/// A value that a file leaves to the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportInput {
    /// Its name, by which it is answered.
    pub name: String,
    /// Its name for people, in the words of the file.
    pub label: String,
    /// What the file says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it cannot be left out.
    pub required: bool,
    /// Whether its value is kept in the keychain.
    pub secret: bool,
    /// Whether it takes more than one value.
    pub many: bool,
    /// What it takes.
    pub kind: McpImportInputKind,
    /// What is used without an answer.
    #[serde(default)]
    pub default: Vec<String>,
    /// The only values that it takes. Empty: any.
    #[serde(default)]
    pub choices: Vec<String>,
}

/// What is to be known about a server that a file offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum McpImportFindingCode {
    /// An image is named by a tag and not by a digest.
    NoDigest,
    /// The file names a hash that nothing compares.
    HashNotChecked,
    /// The file gives the program that starts the package further arguments.
    RuntimeArguments,
    /// A variable makes an interpreter or the loader start other code.
    LoadsCode,
    /// What is started downloads other packages.
    FetchesPackages,
    /// The registry calls it deprecated or deleted.
    Deprecated,
    /// The bundle has a signature, which is not checked.
    SignatureNotChecked,
}

/// A finding about a server that a file offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportFinding {
    /// What kind of finding.
    pub code: McpImportFindingCode,
    /// The finding in words.
    pub message: String,
}

/// The answer to an input of a file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpImportValue {
    /// `name` of the input.
    #[garde(length(chars, min = 1, max = 120))]
    pub name: String,
    /// Its value. An input that takes several is answered several times.
    #[garde(length(chars, max = 8192))]
    pub value: String,
}

impl std::fmt::Debug for McpImportValue {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("McpImportValue").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A server that was found in a configuration or a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportItem {
    /// Identifies it in this plan: SHA-256 of where it was found and of what it is, secrets included.
    pub key: String,
    /// The agent, such as `claude-code`; of a file `server.json` or `mcpb`.
    pub agent: String,
    /// Its name for people.
    pub agent_label: String,
    /// The file.
    pub file: String,
    /// The project that the agent uses it in. Absent: everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The name in the configuration.
    pub name: String,
    /// How it is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport: Option<McpTransport>,
    /// Its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<McpCommand>,
    /// Its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint_url: Option<String>,
    /// Variables of its environment, and where the import would keep them.
    pub environment: Vec<McpVariable>,
    /// Headers, and where the import would keep them.
    pub headers: Vec<McpVariable>,
    /// Whether the agent uses it.
    pub enabled: bool,
    /// What its file says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What its file leaves to the person; `values` of the import answers it. An input without an answer is in the command as `${NAME}`, in
    /// the address as `{NAME}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<McpImportInput>,
    /// What is suspicious, or has to be known before it is trusted. Blocks nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<McpImportFinding>,
    /// Whether it can be imported.
    pub verdict: McpImportVerdict,
    /// What to know about it, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A configuration that was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportSource {
    /// The agent.
    pub agent: String,
    /// Its name for people.
    pub agent_label: String,
    /// The file.
    pub file: String,
    /// Whether it exists.
    pub found: bool,
    /// Why it cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What an import would do. Nothing was changed, and no file of an agent ever is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportPlan {
    /// The servers that were found.
    pub items: Vec<McpImportItem>,
    /// The configurations that were looked for.
    pub sources: Vec<McpImportSource>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/mcp/import`: the servers of a plan to register. None is trusted or started.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct McpImportRequest {
    /// `key` of each; one if they come from a file.
    #[garde(length(min = 1, max = 200), inner(length(chars, min = 64, max = 64)))]
    pub keys: Vec<String>,
    /// The file of the plan. Absent: the plan was of the configuration of agents.
    #[serde(default)]
    #[garde(dive)]
    pub file: Option<McpImportFile>,
    /// Answers to the inputs of the server that is imported from a file.
    #[serde(default)]
    #[garde(length(max = 200), dive)]
    pub values: Vec<McpImportValue>,
}

/// What an import did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpImportResponse {
    /// The servers that were registered.
    pub servers: Vec<McpServerListItem>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
