//! `bag enter`, `bag refresh`: what a session has read is remembered below the home folder.

use super::{Workspace, refused, told};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::json;
use apprentice_skills::bag::enter::{self, Action, Entry};
use apprentice_skills::bag::refresh::{Snapshot, compare};
use apprentice_skills::bag::{Bag, write_file};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Refresh {
    /// Skills that the session has loaded, or is about to use
    #[arg(long, value_name = "SKILLS", value_delimiter = ',')]
    loaded: Vec<String>,
    #[command(flatten)]
    workspace: Workspace,
}

pub fn enter(context: &CliContext, workspace: &Workspace) -> CommandResult {
    let folder = workspace.folder()?;
    let snapshot = Snapshot::take(&folder);
    let entry = enter::enter(&Bag::read(&folder));
    remember(context, &folder, &snapshot)?;
    let asks = !entry.ready;
    Ok(Report::new(&entry, text(&entry))?.with_findings(asks))
}

fn text(entry: &Entry) -> String {
    let mut lines: Vec<String> = Vec::new();
    for step in &entry.steps {
        let what = match step.action {
            Action::Read if step.present => format!("read {}", step.target),
            Action::Read => format!("(no {})", step.target),
            Action::ApplyPrecedence => format!("what counts: {}", step.target),
            Action::Run => format!("run {}", step.target.replace('-', "_")),
        };
        lines.push(format!("{}. {what}", step.number));
    }
    if !entry.run_last.is_empty() {
        lines.push(format!("Before each response, last: {}", entry.run_last.join(", ")));
    }
    lines.extend(entry.problems.iter().map(told));
    lines.extend(entry.prompt.clone());
    lines.join("\n")
}

pub fn refresh(context: &CliContext, options: &Refresh) -> CommandResult {
    let folder = options.workspace.folder()?;
    let before = recall(context, &folder)?;
    let now = Snapshot::take(&folder);
    let in_use = options.loaded.iter().map(|name| name.trim().replace('_', "-")).collect();
    let refresh = compare(&before, &now, &in_use);
    remember(context, &folder, &now)?;
    let line = |what: &str, paths: &[String]| paths.iter().map(|path| format!("{what} {path}")).collect::<Vec<_>>();
    let mut lines = [
        line("read again:", &refresh.reread),
        line("changed, not loaded:", &refresh.later),
        line("new:", &refresh.added),
        line("gone:", &refresh.removed),
    ]
    .concat();
    if lines.is_empty() {
        lines.push("Nothing changed.".to_owned());
    }
    Report::new(&refresh, lines.join("\n"))
}

/// One file for each workspace.
fn file(context: &CliContext, folder: &Path) -> PathBuf {
    let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    let name: String = real.to_string_lossy().bytes().map(|byte| format!("{byte:02x}")).collect();
    // Long paths differ at their end.
    let name = &name[name.len().saturating_sub(200)..];
    context.home.join("bag").join(format!("{name}.json"))
}

fn remember(context: &CliContext, folder: &Path, snapshot: &Snapshot) -> Result<(), CommandError> {
    let text = json::to_text(snapshot).map_err(CommandError::internal)?;
    write_file(&file(context, folder), &text).map_err(refused)
}

fn recall(context: &CliContext, folder: &Path) -> Result<Snapshot, CommandError> {
    let text = std::fs::read_to_string(file(context, folder)).ok();
    text.and_then(|text| json::read(&text).ok()).ok_or_else(|| {
        CommandError::refused(ErrorCode::NotFound, "This workspace was not entered yet. `apprentice bag enter` begins a session.")
    })
}
