//! openskills 1.5.0: the block that it keeps in AGENTS.md, and the rules by which it finds the block again.

use super::{Catalogue, CatalogueEntry, Limits, one_line, within_budget};
use apprentice_contracts::skill::SkillScope;

const OPEN: &str = "<skills_system";
const CLOSE: &str = "</skills_system>";
const TABLE_START: &str = "<!-- SKILLS_TABLE_START -->";
const TABLE_END: &str = "<!-- SKILLS_TABLE_END -->";
const REMOVED: &str = "<!-- Skills section removed -->";

/// The text is openskills' own (Apache-2.0), which agents already know.
const HEAD: &str = include_str!("openskills_head.md");
/// The command in it.
const READ: &str = "npx openskills read";
const TAIL: &str = "\n\n</available_skills>\n<!-- SKILLS_TABLE_END -->\n\n</skills_system>";

/// No skills: openskills writes nothing.
pub(super) fn render(entries: &[CatalogueEntry], limits: &Limits) -> Catalogue {
    let head = match &limits.read_command {
        Some(command) => HEAD.replace(READ, command),
        None => HEAD.to_owned(),
    };
    within_budget(entries, limits, |entries| block(&head, entries))
}

fn block(head: &str, entries: &[CatalogueEntry]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let skills: Vec<String> = entries.iter().map(skill).collect();
    format!("{head}{}{TAIL}", skills.join("\n\n"))
}

/// openskills knows a skill by its folder and keeps each value on one line. It escapes nothing, and neither do we, except text
/// that would end the surrounding block.
fn skill(entry: &CatalogueEntry) -> String {
    let location = if entry.scope == SkillScope::Project { "project" } else { "global" };
    let description = harmless(&one_line(&entry.description));
    format!(
        "<skill>\n<name>{}</name>\n<description>{description}</description>\n<location>{location}</location>\n</skill>",
        harmless(entry.folder_name())
    )
}

fn harmless(text: &str) -> String {
    let ends_it = ["skills_system", "SKILLS_TABLE", "available_skills>", "</skill>", "</description>", "</name>"];
    if ends_it.iter().any(|mark| text.contains(mark)) { text.replace('<', "&lt;") } else { text.to_owned() }
}

/// `content` with `block` in place of the block that it has, by either marker, else at its end.
pub fn put_section(content: &str, block: &str) -> String {
    if let Some((before, after)) = around_system(content) {
        return format!("{before}{block}{after}");
    }
    if let (Some((before, after)), Some(table)) = (around_table(content), table_of(block)) {
        // openskills puts the markers in twice here, and once more at every run.
        return format!("{before}{table}{after}");
    }
    if content.contains(OPEN) || content.contains(TABLE_START) {
        // A marker without its end: the rest of the file is not ours to swallow.
        return content.to_owned();
    }
    format!("{}\n\n{block}\n", content.trim_end())
}

/// `content` with a remark in place of the block.
pub fn remove_section(content: &str) -> String {
    if let Some((before, after)) = around_system(content) {
        return format!("{before}{REMOVED}{after}");
    }
    match around_table(content) {
        Some((before, after)) => format!("{before}{TABLE_START}\n{REMOVED}\n{TABLE_END}{after}"),
        None => content.to_owned(),
    }
}

fn around_system(content: &str) -> Option<(&str, &str)> {
    let start = content.find(OPEN)?;
    let end = start + content[start..].find(CLOSE)? + CLOSE.len();
    content[start..end].contains('>').then(|| (&content[..start], &content[end..]))
}

fn around_table(content: &str) -> Option<(&str, &str)> {
    let start = content.find(TABLE_START)?;
    let end = start + content[start..].find(TABLE_END)? + TABLE_END.len();
    Some((&content[..start], &content[end..]))
}

fn table_of(block: &str) -> Option<&str> {
    let (before, after) = around_table(block)?;
    Some(&block[before.len()..block.len() - after.len()])
}
