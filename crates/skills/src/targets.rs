//! Which agent keeps its skills where: one row per agent.

use crate::discover::Root;
use crate::install;
use apprentice_contracts::skill::{SkillScope, SkillTarget};
use std::path::{Path, PathBuf};

/// Where to look; the edge hands it in.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    pub user_home: Option<PathBuf>,
    /// Folders of programs (`PATH`), to see which agents are installed.
    pub search_path: Vec<PathBuf>,
    /// `<home>/sandbox/skills`, the target of the practice demonstration.
    pub sandbox: PathBuf,
    /// Environment variables that move an agent's folder, such as `CLAUDE_CONFIG_DIR` or `CODEX_HOME`.
    pub environment: Vec<(String, String)>,
}

/// Target of the practice demonstration.
pub const SANDBOX: &str = "sandbox";
/// A folder of the user's own has the id `custom:<path>`.
pub const CUSTOM: &str = "custom:";

struct Agent {
    id: &'static str,
    label: &'static str,
    /// Its configuration folder under the user's home; the skills are in `skills` below it.
    config: &'static str,
    /// Environment variable that names the configuration folder instead.
    moved_by: Option<&'static str>,
    programs: &'static [&'static str],
    /// Further user-level folders that it reads, under the user's home.
    also_reads: &'static [&'static str],
    /// Folders that it reads below a project.
    project: &'static [&'static str],
}

/// The order is the order of precedence in a listing.
const AGENTS: &[Agent] = &[
    Agent {
        id: "claude-code",
        label: "Claude Code",
        config: ".claude",
        moved_by: Some("CLAUDE_CONFIG_DIR"),
        programs: &["claude"],
        also_reads: &[],
        project: &[".claude/skills"],
    },
    Agent {
        id: "codex",
        label: "Codex",
        config: ".codex",
        moved_by: Some("CODEX_HOME"),
        programs: &["codex"],
        also_reads: &[".agents/skills"],
        project: &[".agents/skills", ".codex/skills"],
    },
    Agent {
        id: "openclaw",
        label: "OpenClaw",
        config: ".openclaw",
        moved_by: None,
        programs: &["openclaw"],
        also_reads: &[".agents/skills"],
        project: &["skills", ".agents/skills"],
    },
    Agent {
        id: "gemini",
        label: "Gemini CLI",
        config: ".gemini",
        moved_by: None,
        programs: &["gemini"],
        also_reads: &[".agents/skills"],
        project: &[".gemini/skills", ".agents/skills"],
    },
    Agent {
        id: "goose",
        label: "goose",
        config: ".config/goose",
        moved_by: None,
        programs: &["goose"],
        also_reads: &[".agents/skills", ".claude/skills"],
        project: &[".agents/skills", ".goose/skills", ".claude/skills"],
    },
    Agent {
        id: "opencode",
        label: "opencode",
        config: ".config/opencode",
        moved_by: None,
        programs: &["opencode"],
        also_reads: &[".claude/skills", ".agents/skills"],
        project: &[".opencode/skills", ".claude/skills", ".agents/skills"],
    },
    Agent {
        id: "cursor",
        label: "Cursor",
        config: ".cursor",
        moved_by: None,
        programs: &["cursor", "cursor-agent"],
        also_reads: &[".agents/skills", ".claude/skills", ".codex/skills"],
        project: &[".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
    },
    Agent {
        id: "copilot",
        label: "GitHub Copilot",
        config: ".copilot",
        moved_by: None,
        programs: &["copilot"],
        also_reads: &[".agents/skills"],
        project: &[".github/skills", ".claude/skills", ".agents/skills"],
    },
    Agent {
        id: "shared",
        label: "Shared folder (.agents)",
        config: ".agents",
        moved_by: None,
        programs: &[],
        also_reads: &[],
        project: &[".agents/skills"],
    },
];

/// All user-level targets: known agents, the sandbox, the user's own folders. `enabled` is by id.
pub fn targets(machine: &Machine, enabled: &[String], custom: &[PathBuf]) -> Vec<SkillTarget> {
    let known = AGENTS.iter().filter_map(|agent| {
        let config = machine.config(agent)?;
        Some(target(agent.id.to_owned(), agent.label.to_owned(), &config.join("skills"), machine.has(agent, &config), enabled))
    });
    let sandbox = target(SANDBOX.to_owned(), "Practice sandbox".to_owned(), &machine.sandbox, true, enabled);
    let own = custom.iter().map(|path| {
        let label = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        target(format!("{CUSTOM}{}", path.display()), label, path, path.is_dir(), enabled)
    });
    known.chain([sandbox]).chain(own).collect()
}

fn target(target_id: String, label: String, path: &Path, detected: bool, enabled: &[String]) -> SkillTarget {
    let problem = install::writable(path).err();
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

/// Roots to list, in order of precedence, without doubles. `project` adds the project-level folders under it.
pub fn roots(machine: &Machine, custom: &[PathBuf], project: Option<&Path>) -> Vec<Root> {
    let mut roots = Vec::new();
    if let Some(project) = project {
        for agent in AGENTS {
            for folder in agent.project {
                add(&mut roots, project.join(folder), SkillScope::Project, agent.label);
            }
        }
    }
    for agent in AGENTS {
        if let Some(config) = machine.config(agent) {
            add(&mut roots, config.join("skills"), SkillScope::User, agent.label);
        }
    }
    for agent in AGENTS {
        for folder in agent.also_reads {
            if let Some(home) = &machine.user_home {
                add(&mut roots, home.join(folder), SkillScope::User, agent.label);
            }
        }
    }
    for path in custom {
        add(&mut roots, path.clone(), SkillScope::User, &path.display().to_string());
    }
    add(&mut roots, machine.sandbox.clone(), SkillScope::User, "Practice sandbox");
    roots
}

/// The same folder read by several agents is one root with several labels.
fn add(roots: &mut Vec<Root>, path: PathBuf, scope: SkillScope, label: &str) {
    if path.as_os_str().is_empty() {
        return;
    }
    match roots.iter_mut().find(|root| root.path == path) {
        Some(root) if !root.agents.iter().any(|known| known == label) => root.agents.push(label.to_owned()),
        Some(_) => {}
        None => roots.push(Root { path, scope, agents: vec![label.to_owned()] }),
    }
}

impl Machine {
    /// `None`: without a home folder there is no place to look.
    fn config(&self, agent: &Agent) -> Option<PathBuf> {
        let moved = agent.moved_by.and_then(|name| self.variable(name)).map(PathBuf::from).filter(|path| path.is_absolute());
        moved.or_else(|| self.user_home.as_ref().map(|home| home.join(agent.config)))
    }

    fn variable(&self, name: &str) -> Option<&str> {
        self.environment.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }

    fn has(&self, agent: &Agent, config: &Path) -> bool {
        let runs = |program: &str| self.search_path.iter().any(|folder| is_program(&folder.join(program)));
        config.is_dir() || agent.programs.iter().any(|program| runs(program))
    }
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
