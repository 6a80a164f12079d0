//! Importing skills (§0C.20): the record of an import, the report of its scan, and the responses. Requests are in [`requests`], states in
//! [`state`].
//!
//! Fields that the specification does not have are marked "Addition"; a caller may leave out every one of them.

mod requests;
mod state;

pub use requests::*;
pub use state::*;

use crate::Time;
use crate::gate::GateNotice;
use crate::ids::{AbilityId, ImportId, ItemId, ProposalId, ReceiptId, SagaId};
use crate::proposal::TargetPreview;
use crate::skill::FindingSeverity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most bytes of an upload (100 MB).
pub const MAX_UPLOAD: u64 = 100 * 1024 * 1024;

/// Hours after which a temporary artefact that was not staged is deleted.
pub const ARTIFACT_HOURS: i64 = 24;

/// Most skills of one artefact that a response lists.
pub const MAX_SKILLS: usize = 500;

/// Where an imported skill comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillImportSource {
    /// A person uploaded or picked it.
    #[default]
    ManualUpload,
    /// A bundle in Anthropic's format.
    AnthropicBundle,
    /// A bundle in OpenClaw's format.
    OpenclawBundle,
    /// An agent of the user made it.
    AgentGenerated,
}

/// What `source_ref` of an import refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportSourceRefKind {
    /// A temporary artefact.
    #[default]
    TempArtifact,
    /// The staged bundle.
    MaterializedBundle,
    /// Not produced: a generated bundle.
    GeneratedBundle,
    /// A folder that an older version recorded. Its path is never shown: `source_ref` is `legacy:<import_id>` on the wire.
    LegacyPath,
}

/// One import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedSkillRecord {
    /// Identifies the import.
    pub import_id: ImportId,
    /// Where the skill comes from.
    pub source: SkillImportSource,
    /// Name of the skill, at most 80 characters. Before the scan it is the file name.
    pub skill_name: String,
    /// What `source_ref` refers to.
    pub source_ref_kind: ImportSourceRefKind,
    /// The temporary artefact, or the staged bundle's folder under `<home>`. At most 240 characters.
    pub source_ref: String,
    /// Name of the uploaded file or folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_filename: Option<String>,
    /// Refers to the report that `GET /api/skills/import/:importId` returns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compatibility_report_ref: Option<String>,
    /// State of the import.
    pub stage_state: SkillImportState,
    /// Number of retries of every kind.
    pub retry_count: u32,
    /// Why the last step failed. The next step that succeeds removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_code: Option<String>,
    /// Addition: `last_error_code` in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error_message: Option<String>,
    /// The pack that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_pack: Option<String>,
    /// Whether it needs tools, agents or configuration that this machine does not have.
    pub requires_adapter: bool,
    /// Addition: the skill's folder in its artefact; "" when the artefact is the skill. Absent before the scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_path: Option<String>,
    /// Addition: the name to install it under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install_as: Option<String>,
    /// Addition: the ability that it became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// When the record was created.
    pub created_at: Time,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A finding of the scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillCompatibilityFinding {
    /// A stable code, at most 120 characters; `docs/skills.md` lists them.
    pub code: String,
    /// How grave it is.
    pub severity: FindingSeverity,
    /// What was found, in words. At most 1,000 characters.
    pub message: String,
    /// The file, relative to the skill. At most 240 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_hint: Option<String>,
    /// Addition: line in that file, beginning at 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Addition: the shortened line. Secrets are masked and invisible characters are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// Addition: a grave finding about what the skill does. The installation requires its code in `acknowledged_findings`.
    #[serde(default)]
    pub needs_acknowledgement: bool,
}

