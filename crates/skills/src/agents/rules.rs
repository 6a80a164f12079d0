//! The rules of each agent: what a name clash does, which skills it refuses, how many it takes, and in which folders it looks on
//! this machine. The table of agents is in `table.rs`.

use crate::agents::environment::Environment;
use crate::agents::root::Root;
use crate::agents::table::{AGENTS, Agent, Location, PROJECT};
use crate::agents::targets::Machine;
use apprentice_contracts::skill::SkillScope;
use std::fs;
use std::path::{Path, PathBuf};

/// What happens when two skills have one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The first in the order of folders is loaded, the others are not.
    FirstWins,
    /// Both are shown.
    BothStay,
    /// One of them is loaded, now this and now that one.
    ByChance,
}

/// By which name two skills clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashKey {
    /// The name in the front matter.
    Name,
    /// The name of the folder; the front matter does not count.
    Folder,
}

/// What an agent requires of a skill; it leaves out a skill that does not meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The file is called exactly `SKILL.md`.
    FileName,
    /// The file begins with front matter, without a byte order mark.
    FrontMatter,
    /// The file begins with front matter; a byte order mark before it is allowed.
    FrontMatterOrMark,
    /// The front matter is valid YAML without repairs.
    Yaml,
    /// Name and description are text to a YAML reader.
    Text,
    /// The front matter has a name.
    Name,
    /// The front matter has a description.
    Description,
    /// At most so many characters, counted with white space collapsed.
    DescriptionUpTo(usize),
    /// The name has at most so many characters, counted with white space collapsed.
    NameUpTo(usize),
    /// No folder in the path begins with a dot.
    NotHidden,
    /// The same, but in these folders it looks there.
    NotHiddenBut(&'static [&'static str]),
    /// At most so many folders below the skills folder; 1: directly in it.
    Depth(usize),
    /// SKILL.md itself is no link.
    FileInPlace,
    /// The folder is no link, in folders of a project.
    FolderInPlaceInProjects,
}

/// What some agents read and a listing of all agents leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadsAlso {
    /// Skills inside of skills.
    Skills,
    /// `node_modules`
    Modules,
    /// Folders behind links that lead out of the skills folder. We report them and never read them.
    LinkedFolders,
    /// The same, but not in folders of a project.
    LinkedFoldersOfUser,
    /// A SKILL.md that is such a link. We report it and never read it.
    LinkedFiles,
}

/// How one agent decides.
#[derive(Debug)]
pub struct Rules {
    /// What happens when two skills have one name.
    pub clash: Clash,
    /// By which name two skills clash.
    pub key: ClashKey,
    /// What a skill must have; the first that is missing is the reason of the refusal.
    pub requirements: &'static [Requirement],
    /// What the agent reads and a listing of all agents leaves out.
    pub reads_also: &'static [ReadsAlso],
    /// Skills considered in one root.
    pub candidates: usize,
    /// Skills loaded from one root.
    pub loaded: usize,
    /// Whether the agent leaves out a skill whose requirements the machine does not meet.
    pub asks_machine: bool,
    /// A summary for people.
    pub summary: &'static str,
}

const COMMON: Rules = Rules {
    clash: Clash::FirstWins,
    key: ClashKey::Name,
    requirements: &[Requirement::Description],
    reads_also: &[],
    candidates: usize::MAX,
    loaded: usize::MAX,
    asks_machine: false,
    summary: "project before user; the first of a name wins; a description is needed",
};

/// The guide for clients of Agent Skills: lenient, a description is needed, the project wins.
pub static PLAIN: Rules = COMMON;

/// Claude Code.
pub static CLAUDE_CODE: Rules = Rules {
    key: ClashKey::Folder,
    requirements: &[Requirement::FileName, Requirement::Depth(1)],
    reads_also: &[ReadsAlso::LinkedFolders, ReadsAlso::LinkedFiles],
    summary: "enterprise, then personal, then project; those of folders inside the project on demand; a plugin's skills are named plugin:skill; the folder's name decides, and only folders directly in the skills folder count",
    ..COMMON
};

/// Codex.
pub static CODEX: Rules = Rules {
    clash: Clash::BothStay,
    requirements: &[
        Requirement::FileName,
        Requirement::FrontMatter,
        Requirement::Text,
        Requirement::Description,
        Requirement::NameUpTo(64),
        Requirement::NotHidden,
    ],
    reads_also: &[ReadsAlso::Skills, ReadsAlso::Modules, ReadsAlso::LinkedFolders],
    summary: "repository from the working folder up, then user, system, admin; nothing is overridden, both of a name are shown; skills inside of skills count",
    ..COMMON
};

