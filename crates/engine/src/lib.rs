//! The product's rules. [`Engine`] has one method per operation; every face is a list of these.
//!
//! Map: `engine` opens and closes, `home` holds the folder, `sessions` creates, `moves` walks the state table, `observing` and
//! `capture` take in what adapters tell, `marks` edits a trace; `drafts` compiles, `improve` begins with what is installed, `questions` and `revise` change a draft,
//! `proposals` shows it, `validation` and `rehearsal` test it, `review` and `install` decide on it; `abilities` and `lookup` are
//! later use, `lifecycle` decides about what is installed, `uninstall` removes it, `reports` takes what agents tell, `frictions` keeps what is to be mended,
//! `health` judges, `canary` probes, `capabilities` shows; `skills` follows what stands in agents' folders and `shelf` is the Skills
//! page over it (`walks` shares one reading among many); `intents` takes configuration; `imports` brings in skills of others; `data` measures,
//! exports and deletes all of it; `updates` asks for a newer version;
//! `ledger` writes receipts and events, `events`
//! streams them (`tails` to many at once), `projections` shows the database as files.

mod ability;
pub mod app;
mod catalogue;
pub mod core;
mod engine;
mod imports;
pub mod install;
mod lookup;
mod projections;
mod proposal;
mod schedule;
mod session;
mod skills_page;
mod stream;
mod validation;

pub use crate::core::home::repair_database;
pub use crate::engine::Engine;
pub use imports::{Upload, pack, packed_name};

use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_observe::Adapter;
use apprentice_observe::terminal::panel::Panel;
use apprentice_skills::agents::targets::Machine;
use apprentice_store::StoreError;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that comes from outside: places, time, identity, devices.
#[derive(Clone)]
pub struct EngineOptions {
    /// `<home>`; created when missing.
    pub home: PathBuf,
    pub machine: Machine,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub browser: Arc<dyn Adapter>,
    pub terminal: Arc<dyn Adapter>,
    pub panel: Arc<Panel>,
    /// The program `apprentice`, which agents start. `None`: it was not found.
    pub command_line: Option<PathBuf>,
    /// Whether `apprentice` without `--home` comes to this home too.
    pub usual_home: bool,
    /// Where the desktop's session bus is; `None`: there is none.
    pub session_bus: Option<String>,
    /// `CARGO_PKG_VERSION` of the program.
    pub version: String,
}

pub type Answer<T> = Result<T, Failure>;

/// A fault of ours, told as one.
pub(crate) fn internal(doing: &str, error: &dyn std::fmt::Display) -> Failure {
    tracing::error!(doing, %error, "internal failure");
    Failure::new(ErrorCode::Internal, format!("Something went wrong inside Apprentice while {doing}: {error}"))
}

pub(crate) fn stored(error: StoreError) -> Failure {
    error.into()
}
