//! Putting skills into folders and taking them out: one rename, lock files, updates, removals.

pub mod lock;
pub mod manage;
pub mod put;
pub(crate) mod swap;
