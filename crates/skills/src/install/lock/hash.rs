//! `computedHash` of the project lock file.

use super::collate;
use crate::files::Files;
use sha2::{Digest, Sha256};

/// SHA-256 over each path and content, in the other installer's order of paths.
pub fn computed_hash(files: &Files) -> String {
    let mut sorted: Vec<_> = files.0.iter().collect();
    sorted.sort_by(|(a, _), (b, _)| collate::compare(a, b));
    let mut hash = Sha256::new();
    for (path, bytes) in sorted {
        hash.update(path.as_bytes());
        hash.update(bytes);
    }
    format!("{:x}", hash.finalize())
}
