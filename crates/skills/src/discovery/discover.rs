//! Finds the skills in a list of roots, and decides which one of a name comes first: by one order for all agents, or by the rules
//! of one agent.
//!
//! Invariant: every SKILL.md that was found is listed among the skills or, with a reason, among the skipped ones.

use crate::agents::rules::AgentView;
use crate::agents::table::Agent;
use crate::discovery::listing::{Listing, SearchedRoot};
use crate::discovery::walk::{self, Walk};
use crate::files::list_files;
use crate::format::profile::Profile;
use crate::format::{describe, folder};
use apprentice_contracts::skill::{SkillContentResponse, SkillsListResponse};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use crate::agents::root::Root;
pub use crate::files::sha256_hex as digest;

const MAX_LISTED_FILES: usize = 500;
const MAX_LISTED_DEPTH: usize = 6;

/// Lists `roots`. Every file found is loaded or listed with a reason. Of one name the first in the order of `roots` wins.
pub fn list(roots: &[Root]) -> SkillsListResponse {
    search(roots, &[]).answer()
}

/// Like [`list`], kept small. `known`: folders besides the roots that links may lead into.
pub fn search(roots: &[Root], known: &[PathBuf]) -> Listing {
    Listing::new(walk_all(merged(roots), known, None), None)
}

/// What one agent reads in its folders: which skills it loads, which are shadowed, which it refuses and why.
pub fn for_agent(view: &AgentView) -> Listing {
    let roots: Vec<Root> = view.roots.iter().map(|seen| seen.root.clone()).collect();
    Listing::new(walk_all(merged(&roots), &view.known, Some(view.agent)), Some(view)).on(view.environment.clone())
}

fn walk_all(mut roots: Vec<SearchedRoot>, known: &[PathBuf], agent: Option<&'static Agent>) -> Vec<SearchedRoot> {
    let known = LinkTargets::new(&roots, known);
    for searched in &mut roots {
        let (entries, skipped) = walk::sort(Walk::new(searched, &known).of(agent).all());
        searched.entries = entries;
        searched.skipped = skipped;
    }
    roots
}

/// The roots that exist, each once: a folder with two names becomes one root with the agents of both.
pub(crate) fn merged(roots: &[Root]) -> Vec<SearchedRoot> {
    let mut found: Vec<SearchedRoot> = Vec::new();
    for root in roots {
        let Ok(real) = fs::canonicalize(&root.path) else { continue };
        match found.iter_mut().find(|known| known.real == real) {
            Some(known) => {
                let new = root.agents.iter().filter(|agent| !known.root.agents.contains(agent)).cloned().collect::<Vec<_>>();
                known.root.agents.extend(new);
            }
            None => found.push(SearchedRoot { root: root.clone(), real, entries: Vec::new(), skipped: Vec::new() }),
        }
    }
    found
}

/// How many levels above an agent's folder the shared one is searched: `~/.codeium/windsurf/skills` and `~/.agents/skills`.
const SHARED_ABOVE: usize = 3;

/// The folders that a link may lead into: the roots, the known folders, and the shared folder near each root, in which installers
/// keep the one copy that their links lead to. Real paths are resolved when the first link leads out of its root.
#[derive(Debug, Default)]
pub(crate) struct LinkTargets {
    roots: Vec<PathBuf>,
    others: Vec<PathBuf>,
    real: OnceLock<Vec<PathBuf>>,
}

impl LinkTargets {
    pub fn new(roots: &[SearchedRoot], others: &[PathBuf]) -> Self {
        let roots = roots.iter().map(|root| root.real.clone()).collect();
        Self { roots, others: others.to_vec(), real: OnceLock::new() }
    }

    /// Resolves the real paths again at the next question: folders may be new.
    pub fn forget_real_paths(&mut self) {
        self.real.take();
    }

    /// Whether `real` is inside one of them.
    pub fn contain(&self, real: &Path) -> bool {
        self.real.get_or_init(|| self.look_up()).iter().any(|known| real.starts_with(known) && real != known)
    }

    fn look_up(&self) -> Vec<PathBuf> {
        let mut all = self.roots.clone();
        all.extend(self.others.iter().filter_map(|path| fs::canonicalize(path).ok()));
        for root in &self.roots {
            let shared = root.ancestors().skip(1).take(SHARED_ABOVE).map(|above| above.join(".agents/skills"));
            all.extend(shared.filter_map(|path| fs::canonicalize(path).ok()));
        }
        // `/` and its like would let every link pass.
        all.retain(|path| path.components().count() > 2);
        all.sort();
        all.dedup();
        all
    }
}

/// The content of one skill that [`list`] finds under `roots`. `None`: there is no such skill.
pub fn read(roots: &[Root], path: &Path) -> Option<SkillContentResponse> {
    content(&search(roots, &[]), path)
}

/// The content of one skill that a listing names.
pub fn content(listing: &Listing, path: &Path) -> Option<SkillContentResponse> {
    let skill = listing.at(path)?.summary;
    let content = fs::read_to_string(path.join(&skill.file)).ok()?;
    let files = list_files(path, MAX_LISTED_FILES, MAX_LISTED_DEPTH, |relative, is_folder| match is_folder {
        true => [".git", "node_modules"].iter().any(|name| relative.rsplit('/').next() == Some(name)),
        false => relative == skill.file,
    });
    let digest = digest(&content);
    // A link may have led here; the listing checked where to.
    let real = fs::canonicalize(path).ok()?;
    let read = folder::read_folder(&real, real.parent().unwrap_or(&real), Profile::Lenient);
    let fields = read.map(|read| describe::fields(&read.bundle)).unwrap_or_default();
    Some(SkillContentResponse { skill, content, files, digest, fields })
}
