//! File access of a walk: few system calls, never through a link, never blocking.

use super::{refused, unreadable};
use crate::format::bundle::MAX_BYTES;
use crate::format::findings::finding;
use crate::format::profile::Profile;
use apprentice_contracts::skill::SkillFinding;
use apprentice_platform::files::{Folder, open_no_follow};
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

thread_local! {
    /// The buffer of the last file, reused for the next.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reads the text of `file` and hands it to `look`.
pub(super) fn with_text<T>(
    mut file: File,
    metadata: &Metadata,
    name: &str,
    look: impl FnOnce(&str) -> T,
) -> Result<T, SkillFinding> {
    // Reading a pipe would wait for a writer, and the whole list with it.
    if !metadata.is_file() {
        return Err(refused("NOT_A_FILE", format!("{name} is not a plain file")));
    }
    let length = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
    if length > MAX_BYTES {
        return Err(refused("TOO_LARGE", format!("{name} is larger than {MAX_BYTES} bytes ({length})")));
    }
    BYTES.with_borrow_mut(|bytes| {
        if bytes.len() < length {
            bytes.resize(length.next_power_of_two(), 0);
        }
        // Reads the length that the file had when it was opened: if it grows, an event causes another read, and no call checks
        // for the end of the file.
        let read = fill(&mut file, &mut bytes[..length]).map_err(|error| unreadable(&error))?;
        match simdutf8::compat::from_utf8(&bytes[..read]) {
            Ok(text) => Ok(look(text)),
            Err(error) => Err(not_utf8(name, &bytes[..error.valid_up_to()])),
        }
    })
}

/// Reads until `into` is full or the file ends.
fn fill(file: &mut File, into: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < into.len() {
        match file.read(&mut into[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn not_utf8(name: &str, good: &[u8]) -> SkillFinding {
    let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
    finding(Profile::Lenient, "NOT_UTF8", format!("{name} is not UTF-8 text"), u32::try_from(line).ok())
}

/// Seconds since the epoch.
pub(super) fn modified(metadata: &Metadata) -> f64 {
    let since = metadata.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    since.map_or(0.0, |since| since.as_secs_f64())
}

/// Opens a file of `folder`, which is in `parent`, without following a link.
pub(super) fn open_in(folder: &Path, file: &str, parent: Option<&Folder>) -> io::Result<File> {
    let (Some(parent), Some(name)) = (parent, folder.file_name()) else { return open_no_follow(&folder.join(file)) };
    parent.open_file(&Path::new(name).join(file))
}

/// Whether there is something of the name `file` in `folder`, which is in `parent`.
pub(super) fn is_in(folder: &Path, file: &str, parent: Option<&Folder>) -> bool {
    match (parent, folder.file_name()) {
        (Some(parent), Some(name)) => parent.contains(&Path::new(name).join(file)),
        _ => fs::symlink_metadata(folder.join(file)).is_ok(),
    }
}

pub(super) fn read_folder(folder: &Path) -> io::Result<Vec<(OsString, FileType)>> {
    let each = fs::read_dir(folder)?.filter_map(|entry| {
        let entry = entry.ok()?;
        Some((entry.file_name(), entry.file_type().ok()?))
    });
    let mut names: Vec<(OsString, FileType)> = each.collect();
    names.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    Ok(names)
}

/// The file does not exist.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
