//! The folders and files that an installation uses.

use super::record::{self, CachedRecord, LockedRecord};
use crate::agents::targets::{self, Machine};
use crate::format::names::is_skill_name;
use crate::install::lock::{PROJECT_FILE, USER_FILE};
use crate::refusal::{Refusal, RefusalCode, refuse};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill::{SkillScope, SkillTarget};
use std::fs;
use std::path::{Path, PathBuf};

/// What an installation needs: folders, machine, clock.
pub struct InstallContext<'a> {
    /// `<home>/skills`, which holds our record. Backups are beside it.
    pub folder: PathBuf,
    /// Agents and folders of this machine.
    pub machine: &'a Machine,
    /// `XDG_STATE_HOME`: if set, the folder of the user's lock file.
    pub state_home: Option<PathBuf>,
    /// The clock for times in the record.
    pub clock: &'a dyn Clock,
}

/// Whose skills an operation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstallScope {
    /// The user's skills.
    User,
    /// The skills of the project in this folder.
    Project(PathBuf),
}

impl InstallScope {
    /// The folder of the project, when it is one.
    pub(crate) fn project(&self) -> Option<&Path> {
        match self {
            Self::User => None,
            Self::Project(folder) => Some(folder),
        }
    }
}

/// Where to install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// One copy in `.agents/skills` of the scope, and a link for each agent; no agents: those that are installed here.
    Linked {
        /// Whose skills.
        scope: InstallScope,
        /// Ids of agents.
        agents: Vec<String>,
    },
    /// A copy in the folder of each agent.
    Copied {
        /// Whose skills.
        scope: InstallScope,
        /// Ids of agents.
        agents: Vec<String>,
    },
    /// A copy in this skills folder, absolute.
    Folder(PathBuf),
}

/// An agent's skills folder in a scope.
#[derive(Clone, Debug)]
pub(crate) struct AgentFolder {
    pub(crate) label: String,
    pub(crate) path: PathBuf,
    /// It reads `.agents/skills` by itself.
    pub(crate) reads_shared: bool,
}

pub(crate) const SHARED: &str = ".agents/skills";

