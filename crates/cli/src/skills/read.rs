//! `skills read`.

use super::{Roots, chosen};
use crate::engine::Place;
use crate::output::{Outcome, Report, Trouble};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::SkillContentResponse;
use apprentice_skills::discover;
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

/// The form that agents know: `Reading:`, `Base directory:`, the file, `Skill read:`.
pub fn run(place: &Place, options: &Options) -> Outcome {
    let (names, roots) = (&options.names, &chosen(place, &options.roots)?);
    let found = discover::list(roots);
    let mut wanted: Vec<&str> = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    let mut seen = HashSet::new();
    wanted.retain(|name| seen.insert(*name));
    let winner = |name: &&str| found.skills.iter().find(|skill| skill.name == **name && skill.shadowed_by.is_none());
    let missing: Vec<&str> = wanted.iter().copied().filter(|name| winner(name).is_none()).collect();
    if !missing.is_empty() {
        let folders: Vec<&str> = found.roots.iter().map(|root| root.path.as_str()).collect();
        let text = format!("Skill(s) not found: {}. Searched: {}", missing.join(", "), folders.join(", "));
        return Err(Trouble::refused(ErrorCode::NotFound, text));
    }
    let read: Vec<_> =
        wanted.iter().filter_map(winner).filter_map(|skill| discover::read(roots, Path::new(&skill.path))).collect();
    let form = |skill: &SkillContentResponse| {
        let (name, path) = (&skill.skill.name, &skill.skill.path);
        format!("Reading: {name}\nBase directory: {path}\n\n{}\n\nSkill read: {name}", skill.content.trim_end())
    };
    let text = read.iter().map(form).collect::<Vec<_>>().join("\n\n");
    Report::new(&json!({ "skills": read }), text)
}