/// OpenClaw.
pub static OPENCLAW: Rules = Rules {
    requirements: &[
        Requirement::FileName,
        Requirement::Description,
        Requirement::NotHidden,
        Requirement::FileInPlace,
        Requirement::FolderInPlaceInProjects,
    ],
    reads_also: &[ReadsAlso::LinkedFoldersOfUser],
    candidates: 300,
    loaded: 200,
    asks_machine: true,
    summary: "workspace, project, personal, managed; 300 candidates and 200 skills a folder; a skill that needs a missing program, variable or setting is left out",
    ..COMMON
};

/// Gemini CLI.
pub static GEMINI: Rules = Rules {
    requirements: &[
        Requirement::FileName,
        Requirement::Depth(1),
        Requirement::FrontMatter,
        Requirement::Name,
        Requirement::Description,
        Requirement::NotHidden,
    ],
    reads_also: &[ReadsAlso::LinkedFolders, ReadsAlso::LinkedFiles],
    summary: "workspace, user, extension; .agents before .gemini; only folders directly in the skills folder count",
    ..COMMON
};

/// goose.
pub static GOOSE: Rules = Rules { summary: "project before user; .agents before .goose before .claude", ..COMMON };

/// opencode.
pub static OPENCODE: Rules = Rules {
    clash: Clash::ByChance,
    requirements: &[
        Requirement::FileName,
        Requirement::FrontMatterOrMark,
        Requirement::Text,
        Requirement::Name,
        Requirement::NotHiddenBut(&[".claude/skills", ".agents/skills"]),
    ],
    reads_also: &[ReadsAlso::Skills, ReadsAlso::Modules, ReadsAlso::LinkedFolders, ReadsAlso::LinkedFiles],
    summary: "project from the working folder up to the worktree, and user; a name is needed, a description is not; which of one name is loaded changes from start to start",
    ..COMMON
};

/// Cursor.
pub static CURSOR: Rules = Rules { summary: "project before user (which of several folders wins is not documented)", ..COMMON };

/// GitHub Copilot.
pub static COPILOT: Rules = Rules {
    requirements: &[
        Requirement::FileName,
        Requirement::FrontMatterOrMark,
        Requirement::Yaml,
        Requirement::Text,
        Requirement::DescriptionUpTo(1024),
        Requirement::NameUpTo(64),
        Requirement::NotHidden,
    ],
    reads_also: &[ReadsAlso::Modules, ReadsAlso::LinkedFolders, ReadsAlso::LinkedFiles],
    summary: "project from the working folder up to the repository, then user; .github before .agents before .claude; front matter is needed, name and description are not",
    ..COMMON
};

/// openskills.
pub static OPENSKILLS: Rules = Rules {
    key: ClashKey::Folder,
    requirements: &[Requirement::FileName, Requirement::FrontMatter],
    summary: ".agent before .claude, project before user in each; the folder's name decides, not the skill's",
    ..COMMON
};

/// The three layers of Apprentice: project, user, workspace (FR-3F-060).
pub static THREE_LAYERS: Rules = Rules {
    requirements: &[],
    summary: "project (.openclaw, .claude, .agents, .apprentice, then .agents from the working folder up), then user in the same order, then workspace",
    ..COMMON
};

/// A root as one agent sees it.
#[derive(Clone, Debug)]
pub struct AgentRoot {
    /// The folder.
    pub root: Root,
    /// Comes before the names of its skills, with a colon.
    pub namespace: Option<String>,
    /// Read only when the agent works on files near it.
    pub on_demand: bool,
}

/// Where and how one agent looks.
#[derive(Clone, Debug)]
pub struct AgentView {
    /// The agent.
    pub agent: &'static Agent,
    /// In order of precedence, without doubles; also those that do not exist.
    pub roots: Vec<AgentRoot>,
    /// Folders that links may lead into.
    pub known: Vec<PathBuf>,
    /// What skills find on this machine.
    pub environment: Environment,
}

impl AgentView {
    /// `working` is the folder that is worked in; without one only the user's and the system's folders are looked at.
    pub fn new(agent: &'static Agent, machine: &Machine, working: Option<&Path>) -> Self {
        let known = crate::agents::targets::known(machine, working);
        let mut plan = Self { agent, roots: Vec::new(), known, environment: Environment::of(machine) };
        for place in agent.places {
            plan.look(place, machine, working);
        }
        plan
    }

    fn look(&mut self, place: &Location, machine: &Machine, working: Option<&Path>) {
        match place {
            Location::Plugins => {
                for (plugin, path) in machine.plugins(self.agent) {
                    self.add(path, SkillScope::System, Some(plugin), false);
                }
            }
            Location::Nested(below) => {
                for path in working.map(|working| nested(working, below)).unwrap_or_default() {
                    self.add(path, SkillScope::Project, None, true);
                }
            }
            _ => {
                for (path, scope) in folders(place, self.agent, machine, working) {
                    self.add(path, scope, None, false);
                }
            }
        }
    }

