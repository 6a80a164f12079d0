//! Writes one file of a workspace, all or nothing.

use crate::install::swap;
use crate::refusal::{Refusal, RefusalCode};
use apprentice_platform::permissions::make_readable_by_all;
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
        // Temporary files are for their owner alone; a workspace is for all. A file that is there keeps its permissions.
        match fs::metadata(path) {
            Ok(before) => file.as_file().set_permissions(before.permissions())?,
            Err(_) => make_readable_by_all(file.as_file())?,
        }
        file.persist(path).map_err(|error| error.error)?;
        swap::sync(folder)
    });
    if written.is_err() {
        swap::remove_empty(&created);
    }
    written.map_err(failed)
}
