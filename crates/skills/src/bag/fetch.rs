//! Fetches a SkillBag source: a folder, a zip, a repository, or a zip to download. Of a repository only `AGENTS.md` and
//! `.skills/` are read.

use super::{AGENTS, ROOT};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::{FetchOptions, Fetched, Material, materialize};
use crate::source::locator::{self, SourceLocation};
use crate::source::package::{self, Limits, Package};
use std::path::Path;

/// The files of `address` at `version` (a tag, branch or commit of a repository), and the commit. Relative paths are taken from
/// `base`; `home` represents `~`. Errors: also `VERSION_NOT_KEPT` for a version of a source that has none.
pub fn fetch(
    address: &str,
    version: Option<&str>,
    base: &Path,
    home: Option<&Path>,
    watch: &FetchOptions<'_>,
) -> Result<(Package, Option<String>), Refusal> {
    let place = locator::parse(address, base, home)?.place;
    let place = match version {
        Some(version) => at_version(place, version)?,
        None => place,
    };
    let fetched = materialize(&place, watch)?;
    Ok((files(&fetched, &watch.limits)?, fetched.commit.clone()))
}

/// A version is a tag, branch or commit. A folder has versions where it is part of a repository.
fn at_version(place: SourceLocation, version: &str) -> Result<SourceLocation, Refusal> {
    let reference = Some(version.to_owned());
    match &place {
        SourceLocation::Git { url, path, .. } => Ok(SourceLocation::Git { url: url.clone(), reference, path: path.clone() }),
        SourceLocation::Folder { path } => match path.ancestors().find(|folder| folder.join(".git").exists()) {
            Some(top) => {
                let below = path.strip_prefix(top).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
                Ok(SourceLocation::Git {
                    url: top.display().to_string(),
                    reference,
                    path: Some(below).filter(|below| !below.is_empty()),
                })
            }
            None => refuse(
                RefusalCode::VersionNotKept,
                not_kept(&place, version, "a folder outside of any repository has no versions"),
            ),
        },
        SourceLocation::GitTree { .. } => refuse(
            RefusalCode::VersionNotKept,
            not_kept(&place, version, "the address names a version already; name the repository"),
        ),
        SourceLocation::Archive { .. } | SourceLocation::Zip { .. } | SourceLocation::SkillMd { .. } => {
            refuse(RefusalCode::VersionNotKept, not_kept(&place, version, "it has no versions"))
        }
    }
}

fn not_kept(place: &SourceLocation, version: &str, why: &str) -> String {
    format!("{place} cannot be taken at {version}: {why}. Leave the version out, or name a repository")
}

fn files(fetched: &Fetched, limits: &Limits) -> Result<Package, Refusal> {
    let (root, start) = match &fetched.material {
        Material::Memory(package) => return Ok(package.clone()),
        Material::Disk { root, start, .. } => (root, start),
    };
    let mut whole = Package::default();
    let skills = start.join(ROOT);
    if skills.is_dir() {
        let below = package::read(&skills, root, limits)?;
        let prefixed = |path: String| format!("{ROOT}/{path}");
        whole.files.0.extend(below.files.0.into_iter().map(|(path, bytes)| (prefixed(path), bytes)));
        whole.executable.extend(below.executable.into_iter().map(prefixed));
    }
    let agents = start.join(AGENTS);
    match std::fs::symlink_metadata(&agents) {
        Ok(metadata) if metadata.is_file() && metadata.len() <= crate::format::bundle::MAX_BYTES as u64 => {
            let bytes = std::fs::read(&agents);
            let bytes = bytes.map_err(|error| Refusal::unreadable(&agents, &error))?;
            whole.files.0.insert(AGENTS.to_owned(), bytes);
        }
        Ok(_) => {
            return refuse(RefusalCode::NotAFile, format!("{} is not a plain file of at most 256,000 bytes", agents.display()));
        }
        Err(_) => {}
    }
    Ok(whole)
}
