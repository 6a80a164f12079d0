//! Linux and macOS.

pub mod confinement;
pub mod disk;
pub mod files;
pub mod folders;
pub mod handover;
pub mod keychain;
pub mod links;
pub mod memory;
pub mod permissions;
pub mod pipes;
pub mod processes;
pub mod ptys;
pub mod rename;
#[cfg(target_os = "linux")]
mod secret_service;
pub mod signals;
pub mod users;
