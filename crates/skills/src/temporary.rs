//! Temporary folders that live as long as this process. After a kill one stays; the next process that makes one of its kind
//! removes it.

use crate::disk;
use apprentice_platform::users::is_same_owner;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// Removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Temporary {
    folder: TempDir,
    /// Locked while the process lives.
    _held: File,
}

const HELD: &str = ".held";

impl Temporary {
    /// Creates `<prefix><random><suffix>` in `parent`, or in the system's temporary folder.
    pub(crate) fn new(parent: Option<&Path>, prefix: &str, suffix: &str) -> io::Result<Self> {
        let parent = parent.map_or_else(tempfile::env::temp_dir, Path::to_path_buf);
        let folder = tempfile::Builder::new().prefix(prefix).suffix(suffix).tempdir_in(&parent)?;
        // Renamed after locking, so that nobody finds it unlocked.
        let fresh = folder.path().join(".new");
        let held = File::create(&fresh)?;
        held.lock()?;
        fs::rename(&fresh, folder.path().join(HELD))?;
        let own = folder.path().metadata()?;
        for entry in fs::read_dir(&parent)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(prefix) && name.ends_with(suffix) && is_abandoned(&entry.path(), &own) {
                let _the_next_one_tries_again = disk::remove_tree(&entry.path());
            }
        }
        Ok(Self { folder, _held: held })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Of the owner of `own`: what another person put there is not even opened.
fn is_abandoned(folder: &Path, own: &Metadata) -> bool {
    let is_ours = fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_dir() && is_same_owner(&metadata, own));
    is_ours && File::open(folder.join(HELD)).is_ok_and(|held| held.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_temporary_folder_removes_one_that_a_kill_left() {
        let temp = tempfile::tempdir().unwrap();
        let make = || Temporary::new(Some(temp.path()), "clone-", ".part").unwrap();
        let (killed, living) = (make(), make());
        fs::create_dir(temp.path().join("clone-of-somebody.part")).unwrap();
        let Temporary { folder, _held } = killed;
        let left = folder.keep();
        drop(_held);
        fs::write(left.join("half"), "of it").unwrap();
        let next = make();
        assert!(!left.exists());
        assert!(living.path().exists() && next.path().exists() && temp.path().join("clone-of-somebody.part").exists());
        drop((living, next));
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 1);
    }
}
