//! The folder of a run: empty, or a copy of a folder of the person. It is deleted when the run has ended.

use crate::Answer;
use crate::core::folder_copy::{CopyError, Fidelity, Limits, copy_folder, open_folders};
use crate::core::request::invalid;
use crate::validation::safe_targets;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// How the names of these folders begin.
pub(super) const PREFIX: &str = "apprentice-run-";
/// The most files and folders of a copy.
const MAX_ENTRIES: usize = 10_000;
/// The most bytes of a copy.
const MAX_BYTES: u64 = 512 << 20;

/// A folder of a run. Dropping it deletes it.
pub(super) struct RunFolder {
    folder: Option<tempfile::TempDir>,
    /// Where the agent works.
    pub path: PathBuf,
    /// Links and other entries that were not copied.
    pub left_out: usize,
}

impl RunFolder {
    /// Creates the folder of a run. `from`: the folder that is copied. `closed`: folders of which nothing is copied.
    pub(super) fn create(from: Option<&Path>, closed: &[PathBuf]) -> Answer<Self> {
        let cannot = |error: io::Error| crate::internal("making the folder of a run", &error);
        let from = from.map(|from| checked(from, closed)).transpose()?;
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir().map_err(cannot)?;
        // What is judged are absolute paths, and the temporary folder may be a link.
        let path = folder.path().canonicalize().map_err(cannot)?.join("work");
        fs::create_dir(&path).map_err(cannot)?;
        let left_out = from.map_or(Ok(0), |from| copied(&from, &path))?;
        Ok(Self { folder: Some(folder), path, left_out })
    }

    /// Copies files and folders of the person into it, each under its own name. Errors: `INVALID_REQUEST` naming the policy that names them.
    pub(super) fn add(&self, originals: &[PathBuf], closed: &[PathBuf]) -> Answer<()> {
        let originals: Vec<&Path> = originals.iter().map(PathBuf::as_path).collect();
        closed.iter().try_for_each(|closed| safe_targets::stay_outside(&originals, closed))?;
        safe_targets::copies(&originals, &self.path)
    }

    /// Deletes it, also what its agent closed. Errors: those of deleting; then something of it is left.
    pub(super) fn delete(mut self) -> io::Result<()> {
        let Some(folder) = self.folder.take() else { return Ok(()) };
        open_folders(folder.path());
        match folder.close() {
            // Something else has removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            closed => closed,
        }
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            open_folders(folder.path());
        }
    }
}

fn checked(from: &Path, closed: &[PathBuf]) -> Answer<PathBuf> {
    if !from.is_absolute() || from.components().any(|part| part == Component::ParentDir) {
        return Err(invalid("folder", "name it by its absolute path, without `..`"));
    }
    let real = from.canonicalize().map_err(|error| invalid("folder", &format!("{} cannot be read: {error}", from.display())))?;
    if !real.is_dir() {
        return Err(invalid("folder", &format!("{} is no folder", from.display())));
    }
    for closed in closed.iter().map(|closed| closed.canonicalize().unwrap_or_else(|_| closed.clone())) {
        if real.starts_with(&closed) || closed.starts_with(&real) {
            let why = format!(
                "{} contains, or lies in, {}, which no agent gets; choose the folder of the task",
                from.display(),
                closed.display()
            );
            return Err(invalid("folder", &why));
        }
    }
    Ok(real)
}

