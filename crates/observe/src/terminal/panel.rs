//! The terminal panel: shells over a PTY for the window's xterm.js.

use crate::ObserveError;
use apprentice_contracts::app::{OpenTerminalRequest, OpenTerminalResponse};
use apprentice_contracts::ids::TerminalId;
use std::path::PathBuf;
use tokio::sync::broadcast;

/// The open terminals of this process. Dropping it ends their shells.
pub struct Panel {
    #[allow(dead_code)]
    home: PathBuf,
}

/// What a subscriber of a terminal receives: output bytes as they come, then the end.
#[derive(Clone, Debug)]
pub enum TerminalOutput {
    Bytes(Vec<u8>),
    Ended,
}

impl Panel {
    /// `shell`: the user's shell, `bash` when unset.
    pub fn new(home: PathBuf, _shell: Option<PathBuf>, _user_home: Option<PathBuf>) -> Self {
        Self { home }
    }

    pub fn open(&self, _id: TerminalId, _request: &OpenTerminalRequest) -> Result<OpenTerminalResponse, ObserveError> {
        todo!()
    }

    pub fn write(&self, _id: TerminalId, _data: &str) -> Result<(), ObserveError> {
        todo!()
    }

    pub fn resize(&self, _id: TerminalId, _columns: u16, _rows: u16) -> Result<(), ObserveError> {
        todo!()
    }

    pub fn close(&self, _id: TerminalId) {}

    /// What the screen got so far (at most the last 256 KiB) and everything after it. `None`: no such terminal.
    pub fn subscribe(&self, _id: TerminalId) -> Option<(Vec<u8>, broadcast::Receiver<TerminalOutput>)> {
        todo!()
    }
}
