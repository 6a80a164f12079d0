//! Where agents keep their skills on this machine: the folders to install into, and those to list.

use crate::agents::root::Root;
use crate::agents::rules;
use crate::agents::table::{AGENTS, Agent, Location, PROJECT, XDG_CONFIG};
use crate::disk;
use apprentice_contracts::ids::TargetId;
use apprentice_contracts::skill::{SkillScope, SkillTarget};
use apprentice_platform::permissions::is_program;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The machine as far as agents and skills need it. The program's entry point fills it in.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The user's home folder; `None` if it is unknown.
    pub user_home: Option<PathBuf>,
    /// Folders of programs (`PATH`), to see which agents are installed.
    pub search_path: Vec<PathBuf>,
    /// `<home>/sandbox/skills`, the target of the practice demonstration.
    pub sandbox: PathBuf,
    /// Environment variables that move an agent's folder (those of `agents::variables`), and the one that names trusted certificates.
    pub environment: Vec<(String, String)>,
    /// Names of all environment variables that hold something: skills ask for some.
    pub variables: BTreeSet<String>,
    /// The folder that replaces `/` in tests; empty: `/` itself.
    pub system: PathBuf,
}

/// Target of the practice demonstration.
pub const SANDBOX: &str = "sandbox";
/// A folder of the user's own has the id `custom:<path>`.
pub const CUSTOM: &str = "custom:";

/// The user-level targets to choose from: the main agents, those that are installed or enabled, the sandbox, and the user's own
/// folders. `enabled` lists ids.
pub fn targets(machine: &Machine, enabled: &[TargetId], custom: &[PathBuf]) -> Vec<SkillTarget> {
    let worth = |agent: &&Agent| agent.main || enabled.iter().any(|id| *id == agent.id) || machine.has(agent);
    let known = AGENTS.iter().filter(worth).filter_map(|agent| machine.target(agent, enabled));
    let sandbox = target(SANDBOX.into(), "Practice sandbox".to_owned(), &machine.sandbox, true, enabled);
    let own = custom.iter().map(|path| {
        let label = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        target(TargetId(format!("{CUSTOM}{}", path.display())), label, path, path.is_dir(), enabled)
    });
    known.chain([sandbox]).chain(own).collect()
}

/// Every agent of the table that has a folder for the user, installed or not, and the sandbox.
pub fn all(machine: &Machine, enabled: &[TargetId]) -> Vec<SkillTarget> {
    let known = AGENTS.iter().filter_map(|agent| machine.target(agent, enabled));
    known.chain([target(SANDBOX.into(), "Practice sandbox".to_owned(), &machine.sandbox, true, enabled)]).collect()
}

fn target(target_id: TargetId, label: String, path: &Path, detected: bool, enabled: &[TargetId]) -> SkillTarget {
    let problem = disk::writable(path).err();
    SkillTarget {
        enabled: enabled.contains(&target_id),
        target_id,
        label,
        path: path.display().to_string(),
        detected,
        writable: problem.is_none(),
        note: problem.map(|problem| problem.to_string()),
    }
}

/// Roots to list, in order of precedence, without doubles: also those of plugins and extensions, whose files belong to their agent.
/// `project` adds the project-level folders under it.
///
/// A root names the main agents and the installed ones that read it; where only others do, those.
pub fn roots(machine: &Machine, custom: &[PathBuf], project: Option<&Path>) -> Vec<Root> {
    let mut roots = Roots { list: Vec::new(), asked: AGENTS.iter().map(|agent| agent.main || machine.has(agent)).collect() };
    let in_project = |place: &Location| matches!(place, Location::Project(_) | Location::Chain(_) | Location::Marked(_));
    roots.add_all(machine, project, &in_project);
    for (index, agent) in AGENTS.iter().enumerate() {
        if let Some(path) = machine.folder(agent) {
            roots.add(path, SkillScope::User, index);
        }
    }
    roots.add_all(machine, project, &|place| matches!(place, Location::User(_) | Location::Own(_) | Location::Home(_)));
    roots.add_all(machine, project, &|place| matches!(place, Location::System(_)));
    roots.add_all(machine, project, &|place| matches!(place, Location::Each(_)));
    let mut list = roots.settled();
    for agent in AGENTS.iter().filter(|agent| agent.places.contains(&Location::Plugins)) {
        for (plugin, path) in machine.plugins(agent) {
            let agents = vec![agent.label.to_owned()];
            list.push(Root { path, scope: SkillScope::System, agents, namespace: Some(plugin) });
        }
    }
    for path in custom {
        add(&mut list, path.clone(), &path.display().to_string());
    }
    add(&mut list, machine.sandbox.clone(), "Practice sandbox");
    list
}

