//! `agents definitions`: named ways for an agent to work.

use super::agent_run::real;
use super::agents::known;
use super::changes::{Answer, Consent};
use super::project_of;
use crate::engine::{CliContext, with_engine};
use crate::learn::label;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_agents::definitions::read_file;
use apprentice_api::environment::machine;
use apprentice_api::operations as op;
use apprentice_contracts::agent_definition::{
    AgentDefinition, AgentDefinitionDetail, AgentDefinitionFinding, AgentDefinitionPreview, AgentDefinitionsResponse,
    AgentToolAccess, InstalledAgentDefinition,
};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::json;
use apprentice_contracts::skill::FindingSeverity;
use clap::Subcommand;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum Definitions {
    /// List every definition with its source. The first one of a name is used
    List {
        /// The project whose definitions come first. Default: APPRENTICE_PROJECT, else the current folder
        #[arg(long, value_name = "DIR")]
        project: Option<PathBuf>,
    },
    /// Show the effective definition of a name, with its instructions
    Show {
        name: String,
        /// The project whose definitions come first. Default: APPRENTICE_PROJECT, else the current folder
        #[arg(long, value_name = "DIR")]
        project: Option<PathBuf>,
    },
    /// Write a definition in the format of an agent (claude-code, codex, gemini, opencode) into its folder, after showing it
    Install {
        name: String,
        agent: String,
        /// The project whose definitions come first. Default: APPRENTICE_PROJECT, else the current folder
        #[arg(long, value_name = "DIR")]
        project: Option<PathBuf>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Remove a definition that was written for an agent, if nobody edited it
    Uninstall { name: String, agent: String },
    /// Check files of definitions, in the format of Apprentice, or of an agent where they are in its folder
    Validate {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

pub(super) async fn definitions(context: &CliContext, command: &Definitions) -> CommandResult {
    match command {
        Definitions::List { project } => list(context, project.as_deref()).await,
        Definitions::Show { name, project } => show(context, name, project.as_deref()).await,
        Definitions::Install { name, agent, project, consent } => {
            install(context, name, agent, project.as_deref(), consent).await
        }
        Definitions::Uninstall { name, agent } => uninstall(context, name, agent).await,
        Definitions::Validate { paths } => validate(paths),
    }
}

/// The project folder that is sent to the engine: the given one, else that of this environment, else the working folder. The
/// environment of the engine may name another one.
pub(super) fn project(context: &CliContext, given: Option<&Path>) -> Result<String, CommandError> {
    let named = project_of(&machine(&context.variables, &context.home));
    let folder = real(given.or(named.as_deref()).unwrap_or(Path::new("."))).map_err(CommandError::internal)?;
    Ok(folder.display().to_string())
}

async fn list(context: &CliContext, of: Option<&Path>) -> CommandResult {
    let project = project(context, of)?;
    let call = op::AGENT_DEFINITIONS.call([]).query("project", project);
    let found: AgentDefinitionsResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let mut lines: Vec<String> = found.definitions.iter().map(line).collect();
    for place in &found.places {
        let problem = place.problem.as_deref().map(|problem| format!("  {problem}")).unwrap_or_default();
        lines.push(format!("\n{}: {} found{problem}", place.path, place.found));
    }
    let installed = |one: &InstalledAgentDefinition| {
        let note = one.note.as_deref().map(|note| format!("\n  {note}")).unwrap_or_default();
        format!("\nWritten for {}: {} ({}, {}){note}", one.agent_id, one.name, one.file, label(&one.state))
    };
    lines.extend(found.installed.iter().map(installed));
    Report::new(&found, lines.join("\n"))
}

fn line(definition: &AgentDefinition) -> String {
    let state = match (&definition.hidden_by, definition.usable) {
        (Some(by), _) => format!("  (hidden by {by})"),
        (None, false) => "  (has errors)".to_owned(),
        (None, true) => String::new(),
    };
    let findings = match definition.findings.len() {
        0 => String::new(),
        1 => "  (1 finding)".to_owned(),
        count => format!("  ({count} findings)"),
    };
    format!("{:<24}{:<10}{}{state}{findings}", definition.name, label(&definition.scope), definition.description)
}

async fn show(context: &CliContext, name: &str, of: Option<&Path>) -> CommandResult {
    let project = project(context, of)?;
    let call = op::AGENT_DEFINITION.call([&name]).query("project", project);
    let found: AgentDefinitionDetail = with_engine(context, async |engine| engine.call(call).await).await?;
    let text = format!("{}\n\n{}", about(&found.definition), found.prompt);
    Ok(Report::new(&found, text.trim_end())?.with_findings(!found.definition.usable))
}

fn about(definition: &AgentDefinition) -> String {
    let mut text = format!("Agent: {}\nDescription: {}", definition.name, definition.description);
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            // Writing to a String does not fail.
            let _ = write!(text, "\n{name}: {value}");
        }
    };
    add("Runs with", definition.runtime.clone());
    add("Model", definition.model.clone());
    add("Temperature", definition.temperature.map(|number| number.to_string()));
    add("Max tool iterations", definition.max_iterations.map(|number| number.to_string()));
    add("Context window", definition.context_window.map(|number| number.to_string()));
    let file = definition.file.as_deref().map(|file| format!(" ({file})")).unwrap_or_default();
    add("Scope", Some(format!("{}{file}", label(&definition.scope))));
    add("Tools", Some(tools(definition)));
    add("Skills", Some(definition.skills.join(", ")));
    definition.findings.iter().for_each(|finding| add(&severity(finding), Some(finding.message.clone())));
    text
}

fn tools(definition: &AgentDefinition) -> String {
    match definition.tool_access {
        AgentToolAccess::All => "all, with those of every MCP server".to_owned(),
        AgentToolAccess::Own => "all of the agent's own, and none of an MCP server".to_owned(),
        AgentToolAccess::Listed => definition.tools.join(", "),
        AgentToolAccess::None => "none".to_owned(),
    }
}

fn severity(finding: &AgentDefinitionFinding) -> String {
    format!("{} {}", label(&finding.severity), finding.code)
}

async fn install(context: &CliContext, name: &str, agent: &str, of: Option<&Path>, consent: &Consent) -> CommandResult {
    let (id, project) = (known(agent)?.id, project(context, of)?);
    let preview = op::PREVIEW_AGENT_DEFINITION.call([&id]).json(json!({ "name": name, "project": project }));
    with_engine(context, async |engine| {
        let shown: AgentDefinitionPreview = engine.call(preview).await?;
        let mut plan = format!("{}\n{}", shown.file, shown.diff.trim_end());
        for finding in &shown.findings {
            // Writing to a String does not fail.
            let _ = write!(plan, "\n{}  {}", severity(finding), finding.message);
        }
        if !shown.installable {
            return Ok(Report::new(&shown, plan + "\nIt is not written.")?.with_findings(true));
        }
        if shown.diff.is_empty() {
            return Report::new(&shown, format!("{} needs no change.", shown.file));
        }
        let document = json::to_value(&shown).map_err(CommandError::internal)?;
        if let Answer::Shown = consent.ask(&plan, &document)? {
            return Report::new(&shown, plan);
        }
        let write = json!({ "name": name, "project": project, "digest": shown.digest });
        let done: InstalledAgentDefinition = engine.call(op::INSTALL_AGENT_DEFINITION.call([&id]).json(write)).await?;
        Report::new(&done, format!("{} is written. {id} reads it when it starts again.", done.file))
    })
    .await
}

async fn uninstall(context: &CliContext, name: &str, agent: &str) -> CommandResult {
    let call = op::UNINSTALL_AGENT_DEFINITION.call([&known(agent)?.id, &name]);
    let gone: InstalledAgentDefinition = with_engine(context, async |engine| engine.call(call).await).await?;
    Report::new(&gone, format!("{} is removed.", gone.file))
}

fn validate(paths: &[PathBuf]) -> CommandResult {
    let mut rows = Vec::new();
    for path in paths {
        if path.is_dir() {
            let message = format!("{} is a folder. Name the files of the definitions.", path.display());
            return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
        }
        rows.push((path, read_file(&real(path).map_err(CommandError::internal)?).about));
    }
    let line = |(path, definition): &(&PathBuf, AgentDefinition)| {
        let mut text = format!("{}: {}", path.display(), if definition.usable { "ok" } else { "has errors" });
        for finding in &definition.findings {
            // Writing to a String does not fail.
            let _ = write!(text, "\n  {}  {}", severity(finding), finding.message);
        }
        text
    };
    let text = rows.iter().map(line).collect::<Vec<_>>().join("\n");
    let wrong = rows.iter().any(|(_, definition)| definition.findings.iter().any(|one| one.severity == FindingSeverity::Error));
    let shown: Vec<_> = rows.iter().map(|(_, definition)| definition).collect();
    Ok(Report::new(&json!({ "definitions": shown }), text)?.with_findings(wrong))
}
