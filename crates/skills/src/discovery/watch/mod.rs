//! Keeps a listing up to date: only changed folders are read again.
//!
//! Only folders whose changes matter are watched: those that a search reads, the skills' own, and, for a root that does not
//! exist, the nearest existing parent. Deeper folders of a skill (its `node_modules`) are not watched.

mod probe;
mod watch_points;

use crate::agents::environment::Environment;
use crate::agents::root::Root;
use crate::discovery::discover::{self, LinkTargets};
use crate::discovery::listing::{Listing, SearchedRoot};
use crate::discovery::walk::{self, Walk, WalkItem};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher};
use probe::{Probe, ProbeEvents};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use watch_points::WatchPoints;

/// Events closer together than this, such as those of one save, are one change.
const QUIET: Duration = Duration::from_millis(8);
/// A longer burst is processed in parts.
const AT_MOST: Duration = Duration::from_millis(25);
/// After lost events everything is read again, but not more often than this: reading causes events, too.
const RESCAN_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// If folders appear faster than they are read, the rest is left to the events of those that are watched.
const MOST_LOOKS: usize = 8;
/// After this many panics the folders are no longer followed.
const MAX_RESTARTS: usize = 5;

/// What to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// In order of precedence, also those that do not exist yet.
    pub roots: Vec<Root>,
    /// Further folders that links may lead into.
    pub known: Vec<PathBuf>,
    /// The machine as the skills see it.
    pub environment: Environment,
}

/// A listing that follows its folders until it is dropped.
pub struct Watch {
    listing: Arc<RwLock<Listing>>,
    problem: Arc<Mutex<Option<String>>>,
    probe: Probe,
    stop: Sender<Message>,
    worker: Option<JoinHandle<()>>,
}

enum Message {
    Event(notify::Result<Event>),
    Stop,
}

impl Watch {
    /// Reads all roots, then follows their changes. After each change that the listing shows, `on_change` is called on another thread
    /// with the changed folders. `Err`: this system cannot watch; the reason is for people.
    pub fn start(search: Search, on_change: impl Fn(&[PathBuf]) + Send + 'static) -> Result<Self, String> {
        let (stop, messages) = channel();
        let events = stop.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if is_change(&event) {
                let _ended = events.send(Message::Event(event));
            }
        });
        let watcher = watcher.map_err(|error| format!("Skills folders cannot be watched: {error}"))?;
        let probe = Probe::new().map_err(|error| format!("Skills folders cannot be watched: {error}"))?;
        let mut follower = Follower::new(search, watcher, probe.seen());
        follower.watch_points.watch_also(probe.folder());
        follower.read_all();
        let (listing, problem) = (Arc::clone(&follower.listing), Arc::clone(&follower.problem));
        let worker = std::thread::Builder::new()
            .name("skills-watch".to_owned())
            .spawn(move || follower.keep_running(&messages, &on_change))
            .map_err(|error| format!("Skills folders cannot be watched: {error}"))?;
        Ok(Self { listing, problem, probe, stop, worker: Some(worker) })
    }

    /// Calls `at` with the current listing.
    pub fn look<T>(&self, at: impl FnOnce(&Listing) -> T) -> T {
        at(&self.listing.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until the listing shows all changes made before this call. `false`: that took longer than `patience`.
    pub fn catch_up(&self, patience: Duration) -> bool {
        self.probe.wait(patience)
    }

    /// Why changes may be missed: the system refuses to watch more folders.
    pub fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ended = self.stop.send(Message::Stop);
        if let Some(worker) = self.worker.take() {
            let _panicked = worker.join();
        }
    }
}

/// Reading causes events, too; they are ignored.
fn is_change(event: &notify::Result<Event>) -> bool {
    !matches!(event, Ok(event) if matches!(event.kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write)))
}

struct Follower {
    search: Search,
    known: LinkTargets,
    watch_points: WatchPoints,
    listing: Arc<RwLock<Listing>>,
    problem: Arc<Mutex<Option<String>>>,
    seen: ProbeEvents,
    pause: Duration,
    rescanned: Option<Instant>,
}

/// The changes of one burst of events.
#[derive(Default)]
struct Burst {
    paths: BTreeSet<PathBuf>,
    /// Created, removed or renamed: a watch of the old folder is useless.
    replaced: BTreeSet<PathBuf>,
    lost: bool,
}

