//! The wrapper in which a client hands an activated skill to the model (the Agent Skills guide for clients): the instructions,
//! where the skill lies, and which files it has, listed and not read.

use super::entry::LoadedSkill;
use super::skills_ref::escape;
use std::path::Path;

/// `resources` are relative paths; none leaves their block out.
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

/// Instructions are given as they are, but what would end the wrapper early does not.
fn harmless(body: &str) -> String {
    body.replace("</skill_content", "&lt;/skill_content")
}
