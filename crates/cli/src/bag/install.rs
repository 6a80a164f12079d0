//! `bag install`.

use super::{Workspace, told};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use crate::skills::changes::{Answer, Consent, authorities};
use apprentice_api::environment::machine;
use apprentice_contracts::error::ErrorCode;
use apprentice_skills::bag::install::{self, Existing, Plan, Policy, Want};
use apprentice_skills::bag::{self, Problem};
use apprentice_skills::source::fetch::FetchOptions;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub struct Options {
    /// Skills to install; with a source and no name, all of the source
    names: Vec<String>,
    /// A folder, a zip, a repository or an address of a zip
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
    /// Tag, branch or commit of the repository
    #[arg(long, value_name = "VERSION", requires = "source")]
    at: Option<String>,
    /// Replace installed skills that were not edited
    #[arg(long)]
    upgrade: bool,
    /// Replace this skill even if it was edited here; may be repeated
    #[arg(long, value_name = "NAME")]
    overwrite: Vec<String>,
    /// Install despite a serious finding of the scan with this code; may be repeated
    #[arg(long = "acknowledge", value_name = "CODE")]
    acknowledged: Vec<String>,
    #[command(flatten)]
    consent: Consent,
    #[command(flatten)]
    workspace: Workspace,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let bag = options.workspace.read()?;
    let home = machine(&context.variables, &context.home).user_home;
    let (authorities, folder) = (authorities(context), bag.folder.clone());
    let watch = FetchOptions { authorities: authorities.as_deref(), ..FetchOptions::unattended() };
    let fetch = |source: &str, version: Option<&str>| bag::fetch(source, version, &folder, home.as_deref(), &watch);
    let existing = if options.upgrade { Existing::Upgrade } else { Existing::Skip };
    let policy = Policy {
        existing,
        overwrite: options.overwrite.iter().cloned().collect(),
        acknowledged: options.acknowledged.iter().cloned().collect(),
    };
    let plan = match install::plan(&bag, &wants(options), &policy, &fetch) {
        Ok(plan) => plan,
        Err(problems) => return refuse(&problems),
    };
    let document = json!(plan);
    // Without a skill to write only our own files are renewed, which needs no consent.
    let asks = !plan.steps.is_empty() || options.consent.only_shows();
    if asks && let Answer::Shown = options.consent.ask(&plan_words(&plan), &document)? {
        return Report::new(&json!({ "plan": document, "installed": [] }), plan_words(&plan));
    }
    match install::apply(&bag, plan) {
        Ok(report) => {
            let line = |what: &str, names: &[String]| names.iter().map(|name| format!("{what} {name}")).collect::<Vec<_>>();
            let mut lines = [
                line("installed", &report.installed),
                line("updated", &report.updated),
                line("skipped (there already)", &report.skipped),
                line("unchanged", &report.unchanged),
            ]
            .concat();
            lines.extend(report.left_out.iter().map(told));
            lines.extend(
                report.extra_steps.iter().map(|more| format!("{} asks for more:\n{}", more.source, more.text.trim_end())),
            );
            Report::new(&report, lines.join("\n"))
        }
        Err(problems) => refuse(&problems),
    }
}

/// The plan in words.
fn plan_words(plan: &Plan) -> String {
    let mut lines = Vec::new();
    for step in &plan.steps {
        let verb = if step.replaces { "Replace" } else { "Install" };
        let version = step.version.iter().map(|version| format!(" at {version}")).collect::<String>();
        lines.push(format!("{verb} {} ({} files, {} bytes) from {}{version}", step.name, step.files, step.bytes, step.source));
        lines.push(format!("  asked for by {}", step.asked_by));
        lines.extend(step.findings.iter().map(|finding| format!("  scan: {}", finding.to_text().replace('\n', "\n      "))));
    }
    lines.extend(plan.left_out.iter().map(told));
    lines.extend(plan.extra_steps.iter().map(|more| format!("{} asks for more:\n{}", more.source, more.text.trim_end())));
    lines.join("\n")
}

fn wants(options: &Options) -> Vec<Want> {
    let (source, version) = (options.source.clone(), options.at.clone());
    match options.names.is_empty() {
        true => source.map(|source| Want { name: None, source: Some(source), version }).into_iter().collect(),
        false => options
            .names
            .iter()
            .map(|name| Want { name: Some(name.replace('_', "-")), source: source.clone(), version: version.clone() })
            .collect(),
    }
}

/// Nothing was changed: one document with every problem, exit 1.
fn refuse(problems: &[Problem]) -> CommandResult {
    let Some(first) = problems.first() else { return Err(CommandError::refused(ErrorCode::Conflict, "Nothing was changed.")) };
    let text = problems.iter().map(told).collect::<Vec<_>>().join("\n");
    let document = json!({ "installed": [], "problems": problems, "code": first.code });
    Ok(Report::new(&document, format!("{text}\nNothing was changed."))?.with_findings(true))
}
