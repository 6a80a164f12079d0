//! Hooks of agents (skillpack protocol, §7): one policy for what agents ask before they act.
//!
//! `rules` reads what a file or a skill says, strictly. `merge` makes one answer of several, `answer` reads what a handler printed,
//! `command` starts a command that is permitted, and `skill_tools` knows which calls the `allowed-tools` of a skill cover.
//! `agents` is the table of agents: how each asks and is answered. `install` puts our entries into its own configuration.
//!
//! Invariants: the strictest of several decisions counts, in whatever order they come; a command is started only if it is one command
//! that the person permits, and never by a shell.

pub mod agents;
pub mod answer;
pub mod command;
pub mod install;
pub mod merge;
pub mod rules;
pub mod skill_tools;

use apprentice_contracts::hook::HookDecision;
use serde_json::Value;

/// The environment variable with which a command of a rule, or a model that is asked, is started. A hook that sees it asks nothing, so that no
/// decision waits for another one.
pub const WITHIN: &str = "APPRENTICE_WITHIN_HOOK";

/// What one rule says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opinion {
    /// Its decision.
    pub decision: HookDecision,
    /// Why, in words.
    pub reason: Option<String>,
    /// Arguments that replace those of the tool.
    pub updated_input: Option<Value>,
    /// Further context for the agent.
    pub additional_context: Option<String>,
}

impl Opinion {
    /// A decision with its reason.
    pub fn new(decision: HookDecision, reason: impl Into<String>) -> Self {
        Self { decision, reason: Some(reason.into()), ..Self::default() }
    }
}
