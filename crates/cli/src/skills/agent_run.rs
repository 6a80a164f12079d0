//! `agents runtimes|run`: an agent does the task of an ability, and each checkpoint shows what it said beside what was read.

use super::definitions;
use crate::engine::{CliContext, Engine, with_engine};
use crate::learn::label;
use crate::output::{CommandError, CommandResult, Report, without_control_characters};
use crate::test_policy;
use apprentice_agents::runtimes::RUNTIMES;
use apprentice_api::operations as op;
use apprentice_contracts::agent_run::{
    AgentRun, AgentRunCheckpoint, AgentRunEndKind, AgentRunEntry, AgentRunEntryKind, AgentRunPhase, AgentRuntime,
    AgentRuntimesResponse, IsolationReport,
};
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::validation::OverallResult;
use apprentice_platform::signals::{EndSignal, EndSignals};
use apprentice_skills::agents::targets::Machine;
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// How often the run is looked at.
const STEP: Duration = Duration::from_millis(200);

#[derive(Args)]
pub struct AgentRunOptions {
    /// The agent, as `agents runtimes` names it, or an agent definition, as `agents definitions list` names it
    #[arg(long, value_name = "NAME")]
    agent: String,
    /// The agent that uses the definition. Default: the agent that the definition names or comes from, else the only one found
    #[arg(long, value_name = "AGENT")]
    runtime: Option<String>,
    /// The model, by a name that the agent reports; any other is refused
    #[arg(long)]
    model: Option<String>,
    /// The most calls of tools
    #[arg(long, value_name = "N")]
    max_iterations: Option<u32>,
    /// The project whose definitions come first. Default: APPRENTICE_PROJECT, else the current folder
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// The installed ability (id or slug). Without it and without --proposal, -m is the task
    #[arg(long, conflicts_with = "proposal")]
    ability: Option<String>,
    /// A draft
    #[arg(long)]
    proposal: Option<Uuid>,
    /// A value that the agent must use, by the name of the input. May be repeated
    #[arg(long = "value", value_name = "NAME=VALUE", value_parser = crate::args::named_value)]
    values: Vec<(String, String)>,
    /// Let the agent work on a copy of this folder. Default: an empty folder
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The task; with an ability or a draft, additional instructions
    #[arg(short = 'm', long, value_name = "TEXT")]
    message: Option<String>,
    /// Minutes that the agent may take (default: 10)
    #[arg(long)]
    minutes: Option<u32>,
    /// The test policy of this run only, as for `learn policy`. Default: that of the ability, else that of the settings
    #[arg(long, value_name = "FILE|MODE")]
    policy: Option<PathBuf>,
    /// Run the agent even if it cannot be isolated. It can then read and write everything that you can
    #[arg(long)]
    without_isolation: bool,
}

pub async fn runtimes(context: &CliContext) -> CommandResult {
    let found: AgentRuntimesResponse =
        with_engine(context, async |engine| engine.call(op::AGENT_RUNTIMES.call([])).await).await?;
    let line = |runtime: &AgentRuntime| {
        let version = runtime.version.as_deref().unwrap_or_default();
        let note = runtime.note.as_deref().unwrap_or_default();
        format!("{:<16}{:<17}{version:<12}{note}", runtime.agent_id, label(&runtime.presence)).trim_end().to_owned()
    };
    let lines: Vec<String> = found.runtimes.iter().map(line).collect();
    Report::new(&found, format!("{}\n\n{}", lines.join("\n"), walls(&found.isolation)))
}

pub fn walls(isolation: &IsolationReport) -> String {
    let mut text = format!("Isolation: {}.", label(&isolation.kind));
    for held in &isolation.holds {
        let _ = write!(text, "\n  held  {held}");
    }
    for open in &isolation.open {
        let _ = write!(text, "\n  open  {open}");
    }
    text
}

/// The folder without links. One that is missing is named as it was given, so that the engine refuses it by its field.
pub fn real(folder: &Path) -> io::Result<PathBuf> {
    folder.canonicalize().or_else(|_| std::path::absolute(folder))
}

pub async fn run(context: &CliContext, options: &AgentRunOptions) -> CommandResult {
    let folder = options.folder.as_ref().map(|folder| real(folder)).transpose().map_err(CommandError::internal)?;
    let policy = test_policy::read_some(options.policy.as_ref())?;
    let inputs: BTreeMap<&String, &String> = options.values.iter().map(|(name, value)| (name, value)).collect();
    // A definition may not take the name of an agent.
    let is_agent = apprentice_agents::runtimes::find(&options.agent).is_some();
    if is_agent && options.runtime.is_some() {
        let message =
            format!("--runtime: {} is an agent itself. Name a definition with --agent, or leave --runtime out.", options.agent);
        return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
    }
    let (agent, definition) =
        if is_agent { (Some(&options.agent), None) } else { (options.runtime.as_ref(), Some(&options.agent)) };
    let project = definition.map(|_| definitions::project(context, options.project.as_deref())).transpose()?;
    let body = json!({
        "agent": agent, "definition": definition, "project": project, "model": options.model,
        "max_iterations": options.max_iterations, "ability": options.ability, "proposal_id": options.proposal, "inputs": inputs,
        "folder": folder, "message": options.message, "minutes": options.minutes,
        "without_isolation": options.without_isolation, "test_policy": policy,
    });
    // Held here instead, the home would be closed to every other command while the agent works.
    let engine = Engine::connect_lasting(context).await?;
    // Listens first, so that no Ctrl-C leaves a run behind.
    let mut signals =
        EndSignals::listen(&[EndSignal::Interrupt, EndSignal::Terminate, EndSignal::HangUp]).map_err(CommandError::internal)?;
    let started: AgentRun = engine.call(op::START_AGENT_RUN.call([]).json(body)).await?;
    say(&walls(&started.isolation));
    let ended = tokio::select! {
        ended = follow(&engine, &started) => ended?,
        () = signals.next() => {
            say("Cancelling…");
            engine.call(op::CANCEL_AGENT_RUN.call([&started.run_id])).await?
        }
    };
    let passed = match ended.proposal_id {
        Some(_) => ended.overall_result == OverallResult::Passed,
        // Nothing judges a message.
        None => ended.end.as_ref().is_some_and(|end| end.kind == AgentRunEndKind::Finished),
    };
    Ok(Report::new(&ended, summary(&ended))?.with_findings(!passed))
}

