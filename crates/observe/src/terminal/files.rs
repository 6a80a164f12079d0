//! Which files a command created, changed or removed: two listings of its folder and the times that the file system keeps.

use apprentice_contracts::Time;
use apprentice_contracts::observation::{FileChange, FileChangeKind};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const DEEPEST: usize = 4;
const MOST_ENTRIES: usize = 5_000;
const MOST_CHANGES: usize = 50;
/// File times come from a clock that ticks this seldom at worst, so they may lie before the start of what caused them.
const TICK_NS: i128 = 12_000_000;
/// Folders that tools fill, and files that the shell itself writes.
const PASSED_OVER: &[&str] = &[
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
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    folder: bool,
    size: u64,
    inode: u64,
    modified_ns: i128,
    changed_ns: i128,
    born_ns: Option<i128>,
}

/// Changes that a command was already credited with: the path and when it changed.
pub(super) type Credited = HashSet<(PathBuf, i128)>;

impl Listing {
    /// The nearest entries first, so that a cut listing holds the ones that matter. `passed_over`: Apprentice's own home.
    pub(super) fn of(directory: &Path, passed_over: &Path) -> Self {
        let mut listing = Self { directory: directory.to_owned(), entries: BTreeMap::new(), complete: true };
        let mut folders = VecDeque::from([(PathBuf::new(), 0)]);
        while let Some((folder, depth)) = folders.pop_front() {
            let Ok(children) = std::fs::read_dir(directory.join(&folder)) else { continue };
            for child in children.flatten() {
                let name = child.file_name();
                let shell_own = name.to_str().is_some_and(|name| PASSED_OVER.contains(&name) || name.starts_with(".zcompdump"));
                if shell_own || child.path() == passed_over {
                    continue;
                }
                if listing.entries.len() >= MOST_ENTRIES {
                    listing.complete = false;
                    return listing;
                }
                let Ok(about) = child.metadata() else { continue };
                let path = folder.join(name);
                if about.is_dir() && depth + 1 < DEEPEST {
                    folders.push_back((path.clone(), depth + 1));
                }
                listing.entries.insert(path, Entry::from(&about));
            }
        }
        listing
    }

    /// What happened from this listing to `now`, while a command ran from `start` to `end`. `credited` is what commands
    /// before it did; what this one did is added.
    pub(super) fn changes_until(&self, now: &Self, start: Time, end: Time, credited: &mut Credited) -> Vec<FileChange> {
        let (from, until) = (nanoseconds(start) - TICK_NS, nanoseconds(end));
        // What is older cannot be taken for this command's any more.
        credited.retain(|(_, changed)| *changed >= from);
        let before = credited.clone();
        let known = self.directory == now.directory;
        let mut changes = Vec::new();
        for (path, entry) in &now.entries {
            let old = self.entries.get(path).filter(|_| known);
            let later = entry.changed_ns > until || before.contains(&(path.clone(), entry.changed_ns));
            let born = entry.born_ns.is_some_and(|born| born >= from);
            let touched = entry.changed_ns >= from;
            let change = match old {
                _ if later => continue,
                None if born || (touched && entry.born_ns.is_none()) || (known && self.complete) => FileChangeKind::Created,
                None if touched => FileChangeKind::Changed,
                Some(_) if born => FileChangeKind::Created,
                Some(old) if !entry.folder && (touched || old.differs(entry)) => FileChangeKind::Changed,
                _ => continue,
            };
            if entry.folder && change == FileChangeKind::Changed {
                continue;
            }
            credited.insert((path.clone(), entry.changed_ns));
            changes.push((
                path,
                entry.folder,
                FileChange { path: String::new(), change, size: (!entry.folder).then_some(entry.size) },
            ));
        }
        if known && self.complete && now.complete {
            let removed = self.entries.iter().filter(|(path, _)| !now.entries.contains_key(*path));
            changes.extend(removed.map(|(path, entry)| {
                (path, entry.folder, FileChange { path: String::new(), change: FileChangeKind::Removed, size: None })
            }));
        }
        changes.sort_by_key(|(path, ..)| (path.components().count(), path.to_owned()));
        let named = changes.into_iter().take(MOST_CHANGES).map(|(path, folder, change)| {
            let slash = if folder { "/" } else { "" };
            FileChange { path: format!("{}{slash}", path.display()), ..change }
        });
        named.collect()
    }
}

impl Entry {
    fn differs(&self, other: &Self) -> bool {
        (self.size, self.inode, self.modified_ns, self.changed_ns)
            != (other.size, other.inode, other.modified_ns, other.changed_ns)
    }
}

impl From<&std::fs::Metadata> for Entry {
    fn from(about: &std::fs::Metadata) -> Self {
        let moment = |seconds: i64, nanoseconds: i64| i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
        let born = about.created().ok().and_then(|born| born.duration_since(std::time::UNIX_EPOCH).ok());
        Self {
            folder: about.is_dir(),
            size: about.len(),
            inode: about.ino(),
            modified_ns: moment(about.mtime(), about.mtime_nsec()),
            changed_ns: moment(about.ctime(), about.ctime_nsec()),
            born_ns: born.and_then(|born| i128::try_from(born.as_nanos()).ok()),
        }
    }
}

fn nanoseconds(time: Time) -> i128 {
    i128::from(time.timestamp_micros()) * 1_000
}
