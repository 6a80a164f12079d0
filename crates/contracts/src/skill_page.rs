//! The Skills page (§0B.9): every skill and every ability in one lean list, and the operations on them.
//!
//! A list has thousands of rows, so a row contains only what the table shows; details have responses of their own. A batch operation
//! returns a result for each skill, so that one failure hides no other result.

use crate::Time;
use crate::ability::CheckpointHealth;
use crate::action::SkillAction;
use crate::category::CategoryItemKind;
use crate::ids::{AbilityId, CategoryId, ItemId, OperationId};
use crate::proposal::InstallLane;
use crate::skill::{FindingSeverity, SkillFinding, SkillRoot, SkippedSkill};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/skills`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SkillShelfQuery")]
pub struct SkillsPageQuery {
    /// `as_of` of an earlier response: only return what changed since then.
    #[serde(default)]
    #[garde(length(max = 80))]
    pub since: Option<String>,
}

/// `GET /api/skills`: all rows, or a delta.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkillShelfResponse")]
pub struct SkillsPageResponse {
    /// Version of the list, for `since`.
    pub as_of: String,
    /// Whether `skills` contains every row. If not, this is a delta: `skills` contains new and changed rows, `gone` the removed ones.
    pub whole: bool,
    /// The rows.
    pub skills: Vec<SkillRow>,
    /// `item_id`s of removed rows.
    pub gone: Vec<ItemId>,
    /// Lists of labels of agents; a row refers to one of them by its index.
    pub agent_sets: Vec<Vec<String>>,
    /// Kinds of findings; a row refers to them by their index.
    pub finding_kinds: Vec<FindingKind>,
    /// Lists of actions, each in the order in which the window offers them; a row refers to one of them by its index.
    pub action_sets: Vec<Vec<SkillAction>>,
    /// Skills that cannot be read, with the reason.
    pub skipped: Vec<SkippedSkill>,
    /// The folders that were searched.
    pub roots: Vec<SkillRoot>,
    /// Set when the folders cannot be watched: why the list may be out of date or slow.
    #[serde(default)]
    pub note: Option<String>,
}

/// A kind of finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingKind {
    /// A stable code; `docs/skills.md` lists them.
    pub code: String,
    /// How grave it is.
    pub severity: FindingSeverity,
    /// What is wrong, in a few words.
    pub title: String,
}

/// One skill or ability. A field that is false, empty or absent is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillRow {
    /// The id in categories: the ability's id, or the first 32 hexadecimal digits of the SHA-256 of its absolute folder.
    pub item_id: ItemId,
    /// `skill` or `learned_ability`.
    pub kind: CategoryItemKind,
    /// Its name.
    pub name: String,
    /// The first 240 characters of its description.
    pub description: String,
    /// Absolute folder. Absent: the files of the ability are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Where it comes from.
    pub source: SkillSource,
    /// Index in `agent_sets`: the agents that read it.
    pub agents: u32,
    /// Whether it can be used.
    pub state: SkillState,
    /// Why it cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How reliably the checkpoints of an ability are reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<CheckpointHealth>,
    /// The ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// For whom the ability is installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<InstallLane>,
    /// Indices in `finding_kinds`, one for each finding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<u32>,
    /// Whether another skill of the same name has precedence.
    #[serde(default, skip_serializing_if = "is_false")]
    pub shadowed: bool,
    /// Whether it is excluded from updates.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// The categories that it is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<CategoryId>,
    /// When it last changed, in seconds since the Unix epoch.
    pub modified_at: f64,
    /// Index in `action_sets`: what a person may do with it now, as far as the list knows. `GET /api/skills/standing` also looks into the
    /// folder.
    pub actions: u32,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Where a skill comes from, as the filters of §0B.9 name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillSource {
    /// No record says where it comes from: the person's own.
    Native,
    /// An installer put it there.
    Imported,
    /// Taught by a demonstration.
    Learned,
    /// It came with an agent, or is installed for every user of the machine.
    Bundle,
}

/// Whether a skill can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillState {
    /// It can.
    Active,
    /// It is deactivated.
    Disabled,
    /// It is quarantined.
    Quarantined,
    /// The files of the ability are in no folder.
    Missing,
}

/// `GET /api/skills/search`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillSearchQuery {
    /// Words that the text must all contain, 1 to 200 characters. Case does not matter.
    #[garde(length(chars, min = 1, max = 200))]
    pub q: String,
}

/// `GET /api/skills/search`: searches the text of every skill.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillSearchResponse {
    /// The skills that contain every word.
    pub hits: Vec<SkillSearchHit>,
    /// Number of texts that were read.
    pub searched: u32,
}

/// A skill that contains every word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillSearchHit {
    /// Absolute folder.
    pub path: String,
    /// Line of the first word, beginning at 1.
    pub line: u32,
    /// At most 160 characters around it; empty after the first 500 hits.
    pub excerpt: String,
}

/// `GET /api/skills/standing`: everything known about one skill except its text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkillStandingResponse")]
pub struct SkillStatusResponse {
    /// Absolute folder.
    pub path: String,
    /// Who installed it: `apprentice`, `skills`, `openskills`, `clawhub`. Absent: no record says so.
    pub installer: Option<String>,
    /// Where it was installed from.
    pub source: Option<String>,
    /// The git commit that it was installed from.
    pub commit: Option<String>,
    /// `clean`, `edited`, `untracked`, `unknown`, `learned`.
    pub state: String,
    /// Whether it is excluded from updates.
    pub pinned: bool,
    /// Why it is excluded.
    pub pinned_reason: Option<String>,
    /// Files that were changed, added or removed since the installation.
    pub changed: Vec<String>,
    /// Folders and links by which agents find it.
    pub places: Vec<SkillLocation>,
    /// Folder of the skill of the same name that has precedence.
    pub shadowed_by: Option<String>,
    /// Folders of skills of the same name over which it has precedence.
    pub shadows: Vec<String>,
    /// When it was installed.
    pub installed_at: Option<Time>,
    /// When it was last updated.
    pub updated_at: Option<Time>,
    /// Why its text cannot be edited here. Absent: it can.
    pub locked: Option<String>,
    /// Agents that can disable a single skill, and their setting.
    pub switches: Vec<SkillSwitch>,
    /// What a person may do with it now, in the order in which the window offers it.
    pub actions: Vec<SkillAction>,
}

/// A folder or link by which agents find a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkillPlace")]
pub struct SkillLocation {
    /// Absolute path.
    pub path: String,
    /// `folder` or `link`; `missing` or `occupied` for a link that should exist. For an ability that is off: `taken_out`, `edited` for a
    /// copy that was left because somebody edited it, or `waiting` for one that could not be removed or restored yet.
    pub kind: String,
    /// Labels of the agents that read it.
    pub agents: Vec<String>,
    /// Why a removal or a restoration is waiting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An agent's own setting that disables one skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillSwitch {
    /// The agent.
    pub agent: String,
    /// Whether the agent uses the skill.
    pub enabled: bool,
    /// The file that contains the setting.
    pub config_path: String,
}

/// Selects one file of a skill to read.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillFileQuery {
    /// Absolute folder of a skill, as a list returned it.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
    /// Path relative to the folder, as `files` of its content lists it.
    #[garde(length(min = 1, max = 4096))]
    pub file: String,
}

/// One file of a skill.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillFileResponse {
    /// Path relative to the skill's folder.
    pub file: String,
    /// Its content. Absent when it is not text.
    pub text: Option<String>,
    /// Size in bytes.
    pub bytes: u64,
    /// Whether `text` is only the beginning.
    pub cut: bool,
    /// Whether the file may be executed.
    pub executable: bool,
}

/// `POST /api/skills/check`: checks a text before it is saved.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CheckSkillRequest {
    /// The text of a SKILL.md, at most 1,000,000 bytes.
    #[garde(length(max = 1_000_000))]
    pub text: String,
    /// Name of the skill's folder.
    #[garde(length(min = 1, max = 255))]
    pub folder: String,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckSkillResponse {
    /// Findings, sorted by line.
    pub findings: Vec<CheckedFinding>,
    /// The text after all automatic fixes, if they change anything.
    pub fixed: Option<FixedSkill>,
}

/// A finding, and whether it can be fixed automatically.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedFinding {
    /// The finding. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub finding: SkillFinding,
    /// Whether an automatic fix removes it.
    pub fixable: bool,
}

/// A text after all automatic fixes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FixedSkill {
    /// The text.
    pub text: String,
    /// Unified diff.
    pub diff: String,
    /// The fixes, in words.
    pub done: Vec<String>,
}

/// `PUT /api/skills/content`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SaveSkillRequest {
    /// Absolute folder of a skill, as a list returned it.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
    /// The new text, at most 256,000 bytes.
    #[garde(length(max = 1_000_000))]
    pub text: String,
    /// `digest` of the content that was edited. `CONFLICT` when the file has changed since.
    #[garde(length(min = 64, max = 64))]
    pub base_digest: String,
}

/// A batch operation on skills. Each skill gets its own result.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillsRequest {
    /// Absolute folders of skills, as a list returned them; for a removal also ids of abilities. 1 to 10,000.
    #[garde(length(min = 1, max = 10_000), inner(length(min = 1, max = 4096)))]
    pub paths: Vec<String>,
    /// False: a dry run that only returns what would be done.
    #[serde(default)]
    #[garde(skip)]
    pub apply: bool,
    /// Overwrite or remove edited files. A backup is kept.
    #[serde(default)]
    #[garde(skip)]
    pub force: bool,
    /// Install despite grave findings of the scan.
    #[serde(default)]
    #[garde(skip)]
    pub accept_risk: bool,
    /// Why the skills are pinned. At most 240 characters.
    #[serde(default)]
    #[garde(length(chars, max = 240))]
    pub reason: Option<String>,
    /// Chosen by the caller. `skills.progress` events carry it, and `POST /api/skills/cancel` takes it.
    #[serde(default)]
    #[garde(length(max = 80))]
    pub operation_id: Option<OperationId>,
}

/// The results of a batch operation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillsResponse {
    /// One for each path, in the order of the request.
    pub results: Vec<SkillResult>,
    /// Whether it was cancelled before it was complete. The results of the rest have the code `CANCELLED`.
    pub cancelled: bool,
}

/// The result of a batch operation for one skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillResult {
    /// The path of the request.
    pub path: String,
    /// Name of the skill.
    pub name: String,
    /// Whether it was done or, in a dry run, can be done.
    pub ok: bool,
    /// Why it was not done, such as `PINNED`, `EDITED`, `NOT_TRACKED`, `UP_TO_DATE`. `EDITS_NOT_BACK`: it was done, except for copies that
    /// somebody had edited.
    pub code: Option<String>,
    /// Whether the same request succeeds with `force`. What is replaced or removed is then kept as a copy.
    pub can_force: bool,
    /// Whether the same request succeeds with `accept_risk`.
    pub can_accept_risk: bool,
    /// What was or would be done, or why it cannot be done.
    pub message: String,
    /// Unified diff of the SKILL.md; empty when nothing changes.
    pub diff: String,
    /// Findings in the new version.
    pub findings: Vec<SkillFinding>,
    /// Restores what was removed: for `restore`.
    pub undo: Option<String>,
}

/// `GET /api/skills/removed`: removed skills that can be restored, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RemovedSkillsResponse {
    /// The removed skills.
    pub removed: Vec<RemovedSkill>,
}

/// A removed skill whose backup still exists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RemovedSkill {
    /// Restores it: for `restore`.
    pub undo: String,
    /// Its name.
    pub name: String,
    /// The folder that it was removed from, and is restored to.
    pub path: String,
    /// When it was removed.
    pub removed_at: Time,
    /// When the backup is deleted. If all backups together exceed 1 GiB, the oldest is deleted earlier.
    pub kept_until: Time,
    /// Size of the backup in bytes.
    pub bytes: u64,
}

/// `POST /api/skills/restore`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RestoreSkillsRequest {
    /// `undo` of removed skills, 1 to 10,000.
    #[garde(length(min = 1, max = 10_000), inner(length(min = 1, max = 4096)))]
    pub undo: Vec<String>,
    /// Chosen by the caller. `skills.progress` events carry it, and `POST /api/skills/cancel` takes it.
    #[serde(default)]
    #[garde(length(max = 80))]
    pub operation_id: Option<OperationId>,
}

/// `POST /api/skills/cancel`: cancels a batch operation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CancelSkillsRequest {
    /// The operation.
    #[garde(length(min = 1, max = 80))]
    pub operation_id: OperationId,
}

/// `POST /api/skills/switch`: changes an agent's own setting for some skills.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SwitchSkillsRequest {
    /// Absolute folders of skills, 1 to 10,000.
    #[garde(length(min = 1, max = 10_000), inner(length(min = 1, max = 4096)))]
    pub paths: Vec<String>,
    /// Whether the agent is to use them.
    #[garde(skip)]
    pub enabled: bool,
}

/// `GET /api/skills/versions`: former versions, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillVersionsResponse {
    /// The versions.
    pub versions: Vec<SkillVersion>,
}

/// A former version of a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillVersion {
    /// Identifies the version.
    pub version_id: String,
    /// When it was replaced; for an installed revision, when it was installed.
    pub at: Time,
    /// What replaced it: `save`, `fix`, `update`, `remove`, `restore`; `installed` for a revision of an ability.
    pub cause: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// Selects a former version.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillVersionQuery {
    /// Absolute folder of the skill.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
    /// The version.
    #[garde(length(min = 1, max = 120))]
    pub version_id: String,
}

/// A former version with its text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillVersionResponse {
    /// The version.
    pub version: SkillVersion,
    /// Its SKILL.md.
    pub text: String,
    /// Unified diff from it to the current text.
    pub diff: String,
}

/// `GET /api/abilities/{abilityId}/health-history`: runs of an ability, oldest first, at most 200.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityHealthHistoryResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// The runs.
    pub runs: Vec<AbilityRun>,
    /// Current health of the checkpoints.
    pub health: Option<CheckpointHealth>,
}

/// One use or test of an ability, with the last report about each checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityRun {
    /// The dispatch or the test.
    pub run_id: String,
    /// When its last report arrived.
    pub at: Time,
    /// Number of checkpoints that were reached.
    pub reached: u32,
    /// Number of checkpoints that were skipped.
    pub skipped: u32,
    /// Number of checkpoints that failed.
    pub failed: u32,
    /// Health of the ability after this run.
    pub health: CheckpointHealth,
}

/// A saved filter of the Skills page (`Settings.skill_views`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillView {
    /// 1 to 60 characters.
    #[garde(length(chars, min = 1, max = 60))]
    pub name: String,
    /// The query string of the page's address.
    #[garde(length(max = 1000))]
    pub filter: String,
}
