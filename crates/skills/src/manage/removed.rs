//! What was removed is kept whole for a while and can be brought back: `<home>/skill-backups/removed/<name>-<time>-<number>`.

use super::apply::{self, unwritable};
use super::by_place::{Batch, named};
use super::house::House;
use super::locks::Books;
use super::record::Installed;
use super::{links, plan, remove};
use crate::fetch::Watch;
use crate::lock::write_whole;
use crate::refusal::{Refusal, refuse};
use crate::swap;
use apprentice_contracts::Time;
use chrono::{Duration, NaiveDateTime, TimeZone, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How long a copy is kept.
pub const KEPT_FOR: Duration = Duration::days(30);
/// How much all copies take together, those of the last hour aside: whoever has just removed something can bring it back.
pub const KEPT_BYTES: u64 = 1024 * 1024 * 1024;
const FRESH: Duration = Duration::hours(1);
const STAMP: &str = "%Y%m%dT%H%M%S%.3f";

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
pub fn removed(house: &House) -> Vec<KeptCopy> {
    let folders = folders(house);
    let abilities: Vec<(&Folder, KeptAbility)> =
        folders.iter().filter_map(|folder| Some((folder, KeptAbility::read(&folder.path)?))).collect();
    // They come back with their ability.
    let edited: HashSet<&str> = abilities.iter().flat_map(|(_, kept)| &kept.edited).map(String::as_str).collect();
    let plain = folders.iter().filter_map(Folder::copy).filter(|copy| !edited.contains(copy.id.as_str()));
    let mut copies: Vec<KeptCopy> = plain.chain(abilities.iter().filter_map(|(folder, kept)| folder.ability(kept))).collect();
    copies.sort_by(|a, b| (b.removed_at, &b.id).cmp(&(a.removed_at, &a.id)));
    copies
}

/// Forgets copies that are older than [`KEPT_FOR`], and of the others the oldest while they are more than [`KEPT_BYTES`]. Answers how
/// many.
pub fn prune(house: &House) -> Result<usize, Refusal> {
    let now = house.clock.now();
    let mut folders = folders(house);
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.at));
    // Most days nothing is due; then nobody is kept waiting for the record.
    let (mut bytes, mut due) = (0, Vec::new());
    for folder in folders {
        if now - folder.at >= KEPT_FOR {
            due.push(folder.path);
            continue;
        }
        bytes += size(&folder.path);
        if bytes > KEPT_BYTES && now - folder.at >= FRESH {
            due.push(folder.path);
        }
    }
    if due.is_empty() {
        return Ok(0);
    }
    let _nobody_brings_one_back_meanwhile = house.hold()?;
    for folder in &due {
        swap::remove_tree(folder).map_err(|error| unwritable(folder, &error))?;
    }
    Ok(due.len())
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

    /// `None`: an ability, or it cannot be brought back, since the program ended while it was written.
    fn copy(&self) -> Option<KeptCopy> {
        Some(self.kept(Undo::read(&self.path)?.place))
    }

    fn ability(&self, kept: &KeptAbility) -> Option<KeptCopy> {
        let edited = kept.edited.iter().map(|id| size(&self.path.with_file_name(id)));
        let bytes = size(&self.path) + edited.sum::<u64>();
        Some(KeptCopy { bytes, ..self.kept(kept.places.first()?.clone()) })
    }

    fn kept(&self, place: PathBuf) -> KeptCopy {
        let id = self.path.file_name().map(|id| id.to_string_lossy().into_owned()).unwrap_or_default();
        KeptCopy { id, name: self.name.clone(), place, removed_at: self.at, bytes: size(&self.path) }
    }
}

fn folders(house: &House) -> Vec<Folder> {
    let Ok(entries) = fs::read_dir(house.backups().join("removed")) else { return Vec::new() };
    let plain = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    plain.filter_map(|entry| Folder::of(entry.path())).collect()
}

/// Bytes of the files in it.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let each = entries.flatten().filter_map(|entry| Some((entry.path(), entry.metadata().ok()?)));
    each.map(|(path, metadata)| if metadata.is_dir() { size(&path) } else { metadata.len() }).sum()
}

/// What stands beside a kept copy, so that it can be brought back as it was.
#[derive(Serialize, Deserialize)]
pub(super) struct Undo {
    pub(super) place: PathBuf,
    /// Where the link led to, when it was one.
    pub(super) link: Option<PathBuf>,
    pub(super) entry: Option<Installed>,
}

impl Undo {
    fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(UNDO)).ok()?).ok()
    }
}

const UNDO: &str = "undo.json";
const FILES: &str = "files";

pub(super) fn write_undo(undo: &Undo, folder: &Path) -> Result<(), Refusal> {
    if undo.link.is_none() {
        keep_as(&undo.place, &folder.join(FILES))?;
    }
    let text = serde_json::to_vec(undo).unwrap_or_default();
    write_whole(&folder.join(UNDO), &text).map_err(|error| unwritable(folder, &error))
}

