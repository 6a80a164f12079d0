//! Which agent keeps its skills where: one row per agent.

use crate::discover::Root;
use apprentice_contracts::skill::SkillTarget;
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

/// All user-level targets: known agents, the sandbox, the user's own folders. `enabled` is by id.
pub fn targets(_machine: &Machine, _enabled: &[String], _custom: &[PathBuf]) -> Vec<SkillTarget> {
    todo!()
}

/// Roots to list, in order of precedence, without doubles. `project` adds the project-level folders under it.
pub fn roots(_machine: &Machine, _custom: &[PathBuf], _project: Option<&Path>) -> Vec<Root> {
    todo!()
}
