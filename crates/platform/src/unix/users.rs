use nix::unistd::geteuid;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

pub fn id() -> io::Result<u32> {
    Ok(geteuid().as_raw())
}

pub fn is_root() -> bool {
    geteuid().is_root()
}

pub fn is_same_owner(one: &Metadata, other: &Metadata) -> bool {
    one.uid() == other.uid()
}

pub fn is_own_private_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir() && about.uid() == geteuid().as_raw() && about.mode() & 0o077 == 0)
}
