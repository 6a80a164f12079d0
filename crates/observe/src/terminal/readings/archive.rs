//! The entries of an archive: tar, compressed tar, zip, gzip. Nothing is extracted to the disk.

use super::{cell, record};
use crate::redact::mask_text;
use apprentice_contracts::reading::{MAX_RECORDS, ReadRecord, RecordKind};
use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// The most bytes that are inflated.
const MAX_INFLATED: u64 = 256 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tar,
    Gzip,
    Zip,
}

impl Kind {
    /// By the first bytes of a file.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Some(Self::Zip)
        } else if head.starts_with(&[0x1f, 0x8b]) {
            Some(Self::Gzip)
        } else {
            is_tar(head).then_some(Self::Tar)
        }
    }
}

fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

type Entry = (String, u64);

/// The entries, and whether they are all. A damaged archive has none.
pub(super) fn entries(path: &Path, head: &[u8]) -> (Vec<ReadRecord>, bool) {
    let read = match Kind::of(head) {
        Some(Kind::Zip) => zip_entries(path),
        Some(Kind::Gzip) => gzip_entries(path),
        Some(Kind::Tar) => File::open(path).ok().and_then(|file| tar_entries(BufReader::new(file))),
        None => None,
    };
    let Some((entries, complete)) = read else { return (Vec::new(), false) };
    let records = entries
        .into_iter()
        .map(|(name, size)| record(RecordKind::Entry, vec![cell("path", &mask_text(&name).0), cell("size", &size.to_string())]))
        .collect();
    (records, complete)
}

/// What the entries of an archive contain, by their paths; `read` makes something of the first bytes of each, at most `most`. `None`: it is damaged, or
/// there are too many.
pub(in crate::terminal) fn contents(
    path: &Path,
    head: &[u8],
    most: u64,
    read: &dyn Fn(&[u8]) -> String,
) -> Option<BTreeMap<String, String>> {
    let content = |entry: &mut dyn Read| -> Option<String> {
        let mut bytes = Vec::new();
        entry.take(most).read_to_end(&mut bytes).ok()?;
        // Also what is not compared is checked by its sum.
        std::io::copy(&mut entry.take(MAX_INFLATED), &mut std::io::sink()).ok()?;
        Some(read(&bytes))
    };
    let of_tar = |bytes: &mut dyn Read| -> Option<BTreeMap<String, String>> {
        let mut archive = tar::Archive::new(bytes.take(MAX_INFLATED));
        let mut out = BTreeMap::new();
        for entry in archive.entries().ok()?.take(MAX_RECORDS + 1) {
            let mut entry = entry.ok()?;
            let target = entry.link_name().ok()?.map(|target| target.to_string_lossy().into_owned());
            let name = entry.path().ok()?.to_string_lossy().trim_start_matches("./").to_owned();
            out.insert(name, target.map_or_else(|| content(&mut entry), Some)?);
        }
        (out.len() <= MAX_RECORDS).then_some(out)
    };
    let opened = || Some(BufReader::new(File::open(path).ok()?));
    match Kind::of(head)? {
        Kind::Tar => of_tar(&mut opened()?),
        Kind::Gzip => {
            let mut start = Vec::new();
            MultiGzDecoder::new(opened()?).take(512).read_to_end(&mut start).ok()?;
            let mut inflated = MultiGzDecoder::new(opened()?);
            match is_tar(&start) {
                true => of_tar(&mut inflated),
                false => Some(BTreeMap::from([(String::new(), content(&mut inflated)?)])),
            }
        }
        Kind::Zip => {
            let mut archive = zip::ZipArchive::new(opened()?).ok()?;
            let count = Some(archive.len()).filter(|count| *count <= MAX_RECORDS)?;
            let mut out = BTreeMap::new();
            for index in 0..count {
                let mut entry = archive.by_index(index).ok()?;
                let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
                out.insert(name, content(&mut entry)?);
            }
            Some(out)
        }
    }
}

fn zip_entries(path: &Path) -> Option<(Vec<Entry>, bool)> {
    let mut archive = zip::ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let count = archive.len();
    let mut entries = Vec::new();
    for index in 0..count.min(MAX_RECORDS) {
        let entry = archive.by_index_raw(index).ok()?;
        entries.push((String::from_utf8_lossy(entry.name_raw()).into_owned(), entry.size()));
    }
    Some((entries, count <= MAX_RECORDS))
}

fn gzip_entries(path: &Path) -> Option<(Vec<Entry>, bool)> {
    let mut head = Vec::new();
    let inflate = || Some(MultiGzDecoder::new(BufReader::new(File::open(path).ok()?)).take(MAX_INFLATED + 1));
    inflate()?.take(512).read_to_end(&mut head).ok()?;
    if is_tar(&head) {
        return tar_entries(inflate()?);
    }
    let size = std::io::copy(&mut inflate()?, &mut std::io::sink()).ok()?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    let name = name.strip_suffix(".gz").unwrap_or(&name).to_owned();
    Some((vec![(name, size)], size <= MAX_INFLATED))
}

fn tar_entries(bytes: impl Read) -> Option<(Vec<Entry>, bool)> {
    let mut archive = tar::Archive::new(bytes.take(MAX_INFLATED + 1));
    let mut entries = Vec::new();
    let mut cut = false;
    for entry in archive.entries().ok()? {
        if entries.len() >= MAX_RECORDS {
            cut = true;
            break;
        }
        let entry = entry.ok()?;
        entries.push((entry.path().ok()?.to_string_lossy().into_owned(), entry.size()));
    }
    // What follows has the checksum of a compressed archive.
    let mut rest = archive.into_inner();
    if !cut {
        std::io::copy(&mut rest, &mut std::io::sink()).ok()?;
    }
    Some((entries, !cut && rest.limit() > 0))
}
