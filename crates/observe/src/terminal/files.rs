//! Which files a command created, changed or removed: two listings of its folder and the times that the file system keeps.

use apprentice_contracts::Time;
use apprentice_contracts::observation::{FileChange, FileChangeKind};
use apprentice_platform::files::{changed_ns, inode, modified_ns};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

const MAX_DEPTH: usize = 4;
const MAX_ENTRIES: usize = 5_000;
const MAX_CHANGES: usize = 50;
/// File times come from a clock that ticks this seldom at worst, so they may lie before the start of what caused them.
const TICK_NS: i128 = 12_000_000;
/// Folders that tools fill, and files that the shell itself writes.
const IGNORED: &[&str] = &[
    ".git",
    "node_modules",
    "target",
    ".venv",
    "__pycache__",
    ".cache",
    ".mypy_cache",
    ".pytest_cache",
    ".bash_history",
    ".zsh_history",
    ".viminfo",
    ".lesshst",
    ".sudo_as_admin_successful",
];

/// What stood below a folder at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    pub directory: PathBuf,
    entries: BTreeMap<PathBuf, Entry>,
    /// `false`: there was more than is worth looking at, so what is missing here may still exist.
    complete: bool,
    taken_ns: i128,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    folder: bool,
    size: u64,
    inode: Option<u64>,
    modified_ns: i128,
    changed_ns: i128,
    born_ns: Option<i128>,
}

/// Changes that a command was already attributed with: the path and when it changed.
pub(super) type Attributed = HashSet<(PathBuf, i128)>;

impl Listing {
    /// The nearest entries first, so that a cut listing holds the ones that matter. `ignored`: Apprentice's own home.
    pub(super) fn of(directory: &Path, ignored: &Path) -> Self {
        let mut listing = Self { directory: directory.to_owned(), entries: BTreeMap::new(), complete: true, taken_ns: 0 };
        let mut folders = VecDeque::from([(PathBuf::new(), 0)]);
        while let Some((folder, depth)) = folders.pop_front() {
            let Ok(children) = std::fs::read_dir(directory.join(&folder)) else { continue };
            for child in children.flatten() {
                let name = child.file_name();
                let shell_own = name.to_str().is_some_and(|name| IGNORED.contains(&name) || name.starts_with(".zcompdump"));
                if shell_own || child.path() == ignored {
                    continue;
                }
                if listing.entries.len() >= MAX_ENTRIES {
                    listing.complete = false;
                    return listing;
                }
                let Ok(about) = child.metadata() else { continue };
                let path = folder.join(name);
                if about.is_dir() && depth + 1 < MAX_DEPTH {
                    folders.push_back((path.clone(), depth + 1));
                }
                listing.entries.insert(path, Entry::from(&about));
            }
        }
        listing.taken_ns = real_nanoseconds();
        listing
    }

    /// What happened from this listing to `now`, while a command ran from `start` to `end`. `attributed` is what commands
    /// before it did; what this one did is added.
    pub(super) fn changes_until(&self, now: &Self, start: Time, end: Time, attributed: &mut Attributed) -> Vec<FileChange> {
        let (start, end) = (nanoseconds(start), nanoseconds(end));
        let known = self.directory == now.directory && self.complete;
        // Otherwise the command may have begun before this listing was made, and the files' own times must tell.
        let exact = known && self.taken_ns <= start;
        // What is older cannot be taken for this command's any more.
        attributed.retain(|(_, changed)| *changed >= start - TICK_NS);
        let before = attributed.clone();
        let mut changes = Vec::new();
        for (path, entry) in &now.entries {
            let key = (path.clone(), entry.changed_ns);
            if entry.changed_ns > end || before.contains(&key) {
                continue;
            }
            let change = if exact { entry.change_from(self.entries.get(path)) } else { entry.change_since(start - TICK_NS) };
            // A folder changes whenever something in it appears, which is told by itself.
            let Some(change) = change.filter(|change| !entry.folder || *change == FileChangeKind::Created) else { continue };
            attributed.insert(key);
            changes.push((path, entry.folder, change, (!entry.folder).then_some(entry.size)));
        }
        if known && now.complete {
            let removed = self.entries.iter().filter(|(path, _)| !now.entries.contains_key(*path));
            changes.extend(removed.map(|(path, entry)| (path, entry.folder, FileChangeKind::Removed, None)));
        }
        changes.sort_by_key(|(path, ..)| (path.components().count(), path.to_owned()));
        let told = changes.into_iter().take(MAX_CHANGES).map(|(path, folder, change, size)| {
            let slash = if folder { "/" } else { "" };
            FileChange { path: format!("{}{slash}", path.display()), change, size }
        });
        told.collect()
    }
}

impl Entry {
    fn change_from(&self, old: Option<&Self>) -> Option<FileChangeKind> {
        match old {
            None => Some(FileChangeKind::Created),
            Some(old) => (old != self).then_some(FileChangeKind::Changed),
        }
    }

    fn change_since(&self, moment: i128) -> Option<FileChangeKind> {
        let touched = self.changed_ns >= moment;
        match self.born_ns {
            Some(born) if born >= moment => Some(FileChangeKind::Created),
            Some(_) => touched.then_some(FileChangeKind::Changed),
            None => touched.then_some(FileChangeKind::Created),
        }
    }
}

impl From<&std::fs::Metadata> for Entry {
    fn from(about: &std::fs::Metadata) -> Self {
        let born = about.created().ok().and_then(|born| born.duration_since(std::time::UNIX_EPOCH).ok());
        Self {
            folder: about.is_dir(),
            size: about.len(),
            inode: inode(about),
            modified_ns: modified_ns(about),
            changed_ns: changed_ns(about),
            born_ns: born.and_then(|born| i128::try_from(born.as_nanos()).ok()),
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "compared with the times of files and shells, which no clock of ours makes")]
fn real_nanoseconds() -> i128 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.ok().and_then(|since| i128::try_from(since.as_nanos()).ok()).unwrap_or(i128::MAX)
}

fn nanoseconds(time: Time) -> i128 {
    i128::from(time.timestamp_micros()) * 1_000
}
