//! Makes a folder a SkillBag workspace. Existing files stay unchanged.

use super::write::write_file;
use super::{BOOTSTRAP, Bag, CATALOG, ENTRYPOINT, ROOT, USER_CONTEXT, catalog};
use crate::install::put::{self, Files, InstallError};
use crate::refusal::{Refusal, RefusalCode};
use serde::Serialize;
use std::fs;
use std::path::Path;

const ENTRYPOINT_TEXT: &str = include_str!("entrypoint.md");
const BOOTSTRAP_TEXT: &str = include_str!("bootstrap.md");

/// What [`init`] did, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Initialized {
    /// Files that were written.
    pub created: Vec<String>,
    /// Files that existed and stayed unchanged.
    pub kept: Vec<String>,
}

/// Writes what is missing: the entrypoint, the reserved skill, the catalogue, and a line of `.gitignore` where there is a
/// repository.
pub fn init(folder: &Path) -> Result<Initialized, Refusal> {
    let mut done = Initialized::default();
    let mut note =
        |path: &str, created: bool| if created { done.created.push(path.to_owned()) } else { done.kept.push(path.to_owned()) };
    let has_entrypoint = folder.join(ENTRYPOINT).exists();
    if !has_entrypoint {
        write_file(&folder.join(ENTRYPOINT), ENTRYPOINT_TEXT)?;
    }
    note(ENTRYPOINT, !has_entrypoint);
    note(&format!("{ROOT}/{BOOTSTRAP}/SKILL.md"), materialize(folder)?);
    note(CATALOG, catalog::write(&Bag::read(folder))?);
    if folder.join(".git").exists() {
        note(".gitignore", ignore(folder)?);
    }
    Ok(done)
}

/// Writes the reserved skill unless a folder of its name is there. `true`: written.
pub(super) fn materialize(folder: &Path) -> Result<bool, Refusal> {
    if fs::symlink_metadata(folder.join(ROOT).join(BOOTSTRAP)).is_ok() {
        return Ok(false);
    }
    let files = Files([("SKILL.md".to_owned(), BOOTSTRAP_TEXT.as_bytes().to_vec())].into());
    put::put(&folder.join(ROOT), BOOTSTRAP, &files, None).map_err(|error| refusal(&error))?;
    Ok(true)
}

pub(super) fn refusal(error: &InstallError) -> Refusal {
    let code = match error {
        InstallError::Occupied { .. } => RefusalCode::SkillExists,
        InstallError::EditedByUser { .. } => RefusalCode::LocalEdits,
        InstallError::NotWritable { .. } => RefusalCode::NotWritable,
        InstallError::Refused(_) => RefusalCode::Refused,
    };
    Refusal::new(code, error.to_string())
}

fn ignore(folder: &Path) -> Result<bool, Refusal> {
    let path = folder.join(".gitignore");
    let text = fs::read_to_string(&path).unwrap_or_default();
    if text.lines().any(|line| line.trim().trim_start_matches('/') == USER_CONTEXT) {
        return Ok(false);
    }
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    write_file(&path, &format!("{text}{gap}{USER_CONTEXT}\n"))?;
    Ok(true)
}
