//! `apprentice projects`: the projects of the settings, and which of them a name or a folder means.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandResult, Report};
use crate::show::{call, rows};
use apprentice_api::operations as op;
use apprentice_contracts::project::{ProjectResolutionState, ResolveProjectResponse};
use clap::Subcommand;
use std::path::Path;

#[derive(Subcommand)]
pub enum Projects {
    /// List the projects with their other names and folders
    List,
    /// Find the project that an id, another name or a folder means; exits 1 unless it is one
    Resolve { name: String },
}

pub async fn run(context: &CliContext, command: Projects) -> CommandResult {
    match command {
        Projects::List => {
            let text = |answer: &serde_json::Value| {
                rows(answer, "projects", &["project_id", "aliases", "folders"], "No project is in the settings.")
            };
            call(context, op::PROJECTS.call([]), &text).await
        }
        Projects::Resolve { name } => resolve(context, &name).await,
    }
}

async fn resolve(context: &CliContext, name: &str) -> CommandResult {
    let call = op::RESOLVE_PROJECT.call([]).query("name", absolute(name));
    let found: ResolveProjectResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let ids: Vec<&str> = found.matches.iter().map(|found| found.project.project_id.as_str()).collect();
    let text = found.message.clone().unwrap_or_else(|| ids.join(", "));
    Ok(Report::new(&found, text)?.with_findings(found.resolution_state != ProjectResolutionState::Resolved))
}

/// A folder as an absolute path: what is `.` or `..`, or has a slash. A name stays as it is.
pub fn absolute(name: &str) -> String {
    let is_folder = matches!(name, "." | "..") || name.contains('/');
    match std::path::absolute(Path::new(name)) {
        Ok(path) if is_folder => path.components().collect::<std::path::PathBuf>().display().to_string(),
        _ => name.to_owned(),
    }
}
