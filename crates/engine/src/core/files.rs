//! Files that are replaced as a whole.

use apprentice_platform::files::sync_folder;
use apprentice_platform::permissions::open_private;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Replaces a file atomically: a reader sees the old content or the new one, also after a power failure. No-op when unchanged.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("/"));
    std::fs::create_dir_all(folder)?;
    let temporary = PathBuf::from(format!("{}.tmp", path.display()));
    let mut file = open_private(std::fs::OpenOptions::new().write(true).create(true).truncate(true), &temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)?;
    sync_folder(folder)
}

pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
