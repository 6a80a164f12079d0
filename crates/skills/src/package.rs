//! The files of a skill on their way into a folder: in memory, within limits, without links.

use crate::install::Files;
use crate::names::{self, Taken};
use crate::refusal::{Refusal, refuse};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How much is taken. The defaults are those of a skill; uploads have the same (§0C.20: 100 MB).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of an archive as it comes.
    pub archive: u64,
    /// Bytes of all files together.
    pub total: u64,
    /// Bytes of one file.
    pub file: u64,
    pub files: usize,
    /// Unpacked bytes for each packed one, of files above 1 MiB.
    pub ratio: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { archive: 100 * MIB, total: 100 * MIB, file: 50 * MIB, files: 2_000, ratio: 200 }
    }
}

pub(crate) const MIB: u64 = 1024 * 1024;

/// Files with the paths that may be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub files: Files,
    pub executable: BTreeSet<String>,
}

impl Default for Package {
    fn default() -> Self {
        Self { files: Files(std::collections::BTreeMap::new()), executable: BTreeSet::new() }
    }
}

impl Package {
    /// What lies below `folder` (`""`: everything), with paths relative to it.
    #[must_use]
    pub fn below(&self, folder: &str) -> Self {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let inside = |path: &String| path.strip_prefix(&prefix).map(str::to_owned);
        let files = self.files.0.iter().filter_map(|(path, bytes)| Some((inside(path)?, bytes.clone()))).collect();
        Self { files: Files(files), executable: self.executable.iter().filter_map(inside).collect() }
    }
}

/// Never part of a skill: version control, packages that a tool fetches, what file managers leave, and notes of installers about
/// the place that the files came from.
pub(crate) const LEFT_OUT: [&str; 6] = [".git", "node_modules", "__MACOSX", ".DS_Store", ".openskills.json", ".clawhub"];

/// Reads `folder`. A link is followed only to a file or folder inside `bound` and becomes a plain file; one that leaves it, leads
/// nowhere or to a device is refused.
pub fn read(folder: &Path, bound: &Path, limits: &Limits) -> Result<Package, Refusal> {
    let bound = fs::canonicalize(bound).map_err(|error| unreadable(bound, &error))?;
    let mut reading =
        Reading { bound, limits, package: Package::default(), taken: Taken::default(), bytes: 0, within: Vec::new() };
    reading.folder(folder, "")?;
    Ok(reading.package)
}

struct Reading<'a> {
    bound: PathBuf,
    limits: &'a Limits,
    package: Package,
    taken: Taken,
    bytes: u64,
    /// Real folders above the one being read: a link back to one of them would never end.
    within: Vec<PathBuf>,
}

impl Reading<'_> {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), Refusal> {
        let real = fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))?;
        if self.within.contains(&real) {
            return refuse("LINK_CIRCLE", format!("{} links back to a folder that it is in", folder.display()));
        }
        self.within.push(real);
        let mut entries: Vec<_> = fs::read_dir(folder).and_then(Iterator::collect).map_err(|error| unreadable(folder, &error))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let Ok(name) = entry.file_name().into_string() else {
                return refuse("PATH_NOT_UTF8", format!("A name in {} is not UTF-8", folder.display()));
            };
            if !LEFT_OUT.contains(&name.as_str()) {
                self.entry(&entry.path(), &format!("{prefix}{name}"))?;
            }
        }
        self.within.pop();
        Ok(())
    }

    fn entry(&mut self, path: &Path, name: &str) -> Result<(), Refusal> {
        names::check_path(name)?;
        let link = fs::symlink_metadata(path).map_err(|error| unreadable(path, &error))?;
        if link.is_symlink() {
            self.check_link(path, name)?;
        }
        let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if metadata.is_dir() {
            self.taken.add(name, true)?;
            return self.folder(path, &format!("{name}/"));
        }
        if !metadata.is_file() {
            return refuse("NOT_A_FILE", format!("{name} is neither a file nor a folder"));
        }
        self.taken.add(name, false)?;
        self.file(path, name, &metadata)
    }

    fn check_link(&self, path: &Path, name: &str) -> Result<(), Refusal> {
        let Ok(real) = fs::canonicalize(path) else {
            return refuse("LINK_BROKEN", format!("{name} is a link that leads nowhere"));
        };
        let inside = real.strip_prefix(&self.bound);
        if inside.is_ok_and(|inside| !inside.components().any(|part| part.as_os_str() == ".git")) {
            return Ok(());
        }
        refuse("LINK_LEAVES_SOURCE", format!("{name} is a link to {}, outside of the source", real.display()))
    }

    fn file(&mut self, path: &Path, name: &str, metadata: &fs::Metadata) -> Result<(), Refusal> {
        if self.package.files.0.len() >= self.limits.files {
            return refuse("TOO_MANY_FILES", format!("There are more than {} files", self.limits.files));
        }
        let room = self.limits.file.min(self.limits.total - self.bytes);
        let mut bytes = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(room + 1).read_to_end(&mut bytes));
        read.map_err(|error| unreadable(path, &error))?;
        if bytes.len() as u64 > room {
            return refuse("TOO_LARGE", format!("{name} is larger than the {} MB that are taken", room / MIB));
        }
        self.bytes += bytes.len() as u64;
        if is_executable(metadata) {
            self.package.executable.insert(name.to_owned());
        }
        self.package.files.0.insert(name.to_owned(), bytes);
        Ok(())
    }
}

fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

fn unreadable(path: &Path, error: &std::io::Error) -> Refusal {
    Refusal::new("UNREADABLE", format!("{} cannot be read: {error}", path.display()))
}
