//! Keeps the lock files of other installers in step with what we install and remove.

use super::house::House;
use super::record::Installed;
use crate::lock::{self, Form, Lock};
use crate::package::Package;
use crate::refusal::Refusal;
use apprentice_contracts::Time;
use std::path::Path;

pub(crate) fn stamp(time: Time) -> String {
    time.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

pub(crate) fn read(house: &House, project: Option<&Path>) -> Result<Option<Lock>, Refusal> {
    let form = if project.is_some() { Form::Project } else { Form::User };
    house.lock_file(project).map(|path| Lock::read(&path, form)).transpose()
}

/// Writes what was installed. The other installer hashes the files of the source, which are ours without notes of installers.
pub(crate) fn note(house: &House, entry: &Installed, package: &Package) -> Result<(), Refusal> {
    let Some(mut lock) = read(house, entry.project.as_deref())? else { return Ok(()) };
    let fields = match &entry.project {
        Some(project) => {
            Some(lock::project_entry(&entry.source, &entry.folder, &lock::computed_hash(&of_source(package).files), project))
        }
        None => {
            let before = lock.field(&entry.name, "installedAt").map(str::to_owned);
            let installed = before.unwrap_or_else(|| stamp(entry.installed_at));
            let hash = entry.tree_hash.clone();
            lock::global_entry(&entry.source, &entry.folder, hash, &installed, &stamp(entry.updated_at))
        }
    };
    match fields {
        Some(fields) => lock.set(&entry.name, fields),
        // Nothing of another source may stay there under this name.
        None if lock.has(&entry.name) => lock.remove(&entry.name),
        None => return Ok(()),
    }
    left_alone_when_newer(lock.write())
}

/// Without the notes that other installers keep in the folder.
pub(crate) fn of_source(package: &Package) -> Package {
    let mut package = package.clone();
    package.files.0.retain(|path, _| !is_note(path));
    package
}

pub(crate) fn is_note(path: &str) -> bool {
    path == ".openskills.json" || path.starts_with(".clawhub/")
}

pub(crate) fn forget(house: &House, project: Option<&Path>, name: &str) -> Result<(), Refusal> {
    let Some(mut lock) = read(house, project)? else { return Ok(()) };
    if !lock.has(name) {
        return Ok(());
    }
    lock.remove(name);
    left_alone_when_newer(lock.write())
}

fn left_alone_when_newer(written: Result<(), Refusal>) -> Result<(), Refusal> {
    match written {
        Err(refusal) if refusal.code == "LOCK_NEWER" => Ok(()),
        other => other,
    }
}
