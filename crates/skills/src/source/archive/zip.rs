//! Zip files. Limits of sizes and of the compression stop a zip bomb.

use crate::format::names::{self, Taken};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::package::{self, FileEntry, FileHead, Limits, MIB, Package};
use ::zip::result::ZipError;
use ::zip::{CompressionMethod, ZipArchive};
use std::io::{Cursor, Read, Seek};

pub(super) fn open(bytes: &[u8], limits: &Limits) -> Result<Package, Refusal> {
    open_some(Cursor::new(bytes), limits, &mut |_| Ok(true))
}

/// All entries are checked by their headers; only `wanted` ones are unpacked. An error of `wanted` ends it.
pub(super) fn open_some<R: Read + Seek>(
    source: R,
    limits: &Limits,
    wanted: &mut dyn FnMut(&str) -> Result<bool, Refusal>,
) -> Result<Package, Refusal> {
    let mut package = Package::default();
    walk(source, limits, &mut |archive, index, file| {
        if wanted(&file.path)? {
            let bytes = read(archive, index, &file.path, file.size)?;
            if file.executable {
                package.executable.insert(file.path.clone());
            }
            package.files.0.insert(file.path, bytes);
        }
        Ok(())
    })?;
    Ok(package)
}

pub(super) fn list<R: Read + Seek>(source: R, limits: &Limits) -> Result<Vec<FileEntry>, Refusal> {
    let mut files = Vec::new();
    walk(source, limits, &mut |_, _, file| {
        files.push(file);
        Ok(())
    })?;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

pub(super) fn beginning<R: Read + Seek>(source: R, limits: &Limits, name: &str, most: u64) -> Result<Option<FileHead>, Refusal> {
    let mut found = None;
    walk(source, limits, &mut |archive, index, file| {
        if file.path == name {
            let bytes = match file.size > most {
                true => read_beginning(archive, index, name, most)?,
                false => read(archive, index, name, file.size)?,
            };
            found = Some(FileHead { bytes, size: file.size });
        }
        Ok(())
    })?;
    Ok(found)
}

/// Called for each file with its index in the archive and its header.
type Take<'a, R> = dyn FnMut(&mut ZipArchive<R>, usize, FileEntry) -> Result<(), Refusal> + 'a;

fn walk<R: Read + Seek>(source: R, limits: &Limits, take: &mut Take<'_, R>) -> Result<(), Refusal> {
    let mut archive = ZipArchive::new(source).map_err(|error| damaged(&error))?;
    if archive.len() > limits.files * 2 {
        return refuse(RefusalCode::TooManyFiles, format!("The archive has more than {} entries", limits.files * 2));
    }
    check_names(&archive)?;
    check_layout(&mut archive)?;
    let mut check = EntryCheck { limits, total: 0, files: 0 };
    for index in 0..archive.len() {
        if let Some(file) = check.entry(&mut archive, index)? {
            take(&mut archive, index, file)?;
        }
    }
    Ok(())
}

fn check_names<R: Read + Seek>(archive: &ZipArchive<R>) -> Result<(), Refusal> {
    if archive.has_duplicate_names() {
        return refuse(
            RefusalCode::PathDuplicate,
            "The archive has two entries of one name, of which programs choose different ones",
        );
    }
    let mut taken = Taken::default();
    for raw in archive.file_names_raw() {
        let Ok(name) = std::str::from_utf8(raw) else {
            return refuse(RefusalCode::PathNotUtf8, "A name in the archive is not UTF-8");
        };
        let path = name.strip_suffix('/').unwrap_or(name);
        names::check_path(path)?;
        taken.add(path, path.len() < name.len())?;
    }
    Ok(())
}

/// Entries that share bytes make the smallest bombs; a directory that disagrees with its entries fools scanners.
fn check_layout<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<(), Refusal> {
    if archive.has_overlapping_entries().map_err(|error| damaged(&error))? {
        return refuse(RefusalCode::ArchiveOverlap, "Entries of the archive share bytes, as in a decompression bomb");
    }
    archive.validate_header_consistency().map_err(|error| {
        Refusal::new(RefusalCode::ArchiveInconsistent, format!("The archive's directory and its entries disagree: {error}"))
    })
}

struct EntryCheck<'a> {
    limits: &'a Limits,
    /// Declared bytes of the entries so far.
    total: u64,
    files: usize,
}

