//! The status of installed skills.

use super::links::{self, LinkState};
use super::locks::{ManagedLock, ManagedLocks};
use super::manifest::Manifest;
use super::plan;
use super::record::{Record, RecordEntry, hashes};
use super::remove::is_learned;
use super::scope::{InstallContext, InstallScope};
use super::tracked;
use super::update::folders;
use crate::refusal::Refusal;
use crate::source::fetch::{self, FetchOptions};
use crate::source::locator::SourceLocation;
use crate::source::offers;
use crate::source::package::Limits;
use apprentice_contracts::Time;
use serde::Serialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The state of an installed skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InstallState {
    /// Unchanged since it was installed.
    Clean,
    /// Changed since it was installed.
    Edited,
    /// Recorded, and not on the disk.
    Missing,
    /// Unchanged, and its source has a newer version.
    Outdated,
    /// The user's own, or from an installer without records.
    Untracked,
    /// From another installer that does not record what it installed.
    Unknown,
    /// Learned by demonstration.
    Learned,
}

/// The status of one skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InstallStatus {
    /// Name of the skill.
    pub name: String,
    /// Its folder.
    pub place: PathBuf,
    /// Its state.
    pub state: InstallState,
    /// The installer: `apprentice`, `skills`, `openskills`, `clawhub`.
    pub tool: Option<&'static str>,
    /// The source, for people.
    pub source: Option<String>,
    /// The installed commit of a repository.
    pub commit: Option<String>,
    /// Why it is pinned; `None`: it is not.
    pub pinned: Option<String>,
    /// Files that were changed since the installation.
    pub changed: Vec<String>,
    /// Files that were added since.
    pub added: Vec<String>,
    /// Files that were removed since.
    pub removed: Vec<String>,
    /// Links of agents to it.
    pub links: Vec<LinkStatus>,
    /// When it was first installed.
    pub installed_at: Option<Time>,
    /// When it was last updated.
    pub updated_at: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkStatus {
    pub path: PathBuf,
    /// `ok`, `missing` or `occupied`.
    pub state: &'static str,
}

/// Which sources are checked for a newer version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceCheck {
    /// Folders and files of this machine.
    Local,
    /// Also repositories and downloads.
    Everything,
}

/// Every skill of `scope`, whichever program installed it.
pub fn status(
    context: &InstallContext,
    scope: &InstallScope,
    compare: SourceCheck,
    watch: &FetchOptions,
) -> Result<Vec<InstallStatus>, Refusal> {
    let record = context.lock_record()?.record;
    let project = scope.project().map(Path::to_path_buf);
    let mut all: Vec<InstallStatus> = Vec::new();
    for entry in record.installed.iter().filter(|entry| entry.project == project) {
        all.push(recorded_status(entry, compare, watch)?);
    }
    let known: HashSet<PathBuf> = all.iter().map(|known| known.place.clone()).collect();
    let mut locks = ManagedLocks::of(context);
    for root in context.roots(scope)? {
        for name in folders(&root) {
            let place = root.join(&name);
            if !known.contains(&place) {
                all.push(foreign_status(locks.readable(project.as_deref()), &record, name, place)?);
            }
        }
    }
    all.sort_by(|a, b| (&a.name, &a.place).cmp(&(&b.name, &b.place)));
    Ok(all)
}

pub(crate) fn recorded_status(entry: &RecordEntry, compare: SourceCheck, watch: &FetchOptions) -> Result<InstallStatus, Refusal> {
    let there = plan::read_manifest(&entry.place)?;
    let mut status = empty_status(entry.name.clone(), entry.place.clone());
    status.tool = Some("apprentice");
    status.source = Some(entry.source.to_string());
    status.commit.clone_from(&entry.commit);
    status.pinned.clone_from(&entry.pinned);
    (status.installed_at, status.updated_at) = (Some(entry.installed_at), Some(entry.updated_at));
    status.links = entry.links.iter().map(|link| link_status(link, &entry.place)).collect();
    status.state = match &there {
        None => InstallState::Missing,
        Some(there) if there.0 != entry.files => {
            differences(&mut status, entry, there);
            InstallState::Edited
        }
        Some(_) if has_newer(entry, compare, watch) => InstallState::Outdated,
        Some(_) => InstallState::Clean,
    };
    Ok(status)
}

fn differences(status: &mut InstallStatus, entry: &RecordEntry, there: &Manifest) {
    let changed = entry.files.iter().filter(|(path, hash)| there.0.get(*path).is_some_and(|now| now != *hash));
    status.changed = changed.map(|(path, _)| path.clone()).collect();
    status.added = there.0.keys().filter(|path| !entry.files.contains_key(*path)).cloned().collect();
    status.removed = entry.files.keys().filter(|path| !there.0.contains_key(*path)).cloned().collect();
}

/// A source that cannot be reached counts as having nothing newer.
fn has_newer(entry: &RecordEntry, compare: SourceCheck, watch: &FetchOptions) -> bool {
    let here = matches!(entry.source, SourceLocation::Folder { .. } | SourceLocation::Archive { .. });
    if !here && compare == SourceCheck::Local {
        return false;
    }
    let Ok(fetched) = fetch::materialize(&entry.source, watch) else { return false };
    let found = offers::all(&fetched);
    let Some(offer) = found.offers.iter().find(|offer| offer.name == entry.name) else { return false };
    fetched.take(&offer.folder, &Limits::default()).is_ok_and(|package| {
        let new = hashes(&package);
        new.iter().any(|(path, hash)| entry.files.get(path) != Some(hash))
            || entry.files.keys().any(|path| !new.contains_key(path) && !super::locks::is_note(path))
    })
}

fn link_status(link: &Path, place: &Path) -> LinkStatus {
    let state = match links::look(link, place) {
        LinkState::Leads => "ok",
        LinkState::Free => "missing",
        LinkState::Taken => "occupied",
    };
    LinkStatus { path: link.to_path_buf(), state }
}

pub(crate) fn foreign_status(
    lock_file: Option<&ManagedLock>,
    record: &Record,
    name: String,
    place: PathBuf,
) -> Result<InstallStatus, Refusal> {
    let other = tracked::find(lock_file, record, &name, &place);
    let mut status = empty_status(name, place);
    let Some(other) = other else {
        if is_learned(&status.place) {
            (status.state, status.tool) = (InstallState::Learned, Some("apprentice"));
        }
        return Ok(status);
    };
    let there = plan::read_manifest(&status.place)?.unwrap_or_default();
    status.state = if other.is_clean(&there, &status.place) { InstallState::Clean } else { InstallState::Unknown };
    status.tool = Some(other.tool);
    status.source = Some(other.source.as_ref().map_or(other.words, |(place, _)| place.to_string()));
    status.pinned = other.pinned;
    Ok(status)
}

fn empty_status(name: String, place: PathBuf) -> InstallStatus {
    InstallStatus {
        name,
        place,
        state: InstallState::Untracked,
        tool: None,
        source: None,
        commit: None,
        pinned: None,
        changed: Vec::new(),
        added: Vec::new(),
        removed: Vec::new(),
        links: Vec::new(),
        installed_at: None,
        updated_at: None,
    }
}
