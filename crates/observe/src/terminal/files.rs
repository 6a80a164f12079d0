//! Which files a command created, changed or removed, by two listings of its folder and the times of the file system.

use apprentice_contracts::Time;
use apprentice_contracts::observation::{FileChange, FileChangeKind};
use apprentice_platform::files::{changed_ns, inode, modified_ns};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

const MAX_DEPTH: usize = 4;
const MAX_ENTRIES: usize = 5_000;
/// The most entries of a listing that must be whole.
const MOST_IN_ALL: usize = 20_000;
const MAX_CHANGES: usize = 50;
/// The longest tick of the clock of file times. A time may be this much earlier than the start of the command that caused it.
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

/// Whether a program has a file of this name only while it works: `sedBz31Qa` of `sed -i`, the swap files of editors.
fn is_temporary(name: &str) -> bool {
    let of_sed = name.strip_prefix("sed").is_some_and(|rest| {
        rest.len() == 6
            && rest.bytes().all(|letter| letter.is_ascii_alphanumeric())
            && rest.bytes().any(|letter| letter.is_ascii_digit() || letter.is_ascii_uppercase())
    });
    let of_editor = name.starts_with('.') && [".swp", ".swo", ".swx"].iter().any(|ending| name.ends_with(ending));
    of_sed || of_editor || name.starts_with(".#") || name.starts_with(".goutputstream-")
}

/// Whether a file or folder of this name is never listed: a tool or the shell fills it, or a program has it only while it works.
pub(super) fn is_unlisted(name: &str) -> bool {
    IGNORED.contains(&name) || name.starts_with(".zcompdump") || is_temporary(name)
}

/// The files below a folder at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    pub directory: PathBuf,
    entries: BTreeMap<PathBuf, Entry>,
    /// `false`: the listing was cut, so a file that is missing here may exist.
    complete: bool,
    /// A folder could not be opened.
    unread: bool,
    taken_ns: i128,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub folder: bool,
    /// A file, and no link, pipe or device.
    pub regular: bool,
    pub size: u64,
    inode: Option<u64>,
    modified_ns: i128,
    changed_ns: i128,
    born_ns: Option<i128>,
}

/// Changes that were attributed to a command already: the path and the time of the change.
pub(super) type Attributed = HashSet<(PathBuf, i128)>;

impl Listing {
    /// Lists the nearest entries first, so that a cut listing has those that matter. `ignored`: the home of Apprentice.
    pub(super) fn of(directory: &Path, ignored: &Path) -> Self {
        Self::within(directory, ignored, MAX_DEPTH, MAX_ENTRIES)
    }

    /// The same at whatever depth, up to [`MOST_IN_ALL`] entries.
    pub(super) fn whole(directory: &Path, ignored: &Path) -> Self {
        Self::within(directory, ignored, usize::MAX, MOST_IN_ALL)
    }

    fn within(directory: &Path, ignored: &Path, depth_limit: usize, most: usize) -> Self {
        let mut listing =
            Self { directory: directory.to_owned(), entries: BTreeMap::new(), complete: true, unread: false, taken_ns: 0 };
        let mut folders = VecDeque::from([(PathBuf::new(), 0)]);
        while let Some((folder, depth)) = folders.pop_front() {
            let Ok(children) = std::fs::read_dir(directory.join(&folder)) else {
                listing.unread = true;
                continue;
            };
            for child in children.flatten() {
                let name = child.file_name();
                if name.to_str().is_some_and(is_unlisted) || child.path() == ignored {
                    continue;
                }
                if listing.entries.len() >= most {
                    listing.complete = false;
                    return listing;
                }
                let Ok(about) = child.metadata() else { continue };
                let path = folder.join(name);
                if about.is_dir() && depth + 1 < depth_limit {
                    folders.push_back((path.clone(), depth + 1));
                }
                listing.entries.insert(path, Entry::from(&about));
            }
        }
        listing.taken_ns = real_nanoseconds();
        listing
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&Path, &Entry)> {
        self.entries.iter().map(|(path, entry)| (path.as_path(), entry))
    }

    /// Whether every folder could be opened, and nothing was cut.
    pub(super) const fn is_whole(&self) -> bool {
        self.complete && !self.unread
    }