/// The roots of a project that is listed beside others: its skills are for that project alone, so that none hides another's.
pub fn project_roots(machine: &Machine, project: &Path) -> Vec<Root> {
    let name = project.file_name().map(|name| name.to_string_lossy().into_owned());
    let roots =
        roots(&machine.for_named_project(), &[], Some(project)).into_iter().filter(|root| root.scope == SkillScope::Project);
    roots.map(|root| Root { namespace: name.clone(), ..root }).collect()
}

/// Folders into which a link of another skills folder may lead.
pub fn known(machine: &Machine, working: Option<&Path>) -> Vec<PathBuf> {
    rules::all_folders(machine, working)
}

struct Roots {
    list: Vec<(PathBuf, SkillScope, Vec<usize>)>,
    /// By index of the table: whether the agent is named.
    asked: Vec<bool>,
}

impl Roots {
    fn add_all(&mut self, machine: &Machine, project: Option<&Path>, which: &dyn Fn(&Location) -> bool) {
        for (index, agent) in AGENTS.iter().enumerate() {
            for place in agent.places.iter().filter(|place| which(place)) {
                for (path, scope) in rules::folders(place, agent, machine, project) {
                    self.add(path, scope, index);
                }
            }
        }
    }

    /// The same folder read by several agents is one root with several labels.
    fn add(&mut self, path: PathBuf, scope: SkillScope, agent: usize) {
        match self.list.iter_mut().find(|(known, _, _)| *known == path) {
            Some((_, _, agents)) if !agents.contains(&agent) => agents.push(agent),
            Some(_) => {}
            None => self.list.push((path, scope, vec![agent])),
        }
    }

    fn settled(self) -> Vec<Root> {
        let settle = |(path, scope, agents): (PathBuf, SkillScope, Vec<usize>)| {
            let named: Vec<usize> = agents.iter().copied().filter(|index| self.asked[*index]).collect();
            let agents = if named.is_empty() { agents } else { named };
            Root {
                path,
                scope,
                agents: agents.into_iter().map(|index| AGENTS[index].label.to_owned()).collect(),
                namespace: None,
            }
        };
        // It is inside another root of the list, whose walk finds its skills.
        let inside = |path: &Path| path.ends_with(".system");
        self.list.into_iter().filter(|(path, _, _)| !inside(path)).map(settle).collect()
    }
}

fn add(roots: &mut Vec<Root>, path: PathBuf, label: &str) {
    if path.as_os_str().is_empty() {
        return;
    }
    match roots.iter_mut().find(|root| root.path == path) {
        Some(root) => root.agents.push(label.to_owned()),
        None => roots.push(Root { path, scope: SkillScope::User, agents: vec![label.to_owned()], namespace: None }),
    }
}

impl Machine {
    /// As a target; `None` for one without a folder for the user, or without a home.
    pub fn target(&self, agent: &Agent, enabled: &[TargetId]) -> Option<SkillTarget> {
        let path = self.folder(agent)?;
        Some(target(agent.id.into(), agent.label.to_owned(), &path, self.has(agent), enabled))
    }

