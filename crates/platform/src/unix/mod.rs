//! Linux and macOS.

pub mod disk;
pub mod files;
pub mod folders;
pub mod links;
pub mod memory;
pub mod permissions;
pub mod pipes;
pub mod processes;
pub mod ptys;
pub mod rename;
pub mod signals;
pub mod users;