    pub(super) const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The changes from this listing to `now`, while a command ran from `start` to `end`. `attributed` has the changes of commands before
    /// it; the changes of this command are added.
    pub(super) fn changes_until(&self, now: &Self, start: Time, end: Time, attributed: &mut Attributed) -> Vec<FileChange> {
        let (start, end) = (nanoseconds(start), nanoseconds(end));
        let known = self.directory == now.directory && self.complete;
        // If the command began before this listing was made, the times of the files decide.
        let exact = known && self.taken_ns <= start;
        // Older changes cannot be attributed to this command.
        attributed.retain(|(_, changed)| *changed >= start - TICK_NS);
        let before = attributed.clone();
        let mut changes = Vec::new();
        for (path, entry) in &now.entries {
            let key = (path.clone(), entry.changed_ns);
            if entry.changed_ns > end || before.contains(&key) {
                continue;
            }
            let change = if exact { entry.change_from(self.entries.get(path)) } else { entry.change_since(start - TICK_NS) };
            // A folder changes whenever an entry appears in it, and that entry is reported.
            let Some(change) = change.filter(|change| !entry.folder || *change == FileChangeKind::Created) else { continue };
            attributed.insert(key);
            changes.push((path, entry.folder, change, (!entry.folder).then_some(entry.size)));
        }
        if known && now.complete {
            let removed = self.entries.iter().filter(|(path, _)| !now.entries.contains_key(*path));
            changes.extend(removed.map(|(path, entry)| (path, entry.folder, FileChangeKind::Removed, None)));
        }
        reported(changes)
    }

    /// The changes from this listing to `now`, whenever they were made. Nothing is known to be gone if one of the listings was cut.
    pub(super) fn difference(&self, now: &Self) -> Vec<FileChange> {
        let mut changes = Vec::new();
        for (path, entry) in &now.entries {
            let change = entry.change_from(self.entries.get(path));
            if let Some(change) = change.filter(|change| !entry.folder || *change == FileChangeKind::Created) {
                changes.push((path, entry.folder, change, (!entry.folder).then_some(entry.size)));
            }
        }
        changes.extend(self.gone(now).map(|(path, entry)| (path, entry.folder, FileChangeKind::Removed, None)));
        reported(changes)
    }

    /// The files that are gone in `now`, and that have no other name there.
    pub(super) fn lost(&self, now: &Self) -> Vec<PathBuf> {
        // A file system gives the number of a removed file to the next one.
        let identity = |entry: &Entry| entry.inode.map(|inode| (inode, entry.size, entry.modified_ns));
        let known: HashSet<(u64, u64, i128)> = now.entries.values().filter_map(identity).collect();
        let is_there = |entry: &Entry| identity(entry).is_some_and(|identity| known.contains(&identity));
        self.gone(now).filter(|(_, entry)| !entry.folder && !is_there(entry)).map(|(path, _)| path.clone()).collect()
    }

    fn gone<'a>(&'a self, now: &'a Self) -> impl Iterator<Item = (&'a PathBuf, &'a Entry)> {
        let known = self.complete && now.complete;
        self.entries.iter().filter(move |(path, _)| known && !now.entries.contains_key(*path))
    }
}

/// The nearest changes first, at most [`MAX_CHANGES`].
fn reported(mut changes: Vec<(&PathBuf, bool, FileChangeKind, Option<u64>)>) -> Vec<FileChange> {
    changes.sort_by_key(|(path, ..)| (path.components().count(), (*path).clone()));
    let reported = changes.into_iter().take(MAX_CHANGES).map(|(path, folder, change, size)| {
        let slash = if folder { "/" } else { "" };
        FileChange { path: format!("{}{slash}", path.display()), change, size }
    });
    reported.collect()
}

impl Entry {
    /// Whether it changed at or after this moment, which is in nanoseconds.
    pub(super) const fn changed_since(&self, moment: i128) -> bool {
        self.changed_ns >= moment - TICK_NS
    }

    /// Whether it was created at or after this moment.
    pub(super) fn appeared_since(&self, moment: i128) -> bool {
        self.born_ns.is_some_and(|born| born >= moment - TICK_NS)
    }

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
            regular: about.is_file(),
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

/// The nanoseconds since 1970 of a time.
pub(super) fn nanoseconds(time: Time) -> i128 {
    i128::from(time.timestamp_micros()) * 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_exist_while_a_program_works() {
        assert!(["sed6UGAim", "sedbz31qa", ".notes.md.swp", ".#lock"].into_iter().all(is_temporary));
        assert!(!["sediments", "sed", "notes.swp", "sedB", "4913"].into_iter().any(is_temporary));
    }
}
