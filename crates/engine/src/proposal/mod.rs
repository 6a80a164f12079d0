//! A proposal: compiled from a demonstration, questioned, revised, decided.

pub(crate) mod collisions;
pub(crate) mod decide;
pub(crate) mod draft;
pub(crate) mod generate;
pub(crate) mod improve;
pub(crate) mod portability;
pub(crate) mod revise;
pub(crate) mod view;
