//! The agents of this machine: their configuration, and running one.
//!
//! Configuration: adds or removes Apprentice as an MCP server, and switches single skills off.
//! `clients` is the table of agents that can be connected, `connect` plans and makes one change of one file, `servers` lists the servers of tools that agents have, `server_entries` replaces them by Apprentice and puts them back, `switches` changes the switch of a
//! skill, `schedules` reads the work that agents will do by themselves, and `edit` changes one entry in a text of each format and keeps everything else.
//!
//! Definitions: `definitions` reads named ways to work from the folders of the person, of projects and of agents.
//!
//! Hooks: `hooks` is the policy that answers what agents ask before they act, and puts that question into their configuration.
//!
//! Running: `runtimes` is the table of agents that can be run, `isolation` builds walls around a run, `egress` is its network, `own`
//! names what agents keep in their own folders, and `run` talks to the agent.
//!
//! Invariant: a file is written only as the person saw it in the preview, and only if its new text means the old one plus or minus our
//! entry.

#![warn(missing_docs)]

pub mod clients;
mod connect;
pub mod definitions;
mod edit;
pub mod egress;
pub mod hooks;
pub mod isolation;
pub mod own;
pub mod run;
pub mod runtimes;
pub mod schedules;
pub mod server_entries;
pub mod servers;
pub mod switches;

pub use connect::{ConfigurationError, ConnectionStatus, Plan, apply, plan, status};
