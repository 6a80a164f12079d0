//! Pins skills: a pinned skill is not changed, even with `force`.

use super::locks::ManagedLocks;
use super::plan;
use super::record::{Record, RecordEntry};
use super::scope::{InstallContext, InstallScope, checked_name};
use super::tracked;
use super::update::{adopted, folders};
use crate::refusal::{Refusal, RefusalCode, refuse};
use std::path::{Path, PathBuf};

/// Pins every copy of `names` in `scope`, including those of other installers. Returns their folders.
pub fn pin(context: &InstallContext, scope: &InstallScope, names: &[String], reason: &str) -> Result<Vec<PathBuf>, Refusal> {
    set(context, scope, names, Some(reason.to_owned()))
}

/// Removes the pins.
pub fn unpin(context: &InstallContext, scope: &InstallScope, names: &[String]) -> Result<Vec<PathBuf>, Refusal> {
    set(context, scope, names, None)
}

fn set(
    context: &InstallContext,
    scope: &InstallScope,
    names: &[String],
    pinned: Option<String>,
) -> Result<Vec<PathBuf>, Refusal> {
    let mut held = context.lock_record()?;
    let project = scope.project().map(Path::to_path_buf);
    let mut changed = Vec::new();
    let mut locks = ManagedLocks::of(context);
    for name in names {
        let name = checked_name(name)?;
        let mut found: Vec<RecordEntry> =
            held.record.installed.iter().filter(|entry| entry.name == name && entry.project == project).cloned().collect();
        if found.is_empty() && pinned.is_some() {
            found = of_others(context, &held.record, &mut locks, scope, name, project.as_ref())?;
        }
        if found.is_empty() {
            return refuse(
                RefusalCode::NotTracked,
                format!("{name} was not installed by Apprentice or another installer; there is nothing to pin"),
            );
        }
        for mut entry in found {
            entry.pinned.clone_from(&pinned);
            changed.push(entry.place.clone());
            held.record.put(entry);
        }
    }
    held.write()?;
    Ok(changed)
}

/// Adds skills of other installers to our record, unchanged.
fn of_others(
    context: &InstallContext,
    record: &Record,
    locks: &mut ManagedLocks,
    scope: &InstallScope,
    name: &str,
    project: Option<&PathBuf>,
) -> Result<Vec<RecordEntry>, Refusal> {
    let mut found = Vec::new();
    for root in context.roots(scope)? {
        let place = root.join(name);
        if !folders(&root).iter().any(|folder| folder == name) {
            continue;
        }
        let lock_file = locks.readable(project.map(PathBuf::as_path));
        let Some(other) = tracked::find(lock_file, record, name, &place) else { continue };
        let mut entry = adopted(context, name.to_owned(), place.clone(), project.cloned(), &other);
        entry.files = plan::read_manifest(&place)?.unwrap_or_default().0;
        found.push(entry);
    }
    Ok(found)
}