    /// The user-level folder that skills are installed into: the agent's own one, else the first that it reads.
    fn folder(&self, agent: &Agent) -> Option<PathBuf> {
        let own = agent.places.iter().find(|place| matches!(place, Location::Own(_)));
        let place = own.or_else(|| agent.places.iter().find(|place| matches!(place, Location::User(_) | Location::Home(_))))?;
        rules::folders(place, agent, self, None).into_iter().next().map(|(path, _)| path)
    }

    /// Its configuration folder. `None`: without a home folder, or a folder of its own, there is no place to look.
    pub fn config(&self, agent: &Agent) -> Option<PathBuf> {
        let moved = agent.moved_by.and_then(|name| self.variable(name)).map(PathBuf::from).filter(|path| path.is_absolute());
        if moved.is_some() || agent.config.is_empty() {
            return moved;
        }
        let usual = self.below_home(agent.config)?;
        if usual.is_dir() {
            return Some(usual);
        }
        let older = agent.also.iter().filter_map(|folder| self.below_home(folder)).find(|folder| folder.is_dir());
        Some(older.unwrap_or(usual))
    }

    /// A path below the user's home. What begins with `.config/` follows `XDG_CONFIG_HOME`. `None`: the home is unknown.
    pub fn below_home(&self, below: &str) -> Option<PathBuf> {
        let moved = self.variable(XDG_CONFIG).map(Path::new).filter(|path| path.is_absolute());
        match (below.strip_prefix(".config/"), moved) {
            (Some(rest), Some(config)) => Some(config.join(rest)),
            _ => self.user_home.as_ref().map(|home| home.join(below)),
        }
    }

    pub(crate) fn below_system(&self, below: &str) -> PathBuf {
        if self.system.as_os_str().is_empty() { Path::new("/").join(below) } else { self.system.join(below) }
    }

    /// `<home>`, in which the sandbox is.
    pub fn own_home(&self) -> Option<&Path> {
        self.sandbox.ancestors().nth(2).filter(|home| !home.as_os_str().is_empty())
    }

    /// The value of an environment variable of `environment`; `None` if it is missing or empty.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.environment.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }

    /// The machine for a project that somebody named, or for none: the one that the environment names does not count.
    pub fn for_named_project(&self) -> Self {
        let mut machine = self.clone();
        machine.environment.retain(|(name, _)| name != PROJECT);
        machine
    }

    /// Whether the agent seems to be installed.
    pub fn has(&self, agent: &Agent) -> bool {
        let runs = |program: &str| self.search_path.iter().any(|folder| is_program(&folder.join(program)));
        self.config(agent).is_some_and(|config| config.is_dir()) || agent.programs.iter().any(|program| runs(program))
    }

    /// Names and skills folders of the plugins that the agent has installed.
    pub(crate) fn plugins(&self, agent: &Agent) -> Vec<(String, PathBuf)> {
        let Some(list) = self.config(agent).map(|config| config.join("plugins/installed_plugins.json")) else {
            return Vec::new();
        };
        let known = fs::metadata(&list).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= MOST_PLUGINS_BYTES);
        let text = if known { fs::read(&list).unwrap_or_default() } else { Vec::new() };
        let Ok(document) = serde_json::from_slice::<Value>(&text) else { return Vec::new() };
        let Some(plugins) = document.get("plugins").and_then(Value::as_object) else { return Vec::new() };
        let mut found = Vec::new();
        for (name, installed) in plugins {
            // One entry, or, in the newer form, one for each place that it was installed for.
            let entries = installed.as_array().map_or(std::slice::from_ref(installed), Vec::as_slice);
            let plugin = name.split('@').next().unwrap_or(name);
            let paths = entries.iter().filter_map(|entry| entry.get("installPath").and_then(Value::as_str)).map(Path::new);
            found.extend(paths.filter(|path| path.is_absolute()).map(|path| (plugin.to_owned(), path.join("skills"))));
        }
        found
    }
}

/// A list of plugins that is larger was not written by the agent.
const MOST_PLUGINS_BYTES: u64 = 4 * 1024 * 1024;
