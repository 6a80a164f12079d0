//! File system operations of an installation: stage a folder, move it in or out by one rename, clean up after a crash.
//!
//! Staged folders are beside the skills, because a rename works only within one file system. Their names begin with a dot, so
//! that agents do not read them: `.apprentice-stage-<slug>-<12 hex digits>`, with `.old` for a version moved aside and `.gone`
//! for one being removed.

use crate::disk::{STAGE, remove_tree};
use crate::files::Files;
use crate::format::check::is_slug;
use apprentice_platform::files::sync_folder;
use apprentice_platform::{permissions, rename};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Slug and role in the name of a staged folder. `None`: not one of ours.
pub(crate) fn staged_slug(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix(STAGE)?;
    let (stem, role) = rest.split_once('.').unwrap_or((rest, ""));
    let (slug, mark) = stem.rsplit_once('-')?;
    let ours =
        is_slug(slug) && mark.len() == 12 && mark.bytes().all(|b| b.is_ascii_hexdigit()) && ["", "old", "gone"].contains(&role);
    ours.then_some((slug, role))
}

/// Creates `folder` and its parents; returns those that were missing, outermost first, so that a failure can leave nothing.
pub(crate) fn create_missing(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut missing: Vec<PathBuf> = folder.ancestors().take_while(|at| !at.exists()).map(Path::to_path_buf).collect();
    missing.reverse();
    for (index, path) in missing.iter().enumerate() {
        if let Err(error) = fs::create_dir(path) {
            remove_empty(&missing[..index]);
            return Err(error);
        }
    }
    Ok(missing)
}

/// Removes folders that are still empty, innermost first.
pub(crate) fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _kept_when_somebody_uses_it = fs::remove_dir(folder);
    }
}

/// Writes `files` into the new folder `stage` and flushes them to the disk.
pub(crate) fn write_stage(stage: &Path, files: &Files) -> io::Result<()> {
    remove_tree(stage)?;
    fs::create_dir(stage)?;
    for (path, bytes) in &files.0 {
        let path = stage.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(bytes)?;
        file.sync_all()?;
    }
    sync_folders(stage)
}

/// Makes these files of a staged folder executable.
pub(crate) fn make_executable(stage: &Path, paths: &BTreeSet<String>) -> io::Result<()> {
    paths.iter().try_for_each(|path| permissions::make_executable(&stage.join(path)))
}

fn sync_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    sync(folder)
}

/// Makes renames in `folder` survive a power cut.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    sync_folder(folder)
}

/// Moves `from` to `to`, which must not exist.
pub(crate) fn move_in(from: &Path, to: &Path) -> io::Result<()> {
    match rename::without_replacing(from, to) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            if fs::symlink_metadata(to).is_ok() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            fs::rename(from, to)
        }
        other => other,
    }
}

/// Swaps two folders atomically where the file system can; otherwise the old one is moved aside first, and [`sweep`] moves it
/// back after a kill. Afterwards `stage` holds the former `place`.
pub(crate) fn exchange(stage: &Path, place: &Path) -> io::Result<()> {
    match rename::exchange(stage, place) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => exchange_in_moves(stage, place),
        other => other,
    }
}

fn exchange_in_moves(stage: &Path, place: &Path) -> io::Result<()> {
    let aside = with_role(stage, "old");
    remove_tree(&aside)?;
    fs::rename(place, &aside)?;
    if let Err(error) = fs::rename(stage, place) {
        fs::rename(&aside, place)?;
        return Err(error);
    }
    fs::rename(&aside, stage)
}

pub(crate) fn with_role(stage: &Path, role: &str) -> PathBuf {
    let mut name = stage.as_os_str().to_owned();
    name.push(".");
    name.push(role);
    PathBuf::from(name)
}

/// Cleans up what was interrupted in `root`. Returns how many folders were removed or put back.
pub(crate) fn sweep(root: &Path) -> usize {
    let Ok(entries) = fs::read_dir(root) else { return 0 };
    let mut swept = 0;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some((slug, role)) = name.to_str().and_then(staged_slug) else { continue };
        // A link of that name is not ours, nor is its target.
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let place = root.join(slug);
        let restored = role == "old" && !place.exists() && fs::rename(entry.path(), &place).is_ok();
        if restored || remove_tree(&entry.path()).is_ok() {
            swept += 1;
        }
    }
    swept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &Path, words: &str) {
        fs::create_dir_all(path).unwrap();
        fs::write(path.join("SKILL.md"), words).unwrap();
    }

    fn words(path: &Path) -> String {
        fs::read_to_string(path.join("SKILL.md")).unwrap()
    }

    /// File systems without an atomic swap are rare, so the fallback is called directly.
    #[test]
    fn without_an_exchange_the_old_version_is_moved_aside_and_out() {
        let temp = tempfile::tempdir().unwrap();
        let (stage, place) = (temp.path().join(format!("{STAGE}tidy-0123456789ab")), temp.path().join("tidy"));
        folder(&stage, "new");
        folder(&place, "old");
        exchange_in_moves(&stage, &place).unwrap();
        assert_eq!((words(&place), words(&stage)), ("new".to_owned(), "old".to_owned()));
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);

        remove_tree(&stage).unwrap();
        exchange_in_moves(&stage, &place).unwrap_err();
        assert_eq!(words(&place), "new", "a failure puts it back");
    }

    #[test]
    fn after_a_kill_between_the_moves_the_old_version_is_restored() {
        let temp = tempfile::tempdir().unwrap();
        let (stage, place) = (temp.path().join(format!("{STAGE}tidy-0123456789ab")), temp.path().join("tidy"));
        folder(&stage, "new");
        folder(&with_role(&stage, "old"), "old");
        assert_eq!(sweep(temp.path()), 2);
        assert_eq!(words(&place), "old");
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 1);
    }

    #[test]
    fn nothing_is_moved_over_an_existing_folder() {
        let temp = tempfile::tempdir().unwrap();
        let (from, to) = (temp.path().join("from"), temp.path().join("to"));
        folder(&from, "new");
        fs::create_dir(&to).unwrap();
        assert_eq!(move_in(&from, &to).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(words(&from), "new");
    }

    #[test]
    fn only_our_own_staged_names_are_known() {
        assert_eq!(staged_slug(".apprentice-stage-add-customer-0123456789ab"), Some(("add-customer", "")));
        assert_eq!(staged_slug(".apprentice-stage-tidy-0123456789ab.old"), Some(("tidy", "old")));
        for other in [
            ".apprentice-stage-",
            ".apprentice-stage-tidy",
            ".apprentice-stage-Tidy-0123456789ab",
            "tidy",
            ".apprentice-stage--0123456789ab",
            ".apprentice-stage-tidy-0123456789ab.old.old",
        ] {
            assert_eq!(staged_slug(other), None, "{other}");
        }
    }
}
