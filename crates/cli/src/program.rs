//! `doctor`, `repair`, `hook`, `lookup`.

use crate::args::{Repairable, Shell};
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report, print};
use crate::projects::absolute;
use crate::show::{call, fields};
use apprentice_api::operations as op;
use apprentice_contracts::ability::{AbilityLookupResult, AbilityMatch, AbilityNearMiss};
use apprentice_contracts::app::{DoctorResponse, DoctorStatus, RebuildProjectionsResponse};
use apprentice_observe::terminal::{self, hook_script};
use serde_json::json;
use std::fmt::Write;

pub async fn doctor(context: &CliContext) -> CommandResult {
    let found: DoctorResponse = with_engine(context, async |engine| engine.call(op::DOCTOR.call([])).await).await?;
    let mut text = format!("Apprentice {}, in {}\n", found.version, found.home);
    for check in &found.checks {
        let sign = match check.status {
            DoctorStatus::Ok => "ok     ",
            DoctorStatus::Warning => "warning",
            DoctorStatus::Missing => "missing",
        };
        let _ = write!(text, "\n{sign}  {}: {}", check.label, check.message);
        if let Some(remedy) = &check.remedy {
            let _ = write!(text, "\n         run: {remedy}");
        }
    }
    let missing = found.checks.iter().any(|check| check.status == DoctorStatus::Missing);
    Ok(Report::new(&found, text)?.with_findings(missing))
}

pub async fn updates(context: &CliContext) -> CommandResult {
    call(context, op::CHECK_FOR_UPDATES.call([]), &fields).await
}

pub async fn repair(context: &CliContext, what: Repairable) -> CommandResult {
    match what {
        Repairable::Projections => {
            let done: RebuildProjectionsResponse =
                with_engine(context, async |engine| engine.call(op::REPAIR_PROJECTIONS.call([])).await).await?;
            Report::new(&done, format!("Wrote {} files again from the database.", done.files_written))
        }
        Repairable::Database => {
            let home = context.home.clone();
            let done = tokio::task::spawn_blocking(move || apprentice_engine::repair_database(&home)).await;
            let message = done.map_err(CommandError::internal)??;
            Report::new(&json!({ "message": message }), message)
        }
    }
}

/// Prints the script and nothing else, with `--json` too: it is made for `eval`.
pub fn hook(context: &CliContext, shell: Shell) -> Report {
    let shell = match shell {
        Shell::Bash => terminal::Shell::Bash,
        Shell::Zsh => terminal::Shell::Zsh,
        Shell::Fish => terminal::Shell::Fish,
    };
    print(hook_script(shell, &context.home).trim_end());
    Report::silent()
}

/// With `explain` the JSON is the whole answer; without it, only the matches.
pub async fn lookup(context: &CliContext, query: String, explain: bool, project: Option<String>) -> CommandResult {
    let body = json!({ "user_query": query, "explain": explain, "project_id": project.as_deref().map(absolute) });
    let found: AbilityLookupResult =
        with_engine(context, async |engine| engine.call(op::LOOKUP.call([]).json(body)).await).await?;
    let mut lines: Vec<String> = found.matches.iter().map(|found| line(found, explain)).collect();
    if lines.is_empty() {
        lines.push("No ability fits.".to_owned());
    }
    if !explain {
        return Report::new(&found.matches, lines.join("\n"));
    }
    if !found.not_fitting.is_empty() {
        lines.push("\nThese share words with the request and do not fit:".to_owned());
        lines.extend(found.not_fitting.iter().map(near_line));
    }
    Report::new(&found, lines.join("\n"))
}

fn line(found: &AbilityMatch, explain: bool) -> String {
    let mut text = format!("{:.2}  {}  {}", found.score, found.ability_id, found.title);
    if !found.usable_now {
        let _ = write!(text, "  (not usable now: {})", found.reason_unusable.as_deref().unwrap_or("unknown"));
    }
    indent(&mut text, if explain { &found.why } else { &found.match_reasons });
    text
}

fn near_line(other: &AbilityNearMiss) -> String {
    let mut text = format!("{:.2}  {}  {}", other.score, other.ability_id, other.title);
    indent(&mut text, &other.why_not);
    text
}

fn indent(text: &mut String, reasons: &[String]) {
    for reason in reasons {
        let _ = write!(text, "\n      {reason}");
    }
}
