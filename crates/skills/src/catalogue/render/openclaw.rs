//! OpenClaw's block: sorted by name, at most 150 skills and 18,000 characters; over that without descriptions, over that the
//! longest prefix that fits, each with a notice before the block.

use super::{Catalogue, CatalogueEntry, Limits, longest_prefix, utf16_length};
use std::path::{Component, Path};

const BUDGET: usize = 18_000;
const MAX_SKILLS: usize = 150;
/// Room that is kept for the notice.
const NOTICE_ROOM: usize = 150;

const INTRODUCTION: &str = "\n\nThe following skills provide specialized instructions for specific tasks.";
const BY_DESCRIPTION: &str = "Use the read tool to load a skill's file when the task matches its description.";
const BY_NAME: &str = "Use the read tool to load a skill's file when the task matches its name.";
const PATHS: &str = "When a skill file references a relative path, resolve it against the skill directory (parent of SKILL.md / dirname of the path) and use that absolute path in tool commands.";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    Full,
    Compact,
}

pub(super) fn render(entries: &[CatalogueEntry], limits: &Limits) -> Catalogue {
    let mut shown: Vec<&CatalogueEntry> = entries.iter().filter(|entry| !entry.for_people_only).collect();
    shown.sort_by_key(|entry| sort_key(&entry.name));
    let total = shown.len();
    shown.truncate(MAX_SKILLS);
    let home = limits.user_home.as_deref();
    let budget = limits.budget.unwrap_or(BUDGET);

    if utf16_length(&block(&shown, Tier::Full, home)) <= budget {
        return finish(&shown, total, Tier::Full, home);
    }
    let room = budget.saturating_sub(NOTICE_ROOM);
    let fits = |count: usize| utf16_length(&block(&shown[..count], Tier::Compact, home)) <= room;
    let included = if fits(shown.len()) { shown.len() } else { longest_prefix(shown.len(), fits) };
    finish(&shown[..included], total, Tier::Compact, home)
}

fn finish(shown: &[&CatalogueEntry], total: usize, tier: Tier, home: Option<&Path>) -> Catalogue {
    let notice = notice(shown.len(), total, tier);
    let block = block(shown, tier, home);
    let text = match &notice {
        Some(notice) if block.is_empty() => notice.clone(),
        Some(notice) => format!("{notice}\n{block}"),
        None => block,
    };
    let shortened = if tier == Tier::Compact { shown.len() } else { 0 };
    Catalogue { text, total, included: shown.len(), shortened, notice }
}

fn notice(included: usize, total: usize, tier: Tier) -> Option<String> {
    let audit = "Run `openclaw skills check` to audit.";
    if included < total {
        let compact = if tier == Tier::Compact { " (compact format, descriptions omitted)" } else { "" };
        return Some(format!("⚠️ Skills truncated: included {included} of {total}{compact}. {audit}"));
    }
    (tier == Tier::Compact).then(|| format!("⚠️ Skills catalog using compact format (descriptions omitted). {audit}"))
}

fn block(shown: &[&CatalogueEntry], tier: Tier, home: Option<&Path>) -> String {
    if shown.is_empty() {
        return String::new();
    }
    let how = if tier == Tier::Full { BY_DESCRIPTION } else { BY_NAME };
    let mut text = format!("{INTRODUCTION}\n{how}\n{PATHS}\n\n<available_skills>\n");
    for entry in shown {
        text.push_str(&format!("  <skill>\n    <name>{}</name>\n", escape(&entry.name)));
        if tier == Tier::Full {
            text.push_str(&format!("    <description>{}</description>\n", escape(&entry.description)));
        }
        text.push_str(&format!("    <location>{}</location>\n  </skill>\n", escape(&location(&entry.file, home))));
    }
    text.push_str("</available_skills>");
    text
}

fn location(file: &Path, home: Option<&Path>) -> String {
    let below = home.filter(|home| home.components().any(|part| matches!(part, Component::Normal(_))));
    match below.and_then(|home| file.strip_prefix(home).ok()) {
        Some(rest) => format!("~/{}", rest.display()),
        None => file.display().to_string(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&apos;")
}

/// The order of JavaScript's `localeCompare` for English, as far as names go: `_`, `-`, other signs, digits, letters without
/// regard to case; then lower case first.
pub(super) fn sort_key(name: &str) -> (Vec<(u8, char)>, Vec<bool>, String) {
    let rank = |c: char| match c {
        '_' => (0, c),
        '-' => (1, c),
        c if c.is_numeric() => (3, c),
        c if c.is_alphabetic() => (4, c.to_lowercase().next().unwrap_or(c)),
        c => (2, c),
    };
    (name.chars().map(rank).collect(), name.chars().map(char::is_uppercase).collect(), name.to_owned())
}
