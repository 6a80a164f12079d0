//! Which folders the system watches for us.

use crate::agents::root::Root;
use crate::discovery::listing::Searched;
use crate::discovery::walk::Met;
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct Posts {
    watcher: RecommendedWatcher,
    standing: HashSet<PathBuf>,
    wanted: Vec<PathBuf>,
    /// Where each root is looked for, with the links on the way followed.
    pub ways: Vec<PathBuf>,
    /// Folders behind a link, by their real path: a change there is one at the path that a listing knows.
    pub links: BTreeSet<(PathBuf, PathBuf)>,
    /// Why some folders are not watched.
    pub problem: Option<String>,
}

impl Posts {
    pub fn new(watcher: RecommendedWatcher) -> Self {
        Self { watcher, standing: HashSet::new(), wanted: Vec::new(), ways: Vec::new(), links: BTreeSet::new(), problem: None }
    }

    /// What came or went has no watch that is of use, nor has what stood in it.
    pub fn forget(&mut self, replaced: &BTreeSet<PathBuf>) {
        let gone: Vec<PathBuf> = if replaced.is_empty() {
            Vec::new()
        } else {
            self.standing.iter().filter(|post| post.ancestors().any(|above| replaced.contains(above))).cloned().collect()
        };
        for post in gone {
            // It is gone with the folder, as a rule.
            let _gone = self.watcher.unwatch(&post);
            self.standing.remove(&post);
        }
    }

    /// Watches a folder that is none of skills.
    pub fn keep(&mut self, folder: &Path) {
        self.watch(folder.to_path_buf());
    }

    /// The folders that a walk of `root` met. The system knows one path of a folder, so it is watched under its real one.
    pub fn want(&mut self, root: &Searched, met: &[Met]) {
        for met in met {
            match met {
                Met::Folder(path) => self.want_real(root, path),
                Met::Skill(entry) => match &entry.real {
                    Some(real) => {
                        self.links.insert((real.to_path_buf(), root.root.path.join(&entry.below)));
                        self.wanted.push(real.to_path_buf());
                    }
                    None => self.wanted.push(root.real.join(&entry.below)),
                },
                Met::Skipped(skipped) => self.want_real(root, Path::new(&skipped.path)),
                Met::TooDeep(_) | Met::TooMany(_) => {}
            }
        }
    }

    fn want_real(&mut self, root: &Searched, path: &Path) {
        let Ok(real) = fs::canonicalize(path) else { return };
        let plain = path.strip_prefix(&root.root.path).is_ok_and(|below| root.real.join(below) == real);
        if !plain && real.is_dir() {
            self.links.insert((real.clone(), path.to_path_buf()));
        }
        self.wanted.push(real);
    }

    /// Watches what is wanted, and the way to each of `roots`. `true`: something is watched that was not before.
    pub fn stand(&mut self, roots: &[Root]) -> bool {
        let mut wanted = std::mem::take(&mut self.wanted);
        if !roots.is_empty() {
            self.ways.clear();
        }
        for root in roots {
            // Where it is renamed, removed, made or linked elsewhere.
            let Some(above) = root.path.ancestors().skip(1).find(|above| above.is_dir()) else { continue };
            let Ok(real) = fs::canonicalize(above) else { continue };
            self.ways.extend(root.path.strip_prefix(above).map(|below| real.join(below)));
            wanted.push(real);
        }
        let before = self.standing.len();
        for folder in wanted {
            if !self.standing.contains(&folder) && folder.is_dir() {
                self.watch(folder);
            }
        }
        self.standing.len() > before
    }

    #[cfg(test)]
    pub fn stands_at(&self, folder: &Path) -> bool {
        self.standing.contains(folder)
    }

    fn watch(&mut self, folder: PathBuf) {
        match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
            Ok(()) => {
                self.standing.insert(folder);
            }
            Err(error) => match error.kind {
                ErrorKind::PathNotFound => {}
                ErrorKind::MaxFilesWatch => {
                    let text = "More skills folders than this system watches (fs.inotify.max_user_watches); they are read at each look instead";
                    self.problem = Some(text.to_owned());
                }
                _ if !folder.is_dir() => {}
                _ => {
                    self.problem =
                        Some(format!("{} cannot be watched: {error}; it is read at each look instead", folder.display()))
                }
            },
        }
    }
}
