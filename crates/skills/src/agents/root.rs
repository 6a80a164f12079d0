//! A skills folder and who reads it.

use apprentice_contracts::skill::SkillScope;
use std::path::PathBuf;

/// A skills folder to search, which need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    pub path: PathBuf,
    pub scope: SkillScope,
    /// Labels of the agents that read it.
    pub agents: Vec<String>,
}
