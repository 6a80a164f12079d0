//! Projects (§0.7): which project a name or a folder means. The id of a project is the name of its folder, unless a binding of the
//! settings says more.

use crate::Answer;
use crate::core::SETTINGS;
use crate::core::request::{invalid, refuse_secret};
use crate::core::test_policy::is_plain_folder;
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::Failure;
use apprentice_contracts::project::{
    AmbiguityPolicy, ProjectMatch, ProjectMatchedBy, ProjectResolutionState, ProjectSourceBinding, ResolveProjectResponse,
};
use apprentice_skills::lexically_normal;
use apprentice_store::{Connection, settings};
use serde_json::json;
use std::path::Path;

/// Characters of the longest id.
const MAX_ID: usize = 120;

/// The projects that the person named: bindings, and project folders that no binding has.
pub(crate) struct Projects(Vec<ProjectSourceBinding>);

impl Projects {
    pub(crate) fn read(db: &Connection) -> Answer<Self> {
        Ok(Self::of(&settings::get(db, SETTINGS)?.unwrap_or_default()))
    }

    pub(crate) fn of(settings: &Settings) -> Self {
        let mut known = settings.project_bindings.clone();
        for path in &settings.project_paths {
            let has = |project: &ProjectSourceBinding| project.folders.iter().any(|folder| Path::new(folder) == Path::new(path));
            let Some(id) = name_of(Path::new(path)).filter(|_| !known.iter().any(has)) else { continue };
            match known.iter_mut().find(|project| project.project_id == id) {
                Some(project) => project.folders.push(path.clone()),
                None => known.push(ProjectSourceBinding {
                    project_id: id,
                    folders: vec![path.clone()],
                    ..ProjectSourceBinding::default()
                }),
            }
        }
        known.sort_by(|a, b| a.project_id.cmp(&b.project_id));
        Self(known)
    }

    pub(crate) fn all(self) -> Vec<ProjectSourceBinding> {
        self.0
    }

    /// An id goes before an alias, and the innermost folder before those around it.
    pub(crate) fn resolve(&self, name: &str) -> ResolveProjectResponse {
        let name = name.trim();
        let found = match Path::new(name).is_absolute() {
            true => self.around(&lexically_normal(Path::new(name))),
            false => {
                let by = |matched_by, fits: &dyn Fn(&ProjectSourceBinding) -> bool| self.matches(matched_by, fits);
                let ids = by(ProjectMatchedBy::Id, &|project| project.project_id == name);
                let same = |alias: &String| alias.to_lowercase() == name.to_lowercase();
                if ids.is_empty() { by(ProjectMatchedBy::Alias, &|project| project.aliases.iter().any(same)) } else { ids }
            }
        };
        let (resolution_state, message) = match found.len() {
            0 => (ProjectResolutionState::None, Some(unknown(name))),
            1 => (ProjectResolutionState::Resolved, None),
            _ => (ProjectResolutionState::Ambiguous, Some(ambiguous(name, &found))),
        };
        ResolveProjectResponse { resolution_state, matches: found, message }
    }

    /// The projects whose innermost folder contains this one.
    fn around(&self, folder: &Path) -> Vec<ProjectMatch> {
        let depth = |project: &ProjectSourceBinding| {
            let around = project.folders.iter().map(Path::new).filter(|around| folder.starts_with(around));
            around.map(|around| around.components().count()).max()
        };
        let innermost = self.0.iter().filter_map(depth).max();
        self.matches(ProjectMatchedBy::Folder, &|project| innermost.is_some() && depth(project) == innermost)
    }

    fn matches(&self, matched_by: ProjectMatchedBy, fits: &dyn Fn(&ProjectSourceBinding) -> bool) -> Vec<ProjectMatch> {
        let fitting = self.0.iter().filter(|project| fits(project));
        fitting.map(|project| ProjectMatch { project: project.clone(), matched_by }).collect()
    }

