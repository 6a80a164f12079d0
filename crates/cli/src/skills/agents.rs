//! `agents`.

use crate::engine::Place;
use crate::output::{Outcome, Report, Trouble};
use apprentice_api::door::Door;
use apprentice_api::edge::machine;
use apprentice_contracts::app::SettingsResponse;
use apprentice_contracts::skill::SkillTarget;
use apprentice_skills::targets;
use clap::Subcommand;
use serde_json::json;

#[derive(Subcommand)]
pub enum Agents {
    /// List the agents that were found
    List,
    /// List where agents keep their skills
    SkillsDirs,
}

pub async fn agents(place: &Place, command: &Agents) -> Outcome {
    let all = known_targets(place).await?;
    let shown: Vec<SkillTarget> = match command {
        Agents::List => all.into_iter().filter(|target| target.detected).collect(),
        Agents::SkillsDirs => all,
    };
    let line = |target: &SkillTarget| {
        let enabled = if target.enabled { "enabled" } else { "       " };
        let note = target.note.as_deref().map(|note| format!("  ({note})")).unwrap_or_default();
        format!("{:<14}{enabled}  {:<24}{}{note}", target.target_id, target.label, target.path)
    };
    let text = shown.iter().map(line).collect::<Vec<_>>().join("\n");
    Report::new(&json!({ "agents": shown }), text)
}

/// With the choices of the settings when an engine runs; without them otherwise.
async fn known_targets(place: &Place) -> Result<Vec<SkillTarget>, Trouble> {
    if let Some(door) = Door::find(&place.home).await {
        let settings: SettingsResponse = door.request("GET", "/api/settings", None).await?.into()?;
        return Ok(settings.targets);
    }
    Ok(targets::targets(&machine(&place.variables, &place.home), &[], &[]))
}