impl Burst {
    fn add(&mut self, event: notify::Result<Event>) {
        let Ok(event) = event else {
            self.lost = true;
            return;
        };
        self.lost |= event.need_rescan();
        let replaces = matches!(
            event.kind,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(notify::event::ModifyKind::Name(_))
        );
        if replaces {
            self.replaced.extend(event.paths.iter().cloned());
        }
        self.paths.extend(event.paths);
    }
}

impl Follower {
    fn new(search: Search, watcher: RecommendedWatcher, seen: ProbeEvents) -> Self {
        Self {
            search,
            known: LinkTargets::default(),
            watch_points: WatchPoints::new(watcher),
            listing: Arc::new(RwLock::new(Listing::new(Vec::new(), None))),
            problem: Arc::default(),
            seen,
            pause: RESCAN_PAUSE,
            rescanned: None,
        }
    }

    /// Follows until it is stopped. After a panic it reads everything again, a few times.
    fn keep_running(mut self, messages: &Receiver<Message>, on_change: &dyn Fn(&[PathBuf])) {
        for _ in 0..MAX_RESTARTS {
            if catch_unwind(AssertUnwindSafe(|| self.run(messages, on_change))).is_ok() {
                return;
            }
            // A folder that panics the reading panics it here, too.
            let _ = catch_unwind(AssertUnwindSafe(|| self.read_all()));
        }
        let reason = "Skills folders are no longer followed after repeated faults of Apprentice; start it again".to_owned();
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
    }

    fn run(&mut self, messages: &Receiver<Message>, on_change: &dyn Fn(&[PathBuf])) {
        while let Ok(Message::Event(first)) = messages.recv() {
            let mut burst = Burst::default();
            burst.add(first);
            let began = Instant::now();
            // If somebody waits for this change, do not wait for more events.
            while self.seen.newest(&burst.paths).is_none() {
                match messages.recv_timeout(QUIET) {
                    Ok(Message::Event(event)) => burst.add(event),
                    Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => break,
                }
                if began.elapsed() >= AT_MOST {
                    break;
                }
            }
            if burst.lost && !self.wait_to_rescan(messages) {
                return;
            }
            let changed = self.process(&burst);
            if let Some(newest) = self.seen.newest(&burst.paths) {
                self.seen.tell(newest);
            }
            if !changed.is_empty() {
                on_change(&changed);
            }
        }
    }

    /// `false`: the watch ends.
    fn wait_to_rescan(&mut self, messages: &Receiver<Message>) -> bool {
        let since = self.rescanned.map_or(Duration::MAX, |at| at.elapsed());
        self.pause = if since > LONGEST_PAUSE { RESCAN_PAUSE } else { (self.pause * 2).min(LONGEST_PAUSE) };
        let until = Instant::now() + self.pause.saturating_sub(since);
        // Events that arrive meanwhile are covered by the rescan.
        loop {
            match messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Message::Event(_)) => {}
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        self.rescanned = Some(Instant::now());
        true
    }

    /// Processes a burst. Returns the folders whose skills changed.
    fn process(&mut self, burst: &Burst) -> Vec<PathBuf> {
        self.watch_points.forget(&burst.replaced);
        let root_is_meant = |path: &PathBuf| self.watch_points.root_paths.iter().any(|way| way.starts_with(path));
        let real_is_meant = |path: &PathBuf| {
            let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
            listing.roots.iter().any(|root| root.real.starts_with(path))
        };
        if burst.lost || burst.replaced.iter().any(|path| root_is_meant(path) || real_is_meant(path)) {
            let before = self.listing.read().unwrap_or_else(PoisonError::into_inner).roots.clone();
            self.read_all();
            let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
            return if same_roots(&before, &listing.roots) { Vec::new() } else { roots_of(&before, &listing.roots) };
        }
        let units = self.folders_to_rescan(&burst.paths);
        let read: Vec<RescannedUnit> = units.into_iter().filter_map(|(root, unit)| self.rescan(root, unit)).collect();
        apply_rescans(&mut self.listing.write().unwrap_or_else(PoisonError::into_inner), read)
    }

    /// Reads every root again and updates the watches.
    fn read_all(&mut self) {
        let ways = self.search.roots.clone();
        let roots = self.read_and_watch(&ways, Self::read_roots);
        *self.listing.write().unwrap_or_else(PoisonError::into_inner) =
            Listing::new(roots, None).on(self.search.environment.clone());
        self.publish_problem();
    }

    /// Reads the roots that exist.
    fn read_roots(&mut self) -> Vec<SearchedRoot> {
        let roots = discover::merged(&self.search.roots);
        self.watch_points.links.clear();
        self.known = LinkTargets::new(&roots, &self.search.known);
        roots.into_iter().map(|root| self.read_root(root)).collect()
    }