    /// The ids that a request means by this name. What is not known is an id as it is, and a folder the name of its folder.
    /// Errors: `INVALID_REQUEST` on `field` for a name of several projects, unless each of them returns all.
    pub(crate) fn ids(&self, field: &str, name: Option<&str>) -> Answer<Vec<String>> {
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(Vec::new()) };
        let found = self.resolve(name);
        if found.matches.is_empty() {
            let folder = Path::new(name);
            return Ok(if folder.is_absolute() { name_of(folder).into_iter().collect() } else { vec![name.to_owned()] });
        }
        let all = found.matches.iter().all(|found| found.project.ambiguity_policy == AmbiguityPolicy::ReturnAll);
        if found.matches.len() > 1 && !all {
            return Err(Self::refused(field, &found));
        }
        Ok(found.matches.into_iter().map(|found| found.project.project_id).collect())
    }

    /// The one id that a name means. Errors: `INVALID_REQUEST` on `field` for a name of several projects.
    pub(crate) fn id(&self, field: &str, name: Option<&str>) -> Answer<Option<String>> {
        match self.ids(field, name)?.as_slice() {
            [] => Ok(None),
            [id] => Ok(Some(id.clone())),
            _ => Err(Self::refused(field, &self.resolve(name.unwrap_or_default()))),
        }
    }

    /// The one id that a name means, for a record. Errors: also for what cannot be an id.
    pub(crate) fn id_to_store(&self, field: &str, name: &str) -> Answer<String> {
        let id = self.id(field, Some(name))?.unwrap_or_default();
        check_id(field, &id).map(|()| id)
    }

    /// The project that work in a folder is for. `None` for a folder of several projects, and for a text that is not the path of one folder:
    /// several joined by commas, or one that only the agent resolves (`%h/website`, `~`).
    pub(crate) fn of_folder(&self, folder: &str) -> Option<String> {
        let is_one = Path::new(folder).is_absolute() && !folder.contains(", /");
        self.id("folder", Some(folder).filter(|_| is_one)).ok().flatten()
    }

    fn refused(field: &str, found: &ResolveProjectResponse) -> Failure {
        let ids: Vec<&str> = found.matches.iter().map(|found| found.project.project_id.as_str()).collect();
        let why = found.message.as_deref().unwrap_or_default();
        invalid(field, why).with_details(json!({ "field": field, "resolution_state": "ambiguous", "project_ids": ids }))
    }
}

/// Checks the bindings of the settings. Errors: `INVALID_REQUEST` naming `project_bindings`.
pub(crate) fn check(bindings: &[ProjectSourceBinding]) -> Answer<()> {
    const FIELD: &str = "project_bindings";
    for (at, binding) in bindings.iter().enumerate() {
        let id = &binding.project_id;
        check_id(FIELD, id)?;
        if bindings[..at].iter().any(|other| other.project_id == *id) {
            return Err(invalid(FIELD, &format!("{id} is there twice; give it one binding with all its folders")));
        }
        if let Some(alias) = binding.aliases.iter().find(|alias| !is_line(alias) || is_path(alias)) {
            let why = "it is empty, or has a line break or a space around it, or is a path; folders belong to `folders`";
            return Err(invalid(FIELD, &format!("“{alias}” cannot be another name of {id}: {why}")));
        }
        binding.aliases.iter().try_for_each(|alias| refuse_secret(FIELD, Some(alias)))?;
        if let Some(folder) = binding.folders.iter().find(|folder| !is_plain_folder(folder)) {
            return Err(invalid(FIELD, &format!("{folder} is not an absolute folder without `..`")));
        }
    }
    Ok(())
}

/// Refuses what is no id of a project.
fn check_id(field: &str, id: &str) -> Answer<()> {
    let why = if id == "*" {
        "`*` is no project; name none for every project".to_owned()
    } else if is_path(id) {
        format!("{id} is a path; write the name of the project's folder alone, or an absolute folder of it")
    } else if !is_line(id) || id.chars().count() > MAX_ID {
        format!(
            "an id is empty, has a line break or a space around it, or has more than {MAX_ID} characters; write the name of the \
             project's folder"
        )
    } else {
        return refuse_secret(field, Some(id));
    };
    Err(invalid(field, &why))
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\'])
}

/// Whether it is one line with letters at both ends.
fn is_line(name: &str) -> bool {
    name.trim() == name && !name.is_empty() && !name.contains(char::is_control)
}

fn name_of(folder: &Path) -> Option<String> {
    lexically_normal(folder).file_name().map(|name| name.to_string_lossy().into_owned())
}

fn unknown(name: &str) -> String {
    format!("No project is called {name}. Add its folder in Settings, Projects, or an alias there.")
}

