//! Removes skills: those that we installed, and those that are named exactly, only inside skills folders.

use super::apply::{backup, stage_path, unwritable};
use super::locks::{ManagedLock, ManagedLocks};
use super::manifest::{self, Manifest};
use super::plan;
use super::record::{LockedRecord, Record, RecordEntry};
use super::scope::{InstallContext, InstallScope, checked_name};
use super::{links, settle, tracked};
use crate::disk;
use crate::files::sha256_hex;
use crate::format::definition::ABILITY_KEY;
use crate::install::swap;
use crate::refusal::{Refusal, RefusalCode, refuse};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Where to look for the named skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemovalTarget {
    /// All skills folders of a scope.
    Scope(InstallScope),
    /// One agent's folder in a scope.
    Agent(InstallScope, String),
    /// This skills folder, absolute.
    Folder(PathBuf),
}

/// The plan of a removal.
#[derive(Clone, Debug, Serialize)]
pub struct RemovalPlan {
    /// What is removed, in the order of the request.
    pub removed: Vec<RemovalStep>,
}

/// One folder or link to remove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RemovalStep {
    /// Name of the skill.
    pub name: String,
    /// A folder, or a link of an agent.
    pub place: PathBuf,
    /// Links of agents that are removed with it.
    pub links: Vec<PathBuf>,
    /// The copy, if the skill was not ours to lose. In a plan: `None`.
    pub kept: Option<PathBuf>,
    /// A copy will be kept.
    pub keeps: bool,
    #[serde(skip)]
    project: Option<PathBuf>,
    /// A lock file may name it.
    #[serde(skip)]
    locked: bool,
    #[serde(skip)]
    expected: Option<Manifest>,
}

/// Plans to remove `names`. Edited skills, and those that no installer recorded, need `force`.
pub fn plan_removal(context: &InstallContext, at: &RemovalTarget, names: &[String], force: bool) -> Result<RemovalPlan, Refusal> {
    let record = context.lock_record()?.record;
    planned(context, &record, &mut ManagedLocks::of(context), at, names, force)
}

pub(crate) fn planned(
    context: &InstallContext,
    record: &Record,
    locks: &mut ManagedLocks,
    at: &RemovalTarget,
    names: &[String],
    force: bool,
) -> Result<RemovalPlan, Refusal> {
    let (scope, roots) = match at {
        RemovalTarget::Folder(folder) => (None, vec![folder.clone()]),
        RemovalTarget::Scope(scope) => (Some(scope), context.roots(scope)?),
        RemovalTarget::Agent(scope, agent) => {
            (Some(scope), context.agent_folders(scope, std::slice::from_ref(agent))?.into_iter().map(|home| home.path).collect())
        }
    };
    let project = if let Some(InstallScope::Project(folder)) = scope { Some(folder.clone()) } else { None };
    let mut removed: Vec<RemovalStep> = Vec::new();
    for name in names {
        let name = checked_name(name)?;
        let before = removed.len();
        for root in &roots {
            let place = root.join(name);
            if removed.iter().any(|known| known.place == place || known.links.contains(&place)) {
                continue;
            }
            if let Some(found) = plan_one(locks.readable(project.as_deref()), record, name, &place, project.as_deref(), force)? {
                if found.locked {
                    let _must_be_readable = locks.get(found.project.as_deref())?;
                }
                removed.push(found);
            }
        }
        let vanished = record
            .installed
            .iter()
            .find(|entry| entry.name == name && entry.project == project && matches!(at, RemovalTarget::Scope(_)));
        if removed.len() == before
            && let Some(entry) = vanished
        {
            removed.push(of_record(entry, None, false));
        } else if removed.len() == before {
            let searched: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
            return refuse(RefusalCode::NotInstalled, format!("There is no skill {name} in {}", searched.join(", ")));
        }
    }
    // A link to a folder of the list is removed with it.
    let folders: Vec<PathBuf> = removed
        .iter()
        .filter(|one| one.expected.as_ref().is_some_and(|there| !there.0.contains_key("")))
        .map(|one| one.place.clone())
        .collect();
    let (alone, mut whole): (Vec<RemovalStep>, Vec<RemovalStep>) = removed.into_iter().partition(|one| {
        one.place.is_symlink() && folders.iter().any(|folder| links::look(&one.place, folder) == links::LinkState::Leads)
    });
    for link in alone {
        if let Some(one) = whole
            .iter_mut()
            .find(|one| links::look(&link.place, &one.place) == links::LinkState::Leads && !one.links.contains(&link.place))
        {
            one.links.push(link.place);
        }
    }
    Ok(RemovalPlan { removed: whole })
}

