//! Fetches a SkillBag source: a folder, a zip, a repository, or a zip to download. Of a repository only `AGENTS.md` and
//! `.skills/` are read.

use super::{AGENTS, ROOT};
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::{FetchOptions, Fetched, Material, materialize};
use crate::source::locator::{self, SourceLocation};
use crate::source::package::{self, Limits, Package};
use std::path::Path;

/// The files of `address` at `version` (a tag, branch or commit of a repository; other sources have none), and the commit.
/// Relative paths are taken from `base`; `home` stands for `~`.
pub fn fetch(
    address: &str,
    version: Option<&str>,
    base: &Path,
    home: Option<&Path>,
    watch: &FetchOptions<'_>,
) -> Result<(Package, Option<String>), Refusal> {
    let place = match locator::parse(address, base, home)?.place {
        SourceLocation::Git { url, reference, path } => {
            SourceLocation::Git { url, reference: version.map(str::to_owned).or(reference), path }
        }
        other => other,
    };
    let fetched = materialize(&place, watch)?;
    Ok((files(&fetched, &watch.limits)?, fetched.commit.clone()))
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
