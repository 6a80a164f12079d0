//! How other programs find this one: `<home>/endpoint.json` for the command line, `<home>/agent.json` for agents. Each holds a token of
//! its own, made anew with every start; that of an agent opens less (see [`crate::scope`]).

use apprentice_contracts::app::Endpoint;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// For whom an address is written.
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

/// The written file; removed when dropped, unless another program has replaced it.
pub(crate) struct EndpointFile {
    path: PathBuf,
    token: String,
}

impl EndpointFile {
    /// Whole or not at all, and readable by its owner only (temporary files are made so).
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

/// What the file says. `None`: nobody serves this home, or what they wrote cannot be read.
pub(crate) fn read(home: &Path, token_file: TokenFile) -> Option<Endpoint> {
    parse(&home.join(token_file.file_name()))
}

fn parse(path: &Path) -> Option<Endpoint> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
