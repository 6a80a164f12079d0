//! Copies of removed skills, kept for a while so that they can be restored:
//! `<home>/skill-backups/removed/<name>-<time>-<number>`. Copies of what `force` overwrote, `<home>/skill-backups/<name>-<time>`,
//! are kept as long.

use super::apply::unwritable;
use super::by_place::Batch;
use super::record::{self, Record};
use super::restore::{RESTORE_NOTE, RestoreNote, restore};
use super::scope::InstallContext;
use super::{plan, remove};
use crate::disk;
use crate::files::{is_absent, tree_size};
use crate::install::lock::write_whole;
use crate::install::swap;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::FetchOptions;
use apprentice_contracts::Time;
use chrono::{Duration, NaiveDateTime, TimeZone, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How long a copy is kept.
pub const KEPT_FOR: Duration = Duration::days(30);
/// How many bytes all copies may take together, except those of the last hour: a fresh removal can always be undone.
pub const KEPT_BYTES: u64 = 1024 * 1024 * 1024;
const FRESH: Duration = Duration::hours(1);
const STAMP: &str = "%Y%m%dT%H%M%S%.3f";
pub(super) const FORCED_STAMP: &str = "%Y%m%dT%H%M%S";

/// A copy that can be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCopy {
    /// The id for [`restore`].
    pub id: String,
    /// Name of the skill.
    pub name: String,
    /// Its former folder.
    pub place: PathBuf,
    /// When it was removed.
    pub removed_at: Time,
    /// Bytes of the copy.
    pub bytes: u64,
}

/// The copies that can be restored, newest first.
pub fn removed(context: &InstallContext) -> Vec<KeptCopy> {
    let record = plan::read_record(context).unwrap_or_default();
    let folders = folders(context);
    let abilities = abilities(&folders);
    // These are restored together with their ability.
    let edited: HashSet<&str> = abilities.iter().flat_map(|(_, kept)| &kept.edited).map(String::as_str).collect();
    let plain = folders.iter().filter(|folder| !edited.contains(folder.id())).filter_map(|folder| folder.copy(&record));
    let mut copies: Vec<KeptCopy> = plain.chain(abilities.iter().filter_map(|(folder, kept)| folder.ability(kept))).collect();
    copies.sort_by(|a, b| (b.removed_at, &b.id).cmp(&(a.removed_at, &a.id)));
    copies
}

/// Deletes copies older than [`KEPT_FOR`], and then the oldest ones until all take at most [`KEPT_BYTES`]; the parts of an
/// ability are deleted together. Returns how many; `None`: another process has the record, try again soon.
pub fn prune(context: &InstallContext) -> Result<Option<usize>, Refusal> {
    let now = context.clock.now();
    let mut units = copy_groups(context);
    units.sort_by_key(|unit| Reverse(unit.at));
    // Most days nothing is due; then the record is not locked.
    let (mut bytes, mut due) = (0, Vec::new());
    for unit in units {
        if now - unit.at < KEPT_FOR {
            bytes += unit.paths.iter().map(|path| tree_size(path)).sum::<u64>();
            if bytes <= KEPT_BYTES || now - unit.at < FRESH {
                continue;
            }
        }
        due.extend(unit.paths);
    }
    if due.is_empty() {
        return Ok(Some(0));
    }
    let Some(_nobody_brings_one_back_meanwhile) = record::try_lock(&context.folder)? else { return Ok(None) };
    // A damaged record does not tell what can be restored.
    record::read(&context.folder)?;
    delete_copies(&due).map(|()| Some(due.len()))
}

/// Deletes all that can be deleted, and then reports the first failure.
fn delete_copies(copies: &[PathBuf]) -> Result<(), Refusal> {
    let failed = copies.iter().filter_map(|path| discard(path).err().map(|error| unwritable(path, &error)));
    failed.reduce(|first, _| first).map_or(Ok(()), Err)
}

