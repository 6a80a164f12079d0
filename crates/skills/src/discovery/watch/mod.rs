//! Keeps a listing fresh: what changes in the folders is read anew, and nothing else.
//!
//! Only folders that can bring a change are watched: those that a search looks into, the skills' own, and, for a root that does not
//! exist, the nearest folder above that does. What lies deeper in a skill (its `node_modules`) is not.

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
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use watch_points::WatchPoints;

/// A burst of events, such as those of one save, is one change: when so long nothing comes.
const QUIET: Duration = Duration::from_millis(8);
/// Events that do not end are taken in pieces.
const AT_MOST: Duration = Duration::from_millis(25);
/// After lost events all is read again, but not more often: reading makes events, too.
const RESCAN_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Where folders come faster than they are looked at, the rest is left to the events of those that are watched.
const MOST_LOOKS: usize = 8;

/// What is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// In order of precedence, also those that do not exist yet.
    pub roots: Vec<Root>,
    /// Further folders that links may lead into.
    pub known: Vec<PathBuf>,
    /// What the skills find on this machine.
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
    /// Reads all, then follows. `on_change` is called, off the caller's thread, after each change that the listing shows, with the
    /// folders that it was in. `Err`: this system cannot watch; the reason is for people.
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
            .spawn(move || follower.run(&messages, &on_change))
            .map_err(|error| format!("Skills folders cannot be watched: {error}"))?;
        Ok(Self { listing, problem, probe, stop, worker: Some(worker) })
    }

    /// The listing of now.
    pub fn look<T>(&self, at: impl FnOnce(&Listing) -> T) -> T {
        at(&self.listing.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until the listing shows whatever was changed before this call. `false`: it took longer than `patience`.
    pub fn catch_up(&self, patience: Duration) -> bool {
        self.probe.wait(patience)
    }

    /// Why changes may be missed, when they may: the system watches no more folders.
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

/// Looking makes events too, which say nothing.
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

/// What a burst of events says.
#[derive(Default)]
struct Burst {
    paths: BTreeSet<PathBuf>,
    /// Came, went, or got another name: a watch of what stood there is of no use.
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

    fn run(mut self, messages: &Receiver<Message>, on_change: &dyn Fn(&[PathBuf])) {
        while let Ok(Message::Event(first)) = messages.recv() {
            let mut burst = Burst::default();
            burst.add(first);
            let began = Instant::now();
            // Somebody waits for the answer of now.
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
            let changed = self.take(&burst);
            if let Some(newest) = self.seen.newest(&burst.paths) {
                self.seen.tell(newest);
            }
            if !changed.is_empty() {
                on_change(&changed);
            }
        }
    }

    /// `false`: it is to end.
    fn wait_to_rescan(&mut self, messages: &Receiver<Message>) -> bool {
        let since = self.rescanned.map_or(Duration::MAX, |at| at.elapsed());
        self.pause = if since > LONGEST_PAUSE { RESCAN_PAUSE } else { (self.pause * 2).min(LONGEST_PAUSE) };
        let until = Instant::now() + self.pause.saturating_sub(since);
        // What comes meanwhile is read with the rest.
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

    /// The folders whose skills are others now.
    fn take(&mut self, burst: &Burst) -> Vec<PathBuf> {
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
            return if same(&before, &listing.roots) { Vec::new() } else { roots_of(&before, &listing.roots) };
        }
        let units = self.units(&burst.paths);
        let read: Vec<RescannedUnit> = units.into_iter().filter_map(|(root, unit)| self.read_again(root, unit)).collect();
        take_over(&mut self.listing.write().unwrap_or_else(PoisonError::into_inner), read)
    }

    /// Reads every root anew, and watches what is to be watched.
    fn read_all(&mut self) {
        let ways = self.search.roots.clone();
        let roots = self.read_and_watch(&ways, Self::read_roots);
        *self.listing.write().unwrap_or_else(PoisonError::into_inner) =
            Listing::new(roots, None).on(self.search.environment.clone());
        self.tell_problem();
    }

    /// Those of the roots that exist.
    fn read_roots(&mut self) -> Vec<SearchedRoot> {
        let roots = discover::merged(&self.search.roots);
        self.watch_points.links.clear();
        self.known = LinkTargets::new(&roots, &self.search.known);
        roots.into_iter().map(|root| self.read_root(root)).collect()
    }

    /// What `read` finds, which says what is to be watched. What came between looking and watching is seen by looking again, and is watched
    /// in its turn: nothing would tell of it later.
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

    fn tell_problem(&self) {
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = self.watch_points.problem.clone();
    }

    /// The smallest folders to read again, with their roots.
    fn units(&self, paths: &BTreeSet<PathBuf>) -> BTreeSet<(usize, PathBuf)> {
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        let mut units = BTreeSet::new();
        for path in paths {
            for (index, root) in listing.roots.iter().enumerate() {
                if let Ok(below) = path.strip_prefix(&root.real) {
                    units.insert((index, unit(root, &root.root.path.join(below))));
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

    fn read_again(&mut self, index: usize, unit: PathBuf) -> Option<RescannedUnit> {
        let mut root = {
            let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
            let root = listing.roots.get(index)?;
            // Without what stands in it, which is most of it.
            SearchedRoot { root: root.root.clone(), real: root.real.clone(), entries: Vec::new(), skipped: Vec::new() }
        };
        self.known.forget_real_paths();
        let items = self.read_and_watch(&[], |follower| {
            let items: Vec<WalkItem> = Walk::new(&root, &follower.known).with_folders().rewalk(&unit);
            follower.watch_points.request(&root, &items);
            items
        });
        self.tell_problem();
        (root.entries, root.skipped) = walk::sort(items);
        Some(RescannedUnit { index, folder: unit, read: root })
    }
}

/// What was read anew of one folder.
struct RescannedUnit {
    /// Of its root.
    index: usize,
    folder: PathBuf,
    read: SearchedRoot,
}

/// Puts what was read into the listing and works out who stands behind whom, both before anybody looks again: a listing between the two
/// would have skills without a standing. Answers the folders that are others now.
fn take_over(listing: &mut Listing, read: Vec<RescannedUnit>) -> Vec<PathBuf> {
    let mut changed = Vec::new();
    for RescannedUnit { index, folder, read } in read {
        if listing.roots.get_mut(index).is_some_and(|known| put(known, &folder, read)) {
            changed.push(folder);
        }
    }
    if !changed.is_empty() {
        listing.rank_entries(None);
    }
    changed
}

/// A walk can begin at a link, not behind one.
fn first_link(root: &Path, path: &Path) -> PathBuf {
    let below = path.ancestors().take_while(|above| *above != root).collect::<Vec<_>>();
    let link = below.iter().rev().find(|above| above.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()));
    link.map_or_else(|| path.to_path_buf(), |link| link.to_path_buf())
}

/// The folder that `path`, in the root, belongs to: of a skill, of what was left out, or its own.
fn unit(root: &SearchedRoot, path: &Path) -> PathBuf {
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

/// Puts what was read of `unit` in the place of what stood there. `false`: it is the same.
fn put(known: &mut SearchedRoot, unit: &Path, read: SearchedRoot) -> bool {
    let below = unit.strip_prefix(&known.root.path).unwrap_or(unit).to_path_buf();
    let from = known.entries.partition_point(|entry| *entry.below < *below);
    let count = known.entries[from..].iter().take_while(|entry| entry.below.starts_with(&below)).count();
    let in_unit = |path: &str| Path::new(path).starts_with(unit);
    let skipped_before = known.skipped.iter().filter(|skipped| in_unit(&skipped.path));
    let same = known.entries[from..from + count] == read.entries[..] && skipped_before.eq(read.skipped.iter());
    // Also the same ones: what was looked for in their folders may have come or gone.
    known.entries.splice(from..from + count, read.entries);
    if same {
        return false;
    }
    known.skipped.retain(|skipped| !in_unit(&skipped.path));
    known.skipped.extend(read.skipped);
    true
}

fn same(before: &[SearchedRoot], now: &[SearchedRoot]) -> bool {
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
    fn what_comes_between_looking_and_watching_is_seen_and_watched_too() {
        let folder = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(folder.path()).unwrap();
        let root = Root { path: base.join("agent/skills"), scope: SkillScope::User, agents: vec!["one".to_owned()] };
        let watcher = notify::recommended_watcher(|_| ()).unwrap();
        let search = Search { roots: vec![root.clone()], known: Vec::new(), environment: Environment::default() };
        let mut follower = Follower::new(search, watcher, Probe::new().unwrap().seen());
        // What somebody makes after each look, in a folder that nobody watches yet.
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
    fn whatever_is_put_into_a_listing_has_its_standing_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root { path: folder.path().join("skills"), scope: SkillScope::User, agents: vec!["one".to_owned()] };
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
        assert_eq!(take_over(&mut listing, vec![first, second]), places);
        for place in &places {
            assert!(listing.at(place).is_some() && listing.candidates(place).len() == 2, "{place:?}");
        }
        assert_eq!(listing.skills().count(), 2);
        assert!(take_over(&mut listing, vec![read("wash")]).is_empty(), "it is the same");
    }
}
