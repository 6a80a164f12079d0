//! A user with a home folder, agents, a project and sources, all of it in one temporary folder.

use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::install::manage::{
    self, Destination, InstallContext, InstallPlan, InstallRequest, InstallScope, InstallState, InstallStatus, SourceCheck,
    StepResult,
};
use apprentice_skills::refusal::Refusal;
use apprentice_skills::source::fetch::{self, FetchOptions};
use apprentice_skills::source::locator::SourceLocation;
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

    pub fn context(&self) -> InstallContext<'_> {
        self.context_at(&Still)
    }

    pub fn context_at<'a>(&'a self, clock: &'a dyn Clock) -> InstallContext<'a> {
        InstallContext { folder: self.path("home/skills"), machine: &self.machine, state_home: None, clock }
    }

    pub fn project(&self) -> InstallScope {
        InstallScope::Project(self.path("project"))
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

    pub fn place(&self) -> SourceLocation {
        SourceLocation::Folder { path: self.path("source") }
    }

    pub fn plan(&self, wanted: &InstallRequest) -> Result<InstallPlan, Refusal> {
        self.plan_from(&self.place(), wanted)
    }

    pub fn plan_from(&self, source: &SourceLocation, wanted: &InstallRequest) -> Result<InstallPlan, Refusal> {
        manage::plan_install(&self.context(), &fetch::materialize(source, &FetchOptions::unattended())?, wanted)
    }

    pub fn install(&self, wanted: &InstallRequest) -> Result<Vec<StepResult>, Refusal> {
        manage::apply(&self.context(), &self.plan(wanted)?)
    }

    pub fn update(
        &self,
        base: &InstallScope,
        names: &[&str],
        force: bool,
    ) -> Result<(manage::UpdatePlan, Vec<StepResult>), Refusal> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let updates = manage::plan_update(&self.context(), base, &names, force, false, &FetchOptions::unattended())?;
        let done = manage::apply(&self.context(), &updates.plan)?;
        Ok((updates, done))
    }

    pub fn remove(&self, at: &manage::RemovalTarget, names: &[&str], force: bool) -> Result<Vec<manage::RemovalStep>, Refusal> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        manage::remove(&self.context(), &manage::plan_removal(&self.context(), at, &names, force)?)
    }

    pub fn status(&self, base: &InstallScope) -> Vec<InstallStatus> {
        manage::status(&self.context(), base, SourceCheck::Local, &FetchOptions::unattended()).unwrap()
    }

    pub fn state(&self, base: &InstallScope, name: &str) -> InstallState {
        let all = self.status(base);
        let found: Vec<&InstallStatus> = all.iter().filter(|status| status.name == name).collect();
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

pub fn wanted(into: Destination) -> InstallRequest {
    InstallRequest { names: Vec::new(), all: false, into, force: false, accept_risk: false }
}

pub fn linked(base: InstallScope) -> InstallRequest {
    wanted(Destination::Linked { scope: base, agents: Vec::new() })
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
