//! Systems without an implementation of their own yet.

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
pub mod signals;
pub mod users;

use std::io;

/// `what`: a noun phrase, in the plural.
fn unsupported<T>(what: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::Unsupported, format!("Apprentice has no support for {what} on this system yet")))
}

#[cfg(test)]
mod tests;
