//! The files by which other programs find the server: `<home>/endpoint.json` for the programs of a person, `<home>/agent.json` for agents. Each
//! holds a token of its own, which is new with every start; the token of agents allows less (see [`crate::scope`]).

use crate::scope::Caller;
use apprentice_contracts::app::Endpoint;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file that holds the token of this caller.
const fn file_name(holder: Caller) -> &'static str {
    match holder {
        Caller::Person => "endpoint.json",
        Caller::Agent => "agent.json",
    }
}

/// A written file. Dropping it removes the file, unless another program has replaced it.
pub(crate) struct EndpointFile {
    path: PathBuf,
    token: String,
}

impl EndpointFile {
    /// Writes the file atomically. Only its owner can read it: temporary files are created so. It is not flushed to the disk: after a
    /// loss of power nobody serves the home.
    pub fn write(home: &Path, holder: Caller, endpoint: &Endpoint) -> io::Result<Self> {
        let mut file = tempfile::NamedTempFile::new_in(home)?;
        serde_json::to_writer(&mut file, endpoint)?;
        file.flush()?;
        let path = home.join(file_name(holder));
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
pub(crate) fn read(home: &Path, holder: Caller) -> Option<Endpoint> {
    parse(&home.join(file_name(holder)))
}

fn parse(path: &Path) -> Option<Endpoint> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
