//! Renames that check or exchange their target in one step. The plain rename is in the standard library (`std::fs::rename`).

use crate::system::rename as system;
use std::io;
use std::path::Path;

/// Moves `from` to `to`; if `to` exists, nothing is changed.
///
/// # Errors
/// `AlreadyExists`; `Unsupported` when the system or this file system knows only the plain rename; others of `renameat2(2)`.
pub fn without_replacing(from: &Path, to: &Path) -> io::Result<()> {
    system::without_replacing(from, to)
}

/// Exchanges two existing entries in one step: a reader sees both before or both after.
///
/// # Errors
/// As [`without_replacing`], and `NotFound` when one of them is missing.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    system::exchange(one, other)
}

#[cfg(test)]
#[cfg(all(target_os = "linux", target_env = "gnu", not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn nothing_is_replaced_and_two_folders_change_places() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        for name in ["one", "other"] {
            fs::create_dir(path(name)).unwrap();
            fs::write(path(name).join("name"), name).unwrap();
        }
        let name = |folder: &str| fs::read_to_string(path(folder).join("name")).unwrap();

        assert_eq!(without_replacing(&path("one"), &path("other")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(without_replacing(&path("missing"), &path("free")).unwrap_err().kind(), io::ErrorKind::NotFound);
        exchange(&path("one"), &path("other")).unwrap();
        assert_eq!((name("one").as_str(), name("other").as_str()), ("other", "one"));
        assert_eq!(exchange(&path("one"), &path("missing")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(name("one"), "other");
        without_replacing(&path("one"), &path("free")).unwrap();
        assert_eq!(name("free"), "other");
        assert!(!path("one").exists());
    }

    /// What a file system answers that knows only the plain rename.
    #[test]
    fn an_argument_that_the_file_system_does_not_know_is_unsupported() {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path().join("folder");
        fs::create_dir(&folder).unwrap();
        // The kernel answers EINVAL here too: a folder cannot be moved into itself.
        let refused = without_replacing(&folder, &folder.join("below")).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::Unsupported);
    }
}