fn ambiguous(name: &str, found: &[ProjectMatch]) -> String {
    let ids: Vec<&str> = found.iter().map(|found| found.project.project_id.as_str()).collect();
    format!(
        "{name} fits the projects {}. Name one of them by its id, or change the aliases in Settings, Projects.",
        ids.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::error::ErrorCode;

    fn binding(id: &str, aliases: &[&str], folders: &[&str]) -> ProjectSourceBinding {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        ProjectSourceBinding {
            project_id: id.into(),
            aliases: owned(aliases),
            folders: owned(folders),
            ..ProjectSourceBinding::default()
        }
    }

    fn projects(bindings: &[ProjectSourceBinding]) -> Projects {
        let paths = ["/home/ada/website/", "/home/ada/website/shop", "/home/ada/web"];
        Projects::of(&Settings {
            project_paths: paths.map(str::to_owned).to_vec(),
            project_bindings: bindings.to_vec(),
            ..Settings::default()
        })
    }

    #[test]
    fn a_name_is_an_id_an_alias_or_a_folder() {
        let known = projects(&[
            binding("shop-eu", &["The Shop", "web"], &["/srv/eu"]),
            binding("shop-us", &["the shop"], &["/srv/us", "/srv/eu"]),
        ]);
        use ProjectResolutionState as S;
        for (name, state, ids) in [
            ("website", S::Resolved, vec!["website"]),
            ("web", S::Resolved, vec!["web"]),
            ("THE SHOP", S::Ambiguous, vec!["shop-eu", "shop-us"]),
            ("/srv/us/app", S::Resolved, vec!["shop-us"]),
            ("/srv/eu", S::Ambiguous, vec!["shop-eu", "shop-us"]),
            ("/home/ada/website/pages/one", S::Resolved, vec!["website"]),
            ("/home/ada/website/shop/src", S::Resolved, vec!["shop"]),
            ("/home/ada/website/shop/../pages/.", S::Resolved, vec!["website"]),
            ("/home/ada/website/..", S::None, vec![]),
            ("/home/ada/notes", S::None, vec![]),
            ("notes", S::None, vec![]),
        ] {
            let found = known.resolve(name);
            let found_ids: Vec<&str> = found.matches.iter().map(|found| found.project.project_id.as_str()).collect();
            assert_eq!((found.resolution_state, found_ids), (state, ids), "{name}");
            assert_eq!(found.message.is_none(), state == S::Resolved, "{name}");
        }
    }

    #[test]
    fn a_name_of_several_projects_is_refused_unless_each_returns_all() {
        let mut bindings = [binding("a", &["store"], &[]), binding("b", &["store"], &[])];
        let refused = projects(&bindings).ids("project_id", Some("store")).unwrap_err();
        assert_eq!(refused.code, ErrorCode::InvalidRequest);
        assert!(refused.message.starts_with("project_id: store fits the projects a, b. Name one of them"), "{}", refused.message);
        assert_eq!(refused.details.unwrap()["project_ids"], serde_json::json!(["a", "b"]));
        bindings[0].ambiguity_policy = AmbiguityPolicy::ReturnAll;
        assert!(projects(&bindings).ids("project_id", Some("store")).is_err(), "one of them does not");
        bindings[1].ambiguity_policy = AmbiguityPolicy::ReturnAll;
        assert_eq!(projects(&bindings).ids("project_id", Some("store")).unwrap(), ["a", "b"]);
        assert!(projects(&bindings).id("project_id", Some("store")).is_err(), "a session is for one");
    }

    #[test]
    fn what_is_not_known_is_the_id_or_the_name_of_the_folder() {
        let known = projects(&[]);
        for (name, id) in [
            (Some("notes"), Some("notes")),
            (Some("/home/ada/notes"), Some("notes")),
            (Some("/home/ada/notes/pages/.."), Some("notes")),
            (Some("/"), None),
            (Some(" "), None),
            (None, None),
        ] {
            assert_eq!(known.id("project_id", name).unwrap().as_deref(), id, "{name:?}");
        }
    }

    #[test]
    fn a_folder_belongs_to_the_innermost_project_around_it() {
        let known = projects(&[binding("a", &["shop"], &["/srv/both"]), binding("b", &["the other"], &["/srv/both"])]);
        for (folder, expected) in [
            ("/home/ada/website/shop/src", Some("shop")),
            ("/home/ada/notes", Some("notes")),
            ("/srv/both/app", None),
            ("/home/ada/website/docs, /home/ada/shop/src", None),
            ("%h/website/docs", None),
            ("website", None),
            ("~", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(known.of_folder(folder).as_deref(), expected, "{folder}");
        }
    }

    #[test]
    fn wrong_bindings_are_refused_with_the_remedy() {
        let long = "n".repeat(121);
        for (bindings, remedy) in [
            (vec![binding(&long, &[], &[])], "more than 120 characters"),
            (vec![binding("a", &[" shop"], &[])], "cannot be another name of a"),
            (vec![binding("a", &["sh\nop"], &[])], "cannot be another name of a"),
            (vec![binding("a", &["ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"], &[])], "looks like a secret"),
            (vec![binding("a/b", &[], &[])], "write the name of the project's folder alone"),
            (vec![binding("*", &[], &[])], "`*` is no project"),
            (vec![binding("a", &[], &[]), binding("a", &[], &[])], "is there twice"),
            (vec![binding("a", &["/srv"], &[])], "folders belong to `folders`"),
            (vec![binding("a", &[], &["srv"])], "is not an absolute folder"),
            (vec![binding("a", &[], &["/srv/../etc"])], "is not an absolute folder"),
        ] {
            let refused = check(&bindings).unwrap_err();
            assert!(refused.message.starts_with("project_bindings: ") && refused.message.contains(remedy), "{}", refused.message);
        }
    }
}
