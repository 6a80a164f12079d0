//! One skill by the folder that it stands in, for callers that show every copy: told, pinned, updated, removed and brought back.

use super::apply::{self, unwritable};
use super::house::House;
use super::plan::{self, Plan, Step, What, read_record};
use super::record::Installed;
use super::remove::{self, Removal, Where};
use super::status::{self, Compare, Status};
use super::update::{self, Sources, adopted};
use super::{links, locks, tracked};
use crate::fetch::Watch;
use crate::lock::{Lock, write_whole};
use crate::refusal::{Refusal, refuse};
use crate::swap;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What installers wrote down, read once for a whole list.
pub struct Notes {
    /// Folders that we wrote, and whether each is pinned.
    ours: HashMap<PathBuf, bool>,
    lock: Option<Lock>,
}

/// What is known of one skill at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// An installer put it there.
    pub installed: bool,
    pub pinned: bool,
}

impl Notes {
    /// A record that cannot be read counts as empty: the list is shown, and whoever changes something is told.
    pub fn read(house: &House) -> Self {
        let installed = read_record(house).unwrap_or_default().installed;
        let ours = installed.into_iter().map(|entry| (entry.place, entry.pinned.is_some())).collect();
        Self { ours, lock: locks::read(house, None).ok().flatten() }
    }

    /// Of the skill at `place`. Looks for the notes that some installers leave in its folder.
    pub fn of(&self, place: &Path) -> Note {
        if let Some(pinned) = self.ours.get(place) {
            return Note { installed: true, pinned: *pinned };
        }
        let name = place.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let noted = self.lock.as_ref().is_some_and(|lock| lock.has(name));
        let inside = || place.join(".openskills.json").is_file() || place.join(".clawhub").is_dir();
        Note { installed: noted || inside(), pinned: false }
    }
}

/// How the skill at `place` stands. No source is looked at.
pub fn status_at(house: &House, place: &Path) -> Result<Status, Refusal> {
    let record = read_record(house)?;
    match record.at(place) {
        Some(entry) => status::ours(entry, Compare::Local, &Watch::alone()),
        None => status::theirs(house, None, named(place)?, place.to_path_buf()),
    }
}

/// Pins the skill at `place`, or takes the pin away. Also one that another installer wrote down.
pub fn pin_at(house: &House, place: &Path, reason: Option<&str>) -> Result<(), Refusal> {
    let mut held = house.hold()?;
    let known = held.record.at(place).cloned();
    let entry = match (known, reason) {
        (Some(entry), _) => Some(entry),
        (None, None) => None,
        (None, Some(_)) => tracked::find(house, None, &named(place)?, place)
            .map(|other| {
                let files = plan::look(place)?.unwrap_or_default().0;
                Ok(Installed { files, ..adopted(house, named(place)?, place.to_path_buf(), None, &other) })
            })
            .transpose()?,
    };
    let Some(mut entry) = entry else {
        return refuse(
            "NOT_TRACKED",
            format!("{} was not installed by Apprentice or another installer; there is nothing to pin", named(place)?),
        );
    };
    entry.pinned = reason.map(str::to_owned);
    held.record.put(entry);
    held.write()
}

/// Plans to update skills by their places; each source is fetched once.
pub struct Updater<'a> {
    house: &'a House<'a>,
    sources: Sources<'a>,
}

impl<'a> Updater<'a> {
    pub fn new(house: &'a House<'a>, watch: &'a Watch<'a>) -> Self {
        Self { house, sources: Sources::new(watch) }
    }

    /// `UP_TO_DATE` where there is nothing newer.
    pub fn plan(&mut self, place: &Path, force: bool, accept_risk: bool) -> Result<Step, Refusal> {
        drop(self.house.hold()?);
        let name = named(place)?;
        let (entry, source) = match read_record(self.house)?.at(place).cloned() {
            Some(entry) => {
                let source = Ok((entry.source.clone(), Some(entry.folder.clone())));
                (entry, source)
            }
            None => match tracked::find(self.house, None, &name, place) {
                Some(other) => update::of_other(self.house, name, place.to_path_buf(), None, &other),
                None => {
                    return refuse("NOT_TRACKED", format!("Nobody wrote down where {name} comes from, so it cannot be updated"));
                }
            },
        };
        let step = update::one(self.house, entry, source, force, accept_risk, &mut self.sources)?;
        if step.what == What::Nothing {
            return refuse("UP_TO_DATE", format!("{} is as its source has it", step.name));
        }
        Ok(step)
    }
}

