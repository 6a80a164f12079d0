//! Operations on one skill by its folder, for callers that list every copy: status, pin, update, remove, restore.

use super::apply;
use super::locks::ManagedLocks;
use super::plan::{self, InstallPlan, InstallStep, StepAction, read_record};
use super::record::{CachedRecord, LockedRecord, RecordEntry};
use super::remove::{self, RemovalPlan, RemovalTarget};
use super::removed::{discard, new_copy_folder};
use super::restore::RestoreNote;
use super::scope::{InstallContext, InstallScope};
use super::status::{self, InstallStatus, SourceCheck};
use super::tracked;
use super::update::{self, Sources, adopted};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::FetchOptions;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The records of all installers, read once for a whole listing.
pub struct InstallNotes {
    /// Folders that we wrote, and whether each is pinned.
    ours: HashMap<PathBuf, bool>,
    /// Names in the user's lock file.
    locked: HashSet<String>,
    shared: Option<PathBuf>,
}

/// Whether a skill was installed and is pinned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstallNote {
    /// An installer put it there.
    pub installed: bool,
    /// It is pinned.
    pub pinned: bool,
}

impl InstallNotes {
    /// An unreadable record counts as empty: the listing is shown, and the next change reports it.
    pub fn read(context: &InstallContext) -> Self {
        let installed = read_record(context).unwrap_or_default().installed;
        let ours = installed.into_iter().map(|entry| (entry.place, entry.pinned.is_some())).collect();
        let mut locks = ManagedLocks::of(context);
        let locked = locks.readable(None).map(|lock_file| lock_file.lock().names()).unwrap_or_default().into_iter().collect();
        Self { ours, locked, shared: context.shared(&InstallScope::User).ok() }
    }

    /// The note about the skill at `place`. A listing reads the notes in the skill's folder itself.
    pub fn of(&self, place: &Path) -> InstallNote {
        if let Some(pinned) = self.ours.get(place) {
            return InstallNote { installed: true, pinned: *pinned };
        }
        let name = place.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Of two skills of one name the lock file usually means the one in the shared folder; a single status looks closer.
        let shared = || self.shared.as_ref().map(|shared| shared.join(name)).filter(|shared| shared.is_dir());
        let noted = self.locked.contains(name) && shared().is_none_or(|shared| shared == place);
        InstallNote { installed: noted, pinned: false }
    }
}

/// The status of the skill at `place`. No source is fetched.
pub fn status_at(context: &InstallContext, place: &Path) -> Result<InstallStatus, Refusal> {
    let record = read_record(context)?;
    match record.at(place) {
        Some(entry) => status::recorded_status(entry, SourceCheck::Local, &FetchOptions::unattended()),
        None => {
            let mut locks = ManagedLocks::of(context);
            status::foreign_status(locks.readable(None), &record, skill_name(place)?, place.to_path_buf())
        }
    }
}

/// Operations on many skills by their folders: the record and the lock file are read once and written at the end, and one source
/// is fetched at a time.
pub struct Batch<'a> {
    pub(super) context: &'a InstallContext<'a>,
    places: Vec<PathBuf>,
    /// The lock on the record.
    held: Option<LockedRecord>,
    /// The record as it was last read.
    known: CachedRecord,
    locks: ManagedLocks<'a>,
    sources: Sources<'a>,
    /// The record or a lock file changed in memory.
    pub(super) changed: bool,
    /// Copies of restored skills, deleted when the record is written.
    pub(super) restored: Vec<PathBuf>,
    /// The record on the disk marks the skills to be removed.
    intending: bool,
}

impl<'a> Batch<'a> {
    /// `places`: every folder that an operation may name.
    pub fn new(context: &'a InstallContext<'a>, watch: &'a FetchOptions<'a>, places: Vec<PathBuf>) -> Self {
        let (locks, sources) = (ManagedLocks::of(context), Sources::new(watch));
        let known = CachedRecord::default();
        Self { context, places, held: None, known, locks, sources, changed: false, restored: Vec::new(), intending: false }
    }

