//! Keeps the lock files of other installers consistent with what we install and remove.
//!
//! An entry names a skill and its source, not its folder. Several folders may have a skill of that name, from several sources:
//! [`ManagedLock::meant`] decides which of them an entry means, and no entry changes because of another folder.

use super::manifest;
use super::record::{Record, RecordEntry};
use super::scope::{InstallContext, InstallScope};
use super::tracked::InstallProof;
use crate::install::lock::{self, Form, Lock};
use crate::refusal::{Refusal, RefusalCode};
use crate::source::locator::SourceLocation;
use crate::source::package::Package;
use apprentice_contracts::Time;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn timestamp(time: Time) -> String {
    time.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The lock file of one scope: read once, changed in memory, written once.
pub(crate) struct ManagedLock<'h> {
    context: &'h InstallContext<'h>,
    project: Option<PathBuf>,
    lock: Lock,
    /// As it was read.
    before: Lock,
    changed: BTreeSet<String>,
    roots: OnceCell<Vec<PathBuf>>,
}

impl<'h> ManagedLock<'h> {
    /// `None`: the scope has no lock file. `LOCK_DAMAGED`: the file cannot be understood.
    pub(crate) fn open(context: &'h InstallContext<'h>, project: Option<&Path>) -> Result<Option<Self>, Refusal> {
        let form = if project.is_some() { Form::Project } else { Form::User };
        let Some(path) = context.lock_file(project) else { return Ok(None) };
        let lock = Lock::read(&path, form)?;
        let project = project.map(Path::to_path_buf);
        Ok(Some(Self { context, project, before: lock.clone(), lock, changed: BTreeSet::new(), roots: OnceCell::new() }))
    }

    pub(crate) fn lock(&self) -> &Lock {
        &self.lock
    }

    pub(crate) fn project(&self) -> Option<&Path> {
        self.project.as_deref()
    }

    fn roots(&self) -> &[PathBuf] {
        let scope = self.project.clone().map_or(InstallScope::User, InstallScope::Project);
        self.roots.get_or_init(|| self.context.roots(&scope).unwrap_or_default())
    }

    /// The folders that the entry `name` means: those that we installed from its source and those whose files have its hash; if
    /// there are none, the shared folder or the only folder that no other installer recorded.
    pub(crate) fn meant(&self, record: &Record, name: &str) -> Vec<PathBuf> {
        if !self.lock.has(name) {
            return Vec::new();
        }
        let of_ours = |entry: &&RecordEntry| {
            entry.name == name && entry.project == self.project && self.is_of(entry) && is_skill(&entry.place)
        };
        let mut meant: Vec<PathBuf> = record.installed.iter().filter(of_ours).map(|entry| entry.place.clone()).collect();
        let places = self.roots().iter().map(|root| root.join(name));
        let others: Vec<PathBuf> = places.filter(|place| !meant.contains(place) && is_skill(place)).collect();
        let strangers = || others.iter().filter(|place| record.at(place).is_none());
        // A single folder is meant even if its files changed; its hash need not be computed.
        let alone = meant.is_empty() && others.len() == 1 && strangers().count() == 1;
        if !alone {
            meant.extend(others.iter().filter(|place| self.is_clean(name, place)).cloned());
        }
        if meant.is_empty() {
            let shared = self.roots().first().map(|root| root.join(name));
            let likely = strangers().find(|place| shared.as_ref() == Some(place));
            meant.extend(likely.or_else(|| strangers().next().filter(|_| strangers().count() == 1)).cloned());
        }
        meant
    }

    fn is_clean(&self, name: &str, place: &Path) -> bool {
        let there = manifest::read(place).ok().flatten();
        there.is_some_and(|there| InstallProof::of(&self.lock, name).is_some_and(|proof| proof.holds(&there, place)))
    }

    /// Whether the lock entry of the same name has the same source as `entry`.
    pub(crate) fn is_of(&self, entry: &RecordEntry) -> bool {
        // Adopted from this lock entry, which has no source.
        let taken_over = || entry.source == SourceLocation::Folder { path: entry.place.clone() };
        entry.locked && (lock::is_from(&self.lock, &entry.name, &entry.source, self.project.as_deref()) || taken_over())
    }

    /// Updates the entry of an installed skill. The other installer hashes the files of the source, which are ours without notes
    /// of installers.
    pub(crate) fn note(&mut self, record: &Record, entry: &RecordEntry, package: &Package) {
        let elsewhere = || self.meant(record, &entry.name).iter().any(|place| *place != entry.place);
        if self.lock.has(&entry.name) && !self.is_of(entry) && elsewhere() {
            return;
        }
        let fields = match &entry.project {
            Some(project) => {
                let hash = lock::computed_hash(&of_source(package).files);
                Some(lock::project_entry(&entry.source, &entry.folder, &hash, project))
            }
            None => {
                let before = self.lock.field(&entry.name, "installedAt").map(str::to_owned);
                let installed = before.unwrap_or_else(|| timestamp(entry.installed_at));
                let hash = entry.tree_hash.clone();
                lock::global_entry(&entry.source, &entry.folder, hash, &installed, &timestamp(entry.updated_at))
            }
        };
        match fields {
            Some(fields) => self.lock.set(&entry.name, fields),
            // An entry of another source under this name would be wrong.
            None if self.lock.has(&entry.name) => self.lock.remove(&entry.name),
            None => return,
        }
        self.changed.insert(entry.name.clone());
    }

