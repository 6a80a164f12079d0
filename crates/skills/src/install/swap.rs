//! File system operations of an installation: stage a folder, move it in or out by one rename, clean up after a crash.
//!
//! Staged folders are beside the skills, because a rename works only within one file system. Their names begin with a dot, so
//! that agents do not read them: `.apprentice-stage-<slug>-<12 hex digits>`, with `.old` for a version moved aside and `.gone`
//! for one being removed.

use crate::disk::{STAGE, remove_tree};
use crate::files::Files;
use crate::format::check::is_slug;
use apprentice_platform::files::{Folder, sync_folder};
use apprentice_platform::{permissions, rename};
use std::collections::BTreeSet;
use std::fs;
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

/// A written stage. The folder is held open, so that a name that somebody gives to another folder or to a link is noticed.
#[derive(Debug)]
pub(crate) struct WrittenStage(Folder);

impl WrittenStage {
    /// Whether the written folder itself is at `path`.
    pub(crate) fn check_at(&self, path: &Path) -> io::Result<()> {
        match self.0.is_at(path) {
            true => Ok(()),
            false => Err(io::Error::other(format!("{} was replaced while it was written", path.display()))),
        }
    }
}

/// Writes `files` into the new folder `stage`, some of them as executables, and flushes them to the disk. Every folder is opened once, so
/// that nothing is written through a link that appears meanwhile.
pub(crate) fn write_stage(stage: &Path, files: &Files, executable: &BTreeSet<String>) -> io::Result<WrittenStage> {
    remove_tree(stage)?;
    let mut open = OpenFolders(vec![(PathBuf::new(), Folder::create(stage)?)]);
    for (name, bytes) in &files.0 {
        let path = Path::new(name);
        let (Some(parent), Some(last)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut file = open.enter(parent)?.create_file(Path::new(last))?;
        file.write_all(bytes)?;
        if executable.contains(name) {
            permissions::make_opened_executable(&file)?;
        }
        file.sync_all()?;
    }
    let written = WrittenStage(open.close()?);
    written.check_at(stage)?;
    Ok(written)
}

/// The stage and the folders down to the file that is written, each with its path in the stage. The paths of files come sorted, so a folder
/// that was left is not entered again.
struct OpenFolders(Vec<(PathBuf, Folder)>);

impl OpenFolders {
    /// Opens the folder `path`, relative to the stage.
    fn enter(&mut self, path: &Path) -> io::Result<&Folder> {
        while self.0.len() > 1 && self.0.last().is_some_and(|(open, _)| !path.starts_with(open)) {
            self.leave()?;
        }
        loop {
            let (open, folder) = self.0.last().ok_or(io::ErrorKind::NotFound)?;
            let Some(next) = path.strip_prefix(open).ok().and_then(|rest| rest.components().next()) else { break };
            let entered = (open.join(next), folder.subfolder(Path::new(next.as_os_str()))?);
            self.0.push(entered);
        }
        self.0.last().map(|(_, folder)| folder).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn leave(&mut self) -> io::Result<()> {
        self.0.pop().map_or(Ok(()), |(_, folder)| folder.sync())
    }

    /// Leaves all folders, and returns the stage.
    fn close(mut self) -> io::Result<Folder> {
        while self.0.len() > 1 {
            self.leave()?;
        }
        let (_, stage) = self.0.pop().ok_or(io::ErrorKind::NotFound)?;
        stage.sync()?;
        Ok(stage)
    }
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

    fn some_files() -> Files {
        let files = [("SKILL.md", "new"), ("a/b/deep.txt", "deep"), ("a/run.sh", "run"), ("z.txt", "z")];
        Files(files.into_iter().map(|(path, words)| (path.to_owned(), words.as_bytes().to_vec())).collect())
    }

    #[test]
    #[cfg(unix)]
    fn a_stage_is_written_as_a_whole_with_its_executables() {
        let temp = tempfile::tempdir().unwrap();
        let stage = temp.path().join("stage");
        let written = write_stage(&stage, &some_files(), &BTreeSet::from(["a/run.sh".to_owned()])).unwrap();
        assert_eq!(fs::read_to_string(stage.join("a/b/deep.txt")).unwrap(), "deep");
        let is_executable = |path: &str| permissions::is_executable(&fs::metadata(stage.join(path)).unwrap());
        assert!(is_executable("a/run.sh") && !is_executable("z.txt"));
        written.check_at(&stage).unwrap();
        fs::rename(&stage, temp.path().join("place")).unwrap();
        written.check_at(&temp.path().join("place")).unwrap();
        written.check_at(&stage).unwrap_err();
    }

    /// Somebody swaps the stage for a link again and again while skills are written.
    #[test]
    #[cfg(unix)]
    fn nothing_is_written_through_a_stage_that_became_a_link() {
        use std::os::unix::fs::symlink;
        use std::sync::atomic::{AtomicBool, Ordering};
        let temp = tempfile::tempdir().unwrap();
        let (stage, victim, aside) = (temp.path().join("stage"), temp.path().join("victim"), temp.path().join("aside"));
        fs::create_dir(&victim).unwrap();
        let (done, swaps) = (AtomicBool::new(false), std::sync::atomic::AtomicU32::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    if fs::rename(&stage, &aside).is_ok() {
                        let _ = symlink(&victim, &stage);
                        swaps.fetch_add(1, Ordering::Relaxed);
                        let _ = fs::remove_file(&stage);
                    }
                    let _ = fs::remove_dir_all(&aside);
                }
            });
            while swaps.load(Ordering::Relaxed) < 50 {
                // It may fail; it may not write elsewhere.
                let _ = write_stage(&stage, &some_files(), &BTreeSet::new());
            }
            done.store(true, Ordering::Relaxed);
        });
        assert_eq!(fs::read_dir(&victim).unwrap().count(), 0);
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
