#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod acceptance_abilities;
mod bindings;
mod door;
mod guard;
mod health;
mod lifecycle;
mod mcp;
mod practice;
mod requests;
mod scope;
mod shop;
mod streams;
mod streams_at_scale;
mod support;