/// Carries one step out.
pub fn apply_step(house: &House, step: Step) -> Result<apply::Done, Refusal> {
    let place = step.place.clone();
    let plan = Plan { steps: vec![step], read_by: Vec::new(), not_offered: Vec::new() };
    let mut done = apply::apply(house, &plan)?;
    done.pop().ok_or_else(|| Refusal::new("UP_TO_DATE", format!("{} is as its source has it", place.display())))
}

impl Step {
    /// A file of the version that would come.
    pub fn text(&self, path: &str) -> Option<String> {
        self.package.files.0.get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// What stands beside a kept copy, so that it can be brought back as it was.
#[derive(Serialize, Deserialize)]
struct Undo {
    place: PathBuf,
    /// Where the link led to, when it was one.
    link: Option<PathBuf>,
    entry: Option<Installed>,
}

const UNDO: &str = "undo.json";
const FILES: &str = "files";

/// Plans to remove the skill at `place` alone.
pub fn removal_at(house: &House, place: &Path, force: bool) -> Result<Removal, Refusal> {
    let root = place.parent().unwrap_or(place).to_path_buf();
    remove::removal(house, &Where::Folder(root), &[named(place)?], force)
}

/// Carries such a removal out and answers where what it took away is kept, for [`restore`].
pub fn remove_at(house: &House, removal: &Removal) -> Result<PathBuf, Refusal> {
    let Some(one) = removal.removed.first() else { return refuse("NOT_INSTALLED", "There is nothing to remove") };
    let link = fs::read_link(&one.place).ok();
    let entry = read_record(house)?.at(&one.place).cloned();
    let folder = aside(house, &one.name)?;
    let undo = Undo { place: one.place.clone(), link, entry };
    let done = write_undo(&undo, &folder).and_then(|()| remove::remove(house, removal).map(|_| ()));
    match done {
        Ok(()) => Ok(folder),
        // It was taken away before something else failed: this is the only copy.
        Err(refusal) if fs::symlink_metadata(&one.place).is_err() => {
            Err(Refusal::new(refusal.code, format!("{}. A copy of it is kept in {}", refusal.message, folder.display())))
        }
        Err(refusal) => {
            let _left = swap::remove_tree(&folder);
            Err(refusal)
        }
    }
}

fn write_undo(undo: &Undo, folder: &Path) -> Result<(), Refusal> {
    if undo.link.is_none() {
        keep_as(&undo.place, &folder.join(FILES))?;
    }
    let text = serde_json::to_vec(undo).unwrap_or_default();
    write_whole(&folder.join(UNDO), &text).map_err(|error| unwritable(folder, &error))
}

/// A fresh folder among the copies that are kept.
fn aside(house: &House, name: &str) -> Result<PathBuf, Refusal> {
    let stamp = house.clock.now().format("%Y%m%dT%H%M%S%.3f").to_string();
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

/// Brings back what [`remove_at`] took away, where nothing took its place. Answers the skill's folder.
pub fn restore(house: &House, kept: &Path) -> Result<PathBuf, Refusal> {
    let inside = kept.parent() == Some(&house.backups().join("removed")) && kept.file_name().is_some();
    let text = if inside { fs::read(kept.join(UNDO)).ok() } else { None };
    let undo: Option<Undo> = text.and_then(|text| serde_json::from_slice(&text).ok());
    let Some(undo) = undo else { return refuse("NOT_KEPT", "There is no copy of what was removed any more") };
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
        if entry.locked {
            locks::note(house, &entry, &apply::package(place)?)?;
        }
        held.record.put(entry);
        held.write()?;
    }
    let _left = swap::remove_tree(kept);
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

fn named(place: &Path) -> Result<String, Refusal> {
    match place.file_name().and_then(|name| name.to_str()) {
        Some(name) => Ok(name.to_owned()),
        None => refuse("NAME_IS_PATH", format!("{} is no folder of a skill", place.display())),
    }
}
