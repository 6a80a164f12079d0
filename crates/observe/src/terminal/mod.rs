//! "Watch a terminal": shells that carry the hook tell each command over a pipe, without a fork.

pub mod panel;

use crate::{Adapter, ObserveError, WatchRequest, Watching};
use apprentice_contracts::observation::{ObservationAdapterKind, ObservationAdapterStatus};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// The text that `apprentice hook SHELL` prints for `eval`.
pub fn hook_script(_shell: Shell, _home: &Path) -> String {
    todo!()
}

pub struct Terminal {
    #[allow(dead_code)]
    home: PathBuf,
}

impl Terminal {
    pub fn new(home: PathBuf) -> Self {
        Self { home }
    }
}

#[async_trait::async_trait]
impl Adapter for Terminal {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        &[ObservationAdapterKind::TerminalCommand]
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        todo!()
    }

    async fn watch(&self, _request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        todo!()
    }
}
