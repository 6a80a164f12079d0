//! The terminal panel: shells in pseudo-terminals for the window's xterm.js.
//!
//! Invariant: no shell outlives its [`Panel`].

mod startup;
mod terminal;

use super::Shell;
use super::run_dir::{RunDir, STARTING};
use crate::ObserveError;
use apprentice_contracts::app::{OpenTerminalRequest, OpenTerminalResponse};
use apprentice_contracts::ids::TerminalId;
use futures::stream::BoxStream;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use terminal::OpenTerminal;
use tokio::sync::broadcast;

/// How many shells may run at once. Each costs processes and memory, and a window shows only a few.
pub const MAX_SHELLS: usize = 8;

/// The open terminals of this process. Dropping it ends their shells.
pub struct Panel {
    run: RunDir,
    home: PathBuf,
    shell: Option<PathBuf>,
    user_home: Option<PathBuf>,
    open: Mutex<HashMap<TerminalId, OpenTerminal>>,
}

/// What a subscriber of a terminal receives: output bytes as they come, then the end.
#[derive(Clone, Debug)]
pub enum TerminalOutput {
    /// The next output.
    Bytes(Vec<u8>),
    /// The shell has ended.
    Ended,
}

impl Panel {
    /// `shell`: the user's shell, `bash` when unset or without a hook.
    pub fn new(home: PathBuf, shell: Option<PathBuf>, user_home: Option<PathBuf>) -> Self {
        Self { run: RunDir::new(&home), home, shell, user_home, open: Mutex::default() }
    }

    /// Starts a shell that runs the user's start-up files and then the hook.
    ///
    /// # Errors
    /// `Unavailable`: this machine has none of the shells. `Failed`: the folder does not exist, the id is in use, or [`MAX_SHELLS`] run
    /// already.
    pub fn open(&self, id: TerminalId, request: &OpenTerminalRequest) -> Result<OpenTerminalResponse, ObserveError> {
        let (shell, program) = self.program()?;
        let directory =
            request.directory.as_ref().map(PathBuf::from).or_else(|| self.user_home.clone()).unwrap_or_else(|| "/".into());
        if !directory.is_dir() {
            return Err(ObserveError::Failed(format!("the folder {} does not exist", directory.display())));
        }
        let mut open = self.terminals();
        if open.contains_key(&id) {
            return Err(ObserveError::Failed(format!("terminal {id} is already open")));
        }
        if open.len() >= MAX_SHELLS {
            // Shells that have ended make room; their screens are lost.
            let ended: Vec<_> = open.extract_if(|_, terminal| !terminal.runs()).collect();
            std::thread::spawn(move || drop(ended));
        }
        if open.len() >= MAX_SHELLS {
            return Err(ObserveError::Failed(format!(
                "{MAX_SHELLS} terminals are open, and more are not possible: close one first"
            )));
        }
        let files = startup::write(&self.run, id, shell, &self.home)?;
        let mut command = startup::command(shell, &program, &files, self.user_home.as_deref());
        command.cwd(directory);
        // A quick shell reports itself before its process number is known here. Its token must be known by then.
        startup::name(&self.run, id, &files.nonce, STARTING, shell)?;
        let terminal = OpenTerminal::start(command, request.columns, request.rows, files.folder.clone())?;
        startup::name(&self.run, id, &files.nonce, terminal.pid(), shell)?;
        open.insert(id, terminal);
        Ok(OpenTerminalResponse { terminal_id: id, shell: shell.as_str().to_owned() })
    }

    /// Sends keyboard input to the shell.
    ///
    /// # Errors
    /// The terminal is closed, or its program reads no more input for now.
    pub fn write(&self, id: TerminalId, data: &str) -> Result<(), ObserveError> {
        self.terminals().get(&id).ok_or_else(|| unknown(id))?.write(data)
    }

    /// Sets the size of the terminal in characters.
    ///
    /// # Errors
    /// The terminal is closed.
    pub fn resize(&self, id: TerminalId, columns: u16, rows: u16) -> Result<(), ObserveError> {
        self.terminals().get(&id).ok_or_else(|| unknown(id))?.resize(columns, rows)
    }

    /// Ends the shell and what runs in its foreground. Subscribers receive the end.
    pub fn close(&self, id: TerminalId) {
        let closed = self.terminals().remove(&id);
        // A thread of its own: a stubborn program takes a moment to end.
        std::thread::spawn(move || drop(closed));
    }

    /// The output so far, at most the last 256 KiB, and everything after it. `None`: no such terminal.
    pub fn subscribe(&self, id: TerminalId) -> Option<(Vec<u8>, broadcast::Receiver<TerminalOutput>)> {
        self.terminals().get(&id).map(OpenTerminal::subscribe)
    }

    /// Like [`Self::subscribe`], as one stream that ends with the shell. A reader that is too slow gets the whole screen again, below a line
    /// that says that output was skipped.
    pub fn follow(&self, id: TerminalId) -> Option<BoxStream<'static, TerminalOutput>> {
        self.terminals().get(&id).map(OpenTerminal::follow)
    }

    fn program(&self) -> Result<(Shell, PathBuf), ObserveError> {
        let own = self.shell.as_ref().filter(|program| program.is_file());
        let own = own.and_then(|program| Some((Shell::of_program(program)?, program.clone())));
        let found = || Shell::ALL.into_iter().find_map(|shell| Some((shell, shell.installed()?)));
        own.or_else(found).ok_or_else(|| ObserveError::Unavailable {
            code: "SHELL_MISSING",
            message: "No supported shell was found. Install bash 5, zsh or fish.".to_owned(),
        })
    }

    fn terminals(&self) -> MutexGuard<'_, HashMap<TerminalId, OpenTerminal>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        let terminals = std::mem::take(&mut *self.terminals());
        // Hang up all of them first, so that they end at the same time.
        for terminal in terminals.values() {
            terminal.hang_up();
        }
    }
}

fn unknown(id: TerminalId) -> ObserveError {
    ObserveError::Failed(format!("terminal {id} is not open"))
}
