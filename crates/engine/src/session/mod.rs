//! A session from its creation to its deletion: its record, its state transitions, and what it observes. `operations` builds on the areas
//! that work with a session (proposals, validation, abilities).

pub(crate) mod actions;
pub(crate) mod bar;
pub(crate) mod boundaries;
pub(crate) mod capture;
pub(crate) mod closing_looks;
pub(crate) mod from_calls;
pub(crate) mod live_draft;
pub(crate) mod observation;
pub(crate) mod operations;
pub(crate) mod outline;
pub(crate) mod practice;
pub(crate) mod preflight;
pub(crate) mod readings;
pub(crate) mod record;
pub(crate) mod slot;
pub(crate) mod snapshot;
pub(crate) mod transitions;
