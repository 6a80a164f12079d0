//! What the crate promises, over real folders.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod agents;
mod archives;
mod bag;
mod bundle;
mod corpus;
mod dialects;
mod discover;
mod install;
mod links;
mod listing;
mod reference;
mod plan;
mod render;
mod select;
mod sources;
mod targets;
mod validate;
mod watch;
mod template;
mod manage;
mod world;
