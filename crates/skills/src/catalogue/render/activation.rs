//! The wrapper in which a client gives an activated skill to the model (the Agent Skills guide for clients): the instructions,
//! the skill's folder, and a list of its files.

use super::entry::LoadedSkill;
use super::skills_ref::escape;
use std::path::Path;

/// `resources` are relative paths; without any, their block is left out.
pub fn activation(skill: &LoadedSkill, resources: &[String]) -> String {
    let folder = skill.entry.file.parent().unwrap_or(Path::new(""));
    let mut text = format!(
        "<skill_content name=\"{}\">\n{}\n\nSkill directory: {}\nRelative paths in this skill are relative to the skill directory.\n",
        escape(&skill.entry.name),
        harmless(&skill.bundle.body),
        folder.display()
    );
    if !resources.is_empty() {
        text.push_str("\n<skill_resources>\n");
        for file in resources {
            text.push_str(&format!("  <file>{}</file>\n", escape(file)));
        }
        text.push_str("</skill_resources>\n");
    }
    text.push_str("</skill_content>");
    text
}

/// Returns the instructions unchanged, except text that would end the wrapper early.
fn harmless(body: &str) -> String {
    body.replace("</skill_content", "&lt;/skill_content")
}
