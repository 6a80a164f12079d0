//! What only the whole can show, without a window.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod glossary;
mod layering;
mod modules;
