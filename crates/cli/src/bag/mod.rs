//! `bag`: SkillBag workspaces. Works without an engine. One file per group of commands, with its arguments.

mod install;
mod look;
mod resolve;
mod state;

use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult};
use apprentice_contracts::error::ErrorCode;
use apprentice_skills::bag::{Bag, Problem, Severity};
use apprentice_skills::refusal::Refusal;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum BagCommand {
    /// Make a folder a SkillBag workspace. Existing files stay
    Init(Workspace),
    /// Check a workspace, or a folder that others install from
    Check(look::Check),
    /// Write .skills/SKILLS.md again
    Catalog(look::Catalog),
    /// Install skills and what they need; without a name or a source, the dependencies of CONTEXT.md
    Install(install::Options),
    /// Find the values of a skill, or the questions to ask first, or which of two skills is used
    Resolve(resolve::Options),
    /// Print what to read and run when a session begins
    Enter(Workspace),
    /// Print what changed since the session began, and which files to read again
    Refresh(state::Refresh),
}

#[derive(Args)]
pub struct Workspace {
    /// The workspace, instead of this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

impl Workspace {
    fn folder(&self) -> Result<PathBuf, CommandError> {
        let path = std::path::absolute(&self.dir).map_err(CommandError::internal)?;
        match path.is_dir() {
            true => Ok(path),
            false => Err(CommandError::refused(ErrorCode::NotFound, format!("{} is not a folder.", path.display()))),
        }
    }

    fn read(&self) -> Result<Bag, CommandError> {
        Ok(Bag::read(&self.folder()?))
    }
}

pub fn run(context: &CliContext, command: &BagCommand) -> CommandResult {
    match command {
        BagCommand::Init(workspace) => look::init(workspace),
        BagCommand::Check(options) => look::check(options),
        BagCommand::Catalog(options) => look::catalog(options),
        BagCommand::Install(options) => install::run(context, options),
        BagCommand::Resolve(options) => resolve::run(options),
        BagCommand::Enter(workspace) => state::enter(context, workspace),
        BagCommand::Refresh(options) => state::refresh(context, options),
    }
}

fn refused(refusal: Refusal) -> CommandError {
    CommandError::refused(refusal.code.error_code(), format!("{} [{}]", refusal.message, refusal.code))
}

fn told(problem: &Problem) -> String {
    let severity = if problem.severity == Severity::Error { "error" } else { "warning" };
    let line = problem.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}{line}: {severity}: {} [{}]", problem.path, problem.message, problem.code)
}

fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
