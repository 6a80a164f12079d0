//! `skills read`.

use super::{Roots, chosen, warn, warnings};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::SkillSummary;
use apprentice_skills::catalogue::render::{self, LoadedSkill};
use apprentice_skills::discovery::discover;
use clap::Args;
use serde_json::json;
use std::collections::HashSet;
use std::path::Path;

#[derive(Args)]
pub struct Options {
    #[arg(required = true, value_delimiter = ',')]
    names: Vec<String>,
    #[command(flatten)]
    roots: Roots,
}

/// The form that agents know: `Reading:`, `Base directory:`, the file, `Skill read:`. All of the skills or none.
pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let roots = chosen(context, &options.roots)?;
    let found = discover::list(&roots);
    let mut seen = HashSet::new();
    let split = options.names.iter().flat_map(|names| names.split([',', ' '])).map(str::trim);
    let wanted: Vec<&str> = split.filter(|name| !name.is_empty() && seen.insert(*name)).collect();
    if wanted.is_empty() {
        return Err(CommandError::refused(ErrorCode::InvalidRequest, "No skill names provided"));
    }
    let winner = |name: &&str| -> Option<&SkillSummary> {
        let mut winners = found.skills.iter().filter(|skill| skill.shadowed_by.is_none());
        let by_name = winners.clone().find(|skill| skill.name == **name);
        by_name.or_else(|| winners.find(|skill| Path::new(&skill.path).file_name().is_some_and(|folder| *folder == **name)))
    };
    let missing: Vec<&str> = wanted.iter().copied().filter(|name| winner(name).is_none()).collect();
    if !missing.is_empty() {
        let folders: Vec<&str> = found.roots.iter().map(|root| root.path.as_str()).collect();
        let text = format!("Skill(s) not found: {}. Searched: {}", missing.join(", "), folders.join(", "));
        return Err(CommandError::refused(ErrorCode::NotFound, text));
    }
    let read: Vec<(&SkillSummary, LoadedSkill)> = wanted
        .iter()
        .filter_map(winner)
        .map(|skill| Ok((skill, render::load(skill).map_err(|problem| CommandError::refused(ErrorCode::NotFound, problem))?)))
        .collect::<Result<_, CommandError>>()?;
    for (skill, loaded) in &read {
        warn(&warnings(context, &found, skill, &loaded.bundle.definition.requires));
    }
    let texts: Vec<LoadedSkill> = read.iter().map(|(_, loaded)| loaded.clone()).collect();
    let document: Vec<_> = read
        .iter()
        .map(|(skill, loaded)| json!({ "skill": skill, "content": loaded.raw, "files": render::resources(Path::new(&skill.path)) }))
        .collect();
    Report::new(&json!({ "skills": document }), render::read_forms(&texts))
}
