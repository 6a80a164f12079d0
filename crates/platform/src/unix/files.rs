use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat};
use nix::sys::stat::{Mode, fstatat, mkdirat};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

pub fn inode(metadata: &Metadata) -> Option<u64> {
    Some(metadata.ino())
}

pub fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

pub fn modified_ns(metadata: &Metadata) -> i128 {
    nanoseconds(metadata.mtime(), metadata.mtime_nsec())
}

pub fn changed_ns(metadata: &Metadata) -> i128 {
    nanoseconds(metadata.ctime(), metadata.ctime_nsec())
}

fn nanoseconds(seconds: i64, nanoseconds: i64) -> i128 {
    i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds)
}

pub fn open_no_follow(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags((OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK).bits()).open(path)
}

pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[derive(Debug)]
pub struct Folder(File);

impl Folder {
    pub fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(Self)
    }

    pub fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir(path)?;
        let flags = OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW;
        OpenOptions::new().read(true).custom_flags(flags.bits()).open(path).map(Self)
    }

    pub fn subfolder(&self, name: &Path) -> io::Result<Self> {
        match mkdirat(&self.0, name, Mode::from_bits_truncate(0o777)) {
            Ok(()) | Err(Errno::EEXIST) => {}
            Err(error) => return Err(error.into()),
        }
        let flags = OFlag::O_RDONLY | OFlag::O_CLOEXEC | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW;
        Ok(Self(File::from(openat(&self.0, name, flags, Mode::empty())?)))
    }

    pub fn create_file(&self, name: &Path) -> io::Result<File> {
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_CLOEXEC | OFlag::O_NOFOLLOW;
        Ok(File::from(openat(&self.0, name, flags, Mode::from_bits_truncate(0o666))?))
    }

    pub fn is_at(&self, path: &Path) -> bool {
        let (Ok(there), Ok(this)) = (fs::symlink_metadata(path), self.0.metadata()) else { return false };
        is_same_file(&there, &this)
    }

    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }

    pub fn open_file(&self, path: &Path) -> io::Result<File> {
        let flags = OFlag::O_RDONLY | OFlag::O_CLOEXEC | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK;
        Ok(File::from(openat(&self.0, path, flags, Mode::empty())?))
    }

    pub fn contains(&self, path: &Path) -> bool {
        fstatat(&self.0, path, AtFlags::AT_SYMLINK_NOFOLLOW).is_ok()
    }
}
