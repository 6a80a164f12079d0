//! Every call that one operating system has and another has not. No other crate uses `nix`, `libc`, `portable-pty` or `std::os`;
//! `clippy.toml` and `tests/it/platform.rs` hold that rule.
//!
//! Each public module covers one concern. It documents the contract once and calls `system`, which is `unix/` on Linux and macOS and
//! `other/` elsewhere. `other/` uses the standard library where that is enough. Where the system lacks the concept, a call
//! returns [`std::io::ErrorKind::Unsupported`] and changes nothing.
//!
//! `other/` is also compiled and tested on Unix: as a module of the unit tests, and as a whole with
//! `RUSTFLAGS='--cfg apprentice_no_unix' cargo check -p apprentice-platform`.

#![warn(missing_docs)]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "this crate is where the system is called")]

pub mod confinement;
pub mod disk;
pub mod files;
pub mod folders;
pub mod handover;
pub mod keychain;
pub mod links;
pub mod locks;
pub mod memory;
pub mod permissions;
pub mod pipes;
pub mod processes;
pub mod ptys;
pub mod rename;
pub mod signals;
pub mod stderr;
pub mod users;

#[cfg(any(test, not(all(target_os = "linux", not(apprentice_no_unix)))))]
#[cfg_attr(test, allow(dead_code, reason = "only systems without control groups use it"))]
mod no_control_group;

#[cfg(not(all(unix, not(apprentice_no_unix))))]
#[path = "other/mod.rs"]
mod system;
#[cfg(all(unix, not(apprentice_no_unix)))]
#[path = "unix/mod.rs"]
mod system;

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
#[allow(dead_code, unused_imports, reason = "its unit tests use a part of it")]
mod other;
