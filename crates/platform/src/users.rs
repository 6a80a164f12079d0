//! The user that runs this process, and what belongs to that user.

use crate::system::users as system;
use std::fs::Metadata;
use std::io;
use std::path::Path;

/// The number of the user whose rights this process has (`geteuid(2)`).
///
/// # Errors
/// `Unsupported` where users have no numbers.
pub fn id() -> io::Result<u32> {
    system::id()
}

/// Whether this process has the rights of `root`. `false` where there is no such user.
pub fn is_root() -> bool {
    system::is_root()
}

/// Whether both belong to the same user. `false` where the metadata does not say.
pub fn is_same_owner(one: &Metadata, other: &Metadata) -> bool {
    system::is_same_owner(one, other)
}

/// Whether `path` is a folder (not a link to one) that belongs to this user and that nobody else may open. `false` where the system
/// cannot tell.
pub fn is_own_private_folder(path: &Path) -> bool {
    system::is_own_private_folder(path)
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    #[test]
    fn what_this_process_creates_belongs_to_its_user() {
        let temp = tempfile::tempdir().unwrap();
        let (one, other) = (temp.path().join("one"), temp.path().join("other"));
        fs::write(&one, "").unwrap();
        fs::write(&other, "").unwrap();
        let (one, other) = (one.metadata().unwrap(), other.metadata().unwrap());
        assert_eq!(one.uid(), id().unwrap());
        assert_eq!(is_root(), one.uid() == 0);
        assert!(is_same_owner(&one, &other));
    }

    #[test]
    fn only_an_own_folder_closed_to_others_is_private() {
        let temp = tempfile::tempdir().unwrap();
        let (folder, file, link) = (temp.path().join("folder"), temp.path().join("file"), temp.path().join("link"));
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "").unwrap();
        symlink(&folder, &link).unwrap();
        for (mode, expected) in [(0o700, true), (0o750, false), (0o701, false), (0o500, true)] {
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_own_private_folder(&folder), expected, "{mode:o}");
        }
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert!(!is_own_private_folder(&file), "a file");
        assert!(!is_own_private_folder(&link), "a link to a private folder");
        assert!(!is_own_private_folder(&temp.path().join("missing")));
    }
}
