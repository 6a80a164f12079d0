//! Skills that a person starts by name, as their agent offers them: the list, and one skill with its placeholders filled in.

use crate::ids::{AbilityId, DispatchId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A value that the person may give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillPromptArgument {
    /// Its name: one of the skill's own, `arguments` for all words of a skill that names none, or `request` for what the person wants of
    /// an ability this time.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Whether the skill needs it.
    pub required: bool,
}

/// A skill that a person can start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillPrompt {
    /// Its name; of several skills with one name, the one that comes first.
    pub name: String,
    /// The title of an ability; the name of another skill.
    pub title: String,
    /// Its description.
    pub description: String,
    /// What the person may give, in order.
    pub arguments: Vec<SkillPromptArgument>,
    /// The ability that the skill belongs to. Absent for a skill that is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
}

/// `GET /api/skills/prompts`: the skills that a person can start, abilities first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillPromptsResponse {
    /// Those of this page; fewer than `page_size` where a skill cannot be started by a person.
    pub prompts: Vec<SkillPrompt>,
    /// Number of skills on all pages together, also those that a person cannot start.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `POST /api/skills/prompt`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SkillPromptRequest {
    /// The name of a skill, as the list has it.
    #[garde(length(chars, min = 1, max = 160))]
    pub name: String,
    /// Values by the names of its arguments: at most 64, each at most 4,000 characters.
    #[serde(default)]
    #[garde(skip)]
    pub arguments: BTreeMap<String, String>,
}

/// The answer to [`SkillPromptRequest`].
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillPromptResponse {
    /// The skill.
    pub prompt: SkillPrompt,
    /// What the agent is given: the instructions with their placeholders filled in, at most 32 KiB; for an ability the whole SKILL.md.
    pub text: String,
    /// Whether the text was cut.
    pub truncated: bool,
    /// The skill's folder, for its other files. Absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Identifies this use of an ability, for `verify_checkpoint` and `report_observation`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch_id: Option<DispatchId>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