impl InstallContext<'_> {
    pub(crate) fn lock_record(&self) -> Result<LockedRecord, Refusal> {
        self.lock_record_again(None)
    }

    pub(crate) fn lock_record_again(&self, known: Option<CachedRecord>) -> Result<LockedRecord, Refusal> {
        let mut held = record::hold(&self.folder, known)?;
        super::settle::settle(self, &mut held)?;
        Ok(held)
    }

    pub(crate) fn scope_folder(&self, scope: &InstallScope) -> Result<PathBuf, Refusal> {
        match scope {
            InstallScope::Project(folder) if folder.is_dir() => Ok(folder.clone()),
            InstallScope::Project(folder) => {
                refuse(RefusalCode::ProjectMissing, format!("There is no project folder {}", folder.display()))
            }
            InstallScope::User => {
                let home = self.machine.user_home.clone();
                home.ok_or_else(|| {
                    Refusal::new(RefusalCode::NoUserHome, "Your home folder is not known (HOME is not set); use --into DIR")
                })
            }
        }
    }

    /// The shared skills folder of a scope.
    pub(crate) fn shared(&self, scope: &InstallScope) -> Result<PathBuf, Refusal> {
        let folder = self.scope_folder(scope)?;
        let shared = folder.join(SHARED);
        check_inside_project(&shared, scope)?;
        Ok(shared)
    }

    /// The lock file of a scope.
    pub(crate) fn lock_file(&self, project: Option<&Path>) -> Option<PathBuf> {
        match (project, &self.state_home, &self.machine.user_home) {
            (Some(project), ..) => Some(project.join(PROJECT_FILE)),
            (None, Some(state), _) => Some(state.join("skills").join(USER_FILE)),
            (None, None, Some(home)) => Some(home.join(".agents").join(USER_FILE)),
            (None, None, None) => None,
        }
    }

    /// Skills folders of agents in a scope. `named` empty: of those that seem to be installed.
    pub(crate) fn agent_folders(&self, scope: &InstallScope, named: &[String]) -> Result<Vec<AgentFolder>, Refusal> {
        let known = targets::targets(self.machine, &[], &[]);
        let chosen: Vec<&SkillTarget> = if named.is_empty() {
            known.iter().filter(|target| target.detected && target.target_id != targets::SANDBOX).collect()
        } else {
            let find = |id: &String| {
                known.iter().find(|target| target.target_id == id.as_str()).ok_or_else(|| {
                    Refusal::new(
                        RefusalCode::AgentUnknown,
                        format!("There is no agent “{id}”. `apprentice agents skills-dirs` names them."),
                    )
                })
            };
            named.iter().map(find).collect::<Result<_, _>>()?
        };
        chosen.into_iter().map(|target| self.home(scope, target)).collect()
    }

    fn home(&self, scope: &InstallScope, target: &SkillTarget) -> Result<AgentFolder, Refusal> {
        let shared = self.shared(scope)?;
        let project = scope.project();
        let root_scope = if project.is_some() { SkillScope::Project } else { SkillScope::User };
        let roots = targets::roots(self.machine, &[], project);
        let mut own = roots.iter().filter(|root| root.scope == root_scope && root.agents.contains(&target.label));
        let reads_shared = own.clone().any(|root| root.path == shared);
        let path = match scope {
            InstallScope::User => PathBuf::from(&target.path),
            InstallScope::Project(_) => match own.next() {
                Some(root) => root.path.clone(),
                None => return refuse(RefusalCode::AgentNoProject, format!("{} reads no skills from a project", target.label)),
            },
        };
        check_inside_project(&path, scope)?;
        Ok(AgentFolder { label: target.label.clone(), path, reads_shared })
    }

    /// Every skills folder of a scope, the shared one first.
    pub(crate) fn roots(&self, scope: &InstallScope) -> Result<Vec<PathBuf>, Refusal> {
        let mut roots = vec![self.shared(scope)?];
        let project = scope.project();
        let root_scope = if project.is_some() { SkillScope::Project } else { SkillScope::User };
        for root in targets::roots(self.machine, &[], project) {
            if root.scope == root_scope && !roots.contains(&root.path) && root.path != self.machine.sandbox {
                roots.push(root.path);
            }
        }
        // The folders of openskills.
        let folder = self.scope_folder(scope)?;
        for more in [".agent/skills", ".claude/skills"] {
            if !roots.contains(&folder.join(more)) {
                roots.push(folder.join(more));
            }
        }
        roots.retain(|root| check_inside_project(root, scope).is_ok());
        // A folder with several paths counts once.
        let mut seen = std::collections::HashSet::new();
        roots.retain(|root| seen.insert(fs::canonicalize(root).unwrap_or_else(|_| root.clone())));
        Ok(roots)
    }

    /// The folder of backups. It is beside the skills folder: a copy inside would be read as a skill.
    pub(crate) fn backups(&self) -> PathBuf {
        self.folder.with_file_name("skill-backups")
    }
}

/// A project may belong to somebody else: its `.claude/skills` may be a link to anywhere.
fn check_inside_project(path: &Path, scope: &InstallScope) -> Result<(), Refusal> {
    let InstallScope::Project(project) = scope else { return Ok(()) };
    let nearest = path.ancestors().find_map(|at| fs::canonicalize(at).ok());
    match (nearest, fs::canonicalize(project)) {
        (Some(real), Ok(project)) if !real.starts_with(&project) => refuse(
            RefusalCode::RootLeavesProject,
            format!("{} leads to {}, outside of the project", path.display(), real.display()),
        ),
        _ => Ok(()),
    }
}

/// Checks a name that a person gave to `remove`, `update` or `pin`.
pub(crate) fn checked_name(name: &str) -> Result<&str, Refusal> {
    if is_skill_name(name) {
        return Ok(name);
    }
    refuse(RefusalCode::NameIsPath, format!("{name:?} is not the name of a skill: letters, digits, - and _, at most 64"))
}
