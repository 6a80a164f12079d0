//! Copies of folders, within limits.

use apprentice_platform::files::open_no_follow;
use apprentice_platform::links::symlink;
use apprentice_platform::permissions::{is_executable, make_opened_executable, make_private};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a copy may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Files and folders.
    pub entries: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// When it must be done.
    pub until: Option<Instant>,
}

/// What a copy has of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fidelity {
    /// Files and folders. A link may lead anywhere, so it is left out, and of the permissions only that a file can be executed is kept.
    Contents,
    /// Links too, as they are, and all permissions.
    Exact,
}

/// Why a folder was not copied whole.
#[derive(Debug)]
pub(crate) enum CopyError {
    Entries,
    Bytes,
    Time,
    Io(PathBuf, io::Error),
}

/// Copies what is in `from` into the empty folder `to`. Answers how many entries were left out: pipes, devices, and links of [`Fidelity::Contents`].
pub(crate) fn copy_folder(from: &Path, to: &Path, limits: Limits, fidelity: Fidelity) -> Result<usize, CopyError> {
    copy_chosen(from, to, limits, fidelity, &|_| true)
}

/// [`copy_folder`] of the files and folders with chosen names, and of every link, that are directly in `from`.
pub(crate) fn copy_chosen(
    from: &Path,
    to: &Path,
    limits: Limits,
    fidelity: Fidelity,
    is_chosen: &dyn Fn(&str) -> bool,
) -> Result<usize, CopyError> {
    let mut copy = Copy { limits, fidelity, entries: 0, bytes: 0, left_out: 0 };
    copy.folder(from, to, is_chosen)?;
    Ok(copy.left_out)
}

/// Copies a file or a folder into the folder `into`, under its own name. Answers how many entries were left out, as [`copy_folder`] of
/// [`Fidelity::Contents`] does. Errors: also where something of that name lies there.
pub(crate) fn copy_into(from: &Path, into: &Path, limits: Limits) -> Result<usize, CopyError> {
    let failed = |error: io::Error| CopyError::Io(from.to_owned(), error);
    let name = from.file_name().ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?;
    let to = into.join(name);
    let about = fs::symlink_metadata(from).map_err(failed)?;
    if about.is_dir() {
        fs::create_dir(&to).map_err(failed)?;
        return copy_folder(from, &to, limits, Fidelity::Contents);
    }
    if !about.is_file() {
        return Err(failed(io::Error::other("it is neither a file nor a folder")));
    }
    let mut copy = Copy { limits, fidelity: Fidelity::Contents, entries: 1, bytes: 0, left_out: 0 };
    copy.file(from, &to).map_err(failed)?;
    if copy.bytes > limits.bytes { Err(CopyError::Bytes) } else { Ok(0) }
}

/// Lets its owner write every folder below, because a program may have forbidden it. Follows no links.
pub(crate) fn open_folders(folder: &Path) {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        if !fs::symlink_metadata(&folder).is_ok_and(|about| about.is_dir()) {
            continue;
        }
        if let Err(error) = make_private(&folder) {
            tracing::debug!(%error, "a folder of a copy keeps its permissions");
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        open.extend(
            entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path()),
        );
    }
}

/// Deletes a folder, also what a program closed in it.
pub(crate) fn delete(folder: &Path) -> io::Result<()> {
    open_folders(folder);
    fs::remove_dir_all(folder)
}

struct Copy {
    limits: Limits,
    fidelity: Fidelity,
    entries: usize,
    bytes: u64,
    left_out: usize,
}

impl Copy {
    fn folder(&mut self, from: &Path, to: &Path, is_chosen: &dyn Fn(&str) -> bool) -> Result<(), CopyError> {
        let failed = |error: io::Error| CopyError::Io(from.to_owned(), error);
        for entry in fs::read_dir(from).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            if !kind.is_symlink() && !entry.file_name().to_str().is_none_or(is_chosen) {
                continue;
            }
            self.entries += 1;
            if self.entries > self.limits.entries {
                return Err(CopyError::Entries);
            }
            if self.limits.until.is_some_and(|until| Instant::now() >= until) {
                return Err(CopyError::Time);
            }
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            if kind.is_dir() {
                fs::create_dir(&target).map_err(failed)?;
                self.folder(&source, &target, &|_| true)?;
                self.permit(&entry.metadata().map_err(failed)?, &target).map_err(failed)?;
            } else if kind.is_file() {
                self.file(&source, &target).map_err(failed)?;
                if self.bytes > self.limits.bytes {
                    return Err(CopyError::Bytes);
                }
            } else if kind.is_symlink() && self.fidelity == Fidelity::Exact {
                symlink(&fs::read_link(&source).map_err(failed)?, &target).map_err(failed)?;
            } else {
                // A pipe never ends.
                self.left_out += 1;
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let source = open_no_follow(from)?;
        let about = source.metadata()?;
        let mut target = File::create_new(to)?;
        let most = self.limits.bytes.saturating_sub(self.bytes) + 1;
        self.bytes += io::copy(&mut io::Read::take(source, most), &mut target)?;
        if self.fidelity == Fidelity::Contents && is_executable(&about) {
            return make_opened_executable(&target);
        }
        self.permit(&about, to)
    }

    fn permit(&self, about: &fs::Metadata, to: &Path) -> io::Result<()> {
        if self.fidelity == Fidelity::Exact { fs::set_permissions(to, about.permissions()) } else { Ok(()) }
    }
}