impl EntryCheck<'_> {
    /// `None`: it is a folder, or left out.
    fn entry<R: Read + Seek>(&mut self, archive: &mut ZipArchive<R>, index: usize) -> Result<Option<FileEntry>, Refusal> {
        let entry = archive.by_index_raw(index).map_err(|error| damaged(&error))?;
        let name = entry.name().map_err(|error| damaged(&error))?.into_owned();
        let (encrypted, link, folder) = (entry.encrypted(), entry.is_symlink(), entry.is_dir());
        let (declared, packed, mode) = (entry.size(), entry.compressed_size(), entry.unix_mode());
        let method = entry.compression();
        drop(entry);
        if encrypted {
            return refuse(RefusalCode::ArchiveEncrypted, format!("{name} is encrypted and cannot be checked"));
        }
        if link {
            return refuse(RefusalCode::ArchiveLink, format!("{name} is a link; archives of skills hold plain files"));
        }
        if mode.is_some_and(|mode| !matches!(mode & 0o170_000, 0 | 0o100_000 | 0o040_000)) {
            return refuse(RefusalCode::NotAFile, format!("{name} is a device or a pipe"));
        }
        if folder || name.split('/').any(|part| package::is_left_out(part, self.limits.left_out)) {
            return Ok(None);
        }
        if ![CompressionMethod::Stored, CompressionMethod::Deflated].contains(&method) {
            return refuse(RefusalCode::ArchiveCompression, format!("{name} is packed with {method}; use plain zip (deflate)"));
        }
        let limits = self.limits;
        if self.files >= limits.files {
            return refuse(RefusalCode::TooManyFiles, format!("The archive has more than {} files", limits.files));
        }
        if declared > limits.file || self.total + declared > limits.total {
            let most = limits.total / MIB;
            return refuse(RefusalCode::TooLarge, format!("{name} says it has {declared} bytes; {most} MB are allowed in total"));
        }
        if bomb(declared, packed, limits) {
            return refuse(RefusalCode::ArchiveBomb, format!("{name} says it grows from {packed} to {declared} bytes"));
        }
        self.files += 1;
        self.total += declared;
        Ok(Some(FileEntry { path: name, size: declared, executable: mode.is_some_and(|mode| mode & 0o111 != 0) }))
    }
}

fn bomb(unpacked: u64, packed: u64, limits: &Limits) -> bool {
    unpacked > MIB && unpacked / limits.ratio > packed
}

/// The declared size is within limits; so the entry is read to that size and one byte more, which detects a wrong size.
fn read<R: Read + Seek>(archive: &mut ZipArchive<R>, index: usize, name: &str, declared: u64) -> Result<Vec<u8>, Refusal> {
    let entry = archive.by_index(index).map_err(|error| damaged(&error))?;
    // Limits bound the declared size, which is usually true.
    let mut bytes = Vec::with_capacity(usize::try_from(declared).unwrap_or_default());
    if let Err(error) = entry.take(declared + 1).read_to_end(&mut bytes) {
        return refuse(RefusalCode::ArchiveDamaged, format!("{name} cannot be unpacked: {error}"));
    }
    if bytes.len() as u64 != declared {
        return refuse(RefusalCode::ArchiveSizeLie, format!("{name} has another size than the {declared} bytes that it says"));
    }
    Ok(bytes)
}

fn read_beginning<R: Read + Seek>(archive: &mut ZipArchive<R>, index: usize, name: &str, most: u64) -> Result<Vec<u8>, Refusal> {
    let entry = archive.by_index(index).map_err(|error| damaged(&error))?;
    let mut bytes = Vec::with_capacity(usize::try_from(most).unwrap_or_default());
    match entry.take(most).read_to_end(&mut bytes) {
        Err(error) => refuse(RefusalCode::ArchiveDamaged, format!("{name} cannot be unpacked: {error}")),
        Ok(_) if (bytes.len() as u64) < most => {
            refuse(RefusalCode::ArchiveSizeLie, format!("{name} has another size than it says"))
        }
        Ok(_) => Ok(bytes),
    }
}

fn damaged(error: &ZipError) -> Refusal {
    match error {
        ZipError::UnsupportedArchive(what) => {
            Refusal::new(RefusalCode::ArchiveCompression, format!("The archive needs a feature that is not supported: {what}"))
        }
        _ => Refusal::new(RefusalCode::ArchiveDamaged, format!("This is not a complete zip archive: {error}")),
    }
}
