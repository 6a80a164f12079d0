//! What files contain before a command changes them. It stays in memory, and is reported only of a file that a command then changes.

use super::super::files::{Entry, Listing};
use super::{Content, HEAD, database, file, is_of_kernel};
use apprentice_contracts::reading::{Reading, ReadingSource};
use std::collections::HashMap;
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The largest text that is kept, in bytes.
const LARGEST_TEXT: u64 = 64 * 1024;
/// How much is kept of a folder.
const FILES: usize = 200;
const BYTES: u64 = 4 << 20;
const DATABASES: usize = 3;
/// A shell waits meanwhile.
const TIME: Duration = Duration::from_millis(500);

/// The contents of the small texts and databases of a folder, by their paths. `until`: what changed since then is left out.
pub(in crate::terminal) fn contents(listing: &Listing, until: Option<i128>) -> HashMap<PathBuf, Reading> {
    let began = Instant::now();
    let (mut bytes, mut databases) = (BYTES, DATABASES);
    let mut out = HashMap::new();
    for (relative, entry) in listing.entries() {
        let path = listing.directory.join(relative);
        let is_changed = until.is_some_and(|until| entry.changed_since(until) || entry.appeared_since(until));
        if entry.folder || !entry.regular || entry.size == 0 || is_changed || is_of_kernel(&path) {
            continue;
        }
        if out.len() >= FILES || began.elapsed() >= TIME {
            break;
        }
        let mut head = [0; HEAD];
        let read = apprentice_platform::files::open_no_follow(&path).and_then(|mut file| file.read(&mut head));
        let Ok(count) = read else { continue };
        let is_database = database::is_database(&head[..count]);
        let fits = match Content::of(&head[..count]) {
            Content::Text => entry.size <= LARGEST_TEXT && entry.size <= bytes,
            _ => is_database && entry.size <= database::LARGEST && databases > 0,
        };
        if !fits {
            continue;
        }
        if is_database {
            databases -= 1;
        } else {
            bytes -= entry.size;
        }
        let source = ReadingSource::File { path: crate::redact::mask_text(&path.to_string_lossy()).0 };
        let reading = file(&source, &path);
        // A command may have begun meanwhile.
        let is_as_listed = std::fs::symlink_metadata(&path).is_ok_and(|about| Entry::from(&about) == *entry);
        if let Ok(reading) = reading
            && is_as_listed
        {
            out.insert(path, reading);
        }
    }
    out
}
