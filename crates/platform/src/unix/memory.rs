use std::io;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library offers this switch and no safe way to it")]
pub fn return_large_blocks_early() -> io::Result<()> {
    const LARGE: libc::c_int = 1024 * 1024;
    // SAFETY: it takes two numbers and no pointer, and may be called at any time.
    if unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) } == 0 {
        return Err(io::Error::other("the allocator refused the setting"));
    }
    Ok(())
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks_early() -> io::Result<()> {
    Ok(())
}
