#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]

mod agent_run;
mod bag;
mod catalogues;
mod commands;
mod config;
mod connect;
mod connectors;
mod faces;
mod hook_agent;
mod learn;
mod mcp;
mod program;
mod project_skills;
mod serve;
mod skills;
mod skills_install;
mod support;
mod validate;
