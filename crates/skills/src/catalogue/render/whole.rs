//! The output of `openskills read`: the skill's folder, and the file unchanged.

use super::entry::LoadedSkill;
use std::path::Path;

/// Byte for byte what openskills prints, without the line break at the very end.
pub fn read_form(skill: &LoadedSkill) -> String {
    let name = &skill.entry.name;
    let folder = skill.entry.file.parent().unwrap_or(Path::new(""));
    format!("Reading: {name}\nBase directory: {}\n\n{}\n\nSkill read: {name}", folder.display(), skill.raw)
}

/// Several, one after the other.
pub fn read_forms(skills: &[LoadedSkill]) -> String {
    skills.iter().map(read_form).collect::<Vec<_>>().join("\n")
}
