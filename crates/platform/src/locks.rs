//! Locks on files, between processes. The system frees a lock when its process ends, however it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// An exclusive lock on an opened file. Dropping it unlocks the file.
///
/// The lock is advisory: it keeps away only those who ask for it too.
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// Locks `file` without waiting. The error gives the file back.
    ///
    /// # Errors
    /// `WouldBlock` when another holds the lock, also within this process through another `File`; `Unsupported` on file systems without
    /// locks.
    pub fn try_exclusive(file: File) -> Result<Self, (File, io::Error)> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(error) => Err((file, error.into())),
        }
    }

    /// The locked file.
    pub fn file(&mut self) -> &mut File {
        &mut self.0
    }
}

/// Whether another opened file, of any process, holds the lock of the file at `path`. If nobody does, this holds a shared lock for a moment.
///
/// # Errors
/// Those of opening and locking a file; `NotFound` when there is none.
pub fn is_held(path: &Path) -> io::Result<bool> {
    let file = File::open(path)?;
    match file.try_lock_shared() {
        Ok(()) => file.unlock().map(|()| false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

impl Drop for FileLock {
    /// A child that was just forked may have the file open until it runs its program, so closing would not unlock at once.
    fn drop(&mut self) {
        // Closing unlocks too.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{ErrorKind, Read, Write};

    #[test]
    fn one_holds_the_lock_until_it_is_dropped() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("lock");
        let open = || File::options().read(true).write(true).create(true).truncate(false).open(&path).unwrap();
        assert_eq!(is_held(&path).unwrap_err().kind(), ErrorKind::NotFound);
        drop(open());
        assert!(!is_held(&path).unwrap());
        let mut held = FileLock::try_exclusive(open()).unwrap();
        assert!(is_held(&path).unwrap());
        held.file().write_all(b"42").unwrap();
        let (mut refused, error) = FileLock::try_exclusive(open()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        let mut owner = String::new();
        refused.read_to_string(&mut owner).unwrap();
        assert_eq!(owner, "42", "who is refused can read who holds it");
        // Another descriptor of the same open file, as a child has it for a moment.
        let copy = held.file().try_clone().unwrap();
        drop(held);
        FileLock::try_exclusive(open()).unwrap();
        drop(copy);
    }
}