/// Plans to remove one copy of an ability. The engine installed it and updates its own database.
pub(super) fn of_ability(place: &Path) -> Result<RemovalPlan, Refusal> {
    let removed = RemovalStep {
        name: super::by_place::skill_name(place)?,
        place: place.to_path_buf(),
        links: Vec::new(),
        kept: None,
        keeps: false,
        project: None,
        locked: false,
        expected: plan::read_manifest(place)?,
    };
    Ok(RemovalPlan { removed: vec![removed] })
}

fn of_record(entry: &RecordEntry, expected: Option<Manifest>, keeps: bool) -> RemovalStep {
    RemovalStep {
        name: entry.name.clone(),
        place: entry.place.clone(),
        links: entry.links.clone(),
        kept: None,
        keeps,
        project: entry.project.clone(),
        locked: entry.locked,
        expected,
    }
}

fn plan_one(
    lock_file: Option<&ManagedLock>,
    record: &Record,
    name: &str,
    place: &Path,
    project: Option<&Path>,
    force: bool,
) -> Result<Option<RemovalStep>, Refusal> {
    let Some(there) = plan::read_manifest(place)? else { return Ok(None) };
    let is_link = place.is_symlink();
    if let Some(known) = record.at(place) {
        if known.pinned.is_some() {
            return plan::pinned(known);
        }
        let clean = there.0 == known.files;
        if !clean && !force {
            return refuse(
                RefusalCode::Edited,
                format!("{} was edited after it was installed. --force removes it and keeps a copy", place.display()),
            );
        }
        return Ok(Some(of_record(known, Some(there), !clean)));
    }
    if !is_link && !place.is_dir() {
        return refuse(RefusalCode::Occupied, format!("{} is a file, not a skill", place.display()));
    }
    if !is_link && !place.join("SKILL.md").is_file() {
        return refuse(RefusalCode::NotASkill, format!("{} contains no SKILL.md; it was not changed", place.display()));
    }
    if !is_link && is_learned(place) {
        return refuse(
            RefusalCode::Learned,
            format!("{} was learned by demonstration; remove it in the program itself", place.display()),
        );
    }
    let other = tracked::find(lock_file, record, name, place);
    if let Some(reason) = other.as_ref().and_then(|other| other.pinned.as_ref()) {
        return refuse(
            RefusalCode::Pinned,
            format!("{name} is pinned by {}: {reason}", other.as_ref().map_or("", |other| other.tool)),
        );
    }
    // Removing a link loses nothing: its target stays.
    let clean = is_link || other.as_ref().is_some_and(|other| other.is_clean(&there, place));
    if !clean && !force {
        let by = other.as_ref().map_or_else(
            || "was not installed by Apprentice".to_owned(),
            |other| format!("was installed by {} and has changes, or may have", other.tool),
        );
        return refuse(RefusalCode::NotOurs, format!("{} {by}. --force removes it and keeps a copy", place.display()));
    }
    Ok(Some(RemovalStep {
        name: name.to_owned(),
        place: place.to_path_buf(),
        links: Vec::new(),
        kept: None,
        keeps: !clean,
        project: project.map(Path::to_path_buf),
        locked: other.is_some_and(|other| other.tool == "skills"),
        expected: Some(there),
    }))
}

