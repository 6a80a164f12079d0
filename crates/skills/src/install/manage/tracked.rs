//! Skills that other installers recorded, read from their own files.

use super::locks::{self, ManagedLock};
use super::manifest::Manifest;
use super::record::Record;
use crate::files::{Files, sha256_hex};
use crate::install::lock::{self, Lock};
use crate::source::locator::SourceLocation;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A skill that another installer recorded.
pub(crate) struct ForeignSkill {
    /// Its installer, as its command is called.
    pub(crate) tool: &'static str,
    pub(crate) source: Option<(SourceLocation, Option<String>)>,
    pub(crate) words: String,
    pub(crate) pinned: Option<String>,
    proof: Option<InstallProof>,
}

/// The fingerprint that its installer recorded.
pub(crate) enum InstallProof {
    Computed(String),
    Tree(String),
    Lines(String),
}

/// Finds the record about the skill at `place`: a note inside its folder counts before the lock file. `lock_file`: the lock file
/// of its scope, if it can be read.
pub(crate) fn find(lock_file: Option<&ManagedLock>, record: &Record, name: &str, place: &Path) -> Option<ForeignSkill> {
    if let Some(note) = lock::clawhub(place) {
        return Some(ForeignSkill {
            tool: "clawhub",
            source: note.source,
            words: note.words,
            pinned: note.pinned,
            proof: note.fingerprint.map(InstallProof::Lines),
        });
    }
    if let Some(note) = lock::openskills(place) {
        return Some(ForeignSkill { tool: "openskills", source: note.source, words: note.words, pinned: None, proof: None });
    }
    let lock_file = lock_file.filter(|lock_file| lock_file.meant(record, name).iter().any(|meant| meant == place))?;
    let (lock, base) = (lock_file.lock(), lock_file.project().unwrap_or(Path::new("/")));
    let words = lock.field(name, "source").unwrap_or_default().to_owned();
    Some(ForeignSkill {
        tool: "skills",
        source: lock::source_of(lock, name, base).ok(),
        words,
        pinned: None,
        proof: InstallProof::of(lock, name),
    })
}

impl ForeignSkill {
    /// Whether the folder is certainly unchanged since its installer wrote it.
    pub(crate) fn is_clean(&self, there: &Manifest, place: &Path) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.holds(there, place))
    }
}

impl InstallProof {
    /// The fingerprint of `name` in a lock file.
    pub(crate) fn of(lock: &Lock, name: &str) -> Option<Self> {
        if let Some(hash) = lock.field(name, "computedHash") {
            return Some(Self::Computed(hash.to_owned()));
        }
        let hash = lock.field(name, "skillFolderHash")?;
        Some(if hash.len() == 40 { Self::Tree(hash.to_owned()) } else { Self::Computed(hash.to_owned()) })
    }

    pub(crate) fn holds(&self, there: &Manifest, place: &Path) -> bool {
        match self {
            Self::Computed(hash) => plain_files(there, place).is_some_and(|files| lock::computed_hash(&files) == *hash),
            Self::Tree(hash) => git_tree(place).is_some_and(|tree| tree == *hash),
            Self::Lines(print) => {
                let lines: Vec<String> = there
                    .0
                    .iter()
                    .filter(|(path, _)| !locks::is_note(path))
                    .map(|(path, hash)| format!("{path}:{hash}"))
                    .collect();
                sha256_hex(lines.join("\n")) == *print
            }
        }
    }
}

/// Reads the files, if there are only plain files.
fn plain_files(there: &Manifest, place: &Path) -> Option<Files> {
    let read = |path: &String| Some((path.clone(), fs::read(place.join(path)).ok()?));
    let plain = there.0.iter().all(|(_, mark)| mark.len() == 64 && !mark.contains(':'));
    let files = there.0.keys().filter(|path| !locks::is_note(path)).map(read).collect::<Option<_>>()?;
    plain.then_some(Files(files))
}

/// The hash that git gives the folder, computed by git in a temporary store.
fn git_tree(place: &Path) -> Option<String> {
    let store = tempfile::tempdir().ok()?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args([
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.autocrlf=false",
            "-c",
            "core.excludesFile=/dev/null",
            "-c",
            "core.attributesFile=/dev/null",
        ]);
        command.arg("--git-dir").arg(store.path()).arg("--work-tree").arg(place).args(arguments);
        let output = command.current_dir(place).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    run(&["init", "--quiet", "--template="])?;
    run(&["add", "--all", "--force", "."])?;
    run(&["write-tree"])
}
