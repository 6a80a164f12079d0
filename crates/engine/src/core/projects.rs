//! Projects: the id of a project is the name of its folder.

use std::path::Path;

/// The project that work in a folder is for: the innermost of the person's project folders that contains it, else the folder itself.
pub(crate) fn of_folder(folder: &str, project_paths: &[String]) -> Option<String> {
    let folder = Path::new(folder);
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
            ("/", None),
            ("", None),
        ] {
            assert_eq!(of_folder(folder, &paths).as_deref(), expected, "{folder}");
        }
    }
}
