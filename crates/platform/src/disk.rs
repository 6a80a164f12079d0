//! Whether a file system takes more files.

use crate::system::disk as system;
use std::path::Path;

/// Why nothing can be written below a folder, whatever its permissions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Its files show the state of the system and keep nothing (`/proc`, `/sys`).
    NotForFiles,
    /// It was mounted read-only.
    ReadOnly,
    /// No block is free for this user.
    Full,
}

/// What keeps the file system of `folder` from taking a file. `None`: nothing known; some network file systems report no sizes, and some
/// systems cannot be asked, so only a write shows it.
pub fn obstacle(folder: &Path) -> Option<Obstacle> {
    system::obstacle(folder)
}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(apprentice_no_unix)))]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_system_take_no_files() {
        let temp = tempfile::tempdir().unwrap();
        for (folder, expected) in [
            (temp.path(), None),
            (Path::new("/proc"), Some(Obstacle::NotForFiles)),
            (Path::new("/proc/self"), Some(Obstacle::NotForFiles)),
            (Path::new("/no/such/folder"), None),
        ] {
            assert_eq!(obstacle(folder), expected, "{}", folder.display());
        }
    }
}
