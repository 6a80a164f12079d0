//! `connectors switch`: what is written into an agent's own configuration is shown first.

use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::skills::agents::known;
use crate::skills::changes::{Answer, Consent};
use apprentice_api::operations as op;
use apprentice_contracts::connector::{
    McpSwitchAgent, McpSwitchChange, McpSwitchEntry, McpSwitchListResponse, McpSwitchMode, McpSwitchPreview,
};
use apprentice_contracts::json;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub struct Switch {
    /// The agent, such as claude-code. Without it: list the agents that can be switched over, and those that were
    agent: Option<String>,
    /// Keep each entry and its name, and let it start `apprentice mcp-proxy`, instead of one entry for all
    #[arg(long, conflicts_with = "undo")]
    wrap: bool,
    /// Put the entries back
    #[arg(long)]
    undo: bool,
    #[command(flatten)]
    consent: Consent,
}

pub async fn run(context: &CliContext, switch: Switch) -> CommandResult {
    let Some(agent) = &switch.agent else {
        let found: McpSwitchListResponse =
            with_engine(context, async |engine| engine.call(op::MCP_SWITCHES.call([])).await).await?;
        let lines: Vec<String> = found.agents.iter().map(line).collect();
        return Report::new(&found, lines.join("\n"));
    };
    // The id becomes a part of a path, so only ids of the table are accepted.
    let id = known(agent)?.id;
    with_engine(context, async |engine| changed(engine, id, &switch).await).await
}

async fn changed(engine: &Engine, id: &str, switch: &Switch) -> CommandResult {
    let change = if switch.undo { McpSwitchChange::Undo } else { McpSwitchChange::Switch };
    let mode = if switch.wrap { McpSwitchMode::Wrapped } else { McpSwitchMode::OneEntry };
    let preview = op::PREVIEW_MCP_SWITCH.call([&id]).json(json!({ "change": change, "mode": mode }));
    let shown: McpSwitchPreview = engine.call(preview).await?;
    let entries: Vec<String> = shown.entries.iter().map(|one| entry(one, change)).collect();
    let diff = if shown.diff.is_empty() { "Nothing would change." } else { shown.diff.trim_end() };
    let plan = format!("{}\n{}\n\n{diff}", shown.config_path, entries.join("\n"));
    // An undo of what was put back by hand has nothing to write, and still ends the switch.
    if shown.diff.is_empty() && change == McpSwitchChange::Switch {
        return Report::new(&shown, plan);
    }
    let document = json::to_value(&shown).map_err(CommandError::internal)?;
    if let Answer::Shown = switch.consent.ask(&plan, &document)? {
        return Report::new(&shown, plan);
    }
    let body = json!({ "change": change, "mode": mode, "digest": shown.digest });
    let done: McpSwitchAgent = engine.call(op::CHANGE_MCP_SWITCH.call([&id]).json(body)).await?;
    let text = match change {
        McpSwitchChange::Switch => {
            format!(
                "{} is switched over. Restart it. `apprentice connectors switch {id} --undo` puts its servers back.",
                done.label
            )
        }
        McpSwitchChange::Undo => format!("The servers of {} are as they were. Restart it.", done.label),
    };
    Report::new(&done, text)
}

fn line(agent: &McpSwitchAgent) -> String {
    let how = match agent.mode {
        None => "as it is".to_owned(),
        Some(McpSwitchMode::OneEntry) => format!("switched over: {} servers, one entry", agent.entries.len()),
        Some(McpSwitchMode::Wrapped) => format!("switched over: {} servers, each wrapped", agent.entries.len()),
    };
    format!("{:<16}{how:<44}{}", agent.agent_id, agent.config_path.as_deref().unwrap_or_default())
}

fn entry(entry: &McpSwitchEntry, change: McpSwitchChange) -> String {
    let place = entry.project.as_ref().map(|project| format!(" (in {project})")).unwrap_or_default();
    let what = match (&entry.server_id, &entry.note, change) {
        (Some(id), _, McpSwitchChange::Switch) => format!("becomes the connector {id}"),
        (_, _, McpSwitchChange::Undo) => "is put back".to_owned(),
        (None, note, _) => format!("stays. {}", note.as_deref().unwrap_or_default()),
    };
    format!("  {}{place} {what}", entry.name)
}
