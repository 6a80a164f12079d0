//! Writes one file of a workspace, all or nothing.

use crate::install::swap;
use crate::refusal::{Refusal, RefusalCode};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes a text file atomically, through a temporary file in the same folder. Creates a missing folder. Refuses to replace a
/// link or a folder.
pub fn write_file(path: &Path, text: &str) -> Result<(), Refusal> {
    let failed =
        |error: std::io::Error| Refusal::new(RefusalCode::NotWritable, format!("{} cannot be written: {error}", path.display()));
    // Renaming over a link would replace the link; the file that it leads to may belong to somebody else.
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Refusal::new(RefusalCode::NotAFile, format!("{} is not a plain file; it was not changed", path.display())));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let created = swap::create_missing(folder).map_err(failed)?;
    let written = tempfile::Builder::new().prefix(".apprentice-").tempfile_in(folder).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        fs::set_permissions(file.path(), readable())?;
        file.persist(path).map_err(|error| error.error)?;
        swap::sync(folder)
    });
    if written.is_err() {
        swap::remove_empty(&created);
    }
    written.map_err(failed)
}

/// Temporary files are readable by their owner only; files of a workspace are readable by all.
fn readable() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o644)
}
