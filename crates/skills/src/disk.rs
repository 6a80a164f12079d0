//! What several areas ask of the file system: whether a folder can be written, and removing one.

use apprentice_platform::disk::{self, Obstacle};
use apprentice_platform::permissions::check_can_create_in;
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
pub fn lexically_normal(path: &Path) -> PathBuf {
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
    match check_can_create_in(nearest).map_err(|error| error.kind()) {
        // Where only a write shows it, the write will.
        Ok(()) | Err(io::ErrorKind::Unsupported) => {}
        Err(io::ErrorKind::ReadOnlyFilesystem) => return refuse("the disk is read-only"),
        Err(_) => return refuse("you have no permission to write there"),
    }
    room(nearest).or_else(refuse)
}

fn room(folder: &Path) -> Result<(), &'static str> {
    match disk::obstacle(folder) {
        Some(Obstacle::NotForFiles) => Err("the system does not keep files there"),
        Some(Obstacle::ReadOnly) => Err("the disk is read-only"),
        Some(Obstacle::Full) => Err("the disk is full"),
        None => Ok(()),
    }
}
