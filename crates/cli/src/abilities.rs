//! `apprentice abilities`: what was installed, whether it works now, and what is decided about it.

use crate::engine::{Place, with_engine};
use crate::learn::word;
use crate::output::{Outcome, Report};
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityAvailabilityEntry, AbilityAvailabilitySnapshot, AbilityCanaryResponse, AbilityPlacement,
    AbilityPromotionResponse, AbilityQuarantineResponse, AbilityRemovedResponse,
};
use apprentice_contracts::validation::{OverallResult, StepResult};
use clap::Subcommand;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
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

pub async fn run(place: &Place, command: Abilities) -> Outcome {
    match command {
        Abilities::List => list(place).await,
        Abilities::Activate { ability } => {
            let told =
                |done: &AbilityActivationResponse| format!("{} is active.{}", done.ability_id, where_it_stands(&done.places));
            decide(place, &ability, "activate", json!({}), told).await
        }
        Abilities::Deactivate { ability } => {
            let told = |done: &AbilityActivationResponse| {
                format!("{} is deactivated.{}", done.ability_id, where_it_stands(&done.places))
            };
            decide(place, &ability, "deactivate", json!({}), told).await
        }
        Abilities::Quarantine { ability, reason } => {
            let told = |done: &AbilityQuarantineResponse| {
                let places = where_it_stands(&done.places);
                format!("{} is quarantined: {}{places}", done.ability_id, done.reason.as_deref().unwrap_or_default())
            };
            decide(place, &ability, "quarantine", json!({ "reason": reason }), told).await
        }
        Abilities::Unquarantine { ability } => {
            let told = |done: &AbilityQuarantineResponse| {
                format!("{} is out of quarantine.{}", done.ability_id, where_it_stands(&done.places))
            };
            decide(place, &ability, "unquarantine", json!({}), told).await
        }
        Abilities::Promote { ability } => {
            let told = |done: &AbilityPromotionResponse| format!("{} is shared beyond this workspace.", done.ability_id);
            decide(place, &ability, "promote-shared", json!({}), told).await
        }
        Abilities::Remove { ability, force } => remove(place, &ability, force).await,
        Abilities::Canary { ability } => canary(place, &ability).await,
    }
}

async fn list(place: &Place) -> Outcome {
    let found: AbilityAvailabilitySnapshot =
        with_engine(place, async |engine| engine.get("/api/abilities/availability").await).await?;
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
    let mut text = format!("{}  {}  {}", ability.ability_id, ability.title, word(&ability.install_lane));
    if let Some(health) = &ability.checkpoint_health {
        let _ = write!(text, "  checkpoints: {}", word(health));
    }
    if let Some(reason) = &ability.reason_unusable {
        let _ = write!(text, "\n      not usable now: {reason}");
    }
    text
}

async fn decide<T: DeserializeOwned + Serialize>(
    place: &Place,
    ability: &str,
    what: &str,
    body: Value,
    told: impl FnOnce(&T) -> String,
) -> Outcome {
    let path = at(ability, what);
    let done: T = with_engine(place, async |engine| engine.post(&path, &body).await).await?;
    Report::new(&done, told(&done))
}

/// One line for each agent's folder.
fn where_it_stands(places: &[AbilityPlacement]) -> String {
    places.iter().fold(String::new(), |mut text, place| {
        let note = place.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        let _ = write!(text, "\n  {}: {}{note}  {}", place.label, word(&place.standing).replace('_', " "), place.path);
        text
    })
}

async fn remove(place: &Place, ability: &str, force: bool) -> Outcome {
    let path = format!("{}?force={force}", path_of(ability));
    let done: AbilityRemovedResponse = with_engine(place, async |engine| engine.delete(&path).await).await?;
    let text = format!("{} is removed.{}", done.ability_id, where_it_stands(&done.places));
    Report::new(&done, text)
}

async fn canary(place: &Place, ability: &str) -> Outcome {
    let path = at(ability, "canary");
    let done: AbilityCanaryResponse = with_engine(place, async |engine| engine.post(&path, &json!({})).await).await?;
    let failed = done.validation_run.overall_result != OverallResult::Passed;
    let mut text = format!("{}: {} ({})", done.ability_id, word(&done.validation_run.overall_result), word(&done.health_status));
    for step in done.steps.iter().filter(|step| step.result == StepResult::Failed) {
        let _ = write!(text, "\n  {}: {}", step.label, step.details.as_deref().unwrap_or("failed"));
    }
    Ok(Report::new(&done, text)?.with_findings(failed))
}

fn at(ability: &str, what: &str) -> String {
    format!("{}/{what}", path_of(ability))
}

/// The name may hold anything; the path may not.
fn path_of(ability: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let name: String =
        ability.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect();
    format!("/api/abilities/{name}")
}
