//! A person's data as a whole: usage, retention, export and deletion.

use crate::Time;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/data/usage`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DataUsageResponse {
    /// Absolute folder that holds all data.
    pub home: String,
    /// Usage by kind of data.
    pub kinds: Vec<DataUsage>,
    /// Bytes of all kinds together.
    pub total_bytes: u64,
    /// How long each kind of record is kept (§0C.16D). The specification fixes these times.
    pub retention: Vec<RetentionRule>,
}

/// A kind of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DataKind {
    /// The system of record, with its write-ahead log.
    Database,
    /// Files under `<home>/system` that are derived from the database.
    Projections,
    /// Former versions of skills.
    Versions,
    /// Skills that are being imported.
    Imports,
    /// Archived sessions and proposals.
    Archives,
    /// Skills in the sandbox folder.
    Sandbox,
    /// Profiles of the watched browser, sockets, logs.
    Other,
}

/// Usage of one kind of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataUsage {
    /// The kind.
    pub kind: DataKind,
    /// Size of its files in bytes.
    pub bytes: u64,
    /// Number of its files.
    pub files: u64,
}

/// How long one kind of record is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RetentionRule {
    /// The kind of record, in words.
    pub what: String,
    /// Hours until the rule applies. Absent: the record is kept until it is deleted.
    pub after_hours: Option<u32>,
    /// What happens then, in words.
    pub outcome: String,
}

/// `POST /api/data/export`: all data as one zip file, without tokens and secrets.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// Absolute path of the file to write. Absent: the file waits for `GET /api/data/export/file` until the export is cancelled, another
    /// one starts, or Apprentice exits.
    #[serde(default)]
    #[garde(length(min = 1, max = 4096))]
    pub path: Option<String>,
    /// Whether an existing file is replaced. If not, an existing file is a `CONFLICT`.
    #[serde(default)]
    #[garde(skip)]
    pub replace: bool,
    /// What is written; `records` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub contents: ExportContents,
}

/// What an export contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportContents {
    /// Every record as a line of JSON, and the files that show them: to read.
    #[default]
    Records,
    /// A copy of the database and the folders that belong to it: to restore.
    Backup,
}

/// `POST /api/data/restore`: puts a backup in the place of the present data, which is kept.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RestoreRequest {
    /// Absolute path of the backup.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
}

/// A backup that was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RestoreResponse {
    /// When the backup was made.
    pub created_at: Time,
    /// Version of the program that made it.
    pub program_version: String,
    /// Number of its files.
    pub files: u64,
    /// Size of its files in bytes.
    pub bytes: u64,
    /// Absolute folder that keeps the former data.
    pub kept: String,
    /// Whether the engine restarts now to put the backup in place. False: it is in place.
    pub restarts: bool,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// State of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportState {
    /// It is being written.
    Running,
    /// The file is complete.
    Done,
    /// It failed; `problem` says why.
    Failed,
    /// It was cancelled and its file removed.
    Cancelled,
}

/// One export. Only one runs at a time, and the engine remembers the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DataExport {
    /// Identifies the export.
    pub export_id: uuid::Uuid,
    /// What it contains.
    #[serde(default)]
    pub contents: ExportContents,
    /// Its state.
    pub state: ExportState,
    /// Records and files written so far.
    pub done: u64,
    /// Records and files to write.
    pub total: u64,
    /// What is being written: the name of a table or folder.
    pub doing: String,
    /// Absolute path of the file. Absent when the file waits to be fetched.
    pub path: Option<String>,
    /// Size of the finished file in bytes.
    pub bytes: Option<u64>,
    /// Why it failed, and what to do.
    pub problem: Option<String>,
    /// When it started.
    pub started_at: Time,
}

/// `GET` and `POST /api/data/export`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExportResponse {
    /// Absent when nothing was exported since the engine started.
    pub export: Option<DataExport>,
}

/// `GET /api/data/export/file`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ExportFileQuery {
    /// The export whose file to fetch.
    #[garde(skip)]
    pub export_id: uuid::Uuid,
}

/// The words that a person types to confirm that everything is deleted.
pub const DELETE_CONFIRMATION: &str = "delete everything";

/// `POST /api/data/delete`: deletes everything that Apprentice stores.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct DeleteEverythingRequest {
    /// The words `delete everything`.
    #[garde(length(chars, max = 100))]
    pub confirm: String,
    /// Whether the skills and agent definitions that Apprentice wrote into agents' folders are deleted too. Edited ones are kept.
    #[garde(skip)]
    pub installed_skills: bool,
}

/// What was deleted and what is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeleteEverythingResponse {
    /// Folders of the skills that were removed.
    pub removed_skills: Vec<String>,
    /// Skills that stay in agents' folders.
    pub kept_skills: Vec<KeptSkill>,
    /// Files of agent definitions that were removed from agents' folders.
    pub removed_definitions: Vec<String>,
    /// Files of agent definitions that Apprentice wrote and that stay in agents' folders.
    pub kept_definitions: Vec<KeptDefinition>,
    /// Files in the home folder that could not be removed.
    pub left: Vec<String>,
}

/// A skill that was not removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptSkill {
    /// Absolute folder of the skill.
    pub path: String,
    /// Why it was not removed.
    pub reason: String,
}

/// The file of an agent definition that was not removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptDefinition {
    /// Absolute path.
    pub path: String,
    /// Why it was not removed.
    pub reason: String,
}

/// `GET /api/folders`: a folder to open in the file manager. Only folders that Apprentice itself lists are allowed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FolderQuery {
    /// Absolute folder.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
}

/// A folder that may be opened.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FolderResponse {
    /// Absolute, with links resolved.
    pub path: String,
}