/// Whether the engine installed it; its database would miss it.
pub(crate) fn is_learned(place: &Path) -> bool {
    let text = fs::read_to_string(place.join("SKILL.md")).unwrap_or_default();
    text.split("\n---").next().is_some_and(|front| front.contains(ABILITY_KEY))
}

/// Executes a removal.
pub fn remove(context: &InstallContext, removal: &RemovalPlan) -> Result<Vec<RemovalStep>, Refusal> {
    let mut held = context.lock_record()?;
    let mut locks = ManagedLocks::of(context);
    let places: Vec<&Path> = removal.removed.iter().map(|one| one.place.as_path()).collect();
    held.write_intending(&places)?;
    let mut done = Vec::new();
    let mut take = || {
        removal.removed.iter().try_for_each(|one| {
            done.push(execute(context, &mut held, &mut locks, one)?);
            Ok(())
        })
    };
    let taken = take();
    // When lock files cannot be written, the record keeps saying that these go, and the next command finishes it.
    locks.write()?;
    held.write()?;
    taken.map(|()| done)
}

/// Removes one skill. The record on the disk already marks it; here the record and the lock files change in memory.
pub(crate) fn execute(
    context: &InstallContext,
    held: &mut LockedRecord,
    locks: &mut ManagedLocks,
    one: &RemovalStep,
) -> Result<RemovalStep, Refusal> {
    if plan::read_manifest(&one.place)? != one.expected {
        return refuse(
            RefusalCode::ChangedMeanwhile,
            format!("{} changed since this was planned; try again", one.place.display()),
        );
    }
    let known = held.record.at(&one.place).cloned();
    // An unreadable lock file refuses the removal before anything changes.
    let lock_file = if one.locked { locks.get(one.project.as_deref())? } else { None };
    let spoken_of = lock_file.is_some_and(|lock_file| {
        lock_file.meant(&held.record, &one.name).contains(&one.place)
            || known.as_ref().is_some_and(|known| lock_file.is_of(known))
    });
    let kept = take_out(context, one)?;
    if let Some(known) = &known {
        // Marked until everything is done.
        held.record.put(known.being_removed());
        settle::drop_links(known)?;
    }
    for link in &one.links {
        links::drop(link, &one.place)?;
    }
    if one.locked
        && let Some(lock_file) = locks.get(one.project.as_deref())?
        && spoken_of
    {
        lock_file.forget(&held.record, &one.name);
    }
    held.record.drop_at(&one.place);
    Ok(RemovalStep { kept, ..one.clone() })
}

/// Moves the folder aside by one rename, then deletes it.
fn take_out(context: &InstallContext, one: &RemovalStep) -> Result<Option<PathBuf>, Refusal> {
    let Some(expected) = &one.expected else { return Ok(None) };
    let failed = |error: std::io::Error| unwritable(&one.place, &error);
    if one.place.is_symlink() {
        return fs::remove_file(&one.place).map(|()| None).map_err(failed);
    }
    let kept = if one.keeps { Some(backup(context, &one.name, &one.place)?) } else { None };
    let root = one.place.parent().unwrap_or(&one.place);
    let print = sha256_hex(one.place.as_os_str().as_encoded_bytes());
    let gone = swap::with_role(&stage_path(root, &one.name, &print), "gone");
    disk::remove_tree(&gone).and_then(|()| fs::rename(&one.place, &gone)).map_err(failed)?;
    if manifest::read(&gone).ok().flatten().as_ref() != Some(expected) {
        swap::move_in(&gone, &one.place).map_err(failed)?;
        return refuse(
            RefusalCode::ChangedMeanwhile,
            format!("{} changed while it was being removed; it was not removed", one.place.display()),
        );
    }
    disk::remove_tree(&gone).and_then(|()| swap::sync(root)).map_err(failed)?;
    Ok(kept)
}
