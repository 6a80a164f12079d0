//! Zip files.

use crate::names::{self, Taken};
use crate::package::{LEFT_OUT, Limits, MIB, Package};
use crate::refusal::{Refusal, refuse};
use ::zip::result::ZipError;
use ::zip::{CompressionMethod, ZipArchive};
use std::io::{Cursor, Read};

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(super) fn open(bytes: &[u8], limits: &Limits) -> Result<Package, Refusal> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    if archive.len() > limits.files * 2 {
        return refuse("TOO_MANY_FILES", format!("The archive has more than {} entries", limits.files * 2));
    }
    check_names(&archive)?;
    check_layout(&mut archive)?;
    let mut package = Package::default();
    let mut total = 0;
    for index in 0..archive.len() {
        unpack(&mut archive, index, limits, &mut total, &mut package)?;
    }
    Ok(package)
}

fn check_names(archive: &Archive) -> Result<(), Refusal> {
    if archive.has_duplicate_names() {
        return refuse("PATH_DUPLICATE", "The archive has two entries of one name: programs disagree which of them counts");
    }
    let mut taken = Taken::default();
    for raw in archive.file_names_raw() {
        let Ok(name) = std::str::from_utf8(raw) else {
            return refuse("PATH_NOT_UTF8", "A name in the archive is not UTF-8");
        };
        let path = name.strip_suffix('/').unwrap_or(name);
        names::check_path(path)?;
        taken.add(path, path.len() < name.len())?;
    }
    Ok(())
}

/// Two entries that share bytes are how the smallest bombs are made; two directories that disagree are how scanners are fooled.
fn check_layout(archive: &mut Archive) -> Result<(), Refusal> {
    if archive.has_overlapping_entries().map_err(|error| damaged(&error))? {
        return refuse("ARCHIVE_OVERLAP", "Entries of the archive share bytes, as in a decompression bomb");
    }
    archive.validate_header_consistency().map_err(|error| {
        Refusal::new("ARCHIVE_INCONSISTENT", format!("The archive's directory and its entries disagree: {error}"))
    })
}

fn unpack(archive: &mut Archive, index: usize, limits: &Limits, total: &mut u64, package: &mut Package) -> Result<(), Refusal> {
    let entry = archive.by_index_raw(index).map_err(|error| damaged(&error))?;
    let name = entry.name().map_err(|error| damaged(&error))?.into_owned();
    let (encrypted, link, folder) = (entry.encrypted(), entry.is_symlink(), entry.is_dir());
    let (declared, packed, mode) = (entry.size(), entry.compressed_size(), entry.unix_mode());
    let method = entry.compression();
    drop(entry);
    if encrypted {
        return refuse("ARCHIVE_ENCRYPTED", format!("{name} is encrypted: what cannot be read cannot be checked"));
    }
    if link {
        return refuse("ARCHIVE_LINK", format!("{name} is a link; archives of skills hold plain files"));
    }
    if mode.is_some_and(|mode| !matches!(mode & 0o170_000, 0 | 0o100_000 | 0o040_000)) {
        return refuse("NOT_A_FILE", format!("{name} is a device or a pipe"));
    }
    if folder || name.split('/').any(|part| LEFT_OUT.contains(&part)) {
        return Ok(());
    }
    if ![CompressionMethod::Stored, CompressionMethod::Deflated].contains(&method) {
        return refuse("ARCHIVE_COMPRESSION", format!("{name} is packed with {method}; use plain zip (deflate)"));
    }
    if package.files.0.len() >= limits.files {
        return refuse("TOO_MANY_FILES", format!("The archive has more than {} files", limits.files));
    }
    if declared > limits.file || *total + declared > limits.total {
        return refuse("TOO_LARGE", format!("{name} says it has {declared} bytes; {} MB are taken in all", limits.total / MIB));
    }
    if bomb(declared, packed, limits) {
        return refuse("ARCHIVE_BOMB", format!("{name} says it grows from {packed} to {declared} bytes"));
    }
    let bytes = read(archive, index, &name, declared)?;
    *total += bytes.len() as u64;
    if mode.is_some_and(|mode| mode & 0o111 != 0) {
        package.executable.insert(name.clone());
    }
    package.files.0.insert(name, bytes);
    Ok(())
}

fn bomb(unpacked: u64, packed: u64, limits: &Limits) -> bool {
    unpacked > MIB && unpacked / limits.ratio > packed
}

/// What an entry says of itself was within limits; so it is read to that size and one byte more, which tells whether it lied.
fn read(archive: &mut Archive, index: usize, name: &str, declared: u64) -> Result<Vec<u8>, Refusal> {
    let entry = archive.by_index(index).map_err(|error| damaged(&error))?;
    let mut bytes = Vec::new();
    if let Err(error) = entry.take(declared + 1).read_to_end(&mut bytes) {
        return refuse("ARCHIVE_DAMAGED", format!("{name} cannot be unpacked: {error}"));
    }
    if bytes.len() as u64 != declared {
        return refuse("ARCHIVE_SIZE_LIE", format!("{name} has another size than the {declared} bytes that it says"));
    }
    Ok(bytes)
}

fn damaged(error: &ZipError) -> Refusal {
    match error {
        ZipError::UnsupportedArchive(what) => {
            Refusal::new("ARCHIVE_COMPRESSION", format!("The archive needs what is not read here: {what}"))
        }
        _ => Refusal::new("ARCHIVE_DAMAGED", format!("This is not a whole zip archive: {error}")),
    }
}
