//! Unpacks untrusted archives into memory. Any fault refuses the whole archive; nothing is written.

mod tar;
mod zip;

use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::package::{FileEntry, FileHead, Limits, MIB, Package};
use std::io::{Read, Seek};

/// Unpacks a `.zip`, `.skill`, `.tar.gz` or `.tgz`, recognized by its content. Entries of version control and of file managers
/// are left out.
pub fn open(bytes: &[u8], limits: &Limits) -> Result<Package, Refusal> {
    if bytes.len() as u64 > limits.archive {
        return refuse(RefusalCode::ArchiveTooLarge, format!("The archive has more than {} MB", limits.archive / MIB));
    }
    if is_gzip(bytes) { tar::open(bytes, limits) } else { zip::open(bytes, limits) }
}

/// Unpacks from a zip file the entries that `wanted` accepts, without reading the rest into memory. All entries are checked as in
/// [`open`], by their headers. An error of `wanted` ends it.
pub fn open_zip<R: Read + Seek>(
    source: R,
    limits: &Limits,
    wanted: &mut dyn FnMut(&str) -> Result<bool, Refusal>,
) -> Result<Package, Refusal> {
    zip::open_some(source, limits, wanted)
}

/// The files that [`open_zip`] would find, by path, from the headers; nothing is unpacked.
pub fn list_zip<R: Read + Seek>(source: R, limits: &Limits) -> Result<Vec<FileEntry>, Refusal> {
    zip::list(source, limits)
}

/// The first `most` bytes of the file `name`, unpacked only that far. All entries are checked as in [`open_zip`]. `None`: there
/// is no such file.
pub fn beginning_in_zip<R: Read + Seek>(source: R, limits: &Limits, name: &str, most: u64) -> Result<Option<FileHead>, Refusal> {
    zip::beginning(source, limits, name, most)
}

/// Whether `bytes` begin as a zip file does.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Whether `bytes` begin as one of these archives does.
pub fn is_archive(bytes: &[u8]) -> bool {
    is_zip(bytes) || is_gzip(bytes)
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

const NAMES: [&str; 4] = [".zip", ".skill", ".tar.gz", ".tgz"];

/// The file's name without the extension of an archive. `None`: it has no such extension.
pub fn stem(name: &str) -> Option<&str> {
    let end = NAMES.into_iter().find(|end| {
        name.len() >= end.len()
            && name.is_char_boundary(name.len() - end.len())
            && name[name.len() - end.len()..].eq_ignore_ascii_case(end)
    })?;
    Some(&name[..name.len() - end.len()])
}
