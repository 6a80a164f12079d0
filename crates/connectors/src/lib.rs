//! Connectors: the MCP servers of the person.
//!
//! `process` starts the program of a local server and ends everything that it started, `connection` speaks the protocol with a local or a
//! remote server, `address` says which addresses are allowed and `reach` connects to no others, `pins` compares the tools of a server with those that the person read,
//! `oauth` signs in, `findings` says what is suspicious in them, `links` which addresses nobody should open, `elicit` what a server may ask the
//! person, `policy` decides whether one may be called, `dialects` finds servers in the configuration of agents, and `registration` reads files that
//! offer one.
//!
//! Invariant: no file of an agent is changed. Invariant: when a connection is dropped, no process of its server is left.

#![warn(missing_docs)]

pub mod address;
pub mod connection;
pub mod dialects;
pub mod elicit;
pub mod findings;
pub mod links;
pub mod oauth;
pub mod pins;
pub mod policy;
pub mod process;
pub mod reach;
pub mod registration;
