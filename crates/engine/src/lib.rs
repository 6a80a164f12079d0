//! The engine: the product's rules behind [`Engine`], which has one method per operation. The router, the window, the command line and
//! the MCP server all call these methods.
//!
//! Map, from the lowest floor up (`tests/it/modules.rs` holds the floors):
//!
//! - `author` asks a language model to improve a draft
//! - `core`: the database with its unit of work, idempotency, stale projections, notifications, the home folder, backoff, single-flight
//! - `lookup` finds abilities for requests; `app::settings`, `app::categories`; `catalogue` lists and watches skills in agents' folders
//! - `session`: record, state transitions, boundaries, capture, observation
//! - `ability`: record, health, what happens to both
//! - `install`: the install saga, agents' folders, the capability bridge
//! - `proposal`: draft, improvement, review
//! - `validation`: automatic checks, the guided rehearsal, test policies
//! - `proposal::operations`, `ability::operations`, `session::operations`: what callers ask for; they coordinate the areas above
//! - `agent_runs`: an agent of this machine does the task of an ability, and its effects are judged
//! - `connectors`: the MCP servers of the person: registration, trust, secrets, connections, calls
//! - `mining` finds tasks that were repeated with success, and builds drafts of them
//! - `imports`: skills that somebody else wrote; `skills_page`: one list of all skills and batch operations on them
//! - `projections` writes the database as files; `app`: history, intents, doctor, updates, data; `stream`: events; `schedule`: upkeep
//! - `engine`: the composition root, and the list of operations

#![warn(missing_docs)]

mod ability;
mod agent_runs;
pub mod app;
pub mod author;
mod catalogue;
mod connectors;
pub mod core;
mod engine;
mod hooks;
mod imports;
pub mod install;
mod lookup;
mod mining;
mod projections;
mod proposal;
mod schedule;
mod session;
mod skills_page;
mod stream;
mod validation;

pub use crate::agent_runs::{AgentRunToken, RUN_TOOLS};
pub use crate::app::data::restore::restore_home;
pub use crate::connectors::{ConnectorAgent, ConnectorCaller, ENVIRONMENT_PREFIX, REGISTRY_VARIABLE};
pub use crate::core::home::{is_held, repair_database};
pub use crate::engine::Engine;
pub use crate::validation::performed::LOCALE;
pub use imports::{Upload, pack, packed_name};

use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_observe::Adapter;
use apprentice_observe::terminal::panel::Panel;
use apprentice_platform::keychain::Keychain;
use apprentice_skills::agents::targets::Machine;
use apprentice_store::StoreError;
use std::path::PathBuf;
use std::sync::Arc;

/// What the engine gets from outside: folders, clock, identifiers, devices.
#[derive(Clone)]
pub struct EngineOptions {
    /// `<home>`. The engine creates it when it is missing.
    pub home: PathBuf,
    /// The folders and variables of the machine that matter to skills.
    pub machine: Machine,
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The source of identifiers.
    pub ids: Arc<dyn Ids>,
    /// Watches a browser.
    pub browser: Arc<dyn Adapter>,
    /// Watches terminals.
    pub terminal: Arc<dyn Adapter>,
    /// The terminals of the window.
    pub panel: Arc<Panel>,
    /// The program `apprentice`, which agents start. `None` when it was not found.
    pub command_line: Option<PathBuf>,
    /// Whether `apprentice` without `--home` uses this home.
    pub usual_home: bool,
    /// The address of the desktop's session bus. `None` when there is none.
    pub session_bus: Option<String>,
    /// Where the key of a server is kept, if the person gives one.
    pub keychain: Arc<dyn Keychain>,
    /// `CARGO_PKG_VERSION` of the program.
    pub version: String,
}

/// The result of an operation.
pub type Answer<T> = Result<T, Failure>;

/// An internal failure. It is logged here, and its message says what the engine was doing.
pub(crate) fn internal(doing: &str, error: &dyn std::fmt::Display) -> Failure {
    tracing::error!(doing, %error, "internal failure");
    Failure::new(ErrorCode::Internal, format!("Something went wrong inside Apprentice while {doing}: {error}"))
}

pub(crate) fn stored(error: StoreError) -> Failure {
    error.into()
}
