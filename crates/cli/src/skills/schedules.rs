//! `agents schedules`: the work that agents will do by themselves.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::schedule::{
    ScheduleSource, ScheduleSourceState, ScheduledAbility, ScheduledAbilityEvidence, ScheduledWork, SchedulesResponse,
};
use std::fmt::Write;

pub(super) async fn schedules(context: &CliContext) -> CommandResult {
    let found: SchedulesResponse = with_engine(context, async |engine| engine.call(op::SCHEDULES.call([])).await).await?;
    let mut lines: Vec<String> = found.schedules.iter().map(work).collect();
    if lines.is_empty() {
        lines.push("No agent keeps a schedule here that can be read.".to_owned());
    }
    lines.push("\nLooked at:".to_owned());
    lines.extend(found.sources.iter().map(source));
    Report::new(&found, lines.join("\n"))
}

fn work(work: &ScheduledWork) -> String {
    let state = if work.enabled == Some(false) { "  (switched off)" } else { "" };
    let mut text = format!("{}: {}{state}\n      {}", work.agent, work.title, work.when);
    if let Some(folder) = &work.folder {
        let _ = write!(text, "\n      in {folder}");
    }
    for ability in &work.abilities {
        let _ = write!(text, "\n      {}", used(ability));
    }
    text
}

fn used(ability: &ScheduledAbility) -> String {
    let how = match ability.known_by {
        ScheduledAbilityEvidence::Named => "uses",
        ScheduledAbilityEvidence::Fits => "would find",
    };
    let now = if ability.usable_now { "" } else { ", which is not usable now" };
    format!("{how} {} ({}){now}", ability.title, ability.ability_id)
}

fn source(source: &ScheduleSource) -> String {
    let what = match (source.state, &source.problem) {
        (ScheduleSourceState::Absent, _) => "nothing is there".to_owned(),
        (_, Some(problem)) => problem.clone(),
        _ => format!("{} found", source.found),
    };
    format!("  {:<16}{}  ({what})", source.agent, source.path)
}
