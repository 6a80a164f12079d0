//! SkillBag workspaces (v0.3.0): skills that live in `.skills/` of a folder, with a catalogue, inputs, dependencies and tags.
//!
//! [`Bag::read`] reads a workspace; the other functions answer questions about it. Only [`install`](mod@install),
//! [`catalog::write`] and [`init`](mod@init) write, each all or nothing.

pub mod catalog;
mod check;
pub mod conflict;
pub mod context;
pub mod dependencies;
pub mod enter;
mod fences;
mod fetch;
pub mod init;
pub mod inputs;
pub mod install;
mod problem;
pub mod refresh;
mod skill;
mod write;

pub use check::{check, check_source};
pub use fetch::fetch;
pub use problem::{Problem, Severity};
pub use skill::{BagSkill, Parameter};
pub use write::write_file;

use context::Context;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The file that makes a folder a workspace.
pub const ENTRYPOINT: &str = "SKILLBAG.md";
/// The project's context file.
pub const CONTEXT: &str = "CONTEXT.md";
/// The user's context file, which is not tracked.
pub const USER_CONTEXT: &str = "USER_CONTEXT.md";
/// The folder of the skills.
pub const ROOT: &str = ".skills";
/// The catalogue.
pub const CATALOG: &str = ".skills/SKILLS.md";
/// The file by which a source says how to install from it.
pub const AGENTS: &str = "AGENTS.md";
/// The reserved skill.
pub const BOOTSTRAP: &str = "skillbag-get-skills";

/// A workspace as it is on the disk.
#[derive(Debug, Default)]
pub struct Bag {
    /// The workspace's folder.
    pub folder: PathBuf,
    /// `None`: the file is not there.
    pub entrypoint: Option<String>,
    /// What the yaml blocks of SKILLBAG.md say about values; it counts after both contexts.
    pub rules: Context,
    /// The project's context; `None`: the file does not exist.
    pub context: Option<Context>,
    /// The user's context; `None`: the file does not exist.
    pub user_context: Option<Context>,
    /// The text of the catalogue; `None`: the file does not exist.
    pub catalog: Option<String>,
    /// The valid skills of `.skills/`, by name.
    pub skills: BTreeMap<String, BagSkill>,
    /// Problems: what could not be read, and what is invalid.
    pub problems: Vec<Problem>,
}

impl Bag {
    /// Reads the workspace in `folder`. A missing file is not a problem here; [`check`] says which files are required.
    pub fn read(folder: &Path) -> Bag {
        let mut bag = Bag { folder: folder.to_path_buf(), ..Bag::default() };
        bag.entrypoint = bag.text(ENTRYPOINT);
        bag.rules = Context::of_entrypoint(bag.entrypoint.as_deref().unwrap_or_default(), &mut bag.problems);
        bag.catalog = bag.text(CATALOG);
        bag.context = bag.text(CONTEXT).map(|text| Context::read(CONTEXT, &text, folder, &mut bag.problems));
        bag.user_context = bag.text(USER_CONTEXT).map(|text| Context::read(USER_CONTEXT, &text, folder, &mut bag.problems));
        bag.read_skills();
        bag
    }

    fn text(&mut self, name: &str) -> Option<String> {
        let path = self.folder.join(name);
        match fs::metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
            Ok(metadata) if metadata.is_file() && metadata.len() <= crate::format::bundle::MAX_BYTES as u64 => {}
            _ => {
                self.problems.push(Problem::error("UNREADABLE", name, "It is not a plain file of at most 256,000 bytes"));
                return None;
            }
        }
        match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) => {
                self.problems.push(Problem::error("UNREADABLE", name, format!("It cannot be read: {error}")));
                None
            }
        }
    }

    fn read_skills(&mut self) {
        let root = self.folder.join(ROOT);
        let Ok(entries) = fs::read_dir(&root) else { return };
        let mut names: Vec<String> = entries
            .flatten()
            .filter(|entry| entry.path().is_dir())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort();
        for name in names {
            if let Some(skill) = BagSkill::read(&root, &name, &mut self.problems) {
                self.skills.insert(name, skill);
            }
        }
    }

    /// The user's context first, then the project's.
    pub(crate) fn contexts(&self) -> impl Iterator<Item = &Context> {
        self.user_context.iter().chain(&self.context)
    }

    /// Every file that sets or forbids values, the highest precedence first.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Context> {
        self.contexts().chain([&self.rules])
    }

    /// The tags of a skill after the additions and removals of the user's context, sorted.
    pub fn tags(&self, skill: &BagSkill) -> Vec<String> {
        let mut tags = skill.tags.clone();
        if let Some(user) = &self.user_context {
            user.retag(&skill.name, &mut tags);
        }
        tags.sort();
        tags.dedup();
        tags
    }
}
