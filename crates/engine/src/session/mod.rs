//! A session from its creation to its deletion: state transitions, capture, marks, the runtime snapshot.

pub(crate) mod archive;
pub(crate) mod boundaries;
pub(crate) mod capture;
pub(crate) mod erase;
pub(crate) mod observation;
pub(crate) mod operations;
pub(crate) mod snapshot;
pub(crate) mod terminals;
pub(crate) mod transitions;
