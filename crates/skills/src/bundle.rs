//! One SKILL.md: its front matter and body, checked against a profile.

use apprentice_contracts::skill::SkillFinding;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Agent Skills, as its reference validator reads it. What we write passes this without a finding.
    Strict,
    /// Name from the folder, description from the first paragraph.
    Lenient,
}

/// What a SKILL.md says.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub name: String,
    pub description: String,
    pub front_matter: serde_json::Map<String, serde_json::Value>,
    pub body: String,
    pub findings: Vec<SkillFinding>,
}

/// Reads `text` as the SKILL.md of a folder named `folder`. `Err`: it cannot be used; the finding says why and where.
pub fn read(_text: &str, _folder: &str, _profile: Profile) -> Result<Bundle, SkillFinding> {
    todo!()
}
