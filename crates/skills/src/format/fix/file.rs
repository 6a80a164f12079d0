//! Writes a repaired text to the disk.

use similar::TextDiff;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The changes of a repair, as a unified diff.
pub fn diff(path: &str, before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after).unified_diff().header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}

/// Replaces the file at `path` by `text`, all or nothing. Refuses a link: the file that it leads to may belong to somebody else.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let metadata = fs::symlink_metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is a link or not a plain file, and was not changed"));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".apprentice-fix-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_all()?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}
