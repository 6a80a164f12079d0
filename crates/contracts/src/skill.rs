//! Skills in agents' folders, and the folders themselves.

use crate::ids::{AbilityId, ItemId, TargetId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `apprentice skills list --json`: every skill that was found is in `skills` or in `skipped`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SkillsListResponse {
    /// The skills that can be read.
    pub skills: Vec<SkillSummary>,
    /// The skills that cannot be read, with the reason.
    pub skipped: Vec<SkippedSkill>,
    /// The folders that were searched.
    pub roots: Vec<SkillRoot>,
    /// Set when the folders cannot be watched: why the list may be out of date or slow.
    #[serde(default)]
    pub note: Option<String>,
}

/// One skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillSummary {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Absolute folder of the skill.
    pub path: String,
    /// The file that was read: `SKILL.md` or one of an older format.
    pub file: String,
    /// Absolute skills folder in which it was found.
    pub root: String,
    /// For whom the skills folder is.
    pub scope: SkillScope,
    /// The format of the file.
    pub format: SkillFormat,
    /// What is wrong with the skill.
    pub findings: Vec<SkillFinding>,
    /// Folder of the skill of the same name that has precedence.
    pub shadowed_by: Option<String>,
    /// Labels of the agents that read this folder.
    pub agents: Vec<String>,
    /// Set when Apprentice installed the skill.
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// When the file last changed, in seconds since the Unix epoch.
    pub modified_at: f64,
    /// The skill's id in categories: the first 32 hexadecimal digits of the SHA-256 of `path`.
    #[serde(default)]
    pub item_id: ItemId,
    /// How the agent that was asked about treats the skill; absent in a list for all agents.
    #[serde(default)]
    pub for_agent: Option<AgentSkillStatus>,
}

/// How one agent treats a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AgentStanding")]
pub struct AgentSkillStatus {
    /// Whether the agent loads it.
    pub verdict: AgentVerdict,
    /// The name under which the agent loads it, such as `plugin:skill`.
    pub name: String,
    /// Why the verdict is not `loaded`.
    pub reason: Option<String>,
}

/// Whether an agent loads a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentVerdict {
    /// The agent loads it.
    Loaded,
    /// Another skill of the same name has precedence.
    Shadowed,
    /// The agent does not load it.
    Refused,
    /// The agent loads it when it works on files near it.
    OnDemand,
}

/// For whom a skills folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillScope {
    /// For one project.
    Project,
    /// For one user.
    User,
    /// For every user of the machine.
    System,
}

/// The format of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillFormat {
    /// A `SKILL.md` with front matter.
    SkillMd,
    /// An older format, such as `skill.json`.
    Legacy,
}

/// Something that is wrong with a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillFinding {
    /// A stable code; `docs/skills.md` lists them.
    pub code: String,
    /// How grave it is.
    pub severity: FindingSeverity,
    /// What is wrong, in words.
    pub message: String,
    /// Line in the file, beginning at 1.
    pub line: Option<u32>,
    /// How to fix it.
    #[serde(default)]
    pub suggestion: Option<String>,
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingSeverity {
    /// The skill cannot be used unchanged, or must not be used without a review.
    Error,
    /// Some agent treats the skill in an unexpected way.
    Warning,
    /// Good to know.
    Info,
}

/// A skill that cannot be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedSkill {
    /// Absolute path of its folder or file.
    pub path: String,
    /// A stable code; `docs/skills.md` lists them.
    pub code: String,
    /// Why it cannot be read, in words.
    pub message: String,
}

/// A skills folder that was searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillRoot {
    /// Absolute path.
    pub path: String,
    /// For whom it is.
    pub scope: SkillScope,
    /// Number of skills found in it.
    pub found: u32,
}

/// One field of a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillField {
    /// Name, as the SKILL.md spells it; `started` says who may start the skill.
    pub name: String,
    /// The value, as it was read.
    pub value: serde_json::Value,
    /// Whether Apprentice knows what the field means.
    pub known: bool,
}

/// The SKILL.md of one skill and the names of its other files.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillContentResponse {
    /// The skill.
    pub skill: SkillSummary,
    /// Text of the SKILL.md.
    pub content: String,
    /// Other files, relative to the skill's folder; at most 500.
    pub files: Vec<String>,
    /// SHA-256 of `content`, hexadecimal: the `base_digest` of a later save.
    #[serde(default)]
    pub digest: String,
    /// Everything that was read of it besides name and description. Empty when it cannot be read any more.
    #[serde(default)]
    pub fields: Vec<SkillField>,
}

/// Selects a skill by its folder.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillPathQuery {
    /// Absolute folder of a skill, as a list returned it.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
}

/// A skills folder of an agent, into which abilities can be installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillTarget {
    /// Such as `claude-code`, `codex`, `sandbox`.
    pub target_id: TargetId,
    /// Name for people, such as `Claude Code`.
    pub label: String,
    /// Absolute path.
    pub path: String,
    /// Whether the agent seems to be installed: its program or its folder was found.
    pub detected: bool,
    /// Whether the user enabled it.
    pub enabled: bool,
    /// Whether a skill can be written into it.
    pub writable: bool,
    /// Why it cannot be written.
    pub note: Option<String>,
}
