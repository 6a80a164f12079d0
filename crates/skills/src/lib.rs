//! SKILL.md bundles: read, check, discover where agents keep them, install safely.

pub mod agents;
pub mod archive;
pub mod bundle;
mod check;
pub mod codes;
pub mod definition;
pub mod discover;
pub mod fetch;
mod findings;
pub mod fix;
pub mod folder;
mod front_matter;
pub mod install;
pub mod legacy;
pub mod listing;
pub mod names;
pub mod offers;
pub mod openai;
pub mod openclaw;
pub mod package;
pub mod precedence;
pub mod refusal;
pub mod render;
mod rescue;
pub mod sarif;
pub mod skillbag_fields;
pub mod source;
mod swap;
pub mod targets;
pub mod template;
mod tree;
mod walk;
pub mod watch;
mod yaml;

pub use findings::finding;
