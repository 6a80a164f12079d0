//! Tells when the events of all earlier changes have been processed: the system delivers events in order, so the event of a file
//! that we create last arrives last.

use crate::temporary::Temporary;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

pub(super) struct Probe {
    made: AtomicU64,
    seen: ProbeEvents,
    /// Removed when the watch ends, or by a later one when it was killed.
    folder: Temporary,
}

/// The newest probe file whose event was processed.
#[derive(Clone)]
pub(super) struct ProbeEvents {
    folder: PathBuf,
    newest: Arc<(Mutex<u64>, Condvar)>,
}

impl Probe {
    pub fn new() -> io::Result<Self> {
        let folder = Temporary::new(None, "apprentice-watch-", "")?;
        let seen = ProbeEvents { folder: fs::canonicalize(folder.path())?, newest: Arc::default() };
        Ok(Self { made: AtomicU64::new(0), seen, folder })
    }

    pub fn folder(&self) -> &Path {
        &self.seen.folder
    }

    pub fn seen(&self) -> ProbeEvents {
        self.seen.clone()
    }

    pub fn wait(&self, patience: Duration) -> bool {
        let number = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        let file = self.folder.path().join(number.to_string());
        if File::create(&file).is_err() {
            return false;
        }
        let (newest, changed) = &*self.seen.newest;
        let newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = changed.wait_timeout_while(newest, patience, |newest| *newest < number);
        let seen = *waited.unwrap_or_else(PoisonError::into_inner).0 >= number;
        let _gone = fs::remove_file(&file);
        seen
    }
}

impl ProbeEvents {
    /// The number of the newest file among `paths`.
    pub fn newest(&self, paths: &BTreeSet<PathBuf>) -> Option<u64> {
        let own = paths.range(self.folder.clone()..).take_while(|path| path.starts_with(&self.folder));
        own.filter_map(|path| path.file_name()?.to_str()?.parse().ok()).max()
    }

    pub fn tell(&self, number: u64) {
        let (newest, changed) = &*self.newest;
        let mut newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
        *newest = number.max(*newest);
        changed.notify_all();
    }
}
