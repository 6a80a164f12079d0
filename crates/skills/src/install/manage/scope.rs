//! The places that installing works with.

use super::record::{self, Held, Known};
use crate::agents::targets::{self, Machine};
use crate::format::names::is_skill_name;
use crate::install::lock::{PROJECT_FILE, USER_FILE};
use crate::refusal::{Refusal, RefusalCode, refuse};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill::{SkillScope, SkillTarget};
use std::fs;
use std::path::{Path, PathBuf};

/// This machine as installing sees it.
pub struct House<'a> {
    /// `<home>/skills`: our record. The copies that are kept lie beside it.
    pub folder: PathBuf,
    pub machine: &'a Machine,
    /// `XDG_STATE_HOME`, where the user's lock file stands when it is set.
    pub state_home: Option<PathBuf>,
    pub clock: &'a dyn Clock,
}

/// Whose skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    User,
    Project(PathBuf),
}

/// Where to install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Into {
    /// One copy in `.agents/skills` of the base and a link for each agent; none named: those that are installed here.
    Linked { base: Base, agents: Vec<String> },
    /// A copy in the folder of each agent.
    Copied { base: Base, agents: Vec<String> },
    /// A copy in this skills folder, absolute.
    Folder(PathBuf),
}

/// An agent's skills folder in a base.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) label: String,
    pub(crate) path: PathBuf,
    /// It reads `.agents/skills` by itself.
    pub(crate) reads_shared: bool,
}

pub(crate) const SHARED: &str = ".agents/skills";

impl House<'_> {
    pub(crate) fn hold(&self) -> Result<Held, Refusal> {
        self.hold_again(None)
    }

    pub(crate) fn hold_again(&self, known: Option<Known>) -> Result<Held, Refusal> {
        let mut held = record::hold(&self.folder, known)?;
        super::settle::settle(self, &mut held)?;
        Ok(held)
    }

    pub(crate) fn base_folder(&self, base: &Base) -> Result<PathBuf, Refusal> {
        match base {
            Base::Project(folder) if folder.is_dir() => Ok(folder.clone()),
            Base::Project(folder) => {
                refuse(RefusalCode::ProjectMissing, format!("There is no project folder {}", folder.display()))
            }
            Base::User => {
                let home = self.machine.user_home.clone();
                home.ok_or_else(|| {
                    Refusal::new(RefusalCode::NoUserHome, "Your home folder is not known (HOME is not set); use --into DIR")
                })
            }
        }
    }

    /// The canonical skills folder of a base.
    pub(crate) fn shared(&self, base: &Base) -> Result<PathBuf, Refusal> {
        let folder = self.base_folder(base)?;
        let shared = folder.join(SHARED);
        check_inside_project(&shared, base)?;
        Ok(shared)
    }

    /// The lock file of a base.
    pub(crate) fn lock_file(&self, project: Option<&Path>) -> Option<PathBuf> {
        match (project, &self.state_home, &self.machine.user_home) {
            (Some(project), ..) => Some(project.join(PROJECT_FILE)),
            (None, Some(state), _) => Some(state.join("skills").join(USER_FILE)),
            (None, None, Some(home)) => Some(home.join(".agents").join(USER_FILE)),
            (None, None, None) => None,
        }
    }

    /// Skills folders of agents in a base. `named` empty: of those that seem to be installed.
    pub(crate) fn homes(&self, base: &Base, named: &[String]) -> Result<Vec<Home>, Refusal> {
        let known = targets::targets(self.machine, &[], &[]);
        let chosen: Vec<&SkillTarget> = if named.is_empty() {
            known.iter().filter(|target| target.detected && target.target_id != targets::SANDBOX).collect()
        } else {
            let find = |id: &String| {
                known.iter().find(|target| target.target_id == *id).ok_or_else(|| {
                    Refusal::new(
                        RefusalCode::AgentUnknown,
                        format!("There is no agent “{id}”. `apprentice agents skills-dirs` names them."),
                    )
                })
            };
            named.iter().map(find).collect::<Result<_, _>>()?
        };
        chosen.into_iter().map(|target| self.home(base, target)).collect()
    }

    fn home(&self, base: &Base, target: &SkillTarget) -> Result<Home, Refusal> {
        let shared = self.shared(base)?;
        let project = if let Base::Project(folder) = base { Some(folder.as_path()) } else { None };
        let scope = if project.is_some() { SkillScope::Project } else { SkillScope::User };
        let roots = targets::roots(self.machine, &[], project);
        let mut own = roots.iter().filter(|root| root.scope == scope && root.agents.contains(&target.label));
        let reads_shared = own.clone().any(|root| root.path == shared);
        let path = match base {
            Base::User => PathBuf::from(&target.path),
            Base::Project(_) => match own.next() {
                Some(root) => root.path.clone(),
                None => return refuse(RefusalCode::AgentNoProject, format!("{} reads no skills from a project", target.label)),
            },
        };
        check_inside_project(&path, base)?;
        Ok(Home { label: target.label.clone(), path, reads_shared })
    }

    /// Every skills folder of a base, the shared one first.
    pub(crate) fn roots(&self, base: &Base) -> Result<Vec<PathBuf>, Refusal> {
        let mut roots = vec![self.shared(base)?];
        let project = if let Base::Project(folder) = base { Some(folder.as_path()) } else { None };
        let scope = if project.is_some() { SkillScope::Project } else { SkillScope::User };
        for root in targets::roots(self.machine, &[], project) {
            if root.scope == scope && !roots.contains(&root.path) && root.path != self.machine.sandbox {
                roots.push(root.path);
            }
        }
        // The folders of one more installer.
        let folder = self.base_folder(base)?;
        for more in [".agent/skills", ".claude/skills"] {
            if !roots.contains(&folder.join(more)) {
                roots.push(folder.join(more));
            }
        }
        roots.retain(|root| check_inside_project(root, base).is_ok());
        // One folder that is reached by several names is one folder.
        let mut seen = std::collections::HashSet::new();
        roots.retain(|root| seen.insert(fs::canonicalize(root).unwrap_or_else(|_| root.clone())));
        Ok(roots)
    }

    /// Beside the folder, which is a skills folder itself: a copy in it would be read as a skill again.
    pub(crate) fn backups(&self) -> PathBuf {
        self.folder.with_file_name("skill-backups")
    }
}

/// A project is somebody else's folder: its `.claude/skills` may be a link to anywhere.
fn check_inside_project(path: &Path, base: &Base) -> Result<(), Refusal> {
    let Base::Project(project) = base else { return Ok(()) };
    let nearest = path.ancestors().find_map(|at| fs::canonicalize(at).ok());
    match (nearest, fs::canonicalize(project)) {
        (Some(real), Ok(project)) if !real.starts_with(&project) => refuse(
            RefusalCode::RootLeavesProject,
            format!("{} leads to {}, outside of the project", path.display(), real.display()),
        ),
        _ => Ok(()),
    }
}

/// A name as a person gives it to `remove`, `update` or `pin`.
pub(crate) fn checked(name: &str) -> Result<&str, Refusal> {
    if is_skill_name(name) {
        return Ok(name);
    }
    refuse(RefusalCode::NameIsPath, format!("{name:?} is not the name of a skill: letters, digits, - and _, at most 64"))
}