    /// Removes the entry of a removed folder, unless it means another one.
    pub(crate) fn forget(&mut self, record: &Record, name: &str) {
        if self.lock.has(name) && self.meant(record, name).is_empty() {
            self.lock.remove(name);
            self.changed.insert(name.to_owned());
        }
    }

    /// Reads the file again if its own program wrote it and we have changed nothing yet.
    fn refresh(&mut self) -> Result<(), Refusal> {
        if self.changed.is_empty()
            && let Some(now) = self.before.newer()?
        {
            (self.before, self.lock) = (now.clone(), now);
        }
        Ok(())
    }

    /// Merges our changes into the current file and writes it: its own program may have written it meanwhile. An entry that it
    /// changed stays, and so does a file of a newer version.
    pub(crate) fn write(&mut self) -> Result<(), Refusal> {
        let changed = std::mem::take(&mut self.changed);
        if changed.is_empty() {
            return Ok(());
        }
        if let Some(mut now) = self.before.newer()? {
            for name in changed.iter().filter(|name| now.same_entry(name, &self.before)).cloned().collect::<Vec<_>>() {
                now.take(&name, &self.lock);
            }
            self.lock = now;
        }
        left_alone_when_newer(self.lock.write())?;
        self.lock.written();
        self.before = self.lock.clone();
        Ok(())
    }
}

fn left_alone_when_newer(written: Result<(), Refusal>) -> Result<(), Refusal> {
    match written {
        Err(refusal) if refusal.code == RefusalCode::LockNewer => Ok(()),
        other => other,
    }
}

/// A folder, not a link to one.
fn is_skill(place: &Path) -> bool {
    fs::symlink_metadata(place).is_ok_and(|metadata| metadata.is_dir()) && place.join("SKILL.md").is_file()
}

/// The lock files of several scopes, each opened on first use.
pub(crate) struct ManagedLocks<'h> {
    context: &'h InstallContext<'h>,
    open: BTreeMap<Option<PathBuf>, Option<ManagedLock<'h>>>,
}

impl<'h> ManagedLocks<'h> {
    pub(crate) fn of(context: &'h InstallContext<'h>) -> Self {
        Self { context, open: BTreeMap::new() }
    }

    pub(crate) fn get(&mut self, project: Option<&Path>) -> Result<Option<&mut ManagedLock<'h>>, Refusal> {
        use std::collections::btree_map::Entry;
        match self.open.entry(project.map(Path::to_path_buf)) {
            Entry::Occupied(known) => Ok(known.into_mut().as_mut()),
            Entry::Vacant(free) => Ok(free.insert(ManagedLock::open(self.context, project)?).as_mut()),
        }
    }

    /// For readers: an unreadable lock file counts as none.
    pub(crate) fn readable(&mut self, project: Option<&Path>) -> Option<&ManagedLock<'h>> {
        self.get(project).ok().flatten().map(|lock_file| &*lock_file)
    }

    /// Undoes [`ManagedLocks::write`] for these entries: restores them from `before`.
    pub(crate) fn put_back(before: &BTreeMap<Option<PathBuf>, Lock>, names: &[(Option<PathBuf>, String)]) -> Result<(), Refusal> {
        for (project, before) in before {
            let Some(mut now) = before.newer()? else { continue };
            let meant = names.iter().filter(|(of, _)| of == project);
            meant.for_each(|(_, name)| now.take(name, before));
            left_alone_when_newer(now.write())?;
        }
        Ok(())
    }

    pub(crate) fn before(&self) -> BTreeMap<Option<PathBuf>, Lock> {
        let each =
            self.open.iter().filter_map(|(project, lock_file)| Some((project.clone(), lock_file.as_ref()?.before.clone())));
        each.collect()
    }

    /// Reads the unchanged lock files again.
    pub(crate) fn refresh(&mut self) -> Result<(), Refusal> {
        self.open.values_mut().flatten().try_for_each(ManagedLock::refresh)
    }

    /// Drops all changes that were not written.
    pub(crate) fn drop_changes(&mut self) {
        self.open.clear();
    }

    /// Writes the changed lock files.
    pub(crate) fn write(&mut self) -> Result<(), Refusal> {
        self.open.values_mut().flatten().try_for_each(ManagedLock::write)
    }
}

/// The package without notes of other installers.
pub(crate) fn of_source(package: &Package) -> Package {
    let mut package = package.clone();
    package.files.0.retain(|path, _| !is_note(path));
    package
}

pub(crate) fn is_note(path: &str) -> bool {
    path == ".openskills.json" || path.starts_with(".clawhub/")
}
