//! Projects: the id of a project is the name of its folder.

use std::path::Path;

/// The project that work in a folder is for: the innermost of the person's project folders that contains it, else the folder itself. `None` for
/// a text that is not the path of one folder: several joined by commas, or one that only the agent resolves (`%h/website`, `~`).
pub(crate) fn of_folder(folder: &str, project_paths: &[String]) -> Option<String> {
    let is_one = !folder.contains(", /");
    let folder = Some(Path::new(folder)).filter(|folder| is_one && folder.is_absolute())?;
    let around = project_paths.iter().map(Path::new).filter(|project| folder.starts_with(project));
    let project = around.max_by_key(|project| project.components().count()).unwrap_or(folder);
    Some(project.file_name()?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::of_folder;

    #[test]
    fn a_folder_belongs_to_the_innermost_project_around_it() {
        let paths = ["/home/ada/website/".to_owned(), "/home/ada/website/shop".into(), "/home/ada/web".into()];
        for (folder, expected) in [
            ("/home/ada/website", Some("website")),
            ("/home/ada/website/pages/one", Some("website")),
            ("/home/ada/website/shop/src", Some("shop")),
            ("/home/ada/notes", Some("notes")),
            ("/home/ada/website/docs, /home/ada/shop/src", None),
            ("%h/website/docs", None),
            ("~", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(of_folder(folder, &paths).as_deref(), expected, "{folder}");
        }
    }
}
