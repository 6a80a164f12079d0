//! The files of a skill before it is installed: in memory, within limits, without links.

use crate::files::{Files, is_absent};
use crate::format::names::{self, Taken};
use crate::refusal::{Refusal, RefusalCode, refuse};
use apprentice_platform::permissions::is_executable;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How much is accepted. The defaults are those of a skill; uploads have the same (§0C.20: 100 MB).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of an archive.
    pub archive: u64,
    /// Bytes of all files together.
    pub total: u64,
    /// Bytes of one file.
    pub file: u64,
    /// Number of files.
    pub files: usize,
    /// Unpacked bytes for each packed one, of files above 1 MiB.
    pub ratio: u64,
    /// Names of files and folders that are passed over.
    pub left_out: &'static [&'static str],
}

impl Default for Limits {
    fn default() -> Self {
        Self { archive: 100 * MIB, total: 100 * MIB, file: 50 * MIB, files: 2_000, ratio: 200, left_out: &LEFT_OUT }
    }
}

pub(crate) const MIB: u64 = 1024 * 1024;

/// Files, and which of them are executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The files.
    pub files: Files,
    /// Paths of executable files.
    pub executable: BTreeSet<String>,
}

impl Default for Package {
    fn default() -> Self {
        Self { files: Files(std::collections::BTreeMap::new()), executable: BTreeSet::new() }
    }
}

impl Package {
    /// The files below `folder` (`""`: all), with paths relative to it.
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
const LEFT_OUT: [&str; 6] = [".git", "node_modules", "__MACOSX", ".DS_Store", ".openskills.json", ".clawhub"];

/// Whether a part of a path is one of `names`, or version control, in any spelling that another system takes for the same name: `.GIT` on macOS, `git~1` on
/// Windows. Git would act on the settings in such a folder.
pub(crate) fn is_left_out(part: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(part)) || part.eq_ignore_ascii_case("git~1")
}

/// A file without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Path relative to the skill, with `/`.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// Whether it is executable.
    pub executable: bool,
}

/// A file of which no more than its beginning was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHead {
    /// The beginning of the file.
    pub bytes: Vec<u8>,
    /// Bytes of the whole file.
    pub size: u64,
}

/// Reads `folder`. A link is followed only to a file or folder inside `bound` and becomes a plain file; one that leaves it, leads
/// nowhere or to a device is refused.
pub fn read(folder: &Path, bound: &Path, limits: &Limits) -> Result<Package, Refusal> {
    let mut package = Package::default();
    walk(folder, bound, limits, &mut |path, name, metadata, room| {
        let bytes = read_bounded(path, name, metadata, room)?;
        let size = bytes.len() as u64;
        if is_executable(metadata) {
            package.executable.insert(name.to_owned());
        }
        package.files.0.insert(name.to_owned(), bytes);
        Ok(size)
    })?;
    Ok(package)
}

