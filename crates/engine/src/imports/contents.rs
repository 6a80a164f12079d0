//! The files of one skill of an artefact, read on demand: nothing else of an archive is unpacked.

use super::uploads::{place, stem};
use apprentice_contracts::import::{TempArtifactKind, TempArtifactRef};
use apprentice_skills::install::put::Files;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_skills::source::archive;
use apprentice_skills::source::package::{self, FileEntry, FileHead, Limits, Package};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the files of a skill are.
#[derive(Clone, Debug)]
pub(super) enum SkillLocation {
    /// `folder` in the archive at `path`; `called` is the name of the archive.
    Zip { path: PathBuf, called: String, folder: String },
    /// `folder` below `root`. Links that lead out of `root` are refused.
    Folder { root: PathBuf, folder: String },
}

impl SkillLocation {
    pub fn of(home: &Path, artifact: &TempArtifactRef, skill_path: &str) -> Self {
        let (path, folder) = (place(home, artifact), skill_path.to_owned());
        match artifact.artifact_kind {
            TempArtifactKind::SkillBundleZip => {
                let called = stem(artifact.original_filename.as_deref().unwrap_or("skill"));
                Self::Zip { path, called, folder }
            }
            TempArtifactKind::SkillBundleDir | TempArtifactKind::GeneratedBundle => Self::Folder { root: path, folder },
        }
    }

    /// The name of the skill's folder.
    pub fn called(&self) -> String {
        let (folder, otherwise) = match self {
            Self::Zip { called, folder, .. } => (folder, called.clone()),
            Self::Folder { root, folder } => {
                (folder, root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default())
            }
        };
        folder.rsplit('/').next().filter(|name| !name.is_empty()).map_or(otherwise, str::to_owned)
    }

    /// Whether the files still exist.
    pub fn is_there(&self) -> bool {
        let path = match self {
            Self::Zip { path, .. } => path.clone(),
            Self::Folder { root, folder } => root.join(folder),
        };
        !path.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound)
    }

    /// Reads all files of the skill. Setting `cancelled` ends the read.
    pub fn read(&self, cancelled: &AtomicBool) -> Result<Package, Refusal> {
        match self {
            Self::Zip { path, folder, .. } => {
                let prefix = prefix(folder);
                let all = archive::open_zip(opened(path)?, &Limits::default(), &mut |path| {
                    if cancelled.load(Ordering::Relaxed) {
                        return Err(Refusal::new(RefusalCode::Cancelled, "The scan was cancelled."));
                    }
                    Ok(path.starts_with(&prefix))
                })?;
                Ok(moved_below(all, &prefix))
            }
            Self::Folder { root, folder } => package::read(&root.join(folder), root, &Limits::default()),
        }
    }

    /// An upper bound of the bytes that [`SkillLocation::read`] returns; `u64::MAX` when the files cannot be listed.
    pub fn weight(&self) -> u64 {
        self.list().map_or(u64::MAX, |files| files.iter().map(|file| file.size).sum())
    }

    /// Names and sizes of the files, without reading them. Limits are those of [`SkillLocation::read`].
    pub fn list(&self) -> Result<Vec<FileEntry>, Refusal> {
        match self {
            Self::Zip { path, folder, .. } => {
                let prefix = prefix(folder);
                let all = archive::list_zip(opened(path)?, &Limits::default())?;
                let inside = all.into_iter().filter_map(|file| {
                    let path = file.path.strip_prefix(&prefix)?.to_owned();
                    Some(FileEntry { path, ..file })
                });
                Ok(inside.collect())
            }
            Self::Folder { root, folder } => package::list(&root.join(folder), root, &Limits::default()),
        }
    }

    /// The first `most` bytes of a file, and its size. `None` when there is no such file.
    pub fn beginning(&self, file: &str, most: u64) -> Result<Option<FileHead>, Refusal> {
        match self {
            Self::Zip { path, folder, .. } => {
                let name = format!("{}{file}", prefix(folder));
                archive::beginning_in_zip(opened(path)?, &Limits::default(), &name, most)
            }
            Self::Folder { root, folder } => package::beginning(&root.join(folder), root, file, most),
        }
    }
}

/// The prefix of the paths of a skill's files.
fn prefix(folder: &str) -> String {
    if folder.is_empty() { String::new() } else { format!("{folder}/") }
}

fn opened(path: &Path) -> Result<BufReader<File>, Refusal> {
    File::open(path).map(BufReader::new).map_err(|error| unreadable(&error))
}

/// [`Package::below`] without a copy.
fn moved_below(package: Package, prefix: &str) -> Package {
    let inside = |path: &str| path.strip_prefix(prefix).map(str::to_owned);
    let executable = package.executable.iter().filter_map(|path| inside(path)).collect();
    let files = package.files.0.into_iter().filter_map(|(path, bytes)| Some((inside(&path)?, bytes))).collect();
    Package { files: Files(files), executable }
}

fn unreadable(error: &std::io::Error) -> Refusal {
    Refusal::new(RefusalCode::Unreadable, format!("The upload cannot be read: {error}"))
}
