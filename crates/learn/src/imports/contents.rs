//! The files of one skill of an artefact, read as they are needed: an archive is not unpacked beyond them.

use super::artifacts::{place, stem};
use apprentice_contracts::import::{TempArtifactKind, TempArtifactRef};
use apprentice_skills::archive;
use apprentice_skills::install::Files;
use apprentice_skills::package::{self, Limits, Package};
use apprentice_skills::refusal::Refusal;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the files of a skill stand.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// `folder` in the archive at `path`, which is called `called`.
    Zip { path: PathBuf, called: String, folder: String },
    /// `folder` below `root`, out of which no link may lead.
    Folder { root: PathBuf, folder: String },
}

impl Place {
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

    /// What the folder of the skill is called.
    pub fn called(&self) -> String {
        let (folder, otherwise) = match self {
            Self::Zip { called, folder, .. } => (folder, called.clone()),
            Self::Folder { root, folder } => {
                (folder, root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default())
            }
        };
        folder.rsplit('/').next().filter(|name| !name.is_empty()).map_or(otherwise, str::to_owned)
    }

    /// All files of the skill. `cancelled`, set, ends it.
    pub fn read(&self, cancelled: &AtomicBool) -> Result<Package, Refusal> {
        self.read_some(cancelled, &|_| true)
    }

    /// Those of its files that are wanted, by their path in the skill.
    pub fn read_some(&self, cancelled: &AtomicBool, wanted: &dyn Fn(&str) -> bool) -> Result<Package, Refusal> {
        match self {
            Self::Zip { path, folder, .. } => {
                let file = File::open(path).map_err(|error| unreadable(&error))?;
                let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
                let all = archive::open_zip(BufReader::new(file), &Limits::default(), &mut |path| {
                    if cancelled.load(Ordering::Relaxed) {
                        return Err(Refusal::new("CANCELLED", "The scan was cancelled."));
                    }
                    Ok(path.strip_prefix(&prefix).is_some_and(wanted))
                })?;
                Ok(moved_below(all, &prefix))
            }
            Self::Folder { root, folder } => {
                let mut package = package::read(&root.join(folder), root, &Limits::default())?;
                package.files.0.retain(|path, _| wanted(path));
                Ok(package)
            }
        }
    }
}

/// [`Package::below`] without a copy.
fn moved_below(package: Package, prefix: &str) -> Package {
    let inside = |path: &str| path.strip_prefix(prefix).map(str::to_owned);
    let executable = package.executable.iter().filter_map(|path| inside(path)).collect();
    let files = package.files.0.into_iter().filter_map(|(path, bytes)| Some((inside(&path)?, bytes))).collect();
    Package { files: Files(files), executable }
}

fn unreadable(error: &std::io::Error) -> Refusal {
    Refusal::new("UNREADABLE", format!("The upload cannot be read: {error}"))
}
