//! The arguments of the program and its commands. A command with many has its own beside it. Doc comments are the help.

use crate::abilities::Abilities;
use crate::bag::BagCommand;
use crate::categories::Categories;
use crate::connectors::Connectors;
use crate::data::Data;
use crate::history::{History, Receipts};
use crate::hook_agent::HookAgentOptions;
use crate::imports::Imports;
use crate::learn::args::Learn;
use crate::output::CommandError;
use crate::settings::Settings;
use crate::skills::{Agents, Skills};
use crate::test_policy;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;

/// Teach your AI agents new abilities by showing them once.
#[derive(Parser)]
#[command(name = "apprentice", version, propagate_version = true, disable_help_subcommand = true)]
pub struct Arguments {
    /// Keep everything in DIR instead of the usual data folder (or APPRENTICE_HOME)
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Answer with one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Run the engine and serve its API and interface on this machine
    Serve(ServeOptions),
    /// Serve agents over standard input and output (Model Context Protocol)
    Mcp,
    /// Serve one connector to an agent, in place of its command in the configuration of that agent
    McpProxy(crate::mcp::Proxy),
    /// Set up the network of an isolated run, then execute its agent
    #[command(hide = true)]
    EnterRun {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        words: Vec<OsString>,
    },
    /// Check what works on this machine, and show the command that fixes the rest
    Doctor,
    /// Repair files that Apprentice keeps
    Repair {
        #[arg(value_enum)]
        what: Repairable,
    },
    /// Print the shell integration: eval "$(apprentice hook bash)"
    Hook {
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Answer the hook of an agent: its JSON on standard input, what it may do on standard output
    HookAgent(HookAgentOptions),
    /// Demonstrate a task and make a skill from it
    #[command(subcommand)]
    Learn(Box<Learn>),
    /// Find abilities that match a request
    Lookup {
        query: String,
        /// Explain why each one matches, and why the closest others do not
        #[arg(long)]
        explain: bool,
        /// Project that the request belongs to: its id, another name of it, or a folder in it
        #[arg(long, value_name = "PROJECT")]
        project: Option<String>,
    },
    /// List your projects, or find the one that a name or a folder means
    #[command(subcommand)]
    Projects(crate::projects::Projects),
    /// Submit configuration intents, as programs do
    #[command(subcommand)]
    Config(Config),
    /// List and manage installed abilities
    #[command(subcommand)]
    Abilities(Abilities),
    /// Group skills, abilities, drafts and imports
    #[command(subcommand)]
    Categories(Categories),
    /// List and manage connectors: the MCP servers that your agents can use
    #[command(subcommand)]
    Connectors(Box<Connectors>),
    /// Import skills of others in steps: fetch, scan, stage, review, install
    #[command(subcommand)]
    Imports(Imports),
    /// List sessions with their outcomes, newest first
    History(History),
    /// List receipts of what happened, newest first
    Receipts(Receipts),
    /// Show and change settings
    #[command(subcommand)]
    Settings(Settings),
    /// Measure, export and delete your data
    #[command(subcommand)]
    Data(Data),
    /// Check for a newer version. Nothing is downloaded or installed
    Updates,
    /// List and manage the skills on this machine
    #[command(subcommand)]
    Skills(Skills),
    /// Work with SkillBag workspaces
    #[command(subcommand)]
    Bag(BagCommand),
    /// List and connect the agents on this machine
    #[command(subcommand)]
    Agents(Agents),
    /// Explain a command or a topic: skills, agents, commands, config, memory, tools, workspace
    Help {
        /// A command, such as `skills run`, or a topic
        #[arg(value_name = "COMMAND_OR_TOPIC")]
        words: Vec<String>,
    },
}

#[derive(Args)]
pub struct ServeOptions {
    /// Port on 127.0.0.1; any free one when left out
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Exit after this many seconds without a request and without a live session
    #[arg(long, value_name = "SECONDS")]
    pub idle_exit: Option<u64>,
    /// Detach from the terminal
    #[arg(long, hide = true)]
    pub background: bool,
    /// Exit when standard input ends
    #[arg(long, hide = true)]
    pub until_stdin_closes: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Repairable {
    /// Rewrite every projected file from the database
    Projections,
    /// Check the database and rebuild it when it is damaged
    Database,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
}

#[derive(Subcommand)]
pub enum Config {
    /// Submit a configuration intent
    Submit {
        /// The intent as JSON; `-` reads it from standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// List configuration intents, newest first
    List {
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
}

/// A test policy for a draft or an ability.
#[derive(Args)]
pub struct PolicyChoice {
    /// The test policy as JSON (`-` reads it from standard input), or a mode such as read_only with the limits of the safe default
    #[arg(value_name = "FILE|MODE")]
    policy: Option<PathBuf>,
    /// Remove the chosen policy, so that the ability's or the settings' policy applies again
    #[arg(long, conflicts_with = "policy")]
    default: bool,
}

impl PolicyChoice {
    /// The new value; `null` removes it. `None`: no change.
    pub fn read(&self) -> Result<Option<Value>, CommandError> {
        match self.default {
            true => Ok(Some(Value::Null)),
            false => test_policy::read_some(self.policy.as_ref()),
        }
    }
}

/// `NAME=VALUE`; the value may be empty.
pub(crate) fn named_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_of_every_command_fit_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_value_may_contain_an_equals_sign_and_be_empty() {
        assert_eq!(super::named_value("query=a=b"), Ok(("query".to_owned(), "a=b".to_owned())));
        assert_eq!(super::named_value("name="), Ok(("name".to_owned(), String::new())));
        assert!(super::named_value("=x").is_err() && super::named_value("x").is_err());
    }
}
