//! `.skills/SKILLS.md`: one line `<name>: <description>` for every skill, sorted by name.

use super::write::write_file;
use super::{Bag, BagSkill, CATALOG, Problem};
use crate::refusal::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// The catalogue of `skills`; it ends with a line break unless it is empty.
pub fn render<'a>(skills: impl IntoIterator<Item = &'a BagSkill>) -> String {
    let lines: BTreeMap<&str, String> = skills.into_iter().map(|skill| (skill.name.as_str(), line(skill))).collect();
    lines.into_values().map(|line| line + "\n").collect()
}

/// A description of several lines becomes one.
fn line(skill: &BagSkill) -> String {
    format!("{}: {}", skill.name, one_line(&skill.description))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes the catalogue. `Ok(false)`: it was correct already.
pub fn write(bag: &Bag) -> Result<bool, Refusal> {
    let text = render(bag.skills.values());
    if bag.catalog.as_deref() == Some(text.as_str()) {
        return Ok(false);
    }
    write_file(&bag.folder.join(CATALOG), &text)?;
    Ok(true)
}

/// Everything in which `catalog` differs from the skills. `folders` are all skill folders, including invalid ones.
pub(super) fn check(catalog: &str, skills: &BTreeMap<String, BagSkill>, folders: &BTreeSet<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut listed: Vec<&str> = Vec::new();
    for (index, text) in catalog.lines().enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        if text.is_empty() {
            continue;
        }
        let mut say = |code, message: String| found.push(Problem::error(code, CATALOG, message).at(number));
        let Some((name, description)) = text.split_once(':') else {
            say("CATALOG_LINE", format!("A line must read `<name>: <description>`, not {text:?}"));
            continue;
        };
        let (name, description) = (name.trim(), description.trim());
        if listed.contains(&name) {
            say("CATALOG_DUPLICATE", format!("'{name}' is listed twice"));
            continue;
        }
        if listed.last().is_some_and(|last| *last > name) {
            say(
                "CATALOG_ORDER",
                format!("'{name}' must come before '{}': the lines are sorted by name", listed.last().unwrap_or(&"")),
            );
        }
        listed.push(name);
        match skills.get(name) {
            Some(skill) if one_line(&skill.description) != description => {
                say("CATALOG_DESCRIPTION", format!("The description of '{name}' differs from the one in its SKILL.md"));
            }
            Some(_) => {}
            None if folders.contains(name) => {
                say("CATALOG_INVALID", format!("'{name}' is listed, and its SKILL.md is not valid"))
            }
            None => say("CATALOG_UNKNOWN", format!("'{name}' is listed, and there is no such skill")),
        }
    }
    for skill in skills.values() {
        if !listed.contains(&skill.name.as_str()) {
            found.push(Problem::error("CATALOG_MISSING", CATALOG, format!("The skill '{}' is not listed", skill.name)));
        }
        if skill.description.contains('\n') {
            let path = format!("{}/{}/SKILL.md", super::ROOT, skill.name);
            let message = "The description has several lines, and a catalogue has one line for each skill";
            found.push(Problem::warning("DESCRIPTION_LINES", path, message));
        }
    }
    found
}
