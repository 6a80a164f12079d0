//! Puts a bundle into a skills folder: staged beside the target, checked, swapped in by one rename.
//!
//! Invariant: a reader of the skills folder sees the whole skill or none of it. Invariant: what we did not write is never
//! overwritten or removed.

use std::path::{Path, PathBuf};

/// A bundle in memory: relative path to bytes. `SKILL.md` is required.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files(pub std::collections::BTreeMap<String, Vec<u8>>);

/// What may stand in the way of writing `root/slug`.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error("A skill named {slug} is already in {root} and was not installed by Apprentice. Choose another name, or improve that skill.")]
    Occupied { slug: String, root: PathBuf },
    #[error("{path} was edited after Apprentice installed it. Nothing was changed.")]
    EditedByUser { path: PathBuf },
    #[error("{path} cannot be written: {reason}")]
    NotWritable { path: PathBuf, reason: String },
    #[error("{0}")]
    Refused(String),
}

/// SHA-256 over sorted `path:sha256` lines.
pub fn fingerprint(_files: &Files) -> String {
    todo!()
}

/// Writes `files` as `root/slug`. `ours` is the fingerprint of what we installed there before, if anything: only a folder that
/// still has that fingerprint is replaced. Idempotent: a folder that already holds exactly `files` is success.
pub fn put(_root: &Path, _slug: &str, _files: &Files, _ours: Option<&str>) -> Result<Vec<PathBuf>, InstallError> {
    todo!()
}

/// Compensation of [`put`]: removes `root/slug` if it still has this fingerprint. A missing folder is success.
pub fn take_back(_root: &Path, _slug: &str, _ours: &str) -> Result<(), InstallError> {
    todo!()
}

/// Removes what an interrupted [`put`] left staged in `root`. Returns how many.
pub fn sweep(_root: &Path) -> usize {
    todo!()
}

/// Whether `root/slug` could be written now; `Err` says why not. Creates nothing.
pub fn probe(_root: &Path, _slug: &str) -> Result<(), InstallError> {
    todo!()
}
