//! `<home>/endpoint.json`: how a second program finds the first.

use apprentice_contracts::app::Endpoint;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The written file; removed when dropped, unless another program has replaced it.
pub(crate) struct EndpointFile {
    path: PathBuf,
    token: String,
}

impl EndpointFile {
    /// Whole or not at all, and readable by its owner only (temporary files are made so).
    pub fn write(home: &Path, endpoint: &Endpoint) -> io::Result<Self> {
        let mut file = tempfile::NamedTempFile::new_in(home)?;
        serde_json::to_writer(&mut file, endpoint)?;
        file.flush()?;
        file.as_file().sync_all()?;
        let path = path(home);
        file.persist(&path)?;
        Ok(Self { path, token: endpoint.token.clone() })
    }
}

impl Drop for EndpointFile {
    fn drop(&mut self) {
        let home = self.path.parent().unwrap_or(Path::new("."));
        if read(home).is_some_and(|endpoint| endpoint.token == self.token) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn path(home: &Path) -> PathBuf {
    home.join("endpoint.json")
}

/// What the file says. `None`: nobody serves this home, or what they wrote cannot be read.
pub(crate) fn read(home: &Path) -> Option<Endpoint> {
    serde_json::from_slice(&fs::read(path(home)).ok()?).ok()
}
