//! Installs a bundle into a skills folder: staged beside the target, checked, swapped in by one rename.
//!
//! Invariant: a reader of the skills folder sees the whole skill or none of it. Invariant: files that we did not write are never
//! overwritten or removed.

use crate::disk::{self, NotWritable};
use crate::files::{self, FolderContent};
use crate::format::check::is_slug;
use crate::install::swap::{self, WrittenStage};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

pub use crate::files::{Files, fingerprint};

/// Why `root/slug` cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// A folder that we did not write has the name.
    #[error(
        "A skill named {slug} is already in {root} and was not installed by Apprentice. Choose another name, or improve that skill."
    )]
    Occupied {
        /// Name of the skill.
        slug: String,
        /// The skills folder.
        root: PathBuf,
    },
    /// The folder changed since we wrote it.
    #[error("{path} was edited after Apprentice installed it. Nothing was changed.")]
    EditedByUser {
        /// The skill's folder.
        path: PathBuf,
    },
    /// The folder cannot be written.
    #[error("{path} cannot be written: {reason}")]
    NotWritable {
        /// The folder or file.
        path: PathBuf,
        /// Why, to follow a colon.
        reason: String,
    },
    /// The name, a path or the bundle is invalid; the message says why.
    #[error("{0}")]
    Refused(String),
}

/// The fingerprint of `root/slug`; `Ok(None)` if nothing is there. A link, a file, or a folder with more than plain files has a
/// fingerprint too, which no bundle can have.
pub fn fingerprint_at(root: &Path, slug: &str) -> Result<Option<String>, InstallError> {
    let place = root.join(checked(slug)?);
    match files::read_content(&place).map_err(|error| not_writable(&place, &error))? {
        FolderContent::Absent => Ok(None),
        FolderContent::Files(files) => Ok(Some(fingerprint(&files))),
        FolderContent::Other => Ok(Some("not a bundle".to_owned())),
    }
}

/// Writes `files` as `root/slug`. `ours` is the fingerprint of what we installed there before, if anything: only a folder that
/// still has that fingerprint is replaced. Idempotent: a folder that already holds exactly `files` is success.
pub fn put(root: &Path, slug: &str, files: &Files, ours: Option<&str>) -> Result<Vec<PathBuf>, InstallError> {
    put_with(root, slug, files, &BTreeSet::new(), ours)
}

/// [`put`] with the paths of files to make executable.
pub fn put_with(
    root: &Path,
    slug: &str,
    files: &Files,
    executable: &BTreeSet<String>,
    ours: Option<&str>,
) -> Result<Vec<PathBuf>, InstallError> {
    check_files(files)?;
    let fresh = fingerprint(files);
    let place = root.join(checked(slug)?);
    let written = files.0.keys().map(|path| place.join(path)).collect();
    match fingerprint_at(root, slug)? {
        Some(there) if there == fresh => return Ok(written),
        Some(there) => may_replace(&there, ours, &place, slug, root)?,
        None => {}
    }
    let created = swap::create_missing(root).map_err(|error| not_writable(root, &error))?;
    let stage = root.join(format!("{}{slug}-{}", disk::STAGE, &fresh[..12]));
    let result = swap::write_stage(&stage, files, executable)
        .map_err(|error| not_writable(&place, &error))
        .and_then(|written| bring_in(&written, &stage, root, slug, &place, ours));
    // After a swap this is the old version, after a failure the new one; neither is needed.
    let cleaned = disk::remove_tree(&stage);
    if result.is_err() {
        swap::remove_empty(&created);
    }
    result?;
    cleaned.and_then(|()| swap::sync(root)).map_err(|error| not_writable(&stage, &error))?;
    Ok(written)
}

fn bring_in(
    written: &WrittenStage,
    stage: &Path,
    root: &Path,
    slug: &str,
    place: &Path,
    ours: Option<&str>,
) -> Result<(), InstallError> {
    if ours.is_none() || fs::symlink_metadata(place).is_err() {
        swap::move_in(stage, place).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => occupied(slug, root),
            _ => not_writable(place, &error),
        })?;
        // If somebody exchanged the stage at the last moment, what was moved is theirs.
        return written.check_at(place).map_err(|error| not_writable(place, &error));
    }
    swap::exchange(stage, place).map_err(|error| not_writable(place, &error))?;
    if let Err(error) = written.check_at(place) {
        swap::exchange(stage, place).map_err(|error| not_writable(place, &error))?;
        return Err(not_writable(place, &error));
    }
    // Somebody may have saved a change between the check and the swap. If the swapped-out folder is theirs, it is swapped back.
    if ours.is_some_and(|ours| is_whole(stage, ours)) {
        return Ok(());
    }
    swap::exchange(stage, place).map_err(|error| not_writable(place, &error))?;
    Err(InstallError::EditedByUser { path: place.to_path_buf() })
}

/// Whether `folder` holds exactly these files. An unreadable folder does not count as ours.
fn is_whole(folder: &Path, print: &str) -> bool {
    matches!(files::read_content(folder), Ok(FolderContent::Files(files)) if fingerprint(&files) == print)
}

