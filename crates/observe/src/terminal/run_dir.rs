//! `<home>/run`: where shells and the watcher meet. The folder is open to its user only.
//!
//! `terminal.pipe` takes the records. `terminal.watch` is there while somebody watches; it holds the word that records must
//! carry, the watcher's own end of the pipe, and a folder in memory for lines on their way. `terminal.lock` keeps a second watcher away. `panel/` names the shells of the panel.

use crate::ObserveError;
use nix::fcntl::{FcntlArg, Flock, FlockArg, fcntl};
use nix::sys::stat::Mode;
use sha2::{Digest, Sha256};
use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Room for some thousand records while the watcher is busy.
const PIPE_BYTES: i32 = 1 << 20;

#[derive(Clone, Debug)]
pub(super) struct RunDir(PathBuf);

/// A shell of the panel, as the panel wrote it down.
pub(super) struct PanelShell {
    pub nonce: String,
    pub pid: u32,
    pub shell: String,
}

/// The pipe, opened twice: to read without waiting, and to write the watcher's own marks.
pub(super) struct Pipe {
    pub reading: File,
    pub writing: File,
}

impl RunDir {
    pub(super) fn new(home: &Path) -> Self {
        Self(home.join("run"))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn pipe(&self) -> PathBuf {
        self.0.join("terminal.pipe")
    }

    pub(super) fn watch_file(&self) -> PathBuf {
        self.0.join("terminal.watch")
    }

    pub(super) fn panel(&self) -> PathBuf {
        self.0.join("panel")
    }

    /// Makes `folder` for this user only, and closes it to others when it was already there.
    pub(super) fn private(folder: &Path) -> Result<(), ObserveError> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|error| failed("make", folder, &error))?;
        std::fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(|error| failed("close", folder, &error))
    }

    /// Held as long as one watches.
    pub(super) fn lock(&self) -> Result<Flock<File>, ObserveError> {
        Self::private(&self.0)?;
        let path = self.0.join("terminal.lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&path)
            .map_err(|error| failed("open", &path, &error))?;
        Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|_| {
            ObserveError::Failed("terminals are already being watched, perhaps by another window of Apprentice".to_owned())
        })
    }

    /// The pipe, made when it is missing. It stays when the watching ends, so that a shell never finds a plain file in its place.
    pub(super) fn open_pipe(&self) -> Result<Pipe, ObserveError> {
        Self::private(&self.0)?;
        let path = self.pipe();
        let is_pipe = std::fs::symlink_metadata(&path).map(|about| about.file_type().is_fifo());
        if is_pipe.as_ref().is_ok_and(|is_pipe| !is_pipe) {
            std::fs::remove_file(&path).map_err(|error| failed("replace", &path, &error))?;
        }
        if !is_pipe.unwrap_or(false) {
            nix::unistd::mkfifo(&path, Mode::S_IRUSR | Mode::S_IWUSR).map_err(|error| failed("make", &path, &error.into()))?;
        }
        let open = |flags: i32| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .custom_flags(flags)
                .open(&path)
                .map_err(|error| failed("open", &path, &error))
        };
        let pipe = Pipe { reading: open(nix::fcntl::OFlag::O_NONBLOCK.bits())?, writing: open(0)? };
        if let Err(error) = fcntl(&pipe.reading, FcntlArg::F_SETPIPE_SZ(PIPE_BYTES)) {
            tracing::debug!(%error, "the pipe keeps its usual size");
        }
        Ok(pipe)
    }

    /// Tells shells that somebody watches. Written beside and moved, so that no shell reads half of it.
    pub(super) fn raise_flag(&self, token: &str, pipe: &Pipe) -> Result<(), ObserveError> {
        let own_end = format!("/proc/{}/fd/{}", std::process::id(), pipe.writing.as_raw_fd());
        let scratch = self.open_scratch()?;
        self.write_private("terminal.watch", &format!("{token}\n{own_end}\n{}\n", scratch.display()))
    }

    pub(super) fn lower_flag(&self) {
        drop(std::fs::remove_file(self.watch_file()));
        for folder in self.scratch_folders() {
            if is_own_folder(&folder) {
                drop(std::fs::remove_dir_all(folder));
            }
        }
    }

    /// Where bash lays the line that it reads from its history: in memory, so that it reaches no disk and costs no flush.
    fn open_scratch(&self) -> Result<PathBuf, ObserveError> {
        let [in_memory, beside] = self.scratch_folders();
        // It may be there since a watcher was killed, or belong to somebody else.
        drop(DirBuilder::new().mode(0o700).create(&in_memory));
        if is_own_folder(&in_memory) {
            return Ok(in_memory);
        }
        Self::private(&beside)?;
        Ok(beside)
    }

    fn scratch_folders(&self) -> [PathBuf; 2] {
        let hash = Sha256::digest(self.0.as_os_str().as_encoded_bytes());
        let name: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        [Path::new("/dev/shm").join(format!("apprentice-{}-{name}", nix::unistd::geteuid())), self.0.join("lines")]
    }

    /// Whether shells still find this pipe and the flag; someone may have cleared the folder.
    pub(super) fn is_whole(&self, pipe: &Pipe) -> bool {
        let same = |one: std::fs::Metadata, other: std::fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
        let (Ok(named), Ok(open)) = (std::fs::metadata(self.pipe()), pipe.reading.metadata()) else { return false };
        same(named, open) && self.watch_file().exists()
    }

    /// A file that only this user can read, whole or not there.
    pub(super) fn write_private(&self, name: &str, text: &str) -> Result<(), ObserveError> {
        let (path, beside) = (self.0.join(name), self.0.join(format!("{name}.{}.new", std::process::id())));
        let write = || {
            drop(std::fs::remove_file(&beside));
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?.write_all(text.as_bytes())?;
            std::fs::rename(&beside, &path)
        };
        write().map_err(|error| failed("write", &path, &error))
    }

    /// The shells of the panel that run, also one that is just being started.
    pub(super) fn panel_shells(&self) -> Vec<PanelShell> {
        let read = |entry: std::fs::DirEntry| {
            let text = std::fs::read_to_string(entry.path().join("shell")).ok()?;
            let mut words = text.split_whitespace();
            let (nonce, pid, shell) = (words.next()?.to_owned(), words.next()?.parse().ok()?, words.next()?.to_owned());
            (pid == STARTING || is_alive(pid)).then_some(PanelShell { nonce, pid, shell })
        };
        std::fs::read_dir(self.panel()).into_iter().flatten().flatten().filter_map(read).collect()
    }
}

/// Stands for the process number of a shell of the panel until it is known.
pub(super) const STARTING: u32 = 0;

/// A word that nobody guesses.
pub(super) fn fresh_word() -> Result<String, ObserveError> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| ObserveError::Failed(format!("no random bytes: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A folder, not a link to one, that belongs to this user alone. Anybody can make names in the memory file system.
fn is_own_folder(folder: &Path) -> bool {
    std::fs::symlink_metadata(folder)
        .is_ok_and(|about| about.is_dir() && about.uid() == nix::unistd::geteuid().as_raw() && about.mode() & 0o077 == 0)
}

pub(super) fn is_alive(pid: u32) -> bool {
    let Ok(pid) = i32::try_from(pid) else { return false };
    !matches!(nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), None), Err(nix::errno::Errno::ESRCH))
}

fn failed(verb: &str, path: &Path, error: &std::io::Error) -> ObserveError {
    ObserveError::Failed(format!("could not {verb} {}: {error}", path.display()))
}
