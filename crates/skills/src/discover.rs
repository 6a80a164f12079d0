//! Finds the skills in a list of roots: first root wins, losers stay visible as shadowed.

use apprentice_contracts::skill::{SkillContentResponse, SkillScope, SkillsListResponse};
use std::path::{Path, PathBuf};

/// A folder to search.
#[derive(Clone, Debug)]
pub struct Root {
    pub path: PathBuf,
    pub scope: SkillScope,
    /// Labels of the agents that read it.
    pub agents: Vec<String>,
}

/// Every file found is either loaded or listed with a reason.
pub fn list(_roots: &[Root]) -> SkillsListResponse {
    todo!()
}

/// The content of one skill that [`list`] found under `roots`. `None`: no such skill there.
pub fn read(_roots: &[Root], _path: &Path) -> Option<SkillContentResponse> {
    todo!()
}
