//! `skills status`.

use super::changes::{Installer, Scope, refused};
use crate::engine::CliContext;
use crate::output::{CommandResult, Report};
use apprentice_skills::install::manage::{self, InstallState, InstallStatus, SourceCheck};
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    scope: Scope,
    /// Ask repositories and web addresses too whether they have something newer
    #[arg(long)]
    remote: bool,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let installer = Installer::of(context);
    let compare = if options.remote { SourceCheck::Everything } else { SourceCheck::Local };
    let all = manage::status(&installer.context(), &options.scope.base()?, compare, &installer.watch()).map_err(refused)?;
    let text = match all.as_slice() {
        [] => "No skill was found.".to_owned(),
        all => all.iter().map(line).collect::<Vec<_>>().join("\n"),
    };
    Report::new(&json!({ "skills": all }), text)
}

fn line(status: &InstallStatus) -> String {
    let state = match status.state {
        InstallState::Clean => "clean",
        InstallState::Edited => "edited",
        InstallState::Missing => "missing",
        InstallState::Outdated => "outdated",
        InstallState::Untracked => "untracked",
        InstallState::Unknown => "unknown",
        InstallState::Learned => "learned",
    };
    let pinned = match status.pinned.as_deref() {
        Some("") => ", pinned".to_owned(),
        Some(reason) => format!(", pinned: {reason}"),
        None => String::new(),
    };
    let source = match (&status.tool, &status.source) {
        (Some(tool), Some(source)) => format!("\n  by {tool} from {source}"),
        (Some(tool), None) => format!("\n  by {tool}"),
        _ => String::new(),
    };
    let files = [("changed", &status.changed), ("added", &status.added), ("removed", &status.removed)];
    let files: String = files
        .iter()
        .filter(|(_, files)| !files.is_empty())
        .map(|(word, files)| format!("\n  {word}: {}", files.join(", ")))
        .collect();
    let links: String = status
        .links
        .iter()
        .filter(|link| link.state != "ok")
        .map(|link| format!("\n  link {} is {}", link.path.display(), link.state))
        .collect();
    format!("{} ({state}{pinned}) {}{source}{files}{links}", status.name, status.place.display())
}
