//! Who may read, write and run a file: permission bits on Unix.

use crate::system::permissions as system;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// The permission bits of a file or folder, such as `0o755`. `None` on systems without them.
pub fn mode(metadata: &Metadata) -> Option<u32> {
    system::mode(metadata)
}

/// Whether anybody may run the file. Systems without an execute permission answer `false`.
pub fn is_executable(metadata: &Metadata) -> bool {
    system::is_executable(metadata)
}

/// Whether `path` is a file that the system would run as a program. Follows links.
///
/// Unix decides by the execute permission, other systems by the file name extension (`exe`, `com`, `bat`, `cmd`).
pub fn is_program(path: &Path) -> bool {
    system::is_program(path)
}

/// Sets the permissions `rwxr-xr-x` (0755). No-op on systems without an execute permission.
///
/// # Errors
/// Those of `chmod(2)`.
pub fn make_executable(path: &Path) -> io::Result<()> {
    system::make_executable(path)
}

/// [`make_executable`] for an opened file.
///
/// # Errors
/// Those of `fchmod(2)`.
pub fn make_opened_executable(file: &File) -> io::Result<()> {
    system::make_opened_executable(file)
}

/// Sets the permissions `rw-r--r--` (0644), for a file that began as a private temporary one. No-op on systems where a new file takes
/// its permissions from its folder.
///
/// # Errors
/// Those of `fchmod(2)`.
pub fn make_readable_by_all(file: &File) -> io::Result<()> {
    system::make_readable_by_all(file)
}

/// Creates one folder that only its owner may open (0700).
///
/// # Errors
/// `AlreadyExists`, and those of `mkdir(2)`; `Unsupported` on systems without permission bits, where nothing is created.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    system::create_private_folder(folder)
}

/// Creates a folder and its missing parents, each with the permissions 0700. Folders that exist keep their permissions.
///
/// # Errors
/// As [`create_private_folder`], except that an existing folder is success.
pub fn create_private_folders(folder: &Path) -> io::Result<()> {
    system::create_private_folders(folder)
}

/// Takes an existing folder away from everybody except its owner (0700).
///
/// # Errors
/// Those of `chmod(2)`; `Unsupported` on systems without permission bits.
pub fn make_private(folder: &Path) -> io::Result<()> {
    system::make_private(folder)
}

/// Opens a file; if this creates it, only its owner may read and write it (0600). An existing file keeps its permissions.
///
/// # Errors
/// Those of `open(2)`; `Unsupported` on systems without permission bits, where nothing is created.
pub fn open_private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    system::open_private(options, path)
}

/// Checks that this process may create entries in an existing `folder`, without creating one.
///
/// # Errors
/// `PermissionDenied`, `ReadOnlyFilesystem`, others of `access(2)`; `Unsupported` where only a write shows it.
pub fn check_can_create_in(folder: &Path) -> io::Result<()> {
    system::check_can_create_in(folder)
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn file(path: &Path, mode: u32) {
        fs::write(path, "").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn any_execute_bit_makes_a_file_a_program() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("run");
        for (bits, expected) in [(0o644, false), (0o600, false), (0o100, true), (0o744, true), (0o654, true), (0o645, true)] {
            file(&path, bits);
            assert_eq!(is_executable(&fs::metadata(&path).unwrap()), expected, "{bits:o}");
            assert_eq!(is_program(&path), expected, "{bits:o}");
        }
        assert!(!is_program(temp.path()), "a folder has execute bits and is no program");
        assert!(!is_program(&temp.path().join("missing")));
    }

    #[test]
    fn each_call_sets_exactly_its_bits() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        file(&path, 0o600);
        make_executable(&path).unwrap();
        assert_eq!(mode(&path), 0o755);
        make_readable_by_all(&File::open(&path).unwrap()).unwrap();
        assert_eq!(mode(&path), 0o644);

        let (parent, folder) = (temp.path().join("a"), temp.path().join("a/b"));
        assert_eq!(create_private_folder(&folder).unwrap_err().kind(), io::ErrorKind::NotFound);
        create_private_folders(&folder).unwrap();
        assert_eq!((mode(&parent), mode(&folder)), (0o700, 0o700));
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        create_private_folders(&folder).unwrap();
        assert_eq!(mode(&folder), 0o755, "an existing folder keeps its permissions");
        assert_eq!(create_private_folder(&folder).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        make_private(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
    }

    #[test]
    fn a_private_file_is_private_from_its_creation() {
        let temp = tempfile::tempdir().unwrap();
        let (new, old) = (temp.path().join("new"), temp.path().join("old"));
        open_private(OpenOptions::new().write(true).create_new(true), &new).unwrap();
        assert_eq!(mode(&new), 0o600);
        file(&old, 0o644);
        open_private(OpenOptions::new().write(true).create(true), &old).unwrap();
        assert_eq!(mode(&old), 0o644);
        let again = open_private(OpenOptions::new().write(true).create_new(true), &new);
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn a_folder_that_takes_no_entries_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        check_can_create_in(temp.path()).unwrap();
        assert_eq!(check_can_create_in(&temp.path().join("missing")).unwrap_err().kind(), io::ErrorKind::NotFound);
        let plain = temp.path().join("plain");
        file(&plain, 0o644);
        // Not even root may run a file without an execute bit.
        assert_eq!(check_can_create_in(&plain).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
