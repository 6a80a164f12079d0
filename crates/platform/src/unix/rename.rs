pub use calls::{exchange, without_replacing};

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod calls {
    use nix::errno::Errno;
    use nix::fcntl::{AT_FDCWD, RenameFlags, renameat2};
    use std::io;
    use std::path::Path;

    pub fn without_replacing(from: &Path, to: &Path) -> io::Result<()> {
        rename(from, to, RenameFlags::RENAME_NOREPLACE)
    }

    pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
        rename(one, other, RenameFlags::RENAME_EXCHANGE)
    }

    /// File systems that know only the plain rename answer `EINVAL`; kernels without the call answer `ENOSYS`, which is `Unsupported`
    /// already.
    fn rename(from: &Path, to: &Path, flags: RenameFlags) -> io::Result<()> {
        renameat2(AT_FDCWD, from, AT_FDCWD, to, flags).map_err(|error| match error {
            Errno::EINVAL => io::ErrorKind::Unsupported.into(),
            other => other.into(),
        })
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod calls {
    use std::io;
    use std::path::Path;

    pub fn without_replacing(_from: &Path, _to: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
