//! A person's data as a whole: how much there is, how long it is kept, taking it along, deleting it.

use crate::Time;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/data/usage`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DataUsageResponse {
    /// The folder that holds all of it.
    pub home: String,
    pub kinds: Vec<DataUsage>,
    pub total_bytes: u64,
    /// How long what is kept (§0C.16D). The specification fixes these times.
    pub retention: Vec<RetentionRule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DataKind {
    /// The system of record, with its write-ahead log.
    Database,
    /// Files under `<home>/system` that show what the database says.
    Projections,
    /// Former versions of skills.
    Versions,
    /// Skills that are being imported.
    Imports,
    Archives,
    /// Skills in the sandbox folder.
    Sandbox,
    /// Profiles of the watched browser, sockets, logs.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataUsage {
    pub kind: DataKind,
    pub bytes: u64,
    pub files: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RetentionRule {
    pub what: String,
    /// Absent: kept until it is deleted.
    pub after_hours: Option<u32>,
    pub outcome: String,
}

/// `POST /api/data/export`: everything as one zip file, without tokens and secrets.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// Absolute path of the file to write. Absent: it waits to be fetched (`GET /api/data/export/file`) until it is taken back, another export begins, or Apprentice ends.
    #[serde(default)]
    #[garde(length(min = 1, max = 4096))]
    pub path: Option<String>,
    /// Whether a file that stands there is replaced. Otherwise it is a `CONFLICT`.
    #[serde(default)]
    #[garde(skip)]
    pub replace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportState {
    Running,
    Done,
    Failed,
    Cancelled,
}

/// One export. There is one at a time; the last one is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DataExport {
    pub export_id: uuid::Uuid,
    pub state: ExportState,
    /// Records and files that are in it already.
    pub done: u64,
    /// Records and files that will be in it.
    pub total: u64,
    /// What goes in now: a table, or a folder.
    pub doing: String,
    /// Where the file stands, or will. Absent when it is to be fetched.
    pub path: Option<String>,
    /// Of the finished file.
    pub bytes: Option<u64>,
    /// Why it failed, and what to do.
    pub problem: Option<String>,
    pub started_at: Time,
}

/// `GET` and `POST /api/data/export`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExportResponse {
    /// Absent: nothing was exported since the engine started.
    pub export: Option<DataExport>,
}

/// `GET /api/data/export/file`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ExportFileQuery {
    #[garde(skip)]
    pub export_id: uuid::Uuid,
}

/// What a person types so that everything is deleted.
pub const DELETE_CONFIRMATION: &str = "delete everything";

/// `POST /api/data/delete`: everything that Apprentice keeps.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct DeleteEverythingRequest {
    /// The words `delete everything`.
    #[garde(length(chars, max = 100))]
    pub confirm: String,
    /// Also the skills that Apprentice installed into agents' folders, where they are as it installed them.
    #[garde(skip)]
    pub installed_skills: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeleteEverythingResponse {
    /// Folders of skills that were removed.
    pub removed_skills: Vec<String>,
    /// Skills that stay in agents' folders.
    pub kept_skills: Vec<KeptSkill>,
    /// Files of the home that could not be removed.
    pub left: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptSkill {
    pub path: String,
    pub reason: String,
}

/// `GET /api/folders`: a folder that Apprentice itself names, to be opened in the file manager.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FolderQuery {
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FolderResponse {
    /// Absolute, without links.
    pub path: String,
}
