//! What belongs to no single ability: settings, categories, history, configuration intents, the doctor, updates, personal data.

pub(crate) mod categories;
pub(crate) mod connections;
pub(crate) mod data;
pub mod desktop;
pub(crate) mod doctor;
pub(crate) mod history;
pub(crate) mod intents;
pub(crate) mod settings;
pub(crate) mod updates;
