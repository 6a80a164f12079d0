//! How the memory of this process goes back to the system.

use crate::system::memory as system;
use std::io;

/// From now on memory above a megabyte goes back to the system as soon as it is free.
///
/// The allocator of glibc learns from the first large allocation that large ones are common, and keeps those that follow
/// (mallopt(3), "dynamic mmap threshold"). A process that reads one archive of 100 MB twice would hold as much until it ends.
/// No-op with other allocators, which have no such habit.
///
/// # Errors
/// When the allocator refuses.
pub fn return_large_blocks_early() -> io::Result<()> {
    system::return_large_blocks_early()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_allocator_takes_the_setting() {
        super::return_large_blocks_early().unwrap();
    }
}
