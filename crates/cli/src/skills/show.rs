//! `skills show`: everything that was read of one skill.

use super::{Roots, absolute, chosen, hidden, named, warn, warnings};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::{SkillFormat, SkillScope, SkillSummary, SkillsListResponse};
use apprentice_skills::catalogue::render;
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::format::describe::{fields, in_words};
use clap::Args;
use serde_json::json;
use std::path::Path;

#[derive(Args)]
pub struct Options {
    /// The name of a skill, or its folder
    name: String,
    #[command(flatten)]
    roots: Roots,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let asked = Path::new(&options.name);
    let is_folder = options.name.contains('/') && asked.is_dir();
    let roots = match is_folder {
        true => vec![around(&absolute(asked)?)],
        false => chosen(context, &options.roots)?,
    };
    let found = discover::list(&roots);
    let skill = match is_folder {
        true => at(&found, &absolute(asked)?)?,
        false => named(&found, &options.name)?,
    };
    let loaded = render::load(skill).map_err(|problem| CommandError::refused(ErrorCode::NotFound, problem))?;
    let fields = fields(&loaded.bundle);
    let warnings = warnings(context, &found, skill, &loaded.bundle.definition.requires);
    warn(&warnings);
    let files = render::resources(Path::new(&skill.path));
    let scope = match skill.scope {
        SkillScope::User => "user",
        SkillScope::Project => "project",
        SkillScope::System => "system",
    };
    let format = match skill.format {
        SkillFormat::SkillMd => "SKILL.md",
        SkillFormat::Legacy => "skill.json",
    };
    let mut lines = vec![
        format!("{} ({scope}, {format})", skill.name),
        format!("  {}", skill.description),
        format!("  path: {}", skill.path),
    ];
    if !skill.agents.is_empty() {
        lines.push(format!("  read by: {}", skill.agents.join(", ")));
    }
    lines.extend(fields.iter().map(|field| {
        let note = if field.known { "" } else { " (unknown field)" };
        format!("  {}{note}: {}", field.name, in_words(&field.value))
    }));
    if !files.is_empty() {
        lines.push(format!("  files: {}", files.join(", ")));
    }
    let document = json!({
        "skill": skill, "fields": fields, "files": files, "hides": hidden(&found, skill), "warnings": warnings,
    });
    Report::new(&document, lines.join("\n"))
}

/// The folder that contains the skill.
fn around(folder: &Path) -> Root {
    let path = folder.parent().unwrap_or(folder).to_path_buf();
    Root { path, scope: SkillScope::User, agents: Vec::new(), namespace: None }
}

fn at<'l>(found: &'l SkillsListResponse, folder: &Path) -> Result<&'l SkillSummary, CommandError> {
    let skill = found.skills.iter().find(|skill| Path::new(&skill.path) == folder);
    let skipped =
        || found.skipped.iter().find(|skipped| Path::new(&skipped.path) == folder).map(|skipped| skipped.message.clone());
    skill.ok_or_else(|| {
        let why = skipped().unwrap_or_else(|| "there is no SKILL.md".to_owned());
        CommandError::refused(ErrorCode::NotFound, format!("{} is no skill: {why}", folder.display()))
    })
}
