//! SKILL.md bundles: read, check, discover where agents keep them, install safely.

pub mod agents;
pub mod bag;
pub mod catalogue;
pub mod discovery;
mod disk;
pub mod files;
pub mod format;
pub mod install;
pub mod refusal;
pub mod scan;
pub mod source;
mod temporary;

pub use format::findings::finding;
