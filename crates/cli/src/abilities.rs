//! `apprentice abilities`: what was installed, whether it works now, and what is decided about it.

use crate::engine::{CliContext, with_engine};
use crate::learn::label;
use crate::output::{CommandResult, Report};
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityAvailabilityEntry, AbilityAvailabilitySnapshot, AbilityCanaryResponse, AbilityPlacement,
    AbilityPromotionResponse, AbilityQuarantineResponse, AbilityRemovedResponse,
};
use apprentice_contracts::validation::{OverallResult, StepResult};
use clap::Subcommand;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::fmt::Write;

#[derive(Subcommand)]
pub enum Abilities {
    /// Show what your agents were taught, and whether it can be used now
    List,
    /// Let it be found and used again
    Activate { ability: String },
    /// Let it be used no more; it is taken out of agents' folders until it is activated
    Deactivate { ability: String },
    /// Take it out of use, of every lookup and of agents' folders
    Quarantine {
        ability: String,
        /// Why; shown wherever the ability is
        #[arg(long)]
        reason: String,
    },
    /// Give it back the lane it had
    Unquarantine { ability: String },
    /// Share it beyond this workspace
    Promote { ability: String },
    /// Uninstall it; its history stays, and a window can bring it back
    Remove {
        ability: String,
        /// Also where somebody edited a copy; the edit is kept
        #[arg(long)]
        force: bool,
    },
    /// Check its installed files without changing anything; exits 1 when something is wrong
    Canary { ability: String },
}

pub async fn run(context: &CliContext, command: Abilities) -> CommandResult {
    match command {
        Abilities::List => list(context).await,
        Abilities::Activate { ability } => {
            let told =
                |done: &AbilityActivationResponse| format!("{} is active.{}", done.ability_id, where_it_stands(&done.places));
            decide(context, op::ACTIVATE_ABILITY.call([&ability]), told).await
        }
        Abilities::Deactivate { ability } => {
            let told = |done: &AbilityActivationResponse| {
                format!("{} is deactivated.{}", done.ability_id, where_it_stands(&done.places))
            };
            decide(context, op::DEACTIVATE_ABILITY.call([&ability]), told).await
        }
        Abilities::Quarantine { ability, reason } => {
            let told = |done: &AbilityQuarantineResponse| {
                let places = where_it_stands(&done.places);
                format!("{} is quarantined: {}{places}", done.ability_id, done.reason.as_deref().unwrap_or_default())
            };
            decide(context, op::QUARANTINE_ABILITY.call([&ability]).json(json!({ "reason": reason })), told).await
        }
        Abilities::Unquarantine { ability } => {
            let told = |done: &AbilityQuarantineResponse| {
                format!("{} is out of quarantine.{}", done.ability_id, where_it_stands(&done.places))
            };
            decide(context, op::UNQUARANTINE_ABILITY.call([&ability]), told).await
        }
        Abilities::Promote { ability } => {
            let told = |done: &AbilityPromotionResponse| format!("{} is shared beyond this workspace.", done.ability_id);
            decide(context, op::PROMOTE_ABILITY.call([&ability]), told).await
        }
        Abilities::Remove { ability, force } => remove(context, &ability, force).await,
        Abilities::Canary { ability } => canary(context, &ability).await,
    }
}

async fn list(context: &CliContext) -> CommandResult {
    let found: AbilityAvailabilitySnapshot =
        with_engine(context, async |engine| engine.call(op::AVAILABILITY.call([])).await).await?;
    let mut lines: Vec<String> = found.abilities.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("Nothing was taught yet. `apprentice learn start` begins.".to_owned());
    }
    if found.stale {
        lines.push("(refreshing abilities…)".to_owned());
    }
    Report::new(&found, lines.join("\n"))
}

fn line(ability: &AbilityAvailabilityEntry) -> String {
    let mut text = format!("{}  {}  {}", ability.ability_id, ability.title, label(&ability.install_lane));
    if let Some(health) = &ability.checkpoint_health {
        let _ = write!(text, "  checkpoints: {}", label(health));
    }
    if let Some(reason) = &ability.reason_unusable {
        let _ = write!(text, "\n      not usable now: {reason}");
    }
    text
}

async fn decide<T: DeserializeOwned + Serialize>(
    context: &CliContext,
    call: Call,
    told: impl FnOnce(&T) -> String,
) -> CommandResult {
    let done: T = with_engine(context, async |engine| engine.call(call).await).await?;
    Report::new(&done, told(&done))
}

/// One line for each agent's folder.
fn where_it_stands(places: &[AbilityPlacement]) -> String {
    places.iter().fold(String::new(), |mut text, place| {
        let note = place.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        let _ = write!(text, "\n  {}: {}{note}  {}", place.label, label(&place.standing).replace('_', " "), place.path);
        text
    })
}

async fn remove(context: &CliContext, ability: &str, force: bool) -> CommandResult {
    let call = op::REMOVE_ABILITY.call([&ability]).query("force", force);
    let done: AbilityRemovedResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let text = format!("{} is removed.{}", done.ability_id, where_it_stands(&done.places));
    Report::new(&done, text)
}

async fn canary(context: &CliContext, ability: &str) -> CommandResult {
    let call = op::RUN_CANARY.call([&ability]);
    let done: AbilityCanaryResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let failed = done.validation_run.overall_result != OverallResult::Passed;
    let mut text =
        format!("{}: {} ({})", done.ability_id, label(&done.validation_run.overall_result), label(&done.health_status));
    for step in done.steps.iter().filter(|step| step.result == StepResult::Failed) {
        let _ = write!(text, "\n  {}: {}", step.label, step.details.as_deref().unwrap_or("failed"));
    }
    Ok(Report::new(&done, text)?.with_findings(failed))
}
