//! Rules of the whole workspace that can be checked without a window.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod glossary;
mod language;
mod layering;
mod map;
mod modules;
mod needs;
mod platform;
mod sources;
mod tasks;
mod wire_words;
