//! `skills` and `agents`: what is in the folders of this machine. Works without an engine. One file per command, with its
//! arguments.

pub(crate) mod agent_run;
pub(crate) mod agents;
pub(crate) mod changes;
mod connect;
mod definitions;
pub(crate) mod gate;
mod hooks;
mod install;
mod list;
pub mod online;
mod pin;
mod read;
mod remove;
mod render;
mod run;
mod scan;
mod schedules;
mod select;
mod show;
mod status;
mod update;
mod validate;

pub use agents::{Agents, agents};
pub use hooks::known as known_hooks;

use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult};
use apprentice_api::environment::machine;
use apprentice_api::{Operation, operations as op};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::{SkillScope, SkillSummary, SkillsListResponse};
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::agents::rules::AgentView;
use apprentice_skills::agents::table::PROJECT;
use apprentice_skills::agents::targets::{self, Machine};
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::discovery::listing::Listing;
use apprentice_skills::format::openclaw::Requires;
use apprentice_skills::format::profile::Profile;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum Skills {
    #[command(flatten)]
    Offline(Offline),
    #[command(flatten)]
    Online(online::Online),
}

/// Commands that read and write folders alone.
#[derive(Subcommand)]
pub enum Offline {
    /// List skills. Default: those in the folders of all agents
    List(list::Options),
    /// Check skill folders or SKILL.md files
    Validate(validate::Options),
    /// Show everything that was read of a skill
    Show(show::Options),
    /// Print skills for an agent to read
    Read(read::Options),
    /// Install skills from a folder, an archive, a repository or an address
    Install(Box<install::Options>),
    /// Update skills from their sources
    Update(update::Options),
    /// Remove skills
    Remove(remove::Options),
    /// Pin skills, so that updates leave them unchanged
    Pin(pin::PinOptions),
    /// Unpin skills
    Unpin(pin::UnpinOptions),
    /// Show the state of installed skills
    Status(status::Options),
    /// Scan skills for security findings
    Scan(scan::Options),
    /// Print the catalogue of skills as an agent sees it
    Render(render::Options),
    /// Choose skills for the next task of a plan
    Select(select::Options),
    /// Print a skill as a prompt, with its arguments filled in
    Run(run::Options),
}

/// Runs without a runtime: listing thousands of skills takes less time than starting one.
pub fn run(context: &CliContext, command: Offline, json: bool) -> CommandResult {
    if let Some(operation) = same_as(&command) {
        tracing::debug!(operation = operation.id, "done on the folders themselves, without the engine");
    }
    match command {
        Offline::List(options) => list::run(context, &options, json),
        Offline::Validate(options) => validate::run(&options),
        Offline::Show(options) => show::run(context, &options),
        Offline::Read(options) => read::run(context, &options),
        Offline::Install(options) => install::run(context, &options),
        Offline::Update(options) => update::run(context, &options),
        Offline::Remove(options) => remove::run(context, &options),
        Offline::Pin(options) => pin::pin(context, &options),
        Offline::Unpin(options) => pin::unpin(context, &options),
        Offline::Status(options) => status::run(context, &options),
        Offline::Scan(options) => scan::run(&options),
        Offline::Render(options) => render::run(context, &options),
        Offline::Select(options) => select::run(context, &options),
        Offline::Run(options) => run::run(context, &options),
    }
}

/// The operation of the engine that does the same.
fn same_as(command: &Offline) -> Option<Operation> {
    Some(match command {
        Offline::List(_) => op::LIST_SKILLS,
        Offline::Validate(options) if options.fixes() => op::FIX_SKILLS,
        Offline::Validate(_) => op::CHECK_SKILL,
        Offline::Read(_) | Offline::Show(_) => op::READ_SKILL,
        Offline::Update(_) => op::UPDATE_SKILLS,
        Offline::Remove(_) => op::REMOVE_SKILLS,
        Offline::Pin(_) => op::PIN_SKILLS,
        Offline::Unpin(_) => op::UNPIN_SKILLS,
        Offline::Install(_)
        | Offline::Status(_)
        | Offline::Scan(_)
        | Offline::Render(_)
        | Offline::Select(_)
        | Offline::Run(_) => {
            return None;
        }
    })
}

/// Which folders a command looks into.
#[derive(Args)]
pub struct Roots {
    /// Search this folder; may be repeated
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Search as this agent does: with its folders, order and limits
    #[arg(long, value_name = "AGENT", conflicts_with = "roots")]
    pub target: Option<String>,
    /// Also search the folders of this project. Default: APPRENTICE_PROJECT, else the current folder
    #[arg(long, value_name = "DIR", conflicts_with = "roots")]
    pub project: Option<PathBuf>,
    /// Search the folders of no project
    #[arg(long, conflicts_with_all = ["roots", "project"])]
    pub no_project: bool,
}

impl Roots {
    /// The project whose skills are included. The home folder and folders above it are no project.
    fn project(&self, machine: &Machine) -> Result<Option<PathBuf>, CommandError> {
        if let Some(named) = &self.project {
            return folder(named).map(Some);
        }
        if self.no_project || !self.roots.is_empty() {
            return Ok(None);
        }
        let here = project_of(machine).or_else(|| std::env::current_dir().ok());
        Ok(here.filter(|here| machine.user_home.as_deref().is_none_or(|home| !is_same_or_above(here, home))))
    }

