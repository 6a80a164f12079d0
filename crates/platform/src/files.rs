//! Identity and times of files, and opening them without following links and without waiting.

use crate::system::files as system;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// The number of the file within its file system. `None` where the standard library does not tell it.
pub fn inode(metadata: &Metadata) -> Option<u64> {
    system::inode(metadata)
}

/// Whether both describe the same file of the same file system. `false` where the system does not tell.
pub fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    system::is_same_file(one, other)
}

/// When the content was last changed, in nanoseconds since the Unix epoch.
pub fn modified_ns(metadata: &Metadata) -> i128 {
    system::modified_ns(metadata)
}

/// When the content or the metadata was last changed (`ctime`), in nanoseconds since the Unix epoch. Programs cannot set this time.
/// [`modified_ns`] on systems that do not keep it.
pub fn changed_ns(metadata: &Metadata) -> i128 {
    system::changed_ns(metadata)
}

/// Opens for reading, without following a link at `path` and without waiting for the other end of a pipe.
///
/// Systems without `O_NOFOLLOW` check for a link first, so a link that appears between the check and the call is followed there.
///
/// # Errors
/// Those of `open(2)`; a link is an error.
pub fn open_no_follow(path: &Path) -> io::Result<File> {
    system::open_no_follow(path)
}

/// Flushes a folder to the disk, so that a rename in it survives a power cut. No-op on systems where a folder cannot be opened; their
/// journal keeps renames.
///
/// # Errors
/// Those of `open(2)` and `fsync(2)`.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    system::sync_folder(folder)
}

/// An opened folder. Names relative to it cost the system less than whole paths, and they stay valid when the folder is moved.
#[derive(Debug)]
pub struct Folder(system::Folder);

impl Folder {
    /// Opens a folder, also through a link.
    ///
    /// # Errors
    /// Those of `open(2)`.
    pub fn open(path: &Path) -> io::Result<Self> {
        system::Folder::open(path).map(Self)
    }

    /// Creates a folder and opens it. What others do with its name afterwards does not change where the opened folder is.
    ///
    /// # Errors
    /// `AlreadyExists`, and those of `mkdir(2)`; `NotADirectory` when it was replaced, such as by a link, before it was opened.
    pub fn create(path: &Path) -> io::Result<Self> {
        system::Folder::create(path).map(Self)
    }

    /// Opens the folder `name` in this folder, and creates it if it is missing. A link is an error.
    ///
    /// # Errors
    /// Those of `mkdirat(2)` and `openat(2)`.
    pub fn subfolder(&self, name: &Path) -> io::Result<Self> {
        self.0.subfolder(name).map(Self)
    }

    /// Creates the file `name` in this folder for writing. Nothing that exists is opened, and no link is followed.
    ///
    /// # Errors
    /// `AlreadyExists`, and those of `openat(2)`.
    pub fn create_file(&self, name: &Path) -> io::Result<File> {
        self.0.create_file(name)
    }

    /// Whether this folder itself, and no link to it, is at `path` now.
    pub fn is_at(&self, path: &Path) -> bool {
        self.0.is_at(path)
    }

    /// Flushes the folder to the disk, as [`sync_folder`].
    ///
    /// # Errors
    /// Those of `fsync(2)`.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }

    /// [`open_no_follow`] for `path`, relative to this folder. A link at the last part of `path` is an error; those before it are
    /// followed.
    ///
    /// # Errors
    /// Those of `openat(2)`.
    pub fn open_file(&self, path: &Path) -> io::Result<File> {
        self.0.open_file(path)
    }

    /// Whether `path`, relative to this folder, exists. A link counts, wherever it leads.
    pub fn contains(&self, path: &Path) -> bool {
        self.0.contains(path)
    }
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;
    use std::fs;
    use std::io::Read;
    use std::os::unix::fs::symlink;
    use std::time::UNIX_EPOCH;

