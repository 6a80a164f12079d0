//! What was removed is kept whole for a while and can be brought back: `<home>/skill-backups/removed/<name>-<time>-<number>`. A copy
//! of what was overwritten by force, `<home>/skill-backups/<name>-<time>`, is kept as long.

use super::apply::unwritable;
use super::by_place::Batch;
use super::record::{self, Record};
use super::restore::{UNDO, Undo, restore};
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
/// How much all copies take together, those of the last hour aside: whoever has just removed something can bring it back.
pub const KEPT_BYTES: u64 = 1024 * 1024 * 1024;
const FRESH: Duration = Duration::hours(1);
const STAMP: &str = "%Y%m%dT%H%M%S%.3f";
pub(super) const FORCED_STAMP: &str = "%Y%m%dT%H%M%S";

/// One that can be brought back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCopy {
    /// By which [`restore`] finds it.
    pub id: String,
    pub name: String,
    /// Where it stood.
    pub place: PathBuf,
    pub removed_at: Time,
    pub bytes: u64,
}

/// What can be brought back, the newest first.
pub fn removed(context: &InstallContext) -> Vec<KeptCopy> {
    let record = plan::read_record(context).unwrap_or_default();
    let folders = folders(context);
    let abilities = abilities(&folders);
    // They come back with their ability.
    let edited: HashSet<&str> = abilities.iter().flat_map(|(_, kept)| &kept.edited).map(String::as_str).collect();
    let plain = folders.iter().filter(|folder| !edited.contains(folder.id())).filter_map(|folder| folder.copy(&record));
    let mut copies: Vec<KeptCopy> = plain.chain(abilities.iter().filter_map(|(folder, kept)| folder.ability(kept))).collect();
    copies.sort_by(|a, b| (b.removed_at, &b.id).cmp(&(a.removed_at, &a.id)));
    copies
}

/// Forgets copies that are older than [`KEPT_FOR`], and of the others the oldest while they are more than [`KEPT_BYTES`]; an ability goes
/// with what is kept of its edits. Answers how many; `None`: others are at work on the record, try again soon.
pub fn prune(context: &InstallContext) -> Result<Option<usize>, Refusal> {
    let now = context.clock.now();
    let mut units = units(context);
    units.sort_by_key(|unit| Reverse(unit.at));
    // Most days nothing is due; then nobody is kept waiting for the record.
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
    // While it is damaged nobody knows what is to come back.
    record::read(&context.folder)?;
    forget(&due).map(|()| Some(due.len()))
}

/// Deletes whichever can be deleted, and then tells of the first that cannot.
fn forget(copies: &[PathBuf]) -> Result<(), Refusal> {
    let failed = copies.iter().filter_map(|path| discard(path).err().map(|error| unwritable(path, &error)));
    failed.reduce(|first, _| first).map_or(Ok(()), Err)
}

