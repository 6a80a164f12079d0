//! A skills folder and who reads it.

use apprentice_contracts::skill::SkillScope;
use std::path::PathBuf;

/// A skills folder to search, which need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The folder; a link to it is followed.
    pub path: PathBuf,
    /// Whose skills it holds.
    pub scope: SkillScope,
    /// Labels of the agents that read it.
    pub agents: Vec<String>,
    /// Comes before the names of its skills, with a colon: the plugin that brings them, or the project that they are for where several
    /// projects are listed.
    pub namespace: Option<String>,
}