    #[test]
    fn a_file_is_the_same_under_every_name() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        fs::write(path("one"), "1").unwrap();
        fs::write(path("two"), "1").unwrap();
        fs::hard_link(path("one"), path("again")).unwrap();
        symlink("one", path("link")).unwrap();
        let about = |name: &str| fs::metadata(path(name)).unwrap();
        for (other, expected) in [("one", true), ("again", true), ("link", true), ("two", false)] {
            assert_eq!(is_same_file(&about("one"), &about(other)), expected, "{other}");
            assert_eq!(inode(&about("one")) == inode(&about(other)), expected, "{other}");
        }
    }

    #[test]
    fn a_created_folder_is_written_wherever_its_name_leads_now() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        fs::create_dir(path("victim")).unwrap();
        let stage = Folder::create(&path("stage")).unwrap();
        assert_eq!(Folder::create(&path("stage")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert!(stage.is_at(&path("stage")));
        fs::rename(path("stage"), path("aside")).unwrap();
        symlink("victim", path("stage")).unwrap();
        assert!(!stage.is_at(&path("stage")) && stage.is_at(&path("aside")));
        drop(stage.create_file(Path::new("file")).unwrap());
        let inner = stage.subfolder(Path::new("inner")).unwrap();
        drop(inner.create_file(Path::new("file")).unwrap());
        stage.sync().unwrap();
        assert_eq!(fs::read_dir(path("victim")).unwrap().count(), 0, "nothing is written through the link");
        assert!(path("aside/file").is_file() && path("aside/inner/file").is_file());
        assert_eq!(stage.create_file(Path::new("file")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        symlink("../victim", path("aside/link")).unwrap();
        assert!(stage.subfolder(Path::new("link")).is_err(), "a link is no folder of it");
        assert!(stage.create_file(Path::new("link")).is_err());
        assert!(stage.subfolder(Path::new("inner")).is_ok(), "an existing one is opened");
    }

    #[test]
    fn times_are_nanoseconds_since_the_epoch() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        fs::write(&path, "1").unwrap();
        let about = fs::metadata(&path).unwrap();
        let modified = about.modified().unwrap().duration_since(UNIX_EPOCH).unwrap().as_nanos();
        assert_eq!(modified_ns(&about), i128::try_from(modified).unwrap());
        File::options().write(true).open(&path).unwrap().set_modified(UNIX_EPOCH).unwrap();
        let about = fs::metadata(&path).unwrap();
        assert_eq!(modified_ns(&about), 0);
        assert!(changed_ns(&about) >= i128::try_from(modified).unwrap(), "a program cannot set the time of the last change");
    }

    #[test]
    fn links_are_not_followed_and_a_pipe_does_not_wait() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        fs::write(path("file"), "words").unwrap();
        symlink("file", path("link")).unwrap();
        mkfifo(&path("pipe"), Mode::S_IRWXU).unwrap();
        let folder = Folder::open(temp.path()).unwrap();
        for name in ["file", "link", "pipe", "missing", "file/below"] {
            let (alone, inside) = (open_no_follow(&path(name)), folder.open_file(Path::new(name)));
            let expected = ["file", "pipe"].contains(&name);
            assert_eq!((alone.is_ok(), inside.is_ok()), (expected, expected), "{name}");
            if let (Err(alone), Err(inside)) = (alone, inside) {
                assert_eq!(alone.raw_os_error(), inside.raw_os_error(), "{name}");
            }
        }
        let mut words = String::new();
        folder.open_file(Path::new("file")).unwrap().read_to_string(&mut words).unwrap();
        assert_eq!(words, "words");
    }

    #[test]
    fn a_folder_is_flushed_and_a_missing_one_is_an_error() {
        let temp = tempfile::tempdir().unwrap();
        sync_folder(temp.path()).unwrap();
        assert_eq!(sync_folder(&temp.path().join("missing")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_folder_contains_links_and_keeps_its_entries_when_it_is_moved() {
        let temp = tempfile::tempdir().unwrap();
        let (before, after) = (temp.path().join("before"), temp.path().join("after"));
        fs::create_dir_all(before.join("skill")).unwrap();
        fs::write(before.join("skill/SKILL.md"), "").unwrap();
        symlink("/nowhere", before.join("link")).unwrap();
        let folder = Folder::open(&before).unwrap();
        fs::rename(&before, &after).unwrap();
        for (name, expected) in [("skill/SKILL.md", true), ("skill", true), ("link", true), ("skill/none", false)] {
            assert_eq!(folder.contains(Path::new(name)), expected, "{name}");
        }
        Folder::open(&before).unwrap_err();
    }
}
