//! A user with a home folder, agents, a project and sources, all of it in one temporary folder.

use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::install::manage::{self, Base, Compare, Done, House, Into, Plan, State, Status, Wanted};
use apprentice_skills::refusal::Refusal;
use apprentice_skills::source::fetch::{self, Watch};
use apprentice_skills::source::locator::Place;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub struct Still;

impl Clock for Still {
    fn now(&self) -> Time {
        "2026-11-22T01:02:03.004Z".parse().unwrap()
    }
}

pub struct World {
    pub folder: Folder,
    pub machine: Machine,
}

/// Goes away with the test; not with a child that works in it.
pub enum Folder {
    Own(TempDir),
    Lent(PathBuf),
}

impl Folder {
    pub fn path(&self) -> &Path {
        match self {
            Self::Own(folder) => folder.path(),
            Self::Lent(folder) => folder,
        }
    }
}

impl World {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["user/.claude", "user/.codex", "project", "source"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self::of(Folder::Own(folder))
    }

    /// The world that another process made.
    pub fn at(folder: PathBuf) -> Self {
        Self::of(Folder::Lent(folder))
    }

    fn of(folder: Folder) -> Self {
        let machine = Machine {
            user_home: Some(folder.path().join("user")),
            sandbox: folder.path().join("home/sandbox/skills"),
            ..Machine::default()
        };
        Self { folder, machine }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn house(&self) -> House<'_> {
        self.house_at(&Still)
    }

    pub fn house_at<'a>(&'a self, clock: &'a dyn Clock) -> House<'a> {
        House { folder: self.path("home/skills"), machine: &self.machine, state_home: None, clock }
    }

    pub fn project(&self) -> Base {
        Base::Project(self.path("project"))
    }

    /// Writes a skill below `source`; `words` make versions differ.
    pub fn source(&self, folder: &str, name: &str, words: &str) -> PathBuf {
        let folder = self.path("source").join(folder);
        fs::create_dir_all(folder.join("references")).unwrap();
        let text =
            format!("---\nname: {name}\ndescription: Does {name}. Use when {name} is asked for.\n---\n\n# {name}\n\n{words}\n");
        fs::write(folder.join("SKILL.md"), text).unwrap();
        fs::write(folder.join("references/more.md"), format!("More of {words}.\n")).unwrap();
        folder
    }

    pub fn place(&self) -> Place {
        Place::Folder { path: self.path("source") }
    }

    pub fn plan(&self, wanted: &Wanted) -> Result<Plan, Refusal> {
        manage::install(&self.house(), &fetch::materialize(&self.place(), &Watch::alone())?, wanted)
    }

    pub fn install(&self, wanted: &Wanted) -> Result<Vec<Done>, Refusal> {
        manage::apply(&self.house(), &self.plan(wanted)?)
    }

    pub fn update(&self, base: &Base, names: &[&str], force: bool) -> Result<(manage::Updates, Vec<Done>), Refusal> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let updates = manage::update(&self.house(), base, &names, force, false, &Watch::alone())?;
        let done = manage::apply(&self.house(), &updates.plan)?;
        Ok((updates, done))
    }

    pub fn remove(&self, at: &manage::Where, names: &[&str], force: bool) -> Result<Vec<manage::Removed>, Refusal> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        manage::remove(&self.house(), &manage::removal(&self.house(), at, &names, force)?)
    }

    pub fn status(&self, base: &Base) -> Vec<Status> {
        manage::status(&self.house(), base, Compare::Local, &Watch::alone()).unwrap()
    }

    pub fn state(&self, base: &Base, name: &str) -> State {
        let all = self.status(base);
        let found: Vec<&Status> = all.iter().filter(|status| status.name == name).collect();
        assert_eq!(found.len(), 1, "{name}: {all:?}");
        found[0].state
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Every file and link below, with its content; to see that nothing changed.
    pub fn all(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        walk(self.folder.path(), "", &mut found);
        found.retain(|path, _| !path.starts_with("home/"));
        found
    }
}

pub fn wanted(into: Into) -> Wanted {
    Wanted { names: Vec::new(), all: false, into, force: false, accept_risk: false }
}

pub fn linked(base: Base) -> Wanted {
    wanted(Into::Linked { base, agents: Vec::new() })
}

fn walk(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().unwrap();
        if kind.is_symlink() {
            found.insert(name, format!("-> {}", fs::read_link(entry.path()).unwrap().display()));
        } else if kind.is_dir() {
            walk(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned());
        }
    }
}