    fn add(&mut self, path: PathBuf, scope: SkillScope, namespace: Option<String>, on_demand: bool) {
        if self.roots.iter().all(|seen| seen.root.path != path) {
            let root = Root { path, scope, agents: vec![self.agent.label.to_owned()], namespace: None };
            self.roots.push(AgentRoot { root, namespace, on_demand });
        }
    }
}

/// The folders that `place` represents on this machine. Plugins and nested folders, which need a search, are not among them.
pub(crate) fn folders(place: &Location, agent: &Agent, machine: &Machine, working: Option<&Path>) -> Vec<(PathBuf, SkillScope)> {
    let project = |paths: Vec<PathBuf>| paths.into_iter().map(|path| (path, SkillScope::Project)).collect();
    let one = |path: Option<PathBuf>, scope| path.map(|path| (path, scope)).into_iter().collect();
    match place {
        Location::Project(below) => project(working.map(|working| working.join(below)).into_iter().collect()),
        Location::Chain(below) => project(chain(machine, working).into_iter().map(|folder| folder.join(below)).collect()),
        Location::Marked(below) => project(marked(machine, working, below).into_iter().collect()),
        Location::User(below) => one(machine.below_home(below), SkillScope::User),
        Location::Own(below) => {
            let scope = if below.ends_with(".system") { SkillScope::System } else { SkillScope::User };
            one(machine.config(agent).map(|config| config.join(below)), scope)
        }
        Location::Each(below) => {
            let folders = machine.config(agent).map(|config| subfolders(&config.join(below))).unwrap_or_default();
            folders.into_iter().map(|folder| (folder.join("skills"), SkillScope::System)).collect()
        }
        Location::System(below) => one(Some(machine.below_system(below)), SkillScope::System),
        Location::Home(below) => {
            let scope = if below.starts_with("workspace") { SkillScope::System } else { SkillScope::User };
            one(machine.own_home().map(|home| home.join(below)), scope)
        }
        Location::Nested(_) | Location::Plugins => Vec::new(),
    }
}

/// The working folder and its parents up to the one that holds `.git`; without one, the working folder alone.
fn chain(machine: &Machine, working: Option<&Path>) -> Vec<PathBuf> {
    let Some(working) = working else { return Vec::new() };
    let outside = |folder: &Path| Some(folder) == machine.user_home.as_deref() && folder != working;
    let above: Vec<&Path> = working.ancestors().take(64).take_while(|folder| !outside(folder)).collect();
    let top = above.iter().position(|folder| folder.join(".git").symlink_metadata().is_ok()).unwrap_or(0);
    above[..=top.min(above.len().saturating_sub(1))].iter().map(|folder| folder.to_path_buf()).collect()
}

fn marked(machine: &Machine, working: Option<&Path>, below: &str) -> Option<PathBuf> {
    let marker = below.split('/').next().unwrap_or(below);
    Some(marked_project(machine, working, marker)?.join(below))
}

/// The project of a working folder: the one that a variable names, else the nearest folder above that holds `marker` (FR-3F-060).
pub fn marked_project(machine: &Machine, working: Option<&Path>, marker: &str) -> Option<PathBuf> {
    if let Some(named) = machine.variable(PROJECT).map(PathBuf::from).filter(|path| path.is_absolute()) {
        return Some(named);
    }
    working?.ancestors().take(64).find(|folder| folder.join(marker).is_dir()).map(Path::to_path_buf)
}

const NESTED_DEPTH: usize = 5;
const NESTED_FOLDERS: usize = 2_000;

/// Folders inside `working` whose path ends in `below`. The search is bounded, as the agent's own is.
fn nested(working: &Path, below: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting: Vec<(PathBuf, usize)> = subfolders(working).into_iter().rev().map(|folder| (folder, 1)).collect();
    let mut looked_at = 0;
    while let Some((folder, depth)) = waiting.pop() {
        looked_at += 1;
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if looked_at > NESTED_FOLDERS || name.starts_with('.') || ["node_modules", "target"].contains(&name) {
            continue;
        }
        if folder.join(below).is_dir() {
            found.push(folder.join(below));
        }
        if depth < NESTED_DEPTH {
            waiting.extend(subfolders(&folder).into_iter().rev().map(|folder| (folder, depth + 1)));
        }
    }
    found
}

/// Plain folders in `folder`, by name.
fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let plain = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut found: Vec<PathBuf> = plain.map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// All agents' folders below the user's home, and below `working`: a link from one into another is a copy that is shared.
pub(crate) fn all_folders(machine: &Machine, working: Option<&Path>) -> Vec<PathBuf> {
    let each = AGENTS.iter().flat_map(|agent| {
        agent.places.iter().flat_map(move |place| folders(place, agent, machine, working).into_iter().map(|(path, _)| path))
    });
    let mut all: Vec<PathBuf> = each.collect();
    all.sort();
    all.dedup();
    all
}
