//! SKILL.md bundles: read, check, discover where agents keep them, install safely.

pub mod archive;
pub mod bundle;
mod check;
pub mod discover;
pub mod fetch;
mod front_matter;
pub mod install;
pub mod names;
pub mod offers;
pub mod package;
pub mod refusal;
pub mod source;
mod swap;
pub mod targets;
mod tree;
