//! The manifest of a skill's folder: every file with its hash, without following links.

use crate::files::{FILE_MANAGER_NOTE, Unreadable, Visit, is_absent, walk_tree};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Relative path to the SHA-256 of a file, `link:<target>` of a link, or `special`. Empty folders and notes of file managers are
/// left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest(pub(crate) BTreeMap<String, String>);

const MAX_ENTRIES: usize = 20_000;

/// Reads the manifest of `folder`. `None`: nothing is there. A link or a file in its place is a manifest with the one path "".
pub(crate) fn read(folder: &Path) -> io::Result<Option<Manifest>> {
    let metadata = match fs::symlink_metadata(folder) {
        Ok(metadata) => metadata,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut manifest = Manifest::default();
    if metadata.is_dir() {
        manifest.folder(folder)?;
    } else {
        manifest.0.insert(String::new(), mark(folder, &metadata)?);
    }
    Ok(Some(manifest))
}

impl Manifest {
    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        walk_tree(folder, Unreadable::Fail, &mut |found| {
            let metadata = found.entry.metadata()?;
            if metadata.is_dir() {
                return Ok(Visit::Enter);
            }
            if found.entry.file_name() != FILE_MANAGER_NOTE {
                if self.0.len() >= MAX_ENTRIES {
                    return Err(io::Error::other("it contains too many files for a skill"));
                }
                self.0.insert(found.relative.to_owned(), mark(&found.entry.path(), &metadata)?);
            }
            Ok(Visit::Next)
        })
        .map(drop)
    }
}

fn mark(path: &Path, metadata: &fs::Metadata) -> io::Result<String> {
    if metadata.is_symlink() {
        return Ok(format!("link:{}", fs::read_link(path)?.display()));
    }
    if !metadata.is_file() {
        return Ok("special".to_owned());
    }
    let mut hash = Sha256::new();
    io::copy(&mut fs::File::open(path)?, &mut hash)?;
    Ok(format!("{:x}", hash.finalize()))
}
