//! Runs of a scripted agent, with and without walls.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod isolation;
mod runs;
mod scripted;
