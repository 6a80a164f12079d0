//! `agents`.

use super::agent_run::AgentRunOptions;
use super::changes::Consent;
use super::definitions::Definitions;
use super::gate::GateOptions;
use super::hooks::Hooks;
use super::{agent_run, connect, definitions, gate, hooks, schedules};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::client::Client;
use apprentice_api::environment::machine;
use apprentice_api::operations as op;
use apprentice_contracts::agent::ConnectionChange;
use apprentice_contracts::app::SettingsResponse;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::TargetId;
use apprentice_contracts::skill::SkillTarget;
use apprentice_skills::agents::rules::AgentView;
use apprentice_skills::agents::table;
use apprentice_skills::agents::table::{AGENTS, Agent};
use apprentice_skills::agents::targets::{self, Machine};
use clap::Subcommand;
use serde_json::json;
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Agents {
    /// List the agents that were found
    List,
    /// Show the folders of one agent, their order, and its rules
    Show { agent: String },
    /// List where every known agent keeps its skills, installed or not
    SkillsDirs,
    /// List, show and check agent definitions: named ways to work, with instructions, a model and tools
    #[command(subcommand)]
    Definitions(Definitions),
    /// List the work that agents will do by themselves, and the abilities that it uses
    Schedules,
    /// Show which agents Apprentice can run, and how their runs are isolated on this machine
    Runtimes,
    /// Run an agent on an ability or a message in a separate folder, and compare its claims with the verified results
    Run(AgentRunOptions),
    /// Test whether a skill helps an agent: the same task without it, with the bare recording, and with it
    Gate(GateOptions),
    /// List what such tries found, or show one
    Gates {
        /// The one to show
        gate: Option<Uuid>,
    },
    /// Show which agents start Apprentice to find abilities and to report checkpoints
    Connections,
    /// Let an agent start Apprentice: adds one entry to its own configuration, after showing it
    Connect {
        agent: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Take that entry out again
    Disconnect {
        agent: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Let agents ask Apprentice before they act, and show who does
    #[command(subcommand)]
    Hooks(Hooks),
}

pub async fn agents(context: &CliContext, command: &Agents) -> CommandResult {
    let machine = machine(&context.variables, &context.home);
    match command {
        Agents::Show { agent } => return show(known(agent)?, &machine),
        Agents::Definitions(command) => return definitions::definitions(context, command).await,
        Agents::Schedules => return schedules::schedules(context).await,
        Agents::Runtimes => return agent_run::runtimes(context).await,
        Agents::Run(options) => return agent_run::run(context, options).await,
        Agents::Gate(options) => return gate::run(context, options).await,
        Agents::Gates { gate } => return gate::gates(context, *gate).await,
        Agents::Connections => return connect::connections(context).await,
        Agents::Connect { agent, consent } => return connect::change(context, agent, ConnectionChange::Connect, consent).await,
        Agents::Hooks(command) => return hooks::hooks(context, command).await,
        Agents::Disconnect { agent, consent } => {
            return connect::change(context, agent, ConnectionChange::Disconnect, consent).await;
        }
        Agents::List | Agents::SkillsDirs => {}
    }
    let chosen = chosen(context, &machine).await?;
    let enabled: Vec<TargetId> = chosen.iter().filter(|target| target.enabled).map(|target| target.target_id.clone()).collect();
    let shown: Vec<SkillTarget> = match command {
        Agents::SkillsDirs => {
            let own = chosen.into_iter().filter(|target| target.target_id.as_str().starts_with(targets::CUSTOM));
            targets::all(&machine, &enabled).into_iter().chain(own).collect()
        }
        _ => chosen.into_iter().filter(|target| target.detected).collect(),
    };
    let line = |target: &SkillTarget| {
        let enabled = if target.enabled { "enabled" } else { "       " };
        let note = target.note.as_deref().map(|note| format!("  ({note})")).unwrap_or_default();
        format!("{:<16}{enabled}  {:<24}{}{note}", target.target_id, target.label, target.path)
    };
    let mut text = shown.iter().map(line).collect::<Vec<_>>().join("\n");
    if !matches!(command, Agents::List) {
        return Report::new(&json!({ "agents": shown }), text);
    }
    let runnable = agent_run::runnable(&machine);
    if !runnable.is_empty() {
        text.push_str(&format!("\n\nApprentice can run: {}", runnable.join(", ")));
    }
    Report::new(&json!({ "agents": shown, "runnable": runnable }), text)
}

/// The agent of this id, or of the name that another installer has for it.
pub(crate) fn known(id: &str) -> Result<&'static Agent, CommandError> {
    table::find(id).ok_or_else(|| {
        let ids: Vec<&str> = AGENTS.iter().map(|agent| agent.id).collect();
        let text = format!("There is no agent “{id}”. Known ones: {}.", ids.join(", "));
        CommandError::refused(ErrorCode::NotFound, text)
    })
}

/// Uses the settings if an engine is running.
async fn chosen(context: &CliContext, machine: &Machine) -> Result<Vec<SkillTarget>, CommandError> {
    if let Some(client) = Client::connect(&context.home).await {
        let settings: SettingsResponse = client.call(&op::SETTINGS.call([])).await?.into()?;
        return Ok(settings.targets);
    }
    Ok(targets::targets(machine, &[], &[]))
}

fn show(agent: &'static Agent, machine: &Machine) -> CommandResult {
    let here = std::path::absolute(".").map_err(CommandError::internal)?;
    let plan = AgentView::new(agent, machine, Some(&here));
    let target = machine.target(agent, &[]);
    let folders: Vec<_> = plan
        .roots
        .iter()
        .map(|seen| {
            let root = &seen.root;
            json!({ "path": root.path, "scope": root.scope, "exists": root.path.is_dir(), "on_demand": seen.on_demand, "namespace": seen.namespace })
        })
        .collect();
    let line = |seen: &apprentice_skills::agents::rules::AgentRoot| {
        let mark = if seen.root.path.is_dir() { "" } else { "  (not there)" };
        format!("  {}{mark}", seen.root.path.display())
    };
    let order = plan.roots.iter().map(line).collect::<Vec<_>>().join("\n");
    let installed = if machine.has(agent) { "installed" } else { "not found on this machine" };
    let text =
        format!("{} ({}), {installed}\n{}\nLooks into, in this order:\n{order}", agent.label, agent.id, agent.rules.summary);
    let document = json!({
        "agent_id": agent.id, "label": agent.label, "aliases": agent.aliases, "detected": machine.has(agent),
        "installs_into": target.map(|target| target.path), "rules": agent.rules.summary, "folders": folders,
    });
    Report::new(&document, text)
}
