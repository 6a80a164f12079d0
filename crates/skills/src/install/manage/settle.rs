//! Recovery after a crash: the record shows what was intended, the folder shows how far it got; then the operation is finished or
//! undone.

use super::apply::package;
use super::links;
use super::locks::ManagedLocks;
use super::manifest;
use super::record::{LockedRecord, RecordEntry};
use super::scope::InstallContext;
use crate::disk;
use crate::refusal::Refusal;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Finishes or undoes interrupted operations. One that cannot be finished, because its lock file or a link cannot be changed,
/// waits for the next command and does not block others.
pub(crate) fn settle(context: &InstallContext, held: &mut LockedRecord) -> Result<(), Refusal> {
    let unsettled: Vec<RecordEntry> = held.record.installed.iter().filter(|entry| entry.pending.is_some()).cloned().collect();
    let mut by_lock_file: BTreeMap<Option<PathBuf>, Vec<RecordEntry>> = BTreeMap::new();
    for entry in unsettled {
        by_lock_file.entry(entry.project.clone()).or_default().push(entry);
    }
    let mut changed = false;
    for entries in by_lock_file.into_values() {
        let (mut locks, before) = (ManagedLocks::of(context), held.record.clone());
        let settled = entries.into_iter().filter(|entry| settle_one(&mut locks, held, entry).is_ok()).count();
        if locks.write().is_ok() {
            changed |= settled > 0;
        } else {
            held.record = before;
        }
    }
    if changed { held.write() } else { Ok(()) }
}

/// Finishes one operation or undoes it. `Err`: the record is unchanged.
fn settle_one(locks: &mut ManagedLocks, held: &mut LockedRecord, entry: &RecordEntry) -> Result<(), Refusal> {
    let Some(meant) = entry.pending.clone() else { return Ok(()) };
    if let Some(root) = entry.place.parent() {
        sweep(root, &entry.name, &entry.place);
    }
    let there = manifest::read(&entry.place).ok().flatten();
    let removing = meant.files.is_empty();
    match there {
        Some(there) if !removing && there.0 == meant.files => finish(locks, held, *meant)?,
        None if removing => {
            let lock_file = if entry.locked { locks.get(entry.project.as_deref())? } else { None };
            drop_links(entry)?;
            held.record.drop_at(&entry.place);
            if let Some(lock_file) = lock_file.filter(|lock_file| lock_file.is_of(entry)) {
                lock_file.forget(&held.record, &entry.name);
            }
        }
        None if entry.fresh => {
            entry.links.iter().for_each(|link| drop(links::drop(link, &entry.place)));
            held.record.drop_at(&entry.place);
        }
        // Somebody else created the folder; it is not ours.
        Some(_) if entry.fresh => held.record.drop_at(&entry.place),
        _ => held.record.put(RecordEntry { pending: None, ..entry.clone() }),
    }
    Ok(())
}

fn finish(locks: &mut ManagedLocks, held: &mut LockedRecord, meant: RecordEntry) -> Result<(), Refusal> {
    let lock_file = if meant.locked { locks.get(meant.project.as_deref())? } else { None };
    for link in &meant.links {
        let _status_tells_of_a_missing_link = links::make(link, &meant.place);
    }
    if let Some(lock_file) = lock_file {
        lock_file.note(&held.record, &meant, &package(&meant.place)?);
    }
    held.record.put(meant);
    Ok(())
}

pub(crate) fn drop_links(entry: &RecordEntry) -> Result<(), Refusal> {
    entry.links.iter().try_for_each(|link| links::drop(link, &entry.place).map(|_| ()))
}

/// Removes staged folders of this skill. A version that was moved aside is moved back if its folder is free.
fn sweep(root: &Path, name: &str, place: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    let start = format!("{}{name}-", disk::STAGE);
    for entry in entries.flatten() {
        let own = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = own.strip_prefix(&start) else { continue };
        let (mark, role) = rest.split_once('.').unwrap_or((rest, ""));
        let ours = mark.len() == 12 && mark.bytes().all(|b| b.is_ascii_hexdigit()) && ["", "old", "gone"].contains(&role);
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let restored = role == "old" && fs::symlink_metadata(place).is_err() && fs::rename(entry.path(), place).is_ok();
        if !restored {
            let _ = disk::remove_tree(&entry.path());
        }
    }
}
