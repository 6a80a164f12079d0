use crate::pipes::Ends;
use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::Mode;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, StdoutLock, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub fn create(path: &Path) -> io::Result<()> {
    Ok(nix::unistd::mkfifo(path, Mode::S_IRUSR | Mode::S_IWUSR)?)
}

pub fn is_pipe(metadata: &Metadata) -> bool {
    metadata.file_type().is_fifo()
}

pub fn open(path: &Path) -> io::Result<Ends> {
    let open = |flags: OFlag| OpenOptions::new().read(true).write(true).custom_flags(flags.bits()).open(path);
    Ok(Ends { reading: open(OFlag::O_NONBLOCK)?, writing: open(OFlag::empty())? })
}

#[cfg(target_os = "linux")]
pub fn set_capacity(pipe: &File, bytes: u32) -> io::Result<()> {
    use nix::fcntl::{FcntlArg, fcntl};
    let bytes = i32::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
    fcntl(pipe, FcntlArg::F_SETPIPE_SZ(bytes))?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub fn set_capacity(_pipe: &File, _bytes: u32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn wait_readable(pipe: &File, patience: Duration) -> io::Result<bool> {
    let mut ready = [PollFd::new(pipe.as_fd(), PollFlags::POLLIN)];
    let patience = PollTimeout::from(u16::try_from(patience.as_millis()).unwrap_or(u16::MAX));
    Ok(poll(&mut ready, patience)? > 0)
}

pub fn path_of_open(file: &File) -> io::Result<PathBuf> {
    Ok(PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd())))
}

pub fn stdout() -> impl Write {
    Waiting(io::stdout().lock())
}

struct Waiting(StdoutLock<'static>);

impl Write for Waiting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            // Past the line buffer of the standard library, which would lose what it could not write at once.
            match nix::unistd::write(self.0.as_fd(), bytes) {
                Err(Errno::EAGAIN) => wait_writable(self.0.as_fd())?,
                Err(Errno::EINTR) => {}
                written => return Ok(written?),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn wait_writable(stdout: BorrowedFd<'_>) -> io::Result<()> {
    let mut ready = [PollFd::new(stdout, PollFlags::POLLOUT)];
    match poll(&mut ready, PollTimeout::NONE) {
        Ok(_) | Err(Errno::EINTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
