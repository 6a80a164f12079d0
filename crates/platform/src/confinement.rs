//! Confines this process and everything that it starts, by what the kernel offers to everybody: a network namespace, Landlock for files, and a filter
//! of system calls for sockets. It cannot be undone.
//!
//! Not held: by its path can be asked whether a file exists, its size, times, rights and extended attributes, and where a link leads. A folder can
//! be watched, which reveals the names of files that are used there. Times can be changed. What other processes there are is hidden, and their
//! numbers can be guessed.

use crate::system::confinement as system;
use std::io;
use std::path::PathBuf;

/// What this kernel confines besides files and the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// No process outside can be signalled (Linux 6.12).
    pub signals: bool,
}

/// Whether a process can be confined here. Starts `/bin/true` in namespaces of its own.
///
/// # Errors
/// Why not, as the end of a sentence.
pub fn support() -> Result<Support, String> {
    system::support()
}

/// Leaves the network for a new one that has nothing but its own loopback, with a user who has no rights. Call it where this process has one thread.
///
/// # Errors
/// Those of `unshare(2)`; `Unsupported` except on Linux.
pub fn leave_network() -> io::Result<()> {
    system::leave_network()
}

/// From now on this process reads only what lies below these files and folders, writes only below those of `writable`, connects to no socket of
/// the file system, changes the rights of no file by its name, and gains no rights from a program that it starts. What does not exist is left out.
///
/// # Errors
/// `Unsupported` where the kernel holds nothing of it; those of `landlock_restrict_self(2)` and `seccomp(2)`. This process must then end.
pub fn confine(readable: &[PathBuf], writable: &[PathBuf]) -> io::Result<()> {
    system::confine(readable, writable)
}

/// From now on this process and everything that it starts uses no key of the session (`keyctl(2)`), loads no program into the kernel, watches nothing of
/// it, and makes sockets of the internet, of the file system and of netlink alone (not `vsock(7)`, which leads out of a network namespace). For a
/// process in namespaces of its own, whose files another program holds.
///
/// # Errors
/// `Unsupported` except on Linux; those of `seccomp(2)`. This process must then end.
pub fn refuse_calls() -> io::Result<()> {
    system::refuse_calls()
}
