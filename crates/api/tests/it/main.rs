#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]

mod acceptance_abilities;
mod acceptance_categories;
mod acceptance_learning;
mod actions;
// Archives of the engine's tests.
#[allow(dead_code, reason = "each test binary uses a part of it")]
#[path = "../../../engine/tests/it/archives.rs"]
mod archives;
mod bindings;
mod client;
mod data;
mod exports;
mod guard;
mod health;
mod heard;
mod import_refusals;
mod import_states;
mod importing;
mod imports;
mod lifecycle;
mod mcp;
mod practice;
mod redirects;
mod requests;
mod school;
mod scope;
mod shop;
mod skills_page;
mod streams;
mod streams_at_scale;
mod support;
// The scripted machine of the engine's tests.
#[allow(dead_code, reason = "each test binary uses a part of it")]
#[path = "../../../engine/tests/it/tasks.rs"]
mod tasks;
mod transitions;
mod triggers;
mod uninstall;
mod updates;
#[allow(dead_code, reason = "each test binary uses a part of it")]
#[path = "../../../engine/tests/it/world.rs"]
mod world;
