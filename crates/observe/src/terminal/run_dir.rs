//! `<home>/run`: the files through which shells and the watcher communicate. Only the user can open the folder.
//!
//! Shells write records into `terminal.pipe`. `terminal.watch` exists while somebody watches; it contains the token that records must have, a
//! path of the watcher's end of the pipe, and a folder in memory for lines in transit. `terminal.lock` keeps a second watcher out. `panel/`
//! names the shells of the panel.

use crate::ObserveError;
use apprentice_platform::files::is_same_file;
use apprentice_platform::locks::FileLock;
use apprentice_platform::permissions::{create_private_folder, create_private_folders, make_private, open_private};
use apprentice_platform::pipes::{self, Ends};
use apprentice_platform::processes::is_alive;
use apprentice_platform::{folders, users};
use sha2::{Digest, Sha256};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Space for several thousand records while the watcher is busy.
const PIPE_BYTES: u32 = 1 << 20;

#[derive(Clone, Debug)]
pub(super) struct RunDir(PathBuf);

/// A shell of the panel, as the panel recorded it.
pub(super) struct PanelShell {
    pub nonce: String,
    pub pid: u32,
    pub shell: String,
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

    /// Creates `folder` for this user only; takes an existing folder away from others.
    pub(super) fn private(folder: &Path) -> Result<(), ObserveError> {
        create_private_folders(folder).map_err(|error| failed("make", folder, &error))?;
        make_private(folder).map_err(|error| failed("close", folder, &error))
    }

    /// The lock that the watcher holds.
    pub(super) fn lock(&self) -> Result<FileLock, ObserveError> {
        Self::private(&self.0)?;
        let path = self.0.join("terminal.lock");
        let file = open_private(OpenOptions::new().create(true).truncate(false).write(true), &path)
            .map_err(|error| failed("open", &path, &error))?;
        FileLock::try_exclusive(file).map_err(|_| {
            ObserveError::Failed("terminals are already being watched, perhaps by another window of Apprentice".to_owned())
        })
    }

    /// Opens the pipe, and creates it if it is missing. The pipe stays when nobody watches, so that a shell never creates a plain file there.
    pub(super) fn open_pipe(&self) -> Result<Ends, ObserveError> {
        Self::private(&self.0)?;
        let path = self.pipe();
        let is_pipe = std::fs::symlink_metadata(&path).map(|about| pipes::is_pipe(&about));
        if is_pipe.as_ref().is_ok_and(|is_pipe| !is_pipe) {
            std::fs::remove_file(&path).map_err(|error| failed("replace", &path, &error))?;
        }
        if !is_pipe.unwrap_or(false) {
            pipes::create(&path).map_err(|error| failed("make", &path, &error))?;
        }
        let pipe = pipes::open(&path).map_err(|error| failed("open", &path, &error))?;
        if let Err(error) = pipes::set_capacity(&pipe.reading, PIPE_BYTES) {
            tracing::debug!(%error, "the pipe keeps its usual size");
        }
        Ok(pipe)
    }

    /// Tells shells that somebody watches. The flag appears by a rename, so that no shell reads half of it.
    pub(super) fn raise_flag(&self, token: &str, pipe: &Ends) -> Result<(), ObserveError> {
        let own_end = pipes::path_of_open(&pipe.writing).map_err(|error| failed("name", &self.pipe(), &error))?;
        let scratch = self.open_scratch()?;
        self.write_private("terminal.watch", &format!("{token}\n{}\n{}\n", own_end.display(), scratch.display()))
    }

    pub(super) fn lower_flag(&self) {
        drop(std::fs::remove_file(self.watch_file()));
        for folder in self.scratch_in_memory().into_iter().chain([self.scratch_beside()]) {
            if users::is_own_private_folder(&folder) {
                drop(std::fs::remove_dir_all(folder));
            }
        }
    }

    /// The folder in which bash puts the line that it reads from its history. It is in memory, so the line reaches no disk.
    fn open_scratch(&self) -> Result<PathBuf, ObserveError> {
        if let Some(in_memory) = self.scratch_in_memory() {
            // A killed watcher may have left it, or another user may own it: anybody can create names in the memory file system.
            drop(create_private_folder(&in_memory));
            if users::is_own_private_folder(&in_memory) {
                return Ok(in_memory);
            }
        }
        let beside = self.scratch_beside();
        Self::private(&beside)?;
        Ok(beside)
    }

    fn scratch_in_memory(&self) -> Option<PathBuf> {
        let hash = Sha256::digest(self.0.as_os_str().as_encoded_bytes());
        let name: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Some(folders::in_memory()?.join(format!("apprentice-{}-{name}", users::id().ok()?)))
    }

    fn scratch_beside(&self) -> PathBuf {
        self.0.join("lines")
    }

    /// Whether shells still find this pipe and the flag; somebody may have cleared the folder.
    pub(super) fn is_whole(&self, pipe: &Ends) -> bool {
        let (Ok(named), Ok(open)) = (std::fs::metadata(self.pipe()), pipe.reading.metadata()) else { return false };
        is_same_file(&named, &open) && self.watch_file().exists()
    }

    /// Writes a file that only this user can read, by a rename.
    pub(super) fn write_private(&self, name: &str, text: &str) -> Result<(), ObserveError> {
        let (path, beside) = (self.0.join(name), self.0.join(format!("{name}.{}.new", std::process::id())));
        let write = || {
            drop(std::fs::remove_file(&beside));
            open_private(OpenOptions::new().write(true).create_new(true), &beside)?.write_all(text.as_bytes())?;
            std::fs::rename(&beside, &path)
        };
        write().map_err(|error| failed("write", &path, &error))
    }

    /// The running shells of the panel, and those that are just starting.
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

/// The process number of a shell of the panel until it is known.
pub(super) const STARTING: u32 = 0;

/// 128 random bits, in hexadecimal.
pub(super) fn random_token() -> Result<String, ObserveError> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| ObserveError::Failed(format!("no random bytes: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn failed(verb: &str, path: &Path, error: &std::io::Error) -> ObserveError {
    ObserveError::Failed(format!("could not {verb} {}: {error}", path.display()))
}
