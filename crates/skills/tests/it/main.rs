//! What the crate promises, over real folders.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod archives;
mod bundle;
mod corpus;
mod discover;
mod install;
mod sources;
mod targets;