    /// Reads and watches. `read` requests the folders to watch. Changes between reading and watching would cause no event, so it
    /// reads again until no new folder is watched.
    fn read_and_watch<T>(&mut self, ways: &[Root], mut read: impl FnMut(&mut Self) -> T) -> T {
        let mut found = read(self);
        let mut looks = 1;
        while self.watch_points.apply(ways) && looks < MOST_LOOKS {
            found = read(self);
            looks += 1;
        }
        found
    }

    fn read_root(&mut self, root: SearchedRoot) -> SearchedRoot {
        let items = Walk::new(&root, &self.known).with_folders().all();
        self.watch_points.request(&root, &items);
        let (entries, skipped) = walk::sort(items);
        SearchedRoot { entries, skipped, ..root }
    }

    fn publish_problem(&self) {
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = self.watch_points.problem.clone();
    }

    /// The smallest folders to read again, with the index of their root.
    fn folders_to_rescan(&self, paths: &BTreeSet<PathBuf>) -> BTreeSet<(usize, PathBuf)> {
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        let mut units = BTreeSet::new();
        for path in paths {
            for (index, root) in listing.roots.iter().enumerate() {
                if let Ok(below) = path.strip_prefix(&root.real) {
                    units.insert((index, folder_to_rescan(root, &root.root.path.join(below))));
                }
                let shadowed_by = self
                    .watch_points
                    .links
                    .iter()
                    .filter(|(real, link)| path.starts_with(real) && link.starts_with(&root.root.path));
                units.extend(shadowed_by.map(|(_, link)| (index, first_link(&root.root.path, link))));
            }
        }
        units
    }

    fn rescan(&mut self, index: usize, unit: PathBuf) -> Option<RescannedUnit> {
        let mut root = {
            let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
            let root = listing.roots.get(index)?;
            // Without its entries, which are most of it.
            SearchedRoot { root: root.root.clone(), real: root.real.clone(), entries: Vec::new(), skipped: Vec::new() }
        };
        self.known.forget_real_paths();
        let items = self.read_and_watch(&[], |follower| {
            let items: Vec<WalkItem> = Walk::new(&root, &follower.known).with_folders().rewalk(&unit);
            follower.watch_points.request(&root, &items);
            items
        });
        self.publish_problem();
        (root.entries, root.skipped) = walk::sort(items);
        Some(RescannedUnit { index, folder: unit, read: root })
    }
}

/// One folder that was read again.
struct RescannedUnit {
    /// The index of its root.
    index: usize,
    folder: PathBuf,
    read: SearchedRoot,
}

/// Puts rescanned folders into the listing and computes precedence before anybody reads it again: a listing between the two would
/// have entries without a status. Returns the folders that changed.
fn apply_rescans(listing: &mut Listing, read: Vec<RescannedUnit>) -> Vec<PathBuf> {
    let mut changed = Vec::new();
    for RescannedUnit { index, folder, read } in read {
        if listing.roots.get_mut(index).is_some_and(|known| replace_entries(known, &folder, read)) {
            changed.push(folder);
        }
    }
    if !changed.is_empty() {
        listing.rank_entries(None);
    }
    changed
}

/// The first link in `path`: a walk can begin at a link, not behind one.
fn first_link(root: &Path, path: &Path) -> PathBuf {
    let below = path.ancestors().take_while(|above| *above != root).collect::<Vec<_>>();
    let link = below.iter().rev().find(|above| above.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()));
    link.map_or_else(|| path.to_path_buf(), |link| link.to_path_buf())
}