    pub(super) fn hold(&mut self) -> Result<(&mut LockedRecord, &mut ManagedLocks<'a>), Refusal> {
        let held = match self.held.take() {
            Some(held) => held,
            None => {
                let held = self.context.lock_record_again(Some(std::mem::take(&mut self.known)))?;
                self.locks.refresh()?;
                held
            }
        };
        Ok((self.held.insert(held), &mut self.locks))
    }

    fn release(&mut self) {
        if let Some(held) = self.held.take() {
            self.known = held.release();
        }
    }

    /// Pins the skill at `place`, or takes the pin away. Also one that another installer wrote down.
    pub fn pin(&mut self, place: &Path, reason: Option<&str>) -> Result<(), Refusal> {
        let (context, name) = (self.context, skill_name(place)?);
        let (held, locks) = self.hold()?;
        let known = held.record.at(place).cloned();
        let mut other = || tracked::find(locks.readable(None), &held.record, &name, place);
        let entry = match (known, reason) {
            (Some(entry), _) => Some(entry),
            (None, None) => None,
            (None, Some(_)) => other()
                .map(|other| {
                    let files = plan::read_manifest(place)?.unwrap_or_default().0;
                    Ok(RecordEntry { files, ..adopted(context, name.clone(), place.to_path_buf(), None, &other) })
                })
                .transpose()?,
        };
        let Some(mut entry) = entry else {
            return refuse(
                RefusalCode::NotTracked,
                format!("{name} was not installed by Apprentice or another installer; there is nothing to pin"),
            );
        };
        entry.pinned = reason.map(str::to_owned);
        held.record.put(entry);
        self.changed = true;
        Ok(())
    }

