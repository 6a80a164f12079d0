//! `agents hooks`: lets the hooks of an agent ask Apprentice. What is written is shown first.

use super::changes::{Answer, Consent};
use crate::engine::{CliContext, Engine, with_engine};
use crate::learn::label;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_agents::hooks::agents::{HOOK_AGENTS, HookAgent, find};
use apprentice_api::operations as op;
use apprentice_contracts::agent::{AgentConnection, AgentConnectionPreview, ConnectionChange};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::hook::AgentHooksResponse;
use apprentice_contracts::json;
use clap::Subcommand;
use serde_json::json;

#[derive(Subcommand)]
pub enum Hooks {
    /// Show which agents ask Apprentice before they act, and what is wrong with your rules
    Show,
    /// Let an agent ask Apprentice before it acts: adds entries to its own hooks, after showing them
    Connect {
        agent: String,
        /// Deny tools while the engine does not answer, instead of letting them through
        #[arg(long)]
        fail_closed: bool,
        #[command(flatten)]
        consent: Consent,
    },
    /// Take these entries out again
    Disconnect {
        agent: String,
        #[command(flatten)]
        consent: Consent,
    },
}

pub async fn hooks(context: &CliContext, command: &Hooks) -> CommandResult {
    let (agent, change, fail_closed, consent) = match command {
        Hooks::Show => return show(context).await,
        Hooks::Connect { agent, fail_closed, consent } => (agent, ConnectionChange::Connect, *fail_closed, consent),
        Hooks::Disconnect { agent, consent } => (agent, ConnectionChange::Disconnect, false, consent),
    };
    // The id becomes a part of a path, so only ids of the table are accepted.
    let id = known(agent)?.id;
    with_engine(context, async |engine| changed(engine, id, change, fail_closed, consent).await).await
}

/// The agent of this id or alias, if its hooks can ask.
pub fn known(agent: &str) -> Result<&'static HookAgent, CommandError> {
    find(agent).ok_or_else(|| {
        let ids: Vec<&str> = HOOK_AGENTS.iter().map(|agent| agent.id).collect();
        let text = format!("There is no agent “{agent}” whose hooks can ask Apprentice. There are {}.", ids.join(", "));
        CommandError::refused(ErrorCode::NotFound, text)
    })
}

async fn show(context: &CliContext) -> CommandResult {
    let found: AgentHooksResponse = with_engine(context, async |engine| engine.call(op::AGENT_HOOKS.call([])).await).await?;
    let line = |agent: &AgentConnection| {
        let path = agent.config_path.as_deref().unwrap_or_default();
        let note = agent.note.as_deref().map(|note| format!("  ({note})")).unwrap_or_default();
        format!("{:<16}{:<16}{path}{note}", agent.agent_id, label(&agent.state).replace('_', " "))
    };
    let mut lines: Vec<String> = found.agents.iter().map(line).collect();
    lines.push(format!("\n{} rules in {}", found.rules, found.rules_path));
    lines.extend(found.problems.iter().map(|problem| format!("  {problem}")));
    let broken = !found.problems.is_empty();
    Ok(Report::new(&found, lines.join("\n"))?.with_findings(broken))
}

async fn changed(engine: &Engine, id: &str, change: ConnectionChange, fail_closed: bool, consent: &Consent) -> CommandResult {
    let wanted = json!({ "change": change, "fail_closed": fail_closed });
    let shown: AgentConnectionPreview = engine.call(op::PREVIEW_AGENT_HOOKS.call([&id]).json(wanted)).await?;
    if shown.diff.is_empty() {
        return Report::new(&shown, format!("{} needs no change.", shown.config_path));
    }
    let plan = format!("{}\n{}", shown.config_path, shown.diff.trim_end());
    let document = json::to_value(&shown).map_err(CommandError::internal)?;
    if let Answer::Shown = consent.ask(&plan, &document)? {
        return Report::new(&shown, plan);
    }
    let wanted = json!({ "change": change, "fail_closed": fail_closed, "digest": shown.digest });
    let done: AgentConnection = engine.call(op::CHANGE_AGENT_HOOKS.call([&id]).json(wanted)).await?;
    let note = done.note.as_deref().map(|note| format!("\n{note}")).unwrap_or_default();
    let text = match change {
        ConnectionChange::Connect => format!("The hooks of {} ask Apprentice in its next session.{note}", done.label),
        ConnectionChange::Disconnect => format!("The hooks of {} ask Apprentice no more.", done.label),
    };
    Report::new(&done, text)
}
