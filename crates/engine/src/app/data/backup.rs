//! A backup: one zip file with a consistent copy of the database and every folder of the home that cannot be derived from it or is
//! cheap to keep. [`super::restore`] reads it.
//!
//! Invariant: a backup contains no token and no key. The keychain, `secrets.json`, `endpoint.json`, `agent.json`, the secret behind the ids of
//! dispatches, and the profiles of the watched browser are left out.

use super::export::{Export, advance, unwritable};
use super::files;
use crate::Answer;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::digest::hex;
use apprentice_contracts::{Time, json};
use apprentice_platform::permissions::open_private;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The version of the format that this program writes, and the newest that it reads.
pub(super) const FORMAT: u32 = 1;
/// The last entry: what the backup contains.
pub(super) const MANIFEST: &str = "backup.json";
pub(super) const DATABASE: &str = "apprentice.db";

/// What a backup may contain besides the database, relative to the home. Each is a file or a folder.
pub(super) const CONTENTS: [&str; 8] =
    ["system", "sandbox", "versions", "imports", "skill-backups", "bag", "connectors", "skills/installed.json"];

const README: &str = "A backup of Apprentice: the database, the taught skills and what belongs to them.

To restore it: `apprentice data restore FILE`, or Settings, Your data, Restore a backup.

Tokens and keys are not in here: those in the keychain or in secrets.json stay there, and a restored engine makes new ones for the rest. Skills in the folders of your agents
are not in here either; the database knows where they belong, and Apprentice puts missing ones back.
";

/// What a backup says of itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// Version of the format: 1.
    pub format: u32,
    /// Version of the program that wrote it.
    pub program_version: String,
    /// Schema version of the database in it.
    pub schema_version: u32,
    /// When the copy of the database was made.
    pub created_at: Time,
    /// Every file but the manifest and the text for people.
    pub files: Vec<Entry>,
}

/// One file of a backup.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Path relative to the home, with `/`.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 as hexadecimal text.
    pub sha256: String,
}

/// Writes the backup beside its target. Returns its size in bytes.
pub(super) async fn write(core: &Core, export: &Export) -> Answer<u64> {
    let home = core.options.home.clone();
    let copy = Copy(home.join("run").join(format!("export-{}.db", core.options.ids.next())));
    make_empty(&copy.0).map_err(|error| unwritable(&copy.0, &error))?;
    export.update(|progress| "the database".clone_into(&mut progress.doing));
    let created_at = core.now();
    core.store.copy_to(&copy.0).await?;
    let (version, export) = (core.options.version.clone(), export.clone());
    blocking("writing a backup", move || pack(&home, &copy, &export, version, created_at)).await?
}

/// The copy of the database. Dropping it deletes the file.
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        // A copy that stays is deleted by the next start.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn make_empty(path: &Path) -> io::Result<()> {
    open_private(File::options().write(true).create_new(true), path).map(drop)
}

fn pack(home: &Path, copy: &Copy, export: &Export, program_version: String, created_at: Time) -> Answer<u64> {
    let refused = |error: &dyn std::fmt::Display| unwritable(&export.file, error);
    let schema_version = apprentice_store::backup::check(&copy.0)?;
    let others: Vec<PathBuf> = CONTENTS
        .iter()
        .flat_map(|place| files(&home.join(place)))
        .map(|(path, _)| path)
        .filter(|path| !is_temporary(path))
        .collect();
    export.update(|progress| progress.total = others.len() as u64 + 1);
    let file = File::create(export.part()).map_err(|error| refused(&error))?;
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default().large_file(true).unix_permissions(0o600);
    zip.start_file("README.txt", options).map_err(|error| refused(&error))?;
    zip.write_all(README.as_bytes()).map_err(|error| refused(&error))?;
    let mut manifest = Manifest { format: FORMAT, program_version, schema_version, created_at, files: Vec::new() };
    let others = others.iter().map(|path| (path.as_path(), path.strip_prefix(home).unwrap_or(path)));
    for (source, name) in [(copy.0.as_path(), Path::new(DATABASE))].into_iter().chain(others) {
        advance(export)?;
        let Some(name) = name.to_str() else { continue };
        export.update(|progress| name.clone_into(&mut progress.doing));
        // The file may be gone since it was listed: an import that ended, a projection that was replaced.
        let Ok(mut source) = File::open(source) else { continue };
        zip.start_file(name, options).map_err(|error| refused(&error))?;
        let (bytes, sha256) = copy_hashed(&mut source, &mut zip).map_err(|error| refused(&error))?;
        manifest.files.push(Entry { path: name.to_owned(), bytes, sha256 });
    }
    let text = json::to_text(&manifest).map_err(|error| crate::internal("writing a backup", &error))?;
    zip.start_file(MANIFEST, options).map_err(|error| refused(&error))?;
    zip.write_all(text.as_bytes()).map_err(|error| refused(&error))?;
    let written = zip.finish().map_err(|error| refused(&error))?.into_inner().map_err(|error| refused(&error))?;
    written.sync_all().map_err(|error| refused(&error))?;
    written.metadata().map(|data| data.len()).map_err(|error| refused(&error))
}

/// A file that is being replaced at this moment.
fn is_temporary(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tmp")
}

/// Copies everything. Returns the number of bytes and their SHA-256.
pub(super) fn copy_hashed(source: &mut impl Read, target: &mut impl Write) -> io::Result<(u64, String)> {
    let (mut digest, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 64 * 1024]);
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => return Ok((bytes, hex(&digest.finalize()))),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        digest.update(&buffer[..read]);
        target.write_all(&buffer[..read])?;
        bytes += read as u64;
    }
}
