//! A proposal: compiled from a demonstration, questioned, revised, decided. `operations` builds on validation.

pub(crate) mod actions;
pub(crate) mod collisions;
pub(crate) mod draft;
pub(crate) mod examples;
pub(crate) mod experience;
pub(crate) mod gates;
pub(crate) mod improve;
pub(crate) mod instructions;
pub(crate) mod operations;
pub(crate) mod portability;
pub(crate) mod record;
pub(crate) mod values;
pub(crate) mod view;
pub(crate) mod weakenings;
