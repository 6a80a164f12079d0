//! Requests of the import. Every write has an optional `client_request_id`, which makes a repeated request idempotent.

use super::{SkillImportSource, SkillImportState};
use crate::SCHEMA_VERSION;
use crate::ids::{AbilityId, ClientRequestId, ImportId, ItemId, TargetId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The part `metadata` of an upload.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportUploadMetadata {
    /// Where the skill comes from; `manual_upload` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub source: SkillImportSource,
    /// The pack to put it into.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    /// Notes of the person, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub notes: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
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

/// `POST /api/skills/import/fetch`. Addition: fetches a skill from an address instead of an upload.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportFetchRequest {
    /// `owner/repo[/path][@skill|#ref]`, a git address, or the https address of an archive file or a SKILL.md. Not a path on this machine.
    #[garde(length(chars, min = 1, max = 2000))]
    pub address: String,
    /// Where the skill comes from; `manual_upload` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub source: SkillImportSource,
    /// The pack to put it into.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    /// Notes of the person, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub notes: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/import/pick`. Addition: copies skills that `GET /api/skills` lists.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportPickRequest {
    /// Absolute folders, as the list returns them in `path`; 1 to 500.
    #[garde(length(min = 1, max = 500), inner(length(chars, min = 1, max = 4096)))]
    pub paths: Vec<String>,
    /// Where the skill comes from; `manual_upload` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub source: SkillImportSource,
    /// The pack to put it into.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    /// Notes of the person, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub notes: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `DELETE /api/skills/import/uploads/:tempArtifactRef`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct DeleteUploadQuery {
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// `POST /api/skills/import/scan`: scans one skill of an artefact.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportScanRequest {
    /// Where the skill comes from.
    #[garde(skip)]
    pub source: SkillImportSource,
    /// The artefact.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 240))]
    pub temp_artifact_ref: Option<String>,
    /// Deprecated name of `temp_artifact_ref`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 240))]
    pub staged_upload_ref: Option<String>,
    /// Addition: which skill of the artefact; required when it contains several.
    #[serde(default)]
    #[garde(length(chars, max = 1024))]
    pub skill_path: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/import/stage`: makes a strict bundle of a scanned import.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportStageRequest {
    /// The import.
    #[garde(skip)]
    pub import_id: ImportId,
    /// The pack to put it into.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64))]
    pub requested_pack_id: Option<String>,
    /// Notes of the person, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub stage_notes: Option<String>,
    /// Addition: the name to install it under: lowercase letters, digits and single hyphens, 1 to 64 characters.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 64), inner(pattern("^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub install_as: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/import/approve`: installs for the workspace in one step. After a failure the import stays in `ready_for_review`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportApproveRequest {
    /// The import.
    #[garde(skip)]
    pub import_id: ImportId,
    /// Note of the person, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub approval_note: Option<String>,
    /// Addition: codes of the grave findings that the person has read.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Addition: target ids; empty means every enabled target.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<TargetId>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/import/reject`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportRejectRequest {
    /// The import.
    #[garde(skip)]
    pub import_id: ImportId,
    /// Why it is rejected. 1 to 1,000 characters.
    #[garde(length(chars, min = 1, max = 1000))]
    pub reason: String,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// The lane into which an import is installed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportTargetScope {
    /// The lane `experimental_private`.
    #[default]
    Private,
    /// The lane `approved_workspace`.
    Workspace,
}

/// `POST /api/skills/import/install-private`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportInstallPrivateRequest {
    /// The import.
    #[garde(skip)]
    pub import_id: ImportId,
    /// The lane; `private` when left out.
    #[serde(default)]
    #[garde(skip)]
    pub target_scope: ImportTargetScope,
    /// Addition: codes of the grave findings that the person has read.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Addition: target ids; empty means every enabled target.
    #[serde(default)]
    #[garde(length(max = 100))]
    pub targets: Vec<TargetId>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/import/discard`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportDiscardRequest {
    /// The import.
    #[garde(skip)]
    pub import_id: ImportId,
    /// Why it is dropped. At most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub reason: Option<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// The step to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportRetryKind {
    /// The scan.
    Scan,
    /// Staging.
    Stage,
    /// The installation.
    Install,
}

/// `POST /api/skills/import/retry`: repeats a failed step with the parameters of its last request.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportRetryRequest {
    /// The import.
    #[garde(skip)]
    pub import_id: ImportId,
    /// The step to retry.
    #[garde(skip)]
    pub retry_kind: SkillImportRetryKind,
    /// Addition, for `install`: codes of grave findings that appeared since the request and that the person has read.
    #[serde(default)]
    #[garde(length(max = 100), inner(length(chars, max = 120)))]
    pub acknowledged_findings: Vec<String>,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `GET /api/skills/import/list`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillImportsQuery {
    /// Number of the page, beginning at 1; 1 when left out.
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    /// Number of imports on a page, 1 to 100; 50 when left out.
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
    /// Only imports in this state.
    #[serde(default)]
    #[garde(skip)]
    pub stage_state: Option<SkillImportState>,
}

/// `GET /api/skills/import/:importId/file`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ImportFileQuery {
    /// A path that `.../files` lists.
    #[garde(length(chars, min = 1, max = 1024))]
    pub path: String,
}

/// `POST /api/skills/trigger-test`: tests whether a request would lead an agent to a skill. Exactly one of `import_id`, `ability_id` and
/// `item_id` is required.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillTriggerTestRequest {
    /// An import.
    #[serde(default)]
    #[garde(skip)]
    pub import_id: Option<ImportId>,
    /// An ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// A row of the Skills page.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub item_id: Option<ItemId>,
    /// The request in the user's words, 1 to 2,000 characters.
    #[garde(length(chars, min = 1, max = 2000))]
    pub trigger_text: String,
    /// The project of the request: its id, another name of it, or an absolute folder in it.
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub project_id: Option<String>,
    /// What was said before the request; its words count too.
    #[serde(default)]
    #[garde(length(chars, max = 4000))]
    pub context_excerpt: Option<String>,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `POST /api/skills/packs`: says what a pack is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct DescribeSkillPackRequest {
    /// The pack, 1 to 64 characters. A pack that no skill belongs to yet is created.
    #[garde(length(chars, min = 1, max = 64))]
    pub pack_id: String,
    /// Its name, 1 to 120 characters.
    #[garde(length(chars, min = 1, max = 120))]
    pub title: String,
    /// What it is for, at most 1,000 characters.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    pub description: Option<String>,
    /// The agent that it is made for, at most 80 characters.
    #[serde(default)]
    #[garde(length(chars, max = 80))]
    pub compatibility_target: Option<String>,
}
