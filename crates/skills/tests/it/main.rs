//! What the crate promises, over real folders.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]

mod agents;
mod archives;
mod bag;
mod bundle;
mod corpus;
mod dialects;
mod discover;
mod downloads;
mod environment;
mod floors;
mod install;
mod installer_kill;
mod links;
mod listing;
mod locks;
mod manage;
mod plan;
mod reference;
mod refusals;
mod removed;
mod render;
mod scan;
mod select;
mod sources;
mod tarballs;
mod targets;
mod template;
mod validate;
mod watch;
mod world;
