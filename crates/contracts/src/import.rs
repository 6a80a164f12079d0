//! Importing skills (§0C.20): the record of an import, what was found in it, and what is answered about it. The requests stand in
//! [`requests`], the states in [`state`].
//!
//! Fields that the text does not have are marked "ours"; every one of them may be left out by a caller.

mod requests;
mod state;

pub use requests::*;
pub use state::*;

use crate::Time;
use crate::ids::{AbilityId, ImportId, ProposalId, ReceiptId, SagaId};
use crate::proposal::TargetPreview;
use crate::skill::FindingSeverity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most bytes of an upload (100 MB).
pub const MAX_UPLOAD: u64 = 100 * 1024 * 1024;

/// Hours after which a temporary artefact goes that was not staged.
pub const ARTIFACT_HOURS: i64 = 24;

/// Most skills of one artefact that an answer names.
pub const MAX_SKILLS: usize = 500;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportSource {
    #[default]
    ManualUpload,
    AnthropicBundle,
    OpenclawBundle,
    /// Made by an agent of the user.
    AgentGenerated,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportSourceRefKind {
    #[default]
    TempArtifact,
    MaterializedBundle,
    GeneratedBundle,
    /// A folder that an older version noted. Its path is never shown: `source_ref` is `legacy:<import_id>` on the wire.
    LegacyPath,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedSkillRecord {
    pub import_id: ImportId,
    pub source: SkillImportSource,
    /// At most 80 characters. Before the scan: the name of the file.
    pub skill_name: String,
    pub source_ref_kind: ImportSourceRefKind,
    /// At most 240 characters: the temporary artefact, or the staged bundle's folder under `<home>`.
    pub source_ref: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_filename: Option<String>,
    /// Names the report that `GET /api/skills/import/:importId` answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compatibility_report_ref: Option<String>,
    pub stage_state: SkillImportState,
    /// Retries of every kind.
    pub retry_count: u32,
    /// Why the last step failed; gone with the next that succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_code: Option<String>,
    /// Ours: the same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_pack: Option<String>,
    pub requires_adapter: bool,
    /// Ours: folder of the skill in its artefact; "" when the artefact is the skill. None before the scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_path: Option<String>,
    /// Ours: the name that it is installed under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install_as: Option<String>,
    /// Ours: the ability that it became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    pub created_at: Time,
    pub updated_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillCompatibilityFinding {
    /// At most 120 characters, stable.
    pub code: String,
    pub severity: FindingSeverity,
    /// At most 1000 characters.
    pub message: String,
    /// File in the skill; at most 240 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_hint: Option<String>,
    /// Ours: 1-based line in that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Ours: the line, shortened; secrets are blacked out and invisible characters named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Ours: a grave finding about what the skill does. Installing needs its code in `acknowledged_findings`.
    #[serde(default)]
    pub needs_acknowledgement: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillCompatibilityReport {
    /// A bundle can be made of it that every agent reads.
    pub compatible: bool,
    /// It names tools, agents or configuration that are not here.
    pub requires_adapter: bool,
    pub rule_version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_pack_id: Option<String>,
    /// At most 500, the gravest first.
    pub findings: Vec<SkillCompatibilityFinding>,
    /// Ours: the name that the installed skill would have; empty where the skill could not be read.
    #[serde(default)]
    pub install_name: String,
    /// Ours: at most 1024 characters.
    #[serde(default)]
    pub description: String,
    /// Ours: a free name, where `install_name` is taken by what it cannot take the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_name: Option<String>,
    /// Ours: what was imported as `install_name` before, and goes when this is installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<ReplacedImport>,
    /// Ours: what people would say to get it.
    #[serde(default)]
    pub trigger_phrases: Vec<String>,
    /// Ours.
    #[serde(default)]
    pub file_count: u32,
    /// Ours: of all files.
    #[serde(default)]
    pub byte_size: u64,
    pub schema_version: u32,
}

/// Ours: an imported ability whose place a newer import takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplacedImport {
    pub ability_id: AbilityId,
    pub title: String,
    /// When the version that is there was installed.
    pub imported_at: Time,
    /// A free name, to install it beside.
    pub free_name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TempArtifactKind {
    SkillBundleZip,
    SkillBundleDir,
    GeneratedBundle,
}

/// An upload that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TempArtifactRef {
    pub temp_artifact_ref: String,
    pub artifact_kind: TempArtifactKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_filename: Option<String>,
    /// Of the file as it came; of a folder, over its sorted `path:sha256` lines.
    pub content_hash_sha256: String,
    pub byte_size: u64,
    pub created_at: Time,
    pub expires_at: Time,
    pub schema_version: u32,
}

/// Ours: a skill in an artefact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactSkill {
    /// Folder in the artefact; "" when the artefact is the skill. What a scan wants as `skill_path`.
    pub skill_path: String,
    pub name: String,
    /// At most 1024 characters.
    pub description: String,
}

/// `POST /api/skills/import/uploads`, `.../fetch` and `.../pick`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportUploadResponse {
    pub temp_artifact: TempArtifactRef,
    pub accepted: bool,
    /// Ours: the import that waits for its scan, in the state `uploaded`. The first scan of the artefact goes on with it; a scan of
    /// another skill of the same artefact makes an import of its own.
    pub import_id: ImportId,
    /// Ours: what the artefact holds, at most 500. Empty: no skill, or it could not be opened; the scan says why.
    pub skills: Vec<ArtifactSkill>,
    pub schema_version: u32,
}

/// Deleting what is gone already answers `deleted: false`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportDeleteUploadResponse {
    pub deleted: bool,
    pub temp_artifact_ref: String,
    pub schema_version: u32,
}