    /// The order in which to plan updates: skills of one source follow each other.
    pub fn by_source(&mut self) -> Result<Vec<usize>, Refusal> {
        self.hold()?;
        let places = self.places.clone();
        let keys = places.iter().map(|place| Ok(update::by_source(&self.recorded_source(place)?.1)));
        let keys: Vec<String> = keys.map(|key: Result<String, Refusal>| key.unwrap_or_default()).collect();
        self.release();
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|at| &keys[*at]);
        Ok(order)
    }

    fn recorded_source(&mut self, place: &Path) -> Result<(RecordEntry, update::KnownSource), Refusal> {
        let record = self.held.as_ref().map_or(&self.known.record, |held| &held.record);
        if let Some(entry) = record.at(place).cloned() {
            let source = Ok((entry.source.clone(), Some(entry.folder.clone())));
            return Ok((entry, source));
        }
        let name = skill_name(place)?;
        match tracked::find(self.locks.readable(None), record, &name, place) {
            Some(other) => Ok(update::from_foreign(self.context, name, place.to_path_buf(), None, &other)),
            None => {
                refuse(RefusalCode::NotTracked, format!("No installer recorded the source of {name}, so it cannot be updated"))
            }
        }
    }

    /// Plans to update the skill at `place`. `UP_TO_DATE` where there is nothing newer.
    pub fn plan_update(&mut self, place: &Path, force: bool, accept_risk: bool) -> Result<InstallStep, Refusal> {
        // Fetching may take long, so the record is not locked meanwhile.
        self.release();
        self.known.refresh(&self.context.folder)?;
        self.locks.refresh()?;
        let (entry, source) = self.recorded_source(place)?;
        let (locks, now) = (&mut self.locks, self.context.clock.now());
        let step = update::plan_one(locks, &self.known.record, now, entry, source, force, accept_risk, &mut self.sources)?;
        if step.what == StepAction::Nothing {
            return refuse(RefusalCode::UpToDate, format!("{} is up to date with its source", step.name));
        }
        Ok(step)
    }

    /// Executes one step. It stays done whatever happens to the others.
    pub fn update(&mut self, step: InstallStep) -> Result<apply::StepResult, Refusal> {
        let place = step.place.clone();
        let plan = InstallPlan { steps: vec![step], read_by: Vec::new(), not_offered: Vec::new() };
        let context = self.context;
        let (held, locks) = self.hold()?;
        let done = apply::execute(context, held, locks, &plan);
        self.release();
        done?
            .pop()
            .ok_or_else(|| Refusal::new(RefusalCode::UpToDate, format!("{} is up to date with its source", place.display())))
    }

    /// Plans to remove the skill at `place` and no other.
    pub fn plan_removal(&mut self, place: &Path, force: bool) -> Result<RemovalPlan, Refusal> {
        let at = RemovalTarget::Folder(place.parent().unwrap_or(place).to_path_buf());
        let (context, names) = (self.context, [skill_name(place)?]);
        let (held, locks) = self.hold()?;
        remove::planned(context, &held.record, locks, &at, &names, force)
    }

    /// Executes such a removal. Returns the folder of the copy, for [`Batch::restore`].
    pub fn remove(&mut self, removal: &RemovalPlan) -> Result<PathBuf, Refusal> {
        let Some(one) = removal.removed.first() else { return refuse(RefusalCode::NotInstalled, "There is nothing to remove") };
        let context = self.context;
        if !self.intending {
            let places = self.places.clone();
            self.hold()?.0.write_intending(&places.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
            (self.intending, self.changed) = (true, true);
        }
        let (held, locks) = self.hold()?;
        let link = fs::read_link(&one.place).ok();
        let entry = held.record.at(&one.place).cloned();
        let folder = new_copy_folder(context, &one.name)?;
        let undo = RestoreNote { place: one.place.clone(), link, entry, bytes: None };
        let done = undo.write(&folder).and_then(|()| remove::execute(context, held, locks, one).map(|_| ()));
        match done {
            Ok(()) => Ok(folder),
            // The skill was removed before the failure: this is the only copy.
            Err(refusal) if fs::symlink_metadata(&one.place).is_err() => {
                Err(Refusal::new(refusal.code, format!("{}. A copy of it is kept in {}", refusal.message, folder.display())))
            }
            Err(refusal) => {
                let _it_is_not_listed = discard(&folder);
                Err(refusal)
            }
        }
    }

    /// Writes the record and the lock files. Before this, folders are changed but pins are not.
    pub fn end(mut self) -> Result<(), Refusal> {
        if !self.changed {
            return Ok(());
        }
        let (held, locks) = self.hold()?;
        // If the lock files cannot be written, the record still marks these skills as being removed, and the next command
        // finishes it.
        locks.write()?;
        held.write()?;
        for copy in &self.restored {
            let _it_is_not_listed = discard(copy);
        }
        Ok(())
    }
}

