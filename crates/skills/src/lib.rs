//! SKILL.md bundles: read, check, discover where agents keep them, install safely.

pub mod bundle;
pub mod discover;
pub mod install;
pub mod targets;
