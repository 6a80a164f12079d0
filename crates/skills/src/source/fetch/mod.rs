//! Fetches a source: reads the folder, unpacks the archive, clones the repository, downloads.
//!
//! Invariant: nothing of a source is run, and nothing is written except a temporary folder that is removed with the answer.

pub mod client;
mod git;
mod http;

use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::archive;
use crate::source::locator::SourceLocation;
use crate::source::package::{self, Limits, Package};
use crate::temporary::Temporary;
use client::Body;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits, cancellation and progress of a fetch.
pub struct FetchOptions<'a> {
    /// Limits of files and archives.
    pub limits: Limits,
    /// Whole time for one download or clone.
    pub patience: Duration,
    /// Set to true, the fetch ends with `CANCELLED`.
    pub cancelled: &'a AtomicBool,
    /// Called with the bytes so far, and the total if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
    /// A file of certificates (PEM) that vouch for servers in place of Mozilla's, as `SSL_CERT_FILE` names one: a company may have its own.
    pub authorities: Option<&'a Path>,
    /// The target of the fetch. A clone is made beside it, as `<its name>.<random>.part`, so that the owner of that folder can
    /// remove what a kill left; `None`: in the system's temporary folder, where the next clone removes it.
    pub beside: Option<&'a Path>,
}

/// Environment variable that names the file of certificates.
pub const AUTHORITIES: &str = "SSL_CERT_FILE";

impl FetchOptions<'static> {
    /// The default limits, without cancellation or progress.
    pub fn unattended() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            limits: Limits::default(),
            patience: Duration::from_secs(120),
            cancelled: &NEVER,
            progress: &|_, _| {},
            authorities: None,
            beside: None,
        }
    }
}

impl FetchOptions<'_> {
    fn check(&self) -> Result<(), Refusal> {
        if self.cancelled.load(Ordering::Relaxed) { Err(cancelled()) } else { Ok(()) }
    }

    fn temporary(&self) -> Result<Temporary, Refusal> {
        let made = match self.beside.and_then(|place| Some((place.parent()?, place.file_name()?))) {
            Some((folder, name)) => {
                let prefix = format!("{}.", name.to_string_lossy());
                fs::create_dir_all(folder).and_then(|()| Temporary::new(Some(folder), &prefix, ".part"))
            }
            None => Temporary::new(None, "apprentice-clone-", ""),
        };
        made.map_err(|error| Refusal::new(RefusalCode::TemporaryFolder, format!("No temporary folder can be made: {error}")))
    }
}

fn cancelled() -> Refusal {
    Refusal::new(RefusalCode::Cancelled, "Cancelled; nothing was changed")
}

/// A fetched source.
#[derive(Debug)]
pub struct Fetched {
    pub(crate) material: Material,
    /// The name of the source, for a skill in its top folder without a name.
    pub(crate) called: String,
    /// The source with the branch, tag or commit and the folder to which a page's address was resolved.
    pub place: SourceLocation,
    /// The commit that was cloned.
    pub commit: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Material {
    Memory(Package),
    /// `root` bounds links; skills are searched in `start`.
    Disk {
        root: PathBuf,
        start: PathBuf,
        _temporary: Option<Temporary>,
    },
}

/// Fetches `place`.
pub fn materialize(place: &SourceLocation, watch: &FetchOptions) -> Result<Fetched, Refusal> {
    watch.check()?;
    let here = |material, called: String| Fetched { material, called, place: place.clone(), commit: None };
    match place {
        SourceLocation::Folder { path } => {
            if !path.is_dir() {
                return refuse(RefusalCode::SourceMissing, format!("There is no folder {}", path.display()));
            }
            let called = fs::canonicalize(path).ok().and_then(|real| stem(&real)).unwrap_or_default();
            Ok(here(Material::Disk { root: path.clone(), start: path.clone(), _temporary: None }, called))
        }
        SourceLocation::Archive { path } => {
            let package = archive::open(&file(path, watch.limits.archive)?, &watch.limits)?;
            Ok(here(Material::Memory(unwrapped(package)), stem(path).unwrap_or_default()))
        }
        SourceLocation::Zip { url } => {
            let bytes = archive_of(http::get(url, watch.limits.archive, watch)?, watch.limits.archive);
            if !archive::is_archive(&bytes) {
                return refuse(RefusalCode::ArchiveDamaged, format!("{url} answered with neither a zip nor a tar.gz"));
            }
            let package = archive::open(&bytes, &watch.limits)?;
            Ok(here(Material::Memory(unwrapped(package)), last_name(url)))
        }
        SourceLocation::SkillMd { url } => {
            let bytes = http::content(url, crate::format::bundle::MAX_BYTES as u64, watch)?;
            let mut package = Package::default();
            package.files.0.insert("SKILL.md".to_owned(), bytes);
            Ok(here(Material::Memory(package), last_name(url.trim_end_matches("/SKILL.md"))))
        }
        SourceLocation::Git { .. } | SourceLocation::GitTree { .. } => git::clone(place, watch),
    }
}

/// The text at `url`, at most `most` bytes of it, by the rules of every download: encrypted unless from this machine, few redirects, no
/// private address from a public one. Codes: `SOURCE_INVALID`, `DOWNLOAD_*`, `CANCELLED`, and `NOT_UTF8`.
pub fn text(url: &str, most: u64, watch: &FetchOptions) -> Result<String, Refusal> {
    watch.check()?;
    let bytes = http::content(url, most, watch)?;
    String::from_utf8(bytes).map_err(|_| Refusal::new(RefusalCode::NotUtf8, format!("{url} did not answer with text")))
}

/// Whether [`text`] accepts `url`: `SOURCE_INVALID` if it is malformed, `DOWNLOAD_UNENCRYPTED` if it is not encrypted.
pub fn check(url: &str) -> Result<(), Refusal> {
    http::checked(url).map(drop)
}

fn file(path: &Path, most: u64) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| Refusal::unreadable(path, &error))?;
    Ok(bytes)
}

