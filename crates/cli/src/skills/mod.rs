//! `skills` and `agents`: what lies in the folders of this machine. Works without an engine. One file per command, with its
//! arguments.

mod agents;
pub(crate) mod changes;
mod connect;
mod install;
mod list;
mod pin;
mod read;
mod remove;
mod render;
mod run;
mod scan;
mod select;
mod status;
mod update;
mod validate;

pub use agents::{Agents, agents};

use crate::engine::Place;
use crate::output::{Outcome, Trouble};
use apprentice_api::edge::machine;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::skill::SkillScope;
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::agents::rules::AgentView;
use apprentice_skills::agents::targets::{self, Machine};
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::discovery::listing::Listing;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum Skills {
    /// List skills; the folders of all agents when nothing else is named
    List(list::Options),
    /// Check skill folders or SKILL.md files
    Validate(validate::Options),
    /// Print skills for an agent to read
    Read(read::Options),
    /// Install skills from a folder, an archive, a repository or an address
    Install(Box<install::Options>),
    /// Fetch the sources again and take what changed
    Update(update::Options),
    /// Remove skills
    Remove(remove::Options),
    /// Keep skills as they are, whatever is forced
    Pin(pin::PinOptions),
    /// Let pinned skills be changed again
    Unpin(pin::UnpinOptions),
    /// Tell how the installed skills stand
    Status(status::Options),
    /// Look for what is dangerous in skills
    Scan(scan::Options),
    /// Print the catalogue of skills as an agent is shown it
    Render(render::Options),
    /// Choose skills for the next task of a plan
    Select(select::Options),
    /// Print a skill as a prompt, with its arguments filled in
    Run(run::Options),
}

/// Runs without a runtime: listing thousands of skills takes less time than starting one.
pub fn run(place: &Place, command: Skills, json: bool) -> Outcome {
    match command {
        Skills::List(options) => list::run(place, &options, json),
        Skills::Validate(options) => validate::run(&options),
        Skills::Read(options) => read::run(place, &options),
        Skills::Install(options) => install::run(place, &options),
        Skills::Update(options) => update::run(place, &options),
        Skills::Remove(options) => remove::run(place, &options),
        Skills::Pin(options) => pin::pin(place, &options),
        Skills::Unpin(options) => pin::unpin(place, &options),
        Skills::Status(options) => status::run(place, &options),
        Skills::Scan(options) => scan::run(&options),
        Skills::Render(options) => render::run(place, &options),
        Skills::Select(options) => select::run(place, &options),
        Skills::Run(options) => run::run(place, &options),
    }
}

/// Which folders a command looks into.
#[derive(Args)]
pub struct Roots {
    /// Search this folder; may be repeated
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Look as this agent does: its folders, its order, its limits
    #[arg(long, value_name = "AGENT", conflicts_with = "roots")]
    pub target: Option<String>,
    /// Search the folders of this project too
    #[arg(long, value_name = "DIR", conflicts_with = "roots")]
    pub project: Option<PathBuf>,
}

/// What is asked for: folders in one order for all, or as one agent looks at them.
enum Asked {
    Folders(Vec<Root>),
    Agent(AgentView),
}

fn asked(machine: &Machine, roots: &Roots) -> Result<Asked, Trouble> {
    let project = roots.project.as_deref().map(folder).transpose()?;
    if let Some(id) = &roots.target {
        return Ok(Asked::Agent(AgentView::new(agents::known(id)?, machine, project.as_deref())));
    }
    if roots.roots.is_empty() {
        return Ok(Asked::Folders(targets::roots(machine, &[], project.as_deref())));
    }
    let root = |path: &PathBuf| Ok(Root { path: folder(path)?, scope: SkillScope::Project, agents: Vec::new() });
    Ok(Asked::Folders(roots.roots.iter().map(root).collect::<Result<_, Trouble>>()?))
}

/// What stands in the folders that are asked for.
fn listing(place: &Place, roots: &Roots) -> Result<Listing, Trouble> {
    let machine = machine(&place.variables, &place.home);
    Ok(match asked(&machine, roots)? {
        Asked::Agent(plan) => discover::for_agent(&plan),
        Asked::Folders(folders) => {
            let project = roots.project.as_deref().map(absolute).transpose()?;
            discover::search(&folders, &targets::known(&machine, project.as_deref())).on(Environment::of(&machine))
        }
    })
}

fn chosen(place: &Place, roots: &Roots) -> Result<Vec<Root>, Trouble> {
    Ok(match asked(&machine(&place.variables, &place.home), roots)? {
        Asked::Agent(plan) => plan.roots.into_iter().map(|seen| seen.root).collect(),
        Asked::Folders(folders) => folders,
    })
}

fn folder(path: &Path) -> Result<PathBuf, Trouble> {
    let path = absolute(path)?;
    match path.is_dir() {
        true => Ok(path),
        false => Err(Trouble::refused(ErrorCode::NotFound, format!("{} is not a folder.", path.display()))),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Trouble> {
    std::path::absolute(path).map_err(Trouble::internal)
}
