//! The agents of this machine: whether their configuration names Apprentice as an MCP server, and how it comes to.
//!
//! Map: `clients` is the table of agents that can be connected, `connect` plans and makes one change of one file, `switches` turns one skill off, `edit` changes a
//! text of each format without touching what else stands in it.
//!
//! Invariant: a file is written only as it was shown before, and only when its new text means the old one plus or minus our entry.

pub mod clients;
mod connect;
mod edit;
pub mod switches;

pub use connect::{Look, Plan, Trouble, apply, look, plan};
