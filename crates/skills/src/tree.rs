//! What stands in a folder, read without following links and within bounds.

use crate::install::put::Files;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// More than this was not written by us; the limits of what is taken in ([`crate::source::package::Limits`]).
const MAX_FILES: usize = 2_000;
const MAX_BYTES: u64 = 100 * 1024 * 1024;

/// Something in the way of a skill's folder, or nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Absent,
    Files(Files),
    /// A file, a link, or a folder that holds more than plain files.
    Other,
}

pub(crate) fn look(folder: &Path) -> io::Result<Standing> {
    let metadata = match fs::symlink_metadata(folder) {
        Ok(metadata) => metadata,
        // Where a file stands in place of a parent folder there is nothing either; writing says what is wrong.
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(Standing::Absent);
        }
        Err(error) => return Err(error),
    };
    if !metadata.is_dir() {
        return Ok(Standing::Other);
    }
    let mut files = BTreeMap::new();
    let mut bytes = 0;
    let whole = collect(folder, "", &mut files, &mut bytes)?;
    Ok(if whole { Standing::Files(Files(files)) } else { Standing::Other })
}

/// `false`: there is something that is not a plain file or folder, or too much.
fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>, bytes: &mut u64) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { return Ok(false) };
        let path = format!("{prefix}{name}");
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            if !collect(&entry.path(), &format!("{path}/"), files, bytes)? {
                return Ok(false);
            }
        } else if metadata.is_file() {
            // A file manager leaves this when somebody looks at the folder; it is no edit.
            if name == ".DS_Store" {
                continue;
            }
            *bytes += metadata.len();
            if *bytes > MAX_BYTES || files.len() >= MAX_FILES {
                return Ok(false);
            }
            files.insert(path, fs::read(entry.path())?);
        } else {
            return Ok(false);
        }
    }
    Ok(true)
}
