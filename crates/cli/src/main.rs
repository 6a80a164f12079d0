//! `apprentice`: the headless program. Names and shapes are those of `cli.md`; scripts rely on them.

mod abilities;
mod args;
mod bag;
mod categories;
mod config;
mod connectors;
mod data;
mod engine;
mod help;
mod history;
mod hook_agent;
mod imports;
mod learn;
mod mcp;
mod output;
mod program;
mod projects;
mod serve;
mod settings;
mod show;
mod skills;
mod test_policy;

use apprentice_api::environment::{self, Variables};
use args::{Arguments, Command};
use clap::Parser;
use engine::CliContext;
use output::{CommandError, CommandResult};
use skills::Skills;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// How `enter-run` ends when it could not become the agent, as `env` and `timeout` do.
const NOT_ENTERED: u8 = 125;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // The one place of this program that reads the environment.
    let variables: Variables = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect();
    environment::log_to_stderr(&variables);
    // The output of `mcp` and `hook-agent` is the protocol and nothing else, whatever else is asked for.
    let json = arguments.json && !matches!(arguments.command, Command::Mcp | Command::McpProxy(_) | Command::HookAgent(_));
    let arguments = match arguments {
        Arguments { command: Command::EnterRun { words }, .. } => return enter_run(&words),
        Arguments { command: Command::Skills(Skills::Offline(command)), home, .. } => {
            return output::finish(without_runtime(home.as_deref(), variables, command, json), json);
        }
        other => other,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return output::finish(Err(CommandError::internal(error)), json),
    };
    let outcome = runtime.block_on(run(arguments, variables));
    // Whatever still reads a pipe or waits for a terminal must not hold the program.
    runtime.shutdown_background();
    output::finish(outcome, json)
}

/// Becomes the agent of a run. Its standard output is that of the agent, so it says why it could not on standard error.
fn enter_run(words: &[OsString]) -> ExitCode {
    let error = apprentice_agents::egress::enter(words);
    // Nobody hears it if standard error is closed.
    let _said = writeln!(std::io::stderr(), "apprentice: {error}");
    ExitCode::from(NOT_ENTERED)
}

/// Commands that only look at folders.
fn without_runtime(home: Option<&Path>, variables: Variables, command: skills::Offline, json: bool) -> CommandResult {
    let home = environment::home(&variables, home).map_err(CommandError::internal)?;
    skills::run(&CliContext { variables, home }, command, json)
}

async fn run(arguments: Arguments, variables: Variables) -> CommandResult {
    let home = environment::home(&variables, arguments.home.as_deref()).map_err(CommandError::internal)?;
    let context = CliContext { variables, home };
    match arguments.command {
        Command::Serve(options) => serve::run(&context, options, arguments.json).await,
        Command::Mcp => mcp::run(context).await,
        Command::McpProxy(proxy) => mcp::proxy(context, proxy).await,
        Command::EnterRun { words } => Err(CommandError::internal(apprentice_agents::egress::enter(&words))),
        Command::Doctor => program::doctor(&context).await,
        Command::Repair { what } => program::repair(&context, what).await,
        Command::HookAgent(options) => hook_agent::run(&context, options).await,
        Command::Hook { shell } => Ok(program::hook(&context, shell)),
        Command::Learn(command) => learn::run(&context, command, arguments.json).await,
        Command::Lookup { query, explain, project } => program::lookup(&context, query, explain, project).await,
        Command::Projects(command) => projects::run(&context, command).await,
        Command::Config(command) => config::run(&context, command).await,
        Command::Abilities(command) => abilities::run(&context, command).await,
        Command::Categories(command) => categories::run(&context, command).await,
        Command::Connectors(command) => connectors::run(&context, *command).await,
        Command::Imports(command) => imports::run(&context, command).await,
        Command::History(options) => history::history(&context, options).await,
        Command::Receipts(options) => history::receipts(&context, options).await,
        Command::Settings(command) => settings::run(&context, command).await,
        Command::Data(command) => data::run(&context, command).await,
        Command::Help { words } => help::run(&words),
        Command::Updates => program::updates(&context).await,
        Command::Skills(Skills::Offline(command)) => skills::run(&context, command, arguments.json),
        Command::Skills(Skills::Online(command)) => skills::online::run(&context, command).await,
        Command::Bag(command) => bag::run(&context, &command),
        Command::Agents(command) => skills::agents(&context, &command).await,
    }
}
