//! Runs of a scripted agent, with and without walls.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]
#![allow(clippy::disallowed_methods, reason = "tests find Node as a shell does")]

mod limits;
mod needs_isolation;
mod needs_landlock;
mod runs;
mod scripted;
