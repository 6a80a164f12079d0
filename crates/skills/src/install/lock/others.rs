//! Notes of two other installers beside their skills. We read them, and keep them when a skill is updated.

use crate::refusal::{Refusal, RefusalCode};
use crate::source::locator::{SourceLocation, checked_path, parse};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The contents of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallerNote {
    /// Source and folder in it; `None`: the note does not name one that we can fetch.
    pub source: Option<(SourceLocation, Option<String>)>,
    /// The source in words, if we cannot fetch it.
    pub words: String,
    /// Fingerprint of the installed files, where the note has one: SHA-256 over sorted `path:sha256` lines.
    pub fingerprint: Option<String>,
    /// The reason for the pin; `None`: it is not pinned.
    pub pinned: Option<String>,
}

fn small(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > 4 * 1024 * 1024 {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(4 * 1024 * 1024).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenSkills {
    #[serde(default)]
    source: String,
    source_type: String,
    repo_url: Option<String>,
    subpath: Option<String>,
    local_path: Option<PathBuf>,
}

/// `.openskills.json` in the skill's folder.
pub fn openskills(skill: &Path) -> Option<InstallerNote> {
    let note: OpenSkills = serde_json::from_slice(&small(&skill.join(".openskills.json"))?).ok()?;
    let source = note.place().ok();
    Some(InstallerNote { source, words: note.source, fingerprint: None, pinned: None })
}

impl OpenSkills {
    fn place(&self) -> Result<(SourceLocation, Option<String>), Refusal> {
        let missing = || Refusal::new(RefusalCode::LockNoSource, ".openskills.json does not say where the skill comes from");
        if self.source_type == "local" {
            let path = self.local_path.clone().filter(|path| path.is_absolute()).ok_or_else(missing)?;
            return Ok((SourceLocation::Folder { path }, Some(String::new())));
        }
        let place = parse(self.repo_url.as_deref().ok_or_else(missing)?, Path::new("/"), None)?.place;
        let folder = match self.subpath.as_deref() {
            Some(path) => Some(checked_path(path)?.unwrap_or_default()),
            None => None,
        };
        Ok((place, folder))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Origin {
    registry: String,
    slug: String,
    installed_version: String,
    fingerprint: Option<String>,
}

#[derive(Deserialize)]
struct ClawLock {
    #[serde(default)]
    skills: BTreeMap<String, ClawEntry>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ClawEntry {
    pinned: bool,
    pin_reason: Option<String>,
}

/// `.clawhub/origin.json` in the skill's folder, and `.clawhub/lock.json` beside its root. Their registry has its own program; we
/// list such skills, protect their edits and pins, and do not fetch them.
pub fn clawhub(skill: &Path) -> Option<InstallerNote> {
    let origin: Origin = serde_json::from_slice(&small(&skill.join(".clawhub/origin.json"))?).ok()?;
    let lock = skill.parent().and_then(Path::parent).and_then(|folder| small(&folder.join(".clawhub/lock.json")));
    let lock: Option<ClawLock> = lock.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let entry = lock.and_then(|mut lock| lock.skills.remove(&origin.slug)).filter(|entry| entry.pinned);
    Some(InstallerNote {
        source: None,
        words: format!("{}@{} from {}", origin.slug, origin.installed_version, origin.registry),
        fingerprint: origin.fingerprint,
        pinned: entry.map(|entry| entry.pin_reason.unwrap_or_default()),
    })
}