/// A fresh folder among the copies that are kept.
pub(super) fn aside(house: &House, name: &str) -> Result<PathBuf, Refusal> {
    let stamp = house.clock.now().format(STAMP).to_string();
    let removed = house.backups().join("removed");
    let failed = |error| unwritable(&removed, &error);
    fs::create_dir_all(&removed).map_err(failed)?;
    for number in 0..1000 {
        let folder = removed.join(format!("{name}-{stamp}-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritable(&folder, &error)),
        }
    }
    refuse("TARGET_NOT_WRITABLE", format!("{} is full of copies", removed.display()))
}

fn keep_as(place: &Path, to: &Path) -> Result<(), Refusal> {
    let census = plan::look(place)?.unwrap_or_default();
    apply::copy(&census, place, to).map_err(|error| {
        Refusal::new("BACKUP_FAILED", format!("No copy of {} can be kept ({error}); nothing was changed", place.display()))
    })
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
pub fn set_aside(house: &House, places: &[PathBuf]) -> Result<Vec<String>, Refusal> {
    let mut kept: Vec<String> = Vec::new();
    let watch = Watch::alone();
    let mut batch = Batch::new(house, &watch, places.to_vec());
    let taken = places.iter().try_for_each(|place| {
        let copy = batch.remove(&remove::of_ability(place)?)?;
        kept.extend(copy.file_name().map(|id| id.to_string_lossy().into_owned()));
        Ok(())
    });
    let ended = batch.end();
    if let Err(refusal) = taken.and(ended) {
        for id in &kept {
            let _it_is_listed_and_can_be_brought_back = restore(house, id);
        }
        return Err(refusal);
    }
    Ok(kept)
}

/// Remembers an ability that is removed. Answers the id by which [`kept_ability`] finds it.
pub fn keep_ability(house: &House, name: &str, kept: &KeptAbility) -> Result<String, Refusal> {
    let folder = aside(house, name)?;
    let text = serde_json::to_vec(kept).unwrap_or_default();
    if let Err(error) = write_whole(&folder.join(ABILITY), &text) {
        let _left = swap::remove_tree(&folder);
        return Err(unwritable(&folder, &error));
    }
    Ok(folder.file_name().map(|id| id.to_string_lossy().into_owned()).unwrap_or_default())
}

/// `None`: not an ability, or nothing that is kept.
pub fn kept_ability(house: &House, id: &str) -> Option<KeptAbility> {
    KeptAbility::read(&kept_at(house, id)?)
}

/// Every removed ability that is kept, with its id.
pub fn kept_abilities(house: &House) -> Vec<(String, KeptAbility)> {
    let named = |folder: &Folder| Some(folder.path.file_name()?.to_string_lossy().into_owned());
    folders(house).iter().filter_map(|folder| Some((named(folder)?, KeptAbility::read(&folder.path)?))).collect()
}

/// It is back, or not to come back.
pub fn forget_ability(house: &House, id: &str) -> Result<(), Refusal> {
    let Some(folder) = kept_at(house, id) else { return Ok(()) };
    swap::remove_tree(&folder).map_err(|error| unwritable(&folder, &error))
}

/// `None`: no name of a copy.
fn kept_at(house: &House, id: &str) -> Option<PathBuf> {
    let plain = Path::new(id).file_name().is_some_and(|name| name == id);
    plain.then(|| house.backups().join("removed").join(id))
}

/// Brings back what [`super::Batch::remove`] took away, where nothing took its place. Answers the skill's folder.
pub fn restore(house: &House, id: &str) -> Result<PathBuf, Refusal> {
    let kept = kept_at(house, id);
    let Some((kept, undo)) = kept.and_then(|kept| Some((kept.clone(), Undo::read(&kept)?))) else {
        return refuse("NOT_KEPT", "There is no copy of what was removed any more");
    };
    let mut held = house.hold()?;
    let place = &undo.place;
    if fs::symlink_metadata(place).is_ok() {
        return refuse("OCCUPIED", format!("Something else stands at {} by now", place.display()));
    }
    let failed = |error: std::io::Error| unwritable(place, &error);
    let root = place.parent().unwrap_or(place);
    swap::create_missing(root).map_err(failed)?;
    if let Some(target) = &undo.link {
        std::os::unix::fs::symlink(target, place).map_err(failed)?;
    } else {
        put_back(&kept.join(FILES), place)?;
    }
    if let Some(entry) = undo.entry {
        for link in &entry.links {
            let _status_tells_of_a_missing_link = links::make(link, place);
        }
        held.record.put(entry.clone());
        if entry.locked {
            let mut books = Books::of(house);
            if let Some(book) = books.get(entry.project.as_deref())? {
                book.note(&held.record, &entry, &apply::package(place)?);
            }
            books.write()?;
        }
        held.write()?;
    }
    let _left = swap::remove_tree(&kept);
    Ok(undo.place)
}

fn put_back(from: &Path, place: &Path) -> Result<(), Refusal> {
    let failed = |error: std::io::Error| unwritable(place, &error);
    let census = plan::look(from)?.ok_or_else(|| Refusal::new("NOT_KEPT", "The copy of what was removed is gone"))?;
    let root = place.parent().unwrap_or(place);
    let stage = swap::with_role(&apply::stage(root, &named(place)?, "000000000000"), "back");
    swap::remove_tree(&stage).map_err(failed)?;
    let moved = apply::copy(&census, from, &stage).and_then(|()| swap::move_in(&stage, place));
    if let Err(error) = moved {
        let _left = swap::remove_tree(&stage);
        return Err(unwritable(place, &error));
    }
    swap::sync(root).map_err(failed)
}
