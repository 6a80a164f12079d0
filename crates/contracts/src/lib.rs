//! The vocabulary of Apprentice: every wire type, limit, state table and error code.
//!
//! Types only, no I/O. A limit is written once, as a garde attribute; schemars copies it into the JSON schema, and from there it reaches
//! `openapi.json` and the TypeScript types. "§" refers to the product specification; "decisions" to the decisions that complete it. Where a
//! Rust name differs from the name of its schema (`#[schemars(rename)]`), the schema keeps the name that clients know.

#![warn(missing_docs)]

pub mod ability;
pub mod ability_skill;
pub mod action;
pub mod agent;
pub mod agent_definition;
pub mod agent_practice;
pub mod agent_run;
pub mod app;
pub mod author;
pub mod capability;
pub mod category;
pub mod checkpoint;
pub mod connector;
pub mod data;
pub mod drawing;
pub mod error;
pub mod event;
pub mod friction;
pub mod gate;
pub mod graph;
pub mod history;
pub mod hook;
pub mod ids;
pub mod import;
pub mod improvement;
pub mod intent;
pub mod interpretation;
pub mod json;
pub mod live_draft;
pub mod mining;
pub mod network;
pub mod observation;
pub mod page;
pub mod project;
pub mod proposal;
pub mod reading;
pub mod receipt;
pub mod report;
pub mod runtime;
pub mod schedule;
pub mod screen;
pub mod session;
pub mod shown_check;
pub mod skill;
pub mod skill_page;
pub mod skill_prompt;
pub mod state;
pub mod test_policy;
pub mod text_search;
pub mod validation;

/// A point in time in UTC, as RFC 3339 on the wire.
pub type Time = chrono::DateTime<chrono::Utc>;

/// Version that every record carries as `schema_version`. It stays 1 until the shape of a record changes.
pub const SCHEMA_VERSION: u32 = 1;

/// Default of the field `schema_version` in requests.
pub(crate) fn schema_version() -> u32 {
    SCHEMA_VERSION
}

/// Replaces a secret wherever one was recorded. The secret itself never reaches this crate.
pub const MASK: &str = "▮▮▮▮▮▮";
