//! The files of one skill: in memory, as a fingerprint, and the one reader of a folder tree.
//!
//! [`walk_tree`] never follows a link. A caller that reads folders of strangers, where links may lead out, uses
//! [`crate::source::package`] instead, which judges each link.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

/// The files of a skill in memory: relative path (with `/`) to bytes. `SKILL.md` is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

/// SHA-256 over the sorted lines `path:sha256`, joined by line feeds; hexadecimal.
pub fn fingerprint(files: &Files) -> String {
    let lines: Vec<String> = files.0.iter().map(|(path, bytes)| format!("{path}:{}", sha256_hex(bytes))).collect();
    sha256_hex(lines.join("\n"))
}

/// SHA-256 as 64 hexadecimal digits in lower case.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// What the visitor of [`walk_tree`] wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Read the folder that was visited.
    Enter,
    /// Go on with the next entry.
    Next,
    /// End the walk.
    Stop,
}

/// What a walk does about a folder or an entry that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    Fail,
    PassOver,
}

/// One file, link or folder that a walk meets.
pub(crate) struct TreeEntry<'w> {
    pub entry: &'w DirEntry,
    /// Below the folder in which the walk began, with `/`. What is not UTF-8 is replaced.
    pub relative: &'w str,
    /// 0: directly in the folder in which the walk began.
    pub depth: usize,
}

impl TreeEntry<'_> {
    /// Reads the whole file.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(self.entry.path())
    }
}

type Visitor<'v> = dyn FnMut(&TreeEntry<'_>) -> io::Result<Visit> + 'v;

/// Visits what is in `folder`, sorted by name, each folder before what is in it. Answers `false` when the visitor stopped the walk.
/// The visitor sets all limits: it chooses which folders are entered and when it is enough.
pub(crate) fn walk_tree(folder: &Path, unreadable: Unreadable, visit: &mut Visitor<'_>) -> io::Result<bool> {
    walk_below(folder, "", 0, unreadable, visit)
}

fn walk_below(folder: &Path, prefix: &str, depth: usize, unreadable: Unreadable, visit: &mut Visitor<'_>) -> io::Result<bool> {
    for entry in sorted_entries(folder, unreadable)? {
        let relative = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match visit(&TreeEntry { entry: &entry, relative: &relative, depth })? {
            Visit::Enter if !walk_below(&entry.path(), &format!("{relative}/"), depth + 1, unreadable, visit)? => {
                return Ok(false);
            }
            Visit::Enter | Visit::Next => {}
            Visit::Stop => return Ok(false),
        }
    }
    Ok(true)
}

fn sorted_entries(folder: &Path, unreadable: Unreadable) -> io::Result<Vec<DirEntry>> {
    let mut entries: Vec<DirEntry> = match unreadable {
        Unreadable::Fail => fs::read_dir(folder)?.collect::<io::Result<_>>()?,
        Unreadable::PassOver => fs::read_dir(folder).into_iter().flatten().flatten().collect(),
    };
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// What is at the path of a skill's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FolderContent {
    Absent,
    Files(Files),
    /// A file, a link, or a folder that holds something else than plain files, or more than [`MAX_FILES`] or [`MAX_BYTES`].
    Other,
}

/// Larger folders were not written by us; these are also the limits of what is installed ([`crate::source::package::Limits`]).
const MAX_FILES: usize = 2_000;
const MAX_BYTES: u64 = 100 * 1024 * 1024;

/// A file manager writes this file when somebody looks at a folder. It is no edit.
pub(crate) const FILE_MANAGER_NOTE: &str = ".DS_Store";

/// Reads every file of `folder` into memory, within [`MAX_FILES`] and [`MAX_BYTES`].
pub(crate) fn read_content(folder: &Path) -> io::Result<FolderContent> {
    let metadata = match fs::symlink_metadata(folder) {
        Ok(metadata) => metadata,
        Err(error) if is_absent(&error) => return Ok(FolderContent::Absent),
        Err(error) => return Err(error),
    };
    if !metadata.is_dir() {
        return Ok(FolderContent::Other);
    }
    let (mut files, mut total) = (BTreeMap::new(), 0);
    let complete = walk_tree(folder, Unreadable::Fail, &mut |found| {
        let metadata = found.entry.metadata()?;
        let name = found.entry.file_name();
        if name.to_str().is_none() || !(metadata.is_dir() || metadata.is_file()) {
            return Ok(Visit::Stop);
        }
        if metadata.is_dir() {
            return Ok(Visit::Enter);
        }
        if name == FILE_MANAGER_NOTE {
            return Ok(Visit::Next);
        }
        total += metadata.len();
        if total > MAX_BYTES || files.len() >= MAX_FILES {
            return Ok(Visit::Stop);
        }
        files.insert(found.relative.to_owned(), found.read()?);
        Ok(Visit::Next)
    })?;
    Ok(if complete { FolderContent::Files(Files(files)) } else { FolderContent::Other })
}

/// Whether `error` says that there is nothing at a path. A file in the place of a parent folder counts too: writing there reports it.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind())
}

/// Relative paths of the plain files below `folder`, at most `most`, from folders at most `deepest` levels down. Links are left out, and
/// so is what `leave_out` says, which is asked with the relative path and whether it is a folder. What cannot be read is passed over.
pub(crate) fn list_files(folder: &Path, most: usize, deepest: usize, leave_out: impl Fn(&str, bool) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    // Passing over what cannot be read, the walk has no error to report.
    let _complete = walk_tree(folder, Unreadable::PassOver, &mut |at| {
        let (Ok(kind), true) = (at.entry.file_type(), at.entry.file_name().to_str().is_some()) else { return Ok(Visit::Next) };
        if found.len() >= most {
            return Ok(Visit::Stop);
        }
        if !(kind.is_file() || kind.is_dir()) || leave_out(at.relative, kind.is_dir()) {
            return Ok(Visit::Next);
        }
        if kind.is_file() {
            found.push(at.relative.to_owned());
            return Ok(Visit::Next);
        }
        Ok(if at.depth < deepest { Visit::Enter } else { Visit::Next })
    });
    found
}

/// Bytes of the files below `folder`; a link counts its own. What cannot be read counts 0.
pub(crate) fn tree_size(folder: &Path) -> u64 {
    let mut total = 0;
    // Passing over what cannot be read, the walk has no error to report.
    let _complete = walk_tree(folder, Unreadable::PassOver, &mut |found| {
        let Ok(metadata) = found.entry.metadata() else { return Ok(Visit::Next) };
        if metadata.is_dir() {
            return Ok(Visit::Enter);
        }
        total += metadata.len();
        Ok(Visit::Next)
    });
    total
}
