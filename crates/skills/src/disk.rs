//! What several areas ask of the file system: whether a folder can be written, and removing one.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Names of folders in which a skill is staged begin with this. Agents do not read names that begin with a dot, and a walk passes
/// these over ([`crate::install`] writes them).
pub(crate) const STAGE: &str = ".apprentice-stage-";

/// Why nothing can be created in a folder.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotWritable {
    #[error("{0} is not an absolute path")]
    Relative(PathBuf),
    #[error("{path} cannot be written: {reason}")]
    Denied { path: PathBuf, reason: String },
}

/// `path` without `.` and with each `..` resolved against the part before it, without reading the file system.
pub(crate) fn lexically_normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// Why a write failed, in words that follow "cannot be written:".
pub(crate) fn write_failure(error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::PermissionDenied => "you have no permission to write there".to_owned(),
        Kind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => "the disk is full".to_owned(),
        Kind::NotADirectory => "a file is where a folder should be".to_owned(),
        _ => error.to_string(),
    }
}

/// Removes a folder and everything in it. A missing folder is success.
pub(crate) fn remove_tree(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether something could be created in `root`, which need not exist yet. Creates nothing.
pub(crate) fn writable(root: &Path) -> Result<(), NotWritable> {
    use nix::unistd::{AccessFlags, access};
    let refuse = |reason: &str| Err(NotWritable::Denied { path: root.to_path_buf(), reason: reason.to_owned() });
    if !root.is_absolute() {
        return Err(NotWritable::Relative(root.to_path_buf()));
    }
    let Some(nearest) = root.ancestors().find(|at| fs::symlink_metadata(at).is_ok()) else {
        return refuse("it does not exist");
    };
    match fs::metadata(nearest) {
        Err(_) => return refuse(&format!("{} is a link that leads nowhere", nearest.display())),
        Ok(metadata) if !metadata.is_dir() => return refuse(&format!("{} is a file, not a folder", nearest.display())),
        Ok(_) => {}
    }
    if let Err(error) = access(nearest, AccessFlags::W_OK | AccessFlags::X_OK) {
        return refuse(match error {
            nix::errno::Errno::EROFS => "the disk is read-only",
            _ => "you have no permission to write there",
        });
    }
    room(nearest).or_else(refuse)
}

fn room(folder: &Path) -> Result<(), &'static str> {
    #[cfg(target_os = "linux")]
    if let Ok(system) = nix::sys::statfs::statfs(folder) {
        use nix::sys::statfs::{PROC_SUPER_MAGIC, SYSFS_MAGIC};
        if [PROC_SUPER_MAGIC, SYSFS_MAGIC].contains(&system.filesystem_type()) {
            return Err("the system does not keep files there");
        }
    }
    match nix::sys::statvfs::statvfs(folder) {
        Ok(system) if system.flags().contains(nix::sys::statvfs::FsFlags::ST_RDONLY) => Err("the disk is read-only"),
        // Some network file systems report no sizes; there only a write tells.
        Ok(system) if system.blocks() > 0 && system.blocks_available() == 0 => Err("the disk is full"),
        _ => Ok(()),
    }
}
