//! Projects (§0.7): what a project is called, and which folders belong to it. Its id is the name of its folder, unless a binding says more.

use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens when a name fits more than one project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AmbiguityPolicy {
    /// A look-up is refused and names the projects; nothing is guessed.
    #[default]
    RequireDisambiguation,
    /// A look-up finds the abilities of each of the projects. Only if every project that fits says so.
    ReturnAll,
}

/// The other names and the folders of a project. It holds no state of the project itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectSourceBinding {
    /// The id, which abilities and sessions are limited to. 1 to 120 characters.
    #[garde(length(chars, min = 1, max = 120))]
    pub project_id: String,
    /// Other names of it. At most 20.
    #[garde(length(max = 20), inner(length(chars, min = 1, max = 120)))]
    pub aliases: Vec<String>,
    /// Its folders, as absolute paths. At most 20.
    #[garde(length(max = 20), inner(length(min = 1, max = 4096)))]
    pub folders: Vec<String>,
    /// What happens when a name fits this project and another one.
    #[garde(skip)]
    pub ambiguity_policy: AmbiguityPolicy,
}

/// What of a project a name fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProjectMatchedBy {
    /// Its id.
    Id,
    /// One of its other names.
    Alias,
    /// One of its folders, or a folder inside.
    Folder,
}

/// A project that a name fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProjectMatch {
    /// The project.
    #[serde(flatten)]
    pub project: ProjectSourceBinding,
    /// What of it the name fits.
    pub matched_by: ProjectMatchedBy,
}

/// Whether a name means one project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProjectResolutionState {
    /// It means one.
    Resolved,
    /// It fits several.
    Ambiguous,
    /// It fits none that is known.
    None,
}

/// `GET /api/projects`: the projects of the settings, sorted by id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProjectsResponse {
    /// The projects.
    pub projects: Vec<ProjectSourceBinding>,
}

/// `GET /api/projects/resolve`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ResolveProjectQuery {
    /// The id, another name, or an absolute folder.
    #[garde(length(min = 1, max = 4096))]
    pub name: String,
}

/// Which project a name means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResolveProjectResponse {
    /// Whether it means one.
    pub resolution_state: ProjectResolutionState,
    /// The project, or those that the name fits equally well, sorted by id.
    pub matches: Vec<ProjectMatch>,
    /// What to do when it does not mean one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