/// Deletes the note first, so that after a kill nothing can be restored in part.
pub(super) fn discard(copy: &Path) -> io::Result<()> {
    for note in [RESTORE_NOTE, ABILITY] {
        match fs::remove_file(copy.join(note)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    disk::remove_tree(copy)
}

/// Folders that are kept or deleted together.
struct CopyGroup {
    at: Time,
    paths: Vec<PathBuf>,
}

fn copy_groups(context: &InstallContext) -> Vec<CopyGroup> {
    let folders = folders(context);
    let abilities = abilities(&folders);
    let edited: HashSet<&str> = abilities.iter().flat_map(|(_, kept)| &kept.edited).map(String::as_str).collect();
    let noted: HashSet<&str> = abilities.iter().map(|(folder, _)| folder.id()).collect();
    let plain = folders.iter().filter(|folder| !edited.contains(folder.id()) && !noted.contains(folder.id()));
    let plain = plain.map(|folder| CopyGroup { at: folder.at, paths: vec![folder.path.clone()] });
    let whole = abilities.iter().map(|(folder, kept)| {
        // The note is deleted last: without it the copies would be listed one by one.
        let edited = kept.edited.iter().map(|id| folder.path.with_file_name(id));
        CopyGroup { at: folder.at, paths: edited.chain([folder.path.clone()]).collect() }
    });
    let forced =
        folders_in(&context.backups()).filter_map(|path| Some(CopyGroup { at: forced_copy_time(&path)?, paths: vec![path] }));
    plain.chain(whole).chain(forced).collect()
}

/// The time in the name of a copy that `force` made. `None`: it is no such copy.
fn forced_copy_time(path: &Path) -> Option<Time> {
    let stamp = |text: &str| NaiveDateTime::parse_from_str(text, FORCED_STAMP).ok();
    let (rest, last) = path.file_name()?.to_str()?.rsplit_once('-')?;
    let at = stamp(last).or_else(|| {
        last.parse::<u32>().ok()?;
        stamp(rest.rsplit_once('-')?.1)
    });
    at.map(|at| Utc.from_utc_datetime(&at))
}

/// A folder of a copy. A folder with another kind of name is not ours.
struct Folder {
    path: PathBuf,
    name: String,
    at: Time,
}

impl Folder {
    fn of(path: PathBuf) -> Option<Self> {
        let own = path.file_name()?.to_str()?;
        let (rest, _number) = own.rsplit_once('-')?;
        let (name, stamp) = rest.rsplit_once('-')?;
        let at = Utc.from_utc_datetime(&NaiveDateTime::parse_from_str(stamp, STAMP).ok()?);
        Some(Self { name: name.to_owned(), at, path })
    }

    fn id(&self) -> &str {
        self.path.file_name().and_then(|id| id.to_str()).unwrap_or_default()
    }

    /// `None`: an ability, or there is nothing to restore because the program ended before the removal.
    fn copy(&self, record: &Record) -> Option<KeptCopy> {
        let undo = RestoreNote::read(&self.path)?;
        if undo.nothing_to_restore(&self.path, record) {
            return None;
        }
        let bytes = undo.bytes.unwrap_or_else(|| tree_size(&self.path));
        Some(self.kept(undo.place, bytes))
    }

    fn ability(&self, kept: &KeptAbility) -> Option<KeptCopy> {
        let edited = kept.edited.iter().map(|id| {
            let path = self.path.with_file_name(id);
            RestoreNote::read(&path).and_then(|undo| undo.bytes).unwrap_or_else(|| tree_size(&path))
        });
        Some(self.kept(kept.places.first()?.clone(), tree_size(&self.path) + edited.sum::<u64>()))
    }

    fn kept(&self, place: PathBuf, bytes: u64) -> KeptCopy {
        KeptCopy { id: self.id().to_owned(), name: self.name.clone(), place, removed_at: self.at, bytes }
    }
}

fn folders(context: &InstallContext) -> Vec<Folder> {
    folders_in(&context.backups().join(REMOVED)).filter_map(Folder::of).collect()
}

const REMOVED: &str = "removed";

fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path())
}

fn abilities(folders: &[Folder]) -> Vec<(&Folder, KeptAbility)> {
    folders.iter().filter_map(|folder| Some((folder, KeptAbility::read(&folder.path)?))).collect()
}

/// Moves copies from their former place, `<home>/skills/backups`. Folders without the name of a copy stay: a skill may be named
/// `backups`.
pub fn move_former(skills: &Path) -> io::Result<()> {
    let (from, to) = (skills.join("backups"), skills.with_file_name("skill-backups"));
    let removed = folders_in(&from.join(REMOVED)).filter(|path| Folder::of(path.clone()).is_some());
    let forced = folders_in(&from).filter(|path| forced_copy_time(path).is_some());
    for copy in removed.chain(forced).collect::<Vec<_>>() {
        let Ok(below) = copy.strip_prefix(&from) else { continue };
        let to = to.join(below);
        fs::create_dir_all(to.parent().unwrap_or(&to))?;
        match swap::move_in(&copy, &to) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    swap::remove_empty(&[from.clone(), from.join(REMOVED)]);
    Ok(())
}

/// Creates a new folder for a copy.
pub(super) fn new_copy_folder(context: &InstallContext, name: &str) -> Result<PathBuf, Refusal> {
    let stamp = context.clock.now().format(STAMP).to_string();
    let removed = context.backups().join(REMOVED);
    let failed = |error| unwritable(&removed, &error);
    fs::create_dir_all(&removed).map_err(failed)?;
    for number in 0..1000 {
        let folder = removed.join(format!("{name}-{stamp}-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritable(&folder, &error)),
        }
    }
    refuse(RefusalCode::TargetNotWritable, format!("{} is full of copies", removed.display()))
}

/// A removed ability. The engine installed it and restores it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptAbility {
    /// Its former folder.
    pub places: Vec<PathBuf>,
    /// The edited copies, by their ids for [`restore`].
    pub edited: Vec<String>,
    /// Data of the engine.
    pub what: Value,
}

const ABILITY: &str = "ability.json";

impl KeptAbility {
    fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(ABILITY)).ok()?).ok()
    }
}

