//! The product's rules, over a scripted machine.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]
#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]

mod agent_definitions;
mod agent_gates;
mod agent_practice;
mod agent_runs;
mod author;
mod backups;
mod clocks;
mod coaching;
mod connections;
mod connector_files;
mod connector_questions;
mod connector_sign_in;
mod connector_sign_in_kinds;
mod connectors;
mod examples;
mod experience;
mod faults;
mod following;
mod home;
mod idempotency;
mod import_kill;
mod import_switches;
mod import_trust;
mod import_upkeep;
mod imports;
mod improve;
mod install;
mod install_places;
mod install_world;
mod installed_text;
mod instructions;
mod intents;
mod kill;
mod languages;
mod live_drafts;
mod lookups;
mod mining;
mod privacy;
mod readings;
mod reconcile;
mod rehearsals;
mod removals;
mod reports;
mod reviews;
mod road;
mod sessions;
mod shown_checks;
mod skill_actions;
mod skills;
mod trigger_tests;
mod trouble;
mod upkeep;
mod watching;
