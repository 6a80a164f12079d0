//! `skills update`.

use super::changes::{Answer, Consent, Installer, Overrides, Scope, refused, words};
use super::install::done_words;
use crate::engine::CliContext;
use crate::output::{CommandResult, Report};
use apprentice_skills::install::manage::{self, SkippedUpdate, UpdatePlan};
use apprentice_skills::refusal::RefusalCode;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub struct Options {
    /// Which skills; all whose source is known when none is named
    names: Vec<String>,
    #[command(flatten)]
    scope: Scope,
    #[command(flatten)]
    overrides: Overrides,
    #[command(flatten)]
    consent: Consent,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let installer = Installer::of(context);
    let base = options.scope.base()?;
    let Overrides { force, accept_risk } = options.overrides;
    let updates = manage::plan_update(&installer.context(), &base, &options.names, force, accept_risk, &installer.watch())
        .map_err(refused)?;
    let left = updates.kept.iter().any(|kept| kept.code != RefusalCode::UpToDate);
    let kept = kept_words(&updates.kept);
    let document = |done| json!({ "steps": updates.plan.steps, "kept": updates.kept, "done": done });
    if !updates.plan.changes() {
        let text = if kept.is_empty() { "There is nothing whose source is known.".to_owned() } else { kept };
        return Ok(Report::new(&document(json!([])), text)?.with_findings(left));
    }
    let text = plan_words(&updates, &kept);
    if let Answer::Shown = options.consent.ask(&text, &json!(updates))? {
        return Report::new(&document(json!([])), text);
    }
    let done = manage::apply(&installer.context(), &updates.plan).map_err(refused)?;
    let text = [kept, done_words(&done)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    Ok(Report::new(&document(json!(done)), text)?.with_findings(left))
}

fn plan_words(updates: &UpdatePlan, kept: &str) -> String {
    let plan = words(&updates.plan);
    if kept.is_empty() { plan } else { format!("{kept}\n{plan}") }
}

fn kept_words(kept: &[SkippedUpdate]) -> String {
    kept.iter().map(|kept| format!("Keep {}: {}", kept.name, kept.reason)).collect::<Vec<_>>().join("\n")
}