    /// The machine with these options applied: their project replaces the one of the environment.
    fn machine(&self, context: &CliContext) -> Machine {
        let machine = machine(&context.variables, &context.home);
        if self.project.is_some() || self.no_project { machine.for_named_project() } else { machine }
    }

    /// The options that find the same folders again.
    fn options(&self) -> String {
        let roots = self.roots.iter().map(|root| format!(" --root {}", quoted(&root.display().to_string())));
        let target = self.target.iter().map(|target| format!(" --target {target}"));
        let project = self.project.iter().map(|project| format!(" --project {}", quoted(&project.display().to_string())));
        let none = self.no_project.then(|| " --no-project".to_owned());
        roots.chain(target).chain(project).chain(none).collect()
    }
}

/// The project that the environment names.
fn project_of(machine: &Machine) -> Option<PathBuf> {
    machine.variable(PROJECT).map(PathBuf::from).filter(|path| path.is_absolute() && path.is_dir())
}

fn is_same_or_above(folder: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    real(other).starts_with(real(folder))
}

/// For a shell.
fn quoted(text: &str) -> String {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+=:@%".contains(c));
    if plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The folders to search: in one order for all agents, or in the order of one agent.
enum Search {
    Folders(Vec<Root>),
    Agent(AgentView),
}

fn asked(machine: &Machine, roots: &Roots) -> Result<Search, CommandError> {
    let project = roots.project(machine)?;
    if let Some(id) = &roots.target {
        return Ok(Search::Agent(AgentView::new(agents::known(id)?, machine, project.as_deref())));
    }
    if roots.roots.is_empty() {
        return Ok(Search::Folders(targets::roots(machine, &[], project.as_deref())));
    }
    let root = |path: &PathBuf| Ok(Root { path: folder(path)?, scope: SkillScope::Project, agents: Vec::new(), namespace: None });
    Ok(Search::Folders(roots.roots.iter().map(root).collect::<Result<_, CommandError>>()?))
}

/// The skills in the folders that are asked for.
fn listing(context: &CliContext, roots: &Roots) -> Result<Listing, CommandError> {
    let machine = roots.machine(context);
    Ok(match asked(&machine, roots)? {
        Search::Agent(plan) => discover::for_agent(&plan),
        Search::Folders(folders) => {
            let project = roots.project(&machine)?;
            discover::search(&folders, &targets::known(&machine, project.as_deref())).on(Environment::of(&machine))
        }
    })
}

fn chosen(context: &CliContext, roots: &Roots) -> Result<Vec<Root>, CommandError> {
    Ok(match asked(&roots.machine(context), roots)? {
        Search::Agent(plan) => plan.roots.into_iter().map(|seen| Root { namespace: seen.namespace, ..seen.root }).collect(),
        Search::Folders(folders) => folders,
    })
}

/// The skill of this name, or of the name by which it is run (`convert_to_pdf`). Of several, the one that comes first.
fn named<'l>(found: &'l SkillsListResponse, name: &str) -> Result<&'l SkillSummary, CommandError> {
    let name = name.trim_start_matches('/');
    let plain = |name: &str| name.replace('_', "-");
    let winners = || found.skills.iter().filter(|skill| skill.shadowed_by.is_none());
    let skill = winners().find(|skill| skill.name == name).or_else(|| winners().find(|skill| plain(&skill.name) == plain(name)));
    skill.ok_or_else(|| {
        CommandError::refused(ErrorCode::NotFound, format!("There is no skill “{name}”. `apprentice skills list` names them."))
    })
}

/// The skills that `skill` hides.
fn hidden<'l>(found: &'l SkillsListResponse, skill: &SkillSummary) -> Vec<&'l str> {
    let behind = found.skills.iter().filter(|other| other.shadowed_by.as_deref() == Some(skill.path.as_str()));
    behind.map(|other| other.path.as_str()).collect()
}

/// Warnings before a skill is used: the skills that it hides, and the requirements that this machine does not meet.
fn warnings(context: &CliContext, found: &SkillsListResponse, skill: &SkillSummary, requires: &Requires) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let behind = hidden(found, skill);
    if !behind.is_empty() {
        let whose = if skill.scope == SkillScope::Project { "this project's " } else { "" };
        let message = format!("{whose}{} ({}) hides {}", skill.name, skill.path, behind.join(", "));
        warnings.push(Warning { code: "HIDES_OTHERS".to_owned(), message, line: None });
    }
    let environment = Environment::of(&machine(&context.variables, &context.home));
    let unmet = requires.unmet(&environment, Profile::Lenient);
    warnings.extend(unmet.into_iter().map(|found| Warning { code: found.code, message: found.message, line: None }));
    warnings
}

/// A warning about a skill.
#[derive(Debug, Serialize)]
struct Warning {
    code: String,
    message: String,
    line: Option<u32>,
}

/// Prints warnings to standard error, where they are not part of what an agent reads.
fn warn(warnings: &[Warning]) {
    for warning in warnings {
        let line = warning.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        // A reader that has gone hears nothing.
        let _ = writeln!(io::stderr(), "apprentice: {}{line}", warning.message);
    }
}

fn folder(path: &Path) -> Result<PathBuf, CommandError> {
    let path = absolute(path)?;
    match path.is_dir() {
        true => Ok(path),
        false => Err(CommandError::refused(ErrorCode::NotFound, format!("{} is not a folder.", path.display()))),
    }
}

pub(crate) fn absolute(path: &Path) -> Result<PathBuf, CommandError> {
    std::path::absolute(path).map_err(CommandError::internal)
}