/// The files that [`read`] would find, by path; no file is opened.
pub fn list(folder: &Path, bound: &Path, limits: &Limits) -> Result<Vec<FileEntry>, Refusal> {
    let mut files = Vec::new();
    walk(folder, bound, limits, &mut |_, name, metadata, room| {
        let size = metadata.len();
        if size > room {
            return Err(too_large(name, room));
        }
        files.push(FileEntry { path: name.to_owned(), size, executable: is_executable(metadata) });
        Ok(size)
    })?;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// The first `most` bytes of one file of `folder`, with the rules of [`read`] for links and left-out files. `None`: there is no
/// such file.
pub fn beginning(folder: &Path, bound: &Path, name: &str, most: u64) -> Result<Option<FileHead>, Refusal> {
    names::check_path(name)?;
    if name.split('/').any(|part| is_left_out(part, &LEFT_OUT)) {
        return Ok(None);
    }
    let bound = fs::canonicalize(bound).map_err(|error| Refusal::unreadable(bound, &error))?;
    let path = folder.join(name);
    let real = match fs::canonicalize(&path) {
        Ok(real) => real,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(Refusal::unreadable(&path, &error)),
    };
    check_inside(&bound, &real, name)?;
    let metadata = fs::metadata(&real).map_err(|error| Refusal::unreadable(&path, &error))?;
    if !metadata.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = fs::File::open(&real).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map_err(|error| Refusal::unreadable(&path, &error))?;
    Ok(Some(FileHead { size: metadata.len().max(bytes.len() as u64), bytes }))
}

/// Called for each file with its path, name, metadata and the bytes left. Returns the bytes that it took.
type Take<'a> = dyn FnMut(&Path, &str, &fs::Metadata, u64) -> Result<u64, Refusal> + 'a;

fn walk(folder: &Path, bound: &Path, limits: &Limits, take: &mut Take<'_>) -> Result<(), Refusal> {
    let bound = fs::canonicalize(bound).map_err(|error| Refusal::unreadable(bound, &error))?;
    let mut reading = Reading { bound, limits, take, taken: Taken::default(), files: 0, bytes: 0, within: Vec::new() };
    reading.folder(folder, "")
}

struct Reading<'a, 't> {
    bound: PathBuf,
    limits: &'a Limits,
    take: &'a mut Take<'t>,
    taken: Taken,
    files: usize,
    bytes: u64,
    /// Real folders above the one being read: a link back to one of them would never end.
    within: Vec<PathBuf>,
}

impl Reading<'_, '_> {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), Refusal> {
        let real = fs::canonicalize(folder).map_err(|error| Refusal::unreadable(folder, &error))?;
        if self.within.contains(&real) {
            return refuse(RefusalCode::LinkCircle, format!("{} links back to a folder that it is in", folder.display()));
        }
        self.within.push(real);
        let mut entries: Vec<_> =
            fs::read_dir(folder).and_then(Iterator::collect).map_err(|error| Refusal::unreadable(folder, &error))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let Ok(name) = entry.file_name().into_string() else {
                return refuse(RefusalCode::PathNotUtf8, format!("A name in {} is not UTF-8", folder.display()));
            };
            if !is_left_out(&name, self.limits.left_out) {
                self.entry(&entry.path(), &format!("{prefix}{name}"))?;
            }
        }
        self.within.pop();
        Ok(())
    }

    fn entry(&mut self, path: &Path, name: &str) -> Result<(), Refusal> {
        names::check_path(name)?;
        let link = fs::symlink_metadata(path).map_err(|error| Refusal::unreadable(path, &error))?;
        if link.is_symlink() {
            self.check_link(path, name)?;
        }
        let metadata = fs::metadata(path).map_err(|error| Refusal::unreadable(path, &error))?;
        if metadata.is_dir() {
            self.taken.add(name, true)?;
            return self.folder(path, &format!("{name}/"));
        }
        if !metadata.is_file() {
            return refuse(RefusalCode::NotAFile, format!("{name} is neither a file nor a folder"));
        }
        self.taken.add(name, false)?;
        self.file(path, name, &metadata)
    }

    fn check_link(&self, path: &Path, name: &str) -> Result<(), Refusal> {
        let Ok(real) = fs::canonicalize(path) else {
            return refuse(RefusalCode::LinkBroken, format!("{name} is a link that leads nowhere"));
        };
        check_inside(&self.bound, &real, name)
    }

    fn file(&mut self, path: &Path, name: &str, metadata: &fs::Metadata) -> Result<(), Refusal> {
        if self.files >= self.limits.files {
            return refuse(RefusalCode::TooManyFiles, format!("There are more than {} files", self.limits.files));
        }
        let room = self.limits.file.min(self.limits.total - self.bytes);
        self.bytes += (self.take)(path, name, metadata, room)?;
        self.files += 1;
        Ok(())
    }
}

fn check_inside(bound: &Path, real: &Path, name: &str) -> Result<(), Refusal> {
    let inside = real.strip_prefix(bound);
    if inside.is_ok_and(|inside| !inside.components().any(|part| part.as_os_str() == ".git")) {
        return Ok(());
    }
    refuse(RefusalCode::LinkLeavesSource, format!("{name} is a link to {}, outside of the source", real.display()))
}

/// Reads a file up to `room`: it may have grown since its size was read.
fn read_bounded(path: &Path, name: &str, metadata: &fs::Metadata, room: u64) -> Result<Vec<u8>, Refusal> {
    if metadata.len() > room {
        return Err(too_large(name, room));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    let read = fs::File::open(path).and_then(|file| file.take(room + 1).read_to_end(&mut bytes));
    read.map_err(|error| Refusal::unreadable(path, &error))?;
    if bytes.len() as u64 > room { Err(too_large(name, room)) } else { Ok(bytes) }
}

fn too_large(name: &str, room: u64) -> Refusal {
    Refusal::new(RefusalCode::TooLarge, format!("{name} is larger than the allowed {} MB", room / MIB))
}