/// The report of a scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillCompatibilityReport {
    /// Whether a bundle that every agent can read can be made of it.
    pub compatible: bool,
    /// Whether it names tools, agents or configuration that this machine does not have.
    pub requires_adapter: bool,
    /// Version of the scan rules.
    pub rule_version: String,
    /// The pack that it seems to belong to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_pack_id: Option<String>,
    /// At most 500, the gravest first.
    pub findings: Vec<SkillCompatibilityFinding>,
    /// Addition: the name that the installed skill would have; empty when the skill could not be read.
    #[serde(default)]
    pub install_name: String,
    /// Addition: its description, at most 1,024 characters.
    #[serde(default)]
    pub description: String,
    /// Addition: a free name, when `install_name` belongs to a skill that the import may not replace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_name: Option<String>,
    /// Addition: the ability that this import replaces when it is installed as `install_name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<ReplacedImport>,
    /// Addition: requests that it fits.
    #[serde(default)]
    pub trigger_phrases: Vec<String>,
    /// Addition: requests that the scan tried on it, up to four of each kind, as the lookup would score them.
    #[serde(default)]
    pub tried_requests: Vec<TriedRequest>,
    /// Addition: whether only a person may start it (`disable-model-invocation`).
    #[serde(default)]
    pub person_only: bool,
    /// Addition: number of its files.
    #[serde(default)]
    pub file_count: u32,
    /// Addition: bytes of all its files.
    #[serde(default)]
    pub byte_size: u64,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Addition: a request, and whether an agent would find the skill by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TriedRequest {
    /// What somebody asks for.
    pub text: String,
    /// What it tests.
    pub kind: TriedRequestKind,
    /// Whether the lookup finds the skill by it.
    pub found: bool,
}

/// What a tried request tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TriedRequestKind {
    /// One of the skill's own trigger phrases; it should be found.
    OwnPhrase,
    /// The task in other words; it should be found.
    Paraphrase,
    /// Another task; it should not be found.
    OtherTask,
}

/// Addition: an imported ability that a newer import replaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplacedImport {
    /// The ability.
    pub ability_id: AbilityId,
    /// Its title.
    pub title: String,
    /// When the installed version was installed.
    pub imported_at: Time,
    /// A free name, to install the import in addition.
    pub free_name: String,
}

/// What a temporary artefact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TempArtifactKind {
    /// An archive file.
    SkillBundleZip,
    /// A folder.
    SkillBundleDir,
    /// A generated bundle.
    GeneratedBundle,
}

/// A temporary artefact: an upload that waits for its scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TempArtifactRef {
    /// Identifies the artefact.
    pub temp_artifact_ref: String,
    /// What it is.
    pub artifact_kind: TempArtifactKind,
    /// Name of the uploaded file or folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_filename: Option<String>,
    /// SHA-256 of the file as it was received; for a folder, of its sorted `path:sha256` lines.
    pub content_hash_sha256: String,
    /// Size in bytes.
    pub byte_size: u64,
    /// When it was received.
    pub created_at: Time,
    /// When it is deleted.
    pub expires_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Addition: a skill in an artefact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ArtifactSkill {
    /// Folder in the artefact; "" when the artefact is the skill. A scan takes it as `skill_path`.
    pub skill_path: String,
    /// Its name.
    pub name: String,
    /// Its description, at most 1,024 characters.
    pub description: String,
}