/// The archive in a body. Some servers call a `.tar.gz` a tar file that they compressed, so what holds no archive decompressed is taken as it
/// was sent.
fn archive_of(body: Body, most: u64) -> Vec<u8> {
    match body.decompressed(most) {
        Ok(Some(bytes)) if archive::is_archive(&bytes) => bytes,
        _ => body.bytes,
    }
}

/// Archives usually hold one folder that holds everything.
fn unwrapped(package: Package) -> Package {
    let mut tops = package.files.0.keys().map(|path| path.split_once('/').map(|(top, _)| top));
    let Some(Some(top)) = tops.next() else { return package };
    if tops.any(|other| other != Some(top)) || top.starts_with('.') || top == "skills" {
        return package;
    }
    let top = top.to_owned();
    // One skill in a folder keeps it: the folder has the skill's name.
    if package.files.0.contains_key(&format!("{top}/SKILL.md")) { package } else { package.below(&top) }
}

fn stem(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let bare = if path.is_dir() { None } else { archive::stem(&name) };
    Some(bare.unwrap_or(&name).to_owned())
}

fn last_name(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or(url).trim_end_matches('/');
    let name = path.rsplit(['/', ':']).next().unwrap_or(path);
    name.strip_suffix(".git").or_else(|| archive::stem(name)).unwrap_or(name).to_owned()
}

impl Fetched {
    /// A source from files in memory, such as an upload; `called` is its name without an extension.
    pub fn here(package: Package, called: &str) -> Self {
        let place = SourceLocation::Archive { path: PathBuf::from(called) };
        Self { material: Material::Memory(package), called: called.to_owned(), place, commit: None }
    }

    /// The name of the source.
    pub fn called(&self) -> &str {
        &self.called
    }

    /// The files of the skill in `folder` (`""`: the uppermost one).
    pub fn take(&self, folder: &str, limits: &Limits) -> Result<Package, Refusal> {
        match &self.material {
            Material::Memory(package) => Ok(package.below(folder)),
            Material::Disk { root, start, .. } => package::read(&start.join(folder), root, limits),
        }
    }

    /// The folder of the repository in which skills are searched, ending in `/`; `""` for all of it.
    pub(crate) fn prefix(&self) -> String {
        match &self.place {
            SourceLocation::Git { path: Some(path), .. } => format!("{path}/"),
            _ => String::new(),
        }
    }

    /// Git's own hash of a skill's folder, which a lock file for all projects keeps.
    pub(crate) fn tree_hash(&self, folder: &str) -> Option<String> {
        match &self.material {
            Material::Disk { root, _temporary: Some(_), .. } => {
                git::tree_hash(root, format!("{}{folder}", self.prefix()).trim_end_matches('/'))
            }
            _ => None,
        }
    }
}
