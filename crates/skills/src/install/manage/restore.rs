//! Restores removed skills. A copy is deleted only after the record and the lock files are written, so a failed restore can be
//! repeated.

use super::apply::{self, unwritable};
use super::by_place::{Batch, skill_name};
use super::manifest;
use super::record::{Record, RecordEntry};
use super::removed::copy_folder;
use super::scope::InstallContext;
use super::{links, plan};
use crate::disk;
use crate::files::tree_size;
use crate::install::lock::write_whole;
use crate::install::swap;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::FetchOptions;
use apprentice_platform::links::symlink;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The note beside a kept copy, from which the skill is restored.
#[derive(Serialize, Deserialize)]
pub(super) struct RestoreNote {
    pub(super) place: PathBuf,
    /// The target, if it was a link.
    pub(super) link: Option<PathBuf>,
    pub(super) entry: Option<RecordEntry>,
    /// Bytes of the files. Older notes lack it.
    #[serde(default)]
    pub(super) bytes: Option<u64>,
}

pub(super) const RESTORE_NOTE: &str = "undo.json";
const FILES: &str = "files";

impl RestoreNote {
    pub(super) fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(RESTORE_NOTE)).ok()?).ok()
    }

    /// Copies the skill that will be removed into `folder`.
    pub(super) fn write(mut self, folder: &Path) -> Result<(), Refusal> {
        if self.link.is_none() {
            copy_aside(&self.place, &folder.join(FILES))?;
            self.bytes = Some(tree_size(&folder.join(FILES)));
        }
        let text = serde_json::to_vec(&self).unwrap_or_default();
        write_whole(&folder.join(RESTORE_NOTE), &text).map_err(|error| unwritable(folder, &error))
    }

    fn restore_files(&self, kept: &Path) -> Result<(), Refusal> {
        let (place, files) = (&self.place, kept.join(FILES));
        let failed = |error: io::Error| unwritable(place, &error);
        if fs::symlink_metadata(place).is_ok() {
            return refuse(RefusalCode::Occupied, format!("Something else is at {} now", place.display()));
        }
        if self.bytes.is_some_and(|bytes| bytes != tree_size(&files)) {
            return refuse(RefusalCode::NotKept, format!("The copy of {} is no longer complete", place.display()));
        }
        swap::create_missing(place.parent().unwrap_or(place)).map_err(failed)?;
        match &self.link {
            Some(target) => symlink(target, place).map_err(failed),
            None => put_back(&files, place),
        }
    }

    /// Whether the copy in `folder` is restored already.
    fn is_restored(&self, folder: &Path) -> bool {
        match &self.link {
            Some(target) => fs::read_link(&self.place).is_ok_and(|leads| leads == *target),
            None => {
                let at = |path: &Path| manifest::read(path).ok().flatten();
                fs::symlink_metadata(&self.place).is_ok() && at(&self.place) == at(&folder.join(FILES))
            }
        }
    }

    /// Whether there is nothing to restore: the program ended before the removal, or after the restore.
    pub(super) fn nothing_to_restore(&self, folder: &Path, record: &Record) -> bool {
        self.is_restored(folder) && (self.entry.is_none() || record.at(&self.place).is_some())
    }
}

fn copy_aside(place: &Path, to: &Path) -> Result<(), Refusal> {
    let manifest = plan::read_manifest(place)?.unwrap_or_default();
    apply::copy(&manifest, place, to).map_err(|error| {
        Refusal::new(
            RefusalCode::BackupFailed,
            format!("No copy of {} can be kept ({error}); nothing was changed", place.display()),
        )
    })
}

/// Restores one skill, as [`Batch::restore`] does.
pub fn restore(context: &InstallContext, id: &str) -> Result<PathBuf, Refusal> {
    let watch = FetchOptions::unattended();
    let mut batch = Batch::new(context, &watch, Vec::new());
    let place = batch.restore(id)?;
    batch.end()?;
    Ok(place)
}

impl Batch<'_> {
    /// Restores what [`Batch::remove`] removed, if its folder is free. Returns the folder.
    pub fn restore(&mut self, id: &str) -> Result<PathBuf, Refusal> {
        let kept = copy_folder(self.context, id);
        let Some((kept, undo)) = kept.and_then(|kept| Some((kept.clone(), RestoreNote::read(&kept)?))) else {
            return refuse(RefusalCode::NotKept, "There is no copy of what was removed any longer");
        };
        let (held, locks) = self.hold()?;
        let restored = undo.is_restored(&kept);
        // The skill may be restored but not recorded. A newer record entry, as after another installation, counts more than the
        // copy's.
        let entry = undo.entry.as_ref().filter(|_| !restored || held.record.at(&undo.place).is_none());
        // An unreadable lock file refuses the restore before anything changes.
        let lock_file = match entry {
            Some(entry) if entry.locked => locks.get(entry.project.as_deref())?,
            _ => None,
        };
        if !restored {
            undo.restore_files(&kept)?;
        }
        if let Some(entry) = entry {
            for link in &entry.links {
                let _status_tells_of_a_missing_link = links::make(link, &undo.place);
            }
            if let Some(lock_file) = lock_file {
                lock_file.note(&held.record, entry, &apply::package(&undo.place)?);
            }
            held.record.put(entry.clone());
        }
        self.changed = true;
        self.restored.push(kept);
        Ok(undo.place)
    }
}

fn put_back(from: &Path, place: &Path) -> Result<(), Refusal> {
    let failed = |error: io::Error| unwritable(place, &error);
    let manifest =
        plan::read_manifest(from)?.ok_or_else(|| Refusal::new(RefusalCode::NotKept, "The copy of what was removed is gone"))?;
    let root = place.parent().unwrap_or(place);
    let stage = swap::with_role(&apply::stage_path(root, &skill_name(place)?, "000000000000"), "back");
    disk::remove_tree(&stage).map_err(failed)?;
    let moved = apply::copy(&manifest, from, &stage).and_then(|()| swap::move_in(&stage, place));
    if let Err(error) = moved {
        let _left = disk::remove_tree(&stage);
        return Err(unwritable(place, &error));
    }
    swap::sync(root).map_err(failed)
}
