use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub fn inode(_metadata: &Metadata) -> Option<u64> {
    None
}

pub fn is_same_file(_one: &Metadata, _other: &Metadata) -> bool {
    false
}

pub fn modified_ns(metadata: &Metadata) -> i128 {
    let since = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| i128::try_from(since.as_nanos()).ok()).unwrap_or_default()
}

pub fn changed_ns(metadata: &Metadata) -> i128 {
    modified_ns(metadata)
}

pub fn open_no_follow(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::other("it is a link"));
    }
    File::open(path)
}

pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn open(path: &Path) -> io::Result<Self> {
        if fs::metadata(path)?.is_dir() { Ok(Self(path.to_path_buf())) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    pub fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir(path)?;
        Ok(Self(path.to_path_buf()))
    }

    pub fn subfolder(&self, name: &Path) -> io::Result<Self> {
        let path = self.0.join(name);
        match fs::create_dir(&path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        if fs::symlink_metadata(&path)?.is_dir() { Ok(Self(path)) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    pub fn create_file(&self, name: &Path) -> io::Result<File> {
        File::options().write(true).create_new(true).open(self.0.join(name))
    }

    pub fn is_at(&self, path: &Path) -> bool {
        path == self.0 && fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
    }

    pub fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    pub fn open_file(&self, path: &Path) -> io::Result<File> {
        open_no_follow(&self.0.join(path))
    }

    pub fn contains(&self, path: &Path) -> bool {
        fs::symlink_metadata(self.0.join(path)).is_ok()
    }
}
