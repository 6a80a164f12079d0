//! `skills` and `agents`: what lies in the folders of this machine. Works without an engine. One file per command, with its
//! arguments.

mod agents;
mod changes;
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
use apprentice_skills::discover::Root;
use apprentice_skills::targets;
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
    /// Print the catalogue of skills as an agent is shown it
    Render(render::Options),
    /// Choose skills for the next task of a plan
    Select(select::Options),
    /// Print a skill as a prompt, with its arguments filled in
    Run(run::Options),
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
}

pub fn run(place: &Place, command: Skills) -> Outcome {
    match command {
        Skills::List(options) => list::run(place, &options),
        Skills::Validate(options) => validate::run(&options),
        Skills::Read(options) => read::run(place, &options),
        Skills::Render(options) => render::run(place, &options),
        Skills::Select(options) => select::run(place, &options),
        Skills::Run(options) => run::run(place, &options),
        Skills::Install(options) => install::run(place, &options),
        Skills::Update(options) => update::run(place, &options),
        Skills::Remove(options) => remove::run(place, &options),
        Skills::Pin(options) => pin::pin(place, &options),
        Skills::Unpin(options) => pin::unpin(place, &options),
        Skills::Status(options) => status::run(place, &options),
        Skills::Scan(options) => scan::run(&options),
    }
}

/// Which folders a command looks into.
#[derive(Args)]
pub struct Roots {
    /// Search this folder; may be repeated
    #[arg(long = "root", value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Search the folder of this agent
    #[arg(long, value_name = "AGENT", conflicts_with = "roots")]
    pub target: Option<String>,
    /// Search the folders of this project too
    #[arg(long, value_name = "DIR", conflicts_with_all = ["roots", "target"])]
    pub project: Option<PathBuf>,
}

fn chosen(place: &Place, asked: &Roots) -> Result<Vec<Root>, Trouble> {
    let machine = machine(&place.variables, &place.home);
    if let Some(id) = &asked.target {
        let found = targets::targets(&machine, &[], &[]).into_iter().find(|target| target.target_id == *id);
        let target = found.ok_or_else(|| {
            Trouble::refused(ErrorCode::NotFound, format!("There is no agent “{id}”. `apprentice agents list` names them."))
        })?;
        return Ok(vec![Root { path: target.path.into(), scope: SkillScope::User, agents: vec![target.label] }]);
    }
    if asked.roots.is_empty() {
        let project = asked.project.as_deref().map(absolute).transpose()?;
        return Ok(targets::roots(&machine, &[], project.as_deref()));
    }
    let root = |path: &PathBuf| {
        let path = absolute(path)?;
        match path.is_dir() {
            true => Ok(Root { path, scope: SkillScope::Project, agents: Vec::new() }),
            false => Err(Trouble::refused(ErrorCode::NotFound, format!("{} is not a folder.", path.display()))),
        }
    };
    asked.roots.iter().map(root).collect()
}

fn absolute(path: &Path) -> Result<PathBuf, Trouble> {
    std::path::absolute(path).map_err(Trouble::internal)
}
