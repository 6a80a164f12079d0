#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]

mod ability_events;
mod acceptance_abilities;
mod acceptance_categories;
mod acceptance_learning;
mod actions;
mod bindings;
mod client;
mod data;
mod examples;
mod exports;
mod guard;
mod health;
mod import_refusals;
mod import_states;
mod importing;
mod imports;
mod lifecycle;
mod mcp;
mod redirects;
mod requests;
mod sample_page;
mod scope;
mod scripted_server;
mod seeded_server;
mod skills_page;
mod streams;
mod streams_at_scale;
mod support;
mod test_policies;
mod transitions;
mod triggers;
mod uninstall;
mod updates;
