//! What callers send. Every write carries an optional `client_request_id`, which makes it the same when it comes again.

use super::{SkillImportSource, SkillImportState};
use crate::SCHEMA_VERSION;
use crate::ids::ImportId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The part `metadata` of an upload.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportUploadMetadata {
    #[serde(default)]
    #[garde(skip)]
    pub source: SkillImportSource,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub notes: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

impl Default for SkillImportUploadMetadata {
    fn default() -> Self {
        Self {
            source: SkillImportSource::default(),
            requested_pack_id: None,
            notes: None,
            client_request_id: None,
            schema_version: SCHEMA_VERSION,
        }
    }
}

/// `POST /api/skills/import/fetch`. Ours: brings a skill from elsewhere, instead of an upload.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportFetchRequest {
    /// `owner/repo[/path][@skill|#ref]`, a git address, or the https address of an archive or a SKILL.md. No path of this machine.
    #[garde(length(chars, min = 1, max = 2000))]
    pub address: String,
    #[serde(default)]
    #[garde(skip)]
    pub source: SkillImportSource,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub notes: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/import/pick`. Ours: copies skills that `GET /api/skills` names.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportPickRequest {
    /// Absolute folders as the list names them (`path`).
    #[garde(length(min = 1, max = 500), inner(length(chars, min = 1, max = 4096)))]
    pub paths: Vec<String>,
    #[serde(default)]
    #[garde(skip)]
    pub source: SkillImportSource,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub notes: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `DELETE /api/skills/import/uploads/:tempArtifactRef`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct DeleteUploadQuery {
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportScanRequest {
    #[garde(skip)]
    pub source: SkillImportSource,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 240))]
    pub temp_artifact_ref: Option<String>,
    /// Deprecated name of `temp_artifact_ref`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 240))]
    pub staged_upload_ref: Option<String>,
    /// Ours: which skill of the artefact; needed where it holds several.
    #[serde(default)]
    #[garde(length(chars, max = 1024))]
    pub skill_path: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportStageRequest {
    #[garde(skip)]
    pub import_id: ImportId,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub stage_notes: Option<String>,
    /// Ours: the name to install it under: lowercase letters, digits and single hyphens.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64), inner(pattern("^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub install_as: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// Installs for the workspace in one go. A failure leaves the import in `ready_for_review`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportApproveRequest {
    #[garde(skip)]
    pub import_id: ImportId,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub approval_note: Option<String>,
    /// Ours: codes of grave findings that the person has read.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Ours: target ids; empty means every enabled target.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportRejectRequest {
    #[garde(skip)]
    pub import_id: ImportId,
    #[garde(length(chars, min = 1, max = 1000))]
    pub reason: String,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportTargetScope {
    /// The lane `experimental_private`.
    #[default]
    Private,
    /// The lane `approved_workspace`.
    Workspace,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportInstallPrivateRequest {
    #[garde(skip)]
    pub import_id: ImportId,
    #[serde(default)]
    #[garde(skip)]
    pub target_scope: ImportTargetScope,
    /// Ours: codes of grave findings that the person has read.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Ours: target ids; empty means every enabled target.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportDiscardRequest {
    #[garde(skip)]
    pub import_id: ImportId,
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub reason: Option<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportRetryKind {
    Scan,
    Stage,
    Install,
}

/// Does again what failed, with what it was asked with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportRetryRequest {
    #[garde(skip)]
    pub import_id: ImportId,
    #[garde(skip)]
    pub retry_kind: SkillImportRetryKind,
    /// Ours: for `install`, codes of findings that came up since it was asked for and that the person has read.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `GET /api/skills/import/list`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportsQuery {
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
    /// Only those in this state.
    #[serde(default)]
    #[garde(skip)]
    pub stage_state: Option<SkillImportState>,
}

/// `GET /api/skills/import/:importId/file`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ImportFileQuery {
    /// As `.../files` names it.
    #[garde(length(chars, min = 1, max = 1024))]
    pub path: String,
}

/// `POST /api/skills/trigger-test`: whether these words would find it. Give `import_id`, `ability_id` or `item_id`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillTriggerTestRequest {
    #[serde(default)]
    #[garde(skip)]
    pub import_id: Option<ImportId>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    /// Any row of the Skills page.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: Option<String>,
    #[garde(length(chars, min = 1, max = 2000))]
    pub trigger_text: String,
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub project_id: Option<String>,
    /// What else was said; it counts with the words.
    #[serde(default)]
    #[garde(length(chars, max = 4000))]
    pub context_excerpt: Option<String>,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}