/// `POST /api/skills/import/uploads`, `.../fetch` and `.../pick`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportUploadResponse {
    /// The artefact.
    pub temp_artifact: TempArtifactRef,
    /// Always true; an upload that is not accepted is an error.
    pub accepted: bool,
    /// Addition: the import, in the state `uploaded`. The first scan of the artefact continues it; a scan of another skill of the same
    /// artefact creates another import.
    pub import_id: ImportId,
    /// Addition: the skills in the artefact, at most 500. Empty: it contains no skill or could not be opened; the scan says why.
    pub skills: Vec<ArtifactSkill>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The answer to deleting an artefact. Deleting it again returns `deleted: false`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportDeleteUploadResponse {
    /// Whether it was deleted now.
    pub deleted: bool,
    /// The artefact.
    pub temp_artifact_ref: String,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The result of a scan. When the scan failed, `stage_state` is `scan_failed` and the findings say why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportScanResponse {
    /// The import after the scan.
    pub import_record: ImportedSkillRecord,
    /// The report.
    pub compatibility_report: SkillCompatibilityReport,
    /// The receipt that records the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The result of staging. When staging failed, `stage_state` is `stage_failed` and there is no bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportStageResponse {
    /// The import after staging.
    pub import_record: ImportedSkillRecord,
    /// The staged bundle's folder, relative to `<home>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub materialized_bundle_ref: Option<String>,
    /// The receipt that records the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The answer of approve, reject, install-private, discard and retry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportTerminalActionResponse {
    /// The import after the action.
    pub import_record: ImportedSkillRecord,
    /// The receipt that records the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// The installation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saga_id: Option<SagaId>,
    /// What the setting `gate` says of this installation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateNotice>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// How far an incomplete installation came (§0C.28).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearnPartialDeploymentState {
    /// What is pending.
    pub state: PartialDeployment,
    /// Whether the ability cannot be used until then.
    pub blocking: bool,
    /// Why it is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_code: Option<String>,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What is pending of an installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartialDeployment {
    /// Nothing.
    None,
    /// The snapshot of available abilities.
    AvailabilityPending,
    /// The catalogue.
    CatalogPending,
    /// The bridge file.
    BridgePending,
    /// The receipt.
    ReceiptPending,
    /// A failed installation is being rolled back, or could not be rolled back completely.
    Degraded,
}

/// Codes in `warnings` of an import.
pub mod warning {
    /// Three retries of one kind failed.
    pub const RETRY_LIMIT_REACHED: &str = "retry_limit_reached";
    /// The artefact is deleted in less than two hours.
    pub const UPLOAD_EXPIRING_SOON: &str = "upload_expiring_soon";
    /// The import has been waiting for a review for seven days. It is kept.
    pub const REVIEW_STALE: &str = "review_stale";
}

/// `GET /api/skills/import/:importId`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportDetailResponse {
    /// The import.
    pub import_record: ImportedSkillRecord,
    /// The report of its scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compatibility_report: Option<SkillCompatibilityReport>,
    /// How far an incomplete installation came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial_deployment: Option<LearnPartialDeploymentState>,
    /// Always absent: an import has no proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// Such as `review_stale`.
    pub warnings: Vec<String>,
    /// Addition: what can be done now.
    pub actions: Vec<SkillImportAction>,
    /// Addition: why a person must decide about its name, because another skill or ability has it. Absent: the name is free, or another
    /// one was chosen since the scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_taken: Option<String>,
    /// Addition: codes that approve and install-private require in `acknowledged_findings`.
    pub acknowledgements_needed: Vec<String>,
    /// Addition: the artefact, as long as it exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temp_artifact: Option<TempArtifactRef>,
    /// Addition: the other skills in the artefact.
    pub skills: Vec<ArtifactSkill>,
    /// Addition, in `ready_for_review`: where an installation would write, and what prevents it.
    pub targets: Vec<TargetPreview>,
    /// Addition: what the person noted at the upload and the staging, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A page of imports, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillImportListResponse {
    /// The imports on this page.
    pub items: Vec<ImportedSkillRecord>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Addition: warnings by import id, for the imports on this page that have any.
    pub warnings: BTreeMap<String, Vec<String>>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Addition: a file of an imported skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFile {
    /// Path relative to the skill, separated by `/`.
    pub path: String,
    /// Size in bytes.
    pub byte_size: u64,
    /// Whether its name, or the name of a folder above it, begins with a dot.
    pub hidden: bool,
    /// Whether it may be executed.
    pub executable: bool,
}

/// Addition: `GET /api/skills/import/:importId/files`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFilesResponse {
    /// The files, sorted by path.
    pub files: Vec<ImportFile>,
    /// Bytes of all files.
    pub byte_size: u64,
}

/// Addition: `GET /api/skills/import/:importId/file?path=`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFileResponse {
    /// Path relative to the skill.
    pub path: String,
    /// Size in bytes.
    pub byte_size: u64,
    /// Its content. Absent when it is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether `text` has only the first 256 KiB.
    pub truncated: bool,
}

/// `POST /api/skills/trigger-test`: whether a request would lead an agent to a skill, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillTriggerTestResponse {
    /// Whether it would.
    pub matched: bool,
    /// The ability that was tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate_ability_id: Option<AbilityId>,
    /// The import that was tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate_import_id: Option<ImportId>,
    /// The row that was tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate_item_id: Option<ItemId>,
    /// 0 to 1. For an ability or an import it is the score of a lookup (§0C.11C); for another skill it is the share of the request's words
    /// that its name and description contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Reasons for it.
    pub reasons: Vec<String>,
    /// What prevents it.
    pub rejection_reasons: Vec<String>,
    /// The receipt that records the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt_id: Option<ReceiptId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A pack of skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillPackMetadata {
    /// At most 64 characters.
    pub pack_id: String,
    /// Its name.
    pub title: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The agent that it is made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compatibility_target: Option<String>,
    /// Whether its skills can be imported now.
    pub active_build_surface: bool,
    /// Addition: its skills, by name.
    #[serde(default)]
    pub members: Vec<SkillPackMember>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A skill of a pack: an import, the ability that it became, or another ability.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SkillPackMember {
    /// Its name.
    pub name: String,
    /// The import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<ImportId>,
    /// The installed ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
}

/// `GET /api/skills/packs`: the packs that an import or an installed skill belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillPacksListResponse {
    /// The packs.
    pub packs: Vec<SkillPackMetadata>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
