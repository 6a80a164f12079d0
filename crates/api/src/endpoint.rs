//! The files by which other programs find the server: `<home>/endpoint.json` for the command line, `<home>/agent.json` for agents. Each
//! holds a token of its own, which is new with every start; the token of agents allows less (see [`crate::scope`]).

use apprentice_contracts::app::Endpoint;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Whose token a file holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TokenFile {
    Cli,
    Agent,
}

impl TokenFile {
    const fn file_name(self) -> &'static str {
        match self {
            Self::Cli => "endpoint.json",
            Self::Agent => "agent.json",
        }
    }
}

/// A written file. Dropping it removes the file, unless another program has replaced it.
pub(crate) struct EndpointFile {
    path: PathBuf,
    token: String,
}

impl EndpointFile {
    /// Writes the file atomically. Only its owner can read it: temporary files are created so.
    pub fn write(home: &Path, token_file: TokenFile, endpoint: &Endpoint) -> io::Result<Self> {
        let mut file = tempfile::NamedTempFile::new_in(home)?;
        serde_json::to_writer(&mut file, endpoint)?;
        file.flush()?;
        file.as_file().sync_all()?;
        let path = home.join(token_file.file_name());
        file.persist(&path)?;
        Ok(Self { path, token: endpoint.token.clone() })
    }
}

impl Drop for EndpointFile {
    fn drop(&mut self) {
        if parse(&self.path).is_some_and(|endpoint| endpoint.token == self.token) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Reads a file. `None`: nobody serves this home, or the file cannot be read.
pub(crate) fn read(home: &Path, token_file: TokenFile) -> Option<Endpoint> {
    parse(&home.join(token_file.file_name()))
}

fn parse(path: &Path) -> Option<Endpoint> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
