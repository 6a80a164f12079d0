//! One test binary: what the adapters do against a real browser and real shells.

mod browser;
mod redact;
mod terminal;