fn may_replace(there: &str, ours: Option<&str>, place: &Path, slug: &str, root: &Path) -> Result<(), InstallError> {
    match ours {
        Some(ours) if ours == there => Ok(()),
        Some(_) => Err(InstallError::EditedByUser { path: place.to_path_buf() }),
        None => Err(occupied(slug, root)),
    }
}

/// Writes `files` as the folder `place` atomically, replacing what is there; the caller owns it. Not for skills folders: use
/// [`put`] there.
pub fn replace_folder(place: &Path, files: &Files, executable: &BTreeSet<String>) -> io::Result<()> {
    let part = swap::with_role(place, "part");
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent)?;
    }
    let written = swap::write_stage(&part, files, executable)?;
    disk::remove_tree(place)?;
    fs::rename(&part, place)?;
    written.check_at(place)?;
    place.parent().map_or(Ok(()), swap::sync)
}

/// Compensation of [`put`]: removes `root/slug` if it still has this fingerprint. A missing folder is success.
pub fn take_back(root: &Path, slug: &str, ours: &str) -> Result<(), InstallError> {
    let place = root.join(checked(slug)?);
    match fingerprint_at(root, slug)? {
        None => return Ok(()),
        Some(there) if there == ours => {}
        Some(_) => return Err(InstallError::EditedByUser { path: place }),
    }
    take_out(root, slug, &place, ours)
}

/// Moves the folder aside by one rename, then deletes it, so that no reader sees half of it.
fn take_out(root: &Path, slug: &str, place: &Path, ours: &str) -> Result<(), InstallError> {
    let refused = |error: io::Error| not_writable(place, &error);
    let mark: String = ours.chars().chain("000000000000".chars()).take(12).collect();
    let gone = swap::with_role(&root.join(format!("{}{slug}-{mark}", disk::STAGE)), "gone");
    disk::remove_tree(&gone).and_then(|()| fs::rename(place, &gone)).map_err(refused)?;
    // As in `bring_in`: a change saved between the check and the rename is moved back.
    if !is_whole(&gone, ours) {
        swap::move_in(&gone, place).map_err(refused)?;
        return Err(InstallError::EditedByUser { path: place.to_path_buf() });
    }
    disk::remove_tree(&gone).and_then(|()| swap::sync(root)).map_err(refused)
}

/// Removes what an interrupted [`put`] left in `root`. Returns the number of folders.
pub fn sweep(root: &Path) -> usize {
    swap::sweep(root)
}

/// Whether `root/slug` can be written now; `Err` says why not. Creates nothing.
pub fn probe(root: &Path, slug: &str) -> Result<(), InstallError> {
    if fingerprint_at(root, slug)?.is_some() {
        return Err(occupied(slug, root));
    }
    writable(root)
}

/// Whether something could be created in `root`, which need not exist yet. Creates nothing.
pub fn writable(root: &Path) -> Result<(), InstallError> {
    disk::writable(root).map_err(|problem| match problem {
        NotWritable::Relative(_) => InstallError::Refused(problem.to_string()),
        NotWritable::Denied { path, reason } => InstallError::NotWritable { path, reason },
    })
}

fn check_files(files: &Files) -> Result<(), InstallError> {
    if !files.0.contains_key("SKILL.md") {
        return Err(InstallError::Refused("The bundle has no SKILL.md".to_owned()));
    }
    let inside = |path: &str| {
        !path.is_empty() && !path.contains('\\') && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
    };
    match files.0.keys().find(|path| !inside(path)) {
        Some(path) => Err(InstallError::Refused(format!("The path {path} leaves the skill's folder"))),
        None => Ok(()),
    }
}

fn checked(slug: &str) -> Result<&str, InstallError> {
    if is_slug(slug) {
        return Ok(slug);
    }
    Err(InstallError::Refused(format!(
        "{slug:?} is not a skill name: use lowercase letters, digits and single hyphens, at most 64 characters"
    )))
}

fn occupied(slug: &str, root: &Path) -> InstallError {
    InstallError::Occupied { slug: slug.to_owned(), root: root.to_path_buf() }
}

fn not_writable(path: &Path, error: &io::Error) -> InstallError {
    InstallError::NotWritable { path: path.to_path_buf(), reason: disk::write_failure(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No test can act between the check and the rename, so the rename is called directly.
    #[test]
    fn a_change_saved_while_it_is_taken_back_stays() {
        let temp = tempfile::tempdir().unwrap();
        let place = temp.path().join("tidy");
        fs::create_dir(&place).unwrap();
        fs::write(place.join("SKILL.md"), "ours").unwrap();
        let ours = fingerprint(&Files([("SKILL.md".to_owned(), b"ours".to_vec())].into()));
        fs::write(place.join("SKILL.md"), "theirs").unwrap();
        let refusal = take_out(temp.path(), "tidy", &place, &ours).unwrap_err();
        assert!(matches!(refusal, InstallError::EditedByUser { .. }), "{refusal}");
        assert_eq!(fs::read_to_string(place.join("SKILL.md")).unwrap(), "theirs");
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 1, "nothing stays staged");
    }
}
