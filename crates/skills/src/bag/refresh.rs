//! What changed in a workspace since it was entered, and which files to read again: never every SKILL.md.

use super::{CATALOG, CONTEXT, ENTRYPOINT, ROOT, USER_CONTEXT};
use crate::files::sha256_hex;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Hashes of the files that count, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot(pub BTreeMap<String, String>);

impl Snapshot {
    /// Of the workspace in `folder`, as it is now.
    pub fn take(folder: &Path) -> Snapshot {
        let mut files: Vec<String> = [ENTRYPOINT, CONTEXT, USER_CONTEXT, CATALOG].map(str::to_owned).into();
        for entry in fs::read_dir(folder.join(ROOT)).into_iter().flatten().flatten() {
            if let Ok(name) = entry.file_name().into_string() {
                files.push(format!("{ROOT}/{name}/SKILL.md"));
            }
        }
        let hash = |path: &String| {
            let place = folder.join(path);
            let plain = place
                .metadata()
                .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= crate::format::bundle::MAX_BYTES as u64);
            let bytes = plain.then(|| fs::read(place).ok()).flatten()?;
            Some((path.clone(), sha256_hex(bytes)))
        };
        Snapshot(files.iter().filter_map(hash).collect())
    }
}

/// The difference between two snapshots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refresh {
    /// Files to read again before anything relies on them.
    pub reread: Vec<String>,
    /// Changed SKILL.md files that nobody has loaded: read when they are selected.
    pub later: Vec<String>,
    /// New skills.
    pub added: Vec<String>,
    /// Removed skills, which are no longer available.
    pub removed: Vec<String>,
}

/// From `before` to `now`. `in_use` are the names of skills that are loaded or newly selected.
pub fn compare(before: &Snapshot, now: &Snapshot, in_use: &BTreeSet<String>) -> Refresh {
    let mut refresh = Refresh::default();
    let paths: BTreeSet<&String> = before.0.keys().chain(now.0.keys()).collect();
    for path in paths {
        let (old, new) = (before.0.get(path), now.0.get(path));
        if old == new {
            continue;
        }
        let Some(skill) = skill_of(path) else {
            refresh.reread.push(path.clone());
            continue;
        };
        match (old, new) {
            (Some(_), None) => {
                refresh.removed.push(skill.to_owned());
                continue;
            }
            (None, _) => refresh.added.push(skill.to_owned()),
            _ => {}
        }
        let into = if in_use.contains(skill) { &mut refresh.reread } else { &mut refresh.later };
        into.push(path.clone());
    }
    // The skills may have changed although nobody rewrote the catalogue.
    let inventory_changed = !refresh.added.is_empty() || !refresh.removed.is_empty();
    let is_told = refresh.reread.iter().any(|path| path == CATALOG);
    if inventory_changed && !is_told {
        refresh.reread.push(CATALOG.to_owned());
    }
    refresh.reread.sort();
    refresh
}

fn skill_of(path: &str) -> Option<&str> {
    path.strip_prefix(ROOT)?.strip_prefix('/')?.strip_suffix("/SKILL.md")
}
