//! The Skills page (§0B.9): every skill and every ability in one lean list, and what can be done about them.
//!
//! Lists hold thousands of rows, so a row says only what a table shows; what is seldom looked at has answers of its own. What acts on
//! many skills answers for each, so that one that fails hides no other.

use crate::Time;
use crate::ability::CheckpointHealth;
use crate::category::CategoryItemKind;
use crate::ids::{AbilityId, CategoryId};
use crate::proposal::InstallLane;
use crate::skill::{FindingSeverity, SkillFinding, SkillRoot, SkippedSkill};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SkillShelfQuery")]
pub struct SkillsPageQuery {
    /// `as_of` of an answer of before: only what changed since then is told.
    #[serde(default)]
    #[garde(length(max = 80))]
    pub since: Option<String>,
}

/// `GET /api/skills`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkillShelfResponse")]
pub struct SkillsPageResponse {
    /// For `since`.
    pub as_of: String,
    /// Whether `skills` is all there is. Else only what came or changed since, and `gone` what went.
    pub whole: bool,
    pub skills: Vec<SkillRow>,
    /// `item_id`s.
    pub gone: Vec<String>,
    /// Labels of the agents that read a skill; a row names one of these lists.
    pub agent_sets: Vec<Vec<String>>,
    /// The kinds of findings that rows name.
    pub finding_kinds: Vec<FindingKind>,
    pub skipped: Vec<SkippedSkill>,
    pub roots: Vec<SkillRoot>,
    /// Why this may be older than the folders, or slower than usual, where it is.
    #[serde(default)]
    pub note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingKind {
    pub code: String,
    pub severity: FindingSeverity,
    /// What is the matter, in a few words.
    pub title: String,
}

/// One skill or ability. What is false, empty or none is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillRow {
    /// What categories call it: the ability's id, or the first 32 hexadecimal digits of the SHA-256 of its absolute folder.
    pub item_id: String,
    /// `skill` or `learned_ability`.
    pub kind: CategoryItemKind,
    pub name: String,
    /// Its first 240 characters.
    pub description: String,
    /// Absolute folder. None: the files of the ability are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub source: SkillSource,
    /// Index in `agent_sets`.
    pub agents: u32,
    pub state: SkillState,
    /// Why it cannot be used, when it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Of the checkpoints of an ability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<CheckpointHealth>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<InstallLane>,
    /// Indices in `finding_kinds`, one for each finding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<u32>,
    /// Another skill of this name comes first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub shadowed: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<CategoryId>,
    /// Seconds since the epoch.
    pub modified_at: f64,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The filters of §0B.9 that tell where a skill is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillSource {
    /// Nobody wrote down where it comes from: the person's own.
    Native,
    /// An installer put it there.
    Imported,
    /// Taught by demonstration.
    Learned,
    /// Came with an agent or stands there for everybody on this machine.
    Bundle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillState {
    Active,
    Disabled,
    Quarantined,
    /// An ability whose files stand in no folder.
    Missing,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillSearchQuery {
    /// Words that must all be in the text, in any case.
    #[garde(length(chars, min = 1, max = 200))]
    pub q: String,
}

/// `GET /api/skills/search`: looks into the text of every skill.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillSearchResponse {
    pub hits: Vec<SkillSearchHit>,
    /// How many texts were read.
    pub searched: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillSearchHit {
    /// Absolute folder.
    pub path: String,
    /// 1-based line of the first word.
    pub line: u32,
    /// At most 160 characters around it; empty after the first 500 hits.
    pub excerpt: String,
}

/// `GET /api/skills/standing`: all that is known of one skill besides its text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkillStandingResponse")]
pub struct SkillStatusResponse {
    pub path: String,
    /// Who installed it: `apprentice`, `skills`, `openskills`, `clawhub`; none: nobody wrote it down.
    pub installer: Option<String>,
    /// Where it was installed from.
    pub source: Option<String>,
    pub commit: Option<String>,
    /// `clean`, `edited`, `untracked`, `unknown`, `learned`.
    pub state: String,
    pub pinned: bool,
    /// Why it stays as it is.
    pub pinned_reason: Option<String>,
    /// Files that were changed, came or went since it was installed.
    pub changed: Vec<String>,
    pub places: Vec<SkillLocation>,
    /// Folder of the skill that comes before it.
    pub shadowed_by: Option<String>,
    /// Folders of skills of this name that it comes before.
    pub shadows: Vec<String>,
    pub installed_at: Option<Time>,
    pub updated_at: Option<Time>,
    /// Why its text cannot be edited here; none: it can.
    pub locked: Option<String>,
    /// Agents that have a switch for one skill, and how it stands.
    pub switches: Vec<SkillSwitch>,
}

/// A folder or link by which agents come to a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SkillPlace")]
pub struct SkillLocation {
    pub path: String,
    /// `folder`, `link`; `missing` or `occupied` for a link that should be there. Of an ability that is off: `taken_out`, `edited` for a
    /// copy that was left because somebody edited it, or `waiting` for one that could not be taken out or put back yet.
    pub kind: String,
    pub agents: Vec<String>,
    /// What is in the way of one that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An agent's own setting that takes one skill out of use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillSwitch {
    pub agent: String,
    pub enabled: bool,
    /// The file that holds it.
    pub config_path: String,
}

/// One file of a skill, to look at.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillFileQuery {
    /// Absolute folder of a skill that a list named.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
    /// Relative, as `files` of its content names it.
    #[garde(length(min = 1, max = 4096))]
    pub file: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillFileResponse {
    pub file: String,
    /// None: it is no text.
    pub text: Option<String>,
    pub bytes: u64,
    /// Whether the text is only its beginning.
    pub cut: bool,
    pub executable: bool,
}

/// `POST /api/skills/check`: what would be said of a text, before it is saved.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CheckSkillRequest {
    #[garde(length(max = 1_000_000))]
    pub text: String,
    /// Name of the skill's folder.
    #[garde(length(min = 1, max = 255))]
    pub folder: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckSkillResponse {
    /// By line.
    pub findings: Vec<CheckedFinding>,
    /// What mending makes of it, when it changes anything.
    pub fixed: Option<FixedSkill>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedFinding {
    #[serde(flatten)]
    pub finding: SkillFinding,
    /// Whether mending takes it away.
    pub fixable: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FixedSkill {
    pub text: String,
    /// Unified.
    pub diff: String,
    /// What was done, in words.
    pub done: Vec<String>,
}

/// `PUT /api/skills/content`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SaveSkillRequest {
    /// Absolute folder of a skill that a list named.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
    /// At most 256,000 bytes.
    #[garde(length(max = 1_000_000))]
    pub text: String,
    /// `digest` of the content that was edited; another one there now is `CONFLICT`.
    #[garde(length(min = 64, max = 64))]
    pub base_digest: String,
}

/// What acts on several skills. Each has its own answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillsRequest {
    /// Absolute folders of skills that a list named; for removing also ids of abilities.
    #[garde(length(min = 1, max = 10_000), inner(length(min = 1, max = 4096)))]
    pub paths: Vec<String>,
    /// False: only shows what would be done.
    #[serde(default)]
    #[garde(skip)]
    pub apply: bool,
    /// Over edits, of which a copy is kept.
    #[serde(default)]
    #[garde(skip)]
    pub force: bool,
    /// In spite of what the scan found.
    #[serde(default)]
    #[garde(skip)]
    pub accept_risk: bool,
    /// Why, for pinning.
    #[serde(default)]
    #[garde(length(chars, max = 240))]
    pub reason: Option<String>,
    /// Named by the caller: `skills.progress` events tell it, and it can be cancelled by it.
    #[serde(default)]
    #[garde(length(max = 80))]
    pub operation_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillsResponse {
    /// One for each path, in the order asked.
    pub results: Vec<SkillResult>,
    /// It was cancelled before all were done; those that were not say `CANCELLED`.
    pub cancelled: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillResult {
    pub path: String,
    pub name: String,
    /// Whether it was done, or, in a preview, can be done.
    pub ok: bool,
    /// Such as `PINNED`, `EDITED`, `NOT_TRACKED`, `UP_TO_DATE`, when it was not; `EDITS_NOT_BACK` where it was, save for copies that
    /// somebody had edited.
    pub code: Option<String>,
    /// What was or would be done, or why it cannot.
    pub message: String,
    /// Of SKILL.md, unified; empty where nothing changes.
    pub diff: String,
    /// What was found in a new version.
    pub findings: Vec<SkillFinding>,
    /// For `restore`: brings back what was removed.
    pub undo: Option<String>,
}

/// `GET /api/skills/removed`: what can be brought back, the newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RemovedSkillsResponse {
    pub removed: Vec<RemovedSkill>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RemovedSkill {
    /// For `restore`.
    pub undo: String,
    pub name: String,
    /// The folder that it stood in, and comes back to.
    pub path: String,
    pub removed_at: Time,
    /// Then the copy is forgotten; earlier when all copies together are more than 1 GiB and this is the oldest.
    pub kept_until: Time,
    pub bytes: u64,
}

/// `POST /api/skills/restore`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RestoreSkillsRequest {
    /// `undo` of what was removed.
    #[garde(length(min = 1, max = 10_000), inner(length(min = 1, max = 4096)))]
    pub undo: Vec<String>,
    /// Named by the caller: `skills.progress` events tell it, and it can be cancelled by it.
    #[serde(default)]
    #[garde(length(max = 80))]
    pub operation_id: Option<String>,
}

/// `POST /api/skills/cancel`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct CancelSkillsRequest {
    #[garde(length(min = 1, max = 80))]
    pub operation_id: String,
}

/// `POST /api/skills/switch`: an agent's own setting for one skill.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SwitchSkillsRequest {
    #[garde(length(min = 1, max = 10_000), inner(length(min = 1, max = 4096)))]
    pub paths: Vec<String>,
    #[garde(skip)]
    pub enabled: bool,
}

/// `GET /api/skills/versions`, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillVersionsResponse {
    pub versions: Vec<SkillVersion>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillVersion {
    pub version_id: String,
    /// When it was replaced; for an installed revision, when it was installed.
    pub at: Time,
    /// What replaced it: `save`, `fix`, `update`, `remove`, `restore`; `installed` for a revision of an ability.
    pub cause: String,
    pub bytes: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillVersionQuery {
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
    #[garde(length(min = 1, max = 120))]
    pub version_id: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillVersionResponse {
    pub version: SkillVersion,
    pub text: String,
    /// From it to what stands there now, unified.
    pub diff: String,
}

/// `GET /api/abilities/{abilityId}/health-history`: runs of an ability, oldest first, at most 200.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityHealthHistoryResponse {
    pub ability_id: AbilityId,
    pub runs: Vec<AbilityRun>,
    pub health: Option<CheckpointHealth>,
}

/// One dispatch or test, with the last word on each checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityRun {
    pub run_id: String,
    /// Of its last word.
    pub at: Time,
    pub reached: u32,
    pub skipped: u32,
    pub failed: u32,
    /// After this run.
    pub health: CheckpointHealth,
}

/// A filter of the Skills page under a name (`Settings.skill_views`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillView {
    #[garde(length(chars, min = 1, max = 60))]
    pub name: String,
    /// As the address of the page has it.
    #[garde(length(max = 1000))]
    pub filter: String,
}
