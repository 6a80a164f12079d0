//! How the installed skills stand.

use super::links::{self, Spot};
use super::locks::{Book, Books};
use super::manifest::Census;
use super::plan;
use super::record::{Installed, Record, hashes};
use super::remove::is_learned;
use super::scope::{Base, House};
use super::tracked;
use super::update::folders;
use crate::refusal::Refusal;
use crate::source::fetch::{self, Watch};
use crate::source::locator::Place;
use crate::source::offers;
use crate::source::package::Limits;
use apprentice_contracts::Time;
use serde::Serialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// As it was installed.
    Clean,
    Edited,
    Missing,
    /// As it was installed, and its source has something newer.
    Outdated,
    /// Somebody's own, or of an installer that writes nothing down.
    Untracked,
    /// Of another installer that does not tell what it installed.
    Unknown,
    /// Learned by demonstration.
    Learned,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    pub name: String,
    pub place: PathBuf,
    pub state: State,
    /// Who installed it: `apprentice`, `skills`, `openskills`, `clawhub`.
    pub tool: Option<&'static str>,
    pub source: Option<String>,
    pub commit: Option<String>,
    /// Why it stays as it is, when it is pinned.
    pub pinned: Option<String>,
    pub changed: Vec<String>,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub links: Vec<LinkStatus>,
    pub installed_at: Option<Time>,
    pub updated_at: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkStatus {
    pub path: PathBuf,
    /// `ok`, `missing` or `occupied`.
    pub state: &'static str,
}

/// Which sources are looked at for something newer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Folders and files of this machine.
    Local,
    /// Also repositories and downloads.
    Everything,
}

/// Every skill of `base`, by whomever.
pub fn status(house: &House, base: &Base, compare: Compare, watch: &Watch) -> Result<Vec<Status>, Refusal> {
    let record = house.hold()?.record;
    let project = if let Base::Project(folder) = base { Some(folder.clone()) } else { None };
    let mut all: Vec<Status> = Vec::new();
    for entry in record.installed.iter().filter(|entry| entry.project == project) {
        all.push(ours(entry, compare, watch)?);
    }
    let known: HashSet<PathBuf> = all.iter().map(|known| known.place.clone()).collect();
    let mut books = Books::of(house);
    for root in house.roots(base)? {
        for name in folders(&root) {
            let place = root.join(&name);
            if !known.contains(&place) {
                all.push(theirs(books.readable(project.as_deref()), &record, name, place)?);
            }
        }
    }
    all.sort_by(|a, b| (&a.name, &a.place).cmp(&(&b.name, &b.place)));
    Ok(all)
}

pub(crate) fn ours(entry: &Installed, compare: Compare, watch: &Watch) -> Result<Status, Refusal> {
    let there = plan::look(&entry.place)?;
    let mut status = blank(entry.name.clone(), entry.place.clone());
    status.tool = Some("apprentice");
    status.source = Some(entry.source.to_string());
    status.commit.clone_from(&entry.commit);
    status.pinned.clone_from(&entry.pinned);
    (status.installed_at, status.updated_at) = (Some(entry.installed_at), Some(entry.updated_at));
    status.links = entry.links.iter().map(|link| link_status(link, &entry.place)).collect();
    status.state = match &there {
        None => State::Missing,
        Some(there) if there.0 != entry.files => {
            differences(&mut status, entry, there);
            State::Edited
        }
        Some(_) if has_newer(entry, compare, watch) => State::Outdated,
        Some(_) => State::Clean,
    };
    Ok(status)
}

fn differences(status: &mut Status, entry: &Installed, there: &Census) {
    let changed = entry.files.iter().filter(|(path, hash)| there.0.get(*path).is_some_and(|now| now != *hash));
    status.changed = changed.map(|(path, _)| path.clone()).collect();
    status.added = there.0.keys().filter(|path| !entry.files.contains_key(*path)).cloned().collect();
    status.removed = entry.files.keys().filter(|path| !there.0.contains_key(*path)).cloned().collect();
}

/// A source that cannot be reached has nothing newer as far as we know.
fn has_newer(entry: &Installed, compare: Compare, watch: &Watch) -> bool {
    let here = matches!(entry.source, Place::Folder { .. } | Place::Archive { .. });
    if !here && compare == Compare::Local {
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
        Spot::Leads => "ok",
        Spot::Free => "missing",
        Spot::Taken => "occupied",
    };
    LinkStatus { path: link.to_path_buf(), state }
}

pub(crate) fn theirs(book: Option<&Book>, record: &Record, name: String, place: PathBuf) -> Result<Status, Refusal> {
    let other = tracked::find(book, record, &name, &place);
    let mut status = blank(name, place);
    let Some(other) = other else {
        if is_learned(&status.place) {
            (status.state, status.tool) = (State::Learned, Some("apprentice"));
        }
        return Ok(status);
    };
    let there = plan::look(&status.place)?.unwrap_or_default();
    status.state = if other.is_clean(&there, &status.place) { State::Clean } else { State::Unknown };
    status.tool = Some(other.tool);
    status.source = Some(other.source.as_ref().map_or(other.words, |(place, _)| place.to_string()));
    status.pinned = other.pinned;
    Ok(status)
}

fn blank(name: String, place: PathBuf) -> Status {
    Status {
        name,
        place,
        state: State::Untracked,
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
