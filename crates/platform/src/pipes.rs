//! Named pipes (FIFOs), and standard output into a pipe.

use crate::system::pipes as system;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Creates a named pipe that only its owner may read and write (0600).
///
/// # Errors
/// `AlreadyExists`, and those of `mkfifo(3)`; `Unsupported` on systems without named pipes in folders.
pub fn create(path: &Path) -> io::Result<()> {
    system::create(path)
}

/// Whether this is a named pipe.
pub fn is_pipe(metadata: &Metadata) -> bool {
    system::is_pipe(metadata)
}

/// Both ends of a named pipe, opened by one process. As long as they are open the pipe has a reader and a writer, so nobody waits
/// for one when opening it.
#[derive(Debug)]
pub struct Ends {
    /// Reading it never waits: `WouldBlock` when the pipe is empty.
    pub reading: File,
    /// Writing waits while the pipe is full.
    pub writing: File,
}

/// Opens both ends of the named pipe at `path`.
///
/// # Errors
/// Those of `open(2)`; `Unsupported` on systems without named pipes in folders.
pub fn open(path: &Path) -> io::Result<Ends> {
    system::open(path)
}

/// Sets how many bytes the pipe holds; the system may round up.
///
/// # Errors
/// `Unsupported` except on Linux; `PermissionDenied` above the limit in `/proc/sys/fs/pipe-max-size`.
pub fn set_capacity(pipe: &File, bytes: u32) -> io::Result<()> {
    system::set_capacity(pipe, bytes)
}

/// Waits until a read would not wait, at most for `patience` (whole milliseconds, at most 65 535). `false`: nothing came.
///
/// # Errors
/// Those of `poll(2)`, among them `Interrupted`; `Unsupported` on systems without it.
pub fn wait_readable(pipe: &File, patience: Duration) -> io::Result<bool> {
    system::wait_readable(pipe, patience)
}

/// A path by which other processes of this user reach this opened file, whatever becomes of its name (`/proc/<pid>/fd/<n>`). It exists
/// on Linux, as long as the file is open.
///
/// # Errors
/// `Unsupported` on systems without such paths.
pub fn path_of_open(file: &File) -> io::Result<PathBuf> {
    system::path_of_open(file)
}

/// Locked standard output without a line buffer. Each write waits for a slow reader, also when the pipe was set not to wait, so no part
/// of the output is lost.
pub fn stdout() -> impl Write {
    system::stdout()
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_pipe_is_private_and_told_from_other_files() {
        let temp = tempfile::tempdir().unwrap();
        let (pipe, file) = (temp.path().join("pipe"), temp.path().join("file"));
        create(&pipe).unwrap();
        fs::write(&file, "").unwrap();
        let about = fs::metadata(&pipe).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
        for (path, expected) in [(pipe.as_path(), true), (&file, false), (temp.path(), false)] {
            assert_eq!(is_pipe(&fs::metadata(path).unwrap()), expected, "{path:?}");
        }
        assert_eq!(create(&pipe).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(open(&temp.path().join("missing")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn reading_does_not_wait_and_what_is_written_can_be_read() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("pipe");
        create(&path).unwrap();
        let mut ends = open(&path).unwrap();
        let mut words = [0; 16];
        assert_eq!(ends.reading.read(&mut words).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert!(!wait_readable(&ends.reading, Duration::from_millis(1)).unwrap());
        ends.writing.write_all(b"tea").unwrap();
        assert!(wait_readable(&ends.reading, Duration::from_secs(10)).unwrap());
        assert_eq!(ends.reading.read(&mut words).unwrap(), 3);
        assert_eq!(&words[..3], b"tea");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_open_pipe_is_reached_without_its_name_and_holds_what_was_asked() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("pipe");
        create(&path).unwrap();
        let mut ends = open(&path).unwrap();
        set_capacity(&ends.reading, 1 << 17).unwrap();
        // More than the usual 65,536 bytes, without anybody who reads.
        ends.writing.write_all(&[7; 1 << 17]).unwrap();
        let again = path_of_open(&ends.writing).unwrap();
        fs::remove_file(&path).unwrap();
        let mut reading = File::options().read(true).write(true).open(again).unwrap();
        let mut bytes = vec![0; 1 << 17];
        reading.read_exact(&mut bytes).unwrap();
        assert!(bytes.iter().all(|byte| *byte == 7));
    }
}
