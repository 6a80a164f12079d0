//! Which folders the system watches for us.

use crate::agents::root::Root;
use crate::discovery::listing::SearchedRoot;
use crate::discovery::walk::WalkItem;
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct WatchPoints {
    watcher: RecommendedWatcher,
    watched: HashSet<PathBuf>,
    requested: Vec<PathBuf>,
    /// The path of each root, with the links in it resolved.
    pub root_paths: Vec<PathBuf>,
    /// Folders behind a link, as (real path, listed path): a change at the real path is one at the listed path.
    pub links: BTreeSet<(PathBuf, PathBuf)>,
    /// Why some folders are not watched.
    pub problem: Option<String>,
}

impl WatchPoints {
    pub fn new(watcher: RecommendedWatcher) -> Self {
        Self {
            watcher,
            watched: HashSet::new(),
            requested: Vec::new(),
            root_paths: Vec::new(),
            links: BTreeSet::new(),
            problem: None,
        }
    }

    /// Removes the watches of folders that were replaced, and of everything below them.
    pub fn forget(&mut self, replaced: &BTreeSet<PathBuf>) {
        let gone: Vec<PathBuf> = if replaced.is_empty() {
            Vec::new()
        } else {
            self.watched.iter().filter(|point| point.ancestors().any(|above| replaced.contains(above))).cloned().collect()
        };
        for point in gone {
            // Usually the watch is gone with the folder; then this fails.
            let _gone = self.watcher.unwatch(&point);
            self.watched.remove(&point);
        }
    }

    /// Watches a folder that holds no skills.
    pub fn watch_also(&mut self, folder: &Path) {
        self.watch(folder.to_path_buf());
    }

    /// Requests a watch for every folder that a walk of `root` found. The system knows one path of a folder, so its real path is
    /// watched.
    pub fn request(&mut self, root: &SearchedRoot, items: &[WalkItem]) {
        for item in items {
            match item {
                WalkItem::Folder(path) => self.request_real(root, path),
                WalkItem::Skill(entry) => match &entry.real {
                    Some(real) => {
                        self.links.insert((real.to_path_buf(), root.root.path.join(&entry.below)));
                        self.requested.push(real.to_path_buf());
                    }
                    None => self.requested.push(root.real.join(&entry.below)),
                },
                WalkItem::Skipped(skipped) => self.request_real(root, Path::new(&skipped.path)),
                WalkItem::TooDeep(_) | WalkItem::TooMany(_) => {}
            }
        }
    }

    fn request_real(&mut self, root: &SearchedRoot, path: &Path) {
        let Ok(real) = fs::canonicalize(path) else { return };
        let plain = path.strip_prefix(&root.root.path).is_ok_and(|below| root.real.join(below) == real);
        if !plain && real.is_dir() {
            self.links.insert((real.clone(), path.to_path_buf()));
        }
        self.requested.push(real);
    }

    /// Watches the requested folders and the nearest existing parent of each of `roots`. `true`: a folder is watched that was not
    /// before.
    pub fn apply(&mut self, roots: &[Root]) -> bool {
        let mut requested = std::mem::take(&mut self.requested);
        if !roots.is_empty() {
            self.root_paths.clear();
        }
        for root in roots {
            // The folder in which the root is created, renamed, removed or linked.
            let Some(above) = root.path.ancestors().skip(1).find(|above| above.is_dir()) else { continue };
            let Ok(real) = fs::canonicalize(above) else { continue };
            self.root_paths.extend(root.path.strip_prefix(above).map(|below| real.join(below)));
            requested.push(real);
        }
        let before = self.watched.len();
        for folder in requested {
            if !self.watched.contains(&folder) && folder.is_dir() {
                self.watch(folder);
            }
        }
        self.watched.len() > before
    }

    #[cfg(test)]
    pub fn is_watched(&self, folder: &Path) -> bool {
        self.watched.contains(folder)
    }

    fn watch(&mut self, folder: PathBuf) {
        match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
            Ok(()) => {
                self.watched.insert(folder);
            }
            Err(error) => match error.kind {
                ErrorKind::PathNotFound => {}
                ErrorKind::MaxFilesWatch => {
                    let text = "There are more skills folders than this system can watch (fs.inotify.max_user_watches); every listing reads them instead";
                    self.problem = Some(text.to_owned());
                }
                _ if !folder.is_dir() => {}
                _ => {
                    self.problem =
                        Some(format!("{} cannot be watched: {error}; every listing reads it instead", folder.display()))
                }
            },
        }
    }
}
