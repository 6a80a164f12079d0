//! Tar files packed with gzip. They are unpacked to a size that limits bound before any entry is looked at.

use crate::format::names::{self, Taken};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::package::{self, Limits, MIB, Package};
use ::tar::{Archive, Entry, EntryType};
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};

/// Bytes that the headers of one entry take at most: its own, and those for a long name.
const HEADERS: u64 = 4 * 1024;

pub(super) fn open(bytes: &[u8], limits: &Limits) -> Result<Package, Refusal> {
    let unpacked = unpacked(bytes, limits)?;
    let mut archive = Archive::new(&unpacked[..]);
    let mut reading = Reading { limits, package: Package::default(), taken: Taken::default(), entries: 0, total: 0 };
    for entry in archive.entries().map_err(|error| damaged(&error))? {
        reading.entry(entry.map_err(|error| damaged(&error))?)?;
    }
    match reading.entries {
        0 => refuse(RefusalCode::ArchiveDamaged, "This is not a complete tar archive: it has no entry"),
        _ => Ok(reading.package),
    }
}

fn unpacked(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let most = limits.total + limits.files as u64 * 2 * HEADERS;
    let ratio = (bytes.len() as u64).saturating_mul(limits.ratio).max(MIB);
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most.min(ratio) + 1).read_to_end(&mut unpacked);
    let length = unpacked.len() as u64;
    if length > ratio {
        return refuse(RefusalCode::ArchiveBomb, format!("The archive grows from {} to more than {ratio} bytes", bytes.len()));
    }
    if length > most {
        return refuse(
            RefusalCode::TooLarge,
            format!("The archive unpacks to more than the {} MB that are allowed in total", limits.total / MIB),
        );
    }
    read.map_err(|error| damaged(&error))?;
    Ok(unpacked)
}

struct Reading<'l> {
    limits: &'l Limits,
    package: Package,
    taken: Taken,
    entries: usize,
    total: u64,
}

impl Reading<'_> {
    fn entry<R: Read>(&mut self, entry: Entry<'_, R>) -> Result<(), Refusal> {
        self.entries += 1;
        if self.entries > self.limits.files * 2 {
            return refuse(RefusalCode::TooManyFiles, format!("The archive has more than {} entries", self.limits.files * 2));
        }
        let kind = entry.header().entry_type();
        // A header of `git archive` about all entries.
        if kind == EntryType::XGlobalHeader {
            return Ok(());
        }
        let Some(name) = name(&entry)? else { return Ok(()) };
        let folder = match kind {
            EntryType::Regular | EntryType::Continuous => name.ends_with('/'),
            EntryType::Directory => true,
            EntryType::Symlink | EntryType::Link => {
                return refuse(RefusalCode::ArchiveLink, format!("{name} is a link; archives of skills hold plain files"));
            }
            EntryType::GNUSparse => {
                return refuse(RefusalCode::ArchiveCompression, format!("{name} is packed as a sparse file; use plain tar"));
            }
            _ => {
                return refuse(RefusalCode::NotAFile, format!("{name} is a device, a pipe or something else that is not a file"));
            }
        };
        let path = name.strip_suffix('/').unwrap_or(&name);
        names::check_path(path)?;
        self.taken.add(path, folder)?;
        if folder || path.split('/').any(|part| package::is_left_out(part, self.limits.left_out)) {
            return Ok(());
        }
        self.file(entry, path)
    }

    fn file<R: Read>(&mut self, entry: Entry<'_, R>, path: &str) -> Result<(), Refusal> {
        if self.package.files.0.len() >= self.limits.files {
            return refuse(RefusalCode::TooManyFiles, format!("The archive has more than {} files", self.limits.files));
        }
        let declared = entry.size();
        if declared > self.limits.file || self.total + declared > self.limits.total {
            let taken = self.limits.total / MIB;
            return refuse(
                RefusalCode::TooLarge,
                format!("{path} says it has {declared} bytes; {taken} MB are allowed in total"),
            );
        }
        let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
        let mut bytes = Vec::new();
        entry.take(declared + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if bytes.len() as u64 != declared {
            return refuse(
                RefusalCode::ArchiveSizeLie,
                format!("{path} has another size than the {declared} bytes that it says"),
            );
        }
        self.total += declared;
        if executable {
            self.package.executable.insert(path.to_owned());
        }
        self.package.files.0.insert(path.to_owned(), bytes);
        Ok(())
    }
}

/// The name of an entry, without the `./` that `tar` writes before names. `None`: the folder itself.
fn name<R: Read>(entry: &Entry<'_, R>) -> Result<Option<String>, Refusal> {
    let raw = entry.path_bytes();
    let Ok(name) = std::str::from_utf8(&raw) else {
        return refuse(RefusalCode::PathNotUtf8, "A name in the archive is not UTF-8");
    };
    let name = name.strip_prefix("./").unwrap_or(name);
    Ok((!name.is_empty() && name != ".").then(|| name.to_owned()))
}

fn damaged(error: &io::Error) -> Refusal {
    Refusal::new(RefusalCode::ArchiveDamaged, format!("This is not a complete tar archive packed with gzip: {error}"))
}
