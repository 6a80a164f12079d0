//! One test binary: what the adapters do against a real browser and real shells.

#![allow(clippy::disallowed_types, reason = "tests set up conditions of one system")]

mod browser;
mod redact;
mod secrets;
mod secrets_in_the_wild;
mod terminal;