impl InstallStep {
    /// A file of the new version, as text.
    pub fn text(&self, path: &str) -> Option<String> {
        self.package.files.0.get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

pub(super) fn skill_name(place: &Path) -> Result<String, Refusal> {
    match place.file_name().and_then(|name| name.to_str()) {
        Some(name) => Ok(name.to_owned()),
        None => refuse(RefusalCode::NameIsPath, format!("{} is not the folder of a skill", place.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::targets::Machine;
    use crate::install::manage::record::counted::{READS, WRITES};
    use crate::install::manage::{Destination, InstallRequest, apply, plan_install};
    use crate::source::fetch;
    use crate::source::locator::SourceLocation;
    use apprentice_contracts::Time;
    use apprentice_contracts::runtime::Clock;

    struct Still;

    impl Clock for Still {
        fn now(&self) -> Time {
            "2026-11-22T01:02:03.004Z".parse().unwrap()
        }
    }

    const MANY: usize = 12;

    /// Skills of two sources, in turns.
    fn sources(folder: &Path, words: &str) {
        for number in 0..MANY {
            let skill = folder.join(format!("source-{}/skill-{number:02}", number % 2));
            fs::create_dir_all(&skill).unwrap();
            let text = format!("---\nname: skill-{number:02}\ndescription: Does it. Use when asked.\n---\n\n{words}\n");
            fs::write(skill.join("SKILL.md"), text).unwrap();
        }
    }

    fn counts() -> (usize, usize, usize) {
        let locks = crate::install::lock::READS.with(|count| count.replace(0));
        (READS.with(|count| count.replace(0)), WRITES.with(|count| count.replace(0)), locks)
    }

    #[test]
    fn a_batch_reads_the_record_and_the_lock_file_once() {
        let temp = tempfile::tempdir().unwrap();
        let machine = Machine { user_home: Some(temp.path().join("user")), ..Machine::default() };
        let context = InstallContext { folder: temp.path().join("home"), machine: &machine, state_home: None, clock: &Still };
        let watch = FetchOptions::unattended();
        sources(temp.path(), "one");
        let mut entries = Vec::new();
        for source in ["source-0", "source-1"].map(|name| temp.path().join(name)) {
            let fetched = fetch::materialize(&SourceLocation::Folder { path: source.clone() }, &watch).unwrap();
            let into = Destination::Linked { scope: InstallScope::User, agents: Vec::new() };
            let wanted = InstallRequest { names: Vec::new(), all: true, into, force: false, accept_risk: false };
            for done in apply(&context, &plan_install(&context, &fetched, &wanted).unwrap()).unwrap() {
                entries.push((done.name, serde_json::json!({ "source": source, "sourceType": "local" })));
            }
        }
        let lock = temp.path().join("user/.agents/.skill-lock.json");
        let skills: serde_json::Map<_, _> = entries.into_iter().collect();
        let text = serde_json::json!({ "version": 3, "skills": skills }).to_string();
        fs::write(&lock, &text).unwrap();
        let shared = temp.path().join("user/.agents/skills");
        let places: Vec<PathBuf> = (0..MANY).map(|number| shared.join(format!("skill-{number:02}"))).collect();
        let batch = || Batch::new(&context, &watch, places.clone());
        counts();

        let mut pins = batch();
        places.iter().for_each(|place| pins.pin(place, Some("it works")).unwrap());
        pins.end().unwrap();
        assert_eq!(counts(), (1, 1, 0), "reads and writes of the record, reads of the lock file");
        assert!(read_record(&context).unwrap().installed.iter().all(|entry| entry.pinned.is_some()));
        let mut unpins = batch();
        places.iter().for_each(|place| unpins.pin(place, None).unwrap());
        unpins.end().unwrap();
        counts();

        sources(temp.path(), "two");
        let mut updates = batch();
        let order = updates.by_source().unwrap();
        assert_eq!(order, [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11], "one source after the other");
        for at in order {
            let step = updates.plan_update(&places[at], false, false).unwrap();
            updates.update(step).unwrap();
        }
        updates.end().unwrap();
        let (reads, writes, locks) = counts();
        assert_eq!((reads, locks), (1, 1));
        assert_eq!(writes, 2 * MANY, "each update stands for itself, whenever the program ends");
        assert!(fs::read_to_string(places[3].join("SKILL.md")).unwrap().contains("two"));

        fs::write(&lock, &text).unwrap();
        let mut removals = batch();
        let mut kept = Vec::new();
        for place in &places {
            let removal = removals.plan_removal(place, false).unwrap();
            kept.push(removals.remove(&removal).unwrap());
        }
        removals.end().unwrap();
        assert_eq!(counts(), (1, 2, 1));
        assert!(read_record(&context).unwrap().installed.is_empty());
        assert!(!fs::read_to_string(&lock).unwrap().contains("skill-"));

        counts();
        let mut restoring = batch();
        for copy in &kept {
            restoring.restore(copy.file_name().unwrap().to_str().unwrap()).unwrap();
        }
        restoring.end().unwrap();
        assert_eq!(counts(), (1, 1, 1));
        assert_eq!(read_record(&context).unwrap().installed.len(), MANY);
        assert!(kept.iter().all(|copy| !copy.exists()) && places.iter().all(|place| place.exists()));
    }
}
