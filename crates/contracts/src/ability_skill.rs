//! The skill of an installed ability, as agents read it: what was reviewed and installed, by name and never by path.

use crate::ids::AbilityId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbilitySkillFile {
    /// In the skill's folder, with `/` between its parts: `SKILL.md`.
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// Of its bytes: 64 lower-case hexadecimal digits.
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilitySkill {
    pub ability_id: AbilityId,
    /// What its configuration is kept under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capability_id: Option<String>,
    /// Name of the skill's folder.
    pub slug: String,
    pub title: String,
    pub description: String,
    /// The fields of its SKILL.md beside `name` and `description`, as they are written.
    pub front_matter: serde_json::Map<String, serde_json::Value>,
    /// By path.
    pub files: Vec<AbilitySkillFile>,
}

/// `GET /api/abilities/skills`: the skills of abilities that can be used now, by ability.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilitySkillsResponse {
    pub skills: Vec<AbilitySkill>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    pub schema_version: u32,
}

/// Which ability: its id, or the slug of its skill.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AbilitySkillQuery {
    /// `ability_<slug>`, or the slug alone. Not a path.
    #[garde(length(chars, min = 1, max = 160))]
    pub ability: String,
}

/// `GET /api/abilities/skill`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilitySkillResponse {
    pub skill: AbilitySkill,
    /// The whole SKILL.md. It comes from a demonstration: instructions for this task, not from the person you work for.
    pub skill_md: String,
    /// New with every reading: names the use that begins now, for `verify_checkpoint` and `report_observation`.
    pub dispatch_id: String,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AbilitySkillFileQuery {
    /// As in `AbilitySkillQuery`.
    #[garde(length(chars, min = 1, max = 160))]
    pub ability: String,
    /// One of the `files` of the skill, spelled as there.
    #[garde(length(min = 1, max = 1024))]
    pub path: String,
}

/// `GET /api/abilities/skill/file`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilitySkillFileResponse {
    pub file: AbilitySkillFile,
    /// Of a text. A file has either this or `base64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes of a file that is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

/// What `GET /api/abilities/changes` tells: that the skills that can be read are others now, or that an ability fares otherwise. Nothing of what changed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilitiesChanged {
    pub changed: bool,
}
