//! `skills remove`.

use super::absolute;
use super::changes::{Answer, Consent, Installer, Scope, refused};
use crate::engine::CliContext;
use crate::output::{CommandResult, Report};
use apprentice_skills::install::manage::{self, RemovalStep, RemovalTarget};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub struct Options {
    #[arg(required = true)]
    names: Vec<String>,
    #[command(flatten)]
    scope: Scope,
    /// Only from the folder of this agent
    #[arg(long, value_name = "AGENT")]
    target: Option<String>,
    /// From this skills folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["project", "target"])]
    root: Option<PathBuf>,
    /// Also remove edited files and files of others. A copy of each is kept
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    consent: Consent,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let installer = Installer::of(context);
    let at = match (&options.root, &options.target) {
        (Some(root), _) => RemovalTarget::Folder(absolute(root)?),
        (None, Some(agent)) => RemovalTarget::Agent(options.scope.base()?, agent.clone()),
        (None, None) => RemovalTarget::Scope(options.scope.base()?),
    };
    let plan = manage::plan_removal(&installer.context(), &at, &options.names, options.force).map_err(refused)?;
    let text = words(&plan.removed, "Remove");
    if let Answer::Shown = options.consent.ask(&text, &json!(plan))? {
        return Report::new(&json!({ "plan": plan.removed, "removed": [] }), text);
    }
    let removed = manage::remove(&installer.context(), &plan).map_err(refused)?;
    let text = words(&removed, "Removed");
    Report::new(&json!({ "removed": removed }), text)
}

fn words(removed: &[RemovalStep], verb: &str) -> String {
    let line = |one: &RemovalStep| {
        let links: String = one.links.iter().map(|link| format!("\n  link {}", link.display())).collect();
        let kept = match &one.kept {
            Some(kept) => format!("\n  a copy is in {}", kept.display()),
            None if one.keeps => "\n  a copy is kept".to_owned(),
            None => String::new(),
        };
        format!("{verb} {} {}{links}{kept}", one.name, one.place.display())
    };
    removed.iter().map(line).collect::<Vec<_>>().join("\n")
}