/// The folder to read again for a change at `path`: a skill, a skipped folder, or `path` itself.
fn folder_to_rescan(root: &SearchedRoot, path: &Path) -> PathBuf {
    let below = path.strip_prefix(&root.root.path).unwrap_or(path);
    let skill = root.entries.iter().find(|entry| below.starts_with(&entry.below));
    if let Some(skill) = skill {
        return root.root.path.join(&skill.below);
    }
    let left_out = root.skipped.iter().map(|skipped| Path::new(&skipped.path)).find(|skipped| path.starts_with(skipped));
    if let Some(left_out) = left_out {
        return left_out.to_path_buf();
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let makes_a_skill = name.eq_ignore_ascii_case("SKILL.md") || ["skill.json", "prompt.md"].contains(&name);
    match path.parent() {
        Some(folder) if makes_a_skill => folder.to_path_buf(),
        _ => path.to_path_buf(),
    }
}

/// Replaces the entries of `unit` by those that were read. `false`: they are the same.
fn replace_entries(known: &mut SearchedRoot, unit: &Path, read: SearchedRoot) -> bool {
    let below = unit.strip_prefix(&known.root.path).unwrap_or(unit).to_path_buf();
    let from = known.entries.partition_point(|entry| *entry.below < *below);
    let count = known.entries[from..].iter().take_while(|entry| entry.below.starts_with(&below)).count();
    let in_unit = |path: &str| Path::new(path).starts_with(unit);
    let skipped_before = known.skipped.iter().filter(|skipped| in_unit(&skipped.path));
    let same = known.entries[from..from + count] == read.entries[..] && skipped_before.eq(read.skipped.iter());
    // Entries that are equal are replaced too: their cached lookups may be stale.
    known.entries.splice(from..from + count, read.entries);
    if same {
        return false;
    }
    known.skipped.retain(|skipped| !in_unit(&skipped.path));
    known.skipped.extend(read.skipped);
    true
}

fn same_roots(before: &[SearchedRoot], now: &[SearchedRoot]) -> bool {
    before.len() == now.len()
        && before.iter().zip(now).all(|(one, other)| {
            one.root == other.root && one.real == other.real && one.entries == other.entries && one.skipped == other.skipped
        })
}

fn roots_of(before: &[SearchedRoot], now: &[SearchedRoot]) -> Vec<PathBuf> {
    let all: BTreeSet<&PathBuf> = before.iter().chain(now).map(|root| &root.root.path).collect();
    all.into_iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::skill::SkillScope;
    use std::fs;

    #[test]
    fn a_change_between_reading_and_watching_is_found_and_watched() {
        let folder = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(folder.path()).unwrap();
        let root =
            Root { path: base.join("agent/skills"), scope: SkillScope::User, agents: vec!["one".to_owned()], namespace: None };
        let watcher = notify::recommended_watcher(|_| ()).unwrap();
        let search = Search { roots: vec![root.clone()], known: Vec::new(), environment: Environment::default() };
        let mut follower = Follower::new(search, watcher, Probe::new().unwrap().seen());
        // Folders that appear after each read, in a folder that is not watched yet.
        let mut coming = ["agent/skills/group", "agent/skills/group/tidy"].into_iter();
        let found = follower.read_and_watch(&[root], |follower| {
            let found = follower.read_roots();
            if let Some(place) = coming.next() {
                fs::create_dir_all(base.join(place)).unwrap();
            }
            if coming.len() == 0 {
                let text = "---\nname: tidy\ndescription: d\n---\n\nBody.\n";
                fs::write(base.join("agent/skills/group/tidy/SKILL.md"), text).unwrap();
            }
            found
        });
        assert_eq!(found.iter().map(|root| root.entries.len()).collect::<Vec<_>>(), [1]);
        for place in ["agent", "agent/skills", "agent/skills/group", "agent/skills/group/tidy"] {
            assert!(follower.watch_points.is_watched(&base.join(place)), "{place}");
        }
    }

    #[test]
    fn rescanned_entries_have_a_status_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let root =
            Root { path: folder.path().join("skills"), scope: SkillScope::User, agents: vec!["one".to_owned()], namespace: None };
        fs::create_dir_all(&root.path).unwrap();
        let searched = || discover::merged(std::slice::from_ref(&root)).pop().unwrap();
        let mut listing = Listing::new(vec![searched()], None);
        for name in ["tidy", "wash"] {
            let place = root.path.join(name);
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join("SKILL.md"), format!("---\nname: {name}\ndescription: d\n---\n\nBody.\n")).unwrap();
        }
        let read = |name: &str| {
            let (place, mut read) = (root.path.join(name), searched());
            (read.entries, read.skipped) = walk::sort(Walk::new(&read, &LinkTargets::default()).rewalk(&place));
            RescannedUnit { index: 0, folder: place, read }
        };
        let (first, second) = (read("wash"), read("tidy"));
        let places = [first.folder.clone(), second.folder.clone()];
        assert_eq!(apply_rescans(&mut listing, vec![first, second]), places);
        for place in &places {
            assert!(listing.at(place).is_some() && listing.candidates(place).len() == 2, "{place:?}");
        }
        assert_eq!(listing.skills().count(), 2);
        assert!(apply_rescans(&mut listing, vec![read("wash")]).is_empty(), "it is the same");
    }
}
