//! What tests and benchmarks of several crates share: a scripted machine for the engine, tasks performed on it, archives of skills, and a
//! person in front of the watched browser.
//!
//! Only dev-dependencies may use this crate; `tests/it/layering.rs` holds that.

#![warn(missing_docs)]
#![allow(clippy::unwrap_used, reason = "only tests and benchmarks call it, and they may panic")]

mod actions;
pub mod archives;
pub mod browser_user;
mod clock;
mod keychain;
mod script;
mod tasks;
pub mod web;
mod world;

pub use actions::{SITE, change, click, control, demonstrating, fill, seen};
pub use clock::{CountedIds, StillClock};
pub use keychain::MemoryKeychain;
pub use script::{BROWSER, Script, Scripted, TERMINAL};
pub use tasks::{customers, listed};
pub use world::{World, copy_folder, dispatch_of};
