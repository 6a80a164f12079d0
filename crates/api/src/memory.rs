//! How the memory of this process is given back.

/// Memory above a megabyte goes back to the system as soon as nobody needs it.
///
/// Without this the allocator of glibc learns from the first large file that large pieces come often, and keeps those that follow:
/// an engine that scanned one archive of 100 MB twice would hold as much until it ends (mallopt(3), "dynamic mmap threshold").
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library offers this switch and no safe way to it")]
pub(crate) fn give_back_early() {
    const LARGE: libc::c_int = 1024 * 1024;
    // SAFETY: it takes two numbers and no pointer, and may be called at any time.
    if unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) } == 0 {
        tracing::warn!("large pieces of memory are kept after use");
    }
}

/// Other allocators have no such habit.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back_early() {}