/// First goes what says that there is something to bring back, so that a kill leaves nothing that could come back in part.
pub(super) fn discard(copy: &Path) -> io::Result<()> {
    for note in [UNDO, ABILITY] {
        match fs::remove_file(copy.join(note)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    disk::remove_tree(copy)
}

/// What is kept or forgotten together.
struct Unit {
    at: Time,
    paths: Vec<PathBuf>,
}

fn units(context: &InstallContext) -> Vec<Unit> {
    let folders = folders(context);
    let abilities = abilities(&folders);
    let edited: HashSet<&str> = abilities.iter().flat_map(|(_, kept)| &kept.edited).map(String::as_str).collect();
    let noted: HashSet<&str> = abilities.iter().map(|(folder, _)| folder.id()).collect();
    let plain = folders.iter().filter(|folder| !edited.contains(folder.id()) && !noted.contains(folder.id()));
    let plain = plain.map(|folder| Unit { at: folder.at, paths: vec![folder.path.clone()] });
    let whole = abilities.iter().map(|(folder, kept)| {
        // The note goes last: without it they would be listed one by one.
        let edited = kept.edited.iter().map(|id| folder.path.with_file_name(id));
        Unit { at: folder.at, paths: edited.chain([folder.path.clone()]).collect() }
    });
    let forced = folders_in(&context.backups()).filter_map(|path| Some(Unit { at: forced_at(&path)?, paths: vec![path] }));
    plain.chain(whole).chain(forced).collect()
}

/// When something was overwritten by force, of which this is the copy. `None`: it is none.
fn forced_at(path: &Path) -> Option<Time> {
    let stamp = |text: &str| NaiveDateTime::parse_from_str(text, FORCED_STAMP).ok();
    let (rest, last) = path.file_name()?.to_str()?.rsplit_once('-')?;
    let at = stamp(last).or_else(|| {
        last.parse::<u32>().ok()?;
        stamp(rest.rsplit_once('-')?.1)
    });
    at.map(|at| Utc.from_utc_datetime(&at))
}

/// A folder among the copies. What is named otherwise is not ours.
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

    /// `None`: an ability, or there is nothing to bring back, since the program ended before it was removed.
    fn copy(&self, record: &Record) -> Option<KeptCopy> {
        let undo = Undo::read(&self.path)?;
        if undo.is_idle(&self.path, record) {
            return None;
        }
        let bytes = undo.bytes.unwrap_or_else(|| tree_size(&self.path));
        Some(self.kept(undo.place, bytes))
    }

    fn ability(&self, kept: &KeptAbility) -> Option<KeptCopy> {
        let edited = kept.edited.iter().map(|id| {
            let path = self.path.with_file_name(id);
            Undo::read(&path).and_then(|undo| undo.bytes).unwrap_or_else(|| tree_size(&path))
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

/// Moves copies from `<home>/skills/backups`, where they once were kept, to where they are looked for. What is not named like a copy
/// stays: a skill may be called so.
pub fn move_former(skills: &Path) -> io::Result<()> {
    let (from, to) = (skills.join("backups"), skills.with_file_name("skill-backups"));
    let removed = folders_in(&from.join(REMOVED)).filter(|path| Folder::of(path.clone()).is_some());
    let forced = folders_in(&from).filter(|path| forced_at(path).is_some());
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

/// A fresh folder among the copies that are kept.
pub(super) fn aside(context: &InstallContext, name: &str) -> Result<PathBuf, Refusal> {
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

/// A removed ability. The engine installed it, and brings it back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptAbility {
    /// Where it stood.
    pub places: Vec<PathBuf>,
    /// Of these somebody had edited the copy: the ids by which [`restore`] finds what is kept of them.
    pub edited: Vec<String>,
    /// What the engine needs for it.
    pub what: Value,
}

const ABILITY: &str = "ability.json";

impl KeptAbility {
    fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(ABILITY)).ok()?).ok()
    }
}

/// Takes edited copies of an ability away, all or none. Answers the ids by which [`restore`] finds what is kept of them.
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

/// Remembers an ability that is removed. Answers the id by which [`kept_ability`] finds it.
pub fn keep_ability(context: &InstallContext, name: &str, kept: &KeptAbility) -> Result<String, Refusal> {
    let folder = aside(context, name)?;
    let text = serde_json::to_vec(kept).unwrap_or_default();
    if let Err(error) = write_whole(&folder.join(ABILITY), &text) {
        let _left = disk::remove_tree(&folder);
        return Err(unwritable(&folder, &error));
    }
    Ok(folder.file_name().map(|id| id.to_string_lossy().into_owned()).unwrap_or_default())
}

/// What a copy is called that has this id; the whole of what is no id.
pub fn name_of(id: &str) -> &str {
    let name = || id.rsplit_once('-')?.0.rsplit_once('-').map(|(name, _)| name);
    name().filter(|name| !name.is_empty()).unwrap_or(id)
}

/// `None`: not an ability, or nothing that is kept.
pub fn kept_ability(context: &InstallContext, id: &str) -> Option<KeptAbility> {
    KeptAbility::read(&kept_at(context, id)?)
}

/// Every removed ability that is kept, with its id. `UNREADABLE`: nobody can tell now, and nothing is to be forgotten for it.
pub fn kept_abilities(context: &InstallContext) -> Result<Vec<(String, KeptAbility)>, Refusal> {
    let removed = context.backups().join(REMOVED);
    let unreadable =
        |error: io::Error| Refusal::new(RefusalCode::Unreadable, format!("{} cannot be read: {error}", removed.display()));
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

/// It is back, or not to come back.
pub fn forget_ability(context: &InstallContext, id: &str) -> Result<(), Refusal> {
    let Some(folder) = kept_at(context, id) else { return Ok(()) };
    discard(&folder).map_err(|error| unwritable(&folder, &error))
}

/// `None`: no name of a copy.
pub(super) fn kept_at(context: &InstallContext, id: &str) -> Option<PathBuf> {
    let plain = Path::new(id).file_name().is_some_and(|name| name == id);
    plain.then(|| context.backups().join(REMOVED).join(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_deleted_keeps_no_other() {
        let temp = tempfile::tempdir().unwrap();
        let (file, folder) = (temp.path().join("file"), temp.path().join("folder"));
        fs::write(&file, "no folder").unwrap();
        fs::create_dir(&folder).unwrap();
        let refusal = forget(&[file.clone(), folder.clone()]).unwrap_err();
        assert!(refusal.message.contains(&file.display().to_string()), "{refusal:?}");
        assert!(!folder.exists());
    }

    #[test]
    fn copies_that_force_made_are_known_by_their_names() {
        let at = |name: &str| forced_at(Path::new(name)).map(|at| at.to_rfc3339());
        let expected = Some("2026-11-22T01:02:03+00:00".to_owned());
        assert_eq!(at("tidy-20261122T010203"), expected);
        assert_eq!(at("tidy-desk-20261122T010203-12"), expected);
        for other in ["removed", "tidy", "tidy-12", "20261122T010203", "tidy-20261122T010203-old", "tidy-20261322T010203"] {
            assert_eq!(at(other), None, "{other}");
        }
    }
}
