//! What belongs to no single ability: settings, categories, history, configuration intents, the doctor, updates, personal data.

pub(crate) mod categories;
mod connections;
pub(crate) mod data;
mod definition_install;
mod definitions;
pub mod desktop;
mod doctor;
mod history;
mod hook_connections;
mod intents;
mod schedules;
pub(crate) mod settings;
mod updates;

use crate::app::data::export::Exports;
use crate::app::settings::UserSettings;
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::projections::Projections;
use crate::session::operations::Sessions;
use apprentice_contracts::error::Failure;
use std::sync::{Arc, Mutex, PoisonError};

/// The operations that concern the program as a whole.
#[derive(Clone)]
pub(crate) struct App {
    core: Arc<Core>,
    settings: UserSettings,
    catalogue: Catalogue,
    sessions: Sessions,
    projections: Arc<Projections>,
    exports: Arc<Exports>,
    /// Why the last upkeep did not succeed.
    upkeep_problem: Arc<Mutex<Option<String>>>,
}

impl App {
    pub(crate) fn new(
        core: Arc<Core>,
        settings: UserSettings,
        catalogue: Catalogue,
        sessions: Sessions,
        projections: Arc<Projections>,
    ) -> Self {
        Self { core, settings, catalogue, sessions, projections, exports: Arc::default(), upkeep_problem: Arc::default() }
    }

    /// Keeps the outcome of the last upkeep for the doctor.
    pub(crate) fn report_upkeep(&self, failure: Option<&Failure>) {
        *self.upkeep_problem.lock().unwrap_or_else(PoisonError::into_inner) = failure.map(ToString::to_string);
    }
}