/// Copies a folder of the person. What is left out is counted.
fn copied(from: &Path, to: &Path) -> Answer<usize> {
    let limits = Limits { entries: MAX_ENTRIES, bytes: MAX_BYTES, until: None };
    copy_folder(from, to, limits, Fidelity::Contents).map_err(|error| match error {
        CopyError::Entries => invalid("folder", &format!("has more than {MAX_ENTRIES} files; choose a smaller folder")),
        CopyError::Bytes => invalid("folder", &format!("has more than {} MiB; choose a smaller folder", MAX_BYTES >> 20)),
        CopyError::Io(path, error) => invalid("folder", &format!("{} cannot be copied: {error}", path.display())),
        CopyError::Time => crate::internal("copying a folder", &"it has no time limit"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_files_and_folders_and_no_links_and_is_deleted() {
        let world = tempfile::tempdir().unwrap();
        let from = world.path().join("from");
        fs::create_dir_all(from.join("deep/er")).unwrap();
        fs::write(from.join("deep/er/a.txt"), "a").unwrap();
        fs::write(world.path().join("secret"), "s").unwrap();
        apprentice_platform::links::symlink(&world.path().join("secret"), &from.join("link")).unwrap();
        let made = RunFolder::create(Some(&from), &[]).unwrap();
        let path = made.path.clone();
        assert_eq!(fs::read_to_string(path.join("deep/er/a.txt")).unwrap(), "a");
        assert!(!path.join("link").exists() && made.left_out == 1);
        fs::write(path.join("deep/er/a.txt"), "changed").unwrap();
        assert_eq!(fs::read_to_string(from.join("deep/er/a.txt")).unwrap(), "a", "the folder of the person is untouched");
        drop(made);
        assert!(!path.exists());
        let empty = RunFolder::create(None, &[]).unwrap();
        assert_eq!(fs::read_dir(&empty.path).unwrap().count(), 0);
    }

    #[test]
    fn documents_are_added_and_what_is_closed_is_refused() {
        let world = tempfile::tempdir().unwrap();
        let at = |name: &str| world.path().join(name);
        fs::create_dir_all(at("home/inner")).unwrap();
        fs::create_dir(at("notes")).unwrap();
        fs::write(at("notes/a.txt"), "a").unwrap();
        fs::write(at("b.txt"), "b").unwrap();
        let made = RunFolder::create(None, &[]).unwrap();
        made.add(&[at("notes"), at("b.txt")], &[at("home")]).unwrap();
        assert_eq!(fs::read_to_string(made.path.join("notes/a.txt")).unwrap(), "a");
        assert_eq!(fs::read_to_string(made.path.join("b.txt")).unwrap(), "b");
        for (named, words) in
            [("b.txt", "cannot be copied"), ("missing", "cannot be read"), ("home/inner", "never copied for an agent")]
        {
            let failure = made.add(&[at(named)], &[at("home")]).unwrap_err();
            assert!(failure.message.contains(words), "{}", failure.message);
            assert_eq!(failure.details.unwrap()["field"], "test_policy.safe_targets");
        }
        fs::remove_dir_all(made.path.parent().unwrap()).unwrap();
        made.delete().unwrap();
    }

    #[test]
    fn what_an_agent_closed_is_deleted_and_links_are_not_followed() {
        let world = tempfile::tempdir().unwrap();
        let other = world.path().join("other");
        fs::create_dir(&other).unwrap();
        let closed = |folder: &Path| {
            let mut permissions = fs::metadata(folder).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(folder, permissions).unwrap();
        };
        closed(&other);
        let made = RunFolder::create(None, &[]).unwrap();
        let path = made.path.clone();
        fs::create_dir(path.join("deep")).unwrap();
        fs::write(path.join("deep/a.txt"), "a").unwrap();
        apprentice_platform::links::symlink(&other, &path.join("link")).unwrap();
        closed(&path.join("deep"));
        made.delete().unwrap();
        assert!(!path.exists());
        assert!(fs::metadata(&other).unwrap().permissions().readonly(), "it is not of the run");
        crate::core::folder_copy::delete(&other).unwrap();
        assert!(!other.exists());
    }

    #[test]
    fn a_folder_that_cannot_be_copied_is_refused_with_the_field() {
        let world = tempfile::tempdir().unwrap();
        let home = world.path().join("home");
        fs::create_dir_all(home.join("inner")).unwrap();
        fs::write(world.path().join("file"), "").unwrap();
        for (from, words) in [
            (PathBuf::from("relative"), "absolute path"),
            (world.path().join("home/../home"), "absolute path"),
            (world.path().join("missing"), "cannot be read"),
            (world.path().join("file"), "no folder"),
            (home.clone(), "no agent gets"),
            (home.join("inner"), "no agent gets"),
            (world.path().to_owned(), "no agent gets"),
        ] {
            let Err(failure) = RunFolder::create(Some(&from), std::slice::from_ref(&home)) else { panic!("{}", from.display()) };
            assert!(failure.message.starts_with("folder: ") && failure.message.contains(words), "{}", failure.message);
        }
    }
}