/// Prints what comes to standard error, until the run has ended. Standard output has the result alone.
async fn follow(engine: &Engine, started: &AgentRun) -> Result<AgentRun, CommandError> {
    // The last entry may grow, so it is printed when another one comes.
    let mut printed = 0;
    let mut said = BTreeMap::new();
    loop {
        let now: AgentRun = engine.call(op::AGENT_RUN.call([&started.run_id]).query("from", printed)).await?;
        let ended = now.phase == AgentRunPhase::Ended;
        let whole = if ended { now.entries.len() } else { now.entries.len().saturating_sub(1) };
        for entry in &now.entries[..whole] {
            say(&line(entry));
            printed = entry.number + 1;
        }
        for checkpoint in &now.checkpoints {
            let words = beside(checkpoint);
            if said.insert(checkpoint.checkpoint_id.clone(), words.clone()).is_none_or(|before| before != words)
                && (checkpoint.said.is_some() || checkpoint.read.is_some())
            {
                say(&format!("  {} {}", checkpoint.checkpoint_id, words));
            }
        }
        if ended {
            return engine.call(op::AGENT_RUN.call([&started.run_id])).await;
        }
        tokio::time::sleep(STEP).await;
    }
}

pub fn say(text: &str) {
    // A closed pipe is not an error.
    let _ = writeln!(io::stderr(), "{}", without_control_characters(text));
}

pub fn line(entry: &AgentRunEntry) -> String {
    let text = entry.text.trim_end();
    match (entry.kind, entry.status.as_deref()) {
        (AgentRunEntryKind::Message, _) => format!("  {}", text.replace('\n', "\n  ")),
        (AgentRunEntryKind::Thought, _) => format!("  ({})", text.replace('\n', "\n  ")),
        (AgentRunEntryKind::Tool | AgentRunEntryKind::Permission, Some(status)) => {
            format!("  [{}] {text}", status.replace('_', " "))
        }
        _ => format!("  – {text}"),
    }
}

/// What the agent said, and what was read.
fn beside(checkpoint: &AgentRunCheckpoint) -> String {
    let said = checkpoint.said.as_ref().map_or_else(|| "nothing".to_owned(), |said| label(&said.status));
    let read = match &checkpoint.read {
        Some(read) if read.status != CheckpointStatus::Reached && checkpoint.role == CheckpointRole::Progress => {
            "not seen".to_owned()
        }
        Some(read) => label(&read.status),
        None => "nothing".to_owned(),
    };
    let refuted = if checkpoint.refuted { " – refuted" } else { "" };
    format!("said: {said}, read: {read}{refuted}")
}

/// What the agent said, where that is all there is.
fn answer(run: &AgentRun) -> String {
    let said = run.entries.iter().filter(|entry| entry.kind == AgentRunEntryKind::Message);
    let said: Vec<&str> = said.map(|entry| entry.text.trim()).filter(|text| !text.is_empty()).collect();
    if said.is_empty() { String::new() } else { said.join("\n\n") + "\n\n" }
}

fn summary(run: &AgentRun) -> String {
    let end = run.end.as_ref().map(|end| end.message.as_str()).unwrap_or_default();
    let mut text = match run.proposal_id {
        Some(_) => format!("The run ended: {}. {end}", label(&run.overall_result)),
        None => answer(run) + end,
    };
    for checkpoint in &run.checkpoints {
        let role = if checkpoint.role == CheckpointRole::Progress { " (on the way)" } else { "" };
        let _ = write!(text, "\n  {}  {}{role}\n         {}", checkpoint.checkpoint_id, checkpoint.goal, beside(checkpoint));
        if let Some(said) = &checkpoint.said {
            let _ = write!(text, "\n         said by the agent: {}", said.evidence);
        }
        if let Some(read) = &checkpoint.read {
            let words = read.reason.as_ref().filter(|_| read.status != CheckpointStatus::Reached).unwrap_or(&read.evidence);
            let grade = read.grade.map_or("read", apprentice_contracts::checkpoint::Grade::words);
            let _ = write!(text, "\n         {grade}: {words}");
        }
    }
    for file in &run.files {
        let _ = write!(text, "\n  {:<8} {}", label(&file.change), file.path);
    }
    let usage = &run.usage;
    let cost = usage.cost.map(|cost| format!(", {cost:.2} {}", usage.currency.as_deref().unwrap_or_default()));
    let took = run.ended_at.map_or(0, |ended| (ended - run.started_at).num_seconds());
    let _ = write!(
        text,
        "\n  {} actions, {took} s, {} tokens in its context{}",
        run.action_count,
        usage.context_used,
        cost.unwrap_or_default()
    );
    text
}

/// The agents that can be run here, for `agents list`.
pub fn runnable(machine: &Machine) -> Vec<&'static str> {
    RUNTIMES.iter().filter(|runtime| runtime.program(machine).is_some()).map(|runtime| runtime.id).collect()
}