/// Also when the scan failed: `stage_state` is `scan_failed` then, and the findings say why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportScanResponse {
    pub import_record: ImportedSkillRecord,
    pub compatibility_report: SkillCompatibilityReport,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    pub schema_version: u32,
}

/// Also when staging failed: `stage_state` is `stage_failed` then, and there is no bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportStageResponse {
    pub import_record: ImportedSkillRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub materialized_bundle_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    pub schema_version: u32,
}

/// What approve, reject, install-private, discard and retry answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportTerminalActionResponse {
    pub import_record: ImportedSkillRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saga_id: Option<SagaId>,
    pub schema_version: u32,
}

/// How far an installation came that is not whole (§0C.28).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnPartialDeploymentState {
    pub state: PartialDeployment,
    pub blocking: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<String>,
    pub updated_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartialDeployment {
    None,
    AvailabilityPending,
    CatalogPending,
    BridgePending,
    ReceiptPending,
    Degraded,
}

/// Warnings of an import, as they stand in `warnings`.
pub mod warning {
    /// Three retries of one kind failed.
    pub const RETRY_LIMIT_REACHED: &str = "retry_limit_reached";
    /// The artefact goes in less than two hours.
    pub const UPLOAD_EXPIRING_SOON: &str = "upload_expiring_soon";
    /// It has been waiting for a review for seven days. It stays.
    pub const REVIEW_STALE: &str = "review_stale";
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportDetailResponse {
    pub import_record: ImportedSkillRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compatibility_report: Option<SkillCompatibilityReport>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial_deployment: Option<LearnPartialDeploymentState>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// Words of [`warning`].
    pub warnings: Vec<String>,
    /// Ours: what can be done now.
    pub actions: Vec<SkillImportAction>,
    /// Ours: codes that approve and install-private want in `acknowledged_findings`.
    pub acknowledgements_needed: Vec<String>,
    /// Ours: the artefact, as long as there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temp_artifact: Option<TempArtifactRef>,
    /// Ours: what else the artefact holds.
    pub skills: Vec<ArtifactSkill>,
    /// Ours, in `ready_for_review`: where an installation would write, and what stands in the way.
    pub targets: Vec<TargetPreview>,
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportListResponse {
    /// The newest first.
    pub items: Vec<ImportedSkillRecord>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    /// Ours: import id to its warnings, for those on this page that have any.
    pub warnings: BTreeMap<String, Vec<String>>,
    pub schema_version: u32,
}

/// Ours: a file of an import's skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFile {
    /// Relative to the skill, with `/`.
    pub path: String,
    pub byte_size: u64,
    /// It, or a folder that it lies in, begins with a dot.
    pub hidden: bool,
    pub executable: bool,
}

/// `GET /api/skills/import/:importId/files`. Ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFilesResponse {
    pub files: Vec<ImportFile>,
    pub byte_size: u64,
}

/// `GET /api/skills/import/:importId/file?path=`. Ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFileResponse {
    pub path: String,
    pub byte_size: u64,
    /// None where it is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// `text` ends after 256 KiB.
    pub truncated: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillTriggerTestResponse {
    pub matched: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate_ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate_import_id: Option<ImportId>,
    /// The `item_id` that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate_item_id: Option<String>,
    /// 0 to 1: of an ability or an import as a look-up scores it (§0C.11C); of another skill how much of what the words ask for its
    /// name and description have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    pub reasons: Vec<String>,
    pub rejection_reasons: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillPackMetadata {
    /// At most 64 characters.
    pub pack_id: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compatibility_target: Option<String>,
    pub active_build_surface: bool,
    pub schema_version: u32,
}

/// `GET /api/skills/packs`: those that an import or an installed skill belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillPacksListResponse {
    pub packs: Vec<SkillPackMetadata>,
    pub schema_version: u32,
}
