//! The record of what we installed: `<home>/skills/installed.json`, with the hash of every file, so that edits are detected.

use crate::files::sha256_hex;
use crate::install::lock::{Stamp, write_whole};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::locator::SourceLocation;
use crate::source::package::Package;
use apprentice_contracts::Time;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const VERSION: u32 = 1;
const FILE: &str = "installed.json";
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    version: u32,
    pub(crate) installed: Vec<RecordEntry>,
}

/// One folder that we installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordEntry {
    pub(crate) name: String,
    /// Absolute folder of the skill itself.
    pub(crate) place: PathBuf,
    /// Links of agents that lead to it.
    #[serde(default)]
    pub(crate) links: Vec<PathBuf>,
    /// The project whose lock file names it; `None` for the user's own lock file.
    pub(crate) project: Option<PathBuf>,
    /// Whether a lock file names it at all.
    #[serde(default)]
    pub(crate) locked: bool,
    pub(crate) source: SourceLocation,
    /// Its folder in the source.
    pub(crate) folder: String,
    pub(crate) commit: Option<String>,
    /// Git's hash of the folder, for the user's lock file.
    #[serde(default)]
    pub(crate) tree_hash: Option<String>,
    /// Relative path to SHA-256.
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) installed_at: Time,
    pub(crate) updated_at: Time,
    /// Why it is pinned.
    pub(crate) pinned: Option<String>,
    /// The intended state. Set before the folder is changed and removed when all is done: after a crash it shows how to finish.
    #[serde(default)]
    pub(crate) pending: Option<Box<RecordEntry>>,
    /// The folder did not exist before `pending`.
    #[serde(default)]
    pub(crate) fresh: bool,
}

impl RecordEntry {
    /// The entry of a skill that is being removed: its intended state has no files.
    pub(crate) fn being_removed(&self) -> Self {
        let meant = Self { files: BTreeMap::new(), pending: None, ..self.clone() };
        Self { pending: Some(Box::new(meant)), ..self.clone() }
    }
}

pub(crate) fn hashes(package: &Package) -> BTreeMap<String, String> {
    package.files.0.iter().map(|(path, bytes)| (path.clone(), sha256_hex(bytes))).collect()
}

/// The record, locked against other processes.
pub(crate) struct LockedRecord {
    pub(crate) record: Record,
    /// Identifies the file from which `record` was read.
    stamp: Stamp,
    folder: PathBuf,
    _lock: fs::File,
}

/// The record as it was last read.
#[derive(Default)]
pub(crate) struct CachedRecord {
    pub(crate) record: Record,
    stamp: Stamp,
}

impl CachedRecord {
    /// Reads the record again if the file changed.
    pub(crate) fn refresh(&mut self, folder: &Path) -> Result<(), Refusal> {
        let now = Stamp::of(&folder.join(FILE));
        if now != self.stamp || now == Stamp::default() {
            *self = Self { record: read(folder)?, stamp: now };
        }
        Ok(())
    }
}

/// Locks the record, waiting while another process has it. `known`: the record as it was last read, to save a read.
pub(crate) fn hold(folder: &Path, known: Option<CachedRecord>) -> Result<LockedRecord, Refusal> {
    let began = Instant::now();
    let lock = loop {
        if let Some(lock) = try_lock(folder)? {
            break lock;
        }
        if began.elapsed() > PATIENCE {
            return refuse(
                RefusalCode::RecordBusy,
                "Another command is installing or removing skills; try again when it is done",
            );
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut known = known.unwrap_or_default();
    known.refresh(folder)?;
    Ok(LockedRecord { record: known.record, stamp: known.stamp, folder: folder.to_path_buf(), _lock: lock })
}

/// Locks the record until the answer is dropped. `None`: another process has it.
pub(crate) fn try_lock(folder: &Path) -> Result<Option<fs::File>, Refusal> {
    let unusable =
        |error: io::Error| Refusal::new(RefusalCode::RecordUnwritable, format!("{} cannot be used: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(unusable)?;
    let lock = fs::File::options().create(true).truncate(false).write(true).open(folder.join(".lock")).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Reads the record without locking it: it is always complete.
pub(crate) fn read(folder: &Path) -> Result<Record, Refusal> {
    #[cfg(test)]
    counted::READS.with(|count| count.set(count.get() + 1));
    let path = folder.join(FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Record { version: VERSION, installed: Vec::new() }),
        Err(error) => return refuse(RefusalCode::RecordDamaged, format!("{} cannot be read: {error}", path.display())),
    };
    let damaged = |error: serde_json::Error| {
        Refusal::new(
            RefusalCode::RecordDamaged,
            format!("{} is damaged ({error}); repair or move it; it is not overwritten", path.display()),
        )
    };
    let record: Record = serde_json::from_slice(&bytes).map_err(damaged)?;
    if record.version > VERSION {
        return refuse(RefusalCode::RecordNewer, format!("{} was written by a newer version of the program", path.display()));
    }
    Ok(record)
}

impl LockedRecord {
    /// Marks `places` on the disk as being removed. If nothing more is written, the next command finishes this for the folders
    /// that are gone and keeps the others.
    pub(crate) fn write_intending(&mut self, places: &[&Path]) -> Result<(), Refusal> {
        let mut record = self.record.clone();
        let places: HashSet<&Path> = places.iter().copied().collect();
        let going = record.installed.iter_mut().filter(|entry| places.contains(entry.place.as_path()));
        let count = going.map(|entry| *entry = entry.being_removed()).count();
        if count > 0 {
            self.put(&record)?;
            // The file now differs from `record`.
            self.stamp = Stamp::default();
        }
        Ok(())
    }

    pub(crate) fn write(&mut self) -> Result<(), Refusal> {
        let record = std::mem::take(&mut self.record);
        let written = self.put(&record);
        self.record = record;
        written
    }

    fn put(&mut self, record: &Record) -> Result<(), Refusal> {
        #[cfg(test)]
        counted::WRITES.with(|count| count.set(count.get() + 1));
        let path = self.folder.join(FILE);
        let bytes = serde_json::to_vec_pretty(record).unwrap_or_default();
        let written = write_whole(&path, &bytes);
        // After a failure the record is read again.
        self.stamp = if written.is_ok() { Stamp::of(&path) } else { Stamp::default() };
        written.map_err(|error| {
            Refusal::new(RefusalCode::RecordUnwritable, format!("{} cannot be written: {error}", path.display()))
        })
    }

    /// Unlocks the record. Returns it for later use, as long as nobody writes it.
    pub(crate) fn release(self) -> CachedRecord {
        CachedRecord { record: self.record, stamp: self.stamp }
    }
}

impl Record {
    pub(crate) fn at(&self, place: &Path) -> Option<&RecordEntry> {
        self.installed.iter().find(|entry| entry.place == place)
    }

    pub(crate) fn put(&mut self, entry: RecordEntry) {
        match self.installed.iter_mut().find(|known| known.place == entry.place) {
            Some(known) => *known = entry,
            None => self.installed.push(entry),
        }
        self.installed.sort_by(|a, b| a.place.cmp(&b.place));
    }

    pub(crate) fn drop_at(&mut self, place: &Path) {
        self.installed.retain(|entry| entry.place != place);
    }
}

/// How often this thread read and wrote a record.
#[cfg(test)]
pub(crate) mod counted {
    use std::cell::Cell;

    thread_local! {
        pub(crate) static READS: Cell<usize> = const { Cell::new(0) };
        pub(crate) static WRITES: Cell<usize> = const { Cell::new(0) };
    }
}
