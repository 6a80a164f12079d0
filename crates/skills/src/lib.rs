//! SKILL.md bundles: read, check, find where agents keep them, install safely.
//!
//! Each module uses only modules above it in this list: [`files`] (with `disk` and `temporary`) and [`refusal`]; [`format`](mod@format), what a skill's
//! files contain; [`agents`], who reads which folders; [`discovery`], which skills there are; [`source`], where skills come from; [`scan`],
//! what is suspicious; [`catalogue`], what an agent is shown; [`install`], writing and removing; [`bag`], SkillBag workspaces.

#![warn(missing_docs)]

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

pub use disk::lexically_normal;
pub use format::findings::finding;