/// Removes edited copies of an ability, all or none. Returns their ids for [`restore`].
pub fn set_aside(context: &InstallContext, places: &[PathBuf]) -> Result<Vec<String>, Refusal> {
    let mut kept: Vec<String> = Vec::new();
    let watch = FetchOptions::unattended();
    let mut batch = Batch::new(context, &watch, places.to_vec());
    let taken = places.iter().try_for_each(|place| {
        let copy = batch.remove(&remove::of_ability(place)?)?;
        kept.extend(copy.file_name().map(|id| id.to_string_lossy().into_owned()));
        Ok(())
    });
    let ended = batch.end();
    if let Err(refusal) = taken.and(ended) {
        for id in &kept {
            let _it_is_listed_and_can_be_brought_back = restore(context, id);
        }
        return Err(refusal);
    }
    Ok(kept)
}

/// Keeps the data of a removed ability. Returns the id for [`kept_ability`].
pub fn keep_ability(context: &InstallContext, name: &str, kept: &KeptAbility) -> Result<String, Refusal> {
    let folder = new_copy_folder(context, name)?;
    let text = serde_json::to_vec(kept).unwrap_or_default();
    if let Err(error) = write_whole(&folder.join(ABILITY), &text) {
        let _left = disk::remove_tree(&folder);
        return Err(unwritable(&folder, &error));
    }
    Ok(folder.file_name().map(|id| id.to_string_lossy().into_owned()).unwrap_or_default())
}

/// The name in the id of a copy; `id` itself if it is no such id.
pub fn name_of(id: &str) -> &str {
    let name = || id.rsplit_once('-')?.0.rsplit_once('-').map(|(name, _)| name);
    name().filter(|name| !name.is_empty()).unwrap_or(id)
}

/// Reads a removed ability. `None`: the id names none.
pub fn kept_ability(context: &InstallContext, id: &str) -> Option<KeptAbility> {
    KeptAbility::read(&copy_folder(context, id)?)
}

/// Every removed ability that is kept, with its id. `UNREADABLE`: the list may be incomplete, so nothing may be deleted because
/// of it.
pub fn kept_abilities(context: &InstallContext) -> Result<Vec<(String, KeptAbility)>, Refusal> {
    let removed = context.backups().join(REMOVED);
    let unreadable = |error: io::Error| Refusal::unreadable(&removed, &error);
    let entries = match fs::read_dir(&removed) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(unreadable)?,
    };
    let mut kept = Vec::new();
    for entry in entries {
        let Some(folder) = Folder::of(entry.map_err(unreadable)?.path()) else { continue };
        match fs::read(folder.path.join(ABILITY)) {
            Ok(note) => kept.extend(serde_json::from_slice(&note).ok().map(|kept| (folder.id().to_owned(), kept))),
            Err(error) if is_absent(&error) => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    Ok(kept)
}

/// Deletes the data of a removed ability.
pub fn forget_ability(context: &InstallContext, id: &str) -> Result<(), Refusal> {
    let Some(folder) = copy_folder(context, id) else { return Ok(()) };
    discard(&folder).map_err(|error| unwritable(&folder, &error))
}

/// The folder of a copy. `None`: `id` is a path.
pub(super) fn copy_folder(context: &InstallContext, id: &str) -> Option<PathBuf> {
    let plain = Path::new(id).file_name().is_some_and(|name| name == id);
    plain.then(|| context.backups().join(REMOVED).join(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_cannot_be_deleted_does_not_keep_others() {
        let temp = tempfile::tempdir().unwrap();
        let (file, folder) = (temp.path().join("file"), temp.path().join("folder"));
        fs::write(&file, "no folder").unwrap();
        fs::create_dir(&folder).unwrap();
        let refusal = delete_copies(&[file.clone(), folder.clone()]).unwrap_err();
        assert!(refusal.message.contains(&file.display().to_string()), "{refusal:?}");
        assert!(!folder.exists());
    }

    #[test]
    fn copies_that_force_made_are_known_by_their_names() {
        let at = |name: &str| forced_copy_time(Path::new(name)).map(|at| at.to_rfc3339());
        let expected = Some("2026-11-22T01:02:03+00:00".to_owned());
        assert_eq!(at("tidy-20261122T010203"), expected);
        assert_eq!(at("tidy-desk-20261122T010203-12"), expected);
        for other in ["removed", "tidy", "tidy-12", "20261122T010203", "tidy-20261122T010203-old", "tidy-20261322T010203"] {
            assert_eq!(at(other), None, "{other}");
        }
    }
}
