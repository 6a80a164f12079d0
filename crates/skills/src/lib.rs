//! SKILL.md bundles: read, check, discover where agents keep them, install safely.

pub mod bundle;
mod check;
pub mod discover;
mod front_matter;
pub mod install;
mod swap;
pub mod targets;
mod tree;
