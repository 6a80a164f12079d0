//! `agents connections|connect|disconnect`: what is written into an agent's own configuration is shown first.

use super::changes::{Answer, Consent};
use crate::engine::{CliContext, Engine, with_engine};
use crate::learn::label;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::agent::{AgentConnection, AgentConnectionPreview, AgentConnectionsResponse, ConnectionChange};
use apprentice_contracts::json;
use serde_json::json;

pub async fn connections(context: &CliContext) -> CommandResult {
    let found: AgentConnectionsResponse =
        with_engine(context, async |engine| engine.call(op::AGENT_CONNECTIONS.call([])).await).await?;
    let line = |agent: &AgentConnection| {
        let path = agent.config_path.as_deref().unwrap_or_default();
        let note = agent.note.as_deref().map(|note| format!("  ({note})")).unwrap_or_default();
        format!("{:<16}{:<16}{path}{note}", agent.agent_id, label(&agent.state).replace('_', " "))
    };
    let text: Vec<String> = found.connections.iter().map(line).collect();
    Report::new(&found, text.join("\n"))
}

pub async fn change(context: &CliContext, agent: &str, change: ConnectionChange, consent: &Consent) -> CommandResult {
    // The id becomes a part of a path, so only ids of the table are accepted.
    let id = super::agents::known(agent)?.id;
    with_engine(context, async |engine| changed(engine, id, change, consent).await).await
}

async fn changed(engine: &Engine, id: &str, change: ConnectionChange, consent: &Consent) -> CommandResult {
    let preview = op::PREVIEW_AGENT_CONNECTION.call([&id]).json(json!({ "change": change }));
    let shown: AgentConnectionPreview = engine.call(preview).await?;
    if shown.diff.is_empty() {
        return Report::new(&shown, format!("{} needs no change.", shown.config_path));
    }
    let plan = format!("{}\n{}", shown.config_path, shown.diff.trim_end());
    let document = json::to_value(&shown).map_err(CommandError::internal)?;
    if let Answer::Shown = consent.ask(&plan, &document)? {
        return Report::new(&shown, plan);
    }
    let write = op::CHANGE_AGENT_CONNECTION.call([&id]).json(json!({ "change": change, "digest": shown.digest }));
    let done: AgentConnection = engine.call(write).await?;
    let text = match change {
        ConnectionChange::Connect => format!("{} is connected. Restart it, and it knows your abilities.", done.label),
        ConnectionChange::Disconnect => format!("{} is disconnected.", done.label),
    };
    Report::new(&done, text)
}
