//! Writes a definition into the folder of an agent, and removes it again. A file is changed or removed only as it was when it was looked at.

use super::Compiled;
use crate::connect::{ConfigurationError, diff, digest, read, replace_text};
use apprentice_platform::files::sync_folder;
use apprentice_skills::files::sha256_hex;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What writing a file would change.
#[derive(Clone, Debug)]
pub struct FilePlan {
    /// The file.
    pub file: PathBuf,
    /// A unified diff. Empty: there is nothing to do.
    pub diff: String,
    /// The digest of the texts before and after.
    pub digest: String,
    /// SHA-256 of the file as it is. `None`: it does not exist.
    pub before: Option<String>,
    /// SHA-256 of the file as it would be.
    pub after: String,
    old: Option<String>,
    new: String,
}

/// Looks at what writing this definition would change. Blocks.
///
/// # Errors
/// `Unreadable`.
pub fn plan_file(compiled: &Compiled) -> Result<FilePlan, ConfigurationError> {
    let old = read(&compiled.file)?;
    Ok(FilePlan {
        file: compiled.file.clone(),
        diff: diff(old.as_deref().unwrap_or_default(), &compiled.text),
        digest: digest(old.as_deref(), &compiled.text),
        before: old.as_deref().map(sha256_hex),
        after: sha256_hex(&compiled.text),
        old,
        new: compiled.text.clone(),
    })
}

/// Writes what was planned, by one rename. Blocks.
///
/// # Errors
/// `Changed` if the file is another one by now; `Unwritable`.
pub fn write_file(plan: &FilePlan) -> Result<(), ConfigurationError> {
    replace_text(&plan.file, plan.old.as_deref(), &plan.new)
}

/// SHA-256 of a file. `None`: it does not exist. Blocks.
///
/// # Errors
/// `Unreadable`.
pub fn fingerprint_of(file: &Path) -> Result<Option<String>, ConfigurationError> {
    Ok(read(file)?.map(sha256_hex))
}

/// Removes a file that still has this fingerprint. One that is gone is no error. Blocks.
///
/// # Errors
/// `Changed` if somebody edited it; `Unreadable`, `Unwritable`.
pub fn remove_file(file: &Path, fingerprint: &str) -> Result<(), ConfigurationError> {
    match fingerprint_of(file)? {
        None => return Ok(()),
        Some(now) if now == fingerprint => {}
        Some(_) => return Err(ConfigurationError::Changed { path: file.to_path_buf() }),
    }
    let unwritable = |source: io::Error| ConfigurationError::Unwritable { path: file.to_path_buf(), source };
    fs::remove_file(file).map_err(unwritable)?;
    sync_folder(file.parent().unwrap_or(Path::new("/"))).map_err(unwritable)
}
