#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod bindings;
mod door;
mod guard;
mod practice;
mod requests;
mod streams;
mod support;
