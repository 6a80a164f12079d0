//! Reads folders, files and the outputs of read-only commands, within the scope, and masked.

mod archive;
mod database;
mod folder;
mod kept;
mod lookups;
mod output;

pub(super) use archive::contents as archive_contents;
pub(super) use database::{is_database, rows as database_rows};
pub(super) use folder::{Digests, folder};
pub(super) use kept::contents;
pub(super) use output::{git, git_outputs};

use super::files::Listing;
use crate::ObserveError;
use crate::redact::mask_text;
use crate::scope::Scope;
use apprentice_contracts::reading::{MAX_CELL, MAX_RECORDS, ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The most that is read of a text.
pub(super) const MAX_TEXT: usize = 256 * 1024;
/// The first bytes of a file, which tell what it is.
pub(super) const HEAD: usize = 1024;

/// Reads a source of a terminal. `None`: it is of a browser. `home`: that of Apprentice, which is never read.
pub(super) fn read(source: &ReadingSource, scope: &Scope, home: &Path) -> Option<Result<Reading, ObserveError>> {
    let refused = || Err(ObserveError::Failed("that is outside what this session may see".into()));
    Some(match source {
        ReadingSource::Page { .. } | ReadingSource::Data { .. } | ReadingSource::Sent | ReadingSource::Call { .. } => {
            return None;
        }
        ReadingSource::Folder { path } => match place(Path::new(path), scope, home) {
            Place::Missing => missing(path),
            Place::Outside => refused(),
            Place::Within(place) if !place.is_dir() => missing(path),
            Place::Within(_) => {
                Ok(Reading { source: source.clone(), ..folder(&Listing::of(Path::new(path), home), &Digests::ALL, None) })
            }
        },
        ReadingSource::File { path } => match place(Path::new(path), scope, home) {
            Place::Missing => missing(path),
            Place::Outside => refused(),
            Place::Within(place) if !place.is_file() => missing(path),
            Place::Within(place) if is_of_kernel(&place) => refused(),
            Place::Within(place) => file(source, &place),
        },
        ReadingSource::Output { command, directory } => match place(Path::new(directory), scope, home) {
            Place::Missing => missing(directory),
            Place::Outside if !scope.allows_command(command.split(' ').next().unwrap_or_default(), Path::new(directory)) => {
                refused()
            }
            Place::Outside | Place::Within(_) => output::output(command, Path::new(directory), scope, home),
        },
    })
}

fn missing(path: &str) -> Result<Reading, ObserveError> {
    Err(ObserveError::Failed(format!("{} is not there", mask_text(path).0)))
}

/// Where a path leads.
enum Place {
    Missing,
    Outside,
    Within(PathBuf),
}

/// Follows links, but not out of the folder that the scope allows, and not into Apprentice's own home.
fn place(path: &Path, scope: &Scope, home: &Path) -> Place {
    let plain = path.is_absolute() && !path.components().any(|part| matches!(part, Component::ParentDir));
    let Some(root) = path.ancestors().filter(|above| scope.allows_command("", above)).last().filter(|_| plain) else {
        return Place::Outside;
    };
    let (Ok(real), Ok(root)) = (path.canonicalize(), root.canonicalize()) else { return Place::Missing };
    let own = home.canonicalize().is_ok_and(|home| real.starts_with(home));
    if own || !real.starts_with(root) { Place::Outside } else { Place::Within(real) }
}

/// Whether this is a file of the kernel. Such a file has no content of its own, and reading it may never end.
fn is_of_kernel(path: &Path) -> bool {
    ["/proc", "/sys", "/dev", "/run"].iter().any(|folder| path.starts_with(folder))
}

/// What the content of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Text,
    Archive,
    Binary,
}

impl Content {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Text => "text",
            Self::Archive => "archive",
            Self::Binary => "binary",
        }
    }

    /// By the first [`HEAD`] bytes.
    pub(super) fn of(head: &[u8]) -> Self {
        let is_text = || {
            let valid = match std::str::from_utf8(head) {
                Ok(_) => true,
                // A character may be cut at the end.
                Err(error) => error.error_len().is_none(),
            };
            valid && !head.contains(&0)
        };
        if head.is_empty() {
            Self::Empty
        } else if archive::Kind::of(head).is_some() {
            Self::Archive
        } else if is_text() {
            Self::Text
        } else {
            Self::Binary
        }
    }
}

fn file(source: &ReadingSource, path: &Path) -> Result<Reading, ObserveError> {
    let unread = |error: std::io::Error| ObserveError::Failed(format!("the file could not be read: {error}"));
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(path).map_err(unread)?;
    (&opened).take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes).map_err(unread)?;
    let mut reading = Reading { source: source.clone(), title: String::new(), complete: true, records: Vec::new() };
    let head = &bytes[..bytes.len().min(HEAD)];
    match Content::of(head) {
        Content::Empty => {}
        Content::Text => (reading.records, reading.complete) = lines(&bytes),
        Content::Archive => (reading.records, reading.complete) = archive::entries(path, head),
        Content::Binary if database::is_database(head) => {
            (reading.records, reading.complete) = database::rows(path).map_err(ObserveError::Failed)?;
        }
        Content::Binary => reading.complete = false,
    }
    Ok(reading)
}

/// The lines of a file as its reading has them, and whether they are all: none of an archive, a database or another file without text. Blocks.
///
/// # Errors
/// The file cannot be read.
pub fn text_lines(path: &Path) -> std::io::Result<(Vec<String>, bool)> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    match Content::of(&bytes[..bytes.len().min(HEAD)]) {
        Content::Empty => Ok((Vec::new(), true)),
        Content::Text => {
            let (records, whole) = lines(&bytes);
            Ok((records.into_iter().flat_map(|record| record.cells).map(|cell| cell.text).collect(), whole))
        }
        Content::Archive | Content::Binary => Ok((Vec::new(), false)),
    }
}

/// The lines of a text, and whether they are all.
fn lines(bytes: &[u8]) -> (Vec<ReadRecord>, bool) {
    let whole = bytes.len() <= MAX_TEXT;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_TEXT)]);
    // The whole text at once: a private key has many lines.
    let (text, _) = mask_text(&text);
    let mut records: Vec<ReadRecord> =
        text.lines().take(MAX_RECORDS + 1).map(|line| record(RecordKind::Line, vec![cell("", line.trim_end())])).collect();
    let few = records.len() <= MAX_RECORDS;
    records.truncate(MAX_RECORDS);
    (records, whole && few)
}

fn record(kind: RecordKind, cells: Vec<ReadCell>) -> ReadRecord {
    ReadRecord { kind, place: None, cells, controls: Vec::new(), link: None }
}

/// A cell with a text that is masked already.
fn cell(header: &str, text: &str) -> ReadCell {
    let text =
        if text.chars().count() <= MAX_CELL { text.to_owned() } else { text.chars().take(MAX_CELL - 1).chain(['…']).collect() };
    ReadCell { header: header.to_owned(), text }
}
