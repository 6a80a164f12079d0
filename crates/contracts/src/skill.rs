//! Skills as they stand in agents' folders, and the folders themselves.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `apprentice skills list --json` and `GET /api/skills`: nothing that was found is missing from both lists.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SkillsListResponse {
    pub skills: Vec<SkillSummary>,
    pub skipped: Vec<SkippedSkill>,
    pub roots: Vec<SkillRoot>,
    /// Why this may be older than the folders, or slower than usual, where it is: they cannot be watched.
    #[serde(default)]
    pub note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillSummary {
    pub name: String,
    pub description: String,
    /// Absolute folder.
    pub path: String,
    /// `SKILL.md` or the file that was read.
    pub file: String,
    /// Absolute folder that was searched.
    pub root: String,
    pub scope: SkillScope,
    pub format: SkillFormat,
    pub findings: Vec<SkillFinding>,
    /// Path of the winner when another skill of this name comes first.
    pub shadowed_by: Option<String>,
    /// Labels of the agents that read this root.
    pub agents: Vec<String>,
    /// Set when Apprentice installed it.
    pub ability_id: Option<String>,
    /// Seconds since the epoch of the file's last change.
    pub modified_at: f64,
    /// What categories call it: the first 32 hexadecimal digits of the SHA-256 of `path`.
    #[serde(default)]
    pub item_id: String,
    /// What the agent that was asked about makes of it; none in a list of all.
    #[serde(default)]
    pub for_agent: Option<AgentSkillStatus>,
}

/// A skill by the rules of one agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AgentStanding")]
pub struct AgentSkillStatus {
    pub verdict: AgentVerdict,
    /// What the agent calls it, such as `plugin:skill`.
    pub name: String,
    /// Why it is not simply loaded.
    pub reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AgentVerdict {
    Loaded,
    /// Another of its name comes first.
    Shadowed,
    /// The agent leaves it out.
    Refused,
    /// Read when the agent works on files near it.
    OnDemand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillScope {
    Project,
    User,
    System,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillFormat {
    SkillMd,
    Legacy,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillFinding {
    pub code: String,
    pub severity: FindingSeverity,
    pub message: String,
    /// 1-based.
    pub line: Option<u32>,
    /// What to do about it.
    #[serde(default)]
    pub suggestion: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingSeverity {
    Error,
    Warning,
    Info,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedSkill {
    pub path: String,
    pub code: String,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillRoot {
    pub path: String,
    pub scope: SkillScope,
    pub found: u32,
}

/// One file of a skill, for reading.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillContentResponse {
    pub skill: SkillSummary,
    /// Raw SKILL.md.
    pub content: String,
    /// Other files, relative, at most 500.
    pub files: Vec<String>,
    /// SHA-256 of `content`, hexadecimal; what saving wants to know.
    #[serde(default)]
    pub digest: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillPathQuery {
    /// Absolute folder of a skill that a list named.
    #[garde(length(min = 1, max = 4096))]
    pub path: String,
}

/// A skills folder of an agent on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillTarget {
    /// Such as `claude-code`, `codex`, `sandbox`.
    pub target_id: String,
    /// Such as `Claude Code`.
    pub label: String,
    /// Absolute.
    pub path: String,
    /// Whether the agent seems to be installed (its program or its folder was found).
    pub detected: bool,
    /// Whether the user switched it on.
    pub enabled: bool,
    pub writable: bool,
    /// Why it cannot be written, when it cannot.
    pub note: Option<String>,
}
