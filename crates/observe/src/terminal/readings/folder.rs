//! The files below a folder as records.

use super::super::files::{Entry, Listing};
use super::{Content, HEAD, cell, is_of_kernel, record};
use crate::redact::mask_text;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

/// How much may be read for types and digests, and for how long.
pub(in crate::terminal) struct Digests {
    largest: u64,
    files: usize,
    bytes: u64,
    time: Duration,
}

impl Digests {
    /// While a shell is used: little enough that the next record of a shell is handled soon.
    pub(in crate::terminal) const SOON: Self =
        Self { largest: 1 << 20, files: 2_000, bytes: 64 << 20, time: Duration::from_secs(1) };
    /// When somebody asks.
    pub(super) const ALL: Self = Self { largest: 16 << 20, files: 5_000, bytes: 1 << 30, time: Duration::from_secs(10) };
}

/// What a file is, and its digest.
type Known = (Content, Option<String>);

/// The files of a listing. `until`: what changed since then is not read, because a command may have changed it, and what appeared since
/// then is left out.
pub(in crate::terminal) fn folder(listing: &Listing, digests: &Digests, until: Option<i128>) -> Reading {
    let (mut files, mut bytes) = (digests.files, digests.bytes);
    let began = Instant::now();
    let mut read = |path: &Path, entry: &Entry| {
        if entry.size == 0 {
            return Some((Content::Empty, Some(hex(&Sha256::new().finalize()))));
        }
        if began.elapsed() >= digests.time || is_of_kernel(path) {
            return None;
        }
        let digested = entry.size <= digests.largest && entry.size <= bytes && files > 0;
        if digested {
            files -= 1;
            bytes -= entry.size;
        }
        content(path, digested.then_some(entry.size))
    };
    let records = listing
        .entries()
        .filter(|(_, entry)| until.is_none_or(|until| !entry.appeared_since(until)))
        .map(|(path, entry)| file(&listing.directory, path, entry, until, &mut read))
        .collect();
    Reading {
        source: ReadingSource::Folder { path: mask_text(&listing.directory.to_string_lossy()).0 },
        title: String::new(),
        complete: listing.is_complete(),
        records,
    }
}

fn file(
    directory: &Path,
    path: &Path,
    entry: &Entry,
    until: Option<i128>,
    read: &mut dyn FnMut(&Path, &Entry) -> Option<Known>,
) -> ReadRecord {
    let mut cells = vec![cell("path", &mask_text(&path.to_string_lossy()).0)];
    if entry.folder {
        cells.push(cell("type", "folder"));
        return record(RecordKind::File, cells);
    }
    if until.is_some_and(|until| entry.changed_since(until)) {
        return record(RecordKind::File, cells);
    }
    // A link may lead anywhere, and a pipe never ends.
    let (content, digest) =
        entry.regular.then(|| read(&directory.join(path), entry)).flatten().unwrap_or((Content::Binary, None));
    cells.push(cell("type", content.as_str()));
    cells.push(cell("size", &entry.size.to_string()));
    cells.extend(digest.map(|digest| cell("digest", &digest)));
    record(RecordKind::File, cells)
}

/// What a file is, and its digest if it is wanted: of `size` bytes. `None`: it cannot be read.
fn content(path: &Path, size: Option<u64>) -> Option<Known> {
    // A file that grows is not read without end.
    let most = size.map_or(HEAD as u64, |size| size + 1);
    let mut file = apprentice_platform::files::open_no_follow(path).ok()?.take(most);
    let mut buffer = vec![0; if size.is_some() { 64 * 1024 } else { HEAD }];
    let mut count = file.read(&mut buffer).ok()?;
    let content = Content::of(&buffer[..count.min(HEAD)]);
    if size.is_none() {
        return Some((content, None));
    }
    let mut digest = Sha256::new();
    while count > 0 {
        digest.update(&buffer[..count]);
        count = file.read(&mut buffer).ok()?;
    }
    Some((content, Some(hex(&digest.finalize()))))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
